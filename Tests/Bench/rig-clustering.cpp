// Copyright (c) 2026 Exemplar contributors. MIT license.

// How fast faces are clustered into bones: the size of the largest set of Schaefer & Yuksel 2007 (the elephant, 84 638
// faces in 23 poses, 32 s on their machine), the working memory per face, and how time grows with the size.

#include "Base/ThreadPool.h"
#include "BenchRows.h"
#include "Rig/FaceClustering.h"

#include <numbers>
#include <random>

namespace
{

using namespace Exemplar;

/** A tube of 22 bones that writhes, with a little noise as scanned or simulated surfaces have it. */
FExampleSet MakeWrithingTube(size_t Sides, size_t Rings, size_t PoseCount)
{
	constexpr double BoneCount = 22.0, Radius = 0.5;
	std::mt19937_64 Random(7);
	const auto Noise = [&] { return 2e-4 * (static_cast<double>(Random() >> 11) * 0x1p-53 - 0.5); };
	FExampleSet Set;
	// The center line of a chain whose bones turn alternately; the bend of a joint is spread over a fifth of a bone.
	struct FCenter
	{
		double X = 0.0, Y = 0.0, Heading = 0.0;
	};
	const auto Centers = [&](size_t Pose)
	{
		std::vector<FCenter> Line(Rings);
		const double Length = BoneCount / static_cast<double>(Rings - 1);
		for (size_t Ring = 1; Ring < Rings; ++Ring)
		{
			const double Bone = Length * static_cast<double>(Ring), Index = std::floor(Bone);
			const double Blend = std::clamp((Bone - Index - 0.8) / 0.2, 0.0, 1.0);
			const auto Turn = [&](double B) { return 0.5 * std::sin(1.7 * B + 0.6 * static_cast<double>(Pose)); };
			const double Heading = Pose == 0 ? 0.0 : (1.0 - Blend) * Turn(Index) + Blend * Turn(Index + 1.0);
			const FCenter& Last = Line[Ring - 1];
			Line[Ring] = {Last.X + Length * std::cos(Heading), Last.Y + Length * std::sin(Heading), Heading};
		}
		return Line;
	};
	for (size_t Pose = 0; Pose <= PoseCount; ++Pose)
	{
		std::vector<FDouble3> Points;
		for (const FCenter& Center : Centers(Pose))
		{
			for (size_t Side = 0; Side < Sides; ++Side)
			{
				const double Around = 2.0 * std::numbers::pi * static_cast<double>(Side) / static_cast<double>(Sides);
				const double Out = Radius * std::cos(Around);
				Points.push_back({Center.X - Out * std::sin(Center.Heading) + Noise(),
					Center.Y + Out * std::cos(Center.Heading) + Noise(), Radius * std::sin(Around) + Noise()});
			}
		}
		if (Pose == 0)
		{
			Set.Rest.Positions = std::move(Points);
		}
		else
		{
			Set.Poses.push_back(std::move(Points));
		}
	}
	for (size_t Ring = 0; Ring + 1 < Rings; ++Ring)
	{
		for (size_t Side = 0; Side < Sides; ++Side)
		{
			const auto Index = [&](size_t R, size_t S) { return static_cast<int32_t>(R * Sides + S % Sides); };
			Set.Rest.Triangles.push_back({Index(Ring, Side), Index(Ring + 1, Side), Index(Ring, Side + 1)});
			Set.Rest.Triangles.push_back({Index(Ring + 1, Side), Index(Ring + 1, Side + 1), Index(Ring, Side + 1)});
		}
	}
	return Set;
}

} // namespace

int main(int argc, char** argv)
{
	Bench::FRows Rows("rig-clustering", argc, argv);
	const std::unique_ptr<IExecutor> Pool = MakeThreadPool(2);
	FBuildContext Context;
	Context.Executor = Pool.get();
	FFaceClusteringOptions Options;
	Options.BoneCount = 22;

	// Faces double in both directions: 5 290, 21 160 and 84 640.
	std::vector<double> Sizes, Seconds;
	for (const size_t Scale : {1u, 2u, 4u})
	{
		const FExampleSet Set = MakeWrithingTube(23 * Scale, 115 * Scale + 1, 23);
		FFaceClusters Clusters;
		Seconds.push_back(Bench::BestSeconds(3,
			[&]
			{
				TResult<FFaceClusters> Result = BuildFaceClusters(Set, Options, Context);
				Clusters = std::move(Result).GetValue();
			}));
		Sizes.push_back(static_cast<double>(Set.Rest.Triangles.size()));
		const double Faces = Sizes.back();
		Bench::FRowEditor Row =
			Rows.Lower(std::to_string(Set.Rest.Triangles.size()) + " faces x 23 poses", Seconds.back(), "s");
		if (Scale == 4)
		{
			Row.Reach(5.0);
			Rows.Lower("working memory per face", static_cast<double>(Clusters.ByteCount) / 8.0 / Faces, "doubles")
				.Baseline("17 per face and pose", 17.0 * 23.0)
				.ReachRatio(1.0);
			Rows.Lower("evaluations per face", static_cast<double>(Clusters.EvaluationCount) / Faces, "");
			Rows.Lower("time per pair and pose",
				1e9 * Seconds.back() / (static_cast<double>(Clusters.EvaluationCount) * 23.0), "ns");
		}
	}
	// The slope of log time over log size, by least squares.
	double Sx = 0.0, Sy = 0.0, Sxx = 0.0, Sxy = 0.0;
	for (size_t Index = 0; Index < Sizes.size(); ++Index)
	{
		const double X = std::log(Sizes[Index]), Y = std::log(Seconds[Index]);
		Sx += X;
		Sy += Y;
		Sxx += X * X;
		Sxy += X * Y;
	}
	const double Count = static_cast<double>(Sizes.size());
	Rows.Lower("exponent of time over faces", (Count * Sxy - Sx * Sy) / (Count * Sxx - Sx * Sx), "").Reach(1.15);
	return Rows.Finish();
}

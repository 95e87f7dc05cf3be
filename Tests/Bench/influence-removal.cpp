// Copyright (c) 2026 Exemplar contributors. MIT license.

// How much fewer influences cost, and how fast they go. The body of makehuman-lbs40 with its artist's weights on 53
// bones, down to 4, 3 and 2 influences under the metric of its own 40 poses: root mean square of the vertex distance
// over all vertices and poses, in % of the rest's bounding-box diagonal, measured on the posed vertices. The baselines
// keep linear blending and the largest weights.

#include "AnimationSpace/Embedding.h"
#include "AnimationSpace/InfluenceSimplification.h"
#include "Bake/SkinTangents.h"
#include "Base/ThreadPool.h"
#include "BenchRows.h"
#include "Examples/ExampleFiles.h"
#include "Metrics/ErrorMeasures.h"

#include <bit>
#include <memory>
#include <random>

namespace
{

using namespace Exemplar;

template <typename T>
std::vector<T> ReadAll(const std::filesystem::path& File, size_t SkippedBytes)
{
	std::ifstream Stream(File, std::ios::binary | std::ios::ate);
	const auto Size = static_cast<size_t>((std::max)(std::streamoff{0}, std::streamoff{Stream.tellg()}));
	std::vector<T> Out(Size > SkippedBytes ? (Size - SkippedBytes) / sizeof(T) : 0);
	Stream.seekg(static_cast<std::streamoff>(SkippedBytes));
	Stream.read(reinterpret_cast<char*>(Out.data()), static_cast<std::streamsize>(Out.size() * sizeof(T)));
	return Out;
}

struct FBody
{
	static constexpr size_t BoneCount = 53, PoseCount = 40;

	FTriangleMesh Rest;
	std::vector<FAffine3d> Palettes; // [bone * PoseCount + pose], rest to pose
	std::vector<FAnimationVector> Points;
	std::vector<std::vector<FDouble3>> Posed;

	std::vector<std::vector<FDouble3>> Pose(std::span<const FAnimationVector> Skin) const
	{
		std::vector<std::vector<FDouble3>> Out(PoseCount);
		std::vector<FAffine3d> Palette(BoneCount);
		for (size_t Frame = 0; Frame < PoseCount; ++Frame)
		{
			for (size_t Bone = 0; Bone < BoneCount; ++Bone)
			{
				Palette[Bone] = Palettes[Bone * PoseCount + Frame];
			}
			for (const FAnimationVector& Point : Skin)
			{
				Out[Frame].push_back(Project(Point, Palette));
			}
		}
		return Out;
	}
	double Error(std::span<const FAnimationVector> Skin) const
	{
		const TResult<FErrorMeasures> Measured = MeasureError(Rest, Posed, Pose(Skin));
		return Measured ? Measured->VertexRms : std::numeric_limits<double>::quiet_NaN();
	}
};

std::optional<FBody> LoadBody()
{
	const auto Source = Bench::FindData("makehuman"), Frames = Bench::FindData("makehuman-lbs40");
	if (!Source || !Frames)
	{
		return std::nullopt;
	}
	const TResult<FSourceMesh> Mesh = ReadMeshFile(*Frames / "rest.obj");
	const std::vector<float> Weights = ReadAll<float>(*Source / "weights_game_engine.f32", 8);
	const std::vector<float> Matrices = ReadAll<float>(*Source / "bone_transforms_40x53x3x4.f32", 0);
	if (!Mesh || Weights.size() != Mesh->Positions.size() * FBody::BoneCount ||
		Matrices.size() != FBody::PoseCount * FBody::BoneCount * 12)
	{
		std::cerr << "The makehuman sets are not those that the rows were set for: they are left out.\n";
		return std::nullopt;
	}
	FBody Body;
	Body.Rest.Positions = Mesh->Positions;
	for (size_t Corner = 0; Corner + 2 < Mesh->CornerVertices.size(); Corner += 3)
	{
		Body.Rest.Triangles.push_back(
			{static_cast<int32_t>(Mesh->CornerVertices[Corner]), static_cast<int32_t>(Mesh->CornerVertices[Corner + 1]),
				static_cast<int32_t>(Mesh->CornerVertices[Corner + 2])});
	}
	Body.Palettes.resize(FBody::BoneCount * FBody::PoseCount);
	for (size_t Index = 0; Index < Matrices.size(); ++Index)
	{
		const size_t Frame = Index / 12 / FBody::BoneCount, Bone = Index / 12 % FBody::BoneCount;
		Body.Palettes[Bone * FBody::PoseCount + Frame].M[Index % 12] = static_cast<double>(Matrices[Index]);
	}
	for (size_t Vertex = 0; Vertex < Body.Rest.Positions.size(); ++Vertex)
	{
		std::vector<uint16_t> Bones;
		std::vector<double> Row;
		double Sum = 0.0;
		for (size_t Bone = 0; Bone < FBody::BoneCount; ++Bone)
		{
			const double Weight = static_cast<double>(Weights[Vertex * FBody::BoneCount + Bone]);
			if (Weight > 0.0)
			{
				Bones.push_back(static_cast<uint16_t>(Bone));
				Row.push_back(Weight);
				Sum += Weight;
			}
		}
		for (double& Weight : Row)
		{
			Weight /= Sum;
		}
		Body.Points.push_back(EmbedPoint(Body.Rest.Positions[Vertex], Bones, Row));
	}
	Body.Posed = Body.Pose(Body.Points);
	return Body;
}

/** What exporters do: the largest weights stay and are scaled to sum to one. */
std::vector<FAnimationVector> KeepLargest(const FBody& Body, size_t Cap)
{
	std::vector<FAnimationVector> Out;
	for (size_t Vertex = 0; Vertex < Body.Points.size(); ++Vertex)
	{
		const FAnimationVector& Point = Body.Points[Vertex];
		std::vector<size_t> Slots(Point.Bones.size());
		for (size_t Slot = 0; Slot < Slots.size(); ++Slot)
		{
			Slots[Slot] = Slot;
		}
		std::stable_sort(
			Slots.begin(), Slots.end(), [&](size_t A, size_t B) { return Point.Blocks[A].W > Point.Blocks[B].W; });
		Slots.resize((std::min)(Cap, Slots.size()));
		std::sort(Slots.begin(), Slots.end());
		std::vector<uint16_t> Bones;
		std::vector<double> Weights;
		double Sum = 0.0;
		for (const size_t Slot : Slots)
		{
			Bones.push_back(Point.Bones[Slot]);
			Weights.push_back(Point.Blocks[Slot].W);
			Sum += Weights.back();
		}
		for (double& Weight : Weights)
		{
			Weight /= Sum;
		}
		Out.push_back(EmbedPoint(Body.Rest.Positions[Vertex], Bones, Weights));
	}
	return Out;
}

void MeasureQuality(Bench::FRows& Rows, const FBody& Body, const FBuildContext& Context)
{
	const FPoseMetric Metric = BuildSampledMetric(Body.Palettes, FBody::BoneCount, FBody::PoseCount);
	constexpr double Reaches[] = {0.0018, 0.0115, 0.050}, Searched[] = {0.0014, 0.0109, 0.0469};
	for (const size_t Cap : {4u, 3u, 2u})
	{
		FInfluenceSimplificationOptions Options;
		Options.MaxInfluences = Cap;
		const TResult<FSimplifiedInfluences> Fewer = SimplifyInfluences(Body.Points, Metric, Options, Context);
		if (!Fewer)
		{
			std::cerr << Fewer.GetError().Message << "\n";
			return;
		}
		const std::string Name = "makehuman-lbs40, " + std::to_string(Cap) + " influences";
		Rows.Lower(Name, Body.Error(Fewer->Points), "%")
			.Reach(Reaches[4 - Cap])
			.Baseline("largest weights", Body.Error(KeepLargest(Body, Cap)));
		Rows.Lower(Name + ", beside a search over all subsets", Body.Error(Fewer->Points), "%")
			.Baseline("subset search", Searched[4 - Cap]);
		Options.ExactLimit = 0;
		if (const TResult<FSimplifiedInfluences> Greedy = SimplifyInfluences(Body.Points, Metric, Options, Context))
		{
			Rows.Lower(Name + ", one bone after the other", Body.Error(Greedy->Points), "%");
		}
	}
	FInfluenceSimplificationOptions Options;
	Rows.Lower("makehuman-lbs40, 4 influences, all vertices",
		1e3 * Bench::BestSeconds(3, [&] { Bench::Keep(SimplifyInfluences(Body.Points, Metric, Options, Context)); }),
		"ms");
	FMeshLevelData Level;
	Level.Skin = StoreSkin(Body.Points);
	for (const FDouble3& P : Body.Rest.Positions)
	{
		Level.Positions.push_back({static_cast<float>(P.X), static_cast<float>(P.Y), static_cast<float>(P.Z)});
	}
	for (const FTriangle& T : Body.Rest.Triangles)
	{
		Level.Indices.insert(Level.Indices.end(),
			{static_cast<uint32_t>(T[0]), static_cast<uint32_t>(T[1]), static_cast<uint32_t>(T[2])});
	}
	Rows.Lower("makehuman-lbs40, tangent pairs of the surface, all vertices",
		1e3 * Bench::BestSeconds(1, [&] { Bench::Keep(BuildSkinTangents(Level, Metric, {}, Context)); }), "ms");
	FInfluenceRemover Remover(Metric);
	size_t Candidates = 0;
	const auto PriceAll = [&]
	{
		Candidates = 0;
		double Sum = 0.0;
		for (const FAnimationVector& Point : Body.Points)
		{
			for (const double Cost : Remover.Costs(Point))
			{
				Sum += Cost;
				++Candidates;
			}
		}
		Bench::Keep(Sum);
	};
	PriceAll();
	const double Seconds = Bench::BestSeconds(10, PriceAll);
	Rows.Higher("removal candidates, cache warm", 1e-6 * static_cast<double>(Candidates) / Seconds, "million/s")
		.Reach(1.0);
}

/** A skeleton of 66 joints as characters have them: a spine, limbs, fingers; hinges and ball joints. */
void MeasureMetric(Bench::FRows& Rows)
{
	constexpr size_t BoneCount = 66;
	std::mt19937_64 Random(66);
	const auto Uniform = [&] { return static_cast<double>(Random() >> 11) * 0x1.0p-52 - 1.0; };
	std::vector<int32_t> Parents;
	std::vector<FJointStatistics> Joints;
	for (size_t Bone = 0; Bone < BoneCount; ++Bone)
	{
		Parents.push_back(Bone == 0 ? -1 : static_cast<int32_t>(Bone - 1 - Random() % (std::min)(Bone, size_t{6})));
		const FAffine3d Rest{{1, 0, 0, Uniform(), 0, 1, 0, Uniform(), 0, 0, 1, Uniform()}};
		Joints.push_back(Bone % 3 == 0 ? HingeJoint(Rest, {0, 0, 1}, -0.5, 1.5)
									   : EulerJoint(Rest, {-0.5, -0.4, -0.3}, {0.6, 0.2, 0.9}));
	}
	const double Seconds = Bench::BestSeconds(20, [&] { Bench::Keep(BuildPoseMetric(Parents, Joints)); });
	Rows.Lower("metric of 66 bones, independent joints", 1e3 * Seconds, "ms").Reach(10.0);
}

} // namespace

int main(int argc, char** argv)
{
	Bench::FRows Rows("influence-removal", argc, argv);
	const std::unique_ptr<IExecutor> Pool = MakeThreadPool(2);
	FBuildContext Context;
	Context.Executor = Pool.get();
	if (const std::optional<FBody> Body = LoadBody())
	{
		MeasureQuality(Rows, *Body, Context);
	}
	MeasureMetric(Rows);
	return Rows.Finish();
}

// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Bake/RotationCenters.h"

#include "Geometry/EigenLibrary.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace Exemplar
{

namespace RotationCenterDetail
{

constexpr double Sigma = 0.1;         // the paper's width of the similarity
constexpr double SampleStep = 0.1;    // weights of neighboring samples differ by at most this, as in the paper
constexpr int MaxDivisions = 8;       // of a triangle's edge
constexpr double BinsPerUnit = 128.0; // of a weight
constexpr size_t VerticesPerTask = 64;
constexpr size_t VerticesPerReport = 8192;

struct FInfluence
{
	uint16_t Bone = 0;
	double Weight = 0.0;
};
using FRow = std::vector<FInfluence>;

/** What samples of one pair of bones, with about the same weights, add up to. */
struct FSample
{
	uint32_t Pair = 0; // lower bone | higher bone << 16
	uint32_t Bin = 0;
	double Area = 0.0;
	double First = 0.0, Second = 0.0; // weights of the pair, times the area until Finish
	Eigen::Vector3d Moment = Eigen::Vector3d::Zero();
};

FRow RowOf(const TBlendWeights<FOwned>& Weights, size_t Vertex)
{
	FRow Out;
	for (uint32_t Index = Weights.Offsets[Vertex]; Index < Weights.Offsets[Vertex + 1]; ++Index)
	{
		if (Weights.Weights[Index] > 0.0f)
		{
			Out.push_back({Weights.Bones[Index], static_cast<double>(Weights.Weights[Index])});
		}
	}
	std::sort(Out.begin(), Out.end(), [](const FInfluence& A, const FInfluence& B) { return A.Bone < B.Bone; });
	return Out;
}

/** sum_c Shares[c] * row of corner c. */
FRow Mix(const std::array<const FRow*, 3>& Rows, const std::array<double, 3>& Shares)
{
	FRow Out;
	for (size_t Corner = 0; Corner < 3; ++Corner)
	{
		for (const FInfluence& Item : *Rows[Corner])
		{
			const auto At = std::lower_bound(
				Out.begin(), Out.end(), Item.Bone, [](const FInfluence& A, uint16_t Bone) { return A.Bone < Bone; });
			if (At != Out.end() && At->Bone == Item.Bone)
			{
				At->Weight += Shares[Corner] * Item.Weight;
			}
			else
			{
				Out.insert(At, {Item.Bone, Shares[Corner] * Item.Weight});
			}
		}
	}
	return Out;
}

/** The largest difference of a bone's weight between two corners. */
double LargestDifference(const std::array<const FRow*, 3>& Rows)
{
	double Out = 0.0;
	for (size_t Corner = 0; Corner < 3; ++Corner)
	{
		std::array<double, 3> Shares{};
		Shares[Corner] = 1.0;
		Shares[(Corner + 1) % 3] = -1.0;
		for (const FInfluence& Item : Mix(Rows, Shares))
		{
			Out = (std::max)(Out, std::abs(Item.Weight));
		}
	}
	return Out;
}

void AddSample(const FRow& Row, double Area, const Eigen::Vector3d& Place, std::vector<FSample>& Out)
{
	for (size_t First = 0; First < Row.size(); ++First)
	{
		for (size_t Second = First + 1; Second < Row.size(); ++Second)
		{
			const double A = Row[First].Weight, B = Row[Second].Weight;
			const uint32_t Pair = Row[First].Bone | static_cast<uint32_t>(Row[Second].Bone) << 16;
			const uint32_t Bin = static_cast<uint32_t>(A * BinsPerUnit) | static_cast<uint32_t>(B * BinsPerUnit) << 16;
			Out.push_back({Pair, Bin, Area, Area * A, Area * B, Area * Place});
		}
	}
}

/** The triangle as n^2 equal parts, n by how much its weights differ. */
void SampleTriangle(
	const std::array<const FRow*, 3>& Rows, const std::array<Eigen::Vector3d, 3>& X, std::vector<FSample>& Out)
{
	const double Area = 0.5 * (X[1] - X[0]).cross(X[2] - X[0]).norm();
	if (!(Area > 0.0) ||
		(Rows[0]->size() == 1 && Rows[1]->size() == 1 && Rows[2]->size() == 1 &&
			(*Rows[0])[0].Bone == (*Rows[1])[0].Bone && (*Rows[0])[0].Bone == (*Rows[2])[0].Bone))
	{
		return;
	}
	const int N = std::clamp(static_cast<int>(std::ceil(LargestDifference(Rows) / SampleStep)), 1, MaxDivisions);
	const double Share = 1.0 / (3.0 * N);
	for (int I = 0; I < N; ++I)
	{
		for (int J = 0; I + J < N; ++J)
		{
			for (const int Turned : {0, 1})
			{
				if (I + J + Turned >= N)
				{
					continue;
				}
				const double A = (3.0 * I + 1.0 + Turned) * Share, B = (3.0 * J + 1.0 + Turned) * Share;
				const std::array<double, 3> Shares{A, B, 1.0 - A - B};
				AddSample(Mix(Rows, Shares), Area / (N * N), X[0] * A + X[1] * B + X[2] * Shares[2], Out);
			}
		}
	}
}

/** Samples of one pair and bin become one. */
std::vector<FSample> Merge(std::vector<FSample> Samples)
{
	std::stable_sort(Samples.begin(), Samples.end(),
		[](const FSample& A, const FSample& B) { return A.Pair != B.Pair ? A.Pair < B.Pair : A.Bin < B.Bin; });
	std::vector<FSample> Out;
	for (const FSample& Sample : Samples)
	{
		if (!Out.empty() && Out.back().Pair == Sample.Pair && Out.back().Bin == Sample.Bin)
		{
			Out.back().Area += Sample.Area;
			Out.back().First += Sample.First;
			Out.back().Second += Sample.Second;
			Out.back().Moment += Sample.Moment;
		}
		else
		{
			Out.push_back(Sample);
		}
	}
	for (FSample& Sample : Out)
	{
		Sample.First /= Sample.Area;
		Sample.Second /= Sample.Area;
	}
	return Out;
}

/** A pair's term of the similarity, for one order of the pair. */
double PairSimilarity(double A, double B, double OtherA, double OtherB)
{
	const double Cross = A * OtherB - B * OtherA;
	return A * B * OtherA * OtherB * std::exp(-Cross * Cross / (Sigma * Sigma));
}

FFloat3 FindCenter(const FRow& Row, const FFloat3& Position, const std::vector<FSample>& Samples)
{
	double Sum = 0.0;
	Eigen::Vector3d Moment = Eigen::Vector3d::Zero();
	for (size_t First = 0; First < Row.size(); ++First)
	{
		for (size_t Second = First + 1; Second < Row.size(); ++Second)
		{
			const uint32_t Pair = Row[First].Bone | static_cast<uint32_t>(Row[Second].Bone) << 16;
			auto At = std::lower_bound(Samples.begin(), Samples.end(), Pair,
				[](const FSample& Sample, uint32_t Wanted) { return Sample.Pair < Wanted; });
			for (; At != Samples.end() && At->Pair == Pair; ++At)
			{
				const double S = PairSimilarity(Row[First].Weight, Row[Second].Weight, At->First, At->Second);
				Sum += S * At->Area;
				Moment += S * At->Moment;
			}
		}
	}
	if (!(Sum > 0.0))
	{
		return Position;
	}
	Moment /= Sum;
	return {static_cast<float>(Moment.x()), static_cast<float>(Moment.y()), static_cast<float>(Moment.z())};
}

} // namespace RotationCenterDetail

double WeightSimilarity(std::span<const uint16_t> BonesA, std::span<const float> WeightsA,
	std::span<const uint16_t> BonesB, std::span<const float> WeightsB)
{
	const auto WeightOf = [](std::span<const uint16_t> Bones, std::span<const float> Weights, uint16_t Bone)
	{
		const auto At = std::find(Bones.begin(), Bones.end(), Bone);
		return At == Bones.end() ? 0.0 : static_cast<double>(Weights[static_cast<size_t>(At - Bones.begin())]);
	};
	double Out = 0.0;
	for (const uint16_t J : BonesA)
	{
		for (const uint16_t K : BonesA)
		{
			Out += J == K
				? 0.0
				: RotationCenterDetail::PairSimilarity(WeightOf(BonesA, WeightsA, J), WeightOf(BonesA, WeightsA, K),
					  WeightOf(BonesB, WeightsB, J), WeightOf(BonesB, WeightsB, K));
		}
	}
	return Out;
}

FStatus FindRotationCenters(FMeshLevelData& Level, const FBuildContext& Context)
{
	using namespace RotationCenterDetail;
	const size_t Count = Level.VertexCount();
	std::vector<FRow> Rows(Count);
	for (size_t Vertex = 0; Vertex < Count; ++Vertex)
	{
		Rows[Vertex] = RowOf(Level.Weights, Vertex);
	}
	std::vector<FSample> Samples;
	for (size_t Index = 0; Index + 2 < Level.Indices.size(); Index += 3)
	{
		std::array<const FRow*, 3> OfCorners{};
		std::array<Eigen::Vector3d, 3> X;
		for (size_t Corner = 0; Corner < 3; ++Corner)
		{
			const uint32_t Vertex = Level.Indices[Index + Corner];
			const FFloat3& P = Level.Positions[Vertex];
			OfCorners[Corner] = &Rows[Vertex];
			X[Corner] = {P.X, P.Y, P.Z};
		}
		SampleTriangle(OfCorners, X, Samples);
	}
	Samples = Merge(std::move(Samples));
	// Corners of a point have one center.
	std::vector<uint32_t> Firsts, FirstOf(Count, NoIndex);
	std::vector<uint32_t> CornerOfPoint;
	for (uint32_t Vertex = 0; Vertex < Count; ++Vertex)
	{
		const size_t Point = Level.PointOfCorner.empty() ? Vertex : Level.PointOfCorner[Vertex];
		if (Point >= CornerOfPoint.size())
		{
			CornerOfPoint.resize(Point + 1, NoIndex);
		}
		if (CornerOfPoint[Point] == NoIndex)
		{
			CornerOfPoint[Point] = Vertex;
			Firsts.push_back(Vertex);
		}
		FirstOf[Vertex] = CornerOfPoint[Point];
	}
	Level.RotationCenters.resize(Count);
	for (size_t First = 0; First < Firsts.size(); First += VerticesPerReport)
	{
		if (!Context.Progress.Report(static_cast<double>(First) / static_cast<double>(Firsts.size())))
		{
			return Context.Progress.CanceledError();
		}
		ParallelFor(*Context.Executor, (std::min)(VerticesPerReport, Firsts.size() - First), VerticesPerTask,
			[&](size_t Begin, size_t End)
			{
				for (size_t Index = First + Begin; Index < First + End; ++Index)
				{
					const uint32_t Vertex = Firsts[Index];
					Level.RotationCenters[Vertex] = FindCenter(Rows[Vertex], Level.Positions[Vertex], Samples);
				}
			});
	}
	for (size_t Vertex = 0; Vertex < Count; ++Vertex)
	{
		Level.RotationCenters[Vertex] = Level.RotationCenters[FirstOf[Vertex]];
	}
	return FOk{};
}

} // namespace Exemplar

// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Rig/Harmonic/LimbWeights.h"

#include "Geometry/EigenMap.h"

#include <algorithm>
#include <cmath>

namespace Exemplar
{

namespace LimbWeightsDetail
{

constexpr int SmoothRounds = 6;
using FRow = std::vector<std::pair<int32_t, double>>; // bones ascending

double SquaredDistanceToRing(const FRing& Ring, const FDouble3& Point)
{
	double Best = INFINITY;
	for (const FDouble3& Sample : Ring.Points)
	{
		Best = (std::min)(Best, (AsVector(Sample) - AsVector(Point)).squaredNorm());
	}
	return Best;
}

/** The weights of the ring that a vertex lies on. */
FRow RowOf(const FLimbs& Limbs, const FLimbSkeleton& Skeleton, double Value, const FDouble3& Point)
{
	double Best = INFINITY;
	const FRingBlend* Blend = nullptr;
	for (size_t Limb = 0; Limb < Limbs.Limbs.size(); ++Limb)
	{
		const std::vector<FRing>& Rings = Limbs.Limbs[Limb].Rings[0];
		size_t Nearest = 0;
		for (size_t Ring = 1; Ring < Rings.size(); ++Ring)
		{
			Nearest = std::abs(Rings[Ring].Value - Value) < std::abs(Rings[Nearest].Value - Value) ? Ring : Nearest;
		}
		const double Distance = SquaredDistanceToRing(Rings[Nearest], Point);
		if (Distance < Best)
		{
			Best = Distance;
			Blend = &Skeleton.RingBlends[Limb][Nearest];
		}
	}
	FRow Row;
	for (const auto& [Bone, Weight] : *Blend)
	{
		if (Weight > 0.0)
		{
			Row.emplace_back(Bone, Weight);
		}
	}
	return Row;
}

/** Half of a row and half of the mean of its neighbors', the largest kept. */
FRow Smooth(const std::vector<FRow>& Rows, std::span<const int32_t> Neighbors, size_t Own, size_t Cap)
{
	FRow Sum = Rows[Own];
	for (auto& [Bone, Weight] : Sum)
	{
		Weight *= static_cast<double>(Neighbors.size());
	}
	for (const int32_t Neighbor : Neighbors)
	{
		Sum.insert(Sum.end(), Rows[static_cast<size_t>(Neighbor)].begin(), Rows[static_cast<size_t>(Neighbor)].end());
	}
	std::stable_sort(Sum.begin(), Sum.end(), [](const auto& A, const auto& B) { return A.first < B.first; });
	FRow Out;
	for (const auto& [Bone, Weight] : Sum)
	{
		if (Out.empty() || Out.back().first != Bone)
		{
			Out.emplace_back(Bone, 0.0);
		}
		Out.back().second += Weight;
	}
	std::stable_sort(Out.begin(), Out.end(), [](const auto& A, const auto& B) { return A.second > B.second; });
	Out.resize((std::min)(Out.size(), Cap));
	std::erase_if(Out, [&](const auto& Entry) { return Entry.second < 1e-3 * Out.front().second; });
	std::stable_sort(Out.begin(), Out.end(), [](const auto& A, const auto& B) { return A.first < B.first; });
	double Whole = 0.0;
	for (const auto& [Bone, Weight] : Out)
	{
		Whole += Weight;
	}
	for (auto& [Bone, Weight] : Out)
	{
		Weight /= Whole;
	}
	return Out;
}

} // namespace LimbWeightsDetail

FRigWeights MakeLimbWeights(const FTriangleMesh& Source, const FHarmonicMesh& Mesh, std::span<const double> Field,
	const FLimbs& Limbs, const FLimbSkeleton& Skeleton, size_t Influences, const FBuildContext& Context)
{
	using namespace LimbWeightsDetail;
	const std::vector<FDouble3>& Positions = Mesh.Mesh.Positions;
	std::vector<FRow> Rows(Positions.size()), Next(Positions.size());
	const auto ForVertices = [&](size_t Count, const auto& Body)
	{
		ParallelFor(*Context.Executor, Count, 512,
			[&](size_t Begin, size_t End)
			{
				for (size_t Vertex = Begin; Vertex < End; ++Vertex)
				{
					Body(Vertex);
				}
			});
	};
	ForVertices(Positions.size(),
		[&](size_t Vertex) { Rows[Vertex] = RowOf(Limbs, Skeleton, Field[Vertex], Positions[Vertex]); });
	for (int Round = 0; Round < SmoothRounds; ++Round)
	{
		ForVertices(Positions.size(),
			[&](size_t Vertex) {
				Next[Vertex] =
					Smooth(Rows, Mesh.Adjacency.VertexVertices[Vertex], Vertex, (std::max)(Influences, size_t{1}));
			});
		std::swap(Rows, Next);
	}
	std::vector<int32_t> RowOfVertex(Source.Positions.size(), -1);
	for (size_t Vertex = 0; Vertex < Mesh.Vertices.size(); ++Vertex)
	{
		RowOfVertex[static_cast<size_t>(Mesh.Vertices[Vertex])] = static_cast<int32_t>(Vertex);
	}
	ForVertices(Source.Positions.size(),
		[&](size_t Vertex)
		{
			if (RowOfVertex[Vertex] >= 0)
			{
				return;
			}
			double Best = INFINITY;
			for (size_t Other = 0; Other < Positions.size(); ++Other)
			{
				const double Distance = (AsVector(Positions[Other]) - AsVector(Source.Positions[Vertex])).squaredNorm();
				if (Distance < Best)
				{
					Best = Distance;
					RowOfVertex[Vertex] = static_cast<int32_t>(Other);
				}
			}
		});
	FRigWeights Out;
	for (size_t Vertex = 0; Vertex < RowOfVertex.size(); ++Vertex)
	{
		for (const auto& [Bone, Weight] : Rows[static_cast<size_t>(RowOfVertex[Vertex])])
		{
			Out.Bones.push_back(static_cast<uint16_t>(Bone));
			Out.Weights.push_back(Weight);
		}
		Out.Offsets.push_back(static_cast<uint32_t>(Out.Bones.size()));
	}
	return Out;
}

} // namespace Exemplar

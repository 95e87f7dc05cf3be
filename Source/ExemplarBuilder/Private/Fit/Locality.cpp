// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Fit/Locality.h"

#include "Geometry/FaceGraph.h"

#include <algorithm>
#include <limits>

namespace Exemplar
{

namespace LocalityDetail
{

/** Marks the pairs of point and bone with a weight of at least Threshold, and finds each bone's seed. */
std::vector<uint8_t> FindHeld(const FRigWeights& Weights, size_t BoneCount, double Threshold, FInfluenceMaps& Maps)
{
	std::vector<uint8_t> Held(Weights.PointCount() * BoneCount, 0);
	std::vector<double> Largest(BoneCount, 0.0);
	Maps.Seeds.assign(BoneCount, NoIndex);
	for (size_t Point = 0; Point < Weights.PointCount(); ++Point)
	{
		for (uint32_t Index = Weights.Offsets[Point]; Index < Weights.Offsets[Point + 1]; ++Index)
		{
			const size_t Bone = Weights.Bones[Index];
			const double Weight = Weights.Weights[Index];
			if (Weight >= Threshold)
			{
				Held[Point * BoneCount + Bone] = 1;
				if (Weight > Largest[Bone])
				{
					Largest[Bone] = Weight;
					Maps.Seeds[Bone] = static_cast<uint32_t>(Point);
				}
			}
		}
	}
	return Held;
}

/** Allows each bone the held points that its seed reaches. */
void FloodFromSeeds(
	const std::vector<uint8_t>& Held, size_t BoneCount, const FIndexLists& Neighbors, FInfluenceMaps& Maps)
{
	std::vector<uint32_t> Front;
	for (size_t Bone = 0; Bone < BoneCount; ++Bone)
	{
		if (Maps.Seeds[Bone] == NoIndex)
		{
			continue;
		}
		Front.assign(1, Maps.Seeds[Bone]);
		Maps.Allowed[Front[0] * BoneCount + Bone] = 1;
		while (!Front.empty())
		{
			const uint32_t Point = Front.back();
			Front.pop_back();
			for (const int32_t Other : Neighbors[Point])
			{
				const size_t At = static_cast<size_t>(Other) * BoneCount + Bone;
				if (Held[At] != 0 && Maps.Allowed[At] == 0)
				{
					Maps.Allowed[At] = 1;
					Front.push_back(static_cast<uint32_t>(Other));
				}
			}
		}
	}
}

/** Points that no map reached take the bones that their neighbors had before the round: the order of points does not
 * matter. */
void FillEmptyPoints(size_t BoneCount, const FIndexLists& Neighbors, FInfluenceMaps& Maps)
{
	const auto IsEmpty = [&](size_t Point)
	{
		const auto Row = Maps.Allowed.begin() + static_cast<std::ptrdiff_t>(Point * BoneCount);
		return std::none_of(Row, Row + static_cast<std::ptrdiff_t>(BoneCount), [](uint8_t Bone) { return Bone != 0; });
	};
	std::vector<uint32_t> Empty;
	for (uint32_t Point = 0; Point < Maps.Allowed.size() / BoneCount; ++Point)
	{
		if (IsEmpty(Point))
		{
			Empty.push_back(Point);
		}
	}
	Maps.FilledCount = Empty.size();
	while (!Empty.empty())
	{
		std::vector<uint8_t> Filled(Empty.size() * BoneCount, 0);
		std::vector<uint32_t> Still;
		for (size_t Index = 0; Index < Empty.size(); ++Index)
		{
			for (const int32_t Other : Neighbors[Empty[Index]])
			{
				for (size_t Bone = 0; Bone < BoneCount; ++Bone)
				{
					Filled[Index * BoneCount + Bone] |= Maps.Allowed[static_cast<size_t>(Other) * BoneCount + Bone];
				}
			}
		}
		for (size_t Index = 0; Index < Empty.size(); ++Index)
		{
			std::copy_n(Filled.begin() + static_cast<std::ptrdiff_t>(Index * BoneCount), BoneCount,
				Maps.Allowed.begin() + static_cast<std::ptrdiff_t>(Empty[Index] * BoneCount));
			if (IsEmpty(Empty[Index]))
			{
				Still.push_back(Empty[Index]);
			}
		}
		if (Still.size() == Empty.size())
		{
			// No neighbor of these points has bones, so nothing local is known about them.
			for (const uint32_t Point : Still)
			{
				std::fill_n(
					Maps.Allowed.begin() + static_cast<std::ptrdiff_t>(Point * BoneCount), BoneCount, uint8_t{1});
			}
			Still.clear();
		}
		Empty = std::move(Still);
	}
}

} // namespace LocalityDetail

FInfluenceMaps BuildInfluenceMaps(
	const FRigWeights& Weights, size_t BoneCount, const FIndexLists& Neighbors, double Threshold)
{
	using namespace LocalityDetail;
	FInfluenceMaps Maps;
	if (BoneCount == 0)
	{
		return Maps;
	}
	Maps.Allowed.assign(Weights.PointCount() * BoneCount, 0);
	const std::vector<uint8_t> Held = FindHeld(Weights, BoneCount, Threshold, Maps);
	FloodFromSeeds(Held, BoneCount, Neighbors, Maps);
	for (size_t At = 0; At < Held.size(); ++At)
	{
		Maps.CutCount += Held[At] != 0 && Maps.Allowed[At] == 0;
	}
	FillEmptyPoints(BoneCount, Neighbors, Maps);
	return Maps;
}

FIndexLists BuildPointNeighbors(const FTriangleMesh& Mesh)
{
	FIndexLists Lists = BuildAdjacency(Mesh.Positions.size(), Mesh.Triangles).VertexVertices;
	const FFacePairs Bridges = BuildComponentBridges(Mesh, BuildFaceGraph(Mesh));
	if (Bridges.empty())
	{
		return Lists;
	}
	std::vector<std::pair<int32_t, int32_t>> Extra;
	for (const auto& [A, B] : Bridges)
	{
		std::pair<int32_t, int32_t> Nearest{0, 0};
		double Best = std::numeric_limits<double>::infinity();
		for (const int32_t P : Mesh.Triangles[A])
		{
			for (const int32_t Q : Mesh.Triangles[B])
			{
				const FDouble3& U = Mesh.Positions[static_cast<size_t>(P)];
				const FDouble3& V = Mesh.Positions[static_cast<size_t>(Q)];
				const double X = U.X - V.X, Y = U.Y - V.Y, Z = U.Z - V.Z;
				if (X * X + Y * Y + Z * Z < Best)
				{
					Best = X * X + Y * Y + Z * Z;
					Nearest = {P, Q};
				}
			}
		}
		if (Nearest.first != Nearest.second) // pieces may share a vertex without sharing an edge
		{
			Extra.push_back(Nearest);
			Extra.emplace_back(Nearest.second, Nearest.first);
		}
	}
	std::sort(Extra.begin(), Extra.end());
	FIndexLists Out;
	size_t Next = 0;
	for (size_t Point = 0; Point < Lists.Count(); ++Point)
	{
		Out.Items.insert(Out.Items.end(), Lists[Point].begin(), Lists[Point].end());
		for (; Next < Extra.size() && static_cast<size_t>(Extra[Next].first) == Point; ++Next)
		{
			Out.Items.push_back(Extra[Next].second);
		}
		const auto Begin = Out.Items.begin() + Out.Offsets.back();
		std::sort(Begin, Out.Items.end());
		Out.Items.erase(std::unique(Begin, Out.Items.end()), Out.Items.end());
		Out.Offsets.push_back(static_cast<uint32_t>(Out.Items.size()));
	}
	return Out;
}

} // namespace Exemplar

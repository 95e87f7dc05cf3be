// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Sample/SampleCharts.h"

#include "Geometry/Adjacency.h"
#include "Geometry/Measures.h"

#include <algorithm>

namespace Exemplar
{
namespace SampleChartsDetail
{

/** Which finger a place on the hand belongs to, from the little one to the thumb; -1 for the palm. */
static int32_t FingerAt(const FDouble3& P)
{
	if (P.Z > 0.046 + 0.55 * (P.X - 0.780) && 0.74 * (P.X - 0.740) + 0.67 * (P.Z - 0.036) > 0.016)
	{
		return 4;
	}
	// The fingers fan out from the knuckles, which lie on an arc.
	const double Fanned = (P.Z + 0.002) / (1.0 + 5.3 * (std::max)(0.0, P.X - 0.796)) - 0.002;
	if (P.X - (0.796 - 6.0 * (Fanned - 0.006) * (Fanned - 0.006)) < 0.012)
	{
		return -1;
	}
	return Fanned > 0.0215 ? 3 : Fanned > -0.0025 ? 2 : Fanned > -0.0260 ? 1 : 0;
}

static int32_t ChartAt(const FDouble3& P, const FDouble3& N)
{
	if (P.X > 0.700)
	{
		const int32_t Finger = FingerAt(P);
		return N.Y > 0.0 ? (Finger < 0 ? ChartPalmAbove : ChartFingersAbove + Finger)
						 : (Finger < 0 ? ChartPalmBelow : ChartFingersBelow + Finger);
	}
	if (P.X > 0.185 && P.Y > 1.2)
	{
		return P.Y > 1.435 ? ChartArmAbove : ChartArmBelow;
	}
	if (P.Y + 0.6 * P.Z > 1.575)
	{
		return P.Z > -0.012 ? ChartHeadFront : ChartHeadBack;
	}
	if (P.Y > 0.865 + 0.65 * P.X)
	{
		return P.Z > -0.012 ? ChartTrunkFront : ChartTrunkBack;
	}
	if (P.Y < 0.02 && N.Y < -0.6)
	{
		return ChartSole;
	}
	// The leg's axis leans forward to the knee and back to the heel.
	const double Axis =
		P.Y > 0.515 ? 0.010 * (0.935 - P.Y) / 0.42 : -0.020 + 0.030 * (std::max)(0.0, P.Y - 0.09) / 0.425;
	return P.Z > Axis ? ChartLegFront : ChartLegBack;
}

/** Leaves each chart its largest piece and gives the others to the neighbor with most triangles along them. */
static void MergeIslands(
	std::span<const FTriangle> Triangles, const FMeshAdjacency& Adjacency, std::vector<int32_t>& Chart)
{
	for (int Round = 0; Round < 4; ++Round)
	{
		std::vector<int32_t> Piece(Triangles.size(), -1);
		std::vector<std::vector<int32_t>> Pieces;
		for (size_t Seed = 0; Seed < Triangles.size(); ++Seed)
		{
			if (Piece[Seed] >= 0)
			{
				continue;
			}
			std::vector<int32_t> Members{static_cast<int32_t>(Seed)};
			Piece[Seed] = static_cast<int32_t>(Pieces.size());
			for (size_t Next = 0; Next < Members.size(); ++Next)
			{
				for (const int32_t Other : Adjacency.TriangleTriangles[static_cast<size_t>(Members[Next])])
				{
					if (Piece[static_cast<size_t>(Other)] < 0 && Chart[static_cast<size_t>(Other)] == Chart[Seed])
					{
						Piece[static_cast<size_t>(Other)] = Piece[Seed];
						Members.push_back(Other);
					}
				}
			}
			Pieces.push_back(std::move(Members));
		}
		std::vector<size_t> Largest(HalfChartCount, 0);
		for (const std::vector<int32_t>& Members : Pieces)
		{
			size_t& Most = Largest[static_cast<size_t>(Chart[static_cast<size_t>(Members[0])])];
			Most = (std::max)(Most, Members.size());
		}
		bool bChanged = false;
		for (const std::vector<int32_t>& Members : Pieces)
		{
			const int32_t Own = Chart[static_cast<size_t>(Members[0])];
			if (Members.size() == Largest[static_cast<size_t>(Own)])
			{
				continue;
			}
			std::vector<int> Touching(HalfChartCount, 0);
			for (const int32_t Member : Members)
			{
				for (const int32_t Other : Adjacency.TriangleTriangles[static_cast<size_t>(Member)])
				{
					const int32_t Theirs = Chart[static_cast<size_t>(Other)];
					Touching[static_cast<size_t>(Theirs)] += Theirs != Own;
				}
			}
			const auto Best = std::max_element(Touching.begin(), Touching.end());
			for (const int32_t Member : Members)
			{
				Chart[static_cast<size_t>(Member)] = static_cast<int32_t>(Best - Touching.begin());
			}
			bChanged = true;
		}
		if (!bChanged)
		{
			return;
		}
	}
}

/** Teeth: a triangle with two neighbors in another chart joins them. */
static void SmoothBorders(
	std::span<const FTriangle> Triangles, const FMeshAdjacency& Adjacency, std::vector<int32_t>& Chart)
{
	for (size_t Triangle = 0; Triangle < Triangles.size(); ++Triangle)
	{
		const std::span<const int32_t> Around = Adjacency.TriangleTriangles[Triangle];
		for (const int32_t Candidate : Around)
		{
			const int32_t Theirs = Chart[static_cast<size_t>(Candidate)];
			int Votes = 0;
			for (const int32_t Other : Around)
			{
				Votes += Chart[static_cast<size_t>(Other)] == Theirs;
			}
			if (Votes >= 2)
			{
				Chart[Triangle] = Theirs;
				break;
			}
		}
	}
}

} // namespace SampleChartsDetail

std::vector<int32_t> LabelCharts(std::span<const FDouble3> Positions, std::span<const FTriangle> Half)
{
	using namespace SampleChartsDetail;
	const std::vector<FDouble3> Normals = TriangleNormals(Positions, Half);
	std::vector<int32_t> Charts(Half.size());
	for (size_t Triangle = 0; Triangle < Half.size(); ++Triangle)
	{
		FDouble3 Center;
		for (const int32_t Vertex : Half[Triangle])
		{
			const FDouble3& P = Positions[static_cast<size_t>(Vertex)];
			Center = {Center.X + P.X / 3.0, Center.Y + P.Y / 3.0, Center.Z + P.Z / 3.0};
		}
		Charts[Triangle] = ChartAt(Center, Normals[Triangle]);
	}
	const FMeshAdjacency Adjacency = BuildAdjacency(Positions.size(), Half);
	SmoothBorders(Half, Adjacency, Charts);
	MergeIslands(Half, Adjacency, Charts);
	return Charts;
}

} // namespace Exemplar

// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Sample/SampleAtlas.h"

#include "FullSize.h"
#include "Geometry/Measures.h"
#include "Geometry/Topology.h"

#include <cmath>
#include <gtest/gtest.h>

namespace Exemplar
{
namespace SampleAtlasTest
{

struct FAtlasCase
{
	FSampleSurface Surface;
	FAtlas Atlas;

	explicit FAtlasCase(size_t VertexCount)
	{
		TResult<FSampleSurface> Made = BuildSampleSurface(FImplicitBody(), VertexCount, {});
		EXPECT_TRUE(Made.IsOk());
		if (Made)
		{
			Surface = std::move(Made.GetValue());
			TResult<FAtlas> Flat = BuildSampleAtlas(Surface, {});
			EXPECT_TRUE(Flat.IsOk());
			Atlas = Flat ? std::move(*Flat) : FAtlas();
		}
	}
	const FFloat2& UV(size_t Triangle, size_t Corner) const
	{
		return Atlas.UVs[Atlas.CornerUVs[3 * Triangle + Corner]];
	}
	double DoubleArea(size_t Triangle) const
	{
		const FFloat2 &A = UV(Triangle, 0), &B = UV(Triangle, 1), &C = UV(Triangle, 2);
		return (double(B.X) - A.X) * (double(C.Y) - A.Y) - (double(B.Y) - A.Y) * (double(C.X) - A.X);
	}
};

const FAtlasCase& Small()
{
	static const FAtlasCase Case(3000);
	return Case;
}

TEST(SampleAtlas, LiesInTheUnitSquareAndTurnsNoTriangleOver)
{
	const FAtlasCase& Case = Small();
	EXPECT_EQ(Case.Atlas.ChartCount, 38u);
	for (const FFloat2& UV : Case.Atlas.UVs)
	{
		EXPECT_TRUE(UV.X >= 0.0f && UV.X <= 1.0f && UV.Y >= 0.0f && UV.Y <= 1.0f);
	}
	for (size_t Triangle = 0; Triangle < Case.Surface.Mesh.Triangles.size(); ++Triangle)
	{
		EXPECT_GT(Case.DoubleArea(Triangle), 0.0);
	}
}

TEST(SampleAtlas, NoTwoTrianglesCoverTheSamePlace)
{
	// Samples of a fine grid, each in at most one triangle (a sample on a shared side would be a tie: the grid is odd).
	const FAtlasCase& Case = Small();
	constexpr int Size = 1499;
	std::vector<int32_t> Owner(static_cast<size_t>(Size * Size), -1);
	size_t Covered = 0, Overlaps = 0;
	for (size_t Triangle = 0; Triangle < Case.Surface.Mesh.Triangles.size(); ++Triangle)
	{
		double X[3], Y[3];
		for (size_t Corner = 0; Corner < 3; ++Corner)
		{
			X[Corner] = Case.UV(Triangle, Corner).X * double(Size);
			Y[Corner] = Case.UV(Triangle, Corner).Y * double(Size);
		}
		for (int Row = std::max(0, int(std::min({Y[0], Y[1], Y[2]})));
			 Row <= std::min(Size - 1, int(std::max({Y[0], Y[1], Y[2]}))); ++Row)
		{
			for (int Column = std::max(0, int(std::min({X[0], X[1], X[2]})));
				 Column <= std::min(Size - 1, int(std::max({X[0], X[1], X[2]}))); ++Column)
			{
				bool bInside = true;
				for (size_t Corner = 0; Corner < 3; ++Corner)
				{
					const size_t Next = (Corner + 1) % 3;
					bInside = bInside &&
						(X[Next] - X[Corner]) * (Row + 0.5 - Y[Corner]) -
								(Y[Next] - Y[Corner]) * (Column + 0.5 - X[Corner]) >
							1e-7;
				}
				int32_t& Here = Owner[static_cast<size_t>(Row * Size + Column)];
				if (bInside)
				{
					++Covered;
					Overlaps += Here >= 0;
					Here = static_cast<int32_t>(Triangle);
				}
			}
		}
	}
	EXPECT_EQ(Overlaps, 0u);
	EXPECT_GT(static_cast<double>(Covered) / (Size * Size), 0.40);
}

TEST(SampleAtlas, KeepsSizesAndAnglesNearly)
{
	const FAtlasCase& Case = Small();
	const std::vector<double> Areas = TriangleAreas(Case.Surface.Mesh.Positions, Case.Surface.Mesh.Triangles);
	double Area = 0.0, FlatArea = 0.0;
	for (size_t Triangle = 0; Triangle < Areas.size(); ++Triangle)
	{
		Area += Areas[Triangle];
		FlatArea += 0.5 * Case.DoubleArea(Triangle);
	}
	double WithinATenth = 0.0;
	for (size_t Triangle = 0; Triangle < Areas.size(); ++Triangle)
	{
		const double Stretch = std::sqrt(0.5 * Case.DoubleArea(Triangle) / Areas[Triangle] * Area / FlatArea);
		EXPECT_GT(Stretch, 0.2);
		EXPECT_LT(Stretch, 3.0);
		WithinATenth += std::abs(Stretch - 1.0) < 0.1 ? Areas[Triangle] : 0.0;
	}
	EXPECT_GT(WithinATenth / Area, 0.8);
}

TEST(SampleAtlas, ChartsAreDiscs)
{
	const FAtlasCase& Case = Small();
	for (size_t Chart = 0; Chart < Case.Atlas.ChartCount; ++Chart)
	{
		std::vector<FTriangle> Triangles;
		for (size_t Triangle = 0; Triangle < Case.Surface.Mesh.Triangles.size(); ++Triangle)
		{
			if (Case.Atlas.ChartOfTriangle[Triangle] == static_cast<int32_t>(Chart))
			{
				Triangles.push_back({static_cast<int32_t>(Case.Atlas.CornerUVs[3 * Triangle]),
					static_cast<int32_t>(Case.Atlas.CornerUVs[3 * Triangle + 1]),
					static_cast<int32_t>(Case.Atlas.CornerUVs[3 * Triangle + 2])});
			}
		}
		const FMeshTopology Topology = DescribeTopology(BuildAdjacency(Case.Atlas.UVs.size(), Triangles), Triangles);
		EXPECT_EQ(Topology.Components, 1u) << Chart;
		EXPECT_EQ(Topology.EulerCharacteristic, 1) << Chart;
	}
}

TEST(SampleAtlas, HoldsAtOtherSizesToo)
{
	FULL_SIZE_TEST();
	for (const size_t VertexCount : {2000u, 8000u, 20000u})
	{
		const FAtlasCase Case(VertexCount);
		size_t Turned = 0;
		for (size_t Triangle = 0; Triangle < Case.Surface.Mesh.Triangles.size(); ++Triangle)
		{
			Turned += !(Case.DoubleArea(Triangle) > 0.0);
		}
		EXPECT_EQ(Turned, 0u) << VertexCount;
	}
}

} // namespace SampleAtlasTest
} // namespace Exemplar

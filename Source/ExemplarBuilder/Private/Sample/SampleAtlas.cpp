// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Sample/SampleAtlas.h"

#include "Geometry/Adjacency.h"
#include "Sample/FlattenChart.h"
#include "Sample/SampleCharts.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace Exemplar
{
namespace SampleAtlasDetail
{

struct FChart
{
	int32_t Kind = 0;
	bool bRight = false;            // the mirror image of the chart before it
	std::vector<int32_t> Triangles; // of the surface
	std::vector<FTriangle> Local;
	std::vector<int32_t> Vertices; // of the surface
	std::vector<FDouble2> UVs;
	FDouble2 Size;
	FDouble2 Corner; // where it is packed
};

static FChart GatherChart(const FTriangleMesh& Mesh, int32_t Kind, bool bRight, std::vector<int32_t> Triangles)
{
	FChart Chart;
	Chart.Kind = Kind;
	Chart.bRight = bRight;
	Chart.Triangles = std::move(Triangles);
	for (const int32_t Triangle : Chart.Triangles)
	{
		for (const int32_t Vertex : Mesh.Triangles[static_cast<size_t>(Triangle)])
		{
			Chart.Vertices.push_back(Vertex);
		}
	}
	std::sort(Chart.Vertices.begin(), Chart.Vertices.end());
	Chart.Vertices.erase(std::unique(Chart.Vertices.begin(), Chart.Vertices.end()), Chart.Vertices.end());
	for (const int32_t Triangle : Chart.Triangles)
	{
		FTriangle Local;
		for (size_t Corner = 0; Corner < 3; ++Corner)
		{
			Local[Corner] = static_cast<int32_t>(std::lower_bound(Chart.Vertices.begin(), Chart.Vertices.end(),
													 Mesh.Triangles[static_cast<size_t>(Triangle)][Corner]) -
				Chart.Vertices.begin());
		}
		Chart.Local.push_back(Local);
	}
	return Chart;
}

static double Turn(const FDouble2& A, const FDouble2& B, const FDouble2& C)
{
	return (B.X - A.X) * (C.Y - A.Y) - (B.Y - A.Y) * (C.X - A.X);
}

/**
 * A disc whose triangles all keep their orientation and whose border does not cross itself covers nothing twice. Where
 * teeth of the border cross, their vertices draw back toward their neighbors as long as no triangle flips.
 */
static void Untangle(FChart& Chart)
{
	const FMeshAdjacency Adjacency = BuildAdjacency(Chart.Vertices.size(), Chart.Local);
	std::vector<FMeshEdge> Border;
	for (size_t Edge = 0; Edge < Adjacency.Edges.size(); ++Edge)
	{
		if (Adjacency.EdgeTriangles[Edge].size() == 1)
		{
			Border.push_back(Adjacency.Edges[Edge]);
		}
	}
	const auto UV = [&](int32_t Vertex) -> FDouble2& { return Chart.UVs[static_cast<size_t>(Vertex)]; };
	const auto DrawBack = [&](int32_t Vertex)
	{
		const FDouble2 Before = UV(Vertex);
		const std::span<const int32_t> Ring = Adjacency.VertexVertices[static_cast<size_t>(Vertex)];
		FDouble2 Mean;
		for (const int32_t Other : Ring)
		{
			Mean.X += UV(Other).X / static_cast<double>(Ring.size());
			Mean.Y += UV(Other).Y / static_cast<double>(Ring.size());
		}
		UV(Vertex) = {0.7 * Before.X + 0.3 * Mean.X, 0.7 * Before.Y + 0.3 * Mean.Y};
		for (const int32_t Triangle : Adjacency.VertexTriangles[static_cast<size_t>(Vertex)])
		{
			const FTriangle& T = Chart.Local[static_cast<size_t>(Triangle)];
			if (!(Turn(UV(T[0]), UV(T[1]), UV(T[2])) > 0.0))
			{
				UV(Vertex) = Before;
				return;
			}
		}
	};
	for (int Round = 0; Round < 30; ++Round)
	{
		std::vector<int32_t> Crossed;
		for (size_t First = 0; First < Border.size(); ++First)
		{
			for (size_t Second = First + 1; Second < Border.size(); ++Second)
			{
				const FMeshEdge &E = Border[First], &F = Border[Second];
				if (Turn(UV(E.A), UV(E.B), UV(F.A)) * Turn(UV(E.A), UV(E.B), UV(F.B)) < 0.0 &&
					Turn(UV(F.A), UV(F.B), UV(E.A)) * Turn(UV(F.A), UV(F.B), UV(E.B)) < 0.0)
				{
					Crossed.insert(Crossed.end(), {E.A, E.B, F.A, F.B});
				}
			}
		}
		if (Crossed.empty())
		{
			return;
		}
		std::sort(Crossed.begin(), Crossed.end());
		Crossed.erase(std::unique(Crossed.begin(), Crossed.end()), Crossed.end());
		std::for_each(Crossed.begin(), Crossed.end(), DrawBack);
	}
}

/** Moves a chart's UVs to the origin and measures them. */
static void Settle(FChart& Chart)
{
	FDouble2 Min{1e9, 1e9}, Max{-1e9, -1e9};
	for (const FDouble2& UV : Chart.UVs)
	{
		Min = {(std::min)(Min.X, UV.X), (std::min)(Min.Y, UV.Y)};
		Max = {(std::max)(Max.X, UV.X), (std::max)(Max.Y, UV.Y)};
	}
	for (FDouble2& UV : Chart.UVs)
	{
		UV = {UV.X - Min.X, UV.Y - Min.Y};
	}
	Chart.Size = {Max.X - Min.X, Max.Y - Min.Y};
}

/** Packs charts from the tallest to the lowest, each at the lowest free position. Returns the height. */
static double PackOnSkyline(std::vector<FChart>& Charts, std::span<const size_t> Order, double Width, double Gap)
{
	const double Step = 0.25 * Gap;
	std::vector<double> Skyline(static_cast<size_t>(Width / Step), Gap);
	double Height = 0.0;
	for (const size_t Index : Order)
	{
		FChart& Chart = Charts[Index];
		const size_t Span = static_cast<size_t>(std::ceil((Chart.Size.X + Gap) / Step));
		size_t Best = 0;
		double Lowest = 1e9;
		for (size_t Column = static_cast<size_t>(Gap / Step); Column + Span <= Skyline.size(); ++Column)
		{
			const auto First = Skyline.begin() + static_cast<std::ptrdiff_t>(Column);
			const double Base = *std::max_element(First, First + static_cast<std::ptrdiff_t>(Span));
			if (Base < Lowest)
			{
				Lowest = Base;
				Best = Column;
			}
		}
		Chart.Corner = {static_cast<double>(Best) * Step, Lowest};
		const auto First = Skyline.begin() + static_cast<std::ptrdiff_t>(Best);
		const size_t Used = (std::min)(Span, Skyline.size() - Best);
		std::fill(First, First + static_cast<std::ptrdiff_t>(Used), Lowest + Chart.Size.Y + Gap);
		Height = (std::max)(Height, Lowest + Chart.Size.Y + Gap);
	}
	return Height;
}

/** The side of the smallest square that a packing of some width fits in; leaves the charts packed so. */
static double Pack(std::vector<FChart>& Charts, double Gap)
{
	std::vector<size_t> Order(Charts.size());
	std::iota(Order.begin(), Order.end(), size_t{0});
	std::stable_sort(
		Order.begin(), Order.end(), [&](size_t A, size_t B) { return Charts[A].Size.Y > Charts[B].Size.Y; });
	double Widest = 0.0, Total = 0.0;
	for (const FChart& Chart : Charts)
	{
		Widest = (std::max)(Widest, Chart.Size.X + 3.0 * Gap);
		Total += Chart.Size.X * Chart.Size.Y;
	}
	double BestWidth = 0.0, BestSide = 1e9;
	for (int Try = 0; Try <= 50; ++Try)
	{
		const double Width = (std::max)(Widest, std::sqrt(Total) * (1.0 + 0.01 * Try));
		const double Side = (std::max)(Width, PackOnSkyline(Charts, Order, Width, Gap));
		if (Side < BestSide)
		{
			BestSide = Side;
			BestWidth = Width;
		}
	}
	PackOnSkyline(Charts, Order, BestWidth, Gap);
	return BestSide;
}

} // namespace SampleAtlasDetail

FSampleAtlas BuildSampleAtlas(const FSampleSurface& Surface, const FBuildContext& Context)
{
	using namespace SampleAtlasDetail;
	const FTriangleMesh& Mesh = Surface.Mesh;
	const size_t HalfCount = Mesh.Triangles.size() / 2; // the left half comes first, its mirror image after it
	const std::span<const FTriangle> Half(Mesh.Triangles.data(), HalfCount);
	const std::vector<int32_t> ChartOfHalf = LabelCharts(Mesh.Positions, Half);

	std::vector<FChart> Charts;
	for (int32_t Kind = 0; Kind < HalfChartCount; ++Kind)
	{
		std::vector<int32_t> Left, Right;
		for (size_t Triangle = 0; Triangle < HalfCount; ++Triangle)
		{
			if (ChartOfHalf[Triangle] == Kind)
			{
				Left.push_back(static_cast<int32_t>(Triangle));
				Right.push_back(static_cast<int32_t>(Triangle + HalfCount));
			}
		}
		if (Kind < FirstPairedChart)
		{
			Left.insert(Left.end(), Right.begin(), Right.end());
		}
		if (Left.empty())
		{
			continue;
		}
		Charts.push_back(GatherChart(Mesh, Kind, false, std::move(Left)));
		if (Kind >= FirstPairedChart)
		{
			Charts.push_back(GatherChart(Mesh, Kind, true, std::move(Right)));
		}
	}
	ParallelFor(*Context.Executor, Charts.size(), 1,
		[&](size_t Begin, size_t End)
		{
			for (size_t Index = Begin; Index < End; ++Index)
			{
				FChart& Chart = Charts[Index];
				if (Chart.bRight)
				{
					continue;
				}
				const FDouble3 Upward = Chart.Kind >= ChartArmAbove ? FDouble3{1, 0, 0}
					: Chart.Kind == ChartSole                       ? FDouble3{0, 0, 1}
																	: FDouble3{0, 1, 0};
				std::vector<FDouble3> Positions;
				for (const int32_t Vertex : Chart.Vertices)
				{
					Positions.push_back(Mesh.Positions[static_cast<size_t>(Vertex)]);
				}
				Chart.UVs = FlattenChart(Positions, Chart.Local, Upward);
				Untangle(Chart);
				Settle(Chart);
			}
		});
	for (size_t Index = 0; Index < Charts.size(); ++Index)
	{
		if (!Charts[Index].bRight)
		{
			continue;
		}
		const FChart& Left = Charts[Index - 1];
		Charts[Index].UVs.resize(Charts[Index].Vertices.size());
		for (size_t Vertex = 0; Vertex < Left.Vertices.size(); ++Vertex)
		{
			const int32_t Mirror = Surface.Mirror[static_cast<size_t>(Left.Vertices[Vertex])];
			const auto Place = std::lower_bound(Charts[Index].Vertices.begin(), Charts[Index].Vertices.end(), Mirror);
			Charts[Index].UVs[static_cast<size_t>(Place - Charts[Index].Vertices.begin())] = {
				-Left.UVs[Vertex].X, Left.UVs[Vertex].Y};
		}
		Settle(Charts[Index]);
	}
	const double Side = Pack(Charts, 0.012);

	FSampleAtlas Atlas;
	Atlas.ChartCount = Charts.size();
	Atlas.ChartOfTriangle.resize(Mesh.Triangles.size());
	Atlas.CornerUVs.resize(3 * Mesh.Triangles.size());
	for (size_t Index = 0; Index < Charts.size(); ++Index)
	{
		const FChart& Chart = Charts[Index];
		const uint32_t First = static_cast<uint32_t>(Atlas.UVs.size());
		for (const FDouble2& UV : Chart.UVs)
		{
			Atlas.UVs.push_back({static_cast<float>((Chart.Corner.X + UV.X) / Side),
				static_cast<float>((Chart.Corner.Y + UV.Y) / Side)});
		}
		for (size_t Local = 0; Local < Chart.Local.size(); ++Local)
		{
			const size_t Triangle = static_cast<size_t>(Chart.Triangles[Local]);
			Atlas.ChartOfTriangle[Triangle] = static_cast<int32_t>(Index);
			for (size_t Corner = 0; Corner < 3; ++Corner)
			{
				Atlas.CornerUVs[3 * Triangle + Corner] = First + static_cast<uint32_t>(Chart.Local[Local][Corner]);
			}
		}
	}
	return Atlas;
}

} // namespace Exemplar

// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "AnimationSpace/Subdivision.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <numbers>
#include <set>

namespace Exemplar
{

namespace SubdivisionDetail
{

/** A sum of coarse points in the making. */
using FRow = std::map<uint32_t, double>;

struct FEdge
{
	uint32_t A = 0, B = 0; // A < B
	std::vector<uint32_t> Polygons;
	bool bSharp = false;
	bool bCrease = false; // sharp because it was listed
	bool bSeam = false;   // not to be flipped
};

/** Edges ascending, with the polygons on them. */
struct FEdges
{
	std::vector<FEdge> Edges;
	std::map<std::pair<uint32_t, uint32_t>, uint32_t> Index;

	explicit FEdges(const FSubdivisionMesh& Mesh)
	{
		for (uint32_t Polygon = 0; Polygon < Mesh.PolygonCount(); ++Polygon)
		{
			ForEachSide(Mesh, Polygon,
				[&](uint32_t A, uint32_t B) {
					Index.try_emplace({(std::min)(A, B), (std::max)(A, B)}, 0);
				});
		}
		for (auto& [Ends, Number] : Index)
		{
			Number = static_cast<uint32_t>(Edges.size());
			Edges.push_back({Ends.first, Ends.second, {}, false, false, false});
		}
		for (uint32_t Polygon = 0; Polygon < Mesh.PolygonCount(); ++Polygon)
		{
			ForEachSide(Mesh, Polygon, [&](uint32_t A, uint32_t B) { Edges[Find(A, B)].Polygons.push_back(Polygon); });
		}
		for (const FMeshEdge& Crease : Mesh.Creases)
		{
			const uint32_t A = static_cast<uint32_t>(Crease.A), B = static_cast<uint32_t>(Crease.B);
			const auto Found = Index.find({(std::min)(A, B), (std::max)(A, B)});
			if (Found != Index.end())
			{
				Edges[Found->second].bCrease = true;
			}
		}
		for (const FMeshEdge& Seam : Mesh.Seams)
		{
			const uint32_t A = static_cast<uint32_t>(Seam.A), B = static_cast<uint32_t>(Seam.B);
			const auto Found = Index.find({(std::min)(A, B), (std::max)(A, B)});
			if (Found != Index.end())
			{
				Edges[Found->second].bSeam = true;
			}
		}
		for (FEdge& Edge : Edges)
		{
			Edge.bSharp = Edge.bCrease || Edge.Polygons.size() != 2;
		}
	}
	uint32_t Find(uint32_t A, uint32_t B) const { return Index.find({(std::min)(A, B), (std::max)(A, B)})->second; }
	template <typename BodyType>
	static void ForEachSide(const FSubdivisionMesh& Mesh, uint32_t Polygon, const BodyType& Body)
	{
		const uint32_t First = Mesh.PolygonOffsets[Polygon], Last = Mesh.PolygonOffsets[Polygon + 1];
		for (uint32_t Corner = First; Corner < Last; ++Corner)
		{
			Body(Mesh.CornerPoints[Corner], Mesh.CornerPoints[Corner + 1 == Last ? First : Corner + 1]);
		}
	}
};

FStatus CheckMesh(const FSubdivisionMesh& Mesh, ESubdivisionScheme Scheme)
{
	for (size_t Polygon = 0; Polygon < Mesh.PolygonCount(); ++Polygon)
	{
		const uint32_t First = Mesh.PolygonOffsets[Polygon], Last = Mesh.PolygonOffsets[Polygon + 1];
		std::set<uint32_t> Points;
		bool bGood = First <= Last && Last <= Mesh.CornerPoints.size();
		for (uint32_t Corner = First; bGood && Corner < Last; ++Corner)
		{
			bGood = Mesh.CornerPoints[Corner] < Mesh.PointCount && Points.insert(Mesh.CornerPoints[Corner]).second;
		}
		if (!bGood || Points.size() < 3)
		{
			return FError{EErrorCode::Degenerate,
				"Polygon " + std::to_string(Polygon) +
					" cannot be subdivided. A polygon needs three or more different points of the mesh."};
		}
		if (Scheme != ESubdivisionScheme::CatmullClark && Points.size() != 3)
		{
			return FError{EErrorCode::Unsupported,
				"Polygon " + std::to_string(Polygon) + " has " + std::to_string(Points.size()) +
					" corners. Loop and sqrt(3) subdivision require triangles; use Catmull-Clark for other polygons."};
		}
	}
	return FOk{};
}

void AddPolygon(const FSubdivisionMesh& Mesh, uint32_t Polygon, double Share, FRow& Row)
{
	const uint32_t First = Mesh.PolygonOffsets[Polygon], Last = Mesh.PolygonOffsets[Polygon + 1];
	for (uint32_t Corner = First; Corner < Last; ++Corner)
	{
		Row[Mesh.CornerPoints[Corner]] += Share / static_cast<double>(Last - First);
	}
}

FRow EdgeRow(const FSubdivisionMesh& Mesh, const FEdge& Edge, ESubdivisionScheme Scheme)
{
	FRow Row;
	if (Edge.bSharp)
	{
		Row[Edge.A] = Row[Edge.B] = 0.5;
		return Row;
	}
	if (Scheme == ESubdivisionScheme::CatmullClark)
	{
		Row[Edge.A] = Row[Edge.B] = 0.25;
		AddPolygon(Mesh, Edge.Polygons[0], 0.25, Row);
		AddPolygon(Mesh, Edge.Polygons[1], 0.25, Row);
		return Row;
	}
	// An eighth for every corner of both triangles, and another for the edge's own ends: 3/8, 3/8, 1/8, 1/8.
	for (const uint32_t Polygon : Edge.Polygons)
	{
		AddPolygon(Mesh, Polygon, 0.375, Row);
	}
	Row[Edge.A] += 0.125;
	Row[Edge.B] += 0.125;
	return Row;
}

FRow PointRow(const FSubdivisionMesh& Mesh, uint32_t Point, std::span<const FEdge> Edges,
	std::span<const uint32_t> OfPoint, ESubdivisionScheme Scheme)
{
	std::vector<uint32_t> Sharp;
	for (const uint32_t Edge : OfPoint)
	{
		if (Edges[Edge].bSharp)
		{
			Sharp.push_back(Edges[Edge].A == Point ? Edges[Edge].B : Edges[Edge].A);
		}
	}
	FRow Row;
	if (OfPoint.empty() || Sharp.size() > 2)
	{
		Row[Point] = 1.0;
		return Row;
	}
	if (Sharp.size() == 2)
	{
		Row[Point] = 0.75;
		Row[Sharp[0]] += 0.125;
		Row[Sharp[1]] += 0.125;
		return Row;
	}
	const double Count = static_cast<double>(OfPoint.size());
	if (Scheme == ESubdivisionScheme::Loop)
	{
		const double Center = 0.375 + 0.25 * std::cos(2.0 * std::numbers::pi / Count);
		const double Share = (0.625 - Center * Center) / Count;
		Row[Point] = 1.0 - Count * Share;
		for (const uint32_t Edge : OfPoint)
		{
			Row[Edges[Edge].A == Point ? Edges[Edge].B : Edges[Edge].A] += Share;
		}
		return Row;
	}
	// (F + 2 R + (n - 3) P) / n, F the mean of the polygons' points and R that of the edges' midpoints.
	Row[Point] = (Count - 3.0) / Count;
	std::set<uint32_t> Polygons;
	for (const uint32_t Edge : OfPoint)
	{
		Row[Edges[Edge].A] += 1.0 / (Count * Count);
		Row[Edges[Edge].B] += 1.0 / (Count * Count);
		Polygons.insert(Edges[Edge].Polygons.begin(), Edges[Edge].Polygons.end());
	}
	for (const uint32_t Polygon : Polygons)
	{
		AddPolygon(Mesh, Polygon, 1.0 / (Count * static_cast<double>(Polygons.size())), Row);
	}
	return Row;
}

void AppendRow(const FRow& Row, FSubdivision& Out)
{
	for (const auto& [Source, Weight] : Row)
	{
		Out.Sources.push_back(Source);
		Out.Weights.push_back(Weight);
	}
	Out.Offsets.push_back(static_cast<uint32_t>(Out.Sources.size()));
}

std::vector<std::vector<uint32_t>> EdgesOfPoints(const FSubdivisionMesh& Mesh, const FEdges& Edges)
{
	std::vector<std::vector<uint32_t>> Out(Mesh.PointCount);
	for (uint32_t Edge = 0; Edge < Edges.Edges.size(); ++Edge)
	{
		Out[Edges.Edges[Edge].A].push_back(Edge);
		Out[Edges.Edges[Edge].B].push_back(Edge);
	}
	return Out;
}

/** (1 - Share) of the point and Share of the mean of its neighbors; a point on a sharp edge stays. */
FRow NeighborRow(uint32_t Point, std::span<const FEdge> Edges, std::span<const uint32_t> OfPoint, double Share)
{
	FRow Row;
	Row[Point] = 1.0;
	if (OfPoint.empty() ||
		std::any_of(OfPoint.begin(), OfPoint.end(), [&](uint32_t Edge) { return Edges[Edge].bSharp; }))
	{
		return Row;
	}
	Row[Point] = 1.0 - Share;
	for (const uint32_t Edge : OfPoint)
	{
		Row[Edges[Edge].A == Point ? Edges[Edge].B : Edges[Edge].A] += Share / static_cast<double>(OfPoint.size());
	}
	return Row;
}

/** Kobbelt's share of the neighbors for a point of Count edges. */
double Sqrt3Share(size_t Count)
{
	return (4.0 - 2.0 * std::cos(2.0 * std::numbers::pi / static_cast<double>(Count))) / 9.0;
}

void AppendPolygon(std::initializer_list<uint32_t> Points, FSubdivisionMesh& Out)
{
	Out.CornerPoints.insert(Out.CornerPoints.end(), Points);
	Out.PolygonOffsets.push_back(static_cast<uint32_t>(Out.CornerPoints.size()));
}

/** Every side of a triangle becomes one: with the two triangles' middles, or whole where it may not be flipped. */
FSubdivision SubdivideSqrt3(const FSubdivisionMesh& Mesh)
{
	const FEdges Edges(Mesh);
	const std::vector<std::vector<uint32_t>> OfPoint = EdgesOfPoints(Mesh, Edges);
	FSubdivision Out;
	for (uint32_t Point = 0; Point < Mesh.PointCount; ++Point)
	{
		const double Share = OfPoint[Point].empty() ? 0.0 : Sqrt3Share(OfPoint[Point].size());
		AppendRow(NeighborRow(Point, Edges.Edges, OfPoint[Point], Share), Out);
	}
	const uint32_t FirstPolygon = static_cast<uint32_t>(Mesh.PointCount);
	for (uint32_t Polygon = 0; Polygon < Mesh.PolygonCount(); ++Polygon)
	{
		FRow Row;
		AddPolygon(Mesh, Polygon, 1.0, Row);
		AppendRow(Row, Out);
		FEdges::ForEachSide(Mesh, Polygon,
			[&](uint32_t A, uint32_t B)
			{
				const FEdge& Edge = Edges.Edges[Edges.Find(A, B)];
				if (Edge.bSharp || Edge.bSeam)
				{
					AppendPolygon({A, B, FirstPolygon + Polygon}, Out.Mesh);
					return;
				}
				const uint32_t Other = Edge.Polygons[0] == Polygon ? Edge.Polygons[1] : Edge.Polygons[0];
				AppendPolygon({A, FirstPolygon + Other, FirstPolygon + Polygon}, Out.Mesh);
			});
	}
	Out.Mesh.Creases = Mesh.Creases;
	Out.Mesh.Seams = Mesh.Seams;
	Out.Mesh.PointCount = Out.Offsets.size() - 1;
	return Out;
}

/** (n^2 P + 4 E + F) / (n (n + 5)), E the sum of the edges' other ends and F that of the quads' opposite corners. */
FRow CatmullClarkLimit(
	const FSubdivisionMesh& Mesh, uint32_t Point, std::span<const FEdge> Edges, std::span<const uint32_t> OfPoint)
{
	const double Count = static_cast<double>(OfPoint.size()), Whole = Count * (Count + 5.0);
	FRow Row;
	Row[Point] = Count * Count / Whole;
	std::set<uint32_t> Polygons;
	for (const uint32_t Edge : OfPoint)
	{
		Row[Edges[Edge].A == Point ? Edges[Edge].B : Edges[Edge].A] += 4.0 / Whole;
		Polygons.insert(Edges[Edge].Polygons.begin(), Edges[Edge].Polygons.end());
	}
	for (const uint32_t Polygon : Polygons)
	{
		const uint32_t First = Mesh.PolygonOffsets[Polygon];
		if (Mesh.PolygonOffsets[Polygon + 1] - First != 4)
		{
			return {{Point, 1.0}};
		}
		const auto At = std::find(Mesh.CornerPoints.begin() + First, Mesh.CornerPoints.begin() + First + 4, Point);
		const auto Corner = static_cast<uint32_t>(At - Mesh.CornerPoints.begin()) - First;
		Row[Mesh.CornerPoints[First + (Corner + 2) % 4]] += 1.0 / Whole;
	}
	return Row;
}

FRow LimitRow(const FSubdivisionMesh& Mesh, uint32_t Point, std::span<const FEdge> Edges,
	std::span<const uint32_t> OfPoint, ESubdivisionScheme Scheme)
{
	if (Scheme == ESubdivisionScheme::Sqrt3)
	{
		const double Share = OfPoint.empty() ? 0.0 : 3.0 * Sqrt3Share(OfPoint.size());
		return NeighborRow(Point, Edges, OfPoint, Share / (1.0 + Share));
	}
	std::vector<uint32_t> Sharp;
	for (const uint32_t Edge : OfPoint)
	{
		if (Edges[Edge].bSharp)
		{
			Sharp.push_back(Edges[Edge].A == Point ? Edges[Edge].B : Edges[Edge].A);
		}
	}
	if (OfPoint.empty() || Sharp.size() > 2)
	{
		return {{Point, 1.0}};
	}
	if (Sharp.size() == 2) // the limit of a cubic B-spline
	{
		FRow Row{{Point, 2.0 / 3.0}};
		Row[Sharp[0]] += 1.0 / 6.0;
		Row[Sharp[1]] += 1.0 / 6.0;
		return Row;
	}
	if (Scheme == ESubdivisionScheme::CatmullClark)
	{
		return CatmullClarkLimit(Mesh, Point, Edges, OfPoint);
	}
	const double Count = static_cast<double>(OfPoint.size());
	const double Center = 0.375 + 0.25 * std::cos(2.0 * std::numbers::pi / Count);
	const double Share = (0.625 - Center * Center) / Count, Limit = 1.0 / (0.375 / Share + Count);
	FRow Row{{Point, 1.0 - Count * Limit}};
	for (const uint32_t Edge : OfPoint)
	{
		Row[Edges[Edge].A == Point ? Edges[Edge].B : Edges[Edge].A] += Limit;
	}
	return Row;
}

} // namespace SubdivisionDetail

FSubdivision FindLimit(const FSubdivisionMesh& Mesh, ESubdivisionScheme Scheme)
{
	using namespace SubdivisionDetail;
	const FEdges Edges(Mesh);
	const std::vector<std::vector<uint32_t>> OfPoint = EdgesOfPoints(Mesh, Edges);
	FSubdivision Out;
	for (uint32_t Point = 0; Point < Mesh.PointCount; ++Point)
	{
		AppendRow(LimitRow(Mesh, Point, Edges.Edges, OfPoint[Point], Scheme), Out);
	}
	Out.Mesh = Mesh;
	return Out;
}

TResult<FSubdivision> Subdivide(const FSubdivisionMesh& Mesh, ESubdivisionScheme Scheme)
{
	using namespace SubdivisionDetail;
	if (FStatus Status = CheckMesh(Mesh, Scheme); !Status)
	{
		return Status.GetError();
	}
	if (Scheme == ESubdivisionScheme::Sqrt3)
	{
		return SubdivideSqrt3(Mesh);
	}
	const FEdges Edges(Mesh);
	const std::vector<std::vector<uint32_t>> OfPoint = EdgesOfPoints(Mesh, Edges);
	FSubdivision Out;
	const uint32_t FirstEdge = static_cast<uint32_t>(Mesh.PointCount);
	const uint32_t FirstPolygon = FirstEdge + static_cast<uint32_t>(Edges.Edges.size());
	for (uint32_t Point = 0; Point < Mesh.PointCount; ++Point)
	{
		AppendRow(PointRow(Mesh, Point, Edges.Edges, OfPoint[Point], Scheme), Out);
	}
	for (uint32_t Edge = 0; Edge < Edges.Edges.size(); ++Edge)
	{
		const FEdge& E = Edges.Edges[Edge];
		AppendRow(EdgeRow(Mesh, E, Scheme), Out);
		if (E.bCrease)
		{
			const int32_t Middle = static_cast<int32_t>(FirstEdge + Edge);
			Out.Mesh.Creases.push_back({static_cast<int32_t>(E.A), Middle});
			Out.Mesh.Creases.push_back({static_cast<int32_t>(E.B), Middle});
		}
	}
	for (uint32_t Polygon = 0; Polygon < Mesh.PolygonCount(); ++Polygon)
	{
		const uint32_t First = Mesh.PolygonOffsets[Polygon], Count = Mesh.PolygonOffsets[Polygon + 1] - First;
		const auto PointAt = [&](uint32_t Corner) { return Mesh.CornerPoints[First + Corner % Count]; };
		const auto EdgeAfter = [&](uint32_t Corner)
		{ return FirstEdge + Edges.Find(PointAt(Corner), PointAt(Corner + 1)); };
		if (Scheme == ESubdivisionScheme::CatmullClark)
		{
			FRow Row;
			AddPolygon(Mesh, Polygon, 1.0, Row);
			AppendRow(Row, Out);
		}
		else
		{
			AppendPolygon({EdgeAfter(0), EdgeAfter(1), EdgeAfter(2)}, Out.Mesh);
		}
		for (uint32_t Corner = 0; Corner < Count; ++Corner)
		{
			const uint32_t After = EdgeAfter(Corner), Before = EdgeAfter(Corner + Count - 1);
			if (Scheme == ESubdivisionScheme::CatmullClark)
			{
				AppendPolygon({PointAt(Corner), After, FirstPolygon + Polygon, Before}, Out.Mesh);
			}
			else
			{
				AppendPolygon({PointAt(Corner), After, Before}, Out.Mesh);
			}
		}
	}
	Out.Mesh.PointCount = Out.Offsets.size() - 1;
	return Out;
}

std::vector<FDouble3> ApplySubdivision(const FSubdivision& Subdivision, std::span<const FDouble3> Points)
{
	std::vector<FDouble3> Out(Subdivision.Mesh.PointCount);
	for (size_t Point = 0; Point < Out.size(); ++Point)
	{
		for (uint32_t Index = Subdivision.Offsets[Point]; Index < Subdivision.Offsets[Point + 1]; ++Index)
		{
			const FDouble3& P = Points[Subdivision.Sources[Index]];
			const double W = Subdivision.Weights[Index];
			Out[Point] = {Out[Point].X + W * P.X, Out[Point].Y + W * P.Y, Out[Point].Z + W * P.Z};
		}
	}
	return Out;
}

std::vector<FAnimationVector> ApplySubdivision(
	const FSubdivision& Subdivision, std::span<const FAnimationVector> Points)
{
	std::vector<FAnimationVector> Out(Subdivision.Mesh.PointCount);
	for (size_t Point = 0; Point < Out.size(); ++Point)
	{
		for (uint32_t Index = Subdivision.Offsets[Point]; Index < Subdivision.Offsets[Point + 1]; ++Index)
		{
			Out[Point] = AddScaled(Out[Point], Points[Subdivision.Sources[Index]], Subdivision.Weights[Index]);
		}
	}
	return Out;
}

} // namespace Exemplar

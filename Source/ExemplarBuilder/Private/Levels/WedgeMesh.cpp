// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Levels/WedgeMesh.h"

#include <algorithm>
#include <array>
#include <map>
#include <numeric>

namespace Exemplar
{
namespace WedgeMeshDetail
{

static std::vector<int32_t> FindCharts(std::span<const FTriangle> Wedges, size_t WedgeCount)
{
	std::vector<int32_t> Root(WedgeCount);
	std::iota(Root.begin(), Root.end(), 0);
	const auto Find = [&Root](int32_t At)
	{
		while (Root[static_cast<size_t>(At)] != At)
		{
			Root[static_cast<size_t>(At)] = Root[static_cast<size_t>(Root[static_cast<size_t>(At)])];
			At = Root[static_cast<size_t>(At)];
		}
		return At;
	};
	for (const FTriangle& T : Wedges)
	{
		for (const int32_t Other : {T[1], T[2]})
		{
			const int32_t A = Find(T[0]), B = Find(Other);
			Root[static_cast<size_t>((std::max)(A, B))] = (std::min)(A, B);
		}
	}
	std::vector<int32_t> Out;
	for (const FTriangle& T : Wedges)
	{
		Out.push_back(Find(T[0]));
	}
	return Out;
}

/** By their corners: levels must not depend on the order in which a file draws its triangles. */
static std::vector<std::array<uint32_t, 3>> SortTriangles(const FSurface& Surface, const FMeshSection& Section)
{
	std::vector<std::array<uint32_t, 3>> Out;
	for (uint32_t Index = Section.FirstIndex; Index < Section.FirstIndex + Section.IndexCount; Index += 3)
	{
		Out.push_back({Surface.Indices[Index], Surface.Indices[Index + 1], Surface.Indices[Index + 2]});
	}
	std::sort(Out.begin(), Out.end());
	return Out;
}

} // namespace WedgeMeshDetail

TResult<FWedgeMesh> MakeWedgeMesh(const FSurface& Surface, const FSkin& Skin)
{
	using namespace WedgeMeshDetail;
	if (Skin.Points.empty() || Surface.Indices.empty())
	{
		return FError{EErrorCode::Degenerate,
			"The character's finest level has no triangles or no skin. Levels of detail need a skinned character."};
	}
	FWedgeMesh Out;
	std::vector<int32_t> VertexOfPoint(Skin.PointCount(), -1), VertexOfCorner;
	for (const uint32_t Point : Surface.PointOfCorner)
	{
		if (VertexOfPoint[Point] < 0)
		{
			VertexOfPoint[Point] = static_cast<int32_t>(Out.PointOfVertex.size());
			Out.PointOfVertex.push_back(Point);
			Out.Mesh.Points.push_back(Skin.Points[Point]);
		}
		VertexOfCorner.push_back(VertexOfPoint[Point]);
	}
	Out.WedgeOfCorner.assign(Surface.CornerCount(), -1);
	std::map<std::pair<uint32_t, uint32_t>, int32_t> MoreWedges; // of corners that several sections use
	std::vector<uint32_t> FirstSection(Surface.CornerCount(), NoIndex);
	const auto WedgeOf = [&](uint32_t Corner, uint32_t Section)
	{
		const auto Add = [&]
		{
			Out.CornerOfWedge.push_back(Corner);
			Out.VertexOfWedge.push_back(VertexOfCorner[Corner]);
			return static_cast<int32_t>(Out.CornerOfWedge.size()) - 1;
		};
		if (FirstSection[Corner] == NoIndex)
		{
			FirstSection[Corner] = Section;
			Out.WedgeOfCorner[Corner] = Add();
		}
		if (FirstSection[Corner] == Section)
		{
			return Out.WedgeOfCorner[Corner];
		}
		const auto Known = MoreWedges.find({Corner, Section});
		return Known != MoreWedges.end() ? Known->second : (MoreWedges[{Corner, Section}] = Add());
	};
	for (uint32_t Section = 0; Section < Surface.Sections.size(); ++Section)
	{
		const FMeshSection& Part = Surface.Sections[Section];
		for (const std::array<uint32_t, 3>& Corners : SortTriangles(Surface, Part))
		{
			FTriangle T, W;
			for (size_t Corner = 0; Corner < 3; ++Corner)
			{
				W[Corner] = WedgeOf(Corners[Corner], Section);
				T[Corner] = VertexOfCorner[Corners[Corner]];
			}
			Out.Mesh.Triangles.push_back(T);
			Out.Mesh.Wedges.push_back(W);
			Out.SectionOfTriangle.push_back(Section);
		}
	}
	for (const uint32_t Corner : Out.CornerOfWedge)
	{
		if (!Surface.UVs.empty())
		{
			Out.Mesh.UVs.push_back({Surface.UVs[Corner].X, Surface.UVs[Corner].Y});
		}
	}
	Out.Charts = FindCharts(Out.Mesh.Wedges, Out.CornerOfWedge.size());
	return Out;
}

} // namespace Exemplar

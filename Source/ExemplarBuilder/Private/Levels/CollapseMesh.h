// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "BuilderApi.h"
#include "Geometry/Mesh.h"

#include <span>
#include <utility>
#include <vector>

namespace Exemplar
{

/** How free a vertex is to go. */
enum class EVertexKind : uint8_t
{
	Inside,
	Border, // on a boundary: goes along it only
	Fixed   // where surfaces touch or edges have more than two triangles: never goes
};

/**
 * The connectivity of a triangle mesh while its edges collapse; positions are somebody else's. Any mesh is taken:
 * triangles that name a vertex twice are left out, complex vertices stay where they are, everything else keeps its
 * topology (the link condition of Dey et al. 1999, with boundaries closed by a vertex at infinity). A corner may belong
 * to a wedge: where the wedges of a vertex differ a seam of UVs, normals or materials passes, and a vertex on it goes
 * along it only.
 */
class EXEMPLARBUILDER_API FCollapseMesh
{
public:
	/** Wedges, one a corner, may be empty: then every vertex is its own. Indices must be in range. */
	FCollapseMesh(size_t VertexCount, std::span<const FTriangle> InTriangles, std::span<const FTriangle> InWedges = {});

	size_t VertexCount() const { return Fans.size(); }
	size_t TriangleCount() const { return Alive; }

	bool IsAlive(int32_t Vertex) const { return !Fans[static_cast<size_t>(Vertex)].empty(); }
	bool IsTriangleAlive(size_t Triangle) const { return Triangles[Triangle][0] >= 0; }
	EVertexKind Kind(int32_t Vertex) const { return Kinds[static_cast<size_t>(Vertex)]; }

	/** The triangles at a vertex, in no particular but a reproducible order. */
	std::span<const int32_t> TrianglesOf(int32_t Vertex) const { return Fans[static_cast<size_t>(Vertex)]; }
	const FTriangle& Corners(int32_t Triangle) const { return Triangles[static_cast<size_t>(Triangle)]; }
	const FTriangle& WedgesOf(int32_t Triangle) const { return Wedges[static_cast<size_t>(Triangle)]; }

	/** All triangles ever, those that are gone with corner -1. */
	const std::vector<FTriangle>& AllTriangles() const { return Triangles; }
	const std::vector<FTriangle>& AllWedges() const { return Wedges; }

	/** Ascending. */
	void FindNeighbors(int32_t Vertex, std::vector<int32_t>& Out) const;

	/** Whether From can become To: link condition, boundary, seams. */
	bool CanCollapse(int32_t From, int32_t To);

	/**
	 * Whether the vertex that both become may stand anywhere: both go along the same boundary or seam, or both are
	 * free. Otherwise it stands where To does.
	 */
	bool CanPlace(int32_t From, int32_t To);

	/** The number of different wedges at a vertex. */
	size_t CountWedges(int32_t Vertex) const;

	/** The wedges that became others in the last Collapse: (gone, stays). */
	std::span<const std::pair<int32_t, int32_t>> WedgeMoves() const { return Moves; }

	/** From becomes To; only where CanCollapse said so. */
	void Collapse(int32_t From, int32_t To);

	/** Whether a boundary or a seam runs along an edge. */
	bool IsBorderEdge(int32_t A, int32_t B) const;

	/** Triangles that hold both. */
	size_t CountEdgeTriangles(int32_t A, int32_t B) const;

private:
	bool MapWedges(int32_t From, int32_t To);
	bool HasTriangle(int32_t A, int32_t B, int32_t C) const;
	void Remove(int32_t Triangle, int32_t Vertex);

	std::vector<FTriangle> Triangles;
	std::vector<FTriangle> Wedges;
	std::vector<std::vector<int32_t>> Fans;
	std::vector<EVertexKind> Kinds;
	std::vector<std::pair<int32_t, int32_t>> Moves;
	std::vector<uint32_t> Marks;
	uint32_t Mark = 0;
	size_t Alive = 0;
};

/** Where a corner stands in a triangle; -1 where it does not. */
inline int FindCorner(const FTriangle& Triangle, int32_t Vertex)
{
	return Triangle[0] == Vertex ? 0 : (Triangle[1] == Vertex ? 1 : (Triangle[2] == Vertex ? 2 : -1));
}

} // namespace Exemplar

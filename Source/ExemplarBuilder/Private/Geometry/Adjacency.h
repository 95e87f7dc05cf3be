// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Geometry/Mesh.h"

#include <span>

namespace Exemplar
{

/** A list of indices per row: those of row i are [Offsets[i], Offsets[i + 1]). */
struct FIndexLists
{
	std::vector<uint32_t> Offsets{0};
	std::vector<int32_t> Items;

	size_t Count() const { return Offsets.size() - 1; }
	std::span<const int32_t> operator[](size_t Row) const
	{
		return {Items.data() + Offsets[Row], Items.data() + Offsets[Row + 1]};
	}
	bool operator==(const FIndexLists&) const = default;
};

/** An undirected edge, A < B. */
struct FMeshEdge
{
	int32_t A = 0, B = 0;
	bool operator==(const FMeshEdge&) const = default;
};

/**
 * Neighbors of vertices, edges and triangles on a triangle mesh of any topology. All lists ascend, so that iteration
 * over them is the same on every machine. A triangle that names a vertex twice or out of range has no edges and no
 * neighbors.
 */
struct FMeshAdjacency
{
	std::vector<FMeshEdge> Edges;                      // ascending by A, then B
	std::vector<std::array<int32_t, 3>> TriangleEdges; // edge k runs from corner k to corner k + 1; -1 where ill-formed
	FIndexLists EdgeTriangles;                         // one: boundary; two: inside; more: non-manifold
	FIndexLists VertexVertices;
	FIndexLists VertexTriangles;
	FIndexLists TriangleTriangles; // across edges; all pairs at a non-manifold edge

	size_t VertexCount() const { return VertexVertices.Count(); }
};

FMeshAdjacency BuildAdjacency(size_t VertexCount, std::span<const FTriangle> Triangles);

/** The triangles at a vertex that are connected by edges, counter-clockwise. */
struct FVertexFan
{
	std::vector<int32_t> Vertices;  // the ring; a closed one does not repeat its first
	std::vector<int32_t> Triangles; // triangle i lies between ring vertices i and i + 1
	bool bClosed = false;
};

/**
 * The one-ring of a vertex in order: one fan at a manifold vertex, several if surfaces touch. A fan ends at
 * boundaries, at non-manifold edges and between triangles of different orientation. A closed fan starts at
 * its smallest vertex; fans ascend by their first triangle.
 */
std::vector<FVertexFan> FindOneRing(
	const FMeshAdjacency& Adjacency, std::span<const FTriangle> Triangles, int32_t Vertex);

/**
 * A chain of boundary edges in the orientation of their triangles (the surface is on the left). It starts at its
 * smallest vertex if it is closed, and it is closed unless triangles have different orientations.
 */
struct FBoundaryLoop
{
	std::vector<int32_t> Vertices;
	bool bClosed = false;
};

/**
 * All boundary loops, ascending by their first vertex. A vertex with several fans counts as one vertex per fan: two
 * holes that touch in a point make one loop that passes through it twice.
 */
std::vector<FBoundaryLoop> FindBoundaryLoops(const FMeshAdjacency& Adjacency, std::span<const FTriangle> Triangles);

} // namespace Exemplar

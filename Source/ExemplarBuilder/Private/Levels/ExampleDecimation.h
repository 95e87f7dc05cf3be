// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Base/BuildContext.h"
#include "Base/Result.h"
#include "BuilderApi.h"
#include "Geometry/Mesh.h"

#include <span>

namespace Exemplar
{

/** What a plane of the original weighs in the quadrics. */
enum class EPlaneWeight
{
	Area,         // of its triangle in the rest: the error is that of the surface, whatever its tessellation
	RelativeArea, // the same where the area around a vertex is one on average
	Vertex        // shares of one a vertex: the error is that of the original's vertices, dense regions count more
};

struct FDecimationOptions
{
	/** How many triangles the levels are to have, falling. A level has at most so many, as far as it can be reached. */
	std::vector<size_t> Targets;

	/** The targets are numbers of vertices instead; they are met exactly. */
	bool bVertexTargets = false;

	/**
	 * The key of an edge is the sum over examples of its squared error to this power: 1 is the sum (Mohr & Gleicher
	 * 2003), 2 keeps what any single example bends strongly. At least 1/2.
	 */
	double Exponent = 1.0;

	EPlaneWeight Weight = EPlaneWeight::Vertex;

	/** Vertices stay where the examples have them (half-edge collapses) instead of moving to their optimum. */
	bool bKeepVertices = false;

	/** Boundaries and seams weigh so many times more than the surface beside them. Not negative. */
	double BorderWeight = 10.0;
};

/** One level: the same vertices and triangles for all examples, positions of their own. */
struct FDecimatedLevel
{
	std::vector<uint32_t> Vertices;               // the original vertex that each is the last of, ascending
	std::vector<FTriangle> Triangles;             // into Vertices
	std::vector<FTriangle> Wedges;                // of the corners, numbered as in the input
	std::vector<std::vector<FDouble3>> Positions; // one array an example
	std::vector<int32_t> VertexOfOriginal;        // what every vertex of the original became; -1: it had no triangles
	double Error = 0.0;                           // largest key up to here, as a length
};

/** Vertex From of the original became To. */
struct FExampleCollapse
{
	uint32_t From = 0, To = 0;
	double Key = 0.0; // sum of d^p
	bool operator==(const FExampleCollapse&) const = default;
};

struct FDecimation
{
	std::vector<FExampleCollapse> Collapses;
	std::vector<FDecimatedLevel> Levels; // one a target, the finest first
};

/**
 * Shared decimation of corresponded examples (QSlim, Garland & Heckbert 1997, in every example at once): one order of
 * collapses for all of them, a position of its own for each. No collapse flips or flattens a triangle in any example or
 * changes the topology. Examples[0] is the rest. Wedges, one a corner, mark seams and may be empty. Collapses end early
 * where no edge may go.
 */
EXEMPLARBUILDER_API TResult<FDecimation> DecimateExamples(std::span<const std::vector<FDouble3>> Examples,
	std::span<const FTriangle> Triangles, std::span<const FTriangle> Wedges, const FDecimationOptions& Options,
	const FBuildContext& Context);

/**
 * For every vertex of Coarse the vertex of Fine nearest to it in the rest among those that it is made of: where weights
 * are copied from. The levels are of one decimation; a level against itself gives every vertex itself.
 */
EXEMPLARBUILDER_API std::vector<uint32_t> MapLevelVertices(const FDecimatedLevel& Fine, const FDecimatedLevel& Coarse);

/** The original as a level of its own, the finest of all. */
EXEMPLARBUILDER_API FDecimatedLevel OriginalLevel(std::span<const std::vector<FDouble3>> Examples,
	std::span<const FTriangle> Triangles, std::span<const FTriangle> Wedges = {});

} // namespace Exemplar

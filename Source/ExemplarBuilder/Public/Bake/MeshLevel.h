// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Examples/ExampleSet.h"

namespace Exemplar
{

struct FMeshLevelOptions
{
	/** Take the source's normals where it has them; otherwise, and where it has none, the surface's smooth ones. */
	bool bSourceNormals = true;

	/** Tangents along u (angle-weighted over the triangles of a corner); none without UVs. */
	bool bTangents = false;
};

/**
 * The drawable surface of a set's rest mesh: points split into corners where UV or normal differ (and, with tangents,
 * where the UVs are mirrored), one section a material in the order of the source's materials. Corners are ordered by
 * point: where nothing is split and every vertex has a face, corner i is point i. UVs are turned to a top-left origin.
 * Fills Sections, Indices, Positions, Normals, Tangents, UVs, PointOfCorner and SourceOfCorner.
 */
EXEMPLARBUILDER_API FMeshLevelData BuildMeshLevel(const FExampleSet& Set, const FMeshLevelOptions& Options = {});

/** The slots that the sections of BuildMeshLevel name: the source's materials, or one where it has none. */
EXEMPLARBUILDER_API std::vector<TMaterialSlot<FOwned>> MaterialsOf(const FExampleSet& Set);

/** The first source vertex of every point: takes what a source has per vertex (weights, colors) to points. */
EXEMPLARBUILDER_API std::vector<uint32_t> SourceOfPoints(const FExampleSet& Set);

/** Row i of the result is row RowOf[i]: PointOfCorner takes weights of points to corners, SourceOfPoints to points. */
EXEMPLARBUILDER_API TBlendWeights<FOwned> GatherWeights(
	const TBlendWeights<FOwned>& Weights, std::span<const uint32_t> RowOf);

/** Positions of one pose at the corners, in float. */
EXEMPLARBUILDER_API std::vector<FFloat3> GatherPositions(
	std::span<const FDouble3> Points, std::span<const uint32_t> PointOfCorner);

} // namespace Exemplar

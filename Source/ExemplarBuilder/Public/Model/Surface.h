// Copyright (c) 2026 Exemplar contributors. MIT license.
// May change.

#pragma once

#include "Character/CharacterModel.h"
#include "Examples/ExampleSet.h"

namespace Exemplar
{

/**
 * What is drawn, over points: triangles by material, and the corners that their points are split into where UVs,
 * normals or colors differ. Where the points stand is the skin's to say. Attributes of corners have the precision of
 * the files they came from. Optional arrays are empty or have one entry per corner.
 */
struct FSurface
{
	std::vector<FMeshSection> Sections;
	std::vector<uint32_t> Indices; // corners, three per triangle, section by section
	std::vector<uint32_t> PointOfCorner;
	std::vector<uint32_t> SourceOfCorner;      // optional; NoIndex where no source vertex stands there
	std::vector<FFloat3> Normals;              // optional, unit
	std::vector<FFloat4> Tangents;             // optional, unit; W is the sign of the bitangent
	std::vector<FFloat2> UVs;                  // optional, glTF's: origin at the top left
	std::vector<std::vector<FFloat2>> MoreUVs; // the sets after the first, each with one entry per corner
	std::vector<std::vector<FFloat4>> Colors;  // the same for sets of colors; white where the source has none

	size_t CornerCount() const { return PointOfCorner.size(); }
	size_t TriangleCount() const { return Indices.size() / 3; }
	bool operator==(const FSurface&) const = default;
};

struct FSurfaceOptions
{
	/** Take the source's normals where it has them; otherwise, and where it has none, the surface's smooth ones. */
	bool bSourceNormals = true;

	/** Tangents along u (angle-weighted over the triangles of a corner); none without UVs. */
	bool bTangents = true;
};

/**
 * The surface of a set's rest mesh: points split into corners where a UV, the normal or a color differs (and, with
 * tangents, where the UVs are mirrored), one section per material in the order of the source's materials. Corners are
 * ordered by point: where nothing is split and every vertex has a face, corner i is point i. UVs are turned to a
 * top-left origin.
 */
EXEMPLARBUILDER_API FSurface BuildSurface(const FExampleSet& Set, const FSurfaceOptions& Options = {});

/** The same surface with its corners in another order: corner i of the result is corner Order[i]. */
EXEMPLARBUILDER_API FSurface ReorderCorners(const FSurface& Surface, std::span<const uint32_t> Order);

/** The slots that the sections of BuildSurface name: the source's materials, or one where it has none. */
EXEMPLARBUILDER_API std::vector<TMaterialSlot<FOwned>> MaterialsOf(const FExampleSet& Set);

/** The first source vertex of every point: takes what a source has per vertex (weights, colors) to points. */
EXEMPLARBUILDER_API std::vector<uint32_t> SourceOfPoints(const FExampleSet& Set);

} // namespace Exemplar

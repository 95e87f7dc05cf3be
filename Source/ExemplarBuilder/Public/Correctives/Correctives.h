// Copyright (c) 2026 Exemplar contributors. MIT license.
// May change.

#pragma once

#include "BuilderApi.h"
#include "Character/CharacterModel.h"
#include "Geometry/Mesh.h"

#include <cstdint>
#include <vector>

namespace Exemplar
{

/** What shapes do to the points of one level. Rows are shapes. */
struct FShapeDeltas
{
	std::vector<uint32_t> Offsets; // one more than shapes; empty: nothing moves on this level
	std::vector<uint32_t> Points;  // ascending in a row
	std::vector<FDouble3> Deltas;  // in rest space, before skinning

	// What an operator cannot reach (FInverse::After), added after skinning and turned with a joint.
	std::vector<uint32_t> AfterOffsets; // empty: nothing
	std::vector<uint32_t> AfterPoints;
	std::vector<uint32_t> AfterJoints; // index into Model.AfterJoints
	std::vector<FDouble3> AfterDeltas; // in the rest frame of the joint's motion: posed by its palette's linear part

	bool operator==(const FShapeDeltas&) const = default;
};

/**
 * Pose-space correctives over points, as a stage makes them. Bake encodes displacements with 16 bits, finds how normals
 * follow, and gives corners what their points have; Unbake returns the decoded displacements. Scales of shapes need not
 * be set: Bake uses those of shapes that are not zero and finds the others. With ChooseScales and Decode a stage knows
 * exactly what will be drawn.
 */
struct FCorrectives
{
	TCorrectives<FOwned> Model;       // FCorrectiveShape: Low and High must contain every weight that is to be reached
	std::vector<FShapeDeltas> Levels; // finest first, over the points of FCharacterParts::Skin and FLevel::Skin

	bool IsEmpty() const { return Model.Correctives.empty(); }
	bool operator==(const FCorrectives&) const = default;
};

/** Sets DeltaScale of shapes that have none, from their largest displacement over all levels. */
EXEMPLARBUILDER_API void ChooseScales(FCorrectives& Correctives);

/** The displacements as they will be drawn: encoded with the scales of their shapes, and decoded. Displacements whose
 * codes are zero are left out. */
EXEMPLARBUILDER_API FShapeDeltas Decode(const TCorrectives<FOwned>& Model, const FShapeDeltas& Deltas);

/** What correctives of the finest level do to coarser ones where nothing better was fitted: a point takes the delta of
 * the finest level's nearest point. Nearest has one point of the finest level per point of the coarser one. */
EXEMPLARBUILDER_API FShapeDeltas CarryDeltas(const FShapeDeltas& Finest, const std::vector<uint32_t>& Nearest);

} // namespace Exemplar

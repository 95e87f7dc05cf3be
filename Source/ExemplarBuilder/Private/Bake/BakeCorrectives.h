// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Bake/Bake.h"

namespace Exemplar
{

/**
 * Gives the levels of a character, which are baked otherwise, their correctives: codes of displacements for every
 * corner, what shapes add to normals, and error bounds that include them. Fails where shapes and levels do not belong
 * together.
 */
FStatus BakeCorrectives(
	const FCharacterParts& Parts, bool bNormals, FCharacterData& Character, const FBuildContext& Context);

/** The displacements of a level over its points, each from its first corner. */
FShapeDeltas ReadDeltas(
	const TCorrectives<FOwned>& Model, const TCorrectiveDeltas<FOwned>& Level, std::span<const uint32_t> PointOfCorner);

/**
 * How far correctives can take each level from the finest one, beyond what its skin does: by level, what vertices and
 * those that they become differ by, added up. Bake adds this to the error bounds of levels, Unbake takes it off.
 */
std::vector<double> FindCorrectiveBounds(const FCharacterData& Character);

/** The largest size of every shape's weight: its range times the strength of its corrective. */
std::vector<double> FindLargestWeights(const TCorrectives<FOwned>& Model);

/**
 * How far correctives can move each vertex of a level in rest space: shapes are anywhere in their ranges, so that each
 * coordinate of the displacement is in the sum of intervals. Empty without correctives.
 */
std::vector<double> FindCorrectiveReach(const TCorrectives<FOwned>& Model, const FMeshLevelData& Level);

} // namespace Exemplar

// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Levels/CharacterMesh.h"

namespace Exemplar
{

/** The wedges that a state draws, which become its corners. */
struct FLevelCorners
{
	std::vector<int32_t> Wedges;
	std::vector<int32_t> CornerOfWedge; // -1 where it is not drawn
};

/** Ascending by wedge, those of the smallest Rank first (Rank, one a wedge, may be empty). */
FLevelCorners FindCorners(const FCharacterMesh& Source, const FLodState& State, std::span<const int32_t> Rank = {});

/**
 * A level to draw: triangles by section, positions at rest, and what the finest level has at the nearest place of its
 * own surface in the same chart (UVs, normals, tangents; weights and correctives of the nearest corner). A vertex is
 * the point that it is the last of; it has a source where it stands as it did. The skin is left to AssembleSkin.
 */
FMeshLevelData AssembleLevel(
	const FMeshLevelData& Finest, const FCharacterMesh& Source, const FLodState& State, const FLevelCorners& Corners);

/** What each corner of a level becomes in the next one, and the point that it becomes. */
struct FMorphTarget
{
	uint32_t Corner = 0;
	const FAnimationVector* Point = nullptr; // null: it stays where it is
};

/**
 * Writes the skin, with what to add to reach the next level over a common set of bones, links and the level's bones.
 * Points, one a corner; Targets may be empty. Blend weights are confined to the bones that the skin has.
 */
void AssembleSkin(
	FMeshLevelData& Level, std::span<const FAnimationVector> Points, std::span<const FMorphTarget> Targets);

} // namespace Exemplar

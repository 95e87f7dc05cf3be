// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Base/Result.h"
#include "Character/CharacterModel.h"
#include "Levels/LodStream.h"

namespace Exemplar
{

/** A level of a character as a stream sees it: corners that are one point joined, wedges where corners differ. */
struct FCharacterMesh
{
	FSkinnedMesh Mesh;
	std::vector<uint32_t> CornerOfWedge;
	std::vector<int32_t> WedgeOfCorner; // the first; -1: no triangle has it
	std::vector<int32_t> VertexOfWedge;
	std::vector<uint32_t> SectionOfTriangle;
	std::vector<int32_t> Charts; // of triangles: those that hang together by wedges
};

/** Corners of one PointOfCorner are one vertex; without that map those at the same place with the same skin are. */
TResult<FCharacterMesh> MakeCharacterMesh(const FMeshLevelData& Level);

/** The corners of a level in another order: corner i of the result is corner Order[i]. */
FMeshLevelData ReorderCorners(const FMeshLevelData& Level, std::span<const uint32_t> Order);

} // namespace Exemplar

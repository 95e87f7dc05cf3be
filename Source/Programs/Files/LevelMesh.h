// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Character/Character.h"
#include "Examples/ExampleSet.h"

namespace Exemplar
{

/**
 * A level of a character at rest as a mesh for files. The finest level has the vertices of the file that the character
 * was made from, in that order, where the character knows them; other levels have their points in the order of their
 * first corners. Triangles, UVs and materials are the level's.
 */
struct FLevelMesh
{
	FSourceMesh Mesh;
	std::vector<uint32_t> CornerOfVertex; // a vertex of the level where each stands; NoIndex: no triangle uses it

	/** Where the mesh's vertices stand if the level's stand at Corners; a vertex that no triangle uses stays. */
	std::vector<FDouble3> PositionsOf(std::span<const FFloat3> Corners) const;
};

FLevelMesh MakeLevelMesh(const FCharacterView& Character, size_t Level);

} // namespace Exemplar

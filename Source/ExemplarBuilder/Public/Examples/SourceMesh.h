// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Character/CharacterModel.h"
#include "Geometry/Mesh.h"

#include <string>

namespace Exemplar
{

/**
 * A mesh exactly as a file holds it: vertices in the file's order (the order is the correspondence between poses),
 * polygons of any size, attributes per polygon corner. Nothing is welded, split, dropped or reordered.
 */
struct FSourceMesh
{
	std::vector<FDouble3> Positions;

	/** The corners of polygon f are CornerVertices[PolygonOffsets[f] .. PolygonOffsets[f + 1]). */
	std::vector<uint32_t> PolygonOffsets{0};
	std::vector<uint32_t> CornerVertices;
	std::vector<uint32_t> CornerUVs;     // optional, into UVs; NoIndex for a corner without
	std::vector<uint32_t> CornerNormals; // optional, into Normals; NoIndex for a corner without

	std::vector<FFloat2> UVs; // origin at the bottom left, as OBJ has it
	std::vector<FFloat3> Normals;
	std::vector<uint32_t> PolygonMaterials; // optional, into Materials
	std::vector<TMaterialSlot<FOwned>> Materials;

	size_t PolygonCount() const { return PolygonOffsets.size() - 1; }
	bool operator==(const FSourceMesh&) const = default;
};

} // namespace Exemplar

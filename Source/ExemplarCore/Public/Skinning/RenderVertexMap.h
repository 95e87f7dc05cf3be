// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Base/Api.h"
#include "Base/Result.h"
#include "Character/CharacterModel.h"

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace Exemplar
{

/**
 * Maps the vertices of an engine's mesh to those of a character's level. Engines split vertices where attributes
 * differ, reorder them for their caches and drop unused ones. A mesh that was built from the level, or from the
 * character's source meshes, is matched vertex by vertex, once, when the map is built. A stamp of the mesh is stored
 * with the map, because a reimported mesh may be split and sorted differently.
 */

/** An engine's mesh in the character's space: one entry per render vertex. All arrays but Positions are optional.
 */
struct FRenderVertices
{
	std::span<const FFloat3> Positions;
	std::span<const FFloat3> Normals;
	std::span<const FFloat2> UVs;
	std::span<const int32_t> ImportVertices; // the vertex of the imported mesh that each one came from
};

enum class ERenderVertexSource : uint8_t
{
	Corners,  // by index: the imported mesh was the level
	Sources,  // by index: the imported meshes were those that the character was built from
	Positions // by position
};

struct FRenderVertexMap
{
	std::vector<uint32_t> Vertices; // the level's vertex of each render vertex
	ERenderVertexSource Source = ERenderVertexSource::Corners;
	float LargestDistance = 0.0f; // at rest, meters
};

struct FRenderVertexMapOptions
{
	float Tolerance = 1e-4f; // largest distance of matching vertices, as a fraction of the level's diagonal
};

/**
 * Tries the imported vertices' indices as those of the level, then as those of its source meshes, then positions alone.
 * The first method that matches every render vertex is used. Among vertices at one position it selects the one with the
 * nearest UV, then the nearest normal, then the first. Fails with the first render vertex that has no match.
 */
EXEMPLARCORE_API TResult<FRenderVertexMap> MapRenderVertices(
	const FMeshLevelView& Level, const FRenderVertices& Render, const FRenderVertexMapOptions& Options = {});

/** Validates a map that was read from a file: fails if it refers to a vertex that the level does not have. */
EXEMPLARCORE_API FStatus CheckRenderVertexMap(std::span<const uint32_t> Map, size_t LevelVertexCount);

/** A run of triangles of a render mesh with one material. */
struct FRenderSection
{
	uint32_t Material = 0;
	uint32_t FirstIndex = 0;
	uint32_t TriangleCount = 0;
	uint32_t FirstVertex = 0;
	uint32_t VertexCount = 0;
};

/** Identifies a render mesh. Positions are not available everywhere: then their hash is zero and not compared.
 */
struct FRenderMeshStamp
{
	uint32_t VertexCount = 0;
	uint64_t Layout = 0;    // XXH64 of sections and bones
	uint64_t Positions = 0; // XXH64 of the positions as the engine stores them
	bool operator==(const FRenderMeshStamp&) const = default;
};

EXEMPLARCORE_API FRenderMeshStamp MakeRenderMeshStamp(uint32_t VertexCount, std::span<const FRenderSection> Sections,
	std::span<const std::string_view> Bones, std::span<const FFloat3> Positions);

/** Fails with what differs. */
EXEMPLARCORE_API FStatus CompareRenderMeshStamps(const FRenderMeshStamp& Made, const FRenderMeshStamp& Found);

} // namespace Exemplar

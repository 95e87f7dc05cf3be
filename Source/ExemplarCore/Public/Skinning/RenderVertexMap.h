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
 * A level of a character, drawn as a mesh of an engine's: engines split vertices where attributes differ, reorder them
 * for their caches and leave out what no triangle uses. What was built from the level, or from the meshes that the
 * character was built from, is recognized vertex by vertex, once, when it is converted. A stamp of the mesh stands
 * beside the map, because a mesh that is imported again may be split and sorted otherwise.
 */

/** What an engine knows of its mesh, in the character's space: one entry a render vertex, but for Positions optional.
 */
struct FRenderVertices
{
	std::span<const FFloat3> Positions;
	std::span<const FFloat3> Normals;
	std::span<const FFloat2> UVs;
	std::span<const int32_t> ImportVertices; // the vertex of the imported mesh that it came from
};

enum class ERenderVertexSource : uint8_t
{
	Corners,  // what was imported were the level's own vertices
	Sources,  // what was imported were the meshes that the character was built from
	Positions // found by where they are
};

struct FRenderVertexMap
{
	std::vector<uint32_t> Vertices; // the level's vertex of each render vertex
	ERenderVertexSource Source = ERenderVertexSource::Corners;
	float LargestDistance = 0.0f; // at rest, meters
};

struct FRenderVertexMapOptions
{
	float Tolerance = 1e-4f; // how far apart the same vertex may be, as a part of the level's diagonal
};

/**
 * Tries the numbers of imported vertices as the level's, then as those of its source meshes, then positions alone;
 * what fits every render vertex is taken. Among vertices at one place the one with the nearest UV is taken, then that
 * with the nearest normal, then the first. Fails with the first render vertex that is nowhere.
 */
EXEMPLARCORE_API TResult<FRenderVertexMap> MapRenderVertices(
	const FMeshLevelView& Level, const FRenderVertices& Render, const FRenderVertexMapOptions& Options = {});

/** Whether a map that comes from a file can be used: fails where it names a vertex that the level does not have. */
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

/** What tells one render mesh from another. Positions are not at hand everywhere: then they are zero and not compared.
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

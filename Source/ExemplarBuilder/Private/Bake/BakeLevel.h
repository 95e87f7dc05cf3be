// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Bake/Bake.h"

namespace Exemplar
{

/** A level to bake, and what it morphs into. */
struct FLevelSource
{
	const FSurface& Surface;
	const FSkin& Skin;
	std::span<const uint32_t> Points;       // of the surface's points: their number in the file; empty: their own
	std::span<const uint32_t> MorphTargets; // may be empty
	const FLevel* Next = nullptr;           // with MorphTargets
	bool bStoreSkin = true;                 // off: blend weights say it all
	bool bListBones = false;                // the level names the bones that it needs
};

/** Vertices, weights and skin in float. Spheres, errors, tangents of the skin and the triangle order come later. */
FMeshLevelData BakeLevel(const FLevelSource& Source);

/** The triangles of every section in an order that suits vertex caches; vertices stay where they are. */
void OrderTriangles(FMeshLevelData& Level);

/** The least-recently-used order behind it, for one list of triangles (Forsyth 2006). */
std::vector<uint32_t> OrderForVertexCache(std::span<const uint32_t> Indices, size_t VertexCount);

} // namespace Exemplar

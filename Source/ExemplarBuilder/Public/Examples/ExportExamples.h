// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Examples/ExampleSet.h"
#include "Examples/PointCache.h"

#include <filesystem>

namespace Exemplar
{

/**
 * Writes OBJ, PLY, OFF or STL by the extension. An OBJ with materials gets a material library next to it. The file is
 * written completely or not at all. Mesh must be well-formed, as returned by the readers and importers.
 */
EXEMPLARBUILDER_API FStatus WriteMeshFile(const std::filesystem::path& File, const FSourceMesh& Mesh);

/** Writes PC2 or MDD by the extension. */
EXEMPLARBUILDER_API FStatus WritePointCacheFile(const std::filesystem::path& File, const FPointCache& Cache);

/** The poses as frames of a point cache, in float. Every pose must have VertexCount positions. */
EXEMPLARBUILDER_API FPointCache MakePointCache(size_t VertexCount, std::span<const FSourcePose> Poses);

/** Writes a set in the format given by Out, so that ImportExamples can read it back, and returns the files. A mesh
 * extension (walk.ply) writes the rest mesh there and each pose to a numbered file next to it (walk_0001.ply). A point
 * cache extension (walk.pc2) writes the poses there and the rest mesh next to it (walk.obj). No extension writes a
 * folder with rest.obj and frames.pc2.
 */
EXEMPLARBUILDER_API TResult<std::vector<std::filesystem::path>> ExportExamples(
	const std::filesystem::path& Out, const FSourceExamples& Examples, const FBuildContext& Context = {});

} // namespace Exemplar

// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Examples/ExampleSet.h"
#include "Examples/PointCache.h"

#include <filesystem>

namespace Exemplar
{

/**
 * Writes OBJ, PLY, OFF or STL by the extension. An OBJ with materials gets a material library beside it. Like all files
 * it is complete or not there. Mesh must be well-formed (what the readers and importers return is).
 */
EXEMPLARBUILDER_API FStatus WriteMeshFile(const std::filesystem::path& File, const FSourceMesh& Mesh);

/** Writes PC2 or MDD by the extension. */
EXEMPLARBUILDER_API FStatus WritePointCacheFile(const std::filesystem::path& File, const FPointCache& Cache);

/** The poses as frames of a point cache, in float. Every pose must have VertexCount positions. */
EXEMPLARBUILDER_API FPointCache MakePointCache(size_t VertexCount, std::span<const FSourcePose> Poses);

/**
 * Writes a set the way that Out asks for, such that ImportExamples reads it back, and returns the files:
 * a mesh's extension (walk.ply): the rest mesh there, and each pose in a numbered file beside it (walk_0001.ply);
 * a point cache's (walk.pc2): the poses there and the rest mesh beside it (walk.obj);
 * no extension: a folder with rest.obj and frames.pc2.
 */
EXEMPLARBUILDER_API TResult<std::vector<std::filesystem::path>> ExportExamples(
	const std::filesystem::path& Out, const FSourceExamples& Examples, const FBuildContext& Context = {});

} // namespace Exemplar

// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Examples/ExampleSet.h"
#include "Examples/PointCache.h"

#include <filesystem>
#include <functional>

namespace Exemplar
{

/**
 * A file format that this module does not read itself: glTF, FBX and DAE come in through here (Source/Programs/Files).
 * What Read returns is a rest mesh in the file's vertex order, its poses (sampled animation or morph sequences) and,
 * where the file has one, its rig. Read must be safe to call for different files on different threads at once.
 */
struct FExampleReader
{
	std::vector<std::string> Extensions; // lower case, with the dot: ".glb"
	std::function<TResult<FSourceExamples>(const std::filesystem::path& File, const FBuildContext& Context)> Read;
};

struct FImportOptions
{
	/** Readers besides OBJ, PLY, OFF, STL, PC2 and MDD. An extension that one of these names is read by it. */
	std::vector<FExampleReader> Readers;

	/** Which of the files is the rest mesh. Empty: a mesh whose name is "rest", else the first mesh. */
	std::filesystem::path Rest;

	/** What the set is called. Empty: the rest file's name, or its folder's if that is "rest". */
	std::string Name;
};

/**
 * Reads a set of examples. Each of Paths is a mesh, a point cache, a folder, or a glob of files ('*' and '?' in the
 * last part); folders and globs are taken in natural order (frame2 before frame10) and pass over files that nobody
 * reads. One mesh is the rest. Every other mesh is a pose and must have the rest's polygons; every frame of a point
 * cache is a pose, and several caches are several clips of one set. Poses stand in the order of Paths.
 */
EXEMPLARBUILDER_API TResult<FSourceExamples> ImportExamples(std::span<const std::filesystem::path> Paths,
	const FImportOptions& Options = {}, const FBuildContext& Context = {});

/** The same for one path: a folder with rest.obj and frames.pc2, say. */
EXEMPLARBUILDER_API TResult<FSourceExamples> ImportExamples(
	const std::filesystem::path& Path, const FImportOptions& Options = {}, const FBuildContext& Context = {});

/** One mesh file of the formats of MeshFiles.h, by its extension; materials of an OBJ come from the libraries beside
 * it. */
EXEMPLARBUILDER_API TResult<FSourceMesh> ReadMeshFile(const std::filesystem::path& File);

/** One point cache, PC2 or MDD by its extension. */
EXEMPLARBUILDER_API TResult<FPointCache> ReadPointCacheFile(const std::filesystem::path& File);

/** Makes a mesh a pose of the set, if its vertices and polygons are those of the rest mesh. Name is what errors call
 * it. */
EXEMPLARBUILDER_API TResult<FSourcePose> PoseFromMesh(
	const FSourceMesh& Rest, const FSourceMesh& Mesh, std::string_view RestName, std::string_view Name);

/** Names in the order people expect: digits compare as numbers, letters without case; ties by bytes. */
EXEMPLARBUILDER_API bool NaturalLess(std::string_view A, std::string_view B);

} // namespace Exemplar

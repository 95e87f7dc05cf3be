// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Examples/ExampleSet.h"
#include "Examples/PointCache.h"

#include <filesystem>
#include <functional>

namespace Exemplar
{

/** A file format that this module does not read itself; glTF, FBX and DAE use it (Source/Programs/Files). Read returns
 * a rest mesh in the file's vertex order, its poses (sampled animation or morph sequences) and, if the file has one,
 * its rig. Read must be safe to call for different files on different threads at once.
 */
struct FExampleReader
{
	std::vector<std::string> Extensions; // lower case, with the dot: ".glb"
	std::function<TResult<FSourceExamples>(const std::filesystem::path& File, const FBuildContext& Context)> Read;
};

struct FImportOptions
{
	/** Readers in addition to OBJ, PLY, OFF, STL, PC2 and MDD; they take precedence for the extensions they list. */
	std::vector<FExampleReader> Readers;

	/** Which of the files is the rest mesh. If empty, the mesh named "rest", or else the first mesh. */
	std::filesystem::path Rest;

	/** Name of the set. If empty, the rest file's name, or its folder's if that is "rest". */
	std::string Name;
};

/**
 * Reads a set of examples. Each of Paths is a mesh, a point cache, a folder, or a glob of files ('*' and '?' in the
 * last part); folders and globs are read in natural order (frame2 before frame10), skipping unsupported files. One mesh
 * is the rest. Every other mesh is a pose and must have the rest's polygons; every frame of a point cache is a pose,
 * and several caches are several clips of one set. Poses are in the order of Paths.
 */
EXEMPLARBUILDER_API TResult<FSourceExamples> ImportExamples(std::span<const std::filesystem::path> Paths,
	const FImportOptions& Options = {}, const FBuildContext& Context = {});

/** The same for one path, such as a folder with rest.obj and frames.pc2. */
EXEMPLARBUILDER_API TResult<FSourceExamples> ImportExamples(
	const std::filesystem::path& Path, const FImportOptions& Options = {}, const FBuildContext& Context = {});

/** Reads a mesh file of a format in MeshFiles.h, by extension; OBJ materials come from libraries next to it. */
EXEMPLARBUILDER_API TResult<FSourceMesh> ReadMeshFile(const std::filesystem::path& File);

/** Reads a point cache, PC2 or MDD by extension. */
EXEMPLARBUILDER_API TResult<FPointCache> ReadPointCacheFile(const std::filesystem::path& File);

/** Turns a mesh into a pose of the set if it has the vertices and polygons of the rest mesh. Errors call it Name. */
EXEMPLARBUILDER_API TResult<FSourcePose> PoseFromMesh(
	const FSourceMesh& Rest, const FSourceMesh& Mesh, std::string_view RestName, std::string_view Name);

/** Natural order of names: digits compare as numbers, letters ignore case; ties are broken by bytes. */
EXEMPLARBUILDER_API bool NaturalLess(std::string_view A, std::string_view B);

} // namespace Exemplar

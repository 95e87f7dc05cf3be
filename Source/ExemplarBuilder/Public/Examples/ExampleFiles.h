// Copyright (c) 2026 Exemplar contributors. MIT license.
// Stable.

#pragma once

#include "Base/Math.h"
#include "Base/Result.h"
#include "BuilderApi.h"
#include "Examples/ExampleSet.h"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace Exemplar
{

/** What a file is to us, by its extension alone. */
enum class EFileKind : uint8_t
{
	Other,      // no format of ours
	Mesh,       // OBJ, PLY, OFF, STL: read and written here
	PointCache, // PC2, MDD: read and written here
	Scene,      // glTF, FBX, Alembic: read by an FExampleReader
	Companion,  // materials and buffers: read with the mesh or scene that names them
	Character   // .exemplar
};

/** The kind of a file by its extension, in any case: the one table of formats. */
EXEMPLARBUILDER_API EFileKind KindOfFile(const std::filesystem::path& File);

/** Positions of the vertices of some mesh over time, in the mesh's vertex order; no topology. What PC2 and MDD hold. */
struct FPointCache
{
	uint32_t VertexCount = 0;
	float StartFrame = 0.0f;     // PC2
	float FrameStep = 1.0f;      // PC2: frames between samples
	std::vector<float> Times;    // MDD: seconds, one a frame; optional
	std::vector<FFloat3> Points; // frame by frame

	size_t FrameCount() const { return VertexCount == 0 ? 0 : Points.size() / VertexCount; }
	std::span<const FFloat3> Frame(size_t Index) const { return {Points.data() + Index * VertexCount, VertexCount}; }
	bool operator==(const FPointCache&) const = default;
};

/** Both are safe on untrusted bytes and allocate no more than the bytes justify. Name is what an error calls the file.
 */
EXEMPLARBUILDER_API TResult<FPointCache> ParsePc2(std::span<const std::byte> Bytes, std::string_view Name);
EXEMPLARBUILDER_API TResult<FPointCache> ParseMdd(std::span<const std::byte> Bytes, std::string_view Name);

EXEMPLARBUILDER_API std::string FormatPc2(const FPointCache& Cache);

/** A cache without times gets one frame every 1/30 second. */
EXEMPLARBUILDER_API std::string FormatMdd(const FPointCache& Cache);

/** A file format that this module does not read itself; glTF, FBX and Alembic use it (Source/Programs/Files). Read
 * returns a rest mesh in the file's vertex order, its poses (sampled animation or morph sequences) and, if the file has
 * one, its rig. Read must be safe to call for different files on different threads at once.
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

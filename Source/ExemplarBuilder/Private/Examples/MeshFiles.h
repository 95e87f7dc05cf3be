// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Base/Result.h"
#include "BuilderApi.h"
#include "Examples/ExampleSet.h"

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace Exemplar
{

/**
 * Mesh files as bytes: readers and writers without file access (ImportExamples.h and ExportExamples.h read and write).
 * Every reader keeps the vertices in the file's order, is safe on untrusted bytes, does not depend on the locale and
 * allocates no more than the bytes justify: counts in headers are checked against the remaining bytes. Errors call the
 * file Name. Indices are checked here; finite numbers are checked by BuildExampleSet.
 */

/** An OBJ and the names of its material libraries, in order. */
struct FObjFile
{
	FSourceMesh Mesh;
	std::vector<std::string> MaterialLibraries;
};

/**
 * v, vt, vn, f (negative indices too), usemtl and mtllib, line continuations, any line ends. Numbers after the
 * coordinates of a vertex are its color. Groups, lines and free-form surfaces are ignored. If only some faces have a
 * material, the others get one named "default".
 */
EXEMPLARBUILDER_API TResult<FObjFile> ParseObj(std::span<const std::byte> Bytes, std::string_view Name);

/** Sets BaseColor (Kd, d or Tr) of those of Materials that a material library describes. Never fails: unknown is passed
 * over. */
EXEMPLARBUILDER_API void ApplyMaterialLibrary(
	std::span<const std::byte> Bytes, std::vector<TMaterialSlot<FOwned>>& Materials);

/** MaterialLibrary, if given, is the name that mtllib gets. OBJ has one UV set and one color per vertex. Numbers have
 * as many digits as reading them back needs. */
EXEMPLARBUILDER_API std::string FormatObj(const FSourceMesh& Mesh, std::string_view MaterialLibrary = {});
EXEMPLARBUILDER_API std::string FormatMaterialLibrary(std::span<const TMaterialSlot<FOwned>> Materials);

/** The color of each vertex in the first set, into its values, if all corners of the vertex agree; otherwise empty.
 * NoIndex for a vertex without. OBJ and PLY have one color per vertex. */
std::vector<uint32_t> ColorOfVertices(const FSourceMesh& Mesh);

/** Ascii and binary of both byte orders; normals, UVs and colors of vertices, UVs of corners ("texcoord"); the rest is
 * skipped. */
EXEMPLARBUILDER_API TResult<FSourceMesh> ParsePly(std::span<const std::byte> Bytes, std::string_view Name);

enum class EPlyEncoding
{
	Ascii,
	BinaryLittleEndian,
	BinaryBigEndian
};

/** Positions are float where that loses nothing, else double. Normals and colors are written
 * where each vertex has one; colors are bytes where that loses nothing, else float. */
EXEMPLARBUILDER_API std::string FormatPly(
	const FSourceMesh& Mesh, EPlyEncoding Encoding = EPlyEncoding::BinaryLittleEndian);

/** OFF with or without its keyword, and with the prefixes ST, C and N (UVs, colors, normals of vertices). */
EXEMPLARBUILDER_API TResult<FSourceMesh> ParseOff(std::span<const std::byte> Bytes, std::string_view Name);

/** Positions and polygons; nothing else fits in the format. */
EXEMPLARBUILDER_API std::string FormatOff(const FSourceMesh& Mesh);

/**
 * Ascii and binary. STL has no shared vertices: each triangle gets three of its own, in the file's order, and
 * BuildExampleSet welds them. Its normals say nothing that the triangles do not, and are passed over.
 */
EXEMPLARBUILDER_API TResult<FSourceMesh> ParseStl(std::span<const std::byte> Bytes, std::string_view Name);

enum class EStlEncoding
{
	Ascii,
	Binary
};

/** Polygons are triangulated (Triangulate.h). Coordinates are float. */
EXEMPLARBUILDER_API std::string FormatStl(const FSourceMesh& Mesh, EStlEncoding Encoding = EStlEncoding::Binary);

} // namespace Exemplar

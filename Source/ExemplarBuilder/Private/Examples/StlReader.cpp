// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Examples/ByteOrder.h"
#include "Examples/ExamplePaths.h"
#include "Examples/MeshFiles.h"
#include "Examples/TextScanner.h"

namespace Exemplar
{
namespace
{

constexpr size_t StlHeaderSize = 84;
constexpr size_t StlTriangleSize = 50;

/** Every triangle has its own three vertices, in order. */
void AddStlFaces(FSourceMesh& Mesh)
{
	const uint32_t Count = static_cast<uint32_t>(Mesh.Positions.size());
	Mesh.CornerVertices.resize(Count);
	Mesh.PolygonOffsets.resize(Count / 3 + 1);
	for (uint32_t Corner = 0; Corner < Count; ++Corner)
	{
		Mesh.CornerVertices[Corner] = Corner;
	}
	for (uint32_t Face = 0; Face <= Count / 3; ++Face)
	{
		Mesh.PolygonOffsets[Face] = Face * 3;
	}
}

TResult<FSourceMesh> ParseBinaryStl(std::span<const std::byte> Bytes, std::string_view Name)
{
	const uint64_t Count = LoadBytes<uint32_t>(Bytes.data() + 80, false);
	const uint64_t Whole = (Bytes.size() - StlHeaderSize) / StlTriangleSize;
	if (Count > Whole)
	{
		return MalformedByte(Name, Bytes.size(),
			"the file ends here, but " + std::to_string(Count) + " triangles are declared and only " +
				std::to_string(Whole) +
				" are complete. The file is truncated or is not an STL file; export the mesh again");
	}
	if (Count == 0 || Count * 3 >= NoIndex)
	{
		return MalformedByte(Name, 80, "the file has no triangles, or too many. Export the mesh again");
	}
	FSourceMesh Mesh;
	Mesh.Positions.reserve(Count * 3);
	for (uint64_t Triangle = 0; Triangle < Count; ++Triangle)
	{
		const std::byte* At = Bytes.data() + StlHeaderSize + Triangle * StlTriangleSize + 12; // after the normal
		for (int Corner = 0; Corner < 3; ++Corner, At += 12)
		{
			Mesh.Positions.push_back(
				{LoadBytes<float>(At, false), LoadBytes<float>(At + 4, false), LoadBytes<float>(At + 8, false)});
		}
	}
	AddStlFaces(Mesh);
	return Mesh;
}

TResult<FSourceMesh> ParseAsciiStl(std::span<const std::byte> Bytes, std::string_view Name)
{
	FTextScanner Scanner(Bytes);
	FSourceMesh Mesh;
	bool bEnded = false;
	while (Scanner.SkipSpace())
	{
		const size_t Triangle = Mesh.Positions.size() / 3;
		const std::string Word = LowerCaseText(Scanner.ReadWord());
		bEnded = Word == "endsolid";
		if (Word == "solid" || Word == "endsolid")
		{
			Scanner.SkipLine(); // the name may be any text
		}
		else if (Word == "vertex")
		{
			FDouble3& P = Mesh.Positions.emplace_back();
			if (!Scanner.ReadNumber(P.X) || !Scanner.ReadNumber(P.Y) || !Scanner.ReadNumber(P.Z))
			{
				return MalformedLine(Name, Scanner.GetLine(),
					"a vertex of triangle " + std::to_string(Triangle) +
						" (counting from 0) does not have three coordinates. Export the mesh again");
			}
		}
		else if (Word == "endloop" && (Mesh.Positions.empty() || Mesh.Positions.size() % 3 != 0))
		{
			return MalformedLine(Name, Scanner.GetLine(),
				"face " + std::to_string(Triangle) +
					" (counting from 0) does not have three vertices. Export triangles, as STL requires");
		}
	}
	if (!bEnded || Mesh.Positions.size() % 3 != 0)
	{
		return MalformedLine(Name, Scanner.GetLine(),
			"the file ends without \"endsolid\". The file is truncated; export the mesh again");
	}
	if (Mesh.Positions.empty() || Mesh.Positions.size() >= NoIndex)
	{
		return FileError(EErrorCode::Malformed, Name, "the file has no triangles, or too many. Export the mesh again");
	}
	AddStlFaces(Mesh);
	return Mesh;
}

} // namespace

TResult<FSourceMesh> ParseStl(std::span<const std::byte> Bytes, std::string_view Name)
{
	// Binary files may also start with "solid", so check the size first.
	const bool bHeader = Bytes.size() >= StlHeaderSize;
	const uint64_t Promised = bHeader ? LoadBytes<uint32_t>(Bytes.data() + 80, false) : 0;
	const bool bExact = bHeader && Bytes.size() == StlHeaderSize + Promised * StlTriangleSize;
	FTextScanner Scanner(Bytes);
	const bool bSolid = Scanner.SkipSpace() && LowerCaseText(Scanner.ReadWord()) == "solid";
	if (bSolid && !bExact)
	{
		return ParseAsciiStl(Bytes, Name);
	}
	if (!bHeader)
	{
		return MalformedByte(Name, Bytes.size(),
			"the file neither starts with \"solid\" nor has an 84-byte header. Is this an STL file?");
	}
	return ParseBinaryStl(Bytes, Name);
}

} // namespace Exemplar

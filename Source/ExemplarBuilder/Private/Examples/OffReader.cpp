// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Examples/MeshFiles.h"
#include "Examples/TextScanner.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace Exemplar
{
namespace
{

class FOffParser
{
public:
	FOffParser(std::span<const std::byte> Bytes, std::string_view InName)
		: Scanner(Bytes)
		, Name(InName)
	{
	}

	TResult<FSourceMesh> Run()
	{
		if (!ReadHeader() || !ReadVertices() || !ReadFaces())
		{
			return Failure;
		}
		if (!Mesh.Normals.empty())
		{
			Mesh.CornerNormals = Mesh.CornerVertices;
		}
		if (!Mesh.UVs.empty())
		{
			Mesh.CornerUVs = Mesh.CornerVertices;
		}
		if (!Colors.empty())
		{
			AddColors();
		}
		return std::move(Mesh);
	}

private:
	bool Fail(const std::string& What)
	{
		Failure = MalformedLine(Name, Scanner.GetLine(), What);
		return false;
	}

	bool FailFace(uint64_t Index, const std::string& What)
	{
		return Fail("face " + std::to_string(Index) + " (counting from 0) " + What);
	}

	/** Moves to the next line with content before any comment; false at the end of the file. */
	bool SkipToContent()
	{
		while (Scanner.SkipSpace())
		{
			if (*Scanner.GetCurrent() != '#')
			{
				return true;
			}
			Scanner.SkipLine();
		}
		return false;
	}

	bool ReadHeader()
	{
		int64_t VertexNumber = 0, FaceNumber = 0;
		if (!SkipToContent())
		{
			return Fail("the file is empty. Is this an OFF file?");
		}
		FTextScanner Ahead = Scanner;
		const std::string_view Keyword = Ahead.ReadWord();
		const bool bKeyword = Keyword.ends_with("OFF");
		if (bKeyword || !Scanner.ReadNumber(VertexNumber)) // Geomview allows omitting the keyword
		{
			Scanner = bKeyword ? Ahead : Scanner;
			if (!ReadKeyword(Keyword) || !SkipToContent())
			{
				return Failure.Message.empty() ? Fail("the file ends after its keyword. Export the mesh again") : false;
			}
			if (!Scanner.ReadNumber(VertexNumber))
			{
				const bool bBinary = Scanner.ReadWord() == "BINARY";
				Fail(bBinary ? "this is a binary OFF file. Export it as text"
							 : "the vertex and face counts are missing. Export the mesh again");
				Failure.Code = bBinary ? EErrorCode::Unsupported : EErrorCode::Malformed;
				return false;
			}
		}
		if (!SkipToContent() || !Scanner.ReadNumber(FaceNumber) || VertexNumber <= 0 || FaceNumber < 0)
		{
			return Fail("the vertex and face counts are missing or negative. Export the mesh again");
		}
		Scanner.SkipLine(); // the edge count is not used
		VertexCount = static_cast<uint64_t>(VertexNumber);
		FaceCount = static_cast<uint64_t>(FaceNumber);
		// The shortest vertex is "0 0 0", the shortest face "3 0 1 2", each with a line end but the last.
		if (VertexCount > (Scanner.BytesLeft() + 1) / 6 || FaceCount > (Scanner.BytesLeft() + 1) / 8)
		{
			return Fail("the header declares " + std::to_string(VertexCount) + " vertices and " +
				std::to_string(FaceCount) +
				" faces, more than the rest of the file can hold. The file is truncated; export the mesh again");
		}
		return true;
	}

	/** OFF with prefixes: ST (UVs), C (colors), N (normals), 4 and n (other dimensions). */
	bool ReadKeyword(std::string_view Keyword)
	{
		std::string_view Rest = Keyword;
		const auto Accept = [&](std::string_view Prefix)
		{
			const bool bHas = Rest.starts_with(Prefix);
			Rest.remove_prefix(bHas ? Prefix.size() : 0);
			return bHas;
		};
		bUVs = Accept("ST");
		bColors = Accept("C");
		bNormals = Accept("N");
		const bool bOtherDimension = Accept("4") || Accept("n");
		if (Rest != "OFF")
		{
			return Fail("the file does not start with OFF or one of its variants. Is this an OFF file?");
		}
		if (bOtherDimension)
		{
			Fail("the vertices are not three-dimensional. Export the mesh in three dimensions");
			Failure.Code = EErrorCode::Unsupported;
			return false;
		}
		return true;
	}

	bool ReadVertices()
	{
		Mesh.Positions.resize(VertexCount);
		Mesh.Normals.resize(bNormals ? VertexCount : 0);
		Mesh.UVs.resize(bUVs ? VertexCount : 0);
		for (uint64_t Index = 0; Index < VertexCount; ++Index)
		{
			FDouble3& P = Mesh.Positions[Index];
			if (!SkipToContent() || !Scanner.ReadNumber(P.X) || !Scanner.ReadNumber(P.Y) || !Scanner.ReadNumber(P.Z))
			{
				return Fail("vertex " + std::to_string(Index) +
					" (counting from 0) does not have three coordinates. The file was truncated or edited; export the "
					"mesh again");
			}
			if (bNormals)
			{
				FFloat3& N = Mesh.Normals[Index];
				if (!Scanner.ReadNumber(N.X) || !Scanner.ReadNumber(N.Y) || !Scanner.ReadNumber(N.Z))
				{
					return Fail("vertex " + std::to_string(Index) +
						" (counting from 0) does not have the normal required by NOFF. Export the mesh again");
				}
			}
			const size_t Count = ReadNumbers();
			if (bColors)
			{
				const size_t Parts = Count >= (bUVs ? 2u : 0u) ? Count - (bUVs ? 2 : 0) : 0;
				const bool bColor = Parts == 3 || Parts == 4;
				Colors.push_back(bColor ? FFloat4{Numbers[0], Numbers[1], Numbers[2], Parts == 4 ? Numbers[3] : NAN}
										: FFloat4{1.0f, 1.0f, 1.0f, NAN});
			}
			if (bUVs && Count >= 2)
			{
				Mesh.UVs[Index] = {Numbers[Count - 2], Numbers[Count - 1]};
			}
			else if (bUVs)
			{
				return Fail("vertex " + std::to_string(Index) +
					" (counting from 0) does not have the texture coordinates required by STOFF. Export the mesh "
					"again");
			}
			Scanner.SkipLine();
		}
		return true;
	}

	/** The numbers up to the end of the line: a color of three or four, then the two of a UV. */
	size_t ReadNumbers()
	{
		size_t Count = 0;
		while (Count < Numbers.size() && Scanner.ReadNumber(Numbers[Count]))
		{
			++Count;
		}
		return Count;
	}

	/** Colors are fractions, or bytes if any of them is above 1. Without alpha a vertex is opaque. */
	void AddColors()
	{
		float Largest = 0.0f;
		for (const FFloat4& C : Colors)
		{
			Largest = (std::max)({Largest, C.X, C.Y, C.Z});
		}
		const float Scale = Largest > 1.0f ? 1.0f / 255.0f : 1.0f;
		for (FFloat4& C : Colors)
		{
			C = {C.X * Scale, C.Y * Scale, C.Z * Scale, std::isnan(C.W) ? 1.0f : C.W * Scale};
		}
		Mesh.Colors.push_back({Mesh.CornerVertices, std::move(Colors)});
	}

	bool ReadFaces()
	{
		Mesh.PolygonOffsets.reserve(FaceCount + 1);
		Mesh.CornerVertices.reserve(FaceCount * 3);
		for (uint64_t Index = 0; Index < FaceCount; ++Index)
		{
			int64_t Count = 0;
			if (!SkipToContent() || !Scanner.ReadNumber(Count))
			{
				return FailFace(Index, "is missing. The file was truncated or edited; export the mesh again");
			}
			if (Count < 3)
			{
				return FailFace(Index, "has fewer than three corners. Remove it in the modeling program");
			}
			for (int64_t Corner = 0; Corner < Count; ++Corner)
			{
				int64_t Vertex = 0;
				if (!Scanner.ReadNumber(Vertex))
				{
					return FailFace(Index,
						"does not have all its corners. The file was truncated or edited; export the mesh again");
				}
				if (Vertex < 0 || static_cast<uint64_t>(Vertex) >= VertexCount)
				{
					return FailFace(Index,
						"uses vertex " + std::to_string(Vertex) + ", but the file has " + std::to_string(VertexCount) +
							" vertices, counted from 0. Export the mesh again");
				}
				Mesh.CornerVertices.push_back(static_cast<uint32_t>(Vertex));
			}
			Mesh.PolygonOffsets.push_back(static_cast<uint32_t>(Mesh.CornerVertices.size()));
			Scanner.SkipLine(); // colors of the face
		}
		return true;
	}

	FTextScanner Scanner;
	std::string_view Name;
	FSourceMesh Mesh;
	FError Failure;
	uint64_t VertexCount = 0;
	uint64_t FaceCount = 0;
	bool bNormals = false;
	bool bUVs = false;
	bool bColors = false;
	std::array<float, 6> Numbers{};
	std::vector<FFloat4> Colors;
};

} // namespace

TResult<FSourceMesh> ParseOff(std::span<const std::byte> Bytes, std::string_view Name)
{
	return FOffParser(Bytes, Name).Run();
}

} // namespace Exemplar

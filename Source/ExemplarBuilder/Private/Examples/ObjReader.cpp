// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Examples/MeshFiles.h"
#include "Examples/TextScanner.h"

#include <algorithm>
#include <limits>

namespace Exemplar
{
namespace
{

/** A face may refer to vertices that come later in the file; the largest index and its line are checked at the end. */
struct FObjReference
{
	const char* What;
	uint64_t Largest = 0;
	size_t Line = 0;
};

class FObjParser
{
public:
	FObjParser(std::span<const std::byte> Bytes, std::string_view InName)
		: Scanner(Bytes)
		, Name(InName)
		, bText(!HasZeroBytes(Bytes))
	{
	}

	TResult<FObjFile> Run()
	{
		while (!Scanner.AtEnd())
		{
			if (!ReadStatement())
			{
				return Failure;
			}
			Scanner.SkipLine();
		}
		return Finish();
	}

private:
	bool Fail(std::string What)
	{
		Failure = MalformedLine(Name, Scanner.GetLine(), What);
		return false;
	}

	bool ReadStatement()
	{
		const std::string_view Keyword = Scanner.ReadWord();
		if (Keyword == "v")
		{
			FDouble3& P = File.Mesh.Positions.emplace_back();
			if (!Scanner.ReadNumber(P.X) || !Scanner.ReadNumber(P.Y) || !Scanner.ReadNumber(P.Z))
			{
				return Fail("vertex " + std::to_string(File.Mesh.Positions.size()) +
					" does not have three coordinates. Export the mesh again");
			}
			ReadColor();
			return true;
		}
		if (Keyword == "f")
		{
			return ReadFace();
		}
		if (Keyword == "vt")
		{
			FFloat2& UV = File.Mesh.UVs.emplace_back();
			if (!Scanner.ReadNumber(UV.X))
			{
				return Fail("texture coordinate " + std::to_string(File.Mesh.UVs.size()) +
					" is not a number. Export the mesh again");
			}
			Scanner.ReadNumber(UV.Y); // one-dimensional textures have no v
			return true;
		}
		if (Keyword == "vn")
		{
			FFloat3& N = File.Mesh.Normals.emplace_back();
			return (Scanner.ReadNumber(N.X) && Scanner.ReadNumber(N.Y) && Scanner.ReadNumber(N.Z)) ||
				Fail("normal " + std::to_string(File.Mesh.Normals.size()) +
					" does not have three components. Export the mesh again");
		}
		if (Keyword == "usemtl")
		{
			UseMaterial(Scanner.ReadRestOfLine());
		}
		else if (Keyword == "mtllib")
		{
			const std::string_view Library = Scanner.ReadRestOfLine();
			if (!Library.empty())
			{
				File.MaterialLibraries.emplace_back(Library);
			}
		}
		return true;
	}

	/** Three or four numbers after the coordinates are a color; one is a weight, which meshes do not have. */
	void ReadColor()
	{
		float Values[4] = {1.0f, 1.0f, 1.0f, 1.0f};
		size_t Count = 0;
		while (Count < 4 && Scanner.ReadNumber(Values[Count]))
		{
			++Count;
		}
		if (Count >= 3)
		{
			ColorOfVertex.resize(File.Mesh.Positions.size() - 1, NoIndex);
			ColorOfVertex.push_back(static_cast<uint32_t>(Colors.size()));
			Colors.push_back({Values[0], Values[1], Values[2], Values[3]});
		}
	}

	void UseMaterial(std::string_view Label)
	{
		std::vector<TMaterialSlot<FOwned>>& Slots = File.Mesh.Materials;
		const auto Found = std::find_if(
			Slots.begin(), Slots.end(), [&](const TMaterialSlot<FOwned>& Slot) { return Slot.Name == Label; });
		Material = static_cast<uint32_t>(Found - Slots.begin());
		if (Found == Slots.end())
		{
			Slots.push_back({std::string(Label), {}});
			Slots.back().BaseColor = TMaterialSlot<FOwned>().BaseColor;
		}
	}

	/** One index of "v/vt/vn": counted from 1, or negative from the last; NoIndex if omitted. */
	bool ReadIndex(size_t CountSoFar, FObjReference& Reference, uint32_t& Out)
	{
		int64_t Index = 0;
		if (!Scanner.ReadNumber(Index))
		{
			return Fail("the face is not a list of vertex numbers (v, v/vt, v//vn or v/vt/vn). Export the mesh again");
		}
		if (Index < 0)
		{
			Index += static_cast<int64_t>(CountSoFar) + 1;
			if (Index < 1)
			{
				return Fail(std::string("the face refers back to a ") + Reference.What +
					" before the first one. Export the mesh again, without relative indices");
			}
		}
		else if (Index == 0)
		{
			return Fail(std::string("the face has a ") + Reference.What +
				" with number 0, but OBJ counts from 1. Export the mesh again");
		}
		if (static_cast<uint64_t>(Index) > Reference.Largest)
		{
			Reference.Largest = static_cast<uint64_t>(Index);
			Reference.Line = Scanner.GetLine();
		}
		// An index that does not fit exceeds every count; the check of Largest reports it at the end.
		Out = static_cast<uint32_t>(Index - 1);
		return true;
	}

	bool ReadFace()
	{
		FSourceMesh& Mesh = File.Mesh;
		const size_t FirstCorner = Mesh.CornerVertices.size();
		while (Scanner.SkipBlanks() && *Scanner.GetCurrent() != '#')
		{
			uint32_t Vertex = NoIndex, UV = NoIndex, Normal = NoIndex;
			if (!ReadIndex(Mesh.Positions.size(), VertexReference, Vertex))
			{
				return false;
			}
			if (Scanner.Accept('/'))
			{
				if (!Scanner.Accept('/'))
				{
					if (HasIndex() && !ReadIndex(Mesh.UVs.size(), UVReference, UV))
					{
						return false;
					}
					if (Scanner.Accept('/') && HasIndex() && !ReadIndex(Mesh.Normals.size(), NormalReference, Normal))
					{
						return false;
					}
				}
				else if (HasIndex() && !ReadIndex(Mesh.Normals.size(), NormalReference, Normal))
				{
					return false;
				}
			}
			if (HasIndex())
			{
				return Fail(
					"the face is not a list of vertex numbers (v, v/vt, v//vn or v/vt/vn). Export the mesh again");
			}
			AddCorner(Mesh.CornerUVs, UV);
			AddCorner(Mesh.CornerNormals, Normal);
			Mesh.CornerVertices.push_back(Vertex);
		}
		if (Mesh.CornerVertices.size() - FirstCorner < 3)
		{
			return Fail("the face has fewer than three corners. Remove it, or export edges as lines");
		}
		if (Mesh.CornerVertices.size() >= NoIndex)
		{
			Failure =
				FileError(EErrorCode::Unsupported, Name, "the faces have more than 4294967294 corners. Split the mesh");
			return false;
		}
		Mesh.PolygonOffsets.push_back(static_cast<uint32_t>(Mesh.CornerVertices.size()));
		if (!Mesh.PolygonMaterials.empty() || Material != NoIndex)
		{
			Mesh.PolygonMaterials.resize(Mesh.PolygonCount() - 1, NoIndex);
			Mesh.PolygonMaterials.push_back(Material);
		}
		return true;
	}

	/** Whether more text follows immediately in this corner. */
	bool HasIndex() const
	{
		if (Scanner.AtEnd())
		{
			return false;
		}
		const char C = *Scanner.GetCurrent();
		return C != ' ' && C != '\t' && C != '\n' && C != '\r' && C != '/' && C != '\\';
	}

	/** Arrays of optional indices stay empty until the first corner that has one. */
	void AddCorner(std::vector<uint32_t>& Corners, uint32_t Index)
	{
		if (!Corners.empty() || Index != NoIndex)
		{
			Corners.resize(File.Mesh.CornerVertices.size(), NoIndex);
			Corners.push_back(Index);
		}
	}

	TResult<FObjFile> Finish()
	{
		FSourceMesh& Mesh = File.Mesh;
		if (Mesh.Positions.empty())
		{
			return FileError(EErrorCode::Malformed, Name,
				bText ? "no vertices found. Is this an OBJ file?"
					  : "this is not plain text. If it is UTF-16, save it as UTF-8; otherwise export the mesh again");
		}
		const size_t Counts[] = {Mesh.Positions.size(), Mesh.UVs.size(), Mesh.Normals.size()};
		const FObjReference* References[] = {&VertexReference, &UVReference, &NormalReference};
		for (int Kind = 0; Kind < 3; ++Kind)
		{
			if (References[Kind]->Largest > Counts[Kind])
			{
				return MalformedLine(Name, References[Kind]->Line,
					std::string("the face uses ") + References[Kind]->What + " " +
						std::to_string(References[Kind]->Largest) + ", but the file has " +
						std::to_string(Counts[Kind]) + "; the file may be truncated. Export the mesh again");
			}
		}
		if (std::find(Mesh.PolygonMaterials.begin(), Mesh.PolygonMaterials.end(), NoIndex) !=
			Mesh.PolygonMaterials.end())
		{
			UseMaterial("default");
			std::replace(Mesh.PolygonMaterials.begin(), Mesh.PolygonMaterials.end(), NoIndex, Material);
		}
		if (!Colors.empty())
		{
			ColorOfVertex.resize(Mesh.Positions.size(), NoIndex);
			TCornerSet<FFloat4>& Set = Mesh.Colors.emplace_back();
			for (const uint32_t Vertex : Mesh.CornerVertices)
			{
				Set.Corners.push_back(ColorOfVertex[Vertex]);
			}
			Set.Values = std::move(Colors);
		}
		return std::move(File);
	}

	FTextScanner Scanner;
	std::string_view Name;
	bool bText;
	FObjFile File;
	FError Failure;
	uint32_t Material = NoIndex;
	std::vector<uint32_t> ColorOfVertex;
	std::vector<FFloat4> Colors;
	FObjReference VertexReference{"vertex"};
	FObjReference UVReference{"texture coordinate"};
	FObjReference NormalReference{"normal"};
};

} // namespace

TResult<FObjFile> ParseObj(std::span<const std::byte> Bytes, std::string_view Name)
{
	return FObjParser(Bytes, Name).Run();
}

void ApplyMaterialLibrary(std::span<const std::byte> Bytes, std::vector<TMaterialSlot<FOwned>>& Materials)
{
	FTextScanner Scanner(Bytes);
	TMaterialSlot<FOwned>* Slot = nullptr;
	const auto Fraction = [](float Value) { return Value >= 0.0f ? (std::min)(Value, 1.0f) : 0.0f; };
	for (; !Scanner.AtEnd(); Scanner.SkipLine())
	{
		const std::string_view Keyword = Scanner.ReadWord();
		float Values[3];
		if (Keyword == "newmtl")
		{
			const std::string_view Label = Scanner.ReadRestOfLine();
			const auto Found = std::find_if(Materials.begin(), Materials.end(),
				[&](const TMaterialSlot<FOwned>& Candidate) { return Candidate.Name == Label; });
			Slot = Found == Materials.end() ? nullptr : &*Found;
		}
		else if (Slot && Keyword == "Kd")
		{
			if (Scanner.ReadNumber(Values[0]) && Scanner.ReadNumber(Values[1]) && Scanner.ReadNumber(Values[2]))
			{
				Slot->BaseColor = {Fraction(Values[0]), Fraction(Values[1]), Fraction(Values[2]), Slot->BaseColor.W};
			}
		}
		else if (Slot && (Keyword == "d" || Keyword == "Tr") && Scanner.ReadNumber(Values[0]))
		{
			Slot->BaseColor.W = Fraction(Keyword == "d" ? Values[0] : 1.0f - Values[0]);
		}
	}
}

} // namespace Exemplar

// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Examples/MeshFiles.h"
#include "Examples/TextScanner.h"

namespace Exemplar
{
namespace
{

template <typename T>
void AppendObjLine(std::string& Out, const char* Keyword, std::initializer_list<T> Values)
{
	Out += Keyword;
	for (T Value : Values)
	{
		Out += ' ';
		AppendNumber(Out, Value);
	}
	Out += '\n';
}

/** A name extends to the end of its line; a trailing blank keeps a final backslash from continuing the line. */
void AppendObjLabel(std::string& Out, const char* Keyword, std::string_view Label)
{
	Out.append(Keyword).append(" ");
	for (char C : Label)
	{
		Out += C == '\n' || C == '\r' ? ' ' : C;
	}
	Out += Label.ends_with('\\') ? " \n" : "\n";
}

void AppendObjCorner(std::string& Out, const FSourceMesh& Mesh, size_t Corner)
{
	const uint32_t UV = Mesh.CornerUVs.empty() ? NoIndex : Mesh.CornerUVs[Corner];
	const uint32_t Normal = Mesh.CornerNormals.empty() ? NoIndex : Mesh.CornerNormals[Corner];
	Out += ' ';
	AppendNumber(Out, uint64_t(Mesh.CornerVertices[Corner]) + 1);
	if (UV != NoIndex || Normal != NoIndex)
	{
		Out += '/';
	}
	if (UV != NoIndex)
	{
		AppendNumber(Out, uint64_t(UV) + 1);
	}
	if (Normal != NoIndex)
	{
		Out += '/';
		AppendNumber(Out, uint64_t(Normal) + 1);
	}
}

} // namespace

std::string FormatObj(const FSourceMesh& Mesh, std::string_view MaterialLibrary)
{
	std::string Out;
	Out.reserve(Mesh.Positions.size() * 48 + Mesh.CornerVertices.size() * 12);
	if (!MaterialLibrary.empty())
	{
		AppendObjLabel(Out, "mtllib", MaterialLibrary);
	}
	const std::vector<uint32_t> Colors = ColorOfVertices(Mesh);
	for (size_t Vertex = 0; Vertex < Mesh.Positions.size(); ++Vertex)
	{
		const FDouble3& P = Mesh.Positions[Vertex];
		AppendObjLine(Out, "v", {P.X, P.Y, P.Z});
		if (!Colors.empty() && Colors[Vertex] != NoIndex)
		{
			Out.pop_back();
			const FFloat4& C = Mesh.Colors.front().Values[Colors[Vertex]];
			C.W == 1.0f ? AppendObjLine(Out, "", {C.X, C.Y, C.Z}) : AppendObjLine(Out, "", {C.X, C.Y, C.Z, C.W});
		}
	}
	for (const FFloat2& UV : Mesh.UVs)
	{
		AppendObjLine(Out, "vt", {UV.X, UV.Y});
	}
	for (const FFloat3& N : Mesh.Normals)
	{
		AppendObjLine(Out, "vn", {N.X, N.Y, N.Z});
	}
	uint32_t Material = NoIndex;
	for (size_t Polygon = 0; Polygon < Mesh.PolygonCount(); ++Polygon)
	{
		if (!Mesh.PolygonMaterials.empty() && Mesh.PolygonMaterials[Polygon] != Material)
		{
			Material = Mesh.PolygonMaterials[Polygon];
			AppendObjLabel(Out, "usemtl", Mesh.Materials[Material].Name);
		}
		Out += 'f';
		for (size_t Corner = Mesh.PolygonOffsets[Polygon]; Corner < Mesh.PolygonOffsets[Polygon + 1]; ++Corner)
		{
			AppendObjCorner(Out, Mesh, Corner);
		}
		Out += '\n';
	}
	return Out;
}

std::string FormatMaterialLibrary(std::span<const TMaterialSlot<FOwned>> Materials)
{
	std::string Out;
	for (const TMaterialSlot<FOwned>& Slot : Materials)
	{
		AppendObjLabel(Out, "newmtl", Slot.Name);
		AppendObjLine(Out, "Kd", {Slot.BaseColor.X, Slot.BaseColor.Y, Slot.BaseColor.Z});
		AppendObjLine(Out, "d", {Slot.BaseColor.W});
	}
	return Out;
}

} // namespace Exemplar

// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Examples/ByteOrder.h"
#include "Examples/MeshFiles.h"
#include "Examples/TextScanner.h"
#include "Examples/Triangulate.h"

namespace Exemplar
{
namespace
{

void AppendStlText(std::string& Out, const char* Keyword, const FFloat3& V)
{
	Out += Keyword;
	for (float Value : {V.X, V.Y, V.Z})
	{
		Out += ' ';
		AppendNumber(Out, Value);
	}
	Out += '\n';
}

void AppendStlBytes(std::string& Out, const FFloat3& V)
{
	for (float Value : {V.X, V.Y, V.Z})
	{
		AppendBytes(Out, Value, false);
	}
}

FFloat3 StlPosition(const FSourceMesh& Mesh, uint32_t Corner)
{
	const FDouble3& P = Mesh.Positions[Mesh.CornerVertices[Corner]];
	return {static_cast<float>(P.X), static_cast<float>(P.Y), static_cast<float>(P.Z)};
}

} // namespace

std::string FormatOff(const FSourceMesh& Mesh)
{
	std::string Out =
		"OFF\n" + std::to_string(Mesh.Positions.size()) + " " + std::to_string(Mesh.PolygonCount()) + " 0\n";
	Out.reserve(Mesh.Positions.size() * 48 + Mesh.CornerVertices.size() * 10);
	for (const FDouble3& P : Mesh.Positions)
	{
		AppendNumber(Out, P.X);
		Out += ' ';
		AppendNumber(Out, P.Y);
		Out += ' ';
		AppendNumber(Out, P.Z);
		Out += '\n';
	}
	for (size_t Polygon = 0; Polygon < Mesh.PolygonCount(); ++Polygon)
	{
		const uint32_t Begin = Mesh.PolygonOffsets[Polygon], End = Mesh.PolygonOffsets[Polygon + 1];
		AppendNumber(Out, uint64_t(End - Begin));
		for (uint32_t Corner = Begin; Corner < End; ++Corner)
		{
			Out += ' ';
			AppendNumber(Out, uint64_t(Mesh.CornerVertices[Corner]));
		}
		Out += '\n';
	}
	return Out;
}

std::string FormatStl(const FSourceMesh& Mesh, EStlEncoding Encoding)
{
	const FPolygonTriangles Triangles = TriangulatePolygons(Mesh);
	std::string Out;
	if (Encoding == EStlEncoding::Binary)
	{
		Out.reserve(84 + Triangles.Corners.size() * 50);
		Out.assign(80, '\0'); // a header that does not start with "solid"
		AppendBytes(Out, static_cast<uint32_t>(Triangles.Corners.size()), false);
	}
	else
	{
		Out = "solid\n";
	}
	for (const std::array<uint32_t, 3>& Corners : Triangles.Corners)
	{
		const FFloat3 P[3] = {
			StlPosition(Mesh, Corners[0]), StlPosition(Mesh, Corners[1]), StlPosition(Mesh, Corners[2])};
		const FFloat3 Normal = Normalize(Cross(P[1] - P[0], P[2] - P[0]));
		if (Encoding == EStlEncoding::Binary)
		{
			AppendStlBytes(Out, Normal);
			for (const FFloat3& Position : P)
			{
				AppendStlBytes(Out, Position);
			}
			AppendBytes(Out, uint16_t(0), false);
			continue;
		}
		AppendStlText(Out, "facet normal", Normal);
		Out += "outer loop\n";
		for (const FFloat3& Position : P)
		{
			AppendStlText(Out, "vertex", Position);
		}
		Out += "endloop\nendfacet\n";
	}
	Out += Encoding == EStlEncoding::Ascii ? "endsolid\n" : "";
	return Out;
}

} // namespace Exemplar

// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Examples/ByteOrder.h"
#include "Examples/MeshFiles.h"
#include "Examples/TextScanner.h"

#include <algorithm>

namespace Exemplar
{
namespace
{

/** Writes numbers in sequence, as text separated by blanks or as bytes. */
class FPlySink
{
public:
	FPlySink(std::string& InOut, EPlyEncoding InEncoding)
		: Out(InOut)
		, Encoding(InEncoding)
	{
	}

	template <typename T>
	void Write(T Value)
	{
		if (Encoding != EPlyEncoding::Ascii)
		{
			AppendBytes(Out, Value, Encoding == EPlyEncoding::BinaryBigEndian);
			return;
		}
		if (!bLineStart)
		{
			Out += ' ';
		}
		bLineStart = false;
		if constexpr (std::is_integral_v<T>)
		{
			AppendNumber(Out, static_cast<uint64_t>(Value));
		}
		else
		{
			AppendNumber(Out, Value);
		}
	}

	void EndLine()
	{
		if (Encoding == EPlyEncoding::Ascii)
		{
			Out += '\n';
			bLineStart = true;
		}
	}

private:
	std::string& Out;
	EPlyEncoding Encoding;
	bool bLineStart = true;
};

bool FitsFloat(double Value)
{
	return static_cast<double>(static_cast<float>(Value)) == Value;
}

/** The value of each vertex if all its corners agree; otherwise empty. */
template <typename T>
std::vector<uint32_t> ValueOfVertices(
	const FSourceMesh& Mesh, const std::vector<uint32_t>& Corners, const std::vector<T>& Values)
{
	std::vector<uint32_t> Out(Corners.empty() ? 0 : Mesh.Positions.size(), NoIndex);
	for (size_t Corner = 0; Corner < Corners.size(); ++Corner)
	{
		uint32_t& Value = Out[Mesh.CornerVertices[Corner]];
		if (Corners[Corner] == NoIndex || (Value != NoIndex && Values[Value] != Values[Corners[Corner]]))
		{
			return {};
		}
		Value = Corners[Corner];
	}
	return Out;
}

/** The byte that a reader turns into Value; -1 if there is none. */
int ByteOfColor(float Value)
{
	const int Byte = Value >= 0.0f && Value <= 1.0f ? static_cast<int>(Value * 255.0f + 0.5f) : -1;
	return Byte >= 0 && static_cast<float>(Byte / 255.0) == Value ? Byte : -1;
}

/** The colors of the vertices, to be written after the normals. */
class FPlyColors
{
public:
	explicit FPlyColors(const FSourceMesh& InMesh)
		: Mesh(InMesh)
		, Colors(ColorOfVertices(InMesh))
	{
		for (size_t Vertex = 0; Vertex < Colors.size() && bBytes; ++Vertex)
		{
			const FFloat4 C = ColorOf(Vertex);
			bBytes = ByteOfColor(C.X) >= 0 && ByteOfColor(C.Y) >= 0 && ByteOfColor(C.Z) >= 0 && ByteOfColor(C.W) >= 0;
		}
	}

	void AppendHeader(std::string& Out) const
	{
		for (const char* Part : {"red", "green", "blue", "alpha"})
		{
			Out += Colors.empty() ? std::string()
								  : std::string("property ") + (bBytes ? "uchar " : "float ") + Part + "\n";
		}
	}

	void Write(FPlySink& Sink, size_t Vertex) const
	{
		if (Colors.empty())
		{
			return;
		}
		const FFloat4 C = ColorOf(Vertex);
		for (const float Value : {C.X, C.Y, C.Z, C.W})
		{
			bBytes ? Sink.Write(static_cast<uint8_t>(ByteOfColor(Value))) : Sink.Write(Value);
		}
	}

private:
	FFloat4 ColorOf(size_t Vertex) const
	{
		return Colors[Vertex] == NoIndex ? FFloat4{1.0f, 1.0f, 1.0f, 1.0f} : Mesh.Colors.front().Values[Colors[Vertex]];
	}

	const FSourceMesh& Mesh;
	std::vector<uint32_t> Colors;
	bool bBytes = true;
};

} // namespace

std::vector<uint32_t> ColorOfVertices(const FSourceMesh& Mesh)
{
	return Mesh.Colors.empty() ? std::vector<uint32_t>()
							   : ValueOfVertices(Mesh, Mesh.Colors.front().Corners, Mesh.Colors.front().Values);
}

std::string FormatPly(const FSourceMesh& Mesh, EPlyEncoding Encoding)
{
	const bool bFloat = std::all_of(Mesh.Positions.begin(), Mesh.Positions.end(),
		[](const FDouble3& P) { return FitsFloat(P.X) && FitsFloat(P.Y) && FitsFloat(P.Z); });
	const std::vector<uint32_t> Normals = ValueOfVertices(Mesh, Mesh.CornerNormals, Mesh.Normals);
	const FPlyColors Colors(Mesh);
	const bool bUVs = !Mesh.CornerUVs.empty();
	size_t LargestFace = 0;
	for (size_t Polygon = 0; Polygon < Mesh.PolygonCount(); ++Polygon)
	{
		LargestFace = (std::max)(LargestFace, size_t(Mesh.PolygonOffsets[Polygon + 1] - Mesh.PolygonOffsets[Polygon]));
	}
	const bool bSmallCounts = LargestFace * 2 < 256;

	const std::string CountType = bSmallCounts ? "uchar" : "uint", Number = bFloat ? "float" : "double";
	std::string Out = "ply\nformat ";
	Out += Encoding == EPlyEncoding::Ascii          ? "ascii"
		: Encoding == EPlyEncoding::BinaryBigEndian ? "binary_big_endian"
													: "binary_little_endian";
	Out += " 1.0\nelement vertex " + std::to_string(Mesh.Positions.size()) + "\n";
	for (const char* Axis : {"x", "y", "z"})
	{
		Out += "property " + Number + " " + Axis + "\n";
	}
	Out += Normals.empty() ? "" : "property float nx\nproperty float ny\nproperty float nz\n";
	Colors.AppendHeader(Out);
	Out += "element face " + std::to_string(Mesh.PolygonCount()) + "\nproperty list " + CountType +
		" uint vertex_indices\n";
	Out += bUVs ? "property list " + CountType + " float texcoord\n" : "";
	Out += "end_header\n";

	FPlySink Sink(Out, Encoding);
	const auto WriteCount = [&](size_t Count)
	{ bSmallCounts ? Sink.Write(static_cast<uint8_t>(Count)) : Sink.Write(static_cast<uint32_t>(Count)); };
	for (size_t Vertex = 0; Vertex < Mesh.Positions.size(); ++Vertex)
	{
		const FDouble3& P = Mesh.Positions[Vertex];
		for (double Value : {P.X, P.Y, P.Z})
		{
			bFloat ? Sink.Write(static_cast<float>(Value)) : Sink.Write(Value);
		}
		if (!Normals.empty())
		{
			const FFloat3 N = Normals[Vertex] == NoIndex ? FFloat3() : Mesh.Normals[Normals[Vertex]];
			Sink.Write(N.X);
			Sink.Write(N.Y);
			Sink.Write(N.Z);
		}
		Colors.Write(Sink, Vertex);
		Sink.EndLine();
	}
	for (size_t Polygon = 0; Polygon < Mesh.PolygonCount(); ++Polygon)
	{
		const uint32_t Begin = Mesh.PolygonOffsets[Polygon], End = Mesh.PolygonOffsets[Polygon + 1];
		WriteCount(End - Begin);
		bool bAllUVs = bUVs;
		for (uint32_t Corner = Begin; Corner < End; ++Corner)
		{
			Sink.Write(Mesh.CornerVertices[Corner]);
			bAllUVs = bAllUVs && Mesh.CornerUVs[Corner] != NoIndex;
		}
		if (bUVs)
		{
			WriteCount(bAllUVs ? 2 * (End - Begin) : 0);
		}
		for (uint32_t Corner = Begin; Corner < End && bAllUVs; ++Corner)
		{
			Sink.Write(Mesh.UVs[Mesh.CornerUVs[Corner]].X);
			Sink.Write(Mesh.UVs[Mesh.CornerUVs[Corner]].Y);
		}
		Sink.EndLine();
	}
	return Out;
}

} // namespace Exemplar

// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "ExampleMeshes.h"
#include "Examples/MeshFiles.h"

#include <cmath>

namespace Exemplar
{
namespace PlyFileTest
{

constexpr EPlyEncoding PlyEncodings[] = {
	EPlyEncoding::Ascii, EPlyEncoding::BinaryLittleEndian, EPlyEncoding::BinaryBigEndian};

TResult<FSourceMesh> ReadPly(std::string_view Text)
{
	return ParsePly(BytesOf(Text), "body.ply");
}

const std::string PlyVertices = "ply\nformat ascii 1.0\nelement vertex 3\nproperty float x\nproperty float y\nproperty "
								"float z\n";
const std::string PlyFaces = "element face 1\nproperty list uchar int vertex_indices\nend_header\n";
const std::string PlyPoints = "0 0 0\n1 0 0\n0 1 0\n";

TEST(PlyFile, WhatIsWrittenIsReadBackToTheLastBitInEveryEncoding)
{
	FSourceMesh Mesh = MakeRichMesh();
	Mesh.Materials.clear();
	Mesh.PolygonMaterials.clear();
	Mesh.Normals.clear();
	Mesh.CornerNormals.clear();
	for (EPlyEncoding Encoding : PlyEncodings)
	{
		const TResult<FSourceMesh> Read = ReadPly(FormatPly(Mesh, Encoding));
		ASSERT_TRUE(Read) << Read.GetError().Message;
		EXPECT_EQ(Read->Positions, Mesh.Positions);
		EXPECT_EQ(Read->CornerVertices, Mesh.CornerVertices);
		EXPECT_EQ(Read->PolygonOffsets, Mesh.PolygonOffsets);
		ASSERT_EQ(Read->CornerUVs.size(), Mesh.CornerUVs.size());
		for (size_t Corner = 0; Corner < Mesh.CornerUVs.size(); ++Corner)
		{
			ASSERT_EQ(Read->CornerUVs[Corner] == NoIndex, Mesh.CornerUVs[Corner] == NoIndex);
			if (Mesh.CornerUVs[Corner] != NoIndex)
			{
				EXPECT_EQ(Read->UVs[Read->CornerUVs[Corner]], Mesh.UVs[Mesh.CornerUVs[Corner]]);
			}
		}
	}
}

TEST(PlyFile, NormalsOfVerticesSurviveAndFloatPositionsStayFloat)
{
	FSourceMesh Mesh = MakeCube();
	for (const FDouble3& P : Mesh.Positions)
	{
		Mesh.Normals.push_back({float(P.X), float(P.Y), 0.5f});
	}
	Mesh.CornerNormals = Mesh.CornerVertices;
	for (EPlyEncoding Encoding : PlyEncodings)
	{
		const std::string Text = FormatPly(Mesh, Encoding);
		EXPECT_NE(Text.find("property float x"), std::string::npos);
		const TResult<FSourceMesh> Read = ReadPly(Text);
		ASSERT_TRUE(Read) << Read.GetError().Message;
		EXPECT_EQ(*Read, Mesh);
	}
}

TEST(PlyFile, ColorsOfVerticesSurviveAsBytesWhereThatLosesNothing)
{
	FSourceMesh Mesh = MakeCube();
	TCornerSet<FFloat4>& Colors = Mesh.Colors.emplace_back();
	Colors.Corners = Mesh.CornerVertices;
	for (size_t Vertex = 0; Vertex < Mesh.Positions.size(); ++Vertex)
	{
		Colors.Values.push_back({static_cast<float>(Vertex / 255.0), static_cast<float>(51 / 255.0), 1.0f, 0.0f});
	}
	for (const char* Type : {"property uchar red", "property float red"})
	{
		for (EPlyEncoding Encoding : PlyEncodings)
		{
			const std::string Text = FormatPly(Mesh, Encoding);
			EXPECT_NE(Text.find(Type), std::string::npos);
			const TResult<FSourceMesh> Read = ReadPly(Text);
			ASSERT_TRUE(Read) << Read.GetError().Message;
			EXPECT_EQ(*Read, Mesh);
		}
		Mesh.Colors[0].Values[3].X = 2.5f; // more than a byte can hold
	}
	// A vertex whose corners have different colors does not fit in the format.
	Mesh.Colors[0].Corners[0] = 7;
	const TResult<FSourceMesh> Read = ReadPly(FormatPly(Mesh));
	ASSERT_TRUE(Read) << Read.GetError().Message;
	EXPECT_TRUE(Read->Colors.empty());
}

TEST(PlyFile, PolygonsOfManyCornersAreWrittenWithWideCounts)
{
	FSourceMesh Mesh;
	for (uint32_t Corner = 0; Corner < 300; ++Corner)
	{
		Mesh.Positions.push_back({std::cos(Corner * 0.02), std::sin(Corner * 0.02), 0.0});
		Mesh.CornerVertices.push_back(Corner);
	}
	Mesh.PolygonOffsets.push_back(300);
	for (EPlyEncoding Encoding : PlyEncodings)
	{
		const TResult<FSourceMesh> Read = ReadPly(FormatPly(Mesh, Encoding));
		ASSERT_TRUE(Read) << Read.GetError().Message;
		EXPECT_EQ(*Read, Mesh);
	}
}

TEST(PlyFile, UnknownElementsAndPropertiesOfAnyTypeAreSkipped)
{
	const TResult<FSourceMesh> Read =
		ReadPly("ply\r\nformat ascii 1.0\r\ncomment made by hand\r\nobj_info x\r\n"
				"element camera 2\r\nproperty float a\r\nproperty list uint8 double b\r\n"
				"element face 1\r\nproperty uchar flags\r\nproperty list int8 uint vertex_index\r\n"
				"element vertex 3\r\nproperty list uchar int rings\r\nproperty float64 z\r\n"
				"property int16 x\r\nproperty uchar red\r\nproperty float y\r\nproperty float s\r\n"
				"property float t\r\nelement empty 1000000000000\r\nend_header\r\n"
				"1 2 3 4\r\n5 0\r\n9 3 2 1 0\r\n"
				"0 30 10 255 20 0.25 0.5\r\n2 7 7 31 11 255 21 0 1\r\n1 7 32 12 255 22 1 1\r\n");
	ASSERT_TRUE(Read) << Read.GetError().Message;
	EXPECT_EQ(Read->Positions, (std::vector<FDouble3>{{10, 20, 30}, {11, 21, 31}, {12, 22, 32}}));
	EXPECT_EQ(Read->CornerVertices, (std::vector<uint32_t>{2, 1, 0}));
	EXPECT_EQ(Read->CornerUVs, Read->CornerVertices);
	EXPECT_EQ(Read->UVs[0], (FFloat2{0.25f, 0.5f}));
}

TEST(PlyFile, EveryKindOfBadFileGetsItsSentence)
{
	const EErrorCode Malformed = EErrorCode::Malformed;
	ExpectError(ReadPly(""), Malformed, {"body.ply, line 1", "Is this a PLY file?"});
	ExpectError(ReadPly(PlyVertices), Malformed, {"line 7", "the header does not end", "export"});
	ExpectError(ReadPly("ply\nformat ebcdic 1.0\n"), Malformed, {"line 2", "must be ascii"});
	ExpectError(ReadPly("ply\nend_header\n"), Malformed, {"does not specify a format"});
	ExpectError(ReadPly("ply\nelement vertex many\n"), Malformed, {"line 2", "no valid name and count"});
	ExpectError(ReadPly("ply\nproperty float x\n"), Malformed, {"line 2", "no element"});
	ExpectError(ReadPly("ply\nelement vertex 1\nproperty quaternion q\n"), Malformed, {"line 3", "no valid type"});
	ExpectError(ReadPly("ply\nelement face 1\nproperty list float int q\n"), Malformed, {"line 3", "no valid type"});
	ExpectError(ReadPly("ply\nvertices 7\n"), Malformed, {"line 2", "unknown line"});
	ExpectError(ReadPly(PlyVertices + PlyFaces + PlyPoints), Malformed, {"face 0 (counting from 0)", "truncated"});
	ExpectError(ReadPly(PlyVertices + PlyFaces + "0 0 0\n1 0 x\n0 1 0\n3 0 1 2\n"), Malformed,
		{"line 11", "vertex 1 (counting from 0)", "all its numbers"});
	ExpectError(ReadPly(PlyVertices + PlyFaces + PlyPoints + "3 0 1 3\n"), Malformed,
		{"line 13", "face 0 (counting from 0) uses a vertex that does not exist", "has 3"});
	ExpectError(ReadPly(PlyVertices + PlyFaces + PlyPoints + "3 0 1 -1\n"), Malformed, {"does not exist"});
	ExpectError(ReadPly(PlyVertices + PlyFaces + PlyPoints + "2 0 1\n"), Malformed, {"fewer than three corners"});
	ExpectError(ReadPly(PlyVertices + PlyFaces + PlyPoints + "255 0 1 2\n"), Malformed, {"face 0", "truncated"});
	ExpectError(
		ReadPly("ply\nformat ascii 1.0\nelement vertex 0\nproperty float x\nproperty float y\nproperty float z\n"
				"end_header\n"),
		Malformed, {"no vertices"});
	ExpectError(ReadPly("ply\nformat ascii 1.0\nelement vertex 1\nproperty float x\nend_header\n0\n"), Malformed,
		{"x, y and z"});
	ExpectError(
		ReadPly("ply\nformat ascii 1.0\nelement vertex 1\nproperty float x\nproperty float y\nproperty float z\n"
				"element face 1\nproperty int a\nend_header\n0 0 0\n1\n"),
		Malformed, {"vertex_indices"});
	ExpectError(
		ReadPly("ply\nformat ascii 1.0\nelement vertex 1\nproperty float x\nproperty float y\nproperty float z\n"
				"element vertex 1\nproperty int a\nend_header\n0 0 0\n1\n"),
		Malformed, {"\"vertex\" twice"});
	ExpectError(
		ReadPly("ply\nformat binary_little_endian 1.0\nelement vertex 4000000000\nproperty float x\nproperty float "
				"y\nproperty float z\nend_header\n0123456789"),
		Malformed, {"declares 4000000000 entries of element \"vertex\"", "truncated"});
}

TEST(PlyFile, ABinaryFileCutOffAnywhereIsRefused)
{
	const std::string Whole = FormatPly(MakeCube(), EPlyEncoding::BinaryLittleEndian);
	for (size_t Size = 0; Size < Whole.size(); ++Size)
	{
		EXPECT_FALSE(ReadPly(std::string_view(Whole).substr(0, Size))) << Size;
	}
	EXPECT_TRUE(ReadPly(Whole));
}

} // namespace PlyFileTest
} // namespace Exemplar

// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "ExampleMeshes.h"
#include "Examples/MeshFiles.h"

#include <clocale>
#include <cmath>

namespace Exemplar
{
namespace ObjFileTest
{

using FIndices = std::vector<uint32_t>;

TResult<FObjFile> ReadObj(std::string_view Text)
{
	return ParseObj(BytesOf(Text), "body.obj");
}

TEST(ObjFile, WhatIsWrittenIsReadBackToTheLastBit)
{
	const FSourceMesh Mesh = MakeRichMesh();
	TResult<FObjFile> File = ReadObj(FormatObj(Mesh, "body.mtl"));
	ASSERT_TRUE(File) << File.GetError().Message;
	EXPECT_EQ(File->MaterialLibraries, std::vector<std::string>{"body.mtl"});
	ApplyMaterialLibrary(BytesOf(FormatMaterialLibrary(Mesh.Materials)), File->Mesh.Materials);
	EXPECT_EQ(File->Mesh, Mesh);
}

TEST(ObjFile, AMaterialThatEndsInABackslashDoesNotSwallowTheNextLine)
{
	for (const char* Name : {"\\", "C:\\skins\\", "left\\hand"})
	{
		FSourceMesh Mesh = MakeRichMesh();
		Mesh.Materials.front().Name = Name;
		const TResult<FObjFile> File = ReadObj(FormatObj(Mesh));
		ASSERT_TRUE(File) << File.GetError().Message;
		EXPECT_EQ(File->Mesh.Materials.front().Name, Name);
		EXPECT_EQ(File->Mesh.CornerVertices, Mesh.CornerVertices) << Name;
	}
}

TEST(ObjFile, NumbersAfterTheCoordinatesAreTheColorOfAVertex)
{
	const TResult<FObjFile> File = ReadObj("v 0 0 0 1 0.5 0.25\nv 1 0 0 1\nv 0 1 0 0 1 0 0.5\nf 1 2 3\nf 1 3 2\n");
	ASSERT_TRUE(File) << File.GetError().Message;
	ASSERT_EQ(File->Mesh.Colors.size(), 1u);
	EXPECT_EQ(File->Mesh.Colors[0].Values, (std::vector<FFloat4>{{1, 0.5f, 0.25f, 1}, {0, 1, 0, 0.5f}}));
	EXPECT_EQ(File->Mesh.Colors[0].Corners, (FIndices{0, NoIndex, 1, 0, 1, NoIndex}));
	FSourceMesh Mesh = File->Mesh;
	Mesh.Colors[0].Values.push_back({0.125f, 0, 0, 1});
	Mesh.Colors[0].Corners = {0, 2, 1, 0, 1, 2};
	const TResult<FObjFile> Again = ReadObj(FormatObj(Mesh));
	ASSERT_TRUE(Again) << Again.GetError().Message;
	EXPECT_EQ(
		Again->Mesh.Colors[0].Values, (std::vector<FFloat4>{{1, 0.5f, 0.25f, 1}, {0.125f, 0, 0, 1}, {0, 1, 0, 0.5f}}));
	EXPECT_EQ(Again->Mesh.Colors[0].Corners, (FIndices{0, 1, 2, 0, 2, 1}));
}

TEST(ObjFile, NegativeIndicesCountBackFromWhereTheFaceStands)
{
	const TResult<FObjFile> File =
		ReadObj("v 0 0 0\nv 1 0 0\nv 0 1 0\nvt 0 0\nvn 0 0 1\nf -3/-1/-1 -2/-1/-1 -1/-1/-1\nv 1 1 0\nf -3 -1 -2\n");
	ASSERT_TRUE(File) << File.GetError().Message;
	EXPECT_EQ(File->Mesh.CornerVertices, (FIndices{0, 1, 2, 1, 3, 2}));
	EXPECT_EQ(File->Mesh.CornerUVs, (FIndices{0, 0, 0, NoIndex, NoIndex, NoIndex}));
}

TEST(ObjFile, FacesMayComeBeforeTheirVertices)
{
	const TResult<FObjFile> File = ReadObj("f 1 2 3\nv 0 0 0\nv 1 0 0\nv 0 1 0\n");
	ASSERT_TRUE(File) << File.GetError().Message;
	EXPECT_EQ(File->Mesh.CornerVertices, (FIndices{0, 1, 2}));
}

TEST(ObjFile, AnyLineEndsContinuationsCommentsAndIndentationRead)
{
	const std::string Expected = "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 1 1 0 0.5 0.5 0.5\nf 1 2 4 3\n";
	for (const std::string& LineEnd : {std::string("\n"), std::string("\r\n"), std::string("\r")})
	{
		std::string Text =
			"# ends in a backslash \\\n\tv 0 0 0 # first\nv 1 \\\n 0 0\n\nv\t0 1 0  \nv 1 1 0 0.5 0.5 0.5\n"
			"g arm\no body\ns off\nvp 1\nl 1 2\np 1\nf 1 2 \\\n  4 3 # face\n";
		size_t At = 0;
		while ((At = Text.find('\n', At)) != std::string::npos)
		{
			Text.replace(At, 1, LineEnd);
			At += LineEnd.size();
		}
		const TResult<FObjFile> File = ReadObj(Text), Plain = ReadObj(Expected);
		ASSERT_TRUE(File) << File.GetError().Message;
		EXPECT_EQ(File->Mesh, Plain->Mesh);
	}
}

TEST(ObjFile, TheLastLineNeedsNoLineEnd)
{
	const TResult<FObjFile> File = ReadObj("v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3");
	ASSERT_TRUE(File) << File.GetError().Message;
	EXPECT_EQ(File->Mesh.CornerVertices, (FIndices{0, 1, 2}));
}

TEST(ObjFile, NumbersReadInEveryNotationAndLocale)
{
	std::setlocale(LC_NUMERIC, "de_DE.UTF-8");
	const TResult<FObjFile> File = ReadObj("v +1.5 -2e-3 .25\nv 1e-400 5. 1E2\nv 1e400 -1e400 0\n");
	std::setlocale(LC_NUMERIC, "C");
	ASSERT_TRUE(File) << File.GetError().Message;
	EXPECT_EQ(File->Mesh.Positions[0], (FDouble3{1.5, -2e-3, 0.25}));
	EXPECT_EQ(File->Mesh.Positions[1], (FDouble3{0.0, 5.0, 100.0}));
	EXPECT_EQ(File->Mesh.Positions[2], (FDouble3{INFINITY, -INFINITY, 0.0}));
}

TEST(ObjFile, MaterialsAreInOrderOfUseAndFacesWithoutOneGetTheDefault)
{
	TResult<FObjFile> File =
		ReadObj("mtllib one two.mtl\nv 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\nusemtl left hand\nf 1 2 3\n"
				"usemtl b\nf 1 2 3\nusemtl left hand\nf 1 2 3\n");
	ASSERT_TRUE(File) << File.GetError().Message;
	EXPECT_EQ(File->MaterialLibraries, std::vector<std::string>{"one two.mtl"});
	ASSERT_EQ(File->Mesh.Materials.size(), 3u);
	EXPECT_EQ(File->Mesh.Materials[0].Name, "left hand");
	EXPECT_EQ(File->Mesh.Materials[2].Name, "default");
	EXPECT_EQ(File->Mesh.PolygonMaterials, (FIndices{2, 0, 1, 0}));
	ApplyMaterialLibrary(
		BytesOf("newmtl b\nKd 1 2 -1\nTr 0.75\nnewmtl other\nKd 0 0 0\nnewmtl left hand\r\nKd 0.1 0.2\n"),
		File->Mesh.Materials);
	EXPECT_EQ(File->Mesh.Materials[1].BaseColor, (FFloat4{1.0f, 1.0f, 0.0f, 0.25f}));
	EXPECT_EQ(File->Mesh.Materials[0].BaseColor, TMaterialSlot<FOwned>().BaseColor);
}

TEST(ObjFile, EveryKindOfBadFileGetsItsSentence)
{
	const std::string Triangle = "v 0 0 0\nv 1 0 0\nv 0 1 0\n";
	const EErrorCode Malformed = EErrorCode::Malformed;
	ExpectError(ReadObj(""), Malformed, {"body.obj: no vertices found", "Is this an OBJ file?"});
	ExpectError(ReadObj("\x7f"
						"ELF\x01\x02"),
		Malformed, {"no vertices"});
	ExpectError(
		ReadObj("v 0 0 0\nv 1 x 0\n"), Malformed, {"body.obj, line 2", "vertex 2", "three coordinates", "Export"});
	ExpectError(ReadObj(Triangle + "vt u\n"), Malformed, {"line 4", "texture coordinate 1"});
	ExpectError(ReadObj(Triangle + "vn 1 0\n"), Malformed, {"line 4", "normal 1"});
	ExpectError(ReadObj(Triangle + "f 1 2\n"), Malformed, {"line 4", "fewer than three corners"});
	ExpectError(ReadObj(Triangle + "f 1 2 0\n"), Malformed, {"line 4", "number 0", "counts from 1"});
	ExpectError(ReadObj(Triangle + "f 1 2 -4\n"), Malformed, {"line 4", "before the first"});
	ExpectError(ReadObj(Triangle + "f 1 2 4\n"), Malformed, {"line 4", "uses vertex 4, but the file has 3"});
	ExpectError(ReadObj(Triangle + "f 1 2 4294967297\n"), Malformed, {"line 4", "uses vertex 4294967297"});
	ExpectError(ReadObj(Triangle + "f 1/1 2/1 3/1\n"), Malformed, {"uses texture coordinate 1, but the file has 0"});
	ExpectError(ReadObj(Triangle + "vn 0 0 1\nf 1//1 2//2 3//1\n"), Malformed, {"line 5", "uses normal 2"});
	ExpectError(ReadObj(Triangle + "f 1/1/1/1 2 3\n"), Malformed, {"line 4", "not a list of vertex numbers"});
	ExpectError(ReadObj(Triangle + "f a b c\n"), Malformed, {"line 4", "not a list of vertex numbers"});
	ExpectError(ReadObj(Triangle + "f 1 2 99999999999999999999\n"), Malformed, {"line 4"});
}

} // namespace ObjFileTest
} // namespace Exemplar

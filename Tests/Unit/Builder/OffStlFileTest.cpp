// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "ExampleMeshes.h"
#include "Examples/MeshFiles.h"

namespace Exemplar
{
namespace OffStlFileTest
{

TResult<FSourceMesh> ReadOff(std::string_view Text)
{
	return ParseOff(BytesOf(Text), "body.off");
}

TResult<FSourceMesh> ReadStl(std::string_view Text)
{
	return ParseStl(BytesOf(Text), "body.stl");
}

TEST(OffFile, WhatIsWrittenIsReadBackToTheLastBit)
{
	FSourceMesh Mesh = MakeRichMesh();
	const TResult<FSourceMesh> Read = ReadOff(FormatOff(Mesh));
	ASSERT_TRUE(Read) << Read.GetError().Message;
	EXPECT_EQ(Read->Positions, Mesh.Positions);
	EXPECT_EQ(Read->CornerVertices, Mesh.CornerVertices);
	EXPECT_EQ(Read->PolygonOffsets, Mesh.PolygonOffsets);
}

TEST(OffFile, VariantsWithColorsNormalsAndUVsRead)
{
	const FSourceMesh Plain = MakeMesh({{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}, {{0, 1, 2}});
	for (const char* Text : {"OFF\n3 1 0\n0 0 0\n1 0 0\n0 1 0\n3 0 1 2\n",
			 "OFF 3 1 3\r\n0 0 0\r\n1 0 0\r\n0 1 0\r\n3 0 1 2", "3 1 0\n0 0 0\n1 0 0\n0 1 0\n3 0 1 2\n",
			 "# c\nCOFF # c\n# c\n3 1 0 # c\n\n0 0 0 255 0 0 255\n# c\n1 0 0 0.5 0.5 0.5\n0 1 0 1\n3 0 1 2 0.1 0.2 "
			 "0.3\n"})
	{
		const TResult<FSourceMesh> Read = ReadOff(Text);
		ASSERT_TRUE(Read) << Read.GetError().Message;
		FSourceMesh Found = *Read;
		Found.Colors.clear();
		EXPECT_EQ(Found, Plain) << Text;
		EXPECT_EQ(Read->Colors.size(), std::string_view(Text).find("COFF") == std::string_view::npos ? 0u : 1u);
	}
	const TResult<FSourceMesh> Rich =
		ReadOff("STCNOFF\n3 1 0\n0 0 0 0 0 1 9 9 9 0 0\n1 0 0 0 1 0 9 9 9 9 1 0.5\n0 1 0 1 0 0 9 9 9 0 1\n3 0 1 2\n");
	ASSERT_TRUE(Rich) << Rich.GetError().Message;
	EXPECT_EQ(Rich->Normals, (std::vector<FFloat3>{{0, 0, 1}, {0, 1, 0}, {1, 0, 0}}));
	EXPECT_EQ(Rich->UVs, (std::vector<FFloat2>{{0, 0}, {1, 0.5f}, {0, 1}}));
	EXPECT_EQ(Rich->CornerUVs, Rich->CornerVertices);
	EXPECT_NEAR(Rich->Colors[0].Values[1].W, 9.0f / 255.0f, 1e-6f); // above 1: bytes
	EXPECT_EQ(Rich->Colors[0].Values[0].W, 1.0f);
}

TEST(OffFile, EveryKindOfBadFileGetsItsSentence)
{
	const EErrorCode Malformed = EErrorCode::Malformed;
	const std::string Points = "0 0 0\n1 0 0\n0 1 0\n";
	ExpectError(ReadOff(" \n# nothing\n"), Malformed, {"body.off", "empty"});
	ExpectError(ReadOff("solid\n"), Malformed, {"line 1", "Is this an OFF file?"});
	ExpectError(ReadOff("OFF\n"), Malformed, {"ends after its keyword"});
	ExpectError(ReadOff("OFF BINARY\nabc"), EErrorCode::Unsupported, {"binary OFF", "as text"});
	ExpectError(ReadOff("4OFF\n1 0 0\n0 0 0 0\n"), EErrorCode::Unsupported, {"three-dimensional"});
	ExpectError(ReadOff("OFF\nmany\n"), Malformed, {"line 2", "vertex and face counts"});
	ExpectError(ReadOff("OFF\n-3 1 0\n" + Points), Malformed, {"line 2", "negative"});
	ExpectError(ReadOff("OFF\n3000000000 1 0\n" + Points), Malformed, {"declares 3000000000 vertices", "truncated"});
	ExpectError(
		ReadOff("OFF\n3 1 0\n0 0 0\n1 0\n0 1 0\n3 0 1 2\n"), Malformed, {"line 4", "vertex 1 (counting from 0)"});
	ExpectError(ReadOff("OFF\n3 1 0\n" + Points + "# cut\n"), Malformed, {"face 0 (counting from 0) is missing"});
	ExpectError(ReadOff("OFF\n3 1 0\n" + Points + "2 0 1\n"), Malformed, {"line 6", "fewer than three corners"});
	ExpectError(ReadOff("OFF\n3 1 0\n" + Points + "4 0 1 2\n"), Malformed, {"line 6", "does not have all its corners"});
	ExpectError(
		ReadOff("OFF\n3 1 0\n" + Points + "3 1 2 3\n"), Malformed, {"line 6", "uses vertex 3, but the file has 3"});
	ExpectError(ReadOff("NOFF\n3 1 0\n" + Points + "3 0 1 2\n"), Malformed, {"normal required by NOFF"});
	ExpectError(ReadOff("STOFF\n3 1 0\n" + Points + "3 0 1 2\n"), Malformed, {"texture coordinates required by STOFF"});
}

TEST(StlFile, TrianglesComeBackWithThreeVerticesEachInBothEncodings)
{
	const FSourceMesh Cube = MakeCube();
	for (EStlEncoding Encoding : {EStlEncoding::Ascii, EStlEncoding::Binary})
	{
		const std::string Text = FormatStl(Cube, Encoding);
		const TResult<FSourceMesh> Read = ReadStl(Text);
		ASSERT_TRUE(Read) << Read.GetError().Message;
		EXPECT_EQ(Read->PolygonCount(), 12u);
		EXPECT_EQ(Read->Positions.size(), 36u);
		EXPECT_EQ(FormatStl(*Read, Encoding), Text);
	}
	EXPECT_EQ(*ReadStl(FormatStl(Cube, EStlEncoding::Ascii)), *ReadStl(FormatStl(Cube, EStlEncoding::Binary)));
}

TEST(StlFile, WeldingMakesTheCubeOfTheSoup)
{
	TResult<FSourceMesh> Read = ReadStl(FormatStl(MakeCube()));
	ASSERT_TRUE(Read);
	const TResult<FExampleSet> Set = BuildExampleSet(MakeExamples(std::move(*Read)), {}, {});
	ASSERT_TRUE(Set) << Set.GetError().Message;
	EXPECT_EQ(Set->PointCount(), 8u);
	EXPECT_EQ(Set->Rest.Triangles.size(), 12u);
	EXPECT_TRUE(Set->Problems.empty());
	EXPECT_EQ(RestoreSourcePositions(*Set, Set->Rest.Positions), Set->Source.Rest.Positions);
}

TEST(StlFile, ABinaryFileThatStartsWithSolidIsBinary)
{
	std::string Text = FormatStl(MakeCube());
	Text.replace(0, 5, "solid");
	const TResult<FSourceMesh> Read = ReadStl(Text);
	ASSERT_TRUE(Read) << Read.GetError().Message;
	EXPECT_EQ(Read->PolygonCount(), 12u);
}

TEST(StlFile, SeveralSolidsInAnyCaseAreOneMesh)
{
	const std::string One =
		"SOLID a vertex of words\n FACET NORMAL 0 0 1\n  OUTER LOOP\n   VERTEX 0 0 0\n   VERTEX 1 0 0\n   "
		"VERTEX 0 1 0\n  ENDLOOP\n ENDFACET\nENDSOLID a vertex\n";
	const TResult<FSourceMesh> Read = ReadStl(One + One);
	ASSERT_TRUE(Read) << Read.GetError().Message;
	EXPECT_EQ(Read->PolygonCount(), 2u);
}

TEST(StlFile, EveryKindOfBadFileGetsItsSentence)
{
	const EErrorCode Malformed = EErrorCode::Malformed;
	const std::string Loop =
		"facet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 1 0 0\nvertex 0 1 0\nendloop\nendfacet\n";
	ExpectError(ReadStl("hello"), Malformed, {"body.stl, byte 5", "Is this an STL file?"});
	ExpectError(ReadStl("solid\nendsolid\n"), Malformed, {"no triangle"});
	ExpectError(ReadStl("solid\n" + Loop), Malformed, {"without \"endsolid\"", "truncated"});
	ExpectError(ReadStl("solid\nouter loop\nvertex 0 0\n"), Malformed, {"line 3", "triangle 0", "three coordinates"});
	ExpectError(ReadStl("solid\nouter loop\nvertex 0 0 0\nvertex 1 0 0\nendloop\n"), Malformed,
		{"line 5", "face 0", "three vertices"});
	ExpectError(ReadStl(std::string(84, '\0')), Malformed, {"byte 80", "no triangle"});
	const std::string Binary = FormatStl(MakeCube());
	ExpectError(ReadStl(Binary.substr(0, Binary.size() - 1)), Malformed,
		{"byte 683", "12 triangles are declared and only 11 are complete", "truncated"});
}

} // namespace OffStlFileTest
} // namespace Exemplar

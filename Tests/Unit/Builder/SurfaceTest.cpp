// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Model/Surface.h"

#include "ExampleMeshes.h"
#include "Geometry/EigenMap.h"

#include <algorithm>
#include <cmath>

namespace Exemplar
{
namespace SurfaceTest
{

using FIndices = std::vector<uint32_t>;

FExampleSet SetOf(FSourceMesh Mesh)
{
	TResult<FExampleSet> Set = BuildExampleSet(MakeExamples(std::move(Mesh)), {}, {});
	EXPECT_TRUE(Set) << Set.GetError().Message;
	return std::move(*Set);
}

/** Two quads side by side; the left one's UVs run forward, the right one's are mirrored about the shared edge. */
FSourceMesh MakeMirroredQuads()
{
	FSourceMesh Mesh =
		MakeMesh({{0, 0, 0}, {1, 0, 0}, {2, 0, 0}, {2, 1, 0}, {1, 1, 0}, {0, 1, 0}}, {{0, 1, 4, 5}, {1, 2, 3, 4}});
	Mesh.UVs = {{0, 0}, {1, 0}, {1, 1}, {0, 1}};
	Mesh.CornerUVs = {0, 1, 2, 3, 1, 0, 3, 2};
	return Mesh;
}

TEST(Surface, WhereNothingIsSplitCornersArePoints)
{
	const FExampleSet Set = SetOf(MakeCube());
	const FSurface Level = BuildSurface(Set);
	EXPECT_EQ(Level.PointOfCorner, (FIndices{0, 1, 2, 3, 4, 5, 6, 7}));
	EXPECT_EQ(Level.SourceOfCorner, Level.PointOfCorner);
	EXPECT_TRUE(Level.UVs.empty());
	EXPECT_TRUE(Level.Tangents.empty());
	ASSERT_EQ(Level.Sections.size(), 1u);
	EXPECT_EQ(Level.Sections[0], (FMeshSection{0, 0, 36}));
	for (size_t Index = 0; Index < 36; ++Index)
	{
		EXPECT_EQ(Level.Indices[Index], static_cast<uint32_t>(Set.Rest.Triangles[Index / 3][Index % 3]));
	}
	for (size_t Corner = 0; Corner < 8; ++Corner)
	{
		const FFloat3 Outward = Normalize(ToFloat3(Set.Rest.Positions[Corner]) - FFloat3{0.5f, 0.5f, 0.5f});
		EXPECT_NEAR(Dot(Level.Normals[Corner], Outward), 1.0f, 1e-6f);
	}
	EXPECT_EQ(MaterialsOf(Set).size(), 1u);
}

TEST(Surface, HardEdgesSplitPointsIntoOneCornerPerNormal)
{
	FSourceMesh Cube = MakeCube();
	Cube.Normals = {{-2, 0, 0}, {1, 0, 0}, {0, -1, 0}, {0, 1, 0}, {0, 0, -1}, {0, 0, 1}};
	for (uint32_t Corner = 0; Corner < 24; ++Corner)
	{
		Cube.CornerNormals.push_back(Corner / 4);
	}
	const FExampleSet Set = SetOf(Cube);
	const FSurface Level = BuildSurface(Set);
	EXPECT_EQ(Level.CornerCount(), 24u);
	for (size_t Index = 0; Index < Level.Indices.size(); ++Index)
	{
		const FFloat3 Expected = Normalize(Cube.Normals[Set.TrianglePolygons[Index / 3]]);
		EXPECT_EQ(Level.Normals[Level.Indices[Index]], Expected);
		EXPECT_EQ(
			Level.PointOfCorner[Level.Indices[Index]], static_cast<uint32_t>(Set.Rest.Triangles[Index / 3][Index % 3]));
	}
	EXPECT_TRUE(std::is_sorted(Level.PointOfCorner.begin(), Level.PointOfCorner.end()));
	EXPECT_EQ(BuildSurface(Set, {.bSourceNormals = false}).CornerCount(), 8u);
}

TEST(Surface, NormalsThatAreZeroOrMissingComeFromTheSurface)
{
	FSourceMesh Cube = MakeCube();
	Cube.Normals = {{0, 0, 0}, {NAN, 0, 0}};
	Cube.CornerNormals.assign(24, NoIndex);
	Cube.CornerNormals[0] = 0;
	Cube.CornerNormals[1] = 1;
	EXPECT_EQ(BuildSurface(SetOf(Cube)).Normals, BuildSurface(SetOf(MakeCube())).Normals);
}

TEST(Surface, UVsGetATopLeftOriginAndEqualOnesAreShared)
{
	FSourceMesh Mesh = MakeMirroredQuads();
	Mesh.UVs[1] = {0.25f, 0.75f};
	Mesh.UVs.push_back(Mesh.UVs[1]); // the same value under another index splits nothing
	Mesh.CornerUVs[4] = 4;
	const FSurface Level = BuildSurface(SetOf(Mesh), {.bTangents = false});
	ASSERT_EQ(Level.CornerCount(), 6u);
	EXPECT_EQ(Level.UVs[1], (FFloat2{0.25f, 0.25f}));
	EXPECT_EQ(Level.UVs[0], (FFloat2{0.0f, 1.0f}));
	Mesh.UVs[4] = {0.5f, 0.5f};
	const FSurface Split = BuildSurface(SetOf(Mesh), {.bTangents = false});
	EXPECT_EQ(Split.CornerCount(), 7u);
	EXPECT_EQ(Split.PointOfCorner, (FIndices{0, 1, 1, 2, 3, 4, 5}));
}

TEST(Surface, ASeamInAnyUVSetOrColorSplitsACorner)
{
	FSourceMesh Mesh = MakeMirroredQuads();
	const FSurfaceOptions Options{.bTangents = false};
	const FIndices Same = {0, 1, 2, 3, 1, 0, 3, 2};
	Mesh.MoreUVs = {{Same, {{0, 0}, {0.25f, 0.75f}, {1, 1}, {0, 1}}}, {Same, {{0, 0}, {1, 0}, {1, 1}, {0, 1}}}};
	Mesh.Colors = {{Same, {{0, 0, 0, 1}, {1, 0, 0, 1}, {0, 1, 0, 1}, {0, 0, 1, 0.5f}}}};
	const FSurface Whole = BuildSurface(SetOf(Mesh), Options);
	ASSERT_EQ(Whole.CornerCount(), 6u);
	ASSERT_EQ(Whole.MoreUVs.size(), 2u);
	EXPECT_EQ(Whole.MoreUVs[0][1], (FFloat2{0.25f, 0.25f})); // the origin is at the top left, as of the first set
	EXPECT_EQ(Whole.Colors[0][5], (FFloat4{0, 0, 1, 0.5f}));

	FSourceMesh Cut = Mesh;
	Cut.MoreUVs[1].Values.push_back({0.5f, 0.5f});
	Cut.MoreUVs[1].Corners[4] = 4;
	EXPECT_EQ(BuildSurface(SetOf(Cut), Options).PointOfCorner, (FIndices{0, 1, 1, 2, 3, 4, 5}));
	Cut = Mesh;
	Cut.Colors[0].Corners[4] = NoIndex;
	const FSurface White = BuildSurface(SetOf(Cut), Options);
	EXPECT_EQ(White.PointOfCorner, (FIndices{0, 1, 1, 2, 3, 4, 5}));
	EXPECT_EQ(White.Colors[0][2], (FFloat4{1, 1, 1, 1})); // where the source has none

	const FSurface Back = ReorderCorners(White, FIndices{6, 5, 4, 3, 2, 1, 0});
	EXPECT_EQ(Back.Colors[0][4], White.Colors[0][2]);
	EXPECT_EQ(Back.MoreUVs[0][5], White.MoreUVs[0][1]);
}

TEST(Surface, TangentsRunAlongUAndMirroredUVsAreSplitWithTheOtherSign)
{
	const FSurface Level = BuildSurface(SetOf(MakeMirroredQuads()), {.bTangents = true});
	ASSERT_EQ(Level.CornerCount(), 8u);
	for (size_t Corner = 0; Corner < 8; ++Corner)
	{
		const FFloat4& T = Level.Tangents[Corner];
		// glTF: bitangent = cross(normal, tangent) * w, and runs along v from the bottom up.
		const FFloat3 Bitangent = Cross(Level.Normals[Corner], {T.X, T.Y, T.Z}) * T.W;
		EXPECT_NEAR(Bitangent.Y, 1.0f, 1e-6f);
		EXPECT_NEAR(std::abs(T.X), 1.0f, 1e-6f);
		EXPECT_EQ(T.X, T.W);
	}
}

TEST(Surface, SectionsFollowTheMaterialsAndKeepTheOrderOfTriangles)
{
	FSourceMesh Cube = MakeCube();
	Cube.Materials = {{"a", {}}, {"unused", {}}, {"b", {}}};
	Cube.PolygonMaterials = {2, 0, 2, 0, 0, 2};
	const FExampleSet Set = SetOf(Cube);
	const FSurface Level = BuildSurface(Set);
	ASSERT_EQ(Level.Sections.size(), 2u);
	EXPECT_EQ(Level.Sections[0], (FMeshSection{0, 0, 18}));
	EXPECT_EQ(Level.Sections[1], (FMeshSection{2, 18, 18}));
	const uint32_t Order[] = {1, 3, 4, 0, 2, 5};
	for (size_t Index = 0; Index < 36; ++Index)
	{
		const size_t Triangle = Order[Index / 6] * 2 + Index / 3 % 2;
		EXPECT_EQ(
			Level.PointOfCorner[Level.Indices[Index]], static_cast<uint32_t>(Set.Rest.Triangles[Triangle][Index % 3]));
	}
	EXPECT_EQ(MaterialsOf(Set).size(), 3u);
}

TEST(Surface, APointIsItsFirstSourceVertex)
{
	const FExampleSet Set =
		SetOf(MakeMesh({{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 1, 0}, {1, 0, 0}, {1, 1, 0}}, {{0, 1, 2}, {3, 4, 5}}));
	EXPECT_EQ(SourceOfPoints(Set), (FIndices{0, 1, 2, 5}));
}

TEST(Surface, ReorderedCornersDrawTheSameTriangles)
{
	const FSurface Surface = BuildSurface(SetOf(MakeMirroredQuads()));
	FIndices Order(Surface.CornerCount());
	for (uint32_t Corner = 0; Corner < Order.size(); ++Corner)
	{
		Order[Corner] = (Corner * 3 + 1) % static_cast<uint32_t>(Order.size());
	}
	const FSurface Other = ReorderCorners(Surface, Order);
	for (size_t Index = 0; Index < Surface.Indices.size(); ++Index)
	{
		const uint32_t A = Surface.Indices[Index], B = Other.Indices[Index];
		EXPECT_EQ(Surface.PointOfCorner[A], Other.PointOfCorner[B]);
		EXPECT_EQ(Surface.UVs[A], Other.UVs[B]);
		EXPECT_EQ(Surface.Tangents[A], Other.Tangents[B]);
	}
}

} // namespace SurfaceTest
} // namespace Exemplar

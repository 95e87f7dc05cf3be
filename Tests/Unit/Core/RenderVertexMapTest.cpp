// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Skinning/RenderVertexMap.h"

#include <gtest/gtest.h>

#include <limits>

namespace Exemplar
{
namespace RenderVertexMapTest
{

/** A level of a grid of points, each split into two corners with UVs of their own, and a mesh of an engine's from it.
 */
struct FSplitMesh
{
	FMeshLevelData Level;
	std::vector<uint32_t> Truth;
	std::vector<FFloat3> Positions, Normals;
	std::vector<FFloat2> UVs;
	std::vector<int32_t> Corners, Sources;

	explicit FSplitMesh(uint32_t Points = 60)
	{
		for (uint32_t Point = 0; Point < Points; ++Point)
		{
			for (const float Side : {-1.0f, 1.0f})
			{
				Level.Positions.push_back(
					{0.1f * static_cast<float>(Point % 8), 0.1f * static_cast<float>(Point / 8), 0.3f});
				Level.Normals.push_back({0.0f, 0.0f, Side});
				Level.UVs.push_back({0.01f * static_cast<float>(Point), Side > 0.0f ? 0.25f : 0.75f});
				Level.SourceOfCorner.push_back(1000 - Point);
			}
		}
		for (uint32_t Index = 0; Index < 2 * Points; ++Index)
		{
			const uint32_t Vertex = 2 * Points - 1 - Index;
			for (uint32_t Copy = 0; Copy < (Index % 3 == 0 ? 2u : 1u); ++Copy)
			{
				Truth.push_back(Vertex);
				Positions.push_back(Level.Positions[Vertex] * 1.0000003f); // through an engine's units and back
				Normals.push_back(Level.Normals[Vertex]);
				UVs.push_back({Level.UVs[Vertex].X + 2e-4f, Level.UVs[Vertex].Y - 2e-4f}); // half floats
				Corners.push_back(static_cast<int32_t>(Vertex));
				Sources.push_back(static_cast<int32_t>(Level.SourceOfCorner[Vertex]));
			}
		}
	}
	FRenderVertices Render() const { return {Positions, Normals, UVs, {}}; }
	FMeshLevelView View() const
	{
		FMeshLevelView Out;
		Out.Positions = Level.Positions;
		Out.Normals = Level.Normals;
		Out.UVs = Level.UVs;
		Out.SourceOfCorner = Level.SourceOfCorner;
		return Out;
	}
};

TEST(RenderVertexMap, FollowsImportedVerticesThroughSplitsAndPermutations)
{
	const FSplitMesh Mesh;
	FRenderVertices Render = Mesh.Render();
	Render.ImportVertices = Mesh.Corners;
	const TResult<FRenderVertexMap> Map = MapRenderVertices(Mesh.View(), Render);
	ASSERT_TRUE(Map) << Map.GetError().Message;
	EXPECT_EQ(Map->Vertices, Mesh.Truth);
	EXPECT_EQ(Map->Source, ERenderVertexSource::Corners);
	EXPECT_GT(Map->LargestDistance, 0.0f);
	EXPECT_LT(Map->LargestDistance, 1e-5f);
}

TEST(RenderVertexMap, TellsCornersOfOneSourceVertexApartByTheirUVs)
{
	const FSplitMesh Mesh;
	FRenderVertices Render = Mesh.Render();
	Render.ImportVertices = Mesh.Sources;
	Render.Normals = {};
	const TResult<FRenderVertexMap> Map = MapRenderVertices(Mesh.View(), Render);
	ASSERT_TRUE(Map) << Map.GetError().Message;
	EXPECT_EQ(Map->Vertices, Mesh.Truth);
	EXPECT_EQ(Map->Source, ERenderVertexSource::Sources);
}

TEST(RenderVertexMap, FindsVerticesByPlaceAndNormalWhereNothingElseIsKnown)
{
	const FSplitMesh Mesh;
	FRenderVertices Render = Mesh.Render();
	Render.UVs = {};
	TResult<FRenderVertexMap> Map = MapRenderVertices(Mesh.View(), Render);
	ASSERT_TRUE(Map) << Map.GetError().Message;
	EXPECT_EQ(Map->Vertices, Mesh.Truth);
	EXPECT_EQ(Map->Source, ERenderVertexSource::Positions);
	// By place alone the first of two corners is taken: their positions are the same in every pose.
	Render.Normals = {};
	Map = MapRenderVertices(Mesh.View(), Render);
	ASSERT_TRUE(Map);
	for (size_t Vertex = 0; Vertex < Mesh.Truth.size(); ++Vertex)
	{
		EXPECT_EQ(Map->Vertices[Vertex], Mesh.Truth[Vertex] / 2 * 2);
	}
}

TEST(RenderVertexMap, ImportedNumbersThatMeanSomethingElseAreNotBelieved)
{
	const FSplitMesh Mesh;
	FRenderVertices Render = Mesh.Render();
	std::vector<int32_t> Strange(Mesh.Truth.size());
	for (size_t Index = 0; Index < Strange.size(); ++Index)
	{
		Strange[Index] = static_cast<int32_t>(Index % 3) - 1;
	}
	Strange[0] = std::numeric_limits<int32_t>::max();
	Strange[1] = std::numeric_limits<int32_t>::min();
	Render.ImportVertices = Strange;
	const TResult<FRenderVertexMap> Map = MapRenderVertices(Mesh.View(), Render);
	ASSERT_TRUE(Map);
	EXPECT_EQ(Map->Vertices, Mesh.Truth);
	EXPECT_EQ(Map->Source, ERenderVertexSource::Positions);
}

TEST(RenderVertexMap, NamesTheFirstVertexThatIsNowhere)
{
	FSplitMesh Mesh;
	Mesh.Positions[17].Z += 0.01f;
	TResult<FRenderVertexMap> Map = MapRenderVertices(Mesh.View(), Mesh.Render());
	ASSERT_FALSE(Map);
	EXPECT_EQ(Map.GetError().Code, EErrorCode::Mismatch);
	EXPECT_NE(Map.GetError().Message.find("Vertex 17 "), std::string::npos) << Map.GetError().Message;
	Mesh.Positions[17].Z = std::numeric_limits<float>::quiet_NaN();
	EXPECT_FALSE(MapRenderVertices(Mesh.View(), Mesh.Render()));
	FRenderVertices Render = Mesh.Render();
	Render.UVs = Render.UVs.subspan(1);
	Map = MapRenderVertices(Mesh.View(), Render);
	ASSERT_FALSE(Map);
	EXPECT_EQ(Map.GetError().Code, EErrorCode::InvalidArgument);
}

TEST(RenderVertexMap, NothingIsMappedToNothing)
{
	const TResult<FRenderVertexMap> Map = MapRenderVertices({}, {});
	ASSERT_TRUE(Map);
	EXPECT_TRUE(Map->Vertices.empty());
	const FSplitMesh Mesh;
	EXPECT_FALSE(MapRenderVertices({}, Mesh.Render()));
}

TEST(RenderVertexMap, AMapOfAFileIsCheckedAgainstTheLevel)
{
	const std::vector<uint32_t> Map = {0, 4, 2, 4};
	EXPECT_TRUE(CheckRenderVertexMap(Map, 5));
	const FStatus Status = CheckRenderVertexMap(Map, 4);
	ASSERT_FALSE(Status);
	EXPECT_NE(Status.GetError().Message.find("Vertex 1 "), std::string::npos) << Status.GetError().Message;
	EXPECT_FALSE(CheckRenderVertexMap(std::vector<uint32_t>{NoIndex}, 5));
	EXPECT_TRUE(CheckRenderVertexMap({}, 0));
}

TEST(RenderVertexMap, AStampTellsMeshesApartByCountsSectionsBonesAndPositions)
{
	const std::vector<FFloat3> Positions = {{0.0f, 1.0f, 2.0f}, {3.0f, 4.0f, 5.0f}};
	const std::vector<FRenderSection> Sections = {{0, 0, 1, 0, 2}, {1, 3, 1, 0, 2}};
	const std::vector<std::string_view> Bones = {"root", "ab", "c"};
	const FRenderMeshStamp Stamp = MakeRenderMeshStamp(2, Sections, Bones, Positions);
	EXPECT_TRUE(CompareRenderMeshStamps(Stamp, MakeRenderMeshStamp(2, Sections, Bones, Positions)));
	// A packaged game has no positions to look at: the rest decides.
	EXPECT_TRUE(CompareRenderMeshStamps(Stamp, MakeRenderMeshStamp(2, Sections, Bones, {})));
	const auto Differs = [&](const FRenderMeshStamp& Other, const char* Word)
	{
		const FStatus Status = CompareRenderMeshStamps(Stamp, Other);
		return !Status && Status.GetError().Message.find(Word) != std::string::npos;
	};
	EXPECT_TRUE(Differs(MakeRenderMeshStamp(3, Sections, Bones, {}), "2 vertices, the mesh has 3"));
	std::vector<FRenderSection> OtherSections = Sections;
	OtherSections[1].FirstIndex = 6;
	EXPECT_TRUE(Differs(MakeRenderMeshStamp(2, OtherSections, Bones, {}), "sections or bones"));
	EXPECT_TRUE(Differs(MakeRenderMeshStamp(2, {}, Bones, {}), "sections or bones"));
	EXPECT_TRUE(Differs(
		MakeRenderMeshStamp(2, Sections, std::vector<std::string_view>{"root", "a", "bc"}, {}), "sections or bones"));
	EXPECT_TRUE(Differs(
		MakeRenderMeshStamp(2, Sections, std::vector<std::string_view>{"root", "c", "ab"}, {}), "sections or bones"));
	EXPECT_TRUE(Differs(
		MakeRenderMeshStamp(2, Sections, Bones, std::vector<FFloat3>{Positions[1], Positions[0]}), "not where"));
}

} // namespace RenderVertexMapTest
} // namespace Exemplar

// Copyright (c) 2026 Exemplar contributors. MIT license.
// FBX files written by hand, each with a truth in closed form.

#include "Base/File.h"
#include "FbxCases.h"
#include "Files/Readers.h"
#include "RigPlayback.h"
#include "TemporaryFolder.h"

#include <gmock/gmock.h>

namespace Exemplar
{
namespace FbxImportTest
{

using Eigen::Vector3d;

class FbxImport : public testing::Test
{
protected:
	void SetUp() override
	{
		if (!HasFbxReader())
		{
			GTEST_SKIP() << "this build has no ufbx (Scripts/setup.sh fetches it)";
		}
	}
};

void ExpectAt(const FDouble3& P, const Vector3d& Truth, const std::string& What)
{
	EXPECT_NEAR(P.X, Truth.x(), 1e-9) << What;
	EXPECT_NEAR(P.Y, Truth.y(), 1e-9) << What;
	EXPECT_NEAR(P.Z, Truth.z(), 1e-9) << What;
}

TEST_F(FbxImport, ReadsTheSameFromTextAndBinary)
{
	FTinyFbx File;
	const int64_t Node = File.AddNode("square", 0, {}, "Mesh");
	File.AddMesh(Node, UnitSquare);
	const int64_t Layer = File.AddLayer("walk");
	File.Animate(Layer, Node, "Lcl Translation", "d|X", 0.0, 2.0);
	for (const std::string& Bytes : {File.Text(), File.Binary()})
	{
		const TResult<FSourceExamples> Examples = ImportFbxText(Bytes);
		ASSERT_TRUE(Examples) << Examples.GetError().Message;
		ASSERT_EQ(Examples->Rest.Positions.size(), 4u);
		ASSERT_EQ(Examples->Rest.PolygonCount(), 1u);
		ExpectAt(Examples->Rest.Positions[2], {1, 1, 0}, "rest");
		ASSERT_EQ(Examples->Poses.size(), 11u); // one second at the file's 10 frames per second
		EXPECT_EQ(Examples->Poses[5].Name, "walk 5");
		ExpectAt(Examples->Poses[5].Positions[0], {1, 0, 0}, "half way");
		ASSERT_TRUE(Examples->Rig);
		ASSERT_EQ(Examples->Rig->Clips.size(), 1u);
		EXPECT_LT(LargestRigError(*Examples, Examples->Rig->Clips[0], 7, 7), 1e-6);
	}
}

TEST_F(FbxImport, KeepsTheOrderOfVerticesAcrossSeams)
{
	FTinyFbx File;
	const int64_t Node = File.AddNode("square", 0, {}, "Mesh");
	// The first polygon uses the last vertices; vertex 2 has two UVs.
	File.AddMesh(Node, {0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0, 2, 1, 0}, {4, 2, -2, 3, 0, 1, -3});
	File.Objects.back().Inside.push_back({"LayerElementUV", {int64_t{0}},
		{{"Name", {std::string("map")}, {}}, {"MappingInformationType", {std::string("ByPolygonVertex")}, {}},
			{"ReferenceInformationType", {std::string("IndexToDirect")}, {}},
			{"UV", {FTinyFbx::FNumbers{0, 0, 1, 0, 0.5, 0.25, 1, 1}}, {}},
			{"UVIndex", {FTinyFbx::FIntegers{0, 1, 2, 3, 0, 2, 3}}, {}}}});
	File.Objects.back().Inside.push_back({"Layer", {int64_t{0}},
		{{"LayerElement", {}, {{"Type", {std::string("LayerElementUV")}, {}}, {"TypedIndex", {int64_t{0}}, {}}}}}});
	const TResult<FSourceExamples> Examples = ImportFbxText(File.Text());
	ASSERT_TRUE(Examples) << Examples.GetError().Message;
	ASSERT_EQ(Examples->Rest.Positions.size(), 5u);
	ExpectAt(Examples->Rest.Positions[4], {2, 1, 0}, "last vertex");
	EXPECT_EQ(Examples->Rest.CornerVertices, (std::vector<uint32_t>{4, 2, 1, 3, 0, 1, 2}));
	ASSERT_EQ(Examples->Rest.CornerUVs.size(), 7u);
	EXPECT_EQ(Examples->Rest.UVs[Examples->Rest.CornerUVs[2]].Y, 0.25f);
}

TEST_F(FbxImport, ReadsEveryUVSetAndColor)
{
	using FText = std::string;
	FTinyFbx File;
	File.AddMesh(File.AddNode("square", 0, {}, "Mesh"), UnitSquare);
	const auto Element = [&](const FText& Type, int64_t Index, const FText& Values, const FTinyFbx::FNumbers& Numbers)
	{
		File.Objects.back().Inside.push_back({Type, {Index},
			{{"Name", {FText("set") + std::to_string(Index)}, {}},
				{"MappingInformationType", {FText("ByPolygonVertex")}, {}},
				{"ReferenceInformationType", {FText("Direct")}, {}}, {Values, {Numbers}, {}}}});
	};
	const auto Use = [](const FText& Type, int64_t Index) {
		return FTinyFbxRecord{"LayerElement", {}, {{"Type", {Type}, {}}, {"TypedIndex", {Index}, {}}}};
	};
	Element("LayerElementUV", 0, "UV", {0, 0, 1, 0, 1, 1, 0, 1});
	Element("LayerElementUV", 1, "UV", {0, 0, 0.5, 0, 0.5, 0.25, 0, 0.25});
	Element("LayerElementColor", 0, "Colors", {1, 0, 0, 1, 0, 1, 0, 1, 0, 0, 1, 0.5, 1, 1, 1, 1});
	File.Objects.back().Inside.push_back(
		{"Layer", {int64_t{0}}, {Use("LayerElementUV", 0), Use("LayerElementColor", 0)}});
	File.Objects.back().Inside.push_back({"Layer", {int64_t{1}}, {Use("LayerElementUV", 1)}});
	for (const std::string& Bytes : {File.Text(), File.Binary()})
	{
		const TResult<FSourceExamples> Examples = ImportFbxText(Bytes);
		ASSERT_TRUE(Examples) << Examples.GetError().Message;
		const FSourceMesh& Rest = Examples->Rest;
		ASSERT_EQ(Rest.CornerUVs.size(), 4u);
		EXPECT_EQ(Rest.UVs[Rest.CornerUVs[2]], (FFloat2{1.0f, 1.0f}));
		ASSERT_EQ(Rest.MoreUVs.size(), 1u);
		EXPECT_EQ(Rest.MoreUVs[0].Values[Rest.MoreUVs[0].Corners[2]], (FFloat2{0.5f, 0.25f}));
		ASSERT_EQ(Rest.Colors.size(), 1u);
		EXPECT_EQ(Rest.Colors[0].Values[Rest.Colors[0].Corners[2]], (FFloat4{0.0f, 0.0f, 1.0f, 0.5f}));
	}
}

TEST_F(FbxImport, ConvertsUnitsAndAxesOfTheFile)
{
	FTinyFbx File;
	File.SetGlobal("UnitScaleFactor", "double", 1.0); // centimeters
	File.SetGlobal("UpAxis", "int", 2);
	File.SetGlobal("FrontAxis", "int", 1);
	File.SetGlobal("FrontAxisSign", "int", -1);
	const int64_t Node = File.AddNode("square", 0, {FbxVector("Lcl Translation", {100, 0, 0})}, "Mesh");
	File.AddMesh(Node, {0, 0, 0, 100, 0, 0, 100, 0, 180, 0, 50, 180});
	const TResult<FSourceExamples> Examples = ImportFbxText(File.Text());
	ASSERT_TRUE(Examples) << Examples.GetError().Message;
	ExpectAt(Examples->Rest.Positions[2], {2, 1.8, 0}, "up");
	ExpectAt(Examples->Rest.Positions[3], {1, 1.8, -0.5}, "depth");
}

/** Reads the case and compares it with its truth; returns what was read. */
FSourceExamples ExpectTruth(const FFbxCase& Case)
{
	TResult<FSourceExamples> Examples = ImportFbxText(Case.File.Text());
	if (!Examples || Examples->Poses.size() != Case.PoseCount)
	{
		ADD_FAILURE() << Case.Name << ": " << (Examples ? "other poses" : Examples.GetError().Message);
		return {};
	}
	for (const auto& [Pose, Vertex, Place] : Case.Truth)
	{
		ExpectAt(Examples->Poses[Pose].Positions[Vertex], Place, Case.Name + ", pose " + std::to_string(Pose));
	}
	return std::move(*Examples);
}

TEST_F(FbxImport, AppliesPivotsOffsetsAndGeometricTransforms)
{
	const FSourceExamples Examples = ExpectTruth(PivotCase());
	ASSERT_TRUE(Examples.Rig);
	EXPECT_LT(LargestRigError(Examples, Examples.Rig->Clips[0], 4, 4), 1e-5);
}

TEST_F(FbxImport, TurnsAboutAPivotInTheUnitsAndAxesOfTheFile)
{
	ExpectTruth(UnitsCase());
}

TEST_F(FbxImport, FollowsInheritModes)
{
	for (int Mode = 0; Mode < 3; ++Mode)
	{
		const FFbxCase Case = InheritCase(Mode);
		const FSourceExamples Examples = ExpectTruth(Case);
		ASSERT_EQ(Examples.Rest.Positions.size(), 4u);
		for (const FFbxTruth& Truth : Case.Truth)
		{
			ExpectAt(Examples.Rest.Positions[Truth.Vertex], Truth.Place, "rest, " + Case.Name);
		}
	}
}

TEST_F(FbxImport, BlendsLayersByTheirWeights)
{
	ExpectTruth(LayersCase());
}

TEST_F(FbxImport, BlendsShapesByWayOfInBetweens)
{
	ExpectTruth(InBetweenCase());
}

float NumberOf(const FSourcePose& Pose, const std::string& Name)
{
	for (const FSourceNumber& Number : Pose.Numbers)
	{
		if (Number.Name == Name)
		{
			return Number.Value;
		}
	}
	return NAN;
}

TEST_F(FbxImport, ReadsTheWeightsOfChannelsAsNumbersOfThePoses)
{
	const TResult<FSourceExamples> Examples = ImportFbxText(InBetweenSquare().Text());
	ASSERT_TRUE(Examples) << Examples.GetError().Message;
	EXPECT_NEAR(NumberOf(Examples->Poses[7], "smile"), 0.7, 1e-5); // of the channel, not of its shapes
	EXPECT_EQ(Examples->Poses[7].Numbers.size(), 1u);
}

TEST_F(FbxImport, ReadsAnimatedCustomPropertiesAndListsOthers)
{
	FTinyFbx File;
	FTinyFbxRecord Age = FTinyFbx::Property("age", "Number", {30});
	Age.Values[3] = std::string("A+U"); // defined by a user
	const int64_t Node = File.AddNode("face", 0, {Age, FTinyFbx::Property("Visibility", "Visibility", {1})}, "Mesh");
	File.AddMesh(Node, UnitSquare);
	const int64_t Layer = File.AddLayer("life");
	File.Animate(Layer, Node, "age", "d|age", 30.0, 40.0);
	File.Animate(Layer, Node, "Lcl Translation", "d|X", 0.0, 1.0);
	File.Animate(Layer, Node, "Visibility", "d|Visibility", 0.0, 1.0);
	const TResult<FSourceExamples> Examples = ImportFbxText(File.Text());
	ASSERT_TRUE(Examples) << Examples.GetError().Message;
	ASSERT_EQ(Examples->Poses.size(), 11u);
	EXPECT_NEAR(NumberOf(Examples->Poses[5], "age"), 35.0, 1e-4);
	ASSERT_TRUE(Examples->Rig);
	const FClipData& Clip = Examples->Rig->Clips[0];
	ASSERT_EQ(Clip.Curves.Count(), 1u);
	EXPECT_EQ(Clip.Curves.Name(0), "age");
	EXPECT_EQ(Clip.Curves.Values, (std::vector<float>{30.0f, 40.0f})); // a straight line
	ASSERT_EQ(Examples->Unused.size(), 1u);
	EXPECT_NE(Examples->Unused[0].find("'face.Visibility'"), std::string::npos) << Examples->Unused[0];
}

TEST_F(FbxImport, SkinsLinearly)
{
	const FSourceExamples Examples = ExpectTruth(LinearSkinCase());
	ASSERT_TRUE(Examples.Rig);
	EXPECT_LT(LargestRigError(Examples, Examples.Rig->Clips[0], 7, 7), 1e-6);
	EXPECT_EQ(Examples.Rig->Skeleton.Names, (std::vector<std::string>{"bone0", "bone1"}));
	EXPECT_TRUE(Examples.Unused.empty());
}

TEST_F(FbxImport, SkinsByDualQuaternions)
{
	const FSourceExamples Examples = ExpectTruth(DualQuaternionCase());
	ASSERT_EQ(Examples.Unused.size(), 1u);
	EXPECT_THAT(Examples.Unused[0], testing::HasSubstr("dual quaternion"));
}

TEST_F(FbxImport, GivesOnePosePerShapeWithoutAnimation)
{
	FTinyFbx File = InBetweenSquare();
	while (File.Objects.back().Name.rfind("Animation", 0) == 0)
	{
		File.Objects.pop_back();
	}
	const TResult<FSourceExamples> Examples = ImportFbxText(File.Text());
	ASSERT_TRUE(Examples) << Examples.GetError().Message;
	ASSERT_EQ(Examples->Poses.size(), 2u);
	EXPECT_EQ(Examples->Poses[0].Name, "smile 40");
	ExpectAt(Examples->Poses[1].Positions[2], {1, 4, 0}, "the shape");
}

TEST_F(FbxImport, NamesAllTakesAndSamplesThoseAskedFor)
{
	FTinyFbx File;
	const int64_t Node = File.AddNode("square", 0, {}, "Mesh");
	File.AddMesh(Node, UnitSquare);
	File.Animate(File.AddLayer("walk"), Node, "Lcl Translation", "d|X", 0.0, 1.0);
	File.Animate(File.AddLayer("run"), Node, "Lcl Translation", "d|X", 0.0, 5.0);
	const TResult<FSourceExamples> All = ImportFbxText(File.Text());
	ASSERT_TRUE(All) << All.GetError().Message;
	ASSERT_EQ(All->Rig->Clips.size(), 2u);
	EXPECT_EQ(All->Rig->Clips[1].Name, "run");
	ExpectAt(All->Poses[21].Positions[0], {5, 0, 0}, "the end of the second take");
	FSceneOptions Options;
	Options.Animations = {"run"};
	const TResult<FSourceExamples> Run = ImportFbxText(File.Text(), {}, Options);
	ASSERT_TRUE(Run);
	EXPECT_EQ(Run->Poses.size(), 11u);
	Options.Animations = {"jump"};
	const TResult<FSourceExamples> Jump = ImportFbxText(File.Text(), {}, Options);
	ASSERT_FALSE(Jump);
	EXPECT_THAT(Jump.GetError().Message, testing::HasSubstr("'walk', 'run'"));
}

TEST_F(FbxImport, ListsWhatItDoesNotUse)
{
	FTinyFbx File;
	const int64_t Node = File.AddNode("square", 0, {}, "Mesh");
	File.AddMesh(Node, UnitSquare);
	const int64_t Camera = File.AddNode("shot", 0, {}, "Camera");
	File.Connect(File.Add("NodeAttribute", "NodeAttribute::shot camera", "Camera"), Camera);
	const TResult<FSourceExamples> Examples = ImportFbxText(File.Text());
	ASSERT_TRUE(Examples) << Examples.GetError().Message;
	EXPECT_THAT(Examples->Unused, testing::ElementsAre("Cameras ('shot camera')."));
}

TEST_F(FbxImport, SurvivesObjectsThatShareAnId)
{
	FTinyFbx File;
	const int64_t Node = File.AddNode("square", 0, {}, "Mesh");
	File.AddMesh(Node, UnitSquare);
	const int64_t Second = File.AddNode("twin", Node, {});
	for (FTinyFbxRecord& Object : File.Objects)
	{
		if (Object.Values[0] == decltype(Object.Values)::value_type(Second))
		{
			Object.Values[0] = Node; // the twin is now its own parent
		}
	}
	File.Connect(Node, Node);
	const TResult<FSourceExamples> Examples = ImportFbxText(File.Text());
	EXPECT_TRUE(Examples || !Examples.GetError().Message.empty());
}

TEST_F(FbxImport, RefusesWithASentence)
{
	const FTemporaryFolder Folder;
	const std::filesystem::path File = Folder / "bad.fbx";
	TResult<FSourceExamples> Examples = ImportFbx(File, {}, {});
	ASSERT_FALSE(Examples);
	EXPECT_EQ(Examples.GetError().Code, EErrorCode::NotFound);
	for (const std::string& Bytes :
		{std::string("this is no scene"), std::string(), SkinnedSquare("Linear").Binary().substr(0, 900)})
	{
		ASSERT_TRUE(WriteFileAtomically(File, Bytes));
		Examples = ImportFbx(File, {}, {});
		ASSERT_FALSE(Examples);
		EXPECT_EQ(Examples.GetError().Code, EErrorCode::Malformed);
		EXPECT_THAT(Examples.GetError().Message, testing::HasSubstr("bad.fbx"));
		EXPECT_THAT(Examples.GetError().Message, testing::EndsWith("Export it again, or as glTF."));
	}
	FTinyFbx Empty;
	Empty.AddNode("nothing", 0, {});
	Examples = ImportFbxText(Empty.Text());
	ASSERT_FALSE(Examples);
	EXPECT_EQ(Examples.GetError().Code, EErrorCode::Degenerate);
}

TEST_F(FbxImport, HoldsToItsLimits)
{
	const auto Refuse = [](const TResult<FSourceExamples>& Examples, const std::string& Words)
	{
		ASSERT_FALSE(Examples) << Words;
		EXPECT_EQ(Examples.GetError().Code, EErrorCode::Unsupported);
		EXPECT_THAT(Examples.GetError().Message, testing::HasSubstr(Words));
	};
	FSceneOptions Small;
	Small.MaxVertices = 3;
	Refuse(ImportFbxText(SkinnedSquare("Linear").Text(), {}, Small), "exceed the limit");
	FTinyFbx Large;
	Large.AddMesh(Large.AddNode("cloud", 0, {}, "Mesh"), FTinyFbx::FNumbers(9000000, 0.0));
	Refuse(ImportFbxText(Large.Binary(), {}, Small), "it needs more memory than allowed. Export fewer meshes");
	FTinyFbx Deep;
	int64_t Node = 0;
	for (int Depth = 0; Depth < 4200; ++Depth)
	{
		Node = Deep.AddNode("node", Node, {});
	}
	Deep.AddMesh(Node, UnitSquare);
	Refuse(ImportFbxText(Deep.Binary()), "its nodes are nested more than 4096 deep. Flatten the hierarchy.");
}

TEST_F(FbxImport, NamesWhatHasInvalidNumbers)
{
	FTinyFbx Mesh;
	Mesh.AddMesh(Mesh.AddNode("square", 0, {}, "Mesh"), {0, 0, 0, 1, 0, 0, 1, NAN, 0, 0, 1, 0});
	const TResult<FSourceExamples> Bad = ImportFbxText(Mesh.Binary());
	ASSERT_FALSE(Bad);
	EXPECT_THAT(Bad.GetError().Message, testing::HasSubstr("mesh 'square' has invalid coordinates at vertex 2"));
	FTinyFbx Moved;
	Moved.AddMesh(Moved.AddNode("square", 0, {FbxVector("Lcl Translation", {0, NAN, 0})}, "Mesh"), UnitSquare);
	const TResult<FSourceExamples> Lost = ImportFbxText(Moved.Binary());
	ASSERT_FALSE(Lost);
	EXPECT_THAT(Lost.GetError().Message, testing::HasSubstr("the transform of node 'square' has invalid numbers"));
}

} // namespace FbxImportTest
} // namespace Exemplar

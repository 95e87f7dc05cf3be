// Copyright (c) 2026 Exemplar contributors. MIT license.
// FBX files written by hand, each with a truth in closed form.

#include "Base/File.h"
#include "Files/Readers.h"
#include "RigPlayback.h"
#include "TemporaryFolder.h"
#include "TinyFbx.h"

#include <Eigen/Geometry>
#include <gmock/gmock.h>

namespace Exemplar
{
namespace FbxImportTest
{

using Eigen::Affine3d;
using Eigen::AngleAxisd;
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

FTinyFbxRecord Vector(const char* Name, const Vector3d& V)
{
	return FTinyFbx::Property(Name, Name, {V.x(), V.y(), V.z()});
}

void ExpectAt(const FDouble3& P, const Vector3d& Truth, const std::string& What)
{
	EXPECT_NEAR(P.X, Truth.x(), 1e-9) << What;
	EXPECT_NEAR(P.Y, Truth.y(), 1e-9) << What;
	EXPECT_NEAR(P.Z, Truth.z(), 1e-9) << What;
}

/** Euler angles in degrees about x, then y, then z: the order of FBX. */
Eigen::Matrix3d Euler(const Vector3d& Degrees)
{
	const Vector3d R = Degrees * (3.14159265358979323846 / 180.0);
	return (AngleAxisd(R.z(), Vector3d::UnitZ()) * AngleAxisd(R.y(), Vector3d::UnitY()) *
		AngleAxisd(R.x(), Vector3d::UnitX()))
		.toRotationMatrix();
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

TEST_F(FbxImport, ConvertsUnitsAndAxesOfTheFile)
{
	FTinyFbx File;
	File.SetGlobal("UnitScaleFactor", "double", 1.0); // centimeters
	File.SetGlobal("UpAxis", "int", 2);
	File.SetGlobal("FrontAxis", "int", 1);
	File.SetGlobal("FrontAxisSign", "int", -1);
	const int64_t Node = File.AddNode("square", 0, {Vector("Lcl Translation", {100, 0, 0})}, "Mesh");
	File.AddMesh(Node, {0, 0, 0, 100, 0, 0, 100, 0, 180, 0, 50, 180});
	const TResult<FSourceExamples> Examples = ImportFbxText(File.Text());
	ASSERT_TRUE(Examples) << Examples.GetError().Message;
	ExpectAt(Examples->Rest.Positions[2], {2, 1.8, 0}, "up");
	ExpectAt(Examples->Rest.Positions[3], {1, 1.8, -0.5}, "depth");
}

TEST_F(FbxImport, AppliesPivotsOffsetsAndGeometricTransforms)
{
	// World = T Roff Rp Rpre R Rpost^-1 Rp^-1 Soff Sp S Sp^-1, then the geometric transform on the mesh alone.
	const Vector3d T(1, 2, 3), Roff(0.1, -0.2, 0.3), Rp(0.5, 0.25, -1), Pre(10, 20, 30), R(40, -50, 60),
		Post(5, 15, -25), Soff(0.2, 0.1, -0.3), Sp(-0.5, 1, 0.75), S(1.5, 2, 0.5), GT(0.3, 0.6, 0.9), GR(15, 25, 35),
		GS(2, 1, 3);
	FTinyFbx File;
	const auto V = [](const char* Name, const Vector3d& Value) {
		return FTinyFbx::Property(Name, "Vector3D", {Value.x(), Value.y(), Value.z()});
	};
	const int64_t Node = File.AddNode("pivoted", 0,
		{Vector("Lcl Translation", T), Vector("Lcl Rotation", R), Vector("Lcl Scaling", S), V("RotationOffset", Roff),
			V("RotationPivot", Rp), V("PreRotation", Pre), V("PostRotation", Post), V("ScalingOffset", Soff),
			V("ScalingPivot", Sp), FTinyFbx::Property("RotationActive", "bool", {1}), V("GeometricTranslation", GT),
			V("GeometricRotation", GR), V("GeometricScaling", GS)},
		"Mesh");
	File.AddMesh(Node, UnitSquare);
	const int64_t Layer = File.AddLayer("turn");
	File.Animate(Layer, Node, "Lcl Rotation", "d|Y", -50.0, 70.0, {R.x(), R.y(), R.z()});
	const TResult<FSourceExamples> Examples = ImportFbxText(File.Text());
	ASSERT_TRUE(Examples) << Examples.GetError().Message;
	ASSERT_EQ(Examples->Poses.size(), 11u);
	for (const size_t Frame : {0u, 4u, 10u})
	{
		Affine3d World = Affine3d::Identity();
		World.translate(T)
			.translate(Roff)
			.translate(Rp)
			.rotate(Euler(Pre))
			.rotate(Euler({R.x(), -50.0 + 12.0 * static_cast<double>(Frame), R.z()}));
		World.rotate(Euler(Post).transpose()).translate(-Rp).translate(Soff).translate(Sp).scale(S).translate(-Sp);
		World.translate(GT).rotate(Euler(GR)).scale(GS);
		for (size_t P = 0; P < 4; ++P)
		{
			const Vector3d Point(UnitSquare[3 * P], UnitSquare[3 * P + 1], UnitSquare[3 * P + 2]);
			ExpectAt(Examples->Poses[Frame].Positions[P], World * Point, "frame " + std::to_string(Frame));
		}
	}
	EXPECT_LT(LargestRigError(*Examples, Examples->Rig->Clips[0], 4, 4), 1e-5);
}

TEST_F(FbxImport, FollowsInheritModes)
{
	const Vector3d ParentScale(2, 0.5, 3), ParentTurn(0, 0, 30), ChildTurn(20, 40, 0), ChildScale(1, 1.5, 0.75),
		At(1, 2, 0);
	const Eigen::Matrix3d PR = Euler(ParentTurn), CR = Euler(ChildTurn), PS = ParentScale.asDiagonal(),
						  CS = ChildScale.asDiagonal();
	// RrSs: scales after both rotations; RSrs: as usual; Rrs: the parent's scale is not inherited.
	const Eigen::Matrix3d Linear[] = {PR * CR * PS * CS, PR * PS * CR * CS, PR * CR * CS};
	for (int Mode = 0; Mode < 3; ++Mode)
	{
		FTinyFbx File;
		const int64_t Parent =
			File.AddNode("parent", 0, {Vector("Lcl Rotation", ParentTurn), Vector("Lcl Scaling", ParentScale)});
		const int64_t Child = File.AddNode("child", Parent,
			{Vector("Lcl Translation", At), Vector("Lcl Rotation", ChildTurn), Vector("Lcl Scaling", ChildScale),
				FTinyFbx::Property("InheritType", "enum", {static_cast<double>(Mode)})},
			"Mesh");
		File.AddMesh(Child, UnitSquare);
		const int64_t Layer = File.AddLayer("grow");
		File.Animate(Layer, Parent, "Lcl Scaling", "d|X", 2.0, 2.0, {2, 0.5, 3});
		const TResult<FSourceExamples> Examples = ImportFbxText(File.Text());
		ASSERT_TRUE(Examples) << Examples.GetError().Message;
		ASSERT_EQ(Examples->Poses.size(), 11u);
		for (size_t P = 0; P < 4; ++P)
		{
			const Vector3d Point(UnitSquare[3 * P], UnitSquare[3 * P + 1], UnitSquare[3 * P + 2]);
			const Vector3d Truth = PR * PS * At + Linear[Mode] * Point;
			ExpectAt(Examples->Rest.Positions[P], Truth, "rest, mode " + std::to_string(Mode));
			ExpectAt(Examples->Poses[3].Positions[P], Truth, "mode " + std::to_string(Mode));
		}
	}
}

TEST_F(FbxImport, BlendsLayersByTheirWeights)
{
	FTinyFbx File;
	const int64_t Node = File.AddNode("square", 0, {}, "Mesh");
	File.AddMesh(Node, UnitSquare);
	const int64_t Stack = File.Add("AnimationStack", "AnimStack::layers", "");
	File.Animate(File.AddLayerTo(Stack, 100.0), Node, "Lcl Translation", "d|X", 0.0, 10.0);
	File.Animate(File.AddLayerTo(Stack, 50.0), Node, "Lcl Translation", "d|X", 0.0, 4.0);
	const TResult<FSourceExamples> Examples = ImportFbxText(File.Text());
	ASSERT_TRUE(Examples) << Examples.GetError().Message;
	ASSERT_EQ(Examples->Poses.size(), 11u);
	ExpectAt(Examples->Poses[10].Positions[0], {12, 0, 0}, "10 and half of 4");
	ExpectAt(Examples->Poses[5].Positions[0], {6, 0, 0}, "half way");
}

/** A square whose corner 2 bulges by way of an in-between at 40 %. */
FTinyFbx InBetweenSquare()
{
	FTinyFbx File;
	const int64_t Node = File.AddNode("face", 0, {}, "Mesh");
	const int64_t Mesh = File.AddMesh(Node, UnitSquare);
	const int64_t Blend = File.Add("Deformer", "Deformer::shapes", "BlendShape");
	File.Connect(Blend, Mesh);
	const int64_t Channel = File.Add("Deformer", "SubDeformer::smile", "BlendShapeChannel",
		{{"DeformPercent", {0.0}, {}}, {"FullWeights", {FTinyFbx::FNumbers{40, 100}}, {}}});
	File.Connect(Channel, Blend);
	for (const auto& Offset : {FTinyFbx::FNumbers{0, 0, 1}, FTinyFbx::FNumbers{0, 3, 0}})
	{
		const int64_t Shape = File.Add("Geometry", "Geometry::shape", "Shape",
			{{"Indexes", {FTinyFbx::FIntegers{2}}, {}}, {"Vertices", {Offset}, {}}});
		File.Connect(Shape, Channel);
	}
	File.Animate(File.AddLayer("smile"), Channel, "DeformPercent", "d|DeformPercent", 0.0, 100.0);
	return File;
}

TEST_F(FbxImport, BlendsShapesByWayOfInBetweens)
{
	const TResult<FSourceExamples> Examples = ImportFbxText(InBetweenSquare().Text());
	ASSERT_TRUE(Examples) << Examples.GetError().Message;
	ASSERT_EQ(Examples->Poses.size(), 11u);
	ExpectAt(Examples->Poses[2].Positions[2], {1, 1, 0.5}, "half way to the in-between");
	ExpectAt(Examples->Poses[4].Positions[2], {1, 1, 1}, "the in-between");
	ExpectAt(Examples->Poses[7].Positions[2], {1, 2.5, 0.5}, "between the shapes");
	ExpectAt(Examples->Poses[10].Positions[2], {1, 4, 0}, "the shape");
	ExpectAt(Examples->Poses[7].Positions[1], {1, 0, 0}, "elsewhere");
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

/** A square on two bones at the origin, the second of which turns by 90 degrees about x; weights are halves. */
FTinyFbx SkinnedSquare(const std::string& Method)
{
	FTinyFbx File;
	const int64_t Node = File.AddNode("skin", 0, {}, "Mesh");
	const int64_t Mesh = File.AddMesh(Node, UnitSquare);
	const int64_t Skin = File.Add("Deformer", "Deformer::skin", "Skin", {{"SkinningType", {Method}, {}}});
	File.Connect(Skin, Mesh);
	int64_t Bones[2] = {};
	for (int Bone = 0; Bone < 2; ++Bone)
	{
		Bones[Bone] = File.AddNode("bone" + std::to_string(Bone), Bone == 0 ? 0 : Bones[0], {}, "LimbNode");
		const FTinyFbx::FNumbers Identity{1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1};
		const int64_t Cluster = File.Add("Deformer", "SubDeformer::cluster", "Cluster",
			{{"Indexes", {FTinyFbx::FIntegers{0, 1, 2, 3}}, {}},
				{"Weights", {FTinyFbx::FNumbers{0.5, 0.5, 0.5, 0.5}}, {}}, {"Transform", {Identity}, {}},
				{"TransformLink", {Identity}, {}}});
		File.Connect(Cluster, Skin);
		File.Connect(Bones[Bone], Cluster);
	}
	File.Animate(File.AddLayer("twist"), Bones[1], "Lcl Rotation", "d|X", 0.0, 90.0);
	return File;
}

TEST_F(FbxImport, SkinsLinearly)
{
	const TResult<FSourceExamples> Examples = ImportFbxText(SkinnedSquare("Linear").Text());
	ASSERT_TRUE(Examples) << Examples.GetError().Message;
	ASSERT_EQ(Examples->Poses.size(), 11u);
	ExpectAt(Examples->Poses[10].Positions[3], {0, 0.5, 0.5}, "the mean of both bones");
	EXPECT_LT(LargestRigError(*Examples, Examples->Rig->Clips[0], 7, 7), 1e-6);
	EXPECT_EQ(Examples->Rig->Skeleton.Names, (std::vector<std::string>{"bone0", "bone1"}));
	EXPECT_TRUE(Examples->Unused.empty());
}

TEST_F(FbxImport, SkinsByDualQuaternions)
{
	const TResult<FSourceExamples> Examples = ImportFbxText(SkinnedSquare("DualQuaternion").Text());
	ASSERT_TRUE(Examples) << Examples.GetError().Message;
	ASSERT_EQ(Examples->Poses.size(), 11u);
	const double Half = std::sqrt(0.5);
	ExpectAt(Examples->Poses[10].Positions[3], {0, Half, Half}, "turned by 45 degrees, as far from the axis as before");
	ASSERT_EQ(Examples->Unused.size(), 1u);
	EXPECT_THAT(Examples->Unused[0], testing::HasSubstr("dual quaternion"));
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
	FSceneOptions Small;
	Small.MaxVertices = 3;
	Examples = ImportFbxText(SkinnedSquare("Linear").Text(), {}, Small);
	ASSERT_FALSE(Examples);
	EXPECT_EQ(Examples.GetError().Code, EErrorCode::Unsupported);
}

} // namespace FbxImportTest
} // namespace Exemplar

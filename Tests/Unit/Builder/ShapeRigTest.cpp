// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Rig/Shape/ShapeRig.h"

#include "Base/ThreadPool.h"
#include "Clips/Animation.h"
#include "Geometry/Measures.h"
#include "Pipeline/BuildCharacter.h"
#include "Sample/SampleCharacter.h"
#include "ShapeBodies.h"

#include <gtest/gtest.h>

namespace Exemplar
{
namespace ShapeRigTest
{

using namespace ShapeBodies;

FExampleSet SetOf(const FTriangleMesh& Mesh, std::vector<FSourcePose> Poses = {})
{
	FSourceExamples Source;
	Source.Name = "body";
	Source.Rest.Positions = Mesh.Positions;
	for (const FTriangle& T : Mesh.Triangles)
	{
		for (const int32_t Corner : T)
		{
			Source.Rest.CornerVertices.push_back(static_cast<uint32_t>(Corner));
		}
		Source.Rest.PolygonOffsets.push_back(static_cast<uint32_t>(Source.Rest.CornerVertices.size()));
	}
	Source.Poses = std::move(Poses);
	TResult<FExampleSet> Out = BuildExampleSet(std::move(Source), {}, {});
	EXPECT_TRUE(Out.IsOk()) << (Out ? "" : Out.GetError().Message);
	return Out ? std::move(*Out) : FExampleSet{};
}

FRigOptions SmallOptions(const char* Template)
{
	FRigOptions Out;
	Out.Shape.Template = Template;
	Out.Shape.Voxels = 90;
	return Out;
}

FDouble3 PlaceOf(const FRig& Rig, const std::string& Name)
{
	const auto At = std::find(Rig.Names.begin(), Rig.Names.end(), Name);
	EXPECT_NE(At, Rig.Names.end()) << Name;
	return At == Rig.Names.end() ? FDouble3{} : Rig.Joints[static_cast<size_t>(At - Rig.Names.begin())];
}

TEST(ShapeRig, OneMeshBecomesARigAndSaysWhy)
{
	const FExampleSet Person = SetOf(MakeBody(MakePerson()));
	const TResult<FRigResult> Rig = BuildRig(Person, SmallOptions("automatic"), {});
	ASSERT_TRUE(Rig.IsOk()) << Rig.GetError().Message;
	EXPECT_EQ(Rig->Method, "shape");
	EXPECT_NE(Rig->Reason.find("humanoid"), std::string::npos) << Rig->Reason;
	EXPECT_EQ(Rig->Rig.BoneCount, 21u);
	EXPECT_EQ(Rig->Rig.Weights.PointCount(), Person.PointCount());
	// The skin of a hand follows the wrist, that of a foot the foot.
	for (size_t Point = 0; Point < Person.PointCount(); ++Point)
	{
		const uint32_t First = Rig->Rig.Weights.Offsets[Point], Last = Rig->Rig.Weights.Offsets[Point + 1];
		const auto Heaviest =
			std::max_element(Rig->Rig.Weights.Weights.begin() + First, Rig->Rig.Weights.Weights.begin() + Last);
		const std::string& Name =
			Rig->Rig.Names[Rig->Rig.Weights.Bones[static_cast<size_t>(Heaviest - Rig->Rig.Weights.Weights.begin())]];
		const FDouble3& P = Person.Rest.Positions[Point];
		if (P.X > 0.48)
		{
			ASSERT_EQ(Name, "left_wrist");
		}
		else if (P.Y < 0.3 && P.X < 0.0)
		{
			ASSERT_TRUE(Name.starts_with("right_")) << Name;
		}
	}
}

TEST(ShapeRig, OpenMeshesPiecesAndSoupsHaveTheSameJoints)
{
	const FTriangleMesh Whole = MakeBody(MakePerson());
	const TResult<FRigResult> Closed = BuildRig(SetOf(Whole), SmallOptions("humanoid"), {});
	ASSERT_TRUE(Closed.IsOk()) << Closed.GetError().Message;
	const FTriangleMesh Open = WithoutTriangles(Whole, [](size_t T) { return T % 97 == 0; });
	for (const FTriangleMesh& Mesh : {Open, MakeSoup(Whole)})
	{
		const TResult<FRigResult> Rig = BuildRig(SetOf(Mesh), SmallOptions("humanoid"), {});
		ASSERT_TRUE(Rig.IsOk()) << Rig.GetError().Message;
		for (const char* Name : {"left_elbow", "right_knee", "left_ankle", "head"})
		{
			EXPECT_LT(Distance(PlaceOf(Rig->Rig, Name), PlaceOf(Closed->Rig, Name)), 0.05) << Name;
		}
	}
}

TEST(ShapeRig, TheResultDoesNotDependOnThreads)
{
	const FExampleSet Dog = SetOf(MakeBody(MakeDog()));
	const std::unique_ptr<IExecutor> Pool = MakeThreadPool(3);
	FBuildContext Many;
	Many.Executor = Pool.get();
	const TResult<FRigResult> A = BuildRig(Dog, SmallOptions("quadruped"), {}),
							  B = BuildRig(Dog, SmallOptions("quadruped"), Many);
	ASSERT_TRUE(A.IsOk() && B.IsOk());
	EXPECT_EQ(A->Rig.Joints, B->Rig.Joints);
	EXPECT_EQ(A->Rig.Weights, B->Rig.Weights);
}

TEST(ShapeRig, LabelsAndJointsAreChecked)
{
	const FExampleSet Person = SetOf(MakeBody(MakePerson()));
	const auto ErrorOf = [&](std::vector<std::string> Labels, std::vector<std::string> Joints, const char* Template)
	{
		FRigOptions Options = SmallOptions(Template);
		Options.Shape.Labels = std::move(Labels);
		Options.Shape.Joints = std::move(Joints);
		const TResult<FRigResult> Rig = BuildRig(Person, Options, {});
		return Rig ? std::string() : Rig.GetError().Message;
	};
	EXPECT_NE(ErrorOf({"head"}, {}, "humanoid").find("head=VERTEX"), std::string::npos);
	EXPECT_NE(ErrorOf({"head=99999999"}, {}, "humanoid").find("vertices 0 to"), std::string::npos);
	EXPECT_NE(ErrorOf({"horn=1"}, {}, "humanoid").find("no joint 'horn'"), std::string::npos);
	EXPECT_NE(ErrorOf({"chest=1"}, {}, "humanoid").find("several limbs"), std::string::npos);
	EXPECT_NE(ErrorOf({}, {"left_knee=1,2"}, "humanoid").find("left_elbow=X,Y,Z"), std::string::npos);
	EXPECT_NE(ErrorOf({"head=1"}, {}, "none").find("need a template"), std::string::npos);
	EXPECT_NE(ErrorOf({}, {}, "centaur").find("Choose one of"), std::string::npos);
	FRigOptions Options = SmallOptions("humanoid");
	Options.Shape.Joints = {"left_knee=0.07,0.3,0.01"};
	const TResult<FRigResult> Rig = BuildRig(Person, Options, {});
	ASSERT_TRUE(Rig.IsOk()) << Rig.GetError().Message;
	EXPECT_LT(Distance(PlaceOf(Rig->Rig, "left_knee"), {0.07, 0.3, 0.01}), 1e-9);
}

TEST(ShapeRig, AnOwnSkeletonIsATemplateOrGetsWeights)
{
	const FExampleSet Snake = SetOf(MakeBody(MakeSnakeBody()));
	FSkeletonData Chain;
	Chain.Names = {"middle", "front", "back"};
	Chain.Parents = {NoParent, 0, 0};
	Chain.RestLocal.resize(3);
	Chain.RestLocal[1].Translation = {0.0f, 0.0f, 4.0f};
	Chain.RestLocal[2].Translation = {0.0f, 0.0f, -4.0f};
	FRigOptions Options = SmallOptions("mine.json");
	Options.Shape.TemplateJoints = Chain;
	const TResult<FRigResult> Rig = BuildRig(Snake, Options, {});
	ASSERT_TRUE(Rig.IsOk()) << Rig.GetError().Message;
	EXPECT_EQ(Rig->Rig.Names, Chain.Names);
	EXPECT_NEAR(PlaceOf(Rig->Rig, "middle").Z, 0.0, 0.1);
	EXPECT_GT(PlaceOf(Rig->Rig, "front").Z, 0.4);
	FRigOptions Given;
	Given.Skeleton.Joints = Chain;
	Given.Skeleton.Joints->RestLocal[1].Translation = {0.0f, 0.05f, 0.5f};
	Given.Skeleton.Joints->RestLocal[2].Translation = {0.0f, 0.05f, -0.5f};
	const TResult<FRigResult> Weighted = BuildRig(Snake, Given, {});
	ASSERT_TRUE(Weighted.IsOk()) << Weighted.GetError().Message;
	EXPECT_EQ(Weighted->Method, "skeleton");
	EXPECT_EQ(Weighted->Rig.BoneCount, 3u);
}

TEST(ShapeRig, OneMeshIsBuiltIntoACharacter)
{
	FBuildOptions Options;
	Options.Rig = SmallOptions("none");
	Options.Levels.LevelCount = 1;
	Options.Bake.bRotationCenters = false;
	const FExampleSet Table = SetOf(MakeBody(MakeTableBody()));
	const TResult<FBuiltCharacter> Built = BuildCharacter(Table, Options, {});
	ASSERT_TRUE(Built.IsOk()) << Built.GetError().Message;
	EXPECT_GT(Built->Character.View().Skeleton.JointCount(), 4u);
	EXPECT_TRUE(Built->Character.View().Clips.empty());
}

TEST(ShapeRig, TheSamplesJointsAreFoundHoweverItStands)
{
	FSampleOptions Small;
	Small.VertexCount = 3000;
	const TResult<FSampleCharacter> Sample = BuildSample(Small, {});
	ASSERT_TRUE(Sample.IsOk());
	const FSkeletonData& Skeleton = Sample->Source.Rig->Skeleton;
	const std::vector<FAffine3d> Rest = RestModel(Skeleton);
	const double Height = 1.7;
	const std::pair<const char*, const char*> Limbs[] = {{"UpperArm", "shoulder"}, {"Forearm", "elbow"},
		{"Hand", "wrist"}, {"Thigh", "hip"}, {"Shin", "knee"}, {"Foot", "ankle"}};
	for (const char* Name : {"rest", "ArmsRaised", "ArmsForward", "Crouch", "Lunge"})
	{
		FTriangleMesh Mesh{Sample->Source.Rest.Positions, Sample->Triangles};
		size_t Pose = SIZE_MAX;
		for (size_t Index = 0; Index < Sample->Source.Poses.size(); ++Index)
		{
			if (Sample->Source.Poses[Index].Name == Name)
			{
				Mesh.Positions = Sample->Source.Poses[Index].Positions.ToVector();
				Pose = Index;
			}
		}
		ASSERT_TRUE(Pose != SIZE_MAX || std::string(Name) == "rest");
		const TResult<FRigResult> Rig = BuildRig(SetOf(Mesh), SmallOptions("humanoid"), {});
		ASSERT_TRUE(Rig.IsOk()) << Name << ": " << Rig.GetError().Message;
		double Sum = 0.0, Most = 0.0;
		std::string Worst;
		for (const auto& [Theirs, Ours] : Limbs)
		{
			for (const auto& [Side, Other] : {std::pair{"L", "left_"}, std::pair{"R", "right_"}})
			{
				const std::string Joint = std::string(Theirs) + Side;
				const auto At = std::find(Skeleton.Names.begin(), Skeleton.Names.end(), Joint);
				ASSERT_NE(At, Skeleton.Names.end()) << Joint;
				const auto Index = static_cast<size_t>(At - Skeleton.Names.begin());
				const FDouble3 Place{Rest[Index].M[3], Rest[Index].M[7], Rest[Index].M[11]};
				const FDouble3 Truth = Pose == SIZE_MAX
					? Place
					: TransformPoint(Sample->Palettes[Pose * Skeleton.JointCount() + Index], Place);
				const double Off = Distance(PlaceOf(Rig->Rig, std::string(Other) + Ours), Truth) / Height;
				Sum += Off / 12.0;
				Worst = Off > Most ? Other + std::string(Ours) : Worst;
				Most = (std::max)(Most, Off);
			}
		}
		EXPECT_LT(Sum, 0.03) << Name;
		EXPECT_LT(Most, 0.08) << Name << ": " << Worst;
	}
}

/** The person with its arms bent in the plane of the body, at a distance from the middle, within a finger's width. */
FSourcePose BendArmsAt(const FTriangleMesh& Mesh, double Elbow, double Angle)
{
	std::vector<FDouble3> Bent = Mesh.Positions;
	for (FDouble3& P : Bent)
	{
		const double Side = P.X < 0.0 ? -1.0 : 1.0, Along = Side * P.X - Elbow, Up = P.Y - 0.8;
		const double Share = std::clamp(0.5 + Along / 0.04, 0.0, 1.0), A = Share * Angle;
		if (std::abs(Up) < 0.06 && Along > -0.1)
		{
			P.X = Side * (Elbow + std::cos(A) * Along - std::sin(A) * Up);
			P.Y = 0.8 + std::sin(A) * Along + std::cos(A) * Up;
		}
	}
	return {"bent", std::move(Bent)};
}

TEST(ShapeRig, PosesMoveElbowsToWhereTheyBend)
{
	const FTriangleMesh Mesh = MakeBody(MakePerson());
	constexpr double Elbow = 0.31; // the template's share is at 0.265
	const std::vector<FSourcePose> Poses{
		BendArmsAt(Mesh, Elbow, 0.5), BendArmsAt(Mesh, Elbow, 1.0), BendArmsAt(Mesh, Elbow, -0.7)};
	FRigOptions Options = SmallOptions("humanoid");
	Options.Method = ERigMethod::Shape;
	const TResult<FRigResult> Alone = BuildRig(SetOf(Mesh), Options, {});
	const TResult<FRigResult> Posed = BuildRig(SetOf(Mesh, Poses), Options, {});
	ASSERT_TRUE(Alone.IsOk() && Posed.IsOk());
	EXPECT_NE(Posed->Reason.find("to where they bend"), std::string::npos) << Posed->Reason;
	for (const double Side : {1.0, -1.0})
	{
		const char* const Name = Side > 0.0 ? "left_elbow" : "right_elbow";
		const double Before = std::abs(Side * PlaceOf(Alone->Rig, Name).X - Elbow);
		const double After = std::abs(Side * PlaceOf(Posed->Rig, Name).X - Elbow);
		EXPECT_LT(After, 0.5 * Before) << Name;
		EXPECT_LT(After, 0.02) << Name; // two voxels
	}
	Options.Shape.Joints = {"left_elbow=0.28,0.8,0"};
	const TResult<FRigResult> Placed = BuildRig(SetOf(Mesh, Poses), Options, {});
	ASSERT_TRUE(Placed.IsOk());
	EXPECT_LT(Distance(PlaceOf(Placed->Rig, "left_elbow"), {0.28, 0.8, 0.0}), 1e-9);
}

TEST(ShapeRig, CancelingStopsIt)
{
	const FProgressCallback Stop = [](std::string_view, double) { return false; };
	FBuildContext Context;
	Context.Progress = FProgress(Stop);
	const TResult<FRigResult> Rig = BuildRig(SetOf(MakeBody(MakeDog())), SmallOptions("quadruped"), Context);
	ASSERT_FALSE(Rig.IsOk());
	EXPECT_EQ(Rig.GetError().Code, EErrorCode::Canceled);
}

} // namespace ShapeRigTest
} // namespace Exemplar

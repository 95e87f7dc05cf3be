// Copyright (c) 2026 Exemplar contributors. MIT license.
// Skeletons from poses of different connectivity. T9 and T10 of the card on the dissertation about example meshes.

#include "Rig/RigFromHarmonics.h"
#include "Base/ThreadPool.h"
#include "Clips/Animation.h"
#include "Model/Posing.h"
#include "Rig/Harmonic/LimbSkeleton.h"
#include "Sample/SampleCharacter.h"
#include "SolidBodies.h"

#include <gtest/gtest.h>

namespace Exemplar
{
namespace RigFromHarmonicsTest
{

double DistanceOf(const FDouble3& A, const FDouble3& B)
{
	return std::sqrt((A.X - B.X) * (A.X - B.X) + (A.Y - B.Y) * (A.Y - B.Y) + (A.Z - B.Z) * (A.Z - B.Z));
}

FDouble3 JointIn(const FRig& Rig, size_t Bone, size_t Pose)
{
	return Pose == 0 ? Rig.Joints[Bone] : TransformPoint(Rig.Transform(Bone, Pose - 1), Rig.Joints[Bone]);
}

double NearestJoint(const FRig& Rig, size_t Pose, const FDouble3& Place)
{
	double Best = INFINITY;
	for (size_t Bone = 0; Bone < Rig.BoneCount; ++Bone)
	{
		Best = std::min(Best, DistanceOf(JointIn(Rig, Bone, Pose), Place));
	}
	return Best;
}

/** A tube of rings along x; what lies beyond the middle turns about z. */
FLimb Tube(std::initializer_list<double> Angles)
{
	FLimb Limb;
	Limb.Tips = 2;
	for (const double Angle : Angles)
	{
		std::vector<FRing>& Rings = Limb.Rings.emplace_back();
		for (int Index = 0; Index < 40; ++Index)
		{
			FRing& Ring = Rings.emplace_back();
			Ring.Value = Index / 40.0;
			Ring.Length = 2.0 * std::numbers::pi;
			const double X = 0.5 * Index - 9.75, Turn = X > 0.0 ? Angle : 0.0;
			for (size_t Sample = 0; Sample < RingSamples; ++Sample)
			{
				const double Phase = 2.0 * std::numbers::pi * static_cast<double>(Sample) / RingSamples;
				const double Y = std::cos(Phase) * (1.0 + 0.1 * std::sin(Phase)), Z = std::sin(Phase);
				Ring.Points[Sample] = {
					std::cos(Turn) * X - std::sin(Turn) * Y, std::sin(Turn) * X + std::cos(Turn) * Y, Z};
				Ring.Curvatures[Sample] = 0.5 + (std::abs(X) < 1.0 ? 0.2 * Angle * std::cos(Phase) : 0.0);
				Ring.MeanCurvature = 0.5 + (std::abs(X) < 1.0 ? 0.02 * Angle * Angle : 0.0);
				Ring.Slopes[Sample] = 0.0;
			}
			Ring.Center = {std::cos(Turn) * X, std::sin(Turn) * X, 0.0};
		}
	}
	return Limb;
}

TEST(LimbParts, CurvatureChangesOnlyWhereThePosesDifferAndInAnyOrderOfThemT9)
{
	for (const FCurvatureChanges& Same : {MeasureCurvatureChanges(Tube({0.4, 0.4, 0.4}))})
	{
		EXPECT_EQ(*std::max_element(Same.Pointwise.begin(), Same.Pointwise.end()), 0.0);
		EXPECT_EQ(*std::max_element(Same.Averaged.begin(), Same.Averaged.end()), 0.0);
	}
	const FCurvatureChanges A = MeasureCurvatureChanges(Tube({0.0, 0.5, 1.0}));
	const FCurvatureChanges B = MeasureCurvatureChanges(Tube({0.0, 1.0, 0.5}));
	EXPECT_EQ(A.Pointwise, B.Pointwise);
	EXPECT_EQ(A.Averaged, B.Averaged);
	const std::vector<double> Signal = BendSignal(A);
	EXPECT_NEAR(Signal[20], 1.0, 1e-9);
	EXPECT_EQ(Signal[5], 0.0);
	EXPECT_NEAR(A.Pointwise[20], 0.2 * 2.0 / std::numbers::pi, 2e-3);
}

TEST(LimbSkeleton, RigidPartsMeetAtTheirJointAndKeepTheirDistanceToTheBonesT10)
{
	FLimbs Limbs;
	Limbs.Limbs.push_back(Tube({0.0, 0.6, -0.9, 1.2}));
	const std::vector<FDouble3> Tips{{-10.5, 0, 0}, {10.5, 0, 0}};
	TResult<FLimbSkeleton> Made = BuildLimbSkeleton(Limbs, Tips, {}, {});
	ASSERT_TRUE(Made.IsOk());
	const FRig& Rig = Made->Rig;
	ASSERT_EQ(Rig.BoneCount, 4u); // two parts and their tips
	const size_t Outer = 1;
	EXPECT_EQ(Rig.Parents[Outer], 0);
	EXPECT_NEAR(DistanceOf(Rig.Joints[Outer], {0, 0, 0}), 0.0, 0.1);
	EXPECT_LT(Made->SkinChange, 0.15); // % of the diagonal
	const double Length = DistanceOf(Rig.Joints[Outer], Rig.Joints[0]);
	for (size_t Pose = 1; Pose <= Rig.PoseCount; ++Pose)
	{
		const FDouble3 ByParent = TransformPoint(Rig.Transform(0, Pose - 1), Rig.Joints[Outer]);
		EXPECT_NEAR(DistanceOf(JointIn(Rig, Outer, Pose), JointIn(Rig, 0, Pose)), Length, 1e-6 * Length);
		EXPECT_NEAR(DistanceOf(JointIn(Rig, Outer, Pose), ByParent), 0.0, 1e-6 * Length);
	}
	// The objective itself: a rigid motion of rings and bones changes no distance.
	const FLimb& Limb = Limbs.Limbs[0];
	for (size_t Ring = 0; Ring < 20; ++Ring)
	{
		EXPECT_NEAR(SkinDistance(Limb.Rings[2][Ring], {-10, 0, 0}, {0, 0, 0}),
			SkinDistance(Limb.Rings[0][Ring], {-10, 0, 0}, {0, 0, 0}), 1e-12);
		const FDouble3 Turned{10.0 * std::cos(-0.9), 10.0 * std::sin(-0.9), 0};
		EXPECT_NEAR(SkinDistance(Limb.Rings[2][Ring + 20], {0, 0, 0}, Turned),
			SkinDistance(Limb.Rings[0][Ring + 20], {0, 0, 0}, {10, 0, 0}), 1e-12);
	}
}

/** The sample in some of its poses, each with triangles of its own. */
std::vector<FPoseMesh> SamplePoses(const FSampleCharacter& Sample, size_t Count)
{
	std::vector<FPoseMesh> Poses{{"rest", {Sample.Source.Rest.Positions, Sample.Triangles}}};
	for (size_t Pose = 0; Pose < Count; ++Pose)
	{
		Poses.push_back({Sample.RemeshedPoses[Pose].Name, Sample.RemeshedPoses[Pose].Mesh});
	}
	return Poses;
}

TEST(RigFromHarmonics, FindsTheJointsOfTheSampleInRemeshedPoses)
{
	FSampleOptions Options;
	Options.VertexCount = 3000;
	Options.bRemeshedPoses = true;
	const TResult<FSampleCharacter> Sample = BuildSample(Options, {});
	ASSERT_TRUE(Sample.IsOk());
	const std::vector<FPoseMesh> Poses = SamplePoses(*Sample, Sample->RemeshedPoses.size());
	const std::unique_ptr<IExecutor> Pool = MakeThreadPool(3);
	FBuildContext Threads;
	Threads.Executor = Pool.get();
	const TResult<FHarmonicRig> Rig = BuildHarmonicRig(Poses, {}, Threads);
	ASSERT_TRUE(Rig.IsOk()) << Rig.GetError().Message;
	double Low = INFINITY, High = -INFINITY;
	for (const FDouble3& P : Poses[0].Mesh.Positions)
	{
		Low = std::min(Low, P.Y);
		High = std::max(High, P.Y);
	}
	const FSkeletonData& Skeleton = Sample->Source.Rig->Skeleton;
	const std::vector<FAffine3d> Rest = RestModel(Skeleton);
	size_t Checked = 0;
	for (size_t Joint = 0; Joint < Skeleton.JointCount(); ++Joint)
	{
		const std::string& Name = Skeleton.Names[Joint];
		for (const char* Limb : {"UpperArm", "Forearm", "Hand", "Thigh", "Shin", "Foot"})
		{
			if (Name.find(Limb) != 0)
			{
				continue;
			}
			++Checked;
			for (size_t Pose = 0; Pose < Poses.size(); ++Pose)
			{
				const FDouble3 Place{Rest[Joint].M[3], Rest[Joint].M[7], Rest[Joint].M[11]};
				const FDouble3 Truth = Pose == 0
					? Place
					: TransformPoint(Sample->Palettes[(Pose - 1) * Skeleton.JointCount() + Joint], Place);
				EXPECT_LT(NearestJoint(Rig->Rig, Pose, Truth), 0.04 * (High - Low))
					<< Name << " in " << Poses[Pose].Name;
			}
		}
	}
	EXPECT_EQ(Checked, 12u);
}

/** A ring with two arms: genus one. */
FTriangleMesh RingWithArms(double Step)
{
	return SolidBodies::MeshOfSolid(
		[](const FDouble3& P)
		{
			const double Ring = std::hypot(std::hypot(P.X, P.Y) - 1.2, P.Z);
			return Ring < 0.35 || SolidBodies::DistanceToSegment(P, {1.2, 0, 0}, {4.5, 0, 0}) < 0.3 ||
				SolidBodies::DistanceToSegment(P, {-1.2, 0, 0}, {-4.5, 0, 0}) < 0.3;
		},
		{-5.5, -2.0, -1.0}, {5.5, 2.0, 1.0}, Step);
}

TEST(RigFromHarmonics, ABodyWithAHandleIsCutAndItsElbowsAreFound)
{
	std::vector<FPoseMesh> Poses;
	const std::array<std::pair<double, double>, 4> Angles{{{0, 0}, {0.9, 0.3}, {-0.5, 1.0}, {0.6, -0.9}}};
	for (size_t Pose = 0; Pose < Angles.size(); ++Pose)
	{
		FTriangleMesh Mesh = RingWithArms(0.11 + 0.012 * static_cast<double>(Pose));
		SolidBodies::BendArms(3.0, 0.15, Angles[Pose].first, Angles[Pose].second, Mesh);
		Poses.push_back({"pose " + std::to_string(Pose), std::move(Mesh)});
	}
	const TResult<FHarmonicRig> Rig = BuildHarmonicRig(Poses, {}, {});
	ASSERT_TRUE(Rig.IsOk()) << Rig.GetError().Message;
	EXPECT_EQ(Rig->CutCycles, Poses.size());
	for (size_t Pose = 0; Pose < Poses.size(); ++Pose)
	{
		EXPECT_LT(NearestJoint(Rig->Rig, Pose, {3.0, 0, 0}), 0.3) << "pose " << Pose;
		EXPECT_LT(NearestJoint(Rig->Rig, Pose, {-3.0, 0, 0}), 0.3) << "pose " << Pose;
	}
	const FRigWeights& Weights = Rig->Rig.Weights;
	ASSERT_EQ(Weights.PointCount(), Poses[0].Mesh.Positions.size());
	for (size_t Pose = 1; Pose < Poses.size(); ++Pose) // the hands are where the bend takes them
	{
		FTriangleMesh Bent = Poses[0].Mesh;
		SolidBodies::BendArms(3.0, 0.15, Angles[Pose].first, Angles[Pose].second, Bent);
		const std::vector<FDouble3> Posed = ReconstructPose(Rig->Rig, Poses[0].Mesh.Positions, Pose - 1);
		double Sum = 0.0;
		for (size_t Vertex = 0; Vertex < Posed.size(); ++Vertex)
		{
			Sum += DistanceOf(Posed[Vertex], Bent.Positions[Vertex]) / static_cast<double>(Posed.size());
		}
		EXPECT_LT(Sum, 0.12) << "pose " << Pose; // of a body of length 9.6
	}
	const std::unique_ptr<IExecutor> Pool = MakeThreadPool(3);
	FBuildContext Threads;
	Threads.Executor = Pool.get();
	const TResult<FHarmonicRig> Again = BuildHarmonicRig(Poses, {}, Threads);
	ASSERT_TRUE(Again.IsOk());
	EXPECT_EQ(Again->Rig.Transforms, Rig->Rig.Transforms);
	EXPECT_EQ(Again->Rig.Joints, Rig->Rig.Joints);
	EXPECT_EQ(Again->Rig.Weights, Rig->Rig.Weights);
	EXPECT_EQ(Again->Rig.Names, Rig->Rig.Names);
}

TEST(RigFromHarmonics, SaysWhatIsWrong)
{
	const FTriangleMesh Body = RingWithArms(0.2);
	EXPECT_FALSE(BuildHarmonicRig(std::vector<FPoseMesh>{{"one", Body}}, {}, {}).IsOk());
	FTriangleMesh Broken = Body;
	Broken.Positions[7].Y = NAN;
	const TResult<FHarmonicRig> Nan = BuildHarmonicRig(std::vector<FPoseMesh>{{"one", Body}, {"two", Broken}}, {}, {});
	ASSERT_FALSE(Nan.IsOk());
	EXPECT_NE(Nan.GetError().Message.find("two"), std::string::npos);
	FHarmonicOptions Far;
	Far.Source = 1 << 20;
	EXPECT_FALSE(BuildHarmonicRig(std::vector<FPoseMesh>{{"one", Body}, {"two", Body}}, Far, {}).IsOk());
	const FProgressCallback Stop = [](std::string_view, double) { return false; };
	FBuildContext Canceled;
	Canceled.Progress = FProgress(Stop);
	const TResult<FHarmonicRig> None =
		BuildHarmonicRig(std::vector<FPoseMesh>{{"one", Body}, {"two", Body}}, {}, Canceled);
	ASSERT_FALSE(None.IsOk());
	EXPECT_EQ(None.GetError().Code, EErrorCode::Canceled);
}

} // namespace RigFromHarmonicsTest
} // namespace Exemplar

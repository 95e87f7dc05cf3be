// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Rig/PoseFit.h"
#include "Base/ThreadPool.h"
#include "Geometry/EigenLibrary.h"

#include "Geometry/EigenMap.h"
#include "RandomNumbers.h"
#include "Rig/JointPosition.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <numbers>

namespace Exemplar
{
namespace PoseFitTest
{

constexpr double Pi = std::numbers::pi;

class PoseFit : public testing::Test
{
protected:
	FRandomNumbers Random{7};
	double Uniform(double Low, double High) { return Random.Between(Low, High); }
	Eigen::Vector3d Vector(double Size) { return {Uniform(-Size, Size), Uniform(-Size, Size), Uniform(-Size, Size)}; }
	Eigen::Matrix3d Rotation(double MaxAngle)
	{
		return Eigen::AngleAxisd(Uniform(-MaxAngle, MaxAngle), Vector(1.0).normalized()).toRotationMatrix();
	}
};

FAffine3d FromMatrix(const Eigen::Matrix3d& R, const Eigen::Vector3d& T = Eigen::Vector3d::Zero())
{
	return {{R(0, 0), R(0, 1), R(0, 2), T[0], R(1, 0), R(1, 1), R(1, 2), T[1], R(2, 0), R(2, 1), R(2, 2), T[2]}};
}

double Distance(const FDouble3& A, const FDouble3& B)
{
	return (AsVector(A) - AsVector(B)).norm();
}

double RotationDifference(const FAffine3d& A, const FAffine3d& B)
{
	double Largest = 0.0;
	for (int Row = 0; Row < 3; ++Row)
	{
		for (int Column = 0; Column < 3; ++Column)
		{
			Largest = std::max(Largest, std::abs(A.M[4 * Row + Column] - B.M[4 * Row + Column]));
		}
	}
	return Largest;
}

// --- where a joint stands ------------------------------------------------------------------------------------------

TEST_F(PoseFit, TheGradientOfTheSquaredRangeErrorEqualsCentralDifferences)
{
	std::vector<FDouble3> Skin;
	std::vector<double> Distances;
	for (int Index = 0; Index < 12; ++Index)
	{
		Skin.push_back(ToDouble3(Vector(1.0)));
		Distances.push_back(Uniform(0.2, 1.5));
	}
	const FDouble3 P = ToDouble3(Vector(0.5));
	FDouble3 Gradient;
	SquaredRangeError(P, Skin, Distances, &Gradient);
	for (int Axis = 0; Axis < 3; ++Axis)
	{
		constexpr double H = 1e-5;
		FDouble3 Plus = P, Minus = P;
		AsVector(Plus)[Axis] += H;
		AsVector(Minus)[Axis] -= H;
		const double Numeric =
			(SquaredRangeError(Plus, Skin, Distances) - SquaredRangeError(Minus, Skin, Distances)) / (2.0 * H);
		EXPECT_NEAR(AsVector(Gradient)[Axis], Numeric, 1e-6 * std::abs(Numeric) + 1e-8);
	}
}

TEST_F(PoseFit, ExactDistancesGiveTheJointBack)
{
	for (int Trial = 0; Trial < 50; ++Trial)
	{
		const Eigen::Vector3d Joint = Vector(3.0);
		std::vector<FDouble3> Skin;
		std::vector<double> Distances;
		for (int Index = 0; Index < 20; ++Index)
		{
			const Eigen::Vector3d V = Joint + Vector(1.0);
			Skin.push_back(ToDouble3(V));
			Distances.push_back((V - Joint).norm());
		}
		const FJointPosition Found = LocateJoint(Skin, Distances);
		EXPECT_LT((AsVector(Found.Position) - Joint).norm(), 1e-8);
		EXPECT_LT(Found.Residual, 1e-8);
	}
}

TEST_F(PoseFit, NoStartingValueFindsALowerMinimumThanTheGlobalSolve)
{
	for (int Trial = 0; Trial < 60; ++Trial)
	{
		std::vector<FDouble3> Skin;
		std::vector<double> Distances;
		for (int Index = 0; Index < 16; ++Index) // half a ring, distances off by up to a tenth
		{
			const double Angle = Pi * Index / 15.0;
			const Eigen::Vector3d V(std::cos(Angle), std::sin(Angle), Uniform(-0.2, 0.2));
			Skin.push_back(ToDouble3(V));
			Distances.push_back(V.norm() * Uniform(0.9, 1.1));
		}
		const FJointPosition Global = LocateJoint(Skin, Distances);
		const double Best = SquaredRangeError(Global.Position, Skin, Distances);
		for (int Start = 0; Start < 12; ++Start)
		{
			const FJointPosition Local = RefineJoint(ToDouble3(Vector(2.0)), Skin, Distances);
			EXPECT_GE(SquaredRangeError(Local.Position, Skin, Distances), Best * (1.0 - 1e-9));
		}
	}
}

TEST_F(PoseFit, TheJointMovesRigidlyWithTheExample)
{
	const Eigen::Matrix3d R = Rotation(Pi);
	const Eigen::Vector3d T = Vector(5.0);
	std::vector<FDouble3> Skin, Moved;
	std::vector<double> Distances;
	for (int Index = 0; Index < 20; ++Index)
	{
		const Eigen::Vector3d V = Vector(1.0);
		Skin.push_back(ToDouble3(V));
		Moved.push_back(ToDouble3(R * V + T));
		Distances.push_back(V.norm() * Uniform(0.95, 1.05));
	}
	const FJointPosition A = LocateJoint(Skin, Distances), B = LocateJoint(Moved, Distances);
	EXPECT_LT((R * AsVector(A.Position) + T - AsVector(B.Position)).norm(), 1e-8);
}

TEST_F(PoseFit, AFlatRingSeesBothMirroredJoints)
{
	constexpr double Height = 0.3;
	std::vector<FDouble3> Skin;
	std::vector<double> Distances;
	for (int Index = 0; Index < 24; ++Index)
	{
		const double Angle = 2.0 * Pi * Index / 24.0;
		Skin.push_back({std::cos(Angle), std::sin(Angle), 0.0});
		Distances.push_back(std::hypot(1.0, Height));
	}
	const FJointPosition Found = LocateJoint(Skin, Distances);
	ASSERT_TRUE(Found.Mirror.has_value());
	EXPECT_NEAR(std::abs(Found.Position.Z), Height, 1e-7);
	EXPECT_NEAR(Found.Mirror->Z, -Found.Position.Z, 1e-7);
	EXPECT_LT(Found.Residual, 1e-8);
	EXPECT_LT(Found.MirrorResidual, 1e-8);
}

TEST_F(PoseFit, TheSquaredSumWouldAcceptAPointThatTheSumOfSquaresRefuses)
{
	// Four skin points at distance one around the origin: the summed residual vanishes on a whole sphere.
	const std::vector<FDouble3> Skin{{1, 0, 0}, {-1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
	const std::vector<double> Distances(4, 1.0);
	const Eigen::Vector3d Mean(0.0, 0.25, 0.25);
	const Eigen::Vector3d Wrong = Mean + Mean.norm() * Eigen::Vector3d(1.0, 0.0, 0.0);
	double Sum = 0.0;
	for (const FDouble3& V : Skin)
	{
		Sum += 1.0 - (AsVector(V) - Wrong).squaredNorm();
	}
	EXPECT_NEAR(Sum * Sum, 0.0, 1e-24);
	EXPECT_GT(SquaredRangeError(ToDouble3(Wrong), Skin, Distances), 0.5);
	EXPECT_LT(AsVector(LocateJoint(Skin, Distances).Position).norm(), 1e-8);
}

// --- Euler angles --------------------------------------------------------------------------------------------------

TEST_F(PoseFit, EulerAnglesRoundTripInBothOrders)
{
	for (const EEulerOrder Order : {EEulerOrder::XYZ, EEulerOrder::ZYX})
	{
		for (int Trial = 0; Trial < 500; ++Trial)
		{
			const FAffine3d R = FromMatrix(Rotation(Pi));
			EXPECT_LT(RotationDifference(FromEulerAngles(ToEulerAngles(R, Order), Order), R), 1e-12);
		}
		for (const double Lock : {Pi / 2.0, -Pi / 2.0})
		{
			const FAffine3d R = FromEulerAngles({0.7, Lock, -0.4}, Order);
			const FDouble3 Angles = ToEulerAngles(R, Order);
			EXPECT_EQ(Angles.Z, 0.0);
			EXPECT_LT(RotationDifference(FromEulerAngles(Angles, Order), R), 1e-12);
		}
	}
}

TEST_F(PoseFit, TheTwoOrdersMultiplyTheFactorsFromOppositeEnds)
{
	const FAffine3d X = FromEulerAngles({0.3, 0, 0}, EEulerOrder::XYZ),
					Y = FromEulerAngles({0, 0.5, 0}, EEulerOrder::XYZ),
					Z = FromEulerAngles({0, 0, 0.9}, EEulerOrder::XYZ);
	EXPECT_LT(RotationDifference(FromEulerAngles({0.3, 0.5, 0.9}, EEulerOrder::XYZ), Compose(X, Compose(Y, Z))), 1e-15);
	EXPECT_LT(RotationDifference(FromEulerAngles({0.3, 0.5, 0.9}, EEulerOrder::ZYX), Compose(Z, Compose(Y, X))), 1e-15);
	const Eigen::Vector3d Turned = Eigen::AngleAxisd(0.3, Eigen::Vector3d::UnitX()) * Eigen::Vector3d::UnitY();
	EXPECT_LT(Distance(TransformVector(X, {0, 1, 0}), ToDouble3(Turned)), 1e-15);
}

TEST_F(PoseFit, UnwrappedAnglesFollowASlowTurnWithoutJumps)
{
	for (const EEulerOrder Order : {EEulerOrder::XYZ, EEulerOrder::ZYX})
	{
		const Eigen::Vector3d Axis = Eigen::Vector3d(0.2, 0.1, 1.0).normalized();
		FDouble3 Previous{};
		for (int Frame = 0; Frame <= 200; ++Frame)
		{
			const double Angle = 4.0 * Pi * Frame / 200.0; // two whole turns
			const FAffine3d R = FromMatrix(Eigen::AngleAxisd(Angle, Axis).toRotationMatrix());
			const FDouble3 Angles = UnwrapEulerAngles(ToEulerAngles(R, Order), Previous);
			EXPECT_LT(Distance(Angles, Previous), 0.3) << Frame;
			EXPECT_LT(RotationDifference(FromEulerAngles(Angles, Order), R), 1e-12);
			Previous = Angles;
		}
		EXPECT_NEAR(Previous.Z, 4.0 * Pi, 1e-9);
	}
}

// --- whole poses ---------------------------------------------------------------------------------------------------

/** A tube of three bones along y with blended joints, posed by linear blending. */
struct FTube
{
	FExampleSet Examples;
	FRig Rig;

	explicit FTube(size_t PoseCount)
	{
		constexpr int Rings = 61, Sides = 16;
		Rig.Parents = {NoParent, 0, 1};
		Rig.Root = 0;
		Rig.BoneCount = 3;
		Rig.Joints = {{0, 0, 0}, {0, 1, 0}, {0, 2, 0}};
		for (int Ring = 0; Ring < Rings; ++Ring)
		{
			const double Y = 3.0 * Ring / (Rings - 1);
			for (int Side = 0; Side < Sides; ++Side)
			{
				const double Angle = 2.0 * Pi * Side / Sides;
				// An oval, so that twist shows.
				Examples.Rest.Positions.push_back({0.2 * std::cos(Angle), Y, 0.12 * std::sin(Angle)});
				AddWeights(Y);
			}
		}
		for (int Ring = 0; Ring + 1 < Rings; ++Ring)
		{
			for (int Side = 0; Side < Sides; ++Side)
			{
				const int A = Ring * Sides + Side, B = Ring * Sides + (Side + 1) % Sides;
				Examples.Rest.Triangles.push_back({A, A + Sides, B});
				Examples.Rest.Triangles.push_back({B, A + Sides, B + Sides});
			}
		}
		Examples.Poses.resize(PoseCount);
		Examples.Source.Poses.resize(PoseCount);
	}

	void AddWeights(double Y)
	{
		for (uint16_t Bone = 0; Bone < 3; ++Bone)
		{
			// Each joint blends over +-0.15 around it.
			const double Enter = Bone == 0 ? 1.0 : std::clamp((Y - Bone + 0.15) / 0.3, 0.0, 1.0);
			const double Leave = Bone == 2 ? 0.0 : std::clamp((Y - Bone - 1.0 + 0.15) / 0.3, 0.0, 1.0);
			if (Enter - Leave > 0.0)
			{
				Rig.Weights.Bones.push_back(Bone);
				Rig.Weights.Weights.push_back(Enter - Leave);
			}
		}
		Rig.Weights.Offsets.push_back(static_cast<uint32_t>(Rig.Weights.Bones.size()));
	}

	/** Poses by forward kinematics of local rotations; returns where the joints went. */
	std::vector<Eigen::Vector3d> Pose(
		size_t Index, const Eigen::Vector3d& Root, const std::vector<Eigen::Matrix3d>& Local)
	{
		std::vector<Eigen::Vector3d> Joints(3);
		std::vector<Eigen::Matrix3d> Global(3);
		for (int Bone = 0; Bone < 3; ++Bone)
		{
			Global[Bone] = Bone == 0 ? Local[0] : Eigen::Matrix3d(Global[Bone - 1] * Local[Bone]);
			Joints[Bone] = Bone == 0
				? Root
				: Eigen::Vector3d(Joints[Bone - 1] + Global[Bone - 1] * Eigen::Vector3d(0.0, 1.0, 0.0));
		}
		for (size_t Point = 0; Point < Examples.Rest.Positions.size(); ++Point)
		{
			Eigen::Vector3d V = Eigen::Vector3d::Zero();
			for (uint32_t Slot = Rig.Weights.Offsets[Point]; Slot < Rig.Weights.Offsets[Point + 1]; ++Slot)
			{
				const uint16_t Bone = Rig.Weights.Bones[Slot];
				V += Rig.Weights.Weights[Slot] *
					(Joints[Bone] +
						Global[Bone] * (AsVector(Examples.Rest.Positions[Point]) - AsVector(Rig.Joints[Bone])));
			}
			Examples.Poses[Index].push_back(ToDouble3(V));
		}
		return Joints;
	}
};

TEST_F(PoseFit, TwistAndSwingGiveTheRotationsOfAPosedTubeBack)
{
	FTube Tube(6);
	std::vector<std::vector<Eigen::Vector3d>> Truth;
	std::vector<std::vector<Eigen::Matrix3d>> Locals;
	for (size_t Pose = 0; Pose < 6; ++Pose)
	{
		Locals.push_back({Rotation(Pi), Rotation(0.5), Rotation(0.5)});
		Truth.push_back(Tube.Pose(Pose, Vector(1.0), Locals.back()));
	}
	const TResult<FPoseFit> Fit = FitPoses(Tube.Examples, Tube.Rig, {}, {});
	ASSERT_TRUE(Fit.IsOk()) << Fit.GetError().Message;
	for (size_t Pose = 0; Pose < 6; ++Pose)
	{
		for (size_t Joint = 0; Joint < 3; ++Joint)
		{
			const FJointParameters& Found = Fit->Poses[Pose].Joints[Joint];
			// The blended skin shrinks a little toward the joint, so distances are nearly, not exactly, kept.
			EXPECT_LT((AsVector(Found.Position) - Truth[Pose][Joint]).norm(), 0.02);
			EXPECT_LT(RotationDifference(Found.Rotation, FromMatrix(Locals[Pose][Joint])), 0.03);
			EXPECT_NEAR(Found.Scale, 1.0, 0.02);
			EXPECT_TRUE(Found.bTwistSeen);
		}
	}
	EXPECT_TRUE(Fit->Warnings.empty());
}

TEST_F(PoseFit, ForwardKinematicsOfTheParametersReproducesTheJoints)
{
	FTube Tube(4);
	Tube.Pose(0, {0, 0, 0}, {Rotation(0.0), Rotation(0.0), Rotation(0.0)});
	Tube.Pose(1, Vector(1.0), {Rotation(Pi), Rotation(1.0), Rotation(1.0)});
	// The first bone upside down: the shortest arc is not unique, any will do.
	Tube.Pose(2, {0, 0, 0},
		{Eigen::AngleAxisd(Pi, Eigen::Vector3d::UnitX()).toRotationMatrix(), Rotation(0.2), Rotation(0.2)});
	Tube.Pose(3, Vector(1.0), {Rotation(Pi), Rotation(1.0), Rotation(1.0)});
	const TResult<FPoseFit> Fit = FitPoses(Tube.Examples, Tube.Rig, {}, {});
	ASSERT_TRUE(Fit.IsOk());
	for (size_t Pose = 0; Pose < 4; ++Pose)
	{
		const FPoseParameters& Parameters = Fit->Poses[Pose];
		Eigen::Vector3d Position = AsVector(Tube.Rig.Joints[0]) + AsVector(Parameters.RootTranslation);
		FAffine3d Global;
		for (size_t Joint = 0; Joint < 3; ++Joint)
		{
			EXPECT_LT((Position - AsVector(Parameters.Joints[Joint].Position)).norm(), 1e-12);
			Global = Compose(Global, FromEulerAngles(Parameters.Joints[Joint].Angles, EEulerOrder::XYZ));
			const FDouble3 Bone = TransformVector(Global, {0.0, Parameters.Joints[Joint].Scale, 0.0});
			Position += AsVector(Bone);
			// The transform carries the joint and, where there is one, the child's joint.
			const FAffine3d& Motion = Fit->Transforms[Joint * 4 + Pose];
			EXPECT_LT(
				Distance(TransformPoint(Motion, Tube.Rig.Joints[Joint]), Parameters.Joints[Joint].Position), 1e-12);
		}
	}
}

TEST_F(PoseFit, PureTwistIsRecoveredFromTheSkinAndFlaggedWhenOff)
{
	FTube Tube(1);
	const Eigen::Matrix3d Twist = Eigen::AngleAxisd(0.7, Eigen::Vector3d::UnitY()).toRotationMatrix();
	Tube.Pose(0, {0, 0, 0}, {Eigen::Matrix3d::Identity(), Twist, Eigen::Matrix3d::Identity()});
	const TResult<FPoseFit> With = FitPoses(Tube.Examples, Tube.Rig, {}, {});
	ASSERT_TRUE(With.IsOk());
	EXPECT_NEAR(With->Poses[0].Joints[1].Twist, 0.7, 1e-9);
	EXPECT_LT(RotationDifference(With->Poses[0].Joints[1].Rotation, FromMatrix(Twist)), 1e-9);
	const auto CountTwistWarnings = [](const FPoseFit& Fit)
	{
		return std::count_if(Fit.Warnings.begin(), Fit.Warnings.end(),
			[](const std::string& Warning) { return Warning.find("Turn twist on") != std::string::npos; });
	};
	EXPECT_EQ(CountTwistWarnings(*With), 0);

	FPoseFitOptions Blind;
	Blind.bTwist = false;
	const TResult<FPoseFit> Without = FitPoses(Tube.Examples, Tube.Rig, Blind, {});
	ASSERT_TRUE(Without.IsOk());
	EXPECT_LT(RotationDifference(Without->Poses[0].Joints[1].Rotation, FAffine3d{}), 1e-6);
	EXPECT_EQ(CountTwistWarnings(*Without), 1);
}

TEST_F(PoseFit, ALongerBoneBecomesScaleNotTranslation)
{
	FTube Tube(1);
	Tube.Examples.Poses[0] = Tube.Examples.Rest.Positions;
	for (FDouble3& P : Tube.Examples.Poses[0])
	{
		// The middle bone half as long again; both ends move rigidly.
		P.Y = P.Y < 1.2 ? P.Y : (P.Y > 1.8 ? P.Y + 0.5 : 1.2 + (P.Y - 1.2) * 1.1 / 0.6);
	}
	const TResult<FPoseFit> Fit = FitPoses(Tube.Examples, Tube.Rig, {}, {});
	ASSERT_TRUE(Fit.IsOk());
	EXPECT_NEAR(Fit->Poses[0].Joints[1].Scale, 1.5, 1e-6);
	EXPECT_NEAR(Fit->Poses[0].Joints[0].Scale, 1.0, 1e-6);
	EXPECT_NEAR(Fit->Poses[0].Joints[2].Position.Y, 2.5, 1e-6);
}

TEST_F(PoseFit, JointSkinIsOneRegionBetweenTheBonesOfTheJoint)
{
	const FTube Tube(1);
	const FJointSkin Skin = SegmentJointSkin(Tube.Examples.Rest, Tube.Rig.Weights, Tube.Rig.Parents, {});
	EXPECT_TRUE(Skin.JointPoints[0].empty());
	for (size_t Joint = 1; Joint < 3; ++Joint)
	{
		ASSERT_FALSE(Skin.JointPoints[Joint].empty());
		for (const uint32_t Point : Skin.JointPoints[Joint])
		{
			EXPECT_NEAR(Tube.Examples.Rest.Positions[Point].Y, static_cast<double>(Joint), 0.15);
		}
	}
	EXPECT_FALSE(Skin.BonePoints[0].empty());
}

TEST_F(PoseFit, BadInputGetsASentence)
{
	FTube Tube(1);
	Tube.Pose(0, {0, 0, 0}, {Rotation(1.0), Rotation(1.0), Rotation(1.0)});
	FRig TwoRoots = Tube.Rig;
	TwoRoots.Parents[2] = NoParent;
	EXPECT_EQ(FitPoses(Tube.Examples, TwoRoots, {}, {}).GetError().Code, EErrorCode::InvalidArgument);
	FRig Cycle = Tube.Rig;
	Cycle.Parents = {NoParent, 2, 1};
	EXPECT_EQ(FitPoses(Tube.Examples, Cycle, {}, {}).GetError().Code, EErrorCode::InvalidArgument);
	FRig Short = Tube.Rig;
	Short.Weights.Offsets.pop_back();
	EXPECT_EQ(FitPoses(Tube.Examples, Short, {}, {}).GetError().Code, EErrorCode::Mismatch);
	FPoseFitOptions Options;
	Options.Skin.Lower = 0.6;
	EXPECT_EQ(FitPoses(Tube.Examples, Tube.Rig, Options, {}).GetError().Code, EErrorCode::InvalidArgument);
	const FProgressCallback Stop = [](std::string_view, double) { return false; };
	const FBuildContext Context{FProgress(Stop), &GetSerialExecutor(), 1};
	EXPECT_EQ(FitPoses(Tube.Examples, Tube.Rig, {}, Context).GetError().Code, EErrorCode::Canceled);
}

TEST_F(PoseFit, ThreadsDoNotChangeTheResult)
{
	FTube Tube(20);
	for (size_t Pose = 0; Pose < 20; ++Pose)
	{
		Tube.Pose(Pose, Vector(1.0), {Rotation(1.0), Rotation(1.0), Rotation(1.0)});
	}
	const std::unique_ptr<IExecutor> Pool = MakeThreadPool(3);
	const TResult<FPoseFit> One = FitPoses(Tube.Examples, Tube.Rig, {}, {});
	const TResult<FPoseFit> Three = FitPoses(Tube.Examples, Tube.Rig, {}, {FProgress(), Pool.get(), 1});
	EXPECT_EQ(One->Transforms, Three->Transforms);
}

} // namespace PoseFitTest
} // namespace Exemplar

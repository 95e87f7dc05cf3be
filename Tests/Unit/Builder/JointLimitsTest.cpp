// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Clips/JointLimits.h"

#include "AnimationSkeletons.h"
#include "AnimationSpace/ClipMetric.h"
#include "AnimationSpace/PoseBound.h"
#include "AnimationSpace/PoseMetric.h"
#include "Clips/MotionClip.h"

#include <gtest/gtest.h>
#include <numbers>

namespace Exemplar
{
namespace JointLimitsTest
{

using namespace AnimationSkeletons;

constexpr double Degree = std::numbers::pi / 180.0;

/** Three joints in a row, whose rests are turned and scaled. */
FSkeletonData MakeSkeleton(const FFloat3& Scale)
{
	FSkeletonData Out;
	Out.Names = {"root", "upper", "lower"};
	Out.Parents = {NoParent, 0, 1};
	Out.RestLocal.resize(3);
	Out.RestLocal[1] = {{0.6f, 0.0f, 0.0f, 0.8f}, {0.3f, 1.0f, 0.0f}, Scale};
	Out.RestLocal[2] = {{0.0f, 0.28f, 0.0f, 0.96f}, {0.0f, 0.5f, 0.2f}, Scale};
	return Out;
}

/** A turn of the joint in its own rest frame. */
FBoneTransform TurnBy(const FBoneTransform& Rest, const Eigen::Quaterniond& Turn)
{
	const Eigen::Quaterniond Q =
		Eigen::Quaterniond(Rest.Rotation.W, Rest.Rotation.X, Rest.Rotation.Y, Rest.Rotation.Z) * Turn;
	FBoneTransform Out = Rest;
	Out.Rotation = {
		static_cast<float>(Q.x()), static_cast<float>(Q.y()), static_cast<float>(Q.z()), static_cast<float>(Q.w())};
	return Out;
}

Eigen::Quaterniond DrawWithin(const FJointLimit& Limit, FRandomNumbers& Random)
{
	const Eigen::Vector3d Axis(Limit.TwistAxis.X, Limit.TwistAxis.Y, Limit.TwistAxis.Z);
	const double Around = Random.Between(0.0, 2.0 * std::numbers::pi);
	const Eigen::Vector3d U = Axis.unitOrthogonal(), V = Axis.cross(U);
	return Eigen::AngleAxisd(
			   Random.Between(0.0, Limit.MaxSwing), Eigen::Vector3d(std::cos(Around) * U + std::sin(Around) * V)) *
		Eigen::AngleAxisd(Random.Between(Limit.MinTwist, Limit.MaxTwist), Axis);
}

/** A clip of rotations: one list of turns per joint. */
FClipData ClipOf(const FSkeletonData& Skeleton, const std::vector<std::vector<Eigen::Quaterniond>>& Turns)
{
	FClipData Clip;
	Clip.Name = "clip";
	Clip.FrameCount = static_cast<uint32_t>(Turns[0].size());
	Clip.Rotations.Offsets.push_back(0);
	for (size_t Joint = 0; Joint < Turns.size(); ++Joint)
	{
		for (size_t Frame = 0; Frame < Turns[Joint].size(); ++Frame)
		{
			Clip.Rotations.Frames.push_back(static_cast<uint16_t>(Frame));
			Clip.Rotations.Values.push_back(TurnBy(Skeleton.RestLocal[Joint], Turns[Joint][Frame]).Rotation);
		}
		Clip.Rotations.Offsets.push_back(static_cast<uint32_t>(Clip.Rotations.Values.size()));
	}
	return Clip;
}

FJointLimit MakeLimit(const Eigen::Vector3d& Axis, double Swing, double Low, double High)
{
	const Eigen::Vector3f A = Axis.normalized().cast<float>();
	return {{A.x(), A.y(), A.z()}, static_cast<float>(Swing), static_cast<float>(Low), static_cast<float>(High)};
}

TEST(JointLimits, HingesAndBallJointsComeBackWithTheirRanges)
{
	FRandomNumbers Random(4);
	FAnimation Animation;
	Animation.Skeleton = MakeSkeleton({1.0f, 1.0f, 1.0f});
	const Eigen::Vector3d Axis = Random.Direction();
	std::vector<std::vector<Eigen::Quaterniond>> Turns(3);
	const FJointLimit Ball = MakeLimit(Random.Direction(), 30.0 * Degree, -20.0 * Degree, 15.0 * Degree);
	for (int Frame = 0; Frame < 400; ++Frame)
	{
		Turns[0].push_back(Eigen::Quaterniond(Random.AnyRotation()));
		Turns[1].push_back(Eigen::Quaterniond(Eigen::AngleAxisd(Random.Between(-10.0 * Degree, 110.0 * Degree), Axis)));
		Turns[2].push_back(DrawWithin(Ball, Random));
	}
	Animation.Clips = {ClipOf(Animation.Skeleton, Turns)};
	const double Margin = 5.0 * Degree;
	const TResult<std::vector<FJointLimit>> Limits = FitJointLimits(Animation, Margin);
	ASSERT_TRUE(Limits);
	EXPECT_EQ((*Limits)[0], FJointLimit{}) << "roots place the character";
	const FJointLimit& Hinge = (*Limits)[1];
	const Eigen::Vector3d Found(Hinge.TwistAxis.X, Hinge.TwistAxis.Y, Hinge.TwistAxis.Z);
	EXPECT_GT(std::abs(Found.dot(Axis)), 0.9999);
	EXPECT_NEAR(Hinge.MaxTwist - Hinge.MinTwist, 130.0 * Degree, 3.0 * Degree);
	EXPECT_NEAR(Hinge.MaxSwing, Margin, 1.0 * Degree);
	// A ball joint has no other axis to find, but nothing may be open that is not shown.
	const FJointLimit& Other = (*Limits)[2];
	EXPECT_LT(Other.MaxSwing, 45.0 * Degree);
	EXPECT_LT(Other.MaxTwist - Other.MinTwist, 90.0 * Degree);
	for (size_t Frame = 0; Frame < 400; ++Frame)
	{
		for (const size_t Joint : {1u, 2u})
		{
			const FJointLimit& Limit = (*Limits)[Joint];
			const Eigen::Vector3d A(Limit.TwistAxis.X, Limit.TwistAxis.Y, Limit.TwistAxis.Z);
			const Eigen::Quaterniond& Turn = Turns[Joint][Frame];
			const double Twist = std::remainder(2.0 * std::atan2(Turn.vec().dot(A), Turn.w()), 2.0 * std::numbers::pi);
			EXPECT_GE(Twist, Limit.MinTwist + 0.99 * Margin);
			EXPECT_LE(Twist, Limit.MaxTwist - 0.99 * Margin);
		}
	}
	Animation.Clips.clear();
	EXPECT_TRUE(FitJointLimits(Animation, Margin)->empty()) << "without clips nothing is shown";
	EXPECT_FALSE(FitJointLimits(Animation, -1.0));
}

TEST(JointLimits, AreWidenedByWhatClipsShowAndNoFurther)
{
	FAnimation Animation;
	Animation.Skeleton = MakeSkeleton({1.0f, 1.0f, 1.0f});
	Animation.Skeleton.Limits.assign(3, MakeLimit({0, 1, 0}, 0.2, -0.3, 0.1));
	const std::vector<Eigen::Quaterniond> Still(1, Eigen::Quaterniond::Identity());
	const std::vector<Eigen::Quaterniond> Twist{Eigen::Quaterniond(Eigen::AngleAxisd(0.5, Eigen::Vector3d::UnitY()))};
	Animation.Clips = {ClipOf(Animation.Skeleton, {Still, Twist, Still})};
	const TResult<std::vector<FJointLimit>> Limits = WidenJointLimits(Animation);
	ASSERT_TRUE(Limits);
	EXPECT_EQ((*Limits)[0], Animation.Skeleton.Limits[0]);
	EXPECT_NEAR((*Limits)[1].MaxTwist, 0.5, 1e-6);
	EXPECT_EQ((*Limits)[1].MinTwist, -0.3f);
	EXPECT_EQ((*Limits)[1].MaxSwing, 0.2f);
	EXPECT_EQ((*Limits)[2], Animation.Skeleton.Limits[2]);
}

/** Model matrices of a pose within the limits, roots at rest. */
std::vector<FAffine3d> DrawModel(const FSkeletonData& Skeleton, FRandomNumbers& Random)
{
	FSkeletonData Posed = Skeleton;
	for (size_t Joint = 1; Joint < Posed.RestLocal.size(); ++Joint)
	{
		Posed.RestLocal[Joint] = TurnBy(Skeleton.RestLocal[Joint], DrawWithin(Skeleton.Limits[Joint], Random));
	}
	return RestModel(Posed);
}

TEST(JointLimits, ThePriorOfTheMetricIsTheMeanOverLegalPosesForAnyScaleAtRest)
{
	for (const FFloat3& Scale : {FFloat3{1.0f, 1.0f, 1.0f}, FFloat3{2.0f, 2.0f, 2.0f}, FFloat3{1.5f, 0.7f, 0.3f}})
	{
		FRandomNumbers Random(8);
		FAnimation Animation;
		Animation.Skeleton = MakeSkeleton(Scale);
		Animation.Skeleton.Limits = {{}, MakeLimit({1, 2, -1}, 0.6, -0.2, 1.1), MakeLimit({0, 1, 1}, 0.3, -0.9, 0.4)};
		const TResult<FPoseMetric> Metric = BuildClipMetric(Animation); // no clips: the prior alone
		ASSERT_TRUE(Metric);
		const std::vector<FAffine3d> Rest = RestModel(Animation.Skeleton);
		constexpr int Count = 5000;
		Eigen::MatrixXd Sum = Eigen::MatrixXd::Zero(12, 12), Squares = Sum, G(4, 12);
		for (int Pose = 0; Pose < Count; ++Pose)
		{
			const std::vector<FAffine3d> Model = DrawModel(Animation.Skeleton, Random);
			for (size_t Joint = 0; Joint < 3; ++Joint)
			{
				G.middleCols<4>(4 * static_cast<Eigen::Index>(Joint)) =
					ToMatrix4(Compose(Model[Joint], Inverse(Rest[Joint])));
			}
			const Eigen::MatrixXd Product = G.transpose() * G;
			Sum += Product / Count;
			Squares += Product.cwiseAbs2() / Count;
		}
		const Eigen::MatrixXd Error = ((Squares - Sum.cwiseAbs2()).cwiseMax(0.0) / Count).cwiseSqrt();
		const Eigen::MatrixXd P = DenseMetric(*Metric);
		EXPECT_LT(((P - Sum).cwiseAbs() - 5.0 * Error).maxCoeff(), 1e-5);
		const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> Spectrum(P);
		EXPECT_GT(Spectrum.eigenvalues().minCoeff(), -1e-9) << "a length is never imaginary";
	}
}

TEST(JointLimits, BoundsHoldInEveryLegalPoseForAnyScaleAtRestAndAreCloserThanWithoutLimits)
{
	for (const FFloat3& Scale : {FFloat3{1.0f, 1.0f, 1.0f}, FFloat3{1.5f, 0.7f, 0.3f}})
	{
		FRandomNumbers Random(9);
		FSkeletonData Skeleton = MakeSkeleton(Scale);
		for (const double Swing : {0.0, 0.4, 2.0})
		{
			Skeleton.Limits = {
				{}, MakeLimit({1, 2, -1}, Swing, -0.2, 1.1), MakeLimit({0, 1, 1}, 0.5 * Swing, -0.5, 0.4)};
			std::vector<FJointBound> Limited, Free;
			for (size_t Joint = 0; Joint < 3; ++Joint)
			{
				const FAffine3d Rest = ToMatrix(Skeleton.RestLocal[Joint]);
				const FJointLimit Still = MakeLimit({0, 1, 0}, 0.0, 0.0, 0.0);
				Limited.push_back(BoundJoint(Rest, Joint == 0 ? Still : Skeleton.Limits[Joint]));
				Free.push_back(BoundJoint(Rest, Joint == 0 ? Still : FJointLimit{}));
			}
			double Closer = 0.0;
			for (int Trial = 0; Trial < 20; ++Trial)
			{
				FAnimationVector S;
				for (uint16_t Bone = 0; Bone < 3; ++Bone)
				{
					S.Bones.push_back(Bone);
					S.Blocks.push_back({Random.Signed(), Random.Signed(), Random.Signed(), Random.Signed()});
				}
				S.Blocks[0].W -= S.Weight();
				const double Bound = BoundLength(Skeleton.Parents, Limited, S);
				const double Without = BoundLength(Skeleton.Parents, Free, S);
				double Longest = 0.0;
				for (int Pose = 0; Pose < 100; ++Pose)
				{
					const FDouble3 V = Project(S, DrawModel(Skeleton, Random));
					Longest = std::fmax(Longest, std::hypot(V.X, V.Y, V.Z));
				}
				EXPECT_GE(Bound, Longest * (1.0 - 1e-6));
				EXPECT_LE(Bound, Without * (1.0 + 1e-12));
				Closer += (Without - Bound) / Without / 20.0;
			}
			EXPECT_GT(Closer, Swing < 1.0 ? 0.05 : 0.0);
		}
	}
}

} // namespace JointLimitsTest
} // namespace Exemplar

// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "AnimationSkeletons.h"
#include "AnimationSpace/ClipMetric.h"
#include "AnimationSpace/Gauge.h"
#include "AnimationSpace/MetricBlocks.h"
#include "Geometry/EigenLibrary.h"
#include "Pose/PoseJobs.h"
#include "RandomSkin.h"

#include <functional>
#include <gtest/gtest.h>

namespace Exemplar
{
namespace PoseStatisticsTest
{

using namespace AnimationSkeletons;

/** A joint as statistics and as something to draw from. */
struct FRandomJoint
{
	FJointStatistics Statistics;
	std::function<FAffine3d(FRandomNumbers&)> Draw;
};

FAffine3d Linear(const Eigen::Matrix3d& M)
{
	return ToAffine3d(M, Eigen::Vector3d::Zero());
}

FRandomJoint Hinge(const FAffine3d& Rest, const Eigen::Vector3d& Axis, double Low, double High)
{
	return {HingeJoint(Rest, {Axis.x(), Axis.y(), Axis.z()}, Low, High), [=](FRandomNumbers& N) {
				return Compose(Rest, Linear(Eigen::AngleAxisd(N.Between(Low, High), Axis).toRotationMatrix()));
			}};
}

FRandomJoint Euler(const FAffine3d& Rest, const Eigen::Vector3d& Low, const Eigen::Vector3d& High)
{
	return {EulerJoint(Rest, {Low.x(), Low.y(), Low.z()}, {High.x(), High.y(), High.z()}),
		[=](FRandomNumbers& N)
		{
			const double X = N.Between(Low.x(), High.x()), Y = N.Between(Low.y(), High.y());
			const double Z = N.Between(Low.z(), High.z());
			return Compose(Rest,
				Linear((Eigen::AngleAxisd(X, Eigen::Vector3d::UnitX()) *
					Eigen::AngleAxisd(Y, Eigen::Vector3d::UnitY()) * Eigen::AngleAxisd(Z, Eigen::Vector3d::UnitZ()))
						   .toRotationMatrix()));
		}};
}

FRandomJoint AnyRotation(const FDouble3& T)
{
	return {UniformRotationJoint(T),
		[=](FRandomNumbers& N) { return ToAffine3d(N.AnyRotation(), Eigen::Vector3d(T.X, T.Y, T.Z)); }};
}

FRandomJoint Frozen(const FAffine3d& Local)
{
	return {FrozenJoint(Local), [=](FRandomNumbers&) { return Local; }};
}

/** One of a few matrices; with bCross every linear part meets every translation, as independent components do. */
FRandomJoint Sampled(FRandomNumbers& Numbers, bool bMoves)
{
	std::vector<FAffine3d> Samples;
	const FDouble3 Still = Numbers.Point();
	for (int Index = 0; Index < 5; ++Index)
	{
		FAffine3d L = Linear(Numbers.RotationBy(1.5));
		for (double& Entry : L.M)
		{
			Entry *= Numbers.Between(0.7, 1.4);
		}
		const FDouble3 T = bMoves ? Numbers.Point() : Still;
		L.M[3] = T.X;
		L.M[7] = T.Y;
		L.M[11] = T.Z;
		Samples.push_back(L);
	}
	return {SampledJoint(Samples),
		[=](FRandomNumbers& N)
		{
			FAffine3d Out = Samples[N.Below(5)];
			const FAffine3d& Other = Samples[N.Below(5)];
			for (const size_t Entry : {3u, 7u, 11u})
			{
				Out.M[Entry] = Other.M[Entry];
			}
			return Out;
		}};
}

/** Mean and standard error of every entry of G^T G over drawn poses. */
struct FMonteCarlo
{
	Eigen::MatrixXd Mean, Error;

	FMonteCarlo(
		const std::vector<int32_t>& Parents, const std::vector<FRandomJoint>& Joints, int Count, FRandomNumbers& N)
	{
		const Eigen::Index Size = 4 * static_cast<Eigen::Index>(Joints.size());
		Eigen::MatrixXd Sum = Eigen::MatrixXd::Zero(Size, Size), Squares = Sum, G(4, Size);
		for (int Pose = 0; Pose < Count; ++Pose)
		{
			std::vector<Eigen::Matrix4d> Model;
			for (size_t Bone = 0; Bone < Joints.size(); ++Bone)
			{
				const Eigen::Matrix4d Local = ToMatrix4(Joints[Bone].Draw(N));
				Model.push_back(Parents[Bone] < 0 ? Local : Eigen::Matrix4d(Model[Parents[Bone]] * Local));
				G.middleCols<4>(4 * static_cast<Eigen::Index>(Bone)) = Model.back();
			}
			const Eigen::MatrixXd Product = G.transpose() * G;
			Sum += Product;
			Squares += Product.cwiseAbs2();
		}
		Mean = Sum / Count;
		Error = ((Squares / Count - Mean.cwiseAbs2()).cwiseMax(0.0) / Count).cwiseSqrt();
	}
};

TEST(PoseStatistics, AllModelsMixedFreelyGiveTheMeanOverDrawnPoses)
{
	FRandomNumbers Numbers(31);
	const auto Rest = [&] { return ToAffine3d(Numbers.RotationBy(2.0), Eigen::Vector3d(Numbers.Signed(), 0.3, -0.2)); };
	// Rotations under joints that do not scale, then a uniform rotation under one that does, then moving translations.
	const std::vector<int32_t> Parents{-1, 0, 1, 1, 3, 4, 4, 2};
	std::vector<FRandomJoint> Joints{Frozen({})};
	Joints.push_back(Hinge(Rest(), Numbers.Direction(), -0.4, 1.9));
	Joints.push_back(Euler(Rest(), {-0.5, 0.1, -1.0}, {0.8, 0.9, 0.2}));
	Joints.push_back(Sampled(Numbers, false));
	Joints.push_back(AnyRotation(Numbers.Point()));
	Joints.push_back(Sampled(Numbers, true));
	Joints.push_back(Frozen(Rest()));
	Joints.push_back(Sampled(Numbers, true));
	EXPECT_EQ(Joints[3].Statistics.Model, EJointModel::FixedTranslation);
	EXPECT_EQ(Joints[5].Statistics.Model, EJointModel::IndependentComponents);
	std::vector<FJointStatistics> Statistics;
	for (const FRandomJoint& Joint : Joints)
	{
		Statistics.push_back(Joint.Statistics);
	}
	const TResult<FPoseMetric> Metric = BuildPoseMetric(Parents, Statistics);
	ASSERT_TRUE(Metric);
	const Eigen::MatrixXd P = DenseMetric(*Metric);
	const FMonteCarlo Drawn(Parents, Joints, 20000, Numbers);
	const Eigen::MatrixXd Off = (P - Drawn.Mean).cwiseAbs() - 5.0 * Drawn.Error;
	EXPECT_LT(Off.maxCoeff(), 1e-9);
	EXPECT_LT(Drawn.Error.maxCoeff(), 0.1) << "the bound would pass anything";
	const Eigen::VectorXd Values = Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd>(P).eigenvalues();
	EXPECT_GE(Values[0], -1e-12 * Values[Values.size() - 1]);

	// The blocks of the bone that stays the model's frame are the mean pose.
	std::vector<Eigen::Matrix4d> Means;
	for (size_t Bone = 0; Bone < Joints.size(); ++Bone)
	{
		const Eigen::Matrix4d Local = ToMatrix4(Statistics[Bone].Mean);
		Means.push_back(Bone == 0 ? Local : Eigen::Matrix4d(Means[Parents[Bone]] * Local));
		EXPECT_LT((MetricBlock(*Metric, 0, Bone) - Means[Bone]).cwiseAbs().maxCoeff(), 1e-12);
	}
}

TEST(PoseStatistics, UniformRotationsForgetTheirMeanAndEvenOutWhatIsAboveThem)
{
	FRandomNumbers Numbers(2);
	const FJointStatistics Haar = UniformRotationJoint({1, 2, 3});
	EXPECT_EQ(AsRows(Haar.Mean).leftCols<3>().norm(), 0.0);
	// Under a frozen joint that stretches unevenly: E[R^T M R] = tr(M) / 3.
	FAffine3d Stretch;
	Stretch.M[0] = 3.0;
	Stretch.M[5] = 0.5;
	const TResult<FPoseMetric> Metric =
		BuildPoseMetric(std::vector<int32_t>{-1, 0}, std::vector<FJointStatistics>{FrozenJoint(Stretch), Haar});
	const Eigen::Matrix3d Block = MetricBlock(*Metric, 1, 1).topLeftCorner<3, 3>();
	EXPECT_LT((Block - (9.0 + 0.25 + 1.0) / 3.0 * Eigen::Matrix3d::Identity()).cwiseAbs().maxCoeff(), 1e-12);
	Eigen::Matrix3d Sum = Eigen::Matrix3d::Zero();
	for (int Draw = 0; Draw < 20000; ++Draw)
	{
		Sum += Numbers.AnyRotation() / 20000.0;
	}
	EXPECT_LT(Sum.cwiseAbs().maxCoeff(), 5.0 / std::sqrt(3.0 * 20000.0));
}

TEST(PoseStatistics, PointsOfOneBoneAreAsFarApartAsTheyAreAndNullVectorsChangeNoLength)
{
	FRandomNumbers Numbers(7);
	const FTree Tree(Numbers, 5);
	std::vector<FJointStatistics> Statistics{FrozenJoint(Tree.RestLocal[0])};
	std::vector<FJointGauge> Joints{{}};
	for (size_t Bone = 1; Bone < 5; ++Bone)
	{
		Statistics.push_back(EulerJoint(Tree.RestLocal[Bone], {-.5, -.3, -.8}, {.4, .6, .2}));
		Joints.push_back({Tree.Parents[Bone], Tree.Joint(Bone), EJointFreedom::Turns, {}});
	}
	const TResult<FPoseMetric> InBones = BuildPoseMetric(Tree.Parents, Statistics);
	std::vector<FAffine3d> ToBones;
	for (const FAffine3d& Model : Tree.RestModel)
	{
		ToBones.push_back(InverseRigid(Model));
	}
	const FPoseMetric Metric = ChangeBasis(*InBones, ToBones);
	for (uint16_t Bone = 0; Bone < 5; ++Bone)
	{
		const FAnimationVector Rigid{{Bone}, {{.3, .4, 1.2, 0}}};
		EXPECT_NEAR(MeanLength(Metric, Rigid), 1.3, 1e-10);
	}
	FAnimationVector S{{1, 3, 4}, {{.1, -.2, .3, .5}, {.4, .1, 0, -.2}, {.2, .3, -.6, -.3}}};
	const double Length = MeanLength(Metric, S);
	for (size_t Bone = 1; Bone < 5; ++Bone)
	{
		S = AddScaled(S, NullVectors(Joints, Bone)[0], Numbers.Between(-2.0, 2.0));
	}
	EXPECT_NEAR(MeanLength(Metric, S), Length, 1e-9);
	EXPECT_GT(Length, 0.1);
	// Scaling the model scales lengths; moving it leaves them.
	FAnimationVector Scaled = TransformBlocks(S, ToBones), Moved = Scaled;
	const double InBone = MeanLength(*InBones, Scaled);
	EXPECT_NEAR(InBone, Length, 1e-9);
	for (FDouble4& Block : Scaled.Blocks)
	{
		Block = {3.0 * Block.X, 3.0 * Block.Y, 3.0 * Block.Z, Block.W};
	}
	EXPECT_NEAR(MeanLength(ScaleMetric(*InBones, 3.0), Scaled), 3.0 * Length, 1e-8);
	const FAffine3d Rigid = ToAffine3d(Numbers.RotationBy(2.0), {4.0, -5.0, 6.0});
	for (size_t Slot = 0; Slot < Moved.Bones.size(); ++Slot)
	{
		Moved.Blocks[Slot] = Moved.Bones[Slot] == 0 ? TransformBlock(Rigid, Moved.Blocks[Slot]) : Moved.Blocks[Slot];
	}
	EXPECT_NEAR(MeanLength(MoveMetric(*InBones, 0, Rigid), Moved), Length, 1e-8);
}

TEST(PoseStatistics, APoseOfWeightZeroDoesNotCountAndOneTwiceIsOneOfWeightTwo)
{
	FRandomNumbers Numbers(19);
	const FTree Tree(Numbers, 3);
	std::vector<std::vector<FAffine3d>> Poses;
	for (int Pose = 0; Pose < 3; ++Pose)
	{
		Poses.push_back(Tree.Pose(Numbers, 1.0));
	}
	const auto MetricOf = [&](const std::vector<size_t>& Chosen, const std::vector<double>& Weights)
	{
		std::vector<FAffine3d> Transforms;
		for (size_t Bone = 0; Bone < 3; ++Bone)
		{
			for (const size_t Pose : Chosen)
			{
				Transforms.push_back(Poses[Pose][Bone]);
			}
		}
		return DenseMetric(BuildSampledMetric(Transforms, 3, Chosen.size(), Weights));
	};
	EXPECT_LT((MetricOf({0, 1, 2}, {1, 0, 1}) - MetricOf({0, 2}, {})).cwiseAbs().maxCoeff(), 1e-12);
	EXPECT_LT((MetricOf({0, 1}, {1, 2}) - MetricOf({0, 1, 1}, {})).cwiseAbs().maxCoeff(), 1e-12);
	EXPECT_GT((MetricOf({0, 1}, {}) - MetricOf({0, 2}, {})).cwiseAbs().maxCoeff(), 1e-2);
}

/** A chain whose second and third joint bend by the same angle at the same time. */
struct FBendingChain
{
	FSkeletonData Skeleton;
	FClipData Clip;

	FBendingChain()
	{
		FTestRandom Random(6);
		Skeleton = MakeRandomSkeleton(Random, 4, true);
		Clip.Name = "bend";
		Clip.FrameCount = 16;
		Clip.Rotations.Offsets = {0};
		for (size_t Joint = 0; Joint < 4; ++Joint)
		{
			for (uint32_t Frame = 0; Frame < 16 && Joint > 0 && Joint < 3; ++Frame)
			{
				const float Angle = 1.2f * std::sin(0.4f * static_cast<float>(Frame));
				Clip.Rotations.Frames.push_back(static_cast<uint16_t>(Frame));
				Clip.Rotations.Values.push_back(
					Compose(Skeleton.RestLocal[Joint].Rotation, RotationAboutAxis({0.0f, 0.0f, 1.0f}, Angle)));
			}
			Clip.Rotations.Offsets.push_back(static_cast<uint32_t>(Clip.Rotations.Values.size()));
		}
	}
	/** Palettes of all frames, [bone * 16 + frame]. */
	std::vector<FAffine3d> Palettes() const
	{
		const FRestPose Rest = *MakeRestPose(Skeleton);
		std::vector<FAffine3d> Out(4 * 16);
		for (uint32_t Frame = 0; Frame < 16; ++Frame)
		{
			std::vector<FBoneTransform> Local = Skeleton.RestLocal;
			Local[1].Rotation = Clip.Rotations.Values[Frame];
			Local[2].Rotation = Clip.Rotations.Values[16 + Frame];
			const std::vector<FAffine> Palette = MakePalette(Rest, Local);
			for (size_t Bone = 0; Bone < 4; ++Bone)
			{
				for (size_t Row = 0; Row < 3; ++Row)
				{
					const FFloat4& R = Palette[Bone].Rows[Row];
					FAffine3d& M = Out[Bone * 16 + Frame];
					M.M[4 * Row] = R.X;
					M.M[4 * Row + 1] = R.Y;
					M.M[4 * Row + 2] = R.Z;
					M.M[4 * Row + 3] = R.W;
				}
			}
		}
		return Out;
	}
};

TEST(PoseStatistics, TheMetricOfAClipIsEmpiricalIndependentOrCorrelatedAsAsked)
{
	const FBendingChain Chain;
	const FPoseMetric Truth = BuildSampledMetric(Chain.Palettes(), 4, 16);
	FClipMetricOptions Options;
	const TResult<FPoseMetric> Independent = BuildClipMetric(FAnimation{Chain.Skeleton, {Chain.Clip}}, Options);
	Options.Correlation = 1.0;
	const TResult<FPoseMetric> Correlated = BuildClipMetric(FAnimation{Chain.Skeleton, {Chain.Clip}}, Options);
	ASSERT_TRUE(Independent && Correlated);
	EXPECT_LT((DenseMetric(*Correlated) - DenseMetric(Truth)).cwiseAbs().maxCoeff(), 1e-5);
	// One joint alone has nothing to correlate with; two that bend together have.
	EXPECT_LT((LocalMetric(*Independent, std::vector<uint16_t>{0, 1}) - LocalMetric(Truth, std::vector<uint16_t>{0, 1}))
				  .cwiseAbs()
				  .maxCoeff(),
		1e-5);
	EXPECT_GT((DenseMetric(*Independent) - DenseMetric(Truth)).cwiseAbs().maxCoeff(), 1e-2);

	// What the clip never shows, joint 3 against joint 2, is free until the prior gives it a length.
	const FAnimationVector Unseen{{2, 3}, {{.1, .2, .3, 0}, {-.1, -.2, -.3, 0}}};
	EXPECT_LT(MeanLength(*Independent, Unseen), 1e-4);
	Options.PriorShare = 0.2;
	const TResult<FPoseMetric> Prior = BuildClipMetric(FAnimation{Chain.Skeleton, {Chain.Clip}}, Options);
	ASSERT_TRUE(Prior);
	EXPECT_GT(MeanLength(*Prior, Unseen), 0.01);
	const TResult<FPoseMetric> NoClip = BuildClipMetric(FAnimation{Chain.Skeleton, {}}, {});
	ASSERT_TRUE(NoClip);
	EXPECT_GT(MeanLength(*NoClip, Unseen), 0.01);
	Options.Correlation = 1.5;
	EXPECT_FALSE(BuildClipMetric(FAnimation{Chain.Skeleton, {}}, Options));
}

TEST(PoseStatistics, ThePlaceOfTheRootChangesNoLength)
{
	FBendingChain Chain;
	const TResult<FPoseMetric> Still = BuildClipMetric(FAnimation{Chain.Skeleton, {Chain.Clip}});
	Chain.Clip.Translations.Offsets = {0, 2, 2, 2, 2};
	Chain.Clip.Translations.Frames = {0, 15};
	Chain.Clip.Translations.Values = {{0.0f, 0.0f, 0.0f}, {100.0f, 0.0f, 0.0f}};
	const TResult<FPoseMetric> Walking = BuildClipMetric(FAnimation{Chain.Skeleton, {Chain.Clip}});
	ASSERT_TRUE(Still && Walking);
	EXPECT_EQ(DenseMetric(*Still), DenseMetric(*Walking));
}

} // namespace PoseStatisticsTest
} // namespace Exemplar

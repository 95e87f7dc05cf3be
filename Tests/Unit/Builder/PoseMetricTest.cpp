// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "AnimationSkeletons.h"
#include "AnimationSpace/InfluenceRemoval.h"
#include "AnimationSpace/PoseBound.h"
#include "Geometry/EigenLibrary.h"

#include <gtest/gtest.h>
#include <numbers>

namespace Exemplar
{
namespace PoseMetricTest
{

constexpr double Pi = std::numbers::pi;
constexpr FDouble3 AxisX{1, 0, 0}, AxisZ{0, 0, 1};

FAffine3d Shift(double X, double Y, double Z)
{
	return {{1, 0, 0, X, 0, 1, 0, Y, 0, 0, 1, Z}};
}

FAffine3d Turn(const FDouble3& Axis, double Angle)
{
	const Eigen::Vector3d A(Axis.X, Axis.Y, Axis.Z);
	return ToAffine3d(Eigen::AngleAxisd(Angle, A).toRotationMatrix(), Eigen::Vector3d::Zero());
}

/** A skeleton of hinges with uniformly distributed angles, which can be sampled and has a metric in closed form. */
struct FHinges
{
	std::vector<int32_t> Parents;
	std::vector<FDouble3> Translations;
	std::vector<FDouble3> Axes;
	std::vector<double> Low, High;

	std::vector<FJointStatistics> Statistics() const
	{
		std::vector<FJointStatistics> Out{FrozenJoint({})};
		for (size_t Bone = 1; Bone < Parents.size(); ++Bone)
		{
			const FDouble3& T = Translations[Bone];
			Out.push_back(HingeJoint(Shift(T.X, T.Y, T.Z), Axes[Bone], Low[Bone], High[Bone]));
		}
		return Out;
	}

	std::vector<FAffine3d> Sample(FRandomNumbers& Random) const
	{
		std::vector<FAffine3d> Out{FAffine3d{}};
		for (size_t Bone = 1; Bone < Parents.size(); ++Bone)
		{
			const double U = Random.Unit();
			const FDouble3& T = Translations[Bone];
			const FAffine3d Local =
				Compose(Shift(T.X, T.Y, T.Z), Turn(Axes[Bone], Low[Bone] + (High[Bone] - Low[Bone]) * U));
			Out.push_back(Compose(Out[Parents[Bone]], Local));
		}
		return Out;
	}

	std::vector<FJointBound> Bounds(bool bLimits) const
	{
		std::vector<FJointBound> Out{BoundJoint({}, {{0, 0, 1}, 0.0f, 0.0f, 0.0f})};
		for (size_t Bone = 1; Bone < Parents.size(); ++Bone)
		{
			const FDouble3& T = Translations[Bone];
			FJointLimit Limit;
			if (bLimits)
			{
				Limit = {{static_cast<float>(Axes[Bone].X), static_cast<float>(Axes[Bone].Y),
							 static_cast<float>(Axes[Bone].Z)},
					0.0f, static_cast<float>(Low[Bone]), static_cast<float>(High[Bone])};
			}
			Out.push_back(BoundJoint(Shift(T.X, T.Y, T.Z), Limit));
		}
		return Out;
	}
};

FHinges TwoBones()
{
	return {{-1, 0}, {{}, {1, 0, 0}}, {{}, AxisZ}, {0, 0}, {0, Pi / 2}};
}

FHinges FiveBones()
{
	return {{-1, 0, 1, 1, 2}, {{}, {1, .2, -.1}, {1.5, 0, .3}, {.4, -1, 0}, {.7, .1, .2}},
		{{}, AxisZ, AxisZ, AxisX, AxisZ}, {0, -.3, 0, -1, -.7}, {0, 1.2, 1.6, .5, .7}};
}

/** The displacement of the five-bone regression. */
FAnimationVector FiveBoneDisplacement()
{
	const FAnimationVector P{{4}, {{.1, .2, .3, 1}}};
	const FAnimationVector Q{{2, 3}, {{.5, -.1, 0, .6}, {0, .2, .1, .4}}};
	return AddScaled(P, Q, -1.0);
}

FAnimationVector RandomVector(FRandomNumbers& Random, size_t BoneCount, double Weight)
{
	FAnimationVector Out;
	for (size_t Bone = 0; Bone < BoneCount; ++Bone)
	{
		Out.Bones.push_back(static_cast<uint16_t>(Bone));
		Out.Blocks.push_back({Random.Signed(), Random.Signed(), Random.Signed(), Random.Signed()});
	}
	Out.Blocks[0].W += Weight - Out.Weight();
	return Out;
}

double LongestSampled(const FHinges& Skeleton, const FAnimationVector& S)
{
	FRandomNumbers Random(3);
	double Longest = 0.0;
	for (int Pose = 0; Pose < 2000; ++Pose)
	{
		const FDouble3 V = Project(S, Skeleton.Sample(Random));
		Longest = std::max(Longest, std::hypot(V.X, V.Y, V.Z));
	}
	return Longest;
}

TEST(PoseMetric, TwoBonesHaveTheKnownMatrix)
{
	const FHinges Skeleton = TwoBones();
	const TResult<FPoseMetric> Metric = BuildPoseMetric(Skeleton.Parents, Skeleton.Statistics());
	ASSERT_TRUE(Metric.IsOk());
	const double C = 2.0 / Pi;
	Eigen::Matrix4d Diagonal;
	Diagonal << 1, 0, 0, C, 0, 1, 0, -C, 0, 0, 1, 0, C, -C, 0, 2;
	EXPECT_LT((MetricBlock(*Metric, 1, 1) - Diagonal).cwiseAbs().maxCoeff(), 1e-12);
	Eigen::Matrix4d Mean;
	Mean << C, -C, 0, 1, C, C, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1;
	EXPECT_LT((MetricBlock(*Metric, 0, 1) - Mean).cwiseAbs().maxCoeff(), 1e-12);
	Eigen::VectorXd Expected(8);
	Expected << 0, 0, .099683684, .118368715, 1.365384397, 1.900316316, 2, 3.516246887;
	const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> Axes(AnimationSkeletons::DenseMetric(*Metric));
	EXPECT_LT((Axes.eigenvalues() - Expected).cwiseAbs().maxCoeff(), 1e-8);
	const FAnimationVector S{{0, 1}, {{-1, 0, 0, -1}, {1, 0, 0, 1}}};
	EXPECT_NEAR(MeanLength(*Metric, S), 1.0, 1e-12);
	EXPECT_NEAR(BoundLength(Skeleton.Parents, Skeleton.Bounds(false), S), 1.0, 1e-12);
}

TEST(PoseMetric, FiveBonesHaveTheKnownFigures)
{
	const FHinges Skeleton = FiveBones();
	const TResult<FPoseMetric> Metric = BuildPoseMetric(Skeleton.Parents, Skeleton.Statistics());
	ASSERT_TRUE(Metric.IsOk());
	EXPECT_NEAR(AnimationSkeletons::DenseMetric(*Metric).trace(), 38.656740563, 1e-8);
	EXPECT_NEAR(AnimationSkeletons::DenseMetric(*Metric).norm(), 25.587504363, 1e-8);
	const Eigen::RowVector4d Last(1.885490539, -1.460410730, .4, 9.193191961);
	EXPECT_LT((MetricBlock(*Metric, 4, 4).row(3) - Last).cwiseAbs().maxCoeff(), 1e-8);
	const Eigen::RowVector4d First(.236497848, -.711756752, 0, 2.330103781);
	EXPECT_LT((MetricBlock(*Metric, 0, 4).row(0) - First).cwiseAbs().maxCoeff(), 1e-8);
	EXPECT_NEAR(MeanLength(*Metric, FiveBoneDisplacement()), .965182485, 1e-8);
	EXPECT_NEAR(BoundLength(Skeleton.Parents, Skeleton.Bounds(false), FiveBoneDisplacement()), 1.550812733, 1e-8);

	std::vector<FJointStatistics> Haar{FrozenJoint({})};
	for (size_t Bone = 1; Bone < 5; ++Bone)
	{
		Haar.push_back(UniformRotationJoint(Skeleton.Translations[Bone]));
	}
	const TResult<FPoseMetric> Prior = BuildPoseMetric(Skeleton.Parents, Haar);
	EXPECT_NEAR(AnimationSkeletons::DenseMetric(*Prior).trace(), 30.58, 1e-10);
	EXPECT_NEAR(AnimationSkeletons::DenseMetric(*Prior).norm(), 13.967562422, 1e-8);
	EXPECT_NEAR(MeanLength(*Prior, FiveBoneDisplacement()), .823407554, 1e-8);
}

TEST(PoseMetric, EqualsTheMonteCarloMeanOverPoses)
{
	const FHinges Skeleton = FiveBones();
	const TResult<FPoseMetric> Metric = BuildPoseMetric(Skeleton.Parents, Skeleton.Statistics());
	constexpr size_t PoseCount = 20000;
	FRandomNumbers Random(11);
	std::vector<FAffine3d> Transforms(5 * PoseCount);
	for (size_t Pose = 0; Pose < PoseCount; ++Pose)
	{
		const std::vector<FAffine3d> Global = Skeleton.Sample(Random);
		for (size_t Bone = 0; Bone < 5; ++Bone)
		{
			Transforms[Bone * PoseCount + Pose] = Global[Bone];
		}
	}
	const FPoseMetric Sampled = BuildSampledMetric(Transforms, 5, PoseCount);
	EXPECT_LT(
		(AnimationSkeletons::DenseMetric(*Metric) - AnimationSkeletons::DenseMetric(Sampled)).cwiseAbs().maxCoeff(),
		5.0 * 4.0 / std::sqrt(double(PoseCount)));
	// What a wrong block would show: the metric of another range is farther away than the noise.
	FHinges Other = Skeleton;
	Other.High[2] = 0.8;
	EXPECT_GT((AnimationSkeletons::DenseMetric(*BuildPoseMetric(Other.Parents, Other.Statistics())) -
				  AnimationSkeletons::DenseMetric(Sampled))
				  .cwiseAbs()
				  .maxCoeff(),
		0.3);
}

TEST(PoseMetric, SampledJointStatisticsEqualTheClosedFormOnesOfTheSameJoints)
{
	// Scale, shear and a moving translation, each joint on its own: the moments of the samples are the truth.
	FRandomNumbers Random(5);
	const std::vector<int32_t> Parents{-1, 0, 1};
	constexpr size_t Count = 12;
	std::vector<std::vector<FAffine3d>> Locals(3);
	for (std::vector<FAffine3d>& Joint : Locals)
	{
		for (size_t Frame = 0; Frame < Count; ++Frame)
		{
			FAffine3d L;
			for (double& Entry : L.M)
			{
				Entry = Random.Signed();
			}
			// Linear part and translation independent: every linear part meets every translation below.
			Joint.push_back(L);
		}
	}
	std::vector<std::vector<FAffine3d>> Crossed(3);
	for (size_t Joint = 0; Joint < 3; ++Joint)
	{
		for (size_t A = 0; A < Count; ++A)
		{
			for (size_t B = 0; B < Count; ++B)
			{
				FAffine3d L = Locals[Joint][A];
				for (size_t Row = 0; Row < 3; ++Row)
				{
					L.M[4 * Row + 3] = Locals[Joint][B].M[4 * Row + 3];
				}
				Crossed[Joint].push_back(L);
			}
		}
	}
	std::vector<FJointStatistics> Statistics;
	for (const std::vector<FAffine3d>& Joint : Crossed)
	{
		Statistics.push_back(SampledJoint(Joint));
		EXPECT_EQ(Statistics.back().Model, EJointModel::IndependentComponents);
	}
	const TResult<FPoseMetric> Metric = BuildPoseMetric(Parents, Statistics);
	// The exact mean of G_1^T G_1 over all pairs of samples of two joints.
	Eigen::Matrix4d Truth = Eigen::Matrix4d::Zero();
	for (const FAffine3d& A : Crossed[0])
	{
		for (const FAffine3d& B : Crossed[1])
		{
			const Eigen::Matrix4d G = ToMatrix4(A) * ToMatrix4(B);
			Truth += G.transpose() * G / static_cast<double>(Crossed[0].size() * Crossed[1].size());
		}
	}
	EXPECT_LT((MetricBlock(*Metric, 1, 1) - Truth).cwiseAbs().maxCoeff(), 1e-10);

	const std::vector<FAffine3d> Still(4, Shift(1, 2, 3));
	EXPECT_EQ(SampledJoint(Still).Model, EJointModel::FixedTranslation);
}

TEST(PoseMetric, FrozenJointsMeasureTheRestPose)
{
	const FHinges Skeleton = FiveBones();
	std::vector<FJointStatistics> Frozen;
	std::vector<FAffine3d> Rest;
	for (size_t Bone = 0; Bone < 5; ++Bone)
	{
		const FDouble3& T = Skeleton.Translations[Bone];
		const FAffine3d Local = Compose(Shift(T.X, T.Y, T.Z), Turn(AxisX, 0.3 * double(Bone)));
		Frozen.push_back(FrozenJoint(Local));
		Rest.push_back(Bone == 0 ? Local : Compose(Rest[Skeleton.Parents[Bone]], Local));
	}
	const TResult<FPoseMetric> Metric = BuildPoseMetric(Skeleton.Parents, Frozen);
	EXPECT_LT(
		(AnimationSkeletons::DenseMetric(*Metric) - AnimationSkeletons::DenseMetric(BuildSampledMetric(Rest, 5, 1)))
			.cwiseAbs()
			.maxCoeff(),
		1e-12);
}

TEST(PoseMetric, IsSymmetricPositiveAndHasOneNullVectorAJoint)
{
	FRandomNumbers Random(2);
	// Three axes a joint, so that only the fixed translations leave directions that no pose shows.
	const FHinges Skeleton = FiveBones();
	std::vector<FJointStatistics> Joints{FrozenJoint({})};
	for (size_t Bone = 1; Bone < 5; ++Bone)
	{
		const FDouble3& T = Skeleton.Translations[Bone];
		Joints.push_back(EulerJoint(Shift(T.X, T.Y, T.Z), {-.5, -.3, -.8}, {.4, .6, .2}));
	}
	const TResult<FPoseMetric> Metric = BuildPoseMetric(Skeleton.Parents, Joints);
	const Eigen::MatrixXd P = AnimationSkeletons::DenseMetric(*Metric);
	EXPECT_EQ((P - P.transpose()).cwiseAbs().maxCoeff(), 0.0);
	const Eigen::VectorXd Values = Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd>(P).eigenvalues();
	EXPECT_GE(Values[0], -1e-12 * Values[19]);
	EXPECT_LT(Values[3], 1e-10);
	EXPECT_GT(Values[4], 1e-4);
	for (size_t Bone = 1; Bone < 5; ++Bone)
	{
		const FDouble3& T = Skeleton.Translations[Bone];
		FAnimationVector Null{{static_cast<uint16_t>(Skeleton.Parents[Bone]), static_cast<uint16_t>(Bone)},
			{{-T.X, -T.Y, -T.Z, -1}, {0, 0, 0, 1}}};
		EXPECT_LT(MeanLength(*Metric, Null), 1e-7);
		EXPECT_NEAR(BoundLength(Skeleton.Parents, Skeleton.Bounds(true), Null), 0.0, 1e-12);
		const FDouble3 Posed = Project(Null, Skeleton.Sample(Random));
		EXPECT_LT(std::hypot(Posed.X, Posed.Y, Posed.Z), 1e-12);
	}
}

TEST(PoseMetric, AHingeWithoutRangeIsARotationAndAFullTurnKeepsItsAxisAlone)
{
	const FJointStatistics Still = HingeJoint({}, AxisZ, 0.4, 0.4);
	EXPECT_LT((AsRows(Still.Mean) - AsRows(Turn(AxisZ, 0.4))).cwiseAbs().maxCoeff(), 1e-15);
	const FJointStatistics Full = HingeJoint({}, AxisZ, -Pi, Pi);
	Eigen::Matrix3d Axis = Eigen::Matrix3d::Zero();
	Axis(2, 2) = 1.0;
	EXPECT_LT((AsRows(Full.Mean).leftCols<3>() - Axis).cwiseAbs().maxCoeff(), 1e-15);
}

TEST(PoseMetric, MovingAndScalingNeedNoDistributions)
{
	const FHinges Skeleton = FiveBones();
	const TResult<FPoseMetric> Metric = BuildPoseMetric(Skeleton.Parents, Skeleton.Statistics());
	FHinges Large = Skeleton;
	for (FDouble3& T : Large.Translations)
	{
		T = {2.5 * T.X, 2.5 * T.Y, 2.5 * T.Z};
	}
	EXPECT_LT((AnimationSkeletons::DenseMetric(ScaleMetric(*Metric, 2.5)) -
				  AnimationSkeletons::DenseMetric(*BuildPoseMetric(Large.Parents, Large.Statistics())))
				  .cwiseAbs()
				  .maxCoeff(),
		1e-10);

	const FAffine3d Rigid = Compose(Shift(.3, -.2, .9), Turn(AxisX, 0.8));
	std::vector<FJointStatistics> Moved = Skeleton.Statistics();
	Moved[1].Mean = Compose(Rigid, Moved[1].Mean); // the only child of the root
	EXPECT_LT((AnimationSkeletons::DenseMetric(MoveMetric(*Metric, 0, Rigid)) -
				  AnimationSkeletons::DenseMetric(*BuildPoseMetric(Skeleton.Parents, Moved)))
				  .cwiseAbs()
				  .maxCoeff(),
		1e-10);
}

TEST(PoseMetric, TheBoundHoldsInEveryPoseAndIsANorm)
{
	const FHinges Skeleton = FiveBones();
	const TResult<FPoseMetric> Metric = BuildPoseMetric(Skeleton.Parents, Skeleton.Statistics());
	FRandomNumbers Random(9);
	double Basic = 0.0, Limited = 0.0;
	for (int Trial = 0; Trial < 30; ++Trial)
	{
		const FAnimationVector S = RandomVector(Random, 5, 0.0), T = RandomVector(Random, 5, 0.0);
		const double Longest = LongestSampled(Skeleton, S);
		const double WithLimits = BoundLength(Skeleton.Parents, Skeleton.Bounds(true), S);
		const double Without = BoundLength(Skeleton.Parents, Skeleton.Bounds(false), S);
		EXPECT_GE(WithLimits, Longest * (1.0 - 1e-6));
		EXPECT_GE(WithLimits, MeanLength(*Metric, S));
		EXPECT_LE(WithLimits, Without + 1e-12);
		EXPECT_LE(BoundLength(Skeleton.Parents, Skeleton.Bounds(false), AddScaled(S, T, 1.0)),
			Without + BoundLength(Skeleton.Parents, Skeleton.Bounds(false), T) + 1e-12);
		EXPECT_NEAR(BoundLength(Skeleton.Parents, Skeleton.Bounds(false), AddScaled({}, S, -3.0)), 3.0 * Without, 1e-9);
		Basic += Without / Longest / 30.0;
		Limited += WithLimits / Longest / 30.0;
	}
	EXPECT_LT(Basic, 1.8);
	EXPECT_LT(Limited, Basic);
	const FAnimationVector Rigid{{3}, {{.3, .4, 1.2, 0}}};
	EXPECT_NEAR(BoundLength(Skeleton.Parents, Skeleton.Bounds(false), Rigid), 1.3, 1e-12);
}

TEST(PoseMetric, TheBoundFollowsTheModelWhenItIsScaledAndMoved)
{
	const FHinges Skeleton = FiveBones();
	FHinges Large = Skeleton;
	for (FDouble3& T : Large.Translations)
	{
		T = {2.5 * T.X, 2.5 * T.Y, 2.5 * T.Z};
	}
	const FAffine3d Rigid = Compose(Shift(.3, -.2, .9), Turn(AxisX, 0.8));
	std::vector<FJointBound> Scaled, Moved = Skeleton.Bounds(true);
	for (const FJointBound& Bound : Moved)
	{
		Scaled.push_back(ScaleBound(Bound, 2.5));
	}
	Moved[1] = MoveBound(Moved[1], Rigid); // the only child of the root
	FRandomNumbers Random(13);
	for (int Trial = 0; Trial < 20; ++Trial)
	{
		const FAnimationVector S = RandomVector(Random, 5, 0.0);
		FAnimationVector SOfLarge = S, SOfMoved = S;
		for (FDouble4& Block : SOfLarge.Blocks)
		{
			Block = {2.5 * Block.X, 2.5 * Block.Y, 2.5 * Block.Z, Block.W};
		}
		SOfMoved.Blocks[0] = TransformBlock(Rigid, S.Blocks[0]);
		const double Length = BoundLength(Skeleton.Parents, Skeleton.Bounds(true), S);
		EXPECT_NEAR(BoundLength(Skeleton.Parents, Scaled, SOfLarge), 2.5 * Length, 1e-9);
		EXPECT_NEAR(BoundLength(Large.Parents, Large.Bounds(true), SOfLarge), 2.5 * Length, 1e-9);
		EXPECT_NEAR(BoundLength(Skeleton.Parents, Moved, SOfMoved), Length, 1e-9);
	}
}

TEST(InfluenceRemoval, TwoBonesCostWhatIsKnown)
{
	const FHinges Skeleton = TwoBones();
	const TResult<FPoseMetric> Metric = BuildPoseMetric(Skeleton.Parents, Skeleton.Statistics());
	FInfluenceRemover Remover(*Metric);
	const FAnimationVector Point{{0, 1}, {{.5, .125, 0, .5}, {0, .125, 0, .5}}};
	const std::span<const double> Costs = Remover.Costs(Point);
	ASSERT_EQ(Costs.size(), 2u);
	EXPECT_NEAR(Costs[0], .054404522, 1e-8);
	EXPECT_NEAR(Costs[1], .054404522, 1e-8);
	const FAnimationVector One = Remover.Remove(Point, 1);
	ASSERT_EQ(One.Bones, std::vector<uint16_t>{1});
	EXPECT_NEAR(One.Blocks[0].X, .079577472, 1e-8);
	EXPECT_NEAR(One.Blocks[0].Y, .204577472, 1e-8);
	EXPECT_NEAR(One.Blocks[0].W, 1.0, 1e-15);
	const FAnimationVector Zero = Remover.Remove(Point, 2);
	EXPECT_NEAR(Zero.Blocks[0].X, .920422528, 1e-8);
	EXPECT_NEAR(Zero.Blocks[0].Y, .204577472, 1e-8);
	EXPECT_TRUE(Remover.Costs(Zero).empty());
}

class FInfluenceRemovalOnFive : public testing::Test
{
protected:
	FHinges Skeleton = FiveBones();
	FPoseMetric Metric = *BuildPoseMetric(Skeleton.Parents, Skeleton.Statistics());
	FInfluenceRemover Remover{Metric};
	FRandomNumbers Random{21};
};

TEST_F(FInfluenceRemovalOnFive, NoFeasiblePointIsNearer)
{
	for (int Trial = 0; Trial < 10; ++Trial)
	{
		const FAnimationVector Point = RandomVector(Random, 5, 1.0);
		for (uint64_t Removed : {1ull, 4ull, 16ull, 6ull, 26ull})
		{
			const FAnimationVector Best = Remover.Remove(Point, Removed);
			EXPECT_NEAR(Best.Weight(), 1.0, 1e-14);
			EXPECT_EQ(Best.Bones.size(), 5u - std::popcount(Removed));
			const double Cost = MeanLength(Metric, AddScaled(Best, Point, -1.0));
			EXPECT_NEAR(Remover.Cost(Point, Removed), Cost, 1e-9);
			for (int Other = 0; Other < 50; ++Other)
			{
				FAnimationVector Nudge = RandomVector(Random, Best.Bones.size(), 0.0);
				Nudge.Bones = Best.Bones;
				const FAnimationVector Near = AddScaled(Best, Nudge, 1e-3);
				EXPECT_GE(MeanLength(Metric, AddScaled(Near, Point, -1.0)), Cost - 1e-9);
			}
		}
	}
}

TEST_F(FInfluenceRemovalOnFive, OneByOneEqualsAllAtOnceAndSquaresAdd)
{
	const FAnimationVector Point = RandomVector(Random, 5, 1.0);
	const double FirstCost = Remover.Cost(Point, 1 << 2);
	const FAnimationVector First = Remover.Remove(Point, 1 << 2); // bones 0 1 3 4
	const double SecondCost = Remover.Cost(First, 1 << 2);        // bone 3
	const FAnimationVector Second = Remover.Remove(First, 1 << 2);
	const FAnimationVector AtOnce = Remover.Remove(Point, 1 << 2 | 1 << 3);
	EXPECT_LT(MeanLength(Metric, AddScaled(Second, AtOnce, -1.0)), 1e-6);
	EXPECT_NEAR(
		FirstCost * FirstCost + SecondCost * SecondCost, std::pow(Remover.Cost(Point, 1 << 2 | 1 << 3), 2), 1e-9);
}

TEST_F(FInfluenceRemovalOnFive, TangentsLoseTheSameBoneAndStayVectors)
{
	const FAnimationVector Tangent = RandomVector(Random, 5, 0.0);
	const FAnimationVector Fewer = Remover.Remove(Tangent, 1 << 3);
	EXPECT_EQ(Fewer.Bones, (std::vector<uint16_t>{0, 1, 2, 4}));
	EXPECT_NEAR(Fewer.Weight(), 0.0, 1e-14);
	const double Cost = MeanLength(Metric, AddScaled(Fewer, Tangent, -1.0));
	EXPECT_NEAR(Remover.Costs(Tangent)[3], Cost, 1e-9);
	EXPECT_LT(Cost, MeanLength(Metric, Tangent));
}

TEST_F(FInfluenceRemovalOnFive, ABoneThatIsRigidlyAttachedGoesForNothing)
{
	FHinges Stiff = Skeleton;
	Stiff.Low[4] = Stiff.High[4] = 0.2; // bone 4 never moves against bone 2
	const TResult<FPoseMetric> StiffMetric = BuildPoseMetric(Stiff.Parents, Stiff.Statistics());
	FInfluenceRemover StiffRemover(*StiffMetric);
	const FAnimationVector Point = RandomVector(Random, 5, 1.0);
	const std::span<const double> Costs = StiffRemover.Costs(Point);
	EXPECT_LT(Costs[2], 1e-6);
	EXPECT_LT(Costs[4], 1e-6);
	EXPECT_GT(Costs[3], 1e-2);
}

TEST_F(FInfluenceRemovalOnFive, TheExactSearchIsNeverWorseThanTheGreedyOne)
{
	double Exact = 0.0, Greedy = 0.0;
	for (int Trial = 0; Trial < 40; ++Trial)
	{
		const FAnimationVector Point = RandomVector(Random, 5, 1.0);
		const double A = MeanLength(Metric, AddScaled(Remover.RemoveToCap(Point, 2), Point, -1.0));
		const double B = MeanLength(Metric, AddScaled(Remover.RemoveToCap(Point, 2, 0), Point, -1.0));
		EXPECT_LE(A, B + 1e-9);
		Exact += A;
		Greedy += B;
	}
	EXPECT_LT(Exact, Greedy);
	const FAnimationVector Small = RandomVector(Random, 2, 1.0);
	EXPECT_EQ(Remover.RemoveToCap(Small, 4), Small);
	EXPECT_EQ(Remover.RemoveToCap(Small, 0).Bones.size(), 1u);
}

} // namespace PoseMetricTest
} // namespace Exemplar

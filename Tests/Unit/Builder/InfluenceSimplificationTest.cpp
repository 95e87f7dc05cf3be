// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "AnimationSpace/InfluenceSimplification.h"

#include "AnimationSkeletons.h"
#include "AnimationSpace/ConstrainedMinimum.h"
#include "AnimationSpace/InfluenceQueue.h"
#include "AnimationSpace/MetricBlocks.h"
#include "Base/ThreadPool.h"

#include <gtest/gtest.h>

namespace Exemplar
{
namespace InfluenceSimplificationTest
{

using namespace AnimationSkeletons;

/** Sampled poses of a tree of joints: a metric with a null vector a joint and eigenvalues of all sizes. */
class FSimplification : public testing::Test
{
protected:
	static constexpr size_t BoneCount = 7, PoseCount = 24;
	FRandomNumbers Numbers{5};
	FTree Tree{Numbers, BoneCount};
	FPoseMetric Metric;
	std::vector<FAnimationVector> Points;

	FSimplification()
	{
		std::vector<FAffine3d> Palettes(BoneCount * PoseCount);
		for (size_t Pose = 0; Pose < PoseCount; ++Pose)
		{
			const std::vector<FAffine3d> Palette = Tree.ToPalette(Tree.Pose(Numbers, 1.0));
			for (size_t Bone = 0; Bone < BoneCount; ++Bone)
			{
				Palettes[Bone * PoseCount + Pose] = Palette[Bone];
			}
		}
		Metric = BuildSampledMetric(Palettes, BoneCount, PoseCount);
		for (size_t Vertex = 0; Vertex < 60; ++Vertex)
		{
			FAnimationVector Point;
			const FDouble3 Rest = Numbers.Point();
			for (size_t Bone = Vertex % 3; Bone < BoneCount - Vertex % 4 && Point.Bones.size() < 1 + Vertex % 5; ++Bone)
			{
				const double W = Numbers.Between(0.1, 1.0);
				Point.Bones.push_back(static_cast<uint16_t>(Bone));
				Point.Blocks.push_back({W * Rest.X + 0.1 * Numbers.Signed(), W * Rest.Y, W * Rest.Z, W});
			}
			const double Sum = Point.Weight();
			Points.push_back(AddScaled({}, Point, 1.0 / Sum));
		}
	}
	double Moved(const FAnimationVector& A, const FAnimationVector& B) const
	{
		return MeanLength(Metric, AddScaled(A, B, -1.0));
	}
};

TEST_F(FSimplification, TheCachedAnswerIsThatOfSolvingAnew)
{
	FInfluenceRemover Remover(Metric);
	for (const FAnimationVector& Point : Points)
	{
		const Eigen::Index Count = static_cast<Eigen::Index>(Point.Bones.size());
		for (Eigen::Index Slot = 0; Count > 1 && Slot < Count; ++Slot)
		{
			Eigen::MatrixXd Constraints = Eigen::MatrixXd::Zero(5, 4 * Count);
			Constraints.block<4, 4>(0, 4 * Slot).setIdentity();
			Eigen::VectorXd Right = Eigen::VectorXd::Zero(5);
			Right.head<4>() = -AsVector(Point.Blocks[static_cast<size_t>(Slot)]);
			for (Eigen::Index Each = 0; Each < Count; ++Each)
			{
				Constraints(4, 4 * Each + 3) = 1.0;
			}
			const Eigen::MatrixXd Local = LocalMetric(Metric, Point.Bones);
			const Eigen::VectorXd Direct = SolveConstrainedMinimum(Local, Constraints, Right);
			EXPECT_LT((Constraints * Direct - Right).norm(), 1e-12);
			const double Cost = std::sqrt(Direct.dot(Local * Direct));
			EXPECT_NEAR(Remover.Costs(Point)[static_cast<size_t>(Slot)], Cost, 1e-7);
			const FAnimationVector Fewer = Remover.Remove(Point, uint64_t{1} << Slot);
			EXPECT_NEAR(Moved(Fewer, Point), Cost, 1e-7);
			EXPECT_NEAR(Fewer.Weight(), 1.0, 1e-14);
		}
	}
}

TEST_F(FSimplification, SingularMetricsDoNotSendPointsAway)
{
	// One pose shows nothing but positions: any one bone can carry the point, and should without huge blocks.
	std::vector<FAffine3d> OnePose = Tree.ToPalette(Tree.Pose(Numbers, 1.0));
	const FPoseMetric Poor = BuildSampledMetric(OnePose, BoneCount, 1);
	FInfluenceRemover Remover(Poor);
	for (const FAnimationVector& Point : Points)
	{
		const FAnimationVector One = Remover.RemoveToCap(Point, 1);
		EXPECT_LT(MeanLength(Poor, AddScaled(One, Point, -1.0)), 1e-6);
		EXPECT_LT(std::hypot(One.Blocks[0].X, One.Blocks[0].Y, One.Blocks[0].Z), 20.0);
	}
}

TEST_F(FSimplification, CapsAndBudgetsAreKept)
{
	for (const size_t Cap : {1u, 2u, 3u})
	{
		FInfluenceSimplificationOptions Options;
		Options.MaxInfluences = Cap;
		const TResult<FSimplifiedInfluences> Fewer = SimplifyInfluences(Points, Metric, Options, {});
		ASSERT_TRUE(Fewer);
		double Squares = 0.0;
		for (size_t Point = 0; Point < Points.size(); ++Point)
		{
			EXPECT_LE(Fewer->Points[Point].Bones.size(), Cap);
			EXPECT_LE(Moved(Fewer->Points[Point], Points[Point]), Fewer->LargestError + 1e-12);
			Squares += std::pow(Moved(Fewer->Points[Point], Points[Point]), 2) / static_cast<double>(Points.size());
		}
		EXPECT_NEAR(std::sqrt(Squares), Fewer->MeanError, 1e-12);
	}
	FInfluenceSimplificationOptions Options;
	Options.MaxInfluences = 0;
	Options.Budget = 0.05;
	const TResult<FSimplifiedInfluences> Within = SimplifyInfluences(Points, Metric, Options, {});
	ASSERT_TRUE(Within);
	EXPECT_LE(Within->LargestError, 0.05);
	EXPECT_LT(Within->InfluencesAfter, Within->InfluencesBefore);
	FInfluenceRemover Remover(Metric);
	for (size_t Point = 0; Point < Points.size(); ++Point)
	{
		const size_t Count = Within->Points[Point].Bones.size();
		if (Count > 1)
		{
			EXPECT_GT(Moved(Remover.RemoveToCap(Points[Point], Count - 1), Points[Point]), 0.05);
		}
	}
}

TEST_F(FSimplification, ThreadsDoNotChangeTheResult)
{
	const std::unique_ptr<IExecutor> Pool = MakeThreadPool(3);
	FBuildContext Threads;
	Threads.Executor = Pool.get();
	FInfluenceSimplificationOptions Options;
	Options.MaxInfluences = 2;
	const TResult<FSimplifiedInfluences> A = SimplifyInfluences(Points, Metric, Options, {});
	const TResult<FSimplifiedInfluences> B = SimplifyInfluences(Points, Metric, Options, Threads);
	ASSERT_TRUE(A && B);
	EXPECT_EQ(A->Points, B->Points);
}

TEST_F(FSimplification, BadPointsAreRefused)
{
	Points[3].Bones.back() = 40;
	const TResult<FSimplifiedInfluences> Fewer = SimplifyInfluences(Points, Metric, {}, {});
	ASSERT_FALSE(Fewer);
	EXPECT_NE(Fewer.GetError().Message.find("Point 3"), std::string::npos);
}

TEST_F(FSimplification, TheQueueEndsWithOneInfluenceEverywhereAndItsTotalsAreDistances)
{
	FInfluenceRemover Remover(Metric);
	FInfluenceQueue Queue(Remover, Points);
	size_t Influences = 0, Operations = 0;
	for (const FAnimationVector& Point : Points)
	{
		Influences += Point.Bones.size();
	}
	while (const std::optional<FInfluenceCandidate> Next = Queue.Front())
	{
		// The front is the cheapest of what is left: nobody waits with less.
		for (uint32_t Vertex = 0; Vertex < Points.size() && Operations % 10 == 0; ++Vertex)
		{
			for (const double Cost : Remover.Costs(Queue.Point(Vertex)))
			{
				EXPECT_GE(Cost, Next->Cost);
			}
		}
		const std::optional<FInfluenceOperation> Done = Queue.Pop();
		ASSERT_TRUE(Done);
		EXPECT_EQ(Done->Candidate, *Next);
		EXPECT_EQ(Done->Point, Queue.Point(Next->Vertex));
		EXPECT_NEAR(Done->Total, Moved(Done->Point, Points[Next->Vertex]), 1e-6);
		++Operations;
	}
	EXPECT_EQ(Operations, Influences - Points.size());
	EXPECT_FALSE(Queue.Pop());
}

TEST_F(FSimplification, TheQueueFollowsVerticesThatMoveOrGo)
{
	FInfluenceRemover Remover(Metric);
	FInfluenceQueue Queue(Remover, Points);
	const uint32_t First = Queue.Front()->Vertex;
	Queue.Erase(First);
	ASSERT_TRUE(Queue.Front());
	EXPECT_NE(Queue.Front()->Vertex, First);
	// A vertex whose blocks shrink to nothing on one bone costs nothing: it comes to the front.
	FAnimationVector Point = Points[4];
	ASSERT_GE(Point.Bones.size(), 2u);
	Point.Blocks[1] = {};
	Queue.SetPoint(4, Point);
	EXPECT_EQ(Queue.Front()->Vertex, 4u);
	EXPECT_NEAR(Queue.Front()->Cost, 0.0, 1e-9);
	EXPECT_EQ(Queue.Front()->Bone, Point.Bones[1]);
}

} // namespace InfluenceSimplificationTest
} // namespace Exemplar

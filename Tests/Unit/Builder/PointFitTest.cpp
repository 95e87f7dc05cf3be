// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Skin/PointFit.h"

#include "Base/ThreadPool.h"
#include "PointFitScene.h"

#include <gtest/gtest.h>

namespace Exemplar
{
namespace PointFitTest
{

using namespace Exemplar::PointFitScene;

FPointFitOptions Unregularized()
{
	FPointFitOptions Options;
	Options.Lambda = 0.0;
	Options.RestWeight = 0.0;
	return Options;
}

FPointFit FitOf(const FScene& Scene, const FPointFitOptions& Options)
{
	TResult<FPointFit> Fit = FitPoints(Scene.Set, Scene.Rig, Options, {});
	EXPECT_TRUE(Fit) << (Fit ? "" : Fit.GetError().Message);
	return Fit ? std::move(*Fit) : FPointFit{};
}

TEST(PointFit, RecoversASyntheticModelInPosesThatItHasNotSeen)
{
	std::vector<FAnimationVector> Truth;
	const FScene Scene = MakeFreeScene(14, Truth);
	const FPointFit Fit = FitOf(Scene, Unregularized());
	EXPECT_GT(Fit.BlendRms, 1.0);
	EXPECT_LT(Fit.VertexRms, 1e-8);
	FRandomNumbers Random(5);
	for (int Pose = 0; Pose < 5; ++Pose)
	{
		// Joints do not slide, so that the points differ by null vectors of the skeleton at most.
		const std::vector<FAffine3d> Motions = RandomMotions(Random);
		EXPECT_LT(LargestDifference(ProjectPoints(Fit.Points, Motions), ProjectPoints(Truth, Motions)), 1e-8);
	}
}

TEST(PointFit, LinearBlendExamplesLeaveNothingAndNoisyOnesLessThanLinearBlending)
{
	const FScene Exact = MakeScene(8, 0.0);
	EXPECT_LT(FitOf(Exact, Unregularized()).VertexRms, 1e-10);
	const FScene Noisy = MakeScene(8, 0.02);
	const FPointFit Fit = FitOf(Noisy, Unregularized());
	EXPECT_GT(Fit.VertexRms, 0.0);
	EXPECT_LT(Fit.VertexRms, 0.95 * Fit.BlendRms);
}

/** The least squares residual of Rows x = Values, by orthogonalizing the columns one after the other. */
double LeastSquares(std::vector<std::vector<double>> Columns, std::vector<double> Values)
{
	const auto Project = [](const std::vector<double>& Unit, std::vector<double>& V)
	{
		double Dot = 0.0;
		for (size_t Row = 0; Row < V.size(); ++Row)
		{
			Dot += Unit[Row] * V[Row];
		}
		for (size_t Row = 0; Row < V.size(); ++Row)
		{
			V[Row] -= Dot * Unit[Row];
		}
	};
	const auto Square = [](const std::vector<double>& V)
	{
		double Sum = 0.0;
		for (const double Each : V)
		{
			Sum += Each * Each;
		}
		return Sum;
	};
	for (size_t Column = 0; Column < Columns.size(); ++Column)
	{
		const double Length = std::sqrt(Square(Columns[Column]));
		for (double& Each : Columns[Column])
		{
			Each = Length > 1e-9 ? Each / Length : 0.0;
		}
		for (size_t Later = Column + 1; Later < Columns.size(); ++Later)
		{
			Project(Columns[Column], Columns[Later]);
		}
		Project(Columns[Column], Values);
	}
	return Square(Values);
}

TEST(PointFit, StandsBetweenLinearBlendingAndMultiWeightEnveloping)
{
	// Wang & Phillips 2002 weigh every entry of every matrix: animation space is contained in that (eq. 3.4).
	const FScene Scene = MakeScene(16, 0.05);
	const FPointFit Fit = FitOf(Scene, Unregularized());
	double Envelope = 0.0;
	for (size_t Point = 0; Point < Scene.Set.PointCount(); ++Point)
	{
		for (size_t Axis = 0; Axis < 3; ++Axis)
		{
			std::vector<std::vector<double>> Columns;
			std::vector<double> Values;
			for (size_t Pose = 0; Pose < 16; ++Pose)
			{
				const FDouble3& P = Scene.Set.Poses[Pose][Point];
				Values.push_back(Axis == 0 ? P.X : (Axis == 1 ? P.Y : P.Z));
			}
			for (const uint16_t Bone : Fit.Points[Point].Bones)
			{
				for (size_t Entry = 4 * Axis; Entry < 4 * Axis + 4; ++Entry)
				{
					std::vector<double>& Column = Columns.emplace_back();
					for (size_t Pose = 0; Pose < 16; ++Pose)
					{
						Column.push_back(Scene.Rig.Transform(Bone, Pose).M[Entry]);
					}
				}
			}
			Envelope += LeastSquares(std::move(Columns), std::move(Values));
		}
	}
	const double Count = static_cast<double>(16 * Scene.Set.PointCount());
	const double EnvelopeRms = 100.0 / std::sqrt(81.0 + 1.0 + 0.75) * std::sqrt(Envelope / Count);
	EXPECT_LT(EnvelopeRms, Fit.VertexRms);
	EXPECT_LT(Fit.VertexRms, Fit.BlendRms);
}

TEST(PointFit, ReportsTheErrorOfItsReconstruction)
{
	const FScene Scene = MakeScene(6, 0.05);
	const FPointFit Fit = FitOf(Scene, {});
	const std::vector<std::vector<FDouble3>> Poses = ReconstructPoses(Fit.Points, Scene.Rig);
	double Sum = 0.0;
	for (size_t Pose = 0; Pose < Poses.size(); ++Pose)
	{
		for (size_t Point = 0; Point < Poses[Pose].size(); ++Point)
		{
			const FDouble3 &A = Poses[Pose][Point], &B = Scene.Set.Poses[Pose][Point];
			Sum += (A.X - B.X) * (A.X - B.X) + (A.Y - B.Y) * (A.Y - B.Y) + (A.Z - B.Z) * (A.Z - B.Z);
		}
	}
	const double Diagonal = std::sqrt(9.0 * 9.0 + 1.0 + 0.75);
	const double Count = static_cast<double>(Poses.size() * Scene.Set.PointCount());
	EXPECT_NEAR(Fit.VertexRms, 100.0 / Diagonal * std::sqrt(Sum / Count), 1e-9);
}

TEST(PointFit, WeightsSumToOneExactly)
{
	const FScene Scene = MakeScene(5, 0.1);
	for (const double Lambda : {0.0, 1e-3, 1.0})
	{
		for (const double Delta : {0.0, 0.1})
		{
			FPointFitOptions Options;
			Options.Lambda = Lambda;
			Options.Delta = Delta;
			for (const FAnimationVector& Point : FitOf(Scene, Options).Points)
			{
				EXPECT_NEAR(Point.Weight(), 1.0, 4e-16);
			}
		}
	}
}

TEST(PointFit, StrongRegularizationReturnsLinearBlending)
{
	const FScene Scene = MakeScene(5, 0.1);
	const std::vector<FAnimationVector> Blend = BlendPointsOf(Scene);
	FPointFitOptions Options;
	Options.Lambda = std::numeric_limits<double>::infinity();
	const FPointFit Fit = FitOf(Scene, Options);
	EXPECT_NEAR(Fit.VertexRms, Fit.BlendRms, 1e-12);
	for (size_t Point = 0; Point < Blend.size(); ++Point)
	{
		ASSERT_EQ(Fit.Points[Point].Bones, Blend[Point].Bones);
		for (size_t Block = 0; Block < Blend[Point].Blocks.size(); ++Block)
		{
			const FDouble4 &A = Fit.Points[Point].Blocks[Block], &B = Blend[Point].Blocks[Block];
			EXPECT_NEAR(A.X, B.X, 1e-13);
			EXPECT_NEAR(A.Y, B.Y, 1e-13);
			EXPECT_NEAR(A.Z, B.Z, 1e-13);
			EXPECT_NEAR(A.W, B.W, 1e-14);
		}
	}
}

TEST(PointFit, TheRestPoseIsAnExampleAndCanBeExact)
{
	std::vector<FAnimationVector> Truth;
	const FScene Scene = MakeFreeScene(9, Truth, 0.3); // points that stand elsewhere at rest
	const std::vector<FAffine3d> Still(3);
	const std::vector<FDouble3>& Rest = Scene.Set.Rest.Positions;
	const double Without = LargestDifference(ProjectPoints(FitOf(Scene, Unregularized()).Points, Still), Rest);
	FPointFitOptions Options = Unregularized();
	Options.RestWeight = 1.0;
	const double With = LargestDifference(ProjectPoints(FitOf(Scene, Options).Points, Still), Rest);
	EXPECT_GT(Without, 0.3);
	EXPECT_LT(With, 0.9 * Without);
	Options.RestWeight = 1e12;
	const FPointFit Heavy = FitOf(Scene, Options);
	Options.RestWeight = 0.0;
	Options.bExactRest = true;
	for (const double Delta : {0.0, 0.1})
	{
		Options.Delta = Delta;
		const FPointFit Exact = FitOf(Scene, Options);
		EXPECT_LT(LargestDifference(ProjectPoints(Exact.Points, Still), Rest), 1e-12);
		EXPECT_LT(Exact.VertexRms, Exact.BlendRms);
		if (Delta == 0.0)
		{
			// The limit of an ever heavier rest pose.
			EXPECT_NEAR(Exact.VertexRms, Heavy.VertexRms, 1e-4 * Heavy.VertexRms);
		}
	}
}

TEST(PointFit, AnExactRestLeavesPointsOfOneBoneWhereTheyAre)
{
	FScene Scene = MakeScene(6, 0.05);
	Scene.Rig.Weights = {};
	for (size_t Point = 0; Point < Scene.Set.PointCount(); ++Point)
	{
		Scene.Rig.Weights.Bones.push_back(static_cast<uint16_t>(Point % 3));
		Scene.Rig.Weights.Weights.push_back(1.0);
		Scene.Rig.Weights.Offsets.push_back(static_cast<uint32_t>(Point + 1));
	}
	FPointFitOptions Options;
	Options.bExactRest = true;
	for (const double Delta : {0.0, 0.1})
	{
		Options.Delta = Delta;
		EXPECT_LT(LargestDifference(
					  ProjectPoints(FitOf(Scene, Options).Points, std::vector<FAffine3d>(3)), Scene.Set.Rest.Positions),
			1e-12);
	}
}

TEST(PointFit, AJointThatNeverMovesStaysAsLinearBlendingHasIt)
{
	// Both bones of the second joint move as one: no example tells them apart, so that no weight may move between them.
	FScene Scene = MakeScene(8, 0.05);
	for (size_t Pose = 0; Pose < Scene.Rig.PoseCount; ++Pose)
	{
		Scene.Rig.Transform(2, Pose) = Scene.Rig.Transform(1, Pose);
	}
	const FPointFit Fit = FitOf(Scene, Unregularized());
	const std::vector<FAnimationVector> Blend = BlendPointsOf(Scene);
	size_t Seen = 0;
	for (size_t Point = 0; Point < Blend.size(); ++Point)
	{
		if (Blend[Point].Bones == std::vector<uint16_t>{1, 2})
		{
			EXPECT_NEAR(Fit.Points[Point].Blocks[0].W, Blend[Point].Blocks[0].W, 1e-9);
			++Seen;
		}
	}
	EXPECT_GT(Seen, 10u);
}

TEST(PointFit, AnExampleOfWeightZeroHasNoEffectAndOneOfWeightTwoCountsAsTwo)
{
	FScene Scene = MakeScene(6, 0.05);
	const auto Without = [&](size_t Drop)
	{
		FScene Out = Scene;
		Out.Set.Poses.erase(Out.Set.Poses.begin() + static_cast<std::ptrdiff_t>(Drop));
		Out.Rig.PoseCount = 5;
		Out.Rig.Transforms.clear();
		for (size_t Bone = 0; Bone < 3; ++Bone)
		{
			for (size_t Pose = 0; Pose < 6; ++Pose)
			{
				if (Pose != Drop)
				{
					Out.Rig.Transforms.push_back(Scene.Rig.Transform(Bone, Pose));
				}
			}
		}
		return Out;
	};
	for (const double Delta : {0.0, 0.2})
	{
		FPointFitOptions Options;
		Options.Delta = Delta;
		Options.Tolerance = 1e-12;
		// Costs of edges come from the lengths in the examples: equal, so that a weight changes the data term alone.
		Options.EdgeExponent = 0.0;
		const FPointFit Shorter = FitOf(Without(2), Options);
		Options.PoseWeights = {1.0, 1.0, 0.0, 1.0, 1.0, 1.0};
		const std::vector<FAffine3d> Motions = Scene.MotionsOf(2);
		EXPECT_LT(LargestDifference(
					  ProjectPoints(Shorter.Points, Motions), ProjectPoints(FitOf(Scene, Options).Points, Motions)),
			1e-9);
		FScene Twice = Scene;
		Twice.Set.Poses.push_back(Scene.Set.Poses[2]);
		Twice.Rig.PoseCount = 7;
		Twice.Rig.Transforms.clear();
		for (size_t Bone = 0; Bone < 3; ++Bone)
		{
			for (size_t Pose = 0; Pose < 7; ++Pose)
			{
				Twice.Rig.Transforms.push_back(Scene.Rig.Transform(Bone, Pose == 6 ? 2 : Pose));
			}
		}
		Options.PoseWeights = {1.0, 1.0, 2.0, 1.0, 1.0, 1.0};
		const FPointFit Weighted = FitOf(Scene, Options);
		Options.PoseWeights.clear();
		EXPECT_LT(LargestDifference(
					  ProjectPoints(FitOf(Twice, Options).Points, Motions), ProjectPoints(Weighted.Points, Motions)),
			1e-9);
	}
}

TEST(PointFit, ARegionOfWeightZeroStaysAtLinearBlending)
{
	const FScene Scene = MakeScene(6, 0.05);
	FPointFitOptions Options;
	Options.PointWeights.assign(Scene.Set.PointCount(), 1.0);
	for (size_t Point = 0; Point < Scene.Set.PointCount() / 2; ++Point)
	{
		Options.PointWeights[Point] = 0.0;
	}
	const FPointFit Fit = FitOf(Scene, Options), Whole = FitOf(Scene, {});
	const std::vector<FAffine3d> Motions = Scene.MotionsOf(1);
	const std::vector<FDouble3> Blend = ProjectPoints(BlendPointsOf(Scene), Motions);
	const std::vector<FDouble3> Some = ProjectPoints(Fit.Points, Motions), All = ProjectPoints(Whole.Points, Motions);
	for (size_t Point = 0; Point < Blend.size(); ++Point)
	{
		const FDouble3& Same = Options.PointWeights[Point] == 0.0 ? Blend[Point] : All[Point];
		EXPECT_NEAR(std::hypot(Some[Point].X - Same.X, Some[Point].Y - Same.Y, Some[Point].Z - Same.Z), 0.0, 1e-12);
	}
}

TEST(PointFit, AHalfTurningRingHasTheKnownOptimum)
{
	// Ten poses every ten degrees; targets turn half as far (Merry 2007's collapsing joint, closed form).
	FScene Scene;
	constexpr int Sides = 12;
	for (int Side = 0; Side < Sides; ++Side)
	{
		const double Around = 2.0 * std::numbers::pi * Side / Sides;
		Scene.Set.Rest.Positions.push_back({std::cos(Around), std::sin(Around), 0.0});
		for (uint16_t Bone = 0; Bone < 2; ++Bone)
		{
			Scene.Rig.Weights.Bones.push_back(Bone);
			Scene.Rig.Weights.Weights.push_back(0.5);
		}
		Scene.Rig.Weights.Offsets.push_back(static_cast<uint32_t>(Scene.Rig.Weights.Bones.size()));
	}
	Scene.Rig.BoneCount = 2;
	Scene.Rig.PoseCount = 10;
	Scene.Rig.Transforms.resize(20);
	const FDouble3 Z{0.0, 0.0, 1.0};
	for (size_t Pose = 0; Pose < 10; ++Pose)
	{
		const double Angle = static_cast<double>(Pose) * std::numbers::pi / 18.0;
		Scene.Rig.Transform(1, Pose) = TubeExamples::AxisRotation(Z, Angle);
		std::vector<FDouble3>& Points = Scene.Set.Poses.emplace_back();
		for (const FDouble3& P : Scene.Set.Rest.Positions)
		{
			Points.push_back(TransformPoint(TubeExamples::AxisRotation(Z, 0.5 * Angle), P));
		}
	}
	const FPointFit Fit = FitOf(Scene, Unregularized());
	EXPECT_NEAR(Fit.VertexRms / 100.0 * std::sqrt(8.0), 0.028176, 5e-7);
	for (size_t Point = 0; Point < Fit.Points.size(); ++Point)
	{
		const FDouble3& P = Scene.Set.Rest.Positions[Point];
		for (size_t Bone = 0; Bone < 2; ++Bone)
		{
			const FDouble4& B = Fit.Points[Point].Blocks[Bone];
			const double Turn = std::atan2(P.X * B.Y - P.Y * B.X, P.X * B.X + P.Y * B.Y);
			EXPECT_NEAR(std::hypot(B.X, B.Y, B.Z), 0.515652, 1e-6);
			EXPECT_NEAR(Turn, (Bone == 0 ? 1.0 : -1.0) * std::numbers::pi / 8.0, 1e-9);
		}
	}
}

TEST(PointFit, AWiderSetStartsAtTheSameLinearBlend)
{
	const FScene Scene = MakeScene(6, 0.05);
	FPointFitOptions Options;
	for (size_t Point = 0; Point < Scene.Set.PointCount(); ++Point)
	{
		Options.Sets.Bones.insert(Options.Sets.Bones.end(), {0, 1, 2});
		Options.Sets.Offsets.push_back(static_cast<uint32_t>(Options.Sets.Bones.size()));
	}
	const FPointFit Wide = FitOf(Scene, Options), Narrow = FitOf(Scene, {});
	EXPECT_EQ(Wide.SetCount, 1u);
	EXPECT_GT(Narrow.SetCount, 2u);
	EXPECT_NEAR(Wide.BlendRms, Narrow.BlendRms, 1e-10);
	EXPECT_LT(Wide.VertexRms, Narrow.VertexRms);
}

TEST(PointFit, GivesTheSameBytesForAnyNumberOfThreads)
{
	const FScene Scene = MakeScene(6, 0.05);
	FPointFitOptions Options;
	for (const double Delta : {0.0, 0.5})
	{
		Options.Delta = Delta;
		const FPointFit Serial = FitOf(Scene, Options);
		for (const int Threads : {2, 5})
		{
			const std::unique_ptr<IExecutor> Pool = MakeThreadPool(Threads);
			FBuildContext Context;
			Context.Executor = Pool.get();
			const TResult<FPointFit> Fit = FitPoints(Scene.Set, Scene.Rig, Options, Context);
			ASSERT_TRUE(Fit);
			EXPECT_TRUE(Fit->Points == Serial.Points);
		}
	}
}

TEST(PointFit, StopsWhenCanceled)
{
	const FScene Scene = MakeScene(6, 0.05);
	FPointFitOptions Options;
	Options.Delta = 1.0;
	for (const int Calls : {0, 3})
	{
		int Left = Calls;
		const FProgressCallback Stop = [&](std::string_view, double) { return Left-- > 0; };
		FBuildContext Context;
		Context.Progress = FProgress(Stop);
		const TResult<FPointFit> Fit = FitPoints(Scene.Set, Scene.Rig, Options, Context);
		ASSERT_FALSE(Fit);
		EXPECT_EQ(Fit.GetError().Code, EErrorCode::Canceled);
	}
}

TEST(PointFit, RefusesWhatDoesNotBelongTogether)
{
	const FScene Scene = MakeScene(4, 0.0);
	const auto Code = [](const FScene& From, const FPointFitOptions& Options)
	{
		const TResult<FPointFit> Fit = FitPoints(From.Set, From.Rig, Options, {});
		return Fit ? EErrorCode::Canceled : Fit.GetError().Code;
	};
	FScene NoPoses = Scene;
	NoPoses.Set.Poses.clear();
	EXPECT_EQ(Code(NoPoses, {}), EErrorCode::Degenerate);
	FScene FewMotions = Scene;
	FewMotions.Rig.Transforms.pop_back();
	EXPECT_EQ(Code(FewMotions, {}), EErrorCode::Mismatch);
	FScene BadBone = Scene;
	BadBone.Rig.Weights.Bones.back() = 7;
	EXPECT_EQ(Code(BadBone, {}), EErrorCode::Mismatch);
	FPointFitOptions Options;
	Options.Lambda = -1.0;
	EXPECT_EQ(Code(Scene, Options), EErrorCode::InvalidArgument);
	Options = {};
	Options.PoseWeights = {1.0};
	EXPECT_EQ(Code(Scene, Options), EErrorCode::InvalidArgument);
	Options = {};
	Options.PointWeights.assign(Scene.Set.PointCount(), std::nan(""));
	EXPECT_EQ(Code(Scene, Options), EErrorCode::InvalidArgument);
	Options = {};
	Options.Sets.Bones = {0};
	Options.Sets.Offsets = {0, 1};
	EXPECT_EQ(Code(Scene, Options), EErrorCode::Mismatch);
	Options.Sets.Offsets.assign(Scene.Set.PointCount() + 1, 1000);
	Options.Sets.Offsets.front() = 0;
	Options.Sets.Offsets.back() = 1;
	EXPECT_EQ(Code(Scene, Options), EErrorCode::Mismatch);
	FScene BadRows = Scene;
	BadRows.Rig.Weights.Weights.pop_back();
	EXPECT_EQ(Code(BadRows, {}), EErrorCode::Mismatch);
}

} // namespace PointFitTest
} // namespace Exemplar

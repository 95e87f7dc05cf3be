// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Rig/FaceClustering.h"

#include "Base/ThreadPool.h"
#include "Rig/ClusterMerging.h"
#include "TubeExamples.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <numeric>
#include <set>
#include <tuple>

namespace Exemplar
{
namespace FaceClusteringTest
{

using namespace TubeExamples;

const std::vector<double> FourAngles{20.0, 40.0, 60.0, 80.0};

FFaceClusters Cluster(const FExampleSet& Set, int BoneCount, int LloydRounds = 0)
{
	FFaceClusteringOptions Options;
	Options.BoneCount = BoneCount;
	Options.LloydRounds = LloydRounds;
	TResult<FFaceClusters> Result = BuildFaceClusters(Set, Options, {});
	EXPECT_TRUE(Result.IsOk()) << (Result ? "" : Result.GetError().Message);
	return Result ? std::move(*Result) : FFaceClusters{};
}

/** The same greedy merging without a queue: all keys computed anew before every step. */
std::vector<FClusterMerge> MergeEagerly(FRigidErrorArray& Errors, size_t FaceCount, const FFacePairs& Graph)
{
	std::vector<uint32_t> Names(FaceCount);
	std::iota(Names.begin(), Names.end(), 0u);
	std::vector<FClusterMerge> Merges;
	while (true)
	{
		std::set<std::pair<uint32_t, uint32_t>> Pairs;
		for (const auto& [A, B] : Graph)
		{
			if (Names[A] != Names[B])
			{
				Pairs.insert({(std::min)(Names[A], Names[B]), (std::max)(Names[A], Names[B])});
			}
		}
		if (Pairs.empty())
		{
			return Merges;
		}
		using FOrder = std::tuple<double, double, uint32_t, uint32_t>;
		FOrder Best{INFINITY, 0.0, 0u, 0u};
		for (const auto& [A, B] : Pairs)
		{
			Best = (std::min)(Best, FOrder{Errors.MergedError(A, B), Errors.Area(A) + Errors.Area(B), A, B});
		}
		const auto& [Key, Area, Low, High] = Best;
		Errors.Merge(High, Low);
		Merges.push_back({High, Low, Key, 0.0});
		std::replace(Names.begin(), Names.end(), Low, High);
	}
}

size_t CountPieces(const FExampleSet& Set, const std::vector<uint16_t>& Labels)
{
	std::vector<uint32_t> Parents(Labels.size());
	std::iota(Parents.begin(), Parents.end(), 0u);
	const auto Find = [&](uint32_t Node)
	{
		while (Parents[Node] != Node)
		{
			Node = Parents[Node];
		}
		return Node;
	};
	size_t Pieces = Labels.size();
	for (const auto& [A, B] : BuildFaceGraph(Set.Rest))
	{
		if (Labels[A] == Labels[B] && Find(A) != Find(B))
		{
			Parents[Find(A)] = Find(B);
			--Pieces;
		}
	}
	return Pieces;
}

/** The x where the labels change, over all edges between different labels of the tube: least and greatest. */
std::pair<double, double> SeamRange(const FExampleSet& Set, const std::vector<uint16_t>& Labels, uint16_t A, uint16_t B)
{
	std::pair<double, double> Range{INFINITY, -INFINITY};
	for (const auto& [F, G] : BuildFaceGraph(Set.Rest))
	{
		if ((Labels[F] == A && Labels[G] == B) || (Labels[F] == B && Labels[G] == A))
		{
			for (const int32_t P : Set.Rest.Triangles[F])
			{
				for (const int32_t Q : Set.Rest.Triangles[G])
				{
					if (P == Q)
					{
						const double X = Set.Rest.Positions[static_cast<size_t>(P)].X;
						Range = {(std::min)(Range.first, X), (std::max)(Range.second, X)};
					}
				}
			}
		}
	}
	return Range;
}

TEST(FaceClustering, LazyAndEagerMergingAgree)
{
	for (const double Noise : {0.0, 0.002, 0.02})
	{
		const FTube Tube = MakeTube(3, FourAngles, 0.6, Noise, 3, 6, 2);
		const size_t FaceCount = Tube.Set.Rest.Triangles.size();
		const FFacePairs Graph = BuildFaceGraph(Tube.Set.Rest);
		FRigidErrorArray Lazy(Tube.Set.Rest, Tube.Set.Poses, GetSerialExecutor());
		FRigidErrorArray Eager = Lazy;
		const std::optional<FMergeTree> Tree = MergeClusters(Lazy, FaceCount, Graph, {});
		ASSERT_TRUE(Tree);
		const std::vector<FClusterMerge> Expected = MergeEagerly(Eager, FaceCount, Graph);
		ASSERT_EQ(Tree->Merges.size(), Expected.size());
		for (const size_t Count : {1u, 2u, 3u, 4u, 7u, 20u, 60u})
		{
			EXPECT_EQ(CutMergeTree(Tree->Merges, FaceCount, Count), CutMergeTree(Expected, FaceCount, Count))
				<< Count << " clusters, noise " << Noise;
		}
	}
}

TEST(FaceClustering, MergeKeysNeverFall)
{
	const FTube Tube = MakeTube(3, FourAngles, 0.6, 0.001);
	const FFaceClusters Clusters = Cluster(Tube.Set, 3);
	for (size_t Index = 1; Index < Clusters.Merges.size(); ++Index)
	{
		ASSERT_GE(Clusters.Merges[Index].Key, Clusters.Merges[Index - 1].Key);
		ASSERT_GE(Clusters.Merges[Index].TotalError, Clusters.Merges[Index - 1].TotalError);
	}
}

TEST(FaceClustering, ExactlyTheAskedCountOfConnectedClustersIsDelivered)
{
	const FTube Tube = MakeTube(3, FourAngles, 0.6, 0.001);
	double TotalArea = 0.0;
	for (const double Area : Cluster(Tube.Set, 1).Areas)
	{
		TotalArea += Area;
	}
	for (const int Count : {1, 2, 3, 10, 100, 1760})
	{
		for (const int LloydRounds : {0, 3})
		{
			const FFaceClusters Clusters = Cluster(Tube.Set, Count, LloydRounds);
			ASSERT_EQ(Clusters.Count, static_cast<size_t>(Count));
			const std::set<uint16_t> Used(Clusters.Labels.begin(), Clusters.Labels.end());
			EXPECT_EQ(Used.size(), Clusters.Count);
			EXPECT_EQ(*Used.rbegin(), Clusters.Count - 1);
			EXPECT_EQ(CountPieces(Tube.Set, Clusters.Labels), Clusters.Count);
			const double Area = std::accumulate(Clusters.Areas.begin(), Clusters.Areas.end(), 0.0);
			EXPECT_NEAR(Area, TotalArea, 1e-12 * TotalArea);
		}
	}
}

TEST(FaceClustering, TheSeamOfATubeLiesWithinOneRingOfItsHinge)
{
	struct FCase
	{
		size_t Bones;
		double Blend, Noise, Error; // Error: total, from an independent implementation; 0 where it depends on the seed
	};
	for (const FCase& Case : {FCase{2, 0.0, 0.0, 7.362205e-2}, FCase{2, 0.6, 0.0, 1.449333e-1},
			 FCase{2, 0.6, 0.002, 0.0}, FCase{3, 0.6, 0.0, 0.0}, FCase{3, 0.6, 0.001, 0.0}})
	{
		const FTube Tube = MakeTube(Case.Bones, FourAngles, Case.Blend, Case.Noise);
		const FFaceClusters Clusters = Cluster(Tube.Set, static_cast<int>(Case.Bones));
		for (size_t Hinge = 0; Hinge < Tube.Joints.size(); ++Hinge)
		{
			// Faces run ring by ring along x, so that labels, numbered by first face, do too.
			const auto [From, To] =
				SeamRange(Tube.Set, Clusters.Labels, static_cast<uint16_t>(Hinge), static_cast<uint16_t>(Hinge + 1));
			EXPECT_GE(From, Tube.Joints[Hinge] - 1.0 / 6.0 - 1e-9);
			EXPECT_LE(To, Tube.Joints[Hinge] + 1.0 / 6.0 + 1e-9);
		}
		if (Case.Error > 0.0)
		{
			const size_t Step = Tube.Set.Rest.Triangles.size() - Case.Bones - 1;
			EXPECT_NEAR(Clusters.Merges[Step].TotalError, Case.Error, 0.02 * Case.Error);
		}
	}
}

TEST(FaceClustering, LabelsDoNotDependOnFaceOrderNorOnTheMotionOfPoses)
{
	const FTube Tube = MakeTube(3, FourAngles, 0.6, 0.003, 5);
	const FFaceClusters Clusters = Cluster(Tube.Set, 9);

	FExampleSet Moved = Tube.Set;
	for (size_t Pose = 0; Pose < Moved.Poses.size(); ++Pose)
	{
		const FAffine3d Motion =
			Compose(Translation({5.0, -2.0, 1.0}), AxisRotation({1.0, -2.0, 0.5}, 1.0 + static_cast<double>(Pose)));
		for (FDouble3& P : Moved.Poses[Pose])
		{
			P = TransformPoint(Motion, P);
		}
	}
	EXPECT_EQ(Cluster(Moved, 9).Labels, Clusters.Labels);

	FExampleSet Shuffled = Tube.Set;
	const size_t FaceCount = Shuffled.Rest.Triangles.size();
	std::vector<size_t> Order(FaceCount);
	FRandomNumbers Random(9);
	for (size_t Index = 0; Index < FaceCount; ++Index)
	{
		Order[Index] = Index;
		std::swap(Order[Index], Order[Random.Below(Index + 1)]);
	}
	for (size_t Index = 0; Index < FaceCount; ++Index)
	{
		Shuffled.Rest.Triangles[Index] = Tube.Set.Rest.Triangles[Order[Index]];
	}
	const FFaceClusters Other = Cluster(Shuffled, 9);
	std::set<std::pair<uint16_t, uint16_t>> Matches;
	for (size_t Index = 0; Index < FaceCount; ++Index)
	{
		Matches.insert({Clusters.Labels[Order[Index]], Other.Labels[Index]});
	}
	EXPECT_EQ(Matches.size(), 9u); // one to one
}

TEST(FaceClustering, TheSameLabelsOnAnyNumberOfThreads)
{
	const FTube Tube = MakeTube(3, FourAngles, 0.6, 0.003, 5, 24, 8);
	const std::unique_ptr<IExecutor> Pool = MakeThreadPool(3);
	FBuildContext Context;
	Context.Executor = Pool.get();
	FFaceClusteringOptions Options;
	Options.BoneCount = 12;
	Options.LloydRounds = 2;
	const TResult<FFaceClusters> Serial = BuildFaceClusters(Tube.Set, Options, {});
	const TResult<FFaceClusters> Parallel = BuildFaceClusters(Tube.Set, Options, Context);
	ASSERT_TRUE(Serial && Parallel);
	EXPECT_EQ(Serial->Labels, Parallel->Labels);
	EXPECT_EQ(Serial->Motions, Parallel->Motions);
	EXPECT_EQ(Serial->ErrorCurve, Parallel->ErrorCurve);
}

/** Many small closed pieces that do not touch: each of three groups moves as one. */
FExampleSet MakeScatteredPieces(size_t PiecesPerGroup)
{
	FExampleSet Set;
	FRandomNumbers Random(21);
	Set.Poses.resize(2);
	for (size_t Group = 0; Group < 3; ++Group)
	{
		const FAffine3d Motions[2] = {RotationAbout({10.0 * static_cast<double>(Group), 0.0, 0.0}, {0.0, 1.0, 0.5},
										  0.5 + static_cast<double>(Group)),
			Translation({0.0, 3.0 * static_cast<double>(Group), 1.0})};
		for (size_t Piece = 0; Piece < PiecesPerGroup; ++Piece)
		{
			const FDouble3 C = Random.Point();
			const int32_t First = static_cast<int32_t>(Set.Rest.Positions.size());
			for (const FDouble3& Corner : {FDouble3{0.0, 0.0, 0.0}, {0.1, 0.0, 0.0}, {0.0, 0.1, 0.0}, {0.0, 0.0, 0.1}})
			{
				const FDouble3 P{10.0 * static_cast<double>(Group) + C.X + Corner.X, C.Y + Corner.Y, C.Z + Corner.Z};
				Set.Rest.Positions.push_back(P);
				Set.Poses[0].push_back(TransformPoint(Motions[0], P));
				Set.Poses[1].push_back(TransformPoint(Motions[1], P));
			}
			Set.Rest.Triangles.push_back({First, First + 2, First + 1});
			Set.Rest.Triangles.push_back({First, First + 1, First + 3});
			Set.Rest.Triangles.push_back({First, First + 3, First + 2});
			Set.Rest.Triangles.push_back({First + 1, First + 2, First + 3});
		}
	}
	return Set;
}

TEST(FaceClustering, FewerBonesThanPiecesAreDeliveredByMergingAcrossGaps)
{
	const FExampleSet Set = MakeScatteredPieces(40);
	const FFaceClusters Clusters = Cluster(Set, 3);
	ASSERT_EQ(Clusters.Count, 3u);
	for (size_t Face = 0; Face < Clusters.Labels.size(); ++Face)
	{
		EXPECT_EQ(Clusters.Labels[Face], Face / 160);
	}
	EXPECT_EQ(Cluster(Set, 1).Count, 1u);
	EXPECT_EQ(Cluster(Set, 50).Count, 50u);
	FFaceClusteringOptions Automatic;
	const TResult<FFaceClusters> Found = BuildFaceClusters(Set, Automatic, {});
	ASSERT_TRUE(Found);
	EXPECT_EQ(Found->Count, 3u); // the error vanishes there: a step, not a slope
}

TEST(FaceClustering, NonManifoldEdgesAndFacesWithoutAreaAreHandled)
{
	FTube Tube = MakeTube(2, FourAngles, 0.6, 0.001, 1, 8, 3);
	std::vector<FTriangle>& Triangles = Tube.Set.Rest.Triangles;
	const FTriangle Edge = Triangles.front();
	Triangles.push_back({Edge[0], Edge[1], 40}); // a fin on an inner edge
	Triangles.push_back({Edge[1], Edge[0], 41});
	Tube.Set.Rest.Positions.push_back(Tube.Set.Rest.Positions[5]); // a sliver without area
	for (std::vector<FDouble3>& Pose : Tube.Set.Poses)
	{
		Pose.push_back(Pose[5]);
	}
	Triangles.push_back({5, 6, static_cast<int32_t>(Tube.Set.Rest.Positions.size()) - 1});
	const FFaceClusters Clusters = Cluster(Tube.Set, 4, 2);
	EXPECT_EQ(Clusters.Count, 4u);
	for (const FAffine3d& Motion : Clusters.Motions)
	{
		EXPECT_TRUE(std::isfinite(Motion.M[0] + Motion.M[3]));
	}
}

TEST(FaceClustering, LloydNeverRaisesTheError)
{
	const FTube Tube = MakeTube(3, FourAngles, 0.6, 0.01, 4);
	const auto TotalError = [&](const FFaceClusters& Clusters)
	{
		double Sum = 0.0;
		for (size_t Face = 0; Face < Clusters.Labels.size(); ++Face)
		{
			for (size_t Pose = 0; Pose < Tube.Set.Poses.size(); ++Pose)
			{
				std::array<FDouble3, 3> P, Q;
				for (size_t Corner = 0; Corner < 3; ++Corner)
				{
					const size_t Point = static_cast<size_t>(Tube.Set.Rest.Triangles[Face][Corner]);
					P[Corner] = Tube.Set.Rest.Positions[Point];
					Q[Corner] = Tube.Set.Poses[Pose][Point];
				}
				Sum += ErrorOfMotion(
					MakeRigidError(P, Q), Clusters.Motions[Clusters.Labels[Face] * Tube.Set.Poses.size() + Pose]);
			}
		}
		return Sum;
	};
	for (const int Count : {3, 6, 12})
	{
		EXPECT_LE(TotalError(Cluster(Tube.Set, Count, 5)), TotalError(Cluster(Tube.Set, Count, 0)) * (1.0 + 1e-12));
	}
}

TEST(FaceClustering, TheToleranceDecidesTheCount)
{
	const FTube Tube = MakeTube(3, FourAngles, 0.6);
	FFaceClusteringOptions Options;
	size_t Last = 1;
	for (const double Tolerance : {50.0, 2.0, 0.5, 0.2})
	{
		Options.Tolerance = Tolerance;
		const TResult<FFaceClusters> Clusters = BuildFaceClusters(Tube.Set, Options, {});
		ASSERT_TRUE(Clusters);
		EXPECT_GE(Clusters->Count, Last);
		EXPECT_LE(Clusters->ErrorCurve[Clusters->Count - 1], Tolerance);
		if (Clusters->Count > 1)
		{
			EXPECT_GT(Clusters->ErrorCurve[Clusters->Count - 2], Tolerance);
		}
		Last = Clusters->Count;
	}
	EXPECT_GT(Last, 3u);
}

TEST(FaceClustering, TheAutomaticCountOfRigidBonesDoesNotDependOnTheMaximum)
{
	for (const size_t Bones : {2u, 4u, 6u})
	{
		const FTube Tube = MakeTube(Bones, {25.0, 50.0, -40.0}, 0.0, 0.0, 1, 8, 2);
		for (const int MaxBones : {12, 60, 128})
		{
			FFaceClusteringOptions Options;
			Options.MaxBones = MaxBones;
			const TResult<FFaceClusters> Found = BuildFaceClusters(Tube.Set, Options, {});
			ASSERT_TRUE(Found);
			EXPECT_EQ(Found->Count, Bones) << "at most " << MaxBones;
		}
	}
}

TEST(FaceClustering, TheAutomaticCountFindsTheBonesOfATube)
{
	for (const size_t Bones : {2u, 3u, 5u})
	{
		FFaceClusteringOptions Options;
		const FTube Tube = MakeTube(Bones, FourAngles, 0.1);
		const TResult<FFaceClusters> Clusters = BuildFaceClusters(Tube.Set, Options, {});
		ASSERT_TRUE(Clusters);
		EXPECT_EQ(Clusters->Count, Bones);
	}
}

TEST(FaceClustering, TheKneeOfASmoothCurveIsWhereItStopsPaying)
{
	std::vector<double> Curve;
	for (int Count = 1; Count <= 60; ++Count)
	{
		Curve.push_back(10.0 / std::sqrt(Count));
	}
	const size_t Knee = ChooseBoneCount(Curve, 2, 60);
	EXPECT_GT(Knee, 5u);
	EXPECT_LT(Knee, 30u);
	EXPECT_EQ(ChooseBoneCount(Curve, 12, 12), 12u);
	EXPECT_EQ(ChooseBoneCount({0.0}, 2, 60), 1u);
}

TEST(FaceClustering, AStepThatIsNotTheEndOfTheGainsIsPassedOver)
{
	// A knight's sword and shield come off at two and three bones; the knight himself needs more.
	std::vector<double> Curve{
		10.2, 5.84, 2.02, 1.92, 1.66, 1.25, 0.955, 0.808, 0.604, 0.524, 0.431, 0.324, 0.283, 0.249};
	while (Curve.size() < 60)
	{
		Curve.push_back(0.95 * Curve.back());
	}
	EXPECT_GT(ChooseBoneCount(Curve, 2, 60), 8u);
	// Three rigid parts and noise.
	Curve = {10.0, 6.0, 0.1};
	while (Curve.size() < 60)
	{
		Curve.push_back(0.99 * Curve.back());
	}
	EXPECT_EQ(ChooseBoneCount(Curve, 2, 60), 3u);
}

TEST(FaceClustering, BadInputIsRefusedWithASentence)
{
	const FTube Tube = MakeTube(2, FourAngles, 0.6, 0.0, 1, 4, 1);
	const auto Message = [](const FExampleSet& Set, int BoneCount)
	{
		FFaceClusteringOptions Options;
		Options.BoneCount = BoneCount;
		const TResult<FFaceClusters> Result = BuildFaceClusters(Set, Options, {});
		return Result ? std::string() : Result.GetError().Message;
	};
	EXPECT_NE(Message({}, 2).find("at least one triangle"), std::string::npos);
	EXPECT_NE(Message(Tube.Set, 100000).find("this mesh allows 1 to"), std::string::npos);
	EXPECT_NE(Message(Tube.Set, -1).find("this mesh allows 1 to"), std::string::npos);
	FExampleSet Short = Tube.Set;
	Short.Poses[2].pop_back();
	EXPECT_NE(Message(Short, 2).find("Pose 2"), std::string::npos);
	FExampleSet Flat = Tube.Set;
	for (FDouble3& P : Flat.Rest.Positions)
	{
		P = {1.0, 1.0, 1.0};
	}
	EXPECT_NE(Message(Flat, 2).find("no area"), std::string::npos);
}

TEST(FaceClustering, StopsWhenAsked)
{
	const FTube Tube = MakeTube(3, FourAngles, 0.6);
	const FProgressCallback Refuse = [](std::string_view, double) { return false; };
	FBuildContext Context;
	Context.Progress = FProgress(Refuse, "clusters");
	const TResult<FFaceClusters> Result = BuildFaceClusters(Tube.Set, {}, Context);
	ASSERT_FALSE(Result);
	EXPECT_EQ(Result.GetError().Code, EErrorCode::Canceled);
}

} // namespace FaceClusteringTest
} // namespace Exemplar

// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Levels/LodStream.h"

#include "Base/ThreadPool.h"
#include "FullSize.h"
#include "Geometry/ClosestPoint.h"
#include "Geometry/Measures.h"
#include "Geometry/Topology.h"
#include "Levels/LevelRefinement.h"
#include "Levels/StarDeviation.h"
#include "Metrics/SurfaceDistance.h"
#include "Shapes.h"
#include "TubeExamples.h"

#include <gtest/gtest.h>

namespace Exemplar
{
namespace LodStreamTests
{

using namespace TubeExamples;

FSkinnedMesh SkinOf(const FTriangleMesh& Mesh, const FRigWeights* Weights = nullptr)
{
	FSkinnedMesh Out;
	Out.Triangles = Mesh.Triangles;
	for (size_t Vertex = 0; Vertex < Mesh.Positions.size(); ++Vertex)
	{
		const FDouble3& P = Mesh.Positions[Vertex];
		FAnimationVector& Point = Out.Points.emplace_back();
		if (Weights == nullptr)
		{
			Point = {{0}, {{P.X, P.Y, P.Z, 1.0}}};
			continue;
		}
		for (uint32_t I = Weights->Offsets[Vertex]; I < Weights->Offsets[Vertex + 1]; ++I)
		{
			const double W = Weights->Weights[I];
			Point.Bones.push_back(Weights->Bones[I]);
			Point.Blocks.push_back({W * P.X, W * P.Y, W * P.Z, W});
		}
	}
	return Out;
}

FPoseSamples PosesOf(size_t BoneCount, const std::vector<FAffine3d>& Transforms)
{
	FPoseSamples Out;
	const size_t Count = Transforms.size() / (std::max)(BoneCount, size_t{1});
	Out.BoneCount = BoneCount;
	Out.PoseCount = Count + 1;
	for (size_t Bone = 0; Bone < BoneCount; ++Bone)
	{
		Out.Palettes.push_back({});
		for (size_t Pose = 0; Pose < Count; ++Pose)
		{
			Out.Palettes.push_back(Transforms[Bone * Count + Pose]);
		}
	}
	Out.Metric = BuildSampledMetric(Out.Palettes, BoneCount, Out.PoseCount);
	return Out;
}

/** The tube of three bones with its true poses. */
struct FScene
{
	FTruth Truth;
	FSkinnedMesh Mesh = SkinOf(Truth.Tube.Set.Rest, &Truth.Rig.Weights);
	FPoseSamples Poses = PosesOf(3, Truth.Rig.Transforms);
};

FLodStream Stream(const FSkinnedMesh& Mesh, const FPoseSamples& Poses, const FLodStreamOptions& Options)
{
	TResult<FLodStream> Out = BuildLodStream(Mesh, Poses, Options, {});
	EXPECT_TRUE(Out) << (Out ? "" : Out.GetError().Message);
	return Out ? std::move(*Out) : FLodStream{};
}

/** The last state with at most so many triangles, or influences. */
FLodState CutAt(const FSkinnedMesh& Mesh, const FLodStream& Made, size_t Triangles, size_t Influences = ~size_t{0})
{
	const std::vector<FLodProgress> Progress = CountLodStream(Mesh, Made);
	size_t At = 0;
	while (At + 1 < Progress.size() && (Progress[At].Triangles > Triangles || Progress[At].Influences > Influences))
	{
		++At;
	}
	return ReplayLodStream(Mesh, Made, std::vector<size_t>{At}).front();
}

std::vector<FDouble3> Pose(std::span<const FAnimationVector> Points, const FPoseSamples& Poses, size_t Index)
{
	std::vector<FAffine3d> Palette;
	for (size_t Bone = 0; Bone < Poses.BoneCount; ++Bone)
	{
		Palette.push_back(Poses.Palettes[Bone * Poses.PoseCount + Index]);
	}
	std::vector<FDouble3> Out;
	for (const FAnimationVector& Point : Points)
	{
		Out.push_back(Project(Point, Palette));
	}
	return Out;
}

/** Both ways, at places that no fit knows. */
double Rms(const FSkinnedMesh& Mesh, const FLodState& Level, const FPoseSamples& Poses)
{
	std::vector<std::vector<FDouble3>> A, B;
	for (size_t Index = 0; Index < Poses.PoseCount; ++Index)
	{
		A.push_back(Pose(Mesh.Points, Poses, Index));
		B.push_back(Pose(Level.Points, Poses, Index));
	}
	return MeasureSurfaceDistance({Mesh.Triangles, A}, {Level.Triangles, B}, 4000, 99).Rms;
}

FLodStreamOptions WithoutRemovals(ELodPlacement Placement = ELodPlacement::HalfEdge)
{
	FLodStreamOptions Out;
	Out.Placement = Placement;
	Out.bRemoveInfluences = false;
	return Out;
}

TEST(LodStream, FlatRegionsOfOneBoneCostNothing)
{
	FTriangleMesh Grid = Shapes::Grid(8, 8, 0.25);
	for (const bool bUV : {false, true})
	{
		FSkinnedMesh Mesh = SkinOf(Grid);
		if (bUV)
		{
			for (const FDouble3& P : Grid.Positions)
			{
				Mesh.UVs.push_back({P.X, P.Y});
			}
		}
		const FPoseSamples Poses = PosesOf(1, {RotationAbout({1.0, 2.0, 0.0}, {1.0, 1.0, 0.3}, 1.2)});
		const FLodStream Made = Stream(Mesh, Poses, WithoutRemovals());
		ASSERT_GT(Made.Operations.size(), 49u + 20u) << "inner vertices and the straight runs of the boundary";
		for (size_t Index = 0; Index < 49 + 20; ++Index)
		{
			EXPECT_LT(Made.Operations[Index].Cost, 1e-3) << Index; // of rounding: rows are floats
		}
	}
}

TEST(LodStream, AFrozenSkeletonGivesTheSequenceOfThreeDimensions)
{
	// Few vertices and a rough surface: costs are far enough apart that rounding decides nothing.
	FTriangleMesh Rough = Shapes::Sphere(1);
	FRandomNumbers Random(3);
	FRigWeights Weights;
	for (FDouble3& P : Rough.Positions)
	{
		const FDouble3 N = Random.Point();
		P = {P.X + 0.08 * N.X, P.Y + 0.08 * N.Y, P.Z + 0.08 * N.Z};
		const double W = Random.Unit();
		Weights.Bones.insert(Weights.Bones.end(), {0, 2});
		Weights.Weights.insert(Weights.Weights.end(), {W, 1.0 - W});
		Weights.Offsets.push_back(static_cast<uint32_t>(Weights.Bones.size()));
	}
	const FLodStream Skinned = Stream(SkinOf(Rough, &Weights), PosesOf(3, {}), WithoutRemovals());
	const FLodStream Plain = Stream(SkinOf(Rough), PosesOf(1, {}), WithoutRemovals());
	ASSERT_EQ(Skinned.Operations.size(), Plain.Operations.size());
	ASSERT_GT(Plain.Operations.size(), 20u);
	for (size_t Index = 0; Index < Plain.Operations.size(); ++Index)
	{
		EXPECT_EQ(Skinned.Operations[Index].Vertex, Plain.Operations[Index].Vertex);
		// not Target: all three neighbors of a vertex of three triangles leave the same surface
		EXPECT_NEAR(Skinned.Operations[Index].Cost, Plain.Operations[Index].Cost, 1e-5);
	}
}

TEST(LodStream, ElbowsAreKeptWhereTheyBend)
{
	const FScene Scene;
	const auto NearHinges = [&](const FPoseSamples& Poses, ELodPlacement Placement)
	{
		FLodStreamOptions Options = WithoutRemovals(Placement);
		Options.MinTriangles = 300;
		const FLodState Level = CutAt(Scene.Mesh, Stream(Scene.Mesh, Poses, Options), 300);
		size_t Count = 0;
		for (const FAnimationVector& Point : Level.Points)
		{
			double X = 0.0;
			for (const FDouble4& Block : Point.Blocks)
			{
				X += Block.X;
			}
			Count += std::abs(X - 3.0) < 0.8 || std::abs(X - 6.0) < 0.8 ? 1 : 0;
		}
		return Count;
	};
	for (const ELodPlacement Placement : {ELodPlacement::HalfEdge, ELodPlacement::Optimized})
	{
		const size_t AtRest = NearHinges(PosesOf(3, {}), Placement);
		const size_t Bent = NearHinges(Scene.Poses, Placement);
		EXPECT_GT(Bent, AtRest + AtRest / 2);
	}
}

TEST(LodStream, PosesMakeBetterLevelsThanTheRestAndPlacedPointsBetterThanVertices)
{
	FULL_SIZE_TEST();
	const FScene Scene;
	const auto ErrorOf = [&](const FPoseSamples& Poses, ELodPlacement Placement)
	{
		const FLodStream Made = Stream(Scene.Mesh, Poses, WithoutRemovals(Placement));
		double Sum = 0.0; // of many levels: single collapses decide about each
		for (const size_t Triangles : {500, 400, 300, 250, 200, 150, 100, 60})
		{
			Sum += Rms(Scene.Mesh, CutAt(Scene.Mesh, Made, Triangles), Scene.Poses);
		}
		return Sum;
	};
	const double HalfEdge = ErrorOf(Scene.Poses, ELodPlacement::HalfEdge);
	EXPECT_LT(HalfEdge, ErrorOf(PosesOf(3, {}), ELodPlacement::HalfEdge));
	EXPECT_LT(ErrorOf(Scene.Poses, ELodPlacement::Optimized), 0.75 * HalfEdge);
}

TEST(LodStream, RefinementBringsTheSurfaceCloserBetweenTheVerticesToo)
{
	const FScene Scene;
	const FLodStream Made = Stream(Scene.Mesh, Scene.Poses, WithoutRemovals(ELodPlacement::Optimized));
	const size_t Count = Scene.Mesh.Triangles.size();
	for (const size_t Triangles : {Count / 4, Count / 8, Count / 16})
	{
		FLodState Level = CutAt(Scene.Mesh, Made, Triangles);
		const double Error = Rms(Scene.Mesh, Level, Scene.Poses);
		ASSERT_TRUE(RefineLevelSkin(Level, Scene.Mesh, Scene.Poses, {}, {}));
		EXPECT_LT(Rms(Scene.Mesh, Level, Scene.Poses), 0.97 * Error) << Triangles << " triangles";
	}
}

TEST(LodStream, LevelsHoldInPosesThatNobodyHasShown)
{
	// Two poses are far too few for what an animation vector can do: what they do not say is kept from doing harm.
	const FScene Scene;
	const std::vector<FAffine3d>& All = Scene.Truth.Rig.Transforms;
	const size_t Count = All.size() / 3, Half = Count / 2;
	const std::vector<FAffine3d> Two{
		All[0], All[Half], All[Count], All[Count + Half], All[2 * Count], All[2 * Count + Half]};
	const FPoseSamples Few = PosesOf(3, Two);
	FLodState Level = CutAt(Scene.Mesh, Stream(Scene.Mesh, Few, WithoutRemovals(ELodPlacement::Optimized)), 200);
	const double Seen = Rms(Scene.Mesh, Level, Few), Unseen = Rms(Scene.Mesh, Level, Scene.Poses);
	EXPECT_LT(Unseen, 2.0 * Seen);
	ASSERT_TRUE(RefineLevelSkin(Level, Scene.Mesh, Few, {}, {}));
	EXPECT_LT(Rms(Scene.Mesh, Level, Scene.Poses), Unseen);
}

TEST(LodStream, RefinementKeepsBonesAndWeightsAndIsTheSameForAnyThreads)
{
	const FScene Scene;
	const FLodStream Made = Stream(Scene.Mesh, Scene.Poses, WithoutRemovals(ELodPlacement::Optimized));
	FLodState Level = CutAt(Scene.Mesh, Made, 300);
	const FLodState Before = Level;
	ASSERT_TRUE(RefineLevelSkin(Level, Scene.Mesh, Scene.Poses, {}, {}));
	for (size_t Vertex = 0; Vertex < Level.Points.size(); ++Vertex)
	{
		EXPECT_EQ(Level.Points[Vertex].Bones, Before.Points[Vertex].Bones);
		EXPECT_NEAR(Level.Points[Vertex].Weight(), 1.0, 1e-9);
	}
	FLodState Again = Before;
	const std::unique_ptr<IExecutor> Pool = MakeThreadPool(3);
	FBuildContext Context;
	Context.Executor = Pool.get();
	ASSERT_TRUE(RefineLevelSkin(Again, Scene.Mesh, Scene.Poses, {}, Context));
	EXPECT_EQ(Again.Points, Level.Points) << "the same for any number of threads";
}

TEST(LodStream, InfluencesRemovedInTheSameStreamLowerTheErrorAtEqualInfluences)
{
	const FScene Scene;
	for (const ELodPlacement Placement : {ELodPlacement::HalfEdge, ELodPlacement::Optimized})
	{
		FLodStreamOptions Options = WithoutRemovals(Placement);
		const FLodState Without = CutAt(Scene.Mesh, Stream(Scene.Mesh, Scene.Poses, Options), 240);
		Options.bRemoveInfluences = true;
		Options.Ranking = ELodRanking::ErrorPerInfluence;
		const FLodState With =
			CutAt(Scene.Mesh, Stream(Scene.Mesh, Scene.Poses, Options), ~size_t{0}, Without.InfluenceCount());
		EXPECT_LE(With.InfluenceCount(), Without.InfluenceCount());
		EXPECT_LT(Rms(Scene.Mesh, With, Scene.Poses), Rms(Scene.Mesh, Without, Scene.Poses));
	}
}

TEST(LodStream, RemovalsGoOnWhereCollapsesEndAndRunningErrorsNeverFall)
{
	const FScene Scene;
	for (const ELodRanking Ranking : {ELodRanking::Error, ELodRanking::ErrorPerInfluence})
	{
		FLodStreamOptions Options;
		Options.Ranking = Ranking;
		const FLodStream Made = Stream(Scene.Mesh, Scene.Poses, Options);
		double Last = 0.0;
		bool bRemovals = false, bCollapses = false;
		for (const FLodOperation& Operation : Made.Operations)
		{
			EXPECT_GE(Operation.Running, Last);
			EXPECT_GE(Operation.Running, Operation.Cost);
			Last = Operation.Running;
			bRemovals = bRemovals || Operation.Kind == ELodOperation::RemoveInfluence;
			bCollapses = bCollapses || Operation.Kind == ELodOperation::Collapse;
		}
		EXPECT_TRUE(bRemovals && bCollapses);
		const FLodState End = CutAt(Scene.Mesh, Made, 0);
		EXPECT_LT(End.Triangles.size(), 100u);
		EXPECT_LE(End.InfluenceCount(), End.Points.size() + 4) << "nearly all points follow one bone in the end";
	}
}

/** Any mesh: boundaries, components, a fin, and skins of random bones. */
FSkinnedMesh RandomMesh(uint64_t Seed)
{
	FRandomNumbers Random(Seed);
	FTriangleMesh Mesh = Shapes::Join(Shapes::Sphere(2), Shapes::Grid(9, 7, 0.2), {0.0, 2.0, 0.0});
	Mesh = Shapes::Join(Mesh, Shapes::Torus(1.0, 0.3, 14, 8), {4.0, 0.0, 0.0});
	for (size_t Index = 0; Index < 6; ++Index)
	{
		Mesh.Triangles.erase(Mesh.Triangles.begin() + static_cast<std::ptrdiff_t>(Random.Unit() * 300.0));
	}
	Mesh.Positions.push_back({0.5, 2.5, 0.8});
	const int32_t Tip = static_cast<int32_t>(Mesh.Positions.size()) - 1;
	const int32_t First = static_cast<int32_t>(Shapes::Sphere(2).Positions.size());
	Mesh.Triangles.push_back({First + 33, First + 34, Tip});
	Mesh.Triangles.push_back({First, First, First + 1}); // and a triangle that is none
	FRigWeights Weights;
	for (const FDouble3& P : Mesh.Positions)
	{
		const double T = 0.5 + 0.5 * std::sin(P.X + P.Y + static_cast<double>(Seed));
		const double U = 0.3 * (0.5 + 0.5 * std::sin(2.0 * P.Y));
		Weights.Bones.insert(Weights.Bones.end(), {0, 1, 2});
		Weights.Weights.insert(Weights.Weights.end(), {(1.0 - T) * (1.0 - U), T * (1.0 - U), U});
		Weights.Offsets.push_back(static_cast<uint32_t>(Weights.Bones.size()));
	}
	return SkinOf(Mesh, &Weights);
}

TEST(LodStream, AnyMeshKeepsItsTopologyAndHasNoFlatTriangleInAnyPose)
{
	for (uint64_t Seed = 1; Seed < 4; ++Seed)
	{
		const FSkinnedMesh Mesh = RandomMesh(Seed);
		const FPoseSamples Poses = PosesOf(3,
			{FAffine3d{}, FAffine3d{}, RotationAbout({0.0, 0.0, 0.0}, {0.0, 0.0, 1.0}, 0.6),
				RotationAbout({0.0, 0.5, 0.0}, {1.0, 0.0, 0.0}, -0.5), Translation({0.1, 0.2, 0.0}),
				RotationAbout({0.0, 0.0, 0.0}, {0.0, 1.0, 0.0}, 0.4)});
		std::vector<FTriangle> Proper(Mesh.Triangles.begin(), Mesh.Triangles.end() - 1);
		const FMeshTopology Before = DescribeTopology(BuildAdjacency(Mesh.Points.size(), Proper), Proper);
		for (const ELodPlacement Placement : {ELodPlacement::HalfEdge, ELodPlacement::Optimized})
		{
			FLodStreamOptions Options;
			Options.Placement = Placement;
			Options.Ranking = ELodRanking::ErrorPerInfluence;
			const FLodStream Made = Stream(Mesh, Poses, Options);
			for (const size_t Target : {400u, 150u, 0u})
			{
				const FLodState Level = CutAt(Mesh, Made, Target);
				const FMeshTopology After =
					DescribeTopology(BuildAdjacency(Level.Vertices.size(), Level.Triangles), Level.Triangles);
				EXPECT_EQ(After.Components, Before.Components);
				EXPECT_EQ(After.NonManifoldEdges, Before.NonManifoldEdges);
				EXPECT_EQ(After.EulerCharacteristic, Before.EulerCharacteristic);
				EXPECT_EQ(After.InconsistentEdges, Before.InconsistentEdges);
				for (size_t Index = 0; Index < Poses.PoseCount; ++Index)
				{
					for (const double Area : TriangleAreas(Pose(Level.Points, Poses, Index), Level.Triangles))
					{
						EXPECT_GT(Area, 1e-9);
					}
				}
			}
		}
	}
}

TEST(LodStream, ReplayCountsWhatTheStreamLeaves)
{
	const FScene Scene;
	FLodStreamOptions Options;
	Options.Placement = ELodPlacement::Optimized;
	Options.MinTriangles = 200;
	const FLodStream Made = Stream(Scene.Mesh, Scene.Poses, Options);
	const std::vector<FLodProgress> Progress = CountLodStream(Scene.Mesh, Made);
	ASSERT_EQ(Progress.size(), Made.Operations.size() + 1);
	const std::vector<size_t> Cuts{0, Made.Operations.size() / 3, Made.Operations.size()};
	const std::vector<FLodState> States = ReplayLodStream(Scene.Mesh, Made, Cuts);
	for (size_t Index = 0; Index < Cuts.size(); ++Index)
	{
		EXPECT_EQ(States[Index].Triangles.size(), Progress[Cuts[Index]].Triangles);
		EXPECT_EQ(States[Index].InfluenceCount(), Progress[Cuts[Index]].Influences);
		for (size_t Vertex = 0; Vertex < Scene.Mesh.Points.size(); ++Vertex)
		{
			EXPECT_GE(States[Index].VertexOfOriginal[Vertex], 0);
		}
		for (const FAnimationVector& Point : States[Index].Points)
		{
			EXPECT_LE(Point.InfluenceCount(), 4u);
			EXPECT_NEAR(Point.Weight(), 1.0, 1e-9);
		}
	}
	EXPECT_EQ(States[0].Points, Scene.Mesh.Points);
}

TEST(LodStream, TextureThatSlidesCostsEvenWhereTheShapeStays)
{
	const FTriangleMesh Grid = Shapes::Grid(4, 4, 1.0);
	FSkinnedMesh Mesh = SkinOf(Grid);
	const FPoseSamples Poses = PosesOf(1, {});
	FCollapseMesh Topology(Mesh.Points.size(), Mesh.Triangles);
	std::vector<float> Rows;
	std::vector<FDouble2> Straight, Bent;
	for (const FDouble3& P : Grid.Positions)
	{
		Rows.insert(Rows.end(), {static_cast<float>(P.X), static_cast<float>(P.Y), static_cast<float>(P.Z), 0.0f});
		Straight.push_back({P.X, P.Y});
		Bent.push_back({P.X + (P.X == 2.0 && P.Y == 2.0 ? 0.3 : 0.0), P.Y});
	}
	for (const bool bBent : {false, true})
	{
		FStarDeviation Star(Topology, Rows, 4, bBent ? Bent : Straight);
		Star.SetCenter(12);
		const double Cost = Star.Measure(13);
		if (bBent)
		{
			EXPECT_NEAR(Cost, 0.3, 0.05) << "the texture moves by three tenths of a unit";
		}
		else
		{
			EXPECT_NEAR(Cost, 0.0, 1e-6);
		}
	}
	FStarDeviation ByDistance(Topology, Rows, 4, {});
	ByDistance.SetCenter(12);
	EXPECT_NEAR(ByDistance.Measure(13), 0.0, 1e-3);
	Rows[12 * 4 + 2] = 0.5f;
	ByDistance.SetCenter(12);
	EXPECT_NEAR(ByDistance.Measure(13), 0.5, 0.05) << "a peak is cut off";
}

TEST(LodStream, PointsDoNotSlideWhereAFlatSheetShearsInItsPlane)
{
	// Flat in every pose: no plane is ever left, but half of the sheet moves along the other and the middle bends.
	const FTriangleMesh Grid = Shapes::Grid(24, 24, 1.0 / 24.0);
	FRigWeights Weights;
	for (const FDouble3& P : Grid.Positions)
	{
		const double T = std::clamp(3.0 * P.X - 1.0, 0.0, 1.0);
		Weights.Bones.insert(Weights.Bones.end(), {0, 1});
		Weights.Weights.insert(Weights.Weights.end(), {1.0 - T, T});
		Weights.Offsets.push_back(static_cast<uint32_t>(Weights.Bones.size()));
	}
	FAffine3d Moved;
	Moved.M[7] = 0.25;
	const FSkinnedMesh Mesh = SkinOf(Grid, &Weights);
	const FPoseSamples Poses = PosesOf(2, {FAffine3d{}, Moved});
	const FLodStream Made = Stream(Mesh, Poses, WithoutRemovals(ELodPlacement::Optimized));
	const FLodState Level = CutAt(Mesh, Made, Mesh.Triangles.size() / 8);
	const std::vector<FDouble3> Sheared = Pose(Level.Points, Poses, 1), Wanted = Pose(Mesh.Points, Poses, 1);
	const FClosestPointFinder Rest(Pose(Level.Points, Poses, 0), Level.Triangles);
	double Largest = 0.0;
	for (size_t Vertex = 0; Vertex < Wanted.size(); ++Vertex)
	{
		const FDouble3 At = PointAt(Sheared, Level.Triangles, Rest.Find(Grid.Positions[Vertex]).Where);
		Largest = (std::max)(Largest, std::hypot(At.X - Wanted[Vertex].X, At.Y - Wanted[Vertex].Y));
	}
	EXPECT_LT(Largest, 0.03) << "an eighth of the triangles is enough to hold the two lines where the sheet bends";
}

TEST(LodStream, BadInputGetsASentence)
{
	const FScene Scene;
	EXPECT_FALSE(BuildLodStream({}, Scene.Poses, {}, {}));
	EXPECT_FALSE(BuildLodStream(Scene.Mesh, {}, {}, {}));
	FSkinnedMesh Broken = Scene.Mesh;
	Broken.Points[3].Bones.clear();
	EXPECT_FALSE(BuildLodStream(Broken, Scene.Poses, {}, {}));
	Broken = Scene.Mesh;
	Broken.Triangles[0][1] = -4;
	EXPECT_FALSE(BuildLodStream(Broken, Scene.Poses, {}, {}));
	Broken = Scene.Mesh;
	Broken.Wedges.push_back({0, 1, 2});
	EXPECT_FALSE(BuildLodStream(Broken, Scene.Poses, {}, {}));
	const FProgressCallback Stop = [](std::string_view, double) { return false; };
	FBuildContext Context;
	Context.Progress = FProgress(Stop);
	const TResult<FLodStream> Canceled = BuildLodStream(Scene.Mesh, Scene.Poses, {}, Context);
	ASSERT_FALSE(Canceled);
	EXPECT_EQ(Canceled.GetError().Code, EErrorCode::Canceled);
}

} // namespace LodStreamTests
} // namespace Exemplar

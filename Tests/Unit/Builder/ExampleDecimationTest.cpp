// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Levels/ExampleDecimation.h"

#include "Base/ThreadPool.h"
#include "Geometry/ClosestPoint.h"
#include "Geometry/Measures.h"
#include "Geometry/Topology.h"
#include "Levels/CollapseQueue.h"
#include "Levels/LevelRefinement.h"
#include "Levels/PoseQuadricSet.h"
#include "Shapes.h"
#include "TubeExamples.h"

#include <gtest/gtest.h>

namespace Exemplar
{
namespace ExampleDecimationTests
{

using FExamples = std::vector<std::vector<FDouble3>>;

FExamples TubeSet(const TubeExamples::FTube& Tube)
{
	FExamples Out{Tube.Set.Rest.Positions};
	Out.insert(Out.end(), Tube.Set.Poses.begin(), Tube.Set.Poses.end());
	return Out;
}

FTriangleMesh NoisySphere(uint64_t Seed)
{
	FTriangleMesh Sphere = Shapes::Sphere(1);
	FRandomNumbers Random(Seed);
	for (FDouble3& P : Sphere.Positions)
	{
		const FDouble3 N = Random.Point();
		P = {P.X + 0.05 * N.X, P.Y + 0.05 * N.Y, P.Z + 0.05 * N.Z};
	}
	return Sphere;
}

FDecimation Decimate(const FExamples& Examples, const std::vector<FTriangle>& Triangles, FDecimationOptions Options,
	const std::vector<FTriangle>& Wedges = {})
{
	TResult<FDecimation> Out = DecimateExamples(Examples, Triangles, Wedges, Options, {});
	EXPECT_TRUE(Out) << (Out ? "" : Out.GetError().Message);
	return Out ? std::move(*Out) : FDecimation{};
}

/** QSlim as it is written: all edges are looked at before each contraction. One example. */
std::vector<std::pair<uint32_t, uint32_t>> QslimOrder(const FTriangleMesh& Shape, size_t Count)
{
	FCollapseMesh Mesh(Shape.Positions.size(), Shape.Triangles);
	std::vector<Eigen::Vector3d> P;
	Eigen::Vector3d Center(0.0, 0.0, 0.0);
	for (const FDouble3& Position : Shape.Positions)
	{
		Center += AsVector(Position) / static_cast<double>(Shape.Positions.size());
	}
	for (const FDouble3& Position : Shape.Positions)
	{
		P.push_back(AsVector(Position) - Center);
	}
	std::vector<FPoseQuadric> Q;
	MakePoseQuadrics(Mesh, 1, P, EPlaneWeight::Vertex, 10.0, Q);
	const auto Keeps = [&](size_t Vertex, size_t Other, const Eigen::Vector3d& Placed)
	{
		for (const int32_t Triangle : Mesh.TrianglesOf(static_cast<int32_t>(Vertex)))
		{
			const FTriangle& T = Mesh.Corners(Triangle);
			if (FindCorner(T, static_cast<int32_t>(Other)) >= 0)
			{
				continue;
			}
			Eigen::Vector3d Old[3], New[3];
			for (size_t Corner = 0; Corner < 3; ++Corner)
			{
				Old[Corner] = P[static_cast<size_t>(T[Corner])];
				New[Corner] = T[Corner] == static_cast<int32_t>(Vertex) ? Placed : Old[Corner];
			}
			if (!KeepsTriangle(Old, New))
			{
				return false;
			}
		}
		return true;
	};
	std::vector<std::pair<uint32_t, uint32_t>> Out;
	while (Out.size() < Count)
	{
		double Best = INFINITY;
		size_t From = 0, To = 0;
		Eigen::Vector3d Where(0.0, 0.0, 0.0);
		for (size_t A = 0; A < P.size(); ++A)
		{
			for (size_t B = 0; B < P.size(); ++B)
			{
				if (!Mesh.CanCollapse(static_cast<int32_t>(A), static_cast<int32_t>(B)))
				{
					continue;
				}
				FPoseQuadric Sum = Q[A];
				Sum += Q[B];
				const Eigen::Vector3d Middle = 0.5 * (P[A] + P[B]);
				const Eigen::Vector3d Optimum = Sum.Minimum(Middle);
				std::vector<Eigen::Vector3d> Places{Optimum};
				if (!Keeps(A, B, Optimum) || !Keeps(B, A, Optimum))
				{
					Places = {Middle, P[B]};
				}
				for (const Eigen::Vector3d& Place : Places)
				{
					if (Sum.At(Place) < Best && Keeps(A, B, Place) && Keeps(B, A, Place))
					{
						Best = Sum.At(Place);
						From = A;
						To = B;
						Where = Place;
					}
				}
			}
		}
		if (Best == INFINITY)
		{
			break;
		}
		Q[To] += Q[From];
		P[To] = Where;
		Mesh.Collapse(static_cast<int32_t>(From), static_cast<int32_t>(To));
		Out.emplace_back(static_cast<uint32_t>(From), static_cast<uint32_t>(To));
	}
	return Out;
}

std::vector<std::pair<uint32_t, uint32_t>> OrderOf(const FDecimation& Decimation)
{
	std::vector<std::pair<uint32_t, uint32_t>> Out;
	for (const FExampleCollapse& Collapse : Decimation.Collapses)
	{
		Out.emplace_back(Collapse.From, Collapse.To);
	}
	return Out;
}

TEST(ExampleDecimation, LevelsShareTheirTrianglesAndHaveTheVerticesThatWereAskedFor)
{
	const TubeExamples::FTube Tube = TubeExamples::MakeTube(3, {30.0, -60.0, 80.0}, 0.6);
	FDecimationOptions Options;
	Options.Targets = {600, 300, 120, 60};
	Options.bVertexTargets = true;
	for (const double Exponent : {1.0, 2.0})
	{
		Options.Exponent = Exponent;
		const FDecimation Out = Decimate(TubeSet(Tube), Tube.Set.Rest.Triangles, Options);
		ASSERT_EQ(Out.Levels.size(), 4u);
		for (size_t Level = 0; Level < 4; ++Level)
		{
			const FDecimatedLevel& L = Out.Levels[Level];
			EXPECT_EQ(L.Vertices.size(), Options.Targets[Level]);
			EXPECT_EQ(L.Triangles.size(), 2 * L.Vertices.size() - 4) << "a closed surface without handles";
			ASSERT_EQ(L.Positions.size(), 4u);
			const FMeshTopology Topology =
				DescribeTopology(BuildAdjacency(L.Vertices.size(), L.Triangles), L.Triangles);
			EXPECT_TRUE(Topology.IsManifold());
			EXPECT_TRUE(Topology.IsClosed());
			for (const std::vector<FDouble3>& Positions : L.Positions)
			{
				EXPECT_EQ(Positions.size(), L.Vertices.size());
				EXPECT_GT(SignedVolume(Positions, L.Triangles), 4.0) << "not turned inside out";
			}
		}
	}
}

TEST(ExampleDecimation, OneExampleGoesInTheOrderOfQslimAndCopiesChangeNothing)
{
	for (uint64_t Seed = 1; Seed < 4; ++Seed)
	{
		const FTriangleMesh Shape = NoisySphere(Seed);
		FDecimationOptions Options;
		Options.Targets = {12};
		Options.bVertexTargets = true;
		const auto Expected = QslimOrder(Shape, Shape.Positions.size() - 12);
		for (const double Exponent : {1.0, 2.0})
		{
			Options.Exponent = Exponent;
			EXPECT_EQ(OrderOf(Decimate({Shape.Positions}, Shape.Triangles, Options)), Expected);
			EXPECT_EQ(OrderOf(Decimate(FExamples(4, Shape.Positions), Shape.Triangles, Options)), Expected);
		}
	}
}

/** Two shallow pyramids without a base, whose tips alone may go; heights of each in two examples. */
FExamples Pyramids(double A0, double A1, double B0, double B1)
{
	FExamples Out;
	for (const auto& [A, B] : {std::pair{A0, B0}, std::pair{A1, B1}})
	{
		std::vector<FDouble3> P;
		for (const auto& [X, Height] : {std::pair{0.0, A}, std::pair{10.0, B}})
		{
			P.insert(P.end(), {{X + 1.0, 0.0, 0.0}, {X - 0.5, 0.8, 0.0}, {X - 0.5, -0.8, 0.0}, {X, 0.0, Height}});
		}
		Out.push_back(P);
	}
	return Out;
}

TEST(ExampleDecimation, SquaringSparesWhatOneExampleBends)
{
	const std::vector<FTriangle> Triangles{{0, 1, 3}, {1, 2, 3}, {2, 0, 3}, {4, 5, 7}, {5, 6, 7}, {6, 4, 7}};
	const double H = 1e-3; // errors go with the square of a small height: 3 and 3 against 0 and 5
	const FExamples Examples = Pyramids(H * std::sqrt(3.0), H * std::sqrt(3.0), 0.0, H * std::sqrt(5.0));
	FDecimationOptions Options;
	Options.Targets = {4};
	Options.bKeepVertices = true;
	Options.Exponent = 1.0;
	EXPECT_EQ(Decimate(Examples, Triangles, Options).Collapses.front().From, 7u) << "5 < 6";
	Options.Exponent = 2.0;
	EXPECT_EQ(Decimate(Examples, Triangles, Options).Collapses.front().From, 3u) << "18 < 25";
}

TEST(ExampleDecimation, FlatSurfacesCostNothingAndKeysAreNeverNegative)
{
	const FTriangleMesh Grid = Shapes::Grid(6, 6, 0.37);
	FDecimationOptions Options;
	Options.Targets = {16};
	const FDecimation Out = Decimate({Grid.Positions}, Grid.Triangles, Options);
	EXPECT_LE(Out.Levels[0].Triangles.size(), 16u);
	EXPECT_NEAR(SurfaceArea(Out.Levels[0].Positions[0], Out.Levels[0].Triangles), 36 * 0.37 * 0.37, 1e-9);
	for (const FExampleCollapse& Collapse : Out.Collapses)
	{
		EXPECT_GE(Collapse.Key, 0.0);
		EXPECT_LT(Collapse.Key, 1e-12);
	}
	FPoseQuadric Q;
	FRandomNumbers Random(5);
	for (int Plane = 0; Plane < 20; ++Plane)
	{
		Q.AddPlane(AsVector(Random.Point()).normalized(), AsVector(Random.Point()), Random.Unit());
	}
	EXPECT_EQ(Q.A(), Q.A().transpose());
	for (int Try = 0; Try < 100; ++Try)
	{
		const Eigen::Vector3d V = AsVector(Random.Point());
		EXPECT_GE(V.dot(Q.A() * V), 0.0);
		EXPECT_GE(Q.At(V), Q.At(Q.Minimum(V)) - 1e-12);
	}
}

TEST(ExampleDecimation, IndexMapsStayInTheCollapseTree)
{
	const TubeExamples::FTube Tube = TubeExamples::MakeTube(2, {50.0}, 0.6);
	const FExamples Examples = TubeSet(Tube);
	FDecimationOptions Options;
	Options.Targets = {400, 100};
	const FDecimation Out = Decimate(Examples, Tube.Set.Rest.Triangles, Options);
	const FDecimatedLevel Original = OriginalLevel(Examples, Tube.Set.Rest.Triangles);
	const std::vector<uint32_t> Same = MapLevelVertices(Out.Levels[0], Out.Levels[0]);
	for (size_t Vertex = 0; Vertex < Same.size(); ++Vertex)
	{
		EXPECT_EQ(Same[Vertex], Vertex);
	}
	for (const FDecimatedLevel* Fine : {&Original, &Out.Levels[0]})
	{
		const std::vector<uint32_t> Map = MapLevelVertices(*Fine, Out.Levels[1]);
		ASSERT_EQ(Map.size(), Out.Levels[1].Vertices.size());
		for (size_t Vertex = 0; Vertex < Map.size(); ++Vertex)
		{
			EXPECT_EQ(Out.Levels[1].VertexOfOriginal[Fine->Vertices[Map[Vertex]]], static_cast<int32_t>(Vertex));
		}
	}
}

/** In every example: triangles with area, facing as the surface that they stand for. */
void ExpectSound(const FDecimatedLevel& Level, const FExamples& Examples, const std::vector<FTriangle>& Triangles)
{
	for (size_t Example = 0; Example < Examples.size(); ++Example)
	{
		const FClosestPointFinder Finder(Examples[Example], Triangles);
		const std::vector<FDouble3> Fine = TriangleNormals(Examples[Example], Triangles);
		const std::vector<FDouble3> Own = TriangleNormals(Level.Positions[Example], Level.Triangles);
		const std::vector<double> Areas = TriangleAreas(Level.Positions[Example], Level.Triangles);
		size_t Against = 0;
		for (size_t Triangle = 0; Triangle < Level.Triangles.size(); ++Triangle)
		{
			EXPECT_GT(Areas[Triangle], 0.0);
			const FDouble3 Middle = PointAt(
				Level.Positions[Example], Level.Triangles, {static_cast<int32_t>(Triangle), {1 / 3., 1 / 3., 1 / 3.}});
			const FDouble3 There = Fine[static_cast<size_t>(Finder.Find(Middle).Where.Triangle)];
			Against += AsVector(There).dot(AsVector(Own[Triangle])) < 0.0 ? 1 : 0;
		}
		EXPECT_EQ(Against, 0u) << "example " << Example << ", " << Level.Triangles.size() << " triangles";
	}
}

TEST(ExampleDecimation, NoTriangleFlipsOrDegeneratesInAnyExampleWithOrWithoutRefinement)
{
	const TubeExamples::FTube Tube = TubeExamples::MakeTube(3, {40.0, 75.0, -60.0}, 0.8);
	const FExamples Examples = TubeSet(Tube);
	FDecimationOptions Options;
	Options.Targets = {800, 300, 120};
	for (const bool bKeep : {false, true})
	{
		Options.bKeepVertices = bKeep;
		FDecimation Out = Decimate(Examples, Tube.Set.Rest.Triangles, Options);
		for (FDecimatedLevel& Level : Out.Levels)
		{
			ExpectSound(Level, Examples, Tube.Set.Rest.Triangles);
			if (!bKeep)
			{
				ASSERT_TRUE(RefineLevelPositions(Level, Examples, {}, {}));
				ExpectSound(Level, Examples, Tube.Set.Rest.Triangles);
			}
		}
	}
}

double VertexRms(const FDecimatedLevel& Level, const FExamples& Examples)
{
	double Sum = 0.0;
	for (size_t Example = 0; Example < Examples.size(); ++Example)
	{
		const FClosestPointFinder Finder(Level.Positions[Example], Level.Triangles);
		for (const FDouble3& P : Examples[Example])
		{
			const double Distance = Finder.Find(P).Distance;
			Sum += Distance * Distance / static_cast<double>(Examples.size() * Examples[Example].size());
		}
	}
	return std::sqrt(Sum);
}

TEST(ExampleDecimation, OptimizedPositionsBeatVerticesAndRefinementBeatsBoth)
{
	const TubeExamples::FTube Tube = TubeExamples::MakeTube(3, {40.0, 75.0, -60.0}, 0.8);
	const FExamples Examples = TubeSet(Tube);
	FDecimationOptions Options;
	Options.Targets = {160};
	FDecimation Own = Decimate(Examples, Tube.Set.Rest.Triangles, Options);
	Options.bKeepVertices = true;
	const FDecimation Kept = Decimate(Examples, Tube.Set.Rest.Triangles, Options);
	const double Before = VertexRms(Own.Levels[0], Examples);
	EXPECT_LT(Before, 0.8 * VertexRms(Kept.Levels[0], Examples));
	ASSERT_TRUE(RefineLevelPositions(Own.Levels[0], Examples, {}, {}));
	EXPECT_LT(VertexRms(Own.Levels[0], Examples), 0.85 * Before);
	for (size_t Vertex = 0; Vertex < Kept.Levels[0].Vertices.size(); ++Vertex)
	{
		EXPECT_NEAR(Kept.Levels[0].Positions[1][Vertex].X, Examples[1][Kept.Levels[0].Vertices[Vertex]].X, 1e-12);
	}
}

TEST(ExampleDecimation, BoundariesComponentsAndFinsSurvive)
{
	FTriangleMesh Mesh = Shapes::Join(Shapes::Grid(12, 9, 0.1), Shapes::Sphere(2), {5.0, 0.0, 0.0});
	Mesh = Shapes::Join(Mesh, Shapes::Grid(6, 6, 0.2), {0.0, 5.0, 0.0});
	FRandomNumbers Random(7);
	Mesh.Triangles.push_back({Mesh.Triangles[30][0], Mesh.Triangles[30][1], 8}); // a fin on the first grid
	FExamples Examples{Mesh.Positions, Mesh.Positions};
	for (FDouble3& P : Examples[1])
	{
		P.Z += 0.3 * std::sin(2.0 * P.X) + 0.01 * Random.Signed();
	}
	const FMeshTopology Before =
		DescribeTopology(BuildAdjacency(Mesh.Positions.size(), Mesh.Triangles), Mesh.Triangles);
	FDecimationOptions Options;
	Options.Targets = {200, 0};
	const FDecimation Out = Decimate(Examples, Mesh.Triangles, Options);
	for (const FDecimatedLevel& Level : Out.Levels)
	{
		const FMeshTopology After =
			DescribeTopology(BuildAdjacency(Level.Vertices.size(), Level.Triangles), Level.Triangles);
		EXPECT_EQ(After.Components, Before.Components);
		EXPECT_EQ(After.NonManifoldEdges, Before.NonManifoldEdges);
		EXPECT_EQ(After.EulerCharacteristic, Before.EulerCharacteristic);
		for (const std::vector<FDouble3>& Positions : Level.Positions)
		{
			for (const double Area : TriangleAreas(Positions, Level.Triangles))
			{
				EXPECT_GT(Area, 0.0);
			}
		}
	}
	EXPECT_LE(Out.Levels[0].Triangles.size(), 200u);
}

TEST(ExampleDecimation, SameBytesForAnyNumberOfThreads)
{
	const TubeExamples::FTube Tube = TubeExamples::MakeTube(2, {50.0, 20.0}, 0.6);
	const FExamples Examples = TubeSet(Tube);
	FDecimationOptions Options;
	Options.Targets = {150};
	FDecimation One = Decimate(Examples, Tube.Set.Rest.Triangles, Options);
	FDecimation Three = One;
	ASSERT_TRUE(RefineLevelPositions(One.Levels[0], Examples, {}, {}));
	const std::unique_ptr<IExecutor> Pool = MakeThreadPool(3);
	FBuildContext Context;
	Context.Executor = Pool.get();
	ASSERT_TRUE(RefineLevelPositions(Three.Levels[0], Examples, {}, Context));
	EXPECT_EQ(One.Levels[0].Positions, Three.Levels[0].Positions);
}

TEST(ExampleDecimation, BadInputGetsASentence)
{
	const FTriangleMesh Grid = Shapes::Grid(2, 2);
	FExamples Examples{Grid.Positions, Grid.Positions};
	EXPECT_FALSE(DecimateExamples({}, Grid.Triangles, {}, {}, {}));
	Examples[1].pop_back();
	EXPECT_FALSE(DecimateExamples(Examples, Grid.Triangles, {}, {}, {}));
	Examples[1] = Grid.Positions;
	Examples[1][3].Y = NAN;
	EXPECT_FALSE(DecimateExamples(Examples, Grid.Triangles, {}, {}, {}));
	Examples.pop_back();
	EXPECT_FALSE(DecimateExamples(Examples, std::vector<FTriangle>{{0, 1, 99}}, {}, {}, {}));
	FDecimationOptions Rising;
	Rising.Targets = {2, 4};
	EXPECT_FALSE(DecimateExamples(Examples, Grid.Triangles, {}, Rising, {}));
	FDecimatedLevel Level = OriginalLevel(Examples, Grid.Triangles);
	FLevelRefinementOptions Flags;
	Flags.Fixed = {1};
	EXPECT_FALSE(RefineLevelPositions(Level, Examples, Flags, {}));
	const FProgressCallback Stop = [](std::string_view, double) { return false; };
	FBuildContext Context;
	Context.Progress = FProgress(Stop);
	const FTriangleMesh Sphere = Shapes::Sphere(4);
	FDecimationOptions Options;
	Options.Targets = {50};
	const TResult<FDecimation> Canceled =
		DecimateExamples(FExamples{Sphere.Positions}, Sphere.Triangles, {}, Options, Context);
	ASSERT_FALSE(Canceled);
	EXPECT_EQ(Canceled.GetError().Code, EErrorCode::Canceled);
}

} // namespace ExampleDecimationTests
} // namespace Exemplar

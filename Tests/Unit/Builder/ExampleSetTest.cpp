// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Examples/ExampleSet.h"

#include "Base/ThreadPool.h"
#include "ExampleMeshes.h"
#include "Examples/Triangulate.h"

#include <cmath>

namespace Exemplar
{
namespace ExampleSetTest
{

using FIndices = std::vector<uint32_t>;
using FPositions = std::vector<FDouble3>;

TResult<FExampleSet> Build(FSourceMesh Rest, std::vector<FPositions> Poses = {}, const FExampleOptions& Options = {})
{
	return BuildExampleSet(MakeExamples(std::move(Rest), std::move(Poses)), Options, {});
}

const FExampleProblem* FindProblem(const FExampleSet& Set, EExampleProblem Kind)
{
	for (const FExampleProblem& Problem : Set.Problems)
	{
		if (Problem.Kind == Kind)
		{
			return &Problem;
		}
	}
	return nullptr;
}

/** Expects one problem of a kind with a count and parts of its sentence. */
void ExpectProblem(
	const TResult<FExampleSet>& Set, EExampleProblem Kind, size_t Count, std::initializer_list<std::string_view> Parts)
{
	ASSERT_TRUE(Set) << Set.GetError().Message;
	const FExampleProblem* Problem = FindProblem(*Set, Kind);
	ASSERT_NE(Problem, nullptr) << "no problem about: " << *Parts.begin();
	EXPECT_EQ(Problem->Count, Count);
	for (std::string_view Part : Parts)
	{
		EXPECT_NE(Problem->Message.find(Part), std::string::npos)
			<< "\"" << Part << "\" is not in: " << Problem->Message;
	}
}

TEST(ExampleSet, ACleanMeshKeepsItsVerticesAndHasNoProblems)
{
	const FSourceMesh Cube = MakeCube();
	const TResult<FExampleSet> Set = Build(Cube, {Cube.Positions});
	ASSERT_TRUE(Set) << Set.GetError().Message;
	EXPECT_EQ(Set->PointOfSource, (FIndices{0, 1, 2, 3, 4, 5, 6, 7}));
	EXPECT_EQ(Set->Rest.Positions, Cube.Positions);
	EXPECT_EQ(Set->Rest.Triangles.size(), 12u);
	EXPECT_EQ(Set->TrianglePolygons, (FIndices{0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5}));
	EXPECT_EQ(Set->PoseCount(), 1u);
	EXPECT_TRUE(Set->Problems.empty());
	for (size_t Triangle = 0; Triangle < 12; ++Triangle)
	{
		for (int Corner = 0; Corner < 3; ++Corner)
		{
			EXPECT_EQ(static_cast<uint32_t>(Set->Rest.Triangles[Triangle][Corner]),
				Cube.CornerVertices[Set->TriangleCorners[Triangle][Corner]]);
		}
	}
}

/** Two triangles that share an edge by position only: vertices 1, 2 and 3, 4 coincide in the rest. */
FSourceMesh MakeSeam()
{
	return MakeMesh({{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 1, 0}, {1, 0, -0.0}, {1, 1, 0}}, {{0, 1, 2}, {3, 4, 5}});
}

TEST(ExampleSet, VerticesThatCoincideInEveryPoseAreOnePoint)
{
	FPositions Moved = MakeSeam().Positions;
	for (FDouble3& P : Moved)
	{
		P = {P.Y * 3.0, P.X, 2.0};
	}
	const TResult<FExampleSet> Set = Build(MakeSeam(), {Moved});
	ASSERT_TRUE(Set) << Set.GetError().Message;
	EXPECT_EQ(Set->PointOfSource, (FIndices{0, 1, 2, 2, 1, 3}));
	EXPECT_EQ(Set->PointCount(), 4u);
	EXPECT_EQ(Set->Rest.Triangles, (std::vector<FTriangle>{{0, 1, 2}, {2, 1, 3}}));
	EXPECT_EQ(RestoreSourcePositions(*Set, Set->Rest.Positions), MakeSeam().Positions);
	EXPECT_EQ(RestoreSourcePositions(*Set, Set->Poses[0]), Moved);
}

TEST(ExampleSet, LipsThatAreClosedInTheRestAndOpenInAPoseStayTwo)
{
	FPositions Closed = MakeSeam().Positions, Open = MakeSeam().Positions;
	Open[3].Z = 0.1; // one corner of the mouth opens, the other stays closed
	const TResult<FExampleSet> Set = Build(MakeSeam(), {Closed, Open, Closed});
	ASSERT_TRUE(Set) << Set.GetError().Message;
	EXPECT_EQ(Set->PointOfSource, (FIndices{0, 1, 2, 3, 1, 4}));
	EXPECT_EQ(RestoreSourcePositions(*Set, Set->Poses[1]), Open);
}

TEST(ExampleSet, LipsThatAreClosedInAPoseAndOpenInTheRestStayTwo)
{
	FSourceMesh Open = MakeSeam();
	Open.Positions[3].Z = 0.1;
	const TResult<FExampleSet> Set = Build(Open, {MakeSeam().Positions});
	ASSERT_TRUE(Set) << Set.GetError().Message;
	EXPECT_EQ(Set->PointOfSource, (FIndices{0, 1, 2, 3, 1, 4}));
}

TEST(ExampleSet, AToleranceWeldsWhatIsNearItsFirstVertexAndDoesNotChain)
{
	FSourceMesh Mesh = MakeMesh({{0, 0, 0}, {0.009, 0, 0}, {0.018, 0, 0}, {10, 0, 0}, {0, 10, 0}, {-0.001, 0, 0}},
		{{0, 3, 4}, {1, 3, 4}, {2, 4, 3}, {5, 3, 4}});
	FExampleOptions Options;
	Options.WeldTolerance = 0.01 / std::hypot(10.001, 10.0);
	const TResult<FExampleSet> Set = Build(Mesh, {}, Options);
	ASSERT_TRUE(Set) << Set.GetError().Message;
	EXPECT_EQ(Set->PointOfSource, (FIndices{0, 0, 1, 2, 3, 0}));
	EXPECT_EQ(Build(Mesh)->PointCount(), 6u);
}

TEST(ExampleSet, NormalizationIsReversible)
{
	FSourceMesh Cube = MakeCube();
	FPositions Pose = Cube.Positions;
	for (FDouble3& P : Cube.Positions)
	{
		P = {P.X * 100.0 + 17.0, P.Y * 50.0, P.Z * 20.0 - 3.0};
	}
	FExampleOptions Options;
	Options.bNormalize = true;
	const TResult<FExampleSet> Set = Build(Cube, {Pose}, Options);
	ASSERT_TRUE(Set) << Set.GetError().Message;
	EXPECT_EQ(Set->Normalization.Center, (FDouble3{67.0, 25.0, 7.0}));
	const FDouble3 &Low = Set->Rest.Positions[0], &High = Set->Rest.Positions[7];
	EXPECT_NEAR(std::hypot(High.X - Low.X, High.Y - Low.Y, High.Z - Low.Z), 1.0, 1e-15);
	EXPECT_NEAR(High.X + Low.X, 0.0, 1e-15);
	for (const auto& [Points, Expected] :
		{std::pair(Set->Rest.Positions, Cube.Positions), std::pair(Set->Poses[0], Pose)})
	{
		const FPositions Restored = RestoreSourcePositions(*Set, Points);
		for (size_t Vertex = 0; Vertex < Restored.size(); ++Vertex)
		{
			EXPECT_NEAR(Restored[Vertex].X, Expected[Vertex].X, 1e-12);
			EXPECT_NEAR(Restored[Vertex].Y, Expected[Vertex].Y, 1e-12);
			EXPECT_NEAR(Restored[Vertex].Z, Expected[Vertex].Z, 1e-12);
		}
	}
}

TEST(ExampleSet, AScaleMakesMetersAndSilencesTheGuess)
{
	FSourceMesh Tall = MakeCube();
	for (FDouble3& P : Tall.Positions)
	{
		P.Y *= 180.0;
	}
	ExpectProblem(Build(Tall), EExampleProblem::UnitsGuess, 1, {"180 meters", "centimeters", "scale of 0.01"});
	FExampleOptions Options;
	Options.Scale = 0.01;
	const TResult<FExampleSet> Set = Build(Tall, {}, Options);
	ASSERT_TRUE(Set) << Set.GetError().Message;
	EXPECT_TRUE(Set->Problems.empty());
	EXPECT_DOUBLE_EQ(Set->Rest.Positions[2].Y, 1.8);
	EXPECT_DOUBLE_EQ(RestoreSourcePositions(*Set, Set->Rest.Positions)[2].Y, 180.0);
}

TEST(ExampleSet, UnitsAreGuessedFromTheSizeOfACharacter)
{
	EXPECT_EQ(GuessMetersPerUnit(1.8), 1.0);
	EXPECT_EQ(GuessMetersPerUnit(0.6), 1.0);
	EXPECT_EQ(GuessMetersPerUnit(17.0), 0.1);
	EXPECT_EQ(GuessMetersPerUnit(180.0), 0.01);
	EXPECT_EQ(GuessMetersPerUnit(1800.0), 0.001);
	EXPECT_EQ(GuessMetersPerUnit(0.01), 0.0);
	EXPECT_EQ(GuessMetersPerUnit(1e6), 0.0);
	FSourceMesh Tiny = MakeCube();
	for (FDouble3& P : Tiny.Positions)
	{
		P = {P.X * 0.001, P.Y * 0.001, P.Z * 0.001};
	}
	ExpectProblem(Build(Tiny), EExampleProblem::UnitsGuess, 1, {"0.001 meters", "unlikely size"});
}

TEST(ExampleSet, DegenerateAndDuplicateFacesAreLeftOutAndReported)
{
	FSourceMesh Cube = MakeCube();
	for (const FIndices& Face : {FIndices{0, 0, 1}, FIndices{3, 2, 0, 1}, FIndices{2, 3, 1, 0}})
	{
		Cube.CornerVertices.insert(Cube.CornerVertices.end(), Face.begin(), Face.end());
		Cube.PolygonOffsets.push_back(static_cast<uint32_t>(Cube.CornerVertices.size()));
	}
	const TResult<FExampleSet> Set = Build(Cube);
	ExpectProblem(Set, EExampleProblem::DegenerateFace, 1, {"two corners at one point", "polygon 6", "skipped"});
	ExpectProblem(Set, EExampleProblem::DuplicateFace, 2, {"are duplicates", "polygon 7", "One of each is kept"});
	// The last face looks the other way: it is not the same surface twice, but its four sides have three triangles.
	ExpectProblem(Set, EExampleProblem::NonManifoldEdge, 4, {"more than two triangles", "0 and 1", "allowed"});
	ASSERT_TRUE(Set);
	EXPECT_EQ(Set->TriangleCorners.size(), Set->Rest.Triangles.size());
	EXPECT_EQ(Set->TrianglePolygons.size(), Set->Rest.Triangles.size());

	FSourceMesh Doubled = MakeMesh(MakeSeam().Positions, {{0, 1, 2}, {3, 4, 5}, {2, 0, 4}, {5, 2, 1}});
	const TResult<FExampleSet> DoubledSet = Build(Doubled);
	ExpectProblem(DoubledSet, EExampleProblem::DuplicateFace, 2, {"2 triangles are duplicates", "polygon 2"});
	EXPECT_EQ(DoubledSet->Rest.Triangles.size(), 2u);
	EXPECT_EQ(DoubledSet->TrianglePolygons, (FIndices{0, 1}));
}

TEST(ExampleSet, FacesWithoutAreaAreReportedAndKept)
{
	const TResult<FExampleSet> Set =
		Build(MakeMesh({{0, 0, 0}, {1, 0, 0}, {2, 0, 0}, {0, 1, 0}}, {{0, 1, 2}, {0, 1, 3}}));
	ExpectProblem(Set, EExampleProblem::DegenerateFace, 1, {"no area", "polygon 0", "kept"});
	EXPECT_EQ(Set->Rest.Triangles.size(), 2u);
}

TEST(ExampleSet, UnreferencedVerticesStayPointsAndAreReported)
{
	FSourceMesh Cube = MakeCube();
	Cube.Positions.insert(Cube.Positions.begin(), {0.5, 0.5, 0.5});
	for (uint32_t& Vertex : Cube.CornerVertices)
	{
		++Vertex;
	}
	const TResult<FExampleSet> Set = Build(Cube);
	ExpectProblem(Set, EExampleProblem::UnreferencedVertex, 1, {"1 of 9 vertices", "vertex 0", "kept"});
	EXPECT_EQ(Set->PointCount(), 9u);
}

TEST(ExampleSet, NormalsAndUVsThatAreNotFiniteAreReported)
{
	FSourceMesh Cube = MakeCube();
	Cube.UVs = {{NAN, 0.0f}};
	Cube.Normals = {{0.0f, INFINITY, 0.0f}, {0.0f, 0.0f, 1.0f}};
	ExpectProblem(Build(Cube), EExampleProblem::BadAttribute, 2, {"1 texture coordinates and 1 normals"});
}

TEST(ExampleSet, WhatCannotBeUsedIsRefusedWithARemedy)
{
	const FSourceMesh Cube = MakeCube();
	ExpectError(Build({}), EErrorCode::Degenerate, {"no vertices", "Import a mesh"});
	ExpectError(
		Build(MakeMesh({{0, 0, 0}, {1, 0, 0}}, {})), EErrorCode::Degenerate, {"no faces", "Export its surface"});

	FPositions Pose = Cube.Positions;
	Pose.pop_back();
	ExpectError(Build(Cube, {Cube.Positions, Pose}), EErrorCode::Mismatch,
		{"Pose \"pose 1\"", "7 vertices", "rest mesh has 8", "same vertex order"});
	Pose = Cube.Positions;
	Pose[5].Y = NAN;
	ExpectError(Build(Cube, {Pose}), EErrorCode::Malformed, {"Pose \"pose 0\"", "vertex 5", "not a finite number"});
	Pose[5].Y = 1e30;
	ExpectError(Build(Cube, {Pose}), EErrorCode::Degenerate, {"vertex 5", "too far"});
	ExpectError(Build(Cube, {FPositions(8, FDouble3{1, 1, 1})}), EErrorCode::Degenerate,
		{"Pose \"pose 0\"", "one place", "scale was zero"});

	FSourceMesh Bad = Cube;
	Bad.Positions[3].X = -INFINITY;
	ExpectError(Build(Bad), EErrorCode::Malformed, {"The rest mesh: vertex 3", "not a finite number"});
	Bad.Positions.assign(8, {2, 2, 2});
	ExpectError(Build(Bad), EErrorCode::Degenerate, {"The rest mesh", "scale was zero"});
	ExpectError(Build(MakeMesh({{0, 0, 0}, {1, 1, 1}, {0, 0, 0}}, {{0, 1, 2}})), EErrorCode::Degenerate,
		{"Every face", "two corners at one point"});
}

TEST(ExampleSet, MeshesThatAreNotWellFormedAreRefused)
{
	const EErrorCode Malformed = EErrorCode::Malformed;
	FSourceMesh Bad = MakeCube();
	Bad.CornerVertices[3] = 8;
	ExpectError(Build(Bad), Malformed, {"vertex that does not exist"});
	Bad.CornerVertices[3] = NoIndex;
	ExpectError(Build(Bad), Malformed, {"vertex that does not exist"});
	Bad = MakeCube();
	Bad.PolygonOffsets.back() = 25;
	ExpectError(Build(Bad), Malformed, {"do not cover"});
	Bad = MakeCube();
	Bad.PolygonOffsets[1] = 2;
	ExpectError(Build(Bad), Malformed, {"fewer than three corners", "polygon 0"});
	Bad = MakeCube();
	Bad.CornerUVs = Bad.CornerVertices;
	ExpectError(Build(Bad), Malformed, {"texture coordinates that do not fit"});
	Bad = MakeCube();
	Bad.CornerNormals = {0};
	ExpectError(Build(Bad), Malformed, {"normals that do not fit"});
	Bad = MakeCube();
	Bad.PolygonMaterials.assign(6, 0);
	ExpectError(Build(Bad), Malformed, {"materials that do not fit"});

	FSourceMesh Wide;
	for (uint32_t Corner = 0; Corner <= MaxPolygonCorners; ++Corner)
	{
		Wide.Positions.push_back({std::cos(Corner * 0.001), std::sin(Corner * 0.001), 0.0});
		Wide.CornerVertices.push_back(Corner);
	}
	Wide.PolygonOffsets.push_back(static_cast<uint32_t>(Wide.CornerVertices.size()));
	ExpectError(Build(Wide), EErrorCode::Unsupported, {"Polygon 0", "4097 corners", "Triangulate"});
}

TEST(ExampleSet, OptionsOutOfRangeAreRefused)
{
	for (double Bad : {-1.0, 0.5, double(NAN)})
	{
		FExampleOptions Options;
		Options.WeldTolerance = Bad;
		ExpectError(Build(MakeCube(), {}, Options), EErrorCode::InvalidArgument, {"weld tolerance"});
	}
	for (double Bad : {-1.0, 0.0, double(NAN), double(INFINITY)})
	{
		FExampleOptions Options;
		Options.Scale = Bad;
		ExpectError(Build(MakeCube(), {}, Options), EErrorCode::InvalidArgument, {"scale", "0.01 for centimeters"});
	}
}

TEST(ExampleSet, CancelingStopsAtEveryReport)
{
	for (int Allowed = 0; Allowed < 4; ++Allowed)
	{
		int Calls = 0;
		const FProgressCallback Callback = [&](std::string_view, double) { return Calls++ < Allowed; };
		FBuildContext Context;
		Context.Progress = FProgress(Callback);
		const TResult<FExampleSet> Set = BuildExampleSet(MakeExamples(MakeCube()), {}, Context);
		ASSERT_FALSE(Set);
		EXPECT_EQ(Set.GetError().Code, EErrorCode::Canceled);
	}
}

TEST(ExampleSet, ThreadsDoNotChangeTheResult)
{
	std::vector<FPositions> Poses;
	for (int Pose = 0; Pose < 20; ++Pose)
	{
		Poses.push_back(MakeSeam().Positions);
		Poses.back()[Pose % 6].X += 0.25 * Pose;
	}
	const std::unique_ptr<IExecutor> Pool = MakeThreadPool(3);
	FBuildContext Context;
	Context.Executor = Pool.get();
	const TResult<FExampleSet> Serial = Build(MakeSeam(), Poses);
	const TResult<FExampleSet> Parallel = BuildExampleSet(MakeExamples(MakeSeam(), Poses), {}, Context);
	ASSERT_TRUE(Serial && Parallel);
	EXPECT_EQ(Serial->Poses, Parallel->Poses);
	EXPECT_EQ(Serial->Rest, Parallel->Rest);
	EXPECT_EQ(Serial->PointOfSource, Parallel->PointOfSource);
}

} // namespace ExampleSetTest
} // namespace Exemplar

// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Registration/Articulation.h"
#include "Registration/DetailFit.h"
#include "Registration/GraphFit.h"
#include "RegistrationBody.h"

#include <set>

namespace Exemplar
{
namespace DeformationGraphTest
{

const FTemplateModel& Model()
{
	static const FTemplateModel Made = std::move(*MakeTemplateModel(RegistrationTemplate()));
	return Made;
}

double LargestDistance(std::span<const FDouble3> A, std::span<const FDouble3> B)
{
	double Largest = 0.0;
	for (size_t Index = 0; Index < A.size(); ++Index)
	{
		Largest = std::max(Largest, (AsVector(A[Index]) - AsVector(B[Index])).norm());
	}
	return Largest;
}

FCleanScan ScanOf(std::span<const FDouble3> Positions)
{
	return std::move(*CleanScan({"scan", MeshOfTriangles(Positions, Model().Triangles), {}}, 1.0, {}));
}

TEST(DeformationGraph, HasWeightsOfNearNodesThatSumToOne) // T7
{
	const FDeformationGraph Graph = BuildDeformationGraph(Model(), 0.07, 5);
	for (size_t Vertex = 0; Vertex < Model().Count(); ++Vertex)
	{
		const size_t Begin = Graph.Offsets[Vertex], End = Graph.Offsets[Vertex + 1];
		ASSERT_GE(End, Begin + 1);
		ASSERT_LE(End, Begin + 5);
		double Sum = 0.0;
		for (size_t Entry = Begin; Entry < End; ++Entry)
		{
			EXPECT_GE(Graph.Weights[Entry], 0.0);
			Sum += Graph.Weights[Entry];
		}
		EXPECT_NEAR(Sum, 1.0, 1e-12);
	}
	const std::vector<double> Distances = DistancesFrom(Model(), Graph.Nodes, 1e300);
	EXPECT_LE(*std::max_element(Distances.begin(), Distances.end()), 0.07);
}

TEST(DeformationGraph, CarriesRigidMotionsExactly) // T8, T10
{
	const FDeformationGraph Graph = BuildDeformationGraph(Model(), 0.07, 5);
	EXPECT_LT(LargestDistance(Deform(Model(), Graph, RestState(Graph)), Model().Positions), 1e-12);
	const Eigen::Matrix3d Turn = Eigen::AngleAxisd(2.0, Eigen::Vector3d(1.0, 2.0, 3.0).normalized()).toRotationMatrix();
	std::vector<FDouble3> Moved;
	for (const FDouble3& P : Model().Positions)
	{
		Moved.push_back(ToDouble3(Turn * AsVector(P) + Eigen::Vector3d(0.3, -0.2, 0.1)));
	}
	const FGraphState State = FitState(Model(), Graph, Moved);
	EXPECT_LT(LargestDistance(Deform(Model(), Graph, State), Moved), 1e-10);
	EXPECT_LT(FGraphFit(Model(), Graph).Energy({}, 1.0, State), 1e-20);
}

TEST(GraphFit, LowersItsEnergyInEveryStep) // T12
{
	const FDeformationGraph Graph = BuildDeformationGraph(Model(), 0.07, 5);
	const FGraphFit Fit(Model(), Graph);
	FGraphState State = RestState(Graph);
	const std::vector<int32_t> Samples = SampleVertices(Model().Areas, 300);
	const auto PairsOf = [&](const FGraphState& Of)
	{
		const std::vector<FDouble3> Positions = Deform(Model(), Graph, Of);
		std::vector<FFitPair> Pairs;
		for (const int32_t Vertex : Samples)
		{
			// A twist about the up axis as the target.
			const FDouble3& P = Model().Positions[static_cast<size_t>(Vertex)];
			const Eigen::Vector3d Target = Eigen::AngleAxisd(P.Y, Eigen::Vector3d::UnitY()) * AsVector(P);
			Pairs.push_back({Vertex, AsVector(Positions[static_cast<size_t>(Vertex)]) - Target,
				Eigen::Vector3d::UnitX(), 0.5 / 300.0, 0.5 / 300.0});
		}
		return Pairs;
	};
	const double First = Fit.Energy(PairsOf(State), 0.01, State);
	double Last = First;
	for (int Step = 0; Step < 8; ++Step)
	{
		Fit.Step(PairsOf(State), 0.01, State);
		const double Now = Fit.Energy(PairsOf(State), 0.01, State);
		EXPECT_LE(Now, Last + 1e-9) << Step;
		Last = Now;
	}
	EXPECT_LT(Last, 0.05 * First);
}

TEST(GraphFit, StaysWhereTheScanIsTheTemplate) // T13
{
	const FCleanScan Scan = ScanOf(Model().Positions);
	const FDeformationGraph Graph = BuildDeformationGraph(Model(), 0.07, 5);
	FGraphState State = RestState(Graph);
	const std::vector<FDouble3> Fitted =
		FGraphFit(Model(), Graph).Run(Scan, {4, 0.1, 0.05, 0.02, 0.01, 0.3, 0.1, 1000}, {}, State, GetSerialExecutor());
	EXPECT_LT(LargestDistance(Fitted, Model().Positions), 1e-6);
	const FDetailResult Detail = FitDetail(Model(), Scan, Fitted, {}, GetSerialExecutor());
	EXPECT_LT(LargestDistance(Detail.Positions, Model().Positions), 1e-6);
	EXPECT_EQ(Detail.Flips, 0u);
}

TEST(GraphFit, PairsNothingOverAHole) // T14
{
	// A plate with a square hole in its middle.
	FTriangleMesh Plate;
	constexpr int32_t Cells = 20;
	for (int32_t Z = 0; Z <= Cells; ++Z)
	{
		for (int32_t X = 0; X <= Cells; ++X)
		{
			Plate.Positions.push_back({0.05 * X, 0.0, 0.05 * Z});
		}
	}
	for (int32_t Z = 0; Z < Cells; ++Z)
	{
		for (int32_t X = 0; X < Cells; ++X)
		{
			if (X < 8 || X >= 12 || Z < 8 || Z >= 12)
			{
				const int32_t A = Z * (Cells + 1) + X, B = A + Cells + 1;
				Plate.Triangles.push_back({A, B, A + 1});
				Plate.Triangles.push_back({A + 1, B, B + 1});
			}
		}
	}
	// The plate faces up at the bottom of its own box: its area is no floor under anything.
	Plate.Positions[0].Y = -1.0;
	const TResult<FCleanScan> Scan =
		CleanScan({"plate", MeshOfTriangles(Plate.Positions, Plate.Triangles), {}}, 1.0, {});
	ASSERT_TRUE(Scan) << Scan.GetError().Message;
	FSurfaceCoordinate Where;
	Scan->Tree->Find({0.5, 0.01, 0.5}, Where);
	EXPECT_TRUE(Scan->IsBorder(Where));
	Scan->Tree->Find({0.21, 0.01, 0.72}, Where);
	EXPECT_FALSE(Scan->IsBorder(Where));
	const FDouble3 Foot = PointAt(Scan->Positions, Scan->Triangles, Where);
	EXPECT_NEAR(Foot.X, 0.21, 1e-12);
	EXPECT_NEAR(Foot.Z, 0.72, 1e-12);
}

TEST(PseudoRig, IsATreeWithTheEndsOfTheBodyInDifferentLeaves) // T16, T17
{
	const FArticulation Rig = CutPseudoRig(Model());
	EXPECT_GE(Rig.Parts.size(), 15u);
	EXPECT_LE(Rig.Parts.size(), 60u);
	double Area = 0.0;
	for (size_t Part = 0; Part < Rig.Parts.size(); ++Part)
	{
		EXPECT_EQ(Rig.Parts[Part].Parent < 0, Part == 0);
		EXPECT_LT(Rig.Parts[Part].Parent, static_cast<int32_t>(Part));
		EXPECT_FALSE(Rig.Parts[Part].Samples.empty());
		Area += Rig.Parts[Part].Area;
	}
	EXPECT_NEAR(Area, 1.0, 1e-6);
	// The farthest vertices to the left, to the right and up, and the lowest on both sides.
	std::array<size_t, 5> Ends{};
	for (size_t Vertex = 0; Vertex < Model().Count(); ++Vertex)
	{
		const FDouble3& P = Model().Positions[Vertex];
		const auto Better = [&](size_t& End, double Value, double Present) { End = Value > Present ? Vertex : End; };
		Better(Ends[0], P.X, Model().Positions[Ends[0]].X);
		Better(Ends[1], -P.X, -Model().Positions[Ends[1]].X);
		Better(Ends[2], P.Y, Model().Positions[Ends[2]].Y);
		Better(Ends[3], P.Z - 3.0 * P.Y + 0.1 * P.X,
			Model().Positions[Ends[3]].Z - 3.0 * Model().Positions[Ends[3]].Y + 0.1 * Model().Positions[Ends[3]].X);
		Better(Ends[4], P.Z - 3.0 * P.Y - 0.1 * P.X,
			Model().Positions[Ends[4]].Z - 3.0 * Model().Positions[Ends[4]].Y - 0.1 * Model().Positions[Ends[4]].X);
	}
	std::set<int32_t> Parts;
	for (const size_t End : Ends)
	{
		Parts.insert(Rig.PartOf[End]);
	}
	EXPECT_EQ(Parts.size(), 5u);
}

} // namespace DeformationGraphTest
} // namespace Exemplar

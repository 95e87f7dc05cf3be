// Copyright (c) 2026 Exemplar contributors. MIT license.
// T6 and T7 of the card on the dissertation about example meshes.

#include "Rig/Harmonic/ReebGraph.h"
#include "Rig/Harmonic/FrontDistance.h"
#include "Rig/Harmonic/HarmonicField.h"
#include "Shapes.h"

#include <gtest/gtest.h>

namespace Exemplar
{
namespace ReebGraphTest
{

struct FGraphCase
{
	FHarmonicMesh Mesh;
	std::vector<double> Field;
	std::vector<char> IsHeld;
	FReebGraph Graph;
};

/** The graph of the field that is 0 around the first tip and 1 around the others. */
FGraphCase MakeGraph(const FTriangleMesh& Mesh, const std::vector<int32_t>& Tips, double Radius)
{
	FGraphCase Out;
	Out.Mesh = *MakeHarmonicMesh(Mesh, "test");
	std::vector<std::vector<double>> Distances;
	for (const int32_t Tip : Tips)
	{
		Distances.push_back(FrontDistance(Out.Mesh, Tip));
	}
	std::vector<double> Values(Tips.size(), 1.0);
	Values[0] = 0.0;
	FHeldDisks Disks = HoldDisks(Out.Mesh, Distances, Values, Radius);
	Out.IsHeld = Disks.IsHeld;
	Out.Field = *SolveHarmonic(Out.Mesh, Disks.Weights, Disks.Values);
	Out.Graph = BuildReebGraph(Out.Mesh, Out.Field, Tips, Out.IsHeld, EqualAreaLevels(Out.Mesh, Out.Field, 100));
	return Out;
}

/** The vertex nearest to a direction. */
int32_t VertexAt(const FTriangleMesh& Mesh, const FDouble3& P)
{
	int32_t Best = 0;
	double BestDot = -INFINITY;
	for (size_t Vertex = 0; Vertex < Mesh.Positions.size(); ++Vertex)
	{
		const FDouble3& Q = Mesh.Positions[Vertex];
		const double Dot = P.X * Q.X + P.Y * Q.Y + P.Z * Q.Z;
		if (Dot > BestDot)
		{
			BestDot = Dot;
			Best = static_cast<int32_t>(Vertex);
		}
	}
	return Best;
}

TEST(ReebGraph, OfASphereIsATreeWithALeafPerHeldPlaceT6)
{
	const FTriangleMesh Ball = Shapes::Sphere(4);
	std::vector<int32_t> Tips;
	for (const FDouble3& P : {FDouble3{0.1, 1, 0}, FDouble3{1, 0.2, 0.1}, FDouble3{-1, 0.1, 0.2}, FDouble3{0, -0.4, 1},
			 FDouble3{0.2, -0.7, -1}})
	{
		Tips.push_back(VertexAt(Ball, P));
	}
	for (size_t Count = 2; Count <= Tips.size(); ++Count)
	{
		const FGraphCase Case = MakeGraph(Ball, {Tips.begin(), Tips.begin() + static_cast<std::ptrdiff_t>(Count)}, 0.2);
		EXPECT_EQ(FindSaddles(Case.Mesh, Case.Field, Case.IsHeld).size(), Count - 2);
		EXPECT_EQ(Case.Graph.LeafCount(), Count);
		EXPECT_EQ(Case.Graph.SaddleCount(), Count - 2);
		EXPECT_EQ(Case.Graph.CycleCount(), 0u);
		for (const FIsocurve& Curve : Case.Graph.Curves)
		{
			EXPECT_TRUE(Curve.bClosed);
		}
	}
}

TEST(ReebGraph, OfATorusHasACycleThatIsCutT6)
{
	const FTriangleMesh Ring = Shapes::Torus(2.0, 0.6, 60, 24);
	FGraphCase Case = MakeGraph(Ring, {VertexAt(Ring, {1, 0, 0}), VertexAt(Ring, {-1, 0, 0})}, 0.3);
	EXPECT_EQ(Case.Graph.LeafCount(), 2u);
	EXPECT_EQ(Case.Graph.SaddleCount(), 2u);
	EXPECT_EQ(Case.Graph.CycleCount(), 1u);
	EXPECT_EQ(CutCycles(Case.Graph), 1u);
	EXPECT_EQ(Case.Graph.CycleCount(), 0u);
	EXPECT_EQ(Case.Graph.LeafCount(), 2u);
	EXPECT_EQ(Case.Graph.Arcs.size(), 1u);
}

TEST(ReebGraph, ALevelHasOneCurvePerLimbThatItCrossesT7)
{
	const FTriangleMesh Ball = Shapes::Sphere(4);
	const FGraphCase Case = MakeGraph(Ball,
		{VertexAt(Ball, {0, 1, 0}), VertexAt(Ball, {1, -0.5, 0}), VertexAt(Ball, {-0.4, -0.5, 0.9}),
			VertexAt(Ball, {-0.4, -0.5, -0.9})},
		0.2);
	std::map<double, size_t> CurvesOfLevel;
	for (const FIsocurve& Curve : Case.Graph.Curves)
	{
		++CurvesOfLevel[Curve.Value];
	}
	double LastSaddle = 0.0, FirstSaddle = 1.0;
	for (const int32_t Saddle : FindSaddles(Case.Mesh, Case.Field, Case.IsHeld))
	{
		FirstSaddle = std::min(FirstSaddle, Case.Field[static_cast<size_t>(Saddle)]);
		LastSaddle = std::max(LastSaddle, Case.Field[static_cast<size_t>(Saddle)]);
	}
	for (const auto& [Value, Count] : CurvesOfLevel)
	{
		EXPECT_EQ(Count, Value < FirstSaddle ? 1u : (Value > LastSaddle ? 3u : 2u)) << "at " << Value;
	}
}

TEST(Isocurves, PhasesAreEquallySpacedByFluxAndPlacesLieOnTheSurface)
{
	const FTriangleMesh Ball = Shapes::Sphere(4);
	const FGraphCase Case = MakeGraph(Ball, {VertexAt(Ball, {0, 1, 0}), VertexAt(Ball, {0, -1, 0})}, 0.3);
	const FIsocurve& Curve = Case.Graph.Curves[Case.Graph.Curves.size() / 2];
	for (int Step = 0; Step < 16; ++Step)
	{
		const double Phase = Step / 16.0;
		const FDouble3 P = PlaceAtPhase(Curve, Phase + 3.0).Point, Next = PlaceAtPhase(Curve, Phase + 1.0 / 16).Point;
		EXPECT_NEAR(P.X * P.X + P.Y * P.Y + P.Z * P.Z, 1.0, 0.01);
		const double Chord = std::hypot(Next.X - P.X, Next.Y - P.Y, Next.Z - P.Z);
		EXPECT_NEAR(Chord, Curve.Length / 16.0, 0.03 * Curve.Length / 16.0); // between the poles flux goes by length
		EXPECT_NEAR(std::remainder(ClosestPhase(Curve, P) - Phase, 1.0), 0.0, 1e-6);
	}
}

} // namespace ReebGraphTest
} // namespace Exemplar

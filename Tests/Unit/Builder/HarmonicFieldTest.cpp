// Copyright (c) 2026 Exemplar contributors. MIT license.
// T1-T5 and T8 of the card on the dissertation about example meshes.

#include "Rig/Harmonic/HarmonicField.h"
#include "Rig/Harmonic/Extremities.h"
#include "Rig/Harmonic/FrontDistance.h"
#include "Shapes.h"

#include <gtest/gtest.h>

namespace Exemplar
{
namespace HarmonicFieldTest
{

constexpr double Pi = std::numbers::pi;

FHarmonicMesh MakeMesh(const FTriangleMesh& Mesh)
{
	TResult<FHarmonicMesh> Made = MakeHarmonicMesh(Mesh, "test");
	EXPECT_TRUE(Made.IsOk());
	return Made ? std::move(*Made) : FHarmonicMesh{};
}

std::vector<double> Solve(const FHarmonicMesh& Mesh, const std::vector<double>& Values)
{
	const TResult<std::vector<double>> Field = SolveHarmonic(Mesh, HarmonicWeights(Mesh), Values);
	EXPECT_TRUE(Field.IsOk());
	return Field ? *Field : Values;
}

/** A tube of radius 1 and length 10 along z, closed by half spheres; Around vertices around it. */
FTriangleMesh Capsule(int32_t Around)
{
	FTriangleMesh Mesh;
	std::vector<std::pair<double, double>> Rows; // radius and z
	const int32_t Cap = Around / 4, Tube = static_cast<int32_t>(10.0 * Around / (2.0 * Pi));
	for (int32_t Row = 1; Row <= Cap; ++Row)
	{
		Rows.emplace_back(std::sin(0.5 * Pi * Row / Cap), -5.0 - std::cos(0.5 * Pi * Row / Cap));
	}
	for (int32_t Row = 1; Row <= Tube; ++Row)
	{
		Rows.emplace_back(1.0, -5.0 + 10.0 * Row / Tube);
	}
	for (int32_t Row = Cap - 1; Row >= 1; --Row)
	{
		Rows.emplace_back(std::sin(0.5 * Pi * Row / Cap), 5.0 + std::cos(0.5 * Pi * Row / Cap));
	}
	Mesh.Positions.push_back({0.0, 0.0, -6.0});
	for (const auto& [Radius, Z] : Rows)
	{
		for (int32_t Step = 0; Step < Around; ++Step)
		{
			const double Angle = 2.0 * Pi * Step / Around;
			Mesh.Positions.push_back({Radius * std::cos(Angle), Radius * std::sin(Angle), Z});
		}
	}
	const auto Top = static_cast<int32_t>(Mesh.Positions.size());
	Mesh.Positions.push_back({0.0, 0.0, 6.0});
	const auto RowCount = static_cast<int32_t>(Rows.size());
	for (int32_t Step = 0; Step < Around; ++Step)
	{
		const int32_t Next = (Step + 1) % Around;
		Mesh.Triangles.push_back({0, 1 + Next, 1 + Step});
		for (int32_t Row = 0; Row + 1 < RowCount; ++Row)
		{
			const int32_t A = 1 + Row * Around + Step, B = 1 + Row * Around + Next;
			Mesh.Triangles.push_back({A, B, B + Around});
			Mesh.Triangles.push_back({A, B + Around, A + Around});
		}
		Mesh.Triangles.push_back({Top, 1 + (RowCount - 1) * Around + Step, 1 + (RowCount - 1) * Around + Next});
	}
	return Mesh;
}

/** The value on the tube near z = 2.5, carried there along the tube, on which the field is linear in z. */
double ValueOnTube(const FHarmonicMesh& Mesh, const std::vector<double>& Field)
{
	double Sum = 0.0, Weight = 0.0;
	for (size_t Vertex = 0; Vertex < Field.size(); ++Vertex)
	{
		const double Z = Mesh.Mesh.Positions[Vertex].Z;
		if (std::abs(Z - 2.5) < 0.5)
		{
			Sum += (Field[Vertex] - 0.5) * Z;
			Weight += Z * Z;
		}
	}
	return 0.5 + 2.5 * Sum / Weight;
}

TEST(HarmonicField, KeepsConstantsAndLinearFunctionsT1)
{
	const FHarmonicMesh Mesh = MakeMesh(Shapes::Grid(9, 7, 0.3));
	std::vector<double> Constant(Mesh.Mesh.Positions.size(), NAN), Linear = Constant;
	for (size_t Vertex = 0; Vertex < Linear.size(); ++Vertex)
	{
		const FDouble3& P = Mesh.Mesh.Positions[Vertex];
		if (P.X < 0.1 || P.X > 2.6 || P.Y < 0.1 || P.Y > 2.0)
		{
			Constant[Vertex] = 3.0;
			Linear[Vertex] = 2.0 * P.X - P.Y;
		}
	}
	const std::vector<double> A = Solve(Mesh, Constant), B = Solve(Mesh, Linear);
	for (size_t Vertex = 0; Vertex < A.size(); ++Vertex)
	{
		const FDouble3& P = Mesh.Mesh.Positions[Vertex];
		EXPECT_NEAR(A[Vertex], 3.0, 1e-10);
		EXPECT_NEAR(B[Vertex], 2.0 * P.X - P.Y, 1e-10);
	}
	EXPECT_FALSE(SolveHarmonic(Mesh, HarmonicWeights(Mesh), std::vector<double>(Linear.size(), NAN)).IsOk());
}

TEST(HarmonicField, HasItsExtremesWhereItIsHeldAndIsBalancedElsewhereT2T3)
{
	const FHarmonicMesh Mesh = MakeMesh(Shapes::Sphere(3));
	std::vector<double> Values(Mesh.Mesh.Positions.size(), NAN);
	Values[0] = 0.0;
	Values[5] = 1.0;
	Values[9] = 0.7;
	const std::vector<double> Field = Solve(Mesh, Values), Weights = HarmonicWeights(Mesh);
	std::vector<double> Balance(Field.size(), 0.0);
	std::vector<int> Higher(Field.size(), 0), Lower(Field.size(), 0);
	for (size_t Edge = 0; Edge < Weights.size(); ++Edge)
	{
		const auto A = static_cast<size_t>(Mesh.Adjacency.Edges[Edge].A);
		const auto B = static_cast<size_t>(Mesh.Adjacency.Edges[Edge].B);
		Balance[A] += Weights[Edge] * (Field[B] - Field[A]);
		Balance[B] += Weights[Edge] * (Field[A] - Field[B]);
		(Field[B] > Field[A] ? Higher : Lower)[A] += 1;
		(Field[A] > Field[B] ? Higher : Lower)[B] += 1;
	}
	for (size_t Vertex = 0; Vertex < Field.size(); ++Vertex)
	{
		if (std::isnan(Values[Vertex]))
		{
			EXPECT_NEAR(Balance[Vertex], 0.0, 1e-10);
			EXPECT_TRUE(Higher[Vertex] > 0 && Lower[Vertex] > 0) << "vertex " << Vertex;
		}
	}
}

TEST(HarmonicField, DependsOnLengthsOnTheSurfaceAloneT4)
{
	const FTriangleMesh Flat = Shapes::Grid(24, 8, 0.1);
	FTriangleMesh Turned = Flat, Bent = Flat;
	for (size_t Vertex = 0; Vertex < Flat.Positions.size(); ++Vertex)
	{
		const FDouble3 P = Flat.Positions[Vertex];
		Turned.Positions[Vertex] = {5.0 * P.Y + 1.0, -5.0 * P.X, 5.0 * P.Z - 3.0};
		Bent.Positions[Vertex] = {2.0 * std::sin(P.X / 2.0), P.Y, 2.0 - 2.0 * std::cos(P.X / 2.0)};
	}
	std::vector<double> Values(Flat.Positions.size(), NAN);
	Values[30] = 0.0;
	Values[90] = 1.0;
	Values[200] = 0.3;
	const std::vector<double> A = Solve(MakeMesh(Flat), Values), B = Solve(MakeMesh(Turned), Values),
							  C = Solve(MakeMesh(Bent), Values);
	for (size_t Vertex = 0; Vertex < A.size(); ++Vertex)
	{
		EXPECT_NEAR(B[Vertex], A[Vertex], 1e-9);
		EXPECT_NEAR(C[Vertex], A[Vertex], 1e-3);
	}
}

TEST(HarmonicField, OnDisksDoesNotDriftWithTheResolutionAsOnPointsT5)
{
	const double Radius = 0.6; // of the disks, along the surface of half spheres of radius 1
	const double Exact = 0.5 + 2.5 / (2.0 * (5.0 - std::log(std::tan(Radius / 2.0))));
	std::vector<double> OnPoints;
	for (const int32_t Around : {20, 32, 57})
	{
		const FHarmonicMesh Mesh = MakeMesh(Capsule(Around));
		const size_t Count = Mesh.Mesh.Positions.size();
		std::vector<std::vector<double>> Distances(2, std::vector<double>(Count, 10.0));
		for (size_t Vertex = 0; Vertex < Count; ++Vertex)
		{
			const FDouble3& P = Mesh.Mesh.Positions[Vertex];
			const double Angle = std::atan2(std::hypot(P.X, P.Y), std::abs(P.Z) - 5.0);
			if (std::abs(P.Z) > 5.0)
			{
				Distances[P.Z < 0.0 ? 0 : 1][Vertex] = Angle;
			}
		}
		const FHeldDisks Disks = HoldDisks(Mesh, Distances, std::vector<double>{0.0, 1.0}, Radius);
		const TResult<std::vector<double>> Field = SolveHarmonic(Mesh, Disks.Weights, Disks.Values);
		ASSERT_TRUE(Field.IsOk());
		EXPECT_NEAR(ValueOnTube(Mesh, *Field), Exact, Count >= 2000 ? 1e-3 : 3e-3) << Count << " vertices";
		std::vector<double> Points(Count, NAN);
		Points.front() = 0.0;
		Points.back() = 1.0;
		OnPoints.push_back(ValueOnTube(Mesh, Solve(Mesh, Points)));
	}
	EXPECT_GT(OnPoints[0] - OnPoints[2], 0.008);
	EXPECT_GT(OnPoints[1] - OnPoints[2], 0.004);
}

TEST(HarmonicMesh, MeanCurvatureOfSphereCylinderAndTorusT8)
{
	FTriangleMesh Ball = Shapes::Sphere(4);
	for (FDouble3& P : Ball.Positions)
	{
		P = {2.0 * P.X, 2.0 * P.Y, 2.0 * P.Z};
	}
	for (const double H : MeanCurvatures(MakeMesh(Ball)))
	{
		EXPECT_NEAR(H, 0.5, 0.005);
	}
	const FHarmonicMesh Tube = MakeMesh(Capsule(64));
	const std::vector<double> OfTube = MeanCurvatures(Tube);
	for (size_t Vertex = 0; Vertex < OfTube.size(); ++Vertex)
	{
		if (std::abs(Tube.Mesh.Positions[Vertex].Z) < 4.5)
		{
			EXPECT_NEAR(OfTube[Vertex], 0.5, 0.005);
		}
	}
	const int32_t Around = 60;
	const std::vector<double> OfTorus = MeanCurvatures(MakeMesh(Shapes::Torus(4.0, 1.0, 240, Around)));
	double Mean = 0.0;
	for (size_t Vertex = 0; Vertex < static_cast<size_t>(Around); ++Vertex) // the first ring
	{
		Mean += OfTorus[Vertex] / Around;
	}
	EXPECT_NEAR(Mean, 0.5 * (2.0 - 4.0 / std::sqrt(15.0)), 0.005);
}

TEST(FrontDistance, IsTheWayAlongASphereAndAroundACapsule)
{
	const FHarmonicMesh Ball = MakeMesh(Shapes::Sphere(4));
	const std::vector<double> Distance = FrontDistance(Ball, 0);
	const FDouble3 S = Ball.Mesh.Positions[0];
	for (size_t Vertex = 0; Vertex < Distance.size(); ++Vertex)
	{
		const FDouble3& P = Ball.Mesh.Positions[Vertex];
		const double Exact = std::acos(std::clamp(S.X * P.X + S.Y * P.Y + S.Z * P.Z, -1.0, 1.0));
		EXPECT_NEAR(Distance[Vertex], Exact, 0.02 * Exact + 1e-6);
	}
	const FHarmonicMesh Tube = MakeMesh(Capsule(40)); // far away, where the heat method loses its way
	EXPECT_NEAR(FrontDistance(Tube, 0).back(), 10.0 + Pi, 0.1);
}

TEST(Extremities, AreTheEndsOfACapsule)
{
	const FHarmonicMesh Tube = MakeMesh(Capsule(32));
	const FExtremities Ends = FindExtremities(Tube, 0.2);
	ASSERT_EQ(Ends.Tips.size(), 2u);
	const double A = Tube.Mesh.Positions[static_cast<size_t>(Ends.Tips[0].Vertex)].Z;
	const double B = Tube.Mesh.Positions[static_cast<size_t>(Ends.Tips[1].Vertex)].Z;
	EXPECT_NEAR(std::abs(A - B), 12.0, 0.3);
	EXPECT_NEAR(Tube.Mesh.Positions[static_cast<size_t>(Ends.Center)].Z, 0.0, 1.5);
	EXPECT_GT(Ends.Tips[1].Persistence, 0.3);
}

TEST(HarmonicMesh, RefusesWhatIsNoSurface)
{
	FTriangleMesh Bad = Shapes::Tetrahedron();
	Bad.Triangles[1][0] = 9;
	EXPECT_FALSE(MakeHarmonicMesh(Bad, "bad").IsOk());
	Bad = Shapes::Tetrahedron();
	Bad.Positions[2].Y = NAN;
	EXPECT_FALSE(MakeHarmonicMesh(Bad, "bad").IsOk());
	Bad.Triangles.clear();
	Bad.Positions[2].Y = 0.0;
	EXPECT_FALSE(MakeHarmonicMesh(Bad, "bad").IsOk());
}

} // namespace HarmonicFieldTest
} // namespace Exemplar

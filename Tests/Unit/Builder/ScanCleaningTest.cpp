// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Registration/ScanCleaning.h"
#include "Geometry/Measures.h"
#include "Geometry/WindingTree.h"
#include "Registration/ScanField.h"
#include "RegistrationBody.h"
#include "Sample/SampleRandom.h"

namespace Exemplar
{
namespace ScanCleaningTest
{

FCleanScan Clean(const FTriangleMesh& Mesh)
{
	TResult<FCleanScan> Scan = CleanScan({"scan.ply", MeshOfTriangles(Mesh.Positions, Mesh.Triangles), {}}, 1.0, {});
	EXPECT_TRUE(Scan) << Scan.GetError().Message;
	return std::move(*Scan);
}

FTriangleMesh Body()
{
	return {RegistrationBody().Source.Rest.Positions, RegistrationBody().Triangles};
}

TEST(ScanCleaning, RemovesAFloorAndNothingOfTheBody) // T1
{
	FTriangleMesh Mesh = Body();
	const double BodyArea = SurfaceArea(Mesh.Positions, Mesh.Triangles);
	const size_t BodyTriangles = Mesh.Triangles.size();
	double Low = 1e300;
	for (const FDouble3& P : Mesh.Positions)
	{
		Low = std::min(Low, P.Y);
	}
	constexpr int Cells = 30; // a square plate of 30 % of the area in all
	const double Side = std::sqrt(0.3 / 0.7 * BodyArea);
	const int32_t First = static_cast<int32_t>(Mesh.Positions.size());
	for (int Z = 0; Z <= Cells; ++Z)
	{
		for (int X = 0; X <= Cells; ++X)
		{
			Mesh.Positions.push_back({Side * (1.0 * X / Cells - 0.5), Low, Side * (1.0 * Z / Cells - 0.5)});
		}
	}
	for (int32_t Z = 0; Z < Cells; ++Z)
	{
		for (int32_t X = 0; X < Cells; ++X)
		{
			const int32_t A = First + Z * (Cells + 1) + X, B = A + Cells + 1;
			Mesh.Triangles.push_back({A, B, A + 1});
			Mesh.Triangles.push_back({A + 1, B, B + 1});
		}
	}
	const FCleanScan Scan = Clean(Mesh);
	EXPECT_TRUE(Scan.Floor.has_value());
	EXPECT_GE(Scan.Findings.FloorTriangles, Mesh.Triangles.size() - BodyTriangles);
	// Soles lie in the floor and stay: they face down.
	const double Diagonal = BoxDiagonal(Mesh.Positions);
	double Lost = 0.0;
	for (size_t Triangle = 0; Triangle < BodyTriangles; ++Triangle)
	{
		const FDouble3 Center = PointAt(
			Mesh.Positions, Mesh.Triangles, {static_cast<int32_t>(Triangle), {1.0 / 3.0, 1.0 / 3.0, 1.0 / 3.0}});
		FSurfaceCoordinate Where;
		if (Scan.Tree->Find(Center, Where) > 1e-18)
		{
			EXPECT_LT(Center.Y - Low, 0.025 * Diagonal);
			Lost += TriangleAreas(Mesh.Positions, std::span(&Mesh.Triangles[Triangle], 1)).front();
		}
	}
	EXPECT_LT(Lost, 0.005 * BodyArea);
}

TEST(ScanCleaning, KeepsABodyWithoutFloorAsItIs) // T2
{
	const FCleanScan Scan = Clean(Body());
	EXPECT_EQ(Scan.Triangles.size(), Body().Triangles.size());
	EXPECT_FALSE(Scan.Floor.has_value());
	EXPECT_EQ(Scan.Findings.FloorTriangles + Scan.Findings.SmallPieces + Scan.Findings.Flipped, 0u);
	EXPECT_NEAR(Scan.Area, SurfaceArea(Body().Positions, Body().Triangles), 1e-12);
}

TEST(ScanCleaning, CountsEveryKindOfDamageOnce) // T3
{
	FTriangleMesh Mesh = RegistrationSphere(1.0, {});
	FTriangleMesh Inside = RegistrationSphere(0.6, {2.0, 0.0, 0.0});
	const int32_t First = static_cast<int32_t>(Mesh.Positions.size());
	Mesh.Positions.insert(Mesh.Positions.end(), Inside.Positions.begin(), Inside.Positions.end());
	for (const FTriangle& T : Inside.Triangles)
	{
		Mesh.Triangles.push_back({T[0] + First, T[2] + First, T[1] + First}); // inside out
	}
	const double Area = SurfaceArea(Mesh.Positions, Mesh.Triangles);
	const int32_t Bad = static_cast<int32_t>(Mesh.Positions.size());
	Mesh.Positions.push_back({std::nan(""), 0.0, 0.0});
	Mesh.Triangles.push_back({0, 1, Bad});
	Mesh.Triangles.push_back({1, 2, 2});
	Mesh.Triangles.push_back(Mesh.Triangles[5]);
	const FCleanScan Scan = Clean(Mesh);
	EXPECT_EQ(Scan.Findings.NotFinite, 1u);
	EXPECT_EQ(Scan.Findings.Degenerate, 1u);
	EXPECT_EQ(Scan.Findings.Duplicate, 1u);
	EXPECT_EQ(Scan.Findings.Flipped, 1u);
	EXPECT_NEAR(Scan.Area, Area, 1e-9);
	for (const FDouble3& P : Scan.Positions)
	{
		EXPECT_TRUE(std::isfinite(P.X + P.Y + P.Z));
	}
}

TEST(ScanCleaning, EstimatesTheNoiseOfASphere) // T4
{
	for (const double Noise : {0.0, 0.002, 0.004})
	{
		FTriangleMesh Mesh = RegistrationSphere(1.0, {}, 60);
		for (size_t Vertex = 0; Vertex < Mesh.Positions.size(); ++Vertex)
		{
			double Sum = 0.0; // nearly normal, of unit deviation
			for (uint64_t Part = 0; Part < 3; ++Part)
			{
				Sum += RandomSigned(7, 3 * Vertex + Part);
			}
			FDouble3& P = Mesh.Positions[Vertex];
			P = {P.X * (1.0 + Noise * Sum), P.Y * (1.0 + Noise * Sum), P.Z * (1.0 + Noise * Sum)};
		}
		EXPECT_NEAR(Clean(Mesh).Noise, Noise, 0.3 * Noise + 1e-4) << Noise;
	}
}

TEST(ScanCleaning, OrientsThePointsOfACloud)
{
	const FTriangleMesh Mesh = RegistrationSphere(1.0, {}, 30);
	FSourceMesh Points;
	Points.Positions = Mesh.Positions;
	const TResult<FCleanScan> Scan = CleanScan({"points.ply", Points, {}}, 1.0, {});
	ASSERT_TRUE(Scan);
	for (size_t Point = 0; Point < Scan->Positions.size(); ++Point)
	{
		EXPECT_GT(AsVector(Scan->Positions[Point]).dot(AsVector(Scan->VertexNormals[Point])), 0.9);
	}
}

TEST(ScanCleaning, SaysWhatIsWrongWithUselessScans) // T28
{
	const auto Message = [](const FSourceMesh& Mesh)
	{
		const TResult<FCleanScan> Scan = CleanScan({"bad.ply", Mesh, {}}, 1.0, {});
		return Scan ? std::string() : Scan.GetError().Message;
	};
	EXPECT_THAT(Message({}), testing::HasSubstr("bad.ply"));
	const FDouble3 Corners[] = {{0.0, 0.0, 0.0}, {1.0, 0.0, 0.0}, {0.0, 1.0, 0.0}};
	const FTriangle One[] = {{0, 1, 2}};
	EXPECT_THAT(Message(MeshOfTriangles(Corners, One)), testing::HasSubstr("thousands"));
}

TEST(ScanField, ReturnsAVertexAlmostAsNearAsTheNearest) // T19
{
	const FTriangleMesh Mesh = Body();
	const double Diagonal = BoxDiagonal(Mesh.Positions);
	const TResult<FCleanScan> Scan =
		CleanScan({"scan", MeshOfTriangles(Mesh.Positions, Mesh.Triangles), {}}, 1.0 / Diagonal, {});
	const FScanField Field(*Scan);
	for (uint64_t Query = 0; Query < 500; ++Query)
	{
		const Eigen::Vector3d Place =
			Eigen::Vector3d(AsVector(Scan->Positions[RandomBits(1, Query) % Scan->Positions.size()])) +
			0.05 *
				Eigen::Vector3d(
					RandomSigned(2, 3 * Query), RandomSigned(2, 3 * Query + 1), RandomSigned(2, 3 * Query + 2));
		double Nearest = 1e300;
		for (const FDouble3& P : Scan->Positions)
		{
			Nearest = std::min(Nearest, (Place - AsVector(P)).norm());
		}
		EXPECT_LE((Place - Field.PositionOf(Field.Nearest(Place))).norm(), Nearest + FScanField::Cell * std::sqrt(3.0));
	}
}

TEST(WindingTree, TellsInsideFromOutsideOfABodyWithHoles) // T6
{
	const FTriangleMesh Sphere = RegistrationSphere(1.0, {});
	FTriangleMesh Open = Sphere;
	std::erase_if(
		Open.Triangles, [&](const FTriangle& T) { return Sphere.Positions[static_cast<size_t>(T[0])].Y > 0.9; });
	const FWindingTree Whole(Sphere.Positions, Sphere.Triangles), Holed(Open.Positions, Open.Triangles);
	size_t Wrong = 0;
	for (uint64_t Query = 0; Query < 1000; ++Query)
	{
		const Eigen::Vector3d Place(1.3 * RandomSigned(3, 3 * Query), 1.3 * RandomSigned(3, 3 * Query + 1),
			1.3 * RandomSigned(3, 3 * Query + 2));
		const bool bInside = Place.norm() < 0.995;
		if (std::abs(Place.norm() - 0.995) > 0.01)
		{
			EXPECT_EQ(Whole.At(Place) > 0.5, bInside);
			Wrong += (Holed.At(Place) > 0.5) != bInside;
		}
	}
	EXPECT_LE(Wrong, 10u);
}

} // namespace ScanCleaningTest
} // namespace Exemplar

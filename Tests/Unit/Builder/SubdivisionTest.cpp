// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "AnimationSpace/Subdivision.h"

#include "AnimationSkeletons.h"
#include "AnimationSpace/Embedding.h"
#include "ExampleMeshes.h"
#include "Shapes.h"

#include <gtest/gtest.h>

namespace Exemplar
{
namespace SubdivisionTest
{

using namespace AnimationSkeletons;

FSubdivisionMesh OfTriangles(const FTriangleMesh& Mesh)
{
	FSubdivisionMesh Out;
	Out.PointCount = Mesh.Positions.size();
	for (const FTriangle& T : Mesh.Triangles)
	{
		for (const int32_t Point : T)
		{
			Out.CornerPoints.push_back(static_cast<uint32_t>(Point));
		}
		Out.PolygonOffsets.push_back(static_cast<uint32_t>(Out.CornerPoints.size()));
	}
	return Out;
}

FSubdivisionMesh OfPolygons(const FSourceMesh& Mesh)
{
	return {Mesh.Positions.size(), Mesh.PolygonOffsets, Mesh.CornerVertices, {}, {}};
}

/** Twelve creases: all edges of a cube. */
void CreaseAll(FSubdivisionMesh& Mesh)
{
	for (size_t Polygon = 0; Polygon < Mesh.PolygonCount(); ++Polygon)
	{
		for (uint32_t Corner = 0; Corner < 4; ++Corner)
		{
			const uint32_t First = Mesh.PolygonOffsets[Polygon];
			Mesh.Creases.push_back({static_cast<int32_t>(Mesh.CornerPoints[First + Corner]),
				static_cast<int32_t>(Mesh.CornerPoints[First + (Corner + 1) % 4])});
		}
	}
}

double VolumeOf(const FSubdivisionMesh& Mesh, const std::vector<FDouble3>& Points)
{
	double Sum = 0.0;
	for (size_t Polygon = 0; Polygon < Mesh.PolygonCount(); ++Polygon)
	{
		const uint32_t First = Mesh.PolygonOffsets[Polygon], Last = Mesh.PolygonOffsets[Polygon + 1];
		for (uint32_t Corner = First + 1; Corner + 1 < Last; ++Corner)
		{
			const FDouble3 &A = Points[Mesh.CornerPoints[First]], &B = Points[Mesh.CornerPoints[Corner]],
						   &C = Points[Mesh.CornerPoints[Corner + 1]];
			Sum += (A.X * (B.Y * C.Z - B.Z * C.Y) + A.Y * (B.Z * C.X - B.X * C.Z) + A.Z * (B.X * C.Y - B.Y * C.X)) / 6;
		}
	}
	return Sum;
}

void ExpectRowsSumToOne(const FSubdivision& Fine)
{
	ASSERT_EQ(Fine.Offsets.size(), Fine.Mesh.PointCount + 1);
	for (size_t Point = 0; Point < Fine.Mesh.PointCount; ++Point)
	{
		double Sum = 0.0;
		for (uint32_t Index = Fine.Offsets[Point]; Index < Fine.Offsets[Point + 1]; ++Index)
		{
			Sum += Fine.Weights[Index];
		}
		EXPECT_NEAR(Sum, 1.0, 1e-14);
	}
}

/** Random weights of four bones for every point, as a rig has them. */
struct FBlend
{
	std::vector<FDouble3> Rest;
	FRigWeights Weights;

	FBlend(FRandomNumbers& Numbers, std::vector<FDouble3> InRest)
		: Rest(std::move(InRest))
	{
		for (size_t Point = 0; Point < Rest.size(); ++Point)
		{
			const double A = Numbers.Unit(), B = (1.0 - A) * Numbers.Unit();
			const uint16_t First = static_cast<uint16_t>(Numbers.Below(3));
			Weights.Bones.insert(Weights.Bones.end(), {First, static_cast<uint16_t>(First + 1), 5});
			Weights.Weights.insert(Weights.Weights.end(), {A, B, 1.0 - A - B});
			Weights.Offsets.push_back(static_cast<uint32_t>(Weights.Bones.size()));
		}
	}
};

TEST(Subdivision, OfAnimationSpacePointsEqualsThatOfEveryPosedMesh)
{
	FRandomNumbers Numbers(41);
	const FTree Tree(Numbers, 6);
	const FTriangleMesh Sphere = Shapes::Sphere(1), Sheet = Shapes::Grid(3, 4);
	struct FCase
	{
		FSubdivisionMesh Mesh;
		std::vector<FDouble3> Rest;
		ESubdivisionScheme Scheme;
	};
	FSubdivisionMesh Creased = OfTriangles(Sphere);
	Creased.Creases = {{0, 12}, {3, 14}, {1, 5}};
	const std::vector<FCase> Cases{{OfTriangles(Sphere), Sphere.Positions, ESubdivisionScheme::Loop},
		{Creased, Sphere.Positions, ESubdivisionScheme::Loop},
		{OfTriangles(Sheet), Sheet.Positions, ESubdivisionScheme::Loop},
		{OfTriangles(Sheet), Sheet.Positions, ESubdivisionScheme::CatmullClark},
		{OfPolygons(MakeCube()), MakeCube().Positions, ESubdivisionScheme::CatmullClark}};
	for (const FCase& Case : Cases)
	{
		const FBlend Blend(Numbers, Case.Rest);
		std::vector<FAnimationVector> Points = EmbedLinearBlend(Blend.Rest, Blend.Weights);
		const std::vector<FAffine3d> Palette = Tree.ToPalette(Tree.Pose(Numbers, 2.0));
		std::vector<FDouble3> Posed;
		for (const FAnimationVector& Point : Points)
		{
			Posed.push_back(Project(Point, Palette));
		}
		FSubdivisionMesh Mesh = Case.Mesh;
		for (int Step = 0; Step < 2; ++Step)
		{
			const TResult<FSubdivision> Fine = Subdivide(Mesh, Case.Scheme);
			ASSERT_TRUE(Fine) << Fine.GetError().Message;
			ExpectRowsSumToOne(*Fine);
			Points = ApplySubdivision(*Fine, Points);
			Posed = ApplySubdivision(*Fine, Posed);
			Mesh = Fine->Mesh;
			for (size_t Point = 0; Point < Points.size(); ++Point)
			{
				EXPECT_LT(Distance(Project(Points[Point], Palette), Posed[Point]), 1e-12);
				EXPECT_NEAR(Points[Point].Weight(), 1.0, 1e-12);
			}
		}
	}
}

TEST(Subdivision, OfLinearBlendRestAndWeightsDoesNot)
{
	// The reason for subdividing in animation space: the same rows applied to rest and weights give another surface.
	FRandomNumbers Numbers(42);
	const FTree Tree(Numbers, 6);
	const FBlend Blend(Numbers, MakeCube().Positions);
	const TResult<FSubdivision> Fine = Subdivide(OfPolygons(MakeCube()), ESubdivisionScheme::CatmullClark);
	ASSERT_TRUE(Fine);
	const std::vector<FAnimationVector> Points = ApplySubdivision(*Fine, EmbedLinearBlend(Blend.Rest, Blend.Weights));
	const std::vector<FDouble3> Rest = ApplySubdivision(*Fine, Blend.Rest);
	const std::vector<FAffine3d> Palette = Tree.ToPalette(Tree.Pose(Numbers, 2.0));
	double Largest = 0.0;
	for (size_t Point = 0; Point < Points.size(); ++Point)
	{
		FLinearBlendPoint Averaged{Rest[Point], Points[Point].Bones, {}, 0.0};
		for (const FDouble4& Block : Points[Point].Blocks)
		{
			Averaged.Weights.push_back(Block.W);
		}
		const FAnimationVector Linear = EmbedPoint(Averaged.Rest, Averaged.Bones, Averaged.Weights);
		Largest = std::max(Largest, Distance(Project(Linear, Palette), Project(Points[Point], Palette)));
	}
	EXPECT_GT(Largest, 0.05);
}

TEST(Subdivision, ACubeBecomesWhatCatmullAndClarkSay)
{
	const FSourceMesh Cube = MakeCube();
	const TResult<FSubdivision> Fine = Subdivide(OfPolygons(Cube), ESubdivisionScheme::CatmullClark);
	ASSERT_TRUE(Fine);
	EXPECT_EQ(Fine->Mesh.PointCount, 8u + 12u + 6u);
	EXPECT_EQ(Fine->Mesh.PolygonCount(), 24u);
	const std::vector<FDouble3> Points = ApplySubdivision(*Fine, Cube.Positions);
	const double C = 2.0 / 9.0;
	EXPECT_LT(Distance(Points[0], {C, C, C}), 1e-14);
	EXPECT_LT(Distance(Points[7], {1 - C, 1 - C, 1 - C}), 1e-14);
	// The edge from (0,0,0) to (0,0,1) is the first: a quarter of its ends and of the two polygons' middles.
	EXPECT_LT(Distance(Points[8], {0.125, 0.125, 0.5}), 1e-14);
	EXPECT_NEAR(VolumeOf(Fine->Mesh, Points), 5.0 / 12.0, 1e-12) << "polygons face outward still";
}

TEST(Subdivision, CreasesKeepACubeACubeAndStaySharp)
{
	const FSourceMesh Cube = MakeCube();
	FSubdivisionMesh Mesh = OfPolygons(Cube);
	CreaseAll(Mesh);
	std::vector<FDouble3> Points = Cube.Positions;
	for (int Step = 0; Step < 2; ++Step)
	{
		const TResult<FSubdivision> Fine = Subdivide(Mesh, ESubdivisionScheme::CatmullClark);
		ASSERT_TRUE(Fine);
		Points = ApplySubdivision(*Fine, Points);
		Mesh = Fine->Mesh;
		EXPECT_NEAR(VolumeOf(Mesh, Points), 1.0, 1e-12);
	}
	EXPECT_EQ(Mesh.Creases.size(), 48u);
	EXPECT_EQ(Points[7], (FDouble3{1, 1, 1}));
}

TEST(Subdivision, BoundariesAreCubicSplinesAndFlatSheetsStayFlat)
{
	const FTriangleMesh Sheet = Shapes::Grid(4, 4);
	for (const ESubdivisionScheme Scheme : {ESubdivisionScheme::Loop, ESubdivisionScheme::CatmullClark})
	{
		const TResult<FSubdivision> Fine = Subdivide(OfTriangles(Sheet), Scheme);
		ASSERT_TRUE(Fine);
		const std::vector<FDouble3> Points = ApplySubdivision(*Fine, Sheet.Positions);
		for (const FDouble3& P : Points)
		{
			EXPECT_EQ(P.Z, 0.0);
			EXPECT_TRUE(P.X >= 0.0 && P.X <= 4.0 && P.Y >= 0.0 && P.Y <= 4.0);
		}
		EXPECT_LT(Distance(Points[2], {2, 0, 0}), 1e-15);         // on a straight boundary
		EXPECT_LT(Distance(Points[0], {0.125, 0.125, 0}), 1e-15); // at its corner
	}
}

TEST(Subdivision, LoopRoundsAnIcosahedronAndADartIsSmooth)
{
	const FTriangleMesh Sphere = Shapes::Sphere(0);
	FSubdivisionMesh Mesh = OfTriangles(Sphere);
	const TResult<FSubdivision> Smooth = Subdivide(Mesh, ESubdivisionScheme::Loop);
	ASSERT_TRUE(Smooth);
	EXPECT_EQ(Smooth->Mesh.PointCount, 42u);
	EXPECT_EQ(Smooth->Mesh.PolygonCount(), 80u);
	const std::vector<FDouble3> Round = ApplySubdivision(*Smooth, Sphere.Positions);
	for (size_t Point = 1; Point < 12; ++Point)
	{
		EXPECT_NEAR(Distance(Round[Point], {}), Distance(Round[0], {}), 1e-12); // as symmetric as it was
	}
	EXPECT_GT(VolumeOf(Smooth->Mesh, Round), 0.6 * VolumeOf(Mesh, Sphere.Positions));
	// One crease alone ends at both of its points: they stay smooth, only the edge's own point is its midpoint.
	Mesh.Creases = {{0, 1}};
	const TResult<FSubdivision> Dart = Subdivide(Mesh, ESubdivisionScheme::Loop);
	ASSERT_TRUE(Dart);
	const std::vector<FDouble3> Points = ApplySubdivision(*Dart, Sphere.Positions);
	EXPECT_EQ(Points[0], Round[0]);
	EXPECT_EQ(Dart->Mesh.Creases.size(), 2u);
	const FDouble3 &A = Sphere.Positions[0], &B = Sphere.Positions[1];
	EXPECT_LT(Distance(Points[12], {(A.X + B.X) / 2, (A.Y + B.Y) / 2, (A.Z + B.Z) / 2}), 1e-14);
	EXPECT_GT(Distance(Round[12], Points[12]), 0.01);
}

TEST(Subdivision, PolygonsThatCannotBeAreRefused)
{
	FSubdivisionMesh Mesh = OfPolygons(MakeCube());
	EXPECT_FALSE(Subdivide(Mesh, ESubdivisionScheme::Loop));
	Mesh.CornerPoints[5] = 99;
	const TResult<FSubdivision> Bad = Subdivide(Mesh, ESubdivisionScheme::CatmullClark);
	ASSERT_FALSE(Bad);
	EXPECT_NE(Bad.GetError().Message.find("Polygon 1"), std::string::npos);
	Mesh = OfPolygons(MakeCube());
	Mesh.CornerPoints[1] = Mesh.CornerPoints[0];
	EXPECT_FALSE(Subdivide(Mesh, ESubdivisionScheme::CatmullClark));
}

TEST(Subdivision, HardEdgesOfASourceAreCreases)
{
	FSourceMesh Cube = MakeCube();
	// One normal a face: every edge is hard; then the first two faces share theirs.
	for (uint32_t Face = 0; Face < 6; ++Face)
	{
		const float Angle = static_cast<float>(Face);
		Cube.Normals.push_back({std::cos(Angle), std::sin(Angle), 0.0f});
		Cube.CornerNormals.insert(Cube.CornerNormals.end(), 4, Face);
	}
	const auto Creases = [&]
	{
		const TResult<FExampleSet> Set = BuildExampleSet(MakeExamples(Cube), {}, {});
		EXPECT_TRUE(Set);
		const FSubdivisionMesh Mesh = MakeSubdivisionMesh(*Set);
		EXPECT_EQ(Mesh.PolygonCount(), 6u);
		EXPECT_EQ(Mesh.PointCount, 8u);
		return Mesh.Creases.size();
	};
	EXPECT_EQ(Creases(), 12u);
	for (size_t Corner = 8; Corner < 12; ++Corner)
	{
		Cube.CornerNormals[Corner] = 0; // the third face has an edge with the first
	}
	EXPECT_EQ(Creases(), 11u);
	Cube.CornerNormals.clear();
	Cube.Normals.clear();
	EXPECT_EQ(Creases(), 0u);
}

} // namespace SubdivisionTest
} // namespace Exemplar

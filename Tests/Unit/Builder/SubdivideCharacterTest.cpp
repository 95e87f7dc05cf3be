// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Pipeline/SubdivideCharacter.h"

#include "AnimationSpace/Subdivision.h"
#include "Geometry/Measures.h"
#include "SampleParts.h"

#include <cmath>

namespace Exemplar
{
namespace SubdivideCharacterTest
{

/** A cube of quads, or of triangles. */
FSubdivisionMesh MakeCube(bool bQuads, std::vector<FDouble3>& Points)
{
	Points.clear();
	for (int Corner = 0; Corner < 8; ++Corner)
	{
		Points.push_back({Corner & 1 ? 1.0 : -1.0, Corner & 2 ? 1.0 : -1.0, Corner & 4 ? 1.0 : -1.0});
	}
	FSubdivisionMesh Out;
	Out.PointCount = 8;
	const uint32_t Quads[6][4] = {{0, 2, 3, 1}, {4, 5, 7, 6}, {0, 1, 5, 4}, {2, 6, 7, 3}, {0, 4, 6, 2}, {1, 3, 7, 5}};
	for (const auto& Quad : Quads)
	{
		const std::vector<uint32_t> Corners = bQuads
			? std::vector<uint32_t>{Quad[0], Quad[1], Quad[2], Quad[3]}
			: std::vector<uint32_t>{Quad[0], Quad[1], Quad[2], Quad[0], Quad[2], Quad[3]};
		for (size_t Corner = 0; Corner < Corners.size(); ++Corner)
		{
			Out.CornerPoints.push_back(Corners[Corner]);
			if (bQuads ? Corner == 3 : Corner % 3 == 2)
			{
				Out.PolygonOffsets.push_back(static_cast<uint32_t>(Out.CornerPoints.size()));
			}
		}
	}
	return Out;
}

TEST(SubdivideCharacter, LimitMasksAreWhereManyStepsLead)
{
	for (const ESubdivisionScheme Scheme :
		{ESubdivisionScheme::CatmullClark, ESubdivisionScheme::Loop, ESubdivisionScheme::Sqrt3})
	{
		std::vector<FDouble3> Points;
		FSubdivisionMesh Mesh = MakeCube(Scheme == ESubdivisionScheme::CatmullClark, Points);
		const std::vector<FDouble3> Limit = ApplySubdivision(FindLimit(Mesh, Scheme), Points);
		for (int Step = 0; Step < (Scheme == ESubdivisionScheme::Sqrt3 ? 7 : 5); ++Step)
		{
			const TResult<FSubdivision> Finer = Subdivide(Mesh, Scheme);
			ASSERT_TRUE(Finer) << Finer.GetError().Message;
			Points = ApplySubdivision(*Finer, Points);
			Mesh = Finer->Mesh;
		}
		for (size_t Point = 0; Point < 8; ++Point)
		{
			const FDouble3 &A = Points[Point], &B = Limit[Point];
			EXPECT_LT(std::hypot(A.X - B.X, A.Y - B.Y, A.Z - B.Z), 0.01) << static_cast<int>(Scheme);
			EXPECT_LT(std::hypot(B.X, B.Y, B.Z), 1.6) << "inside the cube's corners";
		}
	}
}

TEST(SubdivideCharacter, Sqrt3TriplesTheTrianglesAndStaysClosed)
{
	std::vector<FDouble3> Points;
	const FSubdivisionMesh Cube = MakeCube(false, Points);
	const TResult<FSubdivision> Finer = Subdivide(Cube, ESubdivisionScheme::Sqrt3);
	ASSERT_TRUE(Finer);
	EXPECT_EQ(Finer->Mesh.PolygonCount(), 3 * Cube.PolygonCount());
	std::vector<FTriangle> Triangles;
	for (size_t Polygon = 0; Polygon < Finer->Mesh.PolygonCount(); ++Polygon)
	{
		const uint32_t* P = Finer->Mesh.CornerPoints.data() + Finer->Mesh.PolygonOffsets[Polygon];
		Triangles.push_back({static_cast<int32_t>(P[0]), static_cast<int32_t>(P[1]), static_cast<int32_t>(P[2])});
	}
	const FMeshTopology Topology = DescribeTopology(Finer->Mesh.PointCount, Triangles);
	EXPECT_TRUE(Topology.IsClosed() && Topology.IsManifold());
	EXPECT_EQ(Topology.Genus(), 0);
}

/** The largest distance between the finer skin in a pose and the finer mesh of the posed skin, % of the diagonal. */
TEST(SubdivideCharacter, TheFinerSkinPosedIsThePosedSkinMadeFiner)
{
	const FCharacterParts& Parts = SampleParts();
	FSubdivideOptions Options;
	Options.MaxInfluences = 64;
	const TResult<FSubdividedCharacter> Out = SubdivideCharacter(Parts, Options, {});
	ASSERT_TRUE(Out) << Out.GetError().Message;
	EXPECT_EQ(Out->Parts.Surface.TriangleCount(), 4 * Parts.Surface.TriangleCount());
	EXPECT_EQ(Out->LimitLargestError, 0.0);
	EXPECT_EQ(Out->Parts.Surface.UVs.size(), Out->Parts.Surface.CornerCount());
	EXPECT_EQ(Out->Parts.Surface.MoreUVs.size(), Parts.Surface.MoreUVs.size());
	const std::vector<FAffine3d> Motions = *PlayMotions(Parts.Animation);
	const size_t Joints = Parts.Animation.Skeleton.JointCount(), Frames = Parts.Animation.FrameCount();
	std::vector<FAffine3d> Palette;
	for (size_t Joint = 0; Joint < Joints; ++Joint)
	{
		Palette.push_back(Motions[Joint * Frames + Frames / 2]);
	}
	// The point mesh alone: what SubdivideCharacter subdivides beside the corners.
	FSubdivisionMesh Mesh;
	Mesh.PointCount = Parts.Skin.PointCount();
	for (const uint32_t Corner : Parts.Surface.Indices)
	{
		Mesh.CornerPoints.push_back(Parts.Surface.PointOfCorner[Corner]);
		if (Mesh.CornerPoints.size() % 3 == 0)
		{
			Mesh.PolygonOffsets.push_back(static_cast<uint32_t>(Mesh.CornerPoints.size()));
		}
	}
	std::vector<FDouble3> Posed;
	for (const FAnimationVector& Point : Parts.Skin.Points)
	{
		Posed.push_back(Project(Point, Palette));
	}
	const std::vector<FDouble3> Finer = ApplySubdivision(*Subdivide(Mesh, ESubdivisionScheme::Loop), Posed);
	ASSERT_EQ(Finer.size(), Out->Parts.Skin.PointCount());
	for (size_t Point = 0; Point < Finer.size(); ++Point)
	{
		const FDouble3 A = Project(Out->Parts.Skin.Points[Point], Palette);
		EXPECT_LT(std::hypot(A.X - Finer[Point].X, A.Y - Finer[Point].Y, A.Z - Finer[Point].Z), 1e-5);
	}
	EXPECT_TRUE(Bake(Out->Parts, {}, {}));
}

} // namespace SubdivideCharacterTest
} // namespace Exemplar

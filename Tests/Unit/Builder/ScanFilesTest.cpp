// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Registration/ScanFiles.h"
#include "Geometry/Measures.h"
#include "RegistrationBody.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace Exemplar
{
namespace ScanFilesTest
{

/** A sphere with triangles of its own. */
FScan SphereScan(const std::string& Name, int Rings, double Radius = 0.5)
{
	const FTriangleMesh Sphere = RegistrationSphere(Radius, {}, Rings);
	return {Name, MeshOfTriangles(Sphere.Positions, Sphere.Triangles), {}};
}

FTemplateOptions Coarse()
{
	FTemplateOptions Options;
	Options.Triangles = 1000;
	return Options;
}

TEST(ScanFiles, AreScansIfNoTwoMeshesShareTheirVertices)
{
	FScanSet Scans;
	Scans.Scans = {SphereScan("a.ply", 16), SphereScan("b.ply", 17)};
	EXPECT_TRUE(LookLikeScans(Scans));
	Scans.Scans.push_back(SphereScan("pose.ply", 16)); // a pose of the first: one of the files is wrong
	EXPECT_FALSE(LookLikeScans(Scans));
	Scans.Scans = {SphereScan("a.ply", 16)};
	EXPECT_FALSE(LookLikeScans(Scans));
	Scans.Scans.push_back(SphereScan("small.ply", 5)); // a box is no body
	EXPECT_FALSE(LookLikeScans(Scans));
	Scans.Scans.back() = SphereScan("points.ply", 16);
	Scans.Scans.back().Mesh.CornerVertices.clear();
	Scans.Scans.back().Mesh.PolygonOffsets = {0};
	EXPECT_TRUE(LookLikeScans(Scans));
}

TEST(ScanFiles, TheMeshNamedRestIsTheTemplateAndNoScan)
{
	FScanSet Scans;
	Scans.Scans = {SphereScan("scans/a.ply", 16), SphereScan("scans/Rest.obj", 17)};
	const FFileLandmark Landmarks[] = {
		{"a", {"nose", {0.0, 0.0, 0.5}}}, {"Rest.obj", {"nose", {0.0, 0.5, 0.0}}}, {"template", {"ear", {}}}};
	const TResult<FScanInput> Input = PrepareTemplate(Scans, {}, {}, Landmarks, {});
	ASSERT_TRUE(Input) << Input.GetError().Message;
	EXPECT_EQ(Input->Template.Name, "scans/Rest.obj");
	ASSERT_EQ(Input->Scans.Scans.size(), 1u);
	EXPECT_EQ(Input->Scans.Scans[0].Landmarks.size(), 1u);
	EXPECT_EQ(Input->Template.Landmarks.size(), 2u);
	const FFileLandmark Lost[] = {{"b.ply", {"nose", {}}}};
	const TResult<FScanInput> Refused = PrepareTemplate(Scans, {}, {}, Lost, {});
	ASSERT_FALSE(Refused);
	EXPECT_THAT(Refused.GetError().Message, testing::HasSubstr("'b.ply', which is neither a scan nor the template"));
}

TEST(ScanFiles, ATemplateIsMadeFromTheMostCompleteScanOfTheRightSize)
{
	FScanSet Scans;
	Scans.Scans = {SphereScan("whole.ply", 24), SphereScan("half.ply", 26), SphereScan("millimeters.ply", 25, 500.0)};
	FSourceMesh& Half = Scans.Scans[1].Mesh;
	Half.CornerVertices.resize(Half.CornerVertices.size() / 2 / 3 * 3);
	Half.PolygonOffsets.resize(Half.CornerVertices.size() / 3 + 1);
	const TResult<FTemplateChoice> Made = MakeTemplate(Scans, Coarse(), {});
	ASSERT_TRUE(Made) << Made.GetError().Message;
	EXPECT_EQ(Made->Scan, 0u);
	EXPECT_NEAR(BoxDiagonal(Made->Template.Mesh.Positions), std::sqrt(3.0), 0.05);
	FScanOptions Options;
	Options.Template = Coarse();
	const FFileLandmark Landmarks[] = {{"whole.ply", {"top", {0.0, 0.5, 0.0}}}};
	const TResult<FScanInput> Input = PrepareTemplate(Scans, {}, Options, Landmarks, {});
	ASSERT_TRUE(Input) << Input.GetError().Message;
	EXPECT_THAT(Input->Notes.front(), testing::HasSubstr("most complete scan, whole.ply"));
	EXPECT_EQ(Input->Template.Landmarks.size(), 1u); // it stands where the scan does
	Scans.Scans.resize(1);
	Scans.Scans[0].Mesh.CornerVertices.clear();
	Scans.Scans[0].Mesh.PolygonOffsets = {0};
	const TResult<FTemplateChoice> Points = MakeTemplate(Scans, Coarse(), {});
	ASSERT_FALSE(Points);
	EXPECT_THAT(Points.GetError().Message, testing::HasSubstr("points without faces"));
	EXPECT_THAT(Points.GetError().Message, testing::HasSubstr("Give a template"));
}

} // namespace ScanFilesTest
} // namespace Exemplar

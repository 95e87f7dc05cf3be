// Copyright (c) 2026 Exemplar contributors. MIT license.
// Geometry caches beside FBX files, written by hand, and files of old versions.

#include "Base/File.h"
#include "FbxCases.h"
#include "TemporaryFolder.h"

#include <gmock/gmock.h>

namespace Exemplar
{
namespace FbxCacheTest
{

class FbxCache : public testing::Test
{
protected:
	void SetUp() override
	{
		if (!HasFbxReader())
		{
			GTEST_SKIP() << "this build has no ufbx (Scripts/setup.sh fetches it)";
		}
	}
};
using FbxVersions = FbxCache;

void ExpectAt(const FDouble3& P, double X, double Y, double Z)
{
	EXPECT_NEAR(P.X, X, 1e-6);
	EXPECT_NEAR(P.Y, Y, 1e-6);
	EXPECT_NEAR(P.Z, Z, 1e-6);
}

TEST_F(FbxCache, PlaysPc2AndMcAndMcxInTheUnitsOfTheFile)
{
	for (const FFbxCase& Case : {Pc2Case(), McCase(false), McCase(true)})
	{
		const FTemporaryFolder Folder;
		for (const auto& [Name, Bytes] : Case.Beside)
		{
			ASSERT_TRUE(WriteFileAtomically(Folder / Name, Bytes));
		}
		const TResult<FSourceExamples> Examples = ImportFbxText(Case.File.Text(), Folder.Path());
		ASSERT_TRUE(Examples) << Case.Name << ": " << Examples.GetError().Message;
		ASSERT_EQ(Examples->Poses.size(), Case.PoseCount) << Case.Name;
		for (const auto& [Pose, Vertex, Place] : Case.Truth)
		{
			ExpectAt(Examples->Poses[Pose].Positions[Vertex], Place.x(), Place.y(), Place.z());
		}
	}
}

TEST_F(FbxCache, NamesWhatIsWrongWithACache)
{
	const FTemporaryFolder Folder;
	const std::string File = CachedSquare("cloth.pc2").Text();
	TResult<FSourceExamples> Examples = ImportFbxText(File, Folder.Path());
	ASSERT_FALSE(Examples);
	EXPECT_EQ(Examples.GetError().Code, EErrorCode::NotFound);
	EXPECT_THAT(Examples.GetError().Message, testing::HasSubstr("Put the cache in the folder of the file."));
	FPointCache Other;
	Other.VertexCount = 3;
	Other.Points.resize(6);
	ASSERT_TRUE(WriteFileAtomically(Folder / "cloth.pc2", FormatPc2(Other)));
	Examples = ImportFbxText(File, Folder.Path());
	ASSERT_FALSE(Examples);
	EXPECT_EQ(Examples.GetError().Code, EErrorCode::Mismatch);
	EXPECT_THAT(Examples.GetError().Message, testing::HasSubstr("'cloth' gives 3 vertices"));
	ASSERT_TRUE(WriteFileAtomically(Folder / "cloth.pc2", FormatPc2(RisingPoints()).substr(0, 60)));
	Examples = ImportFbxText(File, Folder.Path());
	ASSERT_FALSE(Examples);
	EXPECT_EQ(Examples.GetError().Code, EErrorCode::Malformed);
}

TEST_F(FbxCache, DoesNotLeaveTheFolderOfTheFile)
{
	const FTemporaryFolder Folder;
	std::filesystem::create_directory(Folder / "inside");
	ASSERT_TRUE(WriteFileAtomically(Folder / "cloth.pc2", FormatPc2(RisingPoints())));
	const TResult<FSourceExamples> Examples = ImportFbxText(CachedSquare("../cloth.pc2").Text(), Folder / "inside");
	ASSERT_FALSE(Examples);
	EXPECT_EQ(Examples.GetError().Code, EErrorCode::NotFound);
}

/** A square that moves by 2 along x in one second, in the form of version 6.1, and nearly in that of 5.8. */
std::string OldFile(int Version)
{
	const std::string Properties = Version >= 6000
		? "Properties60:  {\n Property: \"Lcl Translation\", \"Lcl Translation\", \"A+\",0,0,0\n }\n"
		: "MaterialAssignation: \"AllSame\"\n ";
	const std::string Keys =
		"Channel: \"Transform\" {\n Channel: \"T\" {\n Channel: \"X\" {\n Default: 0\n KeyVer: 4005\n"
		" KeyCount: 2\n Key: 0,0,L,46186158000,200,L\n }\n Channel: \"Y\" {\n Default: 0\n }\n"
		" Channel: \"Z\" {\n Default: 0\n }\n LayerType: 1\n }\n LayerType: 1\n }\n";
	const std::string Mesh = "Version: 232\n " + Properties +
		"Vertices: 0,0,0,100,0,0,100,100,0,0,100,0\n PolygonVertexIndex: 0,1,2,-4\n GeometryVersion: 124\n";
	const std::string Head = "; FBX " + std::to_string(Version / 1000) + "." + std::to_string(Version / 100 % 10) +
		".0 project file\nFBXHeaderExtension:  {\n FBXHeaderVersion: 1003\n FBXVersion: " + std::to_string(Version) +
		"\n}\n";
	if (Version >= 6000)
	{
		return Head + "Objects:  {\n Model: \"Model::square\", \"Mesh\" {\n " + Mesh + " }\n}\nConnections:  {\n" +
			" Connect: \"OO\", \"Model::square\", \"Model::Scene\"\n}\nTakes:  {\n Current: \"walk\"\n Take: \"walk\" "
			"{\n" +
			" FileName: \"walk.tak\"\n LocalTime: 0,46186158000\n Model: \"Model::square\" {\n Version: 1.1\n " + Keys +
			" }\n }\n}\n";
	}
	return Head + "Model: \"square\" {\n " + Mesh + "}\nTakes:  {\n Current: \"walk\"\n Take: \"walk\" {\n" +
		" FileName: \"walk.tak\"\n LocalTime: 0,46186158000\n Model: \"square\" {\n Version: 1.1\n " + Keys +
		" }\n }\n}\n";
}

TEST_F(FbxVersions, ReadsFiveAndSix)
{
	for (const int Version : {5800, 6100})
	{
		FSceneOptions Options;
		Options.FramesPerSecond = 10.0;
		const TResult<FSourceExamples> Examples = ImportFbxText(OldFile(Version), {}, Options);
		ASSERT_TRUE(Examples) << Version << ": " << Examples.GetError().Message;
		ASSERT_EQ(Examples->Rest.Positions.size(), 4u);
		ASSERT_EQ(Examples->Poses.size(), 11u) << Version;
		EXPECT_EQ(Examples->Poses[5].Name, "walk 5");
		ExpectAt(Examples->Poses[5].Positions[2], 2, 1, 0); // centimeters, as old files are
	}
}

} // namespace FbxCacheTest
} // namespace Exemplar

// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Tools/BuildFiles.h"

#include "TemporaryFolder.h"
#include "Tools/BuildManifest.h"

#include <cmath>

#include <gtest/gtest.h>

namespace Exemplar
{
namespace BuildFilesTest
{

/** A bar of two halves with a hinge at x = 0, bent by an angle. */
FSourceMesh MakeBar(double Angle)
{
	FSourceMesh Out;
	for (int Ring = 0; Ring < 9; ++Ring)
	{
		const double X = 0.25 * (Ring - 4);
		for (int Side = 0; Side < 6; ++Side)
		{
			const double Around = 3.14159265358979 / 3.0 * Side, Turn = X > 0.0 ? Angle : 0.0;
			const double Y = 0.2 * std::cos(Around);
			Out.Positions.push_back({X * std::cos(Turn) - Y * std::sin(Turn), X * std::sin(Turn) + Y * std::cos(Turn),
				0.2 * std::sin(Around)});
			if (Ring > 0)
			{
				const uint32_t A = 6u * (Ring - 1) + Side, B = 6u * (Ring - 1) + (Side + 1) % 6;
				for (const uint32_t Corner : {A, B, B + 6, A + 6})
				{
					Out.CornerVertices.push_back(Corner);
				}
				Out.PolygonOffsets.push_back(static_cast<uint32_t>(Out.CornerVertices.size()));
			}
		}
	}
	return Out;
}

void WriteBar(const std::filesystem::path& Folder, double Bend)
{
	std::filesystem::create_directories(Folder);
	ASSERT_TRUE(WriteMeshFile(Folder / "rest.obj", MakeBar(0.0)).IsOk());
	for (int Pose = 1; Pose <= 4; ++Pose)
	{
		ASSERT_TRUE(WriteMeshFile(Folder / ("pose" + std::to_string(Pose) + ".obj"), MakeBar(Bend * Pose)).IsOk());
	}
}

FFileBuildRequest MakeRequest(const std::filesystem::path& Folder, int Bones)
{
	FFileBuildRequest Out;
	Out.Sources = {Folder};
	Out.Options.Rig.Clusters.BoneCount = Bones;
	Out.Options.Rig.Refine.Effort = ERefineEffort::Fast;
	Out.Options.bAnimationSpace = false;
	Out.Options.Levels.LevelCount = 1;
	return Out;
}

TEST(BuildFilesTest, MeasuresWhatIsDrawnAgainstTheExamples)
{
	const FTemporaryFolder Folder;
	WriteBar(Folder / "bar", 0.25);
	const TResult<FFileBuild> Good = BuildFiles(MakeRequest(Folder / "bar", 2), {});
	ASSERT_TRUE(Good.IsOk()) << Good.GetError().Message;
	ASSERT_TRUE(Good->Built.has_value());
	EXPECT_LT(Good->Error.Max, 0.5); // two rigid halves are what two bones can do
	// One bone cannot bend: the tip misses by what a rigid fit leaves, most where the bar bends most.
	const TResult<FFileBuild> Stiff = BuildFiles(MakeRequest(Folder / "bar", 1), {});
	ASSERT_TRUE(Stiff.IsOk()) << Stiff.GetError().Message;
	EXPECT_GT(Stiff->Error.Max, 5.0);
	EXPECT_GT(Stiff->Error.Max, Stiff->Error.Rms);
	EXPECT_EQ(Stiff->Error.WorstPose.find("pose4"), 0u) << Stiff->Error.WorstPose;
}

TEST(BuildFilesTest, TheSameFilesAndOptionsAreNotBuiltTwice)
{
	const FTemporaryFolder Folder;
	WriteBar(Folder / "bar", 0.25);
	FFileBuildRequest Request = MakeRequest(Folder / "bar", 2);
	const TResult<FFileBuild> First = BuildFiles(Request, {});
	ASSERT_TRUE(First.IsOk());
	Request.KnownKey = First->Key;
	const TResult<FFileBuild> Same = BuildFiles(Request, {});
	ASSERT_TRUE(Same.IsOk());
	EXPECT_FALSE(Same->Built.has_value());
	EXPECT_EQ(Same->Key, First->Key);
	// Another option of a late stage, other examples and other code are other keys.
	Request.Options.Bake.KeyTolerance = 0.1;
	EXPECT_TRUE(BuildFiles(Request, {})->Built.has_value());
	Request.Options.Bake.KeyTolerance = 0.0;
	FBuildHost Host;
	Host.Code = "another version";
	EXPECT_TRUE(BuildFiles(Request, {}, Host)->Built.has_value());
	WriteBar(Folder / "bar", 0.2);
	EXPECT_TRUE(BuildFiles(Request, {})->Built.has_value());
}

TEST(BuildFilesTest, ErrorsNameTheFileAndCancelIsAnError)
{
	const FTemporaryFolder Folder;
	WriteBar(Folder / "bar", 0.25);
	FFileBuildRequest Request = MakeRequest(Folder / "bar", 2);
	const FProgressCallback Stop = [](std::string_view, double Fraction) { return Fraction < 0.5; };
	FBuildContext Context;
	Context.Progress = FProgress(Stop);
	const TResult<FFileBuild> Canceled = BuildFiles(Request, Context);
	ASSERT_FALSE(Canceled.IsOk());
	EXPECT_EQ(Canceled.GetError().Code, EErrorCode::Canceled);
	Request.Options.Rig.Skeleton.File = "body.fbx";
	EXPECT_NE(BuildFiles(Request, {}).GetError().Message.find("'body.fbx' is not a character"), std::string::npos);
	Request.Sources = {Folder / "absent"};
	EXPECT_NE(BuildFiles(Request, {}).GetError().Message.find("absent"), std::string::npos);
	Request.Sources = {"hero.exemplar"};
	EXPECT_NE(BuildFiles(Request, {}).GetError().Message.find("this is a character"), std::string::npos);
	Request.Sources.clear();
	EXPECT_EQ(BuildFiles(Request, {}).GetError().Code, EErrorCode::NotFound);
}

TEST(BuildManifestTest, SectionsInheritWhatStandsBeforeThem)
{
	const auto Entries = ParseBuildManifest("# heroes\nrig.maxBones = 30\nexamples = common\n[/Game/A]\nexamples = "
											"a\nexamples = more.pc2\npreset = prop\r\n"
											"[/Game/Folder/B]\n  rig.bones=12 \n",
		"list.txt", "/data");
	ASSERT_TRUE(Entries.IsOk()) << Entries.GetError().Message;
	ASSERT_EQ(Entries->size(), 2u);
	const FManifestEntry &A = (*Entries)[0], &B = (*Entries)[1];
	EXPECT_EQ(A.Asset, "/Game/A");
	EXPECT_EQ(A.Sources, (std::vector<std::filesystem::path>{"/data/a", "/data/more.pc2"}));
	EXPECT_EQ(A.Options.Rig.Clusters.MaxBones, 16); // the preset of the section is above the common lines
	EXPECT_EQ(A.Options.Rig.Refine.MaxInfluences, 2);
	EXPECT_EQ(B.Sources, (std::vector<std::filesystem::path>{"/data/common"}));
	EXPECT_EQ(B.Options.Rig.Clusters.BoneCount, 12);
	EXPECT_EQ(B.Options.Rig.Clusters.MaxBones, 30);
	// An empty file is the folder that it is in.
	const auto One = ParseBuildManifest("", "set", "/data/hero");
	ASSERT_TRUE(One.IsOk());
	ASSERT_EQ(One->size(), 1u);
	EXPECT_TRUE(One->front().Asset.empty());
	EXPECT_EQ(One->front().Sources, (std::vector<std::filesystem::path>{"/data/hero"}));
}

TEST(BuildManifestTest, ErrorsNameTheLine)
{
	const auto Says = [](std::string_view Text, std::string_view Words)
	{
		const auto Out = ParseBuildManifest(Text, "list.txt", "/data");
		return !Out.IsOk() && Out.GetError().Message.find(Words) != std::string::npos;
	};
	EXPECT_TRUE(Says("\nrig.bons = 3", "list.txt:2: There is no option 'rig.bons'. Did you mean 'rig.bones'?"));
	EXPECT_TRUE(Says("rig.bones = many", "list.txt:1: rig.bones"));
	EXPECT_TRUE(Says("rig.bones =", "list.txt:1: 'rig.bones' has no value"));
	EXPECT_TRUE(Says("nothing", "list.txt:1: 'nothing' is neither"));
	EXPECT_TRUE(Says("preset = horse", "There is no preset 'horse'. Presets are prop, creature, hero, crowd."));
	for (const char* Bad : {"[Hero]", "[/]", "[/Game/]", "[/Game/A", "[]"})
	{
		EXPECT_TRUE(Says(Bad, "list.txt:1: A section names an asset")) << Bad;
	}
	EXPECT_TRUE(Says("[/Game/A]\n[/Game/A]", "list.txt:2: /Game/A stands there twice"));
	EXPECT_TRUE(Says("[/Game/A]\nrig.bones = 3\nrig.tolerance = 1", "list.txt:1: "));
}

TEST(BuildManifestTest, ResultsAreJson)
{
	std::vector<FManifestResult> Results(3);
	Results[0].Asset = "/Game/A";
	Results[0].bBuilt = true;
	Results[0].Measured = {0.25, 1.5, "pose \"1\"\n"};
	Results[0].Warnings = {"one", "two"};
	Results[1].Asset = "/Game/B";
	Results[2].Error = "C:\\hero: not there.";
	const std::string Json = FormatManifestResults(Results);
	for (const char* Words : {"\"state\": \"built\"", "\"state\": \"unchanged\"", "\"state\": \"failed\"",
			 "\"worstErrorPercent\": 1.5", "\"worstPose\": \"pose \\\"1\\\"\\u000a\"", "[\"one\", \"two\"]",
			 "\"error\": \"C:\\\\hero: not there.\"", "\"failed\": 1"})
	{
		EXPECT_NE(Json.find(Words), std::string::npos) << Words << " in " << Json;
	}
}

} // namespace BuildFilesTest
} // namespace Exemplar

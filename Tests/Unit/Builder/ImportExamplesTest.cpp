// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Examples/ExampleFiles.h"

#include "Base/File.h"
#include "Base/ThreadPool.h"
#include "ExampleMeshes.h"
#include "Examples/ExamplePaths.h"
#include "Examples/MeshFiles.h"
#include "TemporaryFolder.h"

#include <algorithm>
#include <cstdlib>

namespace Exemplar
{
namespace ImportExamplesTest
{

/** Real characters to measure on stand beside the repository; EXEMPLAR_DATA says where else. */
std::filesystem::path RealDataFolder()
{
	const char* Override = std::getenv("EXEMPLAR_DATA");
	return Override ? std::filesystem::path(Override)
					: std::filesystem::path(EXEMPLAR_SOURCE_DIR) / ".." / "shared" / "data";
}

struct FRealSet
{
	const char* Name;
	size_t Vertices, Triangles, Frames;
};

TEST(ImportExamples, RealSequencesHaveTheCountsThatTheyArePublishedWith)
{
	if (!std::filesystem::exists(RealDataFolder()))
	{
		GTEST_SKIP() << "no real data at " << RealDataFolder();
	}
	const FRealSet Sets[] = {{"horse-gallop", 8431, 16843, 48}, {"horse-poses", 8431, 16843, 10},
		{"cat-poses", 7207, 14410, 9}, {"dembones-bone", 754, 1504, 100}, {"cheburashka", 6669, 13334, 11}};
	for (const FRealSet& Expected : Sets)
	{
		const std::filesystem::path Folder = RealDataFolder() / Expected.Name;
		const std::filesystem::path Files[] = {Folder / "rest.obj", Folder / "frames.pc2"};
		TResult<FSourceExamples> Source = ImportExamples(Files);
		ASSERT_TRUE(Source) << Source.GetError().Message;
		EXPECT_EQ(Source->Name, Expected.Name);
		const TResult<FExampleSet> Set = BuildExampleSet(std::move(*Source), {}, {});
		ASSERT_TRUE(Set) << Set.GetError().Message;
		EXPECT_EQ(Set->Source.Rest.Positions.size(), Expected.Vertices);
		EXPECT_EQ(Set->Rest.Triangles.size(), Expected.Triangles);
		EXPECT_EQ(Set->PoseCount(), Expected.Frames);
	}
}

void WriteText(const std::filesystem::path& File, std::string_view Text)
{
	const FStatus Status = WriteFileAtomically(File, Text);
	ASSERT_TRUE(Status) << Status.GetError().Message;
}

/** The cube stretched along x: a pose that says which one it is. */
FSourceMesh StretchedCube(double Factor)
{
	FSourceMesh Cube = MakeCube();
	for (FDouble3& P : Cube.Positions)
	{
		P.X *= Factor;
	}
	return Cube;
}

std::string NumberedName(std::string Stem, int Number, const char* Extension)
{
	return Stem.append(std::to_string(Number)).append(Extension);
}

std::vector<double> StretchesOf(const TResult<FSourceExamples>& Set)
{
	std::vector<double> Out;
	for (const FSourcePose& Pose : Set->Poses)
	{
		Out.push_back(Pose.Positions[7].X);
	}
	return Out;
}

TEST(ImportExamples, NumbersInNamesCompareAsNumbers)
{
	std::vector<std::string> Names{"frame10.obj", "frame2.obj", "Frame1.obj", "frame010b.obj", "frame.obj",
		"a99999999999999999999.obj", "a100000000000000000000.obj", "frame02.obj", "frame2", "walk_0001.obj",
		"walk.obj"};
	std::sort(Names.begin(), Names.end(), NaturalLess);
	EXPECT_EQ(Names,
		(std::vector<std::string>{"a99999999999999999999.obj", "a100000000000000000000.obj", "frame.obj", "Frame1.obj",
			"frame2", "frame02.obj", "frame2.obj", "frame10.obj", "frame010b.obj", "walk.obj", "walk_0001.obj"}));
	for (const std::string& A : Names)
	{
		EXPECT_FALSE(NaturalLess(A, A));
		for (const std::string& B : Names)
		{
			EXPECT_FALSE(NaturalLess(A, B) && NaturalLess(B, A)) << A << " " << B;
		}
	}
}

TEST(ImportExamples, GlobsMatchWholeNames)
{
	EXPECT_TRUE(MatchesGlob("*.obj", "a.obj"));
	EXPECT_TRUE(MatchesGlob("frame??.obj", "frame10.obj"));
	EXPECT_TRUE(MatchesGlob("*a*b*", "xxaxxbxabx"));
	EXPECT_TRUE(MatchesGlob("p?se", "p\xc3\xb6se"));
	EXPECT_TRUE(MatchesGlob("*", ""));
	EXPECT_FALSE(MatchesGlob("*.obj", "a.obj.bak"));
	EXPECT_FALSE(MatchesGlob("frame?.obj", "frame10.obj"));
	EXPECT_FALSE(MatchesGlob("", "a"));
	EXPECT_FALSE(MatchesGlob("a*b", "acbd"));
}

TEST(ImportExamples, AFolderIsASequenceInNaturalOrder)
{
	const FTemporaryFolder Folder;
	for (int Frame : {1, 2, 10, 9})
	{
		WriteText(Folder / NumberedName("frame", Frame, ".OBJ"), FormatObj(StretchedCube(Frame)));
	}
	WriteText(Folder / "notes.txt", "not a mesh");
	WriteText(Folder / ".hidden.obj", "v");
	const TResult<FSourceExamples> Set = ImportExamples(Folder.Path());
	ASSERT_TRUE(Set) << Set.GetError().Message;
	EXPECT_EQ(Set->Rest, StretchedCube(1));
	EXPECT_EQ(StretchesOf(Set), (std::vector<double>{2, 9, 10}));
	EXPECT_EQ(Set->Poses[2].Name, "frame10");
	EXPECT_EQ(Set->Name, "frame1");

	const TResult<FSourceExamples> Glob = ImportExamples(Folder / "frame?.OBJ");
	ASSERT_TRUE(Glob) << Glob.GetError().Message;
	EXPECT_EQ(StretchesOf(Glob), (std::vector<double>{2, 9}));
}

TEST(ImportExamples, TheRestIsTheFileNamedRestOrTheOneThatIsAskedFor)
{
	const FTemporaryFolder Folder;
	WriteText(Folder / "a.obj", FormatObj(StretchedCube(2)));
	WriteText(Folder / "rest.ply", FormatPly(StretchedCube(1)));
	WriteText(Folder / "z.off", FormatOff(StretchedCube(3)));
	TResult<FSourceExamples> Set = ImportExamples(Folder.Path());
	ASSERT_TRUE(Set) << Set.GetError().Message;
	EXPECT_EQ(Set->Rest, StretchedCube(1));
	EXPECT_EQ(StretchesOf(Set), (std::vector<double>{2, 3}));
	EXPECT_EQ(Set->Name, PathToText(Folder.Path().filename()));

	FImportOptions Options;
	Options.Rest = Folder / "z.off";
	Options.Name = "cube";
	Set = ImportExamples(Folder.Path(), Options);
	ASSERT_TRUE(Set) << Set.GetError().Message;
	EXPECT_EQ(Set->Rest, StretchedCube(3));
	EXPECT_EQ(StretchesOf(Set), (std::vector<double>{2, 1}));
	EXPECT_EQ(Set->Name, "cube");

	const std::filesystem::path Only[] = {Folder / "a.obj"};
	Set = ImportExamples(Only, Options);
	ASSERT_TRUE(Set) << Set.GetError().Message;
	EXPECT_EQ(StretchesOf(Set), (std::vector<double>{2}));
}

TEST(ImportExamples, SeveralCachesAreSeveralClipsOfOneSet)
{
	const FTemporaryFolder Folder;
	const auto CacheOf = [](std::initializer_list<double> Factors)
	{
		std::vector<FSourcePose> Poses;
		for (double Factor : Factors)
		{
			Poses.push_back({"", StretchedCube(Factor).Positions});
		}
		return MakePointCache(8, Poses);
	};
	WriteText(Folder / "run.pc2", FormatPc2(CacheOf({2, 3})));
	WriteText(Folder / "walk.mdd", FormatMdd(CacheOf({4})));
	WriteText(Folder / "body.obj", FormatObj(MakeCube()));
	const std::filesystem::path Paths[] = {Folder / "walk.mdd", Folder / "body.obj", Folder / "run.pc2"};
	const TResult<FSourceExamples> Set = ImportExamples(Paths);
	ASSERT_TRUE(Set) << Set.GetError().Message;
	EXPECT_EQ(StretchesOf(Set), (std::vector<double>{4, 2, 3}));
	EXPECT_EQ(Set->Poses[0].Name, "walk 0");
	EXPECT_EQ(Set->Poses[2].Name, "run 1");
	EXPECT_EQ(Set->Name, "body");
}

TEST(ImportExamples, ColorsComeFromTheLibraryBesideTheObj)
{
	const FTemporaryFolder Folder;
	FSourceMesh Cube = MakeCube();
	Cube.Materials = {{"skin", {0.5f, 0.25f, 0.125f, 1.0f}}};
	Cube.PolygonMaterials.assign(6, 0);
	ASSERT_TRUE(WriteMeshFile(Folder / "body.obj", Cube));
	const TResult<FSourceMesh> Read = ReadMeshFile(Folder / "body.obj");
	ASSERT_TRUE(Read) << Read.GetError().Message;
	EXPECT_EQ(*Read, Cube);
	std::filesystem::remove(Folder / "body.mtl");
	const TResult<FSourceMesh> Bare = ReadMeshFile(Folder / "body.obj");
	ASSERT_TRUE(Bare) << "a missing library costs colors, not the import";
	EXPECT_EQ(Bare->Materials[0].Name, "skin");
}

TEST(ImportExamples, OtherReadersHookInByExtensionAndBringPosesRigsAndClips)
{
	const FTemporaryFolder Folder;
	for (const char* Name : {"body.glb", "jump.glb", "other.glb", "still.glb"})
	{
		WriteText(Folder / Name, "x");
	}
	FImportOptions Options;
	FExampleReader Reader;
	Reader.Extensions = {".gltf", ".glb"};
	Reader.Read = [](const std::filesystem::path& File, const FBuildContext&) -> TResult<FSourceExamples>
	{
		FSourceExamples Out = MakeExamples(MakeCube());
		FSourceRig& Rig = Out.Rig.emplace();
		Rig.Skeleton.Names = {File.stem() == "other" ? "hip" : "root"};
		Rig.Skeleton.Parents = {NoParent};
		Rig.Clips.emplace_back().Name = PathToText(File.stem());
		if (File.stem() != "still")
		{
			Out.Poses.push_back(
				{PathToText(File.stem()) + " 0", StretchedCube(double(PathToText(File.stem()).size())).Positions});
		}
		return Out;
	};
	Options.Readers.push_back(Reader);
	const TResult<FSourceExamples> Set = ImportExamples(Folder.Path(), Options);
	ASSERT_TRUE(Set) << Set.GetError().Message;
	EXPECT_EQ(StretchesOf(Set), (std::vector<double>{4, 4, 5, 1}));
	EXPECT_EQ(Set->Poses[1].Name, "jump 0");
	EXPECT_EQ(Set->Poses[3].Name, "still");
	ASSERT_TRUE(Set->Rig);
	// The clips of a file with another skeleton do not fit.
	ASSERT_EQ(Set->Rig->Clips.size(), 3u);
	EXPECT_EQ(Set->Rig->Clips[2].Name, "still");
}

TEST(ImportExamples, WhatDoesNotFitTheRestIsRefusedByName)
{
	const FTemporaryFolder Folder;
	const auto Import = [&](const char* Other)
	{
		const std::filesystem::path Paths[] = {Folder / "body.obj", Folder / Other};
		return ImportExamples(Paths);
	};
	const FSourceMesh Cube = MakeCube();
	WriteText(Folder / "body.obj", FormatObj(Cube));

	FSourceMesh Other = Cube;
	Other.Positions.push_back({9, 9, 9});
	WriteText(Folder / "more.obj", FormatObj(Other));
	ExpectError(Import("more.obj"), EErrorCode::Mismatch, {"more.obj", "9 vertices", "body.obj has 8", "vertex order"});

	Other = MakeMesh(Cube.Positions, {{0, 1, 3, 2}});
	WriteText(Folder / "fewer.obj", FormatObj(Other));
	ExpectError(Import("fewer.obj"), EErrorCode::Mismatch, {"fewer.obj", "1 faces", "body.obj has 6"});

	Other = Cube;
	std::swap(Other.CornerVertices[9], Other.CornerVertices[11]);
	WriteText(Folder / "turned.obj", FormatObj(Other));
	ExpectError(
		Import("turned.obj"), EErrorCode::Mismatch, {"turned.obj", "face 2 (counting from 0)", "keep the order"});

	Other =
		MakeMesh(Cube.Positions, {{0, 1, 3}, {4, 6, 7, 5}, {0, 4, 5, 1}, {2, 3, 7, 6}, {0, 2, 6, 4}, {1, 5, 7, 3, 0}});
	WriteText(Folder / "split.obj", FormatObj(Other));
	ExpectError(Import("split.obj"), EErrorCode::Mismatch, {"split.obj", "face 0 (counting from 0)"});

	FPointCache Cache;
	Cache.VertexCount = 7;
	Cache.Points.resize(14);
	WriteText(Folder / "walk.pc2", FormatPc2(Cache));
	ExpectError(Import("walk.pc2"), EErrorCode::Mismatch, {"walk.pc2", "7 vertices", "body.obj has 8"});

	ExpectError(Import("missing.obj"), EErrorCode::NotFound, {"missing.obj"});
	ExpectError(Import("body.usd"), EErrorCode::Unsupported, {"body.usd", "Convert it to OBJ"});
}

TEST(ImportExamples, PathsThatStandForNothingAreRefused)
{
	const FTemporaryFolder Folder;
	ExpectError(
		ImportExamples(std::span<const std::filesystem::path>()), EErrorCode::InvalidArgument, {"No example files"});
	ExpectError(ImportExamples(Folder.Path()), EErrorCode::NotFound, {"no meshes or point caches"});
	ExpectError(ImportExamples(Folder / "*.obj"), EErrorCode::NotFound, {"*.obj", "no mesh or point cache matches"});
	FPointCache Cache;
	Cache.VertexCount = 1;
	Cache.Points.resize(1);
	WriteText(Folder / "walk.pc2", FormatPc2(Cache));
	ExpectError(ImportExamples(Folder.Path()), EErrorCode::InvalidArgument, {"walk.pc2", "no faces", "rest.obj"});
}

TEST(ImportExamples, CancelingStopsAndThreadsDoNotChangeTheResult)
{
	const FTemporaryFolder Folder;
	for (int Frame = 0; Frame < 40; ++Frame)
	{
		WriteText(Folder / NumberedName("f", Frame, ".obj"), FormatObj(StretchedCube(Frame + 1)));
	}
	const std::unique_ptr<IExecutor> Pool = MakeThreadPool(3);
	FBuildContext Context;
	Context.Executor = Pool.get();
	const TResult<FSourceExamples> Serial = ImportExamples(Folder.Path()),
								   Parallel = ImportExamples(Folder.Path(), {}, Context);
	ASSERT_TRUE(Serial && Parallel);
	EXPECT_EQ(StretchesOf(Serial).size(), 39u);
	EXPECT_EQ(StretchesOf(Serial), StretchesOf(Parallel));
	int Calls = 0;
	const FProgressCallback Callback = [&](std::string_view, double) { return Calls++ < 2; };
	Context.Progress = FProgress(Callback);
	ExpectError(ImportExamples(Folder.Path(), {}, Context), EErrorCode::Canceled, {""});
}

TEST(ExportExamples, EveryWayOfWritingASetIsReadBack)
{
	const FTemporaryFolder Folder;
	const FSourceExamples Set = MakeExamples(MakeCube(), {StretchedCube(2).Positions, StretchedCube(0.5).Positions});
	for (const char* Out : {"folder", "a.obj", "b.ply", "c.off", "d.pc2", "e.mdd"})
	{
		const TResult<std::vector<std::filesystem::path>> Files = ExportExamples(Folder / Out, Set);
		ASSERT_TRUE(Files) << Files.GetError().Message;
		const TResult<FSourceExamples> Read = ImportExamples(*Files);
		ASSERT_TRUE(Read) << Read.GetError().Message;
		EXPECT_EQ(Read->Rest, Set.Rest) << Out;
		EXPECT_EQ(StretchesOf(Read), (std::vector<double>{2, 0.5})) << Out;
	}
	EXPECT_TRUE(std::filesystem::exists(Folder / "a_0002.obj"));
	EXPECT_TRUE(std::filesystem::exists(Folder / "folder" / "frames.pc2"));
}

TEST(ExportExamples, PosesOfAPolygonMeshHaveTheRestsTrianglesInStl)
{
	const FTemporaryFolder Folder;
	const std::vector<FDouble3> Convex{{0, 0, 0}, {4, 0, 0}, {4, 4, 0}, {2, 9, 0}, {0, 4, 0}};
	const FSourceMesh Rest = MakeMesh({{0, 0, 0}, {4, 0, 0}, {4, 4, 0}, {2, 1, 0}, {0, 4, 0}}, {{0, 1, 2, 3, 4}});
	const TResult<std::vector<std::filesystem::path>> Files =
		ExportExamples(Folder / "mouth.stl", MakeExamples(Rest, {Convex}));
	ASSERT_TRUE(Files) << Files.GetError().Message;
	TResult<FSourceExamples> Read = ImportExamples(*Files);
	ASSERT_TRUE(Read) << Read.GetError().Message;
	const TResult<FExampleSet> Set = BuildExampleSet(std::move(*Read), {}, {});
	ASSERT_TRUE(Set) << Set.GetError().Message;
	EXPECT_EQ(Set->PointCount(), 5u);
}

TEST(ExportExamples, WhatCannotBeWrittenIsRefused)
{
	const FTemporaryFolder Folder;
	const FSourceExamples Set = MakeExamples(MakeCube());
	ExpectError(ExportExamples(Folder / "a.xyz", Set), EErrorCode::Unsupported, {"a.xyz", ".obj, .ply"});
	ExpectError(ExportExamples(Folder / "a.pc2", Set), EErrorCode::InvalidArgument, {"a.pc2", "no poses"});
	ExpectError(WriteMeshFile(Folder / "a.pc2", Set.Rest), EErrorCode::Unsupported, {"a.pc2"});
	ExpectError(WritePointCacheFile(Folder / "a.obj", {}), EErrorCode::Unsupported, {"a.obj"});
	EXPECT_TRUE(std::filesystem::is_empty(Folder.Path()));
}

} // namespace ImportExamplesTest
} // namespace Exemplar

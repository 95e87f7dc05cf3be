// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Files/AlembicImport.h"
#include "Base/File.h"
#include "TemporaryFolder.h"

#include <gmock/gmock.h>

#if EXEMPLAR_WITH_ALEMBIC
#include "TinyAlembic.h"

#include <Alembic/AbcGeom/OGeomParam.h>
#endif

namespace Exemplar
{
namespace AlembicImportTest
{

#if !EXEMPLAR_WITH_ALEMBIC

TEST(AlembicImport, SaysThatThisBuildDoesNotReadIt)
{
	const TResult<FSourceExamples> Examples = ImportAlembic("walk.abc", {}, {});
	ASSERT_FALSE(Examples);
	EXPECT_EQ(Examples.GetError().Code, EErrorCode::Unsupported);
	GTEST_SKIP() << "this build has no Alembic (Scripts/setup.sh fetches it)";
}

#else

void ExpectAt(const FDouble3& P, double X, double Y, double Z)
{
	EXPECT_NEAR(P.X, X, 1e-6);
	EXPECT_NEAR(P.Y, Y, 1e-6);
	EXPECT_NEAR(P.Z, Z, 1e-6);
}

std::filesystem::path WriteMovingSquare(const FTemporaryFolder& Folder)
{
	const std::filesystem::path File = Folder / "walk.abc";
	FTinyAlembic Alembic(File);
	auto Xform = Alembic.AddXform(Alembic.Top(), "hero", 2.0, 5);
	auto Inner = Alembic.AddXform(Xform, "pelvis", 0.0, 1);
	Alembic.AddSquare(Inner, "body", 0.25f, 5, true);
	return File;
}

TEST(AlembicImport, ReadsPointsTransformsAndUVs)
{
	const FTemporaryFolder Folder;
	const TResult<FSourceExamples> Examples = ImportAlembic(WriteMovingSquare(Folder), {}, {});
	ASSERT_TRUE(Examples) << Examples.GetError().Message;
	EXPECT_EQ(Examples->Name, "walk");
	ASSERT_EQ(Examples->Poses.size(), 5u);
	EXPECT_EQ(Examples->Poses[3].Name, "walk 3");
	ExpectAt(Examples->Poses[3].Positions[2], 1 + 1 + 6 + 1, 1, 0.75); // both transforms, and the point itself
	ExpectAt(Examples->Rest.Positions[2], 3, 1, 0);
	// Counterclockwise, in the file's order of vertices.
	EXPECT_EQ(Examples->Rest.CornerVertices, (std::vector<uint32_t>{0, 1, 2, 3}));
	ASSERT_EQ(Examples->Rest.CornerUVs.size(), 4u);
	EXPECT_EQ(Examples->Rest.UVs[Examples->Rest.CornerUVs[1]], (FFloat2{1, 0}));
	EXPECT_EQ(Examples->Rest.UVs[Examples->Rest.CornerUVs[3]], (FFloat2{0, 1}));
	ASSERT_EQ(Examples->Rest.Materials.size(), 1u);
	EXPECT_TRUE(Examples->Unused.empty());
	EXPECT_FALSE(Examples->Rig);
}

TEST(AlembicImport, ReadsTheFramesAskedFor)
{
	const FTemporaryFolder Folder;
	const std::filesystem::path File = WriteMovingSquare(Folder);
	FSceneOptions Options;
	Options.Frames = "1,3-";
	const TResult<FSourceExamples> Examples = ImportAlembic(File, Options, {});
	ASSERT_TRUE(Examples) << Examples.GetError().Message;
	ASSERT_EQ(Examples->Poses.size(), 3u);
	EXPECT_EQ(Examples->Poses[1].Name, "walk 3");
	ExpectAt(Examples->Rest.Positions[0], 4, 0, 0);
	Options.Frames = "7";
	const TResult<FSourceExamples> Beyond = ImportAlembic(File, Options, {});
	ASSERT_FALSE(Beyond);
	EXPECT_THAT(Beyond.GetError().Message, testing::HasSubstr("5 frames"));
}

TEST(AlembicImport, BlendsBetweenSamplesAtAnotherRate)
{
	const FTemporaryFolder Folder;
	FSceneOptions Options;
	Options.FramesPerSecond = 20.0;
	const TResult<FSourceExamples> Examples = ImportAlembic(WriteMovingSquare(Folder), Options, {});
	ASSERT_TRUE(Examples) << Examples.GetError().Message;
	ASSERT_EQ(Examples->Poses.size(), 9u);
	ExpectAt(Examples->Poses[3].Positions[2], 1 + 1 + 3 + 1, 1, 0.375);
}

TEST(AlembicImport, JoinsObjectsAndChoosesThemByPath)
{
	const FTemporaryFolder Folder;
	const std::filesystem::path File = Folder / "two.abc";
	{
		FTinyAlembic Alembic(File);
		Alembic.AddSquare(Alembic.Top(), "first", 1.0f, 3);
		auto Xform = Alembic.AddXform(Alembic.Top(), "group", 0.0, 1);
		Alembic.AddSquare(Xform, "second", 0.0f, 1, true);
	}
	const TResult<FSourceExamples> Both = ImportAlembic(File, {}, {});
	ASSERT_TRUE(Both) << Both.GetError().Message;
	ASSERT_EQ(Both->Rest.Positions.size(), 8u);
	EXPECT_EQ(Both->Rest.CornerVertices, (std::vector<uint32_t>{0, 1, 2, 3, 4, 5, 6, 7}));
	ASSERT_EQ(Both->Rest.CornerUVs.size(), 8u);
	EXPECT_EQ(Both->Rest.CornerUVs[2], NoIndex); // the first object has no UVs
	ExpectAt(Both->Poses[2].Positions[2], 1, 1, 2);
	ExpectAt(Both->Poses[2].Positions[6], 2, 1, 0);
	FSceneOptions Options;
	Options.Objects = {"/group"};
	const TResult<FSourceExamples> One = ImportAlembic(File, Options, {});
	ASSERT_TRUE(One) << One.GetError().Message;
	EXPECT_EQ(One->Rest.Positions.size(), 4u);
	EXPECT_TRUE(One->Poses.empty()); // it does not move
	EXPECT_THAT(One->Unused, testing::ElementsAre("1 meshes that --object leaves out."));
	Options.Objects = {"/gro"};
	const TResult<FSourceExamples> None = ImportAlembic(File, Options, {});
	ASSERT_FALSE(None);
	EXPECT_EQ(None.GetError().Code, EErrorCode::NotFound);
	EXPECT_THAT(None.GetError().Message, testing::HasSubstr("'/first', '/group/second'"));
}

TEST(AlembicImport, TakesFaceSetsForMaterialsAndAttributesForSets)
{
	namespace AbcGeom = Alembic::AbcGeom;
	const FTemporaryFolder Folder;
	const std::filesystem::path File = Folder / "sets.abc";
	{
		FTinyAlembic Alembic(File);
		AbcGeom::OSubD Mesh(Alembic.Top(), "strip", Alembic.Sampling);
		const std::vector<Imath::V3f> Points{{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}, {2, 0, 0}, {2, 1, 0}};
		const std::vector<int32_t> Indices{3, 2, 1, 0, 2, 5, 4, 1, 0, 1}, Counts{4, 4, 2}; // the last is a line
		AbcGeom::OSubDSchema::Sample Sample{Alembic::Abc::P3fArraySample(Points),
			Alembic::Abc::Int32ArraySample(Indices), Alembic::Abc::Int32ArraySample(Counts)};
		Mesh.getSchema().set(Sample);
		AbcGeom::OFaceSet Set = Mesh.getSchema().createFaceSet("gold");
		const std::vector<int32_t> Faces{1};
		Set.getSchema().set(AbcGeom::OFaceSetSchema::Sample(Alembic::Abc::Int32ArraySample(Faces)));
		AbcGeom::OC4fGeomParam Colors(Mesh.getSchema().getArbGeomParams(), "paint", false, AbcGeom::kVertexScope, 1);
		const std::vector<Imath::C4f> Paint{
			{0, 0, 0, 1}, {0.1f, 0, 0, 1}, {0.2f, 0, 0, 1}, {0.3f, 0, 0, 1}, {0.4f, 0, 0, 1}, {0.5f, 0, 0, 1}};
		Colors.set(AbcGeom::OC4fGeomParam::Sample(Alembic::Abc::C4fArraySample(Paint), AbcGeom::kVertexScope));
		AbcGeom::OFloatGeomParam Mask(Mesh.getSchema().getArbGeomParams(), "mask", false, AbcGeom::kVertexScope, 1);
		const std::vector<float> Values(6, 1.0f);
		Mask.set(AbcGeom::OFloatGeomParam::Sample(Alembic::Abc::FloatArraySample(Values), AbcGeom::kVertexScope));
	}
	const TResult<FSourceExamples> Examples = ImportAlembic(File, {}, {});
	ASSERT_TRUE(Examples) << Examples.GetError().Message;
	const FSourceMesh& Mesh = Examples->Rest;
	ASSERT_EQ(Mesh.PolygonCount(), 2u);
	EXPECT_EQ(Mesh.Materials[Mesh.PolygonMaterials[0]].Name, "default");
	EXPECT_EQ(Mesh.Materials[Mesh.PolygonMaterials[1]].Name, "gold");
	ASSERT_EQ(Mesh.Colors.size(), 1u);
	EXPECT_EQ(Mesh.CornerVertices[4], 1u);
	EXPECT_EQ(Mesh.Colors[0].Values[Mesh.Colors[0].Corners[5]], (FFloat4{0.4f, 0, 0, 1}));
	EXPECT_THAT(Examples->Unused,
		testing::UnorderedElementsAre(
			testing::HasSubstr("attributes of its own ('mask')"), testing::HasSubstr("a subdivision surface")));
}

TEST(AlembicImport, ReadsCustomNumbersThatChangeAndListsOthers)
{
	namespace Abc = Alembic::Abc;
	const FTemporaryFolder Folder;
	const std::filesystem::path File = Folder / "numbers.abc";
	{
		FTinyAlembic Alembic(File);
		auto Mesh = Alembic.AddSquare(Alembic.Top(), "face", 0.25f, 3);
		Abc::OFloatProperty Tension(Mesh.getSchema().getUserProperties(), "tension", Alembic.Sampling);
		Abc::OInt32Property Age(Mesh.getSchema().getUserProperties(), "age", Alembic.Sampling);
		for (int32_t Sample = 0; Sample < 3; ++Sample)
		{
			Tension.set(0.5f * static_cast<float>(Sample));
			Age.set(20 + Sample);
		}
		Abc::OStringProperty Name(Mesh.getSchema().getUserProperties(), "author");
		Name.set("nobody");
	}
	const TResult<FSourceExamples> Examples = ImportAlembic(File, {}, {});
	ASSERT_TRUE(Examples) << Examples.GetError().Message;
	ASSERT_EQ(Examples->Poses.size(), 3u);
	EXPECT_EQ(Examples->Poses[2].Numbers, (std::vector<FSourceNumber>{{"tension", 1.0f}, {"age", 22.0f}}));
	EXPECT_THAT(Examples->Unused,
		testing::ElementsAre(testing::HasSubstr("custom properties that are not changing numbers ('author')")));
	FSceneOptions Twice;
	Twice.FramesPerSecond = 20.0;
	const TResult<FSourceExamples> Between = ImportAlembic(File, Twice, {});
	ASSERT_TRUE(Between);
	EXPECT_FLOAT_EQ(Between->Poses[1].Numbers[0].Value, 0.25f);
}

TEST(AlembicImport, PassesManyPointsThroughSharedMemoryUnchanged)
{
	const FTemporaryFolder Folder;
	const std::filesystem::path File = Folder / "large.abc";
	constexpr int32_t Count = 200001; // several slots a frame, the last one not full
	{
		FTinyAlembic Alembic(File);
		Alembic::AbcGeom::OPolyMesh Mesh(Alembic.Top(), "cloud", Alembic.Sampling);
		for (int32_t Frame = 0; Frame < 6; ++Frame)
		{
			std::vector<Imath::V3f> Points;
			for (int32_t V = 0; V < Count; ++V)
			{
				Points.emplace_back(static_cast<float>(V), static_cast<float>(Frame), static_cast<float>(V % 7));
			}
			Alembic::AbcGeom::OPolyMeshSchema::Sample Sample;
			Sample.setPositions(Alembic::Abc::P3fArraySample(Points));
			if (Frame == 0)
			{
				Sample.setFaceIndices(Alembic::Abc::Int32ArraySample(Alembic.Indices));
				Sample.setFaceCounts(Alembic::Abc::Int32ArraySample(Alembic.Counts));
			}
			Mesh.getSchema().set(Sample);
		}
	}
	const TResult<FSourceExamples> Examples = ImportAlembic(File, {}, {});
	ASSERT_TRUE(Examples) << Examples.GetError().Message;
	ASSERT_EQ(Examples->Poses.size(), 6u);
	bool bSame = true;
	for (size_t Frame = 0; Frame < 6; ++Frame)
	{
		const FSharedPositions& Positions = Examples->Poses[Frame].Positions;
		ASSERT_EQ(Positions.size(), static_cast<size_t>(Count));
		for (size_t V = 0; V < Positions.size(); ++V)
		{
			bSame = bSame &&
				Positions[V] ==
					FDouble3{static_cast<double>(V), static_cast<double>(Frame), static_cast<double>(V % 7)};
		}
	}
	EXPECT_TRUE(bSame);
}

TEST(AlembicImport, ReadsAFileLargerThanTheMemoryThatItMayTake)
{
	const FTemporaryFolder Folder;
	const std::filesystem::path File = WriteMovingSquare(Folder);
	std::error_code Error;
	std::filesystem::resize_file(File, uint64_t{1} << 40, Error); // a terabyte, of which nothing is on the disk
	if (Error)
	{
		GTEST_SKIP() << "this file system holds no file of a terabyte";
	}
	FSceneOptions Options;
	Options.Frames = "3";
	const TResult<FSourceExamples> Examples = ImportAlembic(File, Options, {});
	ASSERT_TRUE(Examples) << Examples.GetError().Message;
	ASSERT_EQ(Examples->Poses.size(), 1u);
	ExpectAt(Examples->Poses[0].Positions[2], 1 + 1 + 6 + 1, 1, 0.75);
}

TEST(AlembicImport, RefusesATopologyThatChanges)
{
	const FTemporaryFolder Folder;
	const std::filesystem::path File = Folder / "changing.abc";
	{
		FTinyAlembic Alembic(File);
		auto Mesh = Alembic.AddSquare(Alembic.Top(), "fluid", 1.0f, 2);
		const std::vector<Imath::V3f> Points = FTinyAlembic::PointsAt(0.0f);
		const std::vector<int32_t> Indices{2, 1, 0}, Counts{3};
		Mesh.getSchema().set(Alembic::AbcGeom::OPolyMeshSchema::Sample(Alembic::Abc::P3fArraySample(Points),
			Alembic::Abc::Int32ArraySample(Indices), Alembic::Abc::Int32ArraySample(Counts)));
	}
	const TResult<FSourceExamples> Examples = ImportAlembic(File, {}, {});
	ASSERT_FALSE(Examples);
	EXPECT_EQ(Examples.GetError().Code, EErrorCode::Mismatch);
	EXPECT_THAT(Examples.GetError().Message, testing::HasSubstr("mesh '/fluid' changes its topology over time"));
}

TEST(AlembicImport, RefusesPointsThatChangeInNumberInTheMiddle)
{
	const FTemporaryFolder Folder;
	const std::filesystem::path File = Folder / "growing.abc";
	{
		FTinyAlembic Alembic(File);
		auto Mesh = Alembic.AddSquare(Alembic.Top(), "blob", 1.0f, 3);
		const std::vector<Imath::V3f> Points(5);
		Alembic::AbcGeom::OPolyMeshSchema::Sample Sample;
		Sample.setPositions(Alembic::Abc::P3fArraySample(Points));
		Mesh.getSchema().set(Sample);
	}
	const TResult<FSourceExamples> Examples = ImportAlembic(File, {}, {});
	ASSERT_FALSE(Examples);
	EXPECT_EQ(Examples.GetError().Code, EErrorCode::Mismatch);
	EXPECT_THAT(Examples.GetError().Message, testing::HasSubstr("5 vertices in sample 3, but 4 in the first"));
}

TEST(AlembicImport, HoldsToItsLimit)
{
	const FTemporaryFolder Folder;
	FSceneOptions Options;
	Options.MaxVertices = 20;
	const std::filesystem::path File = WriteMovingSquare(Folder);
	const TResult<FSourceExamples> Examples = ImportAlembic(File, Options, {});
	ASSERT_FALSE(Examples);
	EXPECT_THAT(Examples.GetError().Message, testing::HasSubstr("Choose fewer with --frames"));
	Options.Frames = "0-3";
	EXPECT_TRUE(ImportAlembic(File, Options, {}));
}

TEST(AlembicImport, EveryKindOfBadContentGetsItsSentence)
{
	const FTemporaryFolder Folder;
	const std::filesystem::path File = Folder / "bad.abc";
	const auto Refuse = [&](const std::string& Words, const FSceneOptions& Options = {})
	{
		const TResult<FSourceExamples> Examples = ImportAlembic(File, Options, {});
		ASSERT_FALSE(Examples) << Words;
		EXPECT_THAT(Examples.GetError().Message, testing::HasSubstr("bad.abc: " + Words));
	};
	const auto WriteFaces = [&](const std::vector<int32_t>& Indices, const std::vector<int32_t>& Counts)
	{
		FTinyAlembic Alembic(File);
		Alembic::AbcGeom::OPolyMesh Mesh(Alembic.Top(), "body", Alembic.Sampling);
		const std::vector<Imath::V3f> Points = FTinyAlembic::PointsAt(0.0f);
		Mesh.getSchema().set(Alembic::AbcGeom::OPolyMeshSchema::Sample(Alembic::Abc::P3fArraySample(Points),
			Alembic::Abc::Int32ArraySample(Indices), Alembic::Abc::Int32ArraySample(Counts)));
	};
	WriteFaces({0, 1, 9}, {3});
	Refuse("mesh '/body' refers to vertex 9 of 4. Export it again.");
	WriteFaces({0, 1, -2}, {3});
	Refuse("mesh '/body' refers to vertex -2 of 4. Export it again.");
	WriteFaces({0, 1, 2}, {5});
	Refuse("mesh '/body' has a face of 5 corners. Export it again.");
	WriteFaces({0, 1, 2}, {-3});
	Refuse("mesh '/body' has a face of -3 corners. Export it again.");
	{
		FTinyAlembic Alembic(File);
		Alembic.AddXform(Alembic.Top(), "empty", 0.0, 1);
	}
	Refuse("it contains no polygon mesh and no subdivision surface. Export it with its meshes.");
	{
		FTinyAlembic Alembic(File);
		std::vector<Alembic::AbcGeom::OXform> Chain{Alembic.AddXform(Alembic.Top(), "x", 0.0, 1)};
		while (Chain.size() < 1100)
		{
			Chain.push_back(Alembic.AddXform(Chain.back(), "x", 0.0, 1));
		}
	}
	Refuse("its objects are nested more than 1024 deep. Flatten the hierarchy.");
	{
		FTinyAlembic Alembic(File);
		Alembic.AddSquare(Alembic.Top(), "body", 1.0f, 5);
	}
	FSceneOptions Fast;
	Fast.FramesPerSecond = 1e9;
	Refuse("it has more than a million frames at this rate. Sample it at a lower rate.", Fast);
}

TEST(AlembicImport, StopsWhenCanceled)
{
	const FTemporaryFolder Folder;
	const FProgressCallback Cancel = [](std::string_view, double) { return false; };
	FBuildContext Context;
	Context.Progress = FProgress(Cancel);
	const TResult<FSourceExamples> Examples = ImportAlembic(WriteMovingSquare(Folder), {}, Context);
	ASSERT_FALSE(Examples);
	EXPECT_EQ(Examples.GetError().Code, EErrorCode::Canceled);
}

TEST(AlembicImport, AnswersDamagedFilesWithASentence)
{
	const FTemporaryFolder Folder;
	const std::filesystem::path File = WriteMovingSquare(Folder);
	const TResult<TAlignedArray<std::byte>> Whole = ReadWholeFile(File);
	ASSERT_TRUE(Whole);
	const std::filesystem::path Bad = Folder / "bad.abc";
	const auto Check = [&](const std::string& Bytes, const std::string& What)
	{
		ASSERT_TRUE(WriteFileAtomically(Bad, Bytes));
		const TResult<FSourceExamples> Examples = ImportAlembic(Bad, {}, {});
		EXPECT_TRUE(Examples || Examples.GetError().Message.starts_with(PathToText(Bad) + ": ")) << What;
		EXPECT_TRUE(Examples || Examples.GetError().Message.ends_with(".")) << What;
	};
	const std::string Text(reinterpret_cast<const char*>(Whole->data()), Whole->size());
	for (size_t Length = 0; Length < Text.size(); Length += Text.size() / 16 + 1)
	{
		Check(Text.substr(0, Length), "cut to " + std::to_string(Length));
	}
	for (size_t At = 8; At < Text.size(); At += Text.size() / 48 + 1)
	{
		std::string Damaged = Text;
		Damaged[At] = static_cast<char>(Damaged[At] ^ 0x7f);
		Check(Damaged, "damaged at " + std::to_string(At));
	}
	ASSERT_TRUE(WriteFileAtomically(Bad, std::string_view("\x89HDF\r\n\x1a\n and so on")));
	const TResult<FSourceExamples> Old = ImportAlembic(Bad, {}, {});
	ASSERT_FALSE(Old);
	EXPECT_THAT(Old.GetError().Message, testing::HasSubstr("abcconvert -toOgawa"));
	const TResult<FSourceExamples> Missing = ImportAlembic(Folder / "missing.abc", {}, {});
	ASSERT_FALSE(Missing);
	EXPECT_EQ(Missing.GetError().Code, EErrorCode::NotFound);
}

#endif

} // namespace AlembicImportTest
} // namespace Exemplar

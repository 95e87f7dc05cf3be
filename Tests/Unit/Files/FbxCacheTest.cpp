// Copyright (c) 2026 Exemplar contributors. MIT license.
// Geometry caches beside FBX files, written by hand, and files of old versions.

#include "Base/File.h"
#include "Examples/ExampleFiles.h"
#include "TemporaryFolder.h"
#include "TinyFbx.h"

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

/** A square at (5, 0, 0) with a cache: as a file of Max would have it, with paths of another machine. */
FTinyFbx CachedSquare(const std::string& Cache)
{
	FTinyFbx File;
	const int64_t Node =
		File.AddNode("cloth", 0, {FTinyFbx::Property("Lcl Translation", "Lcl Translation", {5, 0, 0})}, "Mesh");
	const int64_t Mesh = File.AddMesh(Node, UnitSquare);
	const int64_t Deformer = File.Add("Deformer", "Deformer::cache", "VertexCacheDeformer", {},
		{{"P", {std::string("ChannelName"), std::string("KString"), std::string(), std::string(), std::string("cloth")},
			{}}});
	File.Connect(Deformer, Mesh);
	const auto Path = [](const char* Name, const std::string& Value)
	{
		return FTinyFbxRecord{
			"P", {std::string(Name), std::string("KString"), std::string("Url"), std::string(), Value}, {}};
	};
	const int64_t Source = File.Add("Cache", "Cache::cache", "", {},
		{Path("CacheFileName", Cache), Path("CacheAbsoluteFileName", "D:\\\\show\\\\" + Cache)});
	File.Connect(Source, Deformer);
	return File;
}

void ExpectAt(const FDouble3& P, double X, double Y, double Z)
{
	EXPECT_NEAR(P.X, X, 1e-6);
	EXPECT_NEAR(P.Y, Y, 1e-6);
	EXPECT_NEAR(P.Z, Z, 1e-6);
}

/** Three frames in which the square rises by one each. */
FPointCache RisingPoints()
{
	FPointCache Cache;
	Cache.VertexCount = 4;
	for (int Frame = 0; Frame < 3; ++Frame)
	{
		for (size_t V = 0; V < 4; ++V)
		{
			Cache.Points.push_back({static_cast<float>(UnitSquare[3 * V]), static_cast<float>(UnitSquare[3 * V + 1]),
				static_cast<float>(Frame)});
		}
	}
	return Cache;
}

/** The points in Maya's form of one file: big endian, with chunks of 4 bytes (mc) or 8 (mcx). */
std::string FormatMc(const FPointCache& Cache, bool bWide)
{
	std::string Out;
	const auto Number = [&](uint64_t Value, int Bytes)
	{
		for (int Shift = 8 * (Bytes - 1); Shift >= 0; Shift -= 8)
		{
			Out += static_cast<char>(Value >> Shift);
		}
	};
	const auto Tag = [&](const char* Name, uint64_t Size)
	{
		Out += Name;
		if (bWide)
		{
			Number(0, 4);
		}
		Number(Size, bWide ? 8 : 4);
	};
	const auto Value = [&](const char* Name, uint32_t Number32)
	{
		Tag(Name, 4);
		Number(Number32, 4);
		Number(0, bWide ? 4 : 0);
	};
	const char* Group = bWide ? "FOR8" : "FOR4";
	Tag(Group, 40);
	Out += "CACH";
	Value("VRSN", 0x302e3100);
	Value("STIM", 0);
	Value("ETIM", 1200);
	for (size_t Frame = 0; Frame < Cache.FrameCount(); ++Frame)
	{
		Tag(Group, 100);
		Out += "MYCH";
		Value("TIME", static_cast<uint32_t>(600 * Frame)); // 6000 ticks per second
		Tag("CHNM", 6);
		Out += std::string("cloth\0\0\0", 8);
		Value("SIZE", Cache.VertexCount);
		Tag("FVCA", 12 * Cache.VertexCount);
		for (const FFloat3& P : Cache.Frame(Frame))
		{
			for (const float Part : {P.X, P.Y, P.Z})
			{
				uint32_t Bits = 0;
				std::memcpy(&Bits, &Part, 4);
				Number(Bits, 4);
			}
		}
	}
	return Out;
}

TEST_F(FbxCache, PlaysPc2)
{
	const FTemporaryFolder Folder;
	ASSERT_TRUE(WriteFileAtomically(Folder / "cloth.pc2", FormatPc2(RisingPoints())));
	const TResult<FSourceExamples> Examples = ImportFbxText(CachedSquare("cloth.pc2").Text(), Folder.Path());
	ASSERT_TRUE(Examples) << Examples.GetError().Message;
	ASSERT_EQ(Examples->Poses.size(), 3u); // one sample a frame, at 10 frames per second
	ExpectAt(Examples->Rest.Positions[2], 6, 1, 0);
	ExpectAt(Examples->Poses[2].Positions[2], 6, 1, 2);
}

TEST_F(FbxCache, PlaysMcAndMcxInTheUnitsOfTheFile)
{
	for (const bool bWide : {false, true})
	{
		const FTemporaryFolder Folder;
		const std::string Ending = bWide ? "mcx" : "mc";
		ASSERT_TRUE(WriteFileAtomically(Folder / ("cloth." + Ending), FormatMc(RisingPoints(), bWide)));
		ASSERT_TRUE(WriteFileAtomically(Folder / "cloth.xml",
			"<?xml version=\"1.0\"?>\n<Autodesk_Cache_File>\n<cacheType Type=\"OneFile\" Format=\"" +
				std::string(bWide ? "mcx" : "mcc") +
				"\"/>\n<time Range=\"0-1200\"/>\n<cacheTimePerFrame TimePerFrame=\"600\"/>\n<Channels>\n"
				"<channel0 ChannelName=\"cloth\" ChannelType=\"FloatVectorArray\" ChannelInterpretation=\"positions\" "
				"SamplingType=\"Regular\" SamplingRate=\"600\" StartTime=\"0\" EndTime=\"1200\"/>\n</Channels>\n"
				"</Autodesk_Cache_File>\n"));
		FTinyFbx File = CachedSquare("cloth.xml");
		File.SetGlobal("UnitScaleFactor", "double", 10.0); // decimeters
		const TResult<FSourceExamples> Examples = ImportFbxText(File.Text(), Folder.Path());
		ASSERT_TRUE(Examples) << Ending << ": " << Examples.GetError().Message;
		ASSERT_EQ(Examples->Poses.size(), 3u) << Ending;
		ExpectAt(Examples->Poses[1].Positions[2], 0.6, 0.1, 0.1);
		ExpectAt(Examples->Poses[2].Positions[0], 0.5, 0.0, 0.2);
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

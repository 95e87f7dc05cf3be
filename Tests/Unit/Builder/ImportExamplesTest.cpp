// Copyright (c) 2026 Exemplar contributors. MIT licence.

#include "Examples/ImportExamples.h"

#include "Base/File.h"
#include "TemporaryFolder.h"

#include <cstdlib>
#include <gtest/gtest.h>

namespace Exemplar
{
namespace
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

} // namespace
} // namespace Exemplar

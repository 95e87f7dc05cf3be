// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Files/SkeletonFiles.h"

#include "Clips/Animation.h"

#include <gtest/gtest.h>

namespace Exemplar
{
namespace SkeletonFilesTest
{

void ExpectRefused(const std::string& Text, const std::string& Part)
{
	const TResult<FSkeletonData> Read = ParseSkeletonJson(Text, "house.json");
	ASSERT_FALSE(Read) << Text;
	EXPECT_EQ(Read.GetError().Message.rfind("house.json: ", 0), 0u);
	EXPECT_NE(Read.GetError().Message.find(Part), std::string::npos) << Read.GetError().Message;
}

TEST(SkeletonFiles, JointsInAnyOrderBecomeATreeWithTheirPlacesInTheModel)
{
	const TResult<FSkeletonData> Read = ParseSkeletonJson(
		R"({"joints": [
			{"name": "hand", "parent": "arm", "position": [2, 1, 0]},
			{"name": "hip", "parent": null, "position": [0, 1, 0]},
			{"name": "arm", "parent": 1, "head": [1, 1, 0], "rotation": [0, 0, 0.70710678118, 0.70710678118]}]})",
		"house.json");
	ASSERT_TRUE(Read) << Read.GetError().Message;
	EXPECT_EQ(Read->Names, (std::vector<std::string>{"hip", "arm", "hand"}));
	EXPECT_EQ(Read->Parents, (std::vector<int32_t>{NoParent, 0, 1}));
	const std::vector<FAffine3d> Model = RestModel(*Read);
	EXPECT_NEAR(Model[2].M[3], 2.0, 1e-6);
	EXPECT_NEAR(Model[2].M[7], 1.0, 1e-6);
	EXPECT_NEAR(Model[1].M[4], 1.0, 1e-6); // its x axis points up
	EXPECT_NEAR(Read->RestLocal[2].Translation.Y, -1.0f, 1e-6f);
}

TEST(SkeletonFiles, EveryKindOfBadSkeletonGetsItsSentence)
{
	ExpectRefused("{", "not valid JSON");
	ExpectRefused("{}", "there is no list of joints");
	ExpectRefused(R"({"joints": []})", "has 0 joints");
	ExpectRefused(R"({"joints": [{"position": [0, 0, 0]}]})", "has no name");
	ExpectRefused(R"({"joints": [{"name": "a", "position": [0, 0]}]})", "has no position");
	ExpectRefused(R"({"joints": [{"name": "a", "position": [0, 0, 1e300]}]})", "has no position");
	ExpectRefused(R"({"joints": [{"name": "a", "position": [0, 0, 0], "rotation": [0, 0, 0, 0]}]})", "unit quaternion");
	ExpectRefused(
		R"({"joints": [{"name": "a", "position": [0, 0, 0]}, {"name": "a", "position": [0, 0, 0]}]})", "two joints");
	ExpectRefused(R"({"joints": [{"name": "a", "parent": "z", "position": [0, 0, 0]}]})", "is not a joint");
	ExpectRefused(R"({"joints": [{"name": "a", "parent": "b", "position": [0, 0, 0]},
		{"name": "b", "parent": "a", "position": [0, 0, 0]}]})",
		"form a circle");
}

} // namespace SkeletonFilesTest
} // namespace Exemplar

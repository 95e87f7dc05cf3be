// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Pose/ClipEvents.h"

#include <gtest/gtest.h>

namespace Exemplar
{
namespace ClipEventsTest
{

std::vector<size_t> EventsBetween(float From, float To, bool bLoops)
{
	const std::vector<float> Times{0.8f, 0.0f, 0.3f};
	std::vector<size_t> Out;
	FindClipEvents(Times, From, To, 1.0f, bLoops, Out);
	return Out;
}

TEST(ClipEvents, EachIsPassedOnceWhateverTheFramesAre)
{
	for (const int FrameCount : {1, 3, 7, 100})
	{
		std::vector<size_t> All;
		float Now = 0.0f;
		for (int Frame = 1; Frame <= FrameCount; ++Frame)
		{
			const float Next = 2.5f * static_cast<float>(Frame) / static_cast<float>(FrameCount);
			const std::vector<size_t> Passed = EventsBetween(Now, Next, true);
			All.insert(All.end(), Passed.begin(), Passed.end());
			Now = Next;
		}
		EXPECT_EQ(All, (std::vector<size_t>{2, 0, 1, 2, 0, 1, 2})) << FrameCount;
	}
}

TEST(ClipEvents, BackwardTheyComeInTheOtherOrder)
{
	EXPECT_EQ(EventsBetween(1.0f, -0.5f, true), (std::vector<size_t>{0, 2, 1, 0}));
	EXPECT_EQ(EventsBetween(0.0f, -0.5f, true), (std::vector<size_t>{0}));
}

TEST(ClipEvents, AClipThatDoesNotLoopHasItsEventsOnce)
{
	EXPECT_EQ(EventsBetween(0.1f, 9.0f, false), (std::vector<size_t>{2, 0}));
	EXPECT_TRUE(EventsBetween(1.5f, 9.0f, false).empty());
	EXPECT_TRUE(EventsBetween(0.3f, 0.3f, true).empty());
}

} // namespace ClipEventsTest
} // namespace Exemplar

// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Clips/ClipCurves.h"

#include "Character/CharacterViews.h"
#include "Pose/ClipSampling.h"

#include <gtest/gtest.h>

namespace Exemplar
{
namespace ClipCurvesTest
{

FClipData ClipOf(uint32_t Frames)
{
	FClipData Clip;
	Clip.Name = "clip";
	Clip.FramesPerSecond = 10.0f;
	Clip.FrameCount = Frames;
	return Clip;
}

TEST(ClipCurves, ACurveIsReproducedWithoutTheKeysThatOthersImply)
{
	FClipData Clip = ClipOf(6);
	const float Tension[] = {0.0f, 0.5f, 1.0f, 1.0f, 1.0f, 0.25f}, Age[] = {30, 30, 30, 30, 30, 30};
	SetCurve(Clip, "tension", Tension);
	SetCurve(Clip, "age", Age);
	ASSERT_EQ(Clip.Curves.Count(), 2u);
	EXPECT_EQ(Clip.Curves.Name(1), "age");
	EXPECT_EQ(Clip.Curves.Offsets, (std::vector<uint32_t>{0, 4, 5})); // frames 0, 2, 4 and 5; one for the constant
	const FClipView View = ViewOf(Clip);
	for (uint32_t Frame = 0; Frame < 6; ++Frame)
	{
		EXPECT_FLOAT_EQ(
			SampleCurve(View, FindCurve(View, "tension"), 0.1f * static_cast<float>(Frame)), Tension[Frame]);
		EXPECT_FLOAT_EQ(SampleCurve(View, FindCurve(View, "age"), 0.1f * static_cast<float>(Frame)), 30.0f);
	}
	EXPECT_EQ(FindCurve(View, "weight"), NoIndex);
	EXPECT_EQ(SampleCurve(View, NoIndex, 0.0f), 0.0f);
}

TEST(ClipCurves, SettingACurveAgainReplacesIt)
{
	FClipData Clip = ClipOf(2);
	const float First[] = {0.0f, 1.0f}, Second[] = {5.0f, 5.0f};
	SetCurve(Clip, "a", First);
	SetCurve(Clip, "b", First);
	SetCurve(Clip, "a", Second);
	ASSERT_EQ(Clip.Curves.Count(), 2u);
	EXPECT_EQ(Clip.Curves.Values, (std::vector<float>{5.0f, 0.0f, 1.0f}));
	const float Wrong[] = {1.0f, 2.0f, 3.0f};
	SetCurve(Clip, "c", Wrong); // of another length: not a curve of this clip
	EXPECT_EQ(Clip.Curves.Count(), 2u);
}

TEST(ClipCurves, NumbersOfExamplesBecomeCurvesAndAreZeroWhereAPoseHasNone)
{
	FClipData Clip = ClipOf(3);
	const FSourcePose Poses[] = {
		{"a", {}, {{"smile", 1.0f}}}, {"b", {}, {}}, {"c", {}, {{"smile", 0.5f}, {"age", 7.0f}}}};
	SetExampleCurves(Poses, Clip);
	const FClipView View = ViewOf(Clip);
	EXPECT_FLOAT_EQ(SampleCurve(View, FindCurve(View, "smile"), 0.0f), 1.0f);
	EXPECT_FLOAT_EQ(SampleCurve(View, FindCurve(View, "smile"), 0.1f), 0.0f);
	EXPECT_FLOAT_EQ(SampleCurve(View, FindCurve(View, "smile"), 0.2f), 0.5f);
	EXPECT_FLOAT_EQ(SampleCurve(View, FindCurve(View, "age"), 0.2f), 7.0f);
}

} // namespace ClipCurvesTest
} // namespace Exemplar

// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Pose/ClipSampling.h"

#include <gtest/gtest.h>

namespace Exemplar
{
namespace ClipSamplingTest
{

/** One joint that moves along X by its keys and turns about Z. */
struct FOneJointClip
{
	std::vector<uint32_t> Offsets;
	std::vector<uint16_t> Frames;
	std::vector<FFloat3> Translations;
	std::vector<FRotation> Rotations;
	FBoneTransform Rest{{}, {7.0f, 0.0f, 0.0f}, {1.0f, 1.0f, 1.0f}};
	FClipView View;

	FOneJointClip(std::vector<uint16_t> InFrames, std::vector<float> Values, uint32_t FrameCount, bool bLoops)
		: Offsets{0, static_cast<uint32_t>(InFrames.size())}
		, Frames(std::move(InFrames))
	{
		for (const float Value : Values)
		{
			Translations.push_back({Value, 0.0f, 0.0f});
			Rotations.push_back(RotationAboutAxis({0.0f, 0.0f, 1.0f}, Value));
		}
		View.FrameCount = FrameCount;
		View.FramesPerSecond = 10.0f;
		View.bLoops = bLoops;
		View.Translations = {Offsets, Frames, Translations};
		View.Rotations = {Offsets, Frames, Rotations};
	}

	FBoneTransform At(float Seconds) const
	{
		FBoneTransform Out;
		EXPECT_TRUE((FSampleClipJob{&View, Seconds, {&Rest, 1}, {&Out, 1}}.Run()));
		return Out;
	}
};

TEST(ClipSampling, KeysAreMetAndTheWayBetweenThemIsStraight)
{
	const FOneJointClip Clip({0, 4, 5}, {0.0f, 1.0f, 3.0f}, 6, false);
	EXPECT_FLOAT_EQ(Clip.At(0.0f).Translation.X, 0.0f);
	EXPECT_FLOAT_EQ(Clip.At(0.4f).Translation.X, 1.0f);
	EXPECT_FLOAT_EQ(Clip.At(0.2f).Translation.X, 0.5f);
	EXPECT_FLOAT_EQ(Clip.At(0.45f).Translation.X, 2.0f);
	const FRotation Half = Clip.At(0.2f).Rotation; // the middle of a normalized linear interpolation is exact
	EXPECT_NEAR(2.0f * std::atan2(Half.Z, Half.W), 0.5f, 1e-6f);
}

TEST(ClipSampling, AClipThatDoesNotLoopHoldsItsEnds)
{
	const FOneJointClip Clip({1, 4}, {2.0f, 3.0f}, 6, false);
	EXPECT_FLOAT_EQ(Clip.At(-5.0f).Translation.X, 2.0f);
	EXPECT_FLOAT_EQ(Clip.At(0.0f).Translation.X, 2.0f);
	EXPECT_FLOAT_EQ(Clip.At(0.5f).Translation.X, 3.0f);
	EXPECT_FLOAT_EQ(Clip.At(99.0f).Translation.X, 3.0f);
	EXPECT_FLOAT_EQ(GetClipSeconds(Clip.View), 0.5f);
}

TEST(ClipSampling, ALoopGoesOnFromItsLastFrameToItsFirst)
{
	const FOneJointClip Clip({1, 4}, {2.0f, 5.0f}, 6, true);
	EXPECT_FLOAT_EQ(GetClipSeconds(Clip.View), 0.6f);
	EXPECT_NEAR(Clip.At(0.4f).Translation.X, 5.0f, 1e-5f);
	EXPECT_NEAR(Clip.At(0.5f).Translation.X, 4.0f, 1e-5f); // from frame 4 to frame 7 = 1
	EXPECT_NEAR(Clip.At(0.6f).Translation.X, 3.0f, 1e-5f);
	EXPECT_NEAR(Clip.At(0.0f).Translation.X, 3.0f, 1e-5f);
	EXPECT_NEAR(Clip.At(-0.2f).Translation.X, Clip.At(0.4f).Translation.X, 1e-5f);
	EXPECT_NEAR(Clip.At(6.1f).Translation.X, Clip.At(0.1f).Translation.X, 1e-4f);
}

TEST(ClipSampling, RotationsTakeTheShorterArcWhateverTheirSigns)
{
	FOneJointClip Clip({0, 2}, {0.0f, 1.0f}, 3, false);
	const FRotation Plain = Clip.At(0.05f).Rotation;
	FRotation& Q = Clip.Rotations[1];
	Q = {-Q.X, -Q.Y, -Q.Z, -Q.W};
	EXPECT_EQ(Clip.At(0.05f).Rotation, Plain);
}

TEST(ClipSampling, AJointWithoutKeysKeepsItsRest)
{
	FOneJointClip Clip({}, {}, 3, false);
	EXPECT_EQ(Clip.At(0.1f), Clip.Rest);
	Clip.View.Translations = {};
	Clip.View.Rotations = {};
	EXPECT_EQ(Clip.At(0.1f), Clip.Rest);
}

TEST(ClipSampling, AClipOfAnotherSkeletonIsRefused)
{
	const FOneJointClip Clip({0}, {1.0f}, 1, false);
	FBoneTransform Rest[2], Local[2];
	EXPECT_FALSE((FSampleClipJob{&Clip.View, 0.0f, Rest, Local}.Run()));
	EXPECT_FALSE((FSampleClipJob{nullptr, 0.0f, Rest, Local}.Run()));
	EXPECT_FLOAT_EQ(GetClipFrame(Clip.View, NAN), 0.0f);
}

} // namespace ClipSamplingTest
} // namespace Exemplar

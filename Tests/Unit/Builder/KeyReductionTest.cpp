// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Clips/KeyReduction.h"

#include <gtest/gtest.h>

namespace Exemplar
{
namespace KeyReductionTest
{

FSkeletonData Chain(size_t JointCount)
{
	FSkeletonData Out;
	for (size_t Joint = 0; Joint < JointCount; ++Joint)
	{
		Out.Names.push_back("joint " + std::to_string(Joint));
		Out.Parents.push_back(static_cast<int32_t>(Joint) - 1);
		Out.RestLocal.push_back({{}, {0.0f, 0.3f, 0.0f}, {1.0f, 1.0f, 1.0f}});
	}
	return Out;
}

/** Every joint swings about Z by Angle(joint, frame), a key at each frame. */
template <typename AngleType>
FClipData DenseClip(size_t JointCount, uint32_t FrameCount, bool bLoops, const AngleType& Angle)
{
	FClipData Clip;
	Clip.Name = "swing";
	Clip.FrameCount = FrameCount;
	Clip.bLoops = bLoops;
	Clip.Rotations.Offsets = {0};
	for (size_t Joint = 0; Joint < JointCount; ++Joint)
	{
		for (uint32_t Frame = 0; Frame < FrameCount; ++Frame)
		{
			Clip.Rotations.Frames.push_back(static_cast<uint16_t>(Frame));
			Clip.Rotations.Values.push_back(RotationAboutAxis({0.0f, 0.0f, 1.0f}, Angle(Joint, Frame)));
		}
		Clip.Rotations.Offsets.push_back(static_cast<uint32_t>(Clip.Rotations.Frames.size()));
	}
	return Clip;
}

TEST(KeyReduction, AStillClipKeepsNoKeys)
{
	const TResult<FKeyReduction> Reduced =
		ReduceKeys(Chain(3), DenseClip(3, 10, false, [](size_t, uint32_t) { return 0.0f; }), {}, {});
	ASSERT_TRUE(Reduced.IsOk());
	EXPECT_EQ(Reduced->KeysBefore, 30u);
	EXPECT_EQ(Reduced->KeysAfter, 0u);
	EXPECT_TRUE(Reduced->Clip.Rotations.Offsets.empty());
	EXPECT_EQ(Reduced->LargestError, 0.0f);
}

TEST(KeyReduction, AHeldPoseKeepsOneKeyAndAKinkKeepsItsCorner)
{
	const TResult<FKeyReduction> Reduced = ReduceKeys(Chain(2),
		DenseClip(2, 21, false,
			[](size_t Joint, uint32_t Frame)
			{ return Joint == 0 ? 0.5f : 0.01f * static_cast<float>(Frame < 10 ? Frame : 20 - Frame); }),
		{}, {});
	ASSERT_TRUE(Reduced.IsOk());
	const auto& Rotations = Reduced->Clip.Rotations;
	EXPECT_EQ(Rotations.Offsets, (std::vector<uint32_t>{0, 1, 4}));
	EXPECT_EQ(Rotations.Frames, (std::vector<uint16_t>{0, 0, 10, 20}));
}

TEST(KeyReduction, TheToleranceHoldsInCharacterSpaceAlongALongChain)
{
	const auto Wave = [](size_t Joint, uint32_t Frame)
	{ return 0.4f * std::sin(0.1f * static_cast<float>(Frame) + 0.7f * static_cast<float>(Joint)); };
	const FClipData Clip = DenseClip(12, 120, false, Wave);
	size_t PreviousKeys = SIZE_MAX;
	for (const float Tolerance : {1e-3f, 1e-2f, 1e-1f})
	{
		FKeyReductionOptions Options;
		Options.Tolerance = Tolerance;
		const TResult<FKeyReduction> Reduced = ReduceKeys(Chain(12), Clip, Options, {});
		ASSERT_TRUE(Reduced.IsOk());
		EXPECT_LE(Reduced->LargestError, Tolerance);
		EXPECT_GT(Reduced->LargestError, 0.01f * Tolerance);
		EXPECT_LT(Reduced->KeysAfter, PreviousKeys);
		PreviousKeys = Reduced->KeysAfter;
	}
	EXPECT_LT(PreviousKeys, 12u * 120u / 5);
}

TEST(KeyReduction, ALoopKeepsItsLastFrame)
{
	const TResult<FKeyReduction> Reduced = ReduceKeys(Chain(1),
		DenseClip(
			1, 24, true, [](size_t, uint32_t Frame) { return 0.5f * std::sin(0.2618f * static_cast<float>(Frame)); }),
		{}, {});
	ASSERT_TRUE(Reduced.IsOk());
	EXPECT_EQ(Reduced->Clip.Rotations.Frames.back(), 23);
	EXPECT_EQ(Reduced->Clip.bLoops, 1u);
}

TEST(KeyReduction, BadInputGetsASentenceAndCancelStops)
{
	const FClipData Clip =
		DenseClip(2, 5, false, [](size_t, uint32_t Frame) { return 0.1f * static_cast<float>(Frame); });
	FKeyReductionOptions Options;
	Options.Tolerance = 0.0f;
	EXPECT_EQ(ReduceKeys(Chain(2), Clip, Options, {}).GetError().Code, EErrorCode::InvalidArgument);
	EXPECT_EQ(ReduceKeys(Chain(3), Clip, {}, {}).GetError().Code, EErrorCode::Mismatch);
	const FProgressCallback Stop = [](std::string_view, double) { return false; };
	const FBuildContext Context{FProgress(Stop), &GetSerialExecutor(), 1};
	EXPECT_EQ(ReduceKeys(Chain(2), Clip, {}, Context).GetError().Code, EErrorCode::Canceled);
}

} // namespace KeyReductionTest
} // namespace Exemplar

// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Tools/StockAssets.h"

#include "BulgingBar.h"
#include "SampleParts.h"
#include "Tools/BuildFiles.h"
#include "Tools/StockCapsules.h"

#include <cmath>

namespace Exemplar
{
namespace StockAssetsTest
{

using namespace BulgingBar;

/** The sample with two levels and one short clip. */
const FCharacter& StockSample()
{
	static const FCharacter Character = []
	{
		FCharacterParts Parts = SampleParts();
		Parts.Animation.Clips.resize(1);
		FBuildOptions Options;
		Options.Levels.LevelCount = 2;
		Options.Levels.MaxPoses = 4;
		return BuildFromParts(std::move(Parts), Options, {})->Character;
	}();
	return Character;
}

TEST(StockAssetsTest, WeightsAreCodesThatSumToOneWithinTheLimit)
{
	for (const uint32_t One : {255u, 65535u})
	{
		FStockOptions Options;
		Options.Influences = 4;
		Options.WeightOne = One;
		const TResult<FStockAssets> Stock = MakeStockAssets(StockSample(), Options, {});
		ASSERT_TRUE(Stock.IsOk()) << Stock.GetError().Message;
		ASSERT_EQ(Stock->Levels.size(), 2u);
		for (size_t Index = 0; Index < 2; ++Index)
		{
			const FStockLevel& Level = Stock->Levels[Index];
			ASSERT_EQ(Level.Offsets.size(), StockSample()->Levels[Index].VertexCount() + 1);
			for (size_t Vertex = 0; Vertex + 1 < Level.Offsets.size(); ++Vertex)
			{
				uint32_t Sum = 0;
				for (uint32_t At = Level.Offsets[Vertex]; At < Level.Offsets[Vertex + 1]; ++At)
				{
					Sum += Level.Codes[At];
					EXPECT_TRUE(At == Level.Offsets[Vertex] || Level.Codes[At] <= Level.Codes[At - 1]);
				}
				ASSERT_EQ(Sum, One);
				ASSERT_LE(Level.Offsets[Vertex + 1] - Level.Offsets[Vertex], 4u);
			}
		}
		// The sample blends linearly with at most four bones: codes of 16 bits lose nothing that can be seen, those of
		// a byte at most half a step of a bone's length.
		EXPECT_LT(Stock->Levels[0].Error.Max, One == 255 ? 0.5 : 0.005);
		EXPECT_GT(Stock->Levels[0].Error.Max, 0.0);
		EXPECT_LE(Stock->Levels[0].Error.Rms, Stock->Levels[0].Error.Max);
	}
}

TEST(StockAssetsTest, LevelsAreShownWhereTheirErrorIsAPixel)
{
	FStockOptions Options;
	const TResult<FStockAssets> Stock = MakeStockAssets(StockSample(), Options, {});
	ASSERT_TRUE(Stock.IsOk());
	EXPECT_EQ(Stock->Levels[0].ScreenSize, 1.0f);
	const float Size = Stock->Levels[1].ScreenSize;
	EXPECT_GT(Size, 0.0f);
	EXPECT_LE(Size, 1.0f);
	Options.TolerancePixels = 0.5;
	EXPECT_NEAR(MakeStockAssets(StockSample(), Options, {})->Levels[1].ScreenSize, 0.5f * Size, 0.51f * Size);
	Options.TolerancePixels = 1e-6;
	EXPECT_LT(MakeStockAssets(StockSample(), Options, {})->Levels[1].ScreenSize, 1e-3f * Size);
}

TEST(StockAssetsTest, HelperBonesAreBakedAndMorphsComeFromTheClips)
{
	const FExampleSet Examples = MakeBulgingBar();
	for (const ECorrectiveKind Kind : {ECorrectiveKind::Bones, ECorrectiveKind::Shapes})
	{
		const FBuiltCharacter Built = BuildBar(Examples, Kind);
		const TResult<FStockAssets> Stock = MakeStockAssets(Built.Character, {}, {});
		ASSERT_TRUE(Stock.IsOk()) << Stock.GetError().Message;
		const FStockLevel& Level = Stock->Levels[0];
		const bool bBones = Kind == ECorrectiveKind::Bones;
		// An engine without correctives shows what the character shows: helpers are keys, shapes are morph targets.
		EXPECT_LT(Level.Error.Max, 0.01);
		EXPECT_EQ(Level.Morphs.empty(), bBones);
		if (bBones)
		{
			const size_t Joints = Built.Character->Skeleton.JointCount();
			ASSERT_GT(Joints, 2u);
			const FBoneTransform& Last = Stock->Clips[0].Keys[Joints * 6 - 1]; // of the most bent example
			EXPECT_GT(Length(Last.Translation - Built.Character->Skeleton.RestLocal[Joints - 1].Translation), 1e-3f);
		}
		else
		{
			EXPECT_GT(Level.ErrorWithoutMorphs.Max, 10.0 * Level.Error.Max);
		}
		// Against the examples it is what the character itself is.
		const TResult<FStockError> Error = MeasureStockAssets(*Stock, Built.Character, Examples);
		const TResult<FCharacterError> Own = MeasureCharacter(Built.Character, Examples, {});
		ASSERT_TRUE(Error.IsOk() && Own.IsOk());
		EXPECT_NEAR(Error->Max, Own->Max, 0.01);
		EXPECT_NEAR(Error->Rms, Own->Rms, 0.01);
	}
}

TEST(StockAssetsTest, CapsulesHaveTheSizeOfWhatTheyHold)
{
	std::vector<FFloat3> Cylinder;
	for (int Ring = 0; Ring <= 40; ++Ring)
	{
		for (int Side = 0; Side < 24; ++Side)
		{
			const float Around = 2.0f * PiF * static_cast<float>(Side) / 24.0f;
			Cylinder.push_back(
				{0.3f * std::cos(Around), 0.05f * static_cast<float>(Ring) - 0.5f, 0.3f * std::sin(Around)});
		}
	}
	const std::optional<FStockCapsule> Capsule = FitCapsule(3, Cylinder);
	ASSERT_TRUE(Capsule.has_value());
	EXPECT_EQ(Capsule->Joint, 3);
	EXPECT_NEAR(Capsule->Radius, 0.3f, 1e-4f);
	EXPECT_NEAR(Length(Capsule->End - Capsule->Start), 2.0f - 0.6f, 0.11f);
	EXPECT_NEAR(std::abs(Normalize(Capsule->End - Capsule->Start).Y), 1.0f, 1e-4f);
	EXPECT_GT(Capsule->Inside, 0.5); // the rims are outside of the round ends
	EXPECT_FALSE(FitCapsule(0, std::span(Cylinder).first(7)).has_value());
	EXPECT_FALSE(FitCapsule(0, std::vector<FFloat3>(20)).has_value());
	// The sample's limbs: every capsule holds most of its joint's skin in all frames.
	const TResult<FStockAssets> Stock = MakeStockAssets(StockSample(), {}, {});
	ASSERT_TRUE(Stock.IsOk());
	EXPECT_GT(Stock->Capsules.size(), 8u);
	for (const FStockCapsule& One : Stock->Capsules)
	{
		EXPECT_GT(One.Inside, 0.4) << One.Joint;
	}
}

TEST(StockAssetsTest, WhatNoEngineHasIsRefusedAndCancelIsAnError)
{
	FStockOptions Options;
	Options.Influences = 5;
	EXPECT_NE(MakeStockAssets(StockSample(), Options, {}).GetError().Message.find("4, 8 or 12"), std::string::npos);
	Options.Influences = 12;
	Options.WeightOne = 1000;
	EXPECT_NE(MakeStockAssets(StockSample(), Options, {}).GetError().Message.find("255 or 65535"), std::string::npos);
	FCharacterData Data = StockSample().ToData();
	Data.Levels[1].Weights = {};
	Data.Levels[1].RotationCenters.clear();
	const TResult<FCharacter> Bare = FCharacter::FromData(Data);
	ASSERT_TRUE(Bare.IsOk()) << Bare.GetError().Message;
	EXPECT_NE(
		MakeStockAssets(*Bare, {}, {}).GetError().Message.find("Level 1 has no blend weights"), std::string::npos);
	const FProgressCallback Stop = [](std::string_view, double) { return false; };
	FBuildContext Context;
	Context.Progress = FProgress(Stop);
	EXPECT_EQ(MakeStockAssets(StockSample(), {}, Context).GetError().Code, EErrorCode::Canceled);
}

} // namespace StockAssetsTest
} // namespace Exemplar

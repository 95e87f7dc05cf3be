// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "AllocationMeter.h"
#include "Correctives/CorrectiveJobs.h"
#include "Pose/ClipSampling.h"
#include "Posing/CharacterPoser.h"
#include "RandomCharacter.h"

#include <gtest/gtest.h>

namespace Exemplar
{
namespace FrameAllocationTest
{

/** A level packed for one operator, with the memory that its frames need. */
struct FSkinMemory
{
	FPackedSkin Skin;
	FSkinPalette Palette;
	FPackedCorrectives Shapes;
	std::vector<uint32_t> PlaceOfBlock;
	std::vector<float> Values;
	std::vector<FFloat3> Positions, Normals;
	std::vector<FFloat4> Tangents;

	FSkinMemory(const FCharacterView& Character, const FRestPose& Rest, ESkinOperator Operator)
	{
		const FMeshLevelView& Level = Character.Levels[0];
		FPackOptions Options;
		Options.Kind = PackedKindOf(Operator);
		TResult<FPackedSkin> Packed = PackSkin(Level, Rest, Options);
		EXPECT_TRUE(Packed.IsOk()) << Packed.GetError().Message;
		Skin = std::move(*Packed);
		Palette.Operator = Operator;
		Shapes = PackCorrectives(Character.Correctives, Level.Correctives, Skin);
		PlaceOfBlock.resize(Shapes.BlockCount);
		Values.resize(CountOffsetValues(Shapes));
		Positions.resize(Skin.SlotCount);
		Normals.resize(Skin.SlotCount);
		Tangents.resize(Skin.SlotCount);
	}

	bool Run(const FCharacterPoser& Poser, const FCharacterPose& Pose)
	{
		FSkinningJob Job;
		Job.Skin = &Skin;
		Job.Output = {Positions, Normals, Tangents};
		Job.RestOffsets = FCorrectiveOffsetsJob{&Shapes, Pose.ShapeWeights, PlaceOfBlock, Values}.Run();
		return Poser.MakePalette(Pose, Skin, Palette.Operator, Palette) && RunSkinning(Job, Palette) &&
			FCorrectiveAfterJob{&Shapes, Pose.ShapeWeights, Pose.Palette, Positions}.Run();
	}
};

TEST(FrameAllocation, AFrameFromClipToVerticesAllocatesNothingWithAnyOperator)
{
	FRandomCharacterOptions Options;
	Options.bSkin = true;
	const TResult<FCharacter> Character = FCharacter::FromData(MakeRandomCharacterData(Options));
	ASSERT_TRUE(Character.IsOk()) << Character.GetError().Message;
	const FCharacterView& View = Character->View();
	const TResult<FCharacterPoser> Poser = FCharacterPoser::Make(*Character);
	ASSERT_TRUE(Poser.IsOk()) << Poser.GetError().Message;
	std::vector<FSkinMemory> Skins;
	for (int32_t Operator = 0; Operator < SkinOperatorCount; ++Operator)
	{
		Skins.emplace_back(View, Poser->GetRest(), static_cast<ESkinOperator>(Operator));
	}
	FCharacterPose Pose;
	Poser->Reset(Pose);
	const auto RunFrame = [&](float Seconds)
	{
		bool bOk =
			FSampleClipJob{&View.Clips[0], Seconds, View.Skeleton.RestLocal, Pose.Local}.Run() && Poser->Pose(Pose);
		for (FSkinMemory& Skin : Skins)
		{
			bOk = Skin.Run(*Poser, Pose) && bOk;
		}
		return bOk;
	};
	ASSERT_TRUE(RunFrame(0.0f)); // gives the memory its size

	const FAllocationMeter Meter;
	const bool bOk = RunFrame(0.05f) && RunFrame(0.1f);
	const size_t Count = Meter.Count();
	EXPECT_TRUE(bOk);
	EXPECT_EQ(Count, 0u);
}

} // namespace FrameAllocationTest
} // namespace Exemplar

// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "AllocationMeter.h"
#include "Correctives/CorrectiveJobs.h"
#include "Pose/ClipSampling.h"
#include "Pose/PoseJobs.h"
#include "Pose/Twist.h"
#include "RandomCharacter.h"

#include <gtest/gtest.h>

namespace Exemplar
{
namespace
{

/** A level packed for one operator, with the memory that its frames need. */
struct FSkinMemory
{
	FPackedSkin Skin;
	std::vector<FAffine> Palette, Stretches, TwistEntries;
	std::vector<FDualQuaternion> Rigid;
	std::vector<FSphericalEntry> SphericalEntries;
	std::vector<float> SegmentAngles, Values;
	FPackedCorrectives Shapes;
	std::vector<uint32_t> PlaceOfBlock;
	std::vector<FFloat3> Positions, Normals;
	std::vector<FFloat4> Tangents;

	FSkinMemory(const FMeshLevelView& Level, const FRestPose& Rest, EPackedKind Kind)
	{
		FPackOptions Options;
		Options.Kind = Kind;
		TResult<FPackedSkin> Packed = PackSkin(Level, Rest, Options);
		EXPECT_TRUE(Packed.IsOk()) << Packed.GetError().Message;
		Skin = std::move(*Packed);
		Palette.resize(Skin.PaletteBones.size());
		Stretches.resize(Skin.PaletteBones.size());
		Rigid.resize(Skin.PaletteBones.size());
		TwistEntries.resize(Skin.EntryCount());
		SphericalEntries.resize(Skin.EntryCount());
		SegmentAngles.resize(Skin.SegmentTable.size());
		Shapes = PackCorrectives(Level.Correctives, Skin);
		PlaceOfBlock.resize(Shapes.BlockCount);
		Values.resize(size_t{24} * Shapes.MovedBlockCount);
		Positions.resize(Skin.SlotCount);
		Normals.resize(Skin.SlotCount);
		Tangents.resize(Skin.SlotCount);
	}

	template <typename TJob>
	bool Run(TJob Job, const FRestOffsets& Offsets)
	{
		Job.Skin = &Skin;
		Job.Output = {Positions, Normals, Tangents};
		Job.RestOffsets = Offsets;
		return Job.Run();
	}
};

TEST(FrameAllocation, AFrameFromClipToVerticesAllocatesNothingWithAnyOperator)
{
	FRandomCharacterOptions Options;
	Options.bSkin = true;
	const TResult<FCharacter> Character = FCharacter::FromData(MakeRandomCharacterData(Options));
	ASSERT_TRUE(Character.IsOk()) << Character.GetError().Message;
	const FCharacterView& View = Character->View();
	const FMeshLevelView& Level = View.Levels[0];
	const FRestPose Rest = *MakeRestPose(View.Skeleton);
	FSkinMemory Blend(Level, Rest, EPackedKind::LinearBlend), Points(Level, Rest, EPackedKind::AnimationSpace),
		Spherical(Level, Rest, EPackedKind::Spherical), Twist(Level, Rest, EPackedKind::Twist);
	const size_t JointCount = Rest.JointCount();
	std::vector<FBoneTransform> Local(JointCount);
	std::vector<FAffine> Model(JointCount);
	std::vector<float> Twists(JointCount), Kernels(CountCorrectiveKernels(View.Correctives)),
		ShapeWeights(View.Correctives.ShapeCount());
	const std::span<const FBoneTransform> RestLocal = View.Skeleton.RestLocal;

	const FAllocationMeter Meter;
	for (const float Seconds : {0.0f, 0.1f})
	{
		bool bOk = FSampleClipJob{&View.Clips[0], Seconds, RestLocal, Local}.Run() &&
			FLocalToModelJob{Rest.Parents, Local, Model}.Run() &&
			FTwistJob{Local, RestLocal, Rest.LocalLinkAxes, Twists}.Run() &&
			FCorrectiveWeightsJob{&View.Correctives, Local, RestLocal, Kernels, ShapeWeights}.Run();
		for (FSkinMemory* M : {&Blend, &Points, &Spherical, &Twist})
		{
			const FPackedSkin& Skin = M->Skin;
			bOk = bOk && FPaletteJob{Model, Rest.InverseModel, Skin.PaletteBones, M->Palette}.Run() &&
				FDualQuaternionPaletteJob{M->Palette, Skin.PaletteParents, Skin.PaletteCenters, M->Rigid, M->Stretches}
					.Run();
			const FRestOffsets Offsets =
				FCorrectiveOffsetsJob{&M->Shapes, ShapeWeights, M->PlaceOfBlock, M->Values}.Run();
			switch (Skin.Format.Kind)
			{
			case EPackedKind::LinearBlend:
			{
				FLinearBlendJob Linear;
				Linear.Palette = M->Palette;
				FDualQuaternionJob Dual;
				Dual.Rigid = M->Rigid;
				Dual.Stretches = M->Stretches;
				bOk = bOk && M->Run(Linear, Offsets) && M->Run(Dual, Offsets);
				break;
			}
			case EPackedKind::AnimationSpace:
			{
				FAnimationSpaceJob Job;
				Job.Palette = M->Palette;
				bOk = bOk && M->Run(Job, Offsets);
				break;
			}
			case EPackedKind::Spherical:
			{
				FSphericalBlendJob Job;
				Job.Entries = M->SphericalEntries;
				bOk = bOk && FSphericalPaletteJob{&Skin, M->Palette, M->Rigid, M->SphericalEntries}.Run() &&
					M->Run(Job, Offsets);
				break;
			}
			case EPackedKind::Twist:
			{
				FTwistSkinningJob Job;
				Job.Entries = M->TwistEntries;
				Job.SegmentAngles = M->SegmentAngles;
				bOk = bOk &&
					FTwistPaletteJob{&Skin, &Rest, M->Palette, Twists, M->TwistEntries, M->SegmentAngles}.Run() &&
					M->Run(Job, Offsets);
				break;
			}
			}
		}
		ASSERT_TRUE(bOk);
	}
	EXPECT_EQ(Meter.Count(), 0u);
}

} // namespace
} // namespace Exemplar

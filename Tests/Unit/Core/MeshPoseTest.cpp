// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Posing/MeshPose.h"

#include "AllocationMeter.h"
#include "Gpu/GpuSkin.h"
#include "Pose/ClipSampling.h"
#include "RandomCharacter.h"

#include <gtest/gtest.h>

namespace Exemplar
{
namespace MeshPoseTest
{

constexpr FBasis Basis{{0, 2, 1}, {1.0f, 1.0f, 1.0f}, 100.0f};
const float Errors[] = {0.0f, 1.0f, 4.0f};

std::shared_ptr<const FPosableCharacter> MakePosable(uint32_t Joints = 12)
{
	FRandomCharacterOptions Options;
	Options.JointCount = Joints;
	FCharacterData Data = MakeRandomCharacterData(Options);
	Data.Clips[1].Name = "Walk";
	return std::make_shared<const FPosableCharacter>(*FCharacter::FromData(Data), Basis);
}

FPackedSkin PackFirst(const FPosableCharacter& Character)
{
	// The palette of a level has no lengths: it may be packed in the character's own axes.
	const FCharacterPoser Own = *FCharacterPoser::Make(Character.Character);
	FPackOptions Options;
	Options.Kind = EPackedKind::AnimationSpace;
	return *PackSkin(Character.View().Levels[0], Own.GetRest(), Options);
}

std::vector<FBoneTransform> ClipPose(const FPosableCharacter& Character, size_t Clip, float Frame)
{
	std::vector<FBoneTransform> Out = SampleFrame(Character.View().Skeleton, Character.View().Clips[Clip], Frame);
	for (FBoneTransform& Bone : Out)
	{
		Bone = Character.Basis.Transform(Bone);
	}
	return Out;
}

TEST(MeshPose, PosesByBonesThenByWhatWasSetThenByItsClipThenAtRest)
{
	const auto Character = MakePosable();
	const FRestPose& Rest = Character->Poser->GetRest();
	FMeshPose Pose;
	EXPECT_FALSE(Pose.Update({}, false)) << "there is no character";
	Pose.SetCharacter(Character, "");
	ASSERT_TRUE(Pose.Update({}, false));
	EXPECT_EQ(Pose.GetPose().Local, Rest.Local);

	ASSERT_TRUE(Pose.SetClip("wALK")) << "names have no case";
	EXPECT_FALSE(Pose.SetClip("no such clip"));
	Pose.Seconds = 5.0f / Pose.GetClip()->FramesPerSecond;
	ASSERT_TRUE(Pose.Update({}, false));
	const std::vector<FBoneTransform> Clip = ClipPose(*Character, 1, 5.0f);
	for (size_t Joint = 0; Joint < Clip.size(); ++Joint)
	{
		EXPECT_LT(Length(Pose.GetPose().Local[Joint].Translation - Clip[Joint].Translation), 1e-3f);
	}

	const std::vector<FBoneTransform> Set = ClipPose(*Character, 0, 2.0f);
	EXPECT_FALSE(Pose.SetLocal({Set.data(), Set.size() - 1}));
	ASSERT_TRUE(Pose.SetLocal(Set));
	ASSERT_TRUE(Pose.Update({}, false));
	EXPECT_EQ(Pose.GetPose().Local, Set);

	// A leader with the joints themselves as bones, all moved up.
	std::vector<int32_t> Bones;
	std::vector<FAffine> Moved = Rest.Model;
	for (size_t Joint = 0; Joint < Moved.size(); ++Joint)
	{
		Bones.push_back(static_cast<int32_t>(Joint));
		Moved[Joint].Rows[2].W += 30.0f;
	}
	Pose.Leader.Match(Rest, Bones, Rest.Model);
	ASSERT_TRUE(Pose.Update(Moved, false));
	EXPECT_NEAR(Pose.GetJoint(3).Rows[2].W, Moved[3].Rows[2].W, 1e-2f);
	ASSERT_TRUE(Pose.Update({}, false)); // the leader has gone
	EXPECT_EQ(Pose.GetPose().Local, Set);
}

TEST(MeshPose, TheRootAloneIsTheRootOfTheWholePoseAndCarriesTheSphere)
{
	const auto Character = MakePosable();
	FMeshPose Whole, Alone;
	for (FMeshPose* Pose : {&Whole, &Alone})
	{
		Pose->SetCharacter(Character, "walk");
		ASSERT_TRUE(Pose->Update({}, false));
	}
	const FSphere AtFirst = Alone.GetSphere();
	Whole.Seconds = Alone.Seconds = 0.3f;
	ASSERT_TRUE(Whole.Update({}, false));
	Alone.UpdateRoot({});
	for (int Row = 0; Row < 3; ++Row)
	{
		const FFloat4 Apart = Whole.GetRoot().Rows[Row] - Alone.GetRoot().Rows[Row];
		EXPECT_LT(std::sqrt(Dot(Apart, Apart)), 1e-3f);
	}
	EXPECT_LT(Length(Whole.GetSphere().Center - Alone.GetSphere().Center), 1e-2f);
	EXPECT_GT(Length(AtFirst.Center - Alone.GetSphere().Center), 1.0f) << "the clip moves its root";
	EXPECT_GE(Whole.GetSphere().Radius, Basis.Scale * Character->View().Sphere.Radius * 0.999f);
}

TEST(MeshPose, LevelsHeedViewsBiasForceAndSignificance)
{
	FMeshPose Pose;
	Pose.SetCharacter(MakePosable(), "");
	EXPECT_FALSE(Pose.GetDrawnLevel());
	EXPECT_EQ(Pose.ChooseLevel(Errors, {2.0f}), 1u);
	EXPECT_EQ(Pose.ChooseLevel(Errors, {}), 1u) << "nobody has looked";
	EXPECT_EQ(Pose.ChooseLevel(Errors, {2.0f, -1, 1}), 2u);
	EXPECT_EQ(Pose.ChooseLevel(Errors, {2.0f, -1, -5}), 0u);
	EXPECT_EQ(Pose.ChooseLevel(Errors, {2.0f, 0}), 0u);
	EXPECT_EQ(Pose.ChooseLevel(Errors, {2.0f, 99}), 2u);
	EXPECT_EQ(Pose.ChooseLevel(Errors, {2.0f, -1, 0, 0.1f}), 2u) << "what matters less may err more";
	EXPECT_EQ(Pose.ChooseLevel(Errors, {2.0f, -1, 0, 10.0f}), 0u);
	// Where these are the coarse ones, finer ones are wanted by what is seen from near, matters, or is forced.
	const std::span<const float> Coarse = std::span<const float>(Errors).subspan(1);
	EXPECT_FALSE(WantsFiner(Coarse, {}, 0)) << "nobody has looked";
	EXPECT_FALSE(WantsFiner(Coarse, {1.01f * Coarse[0]}, 0));
	EXPECT_TRUE(WantsFiner(Coarse, {0.99f * Coarse[0]}, 0));
	EXPECT_TRUE(WantsFiner(Coarse, {1.01f * Coarse[0], -1, 0, 2.0f}, 0));
	EXPECT_FALSE(WantsFiner(Coarse, {0.5f * Coarse[0], 0}, 0)) << "forced, and there";
	EXPECT_TRUE(WantsFiner(Coarse, {9.0f * Coarse[0], 0}, -1));
	EXPECT_FALSE(WantsFiner({}, {0.0f}, 0));
	EXPECT_EQ(Pose.GetDrawnLevel(), 0u);
}

TEST(MeshPose, LastFramesPoseIsTheOneThatWasSentAndANewDrawingHasNone)
{
	const auto Character = MakePosable();
	const FPackedSkin Skin = PackFirst(*Character);
	FMeshPose Pose;
	Pose.SetCharacter(Character, "walk");
	FSkinFrame First, Second;
	const auto Send = [&](float Seconds, FSkinFrame& Out, float Allowed = 0.5f)
	{
		Pose.Seconds = Seconds;
		EXPECT_TRUE(Pose.Update({}, true));
		Pose.ChooseLevel(Errors, {Allowed});
		Pose.Write(Skin, ESkinOperator::AnimationSpace, Out);
	};
	const auto Half = [](const FSkinFrame& Frame, size_t Which)
	{
		const size_t Size = Frame.Palette.size() / 2;
		return std::vector<FFloat4>(Frame.Palette.begin() + static_cast<ptrdiff_t>(Which * Size),
			Frame.Palette.begin() + static_cast<ptrdiff_t>((Which + 1) * Size));
	};
	Send(0.0f, First);
	ASSERT_EQ(First.Palette.size(), 2 * 3 * Skin.EntryCount());
	EXPECT_EQ(Half(First, 0), Half(First, 1)) << "nothing was sent before";
	Send(0.2f, Second);
	EXPECT_EQ(Half(Second, 1), Half(First, 0));
	EXPECT_NE(Half(Second, 0), Half(First, 0));
	Pose.Restart();
	Send(0.4f, First);
	EXPECT_EQ(Half(First, 0), Half(First, 1));

	// Another level has no factor of its own from before.
	Send(0.4f, First, 0.25f);
	Send(0.4f, Second, 0.75f);
	EXPECT_EQ(Second.PreviousGeomorph, First.Geomorph);
	EXPECT_NE(Second.Geomorph, First.Geomorph);
	Send(0.4f, Second, 2.5f);
	EXPECT_EQ(Second.Level, 1u);
	EXPECT_EQ(Second.PreviousGeomorph, Second.Geomorph);

	size_t Count = 0;
	for (int Frame = 0; Frame < 6; ++Frame)
	{
		const FAllocationMeter Meter;
		Send(0.1f * static_cast<float>(Frame), First);
		Count = Frame < 2 ? 0 : Count + Meter.Count();
	}
	EXPECT_EQ(Count, 0u) << "after the first frames nothing is allocated";
}

TEST(MeshPose, AnotherCharacterKeepsWhatFitsIt)
{
	FMeshPose Pose;
	const auto Small = MakePosable(), Same = MakePosable(), Large = MakePosable(15);
	Pose.SetCharacter(Small, "walk");
	ASSERT_TRUE(Pose.SetLocal(ClipPose(*Small, 0, 1.0f)));
	Pose.SetCharacter(Same, "walk");
	EXPECT_TRUE(Pose.HasLocal());
	EXPECT_FALSE(Pose.IsPosed());
	Pose.SetCharacter(Large, "gone");
	EXPECT_FALSE(Pose.HasLocal());
	EXPECT_EQ(Pose.GetClip(), nullptr);
	EXPECT_TRUE(Pose.Update({}, true));
	Pose.SetCharacter(nullptr, "walk");
	EXPECT_FALSE(Pose.Update({}, true));
	EXPECT_EQ(Pose.GetSphere(), FSphere());
}

TEST(MeshPose, InstancesOfADispatchFindTheirOwnHalves)
{
	FSkinFrame Frame;
	Frame.Level = 2;
	Frame.Geomorph = 0.25f;
	Frame.PreviousGeomorph = 0.5f;
	Frame.ShapeWeights.resize(2 * 3);
	Frame.SegmentAngles.resize(2 * 5);
	const FGpuSkinInstance Instance = MakeGpuSkinInstance(Frame, 4, 7, 100);
	EXPECT_EQ(Instance.Palette, 2u * 4 * 7);
	EXPECT_EQ(Instance.PreviousPalette, 2u * 4 * 7 + 7);
	EXPECT_EQ(Instance.Shapes, 2u * 4 * 3);
	EXPECT_EQ(Instance.PreviousShapes, 2u * 4 * 3 + 3);
	EXPECT_EQ(Instance.Segments, 2u * 4 * 5);
	EXPECT_EQ(Instance.PreviousSegments, 2u * 4 * 5 + 5);
	EXPECT_EQ(Instance.FirstOutput, 100u);
	EXPECT_EQ(Instance.Level, 2u);
	EXPECT_EQ(Instance.Geomorph, 0.25f);
	EXPECT_EQ(Instance.PreviousGeomorph, 0.5f);
}

TEST(CorrectiveScales, StayWithTheirNamesWhenAnotherVersionNumbersThemAnew)
{
	FCharacterData Data = MakeRandomCharacterData();
	ASSERT_GE(Data.Correctives.Correctives.size(), 2u);
	const FCharacter Before = *FCharacter::FromData(Data);
	FCorrectiveScales Scales;
	EXPECT_FALSE(Scales.Set(nullptr, Data.Correctives.Correctives[1].Name, 0.5f));
	EXPECT_FALSE(Scales.Set(&Before.View(), "no such corrective", 0.5f));
	EXPECT_FALSE(Scales.Set(&Before.View(), Data.Correctives.Correctives[1].Name, NAN));
	EXPECT_TRUE(Scales.Get().empty());
	ASSERT_TRUE(Scales.Set(&Before.View(), Data.Correctives.Correctives[1].Name, 0.5f));
	ASSERT_TRUE(Scales.Set(&Before.View(), Data.Correctives.Correctives[1].Name, 0.25f));
	ASSERT_EQ(Scales.Get().size(), Data.Correctives.Correctives.size());
	EXPECT_EQ(Scales.Get()[0], 1.0f);
	EXPECT_EQ(Scales.Get()[1], 0.25f);
	std::swap(Data.Correctives.Correctives[0].Name, Data.Correctives.Correctives[1].Name);
	const FCharacter After = *FCharacter::FromData(Data);
	Scales.Match(&After.View());
	EXPECT_EQ(Scales.Get()[0], 0.25f);
	EXPECT_EQ(Scales.Get()[1], 1.0f);
	Scales.Match(nullptr);
	EXPECT_TRUE(Scales.Get().empty());
}

} // namespace MeshPoseTest
} // namespace Exemplar

// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "ExemplarMeshPose.h"

#include "ExemplarConversions.h"
#include "ExemplarMeshComponent.h"
#include "Pose/ClipSampling.h"

namespace
{

constexpr bool ExemplarIsSameOperator(EExemplarOperator Setting, Exemplar::ESkinOperator Operator)
{
	return static_cast<uint8>(Setting) == static_cast<uint8>(Operator) + 1;
}
static_assert(static_cast<uint8>(EExemplarOperator::Automatic) == 0);
static_assert(ExemplarIsSameOperator(EExemplarOperator::LinearBlend, Exemplar::ESkinOperator::LinearBlend));
static_assert(ExemplarIsSameOperator(EExemplarOperator::AnimationSpace, Exemplar::ESkinOperator::AnimationSpace));
static_assert(ExemplarIsSameOperator(EExemplarOperator::DualQuaternion, Exemplar::ESkinOperator::DualQuaternion));
static_assert(ExemplarIsSameOperator(EExemplarOperator::Spherical, Exemplar::ESkinOperator::Spherical));
static_assert(ExemplarIsSameOperator(EExemplarOperator::Twist, Exemplar::ESkinOperator::Twist));
static_assert(static_cast<int32>(EExemplarOperator::Twist) == Exemplar::SkinOperatorCount);

} // namespace

Exemplar::ESkinOperator FExemplarMeshPose::ChooseOperator(const Exemplar::FCharacter& Character, uint8 Requested)
{
	if (static_cast<EExemplarOperator>(Requested) != EExemplarOperator::Automatic)
	{
		return static_cast<Exemplar::ESkinOperator>(Requested - 1);
	}
	for (const Exemplar::FMeshLevelView& Level : Character.View().Levels)
	{
		if (Level.Skin.Points.empty())
		{
			return Exemplar::ESkinOperator::LinearBlend;
		}
	}
	return Exemplar::ESkinOperator::AnimationSpace;
}

void FExemplarMeshPose::UpdatePose(const Exemplar::FCharacterPoser& Poser, const Exemplar::FCharacterView& Character,
	const TArray<FTransform>* LeaderPose, bool bCorrectives)
{
	Poser.Reset(Pose);
	if (bSent && SentPose.Twists.size() == Pose.Twists.size())
	{
		Pose.Twists = SentPose.Twists;
	}
	if (LeaderPose && Leader.Bones.Num() == static_cast<int32>(Poser.JointCount()))
	{
		Leader.Follow(*LeaderPose, Poser.GetRest().Parents, Pose.Local);
	}
	else if (!SetPose.empty())
	{
		Pose.Local = SetPose;
	}
	else if (Clip >= 0)
	{
		Exemplar::FSampleClipJob{
			&Character.Clips[static_cast<size_t>(Clip)], Seconds, Character.Skeleton.RestLocal, Pose.Local}
			.Run();
		for (Exemplar::FBoneTransform& Bone : Pose.Local)
		{
			Bone = Exemplar::ToUnrealAxes(Bone);
		}
	}
	bPosed = Poser.Pose(Pose, {bCorrectives, ShapeScales});
	bPosedCorrectives = bCorrectives;
}

void FExemplarMeshPose::WriteDynamicData(
	const Exemplar::FCharacterPoser& Poser, int32 ForcedLevel, int32 LevelBias, FExemplarDynamicData& Out)
{
	const int32 LastLevel = SkinData->Levels.Num() - 1;
	float Allowed;
	if (Request->Take(Allowed))
	{
		Choice = Exemplar::ChooseLevelSteadily(SkinData->LevelErrors, Allowed, Choice);
	}
	Out.Reset();
	Out.Operator = Operator;
	const bool bForced = ForcedLevel >= 0;
	Out.Level = FMath::Clamp(bForced ? ForcedLevel : static_cast<int32>(Choice.Level) + LevelBias, 0, LastLevel);
	Out.Geomorph = !bForced && LevelBias == 0 ? Choice.Geomorph : 0.0f;
	// Another level has other vertices, whose last frame is where this factor would have put them.
	const bool bSameLevel = Out.Level == DrawnLevel;
	Out.PreviousGeomorph = bSameLevel ? DrawnGeomorph : Out.Geomorph;
	DrawnLevel = Out.Level;
	DrawnGeomorph = Out.Geomorph;

	const Exemplar::FPackedSkin& Skin = SkinData->Levels[Out.Level]->Skin;
	const bool bHasLast = bSent && SentPose.Palette.size() == Pose.Palette.size();
	const Exemplar::FCharacterPose& Last = bHasLast ? SentPose : Pose;
	if (bHasLast && bSameLevel && Palette.Operator == Operator)
	{
		std::swap(Palette, LastPalette);
	}
	else
	{
		Poser.MakePalette(Last, Skin, Operator, LastPalette);
	}
	Poser.MakePalette(Pose, Skin, Operator, Palette);
	const bool bStretches = Palette.bHasStretch || LastPalette.bHasStretch;
	Out.Append(Palette, bStretches);
	Out.Append(LastPalette, bStretches);
	if (Pose.HasShapes() || Last.HasShapes())
	{
		const size_t Count = FMath::Max(Pose.ShapeWeights.size(), Last.ShapeWeights.size());
		Out.AppendShapes(Pose.ShapeWeights, Count);
		Out.AppendShapes(Last.ShapeWeights, Count);
	}
	SentPose = Pose;
	bSent = true;
}

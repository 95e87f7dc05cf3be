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
static_assert(ExemplarIsSameOperator(EExemplarOperator::CenterOfRotation, Exemplar::ESkinOperator::CenterOfRotation));
static_assert(ExemplarIsSameOperator(EExemplarOperator::Blended, Exemplar::ESkinOperator::Blended));
static_assert(static_cast<int32>(EExemplarOperator::Blended) == Exemplar::SkinOperatorCount);

} // namespace

Exemplar::ESkinOperator FExemplarMeshPose::ChooseOperator(const Exemplar::FCharacter& Character, uint8 Requested)
{
	if (static_cast<EExemplarOperator>(Requested) != EExemplarOperator::Automatic)
	{
		return static_cast<Exemplar::ESkinOperator>(Requested - 1);
	}
	return Exemplar::FindPreferredOperator(Character.View());
}

void FExemplarMeshPose::SetCharacterData(const TSharedPtr<FExemplarCharacterData>& New, FName ClipName)
{
	Data = New;
	bPosed = bSent = false;
	DrawnLevel = INDEX_NONE;
	Choice = Exemplar::FLevelChoice();
	SetSkinData(nullptr);
	CorrectiveWeights.Match(Data.Get());
	const size_t JointCount = Data.IsValid() ? Data->View().Skeleton.JointCount() : 0;
	if (SetPose.size() != JointCount)
	{
		SetPose.clear();
	}
	Clip = INDEX_NONE;
	for (size_t Index = 0; Data.IsValid() && Index < Data->View().Clips.size(); ++Index)
	{
		if (!ClipName.IsNone() && Exemplar::ToUnrealName(Data->View().Clips[Index].Name) == ClipName)
		{
			Clip = static_cast<int32>(Index);
		}
	}
}

void FExemplarMeshPose::UpdateRoot(const TArray<FTransform>* LeaderPose)
{
	Exemplar::FBoneTransform Local = Data->Poser->GetRest().Local[0];
	if (LeaderPose && Leader.IsMatched())
	{
		Leader.Follow(*LeaderPose, std::span<Exemplar::FBoneTransform>(&Local, 1));
	}
	else if (SetPose.empty() && Clip >= 0)
	{
		const Exemplar::FCharacterView& Character = Data->View();
		Exemplar::FSampleClipJob{&Character.Clips[static_cast<size_t>(Clip)], Seconds, Character.Skeleton.RestLocal,
			std::span<Exemplar::FBoneTransform>(&Local, 1)}
			.Run();
		Local = Data->Basis.Transform(Local);
	}
	Root = Exemplar::Compose(Exemplar::ToAffine(Local), Data->Poser->GetRest().InverseModel[0]);
}

void FExemplarMeshPose::UpdatePose(const TArray<FTransform>* LeaderPose, bool bCorrectives)
{
	const Exemplar::FCharacterPoser& Poser = *Data->Poser;
	const Exemplar::FCharacterView& Character = Data->View();
	Poser.Reset(Pose);
	if (bSent && SentPose.Twists.size() == Pose.Twists.size())
	{
		Pose.Twists = SentPose.Twists;
	}
	if (LeaderPose && Leader.IsMatched())
	{
		Leader.Follow(*LeaderPose, Pose.Local);
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
			Bone = Data->Basis.Transform(Bone);
		}
	}
	bPosed = Poser.Pose(Pose, {bCorrectives, CorrectiveWeights.Get()});
	bPosedCorrectives = bCorrectives;
	Root = bPosed && !Pose.Palette.empty() ? Pose.Palette[0] : Exemplar::FAffine();
	if (bPosed && Surface)
	{
		Surface->Run(Poser, Pose, SurfaceFrames);
	}
}

void FExemplarMeshPose::WriteDynamicData(
	int32 ForcedLevel, int32 LevelBias, float Significance, FExemplarDynamicData& Out)
{
	const Exemplar::FCharacterPoser& Poser = *Data->Poser;
	const int32 LastLevel = SkinData->Levels.Num() - 1;
	float Allowed;
	if (Request->Take(Allowed))
	{
		Choice =
			Exemplar::ChooseLevelSteadily(SkinData->LevelErrors, Allowed / FMath::Max(Significance, 1e-3f), Choice);
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
		const size_t Count = FMath::Max(Pose.ShapeFrames.size(), Last.ShapeFrames.size());
		Out.AppendShapes(Pose.ShapeFrames, Count);
		Out.AppendShapes(Last.ShapeFrames, Count);
	}
	SentPose = Pose;
	bSent = true;
}

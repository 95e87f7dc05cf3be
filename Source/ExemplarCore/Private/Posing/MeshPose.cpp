// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Posing/MeshPose.h"

#include "Base/Names.h"
#include "Pose/ClipSampling.h"

#include <algorithm>
#include <cmath>

namespace Exemplar
{

void FMeshPose::SetCharacter(std::shared_ptr<const FPosableCharacter> NewCharacter, std::string_view ClipName)
{
	Character = std::move(NewCharacter);
	bPosed = false;
	Choice = FLevelChoice();
	Restart();
	CorrectiveScales.Match(Character ? &Character->View() : nullptr);
	if (Local.size() != (Character ? Character->View().Skeleton.JointCount() : 0))
	{
		Local.clear();
	}
	Clip.reset();
	SetClip(ClipName);
}

bool FMeshPose::SetClip(std::string_view ClipName)
{
	const std::optional<size_t> Found = Character ? FindNamed(Character->View().Clips, ClipName) : std::nullopt;
	Clip = Found ? Found : Clip;
	return Found.has_value();
}

const FClipView* FMeshPose::GetClip() const
{
	return Clip ? &Character->View().Clips[*Clip] : nullptr;
}

float FMeshPose::GetClipSeconds() const
{
	const FClipView* Playing = GetClip();
	return Playing
		? static_cast<float>(Playing->bLoops ? Playing->FrameCount : Playing->FrameCount - 1) / Playing->FramesPerSecond
		: 0.0f;
}

bool FMeshPose::SetLocal(std::span<const FBoneTransform> NewLocal)
{
	if (!NewLocal.empty() && (!CanPose() || NewLocal.size() != Character->Poser->JointCount()))
	{
		return false;
	}
	Local.assign(NewLocal.begin(), NewLocal.end());
	return true;
}

bool FMeshPose::Update(std::span<const FAffine> Bones, bool bCorrectives)
{
	if (!CanPose())
	{
		bPosed = false;
		return false;
	}
	const FCharacterPoser& Poser = *Character->Poser;
	Poser.Reset(Pose);
	if (bSent && SentPose.Twists.size() == Pose.Twists.size())
	{
		Pose.Twists = SentPose.Twists;
	}
	if (!Bones.empty() && Leader.IsMatched())
	{
		Leader.Run(Bones, Pose.Local);
	}
	else if (!Local.empty())
	{
		Pose.Local = Local;
	}
	else if (Clip)
	{
		FSampleClipJob{GetClip(), Seconds, Character->View().Skeleton.RestLocal, Pose.Local}.Run();
		for (FBoneTransform& Bone : Pose.Local)
		{
			Bone = Character->Basis.Transform(Bone);
		}
	}
	bPosed = Poser.Pose(Pose, {bCorrectives, CorrectiveScales.Get()});
	bPosedCorrectives = bCorrectives;
	Root = bPosed && !Pose.Palette.empty() ? Pose.Palette[0] : FAffine();
	return bPosed;
}

void FMeshPose::UpdateRoot(std::span<const FAffine> Bones)
{
	if (!CanPose())
	{
		return;
	}
	const FRestPose& Rest = Character->Poser->GetRest();
	FBoneTransform First = Rest.Local[0];
	const std::span<FBoneTransform> Alone(&First, 1);
	if (!Bones.empty() && Leader.IsMatched())
	{
		Leader.Run(Bones, Alone);
	}
	else if (!Local.empty())
	{
		First = Local[0];
	}
	else if (Clip)
	{
		FSampleClipJob{GetClip(), Seconds, Character->View().Skeleton.RestLocal, Alone}.Run();
		First = Character->Basis.Transform(First);
	}
	Root = Compose(ToAffine(First), Rest.InverseModel[0]);
}

const FAffine& FMeshPose::GetJoint(size_t Joint) const
{
	return bPosed ? Pose.Model[Joint] : Character->Poser->GetRest().Model[Joint];
}

FSphere FMeshPose::GetSphere() const
{
	FSphere Out = Character ? Character->Basis.Sphere(Character->View().Sphere) : FSphere();
	if (!bPosed)
	{
		return Out;
	}
	Out.Center = TransformPoint(Root, Out.Center);
	float Stretch = 0.0f;
	for (const FFloat3& Axis : {FFloat3{1.0f, 0.0f, 0.0f}, {0.0f, 1.0f, 0.0f}, {0.0f, 0.0f, 1.0f}})
	{
		const FFloat3 Image = TransformVector(Root, Axis);
		Stretch += Dot(Image, Image); // at least the square of the largest stretch
	}
	Out.Radius *= Stretch > 3.0f + 1e-4f ? std::sqrt(Stretch) : 1.0f;
	return Out;
}

void FMeshPose::Restart()
{
	bSent = false;
	DrawnLevel.reset();
}

bool WantsFiner(std::span<const float> LevelErrors, const FLevelWish& Wish, int32_t ForcedLevel)
{
	if (Wish.Forced >= 0)
	{
		return ForcedLevel < 0;
	}
	return Wish.Allowed && !LevelErrors.empty() && LevelErrors[0] * Wish.Significance > *Wish.Allowed;
}

uint32_t FMeshPose::ChooseLevel(std::span<const float> LevelErrors, const FLevelWish& Wish)
{
	if (Wish.Allowed)
	{
		Choice = ChooseLevelSteadily(LevelErrors, *Wish.Allowed / (std::max)(Wish.Significance, 1e-3f), Choice);
	}
	const bool bForced = Wish.Forced >= 0;
	const int64_t Wanted = bForced ? Wish.Forced : int64_t{Choice.Level} + Wish.Bias;
	const int64_t Last = static_cast<int64_t>(LevelErrors.size()) - 1;
	const uint32_t Level = static_cast<uint32_t>((std::clamp<int64_t>)(Wanted, 0, (std::max<int64_t>)(Last, 0)));
	const float Factor = !bForced && Wish.Bias == 0 ? Choice.Geomorph : 0.0f;
	// Another level has other vertices, whose last frame is where this factor would have put them.
	bSameLevel = DrawnLevel == Level;
	PreviousGeomorph = bSameLevel ? Geomorph : Factor;
	Geomorph = Factor;
	DrawnLevel = Level;
	return Level;
}

void FMeshPose::Write(const FPackedSkin& Skin, ESkinOperator Operator, FSkinFrame& Out)
{
	const FCharacterPoser& Poser = *Character->Poser;
	Out.Reset();
	Out.Operator = Operator;
	Out.Level = DrawnLevel.value_or(0);
	Out.Geomorph = Geomorph;
	Out.PreviousGeomorph = PreviousGeomorph;
	const bool bHasLast = bSent && SentPose.Palette.size() == Pose.Palette.size();
	const FCharacterPose& Last = bHasLast ? SentPose : Pose;
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
		const size_t Count = (std::max)(Pose.ShapeFrames.size(), Last.ShapeFrames.size());
		Out.AppendShapes(Pose.ShapeFrames, Count);
		Out.AppendShapes(Last.ShapeFrames, Count);
	}
	SentPose = Pose;
	bSent = true;
}

} // namespace Exemplar

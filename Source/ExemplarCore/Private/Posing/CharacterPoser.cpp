// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Posing/CharacterPoser.h"

#include "Character/CharacterViews.h"
#include "Correctives/CorrectiveJobs.h"
#include "Pose/PoseJobs.h"
#include "Pose/Twist.h"

#include <algorithm>

namespace Exemplar
{
namespace
{

template <typename T>
std::vector<T> ToVector(std::span<const T> Items)
{
	return std::vector<T>(Items.begin(), Items.end());
}

TCorrectives<FOwned> ToOwned(const TCorrectives<FViewed>& View)
{
	return {ToVector(View.JointOffsets), ToVector(View.Joints), ToVector(View.JointScales),
		ToVector(View.ExampleOffsets), ToVector(View.ExampleRotations), ToVector(View.ShapeOffsets),
		ToVector(View.Coefficients), ToVector(View.Kernels), ToVector(View.Radii)};
}

bool IsScaled(std::span<const FBoneTransform> Local, std::span<const FBoneTransform> RestLocal)
{
	for (size_t Joint = 0; Joint < Local.size(); ++Joint)
	{
		if (Length(Local[Joint].Scale - RestLocal[Joint].Scale) > 1e-5f)
		{
			return true;
		}
	}
	return false;
}

} // namespace

bool FCharacterPose::HasShapes() const
{
	return std::any_of(ShapeWeights.begin(), ShapeWeights.end(), [](float Weight) { return Weight != 0.0f; });
}

TResult<FCharacterPoser> FCharacterPoser::Make(const FCharacter& Character)
{
	return Make(Character->Skeleton.Parents, Character->Skeleton.RestLocal, ToOwned(Character->Correctives));
}

TResult<FCharacterPoser> FCharacterPoser::Make(
	std::span<const int32_t> Parents, std::span<const FBoneTransform> RestLocal, TCorrectives<FOwned> InCorrectives)
{
	TResult<FRestPose> Rest = MakeRestPose(Parents, RestLocal);
	if (!Rest)
	{
		return Rest.GetError();
	}
	FCharacterPoser Out;
	Out.Rest = std::move(*Rest);
	Out.Correctives = std::move(InCorrectives);
	return Out;
}

void FCharacterPoser::Reset(FCharacterPose& Pose) const
{
	Pose.Local.assign(Rest.Local.begin(), Rest.Local.end());
	Pose.Twists.assign(JointCount(), 0.0f);
}

bool FCharacterPoser::Pose(FCharacterPose& Pose, const FPoseOptions& Options) const
{
	if (Pose.Local.size() != JointCount())
	{
		return false;
	}
	Pose.Twists.resize(JointCount());
	Pose.Model.resize(JointCount());
	Pose.Palette.resize(JointCount());
	Pose.ShapeWeights.resize(Options.bCorrectives ? Correctives.ShapeCount() : 0);
	Pose.bHasStretch = IsScaled(Pose.Local, Rest.Local);
	bool bOk = FLocalToModelJob{Rest.Parents, Pose.Local, Pose.Model}.Run() &&
		FPaletteJob{Pose.Model, Rest.InverseModel, {}, Pose.Palette}.Run() &&
		FTwistJob{Pose.Local, Rest.Local, Rest.LocalLinkAxes, Pose.Twists}.Run();
	if (!Pose.ShapeWeights.empty())
	{
		const TCorrectives<FViewed> View = ViewOf(Correctives);
		Pose.Kernels.resize(CountCorrectiveKernels(View));
		bOk = FCorrectiveWeightsJob{&View, Pose.Local, Rest.Local, Pose.Kernels, Pose.ShapeWeights}.Run() && bOk;
		const size_t Scaled = (std::min)(Pose.ShapeWeights.size(), Options.ShapeScales.size());
		for (size_t Shape = 0; Shape < Scaled; ++Shape)
		{
			Pose.ShapeWeights[Shape] *= Options.ShapeScales[Shape];
		}
	}
	return bOk;
}

bool FCharacterPoser::MakePalette(
	const FCharacterPose& Pose, const FPackedSkin& Skin, ESkinOperator Operator, FSkinPalette& Out) const
{
	const size_t BoneCount = Skin.PaletteBones.size();
	const bool bRigid = Operator == ESkinOperator::DualQuaternion || Operator == ESkinOperator::Spherical;
	if (Skin.Format.Kind != PackedKindOf(Operator) || Pose.Palette.size() != JointCount())
	{
		return false;
	}
	Out.Operator = Operator;
	Out.bHasStretch = Pose.bHasStretch;
	Out.Bones.resize(BoneCount);
	Out.Rigid.resize(bRigid ? BoneCount : 0);
	Out.Stretches.resize(Operator == ESkinOperator::DualQuaternion ? BoneCount : 0);
	Out.Spherical.resize(Operator == ESkinOperator::Spherical ? Skin.EntryCount() : 0);
	Out.Twisted.resize(Operator == ESkinOperator::Twist ? Skin.EntryCount() : 0);
	Out.SegmentAngles.resize(Operator == ESkinOperator::Twist ? Skin.SegmentTable.size() : 0);
	for (size_t Entry = 0; Entry < BoneCount; ++Entry)
	{
		if (Skin.PaletteBones[Entry] >= JointCount())
		{
			return false;
		}
		Out.Bones[Entry] = Pose.Palette[Skin.PaletteBones[Entry]];
	}
	if (bRigid &&
		!FDualQuaternionPaletteJob{Out.Bones, Skin.PaletteParents, Skin.PaletteCenters, Out.Rigid, Out.Stretches}.Run())
	{
		return false;
	}
	if (Operator == ESkinOperator::Spherical)
	{
		return FSphericalPaletteJob{&Skin, Out.Bones, Out.Rigid, Out.Spherical}.Run();
	}
	if (Operator == ESkinOperator::Twist)
	{
		return FTwistPaletteJob{&Skin, &Rest, Out.Bones, Pose.Twists, Out.Twisted, Out.SegmentAngles}.Run();
	}
	return true;
}

} // namespace Exemplar

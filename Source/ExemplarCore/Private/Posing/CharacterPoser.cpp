// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Posing/CharacterPoser.h"

#include "Character/AxisChange.h"
#include "Character/CharacterViews.h"
#include "Character/CorrectiveDeltas.h"
#include "Correctives/CorrectiveJobs.h"
#include "Pose/PoseJobs.h"
#include "Pose/Twist.h"

#include <algorithm>
#include <cmath>

namespace Exemplar
{
namespace
{

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

struct FCharacterPoser::FShapes
{
	FShapes(TCorrectives<FOwned> InData, std::span<const FBoneTransform> RestLocal)
		: Data(std::move(InData))
		, View(Data)
		, Solver(MakeCorrectiveSolver(*View, RestLocal))
	{
	}

	TCorrectives<FOwned> Data;
	FCorrectivesView View;
	FCorrectiveSolver Solver;
};

bool FCharacterPose::HasShapes() const
{
	return std::any_of(ShapeWeights.begin(), ShapeWeights.end(), [](float Weight) { return Weight != 0.0f; });
}

TResult<FCharacterPoser> FCharacterPoser::Make(const FCharacter& Character, const FBasis& Basis)
{
	std::vector<FBoneTransform> RestLocal;
	for (const FBoneTransform& Bone : Character->Skeleton.RestLocal)
	{
		RestLocal.push_back(Basis.Transform(Bone));
	}
	return Make(Character->Skeleton.Parents, RestLocal, ChangeAxes(Character->Correctives, Basis));
}

namespace CharacterPoserDetail
{

std::shared_ptr<const FCharacterPoser> MakeShared(const FCharacter& Character, const FBasis& Basis)
{
	TResult<FCharacterPoser> Poser = FCharacterPoser::Make(Character, Basis);
	return Poser && Poser->JointCount() > 0 ? std::make_shared<const FCharacterPoser>(std::move(*Poser)) : nullptr;
}

} // namespace CharacterPoserDetail

FPosableCharacter::FPosableCharacter(const FCharacter& InCharacter, const FBasis& InBasis)
	: Character(InCharacter)
	, Basis(InBasis)
	, Poser(CharacterPoserDetail::MakeShared(InCharacter, InBasis))
{
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
	Out.Shapes = std::make_shared<const FShapes>(std::move(InCorrectives), Out.Rest.Local);
	return Out;
}

void FCharacterPoser::Reset(FCharacterPose& Pose) const
{
	Pose.Local.assign(Rest.Local.begin(), Rest.Local.end());
	Pose.Twists.assign(JointCount(), 0.0f);
}

bool FCharacterPoser::Pose(FCharacterPose& Pose, const FPoseOptions& Options) const
{
	if (!Shapes || Pose.Local.size() != JointCount())
	{
		return false;
	}
	Pose.Twists.resize(JointCount());
	Pose.Model.resize(JointCount());
	Pose.Palette.resize(JointCount());
	const TCorrectives<FViewed>& Model = *Shapes->View;
	Pose.ShapeWeights.resize(Options.bCorrectives ? Model.ShapeCount() : 0);
	bool bOk = true;
	if (!Pose.ShapeWeights.empty())
	{
		Pose.Scratch.resize(Shapes->Solver.ScratchSize());
		bOk = FCorrectiveWeightsJob{&Shapes->Solver, Pose.Local, Pose.Curves, Options.CorrectiveScales, Pose.Scratch,
				  Pose.ShapeWeights}
				  .Run() &&
			FCorrectiveHelpersJob{Model.Helpers, Pose.ShapeWeights, Rest.Local, Pose.Local}.Run();
	}
	Pose.bHasStretch = IsScaled(Pose.Local, Rest.Local);
	bOk = FLocalToModelJob{Rest.Parents, Pose.Local, Pose.Model}.Run() &&
		FPaletteJob{Pose.Model, Rest.InverseModel, {}, Pose.Palette}.Run() &&
		FTwistJob{Pose.Local, Rest.Local, Rest.LocalLinkAxes, Pose.Twists}.Run() && bOk;
	Pose.ShapeFrames.resize(Pose.ShapeWeights.empty() ? 0 : Model.ShapeCount() + 9 * Model.AfterJoints.size());
	std::copy(Pose.ShapeWeights.begin(), Pose.ShapeWeights.end(), Pose.ShapeFrames.begin());
	for (size_t At = Model.ShapeCount(), Index = 0; At < Pose.ShapeFrames.size(); At += 9, ++Index)
	{
		const FAffine& Frame = Pose.Palette[Model.AfterJoints[Index]];
		for (size_t Row = 0; Row < 3; ++Row)
		{
			Pose.ShapeFrames[At + 3 * Row] = Frame.Rows[Row].X;
			Pose.ShapeFrames[At + 3 * Row + 1] = Frame.Rows[Row].Y;
			Pose.ShapeFrames[At + 3 * Row + 2] = Frame.Rows[Row].Z;
		}
	}
	return bOk;
}

std::optional<size_t> FCharacterPoser::FindCorrective(std::string_view Name) const
{
	return Shapes ? Exemplar::FindCorrective(*Shapes->View, Name) : std::nullopt;
}

std::optional<size_t> FCharacterPoser::FindCurve(std::string_view Name) const
{
	return Shapes ? Exemplar::FindCurve(*Shapes->View, Name) : std::nullopt;
}

bool FCharacterPoser::MakePalette(
	const FCharacterPose& Pose, const FPackedSkin& Skin, ESkinOperator Operator, FSkinPalette& Out) const
{
	const size_t BoneCount = Skin.PaletteBones.size();
	const bool bCenters = Operator == ESkinOperator::CenterOfRotation;
	const bool bBlended = Operator == ESkinOperator::Blended;
	const bool bStretches = Operator == ESkinOperator::DualQuaternion || bBlended;
	const bool bRigid = bStretches || Operator == ESkinOperator::Spherical || bCenters;
	if (Skin.Format.Kind != PackedKindOf(Operator) || Pose.Palette.size() != JointCount())
	{
		return false;
	}
	Out.Operator = Operator;
	Out.bHasStretch = Pose.bHasStretch;
	Out.Bones.resize(BoneCount);
	Out.Rigid.resize(bRigid ? BoneCount : 0);
	Out.Stretches.resize(bStretches ? BoneCount : 0);
	Out.Blended.resize(bBlended ? BoneCount : 0);
	Out.Centered.resize(bCenters ? BoneCount : 0);
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
	for (size_t Entry = 0; Entry < Out.Centered.size(); ++Entry)
	{
		Out.Centered[Entry] = {Out.Rigid[Entry].Real, {std::cbrt(Determinant(Out.Bones[Entry])), 0.0f, 0.0f, 0.0f}};
	}
	for (size_t Entry = 0; Entry < Out.Blended.size(); ++Entry)
	{
		Out.Blended[Entry] = {Out.Rigid[Entry], Out.Bones[Entry]};
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

// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Pose/ExemplarPose.h"

#include "ExemplarConversions.h"
#include "Pose/PoseJobs.h"
#include "Pose/Twist.h"

namespace Exemplar
{
namespace
{

void AppendAffines(std::span<const FAffine> Matrices, std::vector<FFloat4>& Rows)
{
	for (const FAffine& M : Matrices)
	{
		Rows.insert(Rows.end(), {M.Rows[0], M.Rows[1], M.Rows[2]});
	}
}

} // namespace

EPackedKind PackedKindOf(EOperator Operator)
{
	switch (Operator)
	{
	case EOperator::AnimationSpace:
		return EPackedKind::AnimationSpace;
	case EOperator::Spherical:
		return EPackedKind::Spherical;
	case EOperator::Twist:
		return EPackedKind::Twist;
	default:
		return EPackedKind::LinearBlend;
	}
}

std::shared_ptr<const FPoser> FPoser::Make(const FCharacter& Character)
{
	std::vector<FBoneTransform> Local;
	for (const FBoneTransform& Bone : Character->Skeleton.RestLocal)
	{
		Local.push_back(TurnBone(Bone));
	}
	TResult<FRestPose> Rest = MakeRestPose(Character->Skeleton.Parents, Local);
	if (!Rest || Local.empty())
	{
		return nullptr;
	}
	return std::shared_ptr<const FPoser>(new FPoser(Character, std::move(*Rest)));
}

FPose FPoser::Pose(std::span<const FBoneTransform> Local, const FPose* Previous, bool bCorrectives,
	std::span<const float> ShapeScales) const
{
	const size_t Count = JointCount();
	FPose Out;
	Out.Local.reserve(Count);
	for (const FBoneTransform& Bone : Local)
	{
		Out.Local.push_back(TurnBone(Bone));
	}
	std::vector<FAffine> Model(Count);
	FLocalToModelJob ToModel;
	ToModel.Parents = RestPose.Parents;
	ToModel.Local = Out.Local;
	ToModel.Model = Model;
	ToModel.Run();
	Out.Palette.resize(Count);
	FPaletteJob ToPalette;
	ToPalette.Model = Model;
	ToPalette.InverseRest = RestPose.InverseModel;
	ToPalette.Palette = Out.Palette;
	ToPalette.Run();
	Out.Twists = Previous && Previous->Twists.size() == Count ? Previous->Twists : std::vector<float>(Count);
	FTwistJob ToTwists;
	ToTwists.Local = Out.Local;
	ToTwists.RestLocal = RestPose.Local;
	ToTwists.LocalAxes = RestPose.LocalLinkAxes;
	ToTwists.Twists = Out.Twists;
	ToTwists.Run();
	const TCorrectives<FViewed>& Correctives = Character->Correctives;
	if (bCorrectives && Correctives.ShapeCount() > 0)
	{
		// Kernels measure rotations in the character's own space, where the examples are.
		std::vector<float> Kernels(CountCorrectiveKernels(Correctives));
		Out.ShapeWeights.resize(Correctives.ShapeCount());
		FCorrectiveWeightsJob ToWeights;
		ToWeights.Correctives = &Correctives;
		ToWeights.Local = Local;
		ToWeights.RestLocal = Character->Skeleton.RestLocal;
		ToWeights.Kernels = Kernels;
		ToWeights.ShapeWeights = Out.ShapeWeights;
		ToWeights.Run();
		for (size_t Shape = 0; Shape < Out.ShapeWeights.size() && Shape < ShapeScales.size(); ++Shape)
		{
			Out.ShapeWeights[Shape] *= ShapeScales[Shape];
		}
	}
	return Out;
}

bool FPoser::HasStretch(const FPose& Pose) const
{
	for (size_t Joint = 0; Joint < Pose.Local.size(); ++Joint)
	{
		if (Length(Pose.Local[Joint].Scale - RestPose.Local[Joint].Scale) > 1e-5f)
		{
			return true;
		}
	}
	return false;
}

FPoseRows FPoser::MakeRows(const FPose& Pose, const FPackedSkin& Skin, EOperator Operator, bool bStretches) const
{
	FPoseRows Out;
	std::vector<FAffine> Palette;
	for (const uint16_t Bone : Skin.PaletteBones)
	{
		Palette.push_back(Pose.Palette[Bone]);
	}
	if (Operator == EOperator::LinearBlend || Operator == EOperator::AnimationSpace)
	{
		AppendAffines(Palette, Out.Palette);
		return Out;
	}
	if (Operator == EOperator::Twist)
	{
		std::vector<FAffine> Entries(Skin.EntryCount());
		Out.SegmentAngles.resize(Skin.SegmentTable.size());
		FTwistPaletteJob Job;
		Job.Skin = &Skin;
		Job.Rest = &RestPose;
		Job.Palette = Palette;
		Job.Twists = Pose.Twists;
		Job.Entries = Entries;
		Job.SegmentAngles = Out.SegmentAngles;
		Job.Run();
		AppendAffines(Entries, Out.Palette);
		return Out;
	}
	std::vector<FDualQuaternion> Rigid(Palette.size());
	std::vector<FAffine> Stretches(Palette.size());
	FDualQuaternionPaletteJob ToRigid;
	ToRigid.Palette = Palette;
	ToRigid.Parents = Skin.PaletteParents;
	ToRigid.Centers = Skin.PaletteCenters;
	ToRigid.Rigid = Rigid;
	ToRigid.Stretches = Stretches;
	ToRigid.Run();
	if (Operator == EOperator::DualQuaternion)
	{
		for (const FDualQuaternion& Q : Rigid)
		{
			Out.Palette.push_back({Q.Real.X, Q.Real.Y, Q.Real.Z, Q.Real.W});
			Out.Palette.push_back({Q.Dual.X, Q.Dual.Y, Q.Dual.Z, Q.Dual.W});
		}
		if (bStretches)
		{
			AppendAffines(Stretches, Out.Stretches);
		}
		return Out;
	}
	std::vector<FSphericalEntry> Entries(Skin.EntryCount());
	FSphericalPaletteJob Job;
	Job.Skin = &Skin;
	Job.Palette = Palette;
	Job.Rigid = Rigid;
	Job.Entries = Entries;
	Job.Run();
	for (const FSphericalEntry& Entry : Entries)
	{
		Out.Palette.insert(Out.Palette.end(),
			{{Entry.Rotation.X, Entry.Rotation.Y, Entry.Rotation.Z, Entry.Rotation.W}, Entry.CenterImage,
				Entry.Center});
	}
	return Out;
}

} // namespace Exemplar

// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Pose/PoseJobs.h"

#include "Character/CharacterModel.h"

namespace Exemplar
{

bool FLocalToModelJob::Validate() const
{
	if (Local.size() != Parents.size() || Model.size() != Parents.size())
	{
		return false;
	}
	for (size_t Joint = 0; Joint < Parents.size(); ++Joint)
	{
		if (Parents[Joint] < NoParent || Parents[Joint] >= static_cast<int32_t>(Joint))
		{
			return false;
		}
	}
	return true;
}

bool FLocalToModelJob::Run() const
{
	if (!Validate())
	{
		return false;
	}
	for (size_t Joint = 0; Joint < Parents.size(); ++Joint)
	{
		const FAffine L = ToAffine(Local[Joint]);
		Model[Joint] = Parents[Joint] == NoParent ? L : Compose(Model[Parents[Joint]], L);
	}
	return true;
}

bool FPaletteJob::Validate() const
{
	if (InverseRest.size() != Model.size() || Palette.size() != (Bones.empty() ? Model.size() : Bones.size()))
	{
		return false;
	}
	for (const uint16_t Bone : Bones)
	{
		if (Bone >= Model.size())
		{
			return false;
		}
	}
	return true;
}

bool FPaletteJob::Run() const
{
	if (!Validate())
	{
		return false;
	}
	for (size_t Index = 0; Index < Palette.size(); ++Index)
	{
		const size_t Joint = Bones.empty() ? Index : Bones[Index];
		Palette[Index] = Compose(Model[Joint], InverseRest[Joint]);
	}
	return true;
}

namespace PoseBlending
{

FRotation OnHemisphereOf(const FRotation& Pivot, const FRotation& Q)
{
	return Dot(Pivot, Q) < 0.0f ? FRotation{-Q.X, -Q.Y, -Q.Z, -Q.W} : Q;
}

/** Sums of weighted transforms; rotations on the hemisphere of the first. */
struct FSum
{
	FRotation Pivot;
	FRotation Rotation{0.0f, 0.0f, 0.0f, 0.0f};
	FFloat3 Translation;
	FFloat3 Scale{0.0f, 0.0f, 0.0f};
	float Weight = 0.0f;

	void Add(const FBoneTransform& T, float W)
	{
		Pivot = Weight == 0.0f ? T.Rotation : Pivot;
		const FRotation Q = OnHemisphereOf(Pivot, T.Rotation);
		Rotation = {Rotation.X + Q.X * W, Rotation.Y + Q.Y * W, Rotation.Z + Q.Z * W, Rotation.W + Q.W * W};
		Translation += T.Translation * W;
		Scale += T.Scale * W;
		Weight += W;
	}
};

float WeightAt(const FPoseLayer& Layer, size_t Joint)
{
	return Layer.JointWeights.empty() ? Layer.Weight : Layer.Weight * Layer.JointWeights[Joint];
}

bool AreLayersValid(std::span<const FPoseLayer> Layers, size_t JointCount)
{
	for (const FPoseLayer& Layer : Layers)
	{
		const bool bSizes =
			Layer.Pose.size() == JointCount && (Layer.JointWeights.empty() || Layer.JointWeights.size() == JointCount);
		if (!bSizes || !(Layer.Weight >= 0.0f) || !std::isfinite(Layer.Weight))
		{
			return false;
		}
	}
	return true;
}

/** Composes the Weight-th part of a difference onto T. */
void AddDifference(FBoneTransform& T, const FBoneTransform& Difference, float Weight)
{
	const FRotation Q = OnHemisphereOf(FRotation{}, Difference.Rotation);
	const FRotation Part =
		Normalize(FRotation{Q.X * Weight, Q.Y * Weight, Q.Z * Weight, Q.W * Weight + (1.0f - Weight)});
	T.Rotation = Compose(T.Rotation, Part);
	T.Translation += Difference.Translation * Weight;
	const FFloat3 One{1.0f, 1.0f, 1.0f};
	T.Scale = T.Scale * (One + (Difference.Scale - One) * Weight);
}

} // namespace PoseBlending

bool FBlendPosesJob::Validate() const
{
	return Blended.size() == Rest.size() && PoseBlending::AreLayersValid(Layers, Rest.size()) &&
		PoseBlending::AreLayersValid(AdditiveLayers, Rest.size());
}

bool FBlendPosesJob::Run() const
{
	if (!Validate())
	{
		return false;
	}
	for (size_t Joint = 0; Joint < Rest.size(); ++Joint)
	{
		PoseBlending::FSum Sum;
		for (const FPoseLayer& Layer : Layers)
		{
			const float Weight = PoseBlending::WeightAt(Layer, Joint);
			if (Weight > 0.0f)
			{
				Sum.Add(Layer.Pose[Joint], Weight);
			}
		}
		if (Sum.Weight < 1.0f)
		{
			Sum.Add(Rest[Joint], 1.0f - Sum.Weight);
		}
		const float Scale = 1.0f / Sum.Weight;
		FBoneTransform Result{Normalize(Sum.Rotation), Sum.Translation * Scale, Sum.Scale * Scale};
		for (const FPoseLayer& Layer : AdditiveLayers)
		{
			PoseBlending::AddDifference(Result, Layer.Pose[Joint], PoseBlending::WeightAt(Layer, Joint));
		}
		Blended[Joint] = Result;
	}
	return true;
}

FBoneTransform DifferenceToRest(const FBoneTransform& Pose, const FBoneTransform& Rest)
{
	return {Compose(Inverse(Rest.Rotation), Pose.Rotation), Pose.Translation - Rest.Translation,
		{Pose.Scale.X / Rest.Scale.X, Pose.Scale.Y / Rest.Scale.Y, Pose.Scale.Z / Rest.Scale.Z}};
}

} // namespace Exemplar

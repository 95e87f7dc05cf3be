// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Examples/ExampleSet.h"

#include <algorithm>
#include <cmath>

namespace Exemplar
{

/** Plays a ground-truth rig with plain linear blending, so that tests can compare it with the poses of the file. */
inline FFloat3 SampleKeys(const TClipChannel<FOwned, FFloat3>& Channel, size_t Joint, size_t Frame, FFloat3 Rest)
{
	const size_t Count = Channel.Offsets.empty() ? 0 : Channel.Offsets[Joint + 1] - Channel.Offsets[Joint];
	return Count == 0 ? Rest : Channel.Values[Channel.Offsets[Joint] + (Count == 1 ? 0 : Frame)];
}
inline FRotation SampleKeys(const TClipChannel<FOwned, FRotation>& Channel, size_t Joint, size_t Frame, FRotation Rest)
{
	const size_t Count = Channel.Offsets.empty() ? 0 : Channel.Offsets[Joint + 1] - Channel.Offsets[Joint];
	return Count == 0 ? Rest : Channel.Values[Channel.Offsets[Joint] + (Count == 1 ? 0 : Frame)];
}

inline std::vector<FAffine> WorldTransforms(const FSkeletonData& Skeleton, const FClipData* Clip, size_t Frame)
{
	std::vector<FAffine> World;
	for (size_t Joint = 0; Joint < Skeleton.JointCount(); ++Joint)
	{
		FBoneTransform Local = Skeleton.RestLocal[Joint];
		if (Clip)
		{
			Local.Rotation = SampleKeys(Clip->Rotations, Joint, Frame, Local.Rotation);
			Local.Translation = SampleKeys(Clip->Translations, Joint, Frame, Local.Translation);
			Local.Scale = SampleKeys(Clip->Scales, Joint, Frame, Local.Scale);
		}
		const int32_t Parent = Skeleton.Parents[Joint];
		World.push_back(
			Parent == NoParent ? ToAffine(Local) : Compose(World[static_cast<size_t>(Parent)], ToAffine(Local)));
	}
	return World;
}

/** The largest distance between a pose of the file and the rig's, over the diagonal of the rest. */
inline double LargestRigError(const FSourceExamples& Examples, const FClipData& Clip, size_t Frame, size_t Pose)
{
	const FSourceRig& Rig = *Examples.Rig;
	const std::vector<FAffine> Rest = WorldTransforms(Rig.Skeleton, nullptr, 0);
	std::vector<FAffine> Palette = WorldTransforms(Rig.Skeleton, &Clip, Frame);
	for (size_t Joint = 0; Joint < Palette.size(); ++Joint)
	{
		Palette[Joint] = Compose(Palette[Joint], Inverse(Rest[Joint]));
	}
	double Largest = 0.0;
	FBox Box;
	for (size_t V = 0; V < Examples.Rest.Positions.size(); ++V)
	{
		const FDouble3& P = Examples.Rest.Positions[V];
		const FFloat3 RestPoint{static_cast<float>(P.X), static_cast<float>(P.Y), static_cast<float>(P.Z)};
		Box.Add(RestPoint);
		FFloat3 Sum;
		for (size_t I = Rig.Weights.Offsets[V]; I < Rig.Weights.Offsets[V + 1]; ++I)
		{
			Sum += TransformPoint(Palette[Rig.Weights.Bones[I]], RestPoint) * Rig.Weights.Weights[I];
		}
		const FDouble3& Q = Examples.Poses[Pose].Positions[V];
		const double X = static_cast<double>(Sum.X) - Q.X, Y = static_cast<double>(Sum.Y) - Q.Y,
					 Z = static_cast<double>(Sum.Z) - Q.Z;
		Largest = (std::max)(Largest, std::sqrt(X * X + Y * Y + Z * Z));
	}
	return Largest / static_cast<double>(Box.Diagonal());
}

} // namespace Exemplar

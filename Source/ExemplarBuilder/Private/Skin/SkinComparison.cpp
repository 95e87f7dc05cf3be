// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Skin/FitSkin.h"

#include "Geometry/Measures.h"
#include "Model/Posing.h"
#include "Skin/PointFit.h"

namespace Exemplar
{

TResult<FSkinComparison> CompareSkins(
	const FExampleSet& Examples, const FRig& Rig, std::span<const FAnimationVector> Points)
{
	if (Points.size() != Examples.PointCount())
	{
		return FError{EErrorCode::Mismatch,
			"The skin has " + std::to_string(Points.size()) + " points, the examples have " +
				std::to_string(Examples.PointCount()) + "."};
	}
	TResult<FErrorMeasures> Blend = MeasureRig(Examples, Rig);
	if (!Blend)
	{
		return Blend.GetError();
	}
	const std::vector<std::vector<FDouble3>> Poses = ReconstructPoses(Points, Rig);
	TResult<FErrorMeasures> Skin = MeasureError(Examples.Rest, Examples.Poses, Poses);
	if (!Skin)
	{
		return Skin.GetError();
	}
	FSkinComparison Out{std::move(*Blend), std::move(*Skin), {}, {}, {}};
	const std::vector<FDouble3>& Rest = Rig.RestPositions.empty() ? Examples.Rest.Positions : Rig.RestPositions;
	for (size_t Pose = 0; Pose < Rig.PoseCount; ++Pose)
	{
		const std::vector<FTriangle>& Triangles = Examples.Rest.Triangles;
		Out.Volumes.push_back(SignedVolume(Examples.Poses[Pose], Triangles));
		Out.BlendVolumes.push_back(SignedVolume(ReconstructPose(Rig, Rest, Pose), Triangles));
		Out.SkinVolumes.push_back(SignedVolume(Poses[Pose], Triangles));
	}
	return Out;
}

} // namespace Exemplar

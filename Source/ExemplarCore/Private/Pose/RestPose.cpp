// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Pose/RestPose.h"

#include "Pose/PoseJobs.h"

namespace Exemplar
{

TResult<FRestPose> MakeRestPose(std::span<const int32_t> Parents, std::span<const FBoneTransform> RestLocal)
{
	FRestPose Out;
	const size_t Count = Parents.size();
	Out.Parents.assign(Parents.begin(), Parents.end());
	Out.Local.assign(RestLocal.begin(), RestLocal.end());
	Out.Model.resize(Count);
	Out.InverseModel.resize(Count);
	Out.Centers.resize(Count);
	Out.LinkAxes.resize(Count);
	Out.LocalLinkAxes.resize(Count);

	const FLocalToModelJob ToModel{Parents, RestLocal, Out.Model};
	if (!ToModel.Run())
	{
		return FError{EErrorCode::Malformed,
			"The skeleton has a joint whose parent does not stand before it, or not one rest transform a joint: sort "
			"its joints so that parents come first."};
	}
	for (size_t Joint = 0; Joint < Count; ++Joint)
	{
		const FAffine& M = Out.Model[Joint];
		const float Size = Determinant(M);
		Out.InverseModel[Joint] = Inverse(M);
		Out.Centers[Joint] = {M.Rows[0].W, M.Rows[1].W, M.Rows[2].W};
		if (!std::isfinite(Size) || Size == 0.0f || !std::isfinite(Length(Out.Centers[Joint])))
		{
			return FError{EErrorCode::Degenerate,
				"Joint " + std::to_string(Joint) +
					" has no usable rest transform (zero scale or numbers that are not finite): give it one."};
		}
		if (Parents[Joint] != NoParent)
		{
			const FFloat3 Link = Out.Centers[Joint] - Out.Centers[Parents[Joint]];
			Out.LinkAxes[Joint] = Normalize(Link);
			Out.LocalLinkAxes[Joint] = Normalize(TransformVector(Out.InverseModel[Joint], Link));
		}
	}
	return Out;
}

} // namespace Exemplar

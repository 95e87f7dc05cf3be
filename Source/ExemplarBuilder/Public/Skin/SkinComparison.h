// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "AnimationSpace/AnimationVector.h"
#include "Metrics/ErrorMeasures.h"

namespace Exemplar
{

/** Linear blending and animation space on the same poses, moved by the same bones. */
struct FSkinComparison
{
	FErrorMeasures Blend;
	FErrorMeasures Skin;

	/** Enclosed volumes by pose (SignedVolume), in the cubed units of the examples. */
	std::vector<double> Volumes;
	std::vector<double> BlendVolumes;
	std::vector<double> SkinVolumes;
};

/** Rig brings weights and motions for every pose of Examples, Points are in rest space. */
EXEMPLARBUILDER_API TResult<FSkinComparison> CompareSkins(
	const FExampleSet& Examples, const FRig& Rig, std::span<const FAnimationVector> Points);

} // namespace Exemplar

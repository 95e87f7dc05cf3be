// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Base/BuildContext.h"
#include "Base/Result.h"
#include "Examples/ExampleSet.h"
#include "Skin/Skin.h"
#include "Skin/SkinOptions.h"

#include <optional>

namespace Exemplar
{

/** What a skin is for. */
enum class ESkinAim
{
	NewPoses, // regularized as far as leaving poses out recommends; the bones of linear blending
	Examples  // the examples as exactly as the influences allow; other poses may suffer
};

struct FSkinFitOptions
{
	ESkinAim Aim = ESkinAim::NewPoses;

	/** Bones per point, 1 to 64. Where linear blending has more, the largest weights stay. */
	int MaxInfluences = 4;

	/** Given: taken instead of what validation would choose. */
	std::optional<double> Lambda;
	std::optional<double> Delta;

	FPointValidationOptions Validation; // of NewPoses
	FInfluenceSearchOptions Search;     // of Examples; MaxInfluences and Lambda as above
};

struct FSkinResult
{
	FSkin Skin;
	FPointValidation Validation; // empty where nothing was validated
	bool bBlend = false;         // the points are those of linear blending
	double Lambda = 0.0;
	double Delta = 0.0;
	FStageFigures Figures;
};

/**
 * The animation-space skin of a rig: which bones, how strongly regularized, the points. Rig needs Weights and
 * Transforms. Aimed at new poses it never does worse than linear blending without good reason to expect better: where
 * the poses left out do not prove a gain, linear blending is what comes back.
 */
EXEMPLARBUILDER_API TResult<FSkinResult> FitSkin(
	const FExampleSet& Examples, const FRig& Rig, const FSkinFitOptions& Options, const FBuildContext& Context);

/** Where the points stand at rest: refinement may have moved them away from the examples. */
EXEMPLARBUILDER_API const std::vector<FDouble3>& RestOf(const FExampleSet& Examples, const FRig& Rig);

/** All examples as points in animation space reproduce them with the rig's motions. */
EXEMPLARBUILDER_API std::vector<std::vector<FDouble3>> ReconstructPoses(
	std::span<const FAnimationVector> Points, const FRig& Rig);

} // namespace Exemplar

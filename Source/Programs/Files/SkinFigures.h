// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Files/Json.h"
#include "Skin/FitSkin.h"

namespace Exemplar
{

/** Linear blending compared with animation space: "linearBlend" and "animationSpace" over all poses, and the same in
 * "poses" for each, with the volume as a share of the example's. Errors as FErrorMeasures defines them.
 */
FJson DescribeComparison(const FExampleSet& Examples, const FSkinComparison& Comparison);

/** How the skin was chosen: the cross-validation error of each candidate. */
FJson DescribeSkinChoice(const FSkinResult& Skin);

} // namespace Exemplar

// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Files/Json.h"
#include "Files/Svg.h"
#include "Pipeline/BuildCharacter.h"

namespace Exemplar
{

/** Everything about a rig built from examples: "summary" for people, "error" with every measure, "poses" with the error
 * of each, "skins" comparing linear blending with animation space if the character has both, "bones" with parent, joint
 * and gap, "curve" (error over bone count) and "stages" with the figures of each.
 */
TResult<FJson> DescribeRig(const FExampleSet& Examples, const FBuiltCharacter& Built);

/** The "summary" as text: a line on bones and examples, and the errors as a table. */
std::string FormatRigSummary(const FJson& Summary);

/** The error of rigid clusters over their number, with the chosen count marked. */
FPlot PlotErrorCurve(const std::vector<double>& ErrorCurve, size_t Chosen);

} // namespace Exemplar

// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Files/Json.h"
#include "Files/Svg.h"
#include "Pipeline/BuildCharacter.h"

namespace Exemplar
{

/**
 * Everything about a rig that was made from examples: "summary" for people, "error" with every measure, "poses" with
 * the error of each, "skins" with linear blending against animation space where the character has both, "bones" with
 * parent, joint and gap, "curve" (error against bone count) and "stages" with what each of them says of itself.
 */
TResult<FJson> DescribeRig(const FExampleSet& Examples, const FBuiltCharacter& Built);

/** Its "summary" for people: bones and examples in a line each, and the errors as a table. */
std::string FormatRigSummary(const FJson& Summary);

/** The error of rigid clusters against their number, with the count that was taken. */
FPlot PlotErrorCurve(const std::vector<double>& ErrorCurve, size_t Chosen);

} // namespace Exemplar

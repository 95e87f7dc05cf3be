// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Correctives/LearnedLayer.h"

namespace Exemplar
{

/** What validation says about options: how well groups of examples are predicted that were left out of the fit. */
struct FLearnedTrial
{
	FLearnedOptions Options;
	double Rms = 0.0;                // over groups, poses and points, after the operator, units of length
	std::vector<double> RmsOfPoses;  // of every counted example while its group is left out
	std::vector<double> RmsOfPoints; // of every sampled point, over the examples
};

/**
 * The error of every group while it is left out, without solving again for each group: with B = (K + ridge)^-1 the
 * error of the left-out poses G is B_GG^-1 (B y)_G. Every Stride-th point counts.
 */
FLearnedTrial ValidateLearnedOptions(const FLearnedExamples& Examples, const FRelevance& Relevance,
	const FLearnedOptions& Options, std::span<const uint32_t> Groups, size_t Stride, const FBuildContext& Context);

/**
 * The options that predict groups of examples best that were left out of the fit, one option at a time from the
 * defaults. Groups numbers the group of each example (GroupExamples). Every Stride-th point is enough.
 */
TResult<FLearnedTrial> ChooseLearnedOptions(const FLearnedExamples& Examples, const FTriangleMesh& Rest,
	const FRigWeights& Weights, std::span<const uint32_t> Groups, size_t Stride, const FBuildContext& Context);

} // namespace Exemplar

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
	double Score = 0.0;              // what options are compared by; see FGroupings
};

/**
 * How examples are left out: groups ask for poses between examples, halves for poses beyond them, and both come up in a
 * game. Single examples say nothing where a clip has neighbors of each. The score of options is the product over both
 * of the geometric mean over poses of the pose's own RMS: a mean of squares would be that of the two or three most
 * extreme examples, which are beyond all others when they are left out.
 */
struct FGroupings
{
	std::vector<uint32_t> Groups, Halves; // the group of every example; a mirror image is in that of its original
};
/** Groups numbers the groups of the examples that count (GroupExamples). */
FGroupings MakeGroupings(const FLearnedExamples& Examples, std::span<const uint32_t> Groups);

/**
 * The error of every group while it is left out, without solving again for each group: with B = (K + ridge)^-1 the
 * error of the left-out poses G is B_GG^-1 (B y)_G. Every Stride-th point counts. The result is about Groups; its score
 * about all.
 */
FLearnedTrial ValidateLearnedOptions(const FLearnedExamples& Examples, const FRelevance& Relevance,
	const FLearnedOptions& Options, const FGroupings& Groupings, size_t Stride, const FBuildContext& Context);

/**
 * The options that predict examples best that were left out of the fit, one option at a time from the defaults. Every
 * Stride-th point is enough.
 */
TResult<FLearnedTrial> ChooseLearnedOptions(const FLearnedExamples& Examples, const FTriangleMesh& Rest,
	const FRigWeights& Weights, std::span<const uint32_t> Groups, size_t Stride, const FBuildContext& Context);

/** The best share of mirror images (FLearnedOptions::MirrorShare) and, unless they are given, with it the ridge, the
 * width and the spread once more. Examples has the images. */
FLearnedTrial ChooseMirrorShare(const FLearnedExamples& Examples, const FTriangleMesh& Rest, const FRigWeights& Weights,
	const FLearnedOptions& Options, bool bGiven, std::span<const uint32_t> Groups, size_t Stride,
	const FBuildContext& Context);

/** Whether a score is better than another by more than chance: validation has few groups. */
bool IsBetterScore(double Score, double Before);

} // namespace Exemplar

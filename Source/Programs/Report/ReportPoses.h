// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Examples/ExampleSet.h"
#include "Metrics/ErrorMeasures.h"

namespace Exemplar
{

/** Up to Count poses that differ most: first the one farthest from the mean, then each the farthest from those chosen.
 */
std::vector<size_t> ChooseVariedPoses(const FExampleSet& Examples, size_t Count);

/** A pose to show, and why it was chosen. */
struct FChosenPose
{
	size_t Pose = 0;
	const char* Why = "";
};

/** The most informative poses about the error: the worst by RMS, the one with the largest single distance, the worst
 * that looks different from both, and the median. Fewer if there are fewer poses.
 */
std::vector<FChosenPose> ChooseTellingPoses(const FExampleSet& Examples, const FErrorMeasures& Error);

/** Up to Count evenly spaced poses in order, including Needed. */
std::vector<size_t> ChooseFilm(size_t PoseCount, size_t Count, std::span<const FChosenPose> Needed);

/** The poses that correctives bring nearest to their examples, those that gain most first; none that gain nothing. */
std::vector<size_t> ChooseCorrectedPoses(const FErrorMeasures& Before, const FErrorMeasures& After, size_t Most);

} // namespace Exemplar

// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Examples/ExampleSet.h"
#include "Metrics/ErrorMeasures.h"

namespace Exemplar
{

/** Up to Count poses that differ most, the one farthest from the mean first: each next is farthest from those chosen.
 */
std::vector<size_t> ChooseVariedPoses(const FExampleSet& Examples, size_t Count);

/** A pose that is shown, and why it was chosen. */
struct FChosenPose
{
	size_t Pose = 0;
	const char* Why = "";
};

/**
 * The poses that tell most about the error: the worst on average, the one with the largest single distance, the worst
 * that looks different from both, and the median. Fewer where there are fewer poses.
 */
std::vector<FChosenPose> ChooseTellingPoses(const FExampleSet& Examples, const FErrorMeasures& Error);

/** Up to Count poses in their order, evenly chosen, Needed among them. */
std::vector<size_t> ChooseFilm(size_t PoseCount, size_t Count, std::span<const FChosenPose> Needed);

} // namespace Exemplar

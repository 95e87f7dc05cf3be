// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Skin/PointFit.h"

namespace Exemplar
{

struct FInfluenceSearchOptions
{
	/** Bones of a set, 1 to 64. */
	int MaxInfluences = 4;

	/** A point may follow only the so many bones nearest to it along the surface, and those that it follows already.
	 * 0: any bone; -1: twice the influences, at least 8. */
	int CandidateBones = -1;

	/** Sets grow by so many bones, then shrink to MaxInfluences, again and again. */
	int Growth = 2;
	int Rounds = 3;

	/** The vertex term while searching, FPointFitOptions::Lambda. */
	double Lambda = 1e-4;
};

/**
 * Which bones each point should follow in animation space; the thesis has them painted by hand. Starting from the bones
 * of linear blending, a set grows by the bone that removes most of what is left at the point and, on average, at its
 * neighbors, so that neighbors agree; and it shrinks by the bones whose removal costs least under the metric of the
 * examples (Merry 2007, chapter 6), which is what the removal adds to the error of the fit.
 */
EXEMPLARBUILDER_API TResult<FInfluenceSets> SearchInfluences(
	const FExampleSet& Examples, const FRig& Rig, const FInfluenceSearchOptions& Options, const FBuildContext& Context);

/** The Count bones of largest weight of every point. */
EXEMPLARBUILDER_API FInfluenceSets LargestInfluences(const FRigWeights& Weights, size_t Count);

} // namespace Exemplar

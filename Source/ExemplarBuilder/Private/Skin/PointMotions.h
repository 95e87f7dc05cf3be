// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Skin/FitSkin.h"

namespace Exemplar
{

struct FPointMotionOptions
{
	FInfluenceSearchOptions Search;

	/** Of the points, FPointFitOptions. */
	double RestWeight = 1.0;

	/** Rounds of points and motions in turn between searches of influence sets, and how often both alternate. */
	int Rounds = 6;
	int Cycles = 6;

	/** Bones that are given up for new ones, tried so many times. */
	int Exchanges = 24;
};

struct FPointMotions
{
	FRig Rig; // with the motions and, where bones were exchanged, weights
	FInfluenceSets Sets;
	int Exchanged = 0;
};

/**
 * Influence sets and motions of bones with which animation-space points reproduce the examples best: points, motions
 * and sets in turn, each the best for the others. Motions that are best for linear blending leave points on the table:
 * on samba a third of the error. Where bones may be exchanged, the one that costs least leaves for where the points of
 * all others explain the examples worst, and stays there if that pays.
 */
TResult<FPointMotions> FitPointMotions(
	const FExampleSet& Examples, const FRig& Rig, const FPointMotionOptions& Options, const FBuildContext& Context);

} // namespace Exemplar

// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Levels/LodStream.h"
#include "Model/Rig.h"

namespace Exemplar
{

struct FLevelOptions
{
	/** Levels in all, the finest among them, where neither fractions nor errors say otherwise: each has half the
	 * influences of the one before (Merry 2007, section 7.2). From 1 to 16. */
	size_t LevelCount = 5;

	/** Coarser levels by their triangles instead, as parts of the finest level's: falling, between 0 and 1. */
	std::vector<double> Fractions;

	/** Coarser levels by the stream's running error instead, in % of the rest diagonal: rising, above 0. */
	std::vector<double> Errors;

	/** No level gets fewer triangles. */
	size_t MinTriangles = 32;

	/** How the stream is made. Half-edge levels use the finest one's vertices, in an order that makes each a beginning
	 * of the finer. */
	FLodStreamOptions Stream{ELodPlacement::Optimized, ELodRanking::ErrorPerInfluence};

	/** Move the points of levels with optimized placement to where they fit the original best in all poses. */
	bool bRefine = true;

	/** Base and delta over a common set of bones, so that each level morphs into the next. */
	bool bGeomorph = true;

	/** Frames of the clips that levels are fitted to, besides the rest. At least 1. */
	size_t MaxPoses = 24;
};

/** A line of the levels' table. */
struct FLevelFigures
{
	size_t Triangles = 0;
	size_t Vertices = 0;   // corners
	size_t Influences = 0; // of the points, each point once
	size_t Bones = 0;
	double MeanError = 0.0;  // meters
	double ErrorBound = 0.0; // meters
};

/** A moment of the stream: what the plot of error against triangles shows. */
struct FLodCurvePoint
{
	size_t Triangles = 0;
	size_t Influences = 0;
	double Error = 0.0; // running, meters
};

struct FBuiltLevels
{
	std::vector<FLevelFigures> Levels;
	std::vector<FLodCurvePoint> Curve;
	FStageFigures Figures;
};

/**
 * Levels of detail for a skinned character: a stream of collapses and influence removals from its finest level, cut
 * into levels. Replaces all coarser levels. Each level's errors are the largest over the original's vertices, in L2,2
 * and L2,inf, and never less than those of the level before. Spheres of levels are FinishCharacter's to find. Fails
 * where the character has no skeleton, no skin or no triangles; the character is then what it was.
 */
EXEMPLARBUILDER_API TResult<FBuiltLevels> BuildLevels(
	FCharacterData& Character, const FLevelOptions& Options, const FBuildContext& Context);

} // namespace Exemplar

// Copyright (c) 2026 Exemplar contributors. MIT license.
// May change.

#pragma once

#include "Bake/Bake.h"

namespace Exemplar
{

enum class ESubdivision
{
	CatmullClark,
	Loop,
	Sqrt3
};

struct FSubdivideOptions
{
	ESubdivision Scheme = ESubdivision::Loop;

	/** From 1 to 6. */
	int Steps = 1;

	/** Move the points to where infinitely many steps would take them. */
	bool bLimit = false;

	/** Maximum influences per point afterward; 0: as many as the character's points have. */
	size_t MaxInfluences = 0;
};

struct FSubdividedCharacter
{
	FCharacterParts Parts;          // without coarser levels and correctives, which belonged to the old surface
	double LimitMeanError = 0.0;    // what the limit on influences costs, RMS over points and clips, meters
	double LimitLargestError = 0.0; // the same, of the worst point
};

/**
 * The finest level subdivided. Rows of a subdivision are linear in the points, and so is animation space: the result
 * equals the subdivision of every posed mesh, up to the limit on influences (Merry 2007). UVs, normals and tangents go
 * through the same rows, island by island; hard edges stay hard, and seams stay closed. Weights go through the rows as
 * well, for interchange. Source vertices are lost.
 */
EXEMPLARBUILDER_API TResult<FSubdividedCharacter> SubdivideCharacter(
	FCharacterParts Parts, const FSubdivideOptions& Options, const FBuildContext& Context);

} // namespace Exemplar

// Copyright (c) 2026 Exemplar contributors. MIT license.
// May change.

#pragma once

#include "Bake/Bake.h"

namespace Exemplar
{

/** What a character is to have less of. Every reduction is the one that moves the skin least over the clips. */
struct FSimplifyOptions
{
	/** Maximum influences per point; 0: as many as it has. */
	size_t MaxInfluences = 0;

	/** Remove influences while a point stays within this of where it was, RMS over the clips, % of the diagonal. */
	double Error = 0.0;

	/** Joints to take the skin off, by name, with * and ?. Those without children leave the skeleton. */
	std::vector<std::string> RemoveBones;

	/** Bones that each level may use, finest first; the last number holds for all further levels. */
	std::vector<size_t> BonesPerLevel;
};

/** What became of one level. Errors are root mean squares over the clips, in meters, against the level as it was. */
struct FSimplifiedLevel
{
	size_t InfluencesBefore = 0, Influences = 0; // of animation-space points, or of blend weights without them
	size_t BonesBefore = 0, Bones = 0;
	double MeanError = 0.0, LargestError = 0.0;           // over the points; of the worst point
	double BlendMeanError = 0.0, BlendLargestError = 0.0; // the same of the blend weights
};

struct FSimplifiedCharacter
{
	FCharacterParts Parts;
	std::vector<FSimplifiedLevel> Levels;
	std::vector<std::string> RemovedJoints; // no longer in the skeleton
	std::vector<std::string> EmptiedJoints; // have children or correctives, and therefore stay without skin
};

/**
 * Influence simplification of a whole character (Merry 2007, chapter 6), of its animation-space points and, as linear
 * blends, of its weights. Errors of coarser levels grow by what they lose. Fails where no joint matches, where all
 * joints would go, or where more levels are listed than there are.
 */
EXEMPLARBUILDER_API TResult<FSimplifiedCharacter> SimplifyCharacter(
	FCharacterParts Parts, const FSimplifyOptions& Options, const FBuildContext& Context);

/** The blend weights of a level with at most MaxInfluences per vertex, for files that hold no more. Rows are vertices.
 */
EXEMPLARBUILDER_API TResult<FRigWeights> LimitBlendWeights(
	const FCharacterView& Character, size_t Level, size_t MaxInfluences, const FBuildContext& Context);

/** Whether Text matches Pattern, in which * is any text and ? any letter. */
EXEMPLARBUILDER_API bool MatchesPattern(std::string_view Text, std::string_view Pattern);

} // namespace Exemplar

// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Base/BuildContext.h"
#include "Character/Character.h"
#include "Examples/ExampleSet.h"
#include "Metrics/ErrorMeasures.h"

#include <optional>
#include <vector>

namespace Exemplar
{

/**
 * What a finished character makes of the examples it was built from, measured on what its file holds and a game would
 * draw, not on what the stages of the build believed.
 */
struct FCharacterMeasures
{
	double Diagonal = 0.0; // of the rest's bounding box, meters: what errors are percent of
	double Height = 0.0;   // of the rest's bounding box

	std::vector<std::vector<FBoneTransform>> Poses; // local transforms of every example; empty: no clip shows them
	std::optional<FErrorMeasures> Error;            // of the skin that is drawn, correctives included
	std::optional<FErrorMeasures> BlendError;       // of the linear blend weights, where the skin is another
	std::vector<double> VolumePercents;             // by pose, of the example's; empty where the mesh is not closed
	double TypicalLargest = 0.0;                    // meters: 99.5 % of all distances are smaller
	std::vector<double> Quantiles;                  // meters: the distances that 0, 1, ... 100 % are not larger than

	std::vector<size_t> InfluenceCounts; // vertices of the finest level by the bones they follow, from 0
	double MeanInfluences = 0.0;
	std::vector<uint32_t> Holders;    // by vertex of the finest level: the joint it follows more than any other
	std::vector<size_t> HeldVertices; // by joint
	std::vector<double> HeldRms;      // by joint: RMS distance of the vertices it holds, % of the diagonal, all poses

	bool HasPoses() const { return !Poses.empty(); }
};

/**
 * The examples' poses are the frames of the clip that has as many, else of all clips in a row; where neither holds,
 * nothing is compared. Mismatch where the examples are of another mesh.
 */
TResult<FCharacterMeasures> MeasureCharacter(
	const FCharacter& Character, const FExampleSet& Examples, const FBuildContext& Context);

} // namespace Exemplar

// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Base/BuildContext.h"
#include "Character/Character.h"
#include "Examples/ExampleSet.h"
#include "Files/Json.h"
#include "Metrics/ErrorMeasures.h"
#include "Skinning/SkinOperator.h"

#include <optional>
#include <vector>

namespace Exemplar
{

/** How well a finished character reproduces the examples it was built from, measured on the data in its file, as
 * rendered at run time.
 */
struct FCharacterMeasures
{
	double Diagonal = 0.0; // of the rest's bounding box in meters; errors are in percent of it
	double Height = 0.0;   // of the rest's bounding box

	std::vector<std::vector<FBoneTransform>> Poses;      // local transforms of every example; empty if no clip has them
	ESkinOperator Operator = ESkinOperator::LinearBlend; // that the character is rendered and measured with
	std::optional<FErrorMeasures> Error;                 // of the rendered skin, including correctives
	std::optional<FErrorMeasures> PlainError;            // of the rendered skin without correctives, if it has some
	std::optional<FErrorMeasures> BlendError;            // of the linear blend weights, if another operator renders it
	std::optional<FErrorMeasures> RestError;             // of the rendered skin in the rest pose
	std::vector<double> VolumePercents; // by pose, relative to the example; empty if the mesh is not closed
	double TypicalLargest = 0.0;        // meters: 99.5 % of all distances are smaller
	std::vector<double> Quantiles;      // meters: the 0, 1, ... 100 % quantiles of distances

	std::vector<size_t> InfluenceCounts; // vertices of the finest level by number of influences, from 0
	double MeanInfluences = 0.0;
	std::vector<uint32_t> Holders;    // dominant joint of each vertex of the finest level
	std::vector<size_t> HeldVertices; // by joint
	std::vector<double> HeldRms;      // by joint: RMS distance of its vertices over all poses, % of the diagonal

	bool HasPoses() const { return !Poses.empty(); }
};

/** The operator in words: "animation space", "dual quaternion skinning". */
const char* DescribeOperator(ESkinOperator Operator);

/** The examples' poses are the frames of the last clip with as many frames, or of all clips in sequence; if neither
 * matches, nothing is compared. Returns Mismatch if the examples are of another mesh.
 */
TResult<FCharacterMeasures> MeasureCharacter(
	const FCharacter& Character, const FExampleSet& Examples, const FBuildContext& Context);

/** "drawn", "withoutCorrectives", "linearBlend" and "rest": errors of the character's file as `exemplar report --json`
 * writes them. */
FJson DescribeMeasures(const FCharacterMeasures& Measures);

} // namespace Exemplar

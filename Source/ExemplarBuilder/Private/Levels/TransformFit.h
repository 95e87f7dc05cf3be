// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Base/Result.h"
#include "Levels/ExampleDecimation.h"
#include "Model/Rig.h"

namespace Exemplar
{

struct FTransformFitOptions
{
	/**
	 * How strongly a bone is held to staying at rest, next to the vertices that it moves: what too few or flat vertices
	 * leave open. Above zero.
	 */
	double Hold = 1e-9;
};

/**
 * Free 3x4 transforms of all bones that take a rest mesh to a pose in the least-squares sense, given the weights
 * (Kavan et al. 2010 and others). The three coordinates share one matrix: B X = V' with a row w_mj (v_m, 1) a vertex, a
 * ninth of the memory of the problem over all 12 J unknowns. VertexWeights, such as areas, may be empty.
 */
EXEMPLARBUILDER_API TResult<std::vector<FAffine3d>> FitTransforms(std::span<const FDouble3> Rest,
	std::span<const FDouble3> Pose, const FRigWeights& Weights, size_t BoneCount,
	std::span<const double> VertexWeights = {}, const FTransformFitOptions& Options = {});

/**
 * The same from a decimated level, for all of its examples but the first, the rest: weights come from the original's
 * vertices that MapLevelVertices names, vertices count by their area, because decimation leaves them uneven. Bone b of
 * example k + 1 at [b * poses + k]: the transforms move the full mesh as well (section 7.2 of the thesis on decimated
 * examples).
 */
EXEMPLARBUILDER_API TResult<std::vector<FAffine3d>> FitLevelTransforms(const FDecimatedLevel& Level,
	const FDecimatedLevel& Original, const FRigWeights& Weights, size_t BoneCount,
	const FTransformFitOptions& Options = {});

} // namespace Exemplar

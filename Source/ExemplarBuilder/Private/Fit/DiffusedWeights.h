// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Fit/ShapeWeights.h"

namespace Exemplar
{

/** Heat or bounded biharmonic weights, by one sparse factorization for all joints. */
TResult<FRigWeights> MakeDiffusedWeights(const FTriangleMesh& Mesh, const FSegmentation& Segments, size_t JointCount,
	const FShapeWeightOptions& Options, const FBuildContext& Context);

} // namespace Exemplar

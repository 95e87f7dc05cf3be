// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Base/BuildContext.h"
#include "Examples/ExampleSet.h"
#include "Rig/RigOptions.h"

namespace Exemplar
{

/**
 * Adds a bone where the present ones, blended by their best weights, explain the examples worst, and fits the weights
 * again. Its parent is the bone that led the points it leads, its joint is at their centroid. Returns false if no bone
 * lowers the error.
 */
bool AddExtraBone(const FExampleSet& Examples, const FRefineOptions& Options, FRig& Rig, const FBuildContext& Context);

} // namespace Exemplar

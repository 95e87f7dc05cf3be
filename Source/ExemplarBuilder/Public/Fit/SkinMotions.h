// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Base/BuildContext.h"
#include "Base/Result.h"
#include "BuilderApi.h"
#include "Examples/ExampleSet.h"
#include "Model/Rig.h"

namespace Exemplar
{

/**
 * The rigid motions with which a given linear blend skin meets examples best, each bone moving freely: how a character
 * is measured on poses that it was not made from. Needs Rig.BoneCount and Rig.Weights (and Rig.RestPositions where
 * there are any); replaces PoseCount and Transforms, nothing else.
 */
EXEMPLARBUILDER_API FStatus FitMotions(const FExampleSet& Examples, FRig& Rig, const FBuildContext& Context);

} // namespace Exemplar

// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Base/BuildContext.h"
#include "Examples/ExampleSet.h"
#include "Fit/MotionFit.h"
#include "Model/Rig.h"

namespace Exemplar
{

/** Between FRig, which speaks of examples in their own units, and the fit, which does not. */
FBoneMotions ReadMotions(const FMotionData& Data, const FRig& Rig);
void WriteMotions(const FMotionData& Data, const FBoneMotions& Bones, FRig& Rig);

/** Rows longer than Cap lose their smallest weights; rows are normalized, empty ones get the first bone. */
FWeightTable ReadWeights(const FRig& Rig, size_t Cap);
FRigWeights WriteWeights(const FWeightTable& Weights);

/** Rigid motions of the points that each bone holds, to start from where a rig brings weights alone. */
FBoneMotions MotionsOfWeights(const FMotionData& Data, const FWeightTable& Weights, size_t BoneCount);

/** The best motions for the rig's weights, from its present ones. */
void RefitMotions(const FExampleSet& Examples, bool bAffine, FRig& Rig, const FBuildContext& Context);

/** Bones that nobody follows take over part of another bone's points, and its motion: no point moves. */
void ReassignIdleBones(const FExampleSet& Examples, FRig& Rig);

/** The bone that holds most of each triangle. */
std::vector<uint16_t> FaceLabelsOf(const FRigWeights& Weights, std::span<const FTriangle> Triangles, size_t BoneCount);

} // namespace Exemplar

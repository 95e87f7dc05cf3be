// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Base/BuildContext.h"
#include "Examples/ExampleSet.h"
#include "Fit/MotionFit.h"
#include "Model/Rig.h"

namespace Exemplar
{

/** Conversion between FRig, in the units of the examples, and the units of the fit. */
FBoneMotions ReadMotions(const FMotionData& Data, const FRig& Rig);
void WriteMotions(const FMotionData& Data, const FBoneMotions& Bones, FRig& Rig);

/** Rows longer than Cap lose their smallest weights; rows are normalized, empty ones get the first bone. */
FWeightTable ReadWeights(const FRig& Rig, size_t Cap);
FRigWeights WriteWeights(const FWeightTable& Weights);

/** Rigid motions of the points that each bone holds, as a start for a rig that has weights only. */
FBoneMotions MotionsOfWeights(const FMotionData& Data, const FWeightTable& Weights, size_t BoneCount);

/** The best motions for the rig's weights, from its present ones. */
void RefitMotions(const FExampleSet& Examples, bool bAffine, FRig& Rig, const FBuildContext& Context);

/** Bones that no point follows take part of another bone's points, and its motion: no point moves. */
void ReassignIdleBones(const FExampleSet& Examples, FRig& Rig);

/** Per triangle, the bone with the largest weight. */
std::vector<uint16_t> FaceLabelsOf(const FRigWeights& Weights, std::span<const FTriangle> Triangles, size_t BoneCount);

} // namespace Exemplar

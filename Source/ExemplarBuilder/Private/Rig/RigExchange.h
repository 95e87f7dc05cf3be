// Copyright (c) 2026 Exemplar contributors. MIT licence.

#pragma once

#include "Rig/MotionFit.h"
#include "Rig/Rig.h"

namespace Exemplar
{

/** Between FRig, which speaks of examples in their own units, and the fit, which does not. */
FBoneMotions ReadMotions(const FMotionData& Data, const FRig& Rig);
void WriteMotions(const FMotionData& Data, const FBoneMotions& Bones, FRig& Rig);

/** Rows longer than Cap lose their smallest weights; rows are normalised, empty ones get the first bone. */
FWeightTable ReadWeights(const FRig& Rig, size_t Cap);
FRigWeights WriteWeights(const FWeightTable& Weights);

/** Rigid motions of the points that each bone holds, to start from where a rig brings weights alone. */
FBoneMotions MotionsOfWeights(const FMotionData& Data, const FWeightTable& Weights, size_t BoneCount);

/** The bone that holds most of each triangle. */
std::vector<uint16_t> FaceLabelsOf(const FRigWeights& Weights, std::span<const FTriangle> Triangles, size_t BoneCount);

} // namespace Exemplar

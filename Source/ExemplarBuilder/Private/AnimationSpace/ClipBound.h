// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "AnimationSpace/PoseBound.h"
#include "Geometry/EigenLibrary.h"

namespace Exemplar
{

/**
 * Clips that move or scale a joint make those translations and scales legal too: bones of a rig from motion need not
 * meet. ToParent takes the frame that the joint's keys are in to that of its bound; usually both are the parent's.
 */
void WidenByClips(std::span<const FClipData> Clips, size_t Joint, const Eigen::Matrix4d& ToParent, FJointBound& Bound);

/** How far two roots can be apart by the clips' keys, in the model's frame; each anywhere that it ever is. */
double FarthestApart(const FSkeletonData& Skeleton, std::span<const FClipData> Clips, size_t A, size_t B);

/** Whether a clip has keys of any kind for a joint. */
bool HasKeys(std::span<const FClipData> Clips, size_t Joint);

} // namespace Exemplar

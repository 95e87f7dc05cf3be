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

} // namespace Exemplar

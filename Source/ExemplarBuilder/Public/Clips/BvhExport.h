// Copyright (c) 2026 Exemplar contributors. MIT license.
// May change.

#pragma once

#include "Clips/Animation.h"

#include <string>

namespace Exemplar
{

/**
 * A skeleton and one of its clips as a BVH file, in meters. BVH joints are unrotated at rest: rest rotations go into
 * the motion. Joints whose translation changes get position channels, others keep their offset. Scale is lost: BVH has
 * none. Blanks in names become underscores. Without clips the file has one frame, the rest. Fails if the skeleton has
 * no joint or several roots.
 */
EXEMPLARBUILDER_API TResult<std::string> FormatBvh(const FAnimation& Animation, size_t Clip = 0);

/**
 * A motion of another skeleton that rests in the same pose, such as one read from BVH, as a clip of this one. Joints
 * are matched by name, ignoring the case and a prefix that ends in a colon; joints without a match keep their rest.
 * Bones keep their lengths, and only the body's root takes translations, times Scale: this is not retargeting. Fails if
 * no joint matches.
 */
EXEMPLARBUILDER_API TResult<FClipData> ClipFromMotion(
	const FSkeletonData& Skeleton, const FAnimation& Motion, double Scale = 1.0);

} // namespace Exemplar

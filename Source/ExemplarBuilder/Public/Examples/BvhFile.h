// Copyright (c) 2026 Exemplar contributors. MIT license.
// May change.

#pragma once

#include "Base/Result.h"
#include "BuilderApi.h"
#include "Character/CharacterModel.h"

#include <cstddef>
#include <span>
#include <string_view>

namespace Exemplar
{

/** The skeleton and the motion of a BVH file, in the units of the file. */
struct FBvhFile
{
	FSkeletonData Skeleton; // unrotated at rest; end sites are not joints
	FClipData Clip;         // rotations of every joint, translations of joints with position channels
};

/**
 * Reads a BVH file. A position channel replaces that axis of the joint's offset. Rotation channels apply in any order,
 * the first one last. Safe on untrusted bytes; allocates no more than the bytes justify. Errors call the file Name.
 */
EXEMPLARBUILDER_API TResult<FBvhFile> ParseBvh(std::span<const std::byte> Bytes, std::string_view Name);

} // namespace Exemplar

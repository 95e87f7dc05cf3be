// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Rig/RigOptions.h"

namespace Exemplar
{

struct FBoneNaming
{
	std::vector<std::string> Names; // one per bone; those without a match keep their number
	size_t Matched = 0;
};

/**
 * Names for the bones of a humanoid, by matching its tree: legs are the branches on each side that reach lowest, arms
 * those that reach farthest out, pelvis and chest the bones they hang from, the spine what lies between, neck and head
 * what lies above. Chains are named from the body outward, as far as both go. Left is +X: a character looks to +Z.
 * A rig whose shoulders are not above its hips is not that of a humanoid, and keeps its numbers.
 */
FBoneNaming NameBones(EBoneNames Scheme, const FRig& Rig);

} // namespace Exemplar

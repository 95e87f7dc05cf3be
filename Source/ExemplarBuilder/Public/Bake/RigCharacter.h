// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Base/Result.h"
#include "BuilderApi.h"
#include "Examples/ExampleSet.h"
#include "Model/Rig.h"

namespace Exemplar
{

struct FRigCharacterOptions
{
	/** The clip that holds the examples, one frame each. */
	std::string ClipName = "examples";
	float FramesPerSecond = 30.0f;

	/** Joint names by bone; empty: bone_00, bone_01, ... with parents first. */
	std::vector<std::string> BoneNames;
};

/**
 * The character that a finished rig makes of its examples: a skeleton whose joints stand at the rig's, unrotated in
 * rest and sorted parents first; the rest mesh with linear blend weights; the examples as one clip. Rigid motions are
 * reproduced exactly: a bone that does not meet its parent at the joint has translation keys, one that does has none.
 * Spheres contain it in every pose that its joints and translation keys allow, and move with the root.
 * Affine bones become the nearest rotation about their joint: neither glTF nor Unreal has joints that shear.
 */
EXEMPLARBUILDER_API TResult<FCharacterData> BuildRigCharacter(
	const FExampleSet& Examples, const FRig& Rig, const FRigCharacterOptions& Options = {});

} // namespace Exemplar

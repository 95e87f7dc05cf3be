// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Base/BuildContext.h"
#include "Examples/ExampleSet.h"
#include "Rig/RigOptions.h"

#include <filesystem>
#include <string_view>

namespace Exemplar
{

/** A skeleton from a file, and what the place of its joints means. */
struct FSkeletonFile
{
	FSkeletonData Skeleton; // parents first
	bool bPlaced = false;   // in meters and in character space already: from a character
	bool bYUp = false;      // the format defines its axes: from a scene
};

/** Reads the skeleton of a scene (glTF, FBX), a BVH file, a skeleton in JSON or a character, by extension. */
TResult<FSkeletonFile> ReadSkeletonFile(const std::filesystem::path& File, const FBuildContext& Context);

/**
 * Reads a skeleton in JSON: {"joints": [{"name": "hip", "parent": null, "position": [0, 1, 0]}, ...]}. A parent is a
 * name, an index, or null or -1 for the root; "head" may stand for "position"; "rotation" is an optional quaternion
 * [x, y, z, w]. Both are of the whole model, not of the parent. Safe on untrusted text. Errors call the file Name.
 */
TResult<FSkeletonData> ParseSkeletonJson(std::string_view Text, const std::string& Name);

/** Reads the file that the options name, if any, and puts its skeleton into the space of the examples. */
FStatus LoadGivenSkeleton(FSkeletonOptions& Options, const FExampleSet& Examples, const FBuildContext& Context);

/** Reads the skeleton whose proportions a template takes, if the options name a file instead of a template. */
FStatus LoadTemplateSkeleton(FShapeRigOptions& Options, const FBuildContext& Context);

} // namespace Exemplar

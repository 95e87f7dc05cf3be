// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Base/BuildContext.h"
#include "Clips/Animation.h"

#include <filesystem>
#include <string>
#include <vector>

namespace Exemplar
{

/** A skeleton and its clips, from one file. */
struct FMotionFile
{
	std::string Name; // the file's, without its extension
	FAnimation Animation;
	bool bYUp = false; // the format defines its axes
};

/** Reads the skeleton and the clips of a BVH file, a scene (glTF, FBX; with or without meshes) or a character. Rate is
 * that of sampled scenes, 0 for their own. A file without clips is read as well. */
TResult<FMotionFile> ReadMotionFile(const std::filesystem::path& File, double Rate, const FBuildContext& Context);

/** The motions of a file, or of all files of a folder that ReadMotionFile reads, in order of their names. */
TResult<std::vector<FMotionFile>> ReadMotions(
	const std::filesystem::path& Path, double Rate, const FBuildContext& Context);

} // namespace Exemplar

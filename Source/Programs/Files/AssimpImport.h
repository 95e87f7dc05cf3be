// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Base/Result.h"
#include "Files/SceneExamples.h"

#include <filesystem>

namespace Exemplar
{

/** Reads FBX and Collada (.fbx, .dae) as examples through assimp: animations are sampled and the rig is kept, as for
 * glTF. assimp splits vertices and loses their order. Vertices of one mesh at the same position that move alike are
 * merged again, in the order in which polygons use them: the same for every file with the same polygons, but not the
 * file's own order. Use glTF or OBJ if the file's vertex order matters.
 */
TResult<FSourceExamples> ImportWithAssimp(
	const std::filesystem::path& File, const FSceneOptions& Options, const FBuildContext& Context);

} // namespace Exemplar

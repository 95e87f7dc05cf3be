// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Base/Result.h"
#include "Files/SceneExamples.h"

#include <filesystem>

namespace Exemplar
{

/**
 * Reads FBX and Collada (.fbx, .dae) as examples, by assimp: animations are sampled and the rig is kept, as for glTF.
 * assimp splits vertices and forgets their order. Vertices of one mesh that stand at the same place and move alike are
 * joined again, in the order in which the polygons meet them: the same for every file with the same polygons, but not
 * the file's own. Use glTF or OBJ where the file's numbering matters.
 */
TResult<FSourceExamples> ImportWithAssimp(
	const std::filesystem::path& File, const FSceneOptions& Options, const FBuildContext& Context);

} // namespace Exemplar

// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Base/Result.h"
#include "Files/SceneExamples.h"

#include <filesystem>

namespace Exemplar
{

/**
 * Reads an Alembic cache (Ogawa) as examples: polygon meshes and subdivision surfaces of constant topology in the
 * file's vertex order, with the transforms above them; UVs, normals, and face sets as materials. The rest is the first
 * frame that is read, and every frame is a pose: those of Options.Frames, or all; between samples, points are blended.
 * Points are held in memory once. Alembic's library trusts its files, so it runs in a child process: a file that
 * crashes it, or makes it ask for too much memory, is refused with a sentence.
 */
TResult<FSourceExamples> ImportAlembic(
	const std::filesystem::path& File, const FSceneOptions& Options, const FBuildContext& Context);

/** Whether this build reads Alembic: its source is fetched when the project is set up. */
bool HasAlembicReader();

} // namespace Exemplar

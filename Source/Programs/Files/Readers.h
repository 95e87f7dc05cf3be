// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Examples/ExampleFiles.h"
#include "Files/SceneExamples.h"

namespace Exemplar
{

/** The readers of this folder for ImportExamples: glTF (.gltf, .glb), FBX (.fbx) and Alembic (.abc). */
std::vector<FExampleReader> MakeSceneReaders(const FSceneOptions& Options = {});

} // namespace Exemplar

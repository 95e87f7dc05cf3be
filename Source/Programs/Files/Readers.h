// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Examples/ExampleFiles.h"
#include "Files/SceneExamples.h"

namespace Exemplar
{

/** The readers of this folder for ImportExamples: glTF (.gltf, .glb), FBX and Collada (.fbx, .dae). */
std::vector<FExampleReader> MakeSceneReaders(const FSceneOptions& Options = {});

} // namespace Exemplar

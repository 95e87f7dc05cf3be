// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Files/GltfDocument.h"
#include "Files/Scene.h"

namespace Exemplar
{

/** The meshes of a document, each with the vertices of its primitives in sequence. Throws FFailure. */
std::vector<FSceneMesh> ReadGltfMeshes(const FGltfDocument& Document);

/** The default scene of a document, every index checked. Throws FFailure. */
FScene ReadGltfScene(const FGltfDocument& Document);

/** What the file has and ReadGltfScene does not use. */
std::vector<std::string> ListUnusedGltf(const FGltfDocument& Document, const FScene& Scene);

} // namespace Exemplar

// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Files/Readers.h"

#include "Files/AssimpImport.h"
#include "Files/GltfImport.h"

namespace Exemplar
{

std::vector<FExampleReader> MakeSceneReaders(const FSceneOptions& Options)
{
	using FPath = std::filesystem::path;
	return {
		{{".gltf", ".glb"},
			[Options](const FPath& File, const FBuildContext& Context) { return ImportGltf(File, Options, Context); }},
		{{".fbx", ".dae"}, [Options](const FPath& File, const FBuildContext& Context) {
			 return ImportWithAssimp(File, Options, Context);
		 }}};
}

} // namespace Exemplar

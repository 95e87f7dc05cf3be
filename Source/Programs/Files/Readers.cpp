// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Files/Readers.h"

#include "Files/AlembicImport.h"
#include "Files/FbxImport.h"
#include "Files/GltfImport.h"

#include <utility>

namespace Exemplar
{

std::vector<FExampleReader> MakeSceneReaders(const FSceneOptions& Options)
{
	using FPath = std::filesystem::path;
	const auto Reader = [&](std::vector<std::string> Extensions, const auto& Import)
	{
		return FExampleReader{std::move(Extensions),
			[Options, Import](const FPath& File, const FBuildContext& Context)
			{ return Import(File, Options, Context); }};
	};
	return {Reader({".gltf", ".glb"}, ImportGltf), Reader({".fbx"}, ImportFbx), Reader({".abc"}, ImportAlembic)};
}

} // namespace Exemplar

// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Files/GltfImport.h"

#include "Base/File.h"
#include "Files/Failure.h"
#include "Files/GltfScene.h"

namespace Exemplar
{

TResult<FSourceExamples> ImportGltfBytes(std::span<const std::byte> Bytes, const std::string& Name,
	const std::filesystem::path& Folder, const FSceneOptions& Options, const FBuildContext& Context)
{
	return CatchFailures(Name,
		[&]() -> TResult<FSourceExamples>
		{
			// A file may refer to the same numbers many times; no valid file exceeds this limit.
			const FGltfDocument Document(Bytes, Folder, Options.MaxVertices * 3);
			FScene Scene = ReadGltfScene(Document);
			Scene.Name = std::filesystem::path(std::u8string(Name.begin(), Name.end())).stem().string();
			return BuildSceneExamples(Scene, Options, Context);
		});
}

TResult<FSourceExamples> ImportGltf(
	const std::filesystem::path& File, const FSceneOptions& Options, const FBuildContext& Context)
{
	TResult<TAlignedArray<std::byte>> Bytes = ReadWholeFile(File);
	if (!Bytes)
	{
		return Bytes.GetError();
	}
	const std::filesystem::path Folder = File.has_parent_path() ? File.parent_path() : std::filesystem::path(".");
	return ImportGltfBytes(*Bytes, PathToText(File), Folder, Options, Context);
}

} // namespace Exemplar

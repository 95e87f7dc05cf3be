// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Files/MotionFiles.h"

#include "Base/CharacterFile.h"
#include "Base/File.h"
#include "Character/Character.h"
#include "Examples/BvhFile.h"
#include "Examples/ExampleFiles.h"
#include "Files/Readers.h"
#include "Files/SkeletonFiles.h"

#include <algorithm>

namespace Exemplar
{
namespace
{

std::string LowerExtension(const std::filesystem::path& File)
{
	std::string Extension = PathToText(File.extension());
	std::transform(Extension.begin(), Extension.end(), Extension.begin(),
		[](unsigned char Letter) { return static_cast<char>(std::tolower(Letter)); });
	return Extension;
}

bool IsMotion(const std::filesystem::path& File)
{
	const std::string Extension = LowerExtension(File);
	return Extension == ".bvh" || Extension == ".glb" || Extension == ".gltf" || Extension == ".fbx" ||
		Extension == ".exemplar";
}

TResult<FAnimation> ReadSceneMotion(const std::filesystem::path& File, double Rate, const FBuildContext& Context)
{
	FSceneOptions Options;
	Options.FramesPerSecond = Rate;
	Options.bMotions = true;
	for (const FExampleReader& Reader : MakeSceneReaders(Options))
	{
		if (std::find(Reader.Extensions.begin(), Reader.Extensions.end(), LowerExtension(File)) ==
			Reader.Extensions.end())
		{
			continue;
		}
		TResult<FSourceExamples> Source = Reader.Read(File, Context);
		if (!Source)
		{
			return Source.GetError();
		}
		if (!Source->Rig || Source->Rig->Skeleton.JointCount() == 0)
		{
			return FError{EErrorCode::NotFound,
				PathToText(File) + ": the scene has no skeleton: no skin, and no node that moves. Export the joints."};
		}
		return FAnimation{std::move(Source->Rig->Skeleton), std::move(Source->Rig->Clips)};
	}
	return FError{EErrorCode::Unsupported, PathToText(File) + ": this file has no skeleton and no motion."};
}

} // namespace

TResult<FMotionFile> ReadMotionFile(const std::filesystem::path& File, double Rate, const FBuildContext& Context)
{
	FMotionFile Out;
	Out.Name = PathToText(File.stem());
	const std::string Extension = LowerExtension(File);
	if (Extension == ".bvh")
	{
		const TResult<TAlignedArray<std::byte>> Bytes = ReadWholeFile(File);
		TResult<FBvhFile> Read = Bytes ? ParseBvh(*Bytes, PathToText(File)) : TResult<FBvhFile>(Bytes.GetError());
		if (!Read)
		{
			return Read.GetError();
		}
		Read->Clip.Name = Out.Name;
		Out.Animation = {std::move(Read->Skeleton), {std::move(Read->Clip)}};
	}
	else if (Extension == ".json")
	{
		TResult<FSkeletonFile> Read = ReadSkeletonFile(File, Context);
		if (!Read)
		{
			return Read.GetError();
		}
		Out.Animation.Skeleton = std::move(Read->Skeleton);
	}
	else if (Extension == ".exemplar")
	{
		const TResult<FCharacter> Character = LoadCharacter(File);
		if (!Character)
		{
			return Character.GetError();
		}
		FCharacterData Data = Character->ToData();
		Out.Animation = {std::move(Data.Skeleton), std::move(Data.Clips)};
		Out.bYUp = true;
	}
	else if (IsMotion(File))
	{
		TResult<FAnimation> Read = ReadSceneMotion(File, Rate, Context);
		if (!Read)
		{
			return Read.GetError();
		}
		Out.Animation = std::move(*Read);
		Out.bYUp = true;
	}
	else
	{
		return FError{EErrorCode::Unsupported,
			PathToText(File) +
				": a motion must be a BVH file (.bvh), a scene (.glb .gltf .fbx) or a character (.exemplar)."};
	}
	return Out;
}

TResult<std::vector<FMotionFile>> ReadMotions(
	const std::filesystem::path& Path, double Rate, const FBuildContext& Context)
{
	std::error_code Error;
	std::vector<std::filesystem::path> Files{Path};
	if (std::filesystem::is_directory(Path, Error))
	{
		Files.clear();
		for (const auto& Entry : std::filesystem::directory_iterator(Path, Error))
		{
			if (IsMotion(Entry.path()))
			{
				Files.push_back(Entry.path());
			}
		}
		std::sort(Files.begin(), Files.end());
		if (Files.empty())
		{
			return FError{EErrorCode::NotFound,
				PathToText(Path) + ": the folder contains no motions (.bvh .glb .gltf .fbx .exemplar)."};
		}
	}
	std::vector<FMotionFile> Out;
	for (size_t Index = 0; Index < Files.size(); ++Index)
	{
		TResult<FMotionFile> Read = ReadMotionFile(Files[Index], Rate, Context);
		if (!Read)
		{
			return Read.GetError();
		}
		Out.push_back(std::move(*Read));
	}
	return Out;
}

} // namespace Exemplar

// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Outputs.h"

#include "Base/CharacterFile.h"
#include "Base/File.h"
#include "Clips/BvhExport.h"
#include "Examples/ExampleFiles.h"

#include <algorithm>

namespace Exemplar
{

namespace
{

namespace FileSystem = std::filesystem;

/** Devices such as /dev/null, which several options may share. */
bool IsDevice(const FileSystem::path& Path)
{
	std::error_code Ignored;
	const FileSystem::file_status Status = FileSystem::status(Path, Ignored);
	return FileSystem::exists(Status) && !FileSystem::is_regular_file(Status) && !FileSystem::is_directory(Status);
}

bool IsSameFile(const FileSystem::path& A, const FileSystem::path& B)
{
	std::error_code Ignored;
	return !IsDevice(A) &&
		(FileSystem::equivalent(A, B, Ignored) ||
			FileSystem::weakly_canonical(A, Ignored) == FileSystem::weakly_canonical(B, Ignored));
}

/** Whether reading Input reads this file, directly or as an example in a folder. */
bool IsReadWith(const FileSystem::path& File, const FileSystem::path& Input)
{
	std::error_code Ignored;
	if (!FileSystem::is_regular_file(File, Ignored))
	{
		return false;
	}
	if (!FileSystem::is_directory(Input, Ignored))
	{
		return FileSystem::equivalent(File, Input, Ignored);
	}
	const EFileKind Kind = KindOfFile(File);
	const bool bExample = Kind == EFileKind::Mesh || Kind == EFileKind::PointCache || Kind == EFileKind::Scene;
	const FileSystem::path Folder = File.has_parent_path() ? File.parent_path() : FileSystem::path(".");
	return bExample && FileSystem::equivalent(Folder, Input, Ignored);
}

FStatus CheckOutput(const FOutputFile& Output)
{
	const FileSystem::path Path = ToPath(Output.Path);
	if (IsDevice(Path))
	{
		return FOk{};
	}
	const std::vector<std::string>& Allowed = Output.Extensions;
	if (!Allowed.empty() && std::find(Allowed.begin(), Allowed.end(), ExtensionOf(Path)) == Allowed.end())
	{
		std::string Names;
		for (const std::string& Name : Allowed)
		{
			Names += (Names.empty() ? "" : " or ") + Name;
		}
		return FError{
			EErrorCode::Unsupported, Output.Path + ": " + Output.Option + " requires a " + Names + " file name."};
	}
	const TResult<FileSystem::path> Target = FindWriteTarget(Path);
	return Target ? FStatus(FOk{}) : Target.GetError();
}

} // namespace

FStatus CheckOutputs(std::span<const FOutputFile> Outputs, std::span<const std::string> Inputs)
{
	for (size_t Index = 0; Index < Outputs.size(); ++Index)
	{
		const FOutputFile& Output = Outputs[Index];
		if (Output.Path.empty())
		{
			continue;
		}
		if (FStatus Status = CheckOutput(Output); !Status)
		{
			return Status;
		}
		for (const FOutputFile& Other : Outputs.first(Index))
		{
			if (!Other.Path.empty() && IsSameFile(ToPath(Other.Path), ToPath(Output.Path)))
			{
				return FError{EErrorCode::InvalidArgument,
					Other.Option + " and " + Output.Option + " both name '" + Output.Path +
						"'. Use a different file for each."};
			}
		}
		for (const std::string& Input : Inputs)
		{
			const bool bMayReplace = Output.bMayReplaceInput && KindOfFile(ToPath(Input)) == EFileKind::Character;
			if (!bMayReplace && IsReadWith(ToPath(Output.Path), ToPath(Input)))
			{
				return FError{EErrorCode::InvalidArgument,
					Output.Option + " would overwrite '" + Output.Path +
						"', which is an input. Choose another name or folder."};
			}
		}
	}
	return FOk{};
}

void SayGltfLoss(const FCharacter& Character, const FGltfExportOptions& Gltf, FSession& Session)
{
	const TResult<std::string> Loss = DescribeGltfLoss(Character.View(), Gltf);
	if (Loss && !Loss->empty())
	{
		Session.Say(*Loss);
	}
}

FStatus WriteCharacter(
	const std::filesystem::path& Out, const FCharacter& Character, const FGltfExportOptions& Gltf, FSession& Session)
{
	FStatus Written = FOk{};
	if (KindOfFile(Out) == EFileKind::Character)
	{
		Written = SaveCharacter(Character, Out);
	}
	else
	{
		const TResult<std::vector<std::byte>> Bytes = ExportCharacterGltf(Character.View(), Gltf);
		Written = Bytes ? WriteFileAtomically(Out, *Bytes)
						: FStatus(FError{Bytes.GetError().Code, PathToText(Out) + ": " + Bytes.GetError().Message});
	}
	if (Written)
	{
		Session.Say("Wrote " + PathToText(Out));
	}
	if (Written && KindOfFile(Out) != EFileKind::Character)
	{
		SayGltfLoss(Character, Gltf, Session);
	}
	return Written;
}

FStatus WriteMotion(const FileSystem::path& Out, const FAnimation& Animation, size_t Clip, FSession& Session)
{
	const TResult<std::string> Text = FormatBvh(Animation, Clip);
	if (!Text)
	{
		return FError{Text.GetError().Code, PathToText(Out) + ": " + Text.GetError().Message};
	}
	FStatus Written = WriteFileAtomically(Out, std::as_bytes(std::span(*Text)));
	if (Written)
	{
		Session.Say("Wrote " + PathToText(Out));
	}
	return Written;
}

} // namespace Exemplar

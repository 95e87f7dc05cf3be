// Copyright (c) 2026 Exemplar contributors. MIT licence.

#include "Outputs.h"

#include "Base/File.h"

namespace Exemplar
{

FStatus CheckCharacterOutput(const std::filesystem::path& Out)
{
	const std::string Extension = ExtensionOf(Out);
	if (Extension != ".exemplar" && Extension != ".glb")
	{
		return FError{EErrorCode::Unsupported,
			PathToText(Out) + ": a character is written as .exemplar or .glb; give the output one of the two."};
	}
	return FOk{};
}

FStatus WriteCharacter(
	const std::filesystem::path& Out, const FCharacter& Character, const FGltfExportOptions& Gltf, FSession& Session)
{
	if (FStatus Status = CheckCharacterOutput(Out); !Status)
	{
		return Status;
	}
	FStatus Written = FOk{};
	if (ExtensionOf(Out) == ".exemplar")
	{
		Written = Character.Save(Out);
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
	return Written;
}

} // namespace Exemplar

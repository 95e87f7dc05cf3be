// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Base/CharacterFile.h"

#include "Base/File.h"

namespace Exemplar
{

TResult<FCharacter> LoadCharacter(const std::filesystem::path& File)
{
	TResult<TAlignedArray<std::byte>> Bytes = ReadWholeFile(File);
	if (!Bytes)
	{
		return Bytes.GetError();
	}
	TResult<FCharacter> Made = FCharacter::FromBytes(*std::move(Bytes));
	return Made ? Made
				: FError{Made.GetError().Code,
					  "Cannot use the character file '" + PathToText(File) + "': " + Made.GetError().Message};
}

FStatus SaveCharacter(const FCharacter& Character, const std::filesystem::path& File)
{
	return WriteFileAtomically(File, Character.Bytes());
}

} // namespace Exemplar

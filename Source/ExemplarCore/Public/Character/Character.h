// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Base/AlignedArray.h"
#include "Base/Api.h"
#include "Base/Result.h"
#include "Character/CharacterModel.h"

#include <cstddef>
#include <filesystem>
#include <memory>

namespace Exemplar
{

/**
 * A character that a game uses: immutable, checked once when it is made, and read in place from the bytes of its file.
 * Copies share the bytes. Safe on untrusted bytes: every offset, size, index and number has been validated, and what a
 * view of it hands out stays valid as long as any copy lives. Thread-safe, as everything immutable is.
 */
class EXEMPLARCORE_API FCharacter
{
public:
	/** Takes the bytes of a character file over. */
	static TResult<FCharacter> FromBytes(TAlignedArray<std::byte> Bytes);

	/**
	 * Reads bytes that somebody else owns (a memory-mapped file, Unreal's bulk data) without copying. They must be
	 * aligned to 16 bytes and outlive every copy; Owner, if given, is kept alive with them.
	 */
	static TResult<FCharacter> FromBorrowedBytes(
		std::span<const std::byte> Bytes, std::shared_ptr<const void> Owner = {});

	/** Builds the bytes from plain data; fails with a sentence where the data breaks a rule of the model. */
	static TResult<FCharacter> FromData(const FCharacterData& Data);

	static TResult<FCharacter> Load(const std::filesystem::path& File);

	/** Writes to a temporary beside File and renames: whoever looks sees the old file or the new one, never half. */
	FStatus Save(const std::filesystem::path& File) const;

	const FCharacterView& View() const;
	const FCharacterView* operator->() const { return &View(); }

	/** The file's bytes, ready to be written anywhere. */
	std::span<const std::byte> Bytes() const;

	/** A copy that can be edited. */
	FCharacterData ToData() const;

private:
	struct FContents;
	explicit FCharacter(std::shared_ptr<const FContents> InContents)
		: Contents(std::move(InContents))
	{
	}
	std::shared_ptr<const FContents> Contents;
};

} // namespace Exemplar

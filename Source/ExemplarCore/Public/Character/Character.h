// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Base/AlignedArray.h"
#include "Base/Api.h"
#include "Base/Result.h"
#include "Character/CharacterModel.h"

#include <cstddef>
#include <memory>

namespace Exemplar
{

/**
 * A character at run time: immutable, validated once on creation, and read in place from the bytes of its file. Copies
 * share the bytes. Safe for untrusted data: every offset, size, index and number is validated, and its view stays valid
 * as long as any copy exists. Immutable and therefore thread-safe.
 */
class EXEMPLARCORE_API FCharacter
{
public:
	/** Takes ownership of the bytes of a character file. */
	static TResult<FCharacter> FromBytes(TAlignedArray<std::byte> Bytes);

	/**
	 * Reads bytes that the caller owns (a memory-mapped file, Unreal's bulk data) without copying. They must be aligned
	 * to 16 bytes and outlive every copy. Owner, if given, is kept alive as long as any copy exists.
	 */
	static TResult<FCharacter> FromBorrowedBytes(
		std::span<const std::byte> Bytes, std::shared_ptr<const void> Owner = {});

	/** Builds the bytes from plain data. Fails if the data breaks a rule of the model. */
	static TResult<FCharacter> FromData(const FCharacterData& Data);

	const FCharacterView& View() const;
	const FCharacterView* operator->() const { return &View(); }

	/** The bytes of the file. */
	std::span<const std::byte> Bytes() const;

	/** An editable copy. */
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

// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Base/Api.h"
#include "Character/CharacterLayout.h"
#include "Character/CharacterModel.h"

#include <array>
#include <cstddef>
#include <optional>
#include <span>
#include <string>

namespace Exemplar
{

/**
 * What the reader checks of a file's frame, the most fundamental first. The checks do not depend on each other: the
 * reader takes what it can out of any bytes, notes what is wrong, and leaves out what it cannot reach. So a fault is
 * noted by its own check alone, and the rules of the model (CharacterValidation.h) can be run on what was taken out.
 */
enum class EFileCheck
{
	HeadIsWhole,
	HasMagic,
	MajorVersionIsKnown,
	HeadIsUndamaged,
	SizeIsAsWritten,
	ChunksLieInside,
	ChunksFillTheFile,
	PaddingIsZero,
	ChunksAreUndamaged,
	ChunkVersionsAreKnown,
	ElementsExist,
	ChunksAreUnique,
	InfoIsPresent,
	RecordsAreWhole,
	ArraysAreAligned,
	ArraysLieInside,
	TextsAreOrdered,
	ListsAgree,
	Count
};

EXEMPLARCORE_API const char* ToString(EFileCheck Check);

/** The message of the first fault of each check; empty if there is none. */
struct FFileFaults
{
	std::array<std::string, static_cast<size_t>(EFileCheck::Count)> Sentences;

	const std::string& operator[](EFileCheck Check) const { return Sentences[static_cast<size_t>(Check)]; }

	/** The most fundamental check that found something. */
	EXEMPLARCORE_API std::optional<EFileCheck> First() const;
};

/**
 * Looks at the bytes in place: afterward Parts.Model views them and the lists in Parts, which must stay where they
 * are. Bytes stand on a 16-byte border. Whatever they hold, every view lies inside them, and memory grows with their
 * number.
 */
EXEMPLARCORE_API FFileFaults ReadCharacter(
	std::span<const std::byte> Bytes, CharacterLayout::TCharacterParts<FViewed>& Parts);

/** Copies everything out of bytes that ReadCharacter found no fault with. */
EXEMPLARCORE_API FCharacterData CopyCharacter(std::span<const std::byte> Bytes);

} // namespace Exemplar

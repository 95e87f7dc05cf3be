// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Base/AlignedArray.h"
#include "Base/Api.h"
#include "Character/CharacterModel.h"

#include <cstddef>
#include <span>

namespace Exemplar
{

/** The bytes of a character file for any data, good or bad: whoever calls this checks the model's rules on the result.
 */
EXEMPLARCORE_API TAlignedArray<std::byte> WriteCharacter(const FCharacterData& Data);

/**
 * Sets the checksums of the file's head and of every chunk that lies in the file. The writer's last step; tests and the
 * fuzzer use it to make files whose only fault is inside. Safe on any bytes.
 */
EXEMPLARCORE_API void SealCharacter(std::span<std::byte> Bytes);

} // namespace Exemplar

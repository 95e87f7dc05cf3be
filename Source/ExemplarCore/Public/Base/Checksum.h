// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Base/Api.h"

#include <cstddef>
#include <cstdint>
#include <span>

namespace Exemplar
{

/**
 * XXH64 (xxHash by Yann Collet, 64 bits). It runs at memory speed, and libraries exist for every language, so that
 * other programs can write the file format. It detects damage, not manipulation.
 */
EXEMPLARCORE_API uint64_t Checksum64(std::span<const std::byte> Bytes, uint64_t Seed = 0);

} // namespace Exemplar

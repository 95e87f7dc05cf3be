// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Base/Api.h"

#include <cstddef>
#include <cstdint>
#include <span>

namespace Exemplar
{

/**
 * XXH64 (Collet's xxHash, 64 bits, as its specification defines it): as fast as memory on four scalar lanes, and there
 * is a library for every language, so that others can write our files. Finds damage, not malice.
 */
EXEMPLARCORE_API uint64_t Checksum64(std::span<const std::byte> Bytes, uint64_t Seed = 0);

} // namespace Exemplar

// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Base/Api.h"

#include <cstdint>
#include <string>
#include <string_view>

namespace Exemplar
{

/** Every text that we keep is UTF-8 without zero characters; what comes from elsewhere is repaired when it is read. */
EXEMPLARCORE_API bool IsValidUtf8(std::string_view Text);

/** The same text with every byte that belongs to no character, and every zero, replaced by U+FFFD. */
EXEMPLARCORE_API std::string MakeValidUtf8(std::string_view Text);

EXEMPLARCORE_API void AppendUtf8(std::string& Out, uint32_t CodePoint);

} // namespace Exemplar

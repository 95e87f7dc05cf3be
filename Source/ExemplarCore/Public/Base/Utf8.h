// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Base/Api.h"

#include <cstdint>
#include <string>
#include <string_view>

namespace Exemplar
{

/** All stored text is UTF-8 without zero characters. Input text is repaired when it is read. */
EXEMPLARCORE_API bool IsValidUtf8(std::string_view Text);

/** The text with every invalid byte and every zero replaced by U+FFFD. */
EXEMPLARCORE_API std::string MakeValidUtf8(std::string_view Text);

EXEMPLARCORE_API void AppendUtf8(std::string& Out, uint32_t CodePoint);

} // namespace Exemplar

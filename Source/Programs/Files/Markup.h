// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include <string>
#include <string_view>

namespace Exemplar
{

/** Escapes text for an element or a quoted attribute of HTML and XML: never markup, always valid UTF-8. */
std::string EscapeMarkup(std::string_view Text);

} // namespace Exemplar

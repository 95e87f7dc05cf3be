// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <utility>

namespace Exemplar
{

/** An edge of the skeleton as text, two bones: "3-7". */
std::optional<std::pair<int32_t, int32_t>> ParseEdgeText(std::string_view Text);

} // namespace Exemplar

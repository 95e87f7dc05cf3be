// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Base/Math.h"

#include <cstdint>
#include <span>

namespace Exemplar
{

/**
 * Numbers of a row that sum to Total, as integers that sum to Steps exactly (Total corresponds to Steps): each is
 * rounded, and the largest takes what is missing, so that a translation of the whole character stays a translation.
 */
void QuantizeRow(std::span<const float> Row, float Total, int32_t Steps, std::span<int32_t> Out);

} // namespace Exemplar

// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Tools/StockAssets.h"

namespace Exemplar
{

/** The capsule around points that a joint carries, in its frame: along the direction in which they spread most. Nothing
 * for fewer than eight points, or points in one place. */
std::optional<FStockCapsule> FitCapsule(uint16_t Joint, std::span<const FFloat3> Points);

} // namespace Exemplar

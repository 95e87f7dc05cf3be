// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "CoreTypes.h"

namespace Host
{

/** Runs something for every number below Count on several threads, as the engine does with what is called concurrent.
 */
void RunOnWorkers(size_t Count, const std::function<void(size_t)>& Run);

} // namespace Host

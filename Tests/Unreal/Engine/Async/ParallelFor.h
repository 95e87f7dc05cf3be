// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "CoreTypes.h"

/** Runs the body for every number below Num, on several threads, and waits for all. From any thread. */
HOST_API void ParallelFor(int32 Num, std::function<void(int32)> Body);

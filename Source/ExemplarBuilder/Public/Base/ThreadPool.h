// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Base/Executor.h"
#include "BuilderApi.h"

#include <memory>

namespace Exemplar
{

/** A pool of std::thread; the calling thread works too. ThreadCount 0 means one per core. In Unreal the engine's own
 * workers do this. */
EXEMPLARBUILDER_API std::unique_ptr<IExecutor> MakeThreadPool(int ThreadCount = 0);

} // namespace Exemplar

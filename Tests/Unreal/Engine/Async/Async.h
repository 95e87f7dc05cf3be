// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Async/TaskGraphInterfaces.h"
#include "CoreTypes.h"

/** Runs later, on that thread. From any thread. */
HOST_API void AsyncTask(ENamedThreads::Type Thread, std::function<void()> Function);
/** What waits for the game's thread. */
HOST_API void HostRunGameThreadTasks();

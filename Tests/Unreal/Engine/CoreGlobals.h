// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "CoreTypes.h"

/** Counts the game's frames, whatever is drawn in them; the render thread alone may look at it. */
extern HOST_API uint64 GFrameCounterRenderThread;
extern HOST_API uint32 GFrameNumberRenderThread; // counts families
extern HOST_API uint64 HostFrameCounter;         // the game thread's

HOST_API bool IsInGameThread();

// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "CoreTypes.h"

/** Counts frames; the render thread alone may look at it. */
extern HOST_API uint32 GFrameNumberRenderThread;

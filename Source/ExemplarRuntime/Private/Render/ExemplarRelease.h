// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "RenderingThread.h"
#include "Templates/SharedPointer.h"

/** Drops a reference to GPU data on the render thread, after what was queued before: it may be the last. */
template <typename T>
void ExemplarReleaseOnRenderThread(TSharedPtr<T>&& Data)
{
	if (Data.IsValid())
	{
		ENQUEUE_RENDER_COMMAND(ExemplarRelease)
		([Held = MoveTemp(Data)](FRHICommandListImmediate&) mutable { Held.Reset(); });
	}
}

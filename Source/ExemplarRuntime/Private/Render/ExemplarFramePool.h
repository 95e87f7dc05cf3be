// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "CoreMinimal.h"
#include "Templates/SharedPointer.h"

#include <atomic>

/** What the game thread fills once per frame and the render thread reads, reused from frame to frame. */
template <typename FrameType>
struct TExemplarPooledFrame
{
	FrameType Frame;

	/** Render thread: the game thread may fill it again. */
	void Release() { bInUse.store(false, std::memory_order_release); }

	std::atomic<bool> bInUse = true;
};

/**
 * Frames of one sender. There are as many as the render thread has fallen behind, and each keeps its memory: after the
 * first few frames, sending allocates nothing. A render command shares a frame, so that it may outlive the pool.
 */
template <typename FrameType>
class TExemplarFramePool
{
public:
	using FPooledFrame = TExemplarPooledFrame<FrameType>;

	/** Game thread: a frame that nothing reads. */
	TSharedPtr<FPooledFrame> Take()
	{
		for (const TSharedPtr<FPooledFrame>& Frame : Frames)
		{
			if (!Frame->bInUse.load(std::memory_order_acquire))
			{
				Frame->bInUse.store(true, std::memory_order_relaxed);
				return Frame;
			}
		}
		Frames.Add(MakeShared<FPooledFrame>());
		return Frames.Last();
	}

private:
	TArray<TSharedPtr<FPooledFrame>> Frames;
};

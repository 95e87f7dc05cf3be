// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "RenderResource.h"

#include <atomic>

HOST_API void HostEnqueueRenderCommand(std::shared_ptr<void> Command, void (*Run)(void*, FRHICommandListImmediate&));
HOST_API void FlushRenderingCommands();

/**
 * Called on the current thread when the engine starts (true) and ends (false) work that the plug-in has no say in, so
 * that a test can count the plug-in's own allocations. Null unless a test sets it.
 */
HOST_API extern std::atomic<void (*)(bool)> HostEngineWork;

struct FHostEngineWorkScope
{
	FHostEngineWorkScope() { Notify(true); }
	~FHostEngineWorkScope() { Notify(false); }
	static void Notify(bool bStarts)
	{
		if (void (*Function)(bool) = HostEngineWork.load())
		{
			Function(bStarts);
		}
	}
};

/** Commands run in order on a thread of their own. They may hold what cannot be copied. */
struct FHostRenderCommand
{
	template <typename LambdaType>
	void operator()(LambdaType&& Lambda) const
	{
		using FLambda = std::decay_t<LambdaType>;
		const FHostEngineWorkScope Scope;
		HostEnqueueRenderCommand(std::make_shared<FLambda>(std::forward<LambdaType>(Lambda)),
			[](void* Command, FRHICommandListImmediate& RHICmdList) { (*static_cast<FLambda*>(Command))(RHICmdList); });
	}
};
#define ENQUEUE_RENDER_COMMAND(Name) FHostRenderCommand()

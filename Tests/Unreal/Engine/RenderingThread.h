// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "RenderResource.h"

HOST_API void HostEnqueueRenderCommand(std::shared_ptr<void> Command, void (*Run)(void*, FRHICommandListImmediate&));
HOST_API void FlushRenderingCommands();

/** Commands run in order on a thread of their own. They may hold what cannot be copied. */
struct FHostRenderCommand
{
	template <typename LambdaType>
	void operator()(LambdaType&& Lambda) const
	{
		using FLambda = std::decay_t<LambdaType>;
		HostEnqueueRenderCommand(std::make_shared<FLambda>(std::forward<LambdaType>(Lambda)),
			[](void* Command, FRHICommandListImmediate& RHICmdList) { (*static_cast<FLambda*>(Command))(RHICmdList); });
	}
};
#define ENQUEUE_RENDER_COMMAND(Name) FHostRenderCommand()

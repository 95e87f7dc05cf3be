// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Vulkan/GpuDevice.h"
#include "Vulkan/GpuPipeline.h"

#include <optional>

namespace Exemplar
{

/** An image to draw to. Integers are cleared to Clear[0], rounded down. */
struct FGpuAttachment
{
	FGpuImage Image;
	bool bClear = true;
	float Clear[4] = {0.0f, 0.0f, 0.0f, 0.0f};
};

struct FGpuPass
{
	std::vector<FGpuAttachment> Colors;
	std::optional<FGpuAttachment> Depth; // Clear[0] is the depth
};

struct FGpuDraw
{
	FGpuBuffer Indices; // 32 bits each; optional: without them vertices are consecutive
	uint32_t Count = 0; // of indices or vertices
	uint32_t First = 0;
	uint32_t InstanceCount = 1;
	uint32_t FirstInstance = 0; // glslang's SV_InstanceID contains it, Direct3D's does not: leave it at zero
};

/**
 * A list of commands that runs when it is submitted. Each command sees what the previous ones wrote. Resources are kept
 * alive until Submit() returns.
 */
class FGpuCommands
{
public:
	static TResult<FGpuCommands> Begin(const FGpuDevice& Device);

	/** Group counts may be zero. */
	FStatus Dispatch(
		const FGpuPipeline& Pipeline, const FGpuBindings& Bindings, uint32_t X, uint32_t Y = 1, uint32_t Z = 1);
	FStatus DispatchIndirect(
		const FGpuPipeline& Pipeline, const FGpuBindings& Bindings, const FGpuBuffer& Arguments, size_t Offset = 0);
	FStatus Fill(const FGpuBuffer& Buffer, uint32_t Value);

	FStatus BeginPass(const FGpuPass& Pass);
	FStatus Draw(const FGpuPipeline& Pipeline, const FGpuBindings& Bindings, const FGpuDraw& Draw);
	/** Arguments: five uints per draw (index count, instance count, first index, vertex offset, first instance). */
	FStatus DrawIndirect(const FGpuPipeline& Pipeline, const FGpuBindings& Bindings, const FGpuBuffer& Indices,
		const FGpuBuffer& Arguments, size_t Offset = 0, uint32_t DrawCount = 1);
	FStatus EndPass();

	/** Runs all commands and waits. The list cannot be used afterward. */
	FStatus Submit();

	/** The time on the device for the submitted commands. Zero if the device does not measure it. */
	double Seconds() const;

	struct FContents;
	std::shared_ptr<FContents> Contents;
};

} // namespace Exemplar

// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Base/Result.h"
#include "Vulkan/GpuResources.h"

#include <memory>
#include <string>
#include <vector>

namespace Exemplar
{

struct FGpuContents;
class FGpuPipeline;
struct FGpuShader;
struct FGraphicsPipelineOptions;

struct FGpuDeviceOptions
{
	bool bValidation = false; // fails if the validation layer is not installed
	bool bSoftware = false;   // a software device (lavapipe): the same pictures on every machine
};

/**
 * A Vulkan 1.3 device without a window, for `exemplar render`, the tests and the Unreal host. Copies share the device.
 * Not thread-safe. Memory is host-visible and coherent, images stay in one layout and every command waits for the
 * previous one: simple, and fast enough for pictures and tests.
 */
class FGpuDevice
{
public:
	/** Fails if there is no driver, no device of the requested kind, or none that supports Vulkan 1.3.
	 */
	static TResult<FGpuDevice> Create(const FGpuDeviceOptions& Options = {});

	const std::string& Name() const;
	bool IsSoftware() const;

	/** A buffer of zeros. ByteCount may be zero. */
	TResult<FGpuBuffer> MakeBuffer(size_t ByteCount) const;

	template <typename T>
	TResult<FGpuBuffer> MakeBufferOf(std::span<const T> Items) const
	{
		TResult<FGpuBuffer> Buffer = MakeBuffer(Items.size_bytes());
		if (Buffer)
		{
			Buffer->Write(std::as_bytes(Items));
		}
		return Buffer;
	}
	template <typename Items>
	TResult<FGpuBuffer> MakeBufferOf(const Items& Array) const
	{
		return MakeBufferOf(std::span<const typename Items::value_type>(Array));
	}

	/** An image that can be drawn to, read by shaders and copied. Its content is undefined until it is drawn to. */
	TResult<FGpuImage> MakeImage(uint32_t Width, uint32_t Height, EGpuFormat Format) const;

	TResult<FGpuPipeline> MakeComputePipeline(const FGpuShader& Shader) const;
	TResult<FGpuPipeline> MakeGraphicsPipeline(const FGraphicsPipelineOptions& Options) const;

	/** Warnings and errors of the validation layer since the last call. */
	std::vector<std::string> TakeValidationMessages() const;

	const std::shared_ptr<FGpuContents>& GetContents() const { return Contents; }
	static FGpuDevice FromContents(std::shared_ptr<FGpuContents> Contents) { return FGpuDevice(std::move(Contents)); }

private:
	explicit FGpuDevice(std::shared_ptr<FGpuContents> InContents)
		: Contents(std::move(InContents))
	{
	}
	std::shared_ptr<FGpuContents> Contents;
};

} // namespace Exemplar

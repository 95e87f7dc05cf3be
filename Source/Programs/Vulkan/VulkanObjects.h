// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Vulkan/GpuCommands.h"

#include <vulkan/vulkan.h>

#include <mutex>
#include <string>

namespace Exemplar
{

/** The contents of the handles in the public headers. Only the .cpp files of this folder include Vulkan. */
struct FGpuContents
{
	VkInstance Instance = VK_NULL_HANDLE;
	VkDebugUtilsMessengerEXT Messenger = VK_NULL_HANDLE;
	VkPhysicalDevice Physical = VK_NULL_HANDLE;
	VkDevice Device = VK_NULL_HANDLE;
	VkQueue Queue = VK_NULL_HANDLE;
	uint32_t QueueFamily = 0;
	VkCommandPool CommandPool = VK_NULL_HANDLE;
	VkSampler Sampler = VK_NULL_HANDLE;
	VkPhysicalDeviceMemoryProperties Memory = {};
	VkPhysicalDeviceProperties Properties = {};
	bool bTimestamps = false;
	std::string Name;

	std::mutex MessageMutex;
	std::vector<std::string> Messages;

	~FGpuContents();

	/** The first memory type of TypeBits with all of Wanted, or else with all of Needed. */
	bool FindMemory(uint32_t TypeBits, VkMemoryPropertyFlags Wanted, VkMemoryPropertyFlags Needed, uint32_t& Out) const;
};

struct FGpuBuffer::FContents
{
	std::shared_ptr<FGpuContents> Gpu;
	VkBuffer Buffer = VK_NULL_HANDLE;
	VkDeviceMemory Memory = VK_NULL_HANDLE;
	size_t ByteCount = 0;
	std::byte* Mapped = nullptr;

	~FContents();
};

struct FGpuImage::FContents
{
	std::shared_ptr<FGpuContents> Gpu;
	VkImage Image = VK_NULL_HANDLE;
	VkImageView View = VK_NULL_HANDLE;
	VkDeviceMemory Memory = VK_NULL_HANDLE;
	uint32_t Width = 0, Height = 0;
	EGpuFormat Format = EGpuFormat::None;

	~FContents();
};

struct FGpuPipeline::FContents
{
	std::shared_ptr<FGpuContents> Gpu;
	VkPipeline Pipeline = VK_NULL_HANDLE;
	VkPipelineLayout Layout = VK_NULL_HANDLE;
	std::vector<VkDescriptorSetLayout> SetLayouts;
	std::vector<FShaderBinding> Bindings; // of all stages, one set per stage
	std::string Name;
	bool bCompute = true;

	~FContents();
};

struct FGpuCommands::FContents
{
	std::shared_ptr<FGpuContents> Gpu;
	VkCommandBuffer Buffer = VK_NULL_HANDLE;
	VkFence Fence = VK_NULL_HANDLE;
	VkQueryPool Queries = VK_NULL_HANDLE;
	std::vector<VkDescriptorPool> Pools;
	std::vector<VkBufferView> Views;
	std::vector<std::shared_ptr<void>> Kept;
	bool bInPass = false;
	bool bFinished = false;
	double Seconds = 0.0;

	~FContents();
};

VkFormat ToVulkan(EGpuFormat Format);
VkDescriptorType ToVulkan(EShaderResource Kind);
FError MakeVulkanError(const std::string& What, VkResult Result);

} // namespace Exemplar

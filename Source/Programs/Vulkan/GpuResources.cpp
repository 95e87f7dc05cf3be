// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Vulkan/GpuResources.h"

#include "Vulkan/VulkanObjects.h"

#include <algorithm>

namespace Exemplar
{

VkFormat ToVulkan(EGpuFormat Format)
{
	switch (Format)
	{
	case EGpuFormat::R32Float:
		return VK_FORMAT_R32_SFLOAT;
	case EGpuFormat::R32Uint:
		return VK_FORMAT_R32_UINT;
	case EGpuFormat::Rg32Float:
		return VK_FORMAT_R32G32_SFLOAT;
	case EGpuFormat::Rgba32Float:
		return VK_FORMAT_R32G32B32A32_SFLOAT;
	case EGpuFormat::Rgba16Float:
		return VK_FORMAT_R16G16B16A16_SFLOAT;
	case EGpuFormat::Rgba16Snorm:
		return VK_FORMAT_R16G16B16A16_SNORM;
	case EGpuFormat::Rgba8Unorm:
		return VK_FORMAT_R8G8B8A8_UNORM;
	case EGpuFormat::Depth32:
		return VK_FORMAT_D32_SFLOAT;
	case EGpuFormat::None:
		break;
	}
	return VK_FORMAT_UNDEFINED;
}

size_t GetTexelBytes(EGpuFormat Format)
{
	switch (Format)
	{
	case EGpuFormat::R32Float:
	case EGpuFormat::R32Uint:
	case EGpuFormat::Rgba8Unorm:
	case EGpuFormat::Depth32:
		return 4;
	case EGpuFormat::Rg32Float:
	case EGpuFormat::Rgba16Float:
	case EGpuFormat::Rgba16Snorm:
		return 8;
	case EGpuFormat::Rgba32Float:
		return 16;
	case EGpuFormat::None:
		break;
	}
	return 0;
}

FGpuBuffer::FContents::~FContents()
{
	vkDestroyBuffer(Gpu->Device, Buffer, nullptr);
	vkFreeMemory(Gpu->Device, Memory, nullptr);
}

FGpuImage::FContents::~FContents()
{
	vkDestroyImageView(Gpu->Device, View, nullptr);
	vkDestroyImage(Gpu->Device, Image, nullptr);
	vkFreeMemory(Gpu->Device, Memory, nullptr);
}

size_t FGpuBuffer::ByteCount() const
{
	return Contents == nullptr ? 0 : Contents->ByteCount;
}

std::span<std::byte> FGpuBuffer::Bytes() const
{
	return Contents == nullptr ? std::span<std::byte>() : std::span(Contents->Mapped, Contents->ByteCount);
}

uint32_t FGpuImage::Width() const
{
	return Contents->Width;
}
uint32_t FGpuImage::Height() const
{
	return Contents->Height;
}
EGpuFormat FGpuImage::Format() const
{
	return Contents->Format;
}

TResult<FGpuBuffer> FGpuDevice::MakeBuffer(size_t ByteCount) const
{
	FGpuBuffer Out;
	Out.Contents = std::make_shared<FGpuBuffer::FContents>();
	FGpuBuffer::FContents& Made = *Out.Contents;
	Made.Gpu = Contents;
	Made.ByteCount = ByteCount;
	VkBufferCreateInfo Info = {VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO};
	Info.size = (std::max)(ByteCount + 3, size_t{16}) / 4 * 4;
	Info.usage = VK_BUFFER_USAGE_STORAGE_BUFFER_BIT | VK_BUFFER_USAGE_UNIFORM_BUFFER_BIT |
		VK_BUFFER_USAGE_INDEX_BUFFER_BIT | VK_BUFFER_USAGE_INDIRECT_BUFFER_BIT | VK_BUFFER_USAGE_TRANSFER_SRC_BIT |
		VK_BUFFER_USAGE_TRANSFER_DST_BIT | VK_BUFFER_USAGE_UNIFORM_TEXEL_BUFFER_BIT |
		VK_BUFFER_USAGE_STORAGE_TEXEL_BUFFER_BIT;
	const std::string What = "make a buffer of " + std::to_string(ByteCount) + " bytes";
	if (const VkResult Result = vkCreateBuffer(Contents->Device, &Info, nullptr, &Made.Buffer); Result != VK_SUCCESS)
	{
		return MakeVulkanError(What, Result);
	}
	VkMemoryRequirements Needs;
	vkGetBufferMemoryRequirements(Contents->Device, Made.Buffer, &Needs);
	constexpr VkMemoryPropertyFlags Visible =
		VK_MEMORY_PROPERTY_HOST_VISIBLE_BIT | VK_MEMORY_PROPERTY_HOST_COHERENT_BIT;
	VkMemoryAllocateInfo Memory = {VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO};
	Memory.allocationSize = Needs.size;
	if (!Contents->FindMemory(
			Needs.memoryTypeBits, Visible | VK_MEMORY_PROPERTY_DEVICE_LOCAL_BIT, Visible, Memory.memoryTypeIndex))
	{
		return MakeVulkanError(What, VK_ERROR_OUT_OF_DEVICE_MEMORY);
	}
	void* Mapped = nullptr;
	VkResult Result = vkAllocateMemory(Contents->Device, &Memory, nullptr, &Made.Memory);
	Result = Result == VK_SUCCESS ? vkBindBufferMemory(Contents->Device, Made.Buffer, Made.Memory, 0) : Result;
	Result = Result == VK_SUCCESS ? vkMapMemory(Contents->Device, Made.Memory, 0, VK_WHOLE_SIZE, 0, &Mapped) : Result;
	if (Result != VK_SUCCESS)
	{
		return MakeVulkanError(What, Result);
	}
	Made.Mapped = static_cast<std::byte*>(Mapped);
	std::memset(Mapped, 0, static_cast<size_t>(Info.size));
	return Out;
}

namespace VulkanImages
{

bool IsDepth(EGpuFormat Format)
{
	return Format == EGpuFormat::Depth32;
}

VkImageAspectFlags AspectOf(EGpuFormat Format)
{
	return IsDepth(Format) ? VK_IMAGE_ASPECT_DEPTH_BIT : VK_IMAGE_ASPECT_COLOR_BIT;
}

/** Records one copy or transition and waits for it. */
template <typename FunctionType>
FStatus RunOnce(FGpuContents& Gpu, const FunctionType& Record)
{
	VkCommandBufferAllocateInfo Allocate = {VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO};
	Allocate.commandPool = Gpu.CommandPool;
	Allocate.level = VK_COMMAND_BUFFER_LEVEL_PRIMARY;
	Allocate.commandBufferCount = 1;
	VkCommandBuffer Buffer = VK_NULL_HANDLE;
	if (const VkResult Result = vkAllocateCommandBuffers(Gpu.Device, &Allocate, &Buffer); Result != VK_SUCCESS)
	{
		return MakeVulkanError("make a command buffer", Result);
	}
	VkCommandBufferBeginInfo Begin = {VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO};
	Begin.flags = VK_COMMAND_BUFFER_USAGE_ONE_TIME_SUBMIT_BIT;
	vkBeginCommandBuffer(Buffer, &Begin);
	Record(Buffer);
	vkEndCommandBuffer(Buffer);
	VkSubmitInfo Submit = {VK_STRUCTURE_TYPE_SUBMIT_INFO};
	Submit.commandBufferCount = 1;
	Submit.pCommandBuffers = &Buffer;
	VkResult Result = vkQueueSubmit(Gpu.Queue, 1, &Submit, VK_NULL_HANDLE);
	Result = Result == VK_SUCCESS ? vkQueueWaitIdle(Gpu.Queue) : Result;
	vkFreeCommandBuffers(Gpu.Device, Gpu.CommandPool, 1, &Buffer);
	return Result == VK_SUCCESS ? FStatus(FOk{}) : FStatus(MakeVulkanError("run commands on " + Gpu.Name, Result));
}

void Transition(VkCommandBuffer Buffer, const FGpuImage::FContents& Image, VkImageLayout From)
{
	VkImageMemoryBarrier Barrier = {VK_STRUCTURE_TYPE_IMAGE_MEMORY_BARRIER};
	Barrier.srcAccessMask = VK_ACCESS_MEMORY_WRITE_BIT;
	Barrier.dstAccessMask = VK_ACCESS_MEMORY_READ_BIT | VK_ACCESS_MEMORY_WRITE_BIT;
	Barrier.oldLayout = From;
	Barrier.newLayout = VK_IMAGE_LAYOUT_GENERAL;
	Barrier.srcQueueFamilyIndex = Barrier.dstQueueFamilyIndex = VK_QUEUE_FAMILY_IGNORED;
	Barrier.image = Image.Image;
	Barrier.subresourceRange = {AspectOf(Image.Format), 0, 1, 0, 1};
	vkCmdPipelineBarrier(Buffer, VK_PIPELINE_STAGE_ALL_COMMANDS_BIT, VK_PIPELINE_STAGE_ALL_COMMANDS_BIT, 0, 0, nullptr,
		0, nullptr, 1, &Barrier);
}

VkBufferImageCopy WholeOf(const FGpuImage::FContents& Image)
{
	VkBufferImageCopy Copy = {};
	Copy.imageSubresource = {AspectOf(Image.Format), 0, 0, 1};
	Copy.imageExtent = {Image.Width, Image.Height, 1};
	return Copy;
}

} // namespace VulkanImages

TResult<FGpuImage> FGpuDevice::MakeImage(uint32_t Width, uint32_t Height, EGpuFormat Format) const
{
	using namespace VulkanImages;
	const std::string Size = std::to_string(Width) + " x " + std::to_string(Height);
	const uint32_t Largest = Contents->Properties.limits.maxImageDimension2D;
	if (Width == 0 || Height == 0 || Width > Largest || Height > Largest || Format == EGpuFormat::None)
	{
		return FError{EErrorCode::InvalidArgument,
			"Images of " + Size + " are not supported. Width and height must be 1 to " + std::to_string(Largest) + "."};
	}
	FGpuImage Out;
	Out.Contents = std::make_shared<FGpuImage::FContents>();
	FGpuImage::FContents& Made = *Out.Contents;
	Made.Gpu = Contents;
	Made.Width = Width;
	Made.Height = Height;
	Made.Format = Format;
	VkImageCreateInfo Info = {VK_STRUCTURE_TYPE_IMAGE_CREATE_INFO};
	Info.imageType = VK_IMAGE_TYPE_2D;
	Info.format = ToVulkan(Format);
	Info.extent = {Width, Height, 1};
	Info.mipLevels = Info.arrayLayers = 1;
	Info.samples = VK_SAMPLE_COUNT_1_BIT;
	Info.tiling = VK_IMAGE_TILING_OPTIMAL;
	Info.usage = VK_IMAGE_USAGE_SAMPLED_BIT | VK_IMAGE_USAGE_TRANSFER_SRC_BIT | VK_IMAGE_USAGE_TRANSFER_DST_BIT |
		(IsDepth(Format) ? VK_IMAGE_USAGE_DEPTH_STENCIL_ATTACHMENT_BIT : VK_IMAGE_USAGE_COLOR_ATTACHMENT_BIT);
	VkResult Result = vkCreateImage(Contents->Device, &Info, nullptr, &Made.Image);
	if (Result != VK_SUCCESS)
	{
		return MakeVulkanError("make an image of " + Size, Result);
	}
	VkMemoryRequirements Needs;
	vkGetImageMemoryRequirements(Contents->Device, Made.Image, &Needs);
	VkMemoryAllocateInfo Memory = {VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO};
	Memory.allocationSize = Needs.size;
	if (!Contents->FindMemory(Needs.memoryTypeBits, VK_MEMORY_PROPERTY_DEVICE_LOCAL_BIT, 0, Memory.memoryTypeIndex))
	{
		return MakeVulkanError("make an image of " + Size, VK_ERROR_OUT_OF_DEVICE_MEMORY);
	}
	Result = vkAllocateMemory(Contents->Device, &Memory, nullptr, &Made.Memory);
	Result = Result == VK_SUCCESS ? vkBindImageMemory(Contents->Device, Made.Image, Made.Memory, 0) : Result;
	VkImageViewCreateInfo View = {VK_STRUCTURE_TYPE_IMAGE_VIEW_CREATE_INFO};
	View.image = Made.Image;
	View.viewType = VK_IMAGE_VIEW_TYPE_2D;
	View.format = Info.format;
	View.subresourceRange = {AspectOf(Format), 0, 1, 0, 1};
	Result = Result == VK_SUCCESS ? vkCreateImageView(Contents->Device, &View, nullptr, &Made.View) : Result;
	if (Result != VK_SUCCESS)
	{
		return MakeVulkanError("make an image of " + Size, Result);
	}
	FStatus Status =
		RunOnce(*Contents, [&](VkCommandBuffer Buffer) { Transition(Buffer, Made, VK_IMAGE_LAYOUT_UNDEFINED); });
	if (!Status)
	{
		return Status.GetError();
	}
	return Out;
}

TResult<std::vector<std::byte>> FGpuImage::Read() const
{
	using namespace VulkanImages;
	const size_t ByteCount = size_t{Contents->Width} * Contents->Height * GetTexelBytes(Contents->Format);
	const TResult<FGpuBuffer> Staging = FGpuDevice::FromContents(Contents->Gpu).MakeBuffer(ByteCount);
	if (!Staging)
	{
		return Staging.GetError();
	}
	FStatus Status = RunOnce(*Contents->Gpu,
		[&](VkCommandBuffer Buffer)
		{
			Transition(Buffer, *Contents, VK_IMAGE_LAYOUT_GENERAL);
			const VkBufferImageCopy Copy = WholeOf(*Contents);
			vkCmdCopyImageToBuffer(
				Buffer, Contents->Image, VK_IMAGE_LAYOUT_GENERAL, Staging->Contents->Buffer, 1, &Copy);
			VkMemoryBarrier ToHost = {VK_STRUCTURE_TYPE_MEMORY_BARRIER};
			ToHost.srcAccessMask = VK_ACCESS_TRANSFER_WRITE_BIT;
			ToHost.dstAccessMask = VK_ACCESS_HOST_READ_BIT;
			vkCmdPipelineBarrier(Buffer, VK_PIPELINE_STAGE_TRANSFER_BIT, VK_PIPELINE_STAGE_HOST_BIT, 0, 1, &ToHost, 0,
				nullptr, 0, nullptr);
		});
	if (!Status)
	{
		return Status.GetError();
	}
	const std::span<const std::byte> Bytes = Staging->Bytes();
	return std::vector<std::byte>(Bytes.begin(), Bytes.end());
}

FStatus FGpuImage::Write(std::span<const std::byte> Texels) const
{
	using namespace VulkanImages;
	const size_t ByteCount = size_t{Contents->Width} * Contents->Height * GetTexelBytes(Contents->Format);
	if (Texels.size() != ByteCount || IsDepth(Contents->Format))
	{
		return FError{EErrorCode::InvalidArgument,
			"An image takes " + std::to_string(ByteCount) + " bytes of color, not " + std::to_string(Texels.size()) +
				"."};
	}
	const TResult<FGpuBuffer> Staging = FGpuDevice::FromContents(Contents->Gpu).MakeBufferOf(Texels);
	if (!Staging)
	{
		return Staging.GetError();
	}
	return RunOnce(*Contents->Gpu,
		[&](VkCommandBuffer Buffer)
		{
			Transition(Buffer, *Contents, VK_IMAGE_LAYOUT_GENERAL);
			const VkBufferImageCopy Copy = WholeOf(*Contents);
			vkCmdCopyBufferToImage(
				Buffer, Staging->Contents->Buffer, Contents->Image, VK_IMAGE_LAYOUT_GENERAL, 1, &Copy);
		});
}

} // namespace Exemplar

// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Vulkan/GpuCommands.h"

#include "Vulkan/VulkanObjects.h"

#include <algorithm>

namespace Exemplar
{

FGpuCommands::FContents::~FContents()
{
	const VkDevice Device = Gpu->Device;
	for (const VkDescriptorPool Pool : Pools)
	{
		vkDestroyDescriptorPool(Device, Pool, nullptr);
	}
	for (const VkBufferView View : Views)
	{
		vkDestroyBufferView(Device, View, nullptr);
	}
	vkDestroyQueryPool(Device, Queries, nullptr);
	vkDestroyFence(Device, Fence, nullptr);
	if (Buffer != VK_NULL_HANDLE)
	{
		vkFreeCommandBuffers(Device, Gpu->CommandPool, 1, &Buffer);
	}
}

namespace VulkanCommands
{

/** Everything after this sees everything before it. */
void Wait(VkCommandBuffer Buffer)
{
	VkMemoryBarrier Barrier = {VK_STRUCTURE_TYPE_MEMORY_BARRIER};
	Barrier.srcAccessMask = VK_ACCESS_MEMORY_WRITE_BIT;
	Barrier.dstAccessMask = VK_ACCESS_MEMORY_READ_BIT | VK_ACCESS_MEMORY_WRITE_BIT;
	vkCmdPipelineBarrier(Buffer, VK_PIPELINE_STAGE_ALL_COMMANDS_BIT, VK_PIPELINE_STAGE_ALL_COMMANDS_BIT, 0, 1, &Barrier,
		0, nullptr, 0, nullptr);
}

/** The bytes of a block: the struct of parameters, if it is the loose globals, and then the named ones. */
TResult<std::vector<std::byte>> FillBlock(
	const FShaderBinding& Block, const FGpuBindings& Bindings, const std::string& Pipeline)
{
	std::vector<std::byte> Out(Block.BlockBytes);
	if (Block.Name == "$Global" && !Bindings.Parameters.empty())
	{
		if (Bindings.Parameters.size() > Out.size())
		{
			return FError{EErrorCode::Mismatch,
				Pipeline + " has " + std::to_string(Out.size()) + " bytes of parameters, not " +
					std::to_string(Bindings.Parameters.size()) + "."};
		}
		std::copy(Bindings.Parameters.begin(), Bindings.Parameters.end(), Out.begin());
	}
	for (const FShaderMember& Member : Block.Members)
	{
		const auto Found = Bindings.NamedParameters.find(Member.Name);
		if (Found == Bindings.NamedParameters.end())
		{
			continue;
		}
		if (Member.Offset + Found->second.size() > Out.size())
		{
			return FError{
				EErrorCode::Mismatch, "The value of parameter " + Member.Name + " of " + Pipeline + " is too large."};
		}
		std::copy(Found->second.begin(), Found->second.end(), Out.begin() + Member.Offset);
	}
	return Out;
}

/** Descriptors point at these until the sets are written. */
struct FWrites
{
	std::vector<VkWriteDescriptorSet> Sets;
	std::vector<std::unique_ptr<VkDescriptorBufferInfo>> Buffers;
	std::vector<std::unique_ptr<VkDescriptorImageInfo>> Images;
	std::vector<std::unique_ptr<VkBufferView>> Views;
};

FError MissingResource(const FGpuPipeline::FContents& Pipeline, const FShaderBinding& Binding)
{
	return FError{EErrorCode::NotFound,
		Pipeline.Name + " uses " + Binding.Name + ", which is not bound. Set it before the call."};
}

FStatus WriteResource(FGpuCommands::FContents& Commands, const FGpuPipeline::FContents& Pipeline,
	const FShaderBinding& Binding, const FGpuBindings& Bindings, VkWriteDescriptorSet Write, FWrites& Out)
{
	FGpuContents& Gpu = *Commands.Gpu;
	const auto AddBuffer = [&](const FGpuBuffer& Buffer)
	{
		Commands.Kept.push_back(Buffer.Contents);
		Out.Buffers.push_back(std::make_unique<VkDescriptorBufferInfo>(
			VkDescriptorBufferInfo{Buffer.Contents->Buffer, 0, VK_WHOLE_SIZE}));
		Write.pBufferInfo = Out.Buffers.back().get();
		Out.Sets.push_back(Write);
	};
	const auto AddImage = [&](VkImageView View)
	{
		Out.Images.push_back(
			std::make_unique<VkDescriptorImageInfo>(VkDescriptorImageInfo{Gpu.Sampler, View, VK_IMAGE_LAYOUT_GENERAL}));
		Write.pImageInfo = Out.Images.back().get();
		Out.Sets.push_back(Write);
	};
	if (Binding.Kind == EShaderResource::UniformBlock)
	{
		TResult<std::vector<std::byte>> Bytes = FillBlock(Binding, Bindings, Pipeline.Name);
		if (!Bytes)
		{
			return Bytes.GetError();
		}
		const FGpuDevice Device = FGpuDevice::FromContents(Commands.Gpu);
		const TResult<FGpuBuffer> Buffer = Device.MakeBufferOf(*Bytes);
		if (!Buffer)
		{
			return Buffer.GetError();
		}
		AddBuffer(*Buffer);
		return FOk{};
	}
	if (Binding.Kind == EShaderResource::Sampler)
	{
		AddImage(VK_NULL_HANDLE);
		return FOk{};
	}
	if (Binding.Kind == EShaderResource::Texture)
	{
		const auto Found = Bindings.Images.find(Binding.Name);
		if (Found == Bindings.Images.end())
		{
			return Binding.bUsed ? FStatus(MissingResource(Pipeline, Binding)) : FStatus(FOk{});
		}
		Commands.Kept.push_back(Found->second.Contents);
		AddImage(Found->second.Contents->View);
		return FOk{};
	}
	const auto Found = Bindings.Buffers.find(Binding.Name);
	if (Found == Bindings.Buffers.end() || Found->second.Buffer.Contents == nullptr)
	{
		return Binding.bUsed ? FStatus(MissingResource(Pipeline, Binding)) : FStatus(FOk{});
	}
	const FGpuBuffer& Buffer = Found->second.Buffer;
	if (Binding.Kind == EShaderResource::Structured)
	{
		AddBuffer(Buffer);
		return FOk{};
	}
	VkBufferViewCreateInfo Info = {VK_STRUCTURE_TYPE_BUFFER_VIEW_CREATE_INFO};
	Info.buffer = Buffer.Contents->Buffer;
	Info.format = ToVulkan(Found->second.Format);
	Info.range = VK_WHOLE_SIZE;
	VkBufferView View = VK_NULL_HANDLE;
	if (const VkResult Result = vkCreateBufferView(Gpu.Device, &Info, nullptr, &View); Result != VK_SUCCESS)
	{
		return MakeVulkanError("view the buffer " + Binding.Name + " in its format", Result);
	}
	Commands.Views.push_back(View);
	Commands.Kept.push_back(Buffer.Contents);
	Out.Views.push_back(std::make_unique<VkBufferView>(View));
	Write.pTexelBufferView = Out.Views.back().get();
	Out.Sets.push_back(Write);
	return FOk{};
}

/** Binds the pipeline, and new descriptor sets with the resources of Bindings. */
FStatus Bind(FGpuCommands::FContents& Commands, const FGpuPipeline::FContents& Pipeline, const FGpuBindings& Bindings)
{
	const VkDevice Device = Commands.Gpu->Device;
	const uint32_t SetCount = static_cast<uint32_t>(Pipeline.SetLayouts.size());
	std::vector<VkDescriptorPoolSize> Sizes;
	for (const FShaderBinding& Binding : Pipeline.Bindings)
	{
		Sizes.push_back({ToVulkan(Binding.Kind), 1});
	}
	if (Sizes.empty())
	{
		Sizes.push_back({VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, 1});
	}
	VkDescriptorPoolCreateInfo PoolInfo = {VK_STRUCTURE_TYPE_DESCRIPTOR_POOL_CREATE_INFO};
	PoolInfo.maxSets = SetCount;
	PoolInfo.poolSizeCount = static_cast<uint32_t>(Sizes.size());
	PoolInfo.pPoolSizes = Sizes.data();
	VkDescriptorPool Pool = VK_NULL_HANDLE;
	VkResult Result = vkCreateDescriptorPool(Device, &PoolInfo, nullptr, &Pool);
	if (Result != VK_SUCCESS)
	{
		return MakeVulkanError("make descriptors", Result);
	}
	Commands.Pools.push_back(Pool);
	VkDescriptorSetAllocateInfo Allocate = {VK_STRUCTURE_TYPE_DESCRIPTOR_SET_ALLOCATE_INFO};
	Allocate.descriptorPool = Pool;
	Allocate.descriptorSetCount = SetCount;
	Allocate.pSetLayouts = Pipeline.SetLayouts.data();
	std::vector<VkDescriptorSet> Sets(SetCount);
	Result = vkAllocateDescriptorSets(Device, &Allocate, Sets.data());
	if (Result != VK_SUCCESS)
	{
		return MakeVulkanError("make descriptors", Result);
	}
	FWrites Writes;
	for (const FShaderBinding& Binding : Pipeline.Bindings)
	{
		VkWriteDescriptorSet Write = {VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET};
		Write.dstSet = Sets[Pipeline.bCompute ? 0 : Binding.Set];
		Write.dstBinding = Binding.Binding;
		Write.descriptorCount = 1;
		Write.descriptorType = ToVulkan(Binding.Kind);
		if (FStatus Status = WriteResource(Commands, Pipeline, Binding, Bindings, Write, Writes); !Status)
		{
			return Status;
		}
	}
	vkUpdateDescriptorSets(Device, static_cast<uint32_t>(Writes.Sets.size()), Writes.Sets.data(), 0, nullptr);
	const VkPipelineBindPoint Point =
		Pipeline.bCompute ? VK_PIPELINE_BIND_POINT_COMPUTE : VK_PIPELINE_BIND_POINT_GRAPHICS;
	vkCmdBindPipeline(Commands.Buffer, Point, Pipeline.Pipeline);
	vkCmdBindDescriptorSets(Commands.Buffer, Point, Pipeline.Layout, 0, SetCount, Sets.data(), 0, nullptr);
	return FOk{};
}

FStatus CheckState(const FGpuCommands::FContents& Commands, bool bNeedsPass)
{
	if (Commands.bFinished)
	{
		return FError{EErrorCode::InvalidArgument, "The command list has been submitted. Begin another one."};
	}
	if (Commands.bInPass != bNeedsPass)
	{
		return FError{EErrorCode::InvalidArgument,
			bNeedsPass ? "A draw requires a pass. Begin one."
					   : "This command is not allowed inside a pass. End the pass."};
	}
	return FOk{};
}

} // namespace VulkanCommands

TResult<FGpuCommands> FGpuCommands::Begin(const FGpuDevice& Device)
{
	FGpuCommands Out;
	Out.Contents = std::make_shared<FContents>();
	FContents& Made = *Out.Contents;
	Made.Gpu = Device.GetContents();
	FGpuContents& Gpu = *Made.Gpu;
	VkCommandBufferAllocateInfo Allocate = {VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO};
	Allocate.commandPool = Gpu.CommandPool;
	Allocate.level = VK_COMMAND_BUFFER_LEVEL_PRIMARY;
	Allocate.commandBufferCount = 1;
	VkFenceCreateInfo Fence = {VK_STRUCTURE_TYPE_FENCE_CREATE_INFO};
	VkQueryPoolCreateInfo Queries = {VK_STRUCTURE_TYPE_QUERY_POOL_CREATE_INFO};
	Queries.queryType = VK_QUERY_TYPE_TIMESTAMP;
	Queries.queryCount = 2;
	VkResult Result = vkAllocateCommandBuffers(Gpu.Device, &Allocate, &Made.Buffer);
	Result = Result == VK_SUCCESS ? vkCreateFence(Gpu.Device, &Fence, nullptr, &Made.Fence) : Result;
	Result = Result == VK_SUCCESS ? vkCreateQueryPool(Gpu.Device, &Queries, nullptr, &Made.Queries) : Result;
	if (Result != VK_SUCCESS)
	{
		return MakeVulkanError("make a command list", Result);
	}
	VkCommandBufferBeginInfo Begin = {VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO};
	Begin.flags = VK_COMMAND_BUFFER_USAGE_ONE_TIME_SUBMIT_BIT;
	vkBeginCommandBuffer(Made.Buffer, &Begin);
	if (Gpu.bTimestamps)
	{
		vkCmdResetQueryPool(Made.Buffer, Made.Queries, 0, 2);
		vkCmdWriteTimestamp(Made.Buffer, VK_PIPELINE_STAGE_TOP_OF_PIPE_BIT, Made.Queries, 0);
	}
	return Out;
}

FStatus FGpuCommands::Dispatch(
	const FGpuPipeline& Pipeline, const FGpuBindings& Bindings, uint32_t X, uint32_t Y, uint32_t Z)
{
	FStatus Status = VulkanCommands::CheckState(*Contents, false);
	Status = Status ? VulkanCommands::Bind(*Contents, *Pipeline.Contents, Bindings) : Status;
	if (Status)
	{
		Contents->Kept.push_back(Pipeline.Contents);
		vkCmdDispatch(Contents->Buffer, X, Y, Z);
		VulkanCommands::Wait(Contents->Buffer);
	}
	return Status;
}

FStatus FGpuCommands::DispatchIndirect(
	const FGpuPipeline& Pipeline, const FGpuBindings& Bindings, const FGpuBuffer& Arguments, size_t Offset)
{
	FStatus Status = VulkanCommands::CheckState(*Contents, false);
	Status = Status ? VulkanCommands::Bind(*Contents, *Pipeline.Contents, Bindings) : Status;
	if (Status)
	{
		Contents->Kept.push_back(Pipeline.Contents);
		Contents->Kept.push_back(Arguments.Contents);
		vkCmdDispatchIndirect(Contents->Buffer, Arguments.Contents->Buffer, Offset);
		VulkanCommands::Wait(Contents->Buffer);
	}
	return Status;
}

FStatus FGpuCommands::Fill(const FGpuBuffer& Buffer, uint32_t Value)
{
	FStatus Status = VulkanCommands::CheckState(*Contents, false);
	if (Status)
	{
		Contents->Kept.push_back(Buffer.Contents);
		vkCmdFillBuffer(Contents->Buffer, Buffer.Contents->Buffer, 0, VK_WHOLE_SIZE, Value);
		VulkanCommands::Wait(Contents->Buffer);
	}
	return Status;
}

FStatus FGpuCommands::BeginPass(const FGpuPass& Pass)
{
	FStatus Status = VulkanCommands::CheckState(*Contents, false);
	if (!Status)
	{
		return Status;
	}
	uint32_t Width = 0, Height = 0;
	const auto Describe = [&](const FGpuAttachment& Attachment, bool bDepth)
	{
		const FGpuImage::FContents& Image = *Attachment.Image.Contents;
		Width = Image.Width;
		Height = Image.Height;
		Contents->Kept.push_back(Attachment.Image.Contents);
		VkRenderingAttachmentInfo Out = {VK_STRUCTURE_TYPE_RENDERING_ATTACHMENT_INFO};
		Out.imageView = Image.View;
		Out.imageLayout = VK_IMAGE_LAYOUT_GENERAL;
		Out.loadOp = Attachment.bClear ? VK_ATTACHMENT_LOAD_OP_CLEAR : VK_ATTACHMENT_LOAD_OP_LOAD;
		Out.storeOp = VK_ATTACHMENT_STORE_OP_STORE;
		if (bDepth)
		{
			Out.clearValue.depthStencil.depth = Attachment.Clear[0];
		}
		else if (Image.Format == EGpuFormat::R32Uint)
		{
			Out.clearValue.color.uint32[0] = static_cast<uint32_t>(Attachment.Clear[0]);
		}
		else
		{
			std::copy(Attachment.Clear, Attachment.Clear + 4, Out.clearValue.color.float32);
		}
		return Out;
	};
	std::vector<VkRenderingAttachmentInfo> Colors;
	for (const FGpuAttachment& Attachment : Pass.Colors)
	{
		Colors.push_back(Describe(Attachment, false));
	}
	VkRenderingAttachmentInfo Depth = {};
	VkRenderingInfo Info = {VK_STRUCTURE_TYPE_RENDERING_INFO};
	if (Pass.Depth.has_value())
	{
		Depth = Describe(*Pass.Depth, true);
		Info.pDepthAttachment = &Depth;
	}
	Info.renderArea.extent = {Width, Height};
	Info.layerCount = 1;
	Info.colorAttachmentCount = static_cast<uint32_t>(Colors.size());
	Info.pColorAttachments = Colors.data();
	vkCmdBeginRendering(Contents->Buffer, &Info);
	// A negative height turns Vulkan's y round: clip space is Direct3D's.
	const VkViewport Viewport = {
		0.0f, static_cast<float>(Height), static_cast<float>(Width), -static_cast<float>(Height), 0.0f, 1.0f};
	const VkRect2D Scissor = {{0, 0}, {Width, Height}};
	vkCmdSetViewport(Contents->Buffer, 0, 1, &Viewport);
	vkCmdSetScissor(Contents->Buffer, 0, 1, &Scissor);
	Contents->bInPass = true;
	return FOk{};
}

FStatus FGpuCommands::Draw(const FGpuPipeline& Pipeline, const FGpuBindings& Bindings, const FGpuDraw& Draw)
{
	FStatus Status = VulkanCommands::CheckState(*Contents, true);
	Status = Status ? VulkanCommands::Bind(*Contents, *Pipeline.Contents, Bindings) : Status;
	if (!Status)
	{
		return Status;
	}
	Contents->Kept.push_back(Pipeline.Contents);
	if (Draw.Indices.Contents == nullptr)
	{
		vkCmdDraw(Contents->Buffer, Draw.Count, Draw.InstanceCount, Draw.First, Draw.FirstInstance);
		return FOk{};
	}
	Contents->Kept.push_back(Draw.Indices.Contents);
	vkCmdBindIndexBuffer(Contents->Buffer, Draw.Indices.Contents->Buffer, 0, VK_INDEX_TYPE_UINT32);
	vkCmdDrawIndexed(Contents->Buffer, Draw.Count, Draw.InstanceCount, Draw.First, 0, Draw.FirstInstance);
	return FOk{};
}

FStatus FGpuCommands::DrawIndirect(const FGpuPipeline& Pipeline, const FGpuBindings& Bindings,
	const FGpuBuffer& Indices, const FGpuBuffer& Arguments, size_t Offset, uint32_t DrawCount)
{
	FStatus Status = VulkanCommands::CheckState(*Contents, true);
	Status = Status ? VulkanCommands::Bind(*Contents, *Pipeline.Contents, Bindings) : Status;
	if (!Status)
	{
		return Status;
	}
	Contents->Kept.push_back(Pipeline.Contents);
	Contents->Kept.push_back(Indices.Contents);
	Contents->Kept.push_back(Arguments.Contents);
	vkCmdBindIndexBuffer(Contents->Buffer, Indices.Contents->Buffer, 0, VK_INDEX_TYPE_UINT32);
	for (uint32_t Index = 0; Index < DrawCount; ++Index)
	{
		vkCmdDrawIndexedIndirect(Contents->Buffer, Arguments.Contents->Buffer, Offset + size_t{20} * Index, 1, 20);
	}
	return FOk{};
}

FStatus FGpuCommands::EndPass()
{
	FStatus Status = VulkanCommands::CheckState(*Contents, true);
	if (Status)
	{
		vkCmdEndRendering(Contents->Buffer);
		VulkanCommands::Wait(Contents->Buffer);
		Contents->bInPass = false;
	}
	return Status;
}

FStatus FGpuCommands::Submit()
{
	FStatus Status = VulkanCommands::CheckState(*Contents, false);
	if (!Status)
	{
		return Status;
	}
	FGpuContents& Gpu = *Contents->Gpu;
	if (Gpu.bTimestamps)
	{
		vkCmdWriteTimestamp(Contents->Buffer, VK_PIPELINE_STAGE_BOTTOM_OF_PIPE_BIT, Contents->Queries, 1);
	}
	VkMemoryBarrier ToHost = {VK_STRUCTURE_TYPE_MEMORY_BARRIER};
	ToHost.srcAccessMask = VK_ACCESS_MEMORY_WRITE_BIT;
	ToHost.dstAccessMask = VK_ACCESS_HOST_READ_BIT;
	vkCmdPipelineBarrier(Contents->Buffer, VK_PIPELINE_STAGE_ALL_COMMANDS_BIT, VK_PIPELINE_STAGE_HOST_BIT, 0, 1,
		&ToHost, 0, nullptr, 0, nullptr);
	vkEndCommandBuffer(Contents->Buffer);
	Contents->bFinished = true;
	VkSubmitInfo Submit = {VK_STRUCTURE_TYPE_SUBMIT_INFO};
	Submit.commandBufferCount = 1;
	Submit.pCommandBuffers = &Contents->Buffer;
	VkResult Result = vkQueueSubmit(Gpu.Queue, 1, &Submit, Contents->Fence);
	Result = Result == VK_SUCCESS ? vkWaitForFences(Gpu.Device, 1, &Contents->Fence, VK_TRUE, UINT64_MAX) : Result;
	if (Result != VK_SUCCESS)
	{
		return MakeVulkanError("run commands on " + Gpu.Name, Result);
	}
	uint64_t Times[2] = {};
	if (Gpu.bTimestamps &&
		vkGetQueryPoolResults(Gpu.Device, Contents->Queries, 0, 2, sizeof(Times), Times, sizeof(uint64_t),
			VK_QUERY_RESULT_64_BIT | VK_QUERY_RESULT_WAIT_BIT) == VK_SUCCESS)
	{
		Contents->Seconds = 1e-9 * static_cast<double>(Gpu.Properties.limits.timestampPeriod) *
			static_cast<double>(Times[1] - Times[0]);
	}
	Contents->Kept.clear();
	return FOk{};
}

double FGpuCommands::Seconds() const
{
	return Contents->Seconds;
}

} // namespace Exemplar

// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Vulkan/GpuPipeline.h"

#include "Vulkan/VulkanObjects.h"

#include <algorithm>

namespace Exemplar
{

FGpuPipeline::FContents::~FContents()
{
	vkDestroyPipeline(Gpu->Device, Pipeline, nullptr);
	vkDestroyPipelineLayout(Gpu->Device, Layout, nullptr);
	for (const VkDescriptorSetLayout Set : SetLayouts)
	{
		vkDestroyDescriptorSetLayout(Gpu->Device, Set, nullptr);
	}
}

FGpuBindings& FGpuBindings::Set(const std::string& Name, const FGpuBuffer& Buffer, EGpuFormat Format)
{
	Buffers[Name] = {Buffer, Format};
	return *this;
}

FGpuBindings& FGpuBindings::Set(const std::string& Name, const FGpuImage& Image)
{
	Images[Name] = Image;
	return *this;
}

VkDescriptorType ToVulkan(EShaderResource Kind)
{
	switch (Kind)
	{
	case EShaderResource::UniformBlock:
		return VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER;
	case EShaderResource::Structured:
		return VK_DESCRIPTOR_TYPE_STORAGE_BUFFER;
	case EShaderResource::TexelRead:
		return VK_DESCRIPTOR_TYPE_UNIFORM_TEXEL_BUFFER;
	case EShaderResource::TexelWrite:
		return VK_DESCRIPTOR_TYPE_STORAGE_TEXEL_BUFFER;
	case EShaderResource::Texture:
		return VK_DESCRIPTOR_TYPE_SAMPLED_IMAGE;
	case EShaderResource::Sampler:
		return VK_DESCRIPTOR_TYPE_SAMPLER;
	}
	return VK_DESCRIPTOR_TYPE_STORAGE_BUFFER;
}

namespace VulkanPipelines
{

/** One set for each shader, in the order of the stages. */
FStatus MakeLayout(std::span<const FGpuShader* const> Shaders, FGpuPipeline::FContents& Out)
{
	const VkDevice Device = Out.Gpu->Device;
	for (const FGpuShader* Shader : Shaders)
	{
		std::vector<VkDescriptorSetLayoutBinding> Items;
		for (const FShaderBinding& Binding : Shader->Reflection.Bindings)
		{
			VkDescriptorSetLayoutBinding Item = {};
			Item.binding = Binding.Binding;
			Item.descriptorType = ToVulkan(Binding.Kind);
			Item.descriptorCount = 1;
			Item.stageFlags = Shader->Source.Stage == EShaderStage::Compute ? VK_SHADER_STAGE_COMPUTE_BIT
				: Shader->Source.Stage == EShaderStage::Vertex              ? VK_SHADER_STAGE_VERTEX_BIT
																			: VK_SHADER_STAGE_FRAGMENT_BIT;
			Items.push_back(Item);
			Out.Bindings.push_back(Binding);
		}
		VkDescriptorSetLayoutCreateInfo Info = {VK_STRUCTURE_TYPE_DESCRIPTOR_SET_LAYOUT_CREATE_INFO};
		Info.bindingCount = static_cast<uint32_t>(Items.size());
		Info.pBindings = Items.data();
		VkDescriptorSetLayout Set = VK_NULL_HANDLE;
		if (const VkResult Result = vkCreateDescriptorSetLayout(Device, &Info, nullptr, &Set); Result != VK_SUCCESS)
		{
			return MakeVulkanError("lay out the resources of " + Out.Name, Result);
		}
		Out.SetLayouts.push_back(Set);
	}
	VkPipelineLayoutCreateInfo Info = {VK_STRUCTURE_TYPE_PIPELINE_LAYOUT_CREATE_INFO};
	Info.setLayoutCount = static_cast<uint32_t>(Out.SetLayouts.size());
	Info.pSetLayouts = Out.SetLayouts.data();
	if (const VkResult Result = vkCreatePipelineLayout(Device, &Info, nullptr, &Out.Layout); Result != VK_SUCCESS)
	{
		return MakeVulkanError("lay out the resources of " + Out.Name, Result);
	}
	return FOk{};
}

/** A shader's code for as long as a pipeline is made of it. */
struct FModule
{
	VkDevice Device = VK_NULL_HANDLE;
	VkShaderModule Module = VK_NULL_HANDLE;

	FModule(VkDevice InDevice, const FGpuShader& Shader)
		: Device(InDevice)
	{
		VkShaderModuleCreateInfo Info = {VK_STRUCTURE_TYPE_SHADER_MODULE_CREATE_INFO};
		Info.codeSize = Shader.Words.size() * 4;
		Info.pCode = Shader.Words.data();
		vkCreateShaderModule(Device, &Info, nullptr, &Module);
	}
	~FModule() { vkDestroyShaderModule(Device, Module, nullptr); }
	FModule(const FModule&) = delete;
	FModule& operator=(const FModule&) = delete;
};

VkPipelineShaderStageCreateInfo StageOf(const FModule& Module, const FGpuShader& Shader, VkShaderStageFlagBits Stage)
{
	VkPipelineShaderStageCreateInfo Out = {VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO};
	Out.stage = Stage;
	Out.module = Module.Module;
	Out.pName = Shader.Reflection.Entry.c_str();
	return Out;
}

/** The fixed parts of a graphics pipeline, kept together because they point at each other. */
struct FFixedState
{
	VkPipelineVertexInputStateCreateInfo Input = {VK_STRUCTURE_TYPE_PIPELINE_VERTEX_INPUT_STATE_CREATE_INFO};
	VkPipelineInputAssemblyStateCreateInfo Assembly = {VK_STRUCTURE_TYPE_PIPELINE_INPUT_ASSEMBLY_STATE_CREATE_INFO};
	VkPipelineViewportStateCreateInfo Viewport = {VK_STRUCTURE_TYPE_PIPELINE_VIEWPORT_STATE_CREATE_INFO};
	VkPipelineRasterizationStateCreateInfo Raster = {VK_STRUCTURE_TYPE_PIPELINE_RASTERIZATION_STATE_CREATE_INFO};
	VkPipelineMultisampleStateCreateInfo Samples = {VK_STRUCTURE_TYPE_PIPELINE_MULTISAMPLE_STATE_CREATE_INFO};
	VkPipelineDepthStencilStateCreateInfo Depth = {VK_STRUCTURE_TYPE_PIPELINE_DEPTH_STENCIL_STATE_CREATE_INFO};
	std::vector<VkPipelineColorBlendAttachmentState> Attachments;
	VkPipelineColorBlendStateCreateInfo Blend = {VK_STRUCTURE_TYPE_PIPELINE_COLOR_BLEND_STATE_CREATE_INFO};
	VkDynamicState DynamicStates[2] = {VK_DYNAMIC_STATE_VIEWPORT, VK_DYNAMIC_STATE_SCISSOR};
	VkPipelineDynamicStateCreateInfo Dynamic = {VK_STRUCTURE_TYPE_PIPELINE_DYNAMIC_STATE_CREATE_INFO};
	std::vector<VkFormat> Formats;
	VkPipelineRenderingCreateInfo Rendering = {VK_STRUCTURE_TYPE_PIPELINE_RENDERING_CREATE_INFO};

	explicit FFixedState(const FGraphicsPipelineOptions& Options)
	{
		Assembly.topology = VK_PRIMITIVE_TOPOLOGY_TRIANGLE_LIST;
		Viewport.viewportCount = Viewport.scissorCount = 1;
		Raster.polygonMode = VK_POLYGON_MODE_FILL;
		Raster.cullMode = Options.Cull == EGpuCull::None ? VK_CULL_MODE_NONE
			: Options.Cull == EGpuCull::Back             ? VK_CULL_MODE_BACK_BIT
														 : VK_CULL_MODE_FRONT_BIT;
		Raster.frontFace = VK_FRONT_FACE_COUNTER_CLOCKWISE;
		Raster.lineWidth = 1.0f;
		Samples.rasterizationSamples = VK_SAMPLE_COUNT_1_BIT;
		Depth.depthTestEnable = Depth.depthWriteEnable = Options.DepthFormat != EGpuFormat::None;
		Depth.depthCompareOp =
			Options.DepthCompare == EGpuCompare::Greater ? VK_COMPARE_OP_GREATER : VK_COMPARE_OP_LESS;
		for (const EGpuFormat Format : Options.ColorFormats)
		{
			VkPipelineColorBlendAttachmentState State = {};
			State.colorWriteMask = 0xf;
			Attachments.push_back(State);
			Formats.push_back(ToVulkan(Format));
		}
		Blend.attachmentCount = static_cast<uint32_t>(Attachments.size());
		Blend.pAttachments = Attachments.data();
		Dynamic.dynamicStateCount = 2;
		Dynamic.pDynamicStates = DynamicStates;
		Rendering.colorAttachmentCount = static_cast<uint32_t>(Formats.size());
		Rendering.pColorAttachmentFormats = Formats.data();
		Rendering.depthAttachmentFormat = ToVulkan(Options.DepthFormat);
	}
	FFixedState(const FFixedState&) = delete;
	FFixedState& operator=(const FFixedState&) = delete;
};

} // namespace VulkanPipelines

TResult<FGpuPipeline> FGpuDevice::MakeComputePipeline(const FGpuShader& Shader) const
{
	using namespace VulkanPipelines;
	FGpuPipeline Out;
	Out.Contents = std::make_shared<FGpuPipeline::FContents>();
	Out.Contents->Gpu = Contents;
	Out.Contents->Name = Shader.Source.Entry;
	const FGpuShader* Shaders[1] = {&Shader};
	if (FStatus Status = MakeLayout(Shaders, *Out.Contents); !Status)
	{
		return Status.GetError();
	}
	const FModule Module(Contents->Device, Shader);
	VkComputePipelineCreateInfo Info = {VK_STRUCTURE_TYPE_COMPUTE_PIPELINE_CREATE_INFO};
	Info.stage = StageOf(Module, Shader, VK_SHADER_STAGE_COMPUTE_BIT);
	Info.layout = Out.Contents->Layout;
	const VkResult Result =
		vkCreateComputePipelines(Contents->Device, VK_NULL_HANDLE, 1, &Info, nullptr, &Out.Contents->Pipeline);
	if (Result != VK_SUCCESS)
	{
		return MakeVulkanError("make a pipeline of " + Shader.Source.Entry, Result);
	}
	return Out;
}

TResult<FGpuPipeline> FGpuDevice::MakeGraphicsPipeline(const FGraphicsPipelineOptions& Options) const
{
	using namespace VulkanPipelines;
	if (Options.VertexShader == nullptr)
	{
		return FError{EErrorCode::InvalidArgument, "A graphics pipeline requires a vertex shader."};
	}
	FGpuPipeline Out;
	Out.Contents = std::make_shared<FGpuPipeline::FContents>();
	Out.Contents->Gpu = Contents;
	Out.Contents->bCompute = false;
	Out.Contents->Name = Options.VertexShader->Source.Entry;
	std::vector<const FGpuShader*> Shaders = {Options.VertexShader};
	if (Options.PixelShader != nullptr)
	{
		Shaders.push_back(Options.PixelShader);
	}
	if (FStatus Status = MakeLayout(Shaders, *Out.Contents); !Status)
	{
		return Status.GetError();
	}
	const FModule Vertex(Contents->Device, *Options.VertexShader);
	const FModule Pixel(Contents->Device, *Shaders.back());
	const VkPipelineShaderStageCreateInfo Stages[2] = {
		StageOf(Vertex, *Options.VertexShader, VK_SHADER_STAGE_VERTEX_BIT),
		StageOf(Pixel, *Shaders.back(), VK_SHADER_STAGE_FRAGMENT_BIT)};
	const FFixedState Fixed(Options);
	VkGraphicsPipelineCreateInfo Info = {VK_STRUCTURE_TYPE_GRAPHICS_PIPELINE_CREATE_INFO};
	Info.pNext = &Fixed.Rendering;
	Info.stageCount = static_cast<uint32_t>(Shaders.size());
	Info.pStages = Stages;
	Info.pVertexInputState = &Fixed.Input;
	Info.pInputAssemblyState = &Fixed.Assembly;
	Info.pViewportState = &Fixed.Viewport;
	Info.pRasterizationState = &Fixed.Raster;
	Info.pMultisampleState = &Fixed.Samples;
	Info.pDepthStencilState = &Fixed.Depth;
	Info.pColorBlendState = &Fixed.Blend;
	Info.pDynamicState = &Fixed.Dynamic;
	Info.layout = Out.Contents->Layout;
	const VkResult Result =
		vkCreateGraphicsPipelines(Contents->Device, VK_NULL_HANDLE, 1, &Info, nullptr, &Out.Contents->Pipeline);
	if (Result != VK_SUCCESS)
	{
		return MakeVulkanError("make a pipeline of " + Out.Contents->Name, Result);
	}
	return Out;
}

} // namespace Exemplar

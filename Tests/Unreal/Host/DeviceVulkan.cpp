// Copyright (c) 2026 Exemplar contributors. MIT license.

// The plug-in's shaders on the project's Vulkan harness, bound by the names, types and values that the plug-in
// declared.
#include "Vulkan/GpuCommands.h"
#include "Vulkan/GpuDevice.h"
#include "Vulkan/GpuPipeline.h"
#include "Vulkan/ShaderCompiler.h"
#include "Vulkan/ShaderList.h"

#include "Device.h"
#include "ShaderFolders.h"

namespace
{

class FVulkanMemory : public Host::IMemory
{
public:
	explicit FVulkanMemory(Exemplar::FGpuBuffer InBuffer)
		: Buffer(std::move(InBuffer))
	{
	}
	std::span<std::byte> Bytes() override { return Buffer.Bytes(); }
	Exemplar::FGpuBuffer Buffer;
};

const Exemplar::FGpuBuffer& BufferOf(const FRHIBuffer& Buffer)
{
	return static_cast<const FVulkanMemory&>(*Buffer.Memory->Memory).Buffer;
}

Exemplar::EGpuFormat FormatOf(EPixelFormat Format)
{
	switch (Format)
	{
	case PF_R32_UINT:
		return Exemplar::EGpuFormat::R32Uint;
	case PF_R32_FLOAT:
		return Exemplar::EGpuFormat::R32Float;
	case PF_R16G16B16A16_SNORM:
		return Exemplar::EGpuFormat::Rgba16Snorm;
	default:
		return Exemplar::EGpuFormat::None;
	}
}

/** The device has written it by the time that it is drawn. */
uint32 ArgumentOf(const Host::FDraw& Draw, uint32 Place)
{
	uint32 Out;
	std::memcpy(&Out, Draw.Arguments->Memory->Memory->Bytes().data() + Draw.ArgumentOffset + 4 * Place, sizeof(Out));
	return Out;
}

template <typename T>
T Take(Exemplar::TResult<T> Result)
{
	if (!Result)
	{
		Host::Fail(Result.GetError().Message);
	}
	return std::move(*Result);
}

class FVulkanDevice : public Host::IDevice
{
public:
	explicit FVulkanDevice(Exemplar::FGpuDevice InGpu)
		: Gpu(std::move(InGpu))
	{
	}

	std::unique_ptr<Host::IMemory> MakeMemory(size_t ByteCount) override
	{
		return std::make_unique<FVulkanMemory>(Take(Gpu.MakeBuffer(ByteCount)));
	}

	void Dispatch(const FHostShader& Wanted, const std::vector<FHostShaderMember>& Members,
		const std::map<std::string, Host::FBoundBuffer>& Buffers,
		const std::map<std::string, std::vector<std::byte>>& Values, uint32 X, uint32 Y, uint32 Z,
		FRHIBuffer* Arguments, uint32 ArgumentOffset) override
	{
		const Exemplar::FGpuShader& Shader = ShaderOf(Wanted, Exemplar::EShaderStage::Compute);
		CheckMembers(Shader, Members, Buffers);
		Exemplar::FGpuBindings Bindings;
		for (const auto& [Name, Bound] : Buffers)
		{
			Bindings.Set(Name, BufferOf(*Bound.Buffer), FormatOf(Bound.Format));
		}
		for (const auto& [Name, Bytes] : Values)
		{
			Bindings.NamedParameters[Name] = Bytes;
		}
		const std::string Key = Exemplar::Describe(Shader.Source);
		if (!Pipelines.count(Key))
		{
			Pipelines[Key] = Take(Gpu.MakeComputePipeline(Shader));
		}
		Exemplar::FGpuCommands Commands = Take(Exemplar::FGpuCommands::Begin(Gpu));
		if (Arguments)
		{
			Take(Commands.DispatchIndirect(Pipelines[Key], Bindings, BufferOf(*Arguments), ArgumentOffset));
		}
		else
		{
			Take(Commands.Dispatch(Pipelines[Key], Bindings, X, Y, Z));
		}
		Take(Commands.Submit());
	}

	std::vector<std::string> NamesOf(const FHostShader& VertexShader) override
	{
		std::vector<std::string> Out;
		for (const Exemplar::FShaderBinding& Binding :
			ShaderOf(VertexShader, Exemplar::EShaderStage::Vertex).Reflection.Bindings)
		{
			if (Binding.Kind == Exemplar::EShaderResource::UniformBlock)
			{
				for (const Exemplar::FShaderMember& Member : Binding.Members)
				{
					Out.push_back(Member.Name);
				}
			}
			else if (Binding.bUsed)
			{
				Out.push_back(Binding.Name);
			}
		}
		return Out;
	}

	Host::FPicture Draw(uint32 Width, uint32 Height, const std::vector<Host::FDraw>& Draws) override
	{
		const size_t Count = size_t{Width} * Height;
		Host::FPicture Out(Width, Height);
		uint32 FirstTriangle = 0;
		for (const Host::FDraw& One : Draws)
		{
			// A picture of its own, laid over the others by depth: a shader counts the triangles of one draw.
			const Host::FPicture Picture = DrawOne(Width, Height, One);
			for (size_t Pixel = 0; Pixel < Count; ++Pixel)
			{
				if (Picture.Triangles[Pixel] != 0 && Picture.Depths[Pixel] > Out.Depths[Pixel])
				{
					Out.Triangles[Pixel] = FirstTriangle + Picture.Triangles[Pixel];
					Out.Depths[Pixel] = Picture.Depths[Pixel];
					Out.Colors[Pixel] = Picture.Colors[Pixel];
					std::copy_n(&Picture.Normals[4 * Pixel], 4, &Out.Normals[4 * Pixel]);
					std::copy_n(&Picture.Motions[4 * Pixel], 4, &Out.Motions[4 * Pixel]);
				}
			}
			FirstTriangle += (One.Arguments ? ArgumentOf(One, 0) : One.IndexCount) / 3;
			Out.DrawnInstances += One.Arguments ? ArgumentOf(One, 1) : 1;
		}
		return Out;
	}

	std::vector<std::string> TakeMessages() override { return Gpu.TakeValidationMessages(); }

private:
	const Exemplar::FGpuShader& ShaderOf(const FHostShader& Wanted, Exemplar::EShaderStage Stage)
	{
		const Exemplar::FShaderSource Source{Wanted.File, Wanted.Entry, Stage, Wanted.Defines};
		const std::string Key = Exemplar::Describe(Source);
		if (!Shaders.count(Key))
		{
			Exemplar::FShaderCompiler Compiler;
			Compiler.MapFolder("/Host", HOST_SHADER_FOLDER);
			for (const auto& [Virtual, Folder] : Host::ShaderFolders())
			{
				Compiler.MapFolder(Virtual, Folder);
			}
			Shaders[Key] = Take(Compiler.Compile(Source));
		}
		return Shaders[Key];
	}

	/** What the compiled shader says about itself is what the plug-in's parameter struct says. */
	static void CheckMembers(const Exemplar::FGpuShader& Shader, const std::vector<FHostShaderMember>& Members,
		const std::map<std::string, Host::FBoundBuffer>& Buffers)
	{
		const auto Find = [&](const std::string& Name) -> const FHostShaderMember&
		{
			for (const FHostShaderMember& Member : Members)
			{
				if (Name == Member.Name)
				{
					return Member;
				}
			}
			Host::Fail(Shader.Source.Entry + " declares " + Name + ", which the parameter struct does not have.");
		};
		for (const Exemplar::FShaderBinding& Binding : Shader.Reflection.Bindings)
		{
			if (Binding.Kind == Exemplar::EShaderResource::UniformBlock)
			{
				for (const Exemplar::FShaderMember& Member : Binding.Members)
				{
					const FHostShaderMember& Ours = Find(Member.Name);
					if (Ours.Kind != EHostShaderMember::Value || Member.Type != Ours.Type)
					{
						Host::Fail(Member.Name + " is a " + Member.Type + " in the shader and a " + Ours.Type +
							" in the parameter struct.");
					}
					const size_t First = Find(Binding.Members.front().Name).Offset - Binding.Members.front().Offset;
					if (Ours.Offset - First != Member.Offset)
					{
						Host::Fail(Member.Name + " is " + std::to_string(Member.Offset) +
							" bytes behind the first value in the shader and " +
							std::to_string(static_cast<int64>(Ours.Offset - First)) + " in the parameter struct.");
					}
				}
				continue;
			}
			if (!Binding.bUsed)
			{
				continue;
			}
			const FHostShaderMember& Ours = Find(Binding.Name);
			const bool bTyped = Binding.Kind == Exemplar::EShaderResource::TexelRead ||
				Binding.Kind == Exemplar::EShaderResource::TexelWrite;
			std::string Type = std::string(Binding.bWritable ? "RW" : "") + (bTyped ? "Buffer<" : "StructuredBuffer<") +
				Binding.ElementType;
			// A typed buffer's shader knows the kind of number alone; how many there are is the format's.
			const auto Found = Buffers.find(Binding.Name);
			Type += bTyped && Found != Buffers.end() && Found->second.Format == PF_R16G16B16A16_SNORM ? "4>" : ">";
			if (Type != Ours.Type || (Ours.Kind == EHostShaderMember::RdgUav) != Binding.bWritable)
			{
				Host::Fail(
					Binding.Name + " is a " + Type + " in the shader and a " + Ours.Type + " in the parameter struct.");
			}
			const auto Bound = Buffers.find(Binding.Name);
			if (Bound == Buffers.end())
			{
				Host::Fail(Binding.Name + " is used by the shader and null in the parameter struct.");
			}
			const uint32 Stride =
				bTyped ? static_cast<uint32>(Exemplar::GetTexelBytes(FormatOf(Bound->second.Format))) : Binding.Stride;
			if (bTyped != (Bound->second.Format != PF_Unknown))
			{
				Host::Fail(Binding.Name + " is a " + Type + " in the shader, and its view " +
					(bTyped ? "names no format." : "names a format."));
			}
			if (Bound->second.Buffer->GetStride() != Stride)
			{
				Host::Fail(Binding.Name + " has elements of " + std::to_string(Stride) +
					" bytes in the shader, its buffer of " + std::to_string(Bound->second.Buffer->GetStride()) + ".");
			}
		}
	}

	Host::FPicture DrawOne(uint32 Width, uint32 Height, const Host::FDraw& One)
	{
		using namespace Exemplar;
		const FGpuShader& Vertex = ShaderOf(One.VertexShader, EShaderStage::Vertex);
		const FGpuShader& Pixel = ShaderOf(One.PixelShader, EShaderStage::Pixel);
		FGraphicsPipelineOptions Options;
		Options.VertexShader = &Vertex;
		Options.PixelShader = &Pixel;
		Options.ColorFormats = {
			EGpuFormat::Rgba8Unorm, EGpuFormat::R32Uint, EGpuFormat::Rgba32Float, EGpuFormat::Rgba32Float};
		Options.DepthFormat = EGpuFormat::Depth32;
		Options.DepthCompare = EGpuCompare::Greater; // the engine's depth is one at the near plane
		Options.Cull = One.bReverseCulling ? EGpuCull::Front : EGpuCull::Back;
		FGpuPass Pass;
		for (const EGpuFormat Format : Options.ColorFormats)
		{
			Pass.Colors.push_back({Take(Gpu.MakeImage(Width, Height, Format))});
		}
		Pass.Depth = FGpuAttachment{Take(Gpu.MakeImage(Width, Height, EGpuFormat::Depth32)), true, {0.0f}};
		FGpuBindings Bindings;
		for (const auto& [Name, Buffer] : One.Buffers)
		{
			Bindings.Set(Name, BufferOf(*Buffer));
		}
		for (const auto& [Name, Bytes] : One.Values)
		{
			Bindings.NamedParameters[Name] = Bytes;
		}
		FGpuDraw Draw;
		Draw.Indices = BufferOf(*One.Indices);
		Draw.First = One.FirstIndex;
		Draw.Count = One.IndexCount;
		FGpuCommands Commands = Take(FGpuCommands::Begin(Gpu));
		Take(Commands.BeginPass(Pass));
		const FGpuPipeline Pipeline = Take(Gpu.MakeGraphicsPipeline(Options));
		if (One.Arguments)
		{
			Take(Commands.DrawIndirect(Pipeline, Bindings, Draw.Indices, BufferOf(*One.Arguments), One.ArgumentOffset));
		}
		else
		{
			Take(Commands.Draw(Pipeline, Bindings, Draw));
		}
		Take(Commands.EndPass());
		Take(Commands.Submit());
		Host::FPicture Out;
		Out.Triangles = Take(Pass.Colors[1].Image.ReadAs<uint32_t>());
		Out.Depths = Take(Pass.Depth->Image.ReadAs<float>());
		Out.Normals = Take(Pass.Colors[2].Image.ReadAs<float>());
		Out.Motions = Take(Pass.Colors[3].Image.ReadAs<float>());
		Out.Colors = Take(Pass.Colors[0].Image.ReadAs<uint32_t>());
		return Out;
	}

	Exemplar::FGpuDevice Gpu;
	std::map<std::string, Exemplar::FGpuShader> Shaders;
	std::map<std::string, Exemplar::FGpuPipeline> Pipelines;
};

} // namespace

std::unique_ptr<Host::IDevice> Host::MakeVulkanDevice(std::string& OutWhyNot)
{
	Exemplar::FGpuDeviceOptions Options;
	Options.bValidation = true;
	Options.bSoftware = true;
	Exemplar::TResult<Exemplar::FGpuDevice> Made = Exemplar::FGpuDevice::Create(Options);
	if (!Made)
	{
		OutWhyNot = Made.GetError().Message;
		return nullptr;
	}
	return std::make_unique<FVulkanDevice>(*Made);
}

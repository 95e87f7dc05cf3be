// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "PixelFormat.h"
#include "RHIResources.h"
#include "Shader.h"
#include "ShaderParameterMacros.h"

#include <span>

namespace Host
{

/** Bytes of a device that the program can see. */
class IMemory
{
public:
	virtual ~IMemory() = default;
	virtual std::span<std::byte> Bytes() = 0;
};

/** A buffer that a shader names. */
struct FBoundBuffer
{
	FRHIBuffer* Buffer = nullptr;
	std::string Type;                 // as the plug-in declared it: "StructuredBuffer<uint>"
	EPixelFormat Format = PF_Unknown; // of typed views
};

/** A draw of a mesh batch element, with what the vertex factory bound by name. */
struct FDraw
{
	FHostShader VertexShader, PixelShader;
	FRHIBuffer* Indices = nullptr;
	uint32 FirstIndex = 0;
	uint32 IndexCount = 0;
	FRHIBuffer* Arguments = nullptr; // of an indirect draw, whose counts the device knows
	uint32 ArgumentOffset = 0;
	bool bReverseCulling = false;
	std::map<std::string, FRHIBuffer*> Buffers;
	std::map<std::string, std::vector<std::byte>> Values;
	std::vector<TRefCountPtr<FRHIBuffer>> Held; // made for this draw
};

/** What the pixels of a view show. Depth is the engine's: one near, zero far. Triangles count over all draws. */
struct FPicture
{
	uint32 Width = 0, Height = 0;
	std::vector<uint32> Triangles; // one more than the triangle's number, zero where nothing is
	std::vector<float> Depths;
	std::vector<float> Normals; // four a pixel
	std::vector<float> Motions; // four a pixel: in the world, since the last frame; the primitive's number
	std::vector<uint32> Colors; // eight bits each of red, green, blue and alpha, from the lowest

	uint32 DrawnInstances = 0; // over all draws

	FPicture() = default;
	FPicture(uint32 InWidth, uint32 InHeight);
};

/** Runs shaders, or only keeps what it was asked to. Render thread alone. Failures end the program with a sentence. */
class IDevice
{
public:
	virtual ~IDevice() = default;
	virtual std::unique_ptr<IMemory> MakeMemory(size_t ByteCount) = 0;
	virtual void Dispatch(const FHostShader& Shader, const std::vector<FHostShaderMember>& Members,
		const std::map<std::string, FBoundBuffer>& Buffers, const std::map<std::string, std::vector<std::byte>>& Values,
		uint32 X, uint32 Y, uint32 Z, FRHIBuffer* Arguments, uint32 ArgumentOffset) = 0;
	/** The names that the vertex shader uses: what a vertex factory can bind. */
	virtual std::vector<std::string> NamesOf(const FHostShader& VertexShader) = 0;
	virtual FPicture Draw(uint32 Width, uint32 Height, const std::vector<FDraw>& Draws) = 0;
	/** What went wrong without ending the program: messages of a validation layer. */
	virtual std::vector<std::string> TakeMessages() { return {}; }
};

/** Null where there is none. Shader folders are looked up when a shader is first compiled. */
HOST_API std::unique_ptr<IDevice> MakeVulkanDevice(std::string& OutWhyNot);
/** Buffers are memory; dispatches and draws are counted and done nothing for. */
HOST_API std::unique_ptr<IDevice> MakeRecordingDevice();

IDevice& Device();
[[noreturn]] void Fail(const std::string& Sentence);

} // namespace Host

struct FRHIBuffer::FHostMemory
{
	std::unique_ptr<Host::IMemory> Memory;
};

// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "GpuTestDevice.h"

#include "Vulkan/ShaderList.h"

#include <cstdlib>

namespace Exemplar
{
namespace
{

bool HasValue(const char* Name, const char* Value)
{
	const char* Found = std::getenv(Name);
	return Found != nullptr && std::string(Found) == Value;
}

const TResult<FGpuDevice>& SharedDevice()
{
	static const TResult<FGpuDevice> Shared = []
	{
		FGpuDeviceOptions Options;
		Options.bValidation = true;
		Options.bSoftware = !HasValue("EXEMPLAR_GPU", "hardware");
		return FGpuDevice::Create(Options);
	}();
	return Shared;
}

} // namespace

void FGpuTest::SetUp()
{
	if (SharedDevice())
	{
		Device().TakeValidationMessages();
		return;
	}
	const std::string& Why = SharedDevice().GetError().Message;
	if (HasValue("CI", "true"))
	{
		FAIL() << Why;
	}
	GTEST_SKIP() << Why;
}

void FGpuTest::TearDown()
{
	if (SharedDevice())
	{
		for (const std::string& Message : Device().TakeValidationMessages())
		{
			ADD_FAILURE() << Message;
		}
	}
}

const FGpuDevice& FGpuTest::Device()
{
	return SharedDevice().GetValue();
}

const FShaderCompiler& FGpuTest::Compiler()
{
	static const FShaderCompiler Shared;
	return Shared;
}

const FGpuShader* FGpuTest::Shader(const FShaderSource& Source)
{
	static std::map<std::string, FGpuShader> Shaders;
	const auto [At, bNew] = Shaders.try_emplace(Describe(Source));
	if (bNew)
	{
		TResult<FGpuShader> Made = Compiler().Compile(Source);
		if (!Made)
		{
			ADD_FAILURE() << Made.GetError().Message;
			Shaders.erase(At);
			return nullptr;
		}
		At->second = std::move(*Made);
	}
	return &At->second;
}

const FGpuPipeline* FGpuTest::ComputePipeline(const FShaderSource& Source)
{
	static std::map<std::string, FGpuPipeline> Pipelines;
	const auto [At, bNew] = Pipelines.try_emplace(Describe(Source));
	if (bNew)
	{
		const FGpuShader* Code = Shader(Source);
		if (Code == nullptr)
		{
			Pipelines.erase(At);
			return nullptr;
		}
		TResult<FGpuPipeline> Made = Device().MakeComputePipeline(*Code);
		if (!Made)
		{
			ADD_FAILURE() << Made.GetError().Message;
			Pipelines.erase(At);
			return nullptr;
		}
		At->second = *Made;
	}
	return &At->second;
}

FGpuBuffer FGpuTest::Reserve(size_t ByteCount)
{
	TResult<FGpuBuffer> Buffer = Device().MakeBuffer(ByteCount);
	EXPECT_TRUE(Buffer) << Buffer.GetError().Message;
	return Buffer ? *Buffer : FGpuBuffer();
}

void FGpuTest::Run(const FGpuPipeline* Pipeline, const FGpuBindings& Bindings, uint32_t X, uint32_t Y)
{
	ASSERT_NE(Pipeline, nullptr);
	TResult<FGpuCommands> Commands = FGpuCommands::Begin(Device());
	ASSERT_TRUE(Commands) << Commands.GetError().Message;
	const FStatus Dispatched = Commands->Dispatch(*Pipeline, Bindings, X, Y);
	ASSERT_TRUE(Dispatched) << Dispatched.GetError().Message;
	const FStatus Submitted = Commands->Submit();
	ASSERT_TRUE(Submitted) << Submitted.GetError().Message;
}

} // namespace Exemplar

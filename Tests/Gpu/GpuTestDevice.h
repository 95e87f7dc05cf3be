// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Vulkan/GpuCommands.h"
#include "Vulkan/ShaderCompiler.h"

#include <gtest/gtest.h>

#include <map>

namespace Exemplar
{

/**
 * Tests on the one device of the program, with validation on: whatever the layer says fails the test that made it say
 * so. Without a device tests are skipped, with CI=true they fail. Software unless EXEMPLAR_GPU=hardware.
 */
class FGpuTest : public testing::Test
{
protected:
	void SetUp() override;
	void TearDown() override;

	static const FGpuDevice& Device();
	static const FShaderCompiler& Compiler();

	/** Compiled once a program; a failure to compile is a failure of the test and answers null. */
	static const FGpuShader* Shader(const FShaderSource& Source);
	static const FGpuPipeline* ComputePipeline(const FShaderSource& Source);

	/** A buffer that holds the items; a failure is one of the test. */
	template <typename Items>
	static FGpuBuffer Upload(const Items& Array)
	{
		TResult<FGpuBuffer> Buffer = Device().MakeBufferOf(Array);
		EXPECT_TRUE(Buffer) << Buffer.GetError().Message;
		return Buffer ? *Buffer : FGpuBuffer();
	}
	static FGpuBuffer Reserve(size_t ByteCount);

	/** Dispatches once and waits; a failure is one of the test. */
	static void Run(const FGpuPipeline* Pipeline, const FGpuBindings& Bindings, uint32_t X, uint32_t Y = 1);
};

} // namespace Exemplar

// Copyright (c) 2026 Exemplar contributors. MIT license.

// Mistakes that compile, and end the program with a sentence when they are made: run.sh makes each in a process of its
// own. The sound variant of the pass is a test, so that what is wrong with the others is what their names say.
#include "MisuseTests.h"

#include "Device.h"
#include "GlobalShader.h"
#include "RenderGraphUtils.h"
#include "RenderingThread.h"
#include "Runner.h"
#include "SceneFixture.h"
#include "ShaderCore.h"
#include "ShaderParameterStruct.h"

#define HOST_TEST_PASS(ShaderClass, Entry, ...) \
	class ShaderClass : public FGlobalShader \
	{ \
		DECLARE_GLOBAL_SHADER(ShaderClass); \
		SHADER_USE_PARAMETER_STRUCT(ShaderClass, FGlobalShader); \
		using FPermutationDomain = TShaderPermutationDomain<>; \
		BEGIN_SHADER_PARAMETER_STRUCT(FParameters, ) \
		__VA_ARGS__ \
		END_SHADER_PARAMETER_STRUCT() \
	}; \
	IMPLEMENT_GLOBAL_SHADER(ShaderClass, Entry, "ResultsCS", SF_Compute)
#define HOST_TEST_FILE "/HostTests/HostTest.usf"
// clang-format off
#define HOST_TEST_VALUES SHADER_PARAMETER(FVector4f, Scale) SHADER_PARAMETER(uint32, Count) SHADER_PARAMETER(float, Bias)
#define HOST_TEST_NUMBERS SHADER_PARAMETER_RDG_BUFFER_SRV(StructuredBuffer<uint>, Numbers)
#define HOST_TEST_RESULTS SHADER_PARAMETER_RDG_BUFFER_UAV(RWStructuredBuffer<uint>, Results)

HOST_TEST_PASS(FSoundCS, HOST_TEST_FILE, HOST_TEST_VALUES HOST_TEST_NUMBERS HOST_TEST_RESULTS)
HOST_TEST_PASS(FOtherTypeCS, HOST_TEST_FILE,
	SHADER_PARAMETER(FVector4f, Scale) SHADER_PARAMETER(float, Count) SHADER_PARAMETER(float, Bias) HOST_TEST_NUMBERS HOST_TEST_RESULTS)
HOST_TEST_PASS(FNoBiasCS, HOST_TEST_FILE,
	SHADER_PARAMETER(FVector4f, Scale) SHADER_PARAMETER(uint32, Count) HOST_TEST_NUMBERS HOST_TEST_RESULTS)
HOST_TEST_PASS(FOtherOrderCS, HOST_TEST_FILE,
	SHADER_PARAMETER(FVector4f, Scale) SHADER_PARAMETER(float, Bias) SHADER_PARAMETER(uint32, Count) HOST_TEST_NUMBERS HOST_TEST_RESULTS)
HOST_TEST_PASS(FOtherElementsCS, HOST_TEST_FILE,
	HOST_TEST_VALUES SHADER_PARAMETER_RDG_BUFFER_SRV(StructuredBuffer<float>, Numbers) HOST_TEST_RESULTS)
HOST_TEST_PASS(FReadOnlyCS, HOST_TEST_FILE,
	HOST_TEST_VALUES HOST_TEST_NUMBERS SHADER_PARAMETER_RDG_BUFFER_SRV(StructuredBuffer<uint>, Results))
HOST_TEST_PASS(FNoFileCS, "/HostTests/Nowhere.usf", HOST_TEST_VALUES HOST_TEST_NUMBERS HOST_TEST_RESULTS)
// clang-format on

namespace
{

constexpr uint32 NumberCount = 100;

void MapTestShaders()
{
	static const bool bOnce = []
	{
		AddShaderSourceDirectoryMapping(TEXT("/HostTests"), HostFromUtf8(Host::TestShaderFolder()));
		return true;
	}();
	(void)bOnce;
}

/** Runs a pass over the numbers from zero on; Change may spoil the parameters. */
template <typename ShaderType, typename NumberType = uint32, typename ChangeType>
std::vector<uint32> RunHostTestPass(ChangeType Change)
{
	MapTestShaders();
	std::vector<uint32> Out(NumberCount);
	ENQUEUE_RENDER_COMMAND(HostTest)
	(
		[&Out, Change](FRHICommandListImmediate& CommandList)
		{
			FRDGBuilder Graph(CommandList);
			TArray<NumberType> Numbers;
			for (uint32 Number = 0; Number < NumberCount; ++Number)
			{
				Numbers.Add(Number);
			}
			FRDGBufferRef Results =
				Graph.CreateBuffer(FRDGBufferDesc::CreateStructuredDesc(4, NumberCount), TEXT("Results"));
			auto* Parameters = Graph.AllocParameters<typename ShaderType::FParameters>();
			Parameters->Scale = FVector4f(1.0f, 3.0f, 5.0f, 7.0f);
			Parameters->Count = NumberCount;
			if constexpr (requires { Parameters->Bias; })
			{
				Parameters->Bias = 11.0f;
			}
			Parameters->Numbers = Graph.CreateSRV(CreateStructuredBuffer(Graph, TEXT("Numbers"), Numbers));
			if constexpr (std::is_same_v<decltype(Parameters->Results), FRDGBufferUAV*>)
			{
				Parameters->Results = Graph.CreateUAV(Results);
			}
			Change(Graph, *Parameters);
			const TShaderMapRef<ShaderType> Shader(GetGlobalShaderMap(ERHIFeatureLevel::SM5), {});
			FComputeShaderUtils::AddPass(Graph, FRDGEventName(TEXT("HostTest")), Shader, Parameters,
				FComputeShaderUtils::GetGroupCount(NumberCount, 64));
			Graph.Execute();
			std::memcpy(Out.data(), Results->Pooled->GetRHI()->Memory->Memory->Bytes().data(), 4 * NumberCount);
		});
	FlushRenderingCommands();
	return Out;
}
constexpr auto Unchanged = [](FRDGBuilder&, auto&) {};

class FHostTestResource : public FRenderResource
{
};

struct FMisuse
{
	const char* Name;
	const char* Words;
	void (*Do)();
};
const FMisuse Misuses[] = {
	{"a value of another type", "Count is a uint in the shader and a float in the parameter struct",
		[] { RunHostTestPass<FOtherTypeCS>(Unchanged); }},
	{"a value that is missing", "declares Bias, which the parameter struct does not have",
		[] { RunHostTestPass<FNoBiasCS>(Unchanged); }},
	{"values in another order", "Count is 16 bytes behind the first value in the shader and 20 in the parameter struct",
		[] { RunHostTestPass<FOtherOrderCS>(Unchanged); }},
	{"a buffer of other elements", "Numbers is a StructuredBuffer<uint> in the shader",
		[] { RunHostTestPass<FOtherElementsCS>(Unchanged); }},
	{"a view that cannot be written", "Results is a RWStructuredBuffer<uint> in the shader",
		[] { RunHostTestPass<FReadOnlyCS>(Unchanged); }},
	{"elements of another size", "Numbers has elements of 4 bytes in the shader, its buffer of 8",
		[] { RunHostTestPass<FSoundCS, uint64>(Unchanged); }},
	{"no buffer", "Numbers is used by the shader and null",
		[] { RunHostTestPass<FSoundCS>([](FRDGBuilder&, auto& Parameters) { Parameters.Numbers = nullptr; }); }},
	{"a buffer that nobody has written", "Buffer->bWritten",
		[]
		{
			RunHostTestPass<FSoundCS>(
				[](FRDGBuilder& Graph, auto& Parameters)
				{
					Parameters.Numbers = Graph.CreateSRV(
						Graph.CreateBuffer(FRDGBufferDesc::CreateStructuredDesc(4, NumberCount), TEXT("Empty")));
				});
		}},
	{"a shader that is not there", "Shader file /HostTests/Nowhere.usf does not exist",
		[] { RunHostTestPass<FNoFileCS>(Unchanged); }},
	{"a graph that is not executed", "bExecuted",
		[]
		{
			ENQUEUE_RENDER_COMMAND(HostTest)
			([](FRHICommandListImmediate& CommandList) { FRDGBuilder Graph(CommandList); });
			FlushRenderingCommands();
		}},
	{"a graph on the game thread", "IsInRenderingThread()",
		[]
		{
			FRHICommandListImmediate CommandList;
			FRDGBuilder Graph(CommandList);
		}},
	{"a buffer that the game thread lets go", "IsInRenderingThread()",
		[]
		{
			FBufferRHIRef Buffer;
			ENQUEUE_RENDER_COMMAND(HostTest)
			([&Buffer](FRHICommandListImmediate&) { Buffer = new FRHIBuffer(4, 4); });
			FlushRenderingCommands();
			Buffer.SafeRelease();
		}},
	{"a resource that is not released", "!bInitialized",
		[]
		{
			ENQUEUE_RENDER_COMMAND(HostTest)
			(
				[](FRHICommandListImmediate& CommandList)
				{
					FHostTestResource Resource;
					Resource.InitResource(CommandList);
				});
			FlushRenderingCommands();
		}},
	{"an element behind the last", "IsValidIndex(Index)",
		[]
		{
			TArray<int32> Numbers;
			Numbers.Add(1);
			Numbers[1] = 2;
		}},
	{"a product with a mirrored transform", "IsPositive()",
		[]
		{
			const FTransform Mirror(FQuat::Identity, FVector::ZeroVector, FVector(-1.0, 1.0, 1.0));
			(void)(Mirror * FTransform::Identity);
		}},
};

} // namespace

void Host::ListMisuses()
{
	for (const FMisuse& Misuse : Misuses)
	{
		std::printf("%s | %s\n", Misuse.Name, Misuse.Words);
	}
}
void Host::RunMisuse(const std::string& Name)
{
	for (const FMisuse& Misuse : Misuses)
	{
		if (Name == Misuse.Name)
		{
			Misuse.Do();
		}
	}
}

IMPLEMENT_SIMPLE_AUTOMATION_TEST(
	FPassOfSoundParameters, "Exemplar.Host.Pass.SoundParametersGiveTheShadersNumbers", Host::GpuTestFlags)
bool FPassOfSoundParameters::RunTest(const FString&)
{
	const std::vector<uint32> Results = RunHostTestPass<FSoundCS>(Unchanged);
	for (uint32 Number = 0; Number < NumberCount; ++Number)
	{
		TestEqual(
			TEXT("three times the number and eleven"), static_cast<int64>(Results[Number]), int64{3 * Number + 11});
	}
	return true;
}

// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "GpuTestDevice.h"

#include "Gpu/GpuLayout.h"
#include "TemporaryFolder.h"
#include "Vulkan/GpuSkinBuffers.h"
#include "Vulkan/ShaderList.h"

#include <cstdlib>
#include <fstream>
#include <set>

namespace Exemplar
{
namespace
{

class ShaderLayout : public FGpuTest
{
};

/** Every field stands in the block by name and type, at Base plus its own offset. Answers what does not. */
std::string CompareFields(const FShaderBinding& Block, std::span<const FGpuField> Fields, uint32_t Base)
{
	std::string Out;
	for (const FGpuField& Field : Fields)
	{
		const auto Found = std::find_if(Block.Members.begin(), Block.Members.end(),
			[&](const FShaderMember& Member) { return Member.Name == Field.Name; });
		if (Found == Block.Members.end())
		{
			Out += std::string(Field.Name) + " is missing. ";
		}
		else if (Found->Type != Field.Type || Found->Offset != Base + Field.Offset)
		{
			Out += std::string(Field.Name) + " is a " + Found->Type + " at " + std::to_string(Found->Offset) +
				", not a " + Field.Type + " at " + std::to_string(Base + Field.Offset) + ". ";
		}
	}
	return Out;
}

TEST(ShaderConstants, OperatorsAreNumberedAsInTheCore)
{
	std::ifstream File(std::filesystem::path(EXEMPLAR_SOURCE_DIR) / "Shaders/ExemplarSkinning.ush");
	const std::string Text{std::istreambuf_iterator<char>(File), std::istreambuf_iterator<char>()};
	for (const FGpuConstant& Constant : GpuSkinOperators)
	{
		const std::string Line = std::string("#define ") + Constant.Name + " " + std::to_string(Constant.Value) + "\n";
		EXPECT_NE(Text.find(Line), std::string::npos) << Line;
	}
}

TEST_F(ShaderLayout, EveryEntryPointAndPermutationCompilesIsValidAndMakesAPipeline)
{
	const FTemporaryFolder Folder;
	const std::filesystem::path File = Folder.Path() / "shader.spv", Log = Folder.Path() / "log.txt";
	for (const FShaderSource& Source : ListShaders())
	{
		const FGpuShader* Made = Shader(Source);
		ASSERT_NE(Made, nullptr) << Describe(Source);
		std::ofstream(File, std::ios::binary)
			.write(reinterpret_cast<const char*>(Made->Words.data()),
				static_cast<std::streamsize>(4 * Made->Words.size()));
		const std::string Command =
			"spirv-val --target-env vulkan1.1 '" + File.string() + "' >'" + Log.string() + "' 2>&1";
		if (std::system(Command.c_str()) != 0)
		{
			std::ifstream In(Log);
			ADD_FAILURE() << Describe(Source) << ": "
						  << std::string(std::istreambuf_iterator<char>(In), std::istreambuf_iterator<char>());
		}
		if (Source.Stage == EShaderStage::Compute)
		{
			EXPECT_EQ(Made->Reflection.GroupSize[0], GpuGroupSize);
			EXPECT_NE(ComputePipeline(Source), nullptr) << Describe(Source);
		}
	}
}

TEST_F(ShaderLayout, ParametersAreThoseOfTheCoreByNameTypeAndOffset)
{
	size_t SkinBlocks = 0, CrowdBlocks = 0;
	for (const FShaderSource& Source : ListShaders())
	{
		const FGpuShader* Made = Shader(Source);
		ASSERT_NE(Made, nullptr);
		const FShaderBinding* Block = Made->Reflection.Find("$Global");
		if (Block == nullptr)
		{
			continue; // DrawPS reads none
		}
		size_t FieldCount = 0;
		if (Source.File == "/Plugin/Exemplar/ExemplarCrowd.usf")
		{
			EXPECT_EQ(CompareFields(*Block, GpuCrowdFields, 0), "") << Describe(Source);
			FieldCount = std::size(GpuCrowdFields);
			EXPECT_EQ(Block->BlockBytes, sizeof(FGpuCrowdParameters));
			++CrowdBlocks;
		}
		else
		{
			const bool bDraw = Source.File == "/Harness/ExemplarDraw.usf";
			const uint32_t Base = bDraw ? static_cast<uint32_t>(offsetof(FGpuDrawParameters, Skin)) : 0;
			EXPECT_EQ(CompareFields(*Block, GpuSkinFields, Base), "") << Describe(Source);
			FieldCount = std::size(GpuSkinFields) + (bDraw ? 4 : 0);
			EXPECT_EQ(Block->BlockBytes, bDraw ? sizeof(FGpuDrawParameters) : sizeof(FGpuSkinParameters));
			++SkinBlocks;
		}
		EXPECT_EQ(Block->Members.size(), FieldCount)
			<< Describe(Source) << " has parameters that the core does not know";
	}
	EXPECT_GT(SkinBlocks, 100u);
	EXPECT_EQ(CrowdBlocks, 4u);
}

TEST_F(ShaderLayout, DrawParametersAreThoseOfTheHarness)
{
	const FGpuShader* Made = Shader({"/Harness/ExemplarDraw.usf", "DrawVS", EShaderStage::Vertex, {}});
	ASSERT_NE(Made, nullptr);
	const FShaderBinding* Block = Made->Reflection.Find("$Global");
	ASSERT_NE(Block, nullptr);
	const FGpuField Fields[] = {{"DrawLocalToWorld", "float4[3]", offsetof(FGpuDrawParameters, DrawLocalToWorld)},
		{"DrawPreviousLocalToWorld", "float4[3]", offsetof(FGpuDrawParameters, DrawPreviousLocalToWorld)},
		{"DrawViewProjection", "float4[4]", offsetof(FGpuDrawParameters, DrawViewProjection)},
		{"DrawPreviousViewProjection", "float4[4]", offsetof(FGpuDrawParameters, DrawPreviousViewProjection)}};
	EXPECT_EQ(CompareFields(*Block, Fields, 0), "");
}

TEST_F(ShaderLayout, BuffersAreThoseOfTheCoreByNameElementAndStride)
{
	std::set<std::string> Seen;
	for (const FShaderSource& Source : ListShaders())
	{
		const FGpuShader* Made = Shader(Source);
		ASSERT_NE(Made, nullptr);
		for (const FShaderBinding& Binding : Made->Reflection.Bindings)
		{
			if (Binding.Kind == EShaderResource::UniformBlock)
			{
				continue;
			}
			const auto Found = std::find_if(std::begin(GpuBuffers), std::end(GpuBuffers),
				[&](const FGpuBufferField& Field) { return Field.Name == Binding.Name; });
			ASSERT_NE(Found, std::end(GpuBuffers)) << Binding.Name << " of " << Describe(Source);
			EXPECT_EQ(Binding.ElementType, Found->Type) << Binding.Name;
			EXPECT_EQ(Binding.Stride, Found->Stride) << Binding.Name;
			EXPECT_EQ(Binding.bWritable, Found->bWritable) << Binding.Name;
			Seen.insert(Binding.Name);
		}
	}
	for (const FGpuBufferField& Field : GpuBuffers)
	{
		EXPECT_TRUE(Seen.count(Field.Name)) << Field.Name << " is used by no shader";
	}
}

TEST_F(ShaderLayout, AMovedParameterIsNoticed)
{
	const FGpuShader* Made = Shader({"/Plugin/Exemplar/ExemplarSkinning.usf", "SkinCS", EShaderStage::Compute, {}});
	ASSERT_NE(Made, nullptr);
	const FShaderBinding* Block = Made->Reflection.Find("$Global");
	ASSERT_NE(Block, nullptr);
	FGpuField Fields[] = {GpuSkinFields[2], GpuSkinFields[3]};
	std::swap(Fields[0].Offset, Fields[1].Offset);
	EXPECT_NE(CompareFields(*Block, Fields, 0), "");
}

TEST_F(ShaderLayout, ACompilersComplaintNamesTheFileThatWasIncluded)
{
	const FTemporaryFolder Folder;
	std::ofstream(Folder.Path() / "Wrong.ush") << "float F()\n{\n\treturn Nowhere;\n}\n";
	std::ofstream(Folder.Path() / "Main.usf")
		<< "#include \"/Test/Wrong.ush\"\n[numthreads(1, 1, 1)] void MainCS() { F(); }\n";
	FShaderCompiler Own;
	Own.MapFolder("/Test", Folder.Path());
	const TResult<FGpuShader> Made = Own.Compile({"/Test/Main.usf", "MainCS", EShaderStage::Compute, {}});
	ASSERT_FALSE(Made);
	EXPECT_NE(Made.GetError().Message.find("/Test/Wrong.ush:3"), std::string::npos) << Made.GetError().Message;
	const TResult<FGpuShader> Absent = Own.Compile({"/Test/Absent.usf", "MainCS", EShaderStage::Compute, {}});
	ASSERT_FALSE(Absent);
	EXPECT_NE(Absent.GetError().Message.find("/Test/Absent.usf"), std::string::npos);
}

TEST_F(ShaderLayout, BrokenSpirvIsRefused)
{
	const FGpuShader* Made = Shader({"/Plugin/Exemplar/ExemplarSkinning.usf", "SkinCS", EShaderStage::Compute, {}});
	ASSERT_NE(Made, nullptr);
	std::vector<uint32_t> Words = Made->Words;
	EXPECT_TRUE(ReflectSpirv(Words));
	Words.back() |= 5u << 16; // an instruction that is longer than what is left
	EXPECT_FALSE(ReflectSpirv(Words));
	EXPECT_FALSE(ReflectSpirv({}));
}

} // namespace
} // namespace Exemplar

// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "CrowdGpuTest.h"

namespace Exemplar
{

void FCrowdGpuTest::MakeDeviceCrowd()
{
	const size_t Count = Field.Instances.size();
	const FGpuCrowdTables Tables = MakeGpuCrowdTables(Field.Characters);
	DeviceStates = Reserve(Count * sizeof(FGpuCrowdState));
	LevelCounts = Reserve(4 * (Tables.Levels.size() + GpuCrowdSizes));
	LevelFirsts = Reserve(4 * (Tables.Levels.size() + 3));
	DeviceVisible = Reserve(4 * Count);
	DrawArguments = Reserve(20 * Draws.size());
	PoseArguments = Reserve(12);
	SkinInstances = Reserve(Count * sizeof(FGpuSkinInstance));
	Transforms = Reserve(Count * 96);
	CustomData = Reserve(Count * sizeof(FFloat4));
	OutCustomData = Reserve(Count * sizeof(FFloat4));
	DevicePalettes = Reserve(2 * Field.Palettes.size() * sizeof(FAffine));
	DeviceInstances = Reserve(Count * sizeof(FGpuCrowdInstance));
	PreviousInstances = Reserve(Count * sizeof(FGpuCrowdInstance));
	Region = 0;
	Bindings = {};
	Bindings.Set("CrowdCharacters", Upload(Tables.Characters))
		.Set("CrowdLevels", Upload(Tables.Levels))
		.Set("CrowdBones", Upload(Tables.Bones))
		.Set("CrowdJoints", Upload(Tables.Joints))
		.Set("CrowdClips", Upload(Tables.Clips))
		.Set("CrowdKeys", Upload(Tables.Keys))
		.Set("CrowdDraws", Upload(Draws))
		.Set("CrowdInstances", DeviceInstances)
		.Set("CrowdPreviousInstances", PreviousInstances)
		.Set("CrowdStates", DeviceStates)
		.Set("CrowdLevelCounts", LevelCounts)
		.Set("CrowdLevelFirsts", LevelFirsts)
		.Set("CrowdVisible", DeviceVisible)
		.Set("CrowdDrawArguments", DrawArguments, EGpuFormat::R32Uint)
		.Set("CrowdPoseArguments", PoseArguments, EGpuFormat::R32Uint)
		.Set("OutSkinInstances", SkinInstances)
		.Set("OutTransforms", Transforms)
		.Set("CrowdCustomData", CustomData)
		.Set("OutCustomData", OutCustomData)
		.Set("OutPalettes", DevicePalettes);
}

FCrowdStatistics FCrowdGpuTest::RunCpu()
{
	FCrowdStatistics Statistics;
	EXPECT_TRUE(Field.Job.Run(Statistics));
	return Statistics;
}

void FCrowdGpuTest::RunDevice()
{
	PreviousInstances.Write(DeviceInstances.Bytes());
	std::vector<FGpuCrowdInstance> Records;
	for (const FCrowdInstance& Instance : Field.Instances)
	{
		Records.push_back(MakeGpuCrowdInstance(Instance, Generations.empty() ? 1 : Generations[Records.size()]));
	}
	DeviceInstances.Write(std::as_bytes(std::span<const FGpuCrowdInstance>(Records)));
	FGpuCrowdParameters Parameters = MakeGpuCrowdParameters(Field.Job.Camera, Field.Job.Screen, Field.Job.LevelMargin);
	Parameters.CrowdInstanceCount = static_cast<uint32_t>(Records.size());
	Parameters.CrowdLevelCount = static_cast<uint32_t>(LevelCounts.ByteCount() / 4) - GpuCrowdSizes;
	Parameters.CrowdDrawCount = static_cast<uint32_t>(Draws.size());
	const uint32_t PaletteCount = static_cast<uint32_t>(Field.Palettes.size());
	Region = PaletteCount - Region;
	Parameters.CrowdPaletteRegion = Region;
	Parameters.CrowdPreviousPaletteRegion = PaletteCount - Region;
	Parameters.CrowdUnculled = Extra.CrowdUnculled;
	Parameters.CrowdTurn = Extra.CrowdTurn;
	Parameters.CrowdJointBudget = Extra.CrowdJointBudget;
	Parameters.CrowdCustomCount = Extra.CrowdCustomCount;
	Bindings.SetParameters(Parameters);
	const uint32_t Groups = (Parameters.CrowdInstanceCount + GpuGroupSize - 1) / GpuGroupSize;
	const auto Kernel = [](const char* Name) {
		return *ComputePipeline({"/Plugin/Exemplar/ExemplarCrowd.usf", Name, EShaderStage::Compute, {}});
	};
	TResult<FGpuCommands> Commands = FGpuCommands::Begin(Device());
	EXPECT_TRUE(Commands);
	EXPECT_TRUE(Commands->Fill(LevelCounts, 0));
	EXPECT_TRUE(Commands->Dispatch(Kernel("CrowdChooseCS"), Bindings, Groups));
	EXPECT_TRUE(Commands->Dispatch(Kernel("CrowdArgumentsCS"), Bindings, 1));
	EXPECT_TRUE(Commands->Dispatch(Kernel("CrowdScatterCS"), Bindings, Groups));
	EXPECT_TRUE(Commands->DispatchIndirect(Kernel("CrowdPoseCS"), Bindings, PoseArguments));
	EXPECT_TRUE(Commands->Submit());
}

FCrowdStatistics FCrowdGpuTest::RunBoth()
{
	const FCrowdStatistics Statistics = RunCpu();
	RunDevice();
	return Statistics;
}

} // namespace Exemplar

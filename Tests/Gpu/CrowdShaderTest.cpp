// Copyright (c) 2026 Exemplar contributors. MIT licence.

#include "GpuTestDevice.h"
#include "RandomCharacter.h"

#include "Gpu/GpuCrowd.h"

#include <set>

namespace Exemplar
{
namespace
{

/** Members of two characters in a field before a camera, on the CPU and on the device. */
class CrowdShader : public FGpuTest
{
protected:
	std::vector<FCrowdCharacter> Characters;
	std::vector<FCrowdInstance> Instances;
	FCamera Camera;
	FScreen Screen;

	// The CPU's side.
	std::vector<FCrowdState> States;
	std::vector<FAffine> Palettes;
	std::vector<uint32_t> Visible;

	// The device's side; palettes in two regions, by turns.
	std::vector<FGpuCrowdDraw> Draws;
	FGpuBindings Bindings;
	FGpuBuffer DeviceStates, LevelCounts, LevelFirsts, DeviceVisible, DrawArguments, PoseArguments, SkinInstances,
		Transforms, DevicePalettes, DeviceInstances, PreviousInstances;
	uint32_t Region = 0;

	static FCrowdCharacter MakeCharacter(uint64_t Seed, uint32_t JointCount)
	{
		FRandomCharacterOptions Options;
		Options.Seed = Seed;
		Options.JointCount = JointCount;
		Options.LevelCount = 4;
		Options.VertexCount = 60;
		Options.bScales = false;
		Options.bReducedBones = true;
		const TResult<FCharacter> Made = FCharacter::FromData(MakeRandomCharacterData(Options));
		EXPECT_TRUE(Made) << Made.GetError().Message;
		TResult<FCrowdCharacter> Out = MakeCrowdCharacter(Made->View());
		EXPECT_TRUE(Out) << Out.GetError().Message;
		for (size_t Level = 0; Level < Out->Levels.size(); ++Level)
		{
			Out->Levels[Level].Error = Level == 0 ? 0.0f : 0.001f * static_cast<float>(1 << (2 * Level));
		}
		return std::move(*Out);
	}

	void MakeField(size_t Count)
	{
		Characters.push_back(MakeCharacter(5, 37));
		Characters.push_back(MakeCharacter(6, 300)); // more joints than the group's memory holds
		FRandom Random(7);
		uint32_t Offset = 0;
		for (size_t Index = 0; Index < Count; ++Index)
		{
			FCrowdInstance Instance;
			const float Size = Random.Between(0.7f, 1.4f);
			Instance.World = ToAffine(Random.Rotation(3.0f),
				{Random.Between(-80.0f, 80.0f), Random.Between(-4.0f, 4.0f), Random.Between(-150.0f, 20.0f)},
				{Size, Size * 1.1f, Size});
			Instance.Seconds = Random.Between(-1.0f, 3.0f);
			Instance.Character = static_cast<uint16_t>(Index % 3 == 0);
			Instance.Clip = static_cast<uint16_t>(Index % 2);
			Instance.PaletteOffset = Offset;
			Offset += static_cast<uint32_t>(Characters[Instance.Character].JointCount());
			Instances.push_back(Instance);
		}
		States.resize(Count);
		Palettes.resize(Offset);
		Visible.resize(Count);
		const FGpuCrowdTables Tables = MakeGpuCrowdTables(Characters);
		for (uint32_t Level = 0; Level < Tables.Levels.size(); ++Level)
		{
			Draws.push_back({Level, 300 + Level, 7 * Level, 0});
			Draws.push_back({Level, 0, 7 * Level, 0}); // a section without triangles
		}
		DeviceStates = Reserve(Count * sizeof(FGpuCrowdState));
		LevelCounts = Reserve(4 * Tables.Levels.size());
		LevelFirsts = Reserve(4 * (Tables.Levels.size() + 1));
		DeviceVisible = Reserve(4 * Count);
		DrawArguments = Reserve(20 * Draws.size());
		PoseArguments = Reserve(12);
		SkinInstances = Reserve(Count * sizeof(FGpuSkinInstance));
		Transforms = Reserve(Count * 96);
		DevicePalettes = Reserve(2 * Palettes.size() * sizeof(FAffine));
		DeviceInstances = Reserve(Count * sizeof(FGpuCrowdInstance));
		PreviousInstances = Reserve(Count * sizeof(FGpuCrowdInstance));
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
			.Set("CrowdDrawArguments", DrawArguments)
			.Set("CrowdPoseArguments", PoseArguments)
			.Set("OutSkinInstances", SkinInstances)
			.Set("OutTransforms", Transforms)
			.Set("OutPalettes", DevicePalettes);
	}

	static FShaderSource Entry(const char* Name)
	{
		return {"/Plugin/Exemplar/ExemplarCrowd.usf", Name, EShaderStage::Compute, {}};
	}

	FCrowdStatistics RunBoth()
	{
		FCrowdWorkspace Workspace(Characters, Instances.size());
		FCrowdJob Job;
		Job.Characters = Characters;
		Job.Instances = Instances;
		Job.Camera = Camera;
		Job.Screen = Screen;
		Job.States = States;
		Job.Palettes = Palettes;
		Job.Visible = Visible;
		Job.Workspace = &Workspace;
		FCrowdStatistics Statistics;
		EXPECT_TRUE(Job.Run(Statistics));

		PreviousInstances.Write(DeviceInstances.Bytes());
		std::vector<FGpuCrowdInstance> Records;
		for (const FCrowdInstance& Instance : Instances)
		{
			Records.push_back(MakeGpuCrowdInstance(Instance));
		}
		DeviceInstances.Write(std::as_bytes(std::span<const FGpuCrowdInstance>(Records)));
		FGpuCrowdParameters Parameters = MakeGpuCrowdParameters(Camera, Screen, Job.LevelMargin);
		Parameters.CrowdInstanceCount = static_cast<uint32_t>(Instances.size());
		Parameters.CrowdLevelCount = static_cast<uint32_t>(LevelCounts.ByteCount() / 4);
		Parameters.CrowdDrawCount = static_cast<uint32_t>(Draws.size());
		Region = static_cast<uint32_t>(Palettes.size()) - Region;
		Parameters.CrowdPaletteRegion = Region;
		Parameters.CrowdPreviousPaletteRegion = static_cast<uint32_t>(Palettes.size()) - Region;
		Bindings.SetParameters(Parameters);
		const uint32_t Groups = (Parameters.CrowdInstanceCount + GpuGroupSize - 1) / GpuGroupSize;
		const FGpuPipeline* Choose = ComputePipeline(Entry("CrowdChooseCS"));
		const FGpuPipeline* Arguments = ComputePipeline(Entry("CrowdArgumentsCS"));
		const FGpuPipeline* Scatter = ComputePipeline(Entry("CrowdScatterCS"));
		const FGpuPipeline* Pose = ComputePipeline(Entry("CrowdPoseCS"));
		TResult<FGpuCommands> Commands = FGpuCommands::Begin(Device());
		EXPECT_TRUE(Commands);
		EXPECT_TRUE(Commands->Fill(LevelCounts, 0));
		EXPECT_TRUE(Commands->Dispatch(*Choose, Bindings, Groups));
		EXPECT_TRUE(Commands->Dispatch(*Arguments, Bindings, 1));
		EXPECT_TRUE(Commands->Dispatch(*Scatter, Bindings, Groups));
		EXPECT_TRUE(Commands->DispatchIndirect(*Pose, Bindings, PoseArguments));
		EXPECT_TRUE(Commands->Submit());
		return Statistics;
	}

	uint32_t FirstLevelOf(uint32_t Character) const
	{
		return Character == 0 ? 0 : static_cast<uint32_t>(Characters[0].Levels.size());
	}

	/** Visible members by level as sets, choices, arguments, palettes: all as the CPU's job has them. */
	void Compare(const FCrowdStatistics& Statistics)
	{
		const std::vector<FGpuCrowdState> Theirs = DeviceStates.Read<FGpuCrowdState>();
		const std::vector<uint32_t> Counts = LevelCounts.Read<uint32_t>(), Firsts = LevelFirsts.Read<uint32_t>(),
									Places = DeviceVisible.Read<uint32_t>(), Pose = PoseArguments.Read<uint32_t>(),
									Arguments = DrawArguments.Read<uint32_t>();
		const std::vector<FGpuSkinInstance> Skins = SkinInstances.Read<FGpuSkinInstance>();
		const std::vector<FAffine> Matrices = DevicePalettes.Read<FAffine>();
		EXPECT_EQ(Firsts.back(), Statistics.Visible);
		EXPECT_EQ(Pose[0] * Pose[1], Statistics.Visible);
		std::vector<std::set<uint32_t>> Expected(Counts.size()), Found(Counts.size());
		for (uint32_t Rank = 0; Rank < Statistics.Visible; ++Rank)
		{
			const uint32_t Index = Visible[Rank];
			Expected[FirstLevelOf(Instances[Index].Character) + States[Index].Choice.Level].insert(Index);
		}
		for (uint32_t Level = 0; Level < Counts.size(); ++Level)
		{
			ASSERT_EQ(Counts[Level], Firsts[Level + 1] - Firsts[Level]);
			Found[Level].insert(Places.begin() + Firsts[Level], Places.begin() + Firsts[Level + 1]);
			EXPECT_EQ(Found[Level].size(), Counts[Level]);
		}
		EXPECT_EQ(Found, Expected);
		for (uint32_t Draw = 0; Draw < Draws.size(); ++Draw)
		{
			EXPECT_EQ(Arguments[5 * Draw], Draws[Draw].IndexCount);
			EXPECT_EQ(Arguments[5 * Draw + 1], Expected[Draws[Draw].Level].size());
			EXPECT_EQ(Arguments[5 * Draw + 2], Draws[Draw].FirstIndex);
			EXPECT_EQ(Arguments[5 * Draw + 4], 0u);
		}
		for (uint32_t Index = 0; Index < Instances.size(); ++Index)
		{
			EXPECT_EQ((Theirs[Index].Flags & GpuCrowdVisible) != 0, States[Index].bVisible);
			EXPECT_NEAR(Theirs[Index].Depth, States[Index].Depth, 1e-4f * (1.0f + std::abs(States[Index].Depth)));
		}
		for (uint32_t Place = 0; Place < Statistics.Visible; ++Place)
		{
			const uint32_t Index = Places[Place];
			const FCrowdInstance& Instance = Instances[Index];
			EXPECT_EQ(Theirs[Index].Level, States[Index].Choice.Level);
			EXPECT_NEAR(Theirs[Index].Geomorph, States[Index].Choice.Geomorph, 1e-4f);
			EXPECT_EQ(Skins[Place].Palette, Region + Instance.PaletteOffset);
			EXPECT_EQ(Skins[Place].Transform, Place);
			EXPECT_EQ(Skins[Place].Level, States[Index].Choice.Level);
			const size_t BoneCount = Characters[Instance.Character].Levels[States[Index].Choice.Level].Bones.size();
			float Worst = 0.0f, Size = 1.0f;
			for (size_t Bone = 0; Bone < BoneCount; ++Bone)
			{
				const FAffine &A = Matrices[Skins[Place].Palette + Bone], &B = Palettes[Instance.PaletteOffset + Bone];
				for (int Row = 0; Row < 3; ++Row)
				{
					const FFloat4 D = A.Rows[Row] - B.Rows[Row];
					Worst = (std::max)({Worst, std::abs(D.X), std::abs(D.Y), std::abs(D.Z), std::abs(D.W)});
					Size = (std::max)(Size, std::abs(B.Rows[Row].W));
				}
			}
			EXPECT_LE(Worst, 1e-5f * Size) << "member " << Index;
		}
	}
};

TEST_F(CrowdShader, CompactionAndPalettesAreThoseOfTheCpusJob)
{
	MakeField(517);
	const FCrowdStatistics Statistics = RunBoth();
	ASSERT_GT(Statistics.Visible, 100u);
	ASSERT_GT(Statistics.Culled, 100u);
	for (int Level = 0; Level < 4; ++Level)
	{
		ASSERT_GT(Statistics.PerLevel[Level], 0u) << "the field shows no member at level " << Level;
	}
	Compare(Statistics);
}

TEST_F(CrowdShader, LevelsAreSteadyFromFrameToFrameAsOnTheCpu)
{
	MakeField(301);
	size_t Changed = 0;
	for (int Frame = 0; Frame < 5; ++Frame)
	{
		SCOPED_TRACE(Frame);
		std::vector<uint32_t> Before;
		for (const FCrowdState& State : States)
		{
			Before.push_back(State.Choice.Level);
		}
		Compare(RunBoth());
		for (size_t Index = 0; Index < States.size(); ++Index)
		{
			Changed += Frame > 0 && States[Index].Choice.Level != Before[Index] ? 1 : 0;
		}
		for (size_t Index = 0; Index < Instances.size(); ++Index)
		{
			Instances[Index].World.Rows[2].W += Frame % 2 == 0 ? 6.0f : -4.0f;
			Instances[Index].Seconds += 0.04f;
		}
	}
	EXPECT_GT(Changed, 10u);
}

TEST_F(CrowdShader, LastFramesPaletteIsUsedOnlyWhereItHasTheSameBones)
{
	MakeField(200);
	RunBoth();
	const std::vector<FCrowdState> Before = States;
	const std::vector<FCrowdInstance> WorldsBefore = Instances;
	for (FCrowdInstance& Instance : Instances)
	{
		Instance.World.Rows[0].W += 25.0f;
		Instance.World.Rows[2].W += 12.0f;
	}
	const uint32_t RegionBefore = Region;
	const FCrowdStatistics Statistics = RunBoth();
	const std::vector<uint32_t> Places = DeviceVisible.Read<uint32_t>();
	const std::vector<FGpuSkinInstance> Skins = SkinInstances.Read<FGpuSkinInstance>();
	const std::vector<FAffine> Worlds = Transforms.Read<FAffine>();
	size_t Same = 0, Other = 0, Unseen = 0;
	for (uint32_t Place = 0; Place < Statistics.Visible; ++Place)
	{
		const uint32_t Index = Places[Place];
		const bool bSame = Before[Index].bVisible && Before[Index].Choice.Level == States[Index].Choice.Level;
		EXPECT_EQ(Skins[Place].PreviousPalette, (bSame ? RegionBefore : Region) + Instances[Index].PaletteOffset);
		EXPECT_EQ(Worlds[2 * Place], Instances[Index].World);
		EXPECT_EQ(Worlds[2 * Place + 1], WorldsBefore[Index].World);
		++(bSame ? Same : Other);
		Unseen += !Before[Index].bVisible && Before[Index].Choice.Level == States[Index].Choice.Level ? 1 : 0;
	}
	EXPECT_GT(Same, 5u);
	EXPECT_GT(Other, 5u);
	EXPECT_GT(Unseen, 0u) << "nobody came into sight at the level of its old state";
}

TEST_F(CrowdShader, NobodyOneMemberAndNobodyInSightAreFine)
{
	for (const size_t Count : {0u, 1u, 64u, 65u})
	{
		SCOPED_TRACE(Count);
		Characters.clear();
		Instances.clear();
		States.clear();
		Draws.clear();
		Palettes.clear();
		Region = 0;
		MakeField(Count);
		Compare(RunBoth());
		for (FCrowdInstance& Instance : Instances)
		{
			Instance.World.Rows[2].W = 500.0f;
		}
		const FCrowdStatistics Statistics = RunBoth();
		EXPECT_EQ(Statistics.Visible, 0u);
		Compare(Statistics);
	}
}

} // namespace
} // namespace Exemplar

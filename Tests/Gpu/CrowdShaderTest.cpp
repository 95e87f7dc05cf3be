// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "CrowdGpuTest.h"

#include <set>

namespace Exemplar
{
namespace
{

/** Members of two characters in a field before a camera, on the CPU and on the device. */
class CrowdShader : public FCrowdGpuTest
{
protected:
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
		Field = {};
		Field.Characters.push_back(MakeCharacter(5, 37));
		Field.Characters.push_back(MakeCharacter(6, 300)); // more joints than the group's memory holds
		Field.Scatter(Count, 7, true);
		Draws.clear();
		for (uint32_t Level = 0; Level < FirstLevelOf(2); ++Level)
		{
			Draws.push_back({Level, 300 + Level, 7 * Level, 0});
			Draws.push_back({Level, 0, 7 * Level, 0}); // a section without triangles
		}
		MakeDeviceCrowd();
	}

	uint32_t FirstLevelOf(uint32_t Character) const
	{
		uint32_t First = 0;
		for (uint32_t Before = 0; Before < Character; ++Before)
		{
			First += static_cast<uint32_t>(Field.Characters[Before].Levels.size());
		}
		return First;
	}

	/** After the levels' places. */
	uint32_t VisibleCount() const
	{
		const std::vector<uint32_t> Firsts = LevelFirsts.Read<uint32_t>();
		return Firsts[Firsts.size() - 3];
	}

	/** Visible members by level as sets, choices, arguments, palettes: all as the CPU's job has them. */
	void Compare(const FCrowdStatistics& Statistics)
	{
		const std::vector<FGpuCrowdState> Theirs = DeviceStates.Read<FGpuCrowdState>();
		std::vector<uint32_t> Counts = LevelCounts.Read<uint32_t>();
		Counts.resize(Counts.size() - GpuCrowdSizes);
		const std::vector<uint32_t> Firsts = LevelFirsts.Read<uint32_t>(), Places = DeviceVisible.Read<uint32_t>(),
									Pose = PoseArguments.Read<uint32_t>(), Arguments = DrawArguments.Read<uint32_t>();
		const std::vector<FGpuSkinInstance> Skins = SkinInstances.Read<FGpuSkinInstance>();
		const std::vector<FAffine> Matrices = DevicePalettes.Read<FAffine>();
		EXPECT_EQ(VisibleCount(), Statistics.Visible);
		EXPECT_EQ(Pose[0] * Pose[1], Statistics.Visible);
		std::vector<std::set<uint32_t>> Expected(Counts.size()), Found(Counts.size());
		for (uint32_t Rank = 0; Rank < Statistics.Visible; ++Rank)
		{
			const uint32_t Index = Field.Visible[Rank];
			Expected[FirstLevelOf(Field.Instances[Index].Character) + Field.States[Index].Choice.Level].insert(Index);
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
		for (uint32_t Index = 0; Index < Field.Instances.size(); ++Index)
		{
			EXPECT_EQ((Theirs[Index].Flags & GpuCrowdVisible) != 0, Field.States[Index].bVisible);
			EXPECT_NEAR(
				Theirs[Index].Depth, Field.States[Index].Depth, 1e-4f * (1.0f + std::abs(Field.States[Index].Depth)));
		}
		for (uint32_t Place = 0; Place < Statistics.Visible; ++Place)
		{
			const uint32_t Index = Places[Place];
			const FCrowdInstance& Instance = Field.Instances[Index];
			EXPECT_EQ(Theirs[Index].Level, Field.States[Index].Choice.Level);
			EXPECT_NEAR(Theirs[Index].Geomorph, Field.States[Index].Choice.Geomorph, 1e-4f);
			EXPECT_EQ(Skins[Place].Palette, Region + Instance.PaletteOffset);
			EXPECT_EQ(Skins[Place].Transform, Place);
			EXPECT_EQ(Skins[Place].Level, Field.States[Index].Choice.Level);
			const size_t BoneCount =
				Field.Characters[Instance.Character].Levels[Field.States[Index].Choice.Level].Bones.size();
			float Worst = 0.0f, Size = 1.0f;
			for (size_t Bone = 0; Bone < BoneCount; ++Bone)
			{
				const FAffine &A = Matrices[Skins[Place].Palette + Bone],
							  &B = Field.Palettes[Instance.PaletteOffset + Bone];
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
		for (const FCrowdState& State : Field.States)
		{
			Before.push_back(State.Choice.Level);
		}
		Compare(RunBoth());
		for (size_t Index = 0; Index < Field.States.size(); ++Index)
		{
			Changed += Frame > 0 && Field.States[Index].Choice.Level != Before[Index] ? 1 : 0;
		}
		for (size_t Index = 0; Index < Field.Instances.size(); ++Index)
		{
			Field.Instances[Index].World.Rows[2].W += Frame % 2 == 0 ? 6.0f : -4.0f;
			Field.Instances[Index].Seconds += 0.04f;
		}
	}
	EXPECT_GT(Changed, 10u);
}

TEST_F(CrowdShader, LastFramesPaletteIsUsedOnlyWhereItHasTheSameBones)
{
	MakeField(200);
	RunBoth();
	const std::vector<FCrowdState> Before = Field.States;
	const std::vector<FCrowdInstance> WorldsBefore = Field.Instances;
	for (FCrowdInstance& Instance : Field.Instances)
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
		const bool bSame = Before[Index].bVisible && Before[Index].Choice.Level == Field.States[Index].Choice.Level;
		EXPECT_EQ(Skins[Place].PreviousPalette, (bSame ? RegionBefore : Region) + Field.Instances[Index].PaletteOffset);
		EXPECT_EQ(Worlds[2 * Place], Field.Instances[Index].World);
		EXPECT_EQ(Worlds[2 * Place + 1], WorldsBefore[Index].World);
		++(bSame ? Same : Other);
		Unseen += !Before[Index].bVisible && Before[Index].Choice.Level == Field.States[Index].Choice.Level ? 1 : 0;
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
		MakeField(Count);
		Compare(RunBoth());
		for (FCrowdInstance& Instance : Field.Instances)
		{
			Instance.World.Rows[2].W = 500.0f;
		}
		const FCrowdStatistics Statistics = RunBoth();
		EXPECT_EQ(Statistics.Visible, 0u);
		Compare(Statistics);
	}
}

TEST_F(CrowdShader, EmptyPlacesShowNobodyAndANewOwnerHasNoPast)
{
	MakeField(200);
	Generations.assign(200, 1);
	for (size_t Index = 0; Index < 200; Index += 5)
	{
		Generations[Index] = 0;
	}
	const FCrowdStatistics First = RunBoth();
	std::vector<uint32_t> Firsts = LevelFirsts.Read<uint32_t>();
	std::vector<uint32_t> Places = DeviceVisible.Read<uint32_t>();
	uint32_t Expected = 0;
	for (uint32_t Rank = 0; Rank < First.Visible; ++Rank)
	{
		Expected += Field.Visible[Rank] % 5 != 0 ? 1 : 0;
	}
	ASSERT_LT(Expected, First.Visible);
	EXPECT_EQ(VisibleCount(), Expected);
	for (uint32_t Place = 0; Place < VisibleCount(); ++Place)
	{
		EXPECT_NE(Places[Place] % 5, 0u);
	}
	// Everybody moves. The empty places are taken, and every place after five that was taken has another owner.
	for (size_t Index = 0; Index < 200; ++Index)
	{
		Generations[Index] = Index % 5 == 1 ? 2 : 1;
		Field.Instances[Index].World.Rows[1].W += 0.5f;
	}
	const FCrowdStatistics Second = RunBoth();
	EXPECT_EQ(VisibleCount(), Second.Visible);
	Places = DeviceVisible.Read<uint32_t>();
	const std::vector<FAffine> Worlds = Transforms.Read<FAffine>();
	const std::vector<FGpuSkinInstance> Skins = SkinInstances.Read<FGpuSkinInstance>();
	size_t New = 0, Old = 0;
	for (uint32_t Place = 0; Place < Second.Visible; ++Place)
	{
		const bool bNew = Places[Place] % 5 < 2;
		const float Step = Worlds[2 * Place].Rows[1].W - Worlds[2 * Place + 1].Rows[1].W;
		EXPECT_NEAR(Step, bNew ? 0.0f : 0.5f, 1e-5f) << "member " << Places[Place];
		if (bNew)
		{
			EXPECT_EQ(Skins[Place].Palette, Skins[Place].PreviousPalette);
		}
		++(bNew ? New : Old);
	}
	EXPECT_GT(New, 10u);
	EXPECT_GT(Old, 10u);
}

TEST_F(CrowdShader, AListForShadowsHasEverybodyAndDistancesBothWays)
{
	MakeField(200);
	Extra.CrowdUnculled = 1;
	RunDevice();
	const std::vector<FGpuCrowdState> Theirs = DeviceStates.Read<FGpuCrowdState>();
	EXPECT_EQ(VisibleCount(), 200u);
	size_t Behind = 0;
	for (size_t Index = 0; Index < 200; ++Index)
	{
		const FCrowdCharacter& Character = Field.Characters[Field.Instances[Index].Character];
		const float Radius = Character.Sphere.Radius * LargestStretch(Field.Instances[Index].World);
		EXPECT_GE(Theirs[Index].Depth, -1.001f * Radius);
		Behind += Field.Instances[Index].World.Rows[2].W > 5.0f && Theirs[Index].Depth > 0.0f ? 1 : 0;
	}
	EXPECT_GT(Behind, 5u);
}

TEST_F(CrowdShader, TwoClipsAreBlendedAndSignificanceChoosesLevelsAsOnTheCpu)
{
	MakeField(301);
	const auto Blend = [&](float Share)
	{
		for (size_t Index = 0; Index < Field.Instances.size(); ++Index)
		{
			FCrowdInstance& Instance = Field.Instances[Index];
			const size_t ClipCount = Field.Characters[Instance.Character].Clips.size();
			Instance.OtherClip = static_cast<uint16_t>((Instance.Clip + 1u) % ClipCount);
			Instance.OtherSeconds = 0.3f * Instance.Seconds + 0.01f * static_cast<float>(Index);
			Instance.OtherWeight = Index % 3 == 0 ? 0.0f : Share;
			Instance.Significance = Index % 4 == 0 ? 5.0f : 1.0f;
		}
	};
	Compare(RunBoth());
	const std::vector<FAffine> Alone = Field.Palettes;
	const std::vector<FCrowdState> Before = Field.States;
	for (const float Share : {0.3f, 0.7f, 1.0f})
	{
		Blend(Share);
		Compare(RunBoth());
	}
	size_t Other = 0, Finer = 0;
	for (size_t Index = 0; Index < Field.Instances.size(); ++Index)
	{
		const size_t At = Field.Instances[Index].PaletteOffset;
		Other += Field.States[Index].bVisible && !(Field.Palettes[At] == Alone[At]) ? 1 : 0;
		Finer += Index % 4 == 0 && Field.States[Index].bVisible &&
				Field.States[Index].Choice.Level < Before[Index].Choice.Level
			? 1
			: 0;
	}
	EXPECT_GT(Other, 20u);
	EXPECT_GT(Finer, 3u);
}

TEST_F(CrowdShader, UnderABudgetLargeMembersArePosedAlwaysAndOthersByTurns)
{
	MakeField(120);
	uint64_t Joints = 0, FewJoints = 0;
	for (FCrowdCharacter& Character : Field.Characters)
	{
		for (FCrowdClip& Clip : Character.Clips)
		{
			Clip.bLoops = true; // nobody stands still because a clip has ended
		}
	}
	for (size_t Index = 0; Index < 120; ++Index)
	{
		FCrowdInstance& Instance = Field.Instances[Index];
		const size_t Own = Field.Characters[Instance.Character].JointCount();
		Joints += Own;
		// A few that the game needs most, whose sizes the others do not reach.
		Instance.Significance = Index % 12 == 0 ? 1e6f : 1e-6f;
		FewJoints += Index % 12 == 0 ? Own : 0;
	}
	MakeDeviceCrowd();
	const auto PalettesByMember = [&]
	{
		const std::vector<FAffine> All = DevicePalettes.Read<FAffine>();
		return std::vector<FAffine>(
			All.begin() + Region, All.begin() + Region + static_cast<long>(Field.Palettes.size()));
	};
	// The others have a third of their joints each frame.
	Extra.CrowdJointBudget = static_cast<uint32_t>(FewJoints + (Joints - FewJoints + 2) / 3);
	Extra.CrowdUnculled = 1; // clips move members: nobody is to come or go
	RunDevice();
	std::vector<FAffine> Before = PalettesByMember();
	std::vector<int> Turns(120, 0);
	for (uint32_t Frame = 1; Frame < 7; ++Frame)
	{
		for (FCrowdInstance& Instance : Field.Instances)
		{
			Instance.Seconds += 0.013f;
		}
		Extra.CrowdTurn = Frame;
		RunDevice();
		const std::vector<FAffine> Now = PalettesByMember();
		for (size_t Index = 0; Index < 120; ++Index)
		{
			const size_t At = Field.Instances[Index].PaletteOffset;
			const bool bMoved = !(Now[At] == Before[At]);
			EXPECT_EQ(bMoved, Index % 12 == 0 || (Index + Frame) % 3 == 0) << "member " << Index << " in " << Frame;
			Turns[Index] += bMoved ? 1 : 0;
		}
		Before = Now;
	}
	for (size_t Index = 0; Index < 120; ++Index)
	{
		EXPECT_EQ(Turns[Index], Index % 12 == 0 ? 6 : 2) << "member " << Index;
	}
	// A budget that the largest alone exceed still leaves everybody a turn.
	Extra.CrowdJointBudget = static_cast<uint32_t>(FewJoints / 2);
	const uint32_t All = static_cast<uint32_t>((Joints + Extra.CrowdJointBudget - 1) / Extra.CrowdJointBudget);
	RunDevice();
	EXPECT_EQ(LevelFirsts.Read<uint32_t>().back(), All);
}

TEST_F(CrowdShader, CustomDataGoesWithItsMemberAndWhoHasNoneIsWhite)
{
	MakeField(100);
	std::vector<FFloat4> Custom;
	for (size_t Index = 0; Index < 100; ++Index)
	{
		Custom.push_back({static_cast<float>(Index), 1.0f, -2.0f, 0.5f});
	}
	CustomData.Write(std::as_bytes(std::span<const FFloat4>(Custom)));
	for (const uint32_t CustomCount : {0u, 100u, 60u})
	{
		Extra.CrowdCustomCount = CustomCount;
		RunDevice();
		const std::vector<uint32_t> Places = DeviceVisible.Read<uint32_t>();
		const std::vector<FFloat4> Out = OutCustomData.Read<FFloat4>();
		const uint32_t Count = VisibleCount();
		ASSERT_GT(Count, 20u);
		for (uint32_t Place = 0; Place < Count; ++Place)
		{
			const FFloat4 White{1.0f, 1.0f, 1.0f, 1.0f};
			EXPECT_EQ(Out[Place], Places[Place] < CustomCount ? Custom[Places[Place]] : White);
		}
	}
}

} // namespace
} // namespace Exemplar

// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Pipeline/BuildCharacter.h"

#include "Base/Checksum.h"
#include "Pipeline/OptionTable.h"
#include "Pipeline/StageEntry.h"
#include "TubeExamples.h"

#include <cstring>
#include <gtest/gtest.h>
#include <map>

namespace Exemplar
{
namespace StageStoreTest
{

/** Keeps in memory, and can be damaged. */
class FMemoryStore final : public IStageStore
{
public:
	std::map<std::string, TAlignedArray<std::byte>> Entries;

	TAlignedArray<std::byte> Load(std::string_view Stage, const FStageKey& Key) override
	{
		const auto Found = Entries.find(std::string(Stage) + FormatStageKey(Key));
		return Found != Entries.end() ? Found->second : TAlignedArray<std::byte>();
	}
	void Save(std::string_view Stage, const FStageKey& Key, std::span<const std::byte> Bytes) override
	{
		Entries[std::string(Stage) + FormatStageKey(Key)].assign(Bytes.begin(), Bytes.end());
	}
};

struct FScene
{
	FExampleSet Examples =
		TubeExamples::AsImported(TubeExamples::MakeTube(2, {20.0, 45.0, -30.0, 70.0}, 0.6, 0.001, 1, 8, 3).Set);
	FBuildOptions Options;
	FMemoryStore Store;

	FScene()
	{
		Options.Rig.Clusters.BoneCount = 2;
		Options.Rig.Refine.Effort = ERefineEffort::Fast;
		Options.Levels.LevelCount = 3;
		Options.Levels.MaxPoses = 4;
		Options.Rig.Tree.ForcedEdges = {{0, 1}};
	}

	TResult<FBuiltCharacter> Build() { return BuildCharacter(Examples, Options, {}, {&Store, "test", {}}); }
};

std::vector<std::string> CachedStages(const FBuiltCharacter& Built)
{
	std::vector<std::string> Out;
	for (const FStageRun& Run : Built.Runs)
	{
		if (Run.bCached)
		{
			Out.push_back(Run.Stage);
		}
	}
	return Out;
}

bool SameBytes(const FBuiltCharacter& A, const FBuiltCharacter& B)
{
	const std::span<const std::byte> Left = A.Character.Bytes(), Right = B.Character.Bytes();
	return std::equal(Left.begin(), Left.end(), Right.begin(), Right.end());
}

bool SameFigures(const FBuiltCharacter& A, const FBuiltCharacter& B)
{
	return std::equal(A.Figures.begin(), A.Figures.end(), B.Figures.begin(), B.Figures.end(),
		[](const FStageFigures& Left, const FStageFigures& Right)
		{
			return Left.Stage == Right.Stage &&
				std::equal(Left.Figures.begin(), Left.Figures.end(), Right.Figures.begin(), Right.Figures.end(),
					[](const FFigure& F, const FFigure& G)
					{ return F.Name == G.Name && F.Value == G.Value && F.Unit == G.Unit; });
		});
}

using FNames = std::vector<std::string>;

TEST(StageStore, ABuildFromTheStoreGivesTheSameBytesAndFigures)
{
	FScene Scene;
	const TResult<FBuiltCharacter> Plain = BuildCharacter(Scene.Examples, Scene.Options, {});
	const TResult<FBuiltCharacter> First = Scene.Build();
	const TResult<FBuiltCharacter> Second = Scene.Build();
	ASSERT_TRUE(Plain && First && Second);
	EXPECT_EQ(CachedStages(*First), FNames{});
	EXPECT_EQ(CachedStages(*Second), (FNames{"rig", "skin", "levels"}));
	EXPECT_TRUE(SameBytes(*Plain, *First));
	EXPECT_TRUE(SameBytes(*Plain, *Second));
	EXPECT_TRUE(SameFigures(*First, *Second));
	EXPECT_EQ(First->Rig.ErrorCurve, Second->Rig.ErrorCurve);
	EXPECT_EQ(First->Comparison->Volumes, Second->Comparison->Volumes);
	EXPECT_EQ(First->Parts.Levels.Curve.size(), Second->Parts.Levels.Curve.size());
	EXPECT_EQ(First->Skin->Validation.BoneLambdas, Second->Skin->Validation.BoneLambdas);
}

TEST(StageStore, AnOptionRedoesItsStageAndThoseAfterIt)
{
	FScene Scene;
	ASSERT_TRUE(Scene.Build());
	const auto With = [&](const char* Key, const char* Value)
	{
		FScene Changed = Scene;
		FOptionAssignment Assignment{Key, *ParseOptionValue(*FindOption(Key), Value)};
		EXPECT_TRUE(AssignOptions({&Assignment, 1}, "test", Changed.Options));
		const TResult<FBuiltCharacter> Built = Changed.Build();
		EXPECT_TRUE(Built) << Key;
		const TResult<FBuiltCharacter> Fresh = BuildCharacter(Changed.Examples, Changed.Options, {});
		EXPECT_TRUE(Fresh && Built && SameBytes(*Fresh, *Built)) << Key;
		return Built ? CachedStages(*Built) : FNames{};
	};
	EXPECT_EQ(With("bake.keyTolerance", "0.5"), (FNames{"rig", "skin", "levels"}));
	EXPECT_EQ(With("levels.count", "2"), (FNames{"rig", "skin"}));
	EXPECT_EQ(With("clip.name", "other"), (FNames{"rig", "skin"}));
	EXPECT_EQ(With("skin.aim", "examples"), (FNames{"rig"}));
	EXPECT_EQ(With("rig.influences", "3"), FNames{});
}

TEST(StageStore, ExamplesSeedAndCodeArePartOfTheKey)
{
	FScene Scene;
	const FStageKey Key = MakeExamplesKey(Scene.Examples, 1, "a");
	EXPECT_EQ(MakeExamplesKey(Scene.Examples, 1, "a"), Key);
	EXPECT_NE(MakeExamplesKey(Scene.Examples, 2, "a"), Key);
	EXPECT_NE(MakeExamplesKey(Scene.Examples, 1, "b"), Key);
	FExampleSet Moved = Scene.Examples;
	Moved.Poses[2][5].Y += 1e-12;
	EXPECT_NE(MakeExamplesKey(Moved, 1, "a"), Key);
	FExampleSet Fewer = Scene.Examples;
	Fewer.Poses.pop_back();
	EXPECT_NE(MakeExamplesKey(Fewer, 1, "a"), Key);
	EXPECT_EQ(FormatStageKey({0x0123456789abcdefu, 0xfedcba9876543210u}), "fedcba98765432100123456789abcdef");
}

/** Makes the head agree with damaged data again, as somebody would who knows the format. */
void Repair(TAlignedArray<std::byte>& Entry)
{
	const uint64_t Size = Entry.size() - 48, Checksum = Checksum64(std::span(Entry).subspan(48));
	std::memcpy(Entry.data() + 32, &Size, 8);
	std::memcpy(Entry.data() + 40, &Checksum, 8);
}

TEST(StageStore, DamagedEntriesAreComputedAgain)
{
	FScene Scene;
	const TResult<FBuiltCharacter> Good = Scene.Build();
	ASSERT_TRUE(Good);
	const std::map<std::string, TAlignedArray<std::byte>> Whole = Scene.Store.Entries;
	ASSERT_EQ(Whole.size(), 3u);
	for (const auto& [Name, Bytes] : Whole)
	{
		for (const size_t At : {size_t{0}, size_t{9}, size_t{20}, size_t{33}, size_t{41}, Bytes.size() / 2})
		{
			Scene.Store.Entries = Whole;
			Scene.Store.Entries[Name][At] ^= std::byte{4};
			const TResult<FBuiltCharacter> Built = Scene.Build();
			ASSERT_TRUE(Built && SameBytes(*Good, *Built)) << Name << " " << At;
			EXPECT_EQ(CachedStages(*Built).size(), 2u) << Name << " " << At;
			EXPECT_EQ(Scene.Store.Entries[Name].size(), Bytes.size()); // written again
			const TResult<FBuiltCharacter> Again = Scene.Build();
			ASSERT_TRUE(Again);
			EXPECT_EQ(CachedStages(*Again).size(), 3u);
		}
		Scene.Store.Entries = Whole;
		Scene.Store.Entries[Name].resize(Bytes.size() / 2);
		const TResult<FBuiltCharacter> Built = Scene.Build();
		ASSERT_TRUE(Built && SameBytes(*Good, *Built));
	}
}

TEST(StageStore, WhateverAnEntryHoldsBehindAGoodChecksumIsSafe)
{
	FScene Scene;
	ASSERT_TRUE(Scene.Build());
	const std::map<std::string, TAlignedArray<std::byte>> Whole = Scene.Store.Entries;
	const TResult<FRigResult> Rig = BuildRig(Scene.Examples, Scene.Options.Rig, {});
	ASSERT_TRUE(Rig);
	const TResult<FBuiltCharacter> Built = BuildCharacter(Scene.Examples, Scene.Options, {});
	ASSERT_TRUE(Built);
	FRandomNumbers Random(7);
	for (const auto& [Name, Bytes] : Whole)
	{
		FStageKey Key;
		std::memcpy(&Key, Bytes.data() + 16, sizeof(Key));
		for (int Round = 0; Round < 1500; ++Round)
		{
			TAlignedArray<std::byte> Damaged = Bytes;
			for (int Change = 0; Change < 1 + Round % 3; ++Change)
			{
				const size_t At = 48 + static_cast<size_t>(Random.Unit() * static_cast<double>(Damaged.size() - 56));
				const uint64_t Value = Random.Bits() >> (Random.Bits() % 64);
				std::memcpy(Damaged.data() + At, &Value, Round % 2 == 0 ? 1 : 8);
			}
			Damaged.resize(Round % 5 == 0 ? 48 + static_cast<size_t>(Random.Unit() * 2000.0) : Damaged.size());
			Repair(Damaged);
			// What is taken can be built on; what is not, is not.
			if (Name.starts_with("rig"))
			{
				if (const auto Read = ReadRigEntry(Key, Damaged, Scene.Examples))
				{
					EXPECT_TRUE(MakeAnimation(Read->Rig, 1.0));
				}
			}
			else if (Name.starts_with("skin"))
			{
				if (const auto Read = ReadSkinEntry(Key, Damaged, Scene.Examples, Rig->Rig))
				{
					EXPECT_EQ(Read->Fit.Skin.PointCount(), Scene.Examples.PointCount());
				}
			}
			else if (const auto Read = ReadLevelsEntry(Key, Damaged, Built->Parts))
			{
				FCharacterParts Parts = Built->Parts;
				Parts.Levels = *Read;
				const TResult<FBakedCharacter> Made = Bake(Parts, {.bSkinTangents = false}, {});
				EXPECT_TRUE(Made || !Made.GetError().Message.empty());
			}
		}
	}
}

TEST(StageStore, TheHostHearsOfEveryStageAndProvenanceHasEveryOption)
{
	FScene Scene;
	FNames Heard;
	FBuildHost Host;
	Host.StageDone = [&](const FStageRun& Run) { Heard.push_back(Run.Stage); };
	const TResult<FBuiltCharacter> Built = BuildCharacter(Scene.Examples, Scene.Options, {}, Host);
	ASSERT_TRUE(Built);
	EXPECT_EQ(Heard, (FNames{"rig", "skin", "levels", "bake"}));
	std::map<std::string, std::string> Provenance;
	for (const TProvenanceEntry<FOwned>& Entry : Built->Parts.Provenance)
	{
		EXPECT_TRUE(Provenance.emplace(Entry.Key, Entry.Value).second) << Entry.Key;
	}
	for (const FBuildOption& Option : GetOptionTable())
	{
		EXPECT_EQ(Provenance["options." + Option.Key], FormatOptionValue(Option.Get(Scene.Options))) << Option.Key;
	}
}

} // namespace StageStoreTest
} // namespace Exemplar

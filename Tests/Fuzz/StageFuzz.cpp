// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Base/Checksum.h"
#include "Examples/ExampleSet.h"
#include "Pipeline/StageEntry.h"

#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <cstring>

// Kept stages come back from a folder that anybody may have written to. The input edits entries that were really made,
// behind heads that are right again: what is read must be what later stages can build on, or nothing.

using namespace Exemplar;

namespace
{

/** A strip that bends in its middle, and what the stages make of it. */
struct FStages
{
	FExampleSet Examples;
	FBuildOptions Options;
	FStageKey Key{1, 2};
	FRig Rig;
	FCharacterParts Parts;
	std::vector<std::byte> Entries[3];

	FStages()
	{
		FSourceExamples Source;
		constexpr uint32_t Columns = 9;
		for (int Pose = -1; Pose < 4; ++Pose)
		{
			std::vector<FDouble3> Positions;
			for (uint32_t Index = 0; Index < 2 * Columns; ++Index)
			{
				const double X = 0.25 * (Index / 2) - 1.0, Y = Index % 2 == 0 ? 0.0 : 0.3, Angle = 0.3 * (Pose + 1);
				Positions.push_back(
					X > 0.0 ? FDouble3{X * std::cos(Angle), Y, X * std::sin(Angle)} : FDouble3{X, Y, 0.0});
			}
			if (Pose < 0)
			{
				Source.Rest.Positions = std::move(Positions);
			}
			else
			{
				Source.Poses.push_back({"pose " + std::to_string(Pose), std::move(Positions)});
			}
		}
		for (uint32_t Column = 0; Column + 1 < Columns; ++Column)
		{
			for (const uint32_t Vertex : {2 * Column, 2 * Column + 2, 2 * Column + 3, 2 * Column + 1})
			{
				Source.Rest.CornerVertices.push_back(Vertex);
			}
			Source.Rest.PolygonOffsets.push_back(static_cast<uint32_t>(Source.Rest.CornerVertices.size()));
		}
		Options.Rig.Clusters.BoneCount = 2;
		Options.Rig.Refine.Effort = ERefineEffort::Fast;
		Options.Levels.LevelCount = 2;
		Options.Levels.MinTriangles = 4;
		Examples = *BuildExampleSet(std::move(Source), {}, {});
		const TResult<FBuiltCharacter> Built = BuildCharacter(Examples, Options, {});
		if (!Built || !Built->Skin || Built->Parts.Levels.Coarser.empty())
		{
			std::abort();
		}
		Rig = Built->Rig.Rig;
		Parts = Built->Parts;
		Entries[0] = WriteRigEntry(Key, Built->Rig);
		Entries[1] = WriteSkinEntry(Key, {*Built->Skin, *Built->Comparison});
		Entries[2] = WriteLevelsEntry(Key, Parts.Levels);
		if (!ReadRigEntry(Key, Entries[0], Examples) || !ReadSkinEntry(Key, Entries[1], Examples, Rig) ||
			!ReadLevelsEntry(Key, Entries[2], Parts))
		{
			std::abort(); // edits of what is not taken anyway would test nothing
		}
	}
};

constexpr size_t HeadSize = 48;

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* Data, size_t Size)
{
	static const FStages Stages;
	const size_t Stage = Size > 0 ? Data[0] % 3 : 0;
	std::vector<std::byte> Entry = Stages.Entries[Stage];
	// An edit is a place and a byte; with the top bit of the first byte the entry ends at the last place.
	size_t At = HeadSize;
	for (size_t Edit = 1; Edit + 3 <= Size; Edit += 3)
	{
		At = HeadSize + (Data[Edit] | size_t{Data[Edit + 1]} << 8) % (Entry.size() - HeadSize);
		Entry[At] = static_cast<std::byte>(Data[Edit + 2]);
	}
	Entry.resize(Size > 0 && Data[0] >= 128 ? At : Entry.size());
	const uint64_t DataSize = Entry.size() - HeadSize, Checksum = Checksum64(std::span(Entry).subspan(HeadSize));
	std::memcpy(Entry.data() + 32, &DataSize, sizeof(DataSize));
	std::memcpy(Entry.data() + 40, &Checksum, sizeof(Checksum));
	if (Stage == 0)
	{
		if (const auto Rig = ReadRigEntry(Stages.Key, Entry, Stages.Examples))
		{
			return MakeAnimation(Rig->Rig, 1.0) ? 0 : (std::abort(), 0);
		}
	}
	else if (Stage == 1)
	{
		const auto Skin = ReadSkinEntry(Stages.Key, Entry, Stages.Examples, Stages.Rig);
		return Skin && Skin->Fit.Skin.PointCount() != Stages.Examples.PointCount() ? (std::abort(), 0) : 0;
	}
	else if (const auto Levels = ReadLevelsEntry(Stages.Key, Entry, Stages.Parts))
	{
		FCharacterParts Parts = Stages.Parts;
		Parts.Levels = *Levels;
		const TResult<FBakedCharacter> Made = Bake(Parts, {.bSkinTangents = false}, {});
		return !Made && Made.GetError().Message.empty() ? (std::abort(), 0) : 0;
	}
	return 0;
}

// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Gpu/GpuSkin.h"

#include "Correctives/CorrectiveJobs.h"

#include <cstring>
#include <iterator>

namespace Exemplar
{
namespace GpuSkinTables
{

void AddBlocks(const FPackedSkin& Skin, FGpuSkinTables& Out)
{
	for (const FSkinGroup& Group : Skin.Groups)
	{
		const uint32_t Influences = SkinBlockSize * Group.InfluenceCount;
		const uint32_t Indices = Group.bShared != 0 ? Group.InfluenceCount : Influences;
		for (uint32_t Block = 0; Block < Group.SlotCount / SkinBlockSize; ++Block)
		{
			Out.Blocks.push_back({Group.FirstInfluence + Block * Influences, Group.FirstIndex + Block * Indices,
				Group.InfluenceCount | (Group.bShared != 0 ? 1u << 16 : 0u), NoIndex});
		}
	}
}

template <typename T>
void AppendWords(std::vector<uint32_t>& Out, const T& Item)
{
	static_assert(sizeof(T) % sizeof(uint32_t) == 0);
	uint32_t Words[sizeof(T) / sizeof(uint32_t)];
	std::memcpy(Words, &Item, sizeof(T));
	Out.insert(Out.end(), std::begin(Words), std::end(Words));
}

/** Two codes of 16 bits. */
uint32_t PairOf(int16_t Low, int16_t High)
{
	return static_cast<uint32_t>(static_cast<uint16_t>(Low)) | static_cast<uint32_t>(static_cast<uint16_t>(High)) << 16;
}
uint32_t ByteOf(int8_t Code)
{
	return static_cast<uint32_t>(static_cast<uint8_t>(Code));
}

/** Blocks of shapes become rows of slots: a thread reads what moves it and writes once. */
void AddCorrectives(const FPackedSkin& Skin, const TCorrectives<FViewed>& Correctives,
	const TCorrectiveDeltas<FViewed>& Shapes, FGpuSkinTables& Out)
{
	const FPackedCorrectives Packed = PackCorrectives(Correctives, Shapes, Skin);
	for (const FCorrectiveShape& Shape : Correctives.Shapes)
	{
		AppendWords(Out.CorrectiveEntries, FFloat2{Shape.DeltaScale, Shape.NormalScale});
	}
	size_t Moved = 0, After = 0;
	uint32_t Places = 0;
	for (uint32_t Block = 0; Block < Out.Blocks.size(); ++Block)
	{
		const bool bMoves = Moved < Packed.MovedBlocks.size() && Packed.MovedBlocks[Moved] == Block;
		const auto IsAfter = [&](uint32_t End)
		{ return After < Packed.After.size() && Packed.After[After].Slot < End; };
		if (!bMoves && !IsAfter((Block + 1) * SkinBlockSize))
		{
			continue;
		}
		Out.Blocks[Block].Corrective = Places++;
		for (uint32_t Lane = 0; Lane < SkinBlockSize; ++Lane)
		{
			Out.CorrectiveOffsets.push_back(static_cast<uint32_t>(Out.CorrectiveEntries.size()));
			for (size_t Entry = bMoves ? Packed.Offsets[Moved] : 0; bMoves && Entry < Packed.Offsets[Moved + 1];
				 ++Entry)
			{
				const int16_t* D = Packed.Deltas.data() + 24 * Entry + Lane;
				const int8_t None[24] = {};
				const int8_t* N = Packed.Normals.empty() ? None : Packed.Normals.data() + 24 * Entry + Lane;
				const uint32_t Delta[3] = {ByteOf(N[0]), ByteOf(N[8]), ByteOf(N[16])};
				if (D[0] != 0 || D[8] != 0 || D[16] != 0 || (Delta[0] | Delta[1] | Delta[2]) != 0)
				{
					AppendWords(Out.CorrectiveEntries,
						FGpuCorrectiveEntry{Packed.Shapes[Entry] | Delta[0] << 16 | Delta[1] << 24, PairOf(D[0], D[8]),
							PairOf(D[16], 0) | Delta[2] << 16});
				}
			}
			Out.CorrectiveOffsets.push_back(static_cast<uint32_t>(Out.CorrectiveEntries.size()));
			for (; IsAfter(Block * SkinBlockSize + Lane + 1); ++After)
			{
				const FPackedCorrectives::FAfter& Each = Packed.After[After];
				AppendWords(Out.CorrectiveEntries,
					FGpuAfterEntry{
						Each.Shape, static_cast<uint32_t>(Correctives.ShapeCount()) + 9 * Each.Joint, Each.Delta});
			}
		}
		Moved += bMoves ? 1 : 0;
	}
	Out.CorrectiveOffsets.push_back(static_cast<uint32_t>(Out.CorrectiveEntries.size()));
}

void AddEntryBones(const FPackedSkin& Skin, FGpuSkinTables& Out)
{
	switch (Skin.Format.Kind)
	{
	case EPackedKind::Spherical:
		for (const uint16_t Entry : Skin.SetEntries)
		{
			Out.EntryBones.push_back(Skin.PaletteBones[Entry]);
		}
		break;
	case EPackedKind::Twist:
		for (const FPackedSkin::FTwistEntry& Entry : Skin.TwistEntries)
		{
			Out.EntryBones.push_back(Skin.PaletteBones[Entry.PaletteIndex]);
		}
		break;
	default:
		Out.EntryBones.assign(Skin.PaletteBones.begin(), Skin.PaletteBones.end());
	}
}

} // namespace GpuSkinTables

FGpuSkinTables MakeGpuSkinTables(
	const FPackedSkin& Skin, const TCorrectives<FViewed>& Correctives, const TCorrectiveDeltas<FViewed>& Shapes)
{
	FGpuSkinTables Out;
	if (Skin.LinearSlotCount > 0)
	{
		return Out;
	}
	FGpuSkinParameters& P = Out.Parameters;
	P.SkinPointScale = {Skin.PointScale.X, Skin.PointScale.Y, Skin.PointScale.Z, Skin.WScale};
	P.SkinPointOffset = {Skin.PointOffset.X, Skin.PointOffset.Y, Skin.PointOffset.Z, 0.0f};
	P.SkinSlotCount = Skin.SlotCount;
	P.SkinIndexShift = static_cast<uint32_t>(Skin.Indices);
	P.SkinWeightShift = Skin.Format.Weights == EWeightFormat::Float32 ? 2
		: Skin.Format.Weights == EWeightFormat::Unorm16               ? 1
																	  : 0;
	P.SkinWeightScale = Skin.Format.Weights == EWeightFormat::Float32 ? 1.0f
		: Skin.Format.Weights == EWeightFormat::Unorm16               ? 1.0f / 65535.0f
																	  : 1.0f / 255.0f;
	P.SkinFrameFormat = static_cast<uint32_t>(Skin.Format.Frames);
	P.SkinHasTangents = Skin.bHasTangents ? 1 : 0;
	P.SkinHasDeltas = Skin.DeltaStream.empty() ? 0 : 1;
	P.SkinHasTangentPairs = Skin.TangentStream.empty() ? 0 : 1;
	GpuSkinTables::AddBlocks(Skin, Out);
	GpuSkinTables::AddCorrectives(Skin, Correctives, Shapes, Out);
	GpuSkinTables::AddEntryBones(Skin, Out);
	return Out;
}

FGpuSkinInstance MakeGpuSkinInstance(const FSkinFrame& Frame, uint32_t Number, size_t EntryCount, uint32_t FirstOutput)
{
	const uint32_t Entries = static_cast<uint32_t>(EntryCount);
	const uint32_t Shapes = static_cast<uint32_t>(Frame.ShapeWeights.size() / 2);
	const uint32_t Segments = static_cast<uint32_t>(Frame.SegmentAngles.size() / 2);
	FGpuSkinInstance Out;
	Out.Palette = 2 * Number * Entries;
	Out.PreviousPalette = Out.Palette + Entries;
	Out.Shapes = 2 * Number * Shapes;
	Out.PreviousShapes = Out.Shapes + Shapes;
	Out.Segments = 2 * Number * Segments;
	Out.PreviousSegments = Out.Segments + Segments;
	Out.Geomorph = Frame.Geomorph;
	Out.PreviousGeomorph = Frame.PreviousGeomorph;
	Out.Level = Frame.Level;
	Out.FirstOutput = FirstOutput;
	return Out;
}

} // namespace Exemplar

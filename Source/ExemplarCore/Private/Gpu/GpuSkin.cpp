// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Gpu/GpuSkin.h"

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

/** Rows of shapes become rows of slots, for blocks that have any: a thread reads what moves it and writes once. */
void AddCorrectives(const FPackedSkin& Skin, const TCorrectiveDeltas<FViewed>& Shapes, FGpuSkinTables& Out)
{
	std::vector<std::vector<FGpuCorrectiveEntry>> OfVertex(Skin.SlotOfVertex.size());
	for (uint32_t Shape = 0; Shape + 1 < Shapes.Offsets.size(); ++Shape)
	{
		for (uint32_t Index = Shapes.Offsets[Shape]; Index < Shapes.Offsets[Shape + 1]; ++Index)
		{
			if (Shapes.Vertices[Index] < OfVertex.size())
			{
				OfVertex[Shapes.Vertices[Index]].push_back({Shape, Shapes.Deltas[Index]});
			}
		}
	}
	uint32_t Places = 0;
	for (uint32_t Block = 0; Block < Out.Blocks.size(); ++Block)
	{
		bool bAny = false;
		for (uint32_t Lane = 0; Lane < SkinBlockSize; ++Lane)
		{
			bAny = bAny || !OfVertex[Skin.VertexOfSlot[Block * SkinBlockSize + Lane]].empty();
		}
		if (!bAny)
		{
			continue;
		}
		Out.Blocks[Block].Corrective = Places++;
		for (uint32_t Lane = 0; Lane < SkinBlockSize; ++Lane)
		{
			const auto& Entries = OfVertex[Skin.VertexOfSlot[Block * SkinBlockSize + Lane]];
			Out.CorrectiveOffsets.push_back(static_cast<uint32_t>(Out.CorrectiveEntries.size()));
			Out.CorrectiveEntries.insert(Out.CorrectiveEntries.end(), Entries.begin(), Entries.end());
		}
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

FGpuSkinTables MakeGpuSkinTables(const FPackedSkin& Skin, const TCorrectiveDeltas<FViewed>& Shapes)
{
	FGpuSkinTables Out;
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
	GpuSkinTables::AddCorrectives(Skin, Shapes, Out);
	GpuSkinTables::AddEntryBones(Skin, Out);
	return Out;
}

} // namespace Exemplar

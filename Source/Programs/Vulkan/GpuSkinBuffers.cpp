// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Vulkan/GpuSkinBuffers.h"

namespace Exemplar
{

TResult<FGpuSkinBuffers> FGpuSkinBuffers::Make(const FGpuDevice& Device, const FPackedSkin& Skin,
	const TCorrectives<FViewed>& Correctives, const TCorrectiveDeltas<FViewed>& Shapes)
{
	const FGpuSkinTables Tables = MakeGpuSkinTables(Skin, Correctives, Shapes);
	FGpuSkinBuffers Out;
	Out.Parameters = Tables.Parameters;
	Out.bPoints16 = Skin.Format.Points == EPointFormat::Fixed16;
	FStatus Status = FOk{};
	const auto Upload = [&](FGpuBuffer& Buffer, const auto& Items)
	{
		TResult<FGpuBuffer> Made = Device.MakeBufferOf(Items);
		if (Made)
		{
			Buffer = *Made;
		}
		else
		{
			Status = Made.GetError();
		}
	};
	Upload(Out.Blocks, Tables.Blocks);
	Upload(Out.Indices, Skin.IndexStream);
	Upload(Out.Weights, Skin.WeightStream);
	Upload(Out.Points, Skin.PointStream);
	Upload(Out.Deltas, Skin.DeltaStream);
	Upload(Out.Tangents, Skin.TangentStream);
	Upload(Out.Bitangents, Skin.BitangentStream);
	Upload(Out.Frames, Skin.FrameStream);
	Upload(Out.Centers, Skin.Centers);
	Upload(Out.BlendFactors, Skin.BlendFactors);
	Upload(Out.TwistFractions, Skin.TwistFractions);
	Upload(Out.Segments, Skin.SegmentStream);
	Upload(Out.SegmentFrames, Skin.SegmentFrames);
	Upload(Out.CorrectiveOffsets, Tables.CorrectiveOffsets);
	Upload(Out.CorrectiveEntries, Tables.CorrectiveEntries);
	Upload(Out.EntryBones, Tables.EntryBones);
	if (!Status)
	{
		return Status.GetError();
	}
	return Out;
}

void FGpuSkinBuffers::Bind(FGpuBindings& Bindings) const
{
	Bindings.Set("SkinBlocks", Blocks)
		.Set("SkinIndices", Indices)
		.Set("SkinWeights", Weights)
		.Set("SkinPoints", Points)
		.Set("SkinDeltas", Deltas)
		.Set("SkinTangents", Tangents)
		.Set("SkinBitangents", Bitangents)
		.Set("SkinFrames", Frames)
		.Set("SkinCenters", Centers)
		.Set("SkinBlendFactors", BlendFactors)
		.Set("SkinTwistFractions", TwistFractions)
		.Set("SkinSegments", Segments)
		.Set("SkinSegmentFrames", SegmentFrames)
		.Set("SkinCorrectiveOffsets", CorrectiveOffsets)
		.Set("SkinCorrectiveEntries", CorrectiveEntries)
		.Set("SkinEntryBones", EntryBones);
}

} // namespace Exemplar

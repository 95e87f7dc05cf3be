// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Render/ExemplarSkinData.h"

#include "Character/CharacterViews.h"
#include "ExemplarConversions.h"
#include "Render/ExemplarUpload.h"
#include "RenderingThread.h"

FExemplarLevel::FExemplarLevel()
	: IndexBuffer(false)
{
}

Exemplar::TResult<TUniquePtr<FExemplarLevel>> FExemplarLevel::Make(
	const Exemplar::FMeshLevelView& Level, const Exemplar::FRestPose& Rest, Exemplar::EPackedKind Kind)
{
	using namespace Exemplar;
	const FMeshLevelData Converted = ToUnrealAxes(Level);
	const FMeshLevelView View = ViewOf(Converted);
	FPackOptions Options;
	Options.Kind = Kind;
	Options.Frames = EFrameFormat::Octahedral16;
	Options.Weights = EWeightFormat::Unorm16;
	Options.bSmallIndices = true;
	TResult<FPackedSkin> Packed = PackSkin(View, Rest, Options);
	if (!Packed)
	{
		return Packed.GetError();
	}
	TUniquePtr<FExemplarLevel> Out(new FExemplarLevel);
	Out->Skin = std::move(*Packed);
	Out->Tables = MakeGpuSkinTables(Out->Skin, View.Correctives);
	Out->Parameters = Out->Tables.Parameters;
	Out->Error = Converted.MeanError;
	Out->bHasDeltas = !Out->Skin.DeltaStream.empty();
	Out->Sections = TArray<FMeshSection>(Converted.Sections.data(), static_cast<int32>(Converted.Sections.size()));
	TArray<uint32> SlotIndices;
	SlotIndices.Reserve(static_cast<int32>(Converted.Indices.size()));
	for (const uint32_t Vertex : Converted.Indices)
	{
		SlotIndices.Add(Out->Skin.SlotOfVertex[Vertex]);
	}
	Out->IndexBuffer.SetIndices(SlotIndices, EIndexBufferStride::Force32Bit);
	Out->UVs.SetNumZeroed(2 * static_cast<int32>(Out->Skin.SlotCount));
	for (uint32_t Slot = 0; Slot < Out->Skin.SlotCount && !Converted.UVs.empty(); ++Slot)
	{
		const FFloat2& UV = Converted.UVs[Out->Skin.VertexOfSlot[Slot]];
		Out->UVs[2 * static_cast<int32>(Slot)] = UV.X;
		Out->UVs[2 * static_cast<int32>(Slot) + 1] = UV.Y;
	}
	return Out;
}

void FExemplarLevel::Upload(FRDGBuilder& GraphBuilder)
{
	const auto Words = [&](const TCHAR* Name, const auto& Items)
	{ return ExemplarUpload::Words(GraphBuilder, Name, Items, GpuBytes); };
	Blocks = Words(TEXT("Exemplar.SkinBlocks"), Tables.Blocks);
	Indices = Words(TEXT("Exemplar.SkinIndices"), Skin.IndexStream);
	Weights = Words(TEXT("Exemplar.SkinWeights"), Skin.WeightStream);
	Points = Words(TEXT("Exemplar.SkinPoints"), Skin.PointStream);
	Frames = Words(TEXT("Exemplar.SkinFrames"), Skin.FrameStream);
	Deltas = Words(TEXT("Exemplar.SkinDeltas"), Skin.DeltaStream);
	Tangents = Words(TEXT("Exemplar.SkinTangents"), Skin.TangentStream);
	Bitangents = Words(TEXT("Exemplar.SkinBitangents"), Skin.BitangentStream);
	TwistFractions = Words(TEXT("Exemplar.SkinTwistFractions"), Skin.TwistFractions);
	Segments = Words(TEXT("Exemplar.SkinSegments"), Skin.SegmentStream);
	SegmentFrames =
		ExemplarUpload::Rows(GraphBuilder, TEXT("Exemplar.SkinSegmentFrames"), Skin.SegmentFrames, GpuBytes);
	CorrectiveOffsets = Words(TEXT("Exemplar.SkinCorrectiveOffsets"), Tables.CorrectiveOffsets);
	CorrectiveEntries = Words(TEXT("Exemplar.SkinCorrectiveEntries"), Tables.CorrectiveEntries);
	EntryBones = Words(TEXT("Exemplar.SkinEntryBones"), Tables.EntryBones);
	SlotUVs = Words(TEXT("Exemplar.SlotUVs"), std::span<const float>(UVs.GetData(), UVs.Num()));

	// The counts and tables that poses need stay; the streams are on the GPU now.
	Skin.IndexStream = {};
	Skin.WeightStream = {};
	Skin.PointStream = {};
	Skin.FrameStream = {};
	Skin.DeltaStream = {};
	Skin.TangentStream = {};
	Skin.BitangentStream = {};
	Tables = {};
	UVs.Empty();
}

Exemplar::TResult<TSharedPtr<FExemplarSkinData>> FExemplarSkinData::Make(
	const Exemplar::FCharacter& Character, const Exemplar::FCharacterPoser& Poser, Exemplar::EPackedKind Kind)
{
	TSharedPtr<FExemplarSkinData> Out = MakeShared<FExemplarSkinData>();
	for (const Exemplar::FMeshLevelView& Level : Character.View().Levels)
	{
		Exemplar::TResult<TUniquePtr<FExemplarLevel>> Made = FExemplarLevel::Make(Level, Poser.GetRest(), Kind);
		if (!Made)
		{
			return Made.GetError();
		}
		Out->LevelErrors.push_back((*Made)->Error);
		Out->Levels.Add(std::move(*Made));
	}
	return Out;
}

FExemplarSkinData::~FExemplarSkinData()
{
	if (bInitialized)
	{
		for (TUniquePtr<FExemplarLevel>& Level : Levels)
		{
			Level->IndexBuffer.ReleaseResource();
		}
	}
}

void FExemplarSkinData::InitResources(FRHICommandListBase& RHICmdList)
{
	if (!bInitialized)
	{
		bInitialized = true;
		for (TUniquePtr<FExemplarLevel>& Level : Levels)
		{
			Level->IndexBuffer.InitResource(RHICmdList);
		}
	}
}

void FExemplarSkinData::ReleaseOnRenderThread(TSharedPtr<FExemplarSkinData>&& Data)
{
	if (Data.IsValid())
	{
		ENQUEUE_RENDER_COMMAND(ExemplarReleaseSkinData)
		([Held = MoveTemp(Data)](FRHICommandListImmediate&) mutable { Held.Reset(); });
	}
}

// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Render/ExemplarSkinData.h"

#include "Character/CharacterViews.h"
#include "ExemplarConversions.h"
#include "Lod/LevelChoice.h"
#include "Render/ExemplarUpload.h"
#include "RenderingThread.h"

uint32 FExemplarSkinOutput::Take()
{
	if (Free.IsEmpty())
	{
		return Taken++;
	}
	const uint32 Range = Free.Last();
	Free.RemoveAt(Free.Num() - 1);
	return Range;
}

void FExemplarSkinOutput::Return(uint32 Range)
{
	Free.Add(Range);
}

void FExemplarSkinOutput::Open(FRDGBuilder& GraphBuilder, uint32 SlotCount, bool bColors)
{
	const auto Grow = [&](const TRefCountPtr<FRDGPooledBuffer>& Kept, uint32 Before, uint32 Count, const TCHAR* Name)
	{
		if (Before == Count)
		{
			return GraphBuilder.RegisterExternalBuffer(Kept);
		}
		FRDGBufferRef New =
			GraphBuilder.CreateBuffer(FRDGBufferDesc::CreateStructuredDesc(sizeof(uint32), Count), Name);
		if (Before > 0)
		{
			AddCopyBufferPass(
				GraphBuilder, New, 0, GraphBuilder.RegisterExternalBuffer(Kept), 0, Before * sizeof(uint32));
		}
		return New;
	};
	const uint32 Before = Capacity * SlotCount;
	while (Capacity < Taken)
	{
		Capacity = FMath::Max<uint32>(2 * Capacity, 1);
	}
	const uint32 Count = Capacity * SlotCount;
	GraphPositions = Grow(Positions, 3 * Before, 3 * Count, TEXT("Exemplar.Positions"));
	GraphPreviousPositions = Grow(PreviousPositions, 3 * Before, 3 * Count, TEXT("Exemplar.PreviousPositions"));
	GraphFrames = Grow(Frames, 2 * Before, 2 * Count, TEXT("Exemplar.Frames"));
	if (bColors)
	{
		GraphColors = Grow(Colors, ColorCapacity * SlotCount, Count, TEXT("Exemplar.Colors"));
		ColorCapacity = Capacity;
	}
	else if (!Colors.IsValid())
	{
		GraphColors = CreateStructuredBuffer(GraphBuilder, TEXT("Exemplar.White"), TArray<uint32>{0xffffffffu});
	}
}

void FExemplarSkinOutput::Close(FRDGBuilder& GraphBuilder)
{
	const auto Publish = [&](FRDGBufferRef& Written, TRefCountPtr<FRDGPooledBuffer>& Kept)
	{
		if (Written)
		{
			Kept = ConvertToExternalAccessBuffer(GraphBuilder, Written, ERHIAccess::SRVMask);
			Written = nullptr;
		}
	};
	Publish(GraphPositions, Positions);
	Publish(GraphPreviousPositions, PreviousPositions);
	Publish(GraphFrames, Frames);
	Publish(GraphColors, Colors);
}

FExemplarLevel::FExemplarLevel()
	: IndexBuffer(false)
{
}

Exemplar::TResult<TUniquePtr<FExemplarLevel>> FExemplarLevel::Make(const Exemplar::FMeshLevelView& Level,
	const Exemplar::FCorrectivesView& Correctives, const Exemplar::FRestPose& Rest, Exemplar::EPackedKind Kind,
	const Exemplar::FBasis& Basis)
{
	using namespace Exemplar;
	const FMeshLevelData Converted = ToUnrealAxes(Level, Basis);
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
	Out->Tables = MakeGpuSkinTables(Out->Skin, *Correctives, View.Correctives);
	Out->Parameters = Out->Tables.Parameters;
	Out->Error = ChoiceError(View);
	Out->bHasDeltas = !Out->Skin.DeltaStream.empty();
	Out->Sections = TArray<FMeshSection>(Converted.Sections.data(), static_cast<int32>(Converted.Sections.size()));
	TArray<uint32> SlotIndices;
	SlotIndices.Reserve(static_cast<int32>(Converted.Indices.size()));
	for (const uint32_t Vertex : Converted.Indices)
	{
		SlotIndices.Add(Out->Skin.SlotOfVertex[Vertex]);
	}
	Out->IndexBuffer.SetIndices(SlotIndices, EIndexBufferStride::Force32Bit);
	Out->FillMaterialInputs(View);
	return Out;
}

void FExemplarLevel::FillMaterialInputs(const Exemplar::FMeshLevelView& Level)
{
	const size_t MoreSets = Level.MoreUVSetCount();
	UVSets = 1 + static_cast<uint32>(MoreSets);
	bHasColors = Level.ColorSetCount() > 0;
	UVs.SetNumZeroed(2 * static_cast<int32>(Skin.SlotCount * UVSets));
	Colors.Init(0xffffffffu, bHasColors ? static_cast<int32>(Skin.SlotCount) : 1);
	for (uint32 Slot = 0; Slot < Skin.SlotCount; ++Slot)
	{
		const size_t Vertex = Skin.VertexOfSlot[Slot];
		for (uint32 Set = 0; Set < UVSets; ++Set)
		{
			const std::span<const Exemplar::FFloat2> Values = Set == 0 ? Level.UVs : Level.MoreUVSet(Set - 1);
			const int32 At = 2 * static_cast<int32>(Slot * UVSets + Set);
			UVs[At] = Values.empty() ? 0.0f : Values[Vertex].X;
			UVs[At + 1] = Values.empty() ? 0.0f : Values[Vertex].Y;
		}
		if (bHasColors)
		{
			const Exemplar::FFloat4& Color = Level.ColorSet(0)[Vertex];
			const auto Byte = [](float Value)
			{ return static_cast<uint32>(255.0f * FMath::Clamp(Value, 0.0f, 1.0f) + 0.5f); };
			Colors[static_cast<int32>(Slot)] =
				Byte(Color.X) | Byte(Color.Y) << 8 | Byte(Color.Z) << 16 | Byte(Color.W) << 24;
		}
	}
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
	Centers = Words(TEXT("Exemplar.SkinCenters"), Skin.Centers);
	BlendFactors = Words(TEXT("Exemplar.SkinBlendFactors"), Skin.BlendFactors);
	TwistFractions = Words(TEXT("Exemplar.SkinTwistFractions"), Skin.TwistFractions);
	Segments = Words(TEXT("Exemplar.SkinSegments"), Skin.SegmentStream);
	SegmentFrames =
		ExemplarUpload::Rows(GraphBuilder, TEXT("Exemplar.SkinSegmentFrames"), Skin.SegmentFrames, GpuBytes);
	CorrectiveOffsets = Words(TEXT("Exemplar.SkinCorrectiveOffsets"), Tables.CorrectiveOffsets);
	CorrectiveEntries = Words(TEXT("Exemplar.SkinCorrectiveEntries"), Tables.CorrectiveEntries);
	EntryBones = Words(TEXT("Exemplar.SkinEntryBones"), Tables.EntryBones);
	SlotUVs = Words(TEXT("Exemplar.SlotUVs"), std::span<const float>(UVs.GetData(), UVs.Num()));
	SlotColors = Words(TEXT("Exemplar.SlotColors"), std::span<const uint32>(Colors.GetData(), Colors.Num()));

	// The counts and tables that poses need stay; the streams are on the GPU now.
	Skin.IndexStream = {};
	Skin.WeightStream = {};
	Skin.PointStream = {};
	Skin.FrameStream = {};
	Skin.DeltaStream = {};
	Skin.TangentStream = {};
	Skin.BitangentStream = {};
	Skin.Centers = {};
	Skin.BlendFactors = {};
	Tables = {};
	UVs.Empty();
	Colors.Empty();
}

Exemplar::TResult<TSharedPtr<FExemplarSkinData>> FExemplarSkinData::Make(const Exemplar::FCharacter& Character,
	const Exemplar::FCharacterPoser& Poser, Exemplar::EPackedKind Kind, const Exemplar::FBasis& Basis)
{
	TSharedPtr<FExemplarSkinData> Out = MakeShared<FExemplarSkinData>();
	const Exemplar::TCorrectives<Exemplar::FOwned> Converted = Exemplar::ToUnrealAxes(Character->Correctives, Basis);
	const Exemplar::FCorrectivesView Correctives(Converted);
	for (const Exemplar::FMeshLevelView& Level : Character.View().Levels)
	{
		Exemplar::TResult<TUniquePtr<FExemplarLevel>> Made =
			FExemplarLevel::Make(Level, Correctives, Poser.GetRest(), Kind, Basis);
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

// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Render/ExemplarSkinning.h"

#include "ExemplarStats.h"
#include "GlobalShader.h"
#include "HAL/UnrealMemory.h"
#include "RenderGraphBuilder.h"
#include "RenderGraphUtils.h"
#include "ShaderParameterStruct.h"

DECLARE_CYCLE_STAT(TEXT("Skinning (render thread)"), STAT_ExemplarSkinning, STATGROUP_Exemplar);
DECLARE_DWORD_COUNTER_STAT(TEXT("Skinned vertices"), STAT_ExemplarVertices, STATGROUP_Exemplar);

/** What ExemplarSkinning.ush reads, as Gpu/GpuLayout.h has it. */
BEGIN_SHADER_PARAMETER_STRUCT(FExemplarSkinParameters, )
SHADER_PARAMETER(FVector4f, SkinPointScale)
SHADER_PARAMETER(FVector4f, SkinPointOffset)
SHADER_PARAMETER(uint32, SkinSlotCount)
SHADER_PARAMETER(uint32, SkinInstanceCount)
SHADER_PARAMETER(uint32, SkinFirstInstance)
SHADER_PARAMETER(uint32, SkinIndexShift)
SHADER_PARAMETER(uint32, SkinWeightShift)
SHADER_PARAMETER(float, SkinWeightScale)
SHADER_PARAMETER(uint32, SkinFrameFormat)
SHADER_PARAMETER(uint32, SkinHasTangents)
SHADER_PARAMETER(uint32, SkinHasDeltas)
SHADER_PARAMETER(uint32, SkinHasTangentPairs)
SHADER_PARAMETER(uint32, SkinHasStretches)
SHADER_PARAMETER(float, SkinDebugScale)
SHADER_PARAMETER_RDG_BUFFER_SRV(StructuredBuffer<uint>, SkinBlocks)
SHADER_PARAMETER_RDG_BUFFER_SRV(StructuredBuffer<uint>, SkinIndices)
SHADER_PARAMETER_RDG_BUFFER_SRV(StructuredBuffer<uint>, SkinPoints)
SHADER_PARAMETER_RDG_BUFFER_SRV(StructuredBuffer<uint>, SkinFrames)
SHADER_PARAMETER_RDG_BUFFER_SRV(StructuredBuffer<uint>, SkinWeights)
SHADER_PARAMETER_RDG_BUFFER_SRV(StructuredBuffer<uint>, SkinDeltas)
SHADER_PARAMETER_RDG_BUFFER_SRV(StructuredBuffer<uint>, SkinTangents)
SHADER_PARAMETER_RDG_BUFFER_SRV(StructuredBuffer<uint>, SkinBitangents)
SHADER_PARAMETER_RDG_BUFFER_SRV(StructuredBuffer<uint>, SkinInstances)
SHADER_PARAMETER_RDG_BUFFER_SRV(StructuredBuffer<float4>, SkinPalette)
SHADER_PARAMETER_RDG_BUFFER_SRV(StructuredBuffer<float4>, SkinStretches)
SHADER_PARAMETER_RDG_BUFFER_SRV(StructuredBuffer<float>, SkinTwistFractions)
SHADER_PARAMETER_RDG_BUFFER_SRV(StructuredBuffer<uint>, SkinSegments)
SHADER_PARAMETER_RDG_BUFFER_SRV(StructuredBuffer<float>, SkinSegmentAngles)
SHADER_PARAMETER_RDG_BUFFER_SRV(StructuredBuffer<float4>, SkinSegmentFrames)
SHADER_PARAMETER_RDG_BUFFER_SRV(StructuredBuffer<uint>, SkinCorrectiveOffsets)
SHADER_PARAMETER_RDG_BUFFER_SRV(StructuredBuffer<uint>, SkinCorrectiveEntries)
SHADER_PARAMETER_RDG_BUFFER_SRV(StructuredBuffer<float>, SkinShapeWeights)
END_SHADER_PARAMETER_STRUCT()

/** SkinCS of ExemplarSkinning.usf, with output to the component's own buffers. */
class FExemplarSkinCS : public FGlobalShader
{
	DECLARE_GLOBAL_SHADER(FExemplarSkinCS);
	SHADER_USE_PARAMETER_STRUCT(FExemplarSkinCS, FGlobalShader);

	class FOperator : SHADER_PERMUTATION_INT("SKIN_OPERATOR", Exemplar::SkinOperatorCount);
	class FCorrectives : SHADER_PERMUTATION_BOOL("SKIN_CORRECTIVES");
	using FPermutationDomain = TShaderPermutationDomain<FOperator, FCorrectives>;

	BEGIN_SHADER_PARAMETER_STRUCT(FParameters, )
	SHADER_PARAMETER_STRUCT_INCLUDE(FExemplarSkinParameters, Skin)
	SHADER_PARAMETER_RDG_BUFFER_UAV(RWStructuredBuffer<float>, OutPositions)
	SHADER_PARAMETER_RDG_BUFFER_UAV(RWStructuredBuffer<uint>, OutFrames)
	SHADER_PARAMETER_RDG_BUFFER_UAV(RWStructuredBuffer<float>, OutPreviousPositions)
	END_SHADER_PARAMETER_STRUCT()

	static bool ShouldCompilePermutation(const FGlobalShaderPermutationParameters& Parameters)
	{
		return IsFeatureLevelSupported(Parameters.Platform, ERHIFeatureLevel::SM5);
	}
	static void ModifyCompilationEnvironment(
		const FGlobalShaderPermutationParameters& Parameters, FShaderCompilerEnvironment& OutEnvironment)
	{
		FGlobalShader::ModifyCompilationEnvironment(Parameters, OutEnvironment);
		OutEnvironment.SetDefine(TEXT("SKIN_PREVIOUS"), 1);
		OutEnvironment.SetDefine(TEXT("SKIN_OUTPUT"), 0);
	}
};
IMPLEMENT_GLOBAL_SHADER(FExemplarSkinCS, "/Plugin/Exemplar/ExemplarSkinning.usf", "SkinCS", SF_Compute);

/** The same into a mesh deformer's buffers. Last frame's positions are the engine's to keep. */
class FExemplarDeformCS : public FGlobalShader
{
	DECLARE_GLOBAL_SHADER(FExemplarDeformCS);
	SHADER_USE_PARAMETER_STRUCT(FExemplarDeformCS, FGlobalShader);

	class FOperator : SHADER_PERMUTATION_INT("SKIN_OPERATOR", Exemplar::SkinOperatorCount);
	class FCorrectives : SHADER_PERMUTATION_BOOL("SKIN_CORRECTIVES");
	using FPermutationDomain = TShaderPermutationDomain<FOperator, FCorrectives>;

	BEGIN_SHADER_PARAMETER_STRUCT(FParameters, )
	SHADER_PARAMETER_STRUCT_INCLUDE(FExemplarSkinParameters, Skin)
	SHADER_PARAMETER_RDG_BUFFER_SRV(StructuredBuffer<uint>, SkinOutputSlots)
	SHADER_PARAMETER_RDG_BUFFER_UAV(RWBuffer<float>, OutDeformerPositions)
	SHADER_PARAMETER_RDG_BUFFER_UAV(RWBuffer<float4>, OutDeformerTangents)
	END_SHADER_PARAMETER_STRUCT()

	static bool ShouldCompilePermutation(const FGlobalShaderPermutationParameters& Parameters)
	{
		return IsFeatureLevelSupported(Parameters.Platform, ERHIFeatureLevel::SM5);
	}
	static void ModifyCompilationEnvironment(
		const FGlobalShaderPermutationParameters& Parameters, FShaderCompilerEnvironment& OutEnvironment)
	{
		FGlobalShader::ModifyCompilationEnvironment(Parameters, OutEnvironment);
		OutEnvironment.SetDefine(TEXT("SKIN_PREVIOUS"), 0);
		OutEnvironment.SetDefine(TEXT("SKIN_OUTPUT"), 1);
	}
};
IMPLEMENT_GLOBAL_SHADER(FExemplarDeformCS, "/Plugin/Exemplar/ExemplarSkinning.usf", "SkinCS", SF_Compute);

/** DebugColorsCS of ExemplarDebug.usf. Views of what a game does not have, such as distances from examples, are
 * missing. */
class FExemplarDebugColorsCS : public FGlobalShader
{
	DECLARE_GLOBAL_SHADER(FExemplarDebugColorsCS);
	SHADER_USE_PARAMETER_STRUCT(FExemplarDebugColorsCS, FGlobalShader);

	class FOperator : SHADER_PERMUTATION_INT("SKIN_OPERATOR", Exemplar::SkinOperatorCount);
	class FCorrectives : SHADER_PERMUTATION_BOOL("SKIN_CORRECTIVES");
	class FView : SHADER_PERMUTATION_INT("EXEMPLAR_DEBUG_VIEW", static_cast<int32>(Exemplar::EDebugView::Error));
	using FPermutationDomain = TShaderPermutationDomain<FOperator, FCorrectives, FView>;

	BEGIN_SHADER_PARAMETER_STRUCT(FParameters, )
	SHADER_PARAMETER_STRUCT_INCLUDE(FExemplarSkinParameters, Skin)
	SHADER_PARAMETER_RDG_BUFFER_SRV(StructuredBuffer<uint>, SkinEntryBones)
	SHADER_PARAMETER_RDG_BUFFER_UAV(RWStructuredBuffer<uint>, OutColors)
	END_SHADER_PARAMETER_STRUCT()

	static bool ShouldCompilePermutation(const FGlobalShaderPermutationParameters& Parameters)
	{
		return IsFeatureLevelSupported(Parameters.Platform, ERHIFeatureLevel::SM5);
	}
};
IMPLEMENT_GLOBAL_SHADER(FExemplarDebugColorsCS, "/Plugin/Exemplar/ExemplarDebug.usf", "DebugColorsCS", SF_Compute);

namespace
{

/** The value at the end of a view's color ramp. */
float ExemplarDebugScale(Exemplar::EDebugView View)
{
	return View == Exemplar::EDebugView::CorrectiveStrength ? 5.0f : 8.0f; // centimeters, influences
}

FVector4f ExemplarVector4(const Exemplar::FFloat4& V)
{
	return FVector4f(V.X, V.Y, V.Z, V.W);
}

/** The buffer in this graph: a new one of the given size, or the one that is kept. */
FRDGBufferRef ExemplarKeptBuffer(
	FRDGBuilder& GraphBuilder, const TRefCountPtr<FRDGPooledBuffer>& Kept, bool bNew, uint32 Count, const TCHAR* Name)
{
	return bNew ? GraphBuilder.CreateBuffer(FRDGBufferDesc::CreateStructuredDesc(sizeof(uint32), Count), Name)
				: GraphBuilder.RegisterExternalBuffer(Kept);
}

/** Fills what both kernels read. Returns the buffer of the instance. */
FRDGBufferRef ExemplarFillSkin(FRDGBuilder& GraphBuilder, const FExemplarLevel& Level, const FExemplarDynamicData& Data,
	const Exemplar::FGpuSkinInstance& Instance, FExemplarSkinParameters& Out)
{
	TArray<uint32> InstanceWords;
	InstanceWords.SetNumZeroed(sizeof(Instance) / sizeof(uint32));
	FMemory::Memcpy(InstanceWords.GetData(), &Instance, sizeof(Instance));
	const auto Static = [&](const TRefCountPtr<FRDGPooledBuffer>& Buffer)
	{ return GraphBuilder.CreateSRV(GraphBuilder.RegisterExternalBuffer(Buffer)); };
	const auto Frame = [&](const TCHAR* Name, const auto& Items)
	{ return GraphBuilder.CreateSRV(CreateStructuredBuffer(GraphBuilder, Name, Items)); };

	const Exemplar::FGpuSkinParameters& From = Level.Parameters;
	Out.SkinPointScale = ExemplarVector4(From.SkinPointScale);
	Out.SkinPointOffset = ExemplarVector4(From.SkinPointOffset);
	Out.SkinSlotCount = Level.Skin.SlotCount;
	Out.SkinInstanceCount = 1;
	Out.SkinFirstInstance = 0;
	Out.SkinIndexShift = From.SkinIndexShift;
	Out.SkinWeightShift = From.SkinWeightShift;
	Out.SkinWeightScale = From.SkinWeightScale;
	Out.SkinFrameFormat = From.SkinFrameFormat;
	Out.SkinHasTangents = From.SkinHasTangents;
	Out.SkinHasDeltas = From.SkinHasDeltas;
	Out.SkinHasTangentPairs = From.SkinHasTangentPairs;
	Out.SkinHasStretches = Data.Stretches.Num() > 0 ? 1 : 0;
	Out.SkinDebugScale = From.SkinDebugScale;
	Out.SkinBlocks = Static(Level.Blocks);
	Out.SkinIndices = Static(Level.Indices);
	Out.SkinPoints = Static(Level.Points);
	Out.SkinFrames = Static(Level.Frames);
	FRDGBufferRef Instances = CreateStructuredBuffer(GraphBuilder, TEXT("Exemplar.SkinInstances"), InstanceWords);
	Out.SkinInstances = GraphBuilder.CreateSRV(Instances);
	Out.SkinPalette = Frame(TEXT("Exemplar.SkinPalette"), Data.Palette);
	// Buffers that an operator does not read are bound as well, because a graph accepts no null.
	Out.SkinWeights = Static(Level.Weights);
	Out.SkinDeltas = Static(Level.Deltas);
	Out.SkinTangents = Static(Level.Tangents);
	Out.SkinBitangents = Static(Level.Bitangents);
	Out.SkinStretches = Frame(TEXT("Exemplar.SkinStretches"), Data.Stretches);
	Out.SkinTwistFractions = Static(Level.TwistFractions);
	Out.SkinSegments = Static(Level.Segments);
	Out.SkinSegmentAngles = Frame(TEXT("Exemplar.SkinSegmentAngles"), Data.SegmentAngles);
	Out.SkinSegmentFrames = Static(Level.SegmentFrames);
	Out.SkinCorrectiveOffsets = Static(Level.CorrectiveOffsets);
	Out.SkinCorrectiveEntries = Static(Level.CorrectiveEntries);
	Out.SkinShapeWeights = Frame(TEXT("Exemplar.SkinShapeWeights"), Data.ShapeWeights);
	return Instances;
}

template <typename T, typename ItemType>
void ExemplarAppendBytes(TArray<T>& Out, std::span<const ItemType> Items)
{
	static_assert(std::is_trivially_copyable_v<ItemType>);
	Out.Append(reinterpret_cast<const T*>(Items.data()), static_cast<int32>(Items.size_bytes() / sizeof(T)));
}

template <typename ShaderType>
void ExemplarAddPass(FRDGBuilder& GraphBuilder, FRDGEventName&& Name, const FExemplarDynamicData& Data,
	typename ShaderType::FParameters* Parameters, uint32 Threads,
	typename ShaderType::FPermutationDomain Permutation = typename ShaderType::FPermutationDomain())
{
	Permutation.template Set<typename ShaderType::FOperator>(static_cast<int32>(Data.Operator));
	Permutation.template Set<typename ShaderType::FCorrectives>(Data.ShapeWeights.Num() > 0);
	TShaderMapRef<ShaderType> Shader(GetGlobalShaderMap(GMaxRHIFeatureLevel), Permutation);
	FComputeShaderUtils::AddPass(GraphBuilder, MoveTemp(Name), Shader, Parameters,
		FComputeShaderUtils::GetGroupCount(static_cast<int32>(Threads), static_cast<int32>(Exemplar::GpuGroupSize)));
}

} // namespace

void FExemplarDynamicData::Reset()
{
	Palette.Reset();
	Stretches.Reset();
	SegmentAngles.Reset();
	ShapeWeights.Reset();
}

void FExemplarDynamicData::Append(const Exemplar::FSkinPalette& From, bool bStretches)
{
	ExemplarAppendBytes(Palette, From.GetEntryBytes());
	ExemplarAppendBytes(SegmentAngles, std::span<const float>(From.SegmentAngles));
	if (bStretches)
	{
		ExemplarAppendBytes(Stretches, std::span<const Exemplar::FAffine>(From.Stretches));
	}
}

void FExemplarDynamicData::AppendShapes(std::span<const float> Weights, size_t Count)
{
	ExemplarAppendBytes(ShapeWeights, Weights);
	for (size_t Shape = Weights.size(); Shape < Count; ++Shape)
	{
		ShapeWeights.Add(0.0f);
	}
}

void AddExemplarSkinningPass(FRDGBuilder& GraphBuilder, const FExemplarLevel& Level, const FExemplarDynamicData& Data,
	FExemplarSkinnedBuffers& Skinned)
{
	SCOPE_CYCLE_COUNTER(STAT_ExemplarSkinning);
	const uint32 SlotCount = Level.Skin.SlotCount;
	INC_DWORD_STAT_BY(STAT_ExemplarVertices, SlotCount);
	Exemplar::FGpuSkinInstance Instance;
	Instance.PreviousPalette = static_cast<uint32>(Level.Skin.EntryCount());
	Instance.PreviousShapes = static_cast<uint32>(Data.ShapeWeights.Num() / 2);
	Instance.PreviousSegments = static_cast<uint32>(Data.SegmentAngles.Num() / 2);
	Instance.Geomorph = Data.Geomorph;
	Instance.PreviousGeomorph = Data.PreviousGeomorph;
	Instance.Level = static_cast<uint32>(Data.Level);

	FExemplarSkinCS::FParameters* Parameters = GraphBuilder.AllocParameters<FExemplarSkinCS::FParameters>();
	FRDGBufferRef Instances = ExemplarFillSkin(GraphBuilder, Level, Data, Instance, Parameters->Skin);
	const bool bGrow = SlotCount > Skinned.SlotCapacity;
	const uint32 Capacity = bGrow ? SlotCount : Skinned.SlotCapacity;
	FRDGBufferRef Positions =
		ExemplarKeptBuffer(GraphBuilder, Skinned.Positions, bGrow, 3 * Capacity, TEXT("Exemplar.Positions"));
	FRDGBufferRef Previous = ExemplarKeptBuffer(
		GraphBuilder, Skinned.PreviousPositions, bGrow, 3 * Capacity, TEXT("Exemplar.PreviousPositions"));
	FRDGBufferRef Frames =
		ExemplarKeptBuffer(GraphBuilder, Skinned.Frames, bGrow, 2 * Capacity, TEXT("Exemplar.Frames"));
	Parameters->OutPositions = GraphBuilder.CreateUAV(Positions);
	Parameters->OutPreviousPositions = GraphBuilder.CreateUAV(Previous);
	Parameters->OutFrames = GraphBuilder.CreateUAV(Frames);
	ExemplarAddPass<FExemplarSkinCS>(GraphBuilder, RDG_EVENT_NAME("ExemplarSkin"), Data, Parameters, SlotCount);

	FRDGBufferRef Colors = nullptr;
	const bool bWasDebug = Skinned.bDebugColors;
	Skinned.bDebugColors = Data.DebugView != Exemplar::EDebugView::None;
	if (Skinned.bDebugColors)
	{
		auto* Debug = GraphBuilder.AllocParameters<FExemplarDebugColorsCS::FParameters>();
		Debug->Skin = Parameters->Skin;
		Debug->Skin.SkinDebugScale = ExemplarDebugScale(Data.DebugView);
		Debug->SkinEntryBones = GraphBuilder.CreateSRV(GraphBuilder.RegisterExternalBuffer(Level.EntryBones));
		Colors = GraphBuilder.CreateBuffer(
			FRDGBufferDesc::CreateStructuredDesc(sizeof(uint32), SlotCount), TEXT("Exemplar.Colors"));
		Debug->OutColors = GraphBuilder.CreateUAV(Colors);
		FExemplarDebugColorsCS::FPermutationDomain Permutation;
		Permutation.Set<FExemplarDebugColorsCS::FView>(static_cast<int32>(Data.DebugView));
		ExemplarAddPass<FExemplarDebugColorsCS>(
			GraphBuilder, RDG_EVENT_NAME("ExemplarDebugColors"), Data, Debug, SlotCount, Permutation);
	}
	else if (!Skinned.Colors.IsValid() || bWasDebug)
	{
		Colors = CreateStructuredBuffer(GraphBuilder, TEXT("Exemplar.White"), TArray<uint32>{0xffffffffu});
	}
	else
	{
		Colors = GraphBuilder.RegisterExternalBuffer(Skinned.Colors);
	}

	// Vertex factories read outside of this graph.
	Skinned.Colors = ConvertToExternalAccessBuffer(GraphBuilder, Colors, ERHIAccess::SRVMask);
	Skinned.Positions = ConvertToExternalAccessBuffer(GraphBuilder, Positions, ERHIAccess::SRVMask);
	Skinned.PreviousPositions = ConvertToExternalAccessBuffer(GraphBuilder, Previous, ERHIAccess::SRVMask);
	Skinned.Frames = ConvertToExternalAccessBuffer(GraphBuilder, Frames, ERHIAccess::SRVMask);
	Skinned.Instances = ConvertToExternalAccessBuffer(GraphBuilder, Instances, ERHIAccess::SRVMask);
	Skinned.SlotCapacity = Capacity;
}

void AddExemplarDeformPass(FRDGBuilder& GraphBuilder, const FExemplarLevel& Level, const FExemplarDynamicData& Data,
	const TRefCountPtr<FRDGPooledBuffer>& Slots, uint32 VertexCount, FRDGBufferRef Positions, FRDGBufferRef Tangents)
{
	SCOPE_CYCLE_COUNTER(STAT_ExemplarSkinning);
	INC_DWORD_STAT_BY(STAT_ExemplarVertices, VertexCount);
	Exemplar::FGpuSkinInstance Instance;
	Instance.OutputCount = VertexCount;
	Instance.Level = static_cast<uint32>(Data.Level);
	FExemplarDeformCS::FParameters* Parameters = GraphBuilder.AllocParameters<FExemplarDeformCS::FParameters>();
	ExemplarFillSkin(GraphBuilder, Level, Data, Instance, Parameters->Skin);
	Parameters->SkinOutputSlots = GraphBuilder.CreateSRV(GraphBuilder.RegisterExternalBuffer(Slots));
	Parameters->OutDeformerPositions = GraphBuilder.CreateUAV(Positions, PF_R32_FLOAT);
	Parameters->OutDeformerTangents = GraphBuilder.CreateUAV(Tangents, PF_R16G16B16A16_SNORM);
	ExemplarAddPass<FExemplarDeformCS>(GraphBuilder, RDG_EVENT_NAME("ExemplarDeform"), Data, Parameters, VertexCount);
}

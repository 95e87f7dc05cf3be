// Copyright (c) 2026 Exemplar contributors. MIT licence.

#include "Render/ExemplarSkinning.h"

#include "GlobalShader.h"
#include "HAL/UnrealMemory.h"
#include "RenderGraphBuilder.h"
#include "RenderGraphUtils.h"
#include "ShaderParameterStruct.h"
#include "Stats/Stats.h"

DECLARE_STATS_GROUP(TEXT("Exemplar"), STATGROUP_Exemplar, STATCAT_Advanced);
DECLARE_CYCLE_STAT(TEXT("Skinning (render thread)"), STAT_ExemplarSkinning, STATGROUP_Exemplar);
DECLARE_DWORD_COUNTER_STAT(TEXT("Skinned vertices"), STAT_ExemplarVertices, STATGROUP_Exemplar);

/** SkinCS of ExemplarSkinning.usf. The parameters are those of Gpu/GpuLayout.h. */
class FExemplarSkinCS : public FGlobalShader
{
	DECLARE_GLOBAL_SHADER(FExemplarSkinCS);
	SHADER_USE_PARAMETER_STRUCT(FExemplarSkinCS, FGlobalShader);

	class FOperator : SHADER_PERMUTATION_INT("SKIN_OPERATOR", Exemplar::OperatorCount);
	class FCorrectives : SHADER_PERMUTATION_BOOL("SKIN_CORRECTIVES");
	using FPermutationDomain = TShaderPermutationDomain<FOperator, FCorrectives>;

	BEGIN_SHADER_PARAMETER_STRUCT(FParameters, )
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

namespace
{

FVector4f ExemplarVector4(const Exemplar::FFloat4& V)
{
	return FVector4f(V.X, V.Y, V.Z, V.W);
}

/** The buffer in this graph: a new one of the size, or the one that is kept. */
FRDGBufferRef ExemplarKeptBuffer(
	FRDGBuilder& GraphBuilder, const TRefCountPtr<FRDGPooledBuffer>& Kept, bool bNew, uint32 Count, const TCHAR* Name)
{
	return bNew ? GraphBuilder.CreateBuffer(FRDGBufferDesc::CreateStructuredDesc(sizeof(uint32), Count), Name)
				: GraphBuilder.RegisterExternalBuffer(Kept);
}

} // namespace

void AddExemplarSkinningPass(FRDGBuilder& GraphBuilder, const FExemplarLevel& Level, const FExemplarDynamicData& Data,
	FExemplarSkinnedBuffers& Skinned)
{
	SCOPE_CYCLE_COUNTER(STAT_ExemplarSkinning);
	const uint32 SlotCount = Level.Skin.SlotCount;
	INC_DWORD_STAT_BY(STAT_ExemplarVertices, SlotCount);
	const uint32 Entries = static_cast<uint32>(Level.Skin.EntryCount());
	const bool bCorrectives = Data.ShapeWeights.Num() > 0;

	Exemplar::FGpuSkinInstance Instance;
	Instance.PreviousPalette = Entries;
	Instance.PreviousShapes = static_cast<uint32>(Data.ShapeWeights.Num() / 2);
	Instance.PreviousSegments = static_cast<uint32>(Data.SegmentAngles.Num() / 2);
	Instance.Geomorph = Data.Geomorph;
	Instance.PreviousGeomorph = Data.PreviousGeomorph;
	Instance.Level = static_cast<uint32>(Data.Level);
	TArray<uint32> InstanceWords;
	InstanceWords.SetNumZeroed(sizeof(Instance) / sizeof(uint32));
	FMemory::Memcpy(InstanceWords.GetData(), &Instance, sizeof(Instance));

	const auto Static = [&](const TRefCountPtr<FRDGPooledBuffer>& Buffer)
	{ return GraphBuilder.CreateSRV(GraphBuilder.RegisterExternalBuffer(Buffer)); };
	const auto Frame = [&](const TCHAR* Name, const auto& Items)
	{ return GraphBuilder.CreateSRV(CreateStructuredBuffer(GraphBuilder, Name, Items)); };

	FExemplarSkinCS::FParameters* Parameters = GraphBuilder.AllocParameters<FExemplarSkinCS::FParameters>();
	const Exemplar::FGpuSkinParameters& From = Level.Parameters;
	Parameters->SkinPointScale = ExemplarVector4(From.SkinPointScale);
	Parameters->SkinPointOffset = ExemplarVector4(From.SkinPointOffset);
	Parameters->SkinSlotCount = SlotCount;
	Parameters->SkinInstanceCount = 1;
	Parameters->SkinFirstInstance = 0;
	Parameters->SkinIndexShift = From.SkinIndexShift;
	Parameters->SkinWeightShift = From.SkinWeightShift;
	Parameters->SkinWeightScale = From.SkinWeightScale;
	Parameters->SkinFrameFormat = From.SkinFrameFormat;
	Parameters->SkinHasTangents = From.SkinHasTangents;
	Parameters->SkinHasDeltas = From.SkinHasDeltas;
	Parameters->SkinHasTangentPairs = From.SkinHasTangentPairs;
	Parameters->SkinHasStretches = Data.Stretches.Num() > 0 ? 1 : 0;
	Parameters->SkinDebugScale = From.SkinDebugScale;
	Parameters->SkinBlocks = Static(Level.Blocks);
	Parameters->SkinIndices = Static(Level.Indices);
	Parameters->SkinPoints = Static(Level.Points);
	Parameters->SkinFrames = Static(Level.Frames);
	FRDGBufferRef Instances = CreateStructuredBuffer(GraphBuilder, TEXT("Exemplar.SkinInstances"), InstanceWords);
	Parameters->SkinInstances = GraphBuilder.CreateSRV(Instances);
	Parameters->SkinPalette = Frame(TEXT("Exemplar.SkinPalette"), Data.Palette);
	// What an operator does not read is bound all the same: a graph wants no null.
	Parameters->SkinWeights = Static(Level.Weights);
	Parameters->SkinDeltas = Static(Level.Deltas);
	Parameters->SkinTangents = Static(Level.Tangents);
	Parameters->SkinBitangents = Static(Level.Bitangents);
	Parameters->SkinStretches = Frame(TEXT("Exemplar.SkinStretches"), Data.Stretches);
	Parameters->SkinTwistFractions = Static(Level.TwistFractions);
	Parameters->SkinSegments = Static(Level.Segments);
	Parameters->SkinSegmentAngles = Frame(TEXT("Exemplar.SkinSegmentAngles"), Data.SegmentAngles);
	Parameters->SkinSegmentFrames = Static(Level.SegmentFrames);
	Parameters->SkinCorrectiveOffsets = Static(Level.CorrectiveOffsets);
	Parameters->SkinCorrectiveEntries = Static(Level.CorrectiveEntries);
	Parameters->SkinShapeWeights = Frame(TEXT("Exemplar.SkinShapeWeights"), Data.ShapeWeights);

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

	FExemplarSkinCS::FPermutationDomain Permutation;
	Permutation.Set<FExemplarSkinCS::FOperator>(static_cast<int32>(Data.Operator));
	Permutation.Set<FExemplarSkinCS::FCorrectives>(bCorrectives);
	TShaderMapRef<FExemplarSkinCS> Shader(GetGlobalShaderMap(GMaxRHIFeatureLevel), Permutation);
	FComputeShaderUtils::AddPass(GraphBuilder, RDG_EVENT_NAME("ExemplarSkin"), Shader, Parameters,
		FComputeShaderUtils::GetGroupCount(static_cast<int32>(SlotCount), static_cast<int32>(Exemplar::GpuGroupSize)));

	// Vertex factories read outside of this graph.
	Skinned.Positions = ConvertToExternalAccessBuffer(GraphBuilder, Positions, ERHIAccess::SRVMask);
	Skinned.PreviousPositions = ConvertToExternalAccessBuffer(GraphBuilder, Previous, ERHIAccess::SRVMask);
	Skinned.Frames = ConvertToExternalAccessBuffer(GraphBuilder, Frames, ERHIAccess::SRVMask);
	Skinned.Instances = ConvertToExternalAccessBuffer(GraphBuilder, Instances, ERHIAccess::SRVMask);
	Skinned.SlotCapacity = Capacity;
}

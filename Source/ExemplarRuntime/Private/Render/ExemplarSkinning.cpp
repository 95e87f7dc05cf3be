// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Render/ExemplarSkinning.h"

#include "DataDrivenShaderPlatformInfo.h"
#include "ExemplarStats.h"
#include "GlobalShader.h"
#include "RHIAccess.h"
#include "RHIGlobals.h"
#include "RHIResources.h"
#include "RenderGraphBuilder.h"
#include "RenderGraphUtils.h"
#include "ShaderParameterStruct.h"

#include <algorithm>
#include <tuple>

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
SHADER_PARAMETER_RDG_BUFFER_SRV(StructuredBuffer<float>, SkinCenters)
SHADER_PARAMETER_RDG_BUFFER_SRV(StructuredBuffer<float>, SkinBlendFactors)
SHADER_PARAMETER_RDG_BUFFER_SRV(StructuredBuffer<float>, SkinTwistFractions)
SHADER_PARAMETER_RDG_BUFFER_SRV(StructuredBuffer<uint>, SkinSegments)
SHADER_PARAMETER_RDG_BUFFER_SRV(StructuredBuffer<float>, SkinSegmentAngles)
SHADER_PARAMETER_RDG_BUFFER_SRV(StructuredBuffer<float4>, SkinSegmentFrames)
SHADER_PARAMETER_RDG_BUFFER_SRV(StructuredBuffer<uint>, SkinCorrectiveOffsets)
SHADER_PARAMETER_RDG_BUFFER_SRV(StructuredBuffer<uint>, SkinCorrectiveEntries)
SHADER_PARAMETER_RDG_BUFFER_SRV(StructuredBuffer<float>, SkinShapeWeights)
END_SHADER_PARAMETER_STRUCT()

/** What all of the skinning shaders have in common. */
class FExemplarSkinKernel : public FGlobalShader
{
public:
	using FGlobalShader::FGlobalShader;

	class FOperator : SHADER_PERMUTATION_INT("SKIN_OPERATOR", Exemplar::SkinOperatorCount);
	class FCorrectives : SHADER_PERMUTATION_BOOL("SKIN_CORRECTIVES");

	static bool ShouldCompilePermutation(const FGlobalShaderPermutationParameters& Parameters)
	{
		return IsFeatureLevelSupported(Parameters.Platform, ERHIFeatureLevel::SM5);
	}
};

/** SkinCS of ExemplarSkinning.usf, with output to the component's own buffers. */
class FExemplarSkinCS : public FExemplarSkinKernel
{
	DECLARE_GLOBAL_SHADER(FExemplarSkinCS);
	SHADER_USE_PARAMETER_STRUCT(FExemplarSkinCS, FExemplarSkinKernel);

	using FPermutationDomain = TShaderPermutationDomain<FOperator, FCorrectives>;

	BEGIN_SHADER_PARAMETER_STRUCT(FParameters, )
	SHADER_PARAMETER_STRUCT_INCLUDE(FExemplarSkinParameters, Skin)
	SHADER_PARAMETER_RDG_BUFFER_UAV(RWStructuredBuffer<float>, OutPositions)
	SHADER_PARAMETER_RDG_BUFFER_UAV(RWStructuredBuffer<uint>, OutFrames)
	SHADER_PARAMETER_RDG_BUFFER_UAV(RWStructuredBuffer<float>, OutPreviousPositions)
	END_SHADER_PARAMETER_STRUCT()

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
class FExemplarDeformCS : public FExemplarSkinKernel
{
	DECLARE_GLOBAL_SHADER(FExemplarDeformCS);
	SHADER_USE_PARAMETER_STRUCT(FExemplarDeformCS, FExemplarSkinKernel);

	class FMorphs : SHADER_PERMUTATION_BOOL("SKIN_MORPHS");
	using FPermutationDomain = TShaderPermutationDomain<FOperator, FCorrectives, FMorphs>;

	BEGIN_SHADER_PARAMETER_STRUCT(FParameters, )
	SHADER_PARAMETER_STRUCT_INCLUDE(FExemplarSkinParameters, Skin)
	SHADER_PARAMETER_RDG_BUFFER_SRV(StructuredBuffer<uint>, SkinOutputSlots)
	SHADER_PARAMETER_SRV(Buffer<float>, SkinMorphs)
	SHADER_PARAMETER_RDG_BUFFER_UAV(RWBuffer<float>, OutDeformerPositions)
	SHADER_PARAMETER_RDG_BUFFER_UAV(RWBuffer<float4>, OutDeformerTangents)
	END_SHADER_PARAMETER_STRUCT()

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
class FExemplarDebugColorsCS : public FExemplarSkinKernel
{
	DECLARE_GLOBAL_SHADER(FExemplarDebugColorsCS);
	SHADER_USE_PARAMETER_STRUCT(FExemplarDebugColorsCS, FExemplarSkinKernel);

	class FView : SHADER_PERMUTATION_INT("EXEMPLAR_DEBUG_VIEW", static_cast<int32>(Exemplar::EDebugView::Error));
	using FPermutationDomain = TShaderPermutationDomain<FOperator, FCorrectives, FView>;

	BEGIN_SHADER_PARAMETER_STRUCT(FParameters, )
	SHADER_PARAMETER_STRUCT_INCLUDE(FExemplarSkinParameters, Skin)
	SHADER_PARAMETER_RDG_BUFFER_SRV(StructuredBuffer<uint>, SkinEntryBones)
	SHADER_PARAMETER_RDG_BUFFER_UAV(RWStructuredBuffer<uint>, OutColors)
	END_SHADER_PARAMETER_STRUCT()
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

template <typename T, typename ItemType>
void ExemplarAppend(TArray<T>& Out, const std::vector<ItemType>& Items)
{
	static_assert(sizeof(T) == sizeof(ItemType) && std::is_trivially_copyable_v<ItemType>);
	Out.Append(reinterpret_cast<const T*>(Items.data()), static_cast<int32>(Items.size()));
}

/** What one dispatch reads that changes from frame to frame, of all its components one after the other. */
struct FExemplarSkinUploads
{
	TArray<uint32> Instances;
	TArray<FVector4f> Palette, Stretches;
	TArray<float> SegmentAngles, ShapeWeights;

	void Add(const Exemplar::FSkinFrame& Frame, const Exemplar::FGpuSkinInstance& Instance)
	{
		Instances.Append(reinterpret_cast<const uint32*>(&Instance), sizeof(Instance) / sizeof(uint32));
		ExemplarAppend(Palette, Frame.Palette);
		ExemplarAppend(Stretches, Frame.Stretches);
		ExemplarAppend(SegmentAngles, Frame.SegmentAngles);
		ExemplarAppend(ShapeWeights, Frame.ShapeWeights);
	}
};

/** Fills what all kernels read. */
void ExemplarFillSkin(FRDGBuilder& GraphBuilder, const FExemplarLevel& Level, const FExemplarSkinUploads& Uploads,
	FExemplarSkinParameters& Out)
{
	using Exemplar::EGpuStream;
	const auto Static = [&](EGpuStream Stream)
	{ return GraphBuilder.CreateSRV(GraphBuilder.RegisterExternalBuffer(Level[Stream])); };
	const auto Frame = [&](const TCHAR* Name, const auto& Items)
	{ return GraphBuilder.CreateSRV(CreateStructuredBuffer(GraphBuilder, Name, Items)); };

	const Exemplar::FGpuSkinParameters& From = Level.Packed.Parameters;
	Out.SkinPointScale = ExemplarVector4(From.SkinPointScale);
	Out.SkinPointOffset = ExemplarVector4(From.SkinPointOffset);
	Out.SkinSlotCount = Level.Packed.Skin.SlotCount;
	Out.SkinInstanceCount =
		static_cast<uint32>(Uploads.Instances.Num() * sizeof(uint32)) / sizeof(Exemplar::FGpuSkinInstance);
	Out.SkinFirstInstance = 0;
	Out.SkinIndexShift = From.SkinIndexShift;
	Out.SkinWeightShift = From.SkinWeightShift;
	Out.SkinWeightScale = From.SkinWeightScale;
	Out.SkinFrameFormat = From.SkinFrameFormat;
	Out.SkinHasTangents = From.SkinHasTangents;
	Out.SkinHasDeltas = From.SkinHasDeltas;
	Out.SkinHasTangentPairs = From.SkinHasTangentPairs;
	Out.SkinHasStretches = Uploads.Stretches.Num() > 0 ? 1 : 0;
	Out.SkinDebugScale = From.SkinDebugScale;
	Out.SkinBlocks = Static(EGpuStream::Blocks);
	Out.SkinIndices = Static(EGpuStream::Indices);
	Out.SkinPoints = Static(EGpuStream::Points);
	Out.SkinFrames = Static(EGpuStream::Frames);
	Out.SkinInstances = Frame(TEXT("Exemplar.SkinInstances"), Uploads.Instances);
	Out.SkinPalette = Frame(TEXT("Exemplar.SkinPalette"), Uploads.Palette);
	// Buffers that an operator does not read are bound as well, because a graph accepts no null.
	Out.SkinWeights = Static(EGpuStream::Weights);
	Out.SkinDeltas = Static(EGpuStream::Deltas);
	Out.SkinTangents = Static(EGpuStream::Tangents);
	Out.SkinBitangents = Static(EGpuStream::Bitangents);
	Out.SkinStretches =
		Uploads.Stretches.IsEmpty() ? Out.SkinPalette : Frame(TEXT("Exemplar.SkinStretches"), Uploads.Stretches);
	Out.SkinCenters = Static(EGpuStream::Centers);
	Out.SkinBlendFactors = Static(EGpuStream::BlendFactors);
	Out.SkinTwistFractions = Static(EGpuStream::TwistFractions);
	Out.SkinSegments = Static(EGpuStream::Segments);
	Out.SkinSegmentAngles = Uploads.SegmentAngles.IsEmpty()
		? Static(EGpuStream::TwistFractions)
		: Frame(TEXT("Exemplar.SkinSegmentAngles"), Uploads.SegmentAngles);
	Out.SkinSegmentFrames = Static(EGpuStream::SegmentFrames);
	Out.SkinCorrectiveOffsets = Static(EGpuStream::CorrectiveOffsets);
	Out.SkinCorrectiveEntries = Static(EGpuStream::CorrectiveEntries);
	Out.SkinShapeWeights = Uploads.ShapeWeights.IsEmpty()
		? Static(EGpuStream::TwistFractions)
		: Frame(TEXT("Exemplar.SkinShapeWeights"), Uploads.ShapeWeights);
}

template <typename ShaderType>
void ExemplarAddPass(FRDGBuilder& GraphBuilder, FRDGEventName&& Name, const FExemplarDynamicData& Data,
	typename ShaderType::FParameters* Parameters, uint32 Threads,
	typename ShaderType::FPermutationDomain Permutation = typename ShaderType::FPermutationDomain())
{
	Permutation.template Set<typename ShaderType::FOperator>(static_cast<int32>(Data.Operator));
	Permutation.template Set<typename ShaderType::FCorrectives>(!Data.ShapeWeights.empty());
	TShaderMapRef<ShaderType> Shader(GetGlobalShaderMap(GMaxRHIFeatureLevel), Permutation);
	FIntVector Groups =
		FComputeShaderUtils::GetGroupCount(static_cast<int32>(Threads), static_cast<int32>(Exemplar::GpuGroupSize));
	Groups.Y = static_cast<int32>(Parameters->Skin.SkinInstanceCount); // one row of groups per component
	FComputeShaderUtils::AddPass(GraphBuilder, MoveTemp(Name), Shader, Parameters, Groups);
}

/** Components that one dispatch skins: the same level, shader and layout of what is uploaded. */
auto ExemplarGroupOf(const FExemplarSkinTask& Task)
{
	const FExemplarDynamicData& Data = *Task.Data;
	return std::make_tuple(Task.Level, Data.Operator, Data.Stretches.size(), Data.SegmentAngles.size(),
		Data.ShapeWeights.size(), Data.DebugView);
}

/** Skins the tasks of one group. */
void ExemplarSkinGroup(FRDGBuilder& GraphBuilder, TConstArrayView<FExemplarSkinTask> Tasks)
{
	FExemplarLevel& Level = *Tasks[0].Level;
	const FExemplarDynamicData& First = *Tasks[0].Data;
	FExemplarSkinUploads Uploads;
	for (int32 Index = 0; Index < Tasks.Num(); ++Index)
	{
		Uploads.Add(*Tasks[Index].Data,
			Exemplar::MakeGpuSkinInstance(*Tasks[Index].Data, static_cast<uint32>(Index),
				Level.Packed.Skin.EntryCount(), Tasks[Index].Range * Level.Packed.Skin.SlotCount));
	}
	INC_DWORD_STAT_BY(STAT_ExemplarVertices, Level.Packed.Skin.SlotCount * static_cast<uint32>(Tasks.Num()));
	auto* Parameters = GraphBuilder.AllocParameters<FExemplarSkinCS::FParameters>();
	ExemplarFillSkin(GraphBuilder, Level, Uploads, Parameters->Skin);
	Parameters->OutPositions = GraphBuilder.CreateUAV(Level.Output.GraphPositions);
	Parameters->OutPreviousPositions = GraphBuilder.CreateUAV(Level.Output.GraphPreviousPositions);
	Parameters->OutFrames = GraphBuilder.CreateUAV(Level.Output.GraphFrames);
	ExemplarAddPass<FExemplarSkinCS>(
		GraphBuilder, RDG_EVENT_NAME("ExemplarSkin"), First, Parameters, Level.Packed.Skin.SlotCount);
	if (First.DebugView != Exemplar::EDebugView::None)
	{
		auto* Debug = GraphBuilder.AllocParameters<FExemplarDebugColorsCS::FParameters>();
		Debug->Skin = Parameters->Skin;
		Debug->Skin.SkinDebugScale = ExemplarDebugScale(First.DebugView);
		Debug->SkinEntryBones =
			GraphBuilder.CreateSRV(GraphBuilder.RegisterExternalBuffer(Level[Exemplar::EGpuStream::EntryBones]));
		Debug->OutColors = GraphBuilder.CreateUAV(Level.Output.GraphColors);
		FExemplarDebugColorsCS::FPermutationDomain Permutation;
		Permutation.Set<FExemplarDebugColorsCS::FView>(static_cast<int32>(First.DebugView));
		ExemplarAddPass<FExemplarDebugColorsCS>(GraphBuilder, RDG_EVENT_NAME("ExemplarDebugColors"), First, Debug,
			Level.Packed.Skin.SlotCount, Permutation);
	}
}

} // namespace

int32 AddExemplarSkinningPasses(FRDGBuilder& GraphBuilder, const TArray<FExemplarSkinTask>& Tasks)
{
	SCOPE_CYCLE_COUNTER(STAT_ExemplarSkinning);
	TArray<FExemplarSkinTask> Sorted = Tasks;
	std::stable_sort(Sorted.GetData(), Sorted.GetData() + Sorted.Num(),
		[](const FExemplarSkinTask& A, const FExemplarSkinTask& B) { return ExemplarGroupOf(A) < ExemplarGroupOf(B); });
	for (int32 First = 0, End = 0; First < Sorted.Num(); First = End)
	{
		FExemplarLevel& Level = *Sorted[First].Level;
		bool bColors = false;
		for (; End < Sorted.Num() && Sorted[End].Level == &Level; ++End)
		{
			bColors = bColors || Sorted[End].Data->DebugView != Exemplar::EDebugView::None;
		}
		if (!Level.IsUploaded())
		{
			Level.Upload(GraphBuilder);
		}
		Level.Output.Open(GraphBuilder, Level.Packed.Skin.SlotCount, bColors);
	}
	int32 Count = 0;
	for (int32 First = 0, End = 0; First < Sorted.Num(); First = End, ++Count)
	{
		while (End < Sorted.Num() && ExemplarGroupOf(Sorted[End]) == ExemplarGroupOf(Sorted[First]))
		{
			++End;
		}
		ExemplarSkinGroup(GraphBuilder, TConstArrayView<FExemplarSkinTask>(Sorted.GetData() + First, End - First));
	}
	for (const FExemplarSkinTask& Task : Sorted)
	{
		Task.Level->Output.Close(GraphBuilder); // vertex factories read outside of this graph
	}
	return Count;
}

void AddExemplarDeformPass(FRDGBuilder& GraphBuilder, const FExemplarLevel& Level, const FExemplarDynamicData& Data,
	const TRefCountPtr<FRDGPooledBuffer>& Slots, uint32 VertexCount, FRHIShaderResourceView* Morphs,
	FRDGBufferRef Positions, FRDGBufferRef Tangents)
{
	SCOPE_CYCLE_COUNTER(STAT_ExemplarSkinning);
	INC_DWORD_STAT_BY(STAT_ExemplarVertices, VertexCount);
	Exemplar::FGpuSkinInstance Instance = Exemplar::MakeGpuSkinInstance(Data, 0, 0, 0);
	Instance.OutputCount = VertexCount;
	FExemplarDeformCS::FParameters* Parameters = GraphBuilder.AllocParameters<FExemplarDeformCS::FParameters>();
	FExemplarSkinUploads Uploads;
	Uploads.Add(Data, Instance);
	ExemplarFillSkin(GraphBuilder, Level, Uploads, Parameters->Skin);
	Parameters->SkinOutputSlots = GraphBuilder.CreateSRV(GraphBuilder.RegisterExternalBuffer(Slots));
	Parameters->SkinMorphs = Morphs;
	Parameters->OutDeformerPositions = GraphBuilder.CreateUAV(Positions, PF_R32_FLOAT);
	Parameters->OutDeformerTangents = GraphBuilder.CreateUAV(Tangents, PF_R16G16B16A16_SNORM);
	FExemplarDeformCS::FPermutationDomain Permutation;
	Permutation.Set<FExemplarDeformCS::FMorphs>(Morphs != nullptr);
	ExemplarAddPass<FExemplarDeformCS>(
		GraphBuilder, RDG_EVENT_NAME("ExemplarDeform"), Data, Parameters, VertexCount, Permutation);
}

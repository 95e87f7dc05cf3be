// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Render/ExemplarCrowdPasses.h"

#include "DataDrivenShaderPlatformInfo.h"
#include "GlobalShader.h"
#include "RHIAccess.h"
#include "RHIGlobals.h"
#include "RenderGraphBuilder.h"
#include "RenderGraphUtils.h"
#include "ShaderParameterStruct.h"

/** The parameters of ExemplarCrowd.usf's kernels, those of Gpu/GpuLayout.h; each is given the buffers that it uses. */
BEGIN_SHADER_PARAMETER_STRUCT(FExemplarCrowdParameters, )
SHADER_PARAMETER_ARRAY(FVector4f, CrowdPlanes, [6])
SHADER_PARAMETER(FVector4f, CrowdCamera)
SHADER_PARAMETER(uint32, CrowdInstanceCount)
SHADER_PARAMETER(uint32, CrowdLevelCount)
SHADER_PARAMETER(uint32, CrowdDrawCount)
SHADER_PARAMETER(float, CrowdErrorAtUnitDepth)
SHADER_PARAMETER(float, CrowdNear)
SHADER_PARAMETER(float, CrowdMargin)
SHADER_PARAMETER(uint32, CrowdPaletteRegion)
SHADER_PARAMETER(uint32, CrowdPreviousPaletteRegion)
SHADER_PARAMETER(uint32, CrowdUnculled)
SHADER_PARAMETER(uint32, CrowdTurn)
SHADER_PARAMETER(uint32, CrowdJointBudget)
SHADER_PARAMETER(uint32, CrowdCustomCount)
SHADER_PARAMETER(uint32, CrowdEyes)
SHADER_PARAMETER_RDG_BUFFER_SRV(StructuredBuffer<uint>, CrowdCharacters)
SHADER_PARAMETER_RDG_BUFFER_SRV(StructuredBuffer<uint>, CrowdLevels)
SHADER_PARAMETER_RDG_BUFFER_SRV(StructuredBuffer<uint>, CrowdBones)
SHADER_PARAMETER_RDG_BUFFER_SRV(StructuredBuffer<uint>, CrowdJoints)
SHADER_PARAMETER_RDG_BUFFER_SRV(StructuredBuffer<uint>, CrowdClips)
SHADER_PARAMETER_RDG_BUFFER_SRV(StructuredBuffer<float4>, CrowdKeys)
SHADER_PARAMETER_RDG_BUFFER_SRV(StructuredBuffer<uint>, CrowdInstances)
SHADER_PARAMETER_RDG_BUFFER_SRV(StructuredBuffer<uint>, CrowdPreviousInstances)
SHADER_PARAMETER_RDG_BUFFER_SRV(StructuredBuffer<float4>, CrowdCustomData)
SHADER_PARAMETER_RDG_BUFFER_SRV(StructuredBuffer<uint>, CrowdDraws)
SHADER_PARAMETER_RDG_BUFFER_UAV(RWStructuredBuffer<uint>, CrowdStates)
SHADER_PARAMETER_RDG_BUFFER_UAV(RWStructuredBuffer<uint>, CrowdLevelCounts)
SHADER_PARAMETER_RDG_BUFFER_UAV(RWStructuredBuffer<uint>, CrowdLevelFirsts)
SHADER_PARAMETER_RDG_BUFFER_UAV(RWStructuredBuffer<uint>, CrowdVisible)
SHADER_PARAMETER_RDG_BUFFER_UAV(RWBuffer<uint>, CrowdDrawArguments)
SHADER_PARAMETER_RDG_BUFFER_UAV(RWBuffer<uint>, CrowdPoseArguments)
SHADER_PARAMETER_RDG_BUFFER_UAV(RWStructuredBuffer<uint>, OutSkinInstances)
SHADER_PARAMETER_RDG_BUFFER_UAV(RWStructuredBuffer<float4>, OutTransforms)
SHADER_PARAMETER_RDG_BUFFER_UAV(RWStructuredBuffer<float4>, OutCustomData)
SHADER_PARAMETER_RDG_BUFFER_UAV(RWStructuredBuffer<float4>, OutPalettes)
RDG_BUFFER_ACCESS(PoseArguments, ERHIAccess::IndirectArgs)
END_SHADER_PARAMETER_STRUCT()

/** What the four kernels have in common. */
class FExemplarCrowdKernel : public FGlobalShader
{
public:
	using FParameters = FExemplarCrowdParameters;
	using FGlobalShader::FGlobalShader;

	static bool ShouldCompilePermutation(const FGlobalShaderPermutationParameters& Parameters)
	{
		return IsFeatureLevelSupported(Parameters.Platform, ERHIFeatureLevel::SM5);
	}
};
class FExemplarCrowdChooseCS : public FExemplarCrowdKernel
{
	DECLARE_GLOBAL_SHADER(FExemplarCrowdChooseCS);
	SHADER_USE_PARAMETER_STRUCT(FExemplarCrowdChooseCS, FExemplarCrowdKernel);
};
class FExemplarCrowdArgumentsCS : public FExemplarCrowdKernel
{
	DECLARE_GLOBAL_SHADER(FExemplarCrowdArgumentsCS);
	SHADER_USE_PARAMETER_STRUCT(FExemplarCrowdArgumentsCS, FExemplarCrowdKernel);
};
class FExemplarCrowdScatterCS : public FExemplarCrowdKernel
{
	DECLARE_GLOBAL_SHADER(FExemplarCrowdScatterCS);
	SHADER_USE_PARAMETER_STRUCT(FExemplarCrowdScatterCS, FExemplarCrowdKernel);
};
class FExemplarCrowdPoseCS : public FExemplarCrowdKernel
{
	DECLARE_GLOBAL_SHADER(FExemplarCrowdPoseCS);
	SHADER_USE_PARAMETER_STRUCT(FExemplarCrowdPoseCS, FExemplarCrowdKernel);
};
IMPLEMENT_GLOBAL_SHADER(FExemplarCrowdChooseCS, "/Plugin/Exemplar/ExemplarCrowd.usf", "CrowdChooseCS", SF_Compute);
IMPLEMENT_GLOBAL_SHADER(
	FExemplarCrowdArgumentsCS, "/Plugin/Exemplar/ExemplarCrowd.usf", "CrowdArgumentsCS", SF_Compute);
IMPLEMENT_GLOBAL_SHADER(FExemplarCrowdScatterCS, "/Plugin/Exemplar/ExemplarCrowd.usf", "CrowdScatterCS", SF_Compute);
IMPLEMENT_GLOBAL_SHADER(FExemplarCrowdPoseCS, "/Plugin/Exemplar/ExemplarCrowd.usf", "CrowdPoseCS", SF_Compute);

namespace
{

constexpr uint32 ExemplarStateWords = sizeof(Exemplar::FGpuCrowdState) / sizeof(uint32);

FVector4f ExemplarCrowdVector(const Exemplar::FFloat4& V)
{
	return FVector4f(V.X, V.Y, V.Z, V.W);
}

FRDGBufferRef ExemplarWords(FRDGBuilder& GraphBuilder, uint32 Count, const TCHAR* Name)
{
	return GraphBuilder.CreateBuffer(FRDGBufferDesc::CreateStructuredDesc(sizeof(uint32), Count), Name);
}
FRDGBufferRef ExemplarRows(FRDGBuilder& GraphBuilder, uint32 Count, const TCHAR* Name)
{
	return GraphBuilder.CreateBuffer(FRDGBufferDesc::CreateStructuredDesc(sizeof(FVector4f), Count), Name);
}

/** Makes room for all slots; what is remembered of members and last frame's palettes move along. */
void ExemplarGrow(FRDGBuilder& GraphBuilder, uint32 SlotCount, uint32 JointCount, FExemplarCrowdList& List,
	FRDGBufferRef& States, FRDGBufferRef& Palettes)
{
	const uint32 Capacity = FMath::Max(FMath::Max(SlotCount, 2 * List.Capacity), 64u);
	const auto RegionBytes = [&](uint32 Slots) { return uint64(Slots) * JointCount * sizeof(Exemplar::FAffine); };
	States = ExemplarWords(GraphBuilder, Capacity * ExemplarStateWords, TEXT("Exemplar.CrowdStates"));
	Palettes = ExemplarRows(GraphBuilder, 2 * Capacity * JointCount * 3, TEXT("Exemplar.CrowdPalettes"));
	AddClearUAVPass(GraphBuilder, GraphBuilder.CreateUAV(States), 0u);
	if (List.Capacity > 0)
	{
		AddCopyBufferPass(GraphBuilder, States, 0, GraphBuilder.RegisterExternalBuffer(List.States), 0,
			uint64(List.Capacity) * sizeof(Exemplar::FGpuCrowdState));
		AddCopyBufferPass(GraphBuilder, Palettes, List.bSecondRegion ? RegionBytes(Capacity) : 0,
			GraphBuilder.RegisterExternalBuffer(List.Palettes), List.bSecondRegion ? RegionBytes(List.Capacity) : 0,
			RegionBytes(List.Capacity));
	}
	List.Capacity = Capacity;
}

template <typename ShaderType>
TShaderMapRef<ShaderType> ExemplarKernel()
{
	return TShaderMapRef<ShaderType>(GetGlobalShaderMap(GMaxRHIFeatureLevel));
}

/** The passes of one list in one frame, and the buffers between them. */
struct FExemplarCrowdPasses
{
	FExemplarCrowdPasses(FRDGBuilder& InGraphBuilder, const FExemplarCrowdData& InData,
		const FExemplarCrowdRecords& InRecords, FRDGBufferRef InLevelTable,
		const Exemplar::FGpuCrowdParameters& InParameters, FExemplarCrowdList& InList)
		: GraphBuilder(InGraphBuilder)
		, Data(InData)
		, Records(InRecords)
		, LevelTable(InLevelTable)
		, Parameters(InParameters)
		, List(InList)
		, Members(FComputeShaderUtils::GetGroupCount(
			  static_cast<int32>(InRecords.SlotCount), static_cast<int32>(Exemplar::GpuGroupSize)))
	{
	}

	void MakeBuffers();
	void AddChoose();
	void AddArguments();
	void AddScatter();
	void AddPose();
	/** Vertex factories read these outside of the graph. */
	void KeepBuffers();

private:
	FRDGBufferSRVRef Read(const TRefCountPtr<FRDGPooledBuffer>& Buffer) const
	{
		return GraphBuilder.CreateSRV(GraphBuilder.RegisterExternalBuffer(Buffer));
	}
	FRDGBufferUAVRef Write(FRDGBufferRef Buffer) const { return GraphBuilder.CreateUAV(Buffer); }
	FExemplarCrowdParameters* MakeParameters() const;

	FRDGBuilder& GraphBuilder;
	const FExemplarCrowdData& Data;
	const FExemplarCrowdRecords& Records;
	FRDGBufferRef LevelTable;
	Exemplar::FGpuCrowdParameters Parameters;
	FExemplarCrowdList& List;
	FIntVector Members;
	FRDGBufferRef States = nullptr, Palettes = nullptr, LevelCounts = nullptr, LevelFirsts = nullptr, Visible = nullptr;
	FRDGBufferRef Instances = nullptr, Transforms = nullptr, Custom = nullptr;
	FRDGBufferRef DrawArguments = nullptr, PoseArguments = nullptr;
};

void FExemplarCrowdPasses::MakeBuffers()
{
	const uint32 LevelCount = static_cast<uint32>(Data.Crowd.LevelErrors.size());
	const uint32 DrawCount = static_cast<uint32>(Data.Crowd.Draws.size());
	if (Records.SlotCount > List.Capacity)
	{
		ExemplarGrow(GraphBuilder, Records.SlotCount, Data.Crowd.JointCount, List, States, Palettes);
	}
	else
	{
		States = GraphBuilder.RegisterExternalBuffer(List.States);
		Palettes = GraphBuilder.RegisterExternalBuffer(List.Palettes);
	}
	const uint32 Capacity = List.Capacity;
	const uint32 Region = Capacity * Data.Crowd.JointCount;
	Parameters.CrowdPreviousPaletteRegion = List.bSecondRegion ? Region : 0;
	List.bSecondRegion = !List.bSecondRegion;
	Parameters.CrowdPaletteRegion = List.bSecondRegion ? Region : 0;
	Parameters.CrowdInstanceCount = Records.SlotCount;
	Parameters.CrowdLevelCount = LevelCount;
	Parameters.CrowdDrawCount = DrawCount;
	Parameters.CrowdCustomCount = Records.CustomCount;
	List.Eyes = Parameters.CrowdEyes;
	Parameters.CrowdTurn = List.Turn++;

	LevelCounts = ExemplarWords(GraphBuilder, LevelCount + Exemplar::GpuCrowdSizes, TEXT("Exemplar.CrowdLevelCounts"));
	LevelFirsts = ExemplarWords(GraphBuilder, LevelCount + 3, TEXT("Exemplar.CrowdLevelFirsts"));
	Visible = ExemplarWords(GraphBuilder, Capacity, TEXT("Exemplar.CrowdVisible"));
	Instances = ExemplarWords(
		GraphBuilder, Capacity * sizeof(Exemplar::FGpuSkinInstance) / sizeof(uint32), TEXT("Exemplar.CrowdInstances"));
	Transforms = ExemplarRows(GraphBuilder, 6 * Capacity, TEXT("Exemplar.CrowdTransforms"));
	Custom = ExemplarRows(GraphBuilder, Capacity, TEXT("Exemplar.CrowdCustomData"));
	DrawArguments = GraphBuilder.CreateBuffer(
		FRDGBufferDesc::CreateIndirectDesc(5 * DrawCount), TEXT("Exemplar.CrowdDrawArguments"));
	PoseArguments =
		GraphBuilder.CreateBuffer(FRDGBufferDesc::CreateIndirectDesc(3), TEXT("Exemplar.CrowdPoseArguments"));
}

FExemplarCrowdParameters* FExemplarCrowdPasses::MakeParameters() const
{
	FExemplarCrowdParameters* Out = GraphBuilder.AllocParameters<FExemplarCrowdParameters>();
	for (int32 Plane = 0; Plane < 6; ++Plane)
	{
		Out->CrowdPlanes[Plane] = ExemplarCrowdVector(Parameters.CrowdPlanes[Plane]);
	}
	Out->CrowdCamera = ExemplarCrowdVector(Parameters.CrowdCamera);
	Out->CrowdInstanceCount = Parameters.CrowdInstanceCount;
	Out->CrowdLevelCount = Parameters.CrowdLevelCount;
	Out->CrowdDrawCount = Parameters.CrowdDrawCount;
	Out->CrowdErrorAtUnitDepth = Parameters.CrowdErrorAtUnitDepth;
	Out->CrowdNear = Parameters.CrowdNear;
	Out->CrowdMargin = Parameters.CrowdMargin;
	Out->CrowdPaletteRegion = Parameters.CrowdPaletteRegion;
	Out->CrowdPreviousPaletteRegion = Parameters.CrowdPreviousPaletteRegion;
	Out->CrowdUnculled = Parameters.CrowdUnculled;
	Out->CrowdTurn = Parameters.CrowdTurn;
	Out->CrowdJointBudget = Parameters.CrowdJointBudget;
	Out->CrowdCustomCount = Parameters.CrowdCustomCount;
	Out->CrowdEyes = Parameters.CrowdEyes;
	Out->CrowdCharacters = Read(Data.Characters);
	Out->CrowdInstances = Read(Records.Instances);
	return Out;
}

void FExemplarCrowdPasses::AddChoose()
{
	AddClearUAVPass(GraphBuilder, Write(LevelCounts), 0u);
	FExemplarCrowdParameters* Choose = MakeParameters();
	Choose->CrowdLevels = GraphBuilder.CreateSRV(LevelTable);
	Choose->CrowdJoints = Read(Data.Joints);
	Choose->CrowdClips = Read(Data.Clips);
	Choose->CrowdKeys = Read(Data.Keys);
	Choose->CrowdStates = Write(States);
	Choose->CrowdLevelCounts = Write(LevelCounts);
	FComputeShaderUtils::AddPass(
		GraphBuilder, RDG_EVENT_NAME("ExemplarCrowdChoose"), ExemplarKernel<FExemplarCrowdChooseCS>(), Choose, Members);
}

void FExemplarCrowdPasses::AddArguments()
{
	FExemplarCrowdParameters* Count = MakeParameters();
	Count->CrowdDraws = Read(Data.DrawRecords);
	Count->CrowdLevelCounts = Write(LevelCounts);
	Count->CrowdLevelFirsts = Write(LevelFirsts);
	Count->CrowdDrawArguments = GraphBuilder.CreateUAV(DrawArguments, PF_R32_UINT);
	Count->CrowdPoseArguments = GraphBuilder.CreateUAV(PoseArguments, PF_R32_UINT);
	FComputeShaderUtils::AddPass(GraphBuilder, RDG_EVENT_NAME("ExemplarCrowdArguments"),
		ExemplarKernel<FExemplarCrowdArgumentsCS>(), Count, FIntVector(1, 1, 1));
}

void FExemplarCrowdPasses::AddScatter()
{
	FExemplarCrowdParameters* Scatter = MakeParameters();
	Scatter->CrowdPreviousInstances = Read(List.DrawnRecords.IsValid() ? List.DrawnRecords : Records.Instances);
	Scatter->CrowdCustomData = Read(Records.Custom);
	Scatter->CrowdStates = Write(States);
	Scatter->CrowdLevelFirsts = Write(LevelFirsts);
	Scatter->CrowdVisible = Write(Visible);
	Scatter->OutSkinInstances = Write(Instances);
	Scatter->OutTransforms = Write(Transforms);
	Scatter->OutCustomData = Write(Custom);
	FComputeShaderUtils::AddPass(GraphBuilder, RDG_EVENT_NAME("ExemplarCrowdScatter"),
		ExemplarKernel<FExemplarCrowdScatterCS>(), Scatter, Members);
}

void FExemplarCrowdPasses::AddPose()
{
	FExemplarCrowdParameters* Pose = MakeParameters();
	Pose->CrowdLevels = GraphBuilder.CreateSRV(LevelTable);
	Pose->CrowdBones = Read(Data.Bones);
	Pose->CrowdJoints = Read(Data.Joints);
	Pose->CrowdClips = Read(Data.Clips);
	Pose->CrowdKeys = Read(Data.Keys);
	Pose->CrowdStates = Write(States);
	Pose->CrowdLevelFirsts = Write(LevelFirsts);
	Pose->CrowdVisible = Write(Visible);
	Pose->OutPalettes = Write(Palettes);
	Pose->PoseArguments = PoseArguments;
	FComputeShaderUtils::AddPass(GraphBuilder, RDG_EVENT_NAME("ExemplarCrowdPose"),
		ExemplarKernel<FExemplarCrowdPoseCS>(), Pose, PoseArguments, 0);
}

void FExemplarCrowdPasses::KeepBuffers()
{
	const auto Keep = [&](FRDGBufferRef Buffer)
	{ return ConvertToExternalAccessBuffer(GraphBuilder, Buffer, ERHIAccess::SRVMask); };
	List.States = Keep(States);
	List.Palettes = Keep(Palettes);
	List.Instances = Keep(Instances);
	List.Transforms = Keep(Transforms);
	List.Custom = Keep(Custom);
	List.LevelFirsts = Keep(LevelFirsts);
	List.DrawArguments = ConvertToExternalAccessBuffer(GraphBuilder, DrawArguments, ERHIAccess::IndirectArgs);
	List.DrawnRecords = Records.Instances;
}

} // namespace

void AddExemplarCrowdPasses(FRDGBuilder& GraphBuilder, const FExemplarCrowdData& Data,
	const FExemplarCrowdRecords& Records, FRDGBufferRef LevelTable, Exemplar::FGpuCrowdParameters Parameters,
	FExemplarCrowdList& List)
{
	FExemplarCrowdPasses Passes(GraphBuilder, Data, Records, LevelTable, Parameters, List);
	Passes.MakeBuffers();
	Passes.AddChoose();
	Passes.AddArguments();
	Passes.AddScatter();
	Passes.AddPose();
	Passes.KeepBuffers();
}

// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Render/ExemplarCrowdVertexFactory.h"

#include "DataDrivenShaderPlatformInfo.h"
#include "MeshBatch.h"
#include "MeshDrawShaderBindings.h"
#include "MeshMaterialShader.h"
#include "RenderUtils.h"
#include "Serialization/MemoryLayout.h"
#include "ShaderParameterUtils.h"
#include "VertexStreamComponent.h"

// The parameters of ExemplarVertexFactory.ush, by their names there.
#define EXEMPLAR_CROWD_BUFFERS(Each) \
	Each(SkinBlocks) Each(SkinIndices) Each(SkinPoints) Each(SkinFrames) Each(SkinWeights) Each(SkinDeltas) \
		Each(SkinTangents) Each(SkinBitangents) Each(SlotUVs) Each(SlotColors) Each(SlotRest) Each(SkinInstances) \
			Each(SkinPalette) Each(InstanceFirsts) Each(InstanceTransforms) Each(InstanceCustomData)
#define EXEMPLAR_CROWD_NUMBERS(Each) \
	Each(SlotUVSets) Each(SlotColorStride) Each(InstanceEyes) Each(SkinPointScale) Each(SkinPointOffset) \
		Each(SkinFirstInstance) Each(SkinIndexShift) Each(SkinWeightShift) Each(SkinWeightScale) Each(SkinFrameFormat) \
			Each(SkinHasTangents) Each(SkinHasDeltas) Each(SkinHasTangentPairs)
#define EXEMPLAR_BIND(Name) Name.Bind(ParameterMap, TEXT(#Name));
#define EXEMPLAR_BUFFER(Name) LAYOUT_FIELD(FShaderResourceParameter, Name);
#define EXEMPLAR_NUMBER(Name) LAYOUT_FIELD(FShaderParameter, Name);

class FExemplarCrowdVertexFactoryShaderParameters : public FVertexFactoryShaderParameters
{
	DECLARE_TYPE_LAYOUT(FExemplarCrowdVertexFactoryShaderParameters, NonVirtual);

public:
	void Bind(const FShaderParameterMap& ParameterMap)
	{
		EXEMPLAR_CROWD_BUFFERS(EXEMPLAR_BIND)
		EXEMPLAR_CROWD_NUMBERS(EXEMPLAR_BIND)
	}

	void GetElementShaderBindings(const FSceneInterface* Scene, const FSceneView* View,
		const FMeshMaterialShader* Shader, const EVertexInputStreamType InputStreamType,
		ERHIFeatureLevel::Type FeatureLevel, const FVertexFactory* VertexFactory, const FMeshBatchElement& BatchElement,
		FMeshDrawSingleShaderBindings& ShaderBindings, FVertexInputStreamArray& VertexStreams) const
	{
		const FExemplarCrowdBatch& Batch = *static_cast<const FExemplarCrowdBatch*>(BatchElement.UserData);
		const FExemplarLevel& Level = *Batch.Level;
		const FExemplarCrowdList& List = *Batch.List;
		const Exemplar::FGpuSkinParameters& From = Level.Packed.Parameters;
		const auto Bind = [&](const FShaderResourceParameter& To, Exemplar::EGpuStream Stream)
		{ ShaderBindings.Add(To, Level.GetSRV(Stream)); };
		Bind(SkinBlocks, Exemplar::EGpuStream::Blocks);
		Bind(SkinIndices, Exemplar::EGpuStream::Indices);
		Bind(SkinPoints, Exemplar::EGpuStream::Points);
		Bind(SkinFrames, Exemplar::EGpuStream::Frames);
		Bind(SkinWeights, Exemplar::EGpuStream::Weights);
		Bind(SkinDeltas, Exemplar::EGpuStream::Deltas);
		Bind(SkinTangents, Exemplar::EGpuStream::Tangents);
		Bind(SkinBitangents, Exemplar::EGpuStream::Bitangents);
		Bind(SlotUVs, Exemplar::EGpuStream::SlotUVs);
		Bind(SlotColors, Exemplar::EGpuStream::SlotColors);
		Bind(SlotRest, Exemplar::EGpuStream::SlotRest);
		ShaderBindings.Add(SlotUVSets, Level.Packed.UVSets);
		ShaderBindings.Add(SlotColorStride, uint32(Level.Packed.bHasColors ? 1 : 0));
		ShaderBindings.Add(SkinInstances, List.Instances->GetSRV());
		ShaderBindings.Add(SkinPalette, List.Palettes->GetSRV());
		ShaderBindings.Add(InstanceFirsts, List.LevelFirsts->GetSRV());
		ShaderBindings.Add(InstanceTransforms, List.Transforms->GetSRV());
		ShaderBindings.Add(InstanceCustomData, List.Custom->GetSRV());
		ShaderBindings.Add(InstanceEyes, List.Eyes);
		const Exemplar::FFloat4 &Scale = From.SkinPointScale, &Offset = From.SkinPointOffset;
		ShaderBindings.Add(SkinPointScale, FVector4f(Scale.X, Scale.Y, Scale.Z, Scale.W));
		ShaderBindings.Add(SkinPointOffset, FVector4f(Offset.X, Offset.Y, Offset.Z, Offset.W));
		ShaderBindings.Add(SkinFirstInstance, Batch.LevelIndex); // where its first member is found
		ShaderBindings.Add(SkinIndexShift, From.SkinIndexShift);
		ShaderBindings.Add(SkinWeightShift, From.SkinWeightShift);
		ShaderBindings.Add(SkinWeightScale, From.SkinWeightScale);
		ShaderBindings.Add(SkinFrameFormat, From.SkinFrameFormat);
		ShaderBindings.Add(SkinHasTangents, From.SkinHasTangents);
		ShaderBindings.Add(SkinHasDeltas, From.SkinHasDeltas);
		ShaderBindings.Add(SkinHasTangentPairs, From.SkinHasTangentPairs);
	}

private:
	EXEMPLAR_CROWD_BUFFERS(EXEMPLAR_BUFFER)
	EXEMPLAR_CROWD_NUMBERS(EXEMPLAR_NUMBER)
};
IMPLEMENT_TYPE_LAYOUT(FExemplarCrowdVertexFactoryShaderParameters);
#undef EXEMPLAR_BIND
#undef EXEMPLAR_BUFFER
#undef EXEMPLAR_NUMBER

bool FExemplarCrowdVertexFactory::ShouldCompilePermutation(const FVertexFactoryShaderPermutationParameters& Parameters)
{
	return IsFeatureLevelSupported(Parameters.Platform, ERHIFeatureLevel::SM5) &&
		(Parameters.MaterialParameters.bIsUsedWithSkeletalMesh ||
			Parameters.MaterialParameters.bIsSpecialEngineMaterial);
}

void FExemplarCrowdVertexFactory::ModifyCompilationEnvironment(
	const FVertexFactoryShaderPermutationParameters& Parameters, FShaderCompilerEnvironment& OutEnvironment)
{
	OutEnvironment.SetDefine(TEXT("VF_SUPPORTS_PRIMITIVE_SCENE_DATA"), 0);
	OutEnvironment.SetDefine(TEXT("EXEMPLAR_VF_MATERIAL"), 1);
	OutEnvironment.SetDefine(TEXT("EXEMPLAR_VF_SKIN"), 1);
	OutEnvironment.SetDefine(TEXT("EXEMPLAR_VF_INSTANCED"), 1);
	OutEnvironment.SetDefine(TEXT("SKIN_PREVIOUS"), 1);
	OutEnvironment.SetDefine(TEXT("SKIN_OPERATOR"), static_cast<int32>(Exemplar::ESkinOperator::AnimationSpace));
}

void FExemplarCrowdVertexFactory::ValidateCompiledResult(const FVertexFactoryType* Type, EShaderPlatform Platform,
	const FShaderParameterMap& ParameterMap, TArray<FString>& OutErrors)
{
}

void FExemplarCrowdVertexFactory::GetPSOPrecacheVertexFetchElements(
	EVertexInputStreamType VertexInputStreamType, FVertexDeclarationElementList& Elements)
{
	Elements.Add(FVertexElement(0, 0, VET_Float3, 0, 0, false)); // as InitRHI declares it, for all kinds of streams
}

void FExemplarCrowdVertexFactory::InitRHI(FRHICommandListBase& RHICmdList)
{
	Nothing.InitResource(RHICmdList);
	const FVertexStreamComponent Component(&Nothing, 0, 0, VET_Float3); // stride zero: the same for all vertices
	for (const EVertexInputStreamType Stream : {EVertexInputStreamType::Default, EVertexInputStreamType::PositionOnly,
			 EVertexInputStreamType::PositionAndNormalOnly})
	{
		FVertexDeclarationElementList Elements;
		Elements.Add(Stream == EVertexInputStreamType::Default ? AccessStreamComponent(Component, 0)
															   : AccessStreamComponent(Component, 0, Stream));
		InitDeclaration(Elements, Stream);
	}
}

void FExemplarCrowdVertexFactory::ReleaseRHI()
{
	Nothing.ReleaseResource();
	FVertexFactory::ReleaseRHI();
}

void FExemplarCrowdBlendVertexFactory::ModifyCompilationEnvironment(
	const FVertexFactoryShaderPermutationParameters& Parameters, FShaderCompilerEnvironment& OutEnvironment)
{
	FExemplarCrowdVertexFactory::ModifyCompilationEnvironment(Parameters, OutEnvironment);
	OutEnvironment.SetDefine(TEXT("SKIN_OPERATOR"), static_cast<int32>(Exemplar::ESkinOperator::LinearBlend));
}

TUniquePtr<FExemplarCrowdVertexFactory> MakeExemplarCrowdVertexFactory(
	Exemplar::ESkinOperator Operator, ERHIFeatureLevel::Type FeatureLevel)
{
	if (Operator == Exemplar::ESkinOperator::AnimationSpace)
	{
		return MakeUnique<FExemplarCrowdVertexFactory>(FeatureLevel);
	}
	return MakeUnique<FExemplarCrowdBlendVertexFactory>(FeatureLevel);
}

const FVertexFactoryType* GetExemplarCrowdVertexFactoryType(Exemplar::ESkinOperator Operator)
{
	return Operator == Exemplar::ESkinOperator::AnimationSpace ? &FExemplarCrowdVertexFactory::StaticType
															   : &FExemplarCrowdBlendVertexFactory::StaticType;
}

IMPLEMENT_VERTEX_FACTORY_PARAMETER_TYPE(
	FExemplarCrowdVertexFactory, SF_Vertex, FExemplarCrowdVertexFactoryShaderParameters);
IMPLEMENT_VERTEX_FACTORY_PARAMETER_TYPE(
	FExemplarCrowdBlendVertexFactory, SF_Vertex, FExemplarCrowdVertexFactoryShaderParameters);

IMPLEMENT_VERTEX_FACTORY_TYPE(FExemplarCrowdVertexFactory, "/Plugin/Exemplar/ExemplarVertexFactory.ush",
	EVertexFactoryFlags::UsedWithMaterials | EVertexFactoryFlags::SupportsDynamicLighting |
		EVertexFactoryFlags::SupportsPrecisePrevWorldPos | EVertexFactoryFlags::SupportsPositionOnly |
		EVertexFactoryFlags::SupportsPSOPrecaching | EVertexFactoryFlags::SupportsManualVertexFetch);
IMPLEMENT_VERTEX_FACTORY_TYPE(FExemplarCrowdBlendVertexFactory, "/Plugin/Exemplar/ExemplarVertexFactory.ush",
	EVertexFactoryFlags::UsedWithMaterials | EVertexFactoryFlags::SupportsDynamicLighting |
		EVertexFactoryFlags::SupportsPrecisePrevWorldPos | EVertexFactoryFlags::SupportsPositionOnly |
		EVertexFactoryFlags::SupportsPSOPrecaching | EVertexFactoryFlags::SupportsManualVertexFetch);

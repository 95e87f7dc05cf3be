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

class FExemplarCrowdVertexFactoryShaderParameters : public FVertexFactoryShaderParameters
{
	DECLARE_TYPE_LAYOUT(FExemplarCrowdVertexFactoryShaderParameters, NonVirtual);

public:
	void Bind(const FShaderParameterMap& ParameterMap)
	{
		SkinBlocks.Bind(ParameterMap, TEXT("SkinBlocks"));
		SkinIndices.Bind(ParameterMap, TEXT("SkinIndices"));
		SkinPoints.Bind(ParameterMap, TEXT("SkinPoints"));
		SkinFrames.Bind(ParameterMap, TEXT("SkinFrames"));
		SkinWeights.Bind(ParameterMap, TEXT("SkinWeights"));
		SkinDeltas.Bind(ParameterMap, TEXT("SkinDeltas"));
		SkinTangents.Bind(ParameterMap, TEXT("SkinTangents"));
		SkinBitangents.Bind(ParameterMap, TEXT("SkinBitangents"));
		SlotUVs.Bind(ParameterMap, TEXT("SlotUVs"));
		SlotColors.Bind(ParameterMap, TEXT("SlotColors"));
		SlotUVSets.Bind(ParameterMap, TEXT("SlotUVSets"));
		SlotColorStride.Bind(ParameterMap, TEXT("SlotColorStride"));
		SkinInstances.Bind(ParameterMap, TEXT("SkinInstances"));
		SkinPalette.Bind(ParameterMap, TEXT("SkinPalette"));
		InstanceFirsts.Bind(ParameterMap, TEXT("InstanceFirsts"));
		InstanceTransforms.Bind(ParameterMap, TEXT("InstanceTransforms"));
		InstanceCustomData.Bind(ParameterMap, TEXT("InstanceCustomData"));
		InstanceEyes.Bind(ParameterMap, TEXT("InstanceEyes"));
		SkinPointScale.Bind(ParameterMap, TEXT("SkinPointScale"));
		SkinPointOffset.Bind(ParameterMap, TEXT("SkinPointOffset"));
		SkinFirstInstance.Bind(ParameterMap, TEXT("SkinFirstInstance"));
		SkinIndexShift.Bind(ParameterMap, TEXT("SkinIndexShift"));
		SkinWeightShift.Bind(ParameterMap, TEXT("SkinWeightShift"));
		SkinWeightScale.Bind(ParameterMap, TEXT("SkinWeightScale"));
		SkinFrameFormat.Bind(ParameterMap, TEXT("SkinFrameFormat"));
		SkinHasTangents.Bind(ParameterMap, TEXT("SkinHasTangents"));
		SkinHasDeltas.Bind(ParameterMap, TEXT("SkinHasDeltas"));
		SkinHasTangentPairs.Bind(ParameterMap, TEXT("SkinHasTangentPairs"));
	}

	void GetElementShaderBindings(const FSceneInterface* Scene, const FSceneView* View,
		const FMeshMaterialShader* Shader, const EVertexInputStreamType InputStreamType,
		ERHIFeatureLevel::Type FeatureLevel, const FVertexFactory* VertexFactory, const FMeshBatchElement& BatchElement,
		FMeshDrawSingleShaderBindings& ShaderBindings, FVertexInputStreamArray& VertexStreams) const
	{
		const FExemplarCrowdBatch& Batch = *static_cast<const FExemplarCrowdBatch*>(BatchElement.UserData);
		const FExemplarLevel& Level = *Batch.Level;
		const FExemplarCrowdList& List = *Batch.List;
		const Exemplar::FGpuSkinParameters& From = Level.Parameters;
		ShaderBindings.Add(SkinBlocks, Level.Blocks->GetSRV());
		ShaderBindings.Add(SkinIndices, Level.Indices->GetSRV());
		ShaderBindings.Add(SkinPoints, Level.Points->GetSRV());
		ShaderBindings.Add(SkinFrames, Level.Frames->GetSRV());
		ShaderBindings.Add(SkinWeights, Level.Weights->GetSRV());
		ShaderBindings.Add(SkinDeltas, Level.Deltas->GetSRV());
		ShaderBindings.Add(SkinTangents, Level.Tangents->GetSRV());
		ShaderBindings.Add(SkinBitangents, Level.Bitangents->GetSRV());
		ShaderBindings.Add(SlotUVs, Level.SlotUVs->GetSRV());
		ShaderBindings.Add(SlotColors, Level.SlotColors->GetSRV());
		ShaderBindings.Add(SlotUVSets, Level.UVSets);
		ShaderBindings.Add(SlotColorStride, uint32(Level.bHasColors ? 1 : 0));
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
	LAYOUT_FIELD(FShaderResourceParameter, SkinBlocks);
	LAYOUT_FIELD(FShaderResourceParameter, SkinIndices);
	LAYOUT_FIELD(FShaderResourceParameter, SkinPoints);
	LAYOUT_FIELD(FShaderResourceParameter, SkinFrames);
	LAYOUT_FIELD(FShaderResourceParameter, SkinWeights);
	LAYOUT_FIELD(FShaderResourceParameter, SkinDeltas);
	LAYOUT_FIELD(FShaderResourceParameter, SkinTangents);
	LAYOUT_FIELD(FShaderResourceParameter, SkinBitangents);
	LAYOUT_FIELD(FShaderResourceParameter, SlotUVs);
	LAYOUT_FIELD(FShaderResourceParameter, SlotColors);
	LAYOUT_FIELD(FShaderParameter, SlotUVSets);
	LAYOUT_FIELD(FShaderParameter, SlotColorStride);
	LAYOUT_FIELD(FShaderResourceParameter, SkinInstances);
	LAYOUT_FIELD(FShaderResourceParameter, SkinPalette);
	LAYOUT_FIELD(FShaderResourceParameter, InstanceFirsts);
	LAYOUT_FIELD(FShaderResourceParameter, InstanceTransforms);
	LAYOUT_FIELD(FShaderResourceParameter, InstanceCustomData);
	LAYOUT_FIELD(FShaderParameter, InstanceEyes);
	LAYOUT_FIELD(FShaderParameter, SkinPointScale);
	LAYOUT_FIELD(FShaderParameter, SkinPointOffset);
	LAYOUT_FIELD(FShaderParameter, SkinFirstInstance);
	LAYOUT_FIELD(FShaderParameter, SkinIndexShift);
	LAYOUT_FIELD(FShaderParameter, SkinWeightShift);
	LAYOUT_FIELD(FShaderParameter, SkinWeightScale);
	LAYOUT_FIELD(FShaderParameter, SkinFrameFormat);
	LAYOUT_FIELD(FShaderParameter, SkinHasTangents);
	LAYOUT_FIELD(FShaderParameter, SkinHasDeltas);
	LAYOUT_FIELD(FShaderParameter, SkinHasTangentPairs);
};
IMPLEMENT_TYPE_LAYOUT(FExemplarCrowdVertexFactoryShaderParameters);

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

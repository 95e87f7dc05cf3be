// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Render/ExemplarVertexFactory.h"

#include "DataDrivenShaderPlatformInfo.h"
#include "MeshBatch.h"
#include "MeshDrawShaderBindings.h"
#include "MeshMaterialShader.h"
#include "PrimitiveUniformShaderParameters.h"
#include "Render/ExemplarSkinData.h"
#include "RenderUtils.h"
#include "Serialization/MemoryLayout.h"
#include "ShaderParameterUtils.h"

class FExemplarVertexFactoryShaderParameters : public FVertexFactoryShaderParameters
{
	DECLARE_TYPE_LAYOUT(FExemplarVertexFactoryShaderParameters, NonVirtual);

public:
	void Bind(const FShaderParameterMap& ParameterMap)
	{
		SkinnedPositions.Bind(ParameterMap, TEXT("SkinnedPositions"));
		SkinnedPreviousPositions.Bind(ParameterMap, TEXT("SkinnedPreviousPositions"));
		SkinnedFrames.Bind(ParameterMap, TEXT("SkinnedFrames"));
		SlotUVs.Bind(ParameterMap, TEXT("SlotUVs"));
		SlotColors.Bind(ParameterMap, TEXT("SlotColors"));
		SlotUVSets.Bind(ParameterMap, TEXT("SlotUVSets"));
		SlotColorStride.Bind(ParameterMap, TEXT("SlotColorStride"));
		SkinnedColors.Bind(ParameterMap, TEXT("SkinnedColors"));
		SkinFirstInstance.Bind(ParameterMap, TEXT("SkinFirstInstance"));
		SkinDebugScale.Bind(ParameterMap, TEXT("SkinDebugScale"));
	}

	void GetElementShaderBindings(const FSceneInterface* Scene, const FSceneView* View,
		const FMeshMaterialShader* Shader, const EVertexInputStreamType InputStreamType,
		ERHIFeatureLevel::Type FeatureLevel, const FVertexFactory* VertexFactory, const FMeshBatchElement& BatchElement,
		FMeshDrawSingleShaderBindings& ShaderBindings, FVertexInputStreamArray& VertexStreams) const
	{
		const FExemplarMeshBatch& Batch = *static_cast<const FExemplarMeshBatch*>(BatchElement.UserData);
		const FExemplarSkinOutput& Output = Batch.Level->Output;
		ShaderBindings.Add(SkinnedPositions, Output.Positions->GetSRV());
		ShaderBindings.Add(
			SkinnedPreviousPositions, (Batch.bMoves ? Output.PreviousPositions : Output.Positions)->GetSRV());
		ShaderBindings.Add(SkinnedFrames, Output.Frames->GetSRV());
		ShaderBindings.Add(SlotUVs, Batch.Level->SlotUVs->GetSRV());
		ShaderBindings.Add(SlotColors, Batch.Level->SlotColors->GetSRV());
		ShaderBindings.Add(SlotUVSets, Batch.Level->UVSets);
		ShaderBindings.Add(SlotColorStride, uint32(Batch.Level->bHasColors ? 1 : 0));
		ShaderBindings.Add(SkinnedColors, Output.Colors->GetSRV());
		ShaderBindings.Add(SkinFirstInstance, Batch.FirstOutput);
		ShaderBindings.Add(SkinDebugScale, Batch.bDebugColors ? 1.0f : 0.0f);
	}

private:
	LAYOUT_FIELD(FShaderResourceParameter, SkinnedPositions);
	LAYOUT_FIELD(FShaderResourceParameter, SkinnedPreviousPositions);
	LAYOUT_FIELD(FShaderResourceParameter, SkinnedFrames);
	LAYOUT_FIELD(FShaderResourceParameter, SlotUVs);
	LAYOUT_FIELD(FShaderResourceParameter, SlotColors);
	LAYOUT_FIELD(FShaderParameter, SlotUVSets);
	LAYOUT_FIELD(FShaderParameter, SlotColorStride);
	LAYOUT_FIELD(FShaderResourceParameter, SkinnedColors);
	LAYOUT_FIELD(FShaderParameter, SkinFirstInstance);
	LAYOUT_FIELD(FShaderParameter, SkinDebugScale);
};
IMPLEMENT_TYPE_LAYOUT(FExemplarVertexFactoryShaderParameters);

bool FExemplarVertexFactory::ShouldCompilePermutation(const FVertexFactoryShaderPermutationParameters& Parameters)
{
	return IsFeatureLevelSupported(Parameters.Platform, ERHIFeatureLevel::SM5) &&
		(Parameters.MaterialParameters.bIsUsedWithSkeletalMesh ||
			Parameters.MaterialParameters.bIsSpecialEngineMaterial);
}

void FExemplarVertexFactory::ModifyCompilationEnvironment(
	const FVertexFactoryShaderPermutationParameters& Parameters, FShaderCompilerEnvironment& OutEnvironment)
{
	const bool bSceneData = Parameters.VertexFactoryType->SupportsPrimitiveIdStream() &&
		UseGPUScene(Parameters.Platform, GetMaxSupportedFeatureLevel(Parameters.Platform));
	OutEnvironment.SetDefine(TEXT("VF_SUPPORTS_PRIMITIVE_SCENE_DATA"), bSceneData ? 1 : 0);
	OutEnvironment.SetDefine(TEXT("EXEMPLAR_VF_MATERIAL"), 1);
	OutEnvironment.SetDefine(TEXT("EXEMPLAR_VF_SKIN"), 0);
	OutEnvironment.SetDefine(TEXT("EXEMPLAR_VF_INSTANCED"), 0);
	OutEnvironment.SetDefine(TEXT("EXEMPLAR_VF_COLORS"), 1);
	OutEnvironment.SetDefine(TEXT("SKIN_PREVIOUS"), 1);
}

void FExemplarVertexFactory::ValidateCompiledResult(const FVertexFactoryType* Type, EShaderPlatform Platform,
	const FShaderParameterMap& ParameterMap, TArray<FString>& OutErrors)
{
	const TCHAR* Primitive = FPrimitiveUniformShaderParameters::FTypeInfo::GetStructMetadata()->GetShaderVariableName();
	if (Type->SupportsPrimitiveIdStream() && UseGPUScene(Platform, GetMaxSupportedFeatureLevel(Platform)) &&
		ParameterMap.ContainsParameterAllocation(Primitive))
	{
		OutErrors.Add(FString::Printf(TEXT("The shader binds the uniform buffer %s; with GPUScene it has to be read "
										   "through the primitive's number."),
			Primitive));
	}
}

void FExemplarVertexFactory::GetPSOPrecacheVertexFetchElements(
	EVertexInputStreamType VertexInputStreamType, FVertexDeclarationElementList& Elements)
{
	// The places are those of ExemplarVertexFactory.ush's inputs.
	const uint8 Attribute = VertexInputStreamType == EVertexInputStreamType::PositionOnly ? 1
		: VertexInputStreamType == EVertexInputStreamType::PositionAndNormalOnly          ? 2
																						  : 13;
	Elements.Add(FVertexElement(0, 0, VET_UInt, Attribute, 0, true)); // its stride is the stream's
}

void FExemplarVertexFactory::InitRHI(FRHICommandListBase& RHICmdList)
{
	FVertexDeclarationElementList Elements;
	AddPrimitiveIdStreamElement(EVertexInputStreamType::Default, Elements, 13, 13);
	InitDeclaration(Elements, EVertexInputStreamType::Default);
	Elements.Reset();
	AddPrimitiveIdStreamElement(EVertexInputStreamType::PositionOnly, Elements, 1, 1);
	InitDeclaration(Elements, EVertexInputStreamType::PositionOnly);
	Elements.Reset();
	AddPrimitiveIdStreamElement(EVertexInputStreamType::PositionAndNormalOnly, Elements, 2, 2);
	InitDeclaration(Elements, EVertexInputStreamType::PositionAndNormalOnly);
}

IMPLEMENT_VERTEX_FACTORY_PARAMETER_TYPE(FExemplarVertexFactory, SF_Vertex, FExemplarVertexFactoryShaderParameters);

IMPLEMENT_VERTEX_FACTORY_TYPE(FExemplarVertexFactory, "/Plugin/Exemplar/ExemplarVertexFactory.ush",
	EVertexFactoryFlags::UsedWithMaterials | EVertexFactoryFlags::SupportsDynamicLighting |
		EVertexFactoryFlags::SupportsPrecisePrevWorldPos | EVertexFactoryFlags::SupportsPositionOnly |
		EVertexFactoryFlags::SupportsPrimitiveIdStream | EVertexFactoryFlags::SupportsPSOPrecaching |
		EVertexFactoryFlags::SupportsManualVertexFetch);

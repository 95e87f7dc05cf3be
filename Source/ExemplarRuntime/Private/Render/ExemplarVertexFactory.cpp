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

// The parameters of ExemplarVertexFactory.ush, by their names there.
#define EXEMPLAR_MESH_BUFFERS(Each) \
	Each(SkinnedPositions) Each(SkinnedPreviousPositions) Each(SkinnedFrames) Each(SkinnedColors) Each(SlotUVs) \
		Each(SlotColors) Each(SlotRest)
#define EXEMPLAR_MESH_NUMBERS(Each) Each(SlotUVSets) Each(SlotColorStride) Each(SkinFirstInstance) Each(SkinDebugScale)
#define EXEMPLAR_BIND(Name) Name.Bind(ParameterMap, TEXT(#Name));
#define EXEMPLAR_BUFFER(Name) LAYOUT_FIELD(FShaderResourceParameter, Name);
#define EXEMPLAR_NUMBER(Name) LAYOUT_FIELD(FShaderParameter, Name);

class FExemplarVertexFactoryShaderParameters : public FVertexFactoryShaderParameters
{
	DECLARE_TYPE_LAYOUT(FExemplarVertexFactoryShaderParameters, NonVirtual);

public:
	void Bind(const FShaderParameterMap& ParameterMap)
	{
		EXEMPLAR_MESH_BUFFERS(EXEMPLAR_BIND)
		EXEMPLAR_MESH_NUMBERS(EXEMPLAR_BIND)
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
		ShaderBindings.Add(SlotUVs, Batch.Level->GetSRV(Exemplar::EGpuStream::SlotUVs));
		ShaderBindings.Add(SlotColors, Batch.Level->GetSRV(Exemplar::EGpuStream::SlotColors));
		ShaderBindings.Add(SlotRest, Batch.Level->GetSRV(Exemplar::EGpuStream::SlotRest));
		ShaderBindings.Add(SlotUVSets, Batch.Level->Packed.UVSets);
		ShaderBindings.Add(SlotColorStride, uint32(Batch.Level->Packed.bHasColors ? 1 : 0));
		ShaderBindings.Add(SkinnedColors, Output.Colors->GetSRV());
		ShaderBindings.Add(SkinFirstInstance, Batch.FirstOutput);
		ShaderBindings.Add(SkinDebugScale, Batch.bDebugColors ? 1.0f : 0.0f);
	}

private:
	EXEMPLAR_MESH_BUFFERS(EXEMPLAR_BUFFER)
	EXEMPLAR_MESH_NUMBERS(EXEMPLAR_NUMBER)
};
IMPLEMENT_TYPE_LAYOUT(FExemplarVertexFactoryShaderParameters);
#undef EXEMPLAR_BIND
#undef EXEMPLAR_BUFFER
#undef EXEMPLAR_NUMBER

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

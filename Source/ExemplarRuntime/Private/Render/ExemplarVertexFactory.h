// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "VertexFactory.h"

class FRHIShaderResourceView;

/**
 * Fetches what compute skinning wrote, by vertex number: no vertex streams of its own, but the primitive's number for
 * GPUScene. ExemplarVertexFactory.ush with EXEMPLAR_VF_SKIN 0, EXEMPLAR_VF_INSTANCED 0.
 */
class FExemplarVertexFactory : public FVertexFactory
{
	DECLARE_VERTEX_FACTORY_TYPE(FExemplarVertexFactory);

public:
	/** Render thread: the views of a component's skinned buffers, set when they are skinned. */
	struct FViews
	{
		FRHIShaderResourceView* Positions = nullptr;
		FRHIShaderResourceView* PreviousPositions = nullptr;
		FRHIShaderResourceView* Frames = nullptr;
		FRHIShaderResourceView* Instances = nullptr;
		FRHIShaderResourceView* SlotUVs = nullptr;
		FRHIShaderResourceView* Colors = nullptr;
		bool bColorASlot = false;
	};

	explicit FExemplarVertexFactory(ERHIFeatureLevel::Type InFeatureLevel)
		: FVertexFactory(InFeatureLevel)
	{
	}

	static bool ShouldCompilePermutation(const FVertexFactoryShaderPermutationParameters& Parameters);
	static void ModifyCompilationEnvironment(
		const FVertexFactoryShaderPermutationParameters& Parameters, FShaderCompilerEnvironment& OutEnvironment);
	static void ValidateCompiledResult(const FVertexFactoryType* Type, EShaderPlatform Platform,
		const FShaderParameterMap& ParameterMap, TArray<FString>& OutErrors);
	static void GetPSOPrecacheVertexFetchElements(
		EVertexInputStreamType VertexInputStreamType, FVertexDeclarationElementList& Elements);

	virtual void InitRHI(FRHICommandListBase& RHICmdList) override;

	FViews Views;
};

// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "SceneManagement.h"
#include "VertexFactory.h"

class FExemplarLevel;

/** The user data of a mesh element: what a component's draws bind. */
class FExemplarMeshBatch : public FOneFrameResource
{
public:
	const FExemplarLevel* Level = nullptr;
	uint32 FirstOutput = 0; // slots before its own in the level's output
	bool bMoves = false;    // it was skinned in this frame
	bool bDebugColors = false;
};

/**
 * Fetches what compute skinning wrote, by vertex number: no vertex streams of its own, but the primitive's number for
 * GPUScene. ExemplarVertexFactory.ush with EXEMPLAR_VF_SKIN 0, EXEMPLAR_VF_INSTANCED 0.
 */
class FExemplarVertexFactory : public FVertexFactory
{
	DECLARE_VERTEX_FACTORY_TYPE(FExemplarVertexFactory);

public:
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
};

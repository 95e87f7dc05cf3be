// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "GlobalRenderResources.h"
#include "Render/ExemplarCrowdPasses.h"
#include "SceneManagement.h"
#include "VertexFactory.h"

/** The user data of a mesh element: what the draws of one level of one list bind. */
class FExemplarCrowdBatch : public FOneFrameResource
{
public:
	const FExemplarLevel* Level = nullptr;
	const FExemplarCrowdList* List = nullptr;
	uint32 LevelIndex = 0;
};

/**
 * Skins in the vertex shader, by the palettes that the crowd's kernels wrote: no buffer a member. Members are
 * instances, with transforms of their own, which is why the scene's own instancing (GPUScene) is not used.
 * ExemplarVertexFactory.ush with EXEMPLAR_VF_SKIN 1, EXEMPLAR_VF_INSTANCED 1, for animation space.
 */
class FExemplarCrowdVertexFactory : public FVertexFactory
{
	DECLARE_VERTEX_FACTORY_TYPE(FExemplarCrowdVertexFactory);

public:
	explicit FExemplarCrowdVertexFactory(ERHIFeatureLevel::Type InFeatureLevel)
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
	virtual void ReleaseRHI() override;

private:
	FNullVertexBuffer Nothing; // vertices come from other buffers, but some devices refuse a draw without any stream
};

/** The same for characters that have blend weights alone. */
class FExemplarCrowdBlendVertexFactory final : public FExemplarCrowdVertexFactory
{
	DECLARE_VERTEX_FACTORY_TYPE(FExemplarCrowdBlendVertexFactory);

public:
	using FExemplarCrowdVertexFactory::FExemplarCrowdVertexFactory;

	static void ModifyCompilationEnvironment(
		const FVertexFactoryShaderPermutationParameters& Parameters, FShaderCompilerEnvironment& OutEnvironment);
};

/** The factory for an operator that a crowd has. */
TUniquePtr<FExemplarCrowdVertexFactory> MakeExemplarCrowdVertexFactory(
	Exemplar::ESkinOperator Operator, ERHIFeatureLevel::Type FeatureLevel);
const FVertexFactoryType* GetExemplarCrowdVertexFactoryType(Exemplar::ESkinOperator Operator);

// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Containers/Array.h"
#include "MeshBatch.h"
#include "MeshDrawShaderBindings.h"
#include "RenderResource.h"
#include "Shader.h"
#include "VertexStreamComponent.h"

class FMeshMaterialShader;
class FSceneInterface;
class FSceneView;
class FVertexFactory;
class FVertexFactoryType;

enum class EVertexInputStreamType : uint8
{
	Default,
	PositionOnly,
	PositionAndNormalOnly,
	Count
};
enum class EVertexFactoryFlags : uint32
{
	None = 0,
	UsedWithMaterials = 1 << 1,
	SupportsStaticLighting = 1 << 2,
	SupportsDynamicLighting = 1 << 3,
	SupportsPrecisePrevWorldPos = 1 << 4,
	SupportsPositionOnly = 1 << 5,
	SupportsCachingMeshDrawCommands = 1 << 6,
	SupportsPrimitiveIdStream = 1 << 7,
	SupportsPSOPrecaching = 1 << 13,
	SupportsManualVertexFetch = 1 << 14
};
constexpr EVertexFactoryFlags operator|(EVertexFactoryFlags A, EVertexFactoryFlags B)
{
	return static_cast<EVertexFactoryFlags>(static_cast<uint32>(A) | static_cast<uint32>(B));
}
constexpr bool HostHasFlag(EVertexFactoryFlags A, EVertexFactoryFlags B)
{
	return (static_cast<uint32>(A) & static_cast<uint32>(B)) != 0;
}

struct FMaterialShaderParameters
{
	bool bIsUsedWithSkeletalMesh = true;
	bool bIsSpecialEngineMaterial = false;
};
struct FVertexFactoryShaderPermutationParameters
{
	EShaderPlatform Platform = SP_HostVulkan;
	FMaterialShaderParameters MaterialParameters;
	const FVertexFactoryType* VertexFactoryType = nullptr;
};
struct FVertexDeclarationElementList : public TArray<FVertexElement>
{
};
struct FVertexInputStreamArray
{
};
class FVertexFactoryShaderParameters
{
};

/** What the macros know of a vertex factory. */
class HOST_API FVertexFactoryType
{
public:
	using FBindings = std::function<void(const FShaderParameterMap&, const FSceneInterface*, const FSceneView*,
		const FVertexFactory*, const FMeshBatchElement&, FMeshDrawSingleShaderBindings&)>;
	bool SupportsPrimitiveIdStream() const
	{
		return HostHasFlag(Flags, EVertexFactoryFlags::SupportsPrimitiveIdStream);
	}

	const char* Name;
	const char* File;
	EVertexFactoryFlags Flags;
	bool (*ShouldCompile)(const FVertexFactoryShaderPermutationParameters&);
	void (*ModifyEnvironment)(const FVertexFactoryShaderPermutationParameters&, FShaderCompilerEnvironment&);
	void (*Validate)(const FVertexFactoryType*, EShaderPlatform, const FShaderParameterMap&, TArray<FString>&);
	void (*PrecacheElements)(EVertexInputStreamType, FVertexDeclarationElementList&);
	FBindings VertexBindings; // set by the macro for SF_Vertex
};

class HOST_API FVertexFactory : public FRenderResource
{
public:
	explicit FVertexFactory(ERHIFeatureLevel::Type InFeatureLevel)
		: FeatureLevel(InFeatureLevel)
	{
	}
	virtual FVertexFactoryType* GetType() const = 0;
	ERHIFeatureLevel::Type GetFeatureLevel() const { return FeatureLevel; }
	void ReleaseRHI() override
	{
		HostDeclarations.clear();
		HostStreams.clear();
	}
	std::map<EVertexInputStreamType, FVertexDeclarationElementList> HostDeclarations;
	std::map<EVertexInputStreamType, std::vector<const FVertexBuffer*>> HostStreams;

protected:
	void InitDeclaration(const FVertexDeclarationElementList& Elements,
		EVertexInputStreamType StreamType = EVertexInputStreamType::Default)
	{
		check(!Elements.IsEmpty()); // some devices refuse a pipeline without any input
		HostDeclarations[StreamType] = Elements;
	}
	/** Adds a stream for the component's buffer. */
	FVertexElement AccessStreamComponent(const FVertexStreamComponent& Component, uint8 AttributeIndex)
	{
		return AccessStreamComponent(Component, AttributeIndex, EVertexInputStreamType::Default);
	}
	FVertexElement AccessStreamComponent(
		const FVertexStreamComponent& Component, uint8 AttributeIndex, EVertexInputStreamType InputStreamType)
	{
		std::vector<const FVertexBuffer*>& Streams = HostStreams[InputStreamType];
		Streams.push_back(Component.VertexBuffer);
		return FVertexElement(static_cast<uint8>(Streams.size() - 1), Component.Offset, Component.Type, AttributeIndex,
			Component.Stride, false);
	}
	/** The stream is there where the factory's type supports it. */
	bool AddPrimitiveIdStreamElement(EVertexInputStreamType, FVertexDeclarationElementList& Elements,
		uint8 AttributeIndex, uint8 AttributeIndex_Mobile)
	{
		check(AttributeIndex_Mobile > 0);
		if (!GetType()->SupportsPrimitiveIdStream())
		{
			return false;
		}
		Elements.Add(FVertexElement(0, 0, VET_UInt, AttributeIndex, 0, true)); // the stream says its own stride
		return true;
	}

private:
	ERHIFeatureLevel::Type FeatureLevel;
};

#define DECLARE_VERTEX_FACTORY_TYPE(FactoryClass) \
public: \
	static FVertexFactoryType StaticType; \
	virtual FVertexFactoryType* GetType() const override \
	{ \
		return &StaticType; \
	}
// The signatures are the engine's: a factory with others does not compile.
#define IMPLEMENT_VERTEX_FACTORY_TYPE(FactoryClass, ShaderFilename, FactoryFlags) \
	FVertexFactoryType FactoryClass::StaticType{#FactoryClass, ShaderFilename, FactoryFlags, \
		&FactoryClass::ShouldCompilePermutation, &FactoryClass::ModifyCompilationEnvironment, \
		&FactoryClass::ValidateCompiledResult, &FactoryClass::GetPSOPrecacheVertexFetchElements, \
		FactoryClass##HostVertexBindings};
#define IMPLEMENT_VERTEX_FACTORY_PARAMETER_TYPE(FactoryClass, ShaderFrequency, ParameterClass) \
	static_assert(ShaderFrequency == SF_Vertex && ParameterClass::bHostHasLayout); \
	static void FactoryClass##HostVertexBindings(const FShaderParameterMap& Map, const FSceneInterface* Scene, \
		const FSceneView* View, const FVertexFactory* Factory, const FMeshBatchElement& Element, \
		FMeshDrawSingleShaderBindings& Bindings) \
	{ \
		void (ParameterClass::*Get)(const FSceneInterface*, const FSceneView*, const FMeshMaterialShader*, \
			const EVertexInputStreamType, ERHIFeatureLevel::Type, const FVertexFactory*, const FMeshBatchElement&, \
			FMeshDrawSingleShaderBindings&, FVertexInputStreamArray&) const = \
			&ParameterClass::GetElementShaderBindings; \
		ParameterClass Parameters; \
		Parameters.Bind(Map); \
		FVertexInputStreamArray Streams; \
		(Parameters.*Get)(Scene, View, nullptr, EVertexInputStreamType::Default, Factory->GetFeatureLevel(), Factory, \
			Element, Bindings, Streams); \
	}

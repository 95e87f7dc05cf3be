// Copyright (c) 2026 Exemplar contributors. MIT license.

// What must not compile; see negative.py.
#include "CoreMinimal.h"
#include "ExemplarMeshComponent.h"
#include "ExemplarMeshDeformer.h"
#include "ExemplarMeshDeformerInstance.h"
#include "MeshMaterialShader.h"
#include "Misc/AutomationTest.h"
#include "PrimitiveSceneProxy.h"
#include "RenderGraphBuilder.h"
#include "RenderGraphUtils.h"
#include "RenderingThread.h"
#include "SceneManagement.h"
#include "SceneViewExtension.h"
#include "Serialization/MemoryLayout.h"
#include "SkeletalMeshDeformerHelpers.h"
#include "UObject/UObjectGlobals.h"
#include "VertexFactory.h"

// SOUND
class FSoundProxy : public FPrimitiveSceneProxy
{
public:
	using FPrimitiveSceneProxy::FPrimitiveSceneProxy;
	SIZE_T GetTypeHash() const override { return 0; }
	uint32 GetMemoryFootprint() const override { return 0; }
	void CreateRenderThreadResources(FRHICommandListBase& RHICmdList) override {}
	void GetDynamicMeshElements(const TArray<const FSceneView*>& Views, const FSceneViewFamily& ViewFamily,
		uint32 VisibilityMap, FMeshElementCollector& Collector) const override
	{
	}
};
class FSoundResource : public FRenderResource
{
	void InitRHI(FRHICommandListBase& RHICmdList) override {}
};
IMPLEMENT_SIMPLE_AUTOMATION_TEST(
	FSoundTest, "Sound", EAutomationTestFlags_ApplicationContextMask | EAutomationTestFlags::ProductFilter)
inline FString Sound(UExemplarMeshComponent* Component)
{
	const FVector V = FVector(FVector3f(1.0f, 2.0f, 3.0f));
	Component->SetPose(TArray<FTransform>());
	ENQUEUE_RENDER_COMMAND(Sound)([](FRHICommandListImmediate&) {});
	return FString::Printf(TEXT("%f %s"), V.X, TEXT("text"));
}
class FSoundExtension : public FSceneViewExtensionBase
{
public:
	using FSceneViewExtensionBase::FSceneViewExtensionBase;
	void SetupViewFamily(FSceneViewFamily& InViewFamily) override {}
	void SetupView(FSceneViewFamily& InViewFamily, FSceneView& InView) override {}
	void BeginRenderViewFamily(FSceneViewFamily& InViewFamily) override {}
	void PreRenderViewFamily_RenderThread(FRDGBuilder& GraphBuilder, FSceneViewFamily& InViewFamily) override {}
};
inline TSharedPtr<FSoundExtension> SoundExtension()
{
	return FSceneViewExtensions::NewExtension<FSoundExtension>();
}
// END

// WRONG a literal without TEXT | FString::FString(const char
inline FString Wrong()
{
	return FString("text");
}
// END

// WRONG a narrow string in a format | FHostFormatArgument(const char*&)
inline FString Wrong()
{
	return FString::Printf(TEXT("%s"), "text");
}
// END

// WRONG a string object in a format | FHostFormatArgument(FString&)
inline FString Wrong()
{
	return FString::Printf(TEXT("%s"), FString(TEXT("text")));
}
// END

// WRONG render resources without a command list, as before 5.4 | CreateRenderThreadResources()’ marked ‘override’, but
// does not override
class FWrongProxy : public FPrimitiveSceneProxy
{
	void CreateRenderThreadResources() override {}
};
// END

// WRONG InitRHI without a command list, as before 5.3 | InitRHI()’ marked ‘override’, but does not override
class FWrongResource : public FRenderResource
{
	void InitRHI() override {}
};
// END

// WRONG mesh elements that are not const | FMeshElementCollector&)’ marked ‘override’, but does not override
class FWrongProxy : public FPrimitiveSceneProxy
{
	void GetDynamicMeshElements(const TArray<const FSceneView*>& Views, const FSceneViewFamily& ViewFamily,
		uint32 VisibilityMap, FMeshElementCollector& Collector) override
	{
	}
};
// END

// WRONG the context mask of automation tests before 5.5 | ‘ApplicationContextMask’ is not a member of
// ‘EAutomationTestFlags’
IMPLEMENT_SIMPLE_AUTOMATION_TEST(
	FWrongTest, "Wrong", EAutomationTestFlags::ApplicationContextMask | EAutomationTestFlags::ProductFilter)
// END

// WRONG a test without a context | A test runs in some context.
IMPLEMENT_SIMPLE_AUTOMATION_TEST(FWrongTest, "Wrong", EAutomationTestFlags::ProductFilter)
// END

// WRONG a flag that vertex factories do not have | ‘SupportsEverything’ is not a member of ‘EVertexFactoryFlags’
constexpr EVertexFactoryFlags Wrong = EVertexFactoryFlags::SupportsEverything;
// END

// WRONG flags of tests and of vertex factories in one | no match for ‘operator|’
constexpr auto Wrong = EVertexFactoryFlags::UsedWithMaterials | EAutomationTestFlags::ProductFilter;
// END

// WRONG single precision for double without saying so | from ‘TVector<float>’ to ‘TVector<double>’
inline FVector Wrong()
{
	return FVector3f(1.0f, 2.0f, 3.0f);
}
// END

// WRONG an object of a class that is not reflected | ‘StaticClass’ is not a member of
inline void* Wrong()
{
	return NewObject<FVector>();
}
// END

// WRONG the editor's hook in the runtime | PostEditChangeProperty(FPropertyChangedEvent&)’ marked ‘override’, but does
// not override
class UWrongComponent : public UExemplarMeshComponent
{
	void PostEditChangeProperty(struct FPropertyChangedEvent& Event) override {}
};
// END

// WRONG a private member of a reflected class | ‘EExemplarOperator UExemplarMeshComponent::Operator’ is private
inline void Wrong(UExemplarMeshComponent* Component)
{
	Component->Operator = EExemplarOperator::Twist;
}
// END

// WRONG a command without the command list | (FRHICommandListImmediate&)
inline void Wrong()
{
	ENQUEUE_RENDER_COMMAND(Wrong)([] {});
}
// END

// WRONG an enumerator for an integer | cannot convert ‘int’ to ‘EExemplarOperator’
inline void Wrong(UExemplarMeshComponent* Component)
{
	Component->SetOperator(1);
}
// END

// WRONG a factory that does not say what its shaders are compiled with | ‘ModifyCompilationEnvironment’ is not a member
// of ‘FWrongFactory’
class FWrongFactory : public FVertexFactory
{
	DECLARE_VERTEX_FACTORY_TYPE(FWrongFactory);
	using FVertexFactory::FVertexFactory;
};
static void FWrongFactoryHostVertexBindings(const FShaderParameterMap&, const FSceneInterface*, const FSceneView*,
	const FVertexFactory*, const FMeshBatchElement&, FMeshDrawSingleShaderBindings&)
{
}
IMPLEMENT_VERTEX_FACTORY_TYPE(FWrongFactory, "/Plugin/Wrong.ush", EVertexFactoryFlags::UsedWithMaterials);
// END

// WRONG element bindings in another order | cannot convert ‘void (FWrongParameters::*)(const FSceneView*, const
// FSceneInterface*
class FWrongParameters : public FVertexFactoryShaderParameters
{
	DECLARE_TYPE_LAYOUT(FWrongParameters, NonVirtual);

public:
	void Bind(const FShaderParameterMap&) {}
	void GetElementShaderBindings(const FSceneView*, const FSceneInterface*, const FMeshMaterialShader*,
		const EVertexInputStreamType, ERHIFeatureLevel::Type, const FVertexFactory*, const FMeshBatchElement&,
		FMeshDrawSingleShaderBindings&, FVertexInputStreamArray&) const
	{
	}
};
IMPLEMENT_VERTEX_FACTORY_PARAMETER_TYPE(FWrongFactory, SF_Vertex, FWrongParameters);
// END

// WRONG a parameter of a type that shaders do not have | THostShaderType<UE::Math::TVector<double>
BEGIN_SHADER_PARAMETER_STRUCT(FWrongShaderParameters, )
SHADER_PARAMETER(FVector, Position)
END_SHADER_PARAMETER_STRUCT()
// END

// WRONG a view of a graph bound outside of it | FMeshDrawSingleShaderBindings::Add(FShaderResourceParameter&,
// FRDGBufferSRV*&)
inline void Wrong(FMeshDrawSingleShaderBindings& Bindings, FShaderResourceParameter Parameter, FRDGBufferSRV* View)
{
	Bindings.Add(Parameter, View);
}
// END

// WRONG a deformer that makes no settings | cannot declare variable ‘Wrong’ to be of abstract type ‘UWrongDeformer’
class UWrongDeformer : public UMeshDeformer
{
	UMeshDeformerInstance* CreateInstance(UMeshComponent*, UMeshDeformerInstanceSettings*) override { return nullptr; }
};
static UWrongDeformer Wrong;
// END

// WRONG work without a description, as before 5.1 | EnqueueWork(FSceneInterface*, UMeshDeformerInstance::EWorkLoad)’
// marked ‘override’, but does not override
class UWrongInstance : public UExemplarMeshDeformerInstance
{
	void EnqueueWork(FSceneInterface* Scene, EWorkLoad WorkLoadType) override {}
};
// END

// WRONG a deformer's buffer without a queue, as before 5.4 | no matching function for call to
// ‘FSkeletalMeshDeformerHelpers::AllocateVertexFactoryPositionBuffer
inline void Wrong(FRDGBuilder& GraphBuilder, FSkeletalMeshObject* MeshObject)
{
	FSkeletalMeshDeformerHelpers::AllocateVertexFactoryPositionBuffer(GraphBuilder, MeshObject, 0, TEXT("Wrong"));
}
// END

// WRONG buffers bound without a graph, as before 5.6 | of type ‘FRDGBuilder&’ to an rvalue
inline void Wrong(FRHICommandListImmediate& RHICmdList, FSkeletalMeshObject* MeshObject)
{
	FSkeletalMeshDeformerHelpers::UpdateVertexFactoryBufferOverrides(RHICmdList, MeshObject, 0, false);
}
// END

// WRONG an extension that is given a command list, as before graphs | marked ‘override’, but does not override
class FWrongExtension : public FSceneViewExtensionBase
{
	void PreRenderViewFamily_RenderThread(FRHICommandListImmediate& RHICmdList, FSceneViewFamily& InViewFamily) override
	{
	}
};
// END

// WRONG an extension that nobody registers | is private within this context
inline FAutoRegister Wrong()
{
	return FAutoRegister();
}
// END

// WRONG a number where a view's format is wanted | to ‘EPixelFormat’
inline void Wrong(FRDGBuilder& GraphBuilder)
{
	GraphBuilder.CreateUAV(GraphBuilder.CreateBuffer(FRDGBufferDesc::CreateIndirectDesc(3), TEXT("Arguments")), 4u);
}
// END

// WRONG an object that owns what its generated code does not know | invalid application of ‘sizeof’ to incomplete type
struct FWrongState;
class UWrongObject : public UObject
{
public:
	UWrongObject(FVTableHelper& Helper) {} // as the header tool's code has it
	~UWrongObject() override;

private:
	TUniquePtr<FWrongState> State;
};
// END

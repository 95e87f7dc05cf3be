// Copyright (c) 2026 Exemplar contributors. MIT license.

// Skinned meshes, as far as a deformer needs them: components, mesh objects, and a factory that draws their buffers.
#include "Components/SkeletalMeshComponent.h"
#include "CoreGlobals.h"
#include "Device.h"
#include "Engine/SkeletalMesh.h"
#include "Materials/Material.h"
#include "PrimitiveSceneProxy.h"
#include "RHIGlobals.h"
#include "RawIndexBuffer.h"
#include "RenderGraphBuilder.h"
#include "Rendering/SkeletalMeshModel.h"
#include "RenderingThread.h"
#include "SceneManagement.h"
#include "Serialization/MemoryLayout.h"
#include "SkeletalRenderPublic.h"
#include "UObject/UObjectGlobals.h"
#include "VertexFactory.h"

#define HOST_SKINNED_CLASS(Name, Parent, Text, Make) \
	UClass* Name::StaticClass() \
	{ \
		static UClass Class(TEXT(Text), Parent::StaticClass(), Make, {}); \
		return &Class; \
	}
HOST_SKINNED_CLASS(UMeshDeformer, UObject, "MeshDeformer", nullptr)
HOST_SKINNED_CLASS(UMeshDeformerInstance, UObject, "MeshDeformerInstance", nullptr)
HOST_SKINNED_CLASS(UMeshDeformerInstanceSettings, UObject, "MeshDeformerInstanceSettings", nullptr)
HOST_SKINNED_CLASS(USkinnedAsset, UObject, "SkinnedAsset", nullptr)
HOST_SKINNED_CLASS(USkeletalMesh, USkinnedAsset, "SkeletalMesh", []() -> UObject* { return new USkeletalMesh; })
HOST_SKINNED_CLASS(USkinnedMeshComponent, UMeshComponent, "SkinnedMeshComponent",
	[]() -> UObject* { return new USkinnedMeshComponent; })
HOST_SKINNED_CLASS(USkeletalMeshComponent, USkinnedMeshComponent, "SkeletalMeshComponent",
	[]() -> UObject* { return new USkeletalMeshComponent; })

USkeletalMesh::USkeletalMesh() = default;
USkeletalMesh::~USkeletalMesh() = default;

namespace Host
{

/** Draws what the mesh object's buffers hold. */
class FStockVertexFactory : public FVertexFactory
{
	DECLARE_VERTEX_FACTORY_TYPE(FStockVertexFactory);

public:
	using FVertexFactory::FVertexFactory;
	static bool ShouldCompilePermutation(const FVertexFactoryShaderPermutationParameters&) { return true; }
	static void ModifyCompilationEnvironment(
		const FVertexFactoryShaderPermutationParameters&, FShaderCompilerEnvironment&)
	{
	}
	static void ValidateCompiledResult(
		const FVertexFactoryType*, EShaderPlatform, const FShaderParameterMap&, TArray<FString>&)
	{
	}
	static void GetPSOPrecacheVertexFetchElements(EVertexInputStreamType, FVertexDeclarationElementList&) {}
	const FSkeletalMeshObject* MeshObject = nullptr;
};
class FStockParameters : public FVertexFactoryShaderParameters
{
	DECLARE_TYPE_LAYOUT(FStockParameters, NonVirtual);

public:
	void Bind(const FShaderParameterMap& Map)
	{
		Positions.Bind(Map, TEXT("StockPositions"));
		PreviousPositions.Bind(Map, TEXT("StockPreviousPositions"));
		Tangents.Bind(Map, TEXT("StockTangents"));
	}
	void GetElementShaderBindings(const FSceneInterface*, const FSceneView*, const FMeshMaterialShader*,
		const EVertexInputStreamType, ERHIFeatureLevel::Type, const FVertexFactory* Factory, const FMeshBatchElement&,
		FMeshDrawSingleShaderBindings& Bindings, FVertexInputStreamArray&) const
	{
		const FSkeletalMeshObject& Object = *static_cast<const FStockVertexFactory*>(Factory)->MeshObject;
		const FSkeletalMeshObject::FHostGeometry& Drawn = Object.HostGeometry[static_cast<size_t>(Object.GetLOD())];
		Bindings.Add(Positions, Drawn.DrawnPositions->GetSRV());
		Bindings.Add(PreviousPositions, Drawn.DrawnPreviousPositions->GetSRV());
		Bindings.Add(Tangents, Drawn.DrawnTangents->GetSRV());
	}

private:
	LAYOUT_FIELD(FShaderResourceParameter, Positions);
	LAYOUT_FIELD(FShaderResourceParameter, PreviousPositions);
	LAYOUT_FIELD(FShaderResourceParameter, Tangents);
};
IMPLEMENT_TYPE_LAYOUT(FStockParameters);
IMPLEMENT_VERTEX_FACTORY_PARAMETER_TYPE(FStockVertexFactory, SF_Vertex, FStockParameters);
IMPLEMENT_VERTEX_FACTORY_TYPE(FStockVertexFactory, "/Host/StockMesh.usf", EVertexFactoryFlags::UsedWithMaterials);

class FStockProxy final : public FPrimitiveSceneProxy
{
public:
	FStockProxy(const USkinnedMeshComponent& Component, FSkeletalMeshObject& InMeshObject)
		: FPrimitiveSceneProxy(&Component)
		, MeshObject(InMeshObject)
		, Material(*UMaterial::GetDefaultMaterial(MD_Surface)->GetRenderProxy())
		, Factory(GMaxRHIFeatureLevel)
	{
		const FSkeletalMeshRenderData& Data = MeshObject.GetSkeletalMeshRenderData();
		for (int32 LOD = 0; LOD < Data.LODRenderData.Num(); ++LOD)
		{
			Indices.push_back(std::make_unique<FRawStaticIndexBuffer>(false));
			Indices.back()->SetIndices(Data.LODRenderData[LOD].HostIndices, EIndexBufferStride::Force32Bit);
		}
		Factory.MeshObject = &MeshObject;
	}
	SIZE_T GetTypeHash() const override { return 7; }
	uint32 GetMemoryFootprint() const override { return sizeof(*this); }
	void CreateRenderThreadResources(FRHICommandListBase& RHICmdList) override
	{
		for (auto& Buffer : Indices)
		{
			Buffer->InitResource(RHICmdList);
		}
		Factory.InitResource(RHICmdList);
	}
	void DestroyRenderThreadResources() override
	{
		for (auto& Buffer : Indices)
		{
			Buffer->ReleaseResource();
		}
		Factory.ReleaseResource();
	}
	FPrimitiveViewRelevance GetViewRelevance(const FSceneView* View) const override
	{
		FPrimitiveViewRelevance Out;
		Out.bDrawRelevance = IsShown(View);
		Out.bDynamicRelevance = true;
		return Out;
	}
	void GetDynamicMeshElements(const TArray<const FSceneView*>& Views, const FSceneViewFamily&, uint32,
		FMeshElementCollector& Collector) const override
	{
		const size_t LOD = static_cast<size_t>(MeshObject.GetLOD());
		if (LOD >= MeshObject.HostGeometry.size() || !MeshObject.HostGeometry[LOD].DrawnPositions.IsValid())
		{
			return;
		}
		for (int32 View = 0; View < Views.Num(); ++View)
		{
			for (const FSkelMeshRenderSection& Section :
				MeshObject.GetSkeletalMeshRenderData().LODRenderData[static_cast<int32>(LOD)].RenderSections)
			{
				FMeshBatch& Mesh = Collector.AllocateMesh();
				Mesh.VertexFactory = &Factory;
				Mesh.MaterialRenderProxy = &Material;
				Mesh.Elements[0].IndexBuffer = Indices[LOD].get();
				Mesh.Elements[0].FirstIndex = Section.BaseIndex;
				Mesh.Elements[0].NumPrimitives = Section.NumTriangles;
				Collector.AddMesh(View, Mesh);
			}
		}
	}

private:
	FSkeletalMeshObject& MeshObject;
	const FMaterialRenderProxy& Material;
	FStockVertexFactory Factory;
	std::vector<std::unique_ptr<FRawStaticIndexBuffer>> Indices;
};

} // namespace Host

FSkeletalMeshObject::FSkeletalMeshObject(FSkeletalMeshRenderData& InRenderData)
	: HostGeometry(static_cast<size_t>(InRenderData.LODRenderData.Num()))
	, RenderData(InRenderData)
{
}
FSkeletalMeshObject::~FSkeletalMeshObject()
{
	check(IsInRenderingThread());
}
int32 FSkeletalMeshObject::GetLOD() const
{
	check(IsInRenderingThread());
	return HostLOD;
}
void FSkeletalMeshObject::HostUpdate(std::vector<FMatrix> Bones, int32 LOD)
{
	HostBones = std::move(Bones);
	HostLOD = LOD;
	bHostDynamic = true;
}
void FSkeletalMeshObject::HostMorph(int32 LOD, const std::vector<float>& SixPerVertex)
{
	FHostGeometry& Geometry = HostGeometry[static_cast<size_t>(LOD)];
	Geometry.Morphs = nullptr;
	if (!SixPerVertex.empty())
	{
		Geometry.Morphs = new FRDGPooledBuffer(new FRHIBuffer(4, static_cast<uint32>(4 * SixPerVertex.size())));
		std::memcpy(
			Geometry.Morphs->GetRHI()->Memory->Memory->Bytes().data(), SixPerVertex.data(), 4 * SixPerVertex.size());
	}
}
void FSkeletalMeshObject::HostSkin()
{
	check(IsInRenderingThread());
	FHostGeometry& Drawn = HostGeometry[static_cast<size_t>(HostLOD)];
	const FSkeletalMeshLODRenderData& LOD = RenderData.LODRenderData[HostLOD];
	const int32 Count = static_cast<int32>(LOD.GetNumVertices());
	if (Count == 0)
	{
		return;
	}
	const auto Make = [](uint32 Stride, int32 Elements)
	{ return new FRDGPooledBuffer(new FRHIBuffer(Stride, Stride * static_cast<uint32>(Elements))); };
	TRefCountPtr<FRDGPooledBuffer> Positions(Make(4, 3 * Count)), Tangents(Make(8, 2 * Count));
	float* P = reinterpret_cast<float*>(Positions->GetRHI()->Memory->Memory->Bytes().data());
	int16* T = reinterpret_cast<int16*>(Tangents->GetRHI()->Memory->Memory->Bytes().data());
	for (int32 Vertex = 0; Vertex < Count; ++Vertex)
	{
		const FVector Rest(LOD.StaticVertexBuffers.PositionVertexBuffer.HostPositions[Vertex]);
		const FVector4f& N = LOD.StaticVertexBuffers.StaticMeshVertexBuffer.HostNormals[Vertex];
		FVector Position = FVector::ZeroVector, Normal = Position, Tangent = Position;
		const auto Add = [](FVector& Sum, const UE::Math::TVector4<double>& V, double Weight)
		{ Sum += FVector(V.X, V.Y, V.Z) * Weight; };
		for (const auto& Influence : LOD.HostInfluences[static_cast<size_t>(Vertex)])
		{
			const FMatrix& Bone = HostBones[static_cast<size_t>(Influence.Bone)];
			const double Weight = static_cast<double>(Influence.Weight);
			Add(Position, Bone.TransformPosition(Rest), Weight);
			Add(Normal, Bone.TransformVector(FVector(N.X, N.Y, N.Z)), Weight);
			Add(Tangent, Bone.TransformVector(FVector(LOD.HostTangents[Vertex])), Weight);
		}
		Normal = Normal.GetSafeNormal();
		Tangent = Tangent.GetSafeNormal();
		const double Items[8] = {Tangent.X, Tangent.Y, Tangent.Z, 0.0, Normal.X, Normal.Y, Normal.Z, double(N.W)};
		for (int Item = 0; Item < 8; ++Item)
		{
			T[8 * Vertex + Item] = static_cast<int16>(std::lround(32767.0 * Items[Item]));
		}
		P[3 * Vertex] = static_cast<float>(Position.X);
		P[3 * Vertex + 1] = static_cast<float>(Position.Y);
		P[3 * Vertex + 2] = static_cast<float>(Position.Z);
	}
	Drawn.DrawnPreviousPositions = Drawn.bDrawn || !Drawn.DrawnPositions.IsValid() ? Positions : Drawn.DrawnPositions;
	Drawn.bDrawn = false;
	Drawn.DrawnPositions = Positions;
	Drawn.DrawnTangents = Tangents;
}

USkinnedMeshComponent::USkinnedMeshComponent()
{
	PrimaryComponentTick.bCanEverTick = true;
}
int32 USkinnedMeshComponent::GetBoneIndex(FName BoneName) const
{
	return HostAsset ? HostAsset->GetRefSkeleton().FindBoneIndex(BoneName) : HostBoneNames.Find(BoneName);
}
void USkinnedMeshComponent::HostSetAsset(USkinnedAsset* Asset)
{
	HostAsset = Asset;
	MarkRenderStateDirty();
}
void USkeletalMeshComponent::SetSkeletalMesh(USkeletalMesh* NewMesh)
{
	HostSetAsset(NewMesh);
}
void USkinnedMeshComponent::SetMeshDeformer(UMeshDeformer* InMeshDeformer)
{
	if (HostDeformerInstance)
	{
		HostDeformerInstance->ReleaseResources();
	}
	HostDeformer = InMeshDeformer;
	HostDeformerInstance = nullptr;
	if (HostDeformer)
	{
		HostSettings = HostSettings ? HostSettings : HostDeformer->CreateSettingsInstance(this);
		HostDeformerInstance = HostDeformer->CreateInstance(this, HostSettings);
	}
	if (HostDeformerInstance)
	{
		check(!!(static_cast<uint8>(HostDeformerInstance->GetOutputBuffers())));
		HostDeformerInstance->AllocateResources();
	}
	MarkRenderDynamicDataDirty();
}
void USkinnedMeshComponent::BeginDestroy()
{
	SetMeshDeformer(nullptr);
	UMeshComponent::BeginDestroy();
}
void USkinnedMeshComponent::TickComponent(float, ELevelTick, FActorComponentTickFunction*)
{
	MarkRenderDynamicDataDirty(); // bones move
}
FPrimitiveSceneProxy* USkinnedMeshComponent::CreateSceneProxy()
{
	return MeshObject ? new Host::FStockProxy(*this, *MeshObject) : nullptr;
}
void USkinnedMeshComponent::CreateRenderState_Concurrent(FRegisterComponentContext* Context)
{
	FSkeletalMeshRenderData* Data = HostAsset ? HostAsset->GetResourceForRendering() : nullptr;
	MeshObject = Data ? new FSkeletalMeshObject(*Data) : nullptr;
	if (MeshObject)
	{
		ENQUEUE_RENDER_COMMAND(AddMeshObject)
		([Object = MeshObject, Scene = GetWorld()->Scene](FRHICommandListImmediate&)
			{ Scene->HostMeshObjects.push_back(Object); });
	}
	if (HostDeformerInstance)
	{
		HostDeformerInstance->AllocateResources();
	}
	UMeshComponent::CreateRenderState_Concurrent(Context);
	SendRenderDynamicData_Concurrent();
}
UMeshDeformerInstance::FEnqueueWorkDesc USkinnedMeshComponent::HostWork(UMeshDeformerInstance::EWorkLoad WorkLoad) const
{
	UMeshDeformerInstance::FEnqueueWorkDesc Out;
	Out.Scene = GetWorld() ? GetWorld()->Scene : nullptr;
	Out.WorkLoadType = WorkLoad;
	Out.OwnerName = GetFName();
	Out.FallbackDelegate = FSimpleDelegate::CreateLambda(
		[Object = MeshObject]
		{
			check(IsInRenderingThread());
			++Object->HostFallbacks;
			Object->HostSkin();
		});
	return Out;
}
void USkinnedMeshComponent::SendRenderDynamicData_Concurrent()
{
	UMeshComponent::SendRenderDynamicData_Concurrent();
	if (!MeshObject || MeshObject->GetSkeletalMeshRenderData().LODRenderData.Num() == 0)
	{
		return;
	}
	const FReferenceSkeleton& Skeleton = HostAsset->GetRefSkeleton();
	std::vector<FTransform> Rest;
	std::vector<FMatrix> Bones;
	for (int32 Bone = 0; Bone < Skeleton.GetNum(); ++Bone)
	{
		const FTransform& Local = Skeleton.GetRefBonePose()[Bone];
		const int32 Parent = Skeleton.GetParentIndex(Bone);
		Rest.push_back(Parent < 0 ? Local : Local * Rest[static_cast<size_t>(Parent)]);
		const FTransform Now = HostBones.IsValidIndex(Bone) ? HostBones[Bone] : Rest.back();
		Bones.push_back(FTransform().GetRelativeTransform(Rest.back()).ToMatrixWithScale() * Now.ToMatrixWithScale());
	}
	ENQUEUE_RENDER_COMMAND(UpdateMeshObject)
	(
		[Object = MeshObject, Bones, LOD = HostLOD, bDeformed = HostDeformerInstance != nullptr](
			FRHICommandListImmediate&)
		{
			const auto Update = [Object, Bones, LOD, bDeformed]
			{
				Object->HostUpdate(Bones, LOD);
				if (!bDeformed)
				{
					Object->HostSkin();
				}
			};
#if ENGINE_MINOR_VERSION >= 6
			Object->HostPending = Update; // the skeletal mesh updater applies it in the scene's update
#else
			Update();
#endif
		});
	if (HostDeformerInstance)
	{
		HostDeformerInstance->EnqueueWork(HostWork(UMeshDeformerInstance::WorkLoad_Update));
	}
}
void USkinnedMeshComponent::DestroyRenderState_Concurrent()
{
	if (HostDeformerInstance)
	{
		HostDeformerInstance->ReleaseResources();
	}
	UMeshComponent::DestroyRenderState_Concurrent();
	if (MeshObject)
	{
		ENQUEUE_RENDER_COMMAND(DestroyMeshObject)
		(
			[Object = MeshObject, Scene = GetWorld()->Scene](FRHICommandListImmediate&)
			{
				std::erase(Scene->HostMeshObjects, Object);
				delete Object;
			});
		MeshObject = nullptr;
	}
}

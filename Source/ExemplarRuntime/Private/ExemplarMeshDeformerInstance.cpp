// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "ExemplarMeshDeformerInstance.h"

#include "Components/SkinnedMeshComponent.h"
#include "Engine/SkinnedAsset.h"
#include "Engine/World.h"
#include "ExemplarCharacter.h"
#include "ExemplarCharacterData.h"
#include "ExemplarConversions.h"
#include "ExemplarDeformerState.h"
#include "ExemplarLeaderPose.h"
#include "ExemplarLog.h"
#include "ExemplarMeshDeformer.h"
#include "ExemplarMeshDeformerSettings.h"
#include "ExemplarOperators.h"
#include "ExemplarRenderMesh.h"
#include "HAL/IConsoleManager.h"
#include "Render/ExemplarDeformerWorker.h"
#include "RenderGraphBuilder.h"
#include "Rendering/SkeletalMeshRenderData.h"
#include "RenderingThread.h"
#include "SkeletalMeshDeformerHelpers.h"
#include "UObject/UObjectGlobals.h"

#include UE_INLINE_GENERATED_CPP_BY_NAME(ExemplarMeshDeformerInstance)

static TAutoConsoleVariable<bool> CVarExemplarDeformer(TEXT("r.Exemplar.Deformer"), true,
	TEXT("Enables the mesh deformers of characters. If disabled, the engine skins those meshes itself."), ECVF_Default);

UExemplarMeshDeformerInstance::UExemplarMeshDeformerInstance()
	: State(MakeUnique<FExemplarDeformerState>())
{
}

UExemplarMeshDeformerInstance::~UExemplarMeshDeformerInstance() = default;

void UExemplarMeshDeformerInstance::SetUp(
	UExemplarMeshDeformer* InDeformer, UMeshComponent* InMeshComponent, UExemplarMeshDeformerSettings* InSettings)
{
	Deformer = InDeformer;
	MeshComponent = InMeshComponent;
	Settings = InSettings;
}

bool UExemplarMeshDeformerInstance::SetCorrectiveWeight(FName Corrective, float Weight)
{
	const TSharedPtr<FExemplarCharacterData> Data = Deformer ? Deformer->GetCharacterData() : nullptr;
	return ExemplarSetCorrective(*this, Data.Get(), Corrective, Weight, State->CorrectiveScales);
}

TArray<FName> UExemplarMeshDeformerInstance::GetMissingBones() const
{
	return State->MissingBones;
}

EMeshDeformerOutputBuffer UExemplarMeshDeformerInstance::GetOutputBuffers() const
{
	return EMeshDeformerOutputBuffer::SkinnedMeshPosition | EMeshDeformerOutputBuffer::SkinnedMeshTangents;
}

void UExemplarMeshDeformerInstance::AllocateResources()
{
	// The mesh object owns the output; the input is created on first use.
}

void UExemplarMeshDeformerInstance::ReleaseResources()
{
	const USkinnedMeshComponent* Component = Cast<USkinnedMeshComponent>(MeshComponent.Get());
	const UWorld* World = Component ? Component->GetWorld() : nullptr;
	if (FExemplarDeformerWorker* Worker = World ? FExemplarDeformerSystem::Get().FindWorker(World->Scene) : nullptr)
	{
		Worker->Abort(State->Target.Get()); // the mesh object may be destroyed before the worker runs
	}
	if (FSkeletalMeshObject* MeshObject = Component ? Component->MeshObject : nullptr)
	{
		// The mesh object is destroyed on the render thread, after this.
		ENQUEUE_RENDER_COMMAND(ExemplarReleaseDeformed)
		(
			[MeshObject, Target = State->Target](FRHICommandListImmediate&)
			{
				for (const int32 LOD : Target->LODs)
				{
					FSkeletalMeshDeformerHelpers::ResetVertexFactoryBufferOverrides(MeshObject, LOD);
				}
			});
	}
	State->Target = MakeShared<FExemplarDeformerTarget>();
}

void UExemplarMeshDeformerInstance::BeginDestroy()
{
	State = MakeUnique<FExemplarDeformerState>();
	Super::BeginDestroy();
}

void UExemplarMeshDeformerInstance::ReportOnce(const FString& Reason)
{
	if (!State->Reported.Contains(Reason))
	{
		State->Reported.Add(Reason);
		UE_LOG(LogExemplar, Warning, TEXT("%s: The engine skins this mesh instead of the character. %s"),
			*GetPathName(), *Reason);
	}
}

bool UExemplarMeshDeformerInstance::Match(USkinnedMeshComponent& Component)
{
	USkinnedAsset* Mesh = Component.GetSkinnedAsset();
	const TSharedPtr<FExemplarCharacterData> Data = Deformer ? Deformer->GetCharacterData() : nullptr;
	if (!Data.IsValid() || !Data->Model->Poser || !Mesh)
	{
		ReportOnce(
			Mesh ? TEXT("The deformer has no character. Assign one.") : TEXT("The component has no mesh. Assign one."));
		return false;
	}
	FExemplarDeformerState::FKey Key;
	Key.Mesh = Mesh;
	// A follower uses the bones of its leader.
	Key.PoseSource = ExemplarPoseSourceOf(&Component);
	Key.Poser = Data->Model->Poser;
	const FSkeletalMeshRenderData* RenderData = Mesh->GetResourceForRendering();
	Key.RenderData = RenderData;
	Key.FirstLOD = RenderData ? RenderData->CurrentFirstLODIdx : 0;
	Key.Revision = Deformer->GetRevision();
	Key.Operator = static_cast<uint8>(Settings ? Settings->Operator : EExemplarOperator::Automatic);
	if (State->Key == Key)
	{
		return State->Data.IsValid();
	}
	State->Key = Key;
	State->LastTwists.clear();
	State->CorrectiveScales.Match(&Data->View());
	State->UsableLODs.Reset();
	State->Operator = ExemplarOperatorOf(static_cast<EExemplarOperator>(Key.Operator), *Data);
	State->SetData(Deformer->GetData(State->Operator));
	if (!State->Data.IsValid())
	{
		ReportOnce(TEXT("The deformer has no usable data. See the previous log message."));
		return false;
	}
	State->MissingBones = ExemplarMatchBones(*Data->Model, Mesh, *Key.PoseSource.Get(), State->Leader);
	ExemplarReportMissingBones(*this, *Mesh, State->MissingBones);
	for (int32 LOD = 0; LOD < Deformer->GetLODs().Num(); ++LOD)
	{
		const FExemplarDeformerLOD& Map = Deformer->GetLODs()[LOD];
		if (LOD < Key.FirstLOD)
		{
			State->UsableLODs.Add(0); // not in memory: looked at when it is
			continue;
		}
		const Exemplar::FStatus Status = Exemplar::CompareRenderMeshStamps(Map.Stamp, ExemplarStampOf(*Mesh, LOD));
		State->UsableLODs.Add(Map.Level != INDEX_NONE && Status ? 1 : 0);
		if (Map.Level != INDEX_NONE && !Status)
		{
			ReportOnce(FString::Printf(TEXT("LOD %d of %s: %s"), LOD, *Mesh->GetPathName(),
				*Exemplar::ToUnrealText(Status.GetError().Message)));
		}
	}
	if (!State->UsableLODs.Contains(1) && Key.FirstLOD == 0)
	{
		ReportOnce(FString::Printf(
			TEXT("No LOD of %s has a map. Build the deformer's maps for this mesh."), *Mesh->GetPathName()));
	}
	return true;
}

void UExemplarMeshDeformerInstance::EnqueueWork(FEnqueueWorkDesc const& InDesc)
{
	if (InDesc.WorkLoadType != WorkLoad_Update)
	{
		return; // nothing to set up or to trigger
	}
	USkinnedMeshComponent* Component = Cast<USkinnedMeshComponent>(MeshComponent.Get());
	FSkeletalMeshObject* MeshObject = Component ? Component->MeshObject : nullptr;
	FExemplarDeformerWork Work;
	Work.MeshObject = MeshObject;
	Work.Target = State->Target.Get();
	Work.Fallback = InDesc.FallbackDelegate;
	if (MeshObject && CVarExemplarDeformer.GetValueOnAnyThread() && Match(*Component))
	{
		Work.Frame = MakeFrame();
	}
	if (FExemplarDeformerWorker* Worker = FExemplarDeformerSystem::Get().FindWorker(InDesc.Scene))
	{
		Worker->Enqueue(MoveTemp(Work));
		return;
	}
	ENQUEUE_RENDER_COMMAND(ExemplarDeform)
	(
		[Work = MoveTemp(Work)](FRHICommandListImmediate& RHICmdList) mutable
		{
			FRDGBuilder GraphBuilder(RHICmdList, RDG_EVENT_NAME("ExemplarDeformer"));
			Work.Run(GraphBuilder);
			GraphBuilder.Execute();
		});
}

TSharedPtr<TExemplarPooledFrame<FExemplarDeformerFrame>> UExemplarMeshDeformerInstance::MakeFrame()
{
	const TSharedPtr<TExemplarPooledFrame<FExemplarDeformerFrame>> Pooled = State->Frames.Take();
	FExemplarDeformerFrame& Frame = Pooled->Frame;
	Frame.Poser = State->Key->Poser;
	Frame.Poser->Reset(Frame.Pose);
	if (State->LastTwists.size() == Frame.Pose.Twists.size())
	{
		Frame.Pose.Twists = State->LastTwists;
	}
	ExemplarReadBones(State->Key->PoseSource->GetComponentSpaceTransforms(), State->Bones);
	State->Leader.Run(State->Bones, Frame.Pose.Local);
	Frame.Poser->Pose(Frame.Pose, {!Settings || Settings->bCorrectives, State->CorrectiveScales.Get()});
	State->LastTwists = Frame.Pose.Twists;
	Frame.Operator = State->Operator;
	Frame.Data = State->Data;
	Frame.Target = State->Target;
	Frame.UsableLODs = State->UsableLODs;
	return Pooled;
}

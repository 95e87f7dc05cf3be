// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "ExemplarCrowdComponent.h"

#include "ExemplarCharacter.h"
#include "ExemplarCharacterData.h"
#include "ExemplarCrowdState.h"
#include "ExemplarLog.h"
#include "ExemplarOperators.h"
#include "MaterialDomain.h"
#include "Materials/Material.h"
#include "PSOPrecache.h"
#include "Render/ExemplarSceneExtension.h"
#include "RenderingThread.h"

#include UE_INLINE_GENERATED_CPP_BY_NAME(ExemplarCrowdComponent)

UExemplarCrowdComponent::UExemplarCrowdComponent()
	: State(MakeUnique<FExemplarCrowdState>())
{
	PrimaryComponentTick.bCanEverTick = true;
	PrimaryComponentTick.TickGroup = TG_PostUpdateWork; // after game code moves instances
	bTickInEditor = true;
}

UExemplarCrowdComponent::~UExemplarCrowdComponent() = default;

void UExemplarCrowdComponent::SetCharacter(UExemplarCharacter* NewCharacter)
{
	Character = NewCharacter;
	if (IsRegistered())
	{
		Watch(Character);
	}
	RememberInstances();
	Instances.Empty();
	State->Clear();
	State->CorrectiveScales.Reset();
	CharacterChanged();
}

void UExemplarCrowdComponent::RememberInstances()
{
#if WITH_EDITOR
	Modify();
#endif
}

void UExemplarCrowdComponent::CharacterChanged()
{
	TakeCharacter();
	MembersChanged();
	MarkRenderStateDirty();
}

void UExemplarCrowdComponent::Watch(UExemplarCharacter* Asset)
{
	if (UExemplarCharacter* Before = State->Watched.Get())
	{
		Before->OnChanged.RemoveAll(this);
	}
	State->Watched = Asset;
	if (Asset)
	{
		Asset->OnChanged.AddUObject(this, &UExemplarCrowdComponent::CharacterChanged);
	}
}

void UExemplarCrowdComponent::TakeCharacter()
{
	TSharedPtr<FExemplarCrowdData> Data;
	const FExemplarCharacterData* Asset = Character ? Character->GetData().Get() : nullptr;
	State->CorrectiveScales.Match(Asset ? &Asset->View() : nullptr);
	if (Asset)
	{
		Character->RequestLevel(0); // the GPU chooses: nobody here knows which are seen
		const Exemplar::TResult<TSharedPtr<FExemplarCrowdData>> Made =
			Character->GetData()->GetCrowdData(State->CorrectiveScales.Get());
		if (Made)
		{
			Data = *Made;
		}
		else
		{
			Character->Report(Made.GetError().Message);
		}
	}
	const bool bHadData = State->Data.IsValid();
	State->SetData(Data, Character ? Character->GetClipNames() : TArray<FName>());
	if (!bHadData && Data.IsValid())
	{
		TakeInstances();
	}
}

void UExemplarCrowdComponent::TakeInstances()
{
	State->Clear();
	for (int32 Index = 0; Index < Instances.Num() && State->Data.IsValid(); ++Index)
	{
		FString WhyNot;
		if (!State->Add(Instances[Index], Index, WhyNot))
		{
			UE_LOG(LogExemplar, Warning, TEXT("%s: Instance %d is not shown: %s."), *GetPathName(), Index, *WhyNot);
		}
	}
	MembersChanged();
}

#if WITH_EDITOR
void UExemplarCrowdComponent::PostEditChangeProperty(FPropertyChangedEvent& PropertyChangedEvent)
{
	Super::PostEditChangeProperty(PropertyChangedEvent);
	TakeCharacter();
	TakeInstances();
}

void UExemplarCrowdComponent::PostEditUndo()
{
	Super::PostEditUndo();
	TakeCharacter();
	TakeInstances();
}
#endif

bool UExemplarCrowdComponent::SetCorrectiveWeight(FName Corrective, float Weight)
{
	const FExemplarCharacterData* Data = Character ? Character->GetData().Get() : nullptr;
	if (!ExemplarSetCorrective(*this, Data, Corrective, Weight, State->CorrectiveScales))
	{
		return false;
	}
	CharacterChanged();
	return true;
}

void UExemplarCrowdComponent::MembersChanged()
{
	UpdateBounds();
	MarkRenderTransformDirty();
	MarkRenderDynamicDataDirty();
}

FBoxSphereBounds UExemplarCrowdComponent::CalcBounds(const FTransform& LocalToWorld) const
{
	const Exemplar::FBox& Box = State->Members.LooseBounds();
	if (Box.IsEmpty())
	{
		return FBoxSphereBounds(LocalToWorld.GetTranslation(), FVector::ZeroVector, 0.0);
	}
	const Exemplar::FFloat3 Center = Box.Center(), Extent = (Box.Max - Box.Min) * 0.5f;
	const FVector Half(Extent.X, Extent.Y, Extent.Z);
	return FBoxSphereBounds(FVector(Center.X, Center.Y, Center.Z), Half, Half.Size()).TransformBy(LocalToWorld);
}

int32 UExemplarCrowdComponent::GetNumMaterials() const
{
	return Character ? Character->Materials.Num() : 0;
}

UMaterialInterface* UExemplarCrowdComponent::GetMaterial(int32 ElementIndex) const
{
	if (OverrideMaterials.IsValidIndex(ElementIndex) && OverrideMaterials[ElementIndex])
	{
		return OverrideMaterials[ElementIndex];
	}
	return Character && Character->Materials.IsValidIndex(ElementIndex) ? Character->Materials[ElementIndex].Material
																		: nullptr;
}

void UExemplarCrowdComponent::CollectPSOPrecacheData(
	const FPSOPrecacheParams& BasePrecachePSOParams, FMaterialInterfacePSOPrecacheParamsList& OutParams)
{
	for (int32 Slot = 0; Slot < GetNumMaterials() && State->Data.IsValid(); ++Slot)
	{
		UMaterialInterface* Material = GetMaterial(Slot);
		FMaterialInterfacePSOPrecacheParams& Params = OutParams.AddDefaulted_GetRef();
		Params.MaterialInterface = Material ? Material : UMaterial::GetDefaultMaterial(MD_Surface);
		Params.PSOPrecacheParams = BasePrecachePSOParams;
		Params.VertexFactoryDataList.Add(
			FPSOPrecacheVertexFactoryData(GetExemplarCrowdVertexFactoryType(State->Data->Operator)));
	}
}

void UExemplarCrowdComponent::OnRegister()
{
	Super::OnRegister();
	State->Extension = FExemplarSceneExtension::Get();
	Watch(Character);
	State->LastLocation = GetComponentTransform().GetTranslation();
	TakeCharacter();
	if (State->Members.Count() == 0)
	{
		TakeInstances(); // a copy got them after its character
	}
	UpdateBounds();
}

void UExemplarCrowdComponent::OnUnregister()
{
	Watch(nullptr);
	State->Extension.Reset();
	Super::OnUnregister();
}

void UExemplarCrowdComponent::TickComponent(
	float DeltaTime, ELevelTick TickType, FActorComponentTickFunction* ThisTickFunction)
{
	Super::TickComponent(DeltaTime, TickType, ThisTickFunction);
	const bool bMoved = State->Members.Advance(DeltaTime * PlayRate, DeltaTime);
	const FVector Location = GetComponentTransform().GetTranslation();
	State->Velocity = DeltaTime > 0.0f ? (Location - State->LastLocation) * (1.0 / DeltaTime) : FVector::ZeroVector;
	State->LastLocation = Location;
	if (State->Members.Tighten())
	{
		UpdateBounds();
		MarkRenderTransformDirty();
	}
	const bool bOtherLevels = State->SentForcedLevel != ForcedLevel || State->SentLevelBias != LevelBias;
	if (bOtherLevels || (bMoved && WasRecentlyRendered(0.25f)))
	{
		MarkRenderDynamicDataDirty(); // time advances always, but is sent only while a view shows the crowd
	}
}

FPrimitiveSceneProxy* UExemplarCrowdComponent::CreateSceneProxy()
{
	if (!State->Data.IsValid() || State->Data->SkinData->Levels.IsEmpty() || !State->Extension.IsValid())
	{
		return nullptr;
	}
	return new FExemplarCrowdSceneProxy(*this, State->Data, State->Extension, MakeFrame());
}

FExemplarCrowdFrame UExemplarCrowdComponent::MakeFrame()
{
	FExemplarCrowdFrame Frame = State->MakeFrame();
	Frame.ForcedLevel = State->SentForcedLevel = ForcedLevel;
	Frame.LevelBias = State->SentLevelBias = LevelBias;
	return Frame;
}

void UExemplarCrowdComponent::SendRenderDynamicData_Concurrent()
{
	Super::SendRenderDynamicData_Concurrent();
	if (!SceneProxy)
	{
		return;
	}
	FExemplarCrowdSceneProxy* Proxy = static_cast<FExemplarCrowdSceneProxy*>(SceneProxy);
	ENQUEUE_RENDER_COMMAND(ExemplarSendCrowd)
	([Proxy, Frame = MakeFrame()](FRHICommandListImmediate&) mutable
		{ Proxy->SetFrame_RenderThread(MoveTemp(Frame)); });
}

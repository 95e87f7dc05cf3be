// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "ExemplarMeshComponent.h"

#include "Components/SkinnedMeshComponent.h"
#include "Engine/Engine.h"
#include "Engine/SkinnedAsset.h"
#include "ExemplarCharacter.h"
#include "ExemplarConversions.h"
#include "ExemplarLeaderPose.h"
#include "ExemplarLog.h"
#include "ExemplarMeshPose.h"
#include "HAL/IConsoleManager.h"
#include "MaterialDomain.h"
#include "Materials/Material.h"
#include "PSOPrecache.h"
#include "Render/ExemplarSceneExtension.h"
#include "Render/ExemplarSceneProxy.h"
#include "RenderingThread.h"
#include "UObject/UObjectGlobals.h"

#include UE_INLINE_GENERATED_CPP_BY_NAME(ExemplarMeshComponent)

static TAutoConsoleVariable<int32> CVarExemplarForceLevel(TEXT("r.Exemplar.ForceLevel"), -1,
	TEXT("Forces this level of detail on all character components that have it. -1 disables the override."),
	ECVF_Scalability);

static_assert(static_cast<uint32>(EExemplarDebugView::Level) == static_cast<uint32>(Exemplar::EDebugView::Level));

UExemplarMeshComponent::UExemplarMeshComponent()
	: State(MakeUnique<FExemplarMeshPose>())
{
	PrimaryComponentTick.bCanEverTick = true;
	PrimaryComponentTick.TickGroup = TG_PostUpdateWork; // after leaders are posed
	bTickInEditor = true;
}

UExemplarMeshComponent::~UExemplarMeshComponent() = default;

void UExemplarMeshComponent::SetCharacter(UExemplarCharacter* NewCharacter)
{
	Character = NewCharacter;
	if (IsRegistered())
	{
		Watch(Character);
	}
	Clip = FName(); // clips, poses and shapes are the character's
	State->SetPose.clear();
	State->CorrectiveWeights.Reset();
	CharacterChanged();
	PrecachePSOs();
}

void UExemplarMeshComponent::Watch(UExemplarCharacter* Asset)
{
	if (UExemplarCharacter* Before = State->Watched.Get())
	{
		Before->OnChanged.RemoveAll(this);
	}
	State->Watched = Asset;
	if (Asset)
	{
		Asset->OnChanged.AddUObject(this, &UExemplarMeshComponent::CharacterChanged);
	}
}

void UExemplarMeshComponent::TakeCharacter()
{
	State->SetCharacterData(Character ? Character->GetData() : nullptr, Clip);
	State->Seconds = ClipTime;
	MatchLeaderBones();
	TakeSurfaceSockets();
	UpdatePose();
}

void UExemplarMeshComponent::CharacterChanged()
{
	TakeCharacter();
	MarkRenderStateDirty();
}

void UExemplarMeshComponent::SetOperator(EExemplarOperator NewOperator)
{
	Operator = NewOperator;
	TakeSurfaceSockets();
	UpdatePose();
	MarkRenderStateDirty();
}

void UExemplarMeshComponent::SetDebugView(EExemplarDebugView NewView)
{
	DebugView = NewView;
	MarkRenderStateDirty(); // another material
}

UMaterialInterface* UExemplarMeshComponent::GetDebugMaterial() const
{
	if (DebugMaterial)
	{
		return DebugMaterial;
	}
	return GEngine ? GEngine->VertexColorMaterial.Get() : nullptr;
}

bool UExemplarMeshComponent::PlayClip(FName ClipName)
{
	const int32 Found = Character ? Character->GetClipNames().Find(ClipName) : INDEX_NONE;
	if (Found == INDEX_NONE)
	{
		UE_LOG(LogExemplar, Warning, TEXT("%s: The character has no clip named %s."), *GetPathName(),
			*ClipName.ToString());
		return false;
	}
	Clip = ClipName;
	State->Clip = Found;
	SetClipTime(0.0f);
	return true;
}

void UExemplarMeshComponent::SetClipTime(float Seconds)
{
	ClipTime = State->Seconds = FMath::IsFinite(Seconds) ? Seconds : 0.0f;
	UpdatePose();
}

bool UExemplarMeshComponent::SetPose(const TArray<FTransform>& LocalTransforms)
{
	if (!State->Data.IsValid() || LocalTransforms.Num() != Character->GetNumBones())
	{
		UE_LOG(LogExemplar, Warning, TEXT("%s: SetPose was given %d transforms for a character of %d bones."),
			*GetPathName(), LocalTransforms.Num(), Character ? Character->GetNumBones() : 0);
		return false;
	}
	State->SetPose.clear();
	for (const FTransform& Transform : LocalTransforms)
	{
		State->SetPose.push_back(Exemplar::ToCoreTransform(Transform));
	}
	UpdatePose();
	return true;
}

void UExemplarMeshComponent::ClearPose()
{
	State->SetPose.clear();
	UpdatePose();
}

void UExemplarMeshComponent::SetLeader(USkinnedMeshComponent* NewLeader)
{
	Leader = NewLeader;
	if (USkinnedMeshComponent* Source = ExemplarPoseSourceOf(Leader))
	{
		// Leaders are often hidden, and by default bones are refreshed only where they are drawn.
		Source->VisibilityBasedAnimTickOption = EVisibilityBasedAnimTickOption::AlwaysTickPoseAndRefreshBones;
	}
	MatchLeaderBones();
	ReportMissingBones();
	UpdatePose();
}

void UExemplarMeshComponent::ReportMissingBones() const
{
	if (State->Leader.Missing.Num() > 0)
	{
		FString Names;
		for (const FName& Name : State->Leader.Missing)
		{
			Names += (Names.IsEmpty() ? FString() : FString(TEXT(", "))) + Name.ToString();
		}
		UE_LOG(LogExemplar, Warning,
			TEXT("%s: Leader %s is missing %d of the character's bones, which keep their rest pose: %s."),
			*GetPathName(), *Leader->GetPathName(), State->Leader.Missing.Num(), *Names);
	}
}

void UExemplarMeshComponent::MatchLeaderBones()
{
	State->Leader.Reset();
	const USkinnedMeshComponent* Source = ExemplarPoseSourceOf(Leader);
	State->LeaderBones = ExemplarPoseSourceOf(Leader);
	if (!Source || !State->Data.IsValid() || !State->Data->Poser)
	{
		return;
	}
	State->LeaderMesh = Source->GetSkinnedAsset();
	TArray<FName> Names;
	for (const std::string_view Joint : State->Data->View().Skeleton.Names)
	{
		Names.Add(Exemplar::ToUnrealName(Joint));
	}
	State->Leader.Match(Names, State->Data->Poser->GetRest(), Source->GetSkinnedAsset(), *Source);
}

const TArray<FTransform>* UExemplarMeshComponent::GetLeaderPose()
{
	const USkinnedMeshComponent* Source = ExemplarPoseSourceOf(Leader);
	if (Source && (State->LeaderBones.Get() != Source || State->LeaderMesh.Get() != Source->GetSkinnedAsset()))
	{
		MatchLeaderBones(); // the leader has another mesh or leader now
		ReportMissingBones();
	}
	return Source ? &Source->GetComponentSpaceTransforms() : nullptr;
}

TArray<FName> UExemplarMeshComponent::GetMissingBones() const
{
	return State->Leader.Missing;
}

bool UExemplarMeshComponent::SetCorrectiveWeight(FName Corrective, float Weight)
{
	const bool bSet = State->CorrectiveWeights.Set(State->Data.Get(), Corrective, Weight, GetPathName());
	if (bSet)
	{
		UpdatePose();
	}
	return bSet;
}

int32 UExemplarMeshComponent::GetDrawnLevel() const
{
	return State->DrawnLevel;
}

void UExemplarMeshComponent::UpdatePose()
{
	if (!State->Data.IsValid() || !State->Data->Poser)
	{
		State->bPosed = false;
		return;
	}
	State->UpdatePose(GetLeaderPose(), bCorrectives);
	if (!GetAttachChildren().IsEmpty())
	{
		UpdateChildTransforms(EUpdateTransformFlags::OnlyUpdateIfUsingSocket, ETeleportType::None);
	}
	UpdateBounds();
	MarkRenderTransformDirty();
	MarkRenderDynamicDataDirty();
}

void UExemplarMeshComponent::UpdateRoot()
{
	const Exemplar::FAffine Before = State->Root;
	State->UpdateRoot(GetLeaderPose());
	if (!(Before == State->Root))
	{
		UpdateBounds();
		MarkRenderTransformDirty(); // so that a view can come to see it
	}
}

FBoxSphereBounds UExemplarMeshComponent::CalcBounds(const FTransform& LocalToWorld) const
{
	if (!State->Data.IsValid())
	{
		return FBoxSphereBounds(LocalToWorld.GetTranslation(), FVector::ZeroVector, 0.0);
	}
	FSphere Sphere = Exemplar::ToUnrealSphere(State->Data->View().Sphere, State->Data->Basis);
	if (State->bPosed)
	{
		// The sphere contains every legal pose with the root at rest, and moves with the root.
		const Exemplar::FAffine& Root = State->Root;
		const Exemplar::FFloat3 Center = Exemplar::TransformPoint(Root,
			{static_cast<float>(Sphere.Center.X), static_cast<float>(Sphere.Center.Y),
				static_cast<float>(Sphere.Center.Z)});
		Sphere.Center = FVector(Center.X, Center.Y, Center.Z);
		double Stretch = 0.0;
		for (const Exemplar::FFloat3& Axis :
			{Exemplar::FFloat3{1.0f, 0.0f, 0.0f}, {0.0f, 1.0f, 0.0f}, {0.0f, 0.0f, 1.0f}})
		{
			const Exemplar::FFloat3 Image = Exemplar::TransformVector(Root, Axis);
			Stretch += Exemplar::Dot(Image, Image); // at least the square of the largest stretch
		}
		Sphere.W *= Stretch > 3.0 + 1e-4 ? FMath::Sqrt(Stretch) : 1.0;
	}
	return FBoxSphereBounds(Sphere).TransformBy(LocalToWorld);
}

int32 UExemplarMeshComponent::GetNumMaterials() const
{
	return Character ? Character->Materials.Num() : 0;
}

UMaterialInterface* UExemplarMeshComponent::GetMaterial(int32 ElementIndex) const
{
	if (OverrideMaterials.IsValidIndex(ElementIndex) && OverrideMaterials[ElementIndex])
	{
		return OverrideMaterials[ElementIndex];
	}
	return Character && Character->Materials.IsValidIndex(ElementIndex) ? Character->Materials[ElementIndex].Material
																		: nullptr;
}

TArray<FName> UExemplarMeshComponent::GetMaterialSlotNames() const
{
	TArray<FName> Names;
	for (int32 Slot = 0; Slot < GetNumMaterials(); ++Slot)
	{
		Names.Add(Character->Materials[Slot].SlotName);
	}
	return Names;
}

int32 UExemplarMeshComponent::GetMaterialIndex(FName MaterialSlotName) const
{
	return GetMaterialSlotNames().Find(MaterialSlotName);
}

bool UExemplarMeshComponent::IsMaterialSlotNameValid(FName MaterialSlotName) const
{
	return GetMaterialIndex(MaterialSlotName) != INDEX_NONE;
}

void UExemplarMeshComponent::CollectPSOPrecacheData(
	const FPSOPrecacheParams& BasePrecachePSOParams, FMaterialInterfacePSOPrecacheParamsList& OutParams)
{
	for (int32 Slot = 0; Slot < GetNumMaterials(); ++Slot)
	{
		UMaterialInterface* Material = DebugView == EExemplarDebugView::None ? GetMaterial(Slot) : GetDebugMaterial();
		FMaterialInterfacePSOPrecacheParams& Params = OutParams.AddDefaulted_GetRef();
		Params.MaterialInterface = Material ? Material : UMaterial::GetDefaultMaterial(MD_Surface);
		Params.PSOPrecacheParams = BasePrecachePSOParams;
		Params.VertexFactoryDataList.Add(FPSOPrecacheVertexFactoryData(&FExemplarVertexFactory::StaticType));
	}
}

void UExemplarMeshComponent::OnRegister()
{
	Super::OnRegister();
	State->Extension = FExemplarSceneExtension::Get();
	Watch(Character);
	if (!Leader && !LeaderComponent.ComponentProperty.IsNone())
	{
		SetLeader(Cast<USkinnedMeshComponent>(LeaderComponent.GetComponent(GetOwner())));
	}
	TakeCharacter();
}

void UExemplarMeshComponent::OnUnregister()
{
	Watch(nullptr);
	State->Extension.Reset();
	Super::OnUnregister();
}

void UExemplarMeshComponent::TickComponent(
	float DeltaTime, ELevelTick TickType, FActorComponentTickFunction* ThisTickFunction)
{
	Super::TickComponent(DeltaTime, TickType, ThisTickFunction);
	const bool bPlays = State->Clip >= 0 && !Leader && State->SetPose.empty();
	const bool bSetByOthers = ClipTime != State->Seconds; // by Sequencer or the details panel, without the setter
	const float Before = State->Seconds;
	ClipTime += bPlays && !bSetByOthers && FMath::IsFinite(DeltaTime * PlayRate) ? DeltaTime * PlayRate : 0.0f;
	State->Seconds = ClipTime;
	if (bPlays && !bSetByOthers)
	{
		NotifyBetween(Before, ClipTime);
	}
	if (!WasRecentlyRendered(0.25f) && !bPoseWhenUnseen && GetAttachChildren().IsEmpty())
	{
		if (State->bPosed && (Leader || bPlays))
		{
			UpdateRoot(); // time advances, but no view shows the pose
		}
		return;
	}
	if (Leader || bPlays || bSetByOthers || State->bPosedCorrectives != bCorrectives)
	{
		UpdatePose();
	}
	else
	{
		MarkRenderDynamicDataDirty(); // the level may change, and the last frame's motion has ended
	}
}

FPrimitiveSceneProxy* UExemplarMeshComponent::CreateSceneProxy()
{
	if (!State->bPosed || !State->Extension.IsValid())
	{
		return nullptr;
	}
	State->Operator = State->ChooseOperator(State->Data->Character, static_cast<uint8>(Operator));
	const Exemplar::TResult<TSharedPtr<FExemplarSkinData>> SkinData = State->Data->GetSkinData(State->Operator);
	if (!SkinData)
	{
		Character->Report(SkinData.GetError().Message);
		return nullptr;
	}
	State->SetSkinData(*SkinData);
	if (State->SkinData->Levels.IsEmpty())
	{
		return nullptr;
	}
	State->Request = MakeShared<FExemplarLevelRequest>();
	State->bSent = false; // a new proxy has no last frame
	State->DrawnLevel = INDEX_NONE;
	return new FExemplarSceneProxy(*this, State->SkinData, State->Request, State->Extension, MakeFrame());
}

TSharedPtr<TExemplarPooledFrame<FExemplarDynamicData>> UExemplarMeshComponent::MakeFrame()
{
	// The engine's own settings hold here too.
	static const IConsoleVariable* EngineBias =
		IConsoleManager::Get().FindConsoleVariable(TEXT("r.SkeletalMeshLODBias"));
	static const IConsoleVariable* EngineForced = IConsoleManager::Get().FindConsoleVariable(TEXT("r.ForceLOD"));
	const int32 ForcedByEngine = EngineForced ? EngineForced->GetInt() : -1;
	const int32 ForcedByAll = CVarExemplarForceLevel.GetValueOnAnyThread();
	const int32 Forced = ForcedByAll >= 0 ? ForcedByAll : ForcedByEngine >= 0 ? ForcedByEngine : ForcedLevel;
	const FExemplarSentFrame Pooled = State->Frames.Take();
	State->WriteDynamicData(Forced, LevelBias + (EngineBias ? EngineBias->GetInt() : 0), Significance, Pooled->Frame);
	Pooled->Frame.DebugView = static_cast<Exemplar::EDebugView>(DebugView);
	return Pooled;
}

void UExemplarMeshComponent::SendRenderDynamicData_Concurrent()
{
	Super::SendRenderDynamicData_Concurrent();
	if (!SceneProxy || !State->bPosed)
	{
		return;
	}
	ENQUEUE_RENDER_COMMAND(ExemplarSendDynamicData)
	([Proxy = static_cast<FExemplarSceneProxy*>(SceneProxy), Frame = MakeFrame()](FRHICommandListImmediate&)
		{ Proxy->SetFrame_RenderThread(Frame); });
}

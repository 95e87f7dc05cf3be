// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "ExemplarMeshComponent.h"

#include "Components/SkinnedMeshComponent.h"
#include "Engine/Engine.h"
#include "Engine/SkinnedAsset.h"
#include "ExemplarCharacter.h"
#include "ExemplarConversions.h"
#include "ExemplarLeaderPose.h"
#include "ExemplarLog.h"
#include "ExemplarMeshState.h"
#include "ExemplarOperators.h"
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
	: State(MakeUnique<FExemplarMeshState>())
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
	State->Pose.SetLocal({});
	State->Pose.CorrectiveScales.Reset();
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
	State->Data = Character ? Character->GetData() : nullptr;
	State->SetSkinData(nullptr);
	State->Pose.SetCharacter(State->Data.IsValid() ? State->Data->Model : nullptr, Exemplar::ToCoreName(Clip));
	State->Pose.Seconds = ClipTime;
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
	if (!State->Pose.SetClip(Exemplar::ToCoreName(ClipName)))
	{
		UE_LOG(LogExemplar, Warning, TEXT("%s: The character has no clip named %s."), *GetPathName(),
			*ClipName.ToString());
		return false;
	}
	Clip = ClipName;
	SetClipTime(0.0f);
	return true;
}

void UExemplarMeshComponent::SetClipTime(float Seconds)
{
	ClipTime = State->Pose.Seconds = FMath::IsFinite(Seconds) ? Seconds : 0.0f;
	UpdatePose();
}

bool UExemplarMeshComponent::SetPose(const TArray<FTransform>& LocalTransforms)
{
	std::vector<Exemplar::FBoneTransform> Local;
	for (const FTransform& Transform : LocalTransforms)
	{
		Local.push_back(Exemplar::ToCoreTransform(Transform));
	}
	if (Local.empty() || !State->Pose.SetLocal(Local))
	{
		UE_LOG(LogExemplar, Warning, TEXT("%s: SetPose was given %d transforms for a character of %d bones."),
			*GetPathName(), LocalTransforms.Num(), Character ? Character->GetNumBones() : 0);
		return false;
	}
	UpdatePose();
	return true;
}

void UExemplarMeshComponent::ClearPose()
{
	State->Pose.SetLocal({});
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
	UpdatePose();
}

void UExemplarMeshComponent::MatchLeaderBones()
{
	State->Pose.Leader = Exemplar::FBonePose();
	State->MissingBones.Reset();
	USkinnedMeshComponent* Source = ExemplarPoseSourceOf(Leader);
	State->LeaderBones = Source;
	State->LeaderMesh = Source ? Source->GetSkinnedAsset() : nullptr;
	if (Source && State->Pose.CanPose())
	{
		State->MissingBones =
			ExemplarMatchBones(*State->Data->Model, Source->GetSkinnedAsset(), *Source, State->Pose.Leader);
		ExemplarReportMissingBones(*this, *Leader, State->MissingBones);
	}
}

const std::vector<Exemplar::FAffine>& UExemplarMeshComponent::GetLeaderBones()
{
	const USkinnedMeshComponent* Source = ExemplarPoseSourceOf(Leader);
	State->Bones.clear();
	if (Source)
	{
		if (State->LeaderBones.Get() != Source || State->LeaderMesh.Get() != Source->GetSkinnedAsset())
		{
			MatchLeaderBones(); // the leader has another mesh or leader now
		}
		ExemplarReadBones(Source->GetComponentSpaceTransforms(), State->Bones);
	}
	return State->Bones;
}

TArray<FName> UExemplarMeshComponent::GetMissingBones() const
{
	return State->MissingBones;
}

bool UExemplarMeshComponent::SetCorrectiveWeight(FName Corrective, float Weight)
{
	const FExemplarCharacterData* Data = State->Data.Get();
	if (!ExemplarSetCorrective(*this, Data, Corrective, Weight, State->Pose.CorrectiveScales))
	{
		return false;
	}
	UpdatePose();
	return true;
}

int32 UExemplarMeshComponent::GetDrawnLevel() const
{
	const std::optional<uint32_t> Level = State->Pose.GetDrawnLevel();
	return Level ? static_cast<int32>(*Level) + State->Data->GetFirstLevel() : INDEX_NONE;
}

void UExemplarMeshComponent::UpdatePose()
{
	if (!State->Pose.Update(GetLeaderBones(), bCorrectives))
	{
		return;
	}
	if (State->Surface)
	{
		State->Surface->Run(*State->Data->Model->Poser, State->Pose.GetPose(), State->SurfaceFrames);
	}
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
	const Exemplar::FAffine Before = State->Pose.GetRoot();
	State->Pose.UpdateRoot(GetLeaderBones());
	if (!(Before == State->Pose.GetRoot()))
	{
		UpdateBounds();
		MarkRenderTransformDirty(); // so that a view can come to see it
	}
}

FBoxSphereBounds UExemplarMeshComponent::CalcBounds(const FTransform& LocalToWorld) const
{
	const Exemplar::FSphere Sphere = State->Pose.GetSphere(); // of no size without a character
	return FBoxSphereBounds(FSphere(FVector(Sphere.Center.X, Sphere.Center.Y, Sphere.Center.Z), Sphere.Radius))
		.TransformBy(LocalToWorld);
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
	Exemplar::FMeshPose& Pose = State->Pose;
	const bool bPlays = Pose.GetClip() && !Leader && !Pose.HasLocal();
	const bool bSetByOthers = ClipTime != Pose.Seconds; // by Sequencer or the details panel, without the setter
	const float Before = Pose.Seconds;
	ClipTime += bPlays && !bSetByOthers && FMath::IsFinite(DeltaTime * PlayRate) ? DeltaTime * PlayRate : 0.0f;
	Pose.Seconds = ClipTime;
	if (bPlays && !bSetByOthers)
	{
		NotifyBetween(Before, ClipTime);
	}
	if (!WasRecentlyRendered(0.25f) && !bPoseWhenUnseen && GetAttachChildren().IsEmpty())
	{
		if (Pose.IsPosed() && (Leader || bPlays))
		{
			UpdateRoot(); // time advances, but no view shows the pose
		}
		return;
	}
	if (Leader || bPlays || bSetByOthers || Pose.HasPosedCorrectives() != bCorrectives)
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
	if (!State->Pose.IsPosed() || !State->Extension.IsValid())
	{
		return nullptr;
	}
	State->Operator = ExemplarOperatorOf(Operator, *State->Data);
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
	State->Pose.Restart(); // a new proxy has no last frame
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
	const int32 First = State->Data->GetFirstLevel(); // of those that are in memory
	Exemplar::FLevelWish Wish{State->Request->Take(), Forced < 0 ? Forced : FMath::Max(Forced - First, 0),
		LevelBias + (EngineBias ? EngineBias->GetInt() : 0), Significance};
	const uint32 Level = State->Pose.ChooseLevel(State->SkinData->LevelErrors, Wish);
	if (First > 0 && Exemplar::WantsFiner(State->SkinData->LevelErrors, Wish, Forced >= 0 ? Forced - First : 0))
	{
		Character->RequestLevel(First - 1);
	}
	State->Pose.Write(State->SkinData->Levels[static_cast<int32>(Level)]->Packed.Skin, State->Operator, Pooled->Frame);
	Pooled->Frame.DebugView = static_cast<Exemplar::EDebugView>(DebugView);
	return Pooled;
}

void UExemplarMeshComponent::SendRenderDynamicData_Concurrent()
{
	Super::SendRenderDynamicData_Concurrent();
	if (!SceneProxy || !State->Pose.IsPosed())
	{
		return;
	}
	ENQUEUE_RENDER_COMMAND(ExemplarSendDynamicData)
	([Proxy = static_cast<FExemplarSceneProxy*>(SceneProxy), Frame = MakeFrame()](FRHICommandListImmediate&)
		{ Proxy->SetFrame_RenderThread(Frame); });
}

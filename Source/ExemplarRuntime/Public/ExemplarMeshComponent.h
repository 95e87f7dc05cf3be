// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Components/MeshComponent.h"
#include "CoreMinimal.h"
#include "Delegates/Delegate.h"
#include "Engine/EngineTypes.h"
#include "ExemplarCharacter.h"
#include "Templates/SharedPointer.h"
#include "UObject/ObjectPtr.h"

#include "ExemplarMeshComponent.generated.h"

class FExemplarLevelRequest;
class USkinnedMeshComponent;
struct FExemplarDynamicData;
struct FExemplarMeshState;

template <typename FrameType>
struct TExemplarPooledFrame;

DECLARE_DYNAMIC_MULTICAST_DELEGATE_OneParam(FExemplarClipNotifySignature, FName, Notify);

/** A place on the character's surface that things can be attached to, as to a socket. */
USTRUCT(BlueprintType)
struct FExemplarSurfaceSocket
{
	GENERATED_BODY()

	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Exemplar")
	FName Name;

	/** In the rest pose, in the component's space. The nearest point of the surface is taken. */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Exemplar")
	FVector RestLocation = FVector::ZeroVector;
};

/** Colors that replace the materials. */
UENUM(BlueprintType)
enum class EExemplarDebugView : uint8
{
	None,
	/** Number of bones per vertex, from one (blue) to eight (red). */
	InfluenceCount,
	/** The bone with the largest weight, one color per bone. */
	DominantBone,
	/** Displacement by correctives, from zero (blue) to five centimeters (red). */
	CorrectiveStrength,
	/** The level of detail, one color per level. */
	Level
};

/**
 * Draws a character. Its pose comes from a leader's bones, from SetPose, or from one of the character's own clips, in
 * this order. Otherwise the character is in its rest pose.
 */
UCLASS(ClassGroup = (Rendering), meta = (BlueprintSpawnableComponent))
class EXEMPLARRUNTIME_API UExemplarMeshComponent : public UMeshComponent
{
	GENERATED_BODY()

public:
	UExemplarMeshComponent();
	virtual ~UExemplarMeshComponent() override;

	UFUNCTION(BlueprintCallable, Category = "Exemplar")
	void SetCharacter(UExemplarCharacter* NewCharacter);

	UFUNCTION(BlueprintPure, Category = "Exemplar")
	UExemplarCharacter* GetCharacter() const { return Character; }

	UFUNCTION(BlueprintCallable, Category = "Exemplar")
	void SetOperator(EExemplarOperator NewOperator);

	/** Plays a clip from its start. If the character has no clip of that name, logs a warning and returns false. */
	UFUNCTION(BlueprintCallable, Category = "Exemplar")
	bool PlayClip(FName ClipName);

	/** Sets the time in the clip, in seconds. */
	UFUNCTION(BlueprintCallable, Category = "Exemplar")
	void SetClipTime(float Seconds);

	/** Sets the transforms of all bones relative to their parents, until ClearPose. Returns false if the number of
	 * transforms is wrong. */
	UFUNCTION(BlueprintCallable, Category = "Exemplar")
	bool SetPose(const TArray<FTransform>& LocalTransforms);

	UFUNCTION(BlueprintCallable, Category = "Exemplar")
	void ClearPose();

	/** Follows another component's bones by name. Bones that the leader does not have keep their rest pose. Null stops
	 * following. */
	UFUNCTION(BlueprintCallable, Category = "Exemplar")
	void SetLeader(USkinnedMeshComponent* NewLeader);

	/** The bones of the character that its leader does not have. */
	UFUNCTION(BlueprintPure, Category = "Exemplar")
	TArray<FName> GetMissingBones() const;

	/** Scales one corrective, by its name in the character. 0 disables it, 1 is its original strength. If there is no
	 * such corrective, logs a warning and returns false. */
	UFUNCTION(BlueprintCallable, Category = "Exemplar")
	bool SetCorrectiveWeight(FName Corrective, float Weight);

	UFUNCTION(BlueprintCallable, Category = "Exemplar")
	void SetDebugView(EExemplarDebugView NewView);

	UFUNCTION(BlueprintPure, Category = "Exemplar")
	EExemplarDebugView GetDebugView() const { return DebugView; }

	/** The material of debug views: DebugMaterial, or the engine's vertex color material. */
	UMaterialInterface* GetDebugMaterial() const;

	/** The level that is drawn, or -1 before the first draw. */
	UFUNCTION(BlueprintPure, Category = "Exemplar")
	int32 GetDrawnLevel() const;

	/** Sets the places on the surface that sockets are. They follow the skin with its correctives: z is the normal. */
	UFUNCTION(BlueprintCallable, Category = "Exemplar")
	void SetSurfaceSockets(const TArray<FExemplarSurfaceSocket>& NewSockets);

	/** The point of the posed surface that is nearest to a place, with correctives; all in the world. The CPU skins the
	 * finest level for it and looks at every triangle. Returns false if there is no surface. */
	UFUNCTION(BlueprintCallable, Category = "Exemplar")
	bool FindClosestPointOnSurface(const FVector& Location, FVector& OutPoint, FVector& OutNormal);

	/** Called for every notify of the character that the clip passes. */
	UPROPERTY(BlueprintAssignable, Category = "Exemplar")
	FExemplarClipNotifySignature OnClipNotify;

	/** The component whose bones are followed, by its name in the actor. SetLeader overrides it. */
	UPROPERTY(EditAnywhere, BlueprintReadOnly, Category = "Exemplar",
		meta = (UseComponentPicker, AllowedClasses = "/Script/Engine.SkinnedMeshComponent"))
	FComponentReference LeaderComponent;

	/** The clip that plays. None: the rest pose. */
	UPROPERTY(EditAnywhere, BlueprintReadOnly, Category = "Exemplar")
	FName Clip;

	/** Time in the clip, in seconds. It advances by PlayRate. Sequencer can animate it, with PlayRate 0. */
	UPROPERTY(EditAnywhere, BlueprintReadOnly, Interp, Category = "Exemplar")
	float ClipTime = 0.0f;

	/** Poses also while no view shows the component: for what looks at sockets. Attached components have the same
	 * effect. */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Exemplar")
	bool bPoseWhenUnseen = false;

	/** How much the character matters: half as much allows twice the error. For a significance manager. */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Exemplar")
	float Significance = 1.0f;

	/** Level of detail. -1: selected by size on screen. */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Exemplar")
	int32 ForcedLevel = -1;

	/** Added to the selected level. */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Exemplar")
	int32 LevelBias = 0;

	/** Largest allowed error of a vertex on screen, in pixels. Read when the component is registered. */
	UPROPERTY(EditAnywhere, BlueprintReadOnly, Category = "Exemplar")
	float TolerancePixels = 1.0f;

	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Exemplar")
	bool bCorrectives = true;

	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Exemplar")
	float PlayRate = 1.0f;

	/** A material that shows vertex colors, for debug views. Read when the component is registered. */
	UPROPERTY(EditAnywhere, BlueprintReadOnly, Category = "Exemplar")
	TObjectPtr<UMaterialInterface> DebugMaterial;

	virtual bool HasAnySockets() const override;
	virtual bool DoesSocketExist(FName InSocketName) const override;
	/** Joints and surface sockets, as they are posed now. */
	virtual FTransform GetSocketTransform(
		FName InSocketName, ERelativeTransformSpace TransformSpace = RTS_World) const override;
	virtual void QuerySupportedSockets(TArray<FComponentSocketDescription>& OutSockets) const override;

	virtual FPrimitiveSceneProxy* CreateSceneProxy() override;
	virtual FBoxSphereBounds CalcBounds(const FTransform& LocalToWorld) const override;
	virtual int32 GetNumMaterials() const override;
	virtual UMaterialInterface* GetMaterial(int32 ElementIndex) const override;
	virtual TArray<FName> GetMaterialSlotNames() const override;
	virtual int32 GetMaterialIndex(FName MaterialSlotName) const override;
	virtual bool IsMaterialSlotNameValid(FName MaterialSlotName) const override;
	virtual void CollectPSOPrecacheData(
		const FPSOPrecacheParams& BasePrecachePSOParams, FMaterialInterfacePSOPrecacheParamsList& OutParams) override;
	virtual void TickComponent(
		float DeltaTime, ELevelTick TickType, FActorComponentTickFunction* ThisTickFunction) override;

protected:
	virtual void OnRegister() override;
	virtual void OnUnregister() override;
	virtual void SendRenderDynamicData_Concurrent() override;

private:
	UPROPERTY(EditAnywhere, Category = "Exemplar")
	TObjectPtr<UExemplarCharacter> Character;

	UPROPERTY(EditAnywhere, Category = "Exemplar")
	EExemplarOperator Operator = EExemplarOperator::Automatic;

	UPROPERTY(EditAnywhere, Category = "Exemplar")
	EExemplarDebugView DebugView = EExemplarDebugView::None;

	UPROPERTY(EditAnywhere, Category = "Exemplar")
	TArray<FExemplarSurfaceSocket> SurfaceSockets;

	UPROPERTY(Transient)
	TObjectPtr<USkinnedMeshComponent> Leader;

	/** Takes the character as it is now. Clip, pose and leader stay where they fit it. */
	void TakeCharacter();
	/** The same when the asset has changed, and draws it anew. */
	void CharacterChanged();
	/** Listens to the changes of this asset alone. */
	void Watch(UExemplarCharacter* Asset);
	/** Updates the pose and the bounds, and sends the result with this frame. */
	void UpdatePose();
	/** Updates the bounds alone, by the root: no view shows the pose. */
	void UpdateRoot();
	/** This frame's pose and level, for the render thread. Any thread. */
	TSharedPtr<TExemplarPooledFrame<FExemplarDynamicData>> MakeFrame();
	void MatchLeaderBones();
	/** Prepares the surface sockets for this character and operator. */
	void TakeSurfaceSockets();
	/** Whether the meshes of the levels are there. Says what for where they are not. */
	bool HasSurface(const TCHAR* What) const;
	/** Tells who listens what a clip has passed. */
	void NotifyBetween(float From, float To);
	/** Where the bones of the leader are; none without one. Matches them anew if it has others. */
	const std::vector<Exemplar::FAffine>& GetLeaderBones();

	TUniquePtr<FExemplarMeshState> State;
};

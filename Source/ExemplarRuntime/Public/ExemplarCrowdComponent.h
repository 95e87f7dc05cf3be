// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Components/MeshComponent.h"
#include "CoreMinimal.h"
#include "UObject/ObjectPtr.h"

#include "ExemplarCrowdComponent.generated.h"

class UExemplarCharacter;
struct FExemplarCrowdFrame;
struct FExemplarCrowdState;
struct FPropertyChangedEvent;

/** Identifies an instance of a crowd. It is invalid after the instance is removed, even if its slot is reused.
 */
USTRUCT(BlueprintType)
struct FExemplarCrowdHandle
{
	GENERATED_BODY()

	UPROPERTY(VisibleAnywhere, BlueprintReadOnly, Category = "Exemplar")
	int32 Slot = -1;

	UPROPERTY(VisibleAnywhere, BlueprintReadOnly, Category = "Exemplar")
	int32 Generation = 0;
};

/** One instance of a crowd. */
USTRUCT(BlueprintType)
struct FExemplarCrowdInstance
{
	GENERATED_BODY()

	/** Relative to the component. Mirrored transforms are rejected. */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Exemplar")
	FTransform Transform;

	/** A clip of the character. None: the rest pose. */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Exemplar")
	FName Clip;

	/** Time in the clip, in seconds. */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Exemplar")
	float Seconds = 0.0f;

	/** Seconds of the clip per second of the game. May be negative. */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Exemplar")
	float Rate = 1.0f;

	/** Fraction of the clip's duration that is added to its time, so that instances with the same clip are not in
	 * sync. */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Exemplar")
	float Phase = 0.0f;

	/** A second clip, with its own time, which is blended into the first by BlendWeight. None: the rest pose. */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Exemplar")
	FName BlendClip;

	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Exemplar")
	float BlendSeconds = 0.0f;

	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Exemplar")
	float BlendRate = 1.0f;

	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Exemplar")
	float BlendPhase = 0.0f;

	/** Share of the second clip, from 0 to 1. */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Exemplar")
	float BlendWeight = 0.0f;

	/** Added to BlendWeight per second of the game, until it is 0 or 1. */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Exemplar")
	float BlendWeightRate = 0.0f;

	/** Divides the error that the instance may have on screen. Under a budget, more significant instances are posed in
	 * every frame and others in turns. Above 0. */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Exemplar")
	float Significance = 1.0f;

	/** Four numbers for materials, available as the vertex color. */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Exemplar")
	FLinearColor CustomData = FLinearColor(1.0f, 1.0f, 1.0f, 1.0f);
};

/** Where an instance is now, in the world. */
USTRUCT(BlueprintType)
struct FExemplarCrowdInstanceState
{
	GENERATED_BODY()

	/** Of the root joint, as the clip moves it. */
	UPROPERTY(VisibleAnywhere, BlueprintReadOnly, Category = "Exemplar")
	FVector Location = FVector::ZeroVector;

	/** Of the root joint, per second: by the clip, the instance's transform and the component's. */
	UPROPERTY(VisibleAnywhere, BlueprintReadOnly, Category = "Exemplar")
	FVector Velocity = FVector::ZeroVector;

	/** The sphere contains the instance during its whole clip. */
	UPROPERTY(VisibleAnywhere, BlueprintReadOnly, Category = "Exemplar")
	FVector BoundsCenter = FVector::ZeroVector;

	UPROPERTY(VisibleAnywhere, BlueprintReadOnly, Category = "Exemplar")
	float BoundsRadius = 0.0f;
};

/**
 * Draws many instances of one character, each with its own clip or a blend of two, with one draw per section of each
 * level. The GPU culls, selects levels and poses, per view. Of correctives, those that move helper joints are shown.
 * Instances are saved with the component, duplicated with it and can be undone.
 */
UCLASS(ClassGroup = (Rendering), meta = (BlueprintSpawnableComponent))
class EXEMPLARRUNTIME_API UExemplarCrowdComponent : public UMeshComponent
{
	GENERATED_BODY()

public:
	UExemplarCrowdComponent();
	virtual ~UExemplarCrowdComponent() override;

	/** Removes all instances, because clips belong to the character. */
	UFUNCTION(BlueprintCallable, Category = "Exemplar")
	void SetCharacter(UExemplarCharacter* NewCharacter);

	UFUNCTION(BlueprintPure, Category = "Exemplar")
	UExemplarCharacter* GetCharacter() const { return Character; }

	/** If the instance is not valid, logs the reason and returns an invalid handle. */
	UFUNCTION(BlueprintCallable, Category = "Exemplar")
	FExemplarCrowdHandle AddInstance(const FExemplarCrowdInstance& Instance);

	/** Returns one handle per instance, in order. */
	UFUNCTION(BlueprintCallable, Category = "Exemplar")
	TArray<FExemplarCrowdHandle> AddInstances(const TArray<FExemplarCrowdInstance>& NewInstances);

	/** Returns false if the handle is invalid. */
	UFUNCTION(BlueprintCallable, Category = "Exemplar")
	bool RemoveInstance(FExemplarCrowdHandle Handle);

	/** Returns the number of instances that were removed. */
	UFUNCTION(BlueprintCallable, Category = "Exemplar")
	int32 RemoveInstances(const TArray<FExemplarCrowdHandle>& Handles);

	UFUNCTION(BlueprintCallable, Category = "Exemplar")
	void ClearInstances();

	/** Sets all properties of an instance. If the handle or the instance is not valid, changes nothing and returns
	 * false. */
	UFUNCTION(BlueprintCallable, Category = "Exemplar")
	bool UpdateInstance(FExemplarCrowdHandle Handle, const FExemplarCrowdInstance& Instance);

	/** Returns the number of updated instances. Updates none if the arrays have different sizes. */
	UFUNCTION(BlueprintCallable, Category = "Exemplar")
	int32 UpdateInstances(
		const TArray<FExemplarCrowdHandle>& Handles, const TArray<FExemplarCrowdInstance>& NewInstances);

	UFUNCTION(BlueprintCallable, Category = "Exemplar")
	bool SetInstanceTransform(FExemplarCrowdHandle Handle, const FTransform& Transform);

	UFUNCTION(BlueprintCallable, Category = "Exemplar")
	int32 SetInstanceTransforms(const TArray<FExemplarCrowdHandle>& Handles, const TArray<FTransform>& Transforms);

	/** Plays a clip from its start. What the instance plays now fades into it in FadeSeconds. */
	UFUNCTION(BlueprintCallable, Category = "Exemplar")
	bool SetInstanceClip(FExemplarCrowdHandle Handle, FName Clip, float Rate, float Phase, float FadeSeconds = 0.0f);

	/** Of many instances at once, for example by a significance manager. Returns the number of changed ones. */
	UFUNCTION(BlueprintCallable, Category = "Exemplar")
	int32 SetInstanceSignificance(const TArray<FExemplarCrowdHandle>& Handles, const TArray<float>& Significance);

	UFUNCTION(BlueprintCallable, Category = "Exemplar")
	bool SetInstanceCustomData(FExemplarCrowdHandle Handle, FLinearColor CustomData);

	UFUNCTION(BlueprintPure, Category = "Exemplar")
	bool IsValidInstance(FExemplarCrowdHandle Handle) const;

	/** Gets the current properties of an instance. Returns false if the handle is invalid. */
	UFUNCTION(BlueprintPure, Category = "Exemplar")
	bool GetInstance(FExemplarCrowdHandle Handle, FExemplarCrowdInstance& OutInstance) const;

	UFUNCTION(BlueprintPure, Category = "Exemplar")
	int32 GetNumInstances() const;

	/**
	 * For simulations that know entities, such as a processor of Mass: shows exactly these, one instance each. New ones
	 * are added, and those that are not among them any more are removed. Who was there keeps the time of its clip; to
	 * another clip it fades. The numbers are the entities' own (FMassEntityHandle::AsNumber). Other instances stay.
	 * Returns how many are shown, or -1 if the arrays have different sizes.
	 */
	int32 ShowEntities(
		TConstArrayView<uint64> Entities, TConstArrayView<FExemplarCrowdInstance> Shown, float FadeSeconds = 0.2f);
	/** The instance of an entity. The handle is invalid if it is not shown. */
	FExemplarCrowdHandle GetEntityInstance(uint64 Entity) const;

	/** Returns false if the handle is invalid. */
	UFUNCTION(BlueprintPure, Category = "Exemplar")
	bool GetInstanceState(FExemplarCrowdHandle Handle, FExemplarCrowdInstanceState& OutState) const;

	/** The handles of all instances, in the order of their slots. */
	UFUNCTION(BlueprintPure, Category = "Exemplar")
	TArray<FExemplarCrowdHandle> GetInstanceHandles() const;

	/** Scales one corrective of all instances, by its name. It shows where the corrective moves helper joints. If there
	 * is no such corrective, logs a warning and returns false. */
	UFUNCTION(BlueprintCallable, Category = "Exemplar")
	bool SetCorrectiveWeight(FName Corrective, float Weight);

	/** Level of detail of all instances. -1: selected by size on screen. */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Exemplar")
	int32 ForcedLevel = -1;

	/** Added to the selected levels. */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Exemplar")
	int32 LevelBias = 0;

	/** Largest allowed error of a vertex on screen, in pixels. Read when the component is registered. */
	UPROPERTY(EditAnywhere, BlueprintReadOnly, Category = "Exemplar")
	float TolerancePixels = 1.0f;

	/** Rate of time for all instances. */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Exemplar")
	float PlayRate = 1.0f;

	virtual FPrimitiveSceneProxy* CreateSceneProxy() override;
	virtual FBoxSphereBounds CalcBounds(const FTransform& LocalToWorld) const override;
	virtual int32 GetNumMaterials() const override;
	virtual UMaterialInterface* GetMaterial(int32 ElementIndex) const override;
	virtual void CollectPSOPrecacheData(
		const FPSOPrecacheParams& BasePrecachePSOParams, FMaterialInterfacePSOPrecacheParamsList& OutParams) override;
	virtual void TickComponent(
		float DeltaTime, ELevelTick TickType, FActorComponentTickFunction* ThisTickFunction) override;
#if WITH_EDITOR
	virtual void PostEditChangeProperty(FPropertyChangedEvent& PropertyChangedEvent) override;
	virtual void PostEditUndo() override;
#endif

protected:
	virtual void OnRegister() override;
	virtual void OnUnregister() override;
	virtual void SendRenderDynamicData_Concurrent() override;

private:
	UPROPERTY(EditAnywhere, Category = "Exemplar")
	TObjectPtr<UExemplarCharacter> Character;

	/** As they were added or placed: their times do not advance here. */
	UPROPERTY(EditAnywhere, Category = "Exemplar")
	TArray<FExemplarCrowdInstance> Instances;

	/** Gets the character's crowd data if it has changed. */
	void TakeCharacter();
	/** Makes the members anew from Instances. Handles are stale then. */
	void TakeInstances();
	/** Before Instances change, so that an undo brings them back. */
	void RememberInstances();
	/** The asset has changed: takes it anew and draws it. */
	void CharacterChanged();
	/** Listens to the changes of this asset alone. */
	void Watch(UExemplarCharacter* Asset);
	/** The members as they are now, for the render thread. Any thread. */
	FExemplarCrowdFrame MakeFrame();
	/** Edits members and what is saved of them, one after the other. Edit returns the new member, or nothing and why.
	 * Returns the number of changed ones. */
	template <typename EditType>
	int32 ChangeInstances(const TArray<FExemplarCrowdHandle>& Handles, const EditType& Edit);
	/** Sends added and moved instances with this frame, and updates the bounds. */
	void MembersChanged();

	TUniquePtr<FExemplarCrowdState> State;
};

// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Components/MeshComponent.h"
#include "CoreMinimal.h"
#include "UObject/ObjectPtr.h"

#include "ExemplarCrowdComponent.generated.h"

class UExemplarCharacter;
struct FExemplarCrowdState;

/** Names an instance of a crowd as long as it is there. A handle of one that is gone is refused, whoever has its place.
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

/** One of a crowd. */
USTRUCT(BlueprintType)
struct FExemplarCrowdInstance
{
	GENERATED_BODY()

	/** Relative to the component. Mirrored ones are refused. */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Exemplar")
	FTransform Transform;

	/** A clip of the character's; none stands at rest. */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Exemplar")
	FName Clip;

	/** Where in its clip it is, in seconds. */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Exemplar")
	float Seconds = 0.0f;

	/** Seconds of the clip in a second of the game; may be negative. */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Exemplar")
	float Rate = 1.0f;

	/** A share of the clip's length that is added to its time, so that those who play the same clip do not march in
	 * step. */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Exemplar")
	float Phase = 0.0f;

	/** Four numbers for materials, as the vertex color. */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Exemplar")
	FLinearColor CustomData = FLinearColor(1.0f, 1.0f, 1.0f, 1.0f);
};

/**
 * Draws many of one character, each in a clip of its own, with a draw for each section of each level. Who is seen, at
 * which level and in which pose is found on the GPU, for every view. Correctives are not applied.
 */
UCLASS(ClassGroup = (Rendering), meta = (BlueprintSpawnableComponent))
class EXEMPLARRUNTIME_API UExemplarCrowdComponent : public UMeshComponent
{
	GENERATED_BODY()

public:
	UExemplarCrowdComponent();
	virtual ~UExemplarCrowdComponent() override;

	/** Everybody goes: clips are the character's. */
	UFUNCTION(BlueprintCallable, Category = "Exemplar")
	void SetCharacter(UExemplarCharacter* NewCharacter);

	UFUNCTION(BlueprintPure, Category = "Exemplar")
	UExemplarCharacter* GetCharacter() const { return Character; }

	/** The handle names nobody where the instance is not sound; the reason is in the log. */
	UFUNCTION(BlueprintCallable, Category = "Exemplar")
	FExemplarCrowdHandle AddInstance(const FExemplarCrowdInstance& Instance);

	/** A handle for each, in order. */
	UFUNCTION(BlueprintCallable, Category = "Exemplar")
	TArray<FExemplarCrowdHandle> AddInstances(const TArray<FExemplarCrowdInstance>& Instances);

	/** False where the handle is stale. */
	UFUNCTION(BlueprintCallable, Category = "Exemplar")
	bool RemoveInstance(FExemplarCrowdHandle Handle);

	/** How many were there. */
	UFUNCTION(BlueprintCallable, Category = "Exemplar")
	int32 RemoveInstances(const TArray<FExemplarCrowdHandle>& Handles);

	UFUNCTION(BlueprintCallable, Category = "Exemplar")
	void ClearInstances();

	/** Everything about one. False where the handle is stale or the instance not sound; nothing changes then. */
	UFUNCTION(BlueprintCallable, Category = "Exemplar")
	bool UpdateInstance(FExemplarCrowdHandle Handle, const FExemplarCrowdInstance& Instance);

	/** How many were updated; none where there are not as many instances as handles. */
	UFUNCTION(BlueprintCallable, Category = "Exemplar")
	int32 UpdateInstances(const TArray<FExemplarCrowdHandle>& Handles, const TArray<FExemplarCrowdInstance>& Instances);

	UFUNCTION(BlueprintCallable, Category = "Exemplar")
	bool SetInstanceTransform(FExemplarCrowdHandle Handle, const FTransform& Transform);

	UFUNCTION(BlueprintCallable, Category = "Exemplar")
	int32 SetInstanceTransforms(const TArray<FExemplarCrowdHandle>& Handles, const TArray<FTransform>& Transforms);

	/** Plays a clip from its start. */
	UFUNCTION(BlueprintCallable, Category = "Exemplar")
	bool SetInstanceClip(FExemplarCrowdHandle Handle, FName Clip, float Rate, float Phase);

	UFUNCTION(BlueprintCallable, Category = "Exemplar")
	bool SetInstanceCustomData(FExemplarCrowdHandle Handle, FLinearColor CustomData);

	UFUNCTION(BlueprintPure, Category = "Exemplar")
	bool IsValidInstance(FExemplarCrowdHandle Handle) const;

	/** As it is now. False where the handle is stale. */
	UFUNCTION(BlueprintPure, Category = "Exemplar")
	bool GetInstance(FExemplarCrowdHandle Handle, FExemplarCrowdInstance& OutInstance) const;

	UFUNCTION(BlueprintPure, Category = "Exemplar")
	int32 GetNumInstances() const;

	/** -1 chooses by the size on the screen, for everybody. */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Exemplar")
	int32 ForcedLevel = -1;

	/** Added to the chosen levels. */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Exemplar")
	int32 LevelBias = 0;

	/** How far a vertex may be from where it belongs, on the screen. Read when the component is registered. */
	UPROPERTY(EditAnywhere, BlueprintReadOnly, Category = "Exemplar")
	float TolerancePixels = 1.0f;

	/** Of everybody's time. */
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

protected:
	virtual void OnRegister() override;
	virtual void OnUnregister() override;
	virtual void CreateRenderState_Concurrent(FRegisterComponentContext* Context) override;
	virtual void SendRenderDynamicData_Concurrent() override;

private:
	UPROPERTY(EditAnywhere, Category = "Exemplar")
	TObjectPtr<UExemplarCharacter> Character;

	/** Takes the character's crowd data, where that has changed. */
	void TakeCharacter();
	/** What was added or moved is sent with this frame, and the bounds hold it. */
	void MembersChanged();

	TUniquePtr<FExemplarCrowdState> State;
};

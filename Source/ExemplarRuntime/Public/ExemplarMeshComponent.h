// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Components/MeshComponent.h"
#include "CoreMinimal.h"
#include "UObject/ObjectPtr.h"

#include "ExemplarMeshComponent.generated.h"

class FExemplarLevelRequest;
class UExemplarCharacter;
class USkinnedMeshComponent;
struct FExemplarMeshPose;

/** How vertices follow the bones. */
UENUM(BlueprintType)
enum class EExemplarOperator : uint8
{
	/** Animation space where the character has it, otherwise linear blending. */
	Automatic,
	LinearBlend,
	AnimationSpace,
	DualQuaternion,
	Spherical,
	Twist
};

/** What colors show instead of materials. */
UENUM(BlueprintType)
enum class EExemplarDebugView : uint8
{
	None,
	/** From one (blue) to eight (red) bones a vertex. */
	InfluenceCount,
	/** A color for each bone: that which pulls most. */
	DominantBone,
	/** How far correctives move a vertex: from none (blue) to five centimeters (red). */
	CorrectiveStrength,
	/** A color for each level. */
	Level
};

/**
 * Draws a character. Its pose comes from a leader's bones, from what SetPose was given, or from one of the character's
 * own clips, in this order; last, it stands at rest.
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

	/** Plays a clip from its start. False, with the reason in the log, where the character has none of that name. */
	UFUNCTION(BlueprintCallable, Category = "Exemplar")
	bool PlayClip(FName ClipName);

	/** Where in its clip the character is, in seconds. */
	UFUNCTION(BlueprintCallable, Category = "Exemplar")
	void SetClipTime(float Seconds);

	/** The transforms of all bones relative to their parents. Holds until ClearPose. False where the count is another.
	 */
	UFUNCTION(BlueprintCallable, Category = "Exemplar")
	bool SetPose(const TArray<FTransform>& LocalTransforms);

	UFUNCTION(BlueprintCallable, Category = "Exemplar")
	void ClearPose();

	/** Follows another component's bones by name; null stops that. Bones that the leader lacks stay at rest. */
	UFUNCTION(BlueprintCallable, Category = "Exemplar")
	void SetLeader(USkinnedMeshComponent* NewLeader);

	/** The bones of the character that its leader lacks. */
	UFUNCTION(BlueprintPure, Category = "Exemplar")
	TArray<FName> GetMissingBones() const;

	/** Scales one corrective shape: 0 switches it off, 1 is as built. */
	UFUNCTION(BlueprintCallable, Category = "Exemplar")
	void SetCorrectiveWeight(int32 Shape, float Weight);

	UFUNCTION(BlueprintCallable, Category = "Exemplar")
	void SetDebugView(EExemplarDebugView NewView);

	UFUNCTION(BlueprintPure, Category = "Exemplar")
	EExemplarDebugView GetDebugView() const { return DebugView; }

	/** What debug views are drawn with: DebugMaterial, else the engine's material for vertex colors. */
	UMaterialInterface* GetDebugMaterial() const;

	/** The level that is drawn; -1 before anything is. */
	UFUNCTION(BlueprintPure, Category = "Exemplar")
	int32 GetDrawnLevel() const;

	/** -1 chooses by the size on the screen. */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Exemplar")
	int32 ForcedLevel = -1;

	/** Added to the chosen level. */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Exemplar")
	int32 LevelBias = 0;

	/** How far a vertex may be from where it belongs, on the screen. Read when the component is registered. */
	UPROPERTY(EditAnywhere, BlueprintReadOnly, Category = "Exemplar")
	float TolerancePixels = 1.0f;

	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Exemplar")
	bool bCorrectives = true;

	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Exemplar")
	float PlayRate = 1.0f;

	/** Shows vertex colors; for debug views. Read when the component is registered. */
	UPROPERTY(EditAnywhere, BlueprintReadOnly, Category = "Exemplar")
	TObjectPtr<UMaterialInterface> DebugMaterial;

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
	virtual void CreateRenderState_Concurrent(FRegisterComponentContext* Context) override;
	virtual void SendRenderDynamicData_Concurrent() override;

private:
	UPROPERTY(EditAnywhere, Category = "Exemplar")
	TObjectPtr<UExemplarCharacter> Character;

	UPROPERTY(EditAnywhere, Category = "Exemplar")
	EExemplarOperator Operator = EExemplarOperator::Automatic;

	UPROPERTY(EditAnywhere, Category = "Exemplar")
	EExemplarDebugView DebugView = EExemplarDebugView::None;

	UPROPERTY(Transient)
	TObjectPtr<USkinnedMeshComponent> Leader;

	/** Poses anew, moves the bounds with the root and sends the result with this frame. */
	void UpdatePose();
	void MatchLeaderBones();
	void ReportMissingBones() const;

	TUniquePtr<FExemplarMeshPose> State;
};

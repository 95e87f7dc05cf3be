// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Animation/MeshDeformerInstance.h"
#include "CoreMinimal.h"
#include "Templates/SharedPointer.h"
#include "UObject/ObjectPtr.h"
#include "UObject/WeakObjectPtr.h"

#include "ExemplarMeshDeformerInstance.generated.h"

class UExemplarMeshDeformer;
class UExemplarMeshDeformerSettings;
class UMeshComponent;
class USkinnedMeshComponent;
struct FExemplarDeformerFrame;
struct FExemplarDeformerState;

template <typename FrameType>
struct TExemplarPooledFrame;

/** The deformer on one component. */
UCLASS(BlueprintType)
class EXEMPLARRUNTIME_API UExemplarMeshDeformerInstance : public UMeshDeformerInstance
{
	GENERATED_BODY()

public:
	UExemplarMeshDeformerInstance();
	virtual ~UExemplarMeshDeformerInstance() override;

	void SetUp(
		UExemplarMeshDeformer* InDeformer, UMeshComponent* InMeshComponent, UExemplarMeshDeformerSettings* InSettings);

	/** Scales one corrective, by its name in the character. 0 disables it, 1 is its original strength. If there is no
	 * such corrective, logs a warning and returns false. */
	UFUNCTION(BlueprintCallable, Category = "Exemplar")
	bool SetCorrectiveWeight(FName Corrective, float Weight);

	/** The bones of the character that the mesh does not have. They keep their rest pose. */
	UFUNCTION(BlueprintPure, Category = "Exemplar")
	TArray<FName> GetMissingBones() const;

	virtual void AllocateResources() override;
	virtual void ReleaseResources() override;
	virtual void EnqueueWork(FEnqueueWorkDesc const& InDesc) override;
	virtual EMeshDeformerOutputBuffer GetOutputBuffers() const override;
	virtual UMeshDeformerInstance* GetInstanceForSourceDeformer() override { return this; }
	virtual void BeginDestroy() override;

private:
	/** Updates bones, operator and data if something that they depend on has changed. False if there is no data. */
	bool Match(USkinnedMeshComponent& Component);
	/** This frame's pose, for the render thread. Any thread. */
	TSharedPtr<TExemplarPooledFrame<FExemplarDeformerFrame>> MakeFrame();
	void ReportOnce(const FString& Reason);

	UPROPERTY(Transient)
	TObjectPtr<UExemplarMeshDeformer> Deformer;

	UPROPERTY(Transient)
	TWeakObjectPtr<UMeshComponent> MeshComponent;

	UPROPERTY(Transient)
	TObjectPtr<UExemplarMeshDeformerSettings> Settings;

	TUniquePtr<FExemplarDeformerState> State;
};

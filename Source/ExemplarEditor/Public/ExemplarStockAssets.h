// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "CoreMinimal.h"
#include "UObject/Object.h"
#include "UObject/ObjectPtr.h"

#include "ExemplarStockAssets.generated.h"

class UAnimSequence;
class UExemplarCharacter;
class UExemplarMeshDeformer;
class USkeletalMesh;
class USkeleton;

/** How far a LOD, posed as the engine poses it, is from the character as it is drawn; % of the diagonal. */
USTRUCT(BlueprintType)
struct FExemplarStockError
{
	GENERATED_BODY()

	UPROPERTY(VisibleAnywhere, BlueprintReadOnly, Category = "Exemplar")
	double Rms = 0.0;

	UPROPERTY(VisibleAnywhere, BlueprintReadOnly, Category = "Exemplar")
	double Max = 0.0;

	/** The same if nobody drives the morph targets. */
	UPROPERTY(VisibleAnywhere, BlueprintReadOnly, Category = "Exemplar")
	double RmsWithoutMorphs = 0.0;

	UPROPERTY(VisibleAnywhere, BlueprintReadOnly, Category = "Exemplar")
	double MaxWithoutMorphs = 0.0;
};

/**
 * A character as the engine's own assets: skeleton, skeletal mesh with LODs and morph targets, one sequence per clip
 * with the keys of helper joints, and a mesh deformer with finished maps. Nothing of Exemplar is needed to use them,
 * except for the deformer. Converting again changes the same assets, so that whoever uses them keeps them.
 */
UCLASS(BlueprintType)
class EXEMPLAREDITOR_API UExemplarStockAssets : public UObject
{
	GENERATED_BODY()

public:
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Conversion")
	TObjectPtr<UExemplarCharacter> Character;

	/** Bones per vertex: 4, 8 or 12. */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Conversion", meta = (ClampMin = "4", ClampMax = "12"))
	int32 Influences = 8;

	/** Correctives as morph targets, where they bring a LOD closer to the character. */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Conversion")
	bool bMorphTargets = true;

	/** The error that a LOD may show, in pixels of a screen of 1920: from it come the screen sizes. */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Conversion")
	double TolerancePixels = 1.0;

	UPROPERTY(VisibleAnywhere, BlueprintReadOnly, Category = "Result")
	TObjectPtr<USkeleton> Skeleton;

	UPROPERTY(VisibleAnywhere, BlueprintReadOnly, Category = "Result")
	TObjectPtr<USkeletalMesh> Mesh;

	UPROPERTY(VisibleAnywhere, BlueprintReadOnly, Category = "Result")
	TArray<TObjectPtr<UAnimSequence>> Sequences;

	UPROPERTY(VisibleAnywhere, BlueprintReadOnly, Category = "Result")
	TObjectPtr<UExemplarMeshDeformer> Deformer;

	/** One per LOD. */
	UPROPERTY(VisibleAnywhere, BlueprintReadOnly, Category = "Result")
	TArray<FExemplarStockError> Errors;

	/** Makes the assets, beside this one. If that is not possible, the message log says why, and nothing changes. */
	UFUNCTION(BlueprintCallable, Category = "Exemplar")
	bool Convert();

	/** Convert, as a button. */
	UFUNCTION(CallInEditor, Category = "Exemplar")
	void ConvertNow();
};

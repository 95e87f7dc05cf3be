// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Animation/MeshDeformerInstance.h"
#include "CoreMinimal.h"
#include "ExemplarMeshComponent.h"

#include "ExemplarMeshDeformerSettings.generated.h"

/** Settings per component. */
UCLASS(BlueprintType)
class EXEMPLARRUNTIME_API UExemplarMeshDeformerSettings : public UMeshDeformerInstanceSettings
{
	GENERATED_BODY()

public:
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Exemplar")
	EExemplarOperator Operator = EExemplarOperator::Automatic;

	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Exemplar")
	bool bCorrectives = true;
};

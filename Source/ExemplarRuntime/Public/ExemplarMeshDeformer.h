// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Animation/MeshDeformer.h"
#include "Animation/MeshDeformerInstance.h"
#include "CoreMinimal.h"
#include "ExemplarMeshComponent.h"
#include "Skinning/RenderVertexMap.h"
#include "UObject/ObjectPtr.h"
#include "UObject/WeakObjectPtr.h"

#include "ExemplarMeshDeformer.generated.h"

class FExemplarDeformerData;
class UExemplarCharacter;
class USkeletalMesh;
class USkinnedAsset;
struct FExemplarDeformerState;

namespace Exemplar
{
enum class ESkinOperator : uint8_t;
}

/** Which vertices of a character's level the render vertices of one LOD are, and the mesh that this was found for. */
struct FExemplarDeformerLOD
{
	int32 Level = INDEX_NONE; // none where the mesh has an LOD that is not the character's
	Exemplar::FRenderMeshStamp Stamp;
	TArray<uint32> Vertices;
};

/** What differs from component to component. */
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

/**
 * A character's skin, correctives included, for a stock skeletal mesh: set it as the mesh's or as a component's mesh
 * deformer. The engine splits and sorts vertices when it builds a mesh, so that each LOD has a map from its vertices to
 * the character's; where the mesh is another than that of the map, the engine's own skinning is asked for, and the log
 * says why.
 */
UCLASS(BlueprintType)
class EXEMPLARRUNTIME_API UExemplarMeshDeformer : public UMeshDeformer
{
	GENERATED_BODY()

public:
	UPROPERTY(EditAnywhere, BlueprintReadOnly, Category = "Exemplar")
	TObjectPtr<UExemplarCharacter> Character;

	/** Forgets the maps of another character. */
	UFUNCTION(BlueprintCallable, Category = "Exemplar")
	void SetCharacter(UExemplarCharacter* NewCharacter);

	/** How many LODs of the mesh have a map. */
	UFUNCTION(BlueprintPure, Category = "Exemplar")
	int32 GetNumMappedLODs() const;

	/** A map made by hand: the vertex of the level for each vertex of the LOD. False, with the reason in the log, where
	 * it does not fit. */
	bool SetMap(const USkinnedAsset& Mesh, int32 LODIndex, int32 Level, TConstArrayView<uint32> Vertices);
	/** Maps that were found elsewhere, one an LOD. They are looked at when they are used. */
	void SetLODs(TArray<FExemplarDeformerLOD>&& NewLODs);
	void ClearMaps();

#if WITH_EDITOR
	/** Maps every LOD of a mesh that was converted from the character, or that the character was built from: by the
	 * mesh's own list of imported vertices, otherwise by where vertices are. LOD i is level i. False, with the reason
	 * in the log, where an LOD is none of the character's; it keeps the engine's skinning. */
	bool BuildMaps(const USkeletalMesh& Mesh);
#endif

	const TArray<FExemplarDeformerLOD>& GetLODs() const
	{
		return LODs;
	}

	/** Counts changes of the maps. */
	uint32 GetRevision() const
	{
		return Revision;
	}

	/** What an operator needs of character and maps on the GPU, made when somebody first asks. Null, with the reason in
	 * the log, where there is no such skin or where a map is damaged. */
	TSharedPtr<FExemplarDeformerData> GetData(Exemplar::ESkinOperator Operator);

	virtual UMeshDeformerInstanceSettings* CreateSettingsInstance(UMeshComponent* InMeshComponent) override;
	virtual UMeshDeformerInstance* CreateInstance(
		UMeshComponent* InMeshComponent, UMeshDeformerInstanceSettings* InSettings) override;
	virtual void Serialize(FArchive& Ar) override;
	virtual void BeginDestroy() override;
	virtual void GetAssetRegistryTags(FAssetRegistryTagsContext Context) const override;
	virtual void GetResourceSizeEx(FResourceSizeEx& CumulativeResourceSize) override;

private:
	void ReleaseData();

	TArray<FExemplarDeformerLOD> LODs;
	uint32 Revision = 0;
	TSharedPtr<FExemplarDeformerData> Data[4]; // one for each way of packing
};

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

	/** Scales one corrective shape: 0 switches it off, 1 is as built. */
	UFUNCTION(BlueprintCallable, Category = "Exemplar")
	void SetCorrectiveWeight(int32 Shape, float Weight);

	/** The bones of the character that the mesh lacks: they stay at rest. */
	UFUNCTION(BlueprintPure, Category = "Exemplar")
	TArray<FName> GetMissingBones() const;

	virtual void AllocateResources() override;
	virtual void ReleaseResources() override;
	virtual void EnqueueWork(FEnqueueWorkDesc const& InDesc) override;
	virtual EMeshDeformerOutputBuffer GetOutputBuffers() const override;
	virtual UMeshDeformerInstance* GetInstanceForSourceDeformer() override { return this; }
	virtual void BeginDestroy() override;

private:
	/** Finds bones, operator and data anew where something they depend on has changed. False where there are none. */
	bool Match(USkinnedMeshComponent& Component);
	void ReportOnce(const FString& Reason);

	UPROPERTY(Transient)
	TObjectPtr<UExemplarMeshDeformer> Deformer;

	UPROPERTY(Transient)
	TWeakObjectPtr<UMeshComponent> MeshComponent;

	UPROPERTY(Transient)
	TObjectPtr<UExemplarMeshDeformerSettings> Settings;

	TUniquePtr<FExemplarDeformerState> State;
};

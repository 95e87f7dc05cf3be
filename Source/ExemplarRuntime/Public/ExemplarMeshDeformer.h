// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Animation/MeshDeformer.h"
#include "Base/Basis.h"
#include "CoreMinimal.h"
#include "Skinning/PackedSkin.h"
#include "Skinning/RenderVertexMap.h"
#include "UObject/ObjectPtr.h"

#include <mutex>

#include "ExemplarMeshDeformer.generated.h"

class FExemplarCharacterData;
class FExemplarDeformerData;
class UExemplarCharacter;
class USkeletalMesh;
class USkinnedAsset;

namespace Exemplar
{
enum class ESkinOperator : uint8_t;
}

/** The map from the render vertices of one LOD to the vertices of a character's level, and the mesh it was made for. */
struct FExemplarDeformerLOD
{
	int32 Level = INDEX_NONE; // none if the LOD does not correspond to a level of the character
	Exemplar::FRenderMeshStamp Stamp;
	TArray<uint32> Vertices;
};

/**
 * Skins a skeletal mesh with a character's skin and correctives. Set it as the mesh deformer of a mesh or a component.
 * The engine splits and sorts vertices when it builds a mesh, so each LOD has a map from its vertices to those of the
 * character. If the mesh is not the one that the map was made for, the engine's own skinning is used, and the log has
 * the reason.
 */
UCLASS(BlueprintType)
class EXEMPLARRUNTIME_API UExemplarMeshDeformer : public UMeshDeformer
{
	GENERATED_BODY()

public:
	UPROPERTY(EditAnywhere, BlueprintReadOnly, Category = "Exemplar")
	TObjectPtr<UExemplarCharacter> Character;

	/** Removes the maps if the character changes. */
	UFUNCTION(BlueprintCallable, Category = "Exemplar")
	void SetCharacter(UExemplarCharacter* NewCharacter);

	/** The number of LODs that have a map. */
	UFUNCTION(BlueprintPure, Category = "Exemplar")
	int32 GetNumMappedLODs() const;

	/** The axes of the mesh, from the character's space. BuildMaps finds them. Unless it was called, those of the
	 * character asset. */
	void SetBasis(const Exemplar::FBasis& NewBasis);
	/** The character in the axes of the mesh. Null without a character. */
	TSharedPtr<FExemplarCharacterData> GetCharacterData() const;

	/** Sets a map directly: the vertex of the level for each vertex of the LOD. If it does not match the mesh, logs the
	 * reason and returns false. */
	bool SetMap(const USkinnedAsset& Mesh, int32 LODIndex, int32 Level, TConstArrayView<uint32> Vertices);
	/** Sets existing maps, one per LOD. They are validated on first use. */
	void SetLODs(TArray<FExemplarDeformerLOD>&& NewLODs);
	void ClearMaps();

#if WITH_EDITOR
	/** Builds the maps of all LODs of a mesh that was converted from the character, or that the character was built
	 * from: by the mesh's list of imported vertices, otherwise by position. LOD i is level i. If an LOD does not match
	 * the character, logs the reason and returns false; that LOD keeps the engine's skinning. */
	bool BuildMaps(const USkeletalMesh& Mesh);
#endif

	const TArray<FExemplarDeformerLOD>& GetLODs() const
	{
		return LODs;
	}

	/** Increases whenever the maps change. */
	uint32 GetRevision() const
	{
		return Revision;
	}

	/** The GPU data of character and maps for an operator, created on first use. If the character has no such skin or a
	 * map is damaged, logs the reason and returns null. */
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
	/** Of an archive of their own. Where it is damaged, logs it and leaves no maps. */
	void SerializeMaps(FArchive& Ar);
	void SerializeBasis(FArchive& Ar);

	TArray<FExemplarDeformerLOD> LODs;
	bool bHasBasis = false;
	Exemplar::FBasis Basis;
	uint32 Revision = 0;
	std::mutex DataMutex;
	TSharedPtr<FExemplarDeformerData> Data[Exemplar::PackedKindCount]; // one per EPackedKind
};

// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Character/Character.h"
#include "CoreMinimal.h"
#include "Serialization/BulkData.h"
#include "UObject/Object.h"
#include "UObject/ObjectPtr.h"

#include <optional>

#include "ExemplarCharacter.generated.h"

class FExemplarCrowdData;
class FExemplarSkinData;
class UMaterialInterface;

namespace Exemplar
{
class FCharacterPoser;
enum class ESkinOperator : uint8_t;
} // namespace Exemplar

/** A material slot of the character: its name in the file, and the material that it is drawn with. */
USTRUCT(BlueprintType)
struct FExemplarMaterialSlot
{
	GENERATED_BODY()

	UPROPERTY(VisibleAnywhere, BlueprintReadOnly, Category = "Exemplar")
	FName SlotName;

	UPROPERTY(EditAnywhere, BlueprintReadOnly, Category = "Exemplar")
	TObjectPtr<UMaterialInterface> Material;
};

/**
 * A character asset: the bytes of its file, as bulk data, and one material per slot. The core reads the bytes in place
 * and validates them once. If they are damaged, the character is empty and the log has the reason.
 */
UCLASS(BlueprintType)
class EXEMPLARRUNTIME_API UExemplarCharacter : public UObject
{
	GENERATED_BODY()

public:
	/** Copies the bytes of a character file. If they are not valid, logs the reason, leaves the character empty and
	 * returns false. */
	bool SetCharacterBytes(TConstArrayView<uint8> Bytes);

	/** Null if the character is empty. Valid until the bytes change. */
	const Exemplar::FCharacter* GetCharacter() const { return Character ? &*Character : nullptr; }

	/** Poses the character, in Unreal's axes. Null if the character is empty. */
	std::shared_ptr<const Exemplar::FCharacterPoser> GetPoser() const { return Poser; }

	/** The GPU data of the levels for an operator, created on first use. If the character has no such skin, logs the
	 * reason and returns null. */
	TSharedPtr<FExemplarSkinData> GetSkinData(Exemplar::ESkinOperator Operator);

	/** The GPU data for crowds, created on first use. If crowds cannot draw the character, logs the reason and returns
	 * null. */
	TSharedPtr<FExemplarCrowdData> GetCrowdData();

	UFUNCTION(BlueprintPure, Category = "Exemplar")
	int32 GetNumLevels() const;

	UFUNCTION(BlueprintPure, Category = "Exemplar")
	int32 GetNumBones() const;

	UFUNCTION(BlueprintPure, Category = "Exemplar")
	TArray<FName> GetClipNames() const;

	/** Default materials. A component can override them per slot. */
	UPROPERTY(EditAnywhere, BlueprintReadOnly, Category = "Exemplar")
	TArray<FExemplarMaterialSlot> Materials;

	virtual void Serialize(FArchive& Ar) override;
	virtual void PostLoad() override;
	virtual void BeginDestroy() override;
	virtual void GetAssetRegistryTags(FAssetRegistryTagsContext Context) const override;
	virtual void GetResourceSizeEx(FResourceSizeEx& CumulativeResourceSize) override;

private:
	/** Reads the bulk data. If it is not a valid character, logs the reason and returns false. */
	bool LoadCharacter();

	void ReleaseSkinData();

	FByteBulkData CharacterData;
	std::optional<Exemplar::FCharacter> Character;
	std::shared_ptr<const Exemplar::FCharacterPoser> Poser;
	TSharedPtr<FExemplarSkinData> SkinData[4]; // one per EPackedKind
	TSharedPtr<FExemplarCrowdData> CrowdData;
};

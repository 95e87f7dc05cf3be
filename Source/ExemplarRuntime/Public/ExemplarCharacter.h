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

/** A material of the character: its name in the file, and what it is drawn with. */
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
 * A character as an asset: the bytes of its file, as bulk data, and a material for each slot. The core reads the bytes
 * in place and checks them once; bytes that are damaged leave an empty character and the core's sentence in the log.
 */
UCLASS(BlueprintType)
class EXEMPLARRUNTIME_API UExemplarCharacter : public UObject
{
	GENERATED_BODY()

public:
	/** Takes a copy of a character file's bytes. False, with the reason in the log, where they are none; the character
	 * is empty then. */
	bool SetCharacterBytes(TConstArrayView<uint8> Bytes);

	/** Null where the character is empty. Valid until the bytes change. */
	const Exemplar::FCharacter* GetCharacter() const { return Character ? &*Character : nullptr; }

	/** What poses are made with; null where the character is empty. */
	std::shared_ptr<const Exemplar::FCharacterPoser> GetPoser() const { return Poser; }

	/** The levels as an operator draws them, made when somebody first asks. Null, with the reason in the log, where the
	 * character has no such skin. */
	TSharedPtr<FExemplarSkinData> GetSkinData(Exemplar::ESkinOperator Operator);

	/** What crowds of it are drawn with, made when somebody first asks. Null, with the reason in the log, where it can
	 * be in no crowd. */
	TSharedPtr<FExemplarCrowdData> GetCrowdData();

	UFUNCTION(BlueprintPure, Category = "Exemplar")
	int32 GetNumLevels() const;

	UFUNCTION(BlueprintPure, Category = "Exemplar")
	int32 GetNumBones() const;

	UFUNCTION(BlueprintPure, Category = "Exemplar")
	TArray<FName> GetClipNames() const;

	/** What a component draws where it has no material of its own for a slot. */
	UPROPERTY(EditAnywhere, BlueprintReadOnly, Category = "Exemplar")
	TArray<FExemplarMaterialSlot> Materials;

	virtual void Serialize(FArchive& Ar) override;
	virtual void PostLoad() override;
	virtual void BeginDestroy() override;
	virtual void GetAssetRegistryTags(FAssetRegistryTagsContext Context) const override;
	virtual void GetResourceSizeEx(FResourceSizeEx& CumulativeResourceSize) override;

private:
	/** Reads the bulk data. False, with the reason in the log, where it is no character. */
	bool LoadCharacter();

	void ReleaseSkinData();

	FByteBulkData CharacterData;
	std::optional<Exemplar::FCharacter> Character;
	std::shared_ptr<const Exemplar::FCharacterPoser> Poser;
	TSharedPtr<FExemplarSkinData> SkinData[4]; // one for each way of packing
	TSharedPtr<FExemplarCrowdData> CrowdData;
};

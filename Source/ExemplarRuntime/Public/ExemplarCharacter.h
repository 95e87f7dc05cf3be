// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Base/Basis.h"
#include "Character/Character.h"
#include "CoreMinimal.h"
#include "Delegates/Delegate.h"
#include "Serialization/BulkData.h"
#include "Templates/SharedPointer.h"
#include "UObject/Object.h"
#include "UObject/ObjectPtr.h"

#include <atomic>
#include <limits>

#include "ExemplarCharacter.generated.h"

class FExemplarCharacterData;
class FExemplarCharacterLoading;
struct FExemplarCookedData;
class UAssetImportData;
class UMaterialInterface;

/** Something that happens at a time of a clip: a step, a sound. Components tell who listens. */
USTRUCT(BlueprintType)
struct FExemplarClipNotify
{
	GENERATED_BODY()

	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Exemplar")
	FName Clip;

	/** Time in the clip, in seconds. */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Exemplar")
	float Seconds = 0.0f;

	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Exemplar")
	FName Notify;
};

/** The axis that a character faces in its component's space. Up is Z. */
UENUM(BlueprintType)
enum class EExemplarForward : uint8
{
	/** As Unreal's importers leave skeletal meshes. */
	Y,
	/** As Unreal's actors face. */
	X
};

/** The skinning method. */
UENUM(BlueprintType)
enum class EExemplarOperator : uint8
{
	/** The character's own: stored with it, otherwise animation space if it has such a skin, or linear blending. */
	Automatic,
	LinearBlend,
	AnimationSpace,
	DualQuaternion,
	Spherical,
	Twist,
	/** Optimized centers of rotation. */
	CenterOfRotation,
	/** Linear blending and dual quaternions, mixed by a factor per vertex. */
	Blended
};

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
 * and validates them once. If they are damaged, the character is empty and the log has the reason. A packaged game has
 * its levels as the GPU reads them instead.
 */
UCLASS(BlueprintType)
class EXEMPLARRUNTIME_API UExemplarCharacter : public UObject
{
	GENERATED_BODY()

public:
	UExemplarCharacter();
	virtual ~UExemplarCharacter() override;

	/** Copies the bytes of a character file. If they are not valid, logs the reason, leaves the character empty and
	 * returns false. */
	bool SetCharacterBytes(TConstArrayView<uint8> Bytes);

	/** The character as it is now. Null if it is empty. It stays as it is when the asset gets other bytes. */
	const TSharedPtr<FExemplarCharacterData>& GetData() const { return Data; }

	/** Null if the character is empty. Valid until the bytes change. */
	const Exemplar::FCharacter* GetCharacter() const;

	/** Called on the game thread after bytes or materials have changed: who draws the character takes it anew. */
	FSimpleMulticastDelegate OnChanged;

	/** Logs why something could not be made of this character. */
	void Report(std::string_view Reason) const;

	UFUNCTION(BlueprintPure, Category = "Exemplar")
	int32 GetNumLevels() const;

	/** The finest level that is in memory. Other than 0 only in a packaged game, with NumResidentLevels. */
	UFUNCTION(BlueprintPure, Category = "Exemplar")
	int32 GetFirstLevelInMemory() const;

	/** Reads levels from this one on, if they are not in memory. Any thread. */
	void RequestLevel(int32 Level);

	UFUNCTION(BlueprintPure, Category = "Exemplar")
	int32 GetNumBones() const;

	UFUNCTION(BlueprintPure, Category = "Exemplar")
	TArray<FName> GetClipNames() const;

	UFUNCTION(BlueprintPure, Category = "Exemplar")
	TArray<FName> GetCorrectiveNames() const;

	/** The axis that the character faces. */
	UPROPERTY(EditAnywhere, BlueprintReadOnly, Category = "Exemplar")
	EExemplarForward Forward = EExemplarForward::Y;

	UFUNCTION(BlueprintCallable, Category = "Exemplar")
	void SetForward(EExemplarForward NewForward);

	/** Default materials. A component can override them per slot. */
	UPROPERTY(EditAnywhere, BlueprintReadOnly, Category = "Exemplar")
	TArray<FExemplarMaterialSlot> Materials;

	/** Operators that a packaged game can choose, beside the character's own and that of crowds. */
	UPROPERTY(EditAnywhere, BlueprintReadOnly, Category = "Exemplar")
	TArray<EExemplarOperator> CookedOperators;

	/** Keeps the meshes of the levels in a packaged game: for surface sockets, and for deformers of meshes with other
	 * axes. Otherwise it has only what the GPU reads. */
	UPROPERTY(EditAnywhere, BlueprintReadOnly, Category = "Exemplar")
	bool bKeepMeshes = false;

	/** How many of the coarsest levels a packaged game reads with the asset. It reads finer ones when a component wants
	 * to draw them, and all of them for crowds and mesh deformers. 0: all at once. */
	UPROPERTY(EditAnywhere, BlueprintReadOnly, Category = "Exemplar")
	int32 NumResidentLevels = 0;

	/** What happens in the clips. */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Exemplar")
	TArray<FExemplarClipNotify> Notifies;

#if WITH_EDITORONLY_DATA
	/** The file that the character was imported from. */
	UPROPERTY(VisibleAnywhere, Instanced, Category = "Exemplar")
	TObjectPtr<UAssetImportData> AssetImportData;

	/** The settings that the character was built with, if it was built in the editor. */
	UPROPERTY(VisibleAnywhere, Category = "Exemplar")
	TObjectPtr<UObject> BuildSettings;
#endif

	/** Whether the bytes are still being read. A packaged game does that on other threads; until then the character is
	 * empty. */
	UFUNCTION(BlueprintPure, Category = "Exemplar")
	bool IsLoading() const;

	virtual void Serialize(FArchive& Ar) override;
	virtual void PostLoad() override;
	virtual void BeginDestroy() override;
	virtual void GetAssetRegistryTags(FAssetRegistryTagsContext Context) const override;
	virtual void GetResourceSizeEx(FResourceSizeEx& CumulativeResourceSize) override;

#if WITH_EDITOR
	virtual void PostEditChangeProperty(FPropertyChangedEvent& PropertyChangedEvent) override;
	virtual void PostEditUndo() override;
#endif

private:
	/** Reads the bulk data. If it is not a valid character, logs the reason and returns false. */
	bool LoadCharacter();

	/** Takes the character in the axes that it is to have, and tells everyone. */
	void TakeCharacter(const Exemplar::FCharacter& Character);
	void TakeData(const TSharedPtr<FExemplarCharacterData>& NewData);
	const Exemplar::FBasis& GetBasis() const;
	/** Begins to read, from the level that is wanted on. */
	void LoadCooked();
	/** Writes what a packaged game reads. */
	void Cook(FArchive& Ar);

	FByteBulkData CharacterData;
	TSharedPtr<FExemplarCharacterData> Data;
	TUniquePtr<FExemplarCookedData> Cooked; // of the package that is saved, or until it is read
	TUniquePtr<FExemplarCharacterLoading> Loading;
	std::atomic<int32> WantedLevel = (std::numeric_limits<int32>::max)(); // the finest that anybody has asked for
};

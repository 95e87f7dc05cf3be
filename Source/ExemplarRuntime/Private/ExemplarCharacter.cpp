// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "ExemplarCharacter.h"

#include "ExemplarCharacterVersion.h"
#include "ExemplarConversions.h"
#include "ExemplarLog.h"
#include "ExemplarMeshPose.h"
#include "HAL/UnrealMemory.h"
#include "Render/ExemplarCrowdData.h"
#include "Render/ExemplarSkinData.h"
#include "Serialization/CustomVersion.h"

#include UE_INLINE_GENERATED_CPP_BY_NAME(ExemplarCharacter)

const FGuid FExemplarCharacterVersion::GUID(0x5e1c7a24, 0x8d0b4f63, 0x9a3e21c5, 0x70d4b8e9);

static FCustomVersionRegistration GExemplarCharacterVersion(
	FExemplarCharacterVersion::GUID, FExemplarCharacterVersion::LatestVersion, TEXT("ExemplarCharacter"));

bool UExemplarCharacter::SetCharacterBytes(TConstArrayView<uint8> Bytes)
{
	CharacterData.ClearBulkDataFlags(BULKDATA_SingleUse);
	CharacterData.Lock(LOCK_READ_WRITE);
	FMemory::Memcpy(CharacterData.Realloc(Bytes.Num()), Bytes.GetData(), Bytes.Num());
	CharacterData.Unlock();
	return LoadCharacter();
}

bool UExemplarCharacter::LoadCharacter()
{
	Character.reset();
	Poser.reset();
	ReleaseSkinData();
	const int64 Size = CharacterData.GetBulkDataSize();
	void* Bytes = nullptr;
	if (Size > 0)
	{
		// In a cooked game this hands the loaded memory over; in the editor, which saves it again, it is a copy.
		CharacterData.GetCopy(&Bytes, true);
	}
	const std::shared_ptr<void> Owner(Bytes, [](void* Pointer) { FMemory::Free(Pointer); });
	Exemplar::TResult<Exemplar::FCharacter> Read = Exemplar::FCharacter::FromBorrowedBytes(
		{static_cast<const std::byte*>(Bytes), static_cast<size_t>(Bytes ? Size : 0)}, Owner);
	if (!Read)
	{
		UE_LOG(LogExemplar, Error, TEXT("%s: %s"), *GetPathName(), *Exemplar::ToUnrealText(Read.GetError().Message));
		return false;
	}
	Character = *Read;
	Poser = Exemplar::MakeUnrealPoser(*Character);

	// Slots keep their materials by name, whatever the file has done to their order.
	TArray<FExemplarMaterialSlot> Slots;
	for (const auto& Slot : Character->View().Materials)
	{
		FExemplarMaterialSlot& New = Slots.AddDefaulted_GetRef();
		New.SlotName = Exemplar::ToUnrealName(Slot.Name);
		for (const FExemplarMaterialSlot& Old : Materials)
		{
			if (Old.SlotName == New.SlotName)
			{
				New.Material = Old.Material;
			}
		}
	}
	Materials = MoveTemp(Slots);
	return true;
}

TSharedPtr<FExemplarSkinData> UExemplarCharacter::GetSkinData(Exemplar::ESkinOperator Operator)
{
	if (!Character || !Poser)
	{
		return nullptr;
	}
	const Exemplar::EPackedKind Kind = Exemplar::PackedKindOf(Operator);
	TSharedPtr<FExemplarSkinData>& Data = SkinData[static_cast<int32>(Kind)];
	if (!Data.IsValid())
	{
		Exemplar::TResult<TSharedPtr<FExemplarSkinData>> Made = FExemplarSkinData::Make(*Character, *Poser, Kind);
		if (!Made)
		{
			UE_LOG(
				LogExemplar, Error, TEXT("%s: %s"), *GetPathName(), *Exemplar::ToUnrealText(Made.GetError().Message));
			return nullptr;
		}
		Data = *Made;
	}
	return Data;
}

TSharedPtr<FExemplarCrowdData> UExemplarCharacter::GetCrowdData()
{
	if (!CrowdData.IsValid() && Character && Poser)
	{
		const Exemplar::ESkinOperator Operator = FExemplarMeshPose::ChooseOperator(*Character, 0);
		const TSharedPtr<FExemplarSkinData> Skin = GetSkinData(Operator);
		if (!Skin.IsValid())
		{
			return nullptr;
		}
		Exemplar::TResult<TSharedPtr<FExemplarCrowdData>> Made =
			FExemplarCrowdData::Make(*Character, *Poser, Skin, Operator);
		if (!Made)
		{
			UE_LOG(
				LogExemplar, Error, TEXT("%s: %s"), *GetPathName(), *Exemplar::ToUnrealText(Made.GetError().Message));
			return nullptr;
		}
		CrowdData = *Made;
	}
	return CrowdData;
}

void UExemplarCharacter::ReleaseSkinData()
{
	FExemplarCrowdData::ReleaseOnRenderThread(MoveTemp(CrowdData));
	for (TSharedPtr<FExemplarSkinData>& Data : SkinData)
	{
		FExemplarSkinData::ReleaseOnRenderThread(MoveTemp(Data));
	}
}

void UExemplarCharacter::BeginDestroy()
{
	ReleaseSkinData();
	Super::BeginDestroy();
}

int32 UExemplarCharacter::GetNumLevels() const
{
	return Character ? static_cast<int32>(Character->View().Levels.size()) : 0;
}

int32 UExemplarCharacter::GetNumBones() const
{
	return Character ? static_cast<int32>(Character->View().Skeleton.JointCount()) : 0;
}

TArray<FName> UExemplarCharacter::GetClipNames() const
{
	TArray<FName> Names;
	if (Character)
	{
		for (const Exemplar::FClipView& Clip : Character->View().Clips)
		{
			Names.Add(Exemplar::ToUnrealName(Clip.Name));
		}
	}
	return Names;
}

void UExemplarCharacter::Serialize(FArchive& Ar)
{
	Super::Serialize(Ar);
	Ar.UsingCustomVersion(FExemplarCharacterVersion::GUID);
	if (!Ar.IsLoading() && !Ar.IsSaving())
	{
		return; // counting memory or collecting references, which bytes do not have
	}
	const int32 Version = Ar.CustomVer(FExemplarCharacterVersion::GUID);
	if (Version < FExemplarCharacterVersion::BytesInBulkData || Version > FExemplarCharacterVersion::LatestVersion)
	{
		UE_LOG(LogExemplar, Error,
			TEXT("%s: The asset has version %d, but this plug-in reads versions %d to %d. Use the plug-in that wrote "
				 "it, or import it again."),
			*GetPathName(), Version, static_cast<int32>(FExemplarCharacterVersion::BytesInBulkData),
			static_cast<int32>(FExemplarCharacterVersion::LatestVersion));
		Ar.SetError();
		return;
	}
	if (Ar.IsCooking())
	{
		// A separate file that is read once: the loaded memory is handed over, not copied.
		CharacterData.SetBulkDataFlags(BULKDATA_Force_NOT_InlinePayload | BULKDATA_SingleUse);
	}
	CharacterData.Serialize(Ar, this);
}

void UExemplarCharacter::PostLoad()
{
	Super::PostLoad();
	if (CharacterData.GetBulkDataSize() > 0)
	{
		LoadCharacter();
	}
}

void UExemplarCharacter::GetAssetRegistryTags(FAssetRegistryTagsContext Context) const
{
	Super::GetAssetRegistryTags(Context);
	const auto Add = [&](const TCHAR* Name, size_t Number)
	{
		Context.AddTag(
			FAssetRegistryTag(Name, FString::FromInt(static_cast<int32>(Number)), FAssetRegistryTag::TT_Numerical));
	};
	if (Character)
	{
		const Exemplar::FCharacterView& View = Character->View();
		Add(TEXT("Bones"), View.Skeleton.JointCount());
		Add(TEXT("Levels"), View.Levels.size());
		Add(TEXT("Vertices"), View.Levels.empty() ? 0 : View.Levels[0].VertexCount());
		Add(TEXT("Triangles"), View.Levels.empty() ? 0 : View.Levels[0].Indices.size() / 3);
		Add(TEXT("Clips"), View.Clips.size());
		Add(TEXT("CorrectiveShapes"), View.Correctives.ShapeCount());
	}
}

void UExemplarCharacter::GetResourceSizeEx(FResourceSizeEx& CumulativeResourceSize)
{
	Super::GetResourceSizeEx(CumulativeResourceSize);
	if (Character)
	{
		CumulativeResourceSize.AddDedicatedSystemMemoryBytes(Character->Bytes().size());
	}
	for (const TSharedPtr<FExemplarSkinData>& Data : SkinData)
	{
		for (int32 Level = 0; Data.IsValid() && Level < Data->Levels.Num(); ++Level)
		{
			CumulativeResourceSize.AddDedicatedVideoMemoryBytes(Data->Levels[Level]->GetGpuBytes());
		}
	}
	if (CrowdData.IsValid())
	{
		CumulativeResourceSize.AddDedicatedVideoMemoryBytes(CrowdData->GetGpuBytes());
	}
	if (!(CharacterData.GetBulkDataFlags() & BULKDATA_SingleUse))
	{
		// The editor keeps the bytes that it saves beside those that are read.
		CumulativeResourceSize.AddDedicatedSystemMemoryBytes(CharacterData.GetBulkDataSize());
	}
}

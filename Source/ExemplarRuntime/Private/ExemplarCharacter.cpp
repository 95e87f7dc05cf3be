// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "ExemplarCharacter.h"

#include "Async/Async.h"
#include "Async/TaskGraphInterfaces.h"
#include "EditorFramework/AssetImportData.h"
#include "ExemplarCharacterData.h"
#include "ExemplarCharacterLoading.h"
#include "ExemplarCharacterVersion.h"
#include "ExemplarConversions.h"
#include "ExemplarExecutor.h"
#include "ExemplarLog.h"
#include "ExemplarOperators.h"
#include "HAL/UnrealMemory.h"
#include "ProfilingDebugging/ResourceSize.h"
#include "Serialization/CustomVersion.h"
#include "UObject/WeakObjectPtr.h"

#include UE_INLINE_GENERATED_CPP_BY_NAME(ExemplarCharacter)

const FGuid FExemplarCharacterVersion::GUID(0x5e1c7a24, 0x8d0b4f63, 0x9a3e21c5, 0x70d4b8e9);

static FCustomVersionRegistration GExemplarCharacterVersion(
	FExemplarCharacterVersion::GUID, FExemplarCharacterVersion::LatestVersion, TEXT("ExemplarCharacter"));

UExemplarCharacter::UExemplarCharacter() = default;
UExemplarCharacter::~UExemplarCharacter() = default;

bool UExemplarCharacter::SetCharacterBytes(TConstArrayView<uint8> Bytes)
{
	CharacterData.Lock(LOCK_READ_WRITE);
	FMemory::Memcpy(CharacterData.Realloc(Bytes.Num()), Bytes.GetData(), Bytes.Num());
	CharacterData.Unlock();
	return LoadCharacter();
}

bool UExemplarCharacter::LoadCharacter()
{
	Loading.Reset();
	Data.Reset();
	const int64 Size = CharacterData.GetBulkDataSize();
	void* Bytes = nullptr;
	if (Size > 0)
	{
		// In a cooked game this hands the loaded memory over; in the editor, which saves it again, it is a copy.
		CharacterData.GetCopy(&Bytes, true);
	}
	const std::shared_ptr<void> Owner(Bytes, [](void* Pointer) { FMemory::Free(Pointer); });
	const std::byte* First = static_cast<const std::byte*>(Bytes);
	// The core reads in place where the loader's memory begins at a border, else it has a copy.
	const bool bInPlace = reinterpret_cast<uintptr_t>(Bytes) % 16 == 0;
	Exemplar::TResult<Exemplar::FCharacter> Read = bInPlace
		? Exemplar::FCharacter::FromBorrowedBytes({First, static_cast<size_t>(Bytes ? Size : 0)}, Owner)
		: Exemplar::FCharacter::FromBytes(Exemplar::TAlignedArray<std::byte>(First, First + Size));
	if (!Read)
	{
		Report(Read.GetError().Message);
		OnChanged.Broadcast();
		return false;
	}
	TakeCharacter(*Read);
	return true;
}

const Exemplar::FBasis& UExemplarCharacter::GetBasis() const
{
	return Forward == EExemplarForward::X ? Exemplar::UnrealXForward : Exemplar::UnrealYForward;
}

bool UExemplarCharacter::IsLoading() const
{
	return Loading.IsValid();
}

void UExemplarCharacter::TakeCharacter(const Exemplar::FCharacter& Character)
{
	TakeData(MakeShared<FExemplarCharacterData>(Character, GetBasis()));
}

void UExemplarCharacter::TakeData(const TSharedPtr<FExemplarCharacterData>& NewData)
{
	Data = NewData;

	// Slots keep their materials by name, whatever the file has done to their order.
	TArray<FExemplarMaterialSlot> Slots;
	for (const auto& Slot : Data->View().Materials)
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
	OnChanged.Broadcast();
}

void UExemplarCharacter::SetForward(EExemplarForward NewForward)
{
	if (Data.IsValid() && !Data->HasMeshes() && Forward != NewForward)
	{
		Report("A character that was cooked without its meshes cannot be turned. Set bKeepMeshes.");
		return;
	}
	Forward = NewForward;
	if (Data.IsValid())
	{
		TakeCharacter(Exemplar::FCharacter(Data->Model->Character));
	}
}

void UExemplarCharacter::Report(std::string_view Reason) const
{
	UE_LOG(LogExemplar, Error, TEXT("%s: %s"), *GetPathName(), *Exemplar::ToUnrealText(Reason));
}

const Exemplar::FCharacter* UExemplarCharacter::GetCharacter() const
{
	return Data.IsValid() ? &Data->Model->Character : nullptr;
}

#if WITH_EDITOR
void UExemplarCharacter::PostEditChangeProperty(FPropertyChangedEvent& PropertyChangedEvent)
{
	Super::PostEditChangeProperty(PropertyChangedEvent);
	SetForward(Forward); // proxies hold the materials and axes that were there
}

void UExemplarCharacter::PostEditUndo()
{
	Super::PostEditUndo();
	LoadCharacter(); // undo brings other bytes back
}
#endif

void UExemplarCharacter::BeginDestroy()
{
	Loading.Reset();
	Data.Reset();
	Super::BeginDestroy();
}

int32 UExemplarCharacter::GetNumLevels() const
{
	return Data.IsValid() ? Data->GetNumLevels() : 0;
}

int32 UExemplarCharacter::GetNumBones() const
{
	return Data.IsValid() ? static_cast<int32>(Data->View().Skeleton.JointCount()) : 0;
}

TArray<FName> UExemplarCharacter::GetClipNames() const
{
	TArray<FName> Names;
	if (Data.IsValid())
	{
		for (const Exemplar::FClipView& Clip : Data->View().Clips)
		{
			Names.Add(Exemplar::ToUnrealName(Clip.Name));
		}
	}
	return Names;
}

TArray<FName> UExemplarCharacter::GetCorrectiveNames() const
{
	TArray<FName> Names;
	if (Data.IsValid())
	{
		for (const auto& Corrective : Data->View().Correctives.Correctives)
		{
			Names.Add(Exemplar::ToUnrealName(Corrective.Name));
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
	bool bCooked = Ar.IsSaving() && Ar.IsCooking();
	if (Ar.IsSaving() || Version != FExemplarCharacterVersion::BytesInBulkData)
	{
		Ar << bCooked;
	}
	// A loader expects that every byte of an object is read, also of one that is refused.
	if (!bCooked)
	{
		CharacterData.Serialize(Ar, this);
	}
	else if (Ar.IsSaving())
	{
		Cook(Ar);
		return;
	}
	else
	{
		Cooked = MakeUnique<FExemplarCookedData>();
		Cooked->Serialize(Ar, this);
	}
	if (Version < FExemplarCharacterVersion::BytesInBulkData || Version > FExemplarCharacterVersion::LatestVersion)
	{
		UE_LOG(LogExemplar, Error,
			TEXT("%s: The asset has version %d, but this plug-in reads versions %d to %d. Use the plug-in that wrote "
				 "it, or import it again."),
			*GetPathName(), Version, static_cast<int32>(FExemplarCharacterVersion::BytesInBulkData),
			static_cast<int32>(FExemplarCharacterVersion::LatestVersion));
		CharacterData.RemoveBulkData();
		Cooked.Reset();
	}
}

void UExemplarCharacter::Cook(FArchive& Ar)
{
	Cooked = MakeUnique<FExemplarCookedData>(); // kept, because a package may be written after this returns
	if (!Data.IsValid())
	{
		Cooked->Serialize(Ar, this);
		return;
	}
	std::vector<Exemplar::ESkinOperator> More;
	for (const EExemplarOperator Operator : CookedOperators)
	{
		More.push_back(ExemplarOperatorOf(Operator, *Data));
	}
	FExemplarExecutor Workers;
	Exemplar::TResult<Exemplar::FCookedCharacter> Made =
		Exemplar::CookCharacter(*Data->Model, More, bKeepMeshes, Workers);
	if (!Made)
	{
		// One of the operators cannot be: the game has the meshes then, and packs what it needs.
		Report(Made.GetError().Message);
		Exemplar::FCookedCharacter Whole;
		Whole.Preferred = Data->GetPreferredOperator();
		Whole.Crowd = Exemplar::FindCrowdOperator(Data->View());
		Whole.Character.assign(Data->Model->Character.Bytes().begin(), Data->Model->Character.Bytes().end());
		Made = MoveTemp(Whole);
	}
	Cooked = MakeUnique<FExemplarCookedData>(*Made);
	Cooked->Serialize(Ar, this);
}

void UExemplarCharacter::LoadCooked()
{
	const int32 First = WantedLevel;
	Loading = MakeUnique<FExemplarCharacterLoading>(*Cooked, GetBasis(), Data, First,
		[this, First](const FExemplarCharacterLoading::FResult& Result)
		{
			Loading.Reset();
			if (!Result)
			{
				Cooked.Reset(); // what is there stays
				Report(Result.GetError().Message);
				return;
			}
			if (First == 0)
			{
				Cooked.Reset(); // everything was read
			}
			TakeData(*Result);
			if (Cooked.IsValid() && WantedLevel < First && !Loading.IsValid())
			{
				LoadCooked(); // somebody came nearer in the meantime
			}
		});
}

void UExemplarCharacter::RequestLevel(int32 Level)
{
	int32 Before = WantedLevel;
	while (Level < Before && !WantedLevel.compare_exchange_weak(Before, Level))
	{
	}
	if (Level < Before)
	{
		AsyncTask(ENamedThreads::GameThread,
			[Weak = TWeakObjectPtr<UExemplarCharacter>(this)]
			{
				UExemplarCharacter* Asset = Weak.Get();
				// What is being read looks again when it is done.
				if (Asset && Asset->Cooked.IsValid() && Asset->GetFirstLevelInMemory() > 0 && !Asset->Loading.IsValid())
				{
					Asset->LoadCooked();
				}
			});
	}
}

int32 UExemplarCharacter::GetFirstLevelInMemory() const
{
	return Data.IsValid() ? Data->GetFirstLevel() : 0;
}

void UExemplarCharacter::PostLoad()
{
	Super::PostLoad();
	if (Cooked.IsValid() && !Cooked->Blocks.IsEmpty())
	{
		WantedLevel = NumResidentLevels > 0 ? FMath::Max(Cooked->GetNumLevels() - NumResidentLevels, 0) : 0;
		LoadCooked();
	}
	else if (CharacterData.GetBulkDataSize() > 0)
	{
		LoadCharacter(); // tags and tools of the editor look at it at once
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
	if (Data.IsValid())
	{
		const Exemplar::FCharacterView& View = Data->View();
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
	if (Data.IsValid())
	{
		CumulativeResourceSize.AddDedicatedSystemMemoryBytes(Data->Model->Character.Bytes().size());
		CumulativeResourceSize.AddDedicatedVideoMemoryBytes(Data->GetGpuBytes());
	}
	// The editor keeps the bytes that it saves beside those that are read.
	CumulativeResourceSize.AddDedicatedSystemMemoryBytes(CharacterData.GetBulkDataSize());
}

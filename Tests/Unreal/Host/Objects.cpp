// Copyright (c) 2026 Exemplar contributors. MIT license.

// Objects, classes and archives.
#include "HAL/UnrealMemory.h"
#include "Math/UnrealMathUtility.h"
#include "Serialization/CustomVersion.h"
#include "Serialization/MemoryReader.h"
#include "Serialization/MemoryWriter.h"
#include "UObject/ObjectPtr.h"
#include "UObject/UObjectGlobals.h"

namespace
{

struct FObjects
{
	std::mutex Mutex;
	std::vector<UObject*> All;
	std::map<const UObject*, uint64> Alive;
	uint64 NextSerial = 1;
};
FObjects& Objects()
{
	static FObjects Table;
	return Table;
}

/** What the constructor that runs now is to know, before any constructor of a class has run. */
struct FNewObject
{
	UClass* Class = nullptr;
	UObject* Outer = nullptr;
	FName Name;
	uint32 Flags = 0;
};
thread_local std::vector<FNewObject> BeingMade;

std::vector<UClass* (*)()>& ClassEntries()
{
	static std::vector<UClass* (*)()> List;
	return List;
}
std::map<FGuid, int32>& RegisteredVersions()
{
	static std::map<FGuid, int32> Table;
	return Table;
}

} // namespace

UClass::UClass(const TCHAR* InName, UClass* InSuper, UObject* (*InConstruct)(), std::vector<FHostProperty> InProperties)
	: Name(InName)
	, Super(InSuper)
	, Construct(InConstruct)
	, Properties(std::move(InProperties))
{
}

FHostClassEntry::FHostClassEntry(UClass* (*InStaticClass)())
{
	ClassEntries().push_back(InStaticClass);
}
std::vector<UClass*> HostAllClasses()
{
	std::vector<UClass*> Out;
	for (UClass* (*Entry)() : ClassEntries())
	{
		Out.push_back(Entry());
	}
	return Out;
}

bool UClass::IsChildOf(const UClass* Other) const
{
	for (const UClass* At = this; At; At = At->Super)
	{
		if (At == Other)
		{
			return true;
		}
	}
	return false;
}

UObject* UClass::GetDefaultObject()
{
	std::call_once(DefaultOnce, [&] { Default = UObject::HostNew(this, nullptr, Name, RF_ClassDefaultObject); });
	return Default;
}

UClass* UObject::StaticClass()
{
	static UClass Class(TEXT("Object"), nullptr, []() -> UObject* { return new UObject; }, {});
	return &Class;
}

UObject::UObject()
{
	check(!BeingMade.empty()); // objects are made by NewObject
	const FNewObject& Made = BeingMade.back();
	HostClass = Made.Class;
	HostOuter = Made.Outer;
	HostName = Made.Name;
	HostFlags = Made.Flags;
	FObjects& Table = Objects();
	const std::lock_guard Lock(Table.Mutex);
	HostSerial = Table.NextSerial++;
	Table.All.push_back(this);
	Table.Alive[this] = HostSerial;
}

UObject::~UObject()
{
	check(bHostFinishedDestroy);
	FObjects& Table = Objects();
	const std::lock_guard Lock(Table.Mutex);
	Table.Alive.erase(this);
	std::erase(Table.All, this);
}

UObject* UObject::HostNew(UClass* InClass, UObject* InOuter, FName InName, EObjectFlags InFlags)
{
	check(InClass && InClass->Construct); // not of an abstract class
	if (!(InFlags & RF_ClassDefaultObject))
	{
		InClass->GetDefaultObject();
	}
	if (InName.IsNone())
	{
		static std::atomic<int32> Number{0};
		InName = FName(*FString::Printf(TEXT("%s_%d"), InClass->Name, Number++));
	}
	BeingMade.push_back({InClass, InOuter, InName, InFlags});
	UObject* Out = InClass->Construct();
	BeingMade.pop_back();
	Out->PostInitProperties();
	return Out;
}

namespace
{
std::vector<std::pair<UObject*, TArray<uint8>>> Transaction;
bool bTransaction = false;
} // namespace

bool UObject::Modify(bool)
{
	const auto Known = [this](const auto& Entry) { return Entry.first == this; };
	if (!bTransaction || std::ranges::any_of(Transaction, Known))
	{
		return false;
	}
	TArray<uint8> Bytes;
	FMemoryWriter Writer(Bytes, true);
	Serialize(Writer);
	Transaction.emplace_back(this, MoveTemp(Bytes));
	return true;
}
void UObject::HostBeginTransaction()
{
	Transaction.clear();
	bTransaction = true;
}
void UObject::HostUndo()
{
	bTransaction = false;
	for (auto& [Object, Bytes] : Transaction)
	{
		FMemoryReader Reader(Bytes, true);
		Object->Serialize(Reader);
#if WITH_EDITOR
		Object->PostEditUndo();
#endif
	}
	Transaction.clear();
}

void UObject::HostDestroy(UObject* Object)
{
	Object->BeginDestroy();
	HostFinish(Object);
}

void UObject::HostFinish(UObject* Object)
{
	check(Object->bHostBegunDestroy); // every BeginDestroy calls its parent's
	while (!Object->IsReadyForFinishDestroy())
	{
		std::this_thread::yield();
	}
	Object->FinishDestroy();
	delete Object;
}

void HostDestroyAllObjects()
{
	// As garbage is collected: all objects begin before the first is gone, because they may still call each other then.
	while (!Objects().All.empty())
	{
		const std::vector<UObject*> All(Objects().All.rbegin(), Objects().All.rend());
		for (UObject* Object : All)
		{
			Object->BeginDestroy();
		}
		for (UObject* Object : All)
		{
			UObject::HostFinish(Object);
		}
	}
}

bool HostIsAlive(const UObject* Object, uint64 Serial)
{
	FObjects& Table = Objects();
	const std::lock_guard Lock(Table.Mutex);
	const auto At = Table.Alive.find(Object);
	return At != Table.Alive.end() && At->second == Serial;
}

UObject* HostFindObject(UClass* Class, UObject* Outer, const TCHAR* Name)
{
	FObjects& Table = Objects();
	const std::lock_guard Lock(Table.Mutex);
	const auto Find = [&](const UClass* Of, const UObject* In, FName Called) -> UObject*
	{
		for (UObject* Object : Table.All)
		{
			if (Object->GetOuter() == In && Object->GetFName() == Called && Object->IsA(Of) &&
				!Object->HasAnyFlags(RF_ClassDefaultObject))
			{
				return Object;
			}
		}
		return nullptr;
	};
	// A path is a package's, or that of something in a package: "/Game/Hero.Hero".
	const std::u16string Path(Name);
	const size_t Dot = Outer ? std::u16string::npos : Path.find(u'.');
	if (Dot == std::u16string::npos)
	{
		return Find(Class, Outer, FName(Name));
	}
	const UObject* Package = Find(UObject::StaticClass(), nullptr, FName(Path.substr(0, Dot).c_str()));
	return Package ? Find(Class, Package, FName(Path.substr(Dot + 1).c_str())) : nullptr;
}

UObject* GetTransientPackage()
{
	static UObject* Package = UObject::HostNew(UObject::StaticClass(), nullptr, TEXT("Transient"), RF_NoFlags);
	return Package;
}

void HostSerializeProperties(FArchive& Ar, void* Owner, const std::vector<FHostProperty>& Properties)
{
	int32 Count = 0;
	for (const FHostProperty& Property : Properties)
	{
		Count += Property.bTransient ? 0 : 1;
	}
	Ar << Count;
	if (Ar.IsSaving())
	{
		for (const FHostProperty& Property : Properties)
		{
			if (Property.bTransient)
			{
				continue;
			}
			FName Name(Property.Name);
			int32 Bytes = 0;
			Ar << Name;
			const int64 At = Ar.Tell();
			Ar << Bytes;
			Property.Serialize(Owner, Ar);
			const int64 End = Ar.Tell();
			Bytes = static_cast<int32>(End - At - 4);
			Ar.Seek(At);
			Ar << Bytes;
			Ar.Seek(End);
		}
		return;
	}
	for (int32 Index = 0; Index < Count && !Ar.IsError(); ++Index)
	{
		FName Name;
		int32 Bytes = 0;
		Ar << Name << Bytes;
		const int64 End = Ar.Tell() + Bytes;
		for (const FHostProperty& Property : Properties)
		{
			if (!Property.bTransient && FName(Property.Name) == Name)
			{
				Property.Serialize(Owner, Ar);
			}
		}
		if (End < 0 || End > Ar.TotalSize())
		{
			Ar.SetError();
			return;
		}
		Ar.Seek(End);
	}
}

void UObject::Serialize(FArchive& Ar)
{
	std::vector<FHostProperty> All;
	for (const UClass* At = HostClass; At; At = At->GetSuperClass())
	{
		All.insert(All.end(), At->Properties.begin(), At->Properties.end());
	}
	HostSerializeProperties(Ar, this, All);
}

FCustomVersionRegistration::FCustomVersionRegistration(FGuid InKey, int32 Version, const TCHAR*)
	: Key(InKey)
{
	check(RegisteredVersions().emplace(Key, Version).second); // one version a key
}
FCustomVersionRegistration::~FCustomVersionRegistration()
{
	RegisteredVersions().erase(Key);
}

void FArchive::UsingCustomVersion(const FGuid& Key)
{
	const auto At = RegisteredVersions().find(Key);
	check(At != RegisteredVersions().end()); // nobody has registered it
	Versions.try_emplace(Key, At->second);
}
int32 FArchive::CustomVer(const FGuid& Key) const
{
	const auto At = Versions.find(Key);
	return At == Versions.end() ? -1 : At->second;
}
void FArchive::SetCustomVersion(const FGuid& Key, int32 Version, FName)
{
	Versions[Key] = Version;
}

FArchive& operator<<(FArchive& Ar, bool& Value)
{
	uint32 Word = Value ? 1 : 0;
	Ar << Word;
	Value = Word != 0;
	return Ar;
}
FArchive& operator<<(FArchive& Ar, FString& Value)
{
	int32 Count = Value.Len();
	Ar << Count;
	if (Ar.IsLoading())
	{
		if (Count < 0 || 2 * int64(Count) > Ar.TotalSize() - Ar.Tell())
		{
			Ar.SetError();
			Count = 0;
		}
		Value.Characters.resize(static_cast<size_t>(Count));
	}
	Ar.Serialize(Value.Characters.data(), 2 * int64(Count));
	return Ar;
}
FArchive& operator<<(FArchive& Ar, FName& Value)
{
	FString Text = Value.ToString();
	Ar << Text;
	if (Ar.IsLoading())
	{
		Value = FName(*Text);
	}
	return Ar;
}
FArchive& operator<<(FArchive& Ar, FTransform& Value)
{
	FQuat Q = Value.GetRotation();
	FVector P = Value.GetTranslation(), S = Value.GetScale3D();
	Ar << Q.X << Q.Y << Q.Z << Q.W << P.X << P.Y << P.Z << S.X << S.Y << S.Z;
	Value = FTransform(Q, P, S);
	return Ar;
}
FArchive& operator<<(FArchive& Ar, FVector& Value)
{
	return Ar << Value.X << Value.Y << Value.Z;
}
FArchive& operator<<(FArchive& Ar, FLinearColor& Value)
{
	return Ar << Value.R << Value.G << Value.B << Value.A;
}
FArchive& operator<<(FArchive& Ar, FGuid& Value)
{
	return Ar << Value.A << Value.B << Value.C << Value.D;
}

void FMemoryWriter::Serialize(void* Data, int64 Length)
{
	if (Offset + Length > Bytes.Num())
	{
		Bytes.SetNumUninitialized(static_cast<int32>(Offset + Length));
	}
	FMemory::Memcpy(Bytes.GetData() + Offset, Data, static_cast<SIZE_T>(Length));
	Offset += Length;
}
void FMemoryReader::Serialize(void* Data, int64 Length)
{
	if (IsError() || Length < 0 || Offset + Length > Bytes.Num())
	{
		SetError();
		if (Length > 0)
		{
			FMemory::Memzero(Data, static_cast<SIZE_T>(Length));
		}
		return;
	}
	FMemory::Memcpy(Data, Bytes.GetData() + Offset, static_cast<SIZE_T>(Length));
	Offset += Length;
}

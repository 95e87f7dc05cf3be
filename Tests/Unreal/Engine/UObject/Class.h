// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Serialization/Archive.h"
#include "UObject/ObjectMacros.h"

class UObject;

/** A property as the header tool saw it: enough to write and read it by name. */
struct FHostProperty
{
	const TCHAR* Name;
	bool bTransient;
	void (*Serialize)(void* Owner, FArchive& Ar);
};

class HOST_API UClass
{
public:
	UClass(const TCHAR* InName, UClass* InSuper, UObject* (*InConstruct)(), std::vector<FHostProperty> InProperties);

	FString GetName() const { return Name; }
	UClass* GetSuperClass() const { return Super; }
	bool IsChildOf(const UClass* Other) const;
	UObject* GetDefaultObject();

	const TCHAR* Name;
	UClass* Super;
	UObject* (*Construct)(); // null where the class is abstract
	std::vector<FHostProperty> Properties;

private:
	std::once_flag DefaultOnce;
	UObject* Default = nullptr;
};

/** The classes that the header tool has seen. */
struct HOST_API FHostClassEntry
{
	explicit FHostClassEntry(UClass* (*InStaticClass)());
};
HOST_API std::vector<UClass*> HostAllClasses();

class HOST_API UScriptStruct
{
public:
	const TCHAR* Name;
	std::vector<FHostProperty> Properties;
};

/** Properties by name, so that one that came later or is gone does no harm. */
HOST_API void HostSerializeProperties(FArchive& Ar, void* Owner, const std::vector<FHostProperty>& Properties);

template <typename T>
class TObjectPtr;
template <typename T>
class TWeakObjectPtr;

template <typename T>
void HostSerializeValue(FArchive& Ar, T& Value)
{
	if constexpr (requires { T::StaticStruct(); })
	{
		HostSerializeProperties(Ar, &Value, T::StaticStruct()->Properties);
	}
	else
	{
		Ar << Value;
	}
}
template <typename T>
void HostSerializeValue(FArchive& Ar, TArray<T>& Array)
{
	int32 Count = Array.Num();
	Ar << Count;
	if (Ar.IsLoading())
	{
		if (Count < 0 || Count > Ar.TotalSize() - Ar.Tell())
		{
			Ar.SetError();
			Count = 0;
		}
		Array.SetNum(Count);
	}
	for (T& Item : Array)
	{
		HostSerializeValue(Ar, Item);
	}
}
/** Plain archives know no objects: a reference stays what it is. */
template <typename T>
void HostSerializeValue(FArchive&, TObjectPtr<T>&)
{
}
template <typename T>
void HostSerializeValue(FArchive&, TWeakObjectPtr<T>&)
{
}

// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Containers/Array.h"
#include "Math/Transform.h"
#include "Misc/Guid.h"
#include "UObject/NameTypes.h"

class UObject;

/** Bytes in or out. An archive that fails stays failed, and what it loads from then on is zero. */
class HOST_API FArchive
{
public:
	virtual ~FArchive() = default;
	virtual void Serialize(void* Data, int64 Length) = 0;
	virtual int64 Tell() = 0;
	virtual int64 TotalSize() = 0;
	virtual void Seek(int64 Position) = 0;

	bool IsLoading() const { return bLoading; }
	bool IsSaving() const { return !bLoading; }
	bool IsPersistent() const { return bPersistent; }
	bool IsCooking() const { return bCooking; }
	bool IsObjectReferenceCollector() const { return false; }
	bool IsError() const { return bError; }
	void SetError() { bError = true; }

	void UsingCustomVersion(const FGuid& Key);
	/** Of a version that the archive does not use: -1. */
	int32 CustomVer(const FGuid& Key) const;
	void SetCustomVersion(const FGuid& Key, int32 Version, FName FriendlyName);

	bool bCooking = false; // set by the host's cook

protected:
	FArchive(bool bInLoading, bool bInPersistent)
		: bLoading(bInLoading)
		, bPersistent(bInPersistent)
	{
	}

private:
	bool bLoading;
	bool bPersistent;
	bool bError = false;
	std::map<FGuid, int32> Versions;
};

template <typename T>
requires(std::is_arithmetic_v<T> && !std::is_same_v<T, bool>) FArchive& operator<<(FArchive& Ar, T& Value)
{
	Ar.Serialize(&Value, sizeof(T));
	return Ar;
}
HOST_API FArchive& operator<<(FArchive& Ar, bool& Value); // four bytes
HOST_API FArchive& operator<<(FArchive& Ar, FString& Value);
HOST_API FArchive& operator<<(FArchive& Ar, FName& Value);
HOST_API FArchive& operator<<(FArchive& Ar, FGuid& Value);
HOST_API FArchive& operator<<(FArchive& Ar, FTransform& Value);
HOST_API FArchive& operator<<(FArchive& Ar, FVector& Value);
HOST_API FArchive& operator<<(FArchive& Ar, FLinearColor& Value);
template <typename T>
requires std::is_enum_v<T> FArchive& operator<<(FArchive& Ar, T& Value)
{
	Ar.Serialize(&Value, sizeof(T));
	return Ar;
}
template <typename T>
FArchive& operator<<(FArchive& Ar, TArray<T>& Array)
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
		Ar << Item;
	}
	return Ar;
}

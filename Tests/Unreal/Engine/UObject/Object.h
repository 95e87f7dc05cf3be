// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "UObject/AssetRegistryTagsContext.h"
#include "UObject/Class.h"

struct FResourceSizeEx
{
	void AddDedicatedSystemMemoryBytes(SIZE_T Bytes) { System += Bytes; }
	void AddDedicatedVideoMemoryBytes(SIZE_T Bytes) { Video += Bytes; }
	SIZE_T GetDedicatedSystemMemoryBytes() const { return System; }
	SIZE_T GetDedicatedVideoMemoryBytes() const { return Video; }
	SIZE_T GetTotalMemoryBytes() const { return System + Video; }

private:
	SIZE_T System = 0;
	SIZE_T Video = 0;
};

class UPackage;

/** Which property was edited; the host says nothing of it. */
struct FPropertyChangedEvent
{
};

/** Made by NewObject alone; destroyed by the host at the end, in the engine's steps. */
class HOST_API UObject
{
public:
	using FAssetRegistryTag = FHostAssetRegistryTag;
	static UClass* StaticClass();

	UObject();
	UObject(const UObject&) = delete;
	virtual ~UObject();

	UClass* GetClass() const { return HostClass; }
	UObject* GetOuter() const { return HostOuter; }
	FName GetFName() const { return HostName; }
	FString GetName() const { return HostName.ToString(); }
	FString GetPathName() const { return HostOuter ? HostOuter->GetPathName() + TEXT(".") + GetName() : GetName(); }
	/** The package that holds it. */
	UPackage* GetOutermost() const;
	bool IsA(const UClass* Other) const { return HostClass->IsChildOf(Other); }
	bool HasAnyFlags(EObjectFlags InFlags) const { return (HostFlags & InFlags) != 0; }

	virtual void Serialize(FArchive& Ar);
	virtual void PostInitProperties() {}
	virtual void PostLoad() {}
	virtual void BeginDestroy() { bHostBegunDestroy = true; }
	virtual bool IsReadyForFinishDestroy() { return true; }
	virtual void FinishDestroy() { bHostFinishedDestroy = true; }
	virtual void GetAssetRegistryTags(FAssetRegistryTagsContext) const {}
	virtual void GetResourceSizeEx(FResourceSizeEx&) {}
	bool MarkPackageDirty() const { return true; }
	/** Remembers the object in the transaction that is open. */
	virtual bool Modify(bool bAlwaysMarkDirty = true);
#if WITH_EDITOR
	virtual void PostEditChangeProperty(FPropertyChangedEvent& PropertyChangedEvent) {}
	virtual void PostEditUndo() {}
#endif

	// The host's own.
	static UObject* HostNew(UClass* InClass, UObject* InOuter, FName InName, EObjectFlags InFlags);
	static void HostDestroy(UObject* Object);
	static void HostFinish(UObject* Object);
	static void HostBeginTransaction();
	/** Brings back everything that was modified since, and tells it. */
	static void HostUndo();
	uint64 HostSerial = 0;

private:
	UClass* HostClass = nullptr;
	UObject* HostOuter = nullptr;
	FName HostName;
	uint32 HostFlags = 0;
	bool bHostBegunDestroy = false;
	bool bHostFinishedDestroy = false;
};

/** Destroys every object that is left, the youngest first. */
HOST_API void HostDestroyAllObjects();
HOST_API bool HostIsAlive(const UObject* Object, uint64 Serial);

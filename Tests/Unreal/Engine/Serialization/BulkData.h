// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "GenericPlatform/GenericPlatformFile.h"
#include "Serialization/Archive.h"

enum EBulkDataFlags : uint32
{
	BULKDATA_None = 0,
	BULKDATA_SingleUse = 1 << 3,
	BULKDATA_Force_NOT_InlinePayload = 1 << 10
};
enum EBulkDataLockFlags
{
	LOCK_READ_ONLY = 1,
	LOCK_READ_WRITE = 2
};

/** A read that was asked for, owned by who asked. */
class IBulkDataIORequest
{
public:
	virtual ~IBulkDataIORequest() = default;
	virtual void Cancel() = 0;
	virtual bool WaitCompletion(float TimeLimitSeconds = 0.0f) = 0;
};
using FBulkDataIORequestCallBack = std::function<void(bool bWasCanceled, IBulkDataIORequest*)>;

/** Bytes beside an object's properties. What the host keeps is always in memory; a lock is exclusive all the same. */
class HOST_API FBulkData
{
public:
	FBulkData() = default;
	FBulkData(const FBulkData&) = delete;
	~FBulkData();

	int64 GetBulkDataSize() const { return Size; }
	bool IsLocked() const { return bLocked; }
	void* Lock(uint32 LockFlags);
	const void* LockReadOnly() const;
	void Unlock() const;
	/** Only with a lock to write. */
	void* Realloc(int64 ElementCount, int64 ElementSize);
	void RemoveBulkData();
	/** A copy; or, of data for single use that is to be discarded, the memory itself. FMemory::Free frees either. */
	void GetCopy(void** Dest, bool bDiscardInternalCopy);
	/** Reads the payload into the caller's memory on another thread, which calls back. */
	IBulkDataIORequest* CreateStreamingRequest(EAsyncIOPriorityAndFlags Priority,
		FBulkDataIORequestCallBack* CompleteCallback, uint8* UserSuppliedMemory) const;
	void SetBulkDataFlags(uint32 FlagsToSet) { Flags |= FlagsToSet; }
	void ClearBulkDataFlags(uint32 FlagsToClear) { Flags &= ~FlagsToClear; }
	uint32 GetBulkDataFlags() const { return Flags; }
	void Serialize(FArchive& Ar, UObject* Owner);

private:
	mutable void* Data = nullptr;
	int64 Size = 0;
	uint32 Flags = 0;
	mutable bool bLocked = false;
	mutable bool bWritable = false;
};

class FByteBulkData : public FBulkData
{
public:
	void* Realloc(int64 ElementCount) { return FBulkData::Realloc(ElementCount, 1); }
};

// Copyright (c) 2026 Exemplar contributors. MIT license.

// Bulk data, and what other threads read of it.
#include "Serialization/BulkData.h"
#include "Async/Async.h"
#include "CoreGlobals.h"
#include "HAL/PlatformProperties.h"
#include "HAL/UnrealMemory.h"
#include "Math/UnrealMathUtility.h"

FBulkData::~FBulkData()
{
	check(!bLocked);
	FMemory::Free(Data);
}
void* FBulkData::Lock(uint32 LockFlags)
{
	check(!bLocked);
	bLocked = true;
	bWritable = (LockFlags & LOCK_READ_WRITE) != 0;
	return Data;
}
const void* FBulkData::LockReadOnly() const
{
	check(!bLocked);
	bLocked = true;
	return Data;
}
void FBulkData::Unlock() const
{
	check(bLocked);
	bLocked = bWritable = false;
	if (Flags & BULKDATA_SingleUse)
	{
		FMemory::Free(Data); // deallocated after a lock
		Data = nullptr;
	}
}
void* FBulkData::Realloc(int64 ElementCount, int64 ElementSize)
{
	check(bLocked && bWritable && ElementCount >= 0);
	void* New = FMemory::Malloc(static_cast<SIZE_T>(ElementCount * ElementSize));
	FMemory::Memcpy(New, Data, static_cast<SIZE_T>(FMath::Min(Size, ElementCount * ElementSize)));
	FMemory::Free(Data);
	Data = New;
	Size = ElementCount * ElementSize;
	return Data;
}
void FBulkData::RemoveBulkData()
{
	check(!bLocked);
	FMemory::Free(Data);
	Data = nullptr;
	Size = 0;
}
bool FPlatformProperties::bHostCooked = false;

namespace
{
std::mutex GameTaskMutex;
std::vector<std::function<void()>> GameTasks;

class FReadRequest final : public IBulkDataIORequest
{
public:
	FReadRequest(const void* From, int64 Size, uint8* To, FBulkDataIORequestCallBack* Callback)
		: Thread(
			  [this, From, Size, To, Callback]
			  {
				  if (!bCanceled)
				  {
					  FMemory::Memcpy(To, From, static_cast<SIZE_T>(Size));
				  }
				  (*Callback)(bCanceled, this);
			  })
	{
	}
	~FReadRequest() override { check(!Thread.joinable()); } // waited for
	void Cancel() override { bCanceled = true; }
	bool WaitCompletion(float) override
	{
		if (Thread.joinable())
		{
			Thread.join();
		}
		return true;
	}

private:
	std::atomic<bool> bCanceled{false};
	std::thread Thread;
};
} // namespace

void AsyncTask(ENamedThreads::Type, std::function<void()> Function)
{
	const std::lock_guard Lock(GameTaskMutex);
	GameTasks.push_back(std::move(Function));
}
void HostRunGameThreadTasks()
{
	check(IsInGameThread());
	std::vector<std::function<void()>> Now;
	{
		const std::lock_guard Lock(GameTaskMutex);
		Now.swap(GameTasks);
	}
	for (const std::function<void()>& Task : Now)
	{
		Task();
	}
}
IBulkDataIORequest* FBulkData::CreateStreamingRequest(
	EAsyncIOPriorityAndFlags, FBulkDataIORequestCallBack* CompleteCallback, uint8* UserSuppliedMemory) const
{
	check(!bLocked && Data && UserSuppliedMemory && CompleteCallback);
	return new FReadRequest(Data, Size, UserSuppliedMemory, CompleteCallback);
}
void FBulkData::GetCopy(void** Dest, bool bDiscardInternalCopy)
{
	check(!FPlatformProperties::RequiresCookedData()); // a game would wait for the disk
	check(!bLocked && Dest);
	if (Size == 0)
	{
		return;
	}
	if (!*Dest && bDiscardInternalCopy && (Flags & BULKDATA_SingleUse))
	{
		*Dest = Data;
		Data = nullptr;
		return;
	}
	check(Data); // given away before
	if (!*Dest)
	{
		*Dest = FMemory::Malloc(static_cast<SIZE_T>(Size));
	}
	FMemory::Memcpy(*Dest, Data, static_cast<SIZE_T>(Size));
}
void FBulkData::Serialize(FArchive& Ar, UObject*)
{
	check(!bLocked);
	Ar << Flags << Size;
	if (Ar.IsLoading())
	{
		FMemory::Free(Data);
		Data = nullptr;
		if (Size < 0 || Size > Ar.TotalSize() - Ar.Tell())
		{
			Ar.SetError();
			Size = 0;
		}
		Data = FMemory::Malloc(static_cast<SIZE_T>(Size));
	}
	check(Data || Size == 0);
	Ar.Serialize(Data, Size);
}

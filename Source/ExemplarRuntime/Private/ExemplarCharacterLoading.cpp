// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "ExemplarCharacterLoading.h"

#include "Async/Async.h"
#include "Async/TaskGraphInterfaces.h"
#include "GenericPlatform/GenericPlatformFile.h"
#include "HAL/UnrealMemory.h"
#include "Render/ExemplarSkinData.h"

/** What both threads know. */
struct FExemplarCharacterLoading::FShared
{
	std::function<void(const FResult&)> Done; // of the game thread; empty once nobody waits
	std::shared_ptr<void> Memory;
	int64 Size = 0;
	Exemplar::FBasis Basis;

	FResult Read() const
	{
		Exemplar::TResult<Exemplar::FCharacter> Character = Exemplar::FCharacter::FromBorrowedBytes(
			{static_cast<const std::byte*>(Memory.get()), static_cast<size_t>(Size)}, Memory);
		if (!Character)
		{
			return Character.GetError();
		}
		TSharedPtr<FExemplarCharacterData> Out = MakeShared<FExemplarCharacterData>(*Character, Basis);
		if (Out->Poser)
		{
			// What most components will ask for. Where it fails, who asks is told why.
			(void)Out->GetSkinData(Exemplar::FindPreferredOperator(Out->View()));
		}
		return Out;
	}
};

FExemplarCharacterLoading::FExemplarCharacterLoading(
	const FByteBulkData& Bytes, const Exemplar::FBasis& Basis, std::function<void(const FResult&)> Done)
	: Shared(std::make_shared<FShared>())
{
	Shared->Done = std::move(Done);
	Shared->Size = Bytes.GetBulkDataSize();
	Shared->Memory = std::shared_ptr<void>(
		FMemory::Malloc(static_cast<SIZE_T>(Shared->Size), 16), [](void* Pointer) { FMemory::Free(Pointer); });
	Shared->Basis = Basis;
	Callback = [Held = Shared](bool bWasCanceled, IBulkDataIORequest*)
	{
		if (bWasCanceled)
		{
			return;
		}
		AsyncTask(ENamedThreads::GameThread,
			[Held, Result = Held->Read()]
			{
				if (Held->Done)
				{
					Held->Done(Result);
				}
			});
	};
	Request = Bytes.CreateStreamingRequest(AIOP_Normal, &Callback, static_cast<uint8*>(Shared->Memory.get()));
}

FExemplarCharacterLoading::~FExemplarCharacterLoading()
{
	Shared->Done = nullptr;
	if (Request)
	{
		Request->Cancel();
		Request->WaitCompletion();
		delete Request;
	}
}

// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "ExemplarCharacterLoading.h"

#include "Async/Async.h"
#include "Async/TaskGraphInterfaces.h"
#include "GenericPlatform/GenericPlatformFile.h"
#include "HAL/UnrealMemory.h"

#include <atomic>
#include <map>

/** What all threads know. */
struct FExemplarCharacterLoading::FShared
{
	struct FBlock
	{
		Exemplar::EPackedKind Kind;
		std::shared_ptr<void> Memory;
		size_t Size;

		std::span<const std::byte> Bytes() const { return {static_cast<const std::byte*>(Memory.get()), Size}; }
	};
	std::function<void(const FResult&)> Done; // of the game thread; empty once nobody waits
	std::vector<FBlock> Blocks;               // the character, and its levels
	std::atomic<size_t> Left = 0;             // blocks that are not read yet
	Exemplar::FBasis Basis;
	Exemplar::ESkinOperator Preferred, Crowd;

	/** The levels' memory is free as soon as they are read; the character stays in its own. */
	FResult Read()
	{
		const Exemplar::TResult<Exemplar::FCharacter> Character =
			Exemplar::FCharacter::FromBorrowedBytes(Blocks[0].Bytes(), Blocks[0].Memory);
		if (!Character)
		{
			return Character.GetError();
		}
		std::map<Exemplar::EPackedKind, std::vector<Exemplar::FGpuLevel>> Levels;
		for (size_t Index = 1; Index < Blocks.size(); ++Index)
		{
			Exemplar::TResult<Exemplar::FGpuLevel> Level =
				Exemplar::ReadGpuLevel(Blocks[Index].Bytes(), (*Character)->Skeleton.JointCount());
			if (!Level)
			{
				return Level.GetError();
			}
			Levels[Blocks[Index].Kind].push_back(std::move(*Level));
			Blocks[Index].Memory.reset();
		}
		TSharedPtr<FExemplarCharacterData> Out = MakeShared<FExemplarCharacterData>(*Character, Basis);
		Out->SetOperators(Preferred, Crowd);
		for (auto& [Kind, OfKind] : Levels)
		{
			Out->TakeLevels(Kind, std::move(OfKind));
		}
		return Out;
	}
};

FExemplarCharacterLoading::FExemplarCharacterLoading(
	const FExemplarCookedData& Cooked, const Exemplar::FBasis& Basis, std::function<void(const FResult&)> Done)
	: Shared(std::make_shared<FShared>())
{
	Shared->Done = std::move(Done);
	Shared->Basis = Basis;
	Shared->Preferred = static_cast<Exemplar::ESkinOperator>(Cooked.Preferred);
	Shared->Crowd = static_cast<Exemplar::ESkinOperator>(Cooked.Crowd);
	for (const TUniquePtr<FExemplarCookedData::FBlock>& Block : Cooked.Blocks)
	{
		const SIZE_T Size = static_cast<SIZE_T>(Block->Bytes.GetBulkDataSize());
		Shared->Blocks.push_back({static_cast<Exemplar::EPackedKind>(Block->Kind),
			std::shared_ptr<void>(FMemory::Malloc(Size, 16), [](void* Pointer) { FMemory::Free(Pointer); }), Size});
	}
	Shared->Left = Shared->Blocks.size();
	Callback = [Held = Shared](bool bWasCanceled, IBulkDataIORequest*)
	{
		if (bWasCanceled || --Held->Left > 0)
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
	for (int32 Index = 0; Index < Cooked.Blocks.Num(); ++Index)
	{
		uint8* Memory = static_cast<uint8*>(Shared->Blocks[static_cast<size_t>(Index)].Memory.get());
		Requests.Add(Cooked.Blocks[Index]->Bytes.CreateStreamingRequest(AIOP_Normal, &Callback, Memory));
	}
}

FExemplarCharacterLoading::~FExemplarCharacterLoading()
{
	Shared->Done = nullptr;
	for (IBulkDataIORequest* Request : Requests)
	{
		Request->Cancel();
	}
	for (IBulkDataIORequest* Request : Requests)
	{
		Request->WaitCompletion();
		delete Request;
	}
}

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
	std::vector<FBlock> Blocks;               // the character where nothing is known yet, and levels
	TSharedPtr<FExemplarCharacterData> Known; // whose levels are coarser
	int32 FirstLevel = 0;
	std::atomic<size_t> Left = 0; // blocks that are not read yet
	Exemplar::FBasis Basis;
	Exemplar::ESkinOperator Preferred, Crowd;

	/** The levels' memory is free as soon as they are read; the character stays in its own. */
	FResult Read()
	{
		TSharedPtr<FExemplarCharacterData> Out;
		if (Known.IsValid())
		{
			Out = MakeShared<FExemplarCharacterData>(*Known);
		}
		else
		{
			const Exemplar::TResult<Exemplar::FCharacter> Character =
				Exemplar::FCharacter::FromBorrowedBytes(Blocks[0].Bytes(), Blocks[0].Memory);
			if (!Character)
			{
				return Character.GetError();
			}
			Out = MakeShared<FExemplarCharacterData>(*Character, Basis);
			Out->SetOperators(Preferred, Crowd);
		}
		std::map<Exemplar::EPackedKind, std::vector<Exemplar::FGpuLevel>> Levels;
		for (size_t Index = Known.IsValid() ? 0 : 1; Index < Blocks.size(); ++Index)
		{
			Exemplar::TResult<Exemplar::FGpuLevel> Level =
				Exemplar::ReadGpuLevel(Blocks[Index].Bytes(), Out->View().Skeleton.JointCount());
			if (!Level)
			{
				return Level.GetError();
			}
			Levels[Blocks[Index].Kind].push_back(std::move(*Level));
			Blocks[Index].Memory.reset();
		}
		for (auto& [Kind, OfKind] : Levels)
		{
			Out->TakeLevels(Kind, std::move(OfKind), FirstLevel);
		}
		return Out;
	}
};

FExemplarCharacterLoading::FExemplarCharacterLoading(const FExemplarCookedData& Cooked, const Exemplar::FBasis& Basis,
	const TSharedPtr<FExemplarCharacterData>& Known, int32 FirstLevel, std::function<void(const FResult&)> Done)
	: Shared(std::make_shared<FShared>())
{
	Shared->Known = Known;
	Shared->FirstLevel = FirstLevel;
	Shared->Done = std::move(Done);
	Shared->Basis = Basis;
	Shared->Preferred = static_cast<Exemplar::ESkinOperator>(Cooked.Preferred);
	Shared->Crowd = static_cast<Exemplar::ESkinOperator>(Cooked.Crowd);
	std::vector<const FExemplarCookedData::FBlock*> Wanted;
	for (int32 Index = Known.IsValid() ? 1 : 0; Index < Cooked.Blocks.Num(); ++Index)
	{
		const FExemplarCookedData::FBlock* Block = Cooked.Blocks[Index].Get();
		const bool bLevel = Block->Level >= FirstLevel && (!Known.IsValid() || Block->Level < Known->GetFirstLevel());
		if (Index > 0 && !bLevel)
		{
			continue;
		}
		Wanted.push_back(Block);
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
				if (const std::function<void(const FResult&)> Call = Held->Done) // which may end the loading
				{
					Call(Result);
				}
			});
	};
	for (size_t Index = 0; Index < Wanted.size(); ++Index)
	{
		uint8* Memory = static_cast<uint8*>(Shared->Blocks[Index].Memory.get());
		Requests.Add(Wanted[Index]->Bytes.CreateStreamingRequest(AIOP_Normal, &Callback, Memory));
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

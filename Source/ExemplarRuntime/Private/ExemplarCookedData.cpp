// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "ExemplarCookedData.h"

#include "HAL/UnrealMemory.h"
#include "Math/UnrealMathUtility.h"

FExemplarCookedData::FExemplarCookedData(const Exemplar::FCookedCharacter& Cooked)
	: Preferred(static_cast<uint8>(Cooked.Preferred))
	, Crowd(static_cast<uint8>(Cooked.Crowd))
{
	const auto Add = [&](Exemplar::EPackedKind Kind, const auto& Bytes)
	{
		FBlock& Block = *Blocks[Blocks.Add(MakeUnique<FBlock>())];
		Block.Kind = static_cast<uint8>(Kind);
		Block.Bytes.Lock(LOCK_READ_WRITE);
		FMemory::Memcpy(Block.Bytes.Realloc(static_cast<int64>(Bytes.size())), Bytes.data(), Bytes.size());
		Block.Bytes.Unlock();
		// Read once, and only when it is asked for.
		Block.Bytes.SetBulkDataFlags(BULKDATA_Force_NOT_InlinePayload | BULKDATA_SingleUse);
	};
	Add(Exemplar::EPackedKind::LinearBlend, Cooked.Character);
	for (const Exemplar::FCookedCharacter::FBlock& Block : Cooked.Blocks)
	{
		Add(Block.Kind, Block.Bytes);
	}
}

int32 FExemplarCookedData::GetNumLevels() const
{
	int32 Count = 0;
	for (int32 Index = 1; Index < Blocks.Num(); ++Index)
	{
		Count = FMath::Max(Count, Blocks[Index]->Level + 1);
	}
	return Count;
}

void FExemplarCookedData::Serialize(FArchive& Ar, UObject* Owner)
{
	constexpr int32 MostBlocks = 1024; // more than there are kinds and levels
	int32 Count = Blocks.Num();
	Ar << Preferred << Crowd << Count;
	for (int32 Index = 0; Index < Count && Count <= MostBlocks && !Ar.IsError(); ++Index)
	{
		if (Ar.IsLoading())
		{
			Blocks.Add(MakeUnique<FBlock>());
		}
		Ar << Blocks[Index]->Kind;
		const bool bNext = Index > 1 && Blocks[Index - 1]->Kind == Blocks[Index]->Kind;
		Blocks[Index]->Level = bNext ? Blocks[Index - 1]->Level + 1 : 0;
		Blocks[Index]->Bytes.Serialize(Ar, Owner);
	}
	const bool bSound = Blocks.Num() == Count && Preferred < Exemplar::SkinOperatorCount &&
		Crowd < Exemplar::SkinOperatorCount && !Ar.IsError();
	if (Ar.IsLoading() && !bSound)
	{
		Blocks.Empty();
	}
}

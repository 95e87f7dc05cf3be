// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Gpu/CookedCharacter.h"
#include "Serialization/BulkData.h"
#include "Templates/SharedPointer.h"
#include "UObject/Object.h"

/** What a cooked package has of a character (Gpu/CookedCharacter.h), every block as bulk data of its own. */
struct FExemplarCookedData
{
	struct FBlock
	{
		uint8 Kind = 0; // of the packed level; the first block is the character itself
		FByteBulkData Bytes;
	};
	uint8 Preferred = 0, Crowd = 0; // operators
	TArray<TUniquePtr<FBlock>> Blocks;

	FExemplarCookedData() = default;
	explicit FExemplarCookedData(const Exemplar::FCookedCharacter& Cooked);

	/** Both ways. Where what is read is none, there are no blocks. */
	void Serialize(FArchive& Ar, UObject* Owner);
};

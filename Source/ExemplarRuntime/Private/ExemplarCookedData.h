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
		uint8 Kind = 0;  // of the packed level; the first block is the character itself
		int32 Level = 0; // by its place among those of its kind, the finest first
		FByteBulkData Bytes;
	};
	uint8 Preferred = 0, Crowd = 0; // operators
	TArray<TUniquePtr<FBlock>> Blocks;

	FExemplarCookedData() = default;
	explicit FExemplarCookedData(const Exemplar::FCookedCharacter& Cooked);

	/** How many levels there are of each kind. */
	int32 GetNumLevels() const;

	/** Both ways. Where what is read is none, there are no blocks. */
	void Serialize(FArchive& Ar, UObject* Owner);
};

// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "CoreMinimal.h"

#include <span>
#include <vector>

class FExemplarCharacterData;

/** Factors of correctives, by name. They stay when the character comes in another version, which may number others. */
struct FExemplarCorrectiveWeights
{
	/** False, and logged under the owner's name, if the character has no such corrective or the number is not one. */
	bool Set(const FExemplarCharacterData* Character, FName Corrective, float Weight, const FString& Owner);
	/** The numbers of the correctives of this character. Null for none. */
	void Match(const FExemplarCharacterData* Character);
	void Reset();

	/** By the number of the corrective; those beyond its end keep their strength. */
	std::span<const float> Get() const { return ByNumber; }

private:
	struct FNamed
	{
		FName Name;
		float Weight;
	};
	TArray<FNamed> ByName;
	std::vector<float> ByNumber;
};

// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "ExemplarCorrectiveWeights.h"

#include "ExemplarCharacterData.h"
#include "ExemplarConversions.h"
#include "ExemplarLog.h"

bool FExemplarCorrectiveWeights::Set(
	const FExemplarCharacterData* Character, FName Corrective, float Weight, const FString& Owner)
{
	bool bKnown = false;
	for (size_t Index = 0; Character && Index < Character->View().Correctives.Count(); ++Index)
	{
		bKnown = bKnown || Exemplar::ToUnrealName(Character->View().Correctives.Correctives[Index].Name) == Corrective;
	}
	if (!bKnown || !FMath::IsFinite(Weight))
	{
		UE_LOG(LogExemplar, Warning,
			TEXT("%s: The character has no corrective named %s that could have the weight %f."), *Owner,
			*Corrective.ToString(), static_cast<double>(Weight));
		return false;
	}
	for (int32 Index = ByName.Num() - 1; Index >= 0; --Index)
	{
		if (ByName[Index].Name == Corrective)
		{
			ByName.RemoveAt(Index);
		}
	}
	ByName.Add({Corrective, Weight});
	Match(Character);
	return true;
}

void FExemplarCorrectiveWeights::Match(const FExemplarCharacterData* Character)
{
	ByNumber.clear();
	if (!Character || ByName.IsEmpty())
	{
		return;
	}
	for (const auto& Corrective : Character->View().Correctives.Correctives)
	{
		const FName Name = Exemplar::ToUnrealName(Corrective.Name);
		float Weight = 1.0f;
		for (const FNamed& Named : ByName)
		{
			Weight = Named.Name == Name ? Named.Weight : Weight;
		}
		ByNumber.push_back(Weight);
	}
}

void FExemplarCorrectiveWeights::Reset()
{
	ByName.Reset();
	ByNumber.clear();
}

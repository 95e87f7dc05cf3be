// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "ExemplarCharacterData.h"

#include "ExemplarConversions.h"
#include "Render/ExemplarCrowdData.h"
#include "Render/ExemplarSkinData.h"

FExemplarCharacterData::FExemplarCharacterData(const Exemplar::FCharacter& InCharacter, const Exemplar::FBasis& InBasis)
	: Character(InCharacter)
	, Basis(InBasis)
	, Poser(Exemplar::MakeUnrealPoser(InCharacter, InBasis))
{
}

FExemplarCharacterData::~FExemplarCharacterData()
{
	FExemplarCrowdData::ReleaseOnRenderThread(MoveTemp(Crowd));
	for (TSharedPtr<FExemplarSkinData>& Data : Skin)
	{
		FExemplarSkinData::ReleaseOnRenderThread(MoveTemp(Data));
	}
}

Exemplar::TResult<TSharedPtr<FExemplarSkinData>> FExemplarCharacterData::GetSkinData(Exemplar::ESkinOperator Operator)
{
	const std::lock_guard Lock(Mutex);
	return MakeSkinData(Operator);
}

Exemplar::TResult<TSharedPtr<FExemplarSkinData>> FExemplarCharacterData::MakeSkinData(Exemplar::ESkinOperator Operator)
{
	if (!Poser)
	{
		return Exemplar::FError{Exemplar::EErrorCode::NotFound, "The character has no skeleton. Build it with one."};
	}
	const Exemplar::EPackedKind Kind = Exemplar::PackedKindOf(Operator);
	TSharedPtr<FExemplarSkinData>& Data = Skin[static_cast<int32>(Kind)];
	if (!Data.IsValid())
	{
		Exemplar::TResult<TSharedPtr<FExemplarSkinData>> Made = FExemplarSkinData::Make(Character, *Poser, Kind, Basis);
		if (!Made)
		{
			return Made.GetError();
		}
		Data = *Made;
	}
	return Data;
}

Exemplar::TResult<TSharedPtr<FExemplarCrowdData>> FExemplarCharacterData::GetCrowdData(
	std::span<const float> CorrectiveWeights)
{
	const std::lock_guard Lock(Mutex);
	const bool bOwn = !CorrectiveWeights.empty() && !View().Correctives.Helpers.empty();
	if (bOwn || !Crowd.IsValid())
	{
		// Crowds have vertex factories for these two only, whatever the character prefers.
		const bool bPoints = Exemplar::SupportsOperator(View(), Exemplar::ESkinOperator::AnimationSpace);
		const Exemplar::ESkinOperator Operator =
			bPoints ? Exemplar::ESkinOperator::AnimationSpace : Exemplar::ESkinOperator::LinearBlend;
		const Exemplar::TResult<TSharedPtr<FExemplarSkinData>> Levels = MakeSkinData(Operator);
		if (!Levels)
		{
			return Levels.GetError();
		}
		Exemplar::TResult<TSharedPtr<FExemplarCrowdData>> Made =
			FExemplarCrowdData::Make(Character, *Poser, *Levels, Operator, Basis, CorrectiveWeights);
		if (!Made || bOwn)
		{
			return Made;
		}
		Crowd = *Made;
	}
	return Crowd;
}

TSharedPtr<FExemplarCharacterData> FExemplarCharacterData::InBasis(const Exemplar::FBasis& Other)
{
	const std::lock_guard Lock(Mutex);
	for (const TSharedPtr<FExemplarCharacterData>& Known : Others)
	{
		if (Known->Basis == Other)
		{
			return Known;
		}
	}
	Others.Add(MakeShared<FExemplarCharacterData>(Character, Other));
	return Others.Last();
}

uint64 FExemplarCharacterData::GetGpuBytes() const
{
	const std::lock_guard Lock(Mutex);
	uint64 Bytes = Crowd.IsValid() ? Crowd->GetGpuBytes() : 0;
	for (const TSharedPtr<FExemplarSkinData>& Data : Skin)
	{
		for (int32 Level = 0; Data.IsValid() && Level < Data->Levels.Num(); ++Level)
		{
			Bytes += Data->Levels[Level]->GetGpuBytes();
		}
	}
	for (const TSharedPtr<FExemplarCharacterData>& Other : Others)
	{
		Bytes += Other->GetGpuBytes();
	}
	return Bytes;
}

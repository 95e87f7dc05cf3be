// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "ExemplarCharacterData.h"

#include "ExemplarConversions.h"
#include "ExemplarExecutor.h"
#include "ExemplarLog.h"
#include "ExemplarOperators.h"
#include "Render/ExemplarCrowdData.h"
#include "Render/ExemplarRelease.h"
#include "Render/ExemplarSkinData.h"

FExemplarCharacterData::FExemplarCharacterData(const Exemplar::FCharacter& Character, const Exemplar::FBasis& Basis)
	: Model(std::make_shared<const Exemplar::FPosableCharacter>(Character, Basis))
	, Preferred(Exemplar::FindPreferredOperator(Character.View()))
	, CrowdOperator(Exemplar::FindCrowdOperator(Character.View()))
	, NumLevels(static_cast<int32>(Character->Levels.size()))
{
}

FExemplarCharacterData::FExemplarCharacterData(const FExemplarCharacterData& Coarser)
	: Model(Coarser.Model)
	, Preferred(Coarser.Preferred)
	, CrowdOperator(Coarser.CrowdOperator)
	, NumLevels(Coarser.NumLevels)
	, FirstLevel(Coarser.FirstLevel)
{
	const std::lock_guard Lock(Coarser.Mutex);
	for (size_t Kind = 0; Kind < Exemplar::PackedKindCount; ++Kind)
	{
		Skin[Kind] = Coarser.Skin[Kind];
	}
}

FExemplarCharacterData::~FExemplarCharacterData()
{
	ExemplarReleaseOnRenderThread(MoveTemp(Crowd));
	for (TSharedPtr<FExemplarSkinData>& Data : Skin)
	{
		ExemplarReleaseOnRenderThread(MoveTemp(Data));
	}
}

void FExemplarCharacterData::SetOperators(Exemplar::ESkinOperator InPreferred, Exemplar::ESkinOperator InCrowd)
{
	Preferred = InPreferred;
	CrowdOperator = InCrowd;
}

void FExemplarCharacterData::TakeLevels(
	Exemplar::EPackedKind Kind, std::vector<Exemplar::FGpuLevel>&& Levels, int32 First)
{
	TSharedPtr<FExemplarSkinData>& OfKind = Skin[static_cast<int32>(Kind)];
	TSharedPtr<FExemplarSkinData> Coarser = MoveTemp(OfKind);
	OfKind = MakeShared<FExemplarSkinData>(std::move(Levels), Coarser.Get());
	ExemplarReleaseOnRenderThread(MoveTemp(Coarser));
	FirstLevel = First;
	NumLevels = First + OfKind->Levels.Num();
}

Exemplar::TResult<TSharedPtr<FExemplarSkinData>> FExemplarCharacterData::GetSkinData(Exemplar::ESkinOperator Operator)
{
	const std::lock_guard Lock(Mutex);
	return MakeSkinData(Operator);
}

Exemplar::TResult<TSharedPtr<FExemplarSkinData>> FExemplarCharacterData::MakeSkinData(Exemplar::ESkinOperator Operator)
{
	using namespace Exemplar;
	if (!Model->Poser)
	{
		return FError{EErrorCode::NotFound, "The character has no skeleton. Build it with one."};
	}
	const EPackedKind Kind = PackedKindOf(Operator);
	TSharedPtr<FExemplarSkinData>& Data = Skin[static_cast<int32>(Kind)];
	if (Data.IsValid() && HasMeshes() && Data->Levels.Num() != NumLevels - FirstLevel)
	{
		ExemplarReleaseOnRenderThread(MoveTemp(Data)); // packed before finer levels came
		Data = nullptr;
	}
	if (!Data.IsValid())
	{
		if (!HasMeshes())
		{
			return FError{EErrorCode::NotFound,
				std::string("The character was cooked without its meshes, and not for the operator ") +
					ToString(Operator) +
					" in these axes. Add the operator to the asset's CookedOperators, or set its bKeepMeshes."};
		}
		FExemplarExecutor Workers;
		TResult<std::vector<FGpuLevel>> Levels =
			MakeGpuLevels(View(), Model->Poser->GetRest(), Kind, Model->Basis, Workers);
		if (!Levels)
		{
			return Levels.GetError();
		}
		Levels->erase(Levels->begin(), Levels->begin() + FirstLevel); // as those that were cooked
		Data = MakeShared<FExemplarSkinData>(std::move(*Levels));
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
		const Exemplar::TResult<TSharedPtr<FExemplarSkinData>> Levels = MakeSkinData(CrowdOperator);
		if (!Levels)
		{
			return Levels.GetError();
		}
		std::vector<const Exemplar::FGpuLevel*> Packed;
		for (const TSharedPtr<FExemplarLevel>& Level : (*Levels)->Levels)
		{
			Packed.push_back(&Level->Packed);
		}
		Exemplar::TResult<Exemplar::FGpuCrowd> Made =
			Exemplar::MakeGpuCrowd(View(), Packed, Model->Poser->GetRest(), Model->Basis, CorrectiveWeights);
		if (!Made)
		{
			return Made.GetError();
		}
		TSharedPtr<FExemplarCrowdData> New = MakeShared<FExemplarCrowdData>(*Levels, CrowdOperator, std::move(*Made));
		if (bOwn)
		{
			return New;
		}
		Crowd = New;
	}
	return Crowd;
}

TSharedPtr<FExemplarCharacterData> FExemplarCharacterData::InBasis(const Exemplar::FBasis& Other)
{
	const std::lock_guard Lock(Mutex);
	for (const TSharedPtr<FExemplarCharacterData>& Known : Others)
	{
		if (Known->Model->Basis == Other)
		{
			return Known;
		}
	}
	Others.Add(MakeShared<FExemplarCharacterData>(Model->Character, Other));
	Others.Last()->NumLevels = NumLevels; // which may not be there
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

bool ExemplarSetCorrective(const UObject& Owner, const FExemplarCharacterData* Character, FName Corrective,
	float Weight, Exemplar::FCorrectiveScales& Out)
{
	const bool bSet = Out.Set(Character ? &Character->View() : nullptr, Exemplar::ToCoreName(Corrective), Weight);
	if (!bSet)
	{
		UE_LOG(LogExemplar, Warning,
			TEXT("%s: The character has no corrective named %s that could have the weight %f."), *Owner.GetPathName(),
			*Corrective.ToString(), static_cast<double>(Weight));
	}
	return bSet;
}

// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "ExemplarStageStore.h"

#include "DerivedDataCacheInterface.h"
#include "ExemplarConversions.h"
#include "Misc/CoreMisc.h"

namespace
{

FString ExemplarCacheKey(std::string_view Stage, const Exemplar::FStageKey& Key)
{
	// The number changes with what is stored; the key covers code, options and examples.
	return FDerivedDataCacheInterface::BuildCacheKey(
		TEXT("EXEMPLAR"), TEXT("1"), *Exemplar::ToUnrealText(std::string(Stage) + "_" + Exemplar::FormatStageKey(Key)));
}

} // namespace

Exemplar::TAlignedArray<std::byte> FExemplarStageStore::Load(std::string_view Stage, const Exemplar::FStageKey& Key)
{
	TArray<uint8> Bytes;
	if (!GetDerivedDataCacheRef().GetSynchronous(*ExemplarCacheKey(Stage, Key), Bytes, TEXT("Exemplar")))
	{
		return {};
	}
	const std::byte* First = reinterpret_cast<const std::byte*>(Bytes.GetData());
	return Exemplar::TAlignedArray<std::byte>(First, First + Bytes.Num());
}

void FExemplarStageStore::Save(std::string_view Stage, const Exemplar::FStageKey& Key, std::span<const std::byte> Bytes)
{
	const TArrayView64<const uint8> View(
		reinterpret_cast<const uint8*>(Bytes.data()), static_cast<int64>(Bytes.size()));
	GetDerivedDataCacheRef().Put(*ExemplarCacheKey(Stage, Key), View, TEXT("Exemplar"), false);
}

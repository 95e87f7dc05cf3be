// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "ExemplarCharacterData.h"
#include "ExemplarCookedData.h"

#include <functional>

/** Reads a cooked character, or more levels of one: the disk, checks and copies are for other threads. Game thread. */
class FExemplarCharacterLoading
{
public:
	using FResult = Exemplar::TResult<TSharedPtr<FExemplarCharacterData>>;

	/**
	 * Reads levels from FirstLevel on, up to those that Known has, if there is one. Calls back on the game thread,
	 * unless it is gone by then. The cooked data must outlive this.
	 */
	FExemplarCharacterLoading(const FExemplarCookedData& Cooked, const Exemplar::FBasis& Basis,
		const TSharedPtr<FExemplarCharacterData>& Known, int32 FirstLevel, std::function<void(const FResult&)> Done);
	/** Cancels what is not read yet, and waits for it. */
	~FExemplarCharacterLoading();

private:
	struct FShared;
	std::shared_ptr<FShared> Shared;
	FBulkDataIORequestCallBack Callback; // must live until it was called
	TArray<IBulkDataIORequest*> Requests;
};

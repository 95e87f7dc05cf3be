// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "ExemplarCharacterData.h"
#include "Serialization/BulkData.h"

#include <functional>

/** Reads a character from bulk data: disk, checks and the packing of its levels are for other threads. Game thread. */
class FExemplarCharacterLoading
{
public:
	using FResult = Exemplar::TResult<TSharedPtr<FExemplarCharacterData>>;

	/** Calls back on the game thread, unless it is gone by then. The bulk data must outlive this. */
	FExemplarCharacterLoading(
		const FByteBulkData& Bytes, const Exemplar::FBasis& Basis, std::function<void(const FResult&)> Done);
	/** Cancels what is not read yet, and waits for it. */
	~FExemplarCharacterLoading();

private:
	struct FShared;
	std::shared_ptr<FShared> Shared;
	FBulkDataIORequestCallBack Callback; // must live until it was called
	IBulkDataIORequest* Request = nullptr;
};

// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Base/Executor.h"
#include "Base/Progress.h"

#include <cstdint>

namespace Exemplar
{

/** What every stage gets besides its input and its options. Cheap to copy; owns nothing. */
struct FBuildContext
{
	FProgress Progress;
	IExecutor* Executor = &GetSerialExecutor();

	/** Every random choice of a stage comes from this; the same seed gives the same bytes. */
	uint64_t Seed = 1;

	/** The same context, reporting to a part of the progress bar. */
	FBuildContext Part(double From, double To, std::string_view Stage = {}) const
	{
		return {Progress.Part(From, To, Stage), Executor, Seed};
	}
};

} // namespace Exemplar

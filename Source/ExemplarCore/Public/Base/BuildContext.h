// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Base/Executor.h"
#include "Base/Progress.h"

#include <cstdint>

namespace Exemplar
{

/** What every stage receives in addition to its input and options. Cheap to copy; owns nothing. */
struct FBuildContext
{
	FProgress Progress;
	IExecutor* Executor = &GetSerialExecutor();

	/** The source of every random choice: the same seed gives the same bytes. */
	uint64_t Seed = 1;

	/** The same context, reporting to a part of the progress bar. */
	FBuildContext Part(double From, double To, std::string_view Stage = {}) const
	{
		return {Progress.Part(From, To, Stage), Executor, Seed};
	}
};

} // namespace Exemplar

// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Async/ParallelFor.h"
#include "Async/TaskGraphInterfaces.h"
#include "Base/Executor.h"

/** The core's tasks on the engine's workers. Any thread. */
class FExemplarExecutor final : public Exemplar::IExecutor
{
public:
	virtual int GetThreadCount() const override { return FTaskGraphInterface::Get().GetNumWorkerThreads() + 1; }
	virtual void Run(int TaskCount, const std::function<void(int)>& Task) override
	{
		::ParallelFor(TaskCount, [&Task](int32 Index) { Task(Index); });
	}
};

// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Base/Api.h"

#include <cstddef>
#include <functional>

namespace Exemplar
{

/**
 * Where parallel work runs. Standalone it is a pool of std::thread (Base/ThreadPool.h of the builder), in Unreal it is
 * the engine's ParallelFor.
 * Run calls Task(0) ... Task(TaskCount - 1), each once, in any order and on any thread, and returns when all are done.
 * It may be called from several threads, which then wait for each other, and from inside a task, which then runs the
 * inner tasks itself. Tasks must not throw.
 */
class EXEMPLARCORE_API IExecutor
{
public:
	virtual ~IExecutor();
	virtual int GetThreadCount() const = 0;
	virtual void Run(int TaskCount, const std::function<void(int)>& Task) = 0;
};

/** Runs all tasks on the calling thread, in order. */
EXEMPLARCORE_API IExecutor& GetSerialExecutor();

/**
 * Splits [0, Count) into chunks of ChunkSize (the last one may be shorter) and calls Body(Begin, End) for each.
 * The chunks depend on Count and ChunkSize alone, never on the number of threads: a body that writes only what belongs
 * to its chunk, or reduces into one slot per chunk that is summed in order afterward, gives the same bytes everywhere.
 */
template <typename BodyType>
void ParallelFor(IExecutor& Executor, size_t Count, size_t ChunkSize, const BodyType& Body)
{
	if (Count == 0)
	{
		return;
	}
	const size_t Size = ChunkSize == 0 ? 1 : ChunkSize;
	const size_t ChunkCount = Count / Size + (Count % Size != 0 ? 1 : 0);
	if (ChunkCount == 1)
	{
		Body(size_t{0}, Count);
		return;
	}
	// One captured pointer fits into std::function's internal storage: nothing is allocated.
	struct FChunks
	{
		const BodyType& Body;
		size_t Count, Size;
	};
	const FChunks Chunks{Body, Count, Size};
	Executor.Run(static_cast<int>(ChunkCount),
		[Shared = &Chunks](int Chunk)
		{
			const size_t Begin = static_cast<size_t>(Chunk) * Shared->Size;
			const size_t Left = Shared->Count - Begin;
			Shared->Body(Begin, Begin + (Left < Shared->Size ? Left : Shared->Size));
		});
}

} // namespace Exemplar

// Copyright (c) 2026 Exemplar contributors. MIT licence.

#include "Base/Executor.h"

#include <atomic>
#include <gtest/gtest.h>
#include <vector>

namespace Exemplar
{
namespace
{

TEST(Executor, EveryTaskRunsExactlyOnceOnAnyThreadCount)
{
	for (int ThreadCount : {1, 2, 5})
	{
		const std::unique_ptr<IExecutor> Pool = MakeThreadPool(ThreadCount);
		for (int Round = 0; Round < 50; ++Round)
		{
			std::vector<std::atomic<int>> Calls(97);
			Pool->Run(97, [&](int Index) { ++Calls[Index]; });
			for (const std::atomic<int>& Count : Calls)
			{
				ASSERT_EQ(Count.load(), 1);
			}
		}
	}
}

TEST(Executor, ChunksDependOnTheSizeAloneNotOnTheThreads)
{
	for (size_t Count : {0u, 1u, 7u, 64u, 65u, 1000u})
	{
		std::vector<std::pair<size_t, size_t>> Serial;
		ParallelFor(GetSerialExecutor(), Count, 64, [&](size_t Begin, size_t End) { Serial.emplace_back(Begin, End); });
		const std::unique_ptr<IExecutor> Pool = MakeThreadPool(3);
		std::vector<std::pair<size_t, size_t>> Parallel(Serial.size());
		ParallelFor(*Pool, Count, 64, [&](size_t Begin, size_t End) { Parallel[Begin / 64] = {Begin, End}; });
		EXPECT_EQ(Serial, Parallel);
		EXPECT_EQ(Serial.empty() ? 0 : Serial.back().second, Count);
	}
}

} // namespace
} // namespace Exemplar

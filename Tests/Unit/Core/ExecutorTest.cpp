// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Base/Executor.h"
#include "Base/ThreadPool.h"

#include <gtest/gtest.h>

#include <atomic>
#include <cstdint>
#include <thread>
#include <vector>

namespace Exemplar
{
namespace ExecutorTest
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

TEST(Executor, ATaskMayUseItsOwnExecutor)
{
	const std::unique_ptr<IExecutor> Pool = MakeThreadPool(3);
	std::vector<std::atomic<int>> Calls(20 * 30);
	Pool->Run(20, [&](int Outer) { Pool->Run(30, [&](int Inner) { ++Calls[Outer * 30 + Inner]; }); });
	for (const std::atomic<int>& Count : Calls)
	{
		ASSERT_EQ(Count.load(), 1);
	}
}

TEST(Executor, SeveralThreadsMayShareAPool)
{
	const std::unique_ptr<IExecutor> Pool = MakeThreadPool(2);
	std::atomic<int> Sum{0};
	std::vector<std::thread> Callers;
	for (int Caller = 0; Caller < 4; ++Caller)
	{
		Callers.emplace_back(
			[&]
			{
				for (int Round = 0; Round < 25; ++Round)
				{
					Pool->Run(10, [&](int Index) { Sum += Index; });
				}
			});
	}
	for (std::thread& Caller : Callers)
	{
		Caller.join();
	}
	EXPECT_EQ(Sum.load(), 4 * 25 * 45);
}

TEST(Executor, WhatTasksWroteIsSeenAfterRun)
{
	const std::unique_ptr<IExecutor> Pool = MakeThreadPool(4);
	std::vector<int> Squares(1000);
	ParallelFor(*Pool, Squares.size(), 7,
		[&](size_t Begin, size_t End)
		{
			for (size_t Index = Begin; Index < End; ++Index)
			{
				Squares[Index] = static_cast<int>(Index * Index);
			}
		});
	for (size_t Index = 0; Index < Squares.size(); ++Index)
	{
		ASSERT_EQ(Squares[Index], static_cast<int>(Index * Index));
	}
}

TEST(Executor, AChunkLargerThanEverythingIsOneChunk)
{
	int Calls = 0;
	ParallelFor(GetSerialExecutor(), 10, SIZE_MAX,
		[&](size_t Begin, size_t End)
		{
			EXPECT_EQ(Begin, 0u);
			EXPECT_EQ(End, 10u);
			++Calls;
		});
	EXPECT_EQ(Calls, 1);
	ParallelFor(GetSerialExecutor(), 3, 0, [&](size_t, size_t) { ++Calls; });
	EXPECT_EQ(Calls, 4);
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

} // namespace ExecutorTest
} // namespace Exemplar

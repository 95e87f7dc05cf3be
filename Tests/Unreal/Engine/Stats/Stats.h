// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "CoreTypes.h"

/** Counters that a test can read; time is not kept. */
struct FHostStat
{
	std::atomic<int64> Value{0};
};
#define DECLARE_STATS_GROUP(Description, GroupId, GroupCategory) struct FHost##GroupId;
#define DECLARE_CYCLE_STAT(CounterName, StatId, GroupId) static FHostStat StatId;
#define DECLARE_DWORD_COUNTER_STAT(CounterName, StatId, GroupId) static FHostStat StatId;
/** By its name, so that a test can read it. */
HOST_API FHostStat& HostMemoryStat(const TCHAR* CounterName);
#define DECLARE_MEMORY_STAT(CounterName, StatId, GroupId) static FHostStat& StatId = HostMemoryStat(CounterName);
#define INC_MEMORY_STAT_BY(StatId, Amount) StatId.Value += static_cast<int64>(Amount)
#define DEC_MEMORY_STAT_BY(StatId, Amount) StatId.Value -= static_cast<int64>(Amount)
#define SCOPE_CYCLE_COUNTER(StatId) ++StatId.Value
#define INC_DWORD_STAT_BY(StatId, Amount) StatId.Value += (Amount)

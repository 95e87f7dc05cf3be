// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include <cstddef>

namespace Exemplar
{

/**
 * Counts the allocations of operator new on this thread during its lifetime. Programs that use it compile
 * AllocationMeter.cpp, which replaces the global operators.
 */
class FAllocationMeter
{
public:
	FAllocationMeter();
	~FAllocationMeter();
	FAllocationMeter(const FAllocationMeter&) = delete;
	FAllocationMeter& operator=(const FAllocationMeter&) = delete;

	size_t Count() const;        // allocations so far
	size_t TotalBytes() const;   // of all of them
	size_t LargestBytes() const; // of the largest of them

	/** Stops (true) or resumes (false) counting on this thread. Calls nest. */
	static void Pause(bool bPause);
};

} // namespace Exemplar

// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include <cstddef>

namespace Exemplar
{

/**
 * Counts what operator new hands out on this thread while it lives. The test program that uses it compiles
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
};

} // namespace Exemplar

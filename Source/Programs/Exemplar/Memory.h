// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Base/Result.h"
#include "Examples/ExampleSet.h"

namespace Exemplar
{

/** The most bytes that this process has held at once; 0 where the system does not tell. */
uint64_t PeakMemory();

/**
 * Bytes that this process can have before the system kills it or refuses, those that it has among them: free memory, or
 * less where a container's limit or `ulimit -v` is nearer. UINT64_MAX where the system does not tell.
 */
uint64_t ReachableMemory();

/** About what a build of so many points in so many poses, with so many influences a point, has at once. */
uint64_t EstimateBuildMemory(size_t PointCount, size_t PoseCount, size_t Influences);

/** Says no, with numbers and a remedy, before hours of work end with the system killing the program. */
FStatus CheckBuildMemory(const std::string& Name, const FExampleSet& Examples, size_t Influences);

/** "memory      1.09 GB at most, 2714 bytes a triangle"; empty where the system does not tell. */
std::string DescribePeakMemory(size_t TriangleCount);

} // namespace Exemplar

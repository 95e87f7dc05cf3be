// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Base/Result.h"
#include "Examples/ExampleSet.h"

namespace Exemplar
{

/** Peak memory of this process in bytes; 0 if the system does not report it. */
uint64_t PeakMemory();

/** Bytes this process can use in total before allocations fail or the system kills it: what it uses plus free memory,
 * or less under a container's limit or `ulimit -v`. UINT64_MAX if the system does not report it.
 */
uint64_t ReachableMemory();

/** Estimated peak memory of a build with this many points, poses and influences per point. */
uint64_t EstimateBuildMemory(size_t PointCount, size_t PoseCount, size_t Influences);

/** Fails early, with numbers and a remedy, if the build would run out of memory. */
FStatus CheckBuildMemory(const std::string& Name, const FExampleSet& Examples, size_t Influences);

/** "Peak memory 732 MB (46 KB per triangle)"; empty if the system does not report it. */
std::string DescribePeakMemory(size_t TriangleCount);

} // namespace Exemplar

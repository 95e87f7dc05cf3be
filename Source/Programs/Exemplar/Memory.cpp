// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Memory.h"

#include <algorithm>
#include <cstdio>
#include <fstream>

#if defined(__unix__) || defined(__APPLE__)
#include <sys/resource.h>
#include <unistd.h>
#endif

namespace Exemplar
{
namespace
{

/** The number after a key in a file such as /proc/meminfo ("MemAvailable:  123 kB"), or a file that is just a number.
 */
bool ReadKernelNumber(const std::string& File, const std::string& Key, uint64_t& Out)
{
	std::ifstream Stream(File);
	std::string Word;
	while (!Key.empty() && Stream >> Word && Word != Key)
	{
		Stream.ignore(4096, '\n');
	}
	return static_cast<bool>(Stream >> Out);
}

#if defined(__linux__)
/** The memory limit of a container (control groups version 2); page cache does not count as used. */
uint64_t ReachableInContainer(uint64_t Held)
{
	std::string Group;
	std::ifstream Groups("/proc/self/cgroup");
	for (std::string Line; std::getline(Groups, Line);)
	{
		Group = Line.starts_with("0::") ? Line.substr(3) : Group;
	}
	uint64_t Least = UINT64_MAX;
	for (const std::string& Folder : {"/sys/fs/cgroup" + Group, std::string("/sys/fs/cgroup")})
	{
		uint64_t Limit = 0, Taken = 0;
		if (ReadKernelNumber(Folder + "/memory.max", {}, Limit) && // "max" is not a number
			ReadKernelNumber(Folder + "/memory.stat", "anon", Taken))
		{
			Least = (std::min)(Least, Limit > Taken ? Limit - Taken + Held : Held);
		}
	}
	return Least;
}
#endif

std::string FormatMemory(uint64_t Bytes)
{
	char Text[32];
	const double Value = static_cast<double>(Bytes);
	const char* const Format = Value < 9.995e5 ? "%.3g KB" : Value < 1e9 ? "%.0f MB" : "%.2f GB";
	std::snprintf(Text, sizeof(Text), Format,
		Value < 9.995e5   ? 1e-3 * Value
			: Value < 1e9 ? 1e-6 * Value
						  : 1e-9 * Value);
	return Text;
}

} // namespace

uint64_t PeakMemory()
{
#if defined(__unix__) || defined(__APPLE__)
	rusage Usage{};
	if (getrusage(RUSAGE_SELF, &Usage) == 0)
	{
#if defined(__APPLE__)
		return static_cast<uint64_t>(Usage.ru_maxrss);
#else
		return uint64_t{1024} * static_cast<uint64_t>(Usage.ru_maxrss);
#endif
	}
#endif
	return 0;
}

uint64_t ReachableMemory()
{
	uint64_t Out = UINT64_MAX;
#if defined(__linux__)
	const uint64_t Page = static_cast<uint64_t>(sysconf(_SC_PAGESIZE));
	uint64_t Mapped = 0, Held = 0, Free = 0;
	std::ifstream("/proc/self/statm") >> Mapped >> Held;
	if (ReadKernelNumber("/proc/meminfo", "MemAvailable:", Free))
	{
		Out = 1024 * Free + Page * Held;
	}
	Out = (std::min)(Out, ReachableInContainer(Page * Held));
	rlimit Limit{};
	if (getrlimit(RLIMIT_AS, &Limit) == 0 && Limit.rlim_cur != RLIM_INFINITY)
	{
		// The limit includes code and reserved stacks.
		const uint64_t Idle = Page * (Mapped - (std::min)(Mapped, Held));
		Out = (std::min)(Out, Limit.rlim_cur > Idle ? static_cast<uint64_t>(Limit.rlim_cur) - Idle : 0);
	}
#endif
	return Out;
}

uint64_t EstimateBuildMemory(size_t PointCount, size_t PoseCount, size_t Influences)
{
	// Measured from 4000 points in 4 to 100 poses to a million in 4, and with 8 influences on 8400 in 48; rounded up.
	constexpr uint64_t Program = 20'000'000, APoint = 2800, AndPose = 250, Removals = 64'000'000, APair = 100;
	const uint64_t Pairs = Influences > 4 ? Influences * Influences - 16 : 0; // matrices of a point's bones, beyond 4
	return Program + (Pairs > 0 ? Removals : 0) + PointCount * (APoint + AndPose * PoseCount + APair * Pairs);
}

FStatus CheckBuildMemory(const std::string& Name, const FExampleSet& Examples, size_t Influences)
{
	const uint64_t Needed = EstimateBuildMemory(Examples.PointCount(), Examples.PoseCount(), Influences);
	const uint64_t Reachable = ReachableMemory();
	if (Needed <= Reachable)
	{
		return FOk{};
	}
	return FError{EErrorCode::Unsupported,
		Name + ": building " + std::to_string(Examples.PointCount()) + " points in " +
			std::to_string(Examples.PoseCount()) + " poses needs about " + FormatMemory(Needed) +
			" of memory, but only " + FormatMemory(Reachable) +
			" is available. Use fewer poses or a coarser mesh, or free some memory."};
}

std::string DescribePeakMemory(size_t TriangleCount)
{
	const uint64_t Peak = PeakMemory();
	if (Peak == 0 || TriangleCount == 0)
	{
		return {};
	}
	return "Peak memory " + FormatMemory(Peak) + " (" + FormatMemory(Peak / TriangleCount) + " per triangle)";
}

} // namespace Exemplar

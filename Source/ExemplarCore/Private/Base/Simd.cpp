// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Base/Simd.h"

#if EXEMPLAR_X64
#if defined(_MSC_VER)
#include <intrin.h>
#else
#include <cpuid.h>
#endif
#endif

namespace Exemplar
{
namespace
{

#if EXEMPLAR_X64

struct FCpuidRegisters
{
	uint32_t A = 0, B = 0, C = 0, D = 0;
};

FCpuidRegisters ReadCpuid(uint32_t Leaf)
{
	FCpuidRegisters R;
#if defined(_MSC_VER)
	int Raw[4];
	__cpuidex(Raw, static_cast<int>(Leaf), 0);
	R = {uint32_t(Raw[0]), uint32_t(Raw[1]), uint32_t(Raw[2]), uint32_t(Raw[3])};
#else
	__get_cpuid_count(Leaf, 0, &R.A, &R.B, &R.C, &R.D);
#endif
	return R;
}

/** Which register files the operating system saves on a task switch: without that, AVX must not be touched. */
uint64_t ReadEnabledState()
{
#if defined(_MSC_VER)
	return _xgetbv(0);
#else
	uint32_t Low, High;
	__asm__ volatile("xgetbv" : "=a"(Low), "=d"(High) : "c"(0));
	return (uint64_t(High) << 32) | Low;
#endif
}

ESimdLevel DetectSimdLevel()
{
	const FCpuidRegisters Basic = ReadCpuid(1);
	const bool bSse41 = (Basic.C >> 19) & 1;
	const bool bFma = (Basic.C >> 12) & 1;
	const bool bSavesState = (Basic.C >> 27) & 1;
	const bool bAvx2 = (ReadCpuid(7).B >> 5) & 1;
	if (bSse41 && bFma && bAvx2 && bSavesState && (ReadEnabledState() & 6) == 6)
	{
		return ESimdLevel::Avx2;
	}
	return bSse41 ? ESimdLevel::Sse41 : ESimdLevel::Plain;
}

#elif EXEMPLAR_ARM64

ESimdLevel DetectSimdLevel()
{
	return ESimdLevel::Neon; // part of the architecture
}

#else

ESimdLevel DetectSimdLevel()
{
	return ESimdLevel::Plain;
}

#endif

} // namespace

ESimdLevel GetSimdLevel()
{
	static const ESimdLevel Level = DetectSimdLevel();
	return Level;
}

bool IsSimdLevelAvailable(ESimdLevel Level)
{
	const ESimdLevel Best = GetSimdLevel();
	return Level == ESimdLevel::Plain || Level == Best || (Level == ESimdLevel::Sse41 && Best == ESimdLevel::Avx2);
}

std::string_view ToString(ESimdLevel Level)
{
	switch (Level)
	{
	case ESimdLevel::Sse41:
		return "SSE4.1";
	case ESimdLevel::Avx2:
		return "AVX2";
	case ESimdLevel::Neon:
		return "NEON";
	default:
		return "plain";
	}
}

} // namespace Exemplar

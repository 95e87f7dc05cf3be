// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Base/Api.h"

#include <cstdint>
#include <string_view>

/**
 * Wider instructions than the build's baseline, chosen at run time. Unreal gives no compiler flags per file, so every
 * function that uses them says so itself: EXEMPLAR_TARGET_AVX2 before a function lets the compiler emit AVX2 and FMA in
 * that function alone. Two rules keep that safe: such a function is called only where GetSimdLevel() allows it, and
 * whatever it calls inside its loop carries the same attribute, because a compiler inlines neither lambdas nor plain
 * helpers into a function of another target when they use its instructions. MSVC needs no attribute.
 */
#if defined(__x86_64__) || defined(_M_X64)
#define EXEMPLAR_X64 1
#else
#define EXEMPLAR_X64 0
#endif

#if defined(__aarch64__) || defined(_M_ARM64)
#define EXEMPLAR_ARM64 1
#else
#define EXEMPLAR_ARM64 0
#endif

#if defined(__GNUC__) || defined(__clang__)
#define EXEMPLAR_TARGET(Instructions) __attribute__((target(Instructions)))
#define EXEMPLAR_INLINE inline __attribute__((always_inline))
#else
#define EXEMPLAR_TARGET(Instructions)
#define EXEMPLAR_INLINE __forceinline
#endif

// Before a loop of few, constant rounds over registers: unrolled at every level of optimization.
#if defined(__clang__)
#define EXEMPLAR_UNROLL _Pragma("clang loop unroll(full)")
#elif defined(__GNUC__)
#define EXEMPLAR_UNROLL _Pragma("GCC unroll 16")
#else
#define EXEMPLAR_UNROLL
#endif

#define EXEMPLAR_TARGET_SSE41 EXEMPLAR_TARGET("sse4.1")
#define EXEMPLAR_TARGET_AVX2 EXEMPLAR_TARGET("avx2,fma")

namespace Exemplar
{

/** What the fast paths are written for. A level runs on a machine that offers it, whatever the build's baseline is. */
enum class ESimdLevel : uint8_t
{
	Plain, // portable code, four at a time for the compiler to vectorize
	Sse41,
	Avx2, // with FMA
	Neon
};

/** The best level of this machine, found once. */
EXEMPLARCORE_API ESimdLevel GetSimdLevel();

/** Whether this build and this machine can run a level. */
EXEMPLARCORE_API bool IsSimdLevelAvailable(ESimdLevel Level);

EXEMPLARCORE_API std::string_view ToString(ESimdLevel Level);

} // namespace Exemplar

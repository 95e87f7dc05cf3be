// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Base/Api.h"

#include <cstdint>
#include <string_view>

/**
 * Instructions beyond the build's baseline, selected at run time. Unreal has no compiler flags per file, so every
 * function that uses them is marked: EXEMPLAR_TARGET_AVX2 before a function lets the compiler emit AVX2 and FMA in
 * that function alone. Two rules keep this safe. Call such a function only where GetSimdLevel() allows it. Mark
 * everything that it calls inside its loop with the same attribute, because compilers do not inline lambdas or plain
 * helpers into a function of another target. MSVC needs no attribute.
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

// For loops with few iterations over registers: unrolls at every optimization level.
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

/** Instruction sets of the fast paths. A level runs on every machine that has it, whatever the build's baseline is. */
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

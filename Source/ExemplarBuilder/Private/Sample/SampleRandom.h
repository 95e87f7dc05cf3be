// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include <cstdint>

namespace Exemplar
{

/** Counter-based random bits, independent of the order of calls (SplitMix64, Steele et al. 2014). */
inline uint64_t RandomBits(uint64_t Seed, uint64_t Counter)
{
	uint64_t Z = Seed + (Counter + 1) * 0x9e3779b97f4a7c15ull;
	Z = (Z ^ (Z >> 30)) * 0xbf58476d1ce4e5b9ull;
	Z = (Z ^ (Z >> 27)) * 0x94d049bb133111ebull;
	return Z ^ (Z >> 31);
}

/** Uniform in [-1, 1). */
inline double RandomSigned(uint64_t Seed, uint64_t Counter)
{
	return static_cast<double>(RandomBits(Seed, Counter) >> 11) * 0x1p-52 - 1.0;
}

} // namespace Exemplar

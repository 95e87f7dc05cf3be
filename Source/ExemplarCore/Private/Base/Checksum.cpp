// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Base/Checksum.h"

#include <bit>
#include <cstring>

namespace Exemplar
{

namespace
{

static_assert(std::endian::native == std::endian::little, "Character files are little endian and are read in place.");

// The five primes of the xxHash specification.
constexpr uint64_t XxhPrime1 = 0x9e3779b185ebca87u;
constexpr uint64_t XxhPrime2 = 0xc2b2ae3d27d4eb4fu;
constexpr uint64_t XxhPrime3 = 0x165667b19e3779f9u;
constexpr uint64_t XxhPrime4 = 0x85ebca77c2b2ae63u;
constexpr uint64_t XxhPrime5 = 0x27d4eb2f165667c5u;

template <typename T>
T LoadUnaligned(const std::byte* At)
{
	T Value;
	std::memcpy(&Value, At, sizeof(T));
	return Value;
}

constexpr uint64_t XxhRound(uint64_t Lane, uint64_t Input)
{
	return std::rotl(Lane + Input * XxhPrime2, 31) * XxhPrime1;
}

constexpr uint64_t XxhMerge(uint64_t Hash, uint64_t Lane)
{
	return (Hash ^ XxhRound(0, Lane)) * XxhPrime1 + XxhPrime4;
}

} // namespace

uint64_t Checksum64(std::span<const std::byte> Bytes, uint64_t Seed)
{
	const std::byte* At = Bytes.data();
	size_t Left = Bytes.size();
	uint64_t Hash = Seed + XxhPrime5;
	if (Left >= 32)
	{
		uint64_t Lane1 = Seed + XxhPrime1 + XxhPrime2, Lane2 = Seed + XxhPrime2, Lane3 = Seed, Lane4 = Seed - XxhPrime1;
		for (; Left >= 32; Left -= 32, At += 32)
		{
			Lane1 = XxhRound(Lane1, LoadUnaligned<uint64_t>(At));
			Lane2 = XxhRound(Lane2, LoadUnaligned<uint64_t>(At + 8));
			Lane3 = XxhRound(Lane3, LoadUnaligned<uint64_t>(At + 16));
			Lane4 = XxhRound(Lane4, LoadUnaligned<uint64_t>(At + 24));
		}
		Hash = std::rotl(Lane1, 1) + std::rotl(Lane2, 7) + std::rotl(Lane3, 12) + std::rotl(Lane4, 18);
		Hash = XxhMerge(XxhMerge(XxhMerge(XxhMerge(Hash, Lane1), Lane2), Lane3), Lane4);
	}
	Hash += Bytes.size();
	for (; Left >= 8; Left -= 8, At += 8)
	{
		Hash = std::rotl(Hash ^ XxhRound(0, LoadUnaligned<uint64_t>(At)), 27) * XxhPrime1 + XxhPrime4;
	}
	for (; Left >= 4; Left -= 4, At += 4)
	{
		Hash = std::rotl(Hash ^ (LoadUnaligned<uint32_t>(At) * XxhPrime1), 23) * XxhPrime2 + XxhPrime3;
	}
	for (; Left > 0; --Left, ++At)
	{
		Hash = std::rotl(Hash ^ (std::to_integer<uint64_t>(*At) * XxhPrime5), 11) * XxhPrime1;
	}
	Hash = (Hash ^ (Hash >> 33)) * XxhPrime2;
	Hash = (Hash ^ (Hash >> 29)) * XxhPrime3;
	return Hash ^ (Hash >> 32);
}

} // namespace Exemplar

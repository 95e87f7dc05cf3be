// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Base/Checksum.h"

#include <gtest/gtest.h>

#include <set>
#include <string_view>
#include <vector>

namespace Exemplar
{
namespace ChecksumTest
{

uint64_t ChecksumOf(std::string_view Text, uint64_t Seed = 0)
{
	return Checksum64(std::as_bytes(std::span(Text.data(), Text.size())), Seed);
}

TEST(Checksum, IsXxh64)
{
	// From the reference implementation (xxhsum -H64).
	EXPECT_EQ(ChecksumOf(""), 0xef46db3751d8e999u);
	EXPECT_EQ(ChecksumOf("a"), 0xd24ec4f1a98c6e5bu);
	EXPECT_EQ(ChecksumOf("abc"), 0x44bc2cf5ad770999u);
	EXPECT_EQ(ChecksumOf("The quick brown fox jumps over the lazy dog"), 0x0b242d361fda71bcu);
}

TEST(Checksum, EveryBitOfEveryLengthCounts)
{
	for (const size_t Length : {1u, 3u, 4u, 7u, 8u, 31u, 32u, 33u, 63u, 71u})
	{
		std::vector<std::byte> Bytes(Length, std::byte{0x5a});
		std::set<uint64_t> Seen = {Checksum64(Bytes), Checksum64(Bytes, 1)};
		for (size_t Bit = 0; Bit < 8 * Length; ++Bit)
		{
			Bytes[Bit / 8] ^= std::byte{1} << (Bit % 8);
			Seen.insert(Checksum64(Bytes));
			Bytes[Bit / 8] ^= std::byte{1} << (Bit % 8);
		}
		EXPECT_EQ(Seen.size(), 8 * Length + 2);
	}
}

} // namespace ChecksumTest
} // namespace Exemplar

// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Base/AlignedArray.h"
#include "Base/Math.h"

#include <gtest/gtest.h>

#include <cstdint>

namespace Exemplar
{

TEST(AlignedArray, StandsOnCacheLinesHoweverItGrows)
{
	TAlignedArray<FFloat3> Points;
	for (int Index = 0; Index < 1000; ++Index)
	{
		Points.push_back({static_cast<float>(Index), 0.0f, 0.0f});
		ASSERT_EQ(reinterpret_cast<uintptr_t>(Points.data()) % 64, 0u);
	}
	for (int Index = 0; Index < 1000; ++Index)
	{
		ASSERT_EQ(Points[Index].X, static_cast<float>(Index));
	}
}

TEST(AlignedArray, NumbersBeginAtZeroAndStructsAtTheirDefaults)
{
	for (const float Number : TAlignedArray<float>(1000))
	{
		ASSERT_EQ(Number, 0.0f);
	}
	TAlignedArray<FRotation> Rotations(10);
	Rotations.resize(20);
	EXPECT_EQ(Rotations[19], FRotation());
}

TEST(AlignedArray, MovesWithoutCopying)
{
	TAlignedArray<std::byte> Bytes(100, std::byte{7});
	const std::byte* Place = Bytes.data();
	const TAlignedArray<std::byte> Moved = std::move(Bytes);
	EXPECT_EQ(Moved.data(), Place);
	EXPECT_EQ(Moved, TAlignedArray<std::byte>(100, std::byte{7}));
}

} // namespace Exemplar

// Copyright (c) 2026 Exemplar contributors. MIT licence.

#include "Files/Images.h"

#include "Base/File.h"

#include <gtest/gtest.h>

namespace Exemplar
{
namespace
{

TEST(Jpeg, BeginsAndEndsAsTheFormatSaysAndHoldsTheSize)
{
	const std::filesystem::path File = std::filesystem::path(testing::TempDir()) / "exemplar-jpeg-test.jpg";
	std::vector<uint8_t> Pixels(40 * 24 * 3);
	for (size_t I = 0; I < Pixels.size(); ++I)
	{
		Pixels[I] = static_cast<uint8_t>(I * 7);
	}
	ASSERT_TRUE(WriteJpeg(File, 40, 24, 90, Pixels));
	const auto Bytes = ReadWholeFile(File);
	std::filesystem::remove(File);
	ASSERT_TRUE(Bytes);
	const auto At = [&](size_t I) { return static_cast<unsigned>(static_cast<uint8_t>((*Bytes)[I])); };
	const size_t Size = Bytes->size();
	ASSERT_GT(Size, 200u);
	EXPECT_EQ(At(0) << 8 | At(1), 0xffd8u);
	EXPECT_EQ(At(Size - 2) << 8 | At(Size - 1), 0xffd9u);
	for (size_t I = 0; I + 9 < Size; ++I)
	{
		if (At(I) == 0xff && At(I + 1) == 0xc0) // the frame: length, depth, height, width
		{
			EXPECT_EQ(At(I + 5) << 8 | At(I + 6), 24u);
			EXPECT_EQ(At(I + 7) << 8 | At(I + 8), 40u);
			return;
		}
	}
	FAIL() << "no frame";
}

TEST(Jpeg, RefusesWhatIsNoImage)
{
	const std::vector<uint8_t> Pixels(12);
	const std::filesystem::path File = std::filesystem::path(testing::TempDir()) / "exemplar-no-jpeg.jpg";
	EXPECT_FALSE(WriteJpeg(File, 2, 3, 90, Pixels));
	EXPECT_FALSE(WriteJpeg(File, 0, 0, 90, {}));
	EXPECT_FALSE(WriteJpeg(File, 2, 2, 0, Pixels));
	EXPECT_FALSE(std::filesystem::exists(File));
}

} // namespace
} // namespace Exemplar

// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Files/Images.h"

#include "Base/File.h"
#include "TemporaryFolder.h"

#include <gtest/gtest.h>

namespace Exemplar
{
namespace ImagesTest
{

TEST(Png, WritesAPictureAndRefusesWrongSizes)
{
	const FTemporaryFolder Folder;
	std::vector<uint8_t> Pixels(16 * 8 * 3, 200);
	ASSERT_TRUE(WritePng(Folder / "a.png", 16, 8, 3, Pixels));
	const TResult<std::string> Bytes = ReadWholeTextFile(Folder / "a.png");
	ASSERT_TRUE(Bytes);
	EXPECT_EQ(Bytes->substr(0, 8), "\x89PNG\r\n\x1a\n");
	EXPECT_EQ(Bytes->substr(16, 8), std::string("\0\0\0\x10\0\0\0\x08", 8)); // width and height, big endian
	Pixels.pop_back();
	const FStatus Refused = WritePng(Folder / "b.png", 16, 8, 3, Pixels);
	ASSERT_FALSE(Refused);
	EXPECT_EQ(Refused.GetError().Code, EErrorCode::InvalidArgument);
	EXPECT_FALSE(std::filesystem::exists(Folder / "b.png"));
}

TEST(Jpeg, BeginsAndEndsAsTheFormatSaysAndHoldsTheSize)
{
	const FTemporaryFolder Folder;
	const std::filesystem::path File = Folder / "a.jpg";
	std::vector<uint8_t> Pixels(40 * 24 * 3);
	for (size_t I = 0; I < Pixels.size(); ++I)
	{
		Pixels[I] = static_cast<uint8_t>(I * 7);
	}
	ASSERT_TRUE(WriteJpeg(File, 40, 24, 90, Pixels));
	const auto Bytes = ReadWholeFile(File);
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
	const FTemporaryFolder Folder;
	const std::filesystem::path File = Folder / "a.jpg";
	EXPECT_FALSE(WriteJpeg(File, 2, 3, 90, Pixels));
	EXPECT_FALSE(WriteJpeg(File, 0, 0, 90, {}));
	EXPECT_FALSE(WriteJpeg(File, 2, 2, 0, Pixels));
	EXPECT_FALSE(std::filesystem::exists(File));
}

} // namespace ImagesTest
} // namespace Exemplar

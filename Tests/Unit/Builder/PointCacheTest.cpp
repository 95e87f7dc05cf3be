// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "ExampleMeshes.h"
#include "Examples/ExampleFiles.h"

namespace Exemplar
{
namespace PointCacheTest
{

FPointCache MakeCache()
{
	FPointCache Cache;
	Cache.VertexCount = 2;
	Cache.Points = {{1, 2, 3}, {4, 5, 6}, {-1, 0.1f, 1e-30f}, {7, 8, 9}, {0, 0, 0}, {1, 1, 1}};
	return Cache;
}

TResult<FPointCache> ReadPc2(std::string_view Text)
{
	return ParsePc2(BytesOf(Text), "walk.pc2");
}

TResult<FPointCache> ReadMdd(std::string_view Text)
{
	return ParseMdd(BytesOf(Text), "walk.mdd");
}

TEST(PointCache, Pc2ComesBackToTheLastBit)
{
	FPointCache Cache = MakeCache();
	Cache.StartFrame = 3.0f;
	Cache.FrameStep = 0.5f;
	const std::string Text = FormatPc2(Cache);
	EXPECT_EQ(Text.size(), 32u + 3 * 2 * 12);
	const TResult<FPointCache> Read = ReadPc2(Text);
	ASSERT_TRUE(Read) << Read.GetError().Message;
	EXPECT_EQ(*Read, Cache);
	EXPECT_EQ(Read->FrameCount(), 3u);
	EXPECT_EQ(Read->Frame(1)[1], (FFloat3{7, 8, 9}));
}

TEST(PointCache, MddComesBackToTheLastBitAndIsBigEndian)
{
	FPointCache Cache = MakeCache();
	Cache.Times = {0.0f, 0.1f, 0.2f};
	const std::string Text = FormatMdd(Cache);
	EXPECT_EQ(Text.substr(0, 8), std::string("\0\0\0\3\0\0\0\2", 8));
	const TResult<FPointCache> Read = ReadMdd(Text);
	ASSERT_TRUE(Read) << Read.GetError().Message;
	EXPECT_EQ(*Read, Cache);
}

TEST(PointCache, FilesCutOffAnywhereAreRefusedWithTheFramesThatAreWhole)
{
	const std::string Pc2 = FormatPc2(MakeCache()), Mdd = FormatMdd(MakeCache());
	for (size_t Size = 0; Size < Pc2.size(); ++Size)
	{
		EXPECT_FALSE(ReadPc2(Pc2.substr(0, Size))) << Size;
	}
	for (size_t Size = 0; Size < Mdd.size(); ++Size)
	{
		EXPECT_FALSE(ReadMdd(Mdd.substr(0, Size))) << Size;
	}
	ExpectError(ReadPc2(Pc2.substr(0, Pc2.size() - 1)), EErrorCode::Malformed,
		{"walk.pc2, byte 103", "3 frames of 2 vertices are declared and only 2 are complete",
			"export the cache again"});
	ExpectError(ReadMdd(Mdd.substr(0, Mdd.size() - 25)), EErrorCode::Malformed, {"walk.mdd", "1 are complete"});
}

TEST(PointCache, EveryKindOfBadFileGetsItsSentence)
{
	const std::string Pc2 = FormatPc2(MakeCache());
	ExpectError(ReadPc2("POINTCACHE1"), EErrorCode::Malformed, {"walk.pc2, byte 0", "Is this a PC2 point cache?"});
	ExpectError(ReadPc2(Pc2.substr(0, 31)), EErrorCode::Malformed, {"32-byte header"});
	std::string Text = Pc2;
	Text[12] = 2;
	ExpectError(ReadPc2(Text), EErrorCode::Unsupported, {"version 2"});
	Text = Pc2;
	Text[16] = 0;
	ExpectError(ReadPc2(Text), EErrorCode::Malformed, {"byte 16", "3 frames of 0 vertices"});
	Text = Pc2;
	Text[31] = '\x7f';
	ExpectError(ReadPc2(Text), EErrorCode::Malformed, {"frames of 2 vertices are declared and only 3 are complete"});
	ExpectError(ReadMdd("abc"), EErrorCode::Malformed, {"walk.mdd, byte 3", "8-byte header"});
	ExpectError(ReadMdd(std::string(100, '\xff')), EErrorCode::Malformed, {"byte 0", "-1 frames"});
	ExpectError(ReadMdd(std::string(100, '\x7f')), EErrorCode::Malformed, {"2139062143 frames", "0 are complete"});
}

} // namespace PointCacheTest
} // namespace Exemplar

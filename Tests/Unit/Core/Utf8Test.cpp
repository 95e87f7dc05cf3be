// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Base/Utf8.h"

#include <gtest/gtest.h>

using namespace std::string_view_literals;

namespace Exemplar
{

TEST(Utf8, EveryScriptIsValid)
{
	EXPECT_TRUE(IsValidUtf8(""));
	EXPECT_TRUE(IsValidUtf8("Hip_L"));
	EXPECT_TRUE(IsValidUtf8("H\xc3\xbc"
							"fte \xe4\xba\xba \xf0\x9f\xa7\x8d \xef\xbf\xbf \xf4\x8f\xbf\xbf"));
}

TEST(Utf8, WhatIsNoCharacterIsInvalidAndIsReplaced)
{
	for (const std::string_view Bad : {"\xe4"sv, "\x80"sv, "\xc0\xaf"sv, "\xc3"sv, "\xe0\x80\xaf"sv, "\xed\xa0\x80"sv,
			 "\xe4\xba"sv, "\xf0\x80\x80\xaf"sv, "\xf4\x90\x80\x80"sv, "\xf5\x80\x80\x80"sv, "\xf0\x9f\xa7"sv, "\0"sv})
	{
		EXPECT_FALSE(IsValidUtf8(Bad));
		std::string Text("a");
		Text.append(Bad).push_back('b');
		EXPECT_FALSE(IsValidUtf8(Text));
		const std::string Repaired = MakeValidUtf8(Text);
		EXPECT_TRUE(IsValidUtf8(Repaired));
		EXPECT_EQ(Repaired.front(), 'a');
		EXPECT_EQ(Repaired.back(), 'b');
	}
	EXPECT_EQ(MakeValidUtf8("Stoff \xe4!"), "Stoff \xef\xbf\xbd!");
	EXPECT_EQ(MakeValidUtf8("gr\xc3\xbcn"), "gr\xc3\xbcn");
}

TEST(Utf8, CodePointsOfEveryLengthAreAppended)
{
	std::string Text;
	for (const uint32_t CodePoint : {0x41u, 0xe4u, 0x4ebau, 0x1f9cdu})
	{
		AppendUtf8(Text, CodePoint);
	}
	EXPECT_EQ(Text, "A\xc3\xa4\xe4\xba\xba\xf0\x9f\xa7\x8d");
}

} // namespace Exemplar

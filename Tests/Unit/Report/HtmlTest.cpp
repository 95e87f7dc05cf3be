// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Report/Html.h"

#include "Files/NumberFormat.h"

#include <gmock/gmock.h>

namespace Exemplar
{
namespace HtmlTest
{

using ::testing::HasSubstr;
using ::testing::Not;

TEST(Html, WhatFillsAPlaceholderNeverBecomesMarkup)
{
	const std::string Hostile = "<script>alert('1')</script> & \"quoted\" {}";
	const std::string Page = FHtml().Add("<p title=\"{}\">{}</p>", Hostile, Hostile).Take().Text;
	const std::string Escaped = "&lt;script&gt;alert(&#39;1&#39;)&lt;/script&gt; &amp; &quot;quoted&quot; {}";
	EXPECT_EQ(Page, "<p title=\"" + Escaped + "\">" + Escaped + "</p>");
}

TEST(Html, MarkupOfOurOwnStaysAsItIs)
{
	const FMarkup Inner = FHtml().Add("<b>{}</b>", "a<b").Take();
	EXPECT_EQ(FHtml().Add("<p>{}</p>", Inner).Take().Text, "<p><b>a&lt;b</b></p>");
}

TEST(Html, BytesThatAreNoTextAreReplaced)
{
	EXPECT_EQ(EscapeMarkup("a\x01z\x1b[2J"), "a z [2J");
	EXPECT_EQ(EscapeMarkup("\xff\xc3"), "\xef\xbf\xbd\xef\xbf\xbd");
	EXPECT_EQ(EscapeMarkup("Größe 人 שלום"), "Größe 人 שלום");
}

TEST(Html, DataUrisAreBase64)
{
	// The vectors of RFC 4648, section 10.
	const std::pair<const char*, const char*> Vectors[] = {
		{"", ""}, {"f", "Zg=="}, {"fo", "Zm8="}, {"foo", "Zm9v"}, {"foob", "Zm9vYg=="}, {"foobar", "Zm9vYmFy"}};
	for (const auto& [Bytes, Coded] : Vectors)
	{
		EXPECT_EQ(MakeDataUri("image/jpeg", Bytes), std::string("data:image/jpeg;base64,") + Coded);
	}
	EXPECT_EQ(MakeDataUri("a", "\xff\xfe\xfd"), "data:a;base64,//79");
}

TEST(NumberFormat, NumbersHaveThreeSignificantDigitsAndUnits)
{
	EXPECT_EQ(FormatCount(15466), "15,466");
	EXPECT_EQ(FormatCount(1234567), "1,234,567");
	EXPECT_EQ(FormatPercent(0.3149), "0.31\u202f%");
	EXPECT_EQ(FormatPercent(0.0123), "0.012\u202f%");
	EXPECT_EQ(FormatPercent(99.97), "100\u202f%");
	EXPECT_EQ(FormatPercent(0.0), "0\u202f%");
	EXPECT_EQ(FormatPercent(1e-7), "<\u202f0.0001\u202f%");
	EXPECT_EQ(FormatLength(0.00384), "3.84\u202fmm");
	EXPECT_EQ(FormatLength(0.0000421), "0.042\u202fmm");
	EXPECT_EQ(FormatLength(2.5), "2.5\u202fm");
	EXPECT_EQ(FormatLength(0.0), "0\u202fmm");
	EXPECT_EQ(FormatSeconds(56.686), "56.7\u202fs");
	EXPECT_EQ(FormatBytes(6783888), "6.8\u202fMB");
	EXPECT_EQ(FormatNumber(0.0524), "0.0524");
	EXPECT_EQ(FormatNumber(-1500.0), "-1,500");
	EXPECT_EQ(FormatNumber(1.0 / 0.0), "\u2013");
	EXPECT_EQ(FormatCountOf(1, "bone", "bones"), "1 bone");
	EXPECT_EQ(FormatCountOf(21, "bone", "bones"), "21 bones");
}

TEST(NumberFormat, AScaleEndsAtANumberThatReadsWell)
{
	for (const double Value : {1e-6, 0.00021, 0.0225, 0.9, 1.0, 7.3, 250.0})
	{
		EXPECT_GE(RoundUpToReadable(Value), Value * (1.0 - 1e-12));
		EXPECT_LE(RoundUpToReadable(Value), 1.5 * Value + 1e-6);
	}
	EXPECT_NEAR(RoundUpToReadable(0.0225), 0.024, 1e-12);
}

} // namespace HtmlTest
} // namespace Exemplar

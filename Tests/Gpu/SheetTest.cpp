// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Render/Camera.h"
#include "Render/DebugLegends.h"
#include "Render/PreviewCharacter.h"

#include <gtest/gtest.h>

namespace Exemplar
{
namespace
{

size_t CountInk(const FCanvas& Canvas)
{
	size_t Ink = 0;
	for (const FPixel& Pixel : Canvas.GetPixels())
	{
		Ink += Pixel.R < 128;
	}
	return Ink;
}

TEST(Canvas, EveryPrintableCharacterLeavesInkWithinItsWidth)
{
	for (char C = '!'; C <= '~'; ++C)
	{
		const std::string Text(1, C);
		FCanvas Canvas(80, 80);
		const float End = Canvas.DrawText(10.0f, 50.0f, 24.0f, Text, {0, 0, 0, 255});
		EXPECT_GT(CountInk(Canvas), 3u) << C;
		EXPECT_FLOAT_EQ(End - 10.0f, MeasureText(24.0f, Text)) << C;
		for (int Row = 0; Row < 80; ++Row)
		{
			for (int Column = static_cast<int>(End) + 3; Column < 80; ++Column)
			{
				ASSERT_EQ(Canvas.GetPixels()[static_cast<size_t>(80 * Row + Column)].R, 255) << C;
			}
		}
	}
	EXPECT_GT(MeasureText(10.0f, "\xc3\xa4"), 0.0f); // a box, once for both bytes
	EXPECT_FLOAT_EQ(MeasureText(10.0f, "\xc3\xa4"), MeasureText(10.0f, "\xe4\xba\xba"));
}

TEST(Canvas, TextThatDoesNotFitEndsInDots)
{
	EXPECT_EQ(FitText(10.0f, "short", 500.0f), "short");
	const std::string Cut = FitText(10.0f, "a rather long caption of a panel", 80.0f);
	EXPECT_EQ(Cut.substr(Cut.size() - 3), "...");
	EXPECT_LE(MeasureText(10.0f, Cut), 80.0f);
}

TEST(Canvas, NothingIsDrawnOutside)
{
	FCanvas Canvas(8, 8);
	Canvas.DrawLine(-50.0f, -50.0f, 50.0f, 50.0f, 2.0f, {0, 0, 0, 255});
	Canvas.FillRoundedRectangle(-5.0f, 6.0f, 100.0f, 100.0f, 3.0f, {0, 0, 0, 255});
	Canvas.Paste(FCanvas(4, 4, {1, 2, 3, 255}), 6, -2);
	EXPECT_EQ(Canvas.GetPixels()[6], (FPixel{1, 2, 3, 255}));
	EXPECT_EQ(Canvas.GetPixels()[8 * 2 + 5].R, 255);
}

TEST(Sheet, HoldsItsPanelsInRows)
{
	FSheet Sheet;
	for (uint8_t I = 0; I < 5; ++I)
	{
		Sheet.Panels.push_back({FCanvas(60, 40, {0, I, 200, 255}), "", ""});
	}
	Sheet.Columns = 3;
	const FCanvas Canvas = DrawSheet(Sheet);
	EXPECT_EQ(Canvas.GetWidth(), 14u * 2 + 3 * 60 + 2 * 10);
	EXPECT_EQ(Canvas.GetHeight(), 14u * 2 + 2 * 40 + 10);
	const auto Middle = [&](uint32_t Column, uint32_t Row)
	{ return Canvas.GetPixels()[(14 + 50 * Row + 20) * Canvas.GetWidth() + 14 + 70 * Column + 30]; };
	EXPECT_EQ(Middle(0, 0).G, 0);
	EXPECT_EQ(Middle(2, 0).G, 2);
	EXPECT_EQ(Middle(1, 1).G, 4);
	EXPECT_NE(Middle(2, 1).B, 200); // paper
}

TEST(Sheet, TheLegendShowsTheRampFromEndToEnd)
{
	FSheet Sheet;
	Sheet.Panels.push_back({FCanvas(600, 40), "", ""});
	Sheet.Legend = MakeDebugLegend(EDebugView::Error, {}, {}, 1, 0.008f, "Distance");
	EXPECT_EQ(
		Sheet.Legend.BarLabels, (std::vector<std::string>{"0", "2\u202fmm", "4\u202fmm", "6\u202fmm", "8\u202fmm"}));
	const FCanvas Canvas = DrawSheet(Sheet);
	const auto Has = [&](const FPixel& Wanted)
	{
		return std::any_of(Canvas.GetPixels().begin(), Canvas.GetPixels().end(),
			[&](const FPixel& P)
			{ return std::abs(P.R - Wanted.R) + std::abs(P.G - Wanted.G) + std::abs(P.B - Wanted.B) < 6; });
	};
	EXPECT_TRUE(Has(ToPixel(DebugRamp(0.0f))));
	EXPECT_TRUE(Has(ToPixel(DebugRamp(0.5f))));
	EXPECT_TRUE(Has(ToPixel(DebugRamp(1.0f))));
}

TEST(Sheet, LegendsThatAreTooLongSayHowMuchIsMissing)
{
	FSheet Sheet;
	Sheet.Panels.push_back({FCanvas(400, 40), "", ""});
	Sheet.Legend.Title = "Bones";
	for (int I = 0; I < 500; ++I)
	{
		Sheet.Legend.Swatches.emplace_back(FPixel{200, 30, 30, 255}, "bone " + std::to_string(I));
	}
	EXPECT_LT(DrawSheet(Sheet).GetHeight(), 200u);
}

TEST(Camera, FramesAllPointsAndNoMoreThanNeeded)
{
	std::vector<FFloat3> Points;
	for (int I = 0; I < 8; ++I)
	{
		Points.push_back({I & 1 ? 0.9f : -0.4f, I & 2 ? 1.8f : 0.0f, I & 4 ? 0.3f : -0.2f});
	}
	for (const std::string& Name : ViewNames())
	{
		for (const float Aspect : {0.5f, 1.0f, 1.8f})
		{
			const std::array<FFloat4, 4> M = FrameCamera(*ParseView(Name), Points, Aspect, 0.9f).ToClip();
			float Largest = 0.0f;
			for (const FFloat3& P : Points)
			{
				const FFloat4 V{P.X, P.Y, P.Z, 1.0f};
				const float W = Dot(M[3], V), Depth = Dot(M[2], V) / W;
				EXPECT_GT(W, 0.0f);
				EXPECT_GT(Depth, 0.0f);
				EXPECT_LT(Depth, 1.0f);
				Largest = std::max({Largest, std::abs(Dot(M[0], V) / W), std::abs(Dot(M[1], V) / W)});
			}
			EXPECT_NEAR(Largest, 0.9f, 1e-3f) << Name;
		}
	}
}

TEST(Camera, LeavesRoomForACaption)
{
	const std::vector<FFloat3> Points = {{0.0f, 0.0f, 0.2f}, {0.0f, 1.8f, 0.0f}, {0.1f, 1.0f, -0.3f}};
	const std::array<FFloat4, 4> M = FrameCamera(*ParseView("front"), Points, 1.0f, 0.9f, 0.1f).ToClip();
	float Lowest = 1.0f, Highest = -1.0f;
	for (const FFloat3& P : Points)
	{
		const FFloat4 V{P.X, P.Y, P.Z, 1.0f};
		Lowest = (std::min)(Lowest, Dot(M[1], V) / Dot(M[3], V));
		Highest = (std::max)(Highest, Dot(M[1], V) / Dot(M[3], V));
	}
	EXPECT_NEAR(Lowest, -0.7f, 1e-4f);
	EXPECT_NEAR(Highest, 0.9f, 1e-4f);
}

TEST(Camera, ViewsAreNamesOrAngles)
{
	const TResult<FView> View = ParseView("-45,12.5");
	ASSERT_TRUE(View);
	EXPECT_FLOAT_EQ(View->Azimuth, -45.0f);
	EXPECT_FLOAT_EQ(View->Elevation, 12.5f);
	for (const char* Bad : {"", "sideways", "12", "12,", "12,95", "a,b", "1,2,3"})
	{
		EXPECT_FALSE(ParseView(Bad)) << Bad;
	}
	// The front is seen from +Z, with the character's left, +X, on the viewer's right.
	const FCamera Camera =
		FrameCamera(*ParseView("front"), std::vector<FFloat3>{{0.0f, 0.0f, 0.0f}, {0.0f, 1.0f, 0.0f}}, 1.0f);
	EXPECT_GT(Camera.Eye.Z, 1.0f);
	EXPECT_GT(Camera.Right.X, 0.99f);
}

} // namespace
} // namespace Exemplar

// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Render/Sheet.h"

#include <algorithm>
#include <cmath>

namespace Exemplar
{
namespace Sheets
{

constexpr FPixel Paper{244, 245, 246, 255}, Ink{44, 50, 60, 255}, Gray{112, 119, 130, 255};
constexpr FPixel Plate{250, 251, 252, 205};
constexpr int Margin = 14, Gutter = 10;
constexpr float TitleSize = 15.0f, SmallSize = 8.6f, CaptionSize = 9.6f;

/** Covers what is outside of round corners with the background. */
void RoundCorners(FCanvas& Canvas, int X, int Y, int W, int H, float Radius)
{
	const int Corner = static_cast<int>(Radius) + 1;
	for (int Row = 0; Row < Corner; ++Row)
	{
		for (int Column = 0; Column < Corner; ++Column)
		{
			const float DX = Radius - static_cast<float>(Column) - 0.5f, DY = Radius - static_cast<float>(Row) - 0.5f;
			const float Outside = DX > 0.0f && DY > 0.0f ? std::hypot(DX, DY) - Radius + 0.5f : 0.0f;
			for (const int ToX : {X + Column, X + W - 1 - Column})
			{
				for (const int ToY : {Y + Row, Y + H - 1 - Row})
				{
					Canvas.Blend(ToX, ToY, Paper, Outside);
				}
			}
		}
	}
}

void DrawPanel(FCanvas& Canvas, const FSheetPanel& Panel, int X, int Y)
{
	const int W = static_cast<int>(Panel.Picture.GetWidth()), H = static_cast<int>(Panel.Picture.GetHeight());
	Canvas.Paste(Panel.Picture, X, Y);
	RoundCorners(Canvas, X, Y, W, H, 8.0f);
	if (Panel.Caption.empty() && Panel.Remark.empty())
	{
		return;
	}
	const float Room = static_cast<float>(W) - 40.0f;
	const std::string Caption = FitText(CaptionSize, Panel.Caption, Room);
	const float CaptionWidth = MeasureText(CaptionSize, Caption);
	const float RemarkGap = Caption.empty() || Panel.Remark.empty() ? 0.0f : 9.0f;
	const std::string Remark = FitText(SmallSize, Panel.Remark, (std::max)(Room - CaptionWidth - RemarkGap, 0.0f));
	const float Width = CaptionWidth + RemarkGap + MeasureText(SmallSize, Remark);
	const float Left = static_cast<float>(X) + 9.0f, Baseline = static_cast<float>(Y + H) - 16.0f;
	Canvas.FillRoundedRectangle(Left, Baseline - 15.5f, Width + 17.0f, 22.5f, 6.0f, Plate);
	const float Next = Canvas.DrawText(Left + 9.0f, Baseline, CaptionSize, Caption, Ink);
	Canvas.DrawText(Next + RemarkGap, Baseline, SmallSize, Remark, Gray);
}

constexpr int BarLegendHeight = 58, SwatchRow = 21;
constexpr float SwatchGap = 20.0f;

/** Lays out swatches in at most three rows. Draws them if Canvas is given. Returns the number of rows. */
int LaySwatches(const FLegend& Legend, int Width, FCanvas* Canvas, float X0, float Y0)
{
	constexpr int MostRows = 4;
	float X = X0;
	int Row = 0;
	for (size_t I = 0; I < Legend.Swatches.size(); ++I)
	{
		const auto& [Color, Name] = Legend.Swatches[I];
		const std::string More = "and " + std::to_string(Legend.Swatches.size() - I) + " more";
		const float Needed = 18.0f + MeasureText(SmallSize, Name);
		const bool bLastRow = Row + 1 == MostRows;
		const float Reserve =
			bLastRow && I + 1 < Legend.Swatches.size() ? MeasureText(SmallSize, More) + SwatchGap : 0.0f;
		if (X > X0 && X + Needed + Reserve > static_cast<float>(Width - Margin))
		{
			if (bLastRow)
			{
				if (Canvas != nullptr)
				{
					Canvas->DrawText(X, Y0 + static_cast<float>(Row * SwatchRow), SmallSize, More, Gray);
				}
				break;
			}
			++Row;
			X = X0;
		}
		if (Canvas != nullptr)
		{
			const float Y = Y0 + static_cast<float>(Row * SwatchRow);
			Canvas->FillRoundedRectangle(X, Y - 10.5f, 12.0f, 12.0f, 3.0f, Color);
			Canvas->DrawText(X + 18.0f, Y, SmallSize, Name, Ink);
		}
		X += Needed + SwatchGap;
	}
	return Row + 1;
}

int LegendHeight(const FLegend& Legend, int Width)
{
	if (Legend.IsEmpty())
	{
		return 0;
	}
	return Legend.Bar.empty() ? 32 + SwatchRow * LaySwatches(Legend, Width, nullptr, Margin + 4.0f, 0.0f)
							  : BarLegendHeight;
}

void DrawBar(FCanvas& Canvas, const FLegend& Legend, float X, float Y, float Width)
{
	constexpr float Height = 11.0f;
	const size_t Count = Legend.Bar.size();
	for (int Column = 0; Column < static_cast<int>(Width); ++Column)
	{
		const float T = (static_cast<float>(Column) + 0.5f) / Width;
		FPixel Color;
		if (Legend.bSteps)
		{
			Color = Legend.Bar[(std::min)(static_cast<size_t>(T * static_cast<float>(Count)), Count - 1)];
		}
		else
		{
			const float At = T * static_cast<float>(Count - 1);
			const size_t First = (std::min)(static_cast<size_t>(At), Count - 1);
			Color = MixPixels(
				Legend.Bar[First], Legend.Bar[(std::min)(First + 1, Count - 1)], At - static_cast<float>(First));
		}
		Canvas.FillRectangle(static_cast<int>(X) + Column, static_cast<int>(Y), 1, static_cast<int>(Height), Color);
	}
	const size_t Labels = Legend.BarLabels.size();
	for (size_t I = 0; I < Labels; ++I)
	{
		const float T = Legend.bSteps ? (static_cast<float>(I) + 0.5f) / static_cast<float>(Labels)
									  : static_cast<float>(I) / static_cast<float>((std::max)(Labels, size_t{2}) - 1);
		const float At = X + T * Width, Half = 0.5f * MeasureText(SmallSize, Legend.BarLabels[I]);
		if (!Legend.bSteps)
		{
			Canvas.DrawLine(At, Y + Height + 1.0f, At, Y + Height + 4.0f, 1.0f, Gray);
		}
		Canvas.DrawText(At - Half, Y + Height + 16.0f, SmallSize, Legend.BarLabels[I], Ink);
	}
}

void DrawLegend(FCanvas& Canvas, const FLegend& Legend, int Y)
{
	const float Left = Margin + 4.0f, Width = static_cast<float>(Canvas.GetWidth());
	if (Legend.Bar.empty())
	{
		Canvas.DrawText(Left, static_cast<float>(Y) + 19.0f, CaptionSize, Legend.Title, Ink);
		LaySwatches(Legend, static_cast<int>(Width), &Canvas, Left, static_cast<float>(Y) + 41.0f);
		return;
	}
	const float TitleEnd = Canvas.DrawText(Left, static_cast<float>(Y) + 27.0f, CaptionSize, Legend.Title, Ink);
	const float BarLeft = TitleEnd + 30.0f;
	const float RemarkWidth = Legend.Remark.empty() ? 0.0f : MeasureText(SmallSize, Legend.Remark) + 40.0f;
	const float BarWidth = std::clamp(Width - BarLeft - RemarkWidth - 40.0f, 120.0f, 460.0f);
	DrawBar(Canvas, Legend, BarLeft, static_cast<float>(Y) + 16.0f, BarWidth);
	Canvas.DrawText(BarLeft + BarWidth + 34.0f, static_cast<float>(Y) + 27.0f, SmallSize,
		FitText(SmallSize, Legend.Remark, Width - BarLeft - BarWidth - 44.0f), Gray);
}

uint32_t ChooseColumns(size_t Count, uint32_t Width, uint32_t Height)
{
	uint32_t Best = 1;
	float BestCost = INFINITY;
	for (uint32_t Columns = 1; Columns <= Count; ++Columns)
	{
		const uint32_t Rows = (static_cast<uint32_t>(Count) + Columns - 1) / Columns;
		const float Shape = static_cast<float>(Columns * Width) / static_cast<float>(Rows * Height);
		const float Empty = static_cast<float>(Columns * Rows) / static_cast<float>(Count) - 1.0f;
		const float Cost = std::abs(std::log(Shape / 1.6f)) + 1.5f * Empty;
		if (Cost < BestCost)
		{
			BestCost = Cost;
			Best = Columns;
		}
	}
	return Best;
}

} // namespace Sheets

FCanvas DrawSheet(const FSheet& Sheet)
{
	using namespace Sheets;
	if (Sheet.Panels.empty())
	{
		return FCanvas(1, 1);
	}
	const uint32_t W = Sheet.Panels[0].Picture.GetWidth(), H = Sheet.Panels[0].Picture.GetHeight();
	const uint32_t Count = static_cast<uint32_t>(Sheet.Panels.size());
	const uint32_t Columns = Sheet.Columns > 0 ? (std::min)(Sheet.Columns, Count) : ChooseColumns(Count, W, H);
	const uint32_t Rows = (Count + Columns - 1) / Columns;
	const int Width = 2 * Margin + static_cast<int>(Columns * W) + Gutter * static_cast<int>(Columns - 1);
	const bool bTitle = !Sheet.Title.empty() || !Sheet.Subtitle.empty();
	const int Head = bTitle ? 46 : Margin;
	const int Body = static_cast<int>(Rows * H) + Gutter * static_cast<int>(Rows - 1);
	const int Foot = (std::max)(LegendHeight(Sheet.Legend, Width), Margin);
	FCanvas Canvas(static_cast<uint32_t>(Width), static_cast<uint32_t>(Head + Body + Foot), Paper);
	if (bTitle)
	{
		const float Room = static_cast<float>(Width) - 2.0f * Margin - 8.0f;
		const std::string Title = FitText(TitleSize, Sheet.Title, Room);
		const float End = Canvas.DrawText(Margin + 4.0f, 31.0f, TitleSize, Title, Ink);
		Canvas.DrawText(
			End + 16.0f, 31.0f, SmallSize, FitText(SmallSize, Sheet.Subtitle, Width - End - 16.0f - Margin), Gray);
	}
	for (uint32_t I = 0; I < Count; ++I)
	{
		DrawPanel(Canvas, Sheet.Panels[I], Margin + static_cast<int>(I % Columns) * (static_cast<int>(W) + Gutter),
			Head + static_cast<int>(I / Columns) * (static_cast<int>(H) + Gutter));
	}
	if (!Sheet.Legend.IsEmpty())
	{
		DrawLegend(Canvas, Sheet.Legend, Head + Body);
	}
	return Canvas;
}

} // namespace Exemplar

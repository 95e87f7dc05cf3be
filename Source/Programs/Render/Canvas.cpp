// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Render/Canvas.h"

#include "Render/StrokeFont.h"

#include <algorithm>
#include <cmath>

namespace Exemplar
{
namespace CanvasDrawing
{

/** The distance from a point to a stretch of line. */
float DistanceToLine(float X, float Y, float X0, float Y0, float X1, float Y1)
{
	const float DX = X1 - X0, DY = Y1 - Y0, L2 = DX * DX + DY * DY;
	const float T = L2 > 0.0f ? std::clamp(((X - X0) * DX + (Y - Y0) * DY) / L2, 0.0f, 1.0f) : 0.0f;
	return std::hypot(X - X0 - T * DX, Y - Y0 - T * DY);
}

constexpr float LetterGap = 0.21f; // of the height of capitals

} // namespace CanvasDrawing

FPixel MixPixels(const FPixel& A, const FPixel& B, float Fraction)
{
	const auto Mix = [Fraction](uint8_t From, uint8_t To)
	{
		const float Value = static_cast<float>(From) + (static_cast<float>(To) - static_cast<float>(From)) * Fraction;
		return static_cast<uint8_t>(std::lround(std::clamp(Value, 0.0f, 255.0f)));
	};
	return {Mix(A.R, B.R), Mix(A.G, B.G), Mix(A.B, B.B), Mix(A.A, B.A)};
}

FCanvas::FCanvas(uint32_t InWidth, uint32_t InHeight, const FPixel& Color)
	: Width(InWidth)
	, Height(InHeight)
	, Pixels(size_t{InWidth} * InHeight, Color)
{
}

void FCanvas::Blend(int X, int Y, const FPixel& Color, float Coverage)
{
	if (X < 0 || Y < 0 || X >= static_cast<int>(Width) || Y >= static_cast<int>(Height) || !(Coverage > 0.0f))
	{
		return;
	}
	FPixel& Pixel = Pixels[static_cast<size_t>(Y) * Width + static_cast<size_t>(X)];
	FPixel Opaque = Color;
	Opaque.A = 255;
	Pixel = MixPixels(Pixel, Opaque, (std::min)(Coverage, 1.0f) * static_cast<float>(Color.A) / 255.0f);
}

void FCanvas::FillRectangle(int X, int Y, int W, int H, const FPixel& Color)
{
	for (int Row = Y; Row < Y + H; ++Row)
	{
		for (int Column = X; Column < X + W; ++Column)
		{
			Blend(Column, Row, Color);
		}
	}
}

void FCanvas::FillRoundedRectangle(float X, float Y, float W, float H, float Radius, const FPixel& Color)
{
	for (int Row = static_cast<int>(Y) - 1; Row <= static_cast<int>(Y + H) + 1; ++Row)
	{
		for (int Column = static_cast<int>(X) - 1; Column <= static_cast<int>(X + W) + 1; ++Column)
		{
			const float DX = std::abs(static_cast<float>(Column) + 0.5f - X - 0.5f * W) - 0.5f * W + Radius;
			const float DY = std::abs(static_cast<float>(Row) + 0.5f - Y - 0.5f * H) - 0.5f * H + Radius;
			const float Outside = std::hypot((std::max)(DX, 0.0f), (std::max)(DY, 0.0f));
			Blend(Column, Row, Color, 0.5f - (Outside + (std::min)((std::max)(DX, DY), 0.0f) - Radius));
		}
	}
}

void FCanvas::DrawLine(float X0, float Y0, float X1, float Y1, float Thickness, const FPixel& Color)
{
	const float Half = 0.5f * Thickness;
	for (int Row = static_cast<int>((std::min)(Y0, Y1) - Half) - 1; Row <= (std::max)(Y0, Y1) + Half + 1.0f; ++Row)
	{
		for (int Column = static_cast<int>((std::min)(X0, X1) - Half) - 1; Column <= (std::max)(X0, X1) + Half + 1.0f;
			 ++Column)
		{
			const float Distance = CanvasDrawing::DistanceToLine(
				static_cast<float>(Column) + 0.5f, static_cast<float>(Row) + 0.5f, X0, Y0, X1, Y1);
			Blend(Column, Row, Color, 0.5f + Half - Distance);
		}
	}
}

void FCanvas::Paste(const FCanvas& Other, int X, int Y)
{
	for (uint32_t Row = 0; Row < Other.Height; ++Row)
	{
		for (uint32_t Column = 0; Column < Other.Width; ++Column)
		{
			const int ToX = X + static_cast<int>(Column), ToY = Y + static_cast<int>(Row);
			if (ToX >= 0 && ToY >= 0 && ToX < static_cast<int>(Width) && ToY < static_cast<int>(Height))
			{
				Pixels[static_cast<size_t>(ToY) * Width + static_cast<size_t>(ToX)] =
					Other.Pixels[size_t{Row} * Other.Width + Column];
			}
		}
	}
}

float FCanvas::DrawText(float X, float Y, float CapHeight, std::string_view Utf8, const FPixel& Color)
{
	const float Half = (std::max)(0.058f * CapHeight, 0.55f);
	for (size_t At = 0; At < Utf8.size();)
	{
		const FStrokeGlyph& Glyph = NextGlyph(Utf8, At);
		const int Left = static_cast<int>(std::floor(X - 2.0f)), Top = static_cast<int>(Y - 1.3f * CapHeight - 2.0f);
		const int Right = static_cast<int>(X + Glyph.Width * CapHeight + 3.0f);
		const int Bottom = static_cast<int>(Y + 0.4f * CapHeight + 3.0f);
		for (int Row = Top; Row <= Bottom; ++Row)
		{
			for (int Column = Left; Column <= Right; ++Column)
			{
				// Glyphs are drawn whole: where two strokes meet, the nearer one counts once.
				float Nearest = 1e9f;
				for (const FStroke& Stroke : Glyph.Strokes)
				{
					Nearest = (std::min)(Nearest,
						CanvasDrawing::DistanceToLine(static_cast<float>(Column) + 0.5f, static_cast<float>(Row) + 0.5f,
							X + Stroke.X0 * CapHeight, Y - Stroke.Y0 * CapHeight, X + Stroke.X1 * CapHeight,
							Y - Stroke.Y1 * CapHeight));
				}
				Blend(Column, Row, Color, 0.5f + Half - Nearest);
			}
		}
		X += (Glyph.Width + CanvasDrawing::LetterGap) * CapHeight;
	}
	return X;
}

float MeasureText(float CapHeight, std::string_view Utf8)
{
	float Width = 0.0f;
	for (size_t At = 0; At < Utf8.size();)
	{
		Width += (NextGlyph(Utf8, At).Width + CanvasDrawing::LetterGap) * CapHeight;
	}
	return Width;
}

std::string FitText(float CapHeight, std::string_view Utf8, float Width)
{
	if (MeasureText(CapHeight, Utf8) <= Width)
	{
		return std::string(Utf8);
	}
	const float Left = Width - MeasureText(CapHeight, "...");
	size_t End = 0;
	for (size_t At = 0; At < Utf8.size();)
	{
		NextGlyph(Utf8, At);
		if (MeasureText(CapHeight, Utf8.substr(0, At)) > Left)
		{
			break;
		}
		End = At;
	}
	return std::string(Utf8.substr(0, End)) + "...";
}

} // namespace Exemplar

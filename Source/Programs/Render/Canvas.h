// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace Exemplar
{

/** A display color (sRGB), from 0 to 255. A is the opacity. */
struct FPixel
{
	uint8_t R = 0, G = 0, B = 0, A = 255;
	bool operator==(const FPixel&) const = default;
};

/** The color between two: 0 gives the first, 1 the second. */
FPixel MixPixels(const FPixel& A, const FPixel& B, float Fraction);

/** An opaque image that the CPU draws on: captions and legends around what the GPU drew. Row 0 is the top. */
class FCanvas
{
public:
	FCanvas(uint32_t InWidth, uint32_t InHeight, const FPixel& Color = {255, 255, 255, 255});

	uint32_t GetWidth() const { return Width; }
	uint32_t GetHeight() const { return Height; }
	const std::vector<FPixel>& GetPixels() const { return Pixels; }
	std::vector<FPixel>& GetPixels() { return Pixels; }

	/** Blends Color over a pixel with the opacity Coverage times A. Pixels outside the canvas are ignored. */
	void Blend(int X, int Y, const FPixel& Color, float Coverage = 1.0f);

	void FillRectangle(int X, int Y, int W, int H, const FPixel& Color);

	/** With round corners and smooth edges. */
	void FillRoundedRectangle(float X, float Y, float W, float H, float Radius, const FPixel& Color);

	/** A line with round ends. */
	void DrawLine(float X0, float Y0, float X1, float Y1, float Thickness, const FPixel& Color);

	/** Copies another canvas, clipped to this one. */
	void Paste(const FCanvas& Other, int X, int Y);

	/** Draws text with its baseline at Y. CapHeight is the height of capitals, in pixels. Returns the end of the text.
	 */
	float DrawText(float X, float Y, float CapHeight, std::string_view Utf8, const FPixel& Color);

private:
	uint32_t Width = 0, Height = 0;
	std::vector<FPixel> Pixels;
};

/** The width of a text in DrawText. */
float MeasureText(float CapHeight, std::string_view Utf8);

/** The text, shortened with an ellipsis if it does not fit. */
std::string FitText(float CapHeight, std::string_view Utf8, float Width);

} // namespace Exemplar

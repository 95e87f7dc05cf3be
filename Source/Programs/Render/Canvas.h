// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace Exemplar
{

/** A color of the display (sRGB), from 0 to 255; A is how much it covers. */
struct FPixel
{
	uint8_t R = 0, G = 0, B = 0, A = 255;
	bool operator==(const FPixel&) const = default;
};

/** The color between two: at 0 the first, at 1 the second. */
FPixel MixPixels(const FPixel& A, const FPixel& B, float Fraction);

/** A picture that is drawn on by the processor: what stands around what the GPU drew. Opaque; row 0 is the top. */
class FCanvas
{
public:
	FCanvas(uint32_t InWidth, uint32_t InHeight, const FPixel& Color = {255, 255, 255, 255});

	uint32_t GetWidth() const { return Width; }
	uint32_t GetHeight() const { return Height; }
	const std::vector<FPixel>& GetPixels() const { return Pixels; }
	std::vector<FPixel>& GetPixels() { return Pixels; }

	/** Lays Color over a pixel, Coverage times its A. Outside the canvas nothing happens. */
	void Blend(int X, int Y, const FPixel& Color, float Coverage = 1.0f);

	void FillRectangle(int X, int Y, int W, int H, const FPixel& Color);

	/** With round corners and smooth edges. */
	void FillRoundedRectangle(float X, float Y, float W, float H, float Radius, const FPixel& Color);

	/** A line with round ends. */
	void DrawLine(float X0, float Y0, float X1, float Y1, float Thickness, const FPixel& Color);

	/** Copies another canvas; what stands over the edge is left out. */
	void Paste(const FCanvas& Other, int X, int Y);

	/** Text with its baseline at Y; CapHeight is that of capitals, in pixels. Returns where it ends. */
	float DrawText(float X, float Y, float CapHeight, std::string_view Utf8, const FPixel& Color);

private:
	uint32_t Width = 0, Height = 0;
	std::vector<FPixel> Pixels;
};

/** How wide DrawText makes a text. */
float MeasureText(float CapHeight, std::string_view Utf8);

/** The text, or as much of its beginning as fits, with dots behind. */
std::string FitText(float CapHeight, std::string_view Utf8, float Width);

} // namespace Exemplar

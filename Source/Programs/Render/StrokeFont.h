// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

namespace Exemplar
{

/** A stretch of a glyph's pen line; x to the right from its left edge, y up from the baseline; capitals are 1 tall. */
struct FStroke
{
	float X0 = 0.0f, Y0 = 0.0f, X1 = 0.0f, Y1 = 0.0f;
};

struct FStrokeGlyph
{
	std::vector<FStroke> Strokes;
	float Width = 0.0f;
};

/**
 * A small typeface of our own, so that pictures carry labels without a font file: printable ASCII, the letters of
 * Europe's Latin alphabets and a few signs, drawn with a round pen. Takes one character off the text and moves At
 * behind it; what it does not know is a box.
 */
const FStrokeGlyph& NextGlyph(std::string_view Utf8, size_t& At);

} // namespace Exemplar

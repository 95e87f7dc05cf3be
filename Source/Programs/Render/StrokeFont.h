// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

namespace Exemplar
{

/** A segment of a glyph's pen line: x right from its left edge, y up from the baseline. The cap height is 1. */
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
 * A built-in stroke font for labels, so that no font file is needed: printable ASCII, European Latin letters and a few
 * symbols, drawn with a round pen. Reads one character of the text and moves At past it. An unknown character is a
 * box.
 */
const FStrokeGlyph& NextGlyph(std::string_view Utf8, size_t& At);

} // namespace Exemplar

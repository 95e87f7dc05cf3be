// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Base/Math.h"
#include "Base/Result.h"

#include <array>
#include <span>
#include <string>
#include <vector>

namespace Exemplar
{

/** From where a character is looked at: angles in degrees. */
struct FView
{
	float Azimuth = 30.0f;  // 0 sees the front (+Z), 90 its left side (+X)
	float Elevation = 8.0f; // above the horizon
	std::string Name = "three-quarter";
};

/** A name (ViewNames) or "azimuth,elevation" in degrees. */
TResult<FView> ParseView(const std::string& Text);
std::vector<std::string> ViewNames();

/** A viewer with a lens, as shaders and the reference rasterizer take it: Direct3D's clip space, y up, depth 0 to 1. */
struct FCamera
{
	FFloat3 Eye;
	FFloat3 Forward, Right, Up; // of unit length
	float TanHalfWidth = 0.2f;
	float TanHalfHeight = 0.2f;
	float Near = 0.1f;
	float Far = 100.0f;

	std::array<FFloat4, 4> ToClip() const;
};

/**
 * The nearest place from which all points are seen, and at most Fill of the picture's width or height is used. Footer
 * is the part of the height that is left free at the bottom besides.
 */
FCamera FrameCamera(
	const FView& View, std::span<const FFloat3> Points, float Aspect, float Fill = 0.88f, float Footer = 0.0f);

/** How much wider than tall points are, seen so from afar. */
float ApparentAspect(const FView& View, std::span<const FFloat3> Points);

} // namespace Exemplar

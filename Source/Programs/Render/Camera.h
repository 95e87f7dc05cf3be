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

/** A view direction. Angles are in degrees. */
struct FView
{
	float Azimuth = 30.0f;  // 0 shows the front (+Z), 90 the left side (+X)
	float Elevation = 8.0f; // above the horizon
	std::string Name = "three-quarter";
};

/** A name (ViewNames) or "azimuth,elevation" in degrees. */
TResult<FView> ParseView(const std::string& Text);
std::vector<std::string> ViewNames();

/** A camera as shaders and the reference rasterizer use it: Direct3D's clip space, y up, depth 0 to 1. */
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
 * The nearest camera that sees all points and fills at most Fill of the picture's width or height. Footer is the
 * fraction of the height that stays free at the bottom.
 */
FCamera FrameCamera(
	const FView& View, std::span<const FFloat3> Points, float Aspect, float Fill = 0.88f, float Footer = 0.0f);

/** The ratio of width to height of points, seen from far away. */
float ApparentAspect(const FView& View, std::span<const FFloat3> Points);

} // namespace Exemplar

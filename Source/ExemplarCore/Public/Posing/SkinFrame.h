// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Base/Api.h"
#include "Posing/CharacterPoser.h"

#include <span>
#include <vector>

namespace Exemplar
{

/**
 * What the GPU reads to skin one character in one frame: a level, and the poses of this frame and, for motion vectors,
 * of the last one. The sender keeps it from frame to frame: arrays keep their memory.
 */
struct FSkinFrame
{
	uint32_t Level = 0;
	ESkinOperator Operator = ESkinOperator::LinearBlend;
	float Geomorph = 0.0f;
	float PreviousGeomorph = 0.0f;
	std::vector<FFloat4> Palette;   // this frame's entries, then the last frame's
	std::vector<FFloat4> Stretches; // the same; empty where nothing is scaled
	std::vector<float> SegmentAngles;
	std::vector<float> ShapeWeights; // empty where no shape has a weight in either frame

	EXEMPLARCORE_API void Reset();

	/** Appends a frame's palette. bStretches: some frame of these is scaled. Centers of rotation need their matrices.
	 */
	EXEMPLARCORE_API void Append(const FSkinPalette& From, bool bStretches);

	/** Appends a frame's weights, with zeros up to Count. */
	EXEMPLARCORE_API void AppendShapes(std::span<const float> Weights, size_t Count);
};

} // namespace Exemplar

// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Base/Api.h"
#include "Character/CharacterModel.h"

#include <string>

namespace Exemplar
{

/**
 * Correctives as version 1 of their chunks had them: sets of joints whose example poses activate shapes. The weight of
 * a shape is the sum of coefficient times kernel over the examples; kernels are Gaussian (0) or compact (1) in the root
 * of the sum of squared rotation angles, each times its joint's scale.
 */
template <typename S>
struct TOldCorrectives
{
	typename S::template TItems<uint32_t> JointOffsets;
	typename S::template TItems<uint16_t> Joints;
	typename S::template TItems<float> JointScales;
	typename S::template TItems<uint32_t> ExampleOffsets;
	typename S::template TItems<FRotation> ExampleRotations; // set by set, example by example: one per joint
	typename S::template TItems<uint32_t> ShapeOffsets;
	typename S::template TItems<float> Coefficients; // set by set, shape by shape: one per example
	typename S::template TItems<uint32_t> Kernels;
	typename S::template TItems<float> Radii;
};

/** Deltas[i] moves vertex Vertices[i]. */
template <typename S>
struct TOldDeltas
{
	typename S::template TItems<uint32_t> Offsets; // rows are shapes
	typename S::template TItems<uint32_t> Vertices;
	typename S::template TItems<FFloat3> Deltas;
};

/**
 * Gives a character what older chunks say, in the model's present form: every shape becomes a corrective named
 * "Corrective 1" and so on. Returns what is wrong with the chunks; nothing if they are sound.
 */
EXEMPLARCORE_API std::string ConvertOldCorrectives(
	const TOldCorrectives<FViewed>& Old, std::span<const TOldDeltas<FViewed>> Deltas, FCharacterData& Character);

} // namespace Exemplar

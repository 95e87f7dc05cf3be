// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Base/Executor.h"
#include "BuilderApi.h"
#include "Character/CharacterModel.h"

#include <array>
#include <cstdint>
#include <span>
#include <vector>

namespace Exemplar
{

/** The triangles of a level over a square texture of its UVs, one place per texel center. */
struct FMapTexels
{
	static constexpr int32_t None = -1;

	uint32_t Size = 0;
	std::vector<int32_t> Triangles;            // per texel, rows from the top; None where no triangle lies
	std::vector<std::array<float, 2>> Weights; // of the triangle's second and third corner
	size_t Covered = 0;                        // texels with a triangle
	size_t Twice = 0;                          // texels with more than one, borders not counted

	std::array<float, 3> WeightsOf(size_t Texel) const
	{
		return {1.0f - Weights[Texel][0] - Weights[Texel][1], Weights[Texel][0], Weights[Texel][1]};
	}
};

/** Lays the triangles into the texture. A center on the border of two belongs to the first. UVs are as in the file. */
EXEMPLARBUILDER_API FMapTexels LayTriangles(
	std::span<const FFloat2> UVs, std::span<const uint32_t> Indices, uint32_t Size);

/** A value of a vertex at the place of a texel. */
template <typename T>
T AtTexel(const FMapTexels& Texels, size_t Texel, std::span<const uint32_t> Indices, std::span<const T> Values)
{
	const std::array<float, 3> W = Texels.WeightsOf(Texel);
	const uint32_t* const C = &Indices[3 * static_cast<size_t>(Texels.Triangles[Texel])];
	return Values[C[0]] * W[0] + Values[C[1]] * W[1] + Values[C[2]] * W[2];
}

/**
 * Gives texels without a value the mean of their neighbors', ring by ring, so that filters and mip levels meet no
 * background at the borders of charts. Values has Channels floats per texel; bHas says which have a value. Texels that
 * are farther than MaxRings from any stay as they are.
 */
EXEMPLARBUILDER_API void DilateTexels(
	uint32_t Size, size_t Channels, std::vector<uint8_t> bHas, std::span<float> Values, uint32_t MaxRings = 64);

} // namespace Exemplar

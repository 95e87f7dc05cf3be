// Copyright (c) 2026 Exemplar contributors. MIT licence.

#pragma once

#include "Base/Api.h"
#include "Character/CharacterModel.h"

namespace Exemplar
{

/**
 * How much of each corrective shape a pose asks for (TCorrectives says how). A set whose examples are all far away
 * costs its distances and nothing more, and its shapes get exactly zero.
 */
struct EXEMPLARCORE_API FCorrectiveWeightsJob
{
	const TCorrectives<FViewed>* Correctives = nullptr;
	std::span<const FBoneTransform> Local;
	std::span<const FBoneTransform> RestLocal;
	std::span<float> Kernels;      // scratch: one for each example of the set that has most
	std::span<float> ShapeWeights; // out: one a shape

	bool Validate() const;
	bool Run() const;
};

/** The largest number of examples in a set: what FCorrectiveWeightsJob::Kernels needs. */
EXEMPLARCORE_API size_t CountCorrectiveKernels(const TCorrectives<FViewed>& Correctives);

/**
 * The displacements of a level's vertices in rest space, sum of shape weight times delta. Only vertices of shapes with
 * a weight are touched: Touched lists them once each, by first touch. Deltas must be zero when the job runs; the next
 * frame clears what Touched lists, so that a pose without correctives costs nothing. Shapes must belong to the level
 * that has these vertices, as a character's own do.
 */
struct EXEMPLARCORE_API FCorrectiveDeltasJob
{
	const TCorrectiveDeltas<FViewed>* Shapes = nullptr;
	std::span<const float> ShapeWeights;
	std::span<FFloat3> Deltas;   // one a vertex: zeros in, displacements out
	std::span<char> bTouched;    // one a vertex: zeros in; one for the vertices in Touched
	std::span<uint32_t> Touched; // room for all vertices

	bool Validate() const;
	/** Answers how many entries of Touched were written; zero where the spans do not fit. */
	size_t Run() const;
};

/** Puts Deltas and bTouched back to zero where Touched says that they are not. */
EXEMPLARCORE_API void ClearCorrectiveDeltas(
	std::span<const uint32_t> Touched, std::span<FFloat3> Deltas, std::span<char> bTouched);

/**
 * Adds the displacements to positions that were skinned without them. Linear blending and animation space are linear in
 * the rest position: skinning v + d is skinning v, plus the blended linear part of the palette times d, where the W of
 * a vertex's points are its weights. The result is that of adding the displacements before skinning.
 */
struct EXEMPLARCORE_API FAddCorrectivesJob
{
	std::span<const uint32_t> Touched;
	std::span<const FFloat3> Deltas;
	std::span<const FAffine> Palette;
	const FMeshLevelView* Level = nullptr; // its Skin, or its Weights where it has no skin
	std::span<FFloat3> Positions;

	bool Validate() const;
	bool Run() const;
};

} // namespace Exemplar

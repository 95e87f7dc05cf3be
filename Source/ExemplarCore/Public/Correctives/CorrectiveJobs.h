// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Base/Api.h"
#include "Character/CharacterModel.h"
#include "Skinning/SkinningJobs.h"

#include <vector>

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
 * The shapes of a level in the order of its packed skin: which slot every delta moves. Made once, when the level is
 * packed.
 */
struct FPackedCorrectives
{
	std::vector<uint32_t> Offsets; // the deltas of shape s are [Offsets[s], Offsets[s + 1])
	std::vector<uint32_t> Slots;
	std::vector<FFloat3> Deltas;
	uint32_t BlockCount = 0;      // of the packed skin
	uint32_t MovedBlockCount = 0; // blocks that some shape moves
};

EXEMPLARCORE_API FPackedCorrectives PackCorrectives(const TCorrectiveDeltas<FViewed>& Shapes, const FPackedSkin& Skin);

/**
 * What the shapes of a pose add up to in rest space, as skinning jobs take it: sum of shape weight times delta, for the
 * blocks of slots that such a shape moves. Every operator can add it, since it comes before skinning.
 */
struct EXEMPLARCORE_API FCorrectiveOffsetsJob
{
	const FPackedCorrectives* Shapes = nullptr;
	std::span<const float> ShapeWeights;
	std::span<uint32_t> PlaceOfBlock; // scratch: Shapes->BlockCount
	std::span<float> Values;          // scratch: 24 for each of Shapes->MovedBlockCount

	bool Validate() const;
	/** The offsets, in the scratch; none at all where no shape has a weight or the spans do not fit. */
	FRestOffsets Run() const;
};

} // namespace Exemplar

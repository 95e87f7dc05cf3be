// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Base/Api.h"
#include "Character/CharacterModel.h"
#include "Skinning/SkinningJobs.h"

#include <vector>

namespace Exemplar
{

/**
 * The weight of each corrective shape in a pose, as TCorrectives defines it. A set whose examples are all far away
 * costs only its distances, and its shapes get exactly zero.
 */
struct EXEMPLARCORE_API FCorrectiveWeightsJob
{
	const TCorrectives<FViewed>* Correctives = nullptr;
	std::span<const FBoneTransform> Local;
	std::span<const FBoneTransform> RestLocal;
	std::span<float> Kernels;      // scratch: CountCorrectiveKernels
	std::span<float> ShapeWeights; // out: one per shape

	bool Validate() const;
	bool Run() const;
};

/** The largest number of examples in a set: the size of FCorrectiveWeightsJob::Kernels. */
EXEMPLARCORE_API size_t CountCorrectiveKernels(const TCorrectives<FViewed>& Correctives);

/**
 * The shapes of a level in the order of its packed skin: the slot that every delta moves. Made once, when the level is
 * packed.
 */
struct FPackedCorrectives
{
	std::vector<uint32_t> Offsets; // the deltas of shape s are [Offsets[s], Offsets[s + 1])
	std::vector<uint32_t> Slots;
	std::vector<FFloat3> Deltas;
	uint32_t BlockCount = 0;      // of the packed skin
	uint32_t MovedBlockCount = 0; // blocks that at least one shape moves
};

EXEMPLARCORE_API FPackedCorrectives PackCorrectives(const TCorrectiveDeltas<FViewed>& Shapes, const FPackedSkin& Skin);

/**
 * The sum of the shapes of a pose in rest space, as skinning jobs take it: shape weight times delta, for the blocks of
 * slots that these shapes move. It works with every operator, because it is added before skinning.
 */
struct EXEMPLARCORE_API FCorrectiveOffsetsJob
{
	const FPackedCorrectives* Shapes = nullptr;
	std::span<const float> ShapeWeights;
	std::span<uint32_t> PlaceOfBlock; // scratch: Shapes->BlockCount
	std::span<float> Values;          // scratch: 24 for each of Shapes->MovedBlockCount

	bool Validate() const;
	/** The offsets, in the scratch memory; none if no shape has a weight or the sizes of the spans do not match. */
	FRestOffsets Run() const;
};

} // namespace Exemplar

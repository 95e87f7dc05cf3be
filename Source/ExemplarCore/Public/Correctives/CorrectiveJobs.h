// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Base/AlignedArray.h"
#include "Base/Api.h"
#include "Base/Simd.h"
#include "Character/CharacterModel.h"
#include "Skinning/SkinningJobs.h"

#include <vector>

namespace Exemplar
{

/**
 * The kernels of a character in the order in which they are evaluated. Made once. The common kind, a Gaussian of the
 * chordal distance of one rotation, is sorted by driver and evaluated four at a time; the others follow one by one.
 * Everything is in double: weights of wide kernels are small differences of large numbers. All instruction sets give
 * the same bits.
 */
struct FCorrectiveSolver
{
	/** Kernels of one driver, width and kind, padded to a multiple of four. */
	struct FGroup
	{
		uint32_t Driver = 0;
		uint32_t First = 0; // of Lanes, in kernels
		uint32_t Count = 0; // padded
		uint32_t bCentered = 0;
		double Factor = 0.0; // -4 scale^2 / width^2
	};
	TCorrectives<FViewed> Model; // what it views must outlive the solver
	std::vector<FGroup> Groups;
	TAlignedArray<double> Lanes;    // per four kernels: the center's x[4] y[4] z[4] w[4], k(rest, center)[4]
	std::vector<uint32_t> Grouped;  // of lanes: the kernel, NoIndex for padding
	std::vector<uint32_t> Single;   // kernels that are in no group, ascending
	std::vector<double> RestValues; // of Single: k(rest, center) where it is centered
	std::vector<FRotation> Rests;   // of drivers: the joint's rest rotation
	uint32_t NormalizationCount = 0;
	uint32_t JointCount = 0;
	bool bReadsVectors = false; // a kernel reads rotation vectors

	/** Doubles that a job needs. */
	EXEMPLARCORE_API size_t ScratchSize() const;
};

/** RestLocal are the rest transforms of the skeleton that the correctives belong to. */
EXEMPLARCORE_API FCorrectiveSolver MakeCorrectiveSolver(
	const TCorrectives<FViewed>& Correctives, std::span<const FBoneTransform> RestLocal);

/**
 * The weight of each corrective shape in a pose, as FCorrectiveShape defines it, times strength and scale of its
 * corrective; zero where that is not enabled. A pose at rest gives exactly what its kernels say: zero from centered
 * ones.
 */
struct EXEMPLARCORE_API FCorrectiveWeightsJob
{
	const FCorrectiveSolver* Solver = nullptr;
	std::span<const FBoneTransform> Local;
	std::span<const float> Curves; // values; curves beyond its end are at rest
	std::span<const float> Scales; // optional: factors of correctives; those beyond its end keep their strength
	std::span<double> Scratch;     // Solver->ScratchSize()
	std::span<float> ShapeWeights; // out: one per shape
	ESimdLevel SimdLevel = GetSimdLevel();

	bool Validate() const;
	bool Run() const;
};

/** Moves helper joints (FCorrectiveHelper) by the weights of the shapes. */
struct EXEMPLARCORE_API FCorrectiveHelpersJob
{
	std::span<const FCorrectiveHelper> Helpers;
	std::span<const float> ShapeWeights;
	std::span<const FBoneTransform> RestLocal;
	std::span<FBoneTransform> Local; // in and out

	bool Validate() const;
	bool Run() const;
};

/**
 * The shapes of a level in the order of its packed skin, by block of eight slots: for every shape that moves the block,
 * 24 codes x[8] y[8] z[8]. Made once, when the level is packed.
 */
struct FPackedCorrectives
{
	struct FAfter
	{
		uint32_t Slot = 0;
		uint32_t Shape = 0;
		uint32_t Joint = 0; // index into TCorrectives::AfterJoints
		FFloat3 Delta;
	};
	std::vector<uint32_t> MovedBlocks; // blocks that at least one shape moves, ascending
	std::vector<uint32_t> Offsets;     // the entries of moved block i are [Offsets[i], Offsets[i + 1])
	std::vector<uint16_t> Shapes;      // of entries
	TAlignedArray<int16_t> Deltas;     // 24 per entry
	TAlignedArray<int8_t> Normals;     // 24 per entry; empty: normals do not follow
	std::vector<float> DeltaScales;    // of shapes
	std::vector<float> NormalScales;
	std::vector<FAfter> After; // by slot, then by shape
	std::vector<uint16_t> AfterJoints;
	uint32_t BlockCount = 0; // of the packed skin

	bool IsEmpty() const { return MovedBlocks.empty() && After.empty(); }
};

EXEMPLARCORE_API FPackedCorrectives PackCorrectives(
	const TCorrectives<FViewed>& Correctives, const TCorrectiveDeltas<FViewed>& Level, const FPackedSkin& Skin);

/**
 * The sum of the shapes of a pose in rest space, as skinning jobs take it: shape weight times delta, for the blocks of
 * slots that these shapes move. It works with every operator, because it is added before skinning.
 */
struct EXEMPLARCORE_API FCorrectiveOffsetsJob
{
	const FPackedCorrectives* Shapes = nullptr;
	std::span<const float> ShapeWeights;
	std::span<uint32_t> PlaceOfBlock; // scratch: Shapes->BlockCount
	std::span<float> Values;          // scratch: CountOffsetValues
	IExecutor* Executor = &GetSerialExecutor();
	ESimdLevel SimdLevel = GetSimdLevel();

	bool Validate() const;
	/** The offsets, in the scratch memory; none if no shape has a weight or the sizes of the spans do not match. */
	FRestOffsets Run() const;
};

/** The size of FCorrectiveOffsetsJob::Values: displacements, changes of normals where there are any, scaled weights. */
EXEMPLARCORE_API size_t CountOffsetValues(const FPackedCorrectives& Shapes);

/** Adds what shapes do after skinning to skinned positions. */
struct EXEMPLARCORE_API FCorrectiveAfterJob
{
	const FPackedCorrectives* Shapes = nullptr;
	std::span<const float> ShapeWeights;
	std::span<const FAffine> Palette; // of all joints
	std::span<FFloat3> Positions;     // of the slots

	bool Validate() const;
	bool Run() const;
};

} // namespace Exemplar

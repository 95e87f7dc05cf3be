// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Crowd/CrowdJob.h"

namespace Exemplar
{

/** Between which frames a time lies. */
struct FCrowdFrame
{
	uint32_t Index = 0; // the next one is Index + 1, or the same at the end
	uint32_t Next = 0;
	float Fraction = 0.0f;
};
FCrowdFrame FindCrowdFrame(uint32_t FrameCount, float FramesPerSecond, bool bLoops, float Seconds);

/** Between two frames of a clip, whose rotations are on one hemisphere. Not of unit length. */
FCrowdKey MixCrowdFrames(const FCrowdKey& A, const FCrowdKey& B, float Fraction);
/** Between two clips: the shorter way, at the share of B. */
FCrowdKey BlendCrowdKeys(const FCrowdKey& A, const FCrowdKey& B, float Weight);
/** A_j of a joint that rests at Center. */
FAffine CrowdKeyMatrix(const FCrowdKey& Key, const FFloat3& Center);

/** How many members are posed side by side: the lanes of the widest registers that we use. */
constexpr size_t CrowdLanes = 8;

/** Some members of the same character. Lanes beyond Count repeat the last one. */
struct FCrowdBatch
{
	const FCrowdCharacter* Character = nullptr;
	size_t Count = 0;
	const FCrowdInstance* Instances[CrowdLanes] = {};
	const uint16_t* Bones[CrowdLanes] = {}; // which joints go into the palette
	size_t BoneCounts[CrowdLanes] = {};
	FAffine* Palettes[CrowdLanes] = {};
};

/** The matrices of one joint for all lanes: twelve entries of eight floats. */
struct alignas(32) FCrowdMatrix
{
	float M[12][CrowdLanes];
};

/** Scratch holds one matrix a joint. */
void PoseCrowdBatch(const FCrowdBatch& Batch, std::span<FCrowdMatrix> Scratch);

/** The palette matrix of one joint alone, for culling: the root's, whose parent does not move. */
FAffine SampleCrowdRoot(const FCrowdCharacter& Character, const FCrowdInstance& Instance);

} // namespace Exemplar

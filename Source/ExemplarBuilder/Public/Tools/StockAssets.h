// Copyright (c) 2026 Exemplar contributors. MIT license.
// May change.

#pragma once

#include "Base/BuildContext.h"
#include "BuilderApi.h"
#include "Character/Character.h"
#include "Examples/ExampleSet.h"

namespace Exemplar
{

/**
 * A character as plain assets of an engine that knows linear blending alone: a skeletal mesh with levels, morph targets
 * and clips with keys for every joint, and capsules for physics. Everything is in character space; who fills the
 * engine's own assets converts axes and nothing else. Every level says what the conversion costs.
 */
struct FStockOptions
{
	size_t Influences = 8;      // per vertex: 4, 8 or 12
	uint32_t WeightOne = 65535; // the code of weight one: 255 for weights of a byte
	bool bMorphs = true;        // correctives as morph targets, where they bring the level closer to the character

	/** For the sizes at which levels are shown: the error that may be seen, on a screen of this width. */
	double TolerancePixels = 1.0;
	double ScreenPixels = 1920.0;

	size_t MeasuredFrames = 64; // of the clips, evenly; for errors and capsules
};

/** Of the converted mesh, posed as the engine poses it, against the character as it is drawn; % of the diagonal. */
struct FStockError
{
	double Rms = 0.0, Max = 0.0;
};

/** What a morph target of weight one adds to rest positions and normals. */
struct FStockMorph
{
	std::string Name;
	std::vector<uint32_t> Vertices; // ascending
	std::vector<FFloat3> Positions;
	std::vector<FFloat3> Normals; // as many, or none
};

/** Weights of the level's vertices: row i is [Offsets[i], Offsets[i + 1]), largest first, and sums to WeightOne. */
struct FStockLevel
{
	std::vector<uint32_t> Offsets{0};
	std::vector<uint16_t> Bones;
	std::vector<uint16_t> Codes;
	std::vector<FStockMorph> Morphs; // as many as the character has shapes, or none

	/** The level is shown while the bounding sphere is smaller than this share of the screen; the finest has one. */
	float ScreenSize = 1.0f;
	FStockError Error;              // with the morphs, if there are any
	FStockError ErrorWithoutMorphs; // the same if there are none
};

struct FStockClip
{
	std::string Name;
	float FramesPerSecond = 30.0f;
	uint32_t FrameCount = 0;
	bool bLoops = false;
	std::vector<FBoneTransform> Keys; // frame by frame, all joints, helper joints as correctives move them
	std::vector<float> MorphWeights;  // frame by frame, one per shape
};

/** A capsule in the frame of its joint: the axis from Start to End, around which Radius. */
struct FStockCapsule
{
	uint16_t Joint = 0;
	FFloat3 Start, End;
	float Radius = 0.0f;
	double Inside = 0.0; // share of the joint's vertices in the measured frames that it contains
};

struct FStockAssets
{
	uint32_t WeightOne = 65535;
	std::vector<FStockLevel> Levels;
	std::vector<FStockClip> Clips;
	std::vector<FStockCapsule> Capsules; // of joints with enough skin, ascending
};

/** Fails where a level has no blend weights, or where options ask for what no engine has. */
EXEMPLARBUILDER_API TResult<FStockAssets> MakeStockAssets(
	const FCharacter& Character, const FStockOptions& Options, const FBuildContext& Context);

/** A level as the engine draws it: morph targets are added to rest positions, then weights blend the palette. */
EXEMPLARBUILDER_API std::vector<FFloat3> PoseStockLevel(const FStockAssets& Assets, size_t Level,
	const FCharacterView& Character, std::span<const FAffine> Palette, std::span<const float> MorphWeights);

/** The finest level in the frames of the first clip, one per example, against the examples. */
EXEMPLARBUILDER_API TResult<FStockError> MeasureStockAssets(
	const FStockAssets& Assets, const FCharacter& Character, const FExampleSet& Examples);

} // namespace Exemplar

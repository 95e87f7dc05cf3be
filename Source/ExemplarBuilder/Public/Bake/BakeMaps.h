// Copyright (c) 2026 Exemplar contributors. MIT license.
// May change.

#pragma once

#include "Base/BuildContext.h"
#include "BuilderApi.h"
#include "Character/Character.h"
#include "Model/Rig.h"

namespace Exemplar
{

/** Where the normals of a level's map come from. */
enum class ENormalSource
{
	None, // no normal maps
	Pose, // the pose whose map is best on average over the poses
	Mean  // the mean over the poses, texel by texel: no map has a smaller error on average
};

struct FMapOptions
{
	ENormalSource Normals = ENormalSource::None; // of all levels but the finest
	bool bOcclusion = false;
	bool bCurvature = false;
	bool bWrinkles = false; // one per corrective
	bool bColors = false;   // from vertex colors

	/** Side of the maps in texels, a power of two. */
	uint32_t Size = 1024;

	/** Poses of the clips, spread over their frames, that maps are made for; the rest pose is one more. */
	uint32_t Poses = 8;

	bool IsEmpty() const
	{
		return Normals == ENormalSource::None && !bOcclusion && !bCurvature && !bWrinkles && !bColors;
	}
};

struct FMadeMaps
{
	TBakedMaps<FOwned> Maps;
	FStageFigures Figures;
};

/**
 * Makes maps over the UVs of a character as it is drawn: levels are posed by the jobs that a game runs. A texel of a
 * coarser level belongs to the place of the finest one with the same UVs. Fails without UVs, normals or tangents, and
 * where UVs leave the unit square or cover it twice.
 */
EXEMPLARBUILDER_API TResult<FMadeMaps> BakeMaps(
	const FCharacter& Character, const FMapOptions& Options, const FBuildContext& Context);

/** The same character with these maps in place of its own. */
EXEMPLARBUILDER_API TResult<FCharacter> ReplaceMaps(const FCharacter& Character, TBakedMaps<FOwned> Maps);

/** Adds a map at the end. Texels are in the order of the file. */
EXEMPLARBUILDER_API void AppendMap(
	TBakedMaps<FOwned>& Maps, const TBakedMap<FOwned>& Map, std::span<const uint8_t> Texels);

/** The normal that a texel of a normal map stands for, in its level's tangent frame; unit. */
EXEMPLARBUILDER_API FFloat3 DecodeMapNormal(uint16_t X, uint16_t Y);

/** A normal map as the renderer filters it: bilinear, clamped to its borders. UV as in the level. */
EXEMPLARBUILDER_API FFloat3 SampleNormalMap(
	const FBakedMapFields& Map, std::span<const uint8_t> Texels, const FFloat2& UV);

} // namespace Exemplar

// Copyright (c) 2026 Exemplar contributors. MIT license.
// May change.

#pragma once

#include "Character/Character.h"
#include "Correctives/Correctives.h"
#include "Levels/BuildLevels.h"

namespace Exemplar
{

/** Everything that a character is made of, as the stages return it. Bake makes a character of it, Unbake takes it
 * apart. */
struct FCharacterParts
{
	std::string Name;
	std::vector<TMaterialSlot<FOwned>> Materials;
	std::vector<uint32_t> PointOfSource; // optional: the point of every source vertex
	FAnimation Animation;
	FSurface Surface;
	FSkin Skin;
	FLevels Levels;
	FCorrectives Correctives;
	TBakedMaps<FOwned> Maps;        // optional; of these levels and UVs
	uint32_t PreferredOperator = 0; // TCharacterModel::PreferredOperator
	std::vector<TProvenanceEntry<FOwned>> Provenance;
};

/** What examples and a skin over their points give: name, materials, surface. The animation is the caller's to add. */
EXEMPLARBUILDER_API FCharacterParts MakeParts(const FExampleSet& Examples, FSkin Skin);

/**
 * The character that an example set brought along: its rest surface on the skeleton, weights and clips of its source
 * (glTF, FBX, the sample). Nothing is fitted. Fails where the source has no rig, or where the examples were moved or
 * scaled and their rig was not.
 */
EXEMPLARBUILDER_API TResult<FCharacterParts> MakeSourceParts(const FExampleSet& Examples);

/** Where the tangent pairs of a skin come from (Merry 2007, section 4.5). */
enum class ETangentRule
{
	Surface,             // planes through the faces around each vertex, in the metric: any skin
	LinearBlend,         // as linear blend skinning shades (eq. 4.8): needs the level's weights and normals
	CorrectedLinearBlend // the true surface of linear blend skinning (eq. 4.11): needs the same
};

struct FBakeOptions
{
	/**
	 * Store clips with fewer keys: how far the skin may be, in any frame, from where all keys put it, in % of the rest
	 * diagonal. 0 keeps every key.
	 */
	double KeyTolerance = 0.0;

	/** Levels with an animation-space skin and normals get the tangent pairs that posed normals come from. */
	bool bSkinTangents = true;
	ETangentRule TangentRule = ETangentRule::Surface;

	/** Levels with blend weights get the centers that the operator of optimized centers of rotation reads. */
	bool bRotationCenters = true;

	/** Normals follow correctives: shapes get what they add to rest normals, fitted to the corrected surface in frames
	 * of the clips. */
	bool bCorrectiveNormals = true;

	/** Blocks of animation-space skins are moved along displacements that no pose shows, until their W are as near to
	 * the blend weights as they can be. */
	bool bGauge = true;
};

struct FBakedCharacter
{
	FCharacter Character;
	FStageFigures Figures;
};

/**
 * The character as it is saved, shipped and drawn. This is the only place that makes vertices, skins and weights in
 * float, tangents of skins, centers of rotation, reduced keys, culling spheres, the triangle order for vertex caches,
 * and the bytes of the file.
 */
EXEMPLARBUILDER_API TResult<FBakedCharacter> Bake(
	const FCharacterParts& Parts, const FBakeOptions& Options, const FBuildContext& Context);

/** The parts of a character: what Bake would make the same character of. Skin tangents are not read; Bake makes them.
 */
EXEMPLARBUILDER_API FCharacterParts Unbake(const FCharacter& Character);

/**
 * The skeleton, weights and clips of a character over the points of examples of the same mesh, to fit a skin to them.
 * Vertices are matched by their number in the source. Fails where the examples are of another mesh, or stand elsewhere
 * at rest. The motions are those of the character's clips, one pose per frame.
 */
EXEMPLARBUILDER_API TResult<FRig> ReadRig(const FCharacterParts& Parts, const FExampleSet& Examples);

/** For every point of the parts the point of examples of the same mesh. */
EXEMPLARBUILDER_API TResult<std::vector<uint32_t>> MatchPoints(
	const FCharacterParts& Parts, const FExampleSet& Examples);

/** For every vertex of a character's finest level the point of examples of the same mesh. */
EXEMPLARBUILDER_API TResult<std::vector<uint32_t>> MatchVertices(
	const FCharacterView& Character, const FExampleSet& Examples);

/** A line of the levels' table. */
struct FLevelFigures
{
	size_t Triangles = 0;
	size_t Vertices = 0;   // corners
	size_t Influences = 0; // of the points, each point once
	size_t Bones = 0;
	double SurfaceError = 0.0; // of the surface at its worst place, meters
	double SurfaceRms = 0.0;   // of the whole surface, meters
	double MeanError = 0.0;    // of textures, meters
	double ErrorBound = 0.0;   // meters
};

/** The levels of a character as it is stored, finest first. */
EXEMPLARBUILDER_API std::vector<FLevelFigures> ListLevels(const FCharacterView& Character);

} // namespace Exemplar

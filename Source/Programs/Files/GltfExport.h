// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Base/Result.h"
#include "Character/Character.h"
#include "Examples/ExampleSet.h"

#include <cstddef>
#include <string>
#include <vector>

namespace Exemplar
{

/** A shape that is added to the finest level: one offset a vertex, in rest space. */
struct FGltfMorphTarget
{
	std::string Name;
	std::vector<FFloat3> Deltas;
};

struct FGltfExportOptions
{
	/** The most influences a vertex: 4 (every viewer reads them) or 8. The largest are kept and sum to one again. */
	int Influences = 4;

	/** Color every vertex by the bone that holds it most, to look at a rig. */
	bool bColorByBone = false;

	/** Write the coarser levels of detail too, by MSFT_lod. */
	bool bLevels = true;

	std::vector<FGltfMorphTarget> MorphTargets;
};

/**
 * The bytes of a binary glTF 2.0 file (.glb) of a character: mesh, skin by linear blend weights, levels of detail,
 * clips, materials, morph targets, and where it came from in the extras. Where a level has no blend weights they are
 * taken from the homogeneous weights of its animation-space points. Khronos' validator finds nothing to warn about.
 */
TResult<std::vector<std::byte>> ExportCharacterGltf(const FCharacterView& Character, const FGltfExportOptions& Options);

/**
 * Examples as a mesh with one morph target a pose, and an animation that shows the poses one after the other at
 * FramesPerSecond. The first vertices are the source's, in order; those split by UV or normal follow, and all carry
 * their source's index as _SOURCE_VERTEX, so that reading the file again gives the same vertices.
 */
TResult<std::vector<std::byte>> ExportExamplesGltf(const FExampleSet& Examples, double FramesPerSecond = 30.0);

} // namespace Exemplar

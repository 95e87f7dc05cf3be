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

struct FGltfExportOptions
{
	/** Maximum influences per vertex: 4 (supported by every viewer) or 8. The largest are kept and normalized. */
	int Influences = 4;

	/** Color every vertex by its dominant bone, to view a rig. */
	bool bColorByBone = false;

	/** Also write the coarser levels of detail, using MSFT_lod. */
	bool bLevels = true;

	/** Write correctives as morph targets, with weights in every frame of the clips. */
	bool bCorrectives = true;
};

/**
 * The bytes of a binary glTF 2.0 file (.glb) of a character: mesh, skin by linear blend weights, levels of detail,
 * clips, materials, morph targets, and provenance in the extras. If a level has no blend weights, the homogeneous
 * weights of its animation-space points are used. Passes Khronos' validator without warnings.
 */
TResult<std::vector<std::byte>> ExportCharacterGltf(const FCharacterView& Character, const FGltfExportOptions& Options);

/** How much of the displacements after skinning the morph targets of such a file miss in the clips; empty if nothing.
 */
TResult<std::string> DescribeGltfLoss(const FCharacterView& Character, const FGltfExportOptions& Options);

/** Examples as a mesh with one morph target per pose, and an animation that plays the poses in sequence at
 * FramesPerSecond. The first vertices are the source's, in order, followed by those split by UV or normal; all carry
 * their source index as _SOURCE_VERTEX, so that reading the file back gives the same vertices.
 */
TResult<std::vector<std::byte>> ExportExamplesGltf(const FExampleSet& Examples, double FramesPerSecond = 30.0);

} // namespace Exemplar

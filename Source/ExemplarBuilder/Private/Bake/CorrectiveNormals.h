// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Base/BuildContext.h"
#include "Base/Result.h"
#include "Character/CharacterModel.h"

namespace Exemplar
{

/** Frames of the clips that normals are fitted to, besides the poses of sculpts. */
constexpr size_t CorrectiveNormalPoses = 96;

/**
 * What every shape adds to rest normals, so that skinned normals are those of the corrected surface: in frames of the
 * clips and poses of sculpts, the posed surface's normal is taken back through the operator, and what the shapes that
 * move a vertex add to its normal is found by least squares. So normals cost three numbers per displacement and no pass
 * over the triangles. Rest normals of operators are wrong without correctives too, where weights change along the
 * surface: what the shapes' weights explain of this is corrected with the rest. Levels without normals, and characters
 * without clips and sculpts, stay as they are.
 */
FStatus AddCorrectiveNormals(FCharacterData& Character, const FBuildContext& Context);

} // namespace Exemplar

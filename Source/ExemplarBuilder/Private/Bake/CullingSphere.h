// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Base/Result.h"
#include "BuilderApi.h"
#include "Character/CharacterModel.h"

namespace Exemplar
{

/**
 * Spheres that contain the character, and each section of each level, in every legal pose and at every stage of its
 * geomorph: every joint turned anywhere within its limits, translations and scales as at rest or anywhere between the
 * keys of the character's clips (Merry 2007), correctives as far as their kernels go. They hold while the
 * first root is at rest and move with it. Centers come from uniformly distributed rotations, because statistics of
 * clips would bias them. Writes Sphere and the levels' SectionSpheres. A character without a skeleton or skin is
 * contained as it stands.
 */
EXEMPLARBUILDER_API FStatus ComputeCullingSpheres(FCharacterData& Character);

} // namespace Exemplar

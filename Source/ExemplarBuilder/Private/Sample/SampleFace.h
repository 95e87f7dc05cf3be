// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Sample/SampleCharacter.h"

namespace Exemplar
{

/**
 * Nine expressions of the sample's head: smile, jaw, blink, wink, brows up, frown, pucker, sneer and surprise. Small
 * regions move far from rest and most of the head not at all, so that the worst vertex of a rig is far above its root
 * mean square. Jaw and lids turn and end sharply at the mouth and the eyes; the rest slides. No rig made them.
 */
EXEMPLARBUILDER_API FSourceExamples MakeFaceExamples(const FSampleCharacter& Sample);

} // namespace Exemplar

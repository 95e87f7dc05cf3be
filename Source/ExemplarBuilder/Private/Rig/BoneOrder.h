// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Rig/BuildRig.h"

namespace Exemplar
{

/** The same rig with parents before children, as characters have their joints: bones and joints then share numbers. */
FRigResult SortBones(FRigResult Rig);

} // namespace Exemplar

// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Skinning/SkinKernel.h"

#include "Skinning/SkinLanesPlain.h"

#define EXEMPLAR_KERNEL

namespace Exemplar::SkinPlain
{
#include "Skinning/SkinKernels.inl"
} // namespace Exemplar::SkinPlain

#undef EXEMPLAR_KERNEL
#undef EXEMPLAR_LANES

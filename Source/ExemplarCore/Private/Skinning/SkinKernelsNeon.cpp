// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Skinning/SkinKernel.h"

#if EXEMPLAR_ARM64

#include "Skinning/SkinLanesNeon.h"

#define EXEMPLAR_KERNEL

namespace Exemplar::SkinNeon
{
#include "Skinning/SkinKernels.inl"
} // namespace Exemplar::SkinNeon

#undef EXEMPLAR_KERNEL
#undef EXEMPLAR_LANES

#endif

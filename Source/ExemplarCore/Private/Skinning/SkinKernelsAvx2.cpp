// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Skinning/SkinKernel.h"

#if EXEMPLAR_X64

#include "Skinning/SkinLanesAvx2.h"

#define EXEMPLAR_KERNEL EXEMPLAR_TARGET_AVX2

namespace Exemplar::SkinAvx2
{
#include "Skinning/SkinKernels.inl"
} // namespace Exemplar::SkinAvx2

#undef EXEMPLAR_KERNEL
#undef EXEMPLAR_LANES

#endif

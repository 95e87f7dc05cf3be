// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Skinning/SkinKernel.h"

#if EXEMPLAR_X64

#include "Skinning/SkinLanesSse41.h"

#define EXEMPLAR_KERNEL EXEMPLAR_TARGET_SSE41

namespace Exemplar::SkinSse41
{
#include "Skinning/SkinKernels.inl"
} // namespace Exemplar::SkinSse41

#undef EXEMPLAR_KERNEL
#undef EXEMPLAR_LANES

#endif

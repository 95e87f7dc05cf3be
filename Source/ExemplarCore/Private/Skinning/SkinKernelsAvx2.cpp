// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Skinning/SkinKernel.h"

#if EXEMPLAR_X64

#if defined(_MSC_VER) && !defined(__clang__)
#pragma warning(disable : 4752) // AVX without /arch:AVX: these functions run only where the processor has it
#endif

#include "Skinning/SkinLanesAvx2.h"

#define EXEMPLAR_KERNEL EXEMPLAR_TARGET_AVX2

namespace Exemplar::SkinAvx2
{
#include "Skinning/SkinKernels.inl"
} // namespace Exemplar::SkinAvx2

#undef EXEMPLAR_KERNEL
#undef EXEMPLAR_LANES

#endif

// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "ExemplarBuildOptions.h"

#include "ExemplarBuildChoices.h"
#include "ExemplarRigOptions.h"

#include UE_INLINE_GENERATED_CPP_BY_NAME(ExemplarBuildChoices)
#include UE_INLINE_GENERATED_CPP_BY_NAME(ExemplarBuildOptions)
#include UE_INLINE_GENERATED_CPP_BY_NAME(ExemplarRigOptions)

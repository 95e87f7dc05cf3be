// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "ExemplarMeshDeformerSettings.h"

#include UE_INLINE_GENERATED_CPP_BY_NAME(ExemplarMeshDeformerSettings)

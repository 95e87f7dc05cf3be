// Copyright (c) 2026 Exemplar contributors. MIT licence.

#pragma once

#include "Containers/Array.h"

struct FMaterialInterfacePSOPrecacheParams;
struct FPSOPrecacheParams
{
};
using FMaterialInterfacePSOPrecacheParamsList = TArray<FMaterialInterfacePSOPrecacheParams>;

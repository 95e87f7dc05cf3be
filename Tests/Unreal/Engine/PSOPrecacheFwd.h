// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Containers/Array.h"

struct FMaterialInterfacePSOPrecacheParams;
struct FPSOPrecacheParams
{
};
using FMaterialInterfacePSOPrecacheParamsList = TArray<FMaterialInterfacePSOPrecacheParams>;

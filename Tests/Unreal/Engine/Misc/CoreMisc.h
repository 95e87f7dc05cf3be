// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "CoreTypes.h"

class FDerivedDataCacheInterface;

HOST_API FDerivedDataCacheInterface& GetDerivedDataCacheRef();

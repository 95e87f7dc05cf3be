// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "CoreTypes.h"

/** What the registry knows of an asset; the host knows nothing. */
struct FAssetData
{
};

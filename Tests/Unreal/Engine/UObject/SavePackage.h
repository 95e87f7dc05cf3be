// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "UObject/ObjectMacros.h"

struct FSavePackageArgs
{
	EObjectFlags TopLevelFlags = RF_NoFlags;
};

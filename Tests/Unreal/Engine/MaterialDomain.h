// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "CoreTypes.h"

enum EMaterialDomain : int
{
	MD_Surface
};

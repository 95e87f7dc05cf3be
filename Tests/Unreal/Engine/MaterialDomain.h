// Copyright (c) 2026 Exemplar contributors. MIT licence.

#pragma once

#include "CoreTypes.h"

enum EMaterialDomain : int
{
	MD_Surface
};

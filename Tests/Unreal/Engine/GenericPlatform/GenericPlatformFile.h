// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "CoreTypes.h"

enum EAsyncIOPriorityAndFlags : int
{
	AIOP_Normal = 3
};

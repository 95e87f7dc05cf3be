// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "CoreTypes.h"

enum ETickingGroup : int
{
	TG_PrePhysics,
	TG_PostUpdateWork
};
enum ELevelTick
{
	LEVELTICK_All
};

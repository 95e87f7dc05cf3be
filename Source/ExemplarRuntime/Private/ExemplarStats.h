// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Stats/Stats.h"

/** `stat Exemplar` */
DECLARE_STATS_GROUP(TEXT("Exemplar"), STATGROUP_Exemplar, STATCAT_Advanced);

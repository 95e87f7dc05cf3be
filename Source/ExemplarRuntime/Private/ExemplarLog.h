// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "CoreMinimal.h"

DECLARE_LOG_CATEGORY_EXTERN(LogExemplar, Log, All);

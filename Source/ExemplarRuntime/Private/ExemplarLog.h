// Copyright (c) 2026 Exemplar contributors. MIT licence.

#pragma once

#include "CoreMinimal.h"

DECLARE_LOG_CATEGORY_EXTERN(LogExemplar, Log, All);

// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "CoreTypes.h"

/** What several validators say of one asset. */
class FDataValidationContext
{
};

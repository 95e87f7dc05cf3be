// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "UObject/ObjectPtr.h"

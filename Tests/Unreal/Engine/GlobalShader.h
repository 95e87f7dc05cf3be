// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "RHIDefinitions.h"
#include "Shader.h"

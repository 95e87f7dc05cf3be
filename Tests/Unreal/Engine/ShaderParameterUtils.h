// Copyright (c) 2026 Exemplar contributors. MIT licence.

#pragma once

#include "ShaderParameters.h"

// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "ShaderParameterMacros.h"

#define SHADER_USE_PARAMETER_STRUCT(ShaderClass, ShaderParentClass) \
	static_assert(std::is_base_of_v<FGlobalShader, ShaderParentClass>);

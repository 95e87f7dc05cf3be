// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "RHIGlobals.h"

inline bool IsFeatureLevelSupported(EShaderPlatform, ERHIFeatureLevel::Type Level)
{
	return Level <= GMaxRHIFeatureLevel;
}
inline ERHIFeatureLevel::Type GetMaxSupportedFeatureLevel(EShaderPlatform)
{
	return GMaxRHIFeatureLevel;
}

// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "RHIDefinitions.h"

inline constexpr ERHIFeatureLevel::Type GMaxRHIFeatureLevel = ERHIFeatureLevel::SM6;
inline constexpr EShaderPlatform GMaxRHIShaderPlatform = SP_HostVulkan;

// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "CoreTypes.h"

namespace ERHIFeatureLevel
{
enum Type : int
{
	ES3_1 = 1,
	SM5 = 3,
	SM6 = 4
};
} // namespace ERHIFeatureLevel

/** The host has one platform; what it is called does not matter to the plug-in. */
enum EShaderPlatform : uint8
{
	SP_HostVulkan = 1
};
inline constexpr ERHIFeatureLevel::Type GMaxRHIFeatureLevel = ERHIFeatureLevel::SM6;
inline constexpr EShaderPlatform GMaxRHIShaderPlatform = SP_HostVulkan;
inline bool IsFeatureLevelSupported(EShaderPlatform, ERHIFeatureLevel::Type Level)
{
	return Level <= GMaxRHIFeatureLevel;
}
inline ERHIFeatureLevel::Type GetMaxSupportedFeatureLevel(EShaderPlatform)
{
	return GMaxRHIFeatureLevel;
}

enum class ERHIAccess : uint32
{
	Unknown = 0,
	SRVCompute = 1 << 1,
	SRVGraphics = 1 << 2,
	UAVCompute = 1 << 3,
	IndirectArgs = 1 << 4,
	SRVMask = SRVCompute | SRVGraphics
};

enum EShaderFrequency : uint8
{
	SF_Vertex,
	SF_Pixel,
	SF_Compute
};
enum EPrimitiveType
{
	PT_TriangleList
};
enum EVertexElementType
{
	VET_None,
	VET_UInt
};

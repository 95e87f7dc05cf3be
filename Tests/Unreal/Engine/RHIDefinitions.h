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
	VET_Float3,
	VET_UInt
};

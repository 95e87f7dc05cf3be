// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "ReferenceRasterizer.h"
#include "Vulkan/GpuCommands.h"

#include <map>
#include <string>

namespace Exemplar
{

/** The images that /Harness/ExemplarDraw.usf draws to: color, triangle, normal, motion and depth. */
struct FDrawTargets
{
	FGpuPass Pass;
	uint32_t Width = 0, Height = 0;

	/** Formats of the color images. */
	static std::vector<EGpuFormat> GetFormats();

	static FDrawTargets Make(const FGpuDevice& Device, uint32_t Width, uint32_t Height);

	/** What was drawn, in the form of the reference rasterizer. A failure is one of the test. */
	FReferencePicture Read() const;
};

} // namespace Exemplar

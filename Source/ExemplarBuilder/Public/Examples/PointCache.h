// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Base/Math.h"
#include "Base/Result.h"
#include "BuilderApi.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace Exemplar
{

/** Positions of the vertices of some mesh over time, in the mesh's vertex order; no topology. What PC2 and MDD hold. */
struct FPointCache
{
	uint32_t VertexCount = 0;
	float StartFrame = 0.0f;     // PC2
	float FrameStep = 1.0f;      // PC2: frames between samples
	std::vector<float> Times;    // MDD: seconds, one a frame; optional
	std::vector<FFloat3> Points; // frame by frame

	size_t FrameCount() const { return VertexCount == 0 ? 0 : Points.size() / VertexCount; }
	std::span<const FFloat3> Frame(size_t Index) const { return {Points.data() + Index * VertexCount, VertexCount}; }
	bool operator==(const FPointCache&) const = default;
};

/** Both are safe on untrusted bytes and allocate no more than the bytes justify. Name is what an error calls the file.
 */
EXEMPLARBUILDER_API TResult<FPointCache> ParsePc2(std::span<const std::byte> Bytes, std::string_view Name);
EXEMPLARBUILDER_API TResult<FPointCache> ParseMdd(std::span<const std::byte> Bytes, std::string_view Name);

EXEMPLARBUILDER_API std::string FormatPc2(const FPointCache& Cache);

/** A cache without times gets one frame every 1/30 second. */
EXEMPLARBUILDER_API std::string FormatMdd(const FPointCache& Cache);

} // namespace Exemplar

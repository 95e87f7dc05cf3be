// Copyright (c) 2026 Exemplar contributors. MIT license.
// Stable.

#pragma once

#include "Base/Result.h"
#include "BuilderApi.h"
#include "Registration/RegisterScans.h"

#include <cstddef>
#include <span>
#include <string_view>

namespace Exemplar
{

/** How far each vertex of each pose can be trusted; beside frames.pc2 in the folder of `exemplar register`. */
struct FConfidence
{
	uint32_t VertexCount = 0;
	uint32_t PoseCount = 0;
	std::vector<float> Values;       // pose by pose, from 0 to 1, in steps of 1/63
	std::vector<EPointState> States; // pose by pose
	bool operator==(const FConfidence&) const = default;
};

/** The name of the file in its folder. */
constexpr std::string_view ConfidenceFileName = "frames.confidence";

/** Safe on untrusted bytes; allocates no more than they justify. Errors call the file Name. */
EXEMPLARBUILDER_API TResult<FConfidence> ParseConfidence(std::span<const std::byte> Bytes, std::string_view Name);

EXEMPLARBUILDER_API std::string FormatConfidence(const FConfidence& Confidence);

/** The confidence of the poses that did not fail. */
EXEMPLARBUILDER_API FConfidence ConfidenceOf(const FRegisteredExamples& Registered);

} // namespace Exemplar

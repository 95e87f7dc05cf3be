// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Registration/ConfidenceFile.h"

#include "Examples/ByteOrder.h"

#include <algorithm>
#include <cmath>

namespace Exemplar
{
namespace ConfidenceFileDetail
{

// "EXEMCONF", version, vertices, poses (little endian), then a byte per vertex and pose: six bits of confidence above
// two bits of state.
constexpr std::string_view Magic = "EXEMCONF";
constexpr uint32_t Version = 1;
constexpr size_t HeaderSize = 8 + 3 * 4;
constexpr float Steps = 63.0f;

FError MalformedConfidence(std::string_view Name, const std::string& What)
{
	return {EErrorCode::Malformed,
		std::string(Name) + ": " + What +
			". Write it again with 'exemplar register', or delete it to trust every vertex."};
}

} // namespace ConfidenceFileDetail

TResult<FConfidence> ParseConfidence(std::span<const std::byte> Bytes, std::string_view Name)
{
	using namespace ConfidenceFileDetail;
	if (Bytes.size() < HeaderSize ||
		std::string_view(reinterpret_cast<const char*>(Bytes.data()), Magic.size()) != Magic)
	{
		return MalformedConfidence(Name, "this is not a confidence file");
	}
	const uint32_t Found = LoadBytes<uint32_t>(Bytes.data() + 8, false);
	if (Found != Version)
	{
		return FError{EErrorCode::Unsupported,
			std::string(Name) + ": version " + std::to_string(Found) +
				" of the confidence file is unknown; this program reads version " + std::to_string(Version) +
				". Write it again with this program."};
	}
	FConfidence Out;
	Out.VertexCount = LoadBytes<uint32_t>(Bytes.data() + 12, false);
	Out.PoseCount = LoadBytes<uint32_t>(Bytes.data() + 16, false);
	const uint64_t Count = static_cast<uint64_t>(Out.VertexCount) * Out.PoseCount;
	if (Count != Bytes.size() - HeaderSize)
	{
		return MalformedConfidence(Name,
			"it has " + std::to_string(Bytes.size() - HeaderSize) + " values, but its header says " +
				std::to_string(Out.VertexCount) + " vertices in " + std::to_string(Out.PoseCount) + " poses");
	}
	Out.Values.reserve(Count);
	Out.States.reserve(Count);
	for (const std::byte Each : Bytes.subspan(HeaderSize))
	{
		const uint32_t Value = std::to_integer<uint32_t>(Each);
		if ((Value & 3u) > static_cast<uint32_t>(EPointState::Invented))
		{
			return MalformedConfidence(Name, "value " + std::to_string(Out.Values.size()) + " has no known state");
		}
		Out.Values.push_back(static_cast<float>(Value >> 2) / Steps);
		Out.States.push_back(static_cast<EPointState>(Value & 3u));
	}
	return Out;
}

std::string FormatConfidence(const FConfidence& Confidence)
{
	using namespace ConfidenceFileDetail;
	std::string Out(Magic);
	AppendBytes<uint32_t>(Out, Version, false);
	AppendBytes<uint32_t>(Out, Confidence.VertexCount, false);
	AppendBytes<uint32_t>(Out, Confidence.PoseCount, false);
	for (size_t Index = 0; Index < Confidence.Values.size(); ++Index)
	{
		const float Value = std::clamp(Confidence.Values[Index], 0.0f, 1.0f);
		Out.push_back(static_cast<char>((static_cast<uint32_t>(std::lround(Value * Steps)) << 2) |
			static_cast<uint32_t>(Confidence.States[Index])));
	}
	return Out;
}

FConfidence ConfidenceOf(const FRegisteredExamples& Registered)
{
	FConfidence Out;
	Out.VertexCount = static_cast<uint32_t>(Registered.Examples.Rest.Positions.size());
	for (const FRegisteredPose& Pose : Registered.Poses)
	{
		if (Pose.bUsed)
		{
			++Out.PoseCount;
			Out.Values.insert(Out.Values.end(), Pose.Confidence.begin(), Pose.Confidence.end());
			Out.States.insert(Out.States.end(), Pose.States.begin(), Pose.States.end());
		}
	}
	return Out;
}

} // namespace Exemplar

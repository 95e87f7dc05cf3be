// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Files/GltfClips.h"

#include "Files/Json.h"

#include <map>
#include <numeric>
#include <utility>

namespace Exemplar
{
namespace
{

/** One clip being written. Dense clips reuse the same frames in every track, so times are written once. */
class FClipWriter
{
public:
	FClipWriter(FGltfWriter& InWriter, float InFramesPerSecond)
		: Writer(InWriter)
		, FramesPerSecond(InFramesPerSecond)
	{
	}

	FJson Samplers = FJson::array();
	FJson Channels = FJson::array();

	void Add(size_t Joint, const char* Path, std::span<const uint16_t> Frames, size_t Output)
	{
		Samplers.push_back({{"input", GetTimes(Frames)}, {"output", Output}});
		Channels.push_back({{"sampler", Samplers.size() - 1}, {"target", {{"node", Joint}, {"path", Path}}}});
	}

	template <typename ChannelType, typename WriteType>
	void AddAll(const ChannelType& Channel, const char* Path, const WriteType& Write)
	{
		for (size_t Joint = 0; Joint + 1 < Channel.Offsets.size(); ++Joint)
		{
			const size_t First = Channel.Offsets[Joint], Count = Channel.Offsets[Joint + 1] - First;
			if (Count > 0)
			{
				Add(Joint, Path, Channel.Frames.subspan(First, Count), Write(Channel.Values.subspan(First, Count)));
			}
		}
	}

private:
	size_t GetTimes(std::span<const uint16_t> Frames)
	{
		std::vector<uint16_t> Key(Frames.begin(), Frames.end());
		const auto Known = Times.find(Key);
		if (Known != Times.end())
		{
			return Known->second;
		}
		std::vector<float> Seconds;
		for (const uint16_t Frame : Frames)
		{
			Seconds.push_back(static_cast<float>(Frame) / FramesPerSecond);
		}
		return Times.emplace(std::move(Key), Writer.AddScalars(Seconds, true)).first->second;
	}

	FGltfWriter& Writer;
	float FramesPerSecond;
	std::map<std::vector<uint16_t>, size_t> Times;
};

/** Unit quaternions, each with the sign closest to the previous one, because not every player takes the shorter arc. */
size_t WriteRotations(FGltfWriter& Writer, std::span<const FRotation> Values)
{
	std::vector<FRotation> Rotations;
	for (const FRotation& Value : Values)
	{
		FRotation Q = Normalize(Value);
		if (!Rotations.empty() && Dot(Q, Rotations.back()) < 0.0f)
		{
			Q = {-Q.X, -Q.Y, -Q.Z, -Q.W};
		}
		Rotations.push_back(Q);
	}
	return Writer.AddRotations(Rotations);
}

} // namespace

void WriteGltfClips(
	const FCharacterView& Character, const FGltfMorphs& Morphs, std::span<const size_t> Nodes, FGltfWriter& Writer)
{
	if (Character.Skeleton.JointCount() == 0)
	{
		return;
	}
	for (const FClipView& Clip : Character.Clips)
	{
		FClipWriter Out(Writer, Clip.FramesPerSecond);
		Out.AddAll(Clip.Translations, "translation", [&](auto Values) { return Writer.AddVectors(Values); });
		Out.AddAll(Clip.Rotations, "rotation", [&](auto Values) { return WriteRotations(Writer, Values); });
		Out.AddAll(Clip.Scales, "scale", [&](auto Values) { return Writer.AddVectors(Values); });
		if (!Morphs.Shapes.empty() && Clip.FrameCount > 0)
		{
			std::vector<uint16_t> Frames(Clip.FrameCount);
			std::iota(Frames.begin(), Frames.end(), uint16_t{0});
			const size_t Weights = Writer.AddScalars(PlayGltfWeights(Character, Clip, Morphs), false);
			for (const size_t Node : Nodes)
			{
				Out.Add(Node, "weights", Frames, Weights);
			}
		}
		if (Out.Channels.empty())
		{
			// A clip without motion keeps its place and its length.
			const auto Last = static_cast<uint16_t>(Clip.FrameCount > 0 ? Clip.FrameCount - 1 : 0);
			const std::vector<uint16_t> Ends = Last > 0 ? std::vector<uint16_t>{0, Last} : std::vector<uint16_t>{0};
			const std::vector<FFloat3> Still(Ends.size(), Character.Skeleton.RestLocal[0].Translation);
			Out.Add(0, "translation", Ends, Writer.AddVectors(std::span<const FFloat3>(Still)));
		}
		Writer.Append("animations",
			{{"name", Clip.Name}, {"samplers", std::move(Out.Samplers)}, {"channels", std::move(Out.Channels)},
				{"extras",
					{{"framesPerSecond", Clip.FramesPerSecond}, {"frameCount", Clip.FrameCount},
						{"loops", Clip.bLoops != 0}}}});
	}
}

} // namespace Exemplar

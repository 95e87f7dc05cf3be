// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Character/CharacterModel.h"

#include <span>
#include <string>

namespace Exemplar
{

/** Writes a clip with a key per frame, joint after joint in the skeleton's order. */
class FClipWriter
{
public:
	FClipWriter(const std::string& Name, float FramesPerSecond, size_t FrameCount)
	{
		Clip.Name = Name;
		Clip.FramesPerSecond = FramesPerSecond;
		Clip.FrameCount = static_cast<uint32_t>(FrameCount);
		Clip.Rotations.Offsets.push_back(0);
		Clip.Translations.Offsets.push_back(0);
	}

	/** Translations are empty for a joint that stays in its place. */
	void AddJoint(std::span<const FRotation> Rotations, std::span<const FFloat3> Translations)
	{
		Add(Rotations, Clip.Rotations);
		Add(Translations, Clip.Translations);
	}

	FClipData Finish() &&
	{
		if (Clip.Translations.Values.empty())
		{
			Clip.Translations.Offsets.clear();
		}
		return std::move(Clip);
	}

private:
	template <typename TValue, typename TChannel>
	static void Add(std::span<const TValue> Values, TChannel& Channel)
	{
		for (size_t Frame = 0; Frame < Values.size(); ++Frame)
		{
			Channel.Frames.push_back(static_cast<uint16_t>(Frame));
			Channel.Values.push_back(Values[Frame]);
		}
		Channel.Offsets.push_back(static_cast<uint32_t>(Channel.Values.size()));
	}

	FClipData Clip;
};

} // namespace Exemplar

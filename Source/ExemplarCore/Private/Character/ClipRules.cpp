// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Base/Utf8.h"
#include "Character/RuleParts.h"

#include <algorithm>
#include <cmath>
#include <vector>

namespace Exemplar::CharacterRules
{

namespace
{

/** Frames are numbered with 16 bits. */
constexpr uint32_t MaxFrames = 65536;

/** Calls Body(Clip) until it returns a message. */
template <typename BodyType>
std::string ForEachClip(const FCharacterView& Character, const BodyType& Body)
{
	for (size_t Index = 0; Index < Character.Clips.size(); ++Index)
	{
		const std::string Fault = Body(Character.Clips[Index]);
		if (!Fault.empty())
		{
			return Sentence("Clip ", Index, " (", Quoted(Character.Clips[Index].Name), "): ", Fault);
		}
	}
	return {};
}

/** Calls Body(Channel) for the three channels of every clip until it returns a message. */
template <typename BodyType>
std::string ForEachChannel(const FCharacterView& Character, const BodyType& Body)
{
	return ForEachClip(Character,
		[&](const FClipView& Clip)
		{
			std::string Fault = Body(Clip, Clip.Rotations);
			if (!Fault.empty())
			{
				return "rotations: " + Fault;
			}
			Fault = Body(Clip, Clip.Translations);
			if (!Fault.empty())
			{
				return "translations: " + Fault;
			}
			Fault = Body(Clip, Clip.Scales);
			return Fault.empty() ? Fault : "scales: " + Fault;
		});
}

std::string CheckClipNames(const FCharacterView& Character)
{
	std::vector<std::string_view> Names;
	for (size_t Index = 0; Index < Character.Clips.size(); ++Index)
	{
		Names.push_back(Character.Clips[Index].Name);
		if (Names.back().empty())
		{
			return Sentence("Clip ", Index, " has no name. Name every clip.");
		}
	}
	std::sort(Names.begin(), Names.end());
	const auto Twin = std::adjacent_find(Names.begin(), Names.end());
	return Twin == Names.end() ? std::string()
							   : Sentence("Two clips are named ", Quoted(*Twin), ". Rename one of them.");
}

std::string CheckFrameRates(const FCharacterView& Character)
{
	return ForEachClip(Character,
		[](const FClipView& Clip)
		{
			return std::isfinite(Clip.FramesPerSecond) && Clip.FramesPerSecond > 0.0f
				? std::string()
				: Sentence("it has ", Clip.FramesPerSecond, " frames per second. Set a rate above zero.");
		});
}

std::string CheckFrameCounts(const FCharacterView& Character)
{
	return ForEachClip(Character,
		[](const FClipView& Clip)
		{
			return Clip.FrameCount >= 1 && Clip.FrameCount <= MaxFrames
				? std::string()
				: Sentence("it has ", Clip.FrameCount, " frames. Use 1 to ", MaxFrames, ", and split longer clips.");
		});
}

std::string CheckLoopFlags(const FCharacterView& Character)
{
	return ForEachClip(Character,
		[](const FClipView& Clip) {
			return Clip.bLoops <= 1 ? std::string()
									: Sentence("its loop flag is ", Clip.bLoops, ". It must be 0 or 1.");
		});
}

std::string CheckChannelRows(const FCharacterView& Character)
{
	const size_t JointCount = Character.Skeleton.JointCount();
	return ForEachChannel(Character,
		[JointCount](const FClipView&, const auto& Channel)
		{
			if (Channel.Offsets.empty() && Channel.Frames.empty() && Channel.Values.empty())
			{
				return std::string();
			}
			if (Channel.Offsets.size() != JointCount + 1 || Channel.Frames.size() != Channel.Values.size())
			{
				return Sentence("there are ", Channel.Offsets.size(), " offsets, ", Channel.Frames.size(),
					" frames and ", Channel.Values.size(), " values for ", JointCount,
					" joints. Give one offset more than joints, and a value for every frame.");
			}
			const size_t At = FindBadOffset(Channel.Offsets, Channel.Values.size());
			return At == NotFound ? std::string()
								  : Sentence("offset ", At, " is ", Channel.Offsets[At],
										". Let offsets begin at 0, never fall, and end at the number of keys.");
		});
}

std::string CheckKeysInRange(const FCharacterView& Character)
{
	return ForEachChannel(Character,
		[](const FClipView& Clip, const auto& Channel)
		{
			const uint32_t Count = Clip.FrameCount == 0 ? MaxFrames : Clip.FrameCount;
			const size_t At = FindBad(Channel.Frames, [Count](uint16_t Frame) { return Frame >= Count; });
			return At == NotFound ? std::string()
								  : Sentence("key ", At, " stands at frame ", Channel.Frames[At], " of ", Count,
										". Lengthen the clip or remove the key.");
		});
}

std::string CheckKeysInOrder(const FCharacterView& Character)
{
	return ForEachChannel(Character,
		[](const FClipView&, const auto& Channel)
		{
			size_t Key = 0;
			const size_t Joint = FindRow(Channel.Offsets, Channel.Frames.size(),
				[&](size_t, size_t Begin, size_t End)
				{
					for (Key = Begin + 1; Key < End; ++Key)
					{
						if (Channel.Frames[Key] <= Channel.Frames[Key - 1])
						{
							return true;
						}
					}
					return false;
				});
			return Joint == NotFound ? std::string()
									 : Sentence("key ", Key, ", of joint ", Joint,
										   ", does not come after the one before. Sort keys by frame, one per frame.");
		});
}

std::string CheckClipRotations(const FCharacterView& Character)
{
	return ForEachClip(Character,
		[](const FClipView& Clip)
		{
			const size_t Key =
				FindBad(Clip.Rotations.Values, [](const FRotation& Value) { return !IsUnit(Dot(Value, Value)); });
			return Key == NotFound
				? std::string()
				: Sentence("rotation key ", Key, " is not of unit length. Normalize the quaternion.");
		});
}

std::string CheckClipValues(const FCharacterView& Character)
{
	return ForEachClip(Character,
		[](const FClipView& Clip)
		{
			size_t Key = FindNotFinite(Clip.Translations.Values);
			if (Key != NotFound)
			{
				return Sentence("translation key ", Key, " is not a finite number. Repair or remove it.");
			}
			Key = FindNotFinite(Clip.Scales.Values);
			return Key == NotFound ? std::string()
								   : Sentence("scale key ", Key, " is not a finite number. Repair or remove it.");
		});
}

/** Whether the names of a clip's curves can be read. */
bool HasCurveNames(const TClipCurves<FViewed>& Curves)
{
	return FindBadOffset(Curves.NameOffsets, Curves.Letters.size()) == NotFound;
}

std::string CheckCurveRows(const FCharacterView& Character)
{
	return ForEachClip(Character,
		[](const FClipView& Clip)
		{
			const auto& Curves = Clip.Curves;
			const bool bEmpty = Curves.NameOffsets.empty() && Curves.Letters.empty() && Curves.Offsets.empty() &&
				Curves.Frames.empty() && Curves.Values.empty();
			if (bEmpty)
			{
				return std::string();
			}
			if (!HasCurveNames(Curves) || Curves.Offsets.size() != Curves.NameOffsets.size() ||
				Curves.Frames.size() != Curves.Values.size() ||
				FindBadOffset(Curves.Offsets, Curves.Values.size()) != NotFound)
			{
				return Sentence("the arrays of its ", Curves.Count(),
					" curves do not agree. Give one offset more than curves for names and keys, from 0 to their number "
					"without falling, and a value for every frame.");
			}
			const size_t Without = FindRow(
				Curves.Offsets, Curves.Values.size(), [](size_t, size_t Begin, size_t End) { return Begin == End; });
			return Without == NotFound ? std::string()
									   : Sentence("curve ", Without, " has no key. Give it one, or remove it.");
		});
}

std::string CheckCurveNames(const FCharacterView& Character)
{
	return ForEachClip(Character,
		[](const FClipView& Clip)
		{
			std::vector<std::string_view> Names;
			for (size_t Curve = 0; HasCurveNames(Clip.Curves) && Curve < Clip.Curves.Count(); ++Curve)
			{
				Names.push_back(Clip.Curves.Name(Curve));
				if (Names.back().empty() || !IsValidUtf8(Names.back()))
				{
					return Sentence("the name of curve ", Curve, " is empty or not UTF-8. Name it.");
				}
			}
			std::sort(Names.begin(), Names.end());
			const auto Twin = std::adjacent_find(Names.begin(), Names.end());
			return Twin == Names.end() ? std::string()
									   : Sentence("two curves are named ", Quoted(*Twin), ". Rename one of them.");
		});
}

std::string CheckCurveKeys(const FCharacterView& Character)
{
	return ForEachClip(Character,
		[](const FClipView& Clip)
		{
			const auto& Curves = Clip.Curves;
			const uint32_t Count = Clip.FrameCount == 0 ? MaxFrames : Clip.FrameCount;
			size_t Key = 0;
			const size_t Bad = FindRow(Curves.Offsets, Curves.Frames.size(),
				[&](size_t, size_t Begin, size_t End)
				{
					for (Key = Begin; Key < End; ++Key)
					{
						if (Curves.Frames[Key] >= Count ||
							(Key > Begin && Curves.Frames[Key] <= Curves.Frames[Key - 1]))
						{
							return true;
						}
					}
					return false;
				});
			return Bad == NotFound
				? std::string()
				: Sentence("key ", Key, ", of curve ", Bad, ", stands at frame ", Curves.Frames[Key], " of ", Count,
					  " or not after the one before. Sort the keys of a curve by "
					  "frame, one per frame.");
		});
}

std::string CheckCurveValues(const FCharacterView& Character)
{
	return ForEachClip(Character,
		[](const FClipView& Clip)
		{
			const size_t Key = FindNotFinite(Clip.Curves.Values);
			return Key == NotFound ? std::string()
								   : Sentence("curve key ", Key, " is not a finite number. Repair or remove it.");
		});
}

constexpr FCharacterRule ClipRules[] = {
	{"ClipNamesAreUnique", CheckClipNames},
	{"FrameRatesArePositive", CheckFrameRates},
	{"FrameCountsAreInRange", CheckFrameCounts},
	{"LoopFlagsAreFlags", CheckLoopFlags},
	{"ChannelRowsAreSound", CheckChannelRows},
	{"KeysAreInRange", CheckKeysInRange},
	{"KeysAreInOrder", CheckKeysInOrder},
	{"ClipRotationsAreUnit", CheckClipRotations},
	{"ClipValuesAreFinite", CheckClipValues},
	{"CurveRowsAreSound", CheckCurveRows},
	{"CurveNamesAreUnique", CheckCurveNames},
	{"CurveKeysAreInOrder", CheckCurveKeys},
	{"CurveValuesAreFinite", CheckCurveValues},
};

} // namespace

std::span<const FCharacterRule> GetClipRules()
{
	return ClipRules;
}

} // namespace Exemplar::CharacterRules

// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Clips/ClipCurves.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <string>
#include <vector>

namespace Exemplar
{

namespace ClipCurvesDetail
{

struct FCurve
{
	std::string Name;
	std::vector<uint16_t> Frames;
	std::vector<float> Values;
};

/** Whether the values between two frames lie on the line through them, as near as floats can say. */
bool IsStraight(std::span<const float> Values, size_t First, size_t Last, float Range)
{
	for (size_t Frame = First + 1; Frame < Last; ++Frame)
	{
		const float Fraction = static_cast<float>(Frame - First) / static_cast<float>(Last - First);
		const float OnLine = Values[First] + (Values[Last] - Values[First]) * Fraction;
		if (!(std::abs(Values[Frame] - OnLine) <= 1e-6f * Range))
		{
			return false;
		}
	}
	return true;
}

/** The longest straight parts, one after the other. Bounded looks ahead keep this linear in the frames. */
FCurve MakeCurve(std::string_view Name, std::span<const float> Values)
{
	FCurve Out{std::string(Name), {}, {}};
	const auto [Low, High] = std::minmax_element(Values.begin(), Values.end());
	const float Range = *High - *Low;
	const auto Keep = [&](size_t Frame)
	{
		Out.Frames.push_back(static_cast<uint16_t>(Frame));
		Out.Values.push_back(Values[Frame]);
	};
	Keep(0);
	constexpr size_t MostFrames = 256;
	for (size_t First = 0; First + 1 < Values.size() && Range > 0.0f;)
	{
		size_t Last = First + 1;
		while (Last + 1 < Values.size() && Last - First < MostFrames && IsStraight(Values, First, Last + 1, Range))
		{
			++Last;
		}
		Keep(Last);
		First = Last;
	}
	return Out;
}

std::vector<FCurve> TakeCurves(const FClipData& Clip)
{
	std::vector<FCurve> Out;
	for (size_t Curve = 0; Curve < Clip.Curves.Count(); ++Curve)
	{
		const uint32_t Begin = Clip.Curves.Offsets[Curve], End = Clip.Curves.Offsets[Curve + 1];
		Out.push_back({std::string(Clip.Curves.Name(Curve)),
			{Clip.Curves.Frames.begin() + Begin, Clip.Curves.Frames.begin() + End},
			{Clip.Curves.Values.begin() + Begin, Clip.Curves.Values.begin() + End}});
	}
	return Out;
}

TClipCurves<FOwned> Join(const std::vector<FCurve>& Curves)
{
	TClipCurves<FOwned> Out;
	if (Curves.empty())
	{
		return Out;
	}
	Out.NameOffsets = Out.Offsets = {0};
	for (const FCurve& Curve : Curves)
	{
		Out.Letters.insert(Out.Letters.end(), Curve.Name.begin(), Curve.Name.end());
		Out.Frames.insert(Out.Frames.end(), Curve.Frames.begin(), Curve.Frames.end());
		Out.Values.insert(Out.Values.end(), Curve.Values.begin(), Curve.Values.end());
		Out.NameOffsets.push_back(static_cast<uint32_t>(Out.Letters.size()));
		Out.Offsets.push_back(static_cast<uint32_t>(Out.Values.size()));
	}
	return Out;
}

} // namespace ClipCurvesDetail

void SetCurve(FClipData& Clip, std::string_view Name, std::span<const float> Values)
{
	using namespace ClipCurvesDetail;
	if (Values.empty() || Values.size() != Clip.FrameCount || Name.empty())
	{
		return;
	}
	std::vector<FCurve> Curves = TakeCurves(Clip);
	const auto Known =
		std::find_if(Curves.begin(), Curves.end(), [&](const FCurve& Each) { return Each.Name == Name; });
	FCurve Made = MakeCurve(Name, Values);
	if (Known != Curves.end())
	{
		*Known = std::move(Made);
	}
	else
	{
		Curves.push_back(std::move(Made));
	}
	Clip.Curves = Join(Curves);
}

void SetExampleCurves(std::span<const FSourcePose> Poses, FClipData& Clip)
{
	if (Poses.size() != Clip.FrameCount)
	{
		return;
	}
	std::vector<std::string> Names; // in the order in which they first occur
	std::map<std::string, std::vector<float>> Values;
	for (size_t Pose = 0; Pose < Poses.size(); ++Pose)
	{
		for (const FSourceNumber& Number : Poses[Pose].Numbers)
		{
			std::vector<float>& Column = Values[Number.Name];
			if (Column.empty())
			{
				Column.resize(Poses.size());
				Names.push_back(Number.Name);
			}
			Column[Pose] = Number.Value;
		}
	}
	for (const std::string& Name : Names)
	{
		SetCurve(Clip, Name, Values[Name]);
	}
}

} // namespace Exemplar

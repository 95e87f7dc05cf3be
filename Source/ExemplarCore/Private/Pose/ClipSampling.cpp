// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Pose/ClipSampling.h"

#include <algorithm>
#include <cmath>

namespace Exemplar
{

namespace
{

FFloat3 Interpolate(const FFloat3& A, const FFloat3& B, float Fraction)
{
	return A + (B - A) * Fraction;
}

/** The keys around a frame, as indices into the channel, and how far it lies between them. */
struct FKeyPair
{
	uint32_t Before;
	uint32_t After;
	float Fraction;
};

FKeyPair FindKeys(std::span<const uint16_t> Frames, uint32_t Begin, uint32_t End, float Frame, const FClipView& Clip)
{
	const auto First = Frames.begin() + Begin, Last = Frames.begin() + End;
	const auto After =
		std::upper_bound(First, Last, Frame, [](float A, uint16_t B) { return A < static_cast<float>(B); });
	if (After != First && After != Last)
	{
		const float Low = static_cast<float>(*(After - 1)), High = static_cast<float>(*After);
		const uint32_t Index = static_cast<uint32_t>(After - Frames.begin());
		return {Index - 1, Index, (Frame - Low) / (High - Low)};
	}
	if (Clip.bLoops == 0 || End - Begin == 1)
	{
		const uint32_t Index = After == First ? Begin : End - 1;
		return {Index, Index, 0.0f};
	}
	// Between the last key and the first of the next round.
	const float Period = static_cast<float>(Clip.FrameCount);
	const float Low = static_cast<float>(*(Last - 1)), High = static_cast<float>(*First) + Period;
	const float Unrolled = Frame < static_cast<float>(*First) ? Frame + Period : Frame;
	return {End - 1, Begin, (Unrolled - Low) / (High - Low)};
}

template <typename ValueType>
void SampleChannel(const TClipChannel<FViewed, ValueType>& Channel, const FClipView& Clip, float Frame,
	std::span<FBoneTransform> Local, ValueType FBoneTransform::*Member)
{
	if (Channel.Offsets.empty())
	{
		return;
	}
	for (size_t Joint = 0; Joint < Local.size(); ++Joint)
	{
		const uint32_t Begin = Channel.Offsets[Joint], End = Channel.Offsets[Joint + 1];
		if (Begin < End)
		{
			const FKeyPair Keys = FindKeys(Channel.Frames, Begin, End, Frame, Clip);
			Local[Joint].*Member = Interpolate(Channel.Values[Keys.Before], Channel.Values[Keys.After], Keys.Fraction);
		}
	}
}

} // namespace

FRotation Interpolate(const FRotation& A, const FRotation& B, float Fraction)
{
	const float Sign = Dot(A, B) < 0.0f ? -1.0f : 1.0f;
	return Normalize(FRotation{A.X + (Sign * B.X - A.X) * Fraction, A.Y + (Sign * B.Y - A.Y) * Fraction,
		A.Z + (Sign * B.Z - A.Z) * Fraction, A.W + (Sign * B.W - A.W) * Fraction});
}

float GetClipSeconds(const FClipView& Clip)
{
	const uint32_t Intervals = Clip.bLoops != 0 ? Clip.FrameCount : (Clip.FrameCount > 0 ? Clip.FrameCount - 1 : 0);
	return static_cast<float>(Intervals) / Clip.FramesPerSecond;
}

float GetClipFrame(const FClipView& Clip, float Seconds)
{
	const float Frame = Seconds * Clip.FramesPerSecond;
	const float Count = static_cast<float>(Clip.FrameCount);
	if (!std::isfinite(Frame) || Clip.FrameCount == 0)
	{
		return 0.0f;
	}
	if (Clip.bLoops == 0)
	{
		return std::clamp(Frame, 0.0f, Count - 1.0f);
	}
	const float Wrapped = Frame - std::floor(Frame / Count) * Count;
	return Wrapped < Count ? (Wrapped < 0.0f ? 0.0f : Wrapped) : 0.0f;
}

bool FSampleClipJob::Validate() const
{
	const auto Fits = [&](const auto& Channel)
	{ return Channel.Offsets.empty() || Channel.Offsets.size() == RestLocal.size() + 1; };
	return Clip != nullptr && Local.size() <= RestLocal.size() && Fits(Clip->Rotations) && Fits(Clip->Translations) &&
		Fits(Clip->Scales);
}

bool FSampleClipJob::Run() const
{
	if (!Validate())
	{
		return false;
	}
	const float Frame = GetClipFrame(*Clip, Seconds);
	std::copy_n(RestLocal.begin(), Local.size(), Local.begin());
	SampleChannel(Clip->Rotations, *Clip, Frame, Local, &FBoneTransform::Rotation);
	SampleChannel(Clip->Translations, *Clip, Frame, Local, &FBoneTransform::Translation);
	SampleChannel(Clip->Scales, *Clip, Frame, Local, &FBoneTransform::Scale);
	return true;
}

uint32_t FindCurve(const FClipView& Clip, std::string_view Name)
{
	for (uint32_t Curve = 0; Curve < Clip.Curves.Count(); ++Curve)
	{
		if (Clip.Curves.Name(Curve) == Name)
		{
			return Curve;
		}
	}
	return NoIndex;
}

float SampleCurve(const FClipView& Clip, uint32_t Curve, float Seconds)
{
	const TClipCurves<FViewed>& Curves = Clip.Curves;
	if (Curve >= Curves.Count())
	{
		return 0.0f;
	}
	const FKeyPair Keys =
		FindKeys(Curves.Frames, Curves.Offsets[Curve], Curves.Offsets[Curve + 1], GetClipFrame(Clip, Seconds), Clip);
	const float Before = Curves.Values[Keys.Before];
	return Before + (Curves.Values[Keys.After] - Before) * Keys.Fraction;
}

std::vector<FBoneTransform> SampleFrame(const FSkeletonView& Skeleton, const FClipView& Clip, float Frame)
{
	std::vector<FBoneTransform> Local(Skeleton.RestLocal.begin(), Skeleton.RestLocal.end());
	FSampleClipJob{&Clip, Frame / Clip.FramesPerSecond, Skeleton.RestLocal, Local}.Run();
	return Local;
}

} // namespace Exemplar

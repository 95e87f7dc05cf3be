// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Clips/KeyReduction.h"

#include "Character/CharacterViews.h"
#include "Pose/ClipSampling.h"
#include "Pose/PoseJobs.h"

#include <algorithm>

namespace Exemplar
{

namespace
{

/** Local transforms of every frame: joint j of frame f at [f * JointCount + j]. */
std::vector<FBoneTransform> SampleAllFrames(const FSkeletonData& Skeleton, const FClipData& Clip)
{
	const size_t JointCount = Skeleton.JointCount();
	const FClipView View = ViewOf(Clip);
	std::vector<FBoneTransform> Out(JointCount * Clip.FrameCount);
	for (uint32_t Frame = 0; Frame < Clip.FrameCount; ++Frame)
	{
		const FSampleClipJob Job{&View, static_cast<float>(Frame) / Clip.FramesPerSecond, Skeleton.RestLocal,
			std::span(Out).subspan(Frame * JointCount, JointCount)};
		if (!Job.Run())
		{
			return {};
		}
	}
	return Out;
}

float Difference(const FRotation& A, const FRotation& B)
{
	const FRotation Q = Compose(Inverse(A), B);
	return 2.0f * std::atan2(std::sqrt(Q.X * Q.X + Q.Y * Q.Y + Q.Z * Q.Z), std::abs(Q.W));
}
float Difference(const FFloat3& A, const FFloat3& B)
{
	return Length(A - B);
}
FRotation Between(const FRotation& A, const FRotation& B, float Fraction)
{
	return Interpolate(A, B, Fraction);
}
FFloat3 Between(const FFloat3& A, const FFloat3& B, float Fraction)
{
	return A + (B - A) * Fraction;
}

/** The frames of a track to keep so that no other frame deviates by more than Tolerance (Douglas & Peucker 1973). */
template <typename T>
void KeepFrames(std::span<const T> Track, size_t First, size_t Last, float Tolerance, std::vector<char>& bKeep)
{
	float Worst = Tolerance;
	size_t At = First;
	for (size_t Frame = First + 1; Frame < Last; ++Frame)
	{
		const float Fraction = static_cast<float>(Frame - First) / static_cast<float>(Last - First);
		const float Error = Difference(Track[Frame], Between(Track[First], Track[Last], Fraction));
		if (Error > Worst)
		{
			Worst = Error;
			At = Frame;
		}
	}
	if (At != First)
	{
		bKeep[At] = 1;
		KeepFrames(Track, First, At, Tolerance, bKeep);
		KeepFrames(Track, At, Last, Tolerance, bKeep);
	}
}

template <typename T>
void AppendTrack(
	std::span<const T> Track, const T& Rest, float Tolerance, bool bLoops, TClipChannel<FOwned, T>& Channel)
{
	const size_t Count = Track.size();
	const auto IsNear = [&](const T& Value, const T& Reference) { return Difference(Value, Reference) <= Tolerance; };
	const bool bAtRest = std::all_of(Track.begin(), Track.end(), [&](const T& Value) { return IsNear(Value, Rest); });
	const bool bConstant =
		std::all_of(Track.begin(), Track.end(), [&](const T& Value) { return IsNear(Value, Track.front()); });
	if (!bAtRest)
	{
		std::vector<char> bKeep(Count, 0);
		bKeep.front() = 1;
		if (!bConstant)
		{
			// A loop needs its last frame, from which it continues to the first.
			bKeep.back() = 1;
			KeepFrames(Track, 0, Count - 1, Tolerance, bKeep);
			if (!bLoops && Count > 1 && !std::any_of(bKeep.begin() + 1, bKeep.end() - 1, [](char b) { return b; }) &&
				IsNear(Track.back(), Track.front()))
			{
				bKeep.back() = 0;
			}
		}
		for (size_t Frame = 0; Frame < Count; ++Frame)
		{
			if (bKeep[Frame])
			{
				Channel.Frames.push_back(static_cast<uint16_t>(Frame));
				Channel.Values.push_back(Track[Frame]);
			}
		}
	}
	Channel.Offsets.push_back(static_cast<uint32_t>(Channel.Frames.size()));
}

size_t CountKeys(const FClipData& Clip)
{
	return Clip.Rotations.Frames.size() + Clip.Translations.Frames.size() + Clip.Scales.Frames.size();
}

/** The distance along the bones to the farthest skin a joint carries, which is what a wrong angle moves. */
std::vector<float> MeasureLevers(const FSkeletonData& Skeleton, float Shell)
{
	std::vector<float> Levers(Skeleton.JointCount(), Shell);
	for (size_t Joint = Skeleton.JointCount(); Joint-- > 0;)
	{
		if (const int32_t Parent = Skeleton.Parents[Joint]; Parent != NoParent)
		{
			Levers[Parent] = (std::max)(Levers[Parent], Length(Skeleton.RestLocal[Joint].Translation) + Levers[Joint]);
		}
	}
	return Levers;
}

/** The clip with every track reduced so that it alone moves no skin by more than Tolerance. */
FClipData ReduceLocally(const FSkeletonData& Skeleton, const FClipData& Clip, std::span<const FBoneTransform> Dense,
	float Tolerance, float Shell)
{
	const size_t JointCount = Skeleton.JointCount();
	FClipData Out;
	Out.Name = Clip.Name;
	Out.FramesPerSecond = Clip.FramesPerSecond;
	Out.FrameCount = Clip.FrameCount;
	Out.bLoops = Clip.bLoops;
	Out.Curves = Clip.Curves;
	Out.Rotations.Offsets = Out.Translations.Offsets = Out.Scales.Offsets = {0};
	const std::vector<float> Levers = MeasureLevers(Skeleton, Shell);
	std::vector<FRotation> Rotations(Clip.FrameCount);
	std::vector<FFloat3> Translations(Clip.FrameCount), Scales(Clip.FrameCount);
	for (size_t Joint = 0; Joint < JointCount; ++Joint)
	{
		for (uint32_t Frame = 0; Frame < Clip.FrameCount; ++Frame)
		{
			const FBoneTransform& Local = Dense[Frame * JointCount + Joint];
			Rotations[Frame] = Local.Rotation;
			Translations[Frame] = Local.Translation;
			Scales[Frame] = Local.Scale;
		}
		const FBoneTransform& Rest = Skeleton.RestLocal[Joint];
		const bool bLoops = Clip.bLoops != 0;
		AppendTrack<FRotation>(Rotations, Rest.Rotation, Tolerance / Levers[Joint], bLoops, Out.Rotations);
		AppendTrack<FFloat3>(Translations, Rest.Translation, Tolerance, bLoops, Out.Translations);
		AppendTrack<FFloat3>(Scales, Rest.Scale, Tolerance / Levers[Joint], bLoops, Out.Scales);
	}
	for (auto* Offsets : {&Out.Rotations.Offsets, &Out.Translations.Offsets, &Out.Scales.Offsets})
	{
		if (Offsets->back() == 0)
		{
			Offsets->clear();
		}
	}
	return Out;
}

/** The largest deviation of a point on a shell around any joint, in character space. */
float MeasureShells(const FSkeletonData& Skeleton, std::span<const FBoneTransform> Dense,
	std::span<const FBoneTransform> Reduced, float Shell)
{
	const size_t JointCount = Skeleton.JointCount();
	std::vector<FAffine> A(JointCount), B(JointCount);
	float Largest = 0.0f;
	for (size_t First = 0; First < Dense.size(); First += JointCount)
	{
		FLocalToModelJob{Skeleton.Parents, Dense.subspan(First, JointCount), A}.Run();
		FLocalToModelJob{Skeleton.Parents, Reduced.subspan(First, JointCount), B}.Run();
		for (size_t Joint = 0; Joint < JointCount; ++Joint)
		{
			for (const FFloat3 Axis : {FFloat3{1, 0, 0}, FFloat3{0, 1, 0}, FFloat3{0, 0, 1}})
			{
				const FFloat3 Point = Axis * Shell;
				Largest =
					(std::max)(Largest, Length(TransformPoint(A[Joint], Point) - TransformPoint(B[Joint], Point)));
			}
		}
	}
	return Largest;
}

} // namespace

TResult<FKeyReduction> ReduceKeys(const FSkeletonData& Skeleton, const FClipData& Clip,
	const FKeyReductionOptions& Options, const FBuildContext& Context)
{
	if (!(Options.Tolerance > 0.0f) || !(Options.ShellDistance > 0.0f))
	{
		return FError{
			EErrorCode::InvalidArgument, "Key reduction requires a tolerance and a shell distance greater than zero."};
	}
	const std::vector<FBoneTransform> Dense = SampleAllFrames(Skeleton, Clip);
	if (Dense.empty())
	{
		return FError{EErrorCode::Mismatch,
			"Clip \"" + Clip.Name + "\" has no frames or does not match the skeleton. Import it again."};
	}
	FKeyReduction Out;
	Out.KeysBefore = CountKeys(Clip);
	// Errors add up along chains, so the local tolerance shrinks until the whole clip is within the tolerance.
	constexpr int MaxRounds = 24;
	float Local = Options.Tolerance;
	for (int Round = 0; Round < MaxRounds; ++Round, Local *= 0.6f)
	{
		if (!Context.Progress.Report(static_cast<double>(Round) / MaxRounds))
		{
			return Context.Progress.CanceledError();
		}
		Out.Clip = ReduceLocally(Skeleton, Clip, Dense, Local, Options.ShellDistance);
		Out.LargestError = MeasureShells(Skeleton, Dense, SampleAllFrames(Skeleton, Out.Clip), Options.ShellDistance);
		if (Out.LargestError <= Options.Tolerance)
		{
			Out.KeysAfter = CountKeys(Out.Clip);
			return Out;
		}
	}
	// Below rounding error nothing can be removed.
	Out.Clip = Clip;
	Out.KeysAfter = Out.KeysBefore;
	Out.LargestError = 0.0f;
	return Out;
}

} // namespace Exemplar

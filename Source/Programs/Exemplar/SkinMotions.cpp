// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "SkinMotions.h"

#include "Clips/JointLimits.h"
#include "Clips/MotionClip.h"
#include "Geometry/Measures.h"
#include "Metrics/ErrorMeasures.h"

#include <algorithm>
#include <cmath>

namespace Exemplar
{
namespace
{

/** Shares of the rest diagonal: what a clip may move a joint that is connected, and what is written as no key. */
constexpr double ConnectedDistance = 1e-5, FixedDistance = 1e-6;

/** Copies the motions of some frames into the rig that holds all frames. */
void StoreMotions(const FRig& Part, const std::vector<size_t>& Frames, FRig& Whole)
{
	for (size_t Bone = 0; Bone < Whole.BoneCount; ++Bone)
	{
		for (size_t Index = 0; Index < Frames.size(); ++Index)
		{
			Whole.Transform(Bone, Frames[Index]) = Part.Transform(Bone, Index);
		}
	}
}

/** Whether the rig's motions are those of the examples: a clip of as many frames may be another one. */
bool PlaysExamples(const FRig& Rig, const FExampleSet& Examples)
{
	constexpr double Share = 0.25; // of the examples' distance from rest
	FRig Still = Rig;
	Still.Transforms.assign(Rig.Transforms.size(), {});
	const TResult<FErrorMeasures> Played = MeasureRig(Examples, Rig), Rest = MeasureRig(Examples, Still);
	return Played && Rest && Played->VertexRms <= Share * Rest->VertexRms;
}

/** The rig over the examples' points, with the motions of the clips that play them; Clips becomes empty if none do. */
TResult<FRig> ReadPlayedRig(const FCharacterParts& Parts, const FExampleSet& Examples, std::vector<size_t>& Clips)
{
	FCharacterParts Own = Parts;
	Own.Animation.Clips.clear();
	for (const size_t Clip : Clips)
	{
		Own.Animation.Clips.push_back(Parts.Animation.Clips[Clip]);
	}
	TResult<FRig> Rig = ReadRig(Own, Examples);
	if (Rig && !Clips.empty() && !PlaysExamples(*Rig, Examples))
	{
		Clips.clear();
		Rig->PoseCount = 0;
		Rig->Transforms.clear();
	}
	return Rig;
}

/** Whether the joints are a guess from the shape of the rest, which examples may improve. */
bool IsFromShape(const FCharacterParts& Parts)
{
	return std::any_of(Parts.Provenance.begin(), Parts.Provenance.end(),
		[](const TProvenanceEntry<FOwned>& Entry) { return Entry.Key == "rig.from" && Entry.Value == "shape"; });
}

/** Puts joints where the rig has them; their rest rotations stay. Returns how far they moved at most. */
double MoveJoints(const FRig& Rig, FSkeletonData& Skeleton)
{
	const std::vector<FAffine3d> Old = RestModel(Skeleton);
	double Most = 0.0;
	for (size_t Joint = 0; Joint < Skeleton.JointCount(); ++Joint)
	{
		const FDouble3& P = Rig.Joints[Joint];
		Most = std::max(Most, std::hypot(P.X - Old[Joint].M[3], P.Y - Old[Joint].M[7], P.Z - Old[Joint].M[11]));
		FDouble3 Place = P;
		if (const int32_t Parent = Skeleton.Parents[Joint]; Parent != NoParent)
		{
			FAffine3d Above = Old[static_cast<size_t>(Parent)];
			const FDouble3& Q = Rig.Joints[static_cast<size_t>(Parent)];
			Above.M[3] = Q.X, Above.M[7] = Q.Y, Above.M[11] = Q.Z;
			Place = TransformPoint(Inverse(Above), P);
		}
		Skeleton.RestLocal[Joint].Translation = {
			static_cast<float>(Place.X), static_cast<float>(Place.Y), static_cast<float>(Place.Z)};
	}
	return Most;
}

TResult<FRig> FitFrames(const FExampleSet& Examples, const FSkinFrames& Frames, FRig Start,
	const FSkeletonFitOptions& Options, const FBuildContext& Context)
{
	const bool bPlayed = Start.PoseCount == Examples.PoseCount();
	if (Options.bKeepWeights && bPlayed)
	{
		return Start; // the clips were made from the examples
	}
	const auto StartOf = [&](const FRig& Rig, const std::vector<size_t>& Which)
	{
		FRig Out = Rig;
		if (bPlayed)
		{
			Out.PoseCount = Start.PoseCount;
			Out.Transforms = Start.Transforms;
			Out = SelectMotions(Out, Which);
		}
		return Out;
	};
	const TResult<FRig> Fitted = FitSkeletonRig(SelectFrames(Examples, Frames.Fit), StartOf(Start, Frames.Fit), Options,
		Context.Part(0.0, 0.8, "linear blending"));
	if (!Fitted)
	{
		return Fitted;
	}
	FRig Whole = *Fitted;
	Whole.PoseCount = Examples.PoseCount();
	Whole.Transforms.assign(Whole.BoneCount * Whole.PoseCount, {});
	StoreMotions(*Fitted, Frames.Fit, Whole);
	std::vector<size_t> Unseen = Frames.Test;
	Unseen.insert(Unseen.end(), Frames.Others.begin(), Frames.Others.end());
	if (!Unseen.empty())
	{
		FSkeletonFitOptions Kept = Options;
		Kept.bKeepWeights = true;
		Kept.bMoveJoints = false;
		const TResult<FRig> Part = FitSkeletonRig(
			SelectFrames(Examples, Unseen), StartOf(*Fitted, Unseen), Kept, Context.Part(0.8, 1.0, "held-out motions"));
		if (!Part)
		{
			return Part;
		}
		StoreMotions(*Part, Unseen, Whole);
	}
	return Whole;
}

} // namespace

FRig SelectMotions(const FRig& Whole, const std::vector<size_t>& Frames)
{
	FRig Out = Whole;
	Out.PoseCount = Frames.size();
	Out.Transforms.resize(Out.BoneCount * Out.PoseCount);
	for (size_t Bone = 0; Bone < Whole.BoneCount; ++Bone)
	{
		for (size_t Index = 0; Index < Frames.size(); ++Index)
		{
			Out.Transform(Bone, Index) = Whole.Transform(Bone, Frames[Index]);
		}
	}
	return Out;
}

TResult<FSkinMotions> FitSkinMotions(const FCharacterParts& Parts, const FExampleSet& Examples,
	const FSkinFrames& Frames, const FSkinWeightOptions& Weights, const FBuildContext& Context)
{
	FSkinMotions Out;
	Out.Animation = Parts.Animation;
	Out.Clips = FindExampleClips(Parts.Animation.Clips, Examples.PoseCount());
	TResult<FRig> Start = ReadPlayedRig(Parts, Examples, Out.Clips);
	if (!Start)
	{
		return Start.GetError();
	}
	const double Diagonal = BoxDiagonal(Examples.Rest.Positions);
	FSkeletonFitOptions Options;
	Options.Freedom = ReadFreedom(Parts.Animation, Start->Weights, ConnectedDistance * Diagonal);
	Options.bKeepWeights = Weights.bKeep;
	Options.Refine.MaxInfluences = Weights.Influences;
	Options.Refine.WeightPull = Weights.Pull;
	Out.bConnected = Options.Freedom.bConnected;
	Options.bMoveJoints = Out.bConnected && !Weights.bKeep && IsFromShape(Parts);
	if (Options.bMoveJoints)
	{
		FSkeletonFitOptions Kept = Options;
		Kept.bKeepWeights = true;
		Kept.bMoveJoints = false;
		const FExampleSet Learned = SelectFrames(Examples, Frames.Fit);
		FRig Guess = *Start;
		Guess.PoseCount = 0;
		Guess.Transforms.clear();
		const TResult<FRig> Moved =
			FitSkeletonRig(Learned, std::move(Guess), Kept, Context.Part(0.0, 0.1, "rig from shape"));
		const TResult<FErrorMeasures> Error =
			Moved ? MeasureRig(Learned, *Moved) : TResult<FErrorMeasures>(Moved.GetError());
		if (!Error)
		{
			return Error.GetError();
		}
		Out.ShapeRms = Error->VertexRms;
	}
	const bool bSame = Weights.bKeep && Start->PoseCount == Examples.PoseCount();
	const TResult<FRig> Fitted = FitFrames(Examples, Frames, std::move(*Start), Options, Context);
	if (!Fitted)
	{
		return Fitted.GetError();
	}
	if (Options.bMoveJoints)
	{
		Out.JointsMoved = 100.0 * MoveJoints(*Fitted, Out.Animation.Skeleton) / Diagonal;
	}
	if (!bSame)
	{
		Out.Clips = WriteMotionClips(*Fitted, FixedDistance * Diagonal, Out.Clips, Out.Animation);
		TResult<std::vector<FJointLimit>> Limits = WidenJointLimits(Out.Animation);
		if (!Limits)
		{
			return Limits.GetError();
		}
		Out.Animation.Skeleton.Limits = std::move(*Limits);
	}
	FAnimation Played{Out.Animation.Skeleton, {}};
	for (const size_t Clip : Out.Clips)
	{
		Played.Clips.push_back(Out.Animation.Clips[Clip]);
	}
	TResult<FRig> Rounded = RoundRig(*Fitted, Played);
	if (!Rounded)
	{
		return Rounded.GetError();
	}
	Out.Rig = std::move(*Rounded);
	return Out;
}

} // namespace Exemplar

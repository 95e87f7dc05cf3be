// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Rig/SkeletonMotions.h"

#include "Fit/Locality.h"
#include "Fit/PointGraph.h"
#include "Fit/RigExchange.h"
#include "Fit/WeightFit.h"
#include "Model/Posing.h"
#include "Rig/ConnectedFit.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace Exemplar
{

namespace SkeletonMotionsDetail
{

/** Bones from a bone up to its root. */
std::vector<int32_t> PathToRoot(std::span<const int32_t> Parents, int32_t Bone)
{
	std::vector<int32_t> Path;
	for (; Bone != NoParent; Bone = Parents[static_cast<size_t>(Bone)])
	{
		Path.push_back(Bone);
	}
	return Path;
}

/** The lowest bone above all bones that hold points; NoParent if they have different roots. */
int32_t FindTop(std::span<const int32_t> Parents, const FRigWeights& Weights)
{
	std::vector<int32_t> Common; // from the root down
	bool bFirst = true;
	std::vector<uint8_t> Seen(Parents.size(), 0);
	for (const uint16_t Bone : Weights.Bones)
	{
		if (Seen[Bone] != 0)
		{
			continue;
		}
		Seen[Bone] = 1;
		std::vector<int32_t> Path = PathToRoot(Parents, Bone);
		std::reverse(Path.begin(), Path.end());
		if (bFirst)
		{
			Common = std::move(Path);
			bFirst = false;
			continue;
		}
		const auto Split = std::mismatch(Common.begin(), Common.end(), Path.begin(), Path.end());
		Common.erase(Split.first, Common.end());
	}
	return Common.empty() ? NoParent : Common.back();
}

/** Whether a clip's keys take a joint away from Rest by more than Tolerance. */
bool Leaves(const TClipChannel<FOwned, FFloat3>& Keys, size_t Joint, const FFloat3& Rest, double Tolerance)
{
	if (Keys.Offsets.empty())
	{
		return false;
	}
	return std::any_of(Keys.Values.begin() + Keys.Offsets[Joint], Keys.Values.begin() + Keys.Offsets[Joint + 1],
		[&](const FFloat3& Key) { return static_cast<double>(Length(Key - Rest)) > Tolerance; });
}

/** Which bones hold points themselves or have a bone below them that does. */
std::vector<uint8_t> FindLeaders(const FRig& Rig)
{
	std::vector<uint8_t> Out(Rig.BoneCount, 0);
	for (const uint16_t Bone : Rig.Weights.Bones)
	{
		for (int32_t Up = Bone; Up != NoParent && Out[static_cast<size_t>(Up)] == 0;
			 Up = Rig.Parents[static_cast<size_t>(Up)])
		{
			Out[static_cast<size_t>(Up)] = 1;
		}
	}
	return Out;
}

/** Motions of bones that no point shows: those above Top stand still, others go with their parents as in Before. */
void MoveFollowers(const FRig& Before, const FSkeletonFreedom& Freedom, FRig& Rig)
{
	std::vector<uint8_t> Leads = FindLeaders(Rig);
	std::vector<uint8_t> Holds(Rig.BoneCount, 0);
	for (const uint16_t Bone : Rig.Weights.Bones)
	{
		Holds[Bone] = 1;
	}
	const bool bKnown = Before.PoseCount == Rig.PoseCount && Before.Transforms.size() == Rig.Transforms.size();
	const std::vector<int32_t> Above = PathToRoot(Rig.Parents, Freedom.Top);
	for (const int32_t Joint : SortParentsFirst(Rig.Parents))
	{
		const size_t Bone = static_cast<size_t>(Joint);
		const bool bAbove = Joint != Freedom.Top && std::find(Above.begin(), Above.end(), Joint) != Above.end();
		if (Freedom.bConnected ? Leads[Bone] != 0 && !bAbove : Holds[Bone] != 0)
		{
			continue;
		}
		for (size_t Pose = 0; Pose < Rig.PoseCount; ++Pose)
		{
			FAffine3d Motion = bKnown ? Before.Transform(Bone, Pose) : FAffine3d{};
			if (const int32_t Parent = Rig.Parents[Bone]; Parent != NoParent)
			{
				const size_t Over = static_cast<size_t>(Parent);
				const FAffine3d Relative =
					bKnown ? Compose(Inverse(Before.Transform(Over, Pose)), Motion) : FAffine3d{};
				Motion = Compose(Rig.Transform(Over, Pose), Relative);
			}
			Rig.Transform(Bone, Pose) = Motion;
		}
	}
}

FWeightFitOptions WeightOptionsOf(
	const FExampleSet& Examples, const FRefineOptions& Refine, const FRig& Rig, const FBuildContext& Context)
{
	FWeightFitOptions Out;
	Out.MaxInfluences = Refine.MaxInfluences;
	Out.Smoothness = Refine.Smoothness;
	Out.MinWeight = Refine.MinWeight;
	Out.Pull = Refine.WeightPull;
	if (Refine.CandidateBones != 0)
	{
		// By the given weights: no bone leaves its place on the body.
		const FMotionData Data = MakeMotionData(Examples.Rest.Positions, Examples.Poses);
		const size_t Count = static_cast<size_t>(
			Refine.CandidateBones > 0 ? Refine.CandidateBones : (std::max)(8, 2 * Refine.MaxInfluences));
		Out.Allowed = NearestBones(ReadWeights(Rig, MaxInfluences), Rig.BoneCount, Count,
			MakePointGraph(Data, BuildPointNeighbors(Examples.Rest)), *Context.Executor);
		for (size_t Point = 0; Point < Rig.Weights.PointCount(); ++Point)
		{
			for (uint32_t Entry = Rig.Weights.Offsets[Point]; Entry < Rig.Weights.Offsets[Point + 1]; ++Entry)
			{
				Out.Allowed[Point * Rig.BoneCount + Rig.Weights.Bones[Entry]] = 1;
			}
		}
	}
	return Out;
}

/** Motions about the joints, and weights, in turn: each improves what the other left. */
FStatus FitConnected(
	const FExampleSet& Examples, const FSkeletonFitOptions& Options, FRig& Rig, const FBuildContext& Context)
{
	constexpr int Rounds = 20;
	constexpr int MovingRounds = 6; // the rounds behind them settle on the joints
	constexpr double LeastGain = 0.005;
	FConnectedFitOptions Motions;
	if (Options.bMoveJoints)
	{
		Motions.JointHold = 0.1; // joints from shape are in the body, where they should stay
	}
	const FRigWeights Given = Rig.Weights;
	const FWeightFitOptions Weights =
		Options.bKeepWeights ? FWeightFitOptions{} : WeightOptionsOf(Examples, Options.Refine, Rig, Context);
	double Last = (std::numeric_limits<double>::infinity)();
	for (int Round = 0; Round < Rounds; ++Round)
	{
		const FBuildContext Part = Context.Part(1.0 * Round / Rounds, (Round + 1.0) / Rounds);
		if (!Part.Progress.Report(0.0))
		{
			return Part.Progress.CanceledError();
		}
		Motions.bMoveJoints = Options.bMoveJoints && !Options.bKeepWeights && Round < MovingRounds;
		const TResult<FConnectedFit> Fit = FitConnectedMotions(Examples, Motions, Rig, Part);
		if (!Fit)
		{
			return Fit.GetError();
		}
		const bool bSlow = !Motions.bMoveJoints && Last - Fit->VertexRms < LeastGain * Last;
		Last = Fit->VertexRms;
		if (Options.bKeepWeights || bSlow || Round + 1 == Rounds)
		{
			break;
		}
		FRig Target = Rig;
		Target.Weights = Given;
		TResult<FWeightFit> Fitted = FitWeights(Examples, Target, Weights, Part.Part(0.5, 1.0));
		if (!Fitted)
		{
			return Fitted.GetError();
		}
		Rig.Weights = std::move(Fitted->Weights);
	}
	return FOk{};
}

} // namespace SkeletonMotionsDetail

FSkeletonFreedom ReadFreedom(const FAnimation& Animation, const FRigWeights& Weights, double Fixed)
{
	using namespace SkeletonMotionsDetail;
	const FSkeletonData& Skeleton = Animation.Skeleton;
	FSkeletonFreedom Out;
	Out.Top = FindTop(Skeleton.Parents, Weights);
	if (Out.Top == NoParent)
	{
		return Out;
	}
	constexpr double SameScale = 1e-5;
	Out.bConnected = true;
	const std::vector<int32_t> Above = PathToRoot(Skeleton.Parents, Out.Top);
	FRig Rig;
	Rig.BoneCount = Skeleton.JointCount();
	Rig.Parents = Skeleton.Parents;
	Rig.Weights = Weights;
	const std::vector<uint8_t> Leads = FindLeaders(Rig);
	for (size_t Joint = 0; Joint < Skeleton.JointCount(); ++Joint)
	{
		const bool bAbove = std::find(Above.begin(), Above.end(), static_cast<int32_t>(Joint)) != Above.end();
		for (const FClipData& Clip : Animation.Clips)
		{
			const FBoneTransform& Rest = Skeleton.RestLocal[Joint];
			const bool bMoves = Leaves(Clip.Translations, Joint, Rest.Translation, Fixed) ||
				Leaves(Clip.Scales, Joint, Rest.Scale, SameScale);
			Out.bConnected = Out.bConnected && (bAbove || Leads[Joint] == 0 || !bMoves);
		}
	}
	return Out;
}

TResult<FRig> FitSkeletonRig(
	const FExampleSet& Examples, FRig Rig, const FSkeletonFitOptions& Options, const FBuildContext& Context)
{
	using namespace SkeletonMotionsDetail;
	const FRig Before = Rig;
	TResult<FRig> Moved = FitMotions(Examples, std::move(Rig), Context.Part(0.0, 0.2));
	if (!Moved)
	{
		return Moved;
	}
	FRig Out = std::move(*Moved);
	if (Options.Freedom.bConnected)
	{
		// The fit reads rest positions from the examples; what is above the top bone is no part of its tree.
		FExampleSet Posed = Examples;
		Posed.Rest.Positions = Out.RestPositions.empty() ? Examples.Rest.Positions : Out.RestPositions;
		Out.Root = Options.Freedom.Top;
		Out.Parents[static_cast<size_t>(Out.Root)] = NoParent;
		if (FStatus Fitted = FitConnected(Posed, Options, Out, Context.Part(0.2, 1.0)); !Fitted)
		{
			return Fitted.GetError();
		}
	}
	else if (!Options.bKeepWeights)
	{
		FRefineOptions Refine = Options.Refine;
		Refine.bKeepBones = true;
		TResult<FRig> Refined = RefineRig(Examples, std::move(Out), Refine, Context.Part(0.2, 1.0));
		if (!Refined)
		{
			return Refined;
		}
		Out = std::move(*Refined);
	}
	Out.Parents = Before.Parents;
	Out.Root = Before.Root;
	if (!Options.bMoveJoints)
	{
		Out.Joints = Before.Joints;
	}
	MoveFollowers(Before, Options.Freedom, Out);
	return Out;
}

} // namespace Exemplar

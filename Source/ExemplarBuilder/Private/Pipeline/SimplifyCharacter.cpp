// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Pipeline/SimplifyCharacter.h"

#include "AnimationSpace/BlendSimplification.h"
#include "AnimationSpace/ClipBound.h"
#include "AnimationSpace/ClipMetric.h"
#include "AnimationSpace/Embedding.h"
#include "Geometry/Measures.h"
#include "Model/WeightRows.h"
#include "Pipeline/BoneRemoval.h"
#include "Pipeline/RemoveJoints.h"

#include <algorithm>
#include <cmath>

namespace Exemplar
{

namespace SimplifyCharacterDetail
{

/** The metric that Bake and levels use: half of it knows how joints move together, a tenth is for unseen poses. */
TResult<FPoseMetric> MakeMetric(const FAnimation& Animation)
{
	FClipMetricOptions Options;
	Options.Correlation = 0.5;
	Options.PriorShare = 0.1;
	return BuildClipMetric(Animation, Options);
}

template <typename T>
std::vector<T> Copy(std::span<const T> Items)
{
	return {Items.begin(), Items.end()};
}

template <typename T>
TClipChannel<FOwned, T> CopyChannel(const TClipChannel<FViewed, T>& Channel)
{
	return {Copy(Channel.Offsets), Copy(Channel.Frames), Copy(Channel.Values)};
}

FAnimation CopyAnimation(const FCharacterView& Character)
{
	FAnimation Out;
	const FSkeletonView& Skeleton = Character.Skeleton;
	Out.Skeleton.Names.assign(Skeleton.Names.begin(), Skeleton.Names.end());
	Out.Skeleton.Parents = Copy(Skeleton.Parents);
	Out.Skeleton.RestLocal = Copy(Skeleton.RestLocal);
	Out.Skeleton.Limits = Copy(Skeleton.Limits);
	for (const FClipView& Clip : Character.Clips)
	{
		Out.Clips.push_back({std::string(Clip.Name), Clip.FramesPerSecond, Clip.FrameCount, Clip.bLoops,
			CopyChannel(Clip.Rotations), CopyChannel(Clip.Translations), CopyChannel(Clip.Scales),
			{Copy(Clip.Curves.NameOffsets), Copy(Clip.Curves.Letters), Copy(Clip.Curves.Offsets),
				Copy(Clip.Curves.Frames), Copy(Clip.Curves.Values)}});
	}
	return Out;
}

/** The L2,inf length by which the worst point moved: no legal pose shows more. */
double BoundChange(
	const FAnimation& Animation, std::span<const FAnimationVector> Before, std::span<const FAnimationVector> After)
{
	const FSkeletonData& Skeleton = Animation.Skeleton;
	std::vector<FAffine3d> ToBone;
	for (const FAffine3d& Model : RestModel(Skeleton))
	{
		ToBone.push_back(Inverse(Model));
	}
	std::vector<FJointBound> Bounds;
	for (size_t Joint = 0; Joint < Skeleton.JointCount(); ++Joint)
	{
		Bounds.push_back(BoundJoint(
			ToMatrix(Skeleton.RestLocal[Joint]), Skeleton.Limits.empty() ? FJointLimit{} : Skeleton.Limits[Joint]));
		WidenByClips(Animation.Clips, Joint, Eigen::Matrix4d::Identity(), Bounds.back());
	}
	double Out = 0.0;
	for (size_t Point = 0; Point < Before.size(); ++Point)
	{
		if (!(Before[Point] == After[Point]))
		{
			const FAnimationVector Difference = AddScaled(After[Point], Before[Point], -1.0);
			Out = (std::max)(Out, BoundLength(Skeleton.Parents, Bounds, TransformBlocks(Difference, ToBone)));
		}
	}
	return Out;
}

size_t CountBones(const FSkin& Skin, size_t JointCount)
{
	std::vector<bool> Used(JointCount, false);
	for (const FAnimationVector& Point : Skin.Points)
	{
		for (const uint16_t Bone : Point.Bones)
		{
			Used[Bone] = true;
		}
	}
	return static_cast<size_t>(std::count(Used.begin(), Used.end(), true));
}

size_t CountInfluences(const FSkin& Skin)
{
	size_t Out = 0;
	for (const FAnimationVector& Point : Skin.Points)
	{
		Out += Point.InfluenceCount();
	}
	return Out;
}

/** Root mean square and largest L2,2 length between two lists of points. */
void MeasureChange(const FPoseMetric& Metric, std::span<const FAnimationVector> Before,
	std::span<const FAnimationVector> After, double& Mean, double& Largest)
{
	Mean = Largest = 0.0;
	for (size_t Point = 0; Point < Before.size(); ++Point)
	{
		const double Length =
			After[Point] == Before[Point] ? 0.0 : MeanLength(Metric, AddScaled(After[Point], Before[Point], -1.0));
		Mean += Length * Length / static_cast<double>(Before.size());
		Largest = (std::max)(Largest, Length);
	}
	Mean = std::sqrt(Mean);
}

/** What a level loses, one skin after the other. */
TResult<FSimplifiedLevel> SimplifyLevel(FSkin& Skin, const std::vector<bool>& Removed, size_t MaxBones,
	const FInfluenceSimplificationOptions& Influences, const FSkeletonData& Skeleton, const FPoseMetric& Metric,
	const FBuildContext& Context)
{
	const FSkin Before = Skin;
	FSimplifiedLevel Out;
	Out.InfluencesBefore = CountInfluences(Skin);
	Out.BonesBefore = CountBones(Skin, Skeleton.JointCount());
	FBoneRemoval Bones(Skeleton, Metric, Skin.Points);
	if (FStatus Status = Bones.Remove(Removed, MaxBones, Context.Part(0.0, 0.4)); !Status)
	{
		return Status.GetError();
	}
	TResult<FSimplifiedInfluences> Fewer =
		SimplifyInfluences(Bones.GetPoints(), Metric, Influences, Context.Part(0.4, 0.8));
	if (!Fewer)
	{
		return Fewer.GetError();
	}
	if (Skin.Weights.PointCount() > 0)
	{
		const FRigWeights OnKept = Bones.RemoveFromWeights(Skin.Rest, Skin.Weights);
		TResult<FSimplifiedBlend> Blend = SimplifyBlend(Skin.Rest, OnKept, Metric, Influences, Context.Part(0.8, 1.0));
		if (!Blend)
		{
			return Blend.GetError();
		}
		Skin.Weights = RoundWeights(Blend->Weights);
		MeasureChange(Metric, EmbedLinearBlend(Before.Rest, Before.Weights), EmbedLinearBlend(Skin.Rest, Skin.Weights),
			Out.BlendMeanError, Out.BlendLargestError);
	}
	const bool bBlendOnly = !Skin.bAnimationSpace && Skin.Weights.PointCount() > 0;
	Skin.Points = RoundPoints(bBlendOnly ? EmbedLinearBlend(Skin.Rest, Skin.Weights) : Fewer->Points);
	MeasureChange(Metric, Before.Points, Skin.Points, Out.MeanError, Out.LargestError);
	Out.Influences = CountInfluences(Skin);
	Out.Bones = CountBones(Skin, Skeleton.JointCount());
	return Out;
}

/** Joints that a pattern names. */
TResult<std::vector<bool>> FindJoints(const FSkeletonData& Skeleton, const std::vector<std::string>& Patterns)
{
	std::vector<bool> Out(Skeleton.JointCount(), false);
	for (const std::string& Pattern : Patterns)
	{
		bool bFound = false;
		for (size_t Joint = 0; Joint < Skeleton.JointCount(); ++Joint)
		{
			const bool bMatches = MatchesPattern(Skeleton.Names[Joint], Pattern);
			Out[Joint] = Out[Joint] || bMatches;
			bFound = bFound || bMatches;
		}
		if (!bFound)
		{
			return FError{EErrorCode::NotFound,
				"No joint matches '" + Pattern + "'. `exemplar inspect` lists the joints of a character."};
		}
	}
	if (std::find(Out.begin(), Out.end(), false) == Out.end())
	{
		return FError{
			EErrorCode::InvalidArgument, "The patterns name every joint. Keep at least one for the skin to follow."};
	}
	return Out;
}

FStatus Check(const FCharacterParts& Parts, const FSimplifyOptions& Options)
{
	if (Parts.Animation.Skeleton.JointCount() == 0 || Parts.Skin.Points.empty())
	{
		return FError{EErrorCode::Degenerate, "The character has no skeleton or no skin to simplify."};
	}
	const size_t Levels = Parts.Levels.Coarser.size() + 1;
	if (Options.BonesPerLevel.size() > Levels)
	{
		return FError{EErrorCode::InvalidArgument,
			std::to_string(Options.BonesPerLevel.size()) + " numbers of bones were given, but the character has " +
				std::to_string(Levels) + (Levels == 1 ? " level" : " levels") +
				". Build more with `exemplar lod`, or give fewer."};
	}
	return FOk{};
}

size_t BonesOfLevel(const std::vector<size_t>& Numbers, size_t Level, size_t JointCount)
{
	return Numbers.empty() ? JointCount : Numbers[(std::min)(Level, Numbers.size() - 1)];
}

} // namespace SimplifyCharacterDetail

bool MatchesPattern(std::string_view Text, std::string_view Pattern)
{
	size_t At = 0, In = 0, Star = std::string_view::npos, Retry = 0;
	while (At < Text.size())
	{
		if (In < Pattern.size() && (Pattern[In] == '?' || Pattern[In] == Text[At]) && Pattern[In] != '*')
		{
			++At;
			++In;
		}
		else if (In < Pattern.size() && Pattern[In] == '*')
		{
			Star = In++;
			Retry = At;
		}
		else if (Star != std::string_view::npos)
		{
			In = Star + 1;
			At = ++Retry;
		}
		else
		{
			return false;
		}
	}
	return Pattern.find_first_not_of('*', In) == std::string_view::npos;
}

TResult<FSimplifiedCharacter> SimplifyCharacter(
	FCharacterParts Parts, const FSimplifyOptions& Options, const FBuildContext& Context)
{
	using namespace SimplifyCharacterDetail;
	const FSkeletonData Skeleton = Parts.Animation.Skeleton;
	FStatus Sound = Check(Parts, Options);
	TResult<std::vector<bool>> Removed =
		Sound ? FindJoints(Skeleton, Options.RemoveBones) : TResult<std::vector<bool>>(Sound.GetError());
	const TResult<FPoseMetric> Metric =
		Removed ? MakeMetric(Parts.Animation) : TResult<FPoseMetric>(Removed.GetError());
	if (!Metric)
	{
		return Metric.GetError();
	}
	FInfluenceSimplificationOptions Influences;
	Influences.MaxInfluences = Options.MaxInfluences;
	Influences.Budget = 0.01 * Options.Error * BoxDiagonal(Parts.Skin.Rest);
	FSimplifiedCharacter Out;
	double FinestBound = 0.0;
	const size_t Count = Parts.Levels.Coarser.size() + 1;
	for (size_t Index = 0; Index < Count; ++Index)
	{
		const FSkin Before = Index == 0 ? Parts.Skin : Parts.Levels.Coarser[Index - 1].Skin;
		FLevel* const Coarser = Index == 0 ? nullptr : &Parts.Levels.Coarser[Index - 1];
		const double Share = 1.0 / static_cast<double>(Count), Start = static_cast<double>(Index) * Share;
		TResult<FSimplifiedLevel> Level = SimplifyLevel(Coarser == nullptr ? Parts.Skin : Coarser->Skin, *Removed,
			BonesOfLevel(Options.BonesPerLevel, Index, Skeleton.JointCount()), Influences, Skeleton, *Metric,
			Context.Part(Start, Start + Share));
		if (!Level)
		{
			return Level.GetError();
		}
		const double Bound =
			BoundChange(Parts.Animation, Before.Points, Coarser ? Coarser->Skin.Points : Parts.Skin.Points);
		if (Coarser != nullptr) // the triangle inequality: what it was off by, and by how much both levels moved
		{
			Coarser->MeanError += Level->LargestError + Out.Levels[0].LargestError;
			Coarser->ErrorBound += Bound + FinestBound;
		}
		FinestBound = Index == 0 ? Bound : FinestBound;
		Out.Levels.push_back(*Level);
	}
	const std::vector<bool> Wanted = *Removed;
	const std::vector<bool> Gone = RemoveJoints(Parts, std::move(*Removed));
	for (size_t Joint = 0; Joint < Gone.size(); ++Joint)
	{
		if (Wanted[Joint])
		{
			(Gone[Joint] ? Out.RemovedJoints : Out.EmptiedJoints).push_back(Skeleton.Names[Joint]);
		}
	}
	Out.Parts = std::move(Parts);
	return Out;
}

TResult<FRigWeights> LimitBlendWeights(
	const FCharacterView& Character, size_t Level, size_t MostInfluences, const FBuildContext& Context)
{
	using namespace SimplifyCharacterDetail;
	const FMeshLevelView& Mesh = Character.Levels[Level];
	std::vector<FDouble3> Rest;
	FRigWeights Weights;
	size_t Most = 0;
	for (size_t Vertex = 0; Vertex < Mesh.VertexCount(); ++Vertex)
	{
		const FFloat3& P = Mesh.Positions[Vertex];
		Rest.push_back({P.X, P.Y, P.Z});
		std::vector<std::pair<uint16_t, double>> Row;
		for (uint32_t Index = Mesh.Weights.Offsets[Vertex]; Index < Mesh.Weights.Offsets[Vertex + 1]; ++Index)
		{
			if (Mesh.Weights.Weights[Index] > 0.0f)
			{
				Row.emplace_back(Mesh.Weights.Bones[Index], static_cast<double>(Mesh.Weights.Weights[Index]));
			}
		}
		std::sort(Row.begin(), Row.end());
		Most = (std::max)(Most, Row.size());
		for (const auto& [Bone, Weight] : Row)
		{
			Weights.Bones.push_back(Bone);
			Weights.Weights.push_back(Weight);
		}
		Weights.Offsets.push_back(static_cast<uint32_t>(Weights.Bones.size()));
	}
	if (Most <= MostInfluences)
	{
		return Weights;
	}
	const TResult<FPoseMetric> Metric = MakeMetric(CopyAnimation(Character));
	if (!Metric)
	{
		return Metric.GetError();
	}
	FInfluenceSimplificationOptions Options;
	Options.MaxInfluences = MostInfluences;
	TResult<FSimplifiedBlend> Blend = SimplifyBlend(Rest, Weights, *Metric, Options, Context);
	return Blend ? TResult<FRigWeights>(std::move(Blend->Weights)) : TResult<FRigWeights>(Blend.GetError());
}

} // namespace Exemplar

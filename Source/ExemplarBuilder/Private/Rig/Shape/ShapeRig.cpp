// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Rig/Shape/ShapeRig.h"

#include "Clips/Animation.h"
#include "Clips/JointFrames.h"
#include "Fit/RigExchange.h"
#include "Fit/ShapeWeights.h"
#include "Geometry/VectorMath.h"
#include "Model/Stopwatch.h"
#include "Rig/Joints.h"
#include "Rig/SkeletonMotions.h"
#include "Rig/SkeletonStart.h"

#include <algorithm>
#include <cstdio>
#include <numeric>

namespace Exemplar
{

namespace ShapeRigDetail
{

using namespace VectorMath;

/** The links of the joints that lead skin; joints that lead none are skipped on the way up. */
std::vector<FBoneLink> LeadingLinks(const FShapeSkeleton& Skeleton, const std::vector<bool>& bPassive)
{
	std::vector<FDouble3> Joints, Tips;
	std::vector<int32_t> Parents;
	std::vector<uint16_t> Old;
	std::vector<int32_t> New(Skeleton.JointCount(), NoParent);
	for (size_t Joint = 0; Joint < Skeleton.JointCount(); ++Joint)
	{
		const int32_t Parent = Skeleton.Parents[Joint];
		const int32_t Above = Parent == NoParent ? NoParent : New[static_cast<size_t>(Parent)];
		if (bPassive[Joint])
		{
			New[Joint] = Above;
			continue;
		}
		New[Joint] = static_cast<int32_t>(Joints.size());
		Joints.push_back(Skeleton.Joints[Joint]);
		Tips.push_back(Skeleton.Tips[Joint]);
		Parents.push_back(Above);
		Old.push_back(static_cast<uint16_t>(Joint));
	}
	std::vector<FBoneLink> Links = MakeBoneLinks(Joints, Parents, Tips);
	for (FBoneLink& Link : Links)
	{
		Link.Joint = Old[Link.Joint];
		Link.Child = Link.IsEnd() ? NoParent : static_cast<int32_t>(Old[static_cast<size_t>(Link.Child)]);
	}
	return Links;
}

/** A skeleton from a file as one of a shape: its last bones go on as their parents' did. */
FShapeSkeleton ReadGiven(const FSkeletonData& Given, std::vector<FAffine3d>& Frames)
{
	FShapeSkeleton Out;
	for (const FAffine3d& Rest : RestModel(Given))
	{
		Out.Joints.push_back({Rest.M[3], Rest.M[7], Rest.M[11]});
		Frames.push_back(RotationOf(Rest));
	}
	Out.Names = Given.Names;
	Out.Parents = Given.Parents;
	Out.Tips = ContinueLastBones(Out.Joints, Out.Parents);
	return Out;
}

/** The motions of the examples' poses about the joints, with the weights as they are. */
FStatus FollowPoses(const FExampleSet& Examples, FRig& Rig, const FBuildContext& Context)
{
	FSkeletonFitOptions Options;
	FAnimation Rest;
	Rest.Skeleton.Parents = Rig.Parents;
	Rest.Skeleton.RestLocal.resize(Rig.BoneCount);
	Options.Freedom = ReadFreedom(Rest, Rig.Weights, 0.0);
	Options.bKeepWeights = true;
	TResult<FRig> Moved = FitSkeletonRig(Examples, Rig, Options, Context);
	if (!Moved)
	{
		return Moved.GetError();
	}
	Rig = std::move(*Moved);
	return FOk{};
}

/** Segments of the skin, and weights from them. */
TResult<FRigWeights> WeightSkin(const FExampleSet& Examples, const FFoundSkeleton& Found, bool bGiven,
	const FRigOptions& Options, const FBuildContext& Context)
{
	const FShapeSkeleton& Skeleton = Found.Skeleton;
	const FSkeletonPlan Plan = bGiven ? PlanSkeleton(Examples.Rest, Skeleton.Joints, Skeleton.Parents)
									  : FSkeletonPlan{{}, {}, std::vector<bool>(Skeleton.JointCount(), false), 0};
	FSegmentationOptions Segmentation;
	Segmentation.Method = Options.Shape.Segmentation;
	Segmentation.Inside = {
		[&](const FDouble3& Point) { return Found.Solid.Grid.IsOccupied(Point); }, 0.5 * Found.Solid.Grid.Edge};
	const TResult<FSegmentation> Segments = SegmentSkin(
		Examples.Rest, LeadingLinks(Skeleton, Plan.bPassive), Segmentation, Context.Part(0.0, 0.3, "segments"));
	if (!Segments)
	{
		return Segments.GetError();
	}
	FShapeWeightOptions Weights;
	Weights.Method = Options.Shape.Weights;
	Weights.MaxInfluences = Options.Refine.MaxInfluences;
	return MakeShapeWeights(Examples.Rest, *Segments, Skeleton.Parents, Weights, Context.Part(0.3, 1.0, "weights"));
}

/** Whether the user placed a joint: it stays. */
bool IsPlaced(const FShapeRigOptions& Options, const std::string& Name)
{
	return std::any_of(Options.Joints.begin(), Options.Joints.end(),
		[&](const std::string& Entry) { return Entry.starts_with(Name + "="); });
}

/**
 * Moves elbows, knees and other joints within a limb to where the poses bend it: the place that the bones before and
 * behind, moving freely, agree about best, if it is in the body and within a third of the shorter bone. Returns how
 * many moved.
 */
TResult<size_t> NudgeJoints(const FExampleSet& Examples, const FRig& Rig, const FShapeRigOptions& Options,
	FFoundSkeleton& Found, const FBuildContext& Context)
{
	const TResult<FRig> Free = FitMotions(Examples, Rig, Context);
	if (!Free)
	{
		return Free.GetError();
	}
	FShapeSkeleton& Skeleton = Found.Skeleton;
	const std::vector<FDouble3> Before = Skeleton.Joints;
	size_t Count = 0;
	for (size_t Joint = 0; Joint < Skeleton.JointCount(); ++Joint)
	{
		const int32_t Parent = Skeleton.Parents[Joint];
		const auto Children = std::count(Skeleton.Parents.begin(), Skeleton.Parents.end(), static_cast<int32_t>(Joint));
		if (Parent == NoParent || Children != 1 || IsPlaced(Options, Skeleton.Names[Joint]))
		{
			continue;
		}
		const auto Child = static_cast<size_t>(
			std::find(Skeleton.Parents.begin(), Skeleton.Parents.end(), static_cast<int32_t>(Joint)) -
			Skeleton.Parents.begin());
		const double Reach = (std::min)(Distance(Before[Joint], Before[static_cast<size_t>(Parent)]),
								 Distance(Before[Joint], Before[Child])) /
			3.0;
		const std::span<const FAffine3d> Motions = Free->Transforms;
		const FJointFit Fit = FitJoint(Motions.subspan(static_cast<size_t>(Parent) * Rig.PoseCount, Rig.PoseCount),
			Motions.subspan(Joint * Rig.PoseCount, Rig.PoseCount), Before[Joint], Reach);
		if (Fit.Rank >= 2 && Found.Solid.Grid.IsOccupied(Fit.Position))
		{
			Skeleton.Joints[Joint] = Fit.Position;
			++Count;
		}
	}
	return Count;
}

FRig MakeRig(const FExampleSet& Examples, const FShapeSkeleton& Skeleton, FRigWeights Weights)
{
	FRig Out;
	Out.BoneCount = Skeleton.JointCount();
	Out.PoseCount = Examples.PoseCount();
	Out.Transforms.assign(Out.BoneCount * Out.PoseCount, {});
	Out.Weights = std::move(Weights);
	Out.Parents = Skeleton.Parents;
	Out.Root = 0;
	Out.Joints = Skeleton.Joints;
	Out.Names = Skeleton.Names;
	Out.Numbers.resize(Out.BoneCount);
	std::iota(Out.Numbers.begin(), Out.Numbers.end(), uint16_t{0});
	Out.FaceLabels = FaceLabelsOf(Out.Weights, Examples.Rest.Triangles, Out.BoneCount);
	return Out;
}

/** Joints that the poses bend move there, with new weights; then the rig follows the poses. */
FStatus LearnFromPoses(const FExampleSet& Examples, const FRigOptions& Options, FFoundSkeleton& Found, FRigResult& Out,
	const FBuildContext& Context)
{
	if (!Out.bGiven)
	{
		const TResult<size_t> Moved =
			NudgeJoints(Examples, Out.Rig, Options.Shape, Found, Context.Part(0.0, 0.3, "joints"));
		TResult<FRigWeights> Weights = Moved ? WeightSkin(Examples, Found, false, Options, Context.Part(0.3, 0.6))
											 : TResult<FRigWeights>(Moved.GetError());
		if (!Weights)
		{
			return Weights.GetError();
		}
		Out.Rig = MakeRig(Examples, Found.Skeleton, std::move(*Weights));
		Out.Reason += " The poses moved " + std::to_string(*Moved) + " joints within limbs to where they bend.";
	}
	return FollowPoses(Examples, Out.Rig, Context.Part(0.6, 1.0));
}

std::string Describe(const FFoundSkeleton& Found)
{
	char Text[200];
	std::snprintf(Text, sizeof(Text), "%zu joints by the template '%s' (cost %.3f) on %zu ends at %d voxels.",
		Found.Skeleton.JointCount(), Found.Template.c_str(), Found.Cost, Found.Curves.Ends().size(),
		Found.Solid.Resolution);
	return Text + (Found.Notes.empty() ? std::string() : " " + Found.Notes);
}

} // namespace ShapeRigDetail

TResult<FRigResult> BuildRigFromShape(
	const FExampleSet& Examples, const FRigOptions& Options, const FBuildContext& Context)
{
	using namespace ShapeRigDetail;
	const FStopwatch Watch;
	FRigResult Out;
	std::vector<FAffine3d> Frames;
	FFoundSkeleton Found;
	const bool bSight = Options.Shape.Segmentation == ESegmentation::Sight;
	if (Options.Skeleton.Joints)
	{
		Found.Skeleton = ReadGiven(*Options.Skeleton.Joints, Frames);
		const auto Roots = std::count(Found.Skeleton.Parents.begin(), Found.Skeleton.Parents.end(), NoParent);
		if (Roots != 1 || Found.Skeleton.JointCount() > 4096)
		{
			return FError{EErrorCode::Unsupported,
				"The skeleton has " + std::to_string(Roots) + " roots and " +
					std::to_string(Found.Skeleton.JointCount()) +
					" joints. Give one with one root and at most 4096 joints."};
		}
		if (bSight)
		{
			TResult<FVoxelSolid> Solid =
				VoxelizeSolid(Examples.Rest, {Options.Shape.Voxels, false}, Context.Part(0.0, 0.3));
			if (!Solid)
			{
				return Solid.GetError();
			}
			Found.Solid = std::move(*Solid);
		}
		Out.bGiven = true;
		Out.Method = "skeleton";
		Out.Reason = "The skeleton is given and there are no poses, so the weights come from the shape.";
	}
	else
	{
		TResult<FFoundSkeleton> Made = FindSkeleton(Examples, Options.Shape, Context.Part(0.0, 0.5, "voxels"));
		if (!Made)
		{
			return Made.GetError();
		}
		Found = std::move(*Made);
		Out.Method = "shape";
		Out.Reason = Describe(Found);
	}
	const double SkeletonSeconds = Watch.Seconds();
	TResult<FRigWeights> Made = WeightSkin(Examples, Found, Out.bGiven, Options, Context.Part(0.5, 0.8));
	if (!Made)
	{
		return Made.GetError();
	}
	Out.Rig = MakeRig(Examples, Found.Skeleton, std::move(*Made));
	Out.Rig.Frames = std::move(Frames);
	if (Examples.PoseCount() > 0)
	{
		if (FStatus Followed = LearnFromPoses(Examples, Options, Found, Out, Context.Part(0.8, 1.0, "poses"));
			!Followed)
		{
			return Followed.GetError();
		}
	}
	std::vector<bool> bLeads(Out.Rig.BoneCount, false);
	for (const uint16_t Bone : Out.Rig.Weights.Bones)
	{
		bLeads[Bone] = true;
	}
	for (size_t Bone = 0; Bone < Out.Rig.BoneCount; ++Bone)
	{
		Out.Joints.push_back({Out.Rig.Joints[Bone], 3, 0.0});
		if (!bLeads[Bone])
		{
			Out.UnledJoints.push_back(static_cast<uint16_t>(Bone));
		}
	}
	Out.Rig.Figures.push_back({"shape", Watch.Seconds(),
		{{"joints", static_cast<double>(Out.Rig.BoneCount), ""}, {"seconds for joints", SkeletonSeconds, "s"},
			{"ends", static_cast<double>(Out.bGiven ? 0 : Found.Curves.Ends().size()), ""},
			{"voxels", static_cast<double>(Found.Solid.Resolution), ""}, {"cost of the template", Found.Cost, ""}}});
	return Out;
}

} // namespace Exemplar

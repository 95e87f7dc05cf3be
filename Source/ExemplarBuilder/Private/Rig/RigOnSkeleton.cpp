// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Rig/RigOnSkeleton.h"

#include "Clips/Animation.h"
#include "Clips/JointFrames.h"
#include "Fit/RigExchange.h"
#include "Fit/RigidMotion.h"
#include "Fit/WeightFit.h"
#include "Geometry/Measures.h"
#include "Model/Posing.h"
#include "Model/Stopwatch.h"
#include "Rig/ConnectedFit.h"
#include "Rig/ExtraBones.h"
#include "Rig/SkeletonStart.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace Exemplar
{

namespace RigOnSkeletonDetail
{

/** Costs as much as this error, in % of the diagonal: far below what is measured, above what is rounding. */
constexpr double WeightPull = 1e-4;

/** A joint that turns and moves less than this against its parent, in radians and parts of the diagonal, is idle. */
constexpr double IdleTurn = 2e-3;
constexpr double IdleShift = 1e-4;

FStatus CheckSkeleton(const FExampleSet& Examples, const FSkeletonData& Skeleton, std::span<const FAffine3d> Model)
{
	const size_t Count = Skeleton.JointCount();
	if (Examples.PoseCount() == 0)
	{
		return FError{EErrorCode::Degenerate,
			"The examples contain a rest mesh but no poses. Add poses from which to fit the skeleton's weights."};
	}
	if (Count == 0 || Count > 4096)
	{
		return FError{EErrorCode::Unsupported,
			"The skeleton has " + std::to_string(Count) + " joints. Give one with 1 to 4096 joints."};
	}
	const auto Roots = std::count(Skeleton.Parents.begin(), Skeleton.Parents.end(), NoParent);
	if (Roots != 1)
	{
		return FError{EErrorCode::Unsupported,
			"The skeleton has " + std::to_string(Roots) + " roots. Give them a common parent."};
	}
	std::vector<FDouble3> Joints;
	for (const FAffine3d& Rest : Model)
	{
		Joints.push_back({Rest.M[3], Rest.M[7], Rest.M[11]});
	}
	const double Own = BoxDiagonal(Joints), Mesh = BoxDiagonal(Examples.Rest.Positions);
	if (Count > 1 && !(Own < 4.0 * Mesh && Own > 0.1 * Mesh))
	{
		return FError{EErrorCode::Mismatch,
			"The skeleton's joints span " + std::to_string(Own) + " m, and the mesh spans " + std::to_string(Mesh) +
				" m. Give the factor between their units with --skeleton-scale, such as " +
				(Own > Mesh ? "0.01" : "100") + "."};
	}
	return FOk{};
}

/** Motions of the bones by the points that are theirs alone; a bone with too few moves with its parent. */
void FitStartMotions(const FExampleSet& Examples, FRig& Rig)
{
	std::vector<std::vector<uint32_t>> Own(Rig.BoneCount);
	for (uint32_t Point = 0; Point < Examples.PointCount(); ++Point)
	{
		Own[Rig.Weights.Bones[Rig.Weights.Offsets[Point]]].push_back(Point);
	}
	for (size_t Bone = 0; Bone < Rig.BoneCount; ++Bone)
	{
		const int32_t Parent = Rig.Parents[Bone];
		for (size_t Pose = 0; Pose < Rig.PoseCount; ++Pose)
		{
			const std::optional<FRigidMotion> Motion =
				FitRigidMotion(Own[Bone], Examples.Rest.Positions, Examples.Poses[Pose]);
			FAffine3d& Out = Rig.Transform(Bone, Pose);
			Out = Parent == NoParent ? FAffine3d{} : Rig.Transform(static_cast<size_t>(Parent), Pose);
			for (size_t Row = 0; Row < 3 && Motion; ++Row)
			{
				for (size_t Column = 0; Column < 3; ++Column)
				{
					Out.M[4 * Row + Column] =
						Motion->Rotation(static_cast<Eigen::Index>(Row), static_cast<Eigen::Index>(Column));
				}
				Out.M[4 * Row + 3] = Motion->Translation[static_cast<Eigen::Index>(Row)];
			}
		}
	}
}

/** The bones that lead skin, as a rig of their own: bones without any would have no motion that the examples tell. */
struct FLeadingBones
{
	FRig Rig;
	std::vector<uint16_t> Joints; // of the skeleton
};

FLeadingBones SelectLeading(const FExampleSet& Examples, const FSkeletonPlan& Plan)
{
	FLeadingBones Out;
	std::vector<int32_t> BoneOf(Plan.Joints.size(), NoParent);
	for (size_t Joint = 0; Joint < Plan.Joints.size(); ++Joint)
	{
		const int32_t Parent = Plan.Parents[Joint];
		const int32_t Above = Parent == NoParent ? NoParent : BoneOf[static_cast<size_t>(Parent)];
		if (Plan.bPassive[Joint])
		{
			BoneOf[Joint] = Above;
			continue;
		}
		BoneOf[Joint] = static_cast<int32_t>(Out.Joints.size());
		Out.Joints.push_back(static_cast<uint16_t>(Joint));
		Out.Rig.Parents.push_back(Above);
		Out.Rig.Joints.push_back(Plan.Joints[Joint]);
	}
	FRig& Rig = Out.Rig;
	Rig.BoneCount = Out.Joints.size();
	Rig.PoseCount = Examples.PoseCount();
	Rig.Root = 0;
	Rig.Weights = WeightsByNearestBone(Plan, Examples.Rest);
	for (uint16_t& Bone : Rig.Weights.Bones)
	{
		Bone = static_cast<uint16_t>(BoneOf[Bone]);
	}
	Rig.Transforms.resize(Rig.BoneCount * Rig.PoseCount);
	FitStartMotions(Examples, Rig);
	return Out;
}

/** Motions of the skeleton and weights in turn, joints in their places. */
FStatus FitConnected(const FExampleSet& Examples, const FRigOptions& Options, const FRigWeights& Nearest, FRig& Rig,
	const FBuildContext& Context)
{
	const int Rounds = Options.Refine.Effort == ERefineEffort::Fast ? 3
		: Options.Refine.Effort == ERefineEffort::Default           ? 8
																	: 24;
	FConnectedFitOptions Fixed = Options.Connected;
	Fixed.bMoveJoints = false;
	FWeightFitOptions Weights;
	Weights.MaxInfluences = Options.Refine.MaxInfluences;
	Weights.CandidateBones = Options.Refine.CandidateBones < 0 ? (std::max)(8, 2 * Options.Refine.MaxInfluences)
															   : Options.Refine.CandidateBones;
	Weights.Smoothness = Options.Refine.Smoothness;
	Weights.MinWeight = Options.Refine.MinWeight;
	Weights.Pull = WeightPull;
	for (int Round = 0; Round < Rounds; ++Round)
	{
		const FBuildContext Part =
			Context.Part(static_cast<double>(Round) / Rounds, static_cast<double>(Round + 1) / Rounds);
		const TResult<FConnectedFit> Fit = FitConnectedMotions(Examples, Fixed, Rig, Part.Part(0.0, 0.5));
		if (!Fit)
		{
			return Fit.GetError();
		}
		Rig.Weights = Nearest;
		TResult<FWeightFit> Fitted = FitWeights(Examples, Rig, Weights, Part.Part(0.5, 1.0));
		if (!Fitted)
		{
			return Fitted.GetError();
		}
		Rig.Weights = std::move(Fitted->Weights);
	}
	const TResult<FConnectedFit> Last = FitConnectedMotions(Examples, Fixed, Rig, Context.Part(1.0, 1.0));
	if (!Last)
	{
		return Last.GetError();
	}
	Rig.Figures.push_back({"connected", 0.0, {{"vertex RMS", Last->VertexRms, "%"}}});
	return FOk{};
}

/** The whole skeleton with the bones that lead skin; the others move with their parents. */
FRig Expand(const FLeadingBones& Leading, const FSkeletonPlan& Plan, const FSkeletonData& Skeleton)
{
	const size_t Count = Plan.Joints.size(), Bones = Leading.Joints.size();
	FRig Out = Leading.Rig;
	const size_t Extra = Leading.Rig.BoneCount - Bones;
	Out.BoneCount = Count + Extra;
	Out.Parents = Plan.Parents;
	Out.Joints = Plan.Joints;
	Out.Names = Skeleton.Names;
	Out.Root = 0;
	Out.Transforms.assign(Out.BoneCount * Out.PoseCount, {});
	std::vector<uint16_t> NewOf;
	for (size_t Bone = 0; Bone < Leading.Rig.BoneCount; ++Bone)
	{
		NewOf.push_back(Bone < Bones ? Leading.Joints[Bone] : static_cast<uint16_t>(Count + Bone - Bones));
	}
	std::vector<bool> bLed(Out.BoneCount, false);
	for (size_t Bone = 0; Bone < Leading.Rig.BoneCount; ++Bone)
	{
		bLed[NewOf[Bone]] = true;
		for (size_t Pose = 0; Pose < Out.PoseCount; ++Pose)
		{
			Out.Transform(NewOf[Bone], Pose) = Leading.Rig.Transform(Bone, Pose);
		}
		if (Bone >= Bones)
		{
			const auto Parent = static_cast<size_t>(Leading.Rig.Parents[Bone]);
			Out.Parents.push_back(static_cast<int32_t>(NewOf[Parent]));
			Out.Joints.push_back(Leading.Rig.Joints[Bone]);
			Out.Names.push_back("extra_" + std::to_string(Bone - Bones + 1));
		}
	}
	for (size_t Joint = 0; Joint < Count; ++Joint)
	{
		for (size_t Pose = 0; Pose < Out.PoseCount && !bLed[Joint] && Out.Parents[Joint] != NoParent; ++Pose)
		{
			Out.Transform(Joint, Pose) = Out.Transform(static_cast<size_t>(Out.Parents[Joint]), Pose);
		}
	}
	for (uint16_t& Bone : Out.Weights.Bones)
	{
		Bone = NewOf[Bone];
	}
	return Out;
}

/** Extra bones have names of their own, also beside joints that are called like them. */
void MakeNamesUnique(size_t Given, std::vector<std::string>& Names)
{
	for (size_t Index = Given; Index < Names.size(); ++Index)
	{
		while (std::count(Names.begin(), Names.end(), Names[Index]) > 1)
		{
			Names[Index] += "_";
		}
	}
}

/** Joints that turn about their parent in no example, and joints that lead no point. */
void FindIdleJoints(const FExampleSet& Examples, FRigResult& Out)
{
	const FRig& Rig = Out.Rig;
	const double Diagonal = BoxDiagonal(Examples.Rest.Positions);
	std::vector<bool> bLeads(Rig.BoneCount, false);
	for (const uint16_t Bone : Rig.Weights.Bones)
	{
		bLeads[Bone] = true;
	}
	for (size_t Bone = 0; Bone < Rig.BoneCount; ++Bone)
	{
		const int32_t Parent = Rig.Parents[Bone];
		double Gap = 0.0;
		bool bIdle = Parent != NoParent;
		for (size_t Pose = 0; Pose < Rig.PoseCount && Parent != NoParent; ++Pose)
		{
			const FAffine3d Relative =
				Compose(InverseRigid(Rig.Transform(static_cast<size_t>(Parent), Pose)), Rig.Transform(Bone, Pose));
			const double Trace = Relative.M[0] + Relative.M[5] + Relative.M[10];
			const double Turn = std::acos(std::clamp(0.5 * (Trace - 1.0), -1.0, 1.0));
			const double Shift =
				(AsVector(TransformPoint(Relative, Rig.Joints[Bone])) - AsVector(Rig.Joints[Bone])).norm();
			bIdle = bIdle && Turn < IdleTurn && Shift < IdleShift * Diagonal;
			Gap += Shift * Shift / static_cast<double>(Rig.PoseCount);
		}
		Out.Joints.push_back({Rig.Joints[Bone], Parent == NoParent || !bIdle ? 3 : 0, std::sqrt(Gap)});
		if (!bLeads[Bone])
		{
			Out.UnledJoints.push_back(static_cast<uint16_t>(Bone));
		}
		else if (bIdle)
		{
			Out.IdleJoints.push_back(static_cast<uint16_t>(Bone));
		}
	}
}

} // namespace RigOnSkeletonDetail

TResult<FRigResult> BuildRigOnSkeleton(
	const FExampleSet& Examples, const FRigOptions& Options, const FBuildContext& Context)
{
	using namespace RigOnSkeletonDetail;
	const FStopwatch Watch;
	const FSkeletonData& Skeleton = *Options.Skeleton.Joints;
	const std::vector<FAffine3d> Model = RestModel(Skeleton);
	if (FStatus Status = CheckSkeleton(Examples, Skeleton, Model); !Status)
	{
		return Status.GetError();
	}
	std::vector<FDouble3> Joints;
	for (const FAffine3d& Rest : Model)
	{
		Joints.push_back({Rest.M[3], Rest.M[7], Rest.M[11]});
	}
	const FSkeletonPlan Plan = PlanSkeleton(Examples.Rest, std::move(Joints), Skeleton.Parents);
	FLeadingBones Leading = SelectLeading(Examples, Plan);
	const FRigWeights Nearest = Leading.Rig.Weights;
	if (FStatus Status = FitConnected(Examples, Options, Nearest, Leading.Rig, Context.Part(0.0, 0.5, "skeleton"));
		!Status)
	{
		return Status.GetError();
	}
	FRefineOptions Refine = Options.Refine;
	Refine.BoneCount = 0;
	Refine.bKeepBones = true;
	Refine.WeightPull = WeightPull;
	if (!Options.bConnected)
	{
		TResult<FRig> Refined = RefineRig(Examples, Leading.Rig, Refine, Context.Part(0.5, 0.8, "refinement"));
		if (!Refined)
		{
			return Refined.GetError();
		}
		Leading.Rig = std::move(*Refined);
	}
	FRigResult Out;
	for (int Extra = 0; Extra < Options.Skeleton.ExtraBones; ++Extra)
	{
		if (!AddExtraBone(Examples, Refine, Leading.Rig, Context))
		{
			break;
		}
		++Out.ExtraJoints;
		TResult<FRig> Refined = RefineRig(Examples, Leading.Rig, Refine, Context.Part(0.8, 1.0, "extra bones"));
		if (!Refined)
		{
			return Refined.GetError();
		}
		Leading.Rig = std::move(*Refined);
	}
	Out.bGiven = true;
	Out.Rig = Expand(Leading, Plan, Skeleton);
	Out.Rig.Numbers.resize(Out.Rig.BoneCount);
	std::iota(Out.Rig.Numbers.begin(), Out.Rig.Numbers.end(), uint16_t{0});
	MakeNamesUnique(Skeleton.JointCount(), Out.Rig.Names);
	for (const FAffine3d& Rest : Model)
	{
		Out.Rig.Frames.push_back(RotationOf(Rest));
	}
	Out.Rig.Frames.resize(Out.Rig.BoneCount);
	Out.Rig.FaceLabels = FaceLabelsOf(Out.Rig.Weights, Examples.Rest.Triangles, Out.Rig.BoneCount);
	FindIdleJoints(Examples, Out);
	Out.Rig.Figures.push_back({"skeleton", Watch.Seconds(),
		{{"joints", static_cast<double>(Skeleton.JointCount()), ""},
			{"joints that lead no skin", static_cast<double>(Out.UnledJoints.size()), ""},
			{"joints that never move", static_cast<double>(Out.IdleJoints.size()), ""},
			{"extra joints", static_cast<double>(Out.ExtraJoints), ""}}});
	return Out;
}

} // namespace Exemplar

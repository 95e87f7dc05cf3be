// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Rig/BuildRig.h"

#include "Clips/JointFrames.h"
#include "Fit/RigExchange.h"
#include "Geometry/EigenMap.h"
#include "Geometry/Measures.h"
#include "Metrics/ErrorMeasures.h"
#include "Model/Posing.h"
#include "Model/Stopwatch.h"
#include "Rig/BoneOrder.h"
#include "Rig/ConnectedFit.h"
#include "Rig/DependentBones.h"
#include "Rig/IdleBones.h"
#include "Rig/NameBones.h"
#include "Rig/RigOnSkeleton.h"
#include "Rig/RigSymmetry.h"
#include "Rig/RigWeightFit.h"
#include "Rig/Shape/ShapeRig.h"
#include "Rig/Skeleton.h"

#include <algorithm>
#include <limits>

namespace Exemplar
{

namespace BuildRigDetail
{

FRig StartOf(const FFaceClusters& Clusters, size_t PoseCount)
{
	FRig Rig;
	Rig.BoneCount = Clusters.Count;
	Rig.PoseCount = PoseCount;
	Rig.Transforms = Clusters.Motions;
	Rig.FaceLabels = Clusters.Labels;
	return Rig;
}

/** The points that the finished rig leaves farther from the examples than Bound, RMS in % of the rest diagonal. */
std::vector<uint32_t> FindUnexplained(const FExampleSet& Examples, const FRig& Rig, double Bound)
{
	const std::vector<FDouble3>& Rest = Rig.RestPositions.empty() ? Examples.Rest.Positions : Rig.RestPositions;
	std::vector<double> Squares(Examples.PointCount(), 0.0);
	for (size_t Pose = 0; Pose < Examples.PoseCount(); ++Pose)
	{
		const std::vector<FDouble3> Posed = ReconstructPose(Rig, Rest, Pose);
		for (size_t Point = 0; Point < Posed.size(); ++Point)
		{
			Squares[Point] += (AsVector(Posed[Point]) - AsVector(Examples.Poses[Pose][Point])).squaredNorm();
		}
	}
	const double Diagonal = BoxDiagonal(Examples.Rest.Positions);
	const double Limit = 1e-4 * Bound * Bound * Diagonal * Diagonal * static_cast<double>(Examples.PoseCount());
	std::vector<uint32_t> Out;
	for (uint32_t Point = 0; Point < Squares.size(); ++Point)
	{
		if (Squares[Point] > Limit)
		{
			Out.push_back(Point);
		}
	}
	return Out;
}

/** Rounds of joints and weights in turn for connected bones: each improves what the other left. */
int ConnectedRounds(ERefineEffort Effort)
{
	return Effort == ERefineEffort::Fast ? 4 : (Effort == ERefineEffort::Default ? 12 : 40);
}

/** The steps of the stage. Each one reads what the steps before it left in Out. */
class FRigSteps
{
public:
	FRigSteps(const FExampleSet& InExamples, const FRigOptions& InOptions, const FBuildContext& InContext,
		IRigSymmetry& InSymmetry)
		: Examples(InExamples)
		, Options(InOptions)
		, Context(InContext)
		, Symmetry(InSymmetry)
		, Working(InSymmetry.Examples())
		, Refine(InOptions.Refine)
	{
	}

	TResult<FRigResult> Run()
	{
		for (const auto Step : {&FRigSteps::FindClusters, &FRigSteps::FitBones, &FRigSteps::RemoveBones,
				 &FRigSteps::EmployBones, &FRigSteps::JoinBones, &FRigSteps::SettleJoints})
		{
			if (const FStatus Status = (this->*Step)(); !Status)
			{
				return Status.GetError();
			}
		}
		Out.MirrorImages = Symmetry.MirrorImages();
		for (size_t Bone = 0; Bone < Rig.BoneCount; ++Bone)
		{
			Out.Joints[Bone].Position = Rig.Joints[Bone];
		}
		Rig.FaceLabels = FaceLabelsOf(Rig.Weights, Examples.Rest.Triangles, Rig.BoneCount);
		Rig.Unexplained = FindUnexplained(Examples, Rig, Options.Refine.UnexplainedError);
		return std::move(Out);
	}

private:
	FStatus FindClusters()
	{
		const FStopwatch Watch;
		TResult<FFaceClusters> Clusters =
			BuildFaceClusters(Working, Options.Clusters, Context.Part(0.05, 0.15, "clusters"));
		if (!Clusters)
		{
			return Clusters.GetError();
		}
		if (FStatus Status = Symmetry.FinishClusters(*Clusters, Context); !Status)
		{
			return Status;
		}
		Rig = StartOf(*Clusters, Working.PoseCount());
		Rig.Figures.push_back({"clusters", Watch.Seconds(),
			{{"bones", static_cast<double>(Clusters->Count), ""},
				{"rigid RMS", Clusters->ErrorCurve[(std::min)(Clusters->Count, Clusters->ErrorCurve.size()) - 1], "%"},
				{"evaluations", static_cast<double>(Clusters->EvaluationCount), ""},
				{"working memory", static_cast<double>(Clusters->ByteCount), "bytes"}}});
		Out.ErrorCurve = std::move(Clusters->ErrorCurve);
		Refine.BoneCount = static_cast<int>(Clusters->Count);
		Refine.MaxBones = Options.Clusters.BoneCount > 0 ? 0 : Options.Clusters.MaxBones;
		return FOk{};
	}

	FStatus FitBones() { return Symmetry.FitBones(Refine, Options.bRefine, Rig, Context); }

	FStatus RemoveBones()
	{
		if (!(Options.DependentTolerance > 0.0))
		{
			return FOk{};
		}
		const FStopwatch Watch;
		const size_t InfluenceCap = static_cast<size_t>((std::max)(1, Options.Refine.MaxInfluences));
		Out.Removed = RemoveDependentBones(Working.Rest, Options.DependentTolerance, InfluenceCap, Rig);
		if (!Out.Removed.empty())
		{
			Rig.Weights = {};
			if (FStatus Status = RefitWeights(Working, Refine, Rig, Context.Part(0.85, 0.88, "weights")); !Status)
			{
				return Status;
			}
		}
		Rig.Figures.push_back(
			{"dependent bones", Watch.Seconds(), {{"removed", static_cast<double>(Out.Removed.size()), ""}}});
		if (!Out.Removed.empty())
		{
			Symmetry.FinishBones(Rig);
		}
		return FOk{};
	}

	FStatus EmployBones()
	{
		Symmetry.EmployBones(Rig);
		return FOk{};
	}

	FStatus JoinBones()
	{
		TResult<FSkeletonFit> Skeleton = FitSkeleton(Working.Rest, Symmetry.FinishTreeOptions(Options.Tree), Rig);
		if (!Skeleton)
		{
			return Skeleton.GetError();
		}
		Rig.Parents = std::move(Skeleton->Tree.Parents);
		Rig.Root = Skeleton->Tree.Root;
		Rig.Joints.clear();
		for (const FJointFit& Joint : Skeleton->Joints)
		{
			Rig.Joints.push_back(Joint.Position);
		}
		Rig.FaceLabels = FaceLabelsOf(Rig.Weights, Working.Rest.Triangles, Rig.BoneCount);
		std::erase_if(
			Rig.Figures, [&](const FStageFigures& Figures) { return Figures.Stage == Skeleton->Figures.Stage; });
		Rig.Figures.push_back(std::move(Skeleton->Figures));
		Out.Joints = std::move(Skeleton->Joints);
		Out.UnprovenEdges = Skeleton->Tree.UnprovenEdges;
		return FOk{};
	}

	/**
	 * Motions about the joints and weights in turn: each improves what the other left. Weights may leave a bone without
	 * points; it is employed elsewhere then, and the bones are joined again. The last weights are never fitted again,
	 * so that every bone of the result holds points.
	 */
	FStatus ConnectBones(const FBuildContext& Whole)
	{
		const int Rounds = ConnectedRounds(Options.Refine.Effort);
		FConnectedFitOptions Connected = Options.Connected;
		double Last = std::numeric_limits<double>::infinity();
		for (int Round = 0; Round < Rounds; ++Round)
		{
			const FBuildContext Part =
				Whole.Part(static_cast<double>(Round) / Rounds, static_cast<double>(Round + 1) / Rounds);
			Connected.bMoveJoints = Options.Connected.bMoveJoints && Round + 1 < Rounds; // the last weights keep them
			TResult<FConnectedFit> Fit = FitConnectedMotions(Working, Connected, Rig, Part);
			if (!Fit)
			{
				return Fit.GetError();
			}
			const bool bSlow = Last - Fit->VertexRms < 0.005 * Last;
			Last = Fit->VertexRms;
			if (bSlow || Round + 1 == Rounds)
			{
				break;
			}
			if (FStatus Status = RefitWeights(Working, Options.Refine, Rig, Part.Part(1.0, 1.0)); !Status)
			{
				return Status;
			}
			if (HasIdleBones(Rig))
			{
				Symmetry.EmployBones(Rig);
				if (FStatus Status = JoinBones(); !Status)
				{
					return Status;
				}
			}
		}
		return FOk{};
	}

	/** Connects the bones if requested. Symmetry comes before the last fit, which starts from the final joints. */
	FStatus SettleJoints()
	{
		const FStopwatch Watch;
		if (Options.bConnected)
		{
			if (FStatus Status = ConnectBones(Context.Part(0.88, 0.97, "joints")); !Status)
			{
				return Status;
			}
		}
		Symmetry.FinishRig(Options.bConnected, Rig);
		if (!Options.bConnected)
		{
			return FOk{};
		}
		FConnectedFitOptions Fixed = Options.Connected;
		Fixed.bMoveJoints = false;
		const TResult<FConnectedFit> Fit = FitConnectedMotions(Examples, Fixed, Rig, Context.Part(0.97, 1.0, "joints"));
		if (!Fit)
		{
			return Fit.GetError();
		}
		Rig.Figures.push_back({"connected", Watch.Seconds(), {{"vertex RMS", Fit->VertexRms, "%"}}});
		for (FJointFit& Joint : Out.Joints)
		{
			Joint.Gap = 0.0;
		}
		return FOk{};
	}

	const FExampleSet& Examples;
	const FRigOptions& Options;
	const FBuildContext& Context;
	IRigSymmetry& Symmetry;
	const FExampleSet& Working; // the examples that steps work on: with their mirror images if the rig is symmetric
	FRefineOptions Refine;
	FRigResult Out;
	FRig& Rig = Out.Rig;
};

TResult<FRigResult> BuildRigOnce(const FExampleSet& Examples, const FRigOptions& Options, const FBuildContext& Context)
{
	const TResult<std::unique_ptr<IRigSymmetry>> Symmetry = MakeRigSymmetry(Examples, Options, Context);
	if (!Symmetry)
	{
		return Symmetry.GetError();
	}
	TResult<FRigResult> Out = FRigSteps(Examples, Options, Context, **Symmetry).Run();
	return Out ? SortBones(std::move(*Out)) : std::move(Out);
}

TResult<FRigResult> BuildRigFromMotion(
	const FExampleSet& Examples, const FRigOptions& Options, const FBuildContext& Context)
{
	if (!Options.bConnected || !Options.bRefine)
	{
		return BuildRigOnce(Examples, Options, Context);
	}
	// Connected bones start from the clusters, which nearly meet, and from refined bones, which need not meet but are
	// the true ones if a skeleton made the examples. The better rig is taken.
	FRigOptions FromClusters = Options;
	FromClusters.bRefine = false;
	const bool bOnlyClusters = Options.Refine.Effort == ERefineEffort::Fast;
	TResult<FRigResult> Clustered = BuildRigOnce(Examples, FromClusters, Context.Part(0.0, bOnlyClusters ? 1.0 : 0.2));
	if (!Clustered || bOnlyClusters)
	{
		return Clustered;
	}
	TResult<FRigResult> Refined = BuildRigOnce(Examples, Options, Context.Part(0.2, 1.0));
	if (!Refined)
	{
		return Refined;
	}
	const TResult<FErrorMeasures> A = MeasureRig(Examples, Clustered->Rig), B = MeasureRig(Examples, Refined->Rig);
	return A && (!B || A->VertexRms < B->VertexRms) ? std::move(Clustered) : std::move(Refined);
}

/** The frames that options ask for, instead of the skeleton's own. */
void OrientJoints(EJointOrientation Orientation, FRig& Rig)
{
	if (Orientation == EJointOrientation::World)
	{
		Rig.Frames.clear();
	}
	else if (Orientation != EJointOrientation::File)
	{
		Rig.Frames = FramesAlongBones(Rig.Parents, Rig.Joints, Orientation == EJointOrientation::AlongX ? 0 : 1);
	}
}

} // namespace BuildRigDetail

TResult<FRigResult> BuildRig(const FExampleSet& Examples, const FRigOptions& Options, const FBuildContext& Context)
{
	using namespace BuildRigDetail;
	if (Options.Method == ERigMethod::Harmonic)
	{
		return FError{EErrorCode::Unsupported,
			"Harmonic functions rig meshes that share no connectivity: give the meshes to exemplar rig --method "
			"harmonic."};
	}
	const bool bPoses = Examples.PoseCount() > 0;
	const bool bShape = Options.Method == ERigMethod::Shape || (Options.Method == ERigMethod::Automatic && !bPoses);
	TResult<FRigResult> Out = bShape ? BuildRigFromShape(Examples, Options, Context)
		: Options.Skeleton.Joints    ? BuildRigOnSkeleton(Examples, Options, Context)
									 : BuildRigFromMotion(Examples, Options, Context);
	if (Out)
	{
		if (Out->Method.empty())
		{
			Out->Method = Options.Skeleton.Joints ? "skeleton" : "motion";
			Out->Reason = std::to_string(Examples.PoseCount()) + " poses of the same vertices show how it moves.";
		}
		if (bPoses && (bShape || Options.Skeleton.Joints))
		{
			Out->Rig.Unexplained = FindUnexplained(Examples, Out->Rig, Options.Refine.UnexplainedError);
		}
		if (Out->Rig.Names.empty() && Options.Names != EBoneNames::Numbers)
		{
			FBoneNaming Naming = NameBones(Options.Names, Out->Rig);
			Out->Rig.Names = std::move(Naming.Names);
			Out->NamedBones = Naming.Matched;
		}
		OrientJoints(Options.Orientation, Out->Rig);
	}
	return Out;
}

} // namespace Exemplar

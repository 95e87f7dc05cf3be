// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Rig/BuildRig.h"

#include "Fit/Locality.h"
#include "Fit/RigExchange.h"
#include "Fit/WeightFit.h"
#include "Geometry/EigenMap.h"
#include "Metrics/ErrorMeasures.h"
#include "Model/Posing.h"
#include "Rig/Symmetry.h"

#include <algorithm>
#include <chrono>
#include <limits>
#include <optional>

namespace Exemplar
{

namespace BuildRigDetail
{

class FStopwatch
{
public:
	double Seconds() const { return std::chrono::duration<double>(std::chrono::steady_clock::now() - Start).count(); }

private:
	std::chrono::steady_clock::time_point Start = std::chrono::steady_clock::now();
};

/** The rig of a working set that began with these poses, on them alone. */
void KeepPoses(size_t PoseCount, FRig& Rig)
{
	std::vector<FAffine3d> Kept;
	for (size_t Bone = 0; Bone < Rig.BoneCount; ++Bone)
	{
		for (size_t Pose = 0; Pose < PoseCount; ++Pose)
		{
			Kept.push_back(Rig.Transform(Bone, Pose));
		}
	}
	Rig.Transforms = std::move(Kept);
	Rig.PoseCount = PoseCount;
}

FRig StartOf(const FFaceClusters& Clusters, size_t PoseCount)
{
	FRig Rig;
	Rig.BoneCount = Clusters.Count;
	Rig.PoseCount = PoseCount;
	Rig.Transforms = Clusters.Motions;
	Rig.FaceLabels = Clusters.Labels;
	return Rig;
}

/** Weights anew for motions that stay, under the rules of the refinement. */
FStatus RefitWeights(const FExampleSet& Examples, const FRefineOptions& Refine, FRig& Rig, const FBuildContext& Context)
{
	FWeightFitOptions Options;
	Options.MaxInfluences = Refine.MaxInfluences;
	Options.CandidateBones =
		Refine.CandidateBones < 0 ? (std::max)(8, 2 * Refine.MaxInfluences) : Refine.CandidateBones;
	Options.Smoothness = Refine.Smoothness;
	Options.MinWeight = Refine.MinWeight;
	TResult<FWeightFit> Fit = FitWeights(Examples, Rig, Options, Context);
	if (!Fit)
	{
		return Fit.GetError();
	}
	Rig.Weights = std::move(Fit->Weights);
	return FOk{};
}

/**
 * The weights of Schaefer & Yuksel 2007, sections 4 and 4.1, by an exact solver: any bones first, then only those whose
 * connected patch holds the point.
 */
FStatus FitWeightsInOnePass(
	const FExampleSet& Examples, const FRefineOptions& Refine, FRig& Rig, const FBuildContext& Context)
{
	const FStopwatch Watch;
	FWeightFitOptions Options;
	Options.MaxInfluences = Refine.MaxInfluences;
	Options.MinWeight = Refine.MinWeight;
	TResult<FWeightFit> Fit = FitWeights(Examples, Rig, Options, Context);
	if (!Fit)
	{
		return Fit.GetError();
	}
	const double Free = Fit->VertexRms;
	const bool bLocal = Refine.CandidateBones != 0;
	size_t CutCount = 0;
	if (bLocal)
	{
		FInfluenceMaps Maps = BuildInfluenceMaps(
			Fit->Weights, Rig.BoneCount, BuildPointNeighbors(Examples.Rest), (std::max)(Refine.MinWeight, 1e-9));
		CutCount = Maps.CutCount;
		Options.Allowed = std::move(Maps.Allowed);
		Fit = FitWeights(Examples, Rig, Options, Context);
		if (!Fit)
		{
			return Fit.GetError();
		}
	}
	Rig.Weights = std::move(Fit->Weights);
	Rig.Figures.push_back({"weights", Watch.Seconds(),
		{{"vertex RMS before locality", Free, "%"}, {"vertex RMS", Fit->VertexRms, "%"},
			{"influences cut", static_cast<double>(CutCount), ""}}});
	return FOk{};
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
	const Eigen::Map<const FPositionMatrix> Positions = AsMatrix(Examples.Rest.Positions);
	const double Diagonal = (Positions.colwise().maxCoeff() - Positions.colwise().minCoeff()).norm();
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

/** What a symmetric rig is made of: the examples with their mirror images, and which bone is whose image. */
struct FSymmetry
{
	FMirror Mirror;
	FExampleSet Both;
	std::vector<uint16_t> Pairs;
};

/**
 * The bones of a symmetric rig are its clusters: searching for better ones would find others on either side. Even so
 * refinement may break the symmetry (two bones on the plane become a left and a right one), so that bones are paired
 * anew, and of the new pairs, the old ones and the rig as it came, the best is taken.
 */
TResult<FRig> RefineSymmetrically(
	FSymmetry& Symmetry, FRig Rig, const FRefineOptions& Options, const FBuildContext& Context)
{
	FRefineOptions Refine = Options;
	Refine.bKeepBones = true;
	TResult<FRig> Refined = RefineRig(Symmetry.Both, Rig, Refine, Context);
	if (!Refined)
	{
		return Refined;
	}
	const std::vector<uint16_t> Old = Symmetry.Pairs;
	Rig.Figures = Refined->Figures;
	FRig Best;
	double Least = std::numeric_limits<double>::infinity();
	const auto Compete = [&](FRig Candidate, const std::vector<uint16_t>& Pairs)
	{
		SymmetrizeWeights(Symmetry.Mirror, Pairs, static_cast<size_t>(Options.MaxInfluences), Candidate);
		RefitMotions(Symmetry.Both, Options.bAffineBones, Candidate, Context);
		const TResult<FErrorMeasures> Error = MeasureRig(Symmetry.Both, Candidate);
		if (Error && Error->VertexRms < Least)
		{
			Least = Error->VertexRms;
			Best = std::move(Candidate);
			Symmetry.Pairs = Pairs;
		}
	};
	Compete(*Refined, PairBones(Symmetry.Both.Rest, Symmetry.Mirror, Refined->Weights, Refined->BoneCount));
	Compete(std::move(*Refined), Old);
	Compete(std::move(Rig), Old);
	return Best;
}

/** Rounds of joints and weights in turn when bones have to meet: each improves what the other left. */
int ConnectedRounds(ERefineEffort Effort)
{
	return Effort == ERefineEffort::Fast ? 4 : (Effort == ERefineEffort::Default ? 12 : 40);
}

FStatus ConnectBones(const FExampleSet& Examples, const FRigOptions& Options, FRig& Rig, const FBuildContext& Context)
{
	const int Rounds = ConnectedRounds(Options.Refine.Effort);
	FConnectedFitOptions Connected = Options.Connected;
	double Last = std::numeric_limits<double>::infinity();
	for (int Round = 0; Round < Rounds; ++Round)
	{
		const FBuildContext Part =
			Context.Part(static_cast<double>(Round) / Rounds, static_cast<double>(Round + 1) / Rounds);
		Connected.bMoveJoints = Options.Connected.bMoveJoints && Round + 1 < Rounds; // the last weights keep them
		TResult<FConnectedFit> Fit = FitConnectedMotions(Examples, Connected, Rig, Part);
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
		if (FStatus Status = RefitWeights(Examples, Options.Refine, Rig, Part.Part(1.0, 1.0)); !Status)
		{
			return Status;
		}
	}
	return FOk{};
}

} // namespace BuildRigDetail

TResult<std::vector<FJointFit>> BuildSkeleton(
	const FTriangleMesh& Rest, const FBoneTreeOptions& Options, FRig& Rig, size_t* UnprovenEdges)
{
	const BuildRigDetail::FStopwatch Watch;
	TResult<FBoneTree> Tree = BuildBoneTree(Rest, Rig.Weights, Rig.BoneCount, Options);
	if (!Tree)
	{
		return Tree.GetError();
	}
	std::vector<FJointFit> Joints = FitJoints(Rest, Rig, Tree->Parents);
	Rig.Parents = Tree->Parents;
	Rig.Root = Tree->Root;
	Rig.Joints.clear();
	double Gaps = 0.0;
	size_t Balls = 0, Hinges = 0;
	for (const FJointFit& Joint : Joints)
	{
		Rig.Joints.push_back(Joint.Position);
		Gaps += Joint.Gap * Joint.Gap;
		Balls += Joint.Rank == 3;
		Hinges += Joint.Rank == 2;
	}
	Rig.FaceLabels = FaceLabelsOf(Rig.Weights, Rest.Triangles, Rig.BoneCount);
	if (UnprovenEdges != nullptr)
	{
		*UnprovenEdges = Tree->UnprovenEdges;
	}
	const double Count = static_cast<double>((std::max)(Joints.size(), size_t{2}) - 1);
	Rig.Figures.push_back({"skeleton", Watch.Seconds(),
		{{"joint gap RMS", std::sqrt(Gaps / Count), "m"}, {"ball joints", static_cast<double>(Balls), ""},
			{"hinges", static_cast<double>(Hinges), ""},
			{"edges without evidence", static_cast<double>(Tree->UnprovenEdges), ""}}});
	return Joints;
}

namespace BuildRigDetail
{

/** All steps in a row, as the options say. */
TResult<FRigResult> BuildRigOnce(const FExampleSet& Examples, const FRigOptions& Options, const FBuildContext& Context)
{
	const size_t InfluenceCap = static_cast<size_t>((std::max)(1, Options.Refine.MaxInfluences));
	FRigResult Out;

	// A symmetric rig comes from examples that do on both sides what they did on one.
	std::optional<FSymmetry> Symmetry;
	if (Options.bSymmetric)
	{
		TResult<FMirror> Found =
			FindMirror(Examples.Rest, Options.SymmetryTolerance, Context.Part(0.0, 0.05, "symmetry"));
		if (!Found)
		{
			return Found.GetError();
		}
		Symmetry.emplace();
		Symmetry->Both = AddMirroredPoses(Examples, *Found);
		Symmetry->Mirror = std::move(*Found);
	}
	const FExampleSet& Working = Symmetry ? Symmetry->Both : Examples;

	const FStopwatch ClusterWatch;
	TResult<FFaceClusters> Clusters =
		BuildFaceClusters(Working, Options.Clusters, Context.Part(0.05, 0.15, "clusters"));
	if (!Clusters)
	{
		return Clusters.GetError();
	}
	Out.ErrorCurve = Clusters->ErrorCurve;
	if (Symmetry)
	{
		TResult<FSymmetricClusters> Symmetric = SymmetrizeClusters(Working.Rest, Symmetry->Mirror, *Clusters);
		if (!Symmetric)
		{
			return Symmetric.GetError();
		}
		Clusters->Labels = std::move(Symmetric->Labels);
		Symmetry->Pairs = std::move(Symmetric->Pairs);
		FitClusterMotions(Working, *Clusters, Context);
	}
	FRig Rig = StartOf(*Clusters, Working.PoseCount());
	Rig.Figures.push_back({"clusters", ClusterWatch.Seconds(),
		{{"bones", static_cast<double>(Clusters->Count), ""},
			{"rigid RMS", Clusters->ErrorCurve[(std::min)(Clusters->Count, Clusters->ErrorCurve.size()) - 1], "%"},
			{"evaluations", static_cast<double>(Clusters->EvaluationCount), ""},
			{"working memory", static_cast<double>(Clusters->ByteCount), "bytes"}}});

	FRefineOptions Refine = Options.Refine;
	Refine.BoneCount = static_cast<int>(Clusters->Count);
	if (!Options.bRefine || Symmetry)
	{
		const FStatus Status = FitWeightsInOnePass(Working, Refine, Rig, Context.Part(0.15, 0.3, "weights"));
		if (!Status)
		{
			return Status.GetError();
		}
		if (!Symmetry) // there it would have to be done on both sides at once
		{
			ReassignIdleBones(Working, Rig);
		}
	}
	if (Options.bRefine)
	{
		const FBuildContext Part = Context.Part(Symmetry ? 0.3 : 0.15, 0.85, "refinement");
		TResult<FRig> Refined = Symmetry ? RefineSymmetrically(*Symmetry, std::move(Rig), Refine, Part)
										 : RefineRig(Working, std::move(Rig), Refine, Part);
		if (!Refined)
		{
			return Refined.GetError();
		}
		Rig = std::move(*Refined);
	}
	else if (Symmetry)
	{
		SymmetrizeWeights(Symmetry->Mirror, Symmetry->Pairs, InfluenceCap, Rig);
	}

	if (Options.DependentTolerance > 0.0)
	{
		const FStopwatch Watch;
		Out.Removed = RemoveDependentBones(Working.Rest, Options.DependentTolerance, InfluenceCap, Rig);
		if (!Out.Removed.empty())
		{
			Rig.Weights = {};
			const FStatus Status = RefitWeights(Working, Refine, Rig, Context.Part(0.85, 0.88, "weights"));
			if (!Status)
			{
				return Status.GetError();
			}
		}
		Rig.Figures.push_back(
			{"dependent bones", Watch.Seconds(), {{"removed", static_cast<double>(Out.Removed.size()), ""}}});
		if (Symmetry && !Out.Removed.empty())
		{
			Symmetry->Pairs = PairBones(Working.Rest, Symmetry->Mirror, Rig.Weights, Rig.BoneCount);
			SymmetrizeWeights(Symmetry->Mirror, Symmetry->Pairs, InfluenceCap, Rig);
		}
	}

	FBoneTreeOptions Tree = Options.Tree;
	if (Symmetry)
	{
		Tree.MirrorImages = Symmetry->Pairs;
	}
	TResult<std::vector<FJointFit>> Joints = BuildSkeleton(Working.Rest, Tree, Rig, &Out.UnprovenEdges);
	if (!Joints)
	{
		return Joints.GetError();
	}
	Out.Joints = std::move(*Joints);
	const FStopwatch ConnectWatch;
	if (Options.bConnected)
	{
		const FStatus Status = ConnectBones(Working, Options, Rig, Context.Part(0.88, 0.97, "joints"));
		if (!Status)
		{
			return Status.GetError();
		}
	}
	if (Symmetry)
	{
		if (Options.bConnected)
		{
			SymmetrizeWeights(Symmetry->Mirror, Symmetry->Pairs, InfluenceCap, Rig);
		}
		SymmetrizeJoints(Symmetry->Mirror, Symmetry->Pairs, Rig);
		KeepPoses(Examples.PoseCount(), Rig);
		Out.MirrorImages = Symmetry->Pairs;
		size_t OnPlane = 0;
		for (size_t Bone = 0; Bone < Symmetry->Pairs.size(); ++Bone)
		{
			OnPlane += Symmetry->Pairs[Bone] == Bone;
		}
		Rig.Figures.push_back({"symmetry", 0.0,
			{{"mirror error", Symmetry->Mirror.Error, "%"}, {"bones on the plane", static_cast<double>(OnPlane), ""}}});
	}
	if (Options.bConnected)
	{
		FConnectedFitOptions Fixed = Options.Connected;
		Fixed.bMoveJoints = false;
		const TResult<FConnectedFit> Fit = FitConnectedMotions(Examples, Fixed, Rig, Context.Part(0.97, 1.0, "joints"));
		if (!Fit)
		{
			return Fit.GetError();
		}
		Rig.Figures.push_back({"connected", ConnectWatch.Seconds(), {{"vertex RMS", Fit->VertexRms, "%"}}});
		for (size_t Bone = 0; Bone < Rig.BoneCount; ++Bone)
		{
			Out.Joints[Bone].Gap = 0.0;
		}
	}
	for (size_t Bone = 0; Bone < Rig.BoneCount; ++Bone)
	{
		Out.Joints[Bone].Position = Rig.Joints[Bone];
	}
	Rig.FaceLabels = FaceLabelsOf(Rig.Weights, Examples.Rest.Triangles, Rig.BoneCount);
	Rig.Unexplained = FindUnexplained(Examples, Rig, Options.Refine.UnexplainedError);
	Out.Rig = std::move(Rig);
	return Out;
}

} // namespace BuildRigDetail

TResult<FRigResult> BuildRig(const FExampleSet& Examples, const FRigOptions& Options, const FBuildContext& Context)
{
	using namespace BuildRigDetail;
	if (!Options.bConnected || !Options.bRefine)
	{
		return BuildRigOnce(Examples, Options, Context);
	}
	// Bones that are to meet start from the clusters, which nearly do, and from refined bones, which need not meet but
	// are the true ones where a skeleton made the examples; the better rig is taken.
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

} // namespace Exemplar

// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Rig/FaceClustering.h"

#include "Geometry/Measures.h"
#include "Rig/ClusterFit.h"
#include "Rig/ClusterMerging.h"

#include <algorithm>
#include <cmath>
#include <string>

namespace Exemplar
{

namespace FaceClusteringDetail
{

/** Examples come from files in float: displacements below this part of the extent are noise. */
constexpr double InputNoise = 1e-7;

/** A halved error where bones are added one by one is a step, not a slope; from one bone to two more is usual. Chosen
 * on one character made of rigid parts. Tubes of two to six rigid bones confirm it, for any maximum count. */
constexpr double ClearStep = 2.0;
constexpr double ClearFirstStep = 4.0;

/** Maximum length of the error curve. */
constexpr size_t CurveLength = 256;

FStatus CheckClusteringInput(const FExampleSet& Examples, const FFaceClusteringOptions& Options)
{
	const size_t FaceCount = Examples.Rest.Triangles.size();
	if (FaceCount == 0 || Examples.Poses.empty())
	{
		return FError{EErrorCode::Degenerate,
			"Bones are found from motion, so the examples need at least one triangle and one pose in addition to the "
			"rest. "
			"Add poses as meshes, a point cache or a scene with an animation."};
	}
	for (size_t Pose = 0; Pose < Examples.Poses.size(); ++Pose)
	{
		if (Examples.Poses[Pose].size() != Examples.Rest.Positions.size())
		{
			return FError{EErrorCode::Mismatch,
				"Pose " + std::to_string(Pose) + " has " + std::to_string(Examples.Poses[Pose].size()) +
					" points, the rest mesh has " + std::to_string(Examples.Rest.Positions.size()) +
					". All poses need the same points in the same order."};
		}
	}
	const size_t Most = (std::min)(FaceCount, size_t{0xfffe});
	if (Options.BoneCount < 0 || static_cast<size_t>(Options.BoneCount) > Most)
	{
		return FError{EErrorCode::InvalidArgument,
			"Invalid bone count " + std::to_string(Options.BoneCount) + ": this mesh allows 1 to " +
				std::to_string(Most) + " bones. Use a count in this range, or let it be chosen automatically."};
	}
	if (!(Options.Tolerance >= 0.0) || Options.MinBones < 1 || Options.MaxBones < Options.MinBones)
	{
		return FError{EErrorCode::InvalidArgument,
			"Invalid bone options: the tolerance must not be negative, the minimum bone count must be at least 1, and "
			"the maximum must not be below the minimum."};
	}
	return FOk{};
}

/** A chosen count has at least one point per bone too: closed meshes have more faces than points. */
size_t CountFor(const FFaceClusteringOptions& Options, const std::vector<double>& Curve, size_t Most)
{
	if (Options.BoneCount > 0)
	{
		return static_cast<size_t>(Options.BoneCount);
	}
	if (Options.Tolerance > 0.0)
	{
		size_t Count = 1;
		while (Count < (std::min)(Curve.size(), Most) && Curve[Count - 1] > Options.Tolerance)
		{
			++Count;
		}
		return Count;
	}
	return (std::min)(
		Most, ChooseBoneCount(Curve, static_cast<size_t>(Options.MinBones), static_cast<size_t>(Options.MaxBones)));
}

} // namespace FaceClusteringDetail

size_t ChooseBoneCount(const std::vector<double>& ErrorCurve, size_t MinBones, size_t MaxBones)
{
	using namespace FaceClusteringDetail;
	const size_t Last = (std::min)(MaxBones, ErrorCurve.size());
	const size_t First = (std::min)((std::max)(MinBones, size_t{1}), Last);
	if (Last <= First)
	{
		return (std::max)(Last, size_t{1});
	}
	// A step: examples that were made with rigid bones lose their error at the true count, and more bones gain less
	// than that step all together. Below a millionth of the first error everything is round-off.
	const double Floor = (std::max)(1e-6 * ErrorCurve.front(), 1e-300);
	const auto Level = [&](size_t Count) { return std::log((std::max)(ErrorCurve[Count - 1], Floor)); };
	size_t Step = 0;
	double Drop = 0.0;
	for (size_t Count = (std::max)(First, size_t{2}); Count <= Last; ++Count)
	{
		const double Here = Level(Count - 1) - Level(Count);
		if (Here > Drop && Here > std::log(Count == 2 ? ClearFirstStep : ClearStep) &&
			Here > Level(Count) - Level(Last))
		{
			Drop = Here;
			Step = Count;
		}
	}
	if (Step != 0)
	{
		return Step;
	}
	// The knee: where the logarithm of the error lies farthest below the chord between its ends.
	const double Begin = Level(First), End = Level(Last);
	size_t Knee = First;
	double Deepest = 0.0;
	for (size_t Count = First; Count <= Last; ++Count)
	{
		const double At = static_cast<double>(Count - First) / static_cast<double>(Last - First);
		const double Depth = Begin + At * (End - Begin) - Level(Count);
		if (Depth > Deepest)
		{
			Deepest = Depth;
			Knee = Count;
		}
	}
	return Knee;
}

TResult<FFaceClusters> BuildFaceClusters(
	const FExampleSet& Examples, const FFaceClusteringOptions& Options, const FBuildContext& Context)
{
	using namespace FaceClusteringDetail;
	if (const FStatus Status = CheckClusteringInput(Examples, Options); !Status)
	{
		return Status.GetError();
	}
	const FTriangleMesh& Rest = Examples.Rest;
	const size_t FaceCount = Rest.Triangles.size(), PoseCount = Examples.Poses.size();
	FFacePairs Graph = BuildFaceGraph(Rest);
	const FFacePairs Bridges = BuildComponentBridges(Rest, Graph);
	Graph.insert(Graph.end(), Bridges.begin(), Bridges.end());

	FFaceClusters Out;
	const double Diagonal = BoxDiagonal(Rest.Positions);
	double Area = 0.0;
	{
		FRigidErrorArray Errors(Rest, Examples.Poses, *Context.Executor);
		for (size_t Face = 0; Face < FaceCount; ++Face)
		{
			Area += Errors.Area(Face);
		}
		if (!(Area > 0.0) || !std::isfinite(Area))
		{
			return FError{EErrorCode::Degenerate,
				"The rest mesh has no area: its triangles are points or lines. Export a mesh with a surface."};
		}
		const double Noise = InputNoise * Diagonal;
		Errors.SetNoiseFloor(Area / static_cast<double>(FaceCount) * static_cast<double>(PoseCount) * Noise * Noise);
		std::optional<FMergeTree> Tree = MergeClusters(Errors, FaceCount, Graph, Context.Part(0.0, 0.9));
		if (!Tree)
		{
			return Context.Progress.CanceledError();
		}
		Out.Merges = std::move(Tree->Merges);
		Out.EvaluationCount = Tree->EvaluationCount;
		Out.ByteCount = Tree->ByteCount;
	}

	const double Unit = 100.0 / (std::max)(Diagonal, 1e-300);
	for (size_t Count = 1; Count <= (std::min)(CurveLength, FaceCount); ++Count)
	{
		const size_t Step = FaceCount - Count;
		const double Total = Step == 0 ? 0.0 : Out.Merges[Step - 1].TotalError;
		Out.ErrorCurve.push_back(Unit * std::sqrt(Total / (Area * static_cast<double>(PoseCount))));
	}
	Out.Count = CountFor(Options, Out.ErrorCurve, (std::min)(FaceCount, Rest.Positions.size()));
	Out.Labels = CutMergeTree(Out.Merges, FaceCount, Out.Count);
	RegrowClusters(Rest, Examples.Poses, Graph, Out.Labels, Out.Count, Options.LloydRounds, Context.Part(0.9, 1.0));

	FitClusterMotions(Examples, Out, Context);
	return Out;
}

void FitClusterMotions(const FExampleSet& Examples, FFaceClusters& Clusters, const FBuildContext& Context)
{
	const size_t PoseCount = Examples.Poses.size();
	const std::vector<FRigidError> Sums =
		SumClusters(Examples.Rest, Examples.Poses, Clusters.Labels, Clusters.Count, *Context.Executor);
	Clusters.Areas.clear();
	Clusters.Centroids.clear();
	Clusters.Motions.clear();
	for (size_t Cluster = 0; Cluster < Clusters.Count; ++Cluster)
	{
		Clusters.Areas.push_back(Sums[Cluster * PoseCount].Area);
		Clusters.Centroids.push_back(Sums[Cluster * PoseCount].RestMean);
	}
	for (const FRigidError& Sum : Sums)
	{
		Clusters.Motions.push_back(BestRigidMotion(Sum));
	}
}

} // namespace Exemplar

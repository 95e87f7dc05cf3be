// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Skin/PointFit.h"

#include "Fit/RigExchange.h"
#include "Skin/EdgeSolver.h"

#include <algorithm>
#include <cmath>

namespace Exemplar
{

namespace PointFitDetail
{

bool AllSound(std::span<const double> Values)
{
	for (const double Value : Values)
	{
		if (!(Value >= 0.0) || !std::isfinite(Value))
		{
			return false;
		}
	}
	return true;
}

/** Offsets ascend and end where the entries do. */
bool AreRows(const FRigWeights& Weights)
{
	return std::is_sorted(Weights.Offsets.begin(), Weights.Offsets.end()) &&
		Weights.Offsets.back() == Weights.Bones.size() && Weights.Weights.size() == Weights.Bones.size();
}

FStatus CheckSets(const FInfluenceSets& Sets, size_t Points, size_t Bones)
{
	if (Sets.PointCount() != Points || Sets.Offsets.back() != Sets.Bones.size() ||
		!std::is_sorted(Sets.Offsets.begin(), Sets.Offsets.end()))
	{
		return FError{EErrorCode::Mismatch,
			"Influence sets are given for " + std::to_string(Sets.PointCount()) + " of " + std::to_string(Points) +
				" points."};
	}
	for (size_t Point = 0; Point < Points; ++Point)
	{
		const uint32_t First = Sets.Offsets[Point], Last = Sets.Offsets[Point + 1];
		for (uint32_t Entry = First; Entry < Last; ++Entry)
		{
			if (Sets.Bones[Entry] >= Bones || (Entry > First && Sets.Bones[Entry] <= Sets.Bones[Entry - 1]))
			{
				return FError{EErrorCode::Mismatch,
					"The influence set of point " + std::to_string(Point) + " names bone " +
						std::to_string(Sets.Bones[Entry]) + " of " + std::to_string(Bones) +
						" out of order: bones of a set ascend, each once."};
			}
		}
		if (First >= Last)
		{
			return FError{EErrorCode::InvalidArgument,
				"Point " + std::to_string(Point) + " has no bone in its influence set. Give it at least one."};
		}
	}
	return FOk{};
}

/** Of distinct poses: the sum of what the examples that show them count. */
std::vector<double> DistinctWeights(const FMotionData& Data, std::span<const double> Given)
{
	if (Given.empty())
	{
		return Data.PoseWeights;
	}
	std::vector<double> Weights(Data.PoseCount, 0.0);
	for (size_t Example = 0; Example < Given.size(); ++Example)
	{
		Weights[Data.PoseOfExample[Example]] += Given[Example];
	}
	return Weights;
}

} // namespace PointFitDetail

FStatus CheckPointInput(const FExampleSet& Examples, const FRig& Rig, const FPointFitOptions& Options)
{
	using namespace PointFitDetail;
	const size_t Points = Examples.PointCount(), Poses = Examples.PoseCount();
	if (Points == 0 || Poses == 0)
	{
		return FError{EErrorCode::Degenerate, "Animation-space points need a rest mesh and at least one example pose."};
	}
	if (Rig.BoneCount == 0 || Rig.PoseCount != Poses || Rig.Transforms.size() != Rig.BoneCount * Poses ||
		Rig.Weights.PointCount() != Points)
	{
		return FError{EErrorCode::Mismatch,
			"Animation-space points need weights and the motion of every bone in every example: the rig has " +
				std::to_string(Rig.BoneCount) + " bones, " + std::to_string(Rig.Transforms.size()) + " motions for " +
				std::to_string(Poses) + " examples and weights for " + std::to_string(Rig.Weights.PointCount()) +
				" of " + std::to_string(Points) + " points."};
	}
	if (!Rig.RestPositions.empty() && Rig.RestPositions.size() != Points)
	{
		return FError{EErrorCode::Mismatch,
			"The rig moved " + std::to_string(Rig.RestPositions.size()) + " rest positions; the examples have " +
				std::to_string(Points) + " points."};
	}
	if (!(Options.Lambda >= 0.0) || !(Options.Delta >= 0.0) || !(Options.RestWeight >= 0.0) ||
		!std::isfinite(Options.EdgeExponent) || !(Options.WeightLength > 0.0) || !std::isfinite(Options.Delta) ||
		!std::isfinite(Options.RestWeight) || Options.MaxIterations < 0 || !(Options.Tolerance >= 0.0))
	{
		return FError{EErrorCode::InvalidArgument,
			"Regularization and the rest's weight must not be negative, and a weight's length must be more than zero."};
	}
	if ((!Options.PoseWeights.empty() && Options.PoseWeights.size() != Poses) ||
		(!Options.PointWeights.empty() && Options.PointWeights.size() != Points) || !AllSound(Options.PoseWeights) ||
		!AllSound(Options.PointWeights))
	{
		return FError{EErrorCode::InvalidArgument,
			"Give a weight for each of the " + std::to_string(Poses) + " examples and " + std::to_string(Points) +
				" points, all non-negative, or no weights at all."};
	}
	if (!AreRows(Rig.Weights))
	{
		return FError{EErrorCode::Mismatch,
			"The rows of the rig's weights do not ascend to the " + std::to_string(Rig.Weights.Bones.size()) +
				" bones and " + std::to_string(Rig.Weights.Weights.size()) + " weights that there are."};
	}
	if (const FStatus Rows = CheckSets(InfluenceSetsOf(Rig.Weights), Points, Rig.BoneCount); !Rows)
	{
		return Rows;
	}
	return Options.Sets.PointCount() == 0 ? FStatus(FOk{}) : CheckSets(Options.Sets, Points, Rig.BoneCount);
}

FInfluenceSets InfluenceSetsOf(const FRigWeights& Weights)
{
	FInfluenceSets Sets;
	for (size_t Point = 0; Point < Weights.PointCount(); ++Point)
	{
		for (uint32_t Entry = Weights.Offsets[Point]; Entry < Weights.Offsets[Point + 1]; ++Entry)
		{
			if (Weights.Weights[Entry] > 0.0)
			{
				Sets.Bones.push_back(Weights.Bones[Entry]);
			}
		}
		Sets.Offsets.push_back(static_cast<uint32_t>(Sets.Bones.size()));
	}
	return Sets;
}

TResult<FPointFit> FitPoints(
	const FExampleSet& Examples, const FRig& Rig, const FPointFitOptions& Options, const FBuildContext& Context)
{
	using namespace PointFitDetail;
	if (const FStatus Status = CheckPointInput(Examples, Rig, Options); !Status)
	{
		return Status.GetError();
	}
	if (!Context.Progress.Report(0.0))
	{
		return Context.Progress.CanceledError();
	}
	const FMotionData Data =
		MakeMotionData(Rig.RestPositions.empty() ? Examples.Rest.Positions : Rig.RestPositions, Examples.Poses);
	const FBoneMotions Bones = ReadMotions(Data, Rig);
	const FPointProblem Problem = MakePointProblem(Data, Bones, Rig.Weights,
		Options.Sets.PointCount() == 0 ? InfluenceSetsOf(Rig.Weights) : Options.Sets, Options.WeightLength);
	const std::vector<FGroupSystem> Systems = AssembleSystems(Problem,
		{DistinctWeights(Data, Options.PoseWeights), Options.RestWeight, Options.bExactRest}, *Context.Executor);
	std::vector<Eigen::MatrixXd> Solutions(Systems.size());
	for (size_t Group = 0; Group < Systems.size(); ++Group)
	{
		Solutions[Group] = SolveGroup(Problem.Groups[Group], Systems[Group],
			Options.Delta > 0.0 ? Options.Lambda + Options.Delta : Options.Lambda, Options.PointWeights);
	}
	FPointFit Fit;
	Fit.SetCount = Problem.Groups.size();
	if (Options.Delta > 0.0 && std::isfinite(Options.Lambda))
	{
		const FWeightedEdges Edges = MakeWeightedEdges(Data, Examples.Rest.Triangles, Options.EdgeExponent);
		const TResult<int> Iterations = SolveWithEdges(Problem, Systems, Edges,
			{Options.Lambda, Options.Delta, Options.PointWeights, Options.Tolerance, Options.MaxIterations}, Solutions,
			Context.Part(0.2, 1.0));
		if (!Iterations)
		{
			return Iterations.GetError();
		}
		Fit.Iterations = *Iterations;
	}
	Fit.Points = PointsOf(Problem, Systems, Solutions);
	std::vector<uint32_t> Poses;
	for (uint32_t Pose = 0; Pose < Data.PoseCount; ++Pose)
	{
		Poses.push_back(Pose);
	}
	std::vector<std::pair<double, double>> Squares(Problem.Groups.size());
	ParallelFor(*Context.Executor, Problem.Groups.size(), 4,
		[&](size_t Begin, size_t End)
		{
			for (size_t Group = Begin; Group < End; ++Group)
			{
				const Eigen::MatrixXd Before = ResidualsOf(Problem, Problem.Groups[Group], Poses);
				const Eigen::MatrixXd After = Before -
					DesignOf(Problem, Problem.Groups[Group], Poses) * (Systems[Group].Basis * Solutions[Group]);
				for (size_t Pose = 0; Pose < Poses.size(); ++Pose)
				{
					const Eigen::Index Row = static_cast<Eigen::Index>(3 * Pose);
					Squares[Group].first += Data.PoseWeights[Pose] * Before.middleRows<3>(Row).squaredNorm();
					Squares[Group].second += Data.PoseWeights[Pose] * After.middleRows<3>(Row).squaredNorm();
				}
			}
		});
	double Before = 0.0, After = 0.0;
	for (const auto& [First, Second] : Squares)
	{
		Before += First;
		After += Second;
	}
	Fit.BlendRms = Data.Percent(Before);
	Fit.VertexRms = Data.Percent(After);
	return Fit;
}

std::vector<FDouble3> ProjectPoints(std::span<const FAnimationVector> Points, std::span<const FAffine3d> Motions)
{
	std::vector<FDouble3> Out;
	Out.reserve(Points.size());
	for (const FAnimationVector& Point : Points)
	{
		Out.push_back(Project(Point, Motions));
	}
	return Out;
}

std::vector<std::vector<FDouble3>> ReconstructPoses(std::span<const FAnimationVector> Points, const FRig& Rig)
{
	std::vector<std::vector<FDouble3>> Out;
	std::vector<FAffine3d> Motions(Rig.BoneCount);
	for (size_t Pose = 0; Pose < Rig.PoseCount; ++Pose)
	{
		for (size_t Bone = 0; Bone < Rig.BoneCount; ++Bone)
		{
			Motions[Bone] = Rig.Transform(Bone, Pose);
		}
		Out.push_back(ProjectPoints(Points, Motions));
	}
	return Out;
}

} // namespace Exemplar

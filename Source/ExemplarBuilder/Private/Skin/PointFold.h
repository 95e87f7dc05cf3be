// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Fit/RigExchange.h"
#include "Skin/EdgeSolver.h"

#include <algorithm>
#include <optional>

namespace Exemplar
{

/** The data of some of the distinct poses, each counting once. */
inline FMotionData SelectPoses(const FMotionData& Data, std::span<const uint32_t> Poses)
{
	FMotionData Out;
	Out.PointCount = Data.PointCount;
	Out.PoseCount = Poses.size();
	Out.Center = Data.Center;
	Out.Scale = Data.Scale;
	Out.Rest = Data.Rest;
	Out.PointWeights = Data.PointWeights;
	Out.PoseWeights.assign(Poses.size(), 1.0);
	Out.Samples = static_cast<double>(Data.PointCount * Poses.size());
	Out.Targets.resize(Data.Targets.rows(), static_cast<Eigen::Index>(3 * Poses.size()));
	for (uint32_t Pose = 0; Pose < Poses.size(); ++Pose)
	{
		Out.PoseOfExample.push_back(Pose);
		Out.Targets.middleCols<3>(static_cast<Eigen::Index>(3 * Pose)) =
			Data.Targets.middleCols<3>(static_cast<Eigen::Index>(3 * Poses[Pose]));
	}
	const Eigen::VectorXd Squares = Out.Targets.rowwise().squaredNorm();
	Out.TargetSquares.assign(Squares.data(), Squares.data() + Squares.size());
	return Out;
}

inline FBoneMotions SelectMotions(const FBoneMotions& Bones, std::span<const uint32_t> Poses)
{
	FBoneMotions Out;
	Out.BoneCount = Bones.BoneCount;
	Out.PoseCount = Poses.size();
	for (size_t Bone = 0; Bone < Bones.BoneCount; ++Bone)
	{
		for (const uint32_t Pose : Poses)
		{
			Out.Motions.push_back(Bones.At(Bone, Pose));
		}
	}
	return Out;
}

inline double SumOf(std::span<const double> Values)
{
	double Sum = 0.0;
	for (const double Value : Values)
	{
		Sum += Value;
	}
	return Sum;
}

/** One fold: points fitted to some poses, to be measured on others. */
class FPointFold
{
	static constexpr int MotionIterations = 10;

public:
	FPointFold(const FMotionData& Data, const FBoneMotions& Bones, const FWeightTable& Start,
		std::span<const uint8_t> Allowed, const FInfluenceSets& Sets, const FPointFitOptions& Fit,
		std::span<const uint32_t> Kept, std::span<const uint32_t> Left, IExecutor& InExecutor)
		: KeptData(SelectPoses(Data, Kept))
		, LeftData(SelectPoses(Data, Left))
		, KeptBones(SelectMotions(Bones, Kept))
		, LeftBones(SelectMotions(Bones, Left))
		, Executor(InExecutor)
	{
		FWeightTable Weights = Start;
		FWeightPrior Prior;
		Prior.Allowed = Allowed;
		SolveWeights(KeptData, KeptBones, Prior, ESubsetSearch::Keep, Weights, Executor);
		FMotionStepOptions Motion;
		Motion.Iterations = MotionIterations;
		SolveMotions(LeftData, Weights, Motion, LeftBones, Executor);
		const FRigWeights Rows = WriteWeights(Weights);
		KeptProblem.emplace(MakePointProblem(KeptData, KeptBones, Rows, Sets, Fit.WeightLength));
		LeftProblem.emplace(MakePointProblem(LeftData, LeftBones, Rows, Sets, Fit.WeightLength));
		Systems = AssembleSystems(*KeptProblem, {KeptData.PoseWeights, Fit.RestWeight, Fit.bExactRest}, Executor);
		for (uint32_t Pose = 0; Pose < LeftData.PoseCount; ++Pose)
		{
			LeftPoses.push_back(Pose);
		}
	}

	/** Squared errors of every point: of linear blending, then of each Lambda. */
	std::vector<std::vector<double>> MeasureLambdas(std::span<const double> Lambdas, const FPointFitOptions& Fit) const
	{
		std::vector<std::vector<double>> Errors(Lambdas.size() + 1, std::vector<double>(LeftData.PointCount, 0.0));
		ForGroups(
			[&](size_t Index)
			{
				const FPointGroup& Group = LeftProblem->Groups[Index];
				const Eigen::MatrixXd Blend = ResidualsOf(*LeftProblem, Group, LeftPoses);
				const Eigen::MatrixXd Design = DesignOf(*LeftProblem, Group, LeftPoses) * Systems[Index].Basis;
				Store(Group, Blend, Errors[0]);
				for (size_t Each = 0; Each < Lambdas.size(); ++Each)
				{
					Store(Group, Blend - Design * SolveGroup(Group, Systems[Index], Lambdas[Each], Fit.PointWeights),
						Errors[Each + 1]);
				}
			});
		return Errors;
	}

	TResult<double> MeasureDelta(double Lambda, double Delta, const FPointFitOptions& Fit, const FWeightedEdges& Edges,
		std::vector<Eigen::MatrixXd>& Solutions, const FBuildContext& Context) const
	{
		if (Solutions.empty())
		{
			for (size_t Index = 0; Index < Systems.size(); ++Index)
			{
				Solutions.push_back(
					SolveGroup(KeptProblem->Groups[Index], Systems[Index], Lambda + Delta, Fit.PointWeights));
			}
		}
		if (Delta > 0.0)
		{
			// A hundredth of the deviation does not change a choice.
			const TResult<int> Solved = SolveWithEdges(*KeptProblem, Systems, Edges,
				{Lambda, Delta, Fit.PointWeights, (std::max)(1e-2, Fit.Tolerance), Fit.MaxIterations}, Solutions,
				Context);
			if (!Solved)
			{
				return Solved.GetError();
			}
		}
		std::vector<double> Errors(LeftData.PointCount, 0.0);
		ForGroups(
			[&](size_t Index)
			{
				const FPointGroup& Group = LeftProblem->Groups[Index];
				Store(Group,
					ResidualsOf(*LeftProblem, Group, LeftPoses) -
						DesignOf(*LeftProblem, Group, LeftPoses) * (Systems[Index].Basis * Solutions[Index]),
					Errors);
			});
		return SumOf(Errors);
	}

private:
	template <typename BodyType>
	void ForGroups(const BodyType& Body) const
	{
		ParallelFor(Executor, LeftProblem->Groups.size(), 8,
			[&](size_t Begin, size_t End)
			{
				for (size_t Index = Begin; Index < End; ++Index)
				{
					Body(Index);
				}
			});
	}

	static void Store(const FPointGroup& Group, const Eigen::MatrixXd& Residuals, std::vector<double>& Errors)
	{
		for (size_t Place = 0; Place < Group.Points.size(); ++Place)
		{
			Errors[Group.Points[Place]] += Residuals.col(static_cast<Eigen::Index>(Place)).squaredNorm();
		}
	}

	FMotionData KeptData, LeftData;
	FBoneMotions KeptBones, LeftBones;
	IExecutor& Executor;
	std::optional<FPointProblem> KeptProblem, LeftProblem;
	std::vector<FGroupSystem> Systems;
	std::vector<uint32_t> LeftPoses;
};

} // namespace Exemplar

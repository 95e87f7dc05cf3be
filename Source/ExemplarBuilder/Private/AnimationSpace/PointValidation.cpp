// Copyright (c) 2026 Exemplar contributors. MIT licence.

#include "AnimationSpace/PointValidation.h"

#include "AnimationSpace/EdgeSolver.h"
#include "Rig/RigExchange.h"

#include <algorithm>
#include <cmath>
#include <optional>

namespace Exemplar
{

namespace PointValidationDetail
{

constexpr size_t MostSinglePoses = 12;
constexpr size_t SequenceBlocks = 8;
constexpr int MotionIterations = 10;

/** The data of some of the distinct poses, each counting once. */
FMotionData SelectPoses(const FMotionData& Data, std::span<const uint32_t> Poses)
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

FBoneMotions SelectMotions(const FBoneMotions& Bones, std::span<const uint32_t> Poses)
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

/** Points x bones: each point keeps to the bones that it follows. */
std::vector<uint8_t> AllowOwnBones(const FInfluenceSets& Sets, size_t BoneCount)
{
	std::vector<uint8_t> Allowed(Sets.PointCount() * BoneCount, 0);
	for (size_t Point = 0; Point < Sets.PointCount(); ++Point)
	{
		for (uint32_t Entry = Sets.Offsets[Point]; Entry < Sets.Offsets[Point + 1]; ++Entry)
		{
			Allowed[Point * BoneCount + Sets.Bones[Entry]] = 1;
		}
	}
	return Allowed;
}

double Total(std::span<const double> Values)
{
	double Sum = 0.0;
	for (const double Value : Values)
	{
		Sum += Value;
	}
	return Sum;
}

/** One fold: points fitted to some poses, to be measured on others. */
class FFold
{
public:
	FFold(const FMotionData& Data, const FBoneMotions& Bones, const FWeightTable& Start,
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
		Systems = AssembleSystems(*KeptProblem, {KeptData.PoseWeights, Fit.RestWeight}, Executor);
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
			// A thousandth of the deviation does not change a choice.
			const TResult<int> Solved = SolveWithEdges(*KeptProblem, Systems, Edges,
				{Lambda, Delta, Fit.PointWeights, (std::max)(1e-3, Fit.Tolerance), Fit.MaxIterations}, Solutions,
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
		return Total(Errors);
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

/** By how many standard errors the mean of these differences lies above zero. */
double StandardErrors(std::span<const double> Differences)
{
	const double Count = static_cast<double>(Differences.size());
	double Mean = 0.0, Square = 0.0;
	for (const double Each : Differences)
	{
		Mean += Each / Count;
	}
	for (const double Each : Differences)
	{
		Square += (Each - Mean) * (Each - Mean);
	}
	const double Error = std::sqrt(Square / (Count * (Count - 1.0)));
	return Error > 0.0 ? Mean / Error : (Mean > 0.0 ? 1e9 : 0.0);
}

/** What stands for linear blending where vertex terms are averaged. */
constexpr double BlendLambda = 1e4;

/**
 * The best vertex term of every bone: the one whose error, as a share of linear blending's, has the smallest product at
 * the bone's own points and at all points. A bone's points are few, and the best for them alone is luck in part.
 */
std::vector<double> ChooseByBone(const FRigWeights& Weights, size_t BoneCount, std::span<const double> Lambdas,
	const std::vector<std::vector<double>>& PointErrors)
{
	std::vector<double> Out;
	std::vector<std::vector<double>> Errors(PointErrors.size(), std::vector<double>(BoneCount, 0.0));
	for (size_t Each = 0; Each < PointErrors.size(); ++Each)
	{
		for (size_t Point = 0; Point < Weights.PointCount(); ++Point)
		{
			for (uint32_t Entry = Weights.Offsets[Point]; Entry < Weights.Offsets[Point + 1]; ++Entry)
			{
				Errors[Each][Weights.Bones[Entry]] += Weights.Weights[Entry] * PointErrors[Each][Point];
			}
		}
	}
	for (size_t Bone = 0; Bone < BoneCount; ++Bone)
	{
		double Best = Errors[0][Bone] * Total(PointErrors[0]), Lambda = BlendLambda;
		for (size_t Each = 0; Each < Lambdas.size(); ++Each)
		{
			const double Error = Errors[Each + 1][Bone] * Total(PointErrors[Each + 1]);
			if (Error < Best)
			{
				Best = Error;
				Lambda = Lambdas[Each];
			}
		}
		Out.push_back(Lambda);
	}
	return Out;
}

/** Weights of points that turn Lambda into each point's own: the geometric mean of its bones'. */
std::vector<double> SpreadLambdas(const FRigWeights& Weights, std::span<const double> BoneLambdas, double Lambda)
{
	std::vector<double> Out;
	for (size_t Point = 0; Point < Weights.PointCount(); ++Point)
	{
		double Logarithm = 0.0, Sum = 0.0;
		for (uint32_t Entry = Weights.Offsets[Point]; Entry < Weights.Offsets[Point + 1]; ++Entry)
		{
			Logarithm += Weights.Weights[Entry] * std::log(BoneLambdas[Weights.Bones[Entry]]);
			Sum += Weights.Weights[Entry];
		}
		Out.push_back(Sum > 0.0 ? Lambda / std::exp(Logarithm / Sum) : 1.0);
	}
	return Out;
}

} // namespace PointValidationDetail

TResult<FPointValidation> ValidatePoints(
	const FExampleSet& Examples, const FRig& Rig, const FPointValidationOptions& Options, const FBuildContext& Context)
{
	using namespace PointValidationDetail;
	if (Options.Lambdas.empty() || !std::is_sorted(Options.Lambdas.begin(), Options.Lambdas.end()) ||
		!(Options.Lambdas.front() > 0.0) || Options.Folds < 0 || Options.Folds == 1 ||
		(!Options.Deltas.empty() && !(Options.Deltas.front() >= 0.0)) ||
		!std::is_sorted(Options.Deltas.begin(), Options.Deltas.end()) || !(Options.EdgeTolerance >= 0.0))
	{
		return FError{EErrorCode::InvalidArgument,
			"Validation needs at least one vertex term to try, above zero, and two or more folds; terms ascend and "
			"none is negative."};
	}
	const FInfluenceSets Sets = Options.Fit.Sets.PointCount() == 0 ? InfluenceSetsOf(Rig.Weights) : Options.Fit.Sets;
	const FMotionData Data =
		MakeMotionData(Rig.RestPositions.empty() ? Examples.Rest.Positions : Rig.RestPositions, Examples.Poses);
	FPointValidation Out;
	if (Data.PoseCount < 3)
	{
		return Out;
	}
	const FBoneMotions Bones = ReadMotions(Data, Rig);
	size_t Cap = 1;
	for (size_t Point = 0; Point < Sets.PointCount(); ++Point)
	{
		Cap = (std::max)(Cap, static_cast<size_t>(Sets.Offsets[Point + 1] - Sets.Offsets[Point]));
	}
	const FWeightTable Start = ReadWeights(Rig, Cap);
	const std::vector<uint8_t> Allowed = AllowOwnBones(Sets, Rig.BoneCount);
	Out.Folds = Options.Folds > 0           ? (std::min)(static_cast<size_t>(Options.Folds), Data.PoseCount)
		: Data.PoseCount <= MostSinglePoses ? Data.PoseCount
											: SequenceBlocks;
	const FWeightedEdges Edges = Options.Deltas.empty()
		? FWeightedEdges{}
		: MakeWeightedEdges(Data, Examples.Rest.Triangles, Options.Fit.EdgeExponent);
	const auto MakeFold = [&](size_t Fold)
	{
		std::vector<uint32_t> Kept, Left;
		for (uint32_t Pose = 0; Pose < Data.PoseCount; ++Pose)
		{
			const bool bLeft =
				Pose >= Fold * Data.PoseCount / Out.Folds && Pose < (Fold + 1) * Data.PoseCount / Out.Folds;
			(bLeft ? Left : Kept).push_back(Pose);
		}
		return FFold(Data, Bones, Start, Allowed, Sets, Options.Fit, Kept, Left, *Context.Executor);
	};
	const double Steps = 2.0 * static_cast<double>(Out.Folds);
	const double Samples = static_cast<double>(Data.PointCount * Data.PoseCount);
	const auto Percent = [&](std::span<const double> Squares) { return 100.0 * std::sqrt(Total(Squares) / Samples); };
	std::vector<double> BlendSquares; // by fold
	std::vector<std::vector<double>> PointErrors(Options.Lambdas.size() + 1, std::vector<double>(Data.PointCount, 0.0));
	for (size_t Fold = 0; Fold < Out.Folds; ++Fold)
	{
		if (!Context.Progress.Report(static_cast<double>(Fold) / Steps))
		{
			return Context.Progress.CancelledError();
		}
		const std::vector<std::vector<double>> Errors = MakeFold(Fold).MeasureLambdas(Options.Lambdas, Options.Fit);
		BlendSquares.push_back(Total(Errors[0]));
		for (size_t Each = 0; Each < Errors.size(); ++Each)
		{
			for (size_t Point = 0; Point < Data.PointCount; ++Point)
			{
				PointErrors[Each][Point] += Errors[Each][Point];
			}
		}
	}
	Out.BlendRms = Percent(BlendSquares);
	for (size_t Each = 0; Each < Options.Lambdas.size(); ++Each)
	{
		Out.Candidates.push_back({Options.Lambdas[Each], 0.0, Percent(PointErrors[Each + 1])});
	}
	const auto Better = [](const FPointCandidate& A, const FPointCandidate& B) { return A.Rms < B.Rms; };
	Out.Lambda = std::min_element(Out.Candidates.begin(), Out.Candidates.end(), Better)->Lambda;
	FPointFitOptions Fit = Options.Fit;
	if (Options.bByBone)
	{
		Out.BoneLambdas = ChooseByBone(Rig.Weights, Rig.BoneCount, Options.Lambdas, PointErrors);
		const std::vector<double> Own = SpreadLambdas(Rig.Weights, Out.BoneLambdas, Out.Lambda);
		Fit.PointWeights.resize(Data.PointCount, 1.0);
		for (size_t Point = 0; Point < Data.PointCount; ++Point)
		{
			Fit.PointWeights[Point] *= Own[Point];
		}
	}
	const std::vector<double> Deltas = Options.Deltas.empty() ? std::vector<double>{0.0} : Options.Deltas;
	std::vector<std::vector<double>> Squares(Deltas.size()); // by fold
	for (size_t Fold = 0; Fold < Out.Folds; ++Fold)
	{
		const double At = static_cast<double>(Out.Folds + Fold);
		const FBuildContext Part = Context.Part(At / Steps, (At + 1.0) / Steps);
		const FFold Each = MakeFold(Fold);
		std::vector<Eigen::MatrixXd> Solutions;
		for (size_t Delta = 0; Delta < Deltas.size(); ++Delta)
		{
			const TResult<double> Sum = Each.MeasureDelta(Out.Lambda, Deltas[Delta], Fit, Edges, Solutions, Part);
			if (!Sum)
			{
				return Sum.GetError();
			}
			Squares[Delta].push_back(*Sum);
		}
	}
	size_t Best = 0;
	for (size_t Delta = 0; Delta < Deltas.size(); ++Delta)
	{
		Out.Candidates.push_back({Out.Lambda, Deltas[Delta], Percent(Squares[Delta])});
		Best = Total(Squares[Delta]) < Total(Squares[Best]) ? Delta : Best;
	}
	const double Acceptable = (1.0 + Options.EdgeTolerance) * Percent(Squares[Best]);
	for (size_t Delta = Best; Delta < Deltas.size(); ++Delta)
	{
		Best = Percent(Squares[Delta]) <= Acceptable ? Delta : Best;
	}
	std::vector<double> Gains;
	for (size_t Fold = 0; Fold < Out.Folds; ++Fold)
	{
		Gains.push_back(BlendSquares[Fold] - Squares[Best][Fold]);
	}
	Out.bBlend = !(StandardErrors(Gains) > Options.Doubt);
	Out.Rms = Out.bBlend ? Out.BlendRms : Percent(Squares[Best]);
	Out.Delta = Deltas[Best];
	Out.PointWeights = std::move(Fit.PointWeights);
	return Out;
}

} // namespace Exemplar

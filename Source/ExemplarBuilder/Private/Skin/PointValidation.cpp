// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Skin/PointValidation.h"

#include "Fit/RigExchange.h"
#include "Skin/EdgeSolver.h"

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
	const double Mean = Total(Differences) / Count;
	double Square = 0.0;
	for (const double Each : Differences)
	{
		Square += (Each - Mean) * (Each - Mean);
	}
	const double Error = std::sqrt(Square / (Count * (Count - 1.0)));
	return Error > 0.0 ? Mean / Error : (Mean > 0.0 ? 1e9 : 0.0);
}

/** What folds count, from linear blending's error in each: FPointCandidate::Share says why. */
std::vector<double> FoldWeights(std::vector<double> Blend)
{
	std::vector<double> Sorted = Blend;
	std::nth_element(Sorted.begin(), Sorted.begin() + static_cast<std::ptrdiff_t>(Sorted.size() / 2), Sorted.end());
	const double Median = Sorted[Sorted.size() / 2];
	for (double& Each : Blend)
	{
		Each = Each + Median > 0.0 ? 1.0 / (Each + Median) : 0.0;
	}
	return Blend;
}

/** Squared errors by fold as a share of linear blending's. */
double ShareOf(std::span<const double> Squares, std::span<const double> Blend, std::span<const double> Weights)
{
	double Sum = 0.0, BlendSum = 0.0;
	for (size_t Fold = 0; Fold < Squares.size(); ++Fold)
	{
		Sum += Weights[Fold] * Squares[Fold];
		BlendSum += Weights[Fold] * Blend[Fold];
	}
	return BlendSum > 0.0 ? Sum / BlendSum : 1.0;
}

/** What stands for linear blending where vertex terms are averaged. */
constexpr double BlendLambda = 1e4;

/** How much weaker than the best for all points a bone's own vertex term may be. */
constexpr double WeakestShare = 0.25;

/** What is left of the squared error where terms by bone are worth having. */
constexpr double WorthwhileShare = 0.995;

/** Squared errors of linear blending and of every vertex term: [term][fold][bone], points by their weights. */
using FBoneErrors = std::vector<std::vector<std::vector<double>>>;

std::vector<double> SumByBone(const FRigWeights& Weights, size_t BoneCount, std::span<const double> PointErrors)
{
	std::vector<double> Out(BoneCount, 0.0);
	for (size_t Point = 0; Point < Weights.PointCount(); ++Point)
	{
		for (uint32_t Entry = Weights.Offsets[Point]; Entry < Weights.Offsets[Point + 1]; ++Entry)
		{
			Out[Weights.Bones[Entry]] += Weights.Weights[Entry] * PointErrors[Point];
		}
	}
	return Out;
}

/**
 * The best vertex term of every bone, 0 for linear blending: the one with the smallest product of shares of its own
 * points and of all points. A bone's points are few, and the best for them alone is luck in part.
 */
std::vector<size_t> ChooseByBone(
	const FBoneErrors& Errors, size_t BoneCount, std::span<const FPointCandidate> Candidates, double Lambda)
{
	std::vector<size_t> Out;
	for (size_t Bone = 0; Bone < BoneCount; ++Bone)
	{
		const auto ByFold = [&](size_t Term)
		{
			std::vector<double> Squares;
			for (const std::vector<double>& Fold : Errors[Term])
			{
				Squares.push_back(Fold[Bone]);
			}
			return Squares;
		};
		const std::vector<double> Blend = ByFold(0), Weights = FoldWeights(Blend);
		double Best = 1.0;
		Out.push_back(0);
		for (size_t Each = 0; Each < Candidates.size(); ++Each)
		{
			const double Product = Candidates[Each].Share * ShareOf(ByFold(Each + 1), Blend, Weights);
			if (Candidates[Each].Lambda >= WeakestShare * Lambda && Product < Best)
			{
				Best = Product;
				Out.back() = Each + 1;
			}
		}
	}
	return Out;
}

/** By fold, with a term for each bone. */
std::vector<double> ErrorsByBone(const FBoneErrors& Errors, std::span<const size_t> Terms)
{
	std::vector<double> Out(Errors[0].size(), 0.0);
	for (size_t Fold = 0; Fold < Out.size(); ++Fold)
	{
		for (size_t Bone = 0; Bone < Terms.size(); ++Bone)
		{
			Out[Fold] += Errors[Terms[Bone]][Fold][Bone];
		}
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
	if (const FStatus Status = CheckPointInput(Examples, Rig, Options.Fit); !Status)
	{
		return Status.GetError();
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
	std::vector<std::vector<double>> Terms(Options.Lambdas.size() + 1); // by fold; first linear blending
	FBoneErrors ByBone(Options.Lambdas.size() + 1);
	for (size_t Fold = 0; Fold < Out.Folds; ++Fold)
	{
		if (!Context.Progress.Report(static_cast<double>(Fold) / Steps))
		{
			return Context.Progress.CanceledError();
		}
		const std::vector<std::vector<double>> Errors = MakeFold(Fold).MeasureLambdas(Options.Lambdas, Options.Fit);
		for (size_t Term = 0; Term < Errors.size(); ++Term)
		{
			Terms[Term].push_back(Total(Errors[Term]));
			ByBone[Term].push_back(SumByBone(Rig.Weights, Rig.BoneCount, Errors[Term]));
		}
	}
	const std::vector<double>& Blend = Terms[0];
	const std::vector<double> Weights = FoldWeights(Blend);
	Out.BlendRms = Percent(Blend);
	for (size_t Each = 0; Each < Options.Lambdas.size(); ++Each)
	{
		Out.Candidates.push_back(
			{Options.Lambdas[Each], 0.0, Percent(Terms[Each + 1]), ShareOf(Terms[Each + 1], Blend, Weights)});
	}
	const auto BestTerm = std::min_element(Out.Candidates.begin(), Out.Candidates.end(),
		[](const FPointCandidate& A, const FPointCandidate& B) { return A.Share < B.Share; });
	Out.Lambda = BestTerm->Lambda;
	std::vector<double> Gains;
	for (size_t Fold = 0; Fold < Out.Folds; ++Fold)
	{
		const std::vector<double>& Squares = Terms[static_cast<size_t>(BestTerm - Out.Candidates.begin()) + 1];
		Gains.push_back(Weights[Fold] * (Blend[Fold] - Squares[Fold]));
	}
	Out.bBlend = !(StandardErrors(Gains) > Options.Doubt);
	if (Out.bBlend)
	{
		Out.Rms = Out.BlendRms;
		return Out;
	}
	FPointFitOptions Fit = Options.Fit;
	if (Options.bByBone)
	{
		const std::vector<size_t> Own = ChooseByBone(ByBone, Rig.BoneCount, Out.Candidates, Out.Lambda);
		if (ShareOf(ErrorsByBone(ByBone, Own), Blend, Weights) < WorthwhileShare * BestTerm->Share)
		{
			for (const size_t Term : Own)
			{
				Out.BoneLambdas.push_back(Term == 0 ? BlendLambda : Options.Lambdas[Term - 1]);
			}
			const std::vector<double> Factors = SpreadLambdas(Rig.Weights, Out.BoneLambdas, Out.Lambda);
			Fit.PointWeights.resize(Data.PointCount, 1.0);
			for (size_t Point = 0; Point < Data.PointCount; ++Point)
			{
				Fit.PointWeights[Point] *= Factors[Point];
			}
		}
	}
	const std::vector<double> Deltas = Options.Deltas.empty() ? std::vector<double>{0.0} : Options.Deltas;
	std::vector<std::vector<double>> Squares(Deltas.size()); // by fold
	for (size_t Fold = 0; Fold < Out.Folds; ++Fold)
	{
		const double At = static_cast<double>(Out.Folds + Fold);
		const FBuildContext Part = Context.Part(At / Steps, (At + 1.0) / Steps);
		if (!Part.Progress.Report(0.0))
		{
			return Part.Progress.CanceledError();
		}
		const FFold Each = MakeFold(Fold);
		std::vector<Eigen::MatrixXd> Solutions;
		for (size_t Delta = 0; Delta < Deltas.size(); ++Delta)
		{
			const double Count = static_cast<double>(Deltas.size()), First = static_cast<double>(Delta);
			const TResult<double> Sum = Each.MeasureDelta(
				Out.Lambda, Deltas[Delta], Fit, Edges, Solutions, Part.Part(First / Count, (First + 1.0) / Count));
			if (!Sum)
			{
				return Sum.GetError();
			}
			Squares[Delta].push_back(*Sum);
		}
	}
	const size_t First = Out.Candidates.size();
	double Least = 1e300;
	for (size_t Delta = 0; Delta < Deltas.size(); ++Delta)
	{
		const double Share = ShareOf(Squares[Delta], Blend, Weights);
		Out.Candidates.push_back({Out.Lambda, Deltas[Delta], Percent(Squares[Delta]), Share});
		Least = (std::min)(Least, Share);
	}
	size_t Best = 0;
	for (size_t Delta = 0; Delta < Deltas.size(); ++Delta)
	{
		Best = Out.Candidates[First + Delta].Share <= (1.0 + Options.EdgeTolerance) * Least ? Delta : Best;
	}
	Out.Rms = Percent(Squares[Best]);
	Out.Delta = Deltas[Best];
	Out.PointWeights = std::move(Fit.PointWeights);
	return Out;
}

} // namespace Exemplar

// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Skin/PointValidation.h"

#include "Fit/RigExchange.h"
#include "Skin/PointFold.h"

#include <algorithm>
#include <cmath>

namespace Exemplar
{

namespace PointValidationDetail
{

constexpr size_t MostSinglePoses = 12;
constexpr size_t SequenceBlocks = 8;

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

/** By how many standard errors the mean of these differences lies above zero. */
double StandardErrors(std::span<const double> Differences)
{
	const double Count = static_cast<double>(Differences.size());
	const double Mean = SumOf(Differences) / Count;
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

/** How much weaker than the best for all points a bone's own vertex term may be. This and the next constant were chosen
 * with the held-out errors of the sets of bench-animation-space in view. */
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

/** Terms, tried on poses left out: first one vertex term for all points, then one per bone, then edge terms. */
class FPointValidator
{
public:
	FPointValidator(const FExampleSet& Examples, const FRig& InRig, const FPointValidationOptions& InOptions,
		const FBuildContext& InContext)
		: Rig(InRig)
		, Options(InOptions)
		, Context(InContext)
		, Sets(Options.Fit.Sets.PointCount() == 0 ? InfluenceSetsOf(Rig.Weights) : Options.Fit.Sets)
		, Data(MakeMotionData(RestOf(Examples, Rig), Examples.Poses))
		, Triangles(Examples.Rest.Triangles)
	{
	}

	TResult<FPointValidation> Run()
	{
		if (Data.PoseCount < 3)
		{
			return Out;
		}
		Prepare();
		if (FStatus Tried = TryVertexTerms(); !Tried)
		{
			return Tried.GetError();
		}
		if (Out.bBlend)
		{
			Out.Rms = Out.BlendRms;
			return Out;
		}
		Fit = Options.Fit;
		if (Options.bByBone)
		{
			GiveBonesTheirOwnTerms();
		}
		if (FStatus Tried = TryEdgeTerms(); !Tried)
		{
			return Tried.GetError();
		}
		Out.PointWeights = std::move(Fit.PointWeights);
		return Out;
	}

private:
	void Prepare()
	{
		Bones = ReadMotions(Data, Rig);
		size_t Cap = 1;
		for (size_t Point = 0; Point < Sets.PointCount(); ++Point)
		{
			Cap = (std::max)(Cap, static_cast<size_t>(Sets.Offsets[Point + 1] - Sets.Offsets[Point]));
		}
		Start = ReadWeights(Rig, Cap);
		Allowed = AllowOwnBones(Sets, Rig.BoneCount);
		Out.Folds = Options.Folds > 0           ? (std::min)(static_cast<size_t>(Options.Folds), Data.PoseCount)
			: Data.PoseCount <= MostSinglePoses ? Data.PoseCount
												: SequenceBlocks;
		Edges =
			Options.Deltas.empty() ? FWeightedEdges{} : MakeWeightedEdges(Data, Triangles, Options.Fit.EdgeExponent);
	}

	FPointFold MakeFold(size_t Fold) const
	{
		std::vector<uint32_t> Kept, Left;
		for (uint32_t Pose = 0; Pose < Data.PoseCount; ++Pose)
		{
			const bool bLeft =
				Pose >= Fold * Data.PoseCount / Out.Folds && Pose < (Fold + 1) * Data.PoseCount / Out.Folds;
			(bLeft ? Left : Kept).push_back(Pose);
		}
		return FPointFold(Data, Bones, Start, Allowed, Sets, Options.Fit, Kept, Left, *Context.Executor);
	}

	/** A step of the progress: every fold is visited twice. */
	double StepAt(size_t Index) const { return static_cast<double>(Index) / (2.0 * static_cast<double>(Out.Folds)); }

	double Percent(std::span<const double> Squares) const
	{
		return 100.0 * std::sqrt(SumOf(Squares) / static_cast<double>(Data.PointCount * Data.PoseCount));
	}

	FStatus TryVertexTerms()
	{
		Terms.resize(Options.Lambdas.size() + 1);
		ByBone.resize(Options.Lambdas.size() + 1);
		for (size_t Fold = 0; Fold < Out.Folds; ++Fold)
		{
			if (!Context.Progress.Report(StepAt(Fold)))
			{
				return Context.Progress.CanceledError();
			}
			const std::vector<std::vector<double>> Errors = MakeFold(Fold).MeasureLambdas(Options.Lambdas, Options.Fit);
			for (size_t Term = 0; Term < Errors.size(); ++Term)
			{
				Terms[Term].push_back(SumOf(Errors[Term]));
				ByBone[Term].push_back(SumByBone(Rig.Weights, Rig.BoneCount, Errors[Term]));
			}
		}
		const std::vector<double>& Blend = Terms[0];
		Weights = FoldWeights(Blend);
		Out.BlendRms = Percent(Blend);
		for (size_t Each = 0; Each < Options.Lambdas.size(); ++Each)
		{
			Out.Candidates.push_back(
				{Options.Lambdas[Each], 0.0, Percent(Terms[Each + 1]), ShareOf(Terms[Each + 1], Blend, Weights)});
		}
		const auto Best = std::min_element(Out.Candidates.begin(), Out.Candidates.end(),
			[](const FPointCandidate& A, const FPointCandidate& B) { return A.Share < B.Share; });
		Out.Lambda = Best->Lambda;
		BestShare = Best->Share;
		const std::vector<double>& Squares = Terms[static_cast<size_t>(Best - Out.Candidates.begin()) + 1];
		std::vector<double> Gains;
		for (size_t Fold = 0; Fold < Out.Folds; ++Fold)
		{
			Gains.push_back(Weights[Fold] * (Blend[Fold] - Squares[Fold]));
		}
		Out.bBlend = !(StandardErrors(Gains) > Options.Doubt);
		return FOk{};
	}

	/** Where that pays. */
	void GiveBonesTheirOwnTerms()
	{
		const std::vector<size_t> Own = ChooseByBone(ByBone, Rig.BoneCount, Out.Candidates, Out.Lambda);
		if (!(ShareOf(ErrorsByBone(ByBone, Own), Terms[0], Weights) < WorthwhileShare * BestShare))
		{
			return;
		}
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

	FStatus TryEdgeTerms()
	{
		const std::vector<double> Deltas = Options.Deltas.empty() ? std::vector<double>{0.0} : Options.Deltas;
		std::vector<std::vector<double>> Squares(Deltas.size()); // by fold
		for (size_t Fold = 0; Fold < Out.Folds; ++Fold)
		{
			const FBuildContext Part = Context.Part(StepAt(Out.Folds + Fold), StepAt(Out.Folds + Fold + 1));
			if (!Part.Progress.Report(0.0))
			{
				return Part.Progress.CanceledError();
			}
			const FPointFold Each = MakeFold(Fold);
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
			const double Share = ShareOf(Squares[Delta], Terms[0], Weights);
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
		return FOk{};
	}

	const FRig& Rig;
	const FPointValidationOptions& Options;
	const FBuildContext& Context;
	FInfluenceSets Sets;
	FMotionData Data;
	std::span<const FTriangle> Triangles;
	FBoneMotions Bones;
	FWeightTable Start;
	std::vector<uint8_t> Allowed;
	FWeightedEdges Edges;
	std::vector<std::vector<double>> Terms; // squared errors of vertex terms by fold; first linear blending
	FBoneErrors ByBone;
	std::vector<double> Weights; // of folds
	double BestShare = 0.0;      // of the best vertex term for all points
	FPointFitOptions Fit;
	FPointValidation Out;
};

} // namespace PointValidationDetail

TResult<FPointValidation> ValidatePoints(
	const FExampleSet& Examples, const FRig& Rig, const FPointValidationOptions& Options, const FBuildContext& Context)
{
	if (Options.Lambdas.empty() || !std::is_sorted(Options.Lambdas.begin(), Options.Lambdas.end()) ||
		!(Options.Lambdas.front() > 0.0) || Options.Folds < 0 || Options.Folds == 1 ||
		(!Options.Deltas.empty() && !(Options.Deltas.front() >= 0.0)) ||
		!std::is_sorted(Options.Deltas.begin(), Options.Deltas.end()) || !(Options.EdgeTolerance >= 0.0))
	{
		return FError{EErrorCode::InvalidArgument,
			"Invalid validation options. Give at least one vertex term above zero and at least two folds; terms must "
			"increase and must not be negative."};
	}
	if (const FStatus Status = CheckPointInput(Examples, Rig, Options.Fit); !Status)
	{
		return Status.GetError();
	}
	return PointValidationDetail::FPointValidator(Examples, Rig, Options, Context).Run();
}

} // namespace Exemplar

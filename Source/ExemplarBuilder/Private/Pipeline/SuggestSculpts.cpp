// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Correctives/DriverPoses.h"
#include "Correctives/Relevance.h"
#include "Geometry/Measures.h"
#include "Model/SurfaceTriangles.h"
#include "Pipeline/SculptPose.h"
#include "Pipeline/SculptSet.h"
#include "Pipeline/Sculpts.h"

#include <algorithm>
#include <cmath>

namespace Exemplar
{

namespace SuggestSculptsDetail
{

constexpr double Width = 1.0;            // radians: about how far what a sculpt says holds
constexpr double RelevanceSpread = 0.04; // of the diagonal

/** How much skin each joint bends; sums to one. */
std::vector<double> JointShares(const FCharacterParts& Parts)
{
	const FTriangleMesh Mesh{Parts.Skin.Rest, SurfaceTriangles(Parts.Surface)};
	const FRelevance Relevance = FindRelevance(
		Mesh, Parts.Skin.Weights, Parts.Animation.Skeleton.Parents, RelevanceSpread * BoxDiagonal(Parts.Skin.Rest));
	std::vector<double> Out(Parts.Animation.Skeleton.JointCount(), 0.0);
	double Total = 0.0;
	for (size_t Entry = 0; Entry < Relevance.Joints.size(); ++Entry)
	{
		Out[Relevance.Joints[Entry]] += Relevance.Values[Entry];
		Total += Relevance.Values[Entry];
	}
	for (double& Share : Out)
	{
		Share = Total > 0.0 ? Share / Total : 0.0;
	}
	return Out;
}

Eigen::Vector4d TurnVector(const FRotation& Q)
{
	return {Q.X, Q.Y, Q.Z, Q.W};
}

/** The rotations of one joint that a learned layer has seen, and the factor of their kernels. */
struct FSeenTurns
{
	std::vector<Eigen::Vector4d> Turns;
	Eigen::LLT<Eigen::MatrixXd> Factor;

	/** The kernels of a rotation with all seen ones, so that the product of two says what is known of the pair. */
	Eigen::VectorXd Project(const Eigen::Vector4d& Turn) const
	{
		Eigen::VectorXd Out(static_cast<Eigen::Index>(Turns.size()));
		for (size_t Index = 0; Index < Turns.size(); ++Index)
		{
			Out[static_cast<Eigen::Index>(Index)] = RotationKernel(Turn, Turns[Index], Width);
		}
		Factor.matrixL().solveInPlace(Out);
		return Out;
	}
};

/** By joint. A learned layer is a sum over joints, so a rotation that it has seen is known in every pose. */
std::vector<FSeenTurns> FindSeenTurns(const TCorrectives<FOwned>& Learned, size_t JointCount)
{
	std::vector<FSeenTurns> Out(JointCount);
	for (const FCorrectiveKernel& Kernel : Learned.Kernels)
	{
		if (Kernel.Function != static_cast<uint32_t>(ECorrectiveFunction::Gaussian) || Kernel.Count != 1)
		{
			continue;
		}
		const FCorrectiveTerm& Term = Learned.Terms[Kernel.First];
		const FCorrectiveDriver& Driver = Learned.Drivers[Term.Driver];
		if (Driver.Kind == static_cast<uint32_t>(ECorrectiveDriver::Rotation))
		{
			Out[Driver.Index].Turns.push_back(TurnVector(Term.Center));
		}
	}
	for (FSeenTurns& Seen : Out)
	{
		const auto Count = static_cast<Eigen::Index>(Seen.Turns.size());
		Eigen::MatrixXd Kernels(Count, Count);
		for (Eigen::Index A = 0; A < Count; ++A)
		{
			for (Eigen::Index B = 0; B < Count; ++B)
			{
				Kernels(A, B) =
					RotationKernel(Seen.Turns[static_cast<size_t>(A)], Seen.Turns[static_cast<size_t>(B)], Width);
			}
		}
		if (Count > 0)
		{
			Kernels.diagonal().array() += 1e-4 * (std::max)(1e-12, Kernels.diagonal().maxCoeff());
			Seen.Factor.compute(Kernels);
		}
	}
	return Out;
}

/** How much two poses say about each other beyond what the learned layer has seen. */
class FPoseKernel
{
public:
	FPoseKernel(const FCharacterParts& Parts, const TCorrectives<FOwned>& Learned)
		: Shares(JointShares(Parts))
		, Seen(FindSeenTurns(Learned, Shares.size()))
	{
	}

	std::vector<double> Shares; // by joint; sums to one until it is scaled by validation

	double operator()(std::span<const FRotation> A, std::span<const FRotation> B) const
	{
		double Out = 0.0;
		for (size_t Joint = 0; Joint < Shares.size(); ++Joint)
		{
			if (Shares[Joint] > 0.0)
			{
				const Eigen::Vector4d P = TurnVector(A[Joint]), Q = TurnVector(B[Joint]);
				double Value = RotationKernel(P, Q, Width);
				if (!Seen[Joint].Turns.empty())
				{
					Value -= Seen[Joint].Project(P).dot(Seen[Joint].Project(Q));
				}
				Out += Shares[Joint] * Value;
			}
		}
		return Out;
	}

private:
	std::vector<FSeenTurns> Seen;
};

/** How far a sculpt is from what the others show in its pose, squared, meters, mean over all points. */
TResult<double> LeftOutError(const FSculptSet& Set, size_t Left, std::span<const FDouble3> Target, size_t PointCount)
{
	FSculptSet Others = Set;
	Others.Sculpts.erase(Others.Sculpts.begin() + static_cast<std::ptrdiff_t>(Left));
	const TResult<std::vector<double>> Weights = SculptWeights(Others, Set.Sculpts[Left].Turns);
	if (!Weights)
	{
		return Weights.GetError();
	}
	std::vector<FDouble3> Missing(PointCount);
	const std::vector<uint32_t>& Own = Set.Sculpts[Left].Finest.Points;
	for (size_t Index = 0; Index < Own.size(); ++Index)
	{
		Missing[Own[Index]] = Target[Index];
	}
	for (size_t Sculpt = 0; Sculpt < Others.Sculpts.size(); ++Sculpt)
	{
		const FPointOffsets& Offsets = Others.Sculpts[Sculpt].Finest;
		for (size_t Index = 0; Index < Offsets.Points.size(); ++Index)
		{
			FDouble3& Point = Missing[Offsets.Points[Index]];
			const double Weight = (*Weights)[Sculpt];
			Point.X -= Weight * Offsets.Offsets[Index].X;
			Point.Y -= Weight * Offsets.Offsets[Index].Y;
			Point.Z -= Weight * Offsets.Offsets[Index].Z;
		}
	}
	double Sum = 0.0;
	for (const FDouble3& Point : Missing)
	{
		Sum += Point.X * Point.X + Point.Y * Point.Y + Point.Z * Point.Z;
	}
	return Sum / static_cast<double>((std::max)(PointCount, size_t{1}));
}

/**
 * Scales the joints' shares of the variance by validation: every sculpt is left out once, and what the others miss of
 * it over the variance that they leave there is how wrong such poses are. A joint takes the mean of the sculpts that it
 * drives, or that of all, which is returned. Variances are then squared errors in meters; with zero, no sculpt can
 * tell.
 */
TResult<double> ScaleByValidation(const FCharacterParts& Parts, const FSculptSet& Set, FPoseKernel& Kernel)
{
	const size_t Count = Set.Sculpts.size();
	if (Count == 0)
	{
		return 0.0;
	}
	const TResult<std::vector<double>> Weights = SculptWeights(Set);
	if (!Weights)
	{
		return Weights.GetError();
	}
	const std::vector<std::vector<FDouble3>> Targets = SculptTargets(Set, *Weights);
	Eigen::MatrixXd Kernels(static_cast<Eigen::Index>(Count), static_cast<Eigen::Index>(Count));
	for (size_t A = 0; A < Count; ++A)
	{
		for (size_t B = 0; B < Count; ++B)
		{
			Kernels(static_cast<Eigen::Index>(A), static_cast<Eigen::Index>(B)) =
				Kernel(Set.Sculpts[A].Turns, Set.Sculpts[B].Turns);
		}
	}
	Kernels.diagonal().array() += 1e-6 * (std::max)(1e-12, Kernels.diagonal().maxCoeff());
	const Eigen::MatrixXd Inverse = Kernels.inverse();
	const auto JointCount = static_cast<Eigen::Index>(Kernel.Shares.size());
	Eigen::VectorXd Sums = Eigen::VectorXd::Zero(JointCount), Counts = Sums;
	double All = 0.0;
	for (size_t Sculpt = 0; Sculpt < Count; ++Sculpt)
	{
		const TResult<double> Error = LeftOutError(Set, Sculpt, Targets[Sculpt], Parts.Skin.PointCount());
		if (!Error)
		{
			return Error.GetError();
		}
		// The variance that the others leave at a pose is the inverse of its entry in the inverse.
		const auto Place = static_cast<Eigen::Index>(Sculpt);
		const double Scale = *Error * Inverse(Place, Place);
		All += Scale / static_cast<double>(Count);
		for (const uint32_t Joint : Set.Sculpts[Sculpt].Joints)
		{
			Sums[Joint] += Scale;
			Counts[Joint] += 1.0;
		}
	}
	for (Eigen::Index Joint = 0; Joint < JointCount && All > 0.0; ++Joint)
	{
		Kernel.Shares[static_cast<size_t>(Joint)] *= Counts[Joint] > 0.0 ? Sums[Joint] / Counts[Joint] : All;
	}
	return All;
}

} // namespace SuggestSculptsDetail

TResult<std::vector<FSculptSuggestion>> SuggestSculpts(const FCharacterParts& Parts,
	std::span<const std::vector<FBoneTransform>> Candidates, std::span<const double> Errors, size_t Count)
{
	using namespace SuggestSculptsDetail;
	const FSculptSet Set = TakeSculpts(Parts);
	FPoseKernel Kernel(Parts, Set.Fixed.Model);
	const TResult<double> Scale = ScaleByValidation(Parts, Set, Kernel);
	if (!Scale)
	{
		return Scale.GetError();
	}
	// Pivoted Cholesky: sculpts first, then the candidate with the largest score each time.
	std::vector<std::vector<FRotation>> Poses;
	for (const FSculptEntry& Sculpt : Set.Sculpts)
	{
		Poses.push_back(Sculpt.Turns);
	}
	const size_t Known = Poses.size();
	for (const std::vector<FBoneTransform>& Candidate : Candidates)
	{
		if (Candidate.size() != Parts.Animation.Skeleton.JointCount())
		{
			return FError{EErrorCode::Mismatch, "A candidate is a pose of another skeleton."};
		}
		Poses.push_back(JointTurns(Parts.Animation.Skeleton, Candidate));
	}
	std::vector<double> Variances;
	for (const std::vector<FRotation>& Pose : Poses)
	{
		Variances.push_back(Kernel(Pose, Pose));
	}
	const double Full = Variances.empty() ? 1.0 : *std::max_element(Variances.begin(), Variances.end());
	const double LargestError = Errors.empty() ? 1.0 : *std::max_element(Errors.begin(), Errors.end());
	std::vector<std::vector<double>> Columns;
	const auto Learn = [&](size_t Pivot)
	{
		const double Root = std::sqrt(Variances[Pivot]);
		std::vector<double> Column(Poses.size());
		for (size_t Pose = 0; Pose < Poses.size() && Root > 1e-6 * std::sqrt(Full); ++Pose)
		{
			double Value = Kernel(Poses[Pose], Poses[Pivot]);
			for (const std::vector<double>& Earlier : Columns)
			{
				Value -= Earlier[Pose] * Earlier[Pivot];
			}
			Column[Pose] = Value / Root;
			Variances[Pose] = (std::max)(0.0, Variances[Pose] - Column[Pose] * Column[Pose]);
		}
		Columns.push_back(std::move(Column));
	};
	for (size_t Sculpt = 0; Sculpt < Known; ++Sculpt)
	{
		Learn(Sculpt);
	}
	std::vector<FSculptSuggestion> Out;
	while (Out.size() < (std::min)(Count, Candidates.size()))
	{
		FSculptSuggestion Best;
		double BestScore = 0.0;
		for (size_t Candidate = 0; Candidate < Candidates.size(); ++Candidate)
		{
			const double Uncertainty = Full > 0.0 ? std::sqrt(Variances[Known + Candidate] / Full) : 0.0;
			const double Error = Errors.empty() ? 1.0 : Errors[Candidate];
			const double Score = Uncertainty * (LargestError > 0.0 ? Error / LargestError : 1.0);
			if (Score > BestScore)
			{
				BestScore = Score;
				Best = {Candidate, Uncertainty, Errors.empty() ? 0.0 : Error,
					*Scale > 0.0 ? std::sqrt(Variances[Known + Candidate]) : 0.0};
			}
		}
		if (BestScore < 1e-3)
		{
			break;
		}
		Out.push_back(Best);
		Learn(Known + Best.Candidate);
	}
	return Out;
}

} // namespace Exemplar

// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Correctives/DriverPoses.h"
#include "Correctives/Relevance.h"
#include "Geometry/Measures.h"
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

double PoseKernel(std::span<const double> Shares, std::span<const FRotation> A, std::span<const FRotation> B)
{
	const auto Vector = [](const FRotation& Q) { return Eigen::Vector4d(Q.X, Q.Y, Q.Z, Q.W); };
	double Out = 0.0;
	for (size_t Joint = 0; Joint < Shares.size(); ++Joint)
	{
		if (Shares[Joint] > 0.0)
		{
			Out += Shares[Joint] * RotationKernel(Vector(A[Joint]), Vector(B[Joint]), Width);
		}
	}
	return Out;
}

} // namespace SuggestSculptsDetail

TResult<std::vector<FSculptSuggestion>> SuggestSculpts(const FCharacterParts& Parts,
	std::span<const std::vector<FBoneTransform>> Candidates, std::span<const double> Errors, size_t Count)
{
	using namespace SuggestSculptsDetail;
	const FSculptSet Set = TakeSculpts(Parts);
	const std::vector<double> Shares = JointShares(Parts);
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
		Variances.push_back(PoseKernel(Shares, Pose, Pose));
	}
	const double Full = Variances.empty() ? 1.0 : *std::max_element(Variances.begin(), Variances.end());
	const double LargestError = Errors.empty() ? 1.0 : *std::max_element(Errors.begin(), Errors.end());
	std::vector<std::vector<double>> Columns;
	const auto Learn = [&](size_t Pivot)
	{
		const double Root = std::sqrt(Variances[Pivot]);
		std::vector<double> Column(Poses.size());
		for (size_t Pose = 0; Pose < Poses.size() && Root > 1e-6; ++Pose)
		{
			double Value = PoseKernel(Shares, Poses[Pose], Poses[Pivot]);
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
				Best = {Candidate, Uncertainty, Errors.empty() ? 0.0 : Error};
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

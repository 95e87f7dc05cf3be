// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Bake/PlaneFit.h"

#include "Geometry/EigenLibrary.h"

#include <algorithm>
#include <cmath>

namespace Exemplar
{

namespace PlaneFitDetail
{

FAnimationVector Combine(std::span<const FAnimationVector> Edges, const Eigen::VectorXd& Shares)
{
	FAnimationVector Out;
	for (size_t Edge = 0; Edge < Edges.size(); ++Edge)
	{
		Out = AddScaled(Out, Edges[Edge], Shares[static_cast<Eigen::Index>(Edge)]);
	}
	return Out;
}

} // namespace PlaneFitDetail

std::optional<FPlaneFit> FitPlane(
	std::span<const FAnimationVector> Edges, std::span<const std::array<size_t, 2>> Faces, const FPoseMetric& Metric)
{
	using namespace PlaneFitDetail;
	// The thesis takes the largest singular pair of C A C^T with A = E S E^T, E the edges as columns, S = +-1 where two
	// span a face, and C^T C = P. Its non-zero singular values are those of K^1/2 S K^1/2 with the Gram matrix K =
	// E^T P E: no factor of P is needed, and the size is the number of edges.
	const Eigen::Index Count = static_cast<Eigen::Index>(Edges.size());
	Eigen::MatrixXd Spans = Eigen::MatrixXd::Zero(Count, Count), Gram(Count, Count);
	for (const std::array<size_t, 2>& Face : Faces)
	{
		Spans(static_cast<Eigen::Index>(Face[0]), static_cast<Eigen::Index>(Face[1])) += 1.0;
		Spans(static_cast<Eigen::Index>(Face[1]), static_cast<Eigen::Index>(Face[0])) -= 1.0;
	}
	for (Eigen::Index Row = 0; Row < Count; ++Row)
	{
		for (Eigen::Index Column = 0; Column <= Row; ++Column)
		{
			Gram(Row, Column) = Gram(Column, Row) =
				InnerProduct(Metric, Edges[static_cast<size_t>(Row)], Edges[static_cast<size_t>(Column)]);
		}
	}
	if (Count < 2)
	{
		return std::nullopt;
	}
	const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> GramAxes(Gram);
	const Eigen::MatrixXd Root = GramAxes.eigenvectors() *
		GramAxes.eigenvalues().cwiseMax(0.0).cwiseSqrt().asDiagonal() * GramAxes.eigenvectors().transpose();
	const Eigen::MatrixXd M = Root * Spans * Root;
	// Singular values of an anti-symmetric matrix come in equal pairs: one vector is taken, the other follows from it.
	const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> Squared(M.transpose() * M);
	const double Sigma = std::sqrt(std::fmax(0.0, Squared.eigenvalues()[Count - 1]));
	if (!(Sigma > 1e-14 * Gram.trace()))
	{
		return std::nullopt;
	}
	const Eigen::VectorXd U = Squared.eigenvectors().col(Count - 1);
	const Eigen::VectorXd V = -M * U / Sigma;
	FPlaneFit Out;
	Out.Plane.Tangent = Combine(Edges, Spans * Root * V / Sigma);
	Out.Plane.Bitangent = Combine(Edges, -Spans * Root * U / Sigma);
	Out.Area = Sigma;
	Out.NextArea = Count > 3 ? std::sqrt(std::fmax(0.0, Squared.eigenvalues()[Count - 3])) : 0.0;
	return Out;
}

std::optional<FPlaneFit> FitPlane(std::span<const FTangentPair> Faces, const FPoseMetric& Metric)
{
	std::vector<FAnimationVector> Edges;
	std::vector<std::array<size_t, 2>> Pairs;
	for (const FTangentPair& Face : Faces)
	{
		Pairs.push_back({Edges.size(), Edges.size() + 1});
		Edges.push_back(Face.Tangent);
		Edges.push_back(Face.Bitangent);
	}
	return FitPlane(Edges, Pairs, Metric);
}

FTangentPair Orthonormalize(const FTangentPair& Pair, const FPoseMetric& Metric)
{
	const auto Unit = [&](const FAnimationVector& V)
	{
		const double Length = MeanLength(Metric, V);
		return Length > 0.0 ? AddScaled({}, V, 1.0 / Length) : V;
	};
	FTangentPair Out;
	Out.Tangent = Unit(Pair.Tangent);
	Out.Bitangent = Unit(AddScaled(Pair.Bitangent, Out.Tangent, -InnerProduct(Metric, Out.Tangent, Pair.Bitangent)));
	return Out;
}

FTangentPair AlignPair(const FTangentPair& Pair, const FAnimationVector& Direction, const FPoseMetric& Metric)
{
	const double Along = InnerProduct(Metric, Pair.Tangent, Direction);
	const double Across = InnerProduct(Metric, Pair.Bitangent, Direction);
	const double Length = std::hypot(Along, Across);
	if (!(Length > 1e-9 * MeanLength(Metric, Direction)))
	{
		return Pair;
	}
	const double C = Along / Length, S = Across / Length;
	return {AddScaled(AddScaled({}, Pair.Tangent, C), Pair.Bitangent, S),
		AddScaled(AddScaled({}, Pair.Bitangent, C), Pair.Tangent, -S)};
}

} // namespace Exemplar

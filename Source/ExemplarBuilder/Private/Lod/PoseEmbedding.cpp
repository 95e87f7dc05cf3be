// Copyright (c) 2026 Exemplar contributors. MIT licence.

#include "Lod/PoseEmbedding.h"

#include "AnimationSpace/MetricBlocks.h"

#include <Eigen/Eigenvalues>
#include <algorithm>
#include <numeric>

namespace Exemplar
{

FPoseEmbedding::FPoseEmbedding(
	const FPoseMetric& Metric, std::span<const FAnimationVector> Points, size_t MaxDimensions)
{
	const Eigen::Index Size = 4 * static_cast<Eigen::Index>(Metric.BoneCount);
	std::vector<uint16_t> All(Metric.BoneCount);
	std::iota(All.begin(), All.end(), uint16_t{0});
	const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> Axes(LocalMetric(Metric, All));
	const double Largest = Size > 0 ? Axes.eigenvalues()[Size - 1] : 0.0;
	Eigen::Index Kept = 0;
	while (Kept < Size && Axes.eigenvalues()[Size - 1 - Kept] > 1e-13 * Largest)
	{
		++Kept;
	}
	Factor = Axes.eigenvalues().tail(Kept).cwiseMax(0.0).cwiseSqrt().asDiagonal() *
		Axes.eigenvectors().rightCols(Kept).transpose();
	Center = Eigen::VectorXd::Zero(Kept);
	for (const FAnimationVector& Point : Points)
	{
		Center += Project(Point) / static_cast<double>(Points.size());
	}
	if (static_cast<size_t>(Kept) > MaxDimensions)
	{
		// The principal directions of how points differ from each other, near and far, in a sample of them.
		Eigen::MatrixXd Spread = Eigen::MatrixXd::Zero(Kept, Kept);
		const size_t Step = (std::max)(Points.size() / 2048, size_t{1});
		for (size_t Index = Step; Index < Points.size(); Index += Step)
		{
			const Eigen::VectorXd Far = Project(Points[Index]) - Center;
			const Eigen::VectorXd Near = Project(Points[Index]) - Project(Points[Index - 1]);
			Spread.selfadjointView<Eigen::Lower>().rankUpdate(Far, 1e-4);
			Spread.selfadjointView<Eigen::Lower>().rankUpdate(Near, 1.0);
		}
		const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> Main(Spread);
		const Eigen::MatrixXd Turn =
			Main.eigenvectors().rightCols(static_cast<Eigen::Index>(MaxDimensions)).transpose();
		Factor = Turn * Factor;
		Center = Turn * Center;
		Kept = static_cast<Eigen::Index>(MaxDimensions);
	}
	Rank = (static_cast<size_t>(Kept) + 3) / 4 * 4;
}

Eigen::VectorXd FPoseEmbedding::Project(const FAnimationVector& Point) const
{
	Eigen::VectorXd Out = Eigen::VectorXd::Zero(Factor.rows());
	for (size_t Index = 0; Index < Point.Bones.size(); ++Index)
	{
		Out.noalias() += Factor.middleCols<4>(4 * Point.Bones[Index]) * AsVector(Point.Blocks[Index]);
	}
	return Out;
}

void FPoseEmbedding::Embed(const FAnimationVector& Point, float* Row) const
{
	const Eigen::VectorXd Out = Project(Point) - Center;
	std::fill(Row, Row + Rank, 0.0f);
	for (Eigen::Index Index = 0; Index < Out.size(); ++Index)
	{
		Row[Index] = static_cast<float>(Out[Index]);
	}
}

} // namespace Exemplar

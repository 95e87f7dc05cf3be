// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Levels/PoseEmbedding.h"

#include "AnimationSpace/MetricBlocks.h"
#include "Geometry/EigenLibrary.h"

#include <algorithm>
#include <numeric>
#include <random>

namespace Exemplar
{

namespace PoseEmbeddingDetail
{

static Eigen::MatrixXd WholeMetric(const FPoseMetric& Metric)
{
	std::vector<uint16_t> All(Metric.BoneCount);
	std::iota(All.begin(), All.end(), uint16_t{0});
	return LocalMetric(Metric, All);
}

/** Eigenvectors of the largest eigenvalues, rising, by subspace iteration: a few products instead of all of them. */
static Eigen::MatrixXd LargestEigenvectors(const Eigen::MatrixXd& Matrix, Eigen::Index Count, Eigen::VectorXd& Values)
{
	constexpr Eigen::Index Spare = 16;
	constexpr int Rounds = 8;
	const Eigen::Index Columns = (std::min)(Count + Spare, Matrix.rows());
	std::mt19937_64 Engine(1);
	Eigen::MatrixXd Basis(Matrix.rows(), Columns);
	for (double& Value : Basis.reshaped())
	{
		Value = static_cast<double>(Engine() >> 11) * 0x1p-53 - 0.5;
	}
	for (int Round = 0; Round < Rounds; ++Round)
	{
		const Eigen::HouseholderQR<Eigen::MatrixXd> Factors(Matrix.selfadjointView<Eigen::Lower>() * Basis);
		Basis = Factors.householderQ() * Eigen::MatrixXd::Identity(Matrix.rows(), Columns);
	}
	const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> Inside(
		Basis.transpose() * (Matrix.selfadjointView<Eigen::Lower>() * Basis));
	const Eigen::Index Kept = (std::min)(Count, Columns);
	Values = Inside.eigenvalues().tail(Kept);
	return Basis * Inside.eigenvectors().rightCols(Kept);
}

} // namespace PoseEmbeddingDetail

FPoseEmbedding::FPoseEmbedding(
	const FPoseMetric& Metric, std::span<const FAnimationVector> Points, size_t MaxDimensions, size_t MaxDenseBones)
{
	if (Metric.BoneCount > MaxDenseBones && Points.size() > 1)
	{
		ReduceBySamples(Metric, Points, MaxDimensions);
	}
	else
	{
		ReduceByAxes(Metric, Points, MaxDimensions);
	}
	Rank = (static_cast<size_t>(Factor.rows()) + 3) / 4 * 4;
}

void FPoseEmbedding::ReduceByAxes(
	const FPoseMetric& Metric, std::span<const FAnimationVector> Points, size_t MaxDimensions)
{
	using namespace PoseEmbeddingDetail;
	const Eigen::Index Size = 4 * static_cast<Eigen::Index>(Metric.BoneCount);
	const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> Axes(WholeMetric(Metric));
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
	}
}

/**
 * The same principal directions without the axes of the metric, whose price is the cube of the bones: with the
 * differences d_i of the sample as columns of D, eigenvectors u of D^T P D give the directions C D u / sqrt(lambda),
 * and C is needed no more: rows of the factor are u^T D^T P / sqrt(lambda).
 */
void FPoseEmbedding::ReduceBySamples(
	const FPoseMetric& Metric, std::span<const FAnimationVector> Points, size_t MaxDimensions)
{
	using namespace PoseEmbeddingDetail;
	constexpr size_t MaxSamples = 1024;
	const Eigen::Index Size = 4 * static_cast<Eigen::Index>(Metric.BoneCount);
	const size_t Step = Points.size() / MaxSamples + 1;
	const Eigen::Index Samples = static_cast<Eigen::Index>((Points.size() - 1) / Step);
	Eigen::VectorXd Mean = Eigen::VectorXd::Zero(Size);
	for (const FAnimationVector& Point : Points)
	{
		for (size_t Index = 0; Index < Point.Bones.size(); ++Index)
		{
			Mean.segment<4>(4 * Point.Bones[Index]) +=
				AsVector(Point.Blocks[Index]) / static_cast<double>(Points.size());
		}
	}
	// Each point of the sample, then the one before it.
	std::vector<Eigen::Triplet<double>> Entries;
	for (Eigen::Index Column = 0; Column < 2 * Samples; ++Column)
	{
		const FAnimationVector& Point =
			Points[static_cast<size_t>(Column / 2 + 1) * Step - static_cast<size_t>(Column % 2)];
		for (size_t Index = 0; Index < Point.Bones.size(); ++Index)
		{
			for (Eigen::Index Row = 0; Row < 4; ++Row)
			{
				Entries.emplace_back(4 * Point.Bones[Index] + Row, Column, AsVector(Point.Blocks[Index])[Row]);
			}
		}
	}
	Eigen::SparseMatrix<double> Sampled(Size, 2 * Samples);
	Sampled.setFromTriplets(Entries.begin(), Entries.end());
	const Eigen::MatrixXd P = WholeMetric(Metric);
	Eigen::MatrixXd Priced = P * Sampled; // becomes P D, far differences beside near ones
	const Eigen::VectorXd PricedMean = P * Mean;
	for (Eigen::Index Sample = 0; Sample < Samples; ++Sample)
	{
		Priced.col(2 * Sample + 1) = Priced.col(2 * Sample) - Priced.col(2 * Sample + 1);
		Priced.col(2 * Sample) = 0.01 * (Priced.col(2 * Sample) - PricedMean);
	}
	Eigen::MatrixXd Gram = Sampled.transpose() * Priced; // becomes D^T P D
	const Eigen::RowVectorXd MeanRow = Mean.transpose() * Priced;
	for (Eigen::Index Sample = 0; Sample < Samples; ++Sample)
	{
		Gram.row(2 * Sample + 1) = Gram.row(2 * Sample) - Gram.row(2 * Sample + 1);
		Gram.row(2 * Sample) = 0.01 * (Gram.row(2 * Sample) - MeanRow);
	}
	Eigen::VectorXd Values;
	const Eigen::MatrixXd Vectors = LargestEigenvectors(
		Gram, static_cast<Eigen::Index>((std::min)(MaxDimensions, 2 * static_cast<size_t>(Samples))), Values);
	Eigen::Index Kept = 0;
	while (Kept < Values.size() && Values[Values.size() - 1 - Kept] > 1e-11 * Values[Values.size() - 1])
	{
		++Kept;
	}
	Factor = Values.tail(Kept).cwiseSqrt().cwiseInverse().asDiagonal() * Vectors.rightCols(Kept).transpose() *
		Priced.transpose();
	Center = Factor * Mean;
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

// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Correctives/LearnedLayer.h"
#include "Geometry/EigenMap.h"

#include <cmath>
#include <numeric>

namespace Exemplar
{

namespace LearnedLayerDetail
{

using Eigen::Index;
using Eigen::MatrixXd;

constexpr size_t PointsPerChunk = 64;

/** The offsets of one point in all examples, a row each; false if the point never moves. */
bool ReadOffsets(const FLearnedExamples& Examples, size_t PointCount, size_t Point, MatrixXd& Out)
{
	Out.resize(Index(Examples.Poses.PoseCount()), 3);
	bool bMoves = false;
	for (Index Pose = 0; Pose < Out.rows(); ++Pose)
	{
		const FDouble3& Offset = Examples.Offsets[size_t(Pose) * PointCount + Point];
		Out.row(Pose) = AsVector(Offset).transpose();
		bMoves = bMoves || Offset.X != 0.0 || Offset.Y != 0.0 || Offset.Z != 0.0;
	}
	return bMoves;
}

} // namespace LearnedLayerDetail

void CorrelateImages(Eigen::MatrixXd& Kernel, size_t OriginalCount, double Share)
{
	const Eigen::Index Own = Eigen::Index((std::min)(OriginalCount, size_t(Kernel.rows())));
	const Eigen::Index Images = Kernel.rows() - Own;
	if (Images > 0 && Share != 1.0)
	{
		Kernel.topRightCorner(Own, Images) *= Share;
		Kernel.bottomLeftCorner(Images, Own) *= Share;
	}
}

void RefitLearnedPoints(FLearnedLayer& Layer, const FLearnedExamples& Examples, std::span<const uint32_t> Points,
	const FBuildContext& Context)
{
	using namespace LearnedLayerDetail;
	const size_t PoseCount = Layer.Poses.PoseCount(), PointCount = Layer.Rows.PointCount();
	const size_t Own = (std::min)(Layer.OriginalCount, PoseCount);
	const FTermKernels Kernels(Layer.Rows.Terms, Layer.Poses, Layer.Poses, Layer.Options.Width);
	ParallelFor(*Context.Executor, Points.size(), PointsPerChunk,
		[&](size_t Begin, size_t End)
		{
			MatrixXd Kernel, Offsets;
			Eigen::LLT<MatrixXd> Solver{Index(PoseCount)};
			for (size_t Entry = Begin; Entry < End; ++Entry)
			{
				const size_t Point = Points[Entry];
				const std::span<FDouble3> Out(Layer.Coefficients.data() + Point * PoseCount, PoseCount);
				if (Layer.Rows.Offsets[Point] == Layer.Rows.Offsets[Point + 1] ||
					!ReadOffsets(Examples, PointCount, Point, Offsets))
				{
					std::fill(Out.begin(), Out.end(), FDouble3{});
					continue;
				}
				Kernels.Sum(Layer.Rows, Point, Kernel);
				CorrelateImages(Kernel, Layer.OriginalCount, Layer.Options.MirrorShare);
				Kernel.diagonal().array() += Layer.Options.Ridge;
				Solver.compute(Kernel);
				Solver.solveInPlace(Offsets);
				// What is predicted is an original, to which images count by the share.
				Offsets.bottomRows(Index(PoseCount - Own)) *= Layer.Options.MirrorShare;
				AsMatrix(Out) = Offsets;
			}
		});
}

FLearnedLayer FitLearnedLayer(const FLearnedExamples& Examples, const FRelevance& Relevance,
	const FLearnedOptions& Options, const FBuildContext& Context)
{
	FLearnedLayer Out{Options, Examples.Poses,
		MakeTermRows(Relevance, Examples.Parents, Examples.Poses.ScalarCount, Options), {}, Examples.OriginalCount};
	Out.Coefficients.resize(Relevance.PointCount() * Examples.Poses.PoseCount());
	std::vector<uint32_t> Points(Relevance.PointCount());
	std::iota(Points.begin(), Points.end(), 0u);
	RefitLearnedPoints(Out, Examples, Points, Context);
	return Out;
}

std::vector<FDouble3> EvaluateLearnedLayer(
	const FLearnedLayer& Layer, const FDriverPoses& Poses, const FBuildContext& Context)
{
	using namespace LearnedLayerDetail;
	const size_t PointCount = Layer.Rows.PointCount(), ExampleCount = Layer.Poses.PoseCount();
	std::vector<FDouble3> Out(Poses.PoseCount() * PointCount);
	const FTermKernels Kernels(Layer.Rows.Terms, Layer.Poses, Poses, Layer.Options.Width);
	ParallelFor(*Context.Executor, PointCount, PointsPerChunk,
		[&](size_t Begin, size_t End)
		{
			MatrixXd Kernel, Offsets;
			for (size_t Point = Begin; Point < End; ++Point)
			{
				if (Layer.Rows.Offsets[Point] == Layer.Rows.Offsets[Point + 1])
				{
					continue;
				}
				Kernels.Sum(Layer.Rows, Point, Kernel);
				const auto Row =
					AsMatrix(std::span<const FDouble3>(Layer.Coefficients.data() + Point * ExampleCount, ExampleCount));
				Offsets.noalias() = Kernel.transpose() * Row;
				for (size_t Pose = 0; Pose < Poses.PoseCount(); ++Pose)
				{
					Out[Pose * PointCount + Point] = ToDouble3(Offsets.row(Index(Pose)).transpose());
				}
			}
		});
	return Out;
}

std::vector<double> LearnedUncertainty(
	const FLearnedLayer& Layer, const FDriverPoses& Poses, size_t Stride, const FBuildContext& Context)
{
	using namespace LearnedLayerDetail;
	const size_t ExampleCount = Layer.Poses.PoseCount(), PoseCount = Poses.PoseCount();
	const size_t Count = (Layer.Rows.PointCount() + Stride - 1) / Stride;
	const FTermKernels Known(Layer.Rows.Terms, Layer.Poses, Layer.Poses, Layer.Options.Width);
	const FTermKernels Cross(Layer.Rows.Terms, Layer.Poses, Poses, Layer.Options.Width);
	MatrixXd Own(Index(PoseCount), Index(Layer.Rows.Terms.size())); // of every pose with itself
	for (size_t Term = 0; Term < Layer.Rows.Terms.size(); ++Term)
	{
		for (size_t Pose = 0; Pose < PoseCount; ++Pose)
		{
			Own(Index(Pose), Index(Term)) =
				TermKernel(Layer.Rows.Terms[Term], Poses, Pose, Poses, Pose, Layer.Options.Width);
		}
	}
	const size_t ChunkCount = (Count + PointsPerChunk - 1) / PointsPerChunk;
	MatrixXd Sums = MatrixXd::Zero(Index(PoseCount) + 1, Index(ChunkCount));
	ParallelFor(*Context.Executor, Count, PointsPerChunk,
		[&](size_t Begin, size_t End)
		{
			const Index Chunk = Index(Begin / PointsPerChunk);
			MatrixXd Kernel, Shared;
			for (size_t Sampled = Begin; Sampled < End; ++Sampled)
			{
				const size_t Point = Sampled * Stride;
				Known.Sum(Layer.Rows, Point, Kernel);
				const auto Solved =
					AsMatrix(std::span<const FDouble3>(Layer.Coefficients.data() + Point * ExampleCount, ExampleCount));
				// How much the point moves: the norm of its function, which is that of its kernel's combination.
				const double Size = std::sqrt((std::max)(0.0, (Solved.transpose() * Kernel * Solved).trace()));
				if (!(Size > 0.0))
				{
					continue;
				}
				CorrelateImages(Kernel, Layer.OriginalCount, Layer.Options.MirrorShare);
				Kernel.diagonal().array() += Layer.Options.Ridge;
				const Eigen::LLT<MatrixXd> Solver(Kernel);
				Cross.Sum(Layer.Rows, Point, Shared);
				Shared.bottomRows(Index(ExampleCount - (std::min)(Layer.OriginalCount, ExampleCount))) *=
					Layer.Options.MirrorShare;
				Solver.matrixL().solveInPlace(Shared);
				Sums(Index(PoseCount), Chunk) += Size;
				for (Index Pose = 0; Pose < Index(PoseCount); ++Pose)
				{
					double Variance = -Shared.col(Pose).squaredNorm();
					for (uint32_t Entry = Layer.Rows.Offsets[Point]; Entry < Layer.Rows.Offsets[Point + 1]; ++Entry)
					{
						Variance += Layer.Rows.Weights[Entry] * Own(Pose, Index(Layer.Rows.Columns[Entry]));
					}
					Sums(Pose, Chunk) += Size * std::sqrt((std::max)(0.0, Variance));
				}
			}
		});
	const Eigen::VectorXd Total = Sums.rowwise().sum();
	std::vector<double> Out(PoseCount, 0.0);
	for (size_t Pose = 0; Pose < PoseCount && Total[Index(PoseCount)] > 0.0; ++Pose)
	{
		Out[Pose] = Total[Index(Pose)] / Total[Index(PoseCount)];
	}
	return Out;
}

} // namespace Exemplar

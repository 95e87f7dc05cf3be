// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "AnimationSpace/EigenBlocks.h"
#include "AnimationSpace/PoseMetric.h"

namespace Exemplar
{

inline FBlock4Map MetricBlock(const FPoseMetric& Metric, size_t J, size_t K)
{
	return FBlock4Map(Metric.Block(J, K));
}

/** Writes a block and its transpose on the other side of the diagonal. */
inline void SetMetricBlock(FPoseMetric& Metric, size_t J, size_t K, const Eigen::Matrix4d& Value)
{
	using FBlock = Eigen::Map<Eigen::Matrix<double, 4, 4, Eigen::RowMajor>>;
	FBlock(Metric.Block(J, K)) = Value;
	if (J != K)
	{
		FBlock(Metric.Block(K, J)) = Value.transpose();
	}
}

/** P restricted to some bones, as one dense matrix. */
inline Eigen::MatrixXd LocalMetric(const FPoseMetric& Metric, std::span<const uint16_t> Bones)
{
	Eigen::MatrixXd Out(4 * Bones.size(), 4 * Bones.size());
	for (size_t J = 0; J < Bones.size(); ++J)
	{
		for (size_t K = 0; K < Bones.size(); ++K)
		{
			Out.block<4, 4>(4 * J, 4 * K) = MetricBlock(Metric, Bones[J], Bones[K]);
		}
	}
	return Out;
}

} // namespace Exemplar

// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Correctives/RadialWeights.h"

#include <cmath>
#include <limits>

namespace Exemplar
{

namespace RadialWeightsDetail
{

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

double Kernel(ERadialKernel Kind, double Ratio)
{
	switch (Kind)
	{
	case ERadialKernel::Gaussian:
		return std::exp(-Ratio * Ratio);
	case ERadialKernel::Compact:
	{
		const double Inside = (std::max)(0.0, 1.0 - Ratio);
		return Inside * Inside * Inside * Inside * (4.0 * Ratio + 1.0);
	}
	case ERadialKernel::ThinPlate:
		return Ratio > 0.0 ? Ratio * Ratio * std::log(Ratio) : 0.0;
	case ERadialKernel::Linear:
		return Ratio;
	}
	return 0.0;
}

Index TailSize(ERadialTail Tail, Index Coordinates)
{
	return Tail == ERadialTail::None ? 0 : (Tail == ERadialTail::Constant ? 1 : 1 + Coordinates);
}

struct FNearest
{
	double Distance = (std::numeric_limits<double>::max)();
	Index A = 0, B = 0;
	double Mean = 0.0; // over the examples, of the distance to the nearest other
};

FNearest FindNearest(const MatrixXd& Poses)
{
	FNearest Out;
	for (Index A = 0; A < Poses.rows(); ++A)
	{
		double Own = (std::numeric_limits<double>::max)();
		for (Index B = 0; B < Poses.rows(); ++B)
		{
			const double Distance = A == B ? Own : (Poses.row(A) - Poses.row(B)).norm();
			Own = (std::min)(Own, Distance);
			if (A < B && Distance < Out.Distance)
			{
				Out.Distance = Distance;
				Out.A = A;
				Out.B = B;
			}
		}
		Out.Mean += Poses.rows() > 1 ? Own / double(Poses.rows()) : 0.0;
	}
	return Out;
}

} // namespace RadialWeightsDetail

TResult<FRadialWeights> FRadialWeights::Make(
	const Eigen::MatrixXd& InPoses, std::span<const std::string> Names, const FRadialOptions& InOptions)
{
	using namespace RadialWeightsDetail;
	FRadialWeights Out;
	Out.Options = InOptions;
	Out.Poses = InPoses;
	const FNearest Nearest = FindNearest(InPoses);
	const double Range = (InPoses.colwise().maxCoeff() - InPoses.colwise().minCoeff()).norm();
	if (InPoses.rows() > 1 && Nearest.Distance <= 1e-6 * Range)
	{
		return FError{EErrorCode::Degenerate,
			"Examples \"" + Names[size_t(Nearest.A)] + "\" and \"" + Names[size_t(Nearest.B)] +
				"\" have the same pose. Remove one of them, or add a driver that tells them apart."};
	}
	if (Out.Options.Radius <= 0.0)
	{
		Out.Options.Radius = Nearest.Mean > 0.0 ? 1.5 * Nearest.Mean : 1.0;
	}
	const bool bNeedsTail =
		Out.Options.Kernel == ERadialKernel::ThinPlate || Out.Options.Kernel == ERadialKernel::Linear;
	if (bNeedsTail && Out.Options.Tail == ERadialTail::None)
	{
		Out.Options.Tail = ERadialTail::Constant;
	}
	const Index Count = InPoses.rows(), Tail = TailSize(Out.Options.Tail, InPoses.cols());
	MatrixXd System = MatrixXd::Zero(Count + Tail, Count + Tail);
	for (Index Row = 0; Row < Count; ++Row)
	{
		System.col(Row) = Out.Terms(InPoses.row(Row).transpose());
		System.row(Row).tail(Tail) = System.col(Row).tail(Tail).transpose();
	}
	const Eigen::FullPivLU<MatrixXd> Factors(System);
	if (Factors.rcond() < 1e-10 || !Factors.isInvertible())
	{
		return FError{EErrorCode::Degenerate,
			"The poses of the examples do not determine the interpolation; the nearest two are \"" +
				Names[size_t(Nearest.A)] + "\" and \"" + Names[size_t(Nearest.B)] +
				"\". Use a smaller radius or no linear tail, or add examples in other directions."};
	}
	Out.Cardinal = Factors.inverse();
	return Out;
}

/** The kernels at all examples, then the terms of the tail. */
Eigen::VectorXd FRadialWeights::Terms(const Eigen::VectorXd& Pose) const
{
	using namespace RadialWeightsDetail;
	const Index Count = Poses.rows(), Tail = TailSize(Options.Tail, Poses.cols());
	VectorXd Out(Count + Tail);
	for (Index Row = 0; Row < Count; ++Row)
	{
		Out[Row] = Kernel(Options.Kernel, (Poses.row(Row).transpose() - Pose).norm() / Options.Radius);
	}
	if (Tail > 0)
	{
		Out[Count] = 1.0;
	}
	if (Options.Tail == ERadialTail::Linear)
	{
		Out.tail(Pose.size()) = Pose;
	}
	return Out;
}

Eigen::VectorXd FRadialWeights::Evaluate(const Eigen::VectorXd& Pose) const
{
	using namespace RadialWeightsDetail;
	VectorXd Weights = (Cardinal.transpose() * Terms(Pose)).head(Poses.rows());
	if (Options.bNormalize)
	{
		const double Sum = Weights.sum();
		Weights /= std::abs(Sum) > 1e-6 ? Sum : 1.0;
	}
	return Weights.cwiseMax(Options.Lowest).cwiseMin(Options.Highest);
}

} // namespace Exemplar

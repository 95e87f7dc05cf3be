// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Rig/JointPosition.h"

#include "Geometry/EigenLibrary.h"
#include "Geometry/EigenMap.h"

#include <cmath>

namespace Exemplar
{

namespace JointPositionDetail
{

double RelativeResidual(double Error, std::span<const double> Distances)
{
	double Mean = 0.0;
	for (const double D : Distances)
	{
		Mean += D * D;
	}
	Mean /= static_cast<double>(Distances.size());
	return Mean > 0.0 ? std::sqrt(Error / static_cast<double>(Distances.size())) / Mean : 0.0;
}

Eigen::Matrix3d SquaredRangeHessian(
	const Eigen::Vector3d& P, std::span<const FDouble3> Skin, std::span<const double> Distances)
{
	Eigen::Matrix3d Hessian = Eigen::Matrix3d::Zero();
	for (size_t Index = 0; Index < Skin.size(); ++Index)
	{
		const Eigen::Vector3d D = AsVector(Skin[Index]) - P;
		Hessian += 8.0 * D * D.transpose();
		Hessian -= 4.0 * (Distances[Index] * Distances[Index] - D.squaredNorm()) * Eigen::Matrix3d::Identity();
	}
	return Hessian;
}

} // namespace JointPositionDetail

double SquaredRangeError(
	const FDouble3& P, std::span<const FDouble3> Skin, std::span<const double> Distances, FDouble3* Gradient)
{
	double Error = 0.0;
	Eigen::Vector3d G = Eigen::Vector3d::Zero();
	for (size_t Index = 0; Index < Skin.size(); ++Index)
	{
		const Eigen::Vector3d D = AsVector(Skin[Index]) - AsVector(P);
		const double R = Distances[Index] * Distances[Index] - D.squaredNorm();
		Error += R * R;
		G += 4.0 * R * D;
	}
	if (Gradient != nullptr)
	{
		*Gradient = ToDouble3(G);
	}
	return Error;
}

FJointPosition RefineJoint(const FDouble3& Start, std::span<const FDouble3> Skin, std::span<const double> Distances)
{
	using namespace JointPositionDetail;
	FDouble3 P = Start;
	FDouble3 Gradient;
	double Error = SquaredRangeError(P, Skin, Distances, &Gradient);
	double Damping = 1e-3;
	for (int Iteration = 0; Iteration < 100 && Damping < 1e12; ++Iteration)
	{
		const Eigen::Matrix3d Hessian = SquaredRangeHessian(AsVector(P), Skin, Distances);
		const double Scale = Hessian.cwiseAbs().maxCoeff() + 1e-300;
		const Eigen::LLT<Eigen::Matrix3d> Solver(Hessian + Damping * Scale * Eigen::Matrix3d::Identity());
		if (Solver.info() != Eigen::Success)
		{
			Damping *= 4.0;
			continue;
		}
		const Eigen::Vector3d Step = -Solver.solve(AsVector(Gradient));
		const FDouble3 Next = ToDouble3(AsVector(P) + Step);
		FDouble3 NextGradient;
		const double NextError = SquaredRangeError(Next, Skin, Distances, &NextGradient);
		if (NextError >= Error)
		{
			Damping *= 4.0;
			continue;
		}
		const bool bConverged = Step.norm() <= 1e-15 * (1.0 + AsVector(P).norm());
		P = Next;
		Error = NextError;
		Gradient = NextGradient;
		Damping *= 0.1;
		if (bConverged)
		{
			break;
		}
	}
	return {P, RelativeResidual(Error, Distances), std::nullopt, 0.0};
}

FJointPosition LocateJoint(std::span<const FDouble3> Skin, std::span<const double> Distances)
{
	const double Count = static_cast<double>(Skin.size());
	const Eigen::Vector3d Mean = AsMatrix(Skin).colwise().mean().transpose();

	// With the mean at the origin the normal matrix of [-2 v, 1] is diag(4 S, M), and the two blocks part.
	Eigen::Matrix3d S = Eigen::Matrix3d::Zero();
	Eigen::Vector3d C = Eigen::Vector3d::Zero();
	double SumB = 0.0;
	for (size_t Index = 0; Index < Skin.size(); ++Index)
	{
		const Eigen::Vector3d V = AsVector(Skin[Index]) - Mean;
		const double B = Distances[Index] * Distances[Index] - V.squaredNorm();
		S += V * V.transpose();
		C -= 2.0 * B * V;
		SumB += B;
	}
	const Eigen::SelfAdjointEigenSolver<Eigen::Matrix3d> Axes(S);
	const Eigen::Vector3d Sigma = 4.0 * Axes.eigenvalues().cwiseMax(0.0);
	const Eigen::Vector3d Coefficients = Axes.eigenvectors().transpose() * C;
	const auto Solve = [&](double Lambda)
	{
		Eigen::Vector3d Y;
		for (int K = 0; K < 3; ++K)
		{
			const double Pivot = Sigma[K] + Lambda;
			Y[K] = Pivot > 0.0 ? Coefficients[K] / Pivot : 0.0;
		}
		return Y;
	};
	// |p|^2 - a as a function of the multiplier: strictly decreasing right of -Sigma[0].
	const auto Gap = [&](double Lambda) { return Solve(Lambda).squaredNorm() - (SumB + 0.5 * Lambda) / Count; };
	const auto ToWorld = [&](const Eigen::Vector3d& Y) { return ToDouble3(Mean + Axes.eigenvectors() * Y); };

	const double Scale = Sigma[2] + 1e-300;
	double Low = -Sigma[0] + 1e-13 * Scale;
	double High = Low + Scale;
	while (Gap(High) > 0.0 && std::isfinite(High))
	{
		High = Low + 2.0 * (High - Low);
	}
	Eigen::Vector3d Y = Solve(Low);
	if (Gap(Low) <= 0.0)
	{
		// Hard case: nothing pulls off the plane of the skin, so both sides are equally good.
		Y[0] = 0.0;
		const double Square = (SumB + 0.5 * Low) / Count - Y.squaredNorm();
		Y[0] = std::sqrt(Square > 0.0 ? Square : 0.0);
	}
	else
	{
		for (int Iteration = 0; Iteration < 200 && High - Low > 1e-16 * Scale; ++Iteration)
		{
			const double Middle = 0.5 * (Low + High);
			(Gap(Middle) > 0.0 ? Low : High) = Middle;
		}
		Y = Solve(0.5 * (Low + High));
	}

	// A last descent adds the precision that bisection lacks; the mirrored start finds the other minimum, if any.
	FJointPosition Best = RefineJoint(ToWorld(Y), Skin, Distances);
	Y[0] = -Y[0];
	FJointPosition Other = RefineJoint(ToWorld(Y), Skin, Distances);
	const double Extent = std::sqrt(Scale / (4.0 * Count));
	if ((AsVector(Best.Position) - AsVector(Other.Position)).norm() > 1e-6 * Extent)
	{
		if (Other.Residual < Best.Residual)
		{
			std::swap(Best, Other);
		}
		Best.Mirror = Other.Position;
		Best.MirrorResidual = Other.Residual;
	}
	return Best;
}

} // namespace Exemplar

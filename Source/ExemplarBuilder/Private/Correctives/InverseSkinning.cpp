// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Correctives/InverseSkinning.h"
#include "Correctives/PowellSearch.h"
#include "Geometry/EigenMap.h"
#include "Geometry/Measures.h"

#include <cmath>
#include <numeric>

namespace Exemplar
{

namespace InverseSkinningDetail
{

using Eigen::Matrix3d;
using Eigen::Vector3d;

constexpr int MaxNewtonSteps = 12;

/** The points still to be solved, with what every method needs. Calls of the operator are counted. */
class FInverseSolver
{
public:
	FInverseSolver(const IDeformation& InDeformation, std::span<const FDouble3> InRest,
		std::span<const FDouble3> InSculpt, const FInverseOptions& InOptions)
		: Deformation(InDeformation)
		, Rest(InRest)
		, Sculpt(InSculpt)
		, Options(InOptions)
		, Diagonal(BoxDiagonal(InRest))
		, Moved(InRest.begin(), InRest.end())
		, Posed(InRest.size())
	{
		Out.Before.resize(Rest.size());
	}

	TResult<FInverse> Solve();

private:
	void Call()
	{
		Deformation.Deform(Moved, Posed);
		++Out.CallCount;
	}
	void Stand(uint32_t Point, const Vector3d& Offset) { AsVector(Moved[Point]) = AsVector(Rest[Point]) + Offset; }
	Vector3d Residual(uint32_t Point) const { return AsVector(Sculpt[Point]) - AsVector(Posed[Point]); }
	Vector3d Wanted(uint32_t Point) const { return AsVector(Sculpt[Point]) - AsVector(Neutral[Point]); }

	bool FindSculptedPoints();
	double RidgeFor(const Matrix3d& Linear) const;
	std::vector<Matrix3d> FindJacobians(std::span<const uint32_t> Points, double Step);
	void SolveMaps();
	std::vector<uint32_t> SolveByProbes();
	std::vector<uint32_t> SolveByNewton(std::vector<uint32_t> Points);
	void SolveByPowell(std::span<const uint32_t> Points);
	void SearchAll(std::span<const uint32_t> Points, std::span<const double> Ridges, std::vector<uint8_t>& bReached);
	void FinishPoints();

	const IDeformation& Deformation;
	std::span<const FDouble3> Rest, Sculpt;
	FInverseOptions Options;
	double Diagonal;
	std::vector<FDouble3> Moved, Posed, Neutral;
	std::vector<uint32_t> Sculpted;
	FInverse Out;
};

TResult<FInverse> FInverseSolver::Solve()
{
	if (!FindSculptedPoints())
	{
		return FError{EErrorCode::Degenerate,
			"The operator returns positions that are not finite in the pose of the sculpt. Check the pose and the "
			"deformers."};
	}
	const bool bMaps = Options.Method == EInverseMethod::Automatic && !Deformation.GetMaps().empty();
	if (bMaps)
	{
		SolveMaps();
	}
	else if (!Sculpted.empty())
	{
		if (Deformation.GetMaps().empty())
		{
			const std::vector<uint32_t> Coupled = FindCoupledPoints(Deformation, Rest, 1e-3 * Diagonal);
			if (!Coupled.empty())
			{
				return FError{EErrorCode::Unsupported,
					"The operator couples points: point " + std::to_string(Coupled[0]) + " and " +
						std::to_string(Coupled.size() - 1) +
						" others move when only their neighbors are moved. Remove smoothing and similar deformers from "
						"the "
						"stack, or sculpt below them."};
			}
		}
		std::vector<uint32_t> Left = Sculpted;
		if (Options.Method == EInverseMethod::Automatic || Options.Method == EInverseMethod::Probe)
		{
			Left = SolveByProbes();
		}
		if (Options.Method == EInverseMethod::Automatic || Options.Method == EInverseMethod::Newton)
		{
			Left = SolveByNewton(std::move(Left));
		}
		if (Options.Method == EInverseMethod::Automatic || Options.Method == EInverseMethod::Powell)
		{
			SolveByPowell(Left);
		}
	}
	FinishPoints();
	return std::move(Out);
}

bool FInverseSolver::FindSculptedPoints()
{
	Call();
	Neutral = Posed;
	for (uint32_t Point = 0; Point < Rest.size(); ++Point)
	{
		const double Distance = Wanted(Point).norm();
		if (!std::isfinite(Distance))
		{
			return false;
		}
		if (Distance > Options.SmallestSculpt * Diagonal)
		{
			Sculpted.push_back(Point);
		}
	}
	return true;
}

/** The damping of a point: the option's, or what keeps the gain below the limit where the inverse would exceed it. */
double FInverseSolver::RidgeFor(const Matrix3d& Linear) const
{
	if (Options.Ridge > 0.0)
	{
		return Options.Ridge;
	}
	// |A^-1| in the Frobenius norm is at least the gain: most points need no singular values.
	const double Determinant = Linear.determinant();
	if (std::abs(Determinant) > 1e-12 && Linear.inverse().norm() < Options.MaxGain)
	{
		return 0.0;
	}
	Eigen::SelfAdjointEigenSolver<Matrix3d> Solver;
	Solver.computeDirect(Linear.transpose() * Linear, Eigen::EigenvaluesOnly);
	const bool bTooLarge = Solver.eigenvalues()[0] * Options.MaxGain * Options.MaxGain < 1.0;
	return bTooLarge ? 0.25 / (Options.MaxGain * Options.MaxGain) : 0.0;
}

/** min |A d - r|^2 + ridge |d0 + d|^2: d0 is what the point has already moved. */
Vector3d DampedStep(const Matrix3d& Linear, const Vector3d& Residual, const Vector3d& Before, double Ridge)
{
	if (Ridge == 0.0)
	{
		return Linear.inverse() * Residual;
	}
	const Matrix3d Normal = Linear.transpose() * Linear + Ridge * Matrix3d::Identity();
	return Normal.inverse() * (Linear.transpose() * Residual - Ridge * Before);
}

void FInverseSolver::SolveMaps()
{
	for (const uint32_t Point : Sculpted)
	{
		const Matrix3d Linear =
			Eigen::Map<const Eigen::Matrix<double, 3, 4, Eigen::RowMajor>>(Deformation.GetMaps()[Point].M.data())
				.leftCols<3>();
		AsVector(Out.Before[Point]) = DampedStep(Linear, Wanted(Point), Vector3d::Zero(), RidgeFor(Linear));
	}
}

/** Forward differences about where the points stand now; Posed must hold where they are now, and does afterwards. */
std::vector<Matrix3d> FInverseSolver::FindJacobians(std::span<const uint32_t> Points, double Step)
{
	std::vector<Matrix3d> Linear(Points.size());
	const std::vector<FDouble3> Here = Posed;
	for (int Axis = 0; Axis < 3; ++Axis)
	{
		const std::vector<FDouble3> Kept = Moved;
		for (const uint32_t Point : Points)
		{
			AsVector(Moved[Point])[Axis] += Step;
		}
		Call();
		for (size_t Index = 0; Index < Points.size(); ++Index)
		{
			Linear[Index].col(Axis) = (AsVector(Posed[Points[Index]]) - AsVector(Here[Points[Index]])) / Step;
		}
		Moved = Kept;
	}
	Posed = Here;
	return Linear;
}

std::vector<uint32_t> FInverseSolver::SolveByProbes()
{
	const std::vector<Matrix3d> Linear = FindJacobians(Sculpted, 1e-2 * Diagonal);
	std::vector<double> Ridges(Sculpted.size());
	for (size_t Index = 0; Index < Sculpted.size(); ++Index)
	{
		const uint32_t Point = Sculpted[Index];
		Ridges[Index] = RidgeFor(Linear[Index]);
		const Vector3d Offset = DampedStep(Linear[Index], Wanted(Point), Vector3d::Zero(), Ridges[Index]);
		AsVector(Out.Before[Point]) = Offset;
		Stand(Point, Offset);
	}
	Call();
	std::vector<uint32_t> Left;
	for (size_t Index = 0; Index < Sculpted.size(); ++Index)
	{
		const uint32_t Point = Sculpted[Index];
		const Vector3d Predicted = Wanted(Point) - Linear[Index] * AsVector(Out.Before[Point]);
		if (!((Residual(Point) - Predicted).norm() <= Options.Precision * Diagonal))
		{
			Left.push_back(Point); // not affine
		}
	}
	return Left;
}

std::vector<uint32_t> FInverseSolver::SolveByNewton(std::vector<uint32_t> Points)
{
	for (const uint32_t Point : Points)
	{
		Stand(Point, AsVector(Out.Before[Point]));
	}
	for (int Step = 0; Step < MaxNewtonSteps && !Points.empty(); ++Step)
	{
		Call();
		const std::vector<Matrix3d> Linear =
			FindJacobians(Points, (std::max)(1e-6, 30.0 * Options.Precision) * Diagonal);
		std::vector<uint32_t> Left;
		for (size_t Index = 0; Index < Points.size(); ++Index)
		{
			const uint32_t Point = Points[Index];
			const Vector3d Before = AsVector(Out.Before[Point]);
			const Vector3d Change = DampedStep(Linear[Index], Residual(Point), Before, RidgeFor(Linear[Index]));
			if (Change.norm() <= Options.Precision * Diagonal)
			{
				continue;
			}
			if (!Change.allFinite() || Change.norm() > Diagonal)
			{
				Left.push_back(Point);
				continue; // for Powell
			}
			AsVector(Out.Before[Point]) = Before + Change;
			Stand(Point, Before + Change);
			Left.push_back(Point);
		}
		Points = std::move(Left);
	}
	return Points;
}

/** Runs one search per point in step: one call of the operator answers all of them. */
void FInverseSolver::SearchAll(
	std::span<const uint32_t> Points, std::span<const double> Ridges, std::vector<uint8_t>& bReached)
{
	std::vector<FPowellSearch> Searches;
	Searches.reserve(Points.size());
	for (const uint32_t Point : Points)
	{
		FPowellOptions Search;
		Search.FirstStep = (std::max)(Wanted(Point).norm(), 1e-4 * Diagonal);
		Search.LongestStep = 10.0 * Diagonal;
		Search.GoodValue = Options.Precision * Options.Precision * Diagonal * Diagonal;
		Search.LineTolerance = (std::max)(1.5e-8, 300.0 * Options.Precision);
		Searches.emplace_back(FDouble3{}, Search);
	}
	std::vector<size_t> Running(Points.size());
	std::iota(Running.begin(), Running.end(), size_t(0));
	while (!Running.empty())
	{
		for (const size_t Index : Running)
		{
			const FDouble3 Trial = Searches[Index].Ask();
			Stand(Points[Index], AsVector(Trial));
		}
		Call();
		for (const size_t Index : Running)
		{
			const FDouble3 Trial = Searches[Index].Ask();
			Searches[Index].Tell(Residual(Points[Index]).squaredNorm() + Ridges[Index] * AsVector(Trial).squaredNorm());
		}
		std::erase_if(Running, [&](size_t Index) { return Searches[Index].End() != ESearchEnd::Running; });
	}
	bReached.resize(Points.size());
	for (size_t Index = 0; Index < Points.size(); ++Index)
	{
		Out.Before[Points[Index]] = Searches[Index].Best();
		bReached[Index] = Searches[Index].End() == ESearchEnd::Reached;
	}
}

void FInverseSolver::SolveByPowell(std::span<const uint32_t> Points)
{
	std::vector<uint8_t> bReached;
	SearchAll(Points, std::vector<double>(Points.size(), Options.Ridge), bReached);
	if (Options.Ridge > 0.0)
	{
		return;
	}
	// What the operator cannot reach, or only by far too large an offset, is damped.
	std::vector<uint32_t> Again;
	for (size_t Index = 0; Index < Points.size(); ++Index)
	{
		const uint32_t Point = Points[Index];
		const double Size = Wanted(Point).norm();
		Stand(Point, AsVector(Out.Before[Point]));
		if (!bReached[Index] || AsVector(Out.Before[Point]).norm() > Options.MaxGain * Size)
		{
			Again.push_back(Point);
		}
	}
	Call();
	std::erase_if(Again,
		[&](uint32_t Point)
		{
			const double Size = Wanted(Point).norm();
			return AsVector(Out.Before[Point]).norm() <= Options.MaxGain * Size &&
				Residual(Point).norm() <= 1e-3 * Size;
		});
	SearchAll(Again, std::vector<double>(Again.size(), 0.25 / (Options.MaxGain * Options.MaxGain)), bReached);
}

/** Where the points really go decides what is left for After. */
void FInverseSolver::FinishPoints()
{
	for (uint32_t Point = 0; Point < Rest.size(); ++Point)
	{
		Stand(Point, AsVector(Out.Before[Point]));
	}
	Call();
	std::vector<FDouble3> After(Rest.size());
	const double Smallest = (std::max)(1e-7, 10.0 * Options.Precision) * Diagonal;
	for (const uint32_t Point : Sculpted)
	{
		Out.LargestGain = (std::max)(Out.LargestGain, AsVector(Out.Before[Point]).norm() / Wanted(Point).norm());
		if (Residual(Point).norm() > Smallest)
		{
			AsVector(After[Point]) = Residual(Point);
			Out.Singular.push_back(Point);
		}
	}
	if (!Out.Singular.empty())
	{
		Out.After = std::move(After);
	}
}

} // namespace InverseSkinningDetail

TResult<FInverse> InvertDeformation(const IDeformation& Deformation, std::span<const FDouble3> Rest,
	std::span<const FDouble3> Sculpt, const FInverseOptions& Options)
{
	if (Sculpt.size() != Rest.size() || Deformation.PointCount() != Rest.size())
	{
		return FError{EErrorCode::Mismatch,
			"The sculpt has " + std::to_string(Sculpt.size()) + " vertices, the character " +
				std::to_string(Rest.size()) + ". Sculpt on the mesh that was exported, and keep its vertex order."};
	}
	return InverseSkinningDetail::FInverseSolver(Deformation, Rest, Sculpt, Options).Solve();
}

} // namespace Exemplar

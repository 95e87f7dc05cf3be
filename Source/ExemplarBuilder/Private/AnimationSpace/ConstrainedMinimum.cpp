// Copyright (c) 2026 Exemplar contributors. MIT licence.

#include "AnimationSpace/ConstrainedMinimum.h"

#include <Eigen/Eigenvalues>
#include <Eigen/QR>

namespace Exemplar
{

Eigen::MatrixXd SolveConstrainedMinimum(const Eigen::MatrixXd& P, const Eigen::MatrixXd& A, const Eigen::MatrixXd& B)
{
	static constexpr double Zero = 1e-10; // of the largest eigenvalue, below which a direction costs nothing
	const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> Axes(P);
	const Eigen::VectorXd& Costs = Axes.eigenvalues(); // ascending
	Eigen::Index Free = 0;
	while (Free < Costs.size() && Costs[Free] <= Zero * Costs[Costs.size() - 1])
	{
		++Free;
	}
	const Eigen::Index Paid = Costs.size() - Free;
	const Eigen::MatrixXd FreeColumns = A * Axes.eigenvectors().leftCols(Free);
	const Eigen::MatrixXd PaidColumns = A * Axes.eigenvectors().rightCols(Paid);

	// What free directions can reach costs nothing; only the constraints outside their range bind the others. A matrix
	// that is small next to the constraints is rounding: its pivots, however well they compare to each other, mean
	// nothing.
	const auto IsRounding = [&](const Eigen::MatrixXd& M) { return M.size() == 0 || M.norm() <= Zero * A.norm(); };
	Eigen::MatrixXd Outside = Eigen::MatrixXd::Identity(A.rows(), A.rows());
	if (!IsRounding(FreeColumns))
	{
		Eigen::ColPivHouseholderQR<Eigen::MatrixXd> Basis;
		Basis.setThreshold(Zero);
		Basis.compute(FreeColumns);
		const Eigen::MatrixXd Q = Basis.householderQ();
		Outside = Q.rightCols(A.rows() - Basis.rank()).transpose();
	}
	const auto ShortestSolution = [](const Eigen::MatrixXd& M, const Eigen::MatrixXd& Right)
	{
		Eigen::CompleteOrthogonalDecomposition<Eigen::MatrixXd> Solver;
		Solver.setThreshold(Zero);
		Solver.compute(M);
		return Eigen::MatrixXd(Solver.solve(Right));
	};
	Eigen::MatrixXd PaidPart = Eigen::MatrixXd::Zero(Paid, B.cols());
	if (!IsRounding(Outside * PaidColumns))
	{
		const Eigen::VectorXd Scale = Costs.tail(Paid).cwiseSqrt().cwiseInverse();
		PaidPart = Scale.asDiagonal() * ShortestSolution(Outside * PaidColumns * Scale.asDiagonal(), Outside * B);
	}
	Eigen::MatrixXd Out = Axes.eigenvectors().rightCols(Paid) * PaidPart;
	if (!IsRounding(FreeColumns))
	{
		Out += Axes.eigenvectors().leftCols(Free) * ShortestSolution(FreeColumns, B - PaidColumns * PaidPart);
	}
	return Out;
}

} // namespace Exemplar

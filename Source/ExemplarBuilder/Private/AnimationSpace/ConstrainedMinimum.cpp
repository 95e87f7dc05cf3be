// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "AnimationSpace/ConstrainedMinimum.h"

#include "Geometry/EigenLibrary.h"

#include <algorithm>

namespace Exemplar
{

Eigen::MatrixXd SolveConstrainedMinimum(const Eigen::MatrixXd& P, const Eigen::MatrixXd& A, const Eigen::MatrixXd& B)
{
	// The price of a direction that costs nothing, as a part of the mean eigenvalue: far above rounding (1e-16), so
	// that the factorization below holds; far below what an eye could see. The thesis splits directions into free and
	// paid ones at a threshold. But eigenvalues of sampled poses fall gradually through any threshold, and a direction
	// that counts as free just below it lets points go so far that its price is what is seen.
	static constexpr double Free = 1e-10;
	const Eigen::Index Size = P.rows();
	const double Floor = Free * (std::max)(P.trace(), 1e-300) / static_cast<double>((std::max)(Size, Eigen::Index{1}));
	Eigen::MatrixXd Priced = P;
	Priced.diagonal().array() += Floor;

	// x = x0 + N z: the shortest x that meets the constraints, and a basis of what they leave free.
	Eigen::ColPivHouseholderQR<Eigen::MatrixXd> Rows;
	Rows.setThreshold(1e-10);
	Rows.compute(A.transpose());
	const Eigen::Index Rank = Rows.rank();
	const Eigen::MatrixXd Q = Rows.householderQ() * Eigen::MatrixXd::Identity(Size, Size);
	const Eigen::MatrixXd Met = A.completeOrthogonalDecomposition().solve(B);
	if (Rank == Size)
	{
		return Met;
	}
	const Eigen::MatrixXd Left = Q.rightCols(Size - Rank);
	const Eigen::MatrixXd PricedLeft = Priced * Left;
	const Eigen::LDLT<Eigen::MatrixXd> Factors(Left.transpose() * PricedLeft);
	return Met - Left * Factors.solve(PricedLeft.transpose() * Met);
}

} // namespace Exemplar

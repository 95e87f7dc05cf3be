// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "AnimationSpace/ConstrainedMinimum.h"
#include "Geometry/EigenLibrary.h"

#include "AnimationSkeletons.h"

#include <gtest/gtest.h>

namespace Exemplar
{
namespace ConstrainedMinimumTest
{

Eigen::MatrixXd RandomMatrix(FRandomNumbers& Numbers, Eigen::Index Rows, Eigen::Index Columns)
{
	Eigen::MatrixXd Out(Rows, Columns);
	for (double& Entry : Out.reshaped())
	{
		Entry = Numbers.Signed();
	}
	return Out;
}

TEST(ConstrainedMinimum, OfTheIdentityIsTheShortestSolution)
{
	FRandomNumbers Numbers(1);
	const Eigen::MatrixXd A = RandomMatrix(Numbers, 3, 8), B = RandomMatrix(Numbers, 3, 2);
	const Eigen::MatrixXd X = SolveConstrainedMinimum(Eigen::MatrixXd::Identity(8, 8), A, B);
	EXPECT_LT((X - A.completeOrthogonalDecomposition().solve(B)).norm(), 1e-12);
}

TEST(ConstrainedMinimum, MeetsItsConstraintsAndNothingFeasibleCostsLess)
{
	FRandomNumbers Numbers(2);
	for (const Eigen::Index Rank : {8, 5, 2})
	{
		// Costs of rank 8, 5 and 2 in eight dimensions: directions that cost nothing are used as far as they help.
		const Eigen::MatrixXd Root = RandomMatrix(Numbers, Rank, 8), P = Root.transpose() * Root;
		const Eigen::MatrixXd A = RandomMatrix(Numbers, 3, 8), B = RandomMatrix(Numbers, 3, 1);
		const Eigen::VectorXd X = SolveConstrainedMinimum(P, A, B);
		EXPECT_LT((A * X - B).norm(), 1e-10);
		EXPECT_LT(X.norm(), 100.0);
		const double Cost = X.dot(P * X);
		if (Rank <= 5)
		{
			EXPECT_LT(Cost, 1e-9) << "three free directions or more meet three constraints for nothing";
		}
		for (int Trial = 0; Trial < 200; ++Trial)
		{
			Eigen::VectorXd Step = RandomMatrix(Numbers, 8, 1);
			Step -= A.completeOrthogonalDecomposition().solve(A * Step);
			const Eigen::VectorXd Other = X + 0.1 * Step;
			EXPECT_GE(Other.dot(P * Other), Cost - 1e-9);
		}
	}
}

TEST(ConstrainedMinimum, RepeatedConstraintsChangeNothingAndContradictoryOnesAreAveraged)
{
	FRandomNumbers Numbers(3);
	const Eigen::MatrixXd Root = RandomMatrix(Numbers, 6, 6), P = Root.transpose() * Root;
	const Eigen::MatrixXd A = RandomMatrix(Numbers, 2, 6), B = RandomMatrix(Numbers, 2, 1);
	Eigen::MatrixXd Twice(3, 6), Right(3, 1);
	Twice << A, A.row(0);
	Right << B, B.row(0);
	EXPECT_LT((SolveConstrainedMinimum(P, Twice, Right) - SolveConstrainedMinimum(P, A, B)).norm(), 1e-9);
	Right(2, 0) += 1.0;
	const Eigen::VectorXd Middle = SolveConstrainedMinimum(P, Twice, Right);
	EXPECT_NEAR(A.row(0).dot(Middle), B(0, 0) + 0.5, 1e-9);
	EXPECT_NEAR(A.row(1).dot(Middle), B(1, 0), 1e-9);
	// As many constraints as unknowns leave no choice.
	const Eigen::MatrixXd All = RandomMatrix(Numbers, 6, 6), Wanted = RandomMatrix(Numbers, 6, 1);
	EXPECT_LT((All * SolveConstrainedMinimum(P, All, Wanted) - Wanted).norm(), 1e-9);
}

} // namespace ConstrainedMinimumTest
} // namespace Exemplar

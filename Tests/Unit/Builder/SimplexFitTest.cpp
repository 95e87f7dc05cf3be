// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Fit/SimplexFit.h"
#include "Geometry/EigenLibrary.h"

#include "TubeExamples.h"

#include <gtest/gtest.h>

namespace Exemplar
{

namespace SimplexFitTest
{

using FRandomNumbers = FRandomNumbers;

/** A Gram source over a small dense matrix of columns, shifted by a constant. */
class FDenseGram
{
public:
	FDenseGram(const Eigen::MatrixXd& Columns, double InShift)
		: Matrix((Columns.transpose() * Columns).array() + InShift)
		, ShiftValue(InShift)
	{
	}
	explicit FDenseGram(const Eigen::MatrixXd& Columns)
		: FDenseGram(Columns, Columns.squaredNorm() / static_cast<double>(Columns.cols()))
	{
	}
	int Count() const { return static_cast<int>(Matrix.cols()); }
	const double* Row(int Bone) const { return Matrix.col(Bone).data(); }
	double Diagonal(int Bone) const { return Matrix(Bone, Bone); }
	double Shift() const { return ShiftValue; }

private:
	Eigen::MatrixXd Matrix;
	double ShiftValue;
};

struct FFitted
{
	FSupport Support;
	Eigen::VectorXd Weights;
	double Value = 0.0;
};

FFitted Solve(const Eigen::MatrixXd& Columns, int Cap, ESubsetSearch Search = ESubsetSearch::Thorough)
{
	FDenseGram Gram(Columns);
	TSimplexFit<FDenseGram> Fit(Gram, Cap);
	FFitted Out;
	Out.Value = Fit.Solve(Out.Support, Search);
	Out.Weights = Eigen::VectorXd::Zero(Columns.cols());
	for (size_t Index = 0; Index < static_cast<size_t>(Out.Support.Size); ++Index)
	{
		Out.Weights[Out.Support.Bones[Index]] = Out.Support.Weights[Index];
	}
	return Out;
}

Eigen::MatrixXd RandomColumns(FRandomNumbers& Random, Eigen::Index Rows, Eigen::Index Count, double Offset = 0.6)
{
	// Offset moves the target outside or to the border of the columns' hull, so that some weights are zero.
	Eigen::MatrixXd Columns(Rows, Count);
	for (Eigen::Index Column = 0; Column < Count; ++Column)
	{
		for (Eigen::Index Row = 0; Row < Rows; ++Row)
		{
			Columns(Row, Column) = Random.Signed() + Offset;
		}
	}
	return Columns;
}

/** The optimum among all supports, by trying each: the equality-constrained solution that has no negative weight. */
double BestOfAllSubsets(const Eigen::MatrixXd& Columns, int Cap)
{
	double Best = std::numeric_limits<double>::infinity();
	for (unsigned Mask = 1; Mask < (1u << Columns.cols()); ++Mask)
	{
		std::vector<Eigen::Index> Subset;
		for (Eigen::Index Column = 0; Column < Columns.cols(); ++Column)
		{
			if (Mask & (1u << Column))
			{
				Subset.push_back(Column);
			}
		}
		if (static_cast<int>(Subset.size()) > Cap)
		{
			continue;
		}
		const Eigen::Index Size = static_cast<Eigen::Index>(Subset.size());
		Eigen::MatrixXd Kkt = Eigen::MatrixXd::Zero(Size + 1, Size + 1);
		Kkt.topLeftCorner(Size, Size) = Columns(Eigen::all, Subset).transpose() * Columns(Eigen::all, Subset);
		Kkt.col(Size).head(Size).setOnes();
		Kkt.row(Size).head(Size).setOnes();
		Eigen::VectorXd Right = Eigen::VectorXd::Zero(Size + 1);
		Right[Size] = 1.0;
		const Eigen::VectorXd Solution = Kkt.fullPivLu().solve(Right);
		if (Solution.head(Size).minCoeff() >= -1e-12)
		{
			Best = (std::min)(Best, (Columns(Eigen::all, Subset) * Solution.head(Size)).squaredNorm());
		}
	}
	return Best;
}

TEST(SimplexFit, WeightsArePositiveSumToOneAndKeepTheCap)
{
	FRandomNumbers Random(1);
	for (int Case = 0; Case < 200; ++Case)
	{
		const Eigen::MatrixXd Columns = RandomColumns(Random, 12, 10, 0.3);
		for (const int Cap : {1, 2, 4, 8, 10})
		{
			const FFitted Fitted = Solve(Columns, Cap);
			EXPECT_NEAR(Fitted.Weights.sum(), 1.0, 1e-12);
			EXPECT_GE(Fitted.Weights.minCoeff(), 0.0);
			EXPECT_LE(Fitted.Support.Size, Cap);
			EXPECT_NEAR(Fitted.Value, (Columns * Fitted.Weights).squaredNorm(), 1e-10);
		}
	}
}

TEST(SimplexFit, WithoutACapTheOptimumIsThatOfAllSubsets)
{
	FRandomNumbers Random(2);
	for (int Case = 0; Case < 60; ++Case)
	{
		const Eigen::MatrixXd Columns = RandomColumns(Random, 9, 8, 0.2 * (Case % 5));
		EXPECT_NEAR(Solve(Columns, 8).Value, BestOfAllSubsets(Columns, 8), 1e-10);
	}
}

TEST(SimplexFit, ExchangesFindTheBestSubsetAlmostAlways)
{
	FRandomNumbers Random(3);
	int Missed = 0, MissedWithout = 0;
	for (int Case = 0; Case < 200; ++Case)
	{
		const Eigen::MatrixXd Columns = RandomColumns(Random, 15, 9, 0.1);
		const double Best = BestOfAllSubsets(Columns, 3);
		const double Found = Solve(Columns, 3).Value;
		EXPECT_GE(Found, Best * (1.0 - 1e-9));
		Missed += Found > Best * (1.0 + 1e-6) ? 1 : 0;
		MissedWithout += Solve(Columns, 3, ESubsetSearch::Keep).Value > Best * (1.0 + 1e-6) ? 1 : 0;
	}
	EXPECT_LE(Missed, 10);
	EXPECT_GT(MissedWithout, 4 * Missed);
}

TEST(SimplexFit, KarushKuhnTuckerConditionsHold)
{
	FRandomNumbers Random(4);
	for (int Case = 0; Case < 100; ++Case)
	{
		const Eigen::MatrixXd Columns = RandomColumns(Random, 12, 9, 0.3);
		const FFitted Fitted = Solve(Columns, 9);
		const Eigen::VectorXd Gradient = Columns.transpose() * (Columns * Fitted.Weights);
		for (Eigen::Index Bone = 0; Bone < 9; ++Bone)
		{
			EXPECT_GE(Gradient[Bone], Fitted.Value - 1e-9);
			if (Fitted.Weights[Bone] > 0.0)
			{
				EXPECT_NEAR(Gradient[Bone], Fitted.Value, 1e-9);
			}
		}
	}
}

TEST(SimplexFit, NeitherShiftNorScaleMatters)
{
	FRandomNumbers Random(5);
	for (int Case = 0; Case < 50; ++Case)
	{
		const Eigen::MatrixXd Columns = RandomColumns(Random, 12, 7, 0.3);
		const FFitted Reference = Solve(Columns, 7);
		for (const double Shift : {1e-3, 1.0, 1e3})
		{
			FDenseGram Gram(Columns, Shift);
			TSimplexFit<FDenseGram> Fit(Gram, 7);
			FSupport Support;
			EXPECT_NEAR(Fit.Solve(Support, ESubsetSearch::Exchange), Reference.Value, 1e-9);
		}
		EXPECT_LT((Solve(100.0 * Columns, 7).Weights - Reference.Weights).cwiseAbs().maxCoeff(), 1e-10);
		EXPECT_LT((Solve(0.01 * Columns, 7).Weights - Reference.Weights).cwiseAbs().maxCoeff(), 1e-10);
	}
}

TEST(SimplexFit, MoreExamplesNeverLowerAndMoreBonesNeverRaiseTheResidual)
{
	FRandomNumbers Random(6);
	for (int Case = 0; Case < 100; ++Case)
	{
		const Eigen::MatrixXd Columns = RandomColumns(Random, 12, 8, 0.4);
		EXPECT_LE(Solve(Columns.topRows(9), 8).Value, Solve(Columns, 8).Value + 1e-12);
		EXPECT_GE(Solve(Columns.leftCols(6), 6).Value, Solve(Columns, 8).Value - 1e-12);
	}
}

TEST(SimplexFit, TheHomogeneousFormIsTheKktSolution)
{
	FRandomNumbers Random(7);
	for (int Case = 0; Case < 50; ++Case)
	{
		const Eigen::MatrixXd Columns = RandomColumns(Random, 20, 4, 0.0);
		const Eigen::MatrixXd Gram = Columns.transpose() * Columns;
		const Eigen::VectorXd Y = Gram.ldlt().solve(Eigen::VectorXd::Ones(4));
		Eigen::MatrixXd Kkt = Eigen::MatrixXd::Zero(5, 5);
		Kkt.topLeftCorner<4, 4>() = Gram;
		Kkt.col(4).head<4>().setOnes();
		Kkt.row(4).head<4>().setOnes();
		const Eigen::VectorXd Solution = Kkt.fullPivLu().solve(Eigen::VectorXd::Unit(5, 4));
		EXPECT_LT((Y / Y.sum() - Solution.head<4>()).cwiseAbs().maxCoeff(), 1e-12);
		EXPECT_NEAR(1.0 / Y.sum(), (Columns * Solution.head<4>()).squaredNorm(), 1e-12);
		if (Solution.head<4>().minCoeff() > 0.0)
		{
			EXPECT_LT((Solve(Columns, 4).Weights - Solution.head<4>()).cwiseAbs().maxCoeff(), 1e-10);
		}
	}
}

TEST(SimplexFit, PricesOfEntriesAreWhatAFreshFitGives)
{
	FRandomNumbers Random(8);
	for (int Case = 0; Case < 50; ++Case)
	{
		const Eigen::MatrixXd Columns = RandomColumns(Random, 20, 7, 0.0);
		FDenseGram Gram(Columns);
		TSimplexFit<FDenseGram> Fit(Gram, 3);
		FSupport Support;
		Support.Size = 3;
		for (size_t Index = 0; Index < 3; ++Index)
		{
			Support.Bones[Index] = static_cast<int>(Index);
			Support.Weights[Index] = 1.0 / 3.0;
		}
		std::array<double, 4> Sums;
		ASSERT_TRUE(Fit.PriceEntries(Support, 1, 3, 7, Sums.data()));
		for (Eigen::Index Bone = 3; Bone < 7; ++Bone)
		{
			const std::vector<Eigen::Index> Subset{0, 2, Bone};
			const Eigen::Matrix3d Block =
				(Columns(Eigen::all, Subset).transpose() * Columns(Eigen::all, Subset)).array() + Gram.Shift();
			const Eigen::Vector3d Y = Block.ldlt().solve(Eigen::Vector3d::Ones());
			const double Sum = Sums[static_cast<size_t>(Bone - 3)];
			EXPECT_NEAR(Sum, Y[2] > 0.0 ? Y.sum() : 0.0, 1e-10);
		}
	}
}

TEST(SimplexFit, AnExactBoneTakesAllAndEqualBonesDoNoHarm)
{
	FRandomNumbers Random(9);
	Eigen::MatrixXd Columns = RandomColumns(Random, 12, 6, 0.3);
	Columns.col(3).setZero();
	const FFitted Exact = Solve(Columns, 4);
	EXPECT_NEAR(Exact.Weights[3], 1.0, 1e-9);
	EXPECT_NEAR(Exact.Value, 0.0, 1e-12);
	Columns.col(3) = Columns.col(1);
	Columns.col(5) = Columns.col(1);
	const FFitted Equal = Solve(Columns, 4);
	EXPECT_NEAR(Equal.Weights.sum(), 1.0, 1e-12);
	EXPECT_LE(Equal.Value, BestOfAllSubsets(Columns.leftCols(3), 3) + 1e-10);
}

TEST(SimplexFit, AWarmStartNeverEndsWorse)
{
	FRandomNumbers Random(10);
	for (int Case = 0; Case < 100; ++Case)
	{
		const Eigen::MatrixXd Columns = RandomColumns(Random, 15, 9, 0.1);
		FDenseGram Gram(Columns);
		TSimplexFit<FDenseGram> Fit(Gram, 3);
		FSupport Support;
		Support.Size = 3;
		for (size_t Index = 0; Index < 3; ++Index)
		{
			Support.Bones[Index] = static_cast<int>(3 * Index + static_cast<size_t>(Case) % 3);
			Support.Weights[Index] = 1.0 / 3.0;
		}
		double Before = 0.0;
		{
			Eigen::VectorXd Weights = Eigen::VectorXd::Zero(9);
			for (size_t Index = 0; Index < 3; ++Index)
			{
				Weights[Support.Bones[Index]] = 1.0 / 3.0;
			}
			Before = (Columns * Weights).squaredNorm();
		}
		EXPECT_LE(Fit.Solve(Support, ESubsetSearch::Exchange), Before + 1e-12);
	}
}

} // namespace SimplexFitTest
} // namespace Exemplar

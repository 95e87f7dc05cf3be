// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Correctives/CompressedLayer.h"
#include "Geometry/EigenMap.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace Exemplar
{

namespace CompressedLayerDetail
{

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

/** The term as singular shapes, all of them, before anything is dropped. */
struct FFullTerm
{
	std::vector<uint32_t> Points; // that have the term
	MatrixXd Values;              // [3 points x shapes]: unit columns
	MatrixXd Weights;             // [shapes x samples]: of the unit columns
	VectorXd Energies;            // sum over samples of squared weights, falling
};

/** The points that have a term, ascending, and its weight in their kernels. */
struct FTermPoints
{
	std::vector<uint32_t> Points;
	std::vector<double> Weights;
};

std::vector<FTermPoints> ListByTerm(const FTermRows& Rows)
{
	std::vector<FTermPoints> Out(Rows.Terms.size());
	for (size_t Point = 0; Point < Rows.PointCount(); ++Point)
	{
		for (uint32_t Entry = Rows.Offsets[Point]; Entry < Rows.Offsets[Point + 1]; ++Entry)
		{
			Out[Rows.Columns[Entry]].Points.push_back(uint32_t(Point));
			Out[Rows.Columns[Entry]].Weights.push_back(Rows.Weights[Entry]);
		}
	}
	return Out;
}

/** Coefficients of the points that have a term, times the term's weight in their kernels: [3 points x examples]. */
MatrixXd ReadFields(const FLearnedLayer& Layer, const FTermPoints& Term)
{
	const size_t ExampleCount = Layer.Poses.PoseCount();
	MatrixXd Out(Index(3 * Term.Points.size()), Index(ExampleCount));
	for (size_t Row = 0; Row < Term.Points.size(); ++Row)
	{
		for (size_t Example = 0; Example < ExampleCount; ++Example)
		{
			const FDouble3& Value = Layer.Coefficients[Term.Points[Row] * ExampleCount + Example];
			Out.block<3, 1>(Index(3 * Row), Index(Example)) = Term.Weights[Row] * AsVector(Value);
		}
	}
	return Out;
}

FFullTerm Expand(const FLearnedLayer& Layer, FTermPoints Term, const MatrixXd& Kernels, double Floor)
{
	FFullTerm Out;
	const MatrixXd Fields = ReadFields(Layer, Term);
	Out.Points = std::move(Term.Points);
	if (Out.Points.empty())
	{
		return Out;
	}
	// The values at the samples are Fields * Kernels; their singular vectors come from the small Gram matrix.
	const MatrixXd Gram = Kernels.transpose() * (Fields.transpose() * Fields) * Kernels;
	const Eigen::SelfAdjointEigenSolver<MatrixXd> Solver(Gram);
	const Index Samples = Gram.rows();
	const double Smallest = (std::max)(Floor, 1e-14 * (std::max)(0.0, Solver.eigenvalues()[Samples - 1]));
	Index Count = 0;
	while (Count < Samples && Solver.eigenvalues()[Samples - 1 - Count] > Smallest)
	{
		++Count;
	}
	Out.Energies = Solver.eigenvalues().tail(Count).reverse();
	const MatrixXd Vectors = Solver.eigenvectors().rightCols(Count).rowwise().reverse();
	Out.Values = Fields * (Kernels * Vectors);
	Out.Values.array().rowwise() /= Out.Energies.transpose().array().sqrt();
	Out.Weights = Out.Energies.array().sqrt().matrix().asDiagonal() * Vectors.transpose();
	return Out;
}

/** Examples whose kernels span those of all, the most telling first: pivoted Cholesky of the kernel matrix. */
std::vector<uint32_t> OrderCenters(MatrixXd Kernel)
{
	std::vector<uint32_t> Out;
	const Index Count = Kernel.rows();
	VectorXd Left = Kernel.diagonal();
	const double Largest = Left.maxCoeff();
	MatrixXd Factor = MatrixXd::Zero(Count, Count);
	for (Index Step = 0; Step < Count; ++Step)
	{
		Index Pivot = 0;
		if (!(Left.maxCoeff(&Pivot) > 1e-12 * Largest))
		{
			break;
		}
		const VectorXd Column = Kernel.col(Pivot) - Factor.leftCols(Step) * Factor.row(Pivot).head(Step).transpose();
		Factor.col(Step) = Column / std::sqrt(Left[Pivot]);
		Left -= Factor.col(Step).cwiseAbs2();
		Left[Pivot] = -1.0;
		Out.push_back(uint32_t(Pivot));
	}
	return Out;
}

/** Coefficients of the chosen centers with which the weights are met best at the samples. */
MatrixXd FitCenters(const MatrixXd& Kernels, std::span<const uint32_t> Centers, const MatrixXd& Weights)
{
	MatrixXd Basis(Index(Centers.size()), Kernels.cols());
	for (size_t Row = 0; Row < Centers.size(); ++Row)
	{
		Basis.row(Index(Row)) = Kernels.row(Centers[Row]);
	}
	MatrixXd Normal = Basis * Basis.transpose();
	Normal.diagonal().array() += 1e-13 * Normal.trace();
	return Normal.ldlt().solve(Basis * Weights.transpose()).transpose();
}

/** The fewest centers whose weights miss the given ones by at most Allowed (sum of squares over shapes and samples). */
void ChooseCenters(const MatrixXd& Kernels, const std::vector<uint32_t>& Order, const MatrixXd& Weights, double Allowed,
	FTermShapes& Out)
{
	size_t Low = 1, High = Order.size();
	const auto Error = [&](size_t Count)
	{
		const std::span<const uint32_t> Centers(Order.data(), Count);
		MatrixXd Basis(Index(Count), Kernels.cols());
		for (size_t Row = 0; Row < Count; ++Row)
		{
			Basis.row(Index(Row)) = Kernels.row(Centers[Row]);
		}
		return (FitCenters(Kernels, Centers, Weights) * Basis - Weights).squaredNorm();
	};
	while (Low < High)
	{
		const size_t Middle = (Low + High) / 2;
		if (Error(Middle) <= Allowed)
		{
			High = Middle;
		}
		else
		{
			Low = Middle + 1;
		}
	}
	Out.Centers.assign(Order.begin(), Order.begin() + std::ptrdiff_t(Low));
	Out.Coefficients = FitCenters(Kernels, Out.Centers, Weights);
}

/** What could be dropped: a whole shape or a delta, the energy it has and the entries it saves. */
struct FCandidate
{
	double Energy = 0.0;
	double Saved = 1.0;
	uint32_t Term = 0, Shape = 0;
};

/** How many of the smallest energies per entry fit into the budget; sorts the candidates. */
size_t CountDropped(std::vector<FCandidate>& Candidates, double Budget)
{
	std::sort(Candidates.begin(), Candidates.end(),
		[](const FCandidate& A, const FCandidate& B)
		{
			const double First = A.Energy * B.Saved, Second = B.Energy * A.Saved;
			return First != Second ? First < Second : std::pair{A.Term, A.Shape} < std::pair{B.Term, B.Shape};
		});
	double Sum = 0.0;
	size_t Count = 0;
	while (Count < Candidates.size() && Sum + Candidates[Count].Energy <= Budget)
	{
		Sum += Candidates[Count].Energy;
		++Count;
	}
	return Count;
}

/** The energy below which deltas are dropped, so that all of them together stay within the budget. */
double FindThreshold(std::vector<double> Energies, double Budget)
{
	std::sort(Energies.begin(), Energies.end());
	double Sum = 0.0, Out = 0.0;
	for (const double Energy : Energies)
	{
		Sum += Energy;
		if (Sum > Budget)
		{
			break;
		}
		Out = Energy;
	}
	return Out;
}

// How far the weight of a shape may leave the range that it has in the examples, as a share of the range: culling and
// the bounds of levels add up what all shapes may do, so that unneeded room makes them loose.
constexpr double RangeMargin = 0.15;

/** Shapes of weights about one: the largest weight over the samples becomes one, the delta takes the size. */
FTermShapes Emit(const FFullTerm& Full, size_t Term, const MatrixXd& Kernels, const std::vector<uint32_t>& Order,
	double CenterBudget, double Threshold)
{
	FTermShapes Out;
	Out.Term = Term;
	MatrixXd Weights = Full.Weights;
	ChooseCenters(Kernels, Order, Weights, CenterBudget, Out);
	for (Index Shape = 0; Shape < Weights.rows(); ++Shape)
	{
		const double Size = Weights.row(Shape).cwiseAbs().maxCoeff();
		Out.Coefficients.row(Shape) /= Size;
		const double Low = Weights.row(Shape).minCoeff() / Size, High = Weights.row(Shape).maxCoeff() / Size;
		const double Margin = RangeMargin * ((std::max)(0.0, High) - (std::min)(0.0, Low));
		Out.Low.push_back((std::min)(0.0, Low) - Margin);
		Out.High.push_back((std::max)(0.0, High) + Margin);
		for (size_t Row = 0; Row < Full.Points.size(); ++Row)
		{
			const Eigen::Vector3d Value = Full.Values.block<3, 1>(Index(3 * Row), Shape);
			if (Value.squaredNorm() * Full.Energies[Shape] > Threshold)
			{
				Out.Points.push_back(Full.Points[Row]);
				Out.Deltas.push_back(ToDouble3(Size * Value));
			}
		}
		Out.Offsets.push_back(uint32_t(Out.Points.size()));
	}
	return Out;
}

} // namespace CompressedLayerDetail

Eigen::Vector4d TurnBetween(const Eigen::Vector4d& From, const Eigen::Vector4d& To, double Share)
{
	const Eigen::Quaterniond A(From), B(From.dot(To) < 0.0 ? Eigen::Vector4d(-To) : To);
	const Eigen::AngleAxisd Turn(A.conjugate() * B);
	return (A * Eigen::Quaterniond(Eigen::AngleAxisd(Share * Turn.angle(), Turn.axis()))).normalized().coeffs();
}

FDriverPoses SamplePosesAround(const FDriverPoses& Examples)
{
	FDriverPoses Out = Examples;
	const size_t Count = Examples.PoseCount();
	for (const bool bBetween : {true, false})
	{
		for (size_t Pose = 0; Pose < Count; ++Pose)
		{
			const size_t Next = (Pose + 1) % Count;
			for (size_t Joint = 0; Joint < Examples.JointCount; ++Joint)
			{
				const Eigen::Vector4d& Own = Examples.Rotation(Pose, Joint);
				Out.Rotations.push_back(bBetween ? TurnBetween(Own, Examples.Rotation(Next, Joint), 0.5)
												 : TurnBetween(Eigen::Vector4d::UnitW(), Own, 1.25));
			}
			for (size_t Scalar = 0; Scalar < Examples.ScalarCount; ++Scalar)
			{
				const double Own = Examples.Scalar(Pose, Scalar);
				Out.Scalars.push_back(bBetween ? 0.5 * (Own + Examples.Scalar(Next, Scalar)) : 1.25 * Own);
			}
		}
	}
	return Out;
}

std::vector<FTermShapes> CompressLearnedLayer(const FLearnedLayer& Layer, double Bound, const FBuildContext& Context)
{
	using namespace CompressedLayerDetail;
	const size_t TermCount = Layer.Rows.Terms.size();
	const FDriverPoses Samples = SamplePosesAround(Layer.Poses);
	const FTermKernels Kernels(Layer.Rows.Terms, Layer.Poses, Samples, Layer.Options.Width);
	const double Budget = Bound * Bound * double(Layer.Rows.PointCount() * Samples.PoseCount());
	std::vector<FFullTerm> Full(TermCount);
	std::vector<FTermPoints> Lists = ListByTerm(Layer.Rows);
	ParallelFor(*Context.Executor, TermCount, 1,
		[&](size_t Begin, size_t End)
		{
			for (size_t Term = Begin; Term < End; ++Term)
			{
				// What a term loses at once is far below its part of the budget.
				Full[Term] =
					Expand(Layer, std::move(Lists[Term]), Kernels.Term(Term), 1e-3 * Budget / double(TermCount));
			}
		});
	// Whole shapes: the energy of a term's shapes falls, so that what is dropped is its end.
	std::vector<FCandidate> Shapes;
	for (uint32_t Term = 0; Term < TermCount; ++Term)
	{
		for (Index Shape = 0; Shape < Full[Term].Energies.size(); ++Shape)
		{
			Shapes.push_back({Full[Term].Energies[Shape], double(Full[Term].Points.size()), Term, uint32_t(Shape)});
		}
	}
	const size_t Dropped = CountDropped(Shapes, 0.35 * Budget);
	for (size_t Place = 0; Place < Dropped; ++Place)
	{
		FFullTerm& Term = Full[Shapes[Place].Term];
		const Eigen::Index Kept = (std::min)(Term.Energies.size(), Eigen::Index(Shapes[Place].Shape));
		Term.Energies.conservativeResize(Kept);
		Term.Values.conservativeResize(Eigen::NoChange, Kept);
		Term.Weights.conservativeResize(Kept, Eigen::NoChange);
	}
	std::vector<double> Energies;
	for (const FFullTerm& Term : Full)
	{
		for (Index Shape = 0; Shape < Term.Energies.size(); ++Shape)
		{
			for (size_t Row = 0; Row < Term.Points.size(); ++Row)
			{
				Energies.push_back(Term.Values.block<3, 1>(Index(3 * Row), Shape).squaredNorm() * Term.Energies[Shape]);
			}
		}
	}
	const double Threshold = FindThreshold(std::move(Energies), 0.5 * Budget);
	std::vector<FTermShapes> Found(TermCount);
	ParallelFor(*Context.Executor, TermCount, 1,
		[&](size_t Begin, size_t End)
		{
			for (size_t Term = Begin; Term < End; ++Term)
			{
				if (Full[Term].Energies.size() > 0)
				{
					const MatrixXd Kernel = Kernels.Term(Term);
					const std::vector<uint32_t> Order = OrderCenters(Kernel.leftCols(Index(Layer.Poses.PoseCount())));
					Found[Term] = Emit(Full[Term], Term, Kernel, Order, 0.15 * Budget / double(TermCount), Threshold);
				}
			}
		});
	std::erase_if(Found, [](const FTermShapes& Term) { return Term.Points.empty(); });
	return Found;
}

} // namespace Exemplar

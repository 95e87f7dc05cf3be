// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Fit/DiffusedWeights.h"

#include "Geometry/Laplacian.h"
#include "Geometry/Measures.h"
#include "Model/WeightRows.h"

#include <algorithm>

namespace Exemplar
{

namespace DiffusedWeightsDetail
{

using FFactorization = Eigen::SimplicialLDLT<FSparseMatrix>;

constexpr double LeastShare = 1e-3;

/** Of bounded weights: how firmly the middles of bones are held, and the penalty for leaving the bounds. */
constexpr double Fixed = 1e9;
constexpr double Penalty = 1e4;

/** Rows of joints, dense: [Point * JointCount + Joint]. */
struct FDenseWeights
{
	std::vector<double> Values;
	size_t JointCount = 0;
};

FRigWeights ToRows(const FDenseWeights& Dense, const FSegmentation& Segments, size_t Cap)
{
	FRigWeights Out;
	std::vector<double> Row(Dense.JointCount);
	for (size_t Point = 0; Point < Segments.LinkOfPoint.size(); ++Point)
	{
		double Sum = 0.0;
		for (size_t Joint = 0; Joint < Row.size(); ++Joint)
		{
			const double Own = Dense.Values[Point * Row.size() + Joint];
			Row[Joint] = Own > LeastShare ? Own : 0.0;
			Sum += Row[Joint];
		}
		if (!(Sum > 0.0)) // a point without skin around it, and one where the solution is not finite
		{
			Row[Segments.Links[Segments.LinkOfPoint[Point]].Joint] = 1.0;
		}
		AppendLargest(Row, Cap, Out);
	}
	return Out;
}

/** Solves for joint after joint, in parallel. Right gives the right-hand side, Store takes the solution. */
template <typename SolveType>
void ForJoints(const FBuildContext& Context, size_t Count, const SolveType& Solve)
{
	ParallelFor(*Context.Executor, Count, 1,
		[&](size_t Begin, size_t End)
		{
			for (size_t Joint = Begin; Joint < End; ++Joint)
			{
				Solve(Joint);
			}
		});
}

void Keep(const Eigen::VectorXd& Solution, size_t Joint, FDenseWeights& Out)
{
	for (Eigen::Index Point = 0; Point < Solution.size(); ++Point)
	{
		const double Own = Solution[Point];
		Out.Values[static_cast<size_t>(Point) * Out.JointCount + Joint] = Own > 0.0 ? (std::min)(Own, 1.0) : 0.0;
	}
}

} // namespace DiffusedWeightsDetail

TResult<FRigWeights> MakeDiffusedWeights(const FTriangleMesh& Mesh, const FSegmentation& Segments, size_t JointCount,
	const FShapeWeightOptions& Options, const FBuildContext& Context)
{
	using namespace DiffusedWeightsDetail;
	const auto Count = static_cast<Eigen::Index>(Mesh.Positions.size());
	const double Diagonal = BoxDiagonal(Mesh.Positions);
	const FSparseMatrix Stiffness = CotangentLaplacian(Mesh.Positions, Mesh.Triangles);
	const Eigen::VectorXd Mass =
		(LumpedMass(Mesh.Positions, Mesh.Triangles).diagonal().array() + 1e-12 * Diagonal * Diagonal).matrix();
	const double Unit = 1.0 / (Diagonal * Diagonal * Diagonal * Diagonal); // of the biharmonic energy, per area
	const bool bHeat = Options.Method == EShapeWeights::Heat;
	// How strongly a point is drawn to its own joint: all along the bone for heat, at the middle of the bone otherwise.
	Eigen::VectorXd Hold = Eigen::VectorXd::Zero(Count);
	for (Eigen::Index Point = 0; Point < Count; ++Point)
	{
		const auto Index = static_cast<size_t>(Point);
		const FBoneLink& Link = Segments.Links[Segments.LinkOfPoint[Index]];
		const double Away = (std::max)(DistanceToLink(Mesh.Positions[Index], Link), 1e-4 * Diagonal);
		const double Middle = Segments.Along[Index] - 0.5;
		const bool bMiddle = std::abs(Middle) < 0.12 || (Link.IsEnd() && Middle > 0.0);
		Hold[Point] =
			bHeat ? Options.Conduction * Mass[Point] / (Away * Away) : (bMiddle ? Fixed * Unit * Mass[Point] : 0.0);
	}
	const double Step = bHeat ? 0.0 : Penalty * Unit; // of the bounds' multipliers
	FSparseMatrix System = Stiffness;
	if (!bHeat)
	{
		FSparseMatrix Scaled = Stiffness;
		for (Eigen::Index Column = 0; Column < Count; ++Column)
		{
			for (FSparseMatrix::InnerIterator At(Scaled, Column); At; ++At)
			{
				At.valueRef() /= Mass[At.row()];
			}
		}
		System = FSparseMatrix(Stiffness.transpose()) * Scaled;
	}
	FSparseMatrix Diagonals(Count, Count);
	Diagonals.reserve(Eigen::VectorXi::Constant(Count, 1));
	for (Eigen::Index Point = 0; Point < Count; ++Point)
	{
		Diagonals.insert(Point, Point) = Hold[Point] + Step * Mass[Point] + 1e-9 * Mass[Point] / (Diagonal * Diagonal);
	}
	System = System + Diagonals;
	const FFactorization Factors(System);
	if (Factors.info() != Eigen::Success)
	{
		return FError{EErrorCode::Degenerate,
			"The weights have no solution on this mesh: its triangles are too thin. Choose --weights gaussian."};
	}
	if (!Context.Progress.Report(0.3))
	{
		return Context.Progress.CanceledError();
	}
	FDenseWeights Dense{std::vector<double>(Mesh.Positions.size() * JointCount, 0.0), JointCount};
	ForJoints(Context, JointCount,
		[&](size_t Joint)
		{
			Eigen::VectorXd Right(Count);
			for (Eigen::Index Point = 0; Point < Count; ++Point)
			{
				const bool bOwn = Segments.Links[Segments.LinkOfPoint[static_cast<size_t>(Point)]].Joint == Joint;
				Right[Point] = bOwn ? Hold[Point] : 0.0;
			}
			Eigen::VectorXd Solution = Factors.solve(Right);
			// Bounds by alternating directions (Boyd et al. 2011): a solve, a clamp and a sum of what the clamp took.
			Eigen::VectorXd Clamped = Solution, Taken = Eigen::VectorXd::Zero(Count);
			constexpr int Rounds = 40;
			for (int Round = 0; Round < Rounds && !bHeat; ++Round)
			{
				Eigen::VectorXd Wanted = Right;
				for (Eigen::Index Point = 0; Point < Count; ++Point)
				{
					Clamped[Point] = std::clamp(Solution[Point] + Taken[Point], 0.0, 1.0);
					Taken[Point] += Solution[Point] - Clamped[Point];
					Wanted[Point] += Step * Mass[Point] * (Clamped[Point] - Taken[Point]);
				}
				Solution = Factors.solve(Wanted);
			}
			Keep(bHeat ? Solution : Clamped, Joint, Dense);
		});
	if (!Context.Progress.Report(0.9))
	{
		return Context.Progress.CanceledError();
	}
	return ToRows(Dense, Segments, static_cast<size_t>(Options.MaxInfluences));
}

} // namespace Exemplar

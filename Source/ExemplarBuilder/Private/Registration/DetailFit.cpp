// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Registration/DetailFit.h"

#include "Fit/Procrustes.h"
#include "Geometry/Measures.h"

#include <algorithm>
#include <cmath>

namespace Exemplar
{
namespace DetailFitDetail
{

constexpr double StretchLimit = 3.0;
constexpr double RepairStiffness = 10.0;
constexpr int RepairIterations = 5;

/** Where a vertex is drawn, and how strongly. */
struct FPull
{
	Eigen::Vector3d Target{0.0, 0.0, 0.0};
	double Weight = 0.0;
};

std::vector<FPull> FindPulls(const FTemplateModel& Model, const FCleanScan& Scan, std::span<const FDouble3> Positions,
	double Nu, const FDetailOptions& Options, std::vector<FSurfaceCoordinate>& Places, IExecutor& Executor)
{
	const std::vector<FDouble3> Normals = VertexNormals(Positions, Model.Triangles, ENormalWeight::Area);
	std::vector<FPull> Pulls(Model.Count());
	ParallelFor(Executor, Model.Count(), 256,
		[&](size_t Begin, size_t End)
		{
			for (size_t Vertex = Begin; Vertex < End; ++Vertex)
			{
				if (!Options.Prior.empty())
				{
					Pulls[Vertex].Target = AsVector(Options.Prior[Vertex]);
					Pulls[Vertex].Weight = Options.PriorWeight * (1.0 - Options.Confidence[Vertex]) *
						Model.Areas[Vertex] * static_cast<double>(Model.Count());
				}
				const double Square = Model.Hidden[Vertex] ? 1e300 : Scan.Tree->Find(Positions[Vertex], Places[Vertex]);
				if (Square > 16.0 * Nu * Nu || Scan.IsBorder(Places[Vertex]))
				{
					continue;
				}
				const Eigen::Vector3d Normal = AsVector(Normals[Vertex]);
				const Eigen::Vector3d OnScan =
					AsVector(Scan.TriangleNormals[static_cast<size_t>(Places[Vertex].Triangle)]);
				if (Normal.dot(OnScan) < Options.Cosine)
				{
					continue;
				}
				const Eigen::Vector3d X = AsVector(Positions[Vertex]);
				const Eigen::Vector3d ToScan = AsVector(PointAt(Scan.Positions, Scan.Triangles, Places[Vertex])) - X;
				Pulls[Vertex].Target = X + (1.0 - Options.Slide) * Normal * Normal.dot(ToScan) + Options.Slide * ToScan;
				Pulls[Vertex].Weight =
					std::exp(-Square / (2.0 * Nu * Nu)) * Model.Areas[Vertex] * static_cast<double>(Model.Count());
			}
		});
	return Pulls;
}

/** The linear system of one alternation: pulls on the diagonal, cotangents between neighbors. */
class FShapeSystem
{
public:
	explicit FShapeSystem(const FTemplateModel& InModel)
		: Model(InModel)
	{
	}

	/** Solves for all positions; Stiffness is per edge. */
	bool Solve(std::span<const FPull> Pulls, std::span<const double> Stiffness,
		std::span<const Eigen::Matrix3d> Rotations, std::vector<FDouble3>& Positions)
	{
		const Eigen::Index Count = static_cast<Eigen::Index>(Model.Count());
		std::vector<Eigen::Triplet<double>> Entries;
		Entries.reserve(Model.Count() + 3 * Model.Edges.size());
		FPositionMatrix Right = FPositionMatrix::Zero(Count, 3);
		for (size_t Vertex = 0; Vertex < Model.Count(); ++Vertex)
		{
			const Eigen::Index Row = static_cast<Eigen::Index>(Vertex);
			// A trace of the present place keeps vertices without edges and pieces that nobody sees.
			const double Keep = 1e-6;
			Entries.emplace_back(Row, Row, Pulls[Vertex].Weight + Keep);
			Right.row(Row) +=
				(Pulls[Vertex].Weight * Pulls[Vertex].Target + Keep * AsVector(Positions[Vertex])).transpose();
		}
		for (size_t Edge = 0; Edge < Model.Edges.size(); ++Edge)
		{
			const size_t VertexA = static_cast<size_t>(Model.Edges[Edge].A);
			const size_t VertexB = static_cast<size_t>(Model.Edges[Edge].B);
			const double Weight = Stiffness[Edge] * Model.EdgeWeights[Edge];
			const Eigen::Index A = Model.Edges[Edge].A, B = Model.Edges[Edge].B;
			Entries.emplace_back(A, A, Weight);
			Entries.emplace_back(B, B, Weight);
			Entries.emplace_back((std::max)(A, B), (std::min)(A, B), -Weight);
			const Eigen::Vector3d Side = 0.5 * Weight * (Rotations[VertexA] + Rotations[VertexB]) *
				(AsVector(Model.Positions[VertexA]) - AsVector(Model.Positions[VertexB]));
			Right.row(A) += Side.transpose();
			Right.row(B) -= Side.transpose();
		}
		Eigen::SparseMatrix<double> Matrix(Count, Count);
		Matrix.setFromTriplets(Entries.begin(), Entries.end());
		if (!bAnalyzed)
		{
			Solver.analyzePattern(Matrix);
			bAnalyzed = true;
		}
		Solver.factorize(Matrix);
		if (Solver.info() != Eigen::Success)
		{
			return false;
		}
		for (Eigen::Index Axis = 0; Axis < 3; ++Axis)
		{
			const Eigen::VectorXd Solution = Solver.solve(Eigen::VectorXd(Right.col(Axis)));
			AsMatrix(std::span<FDouble3>(Positions)).col(Axis) = Solution;
		}
		return true;
	}

private:
	const FTemplateModel& Model;
	Eigen::SimplicialLDLT<Eigen::SparseMatrix<double>, Eigen::Lower> Solver;
	bool bAnalyzed = false;
};

/** Marks the corners of bad triangles and edges, and two rings around them. */
std::vector<uint8_t> MarkBad(const FTemplateModel& Model, std::span<const FDouble3> Positions,
	std::span<const uint32_t> Flips, size_t& Stretched, int Rings)
{
	std::vector<uint8_t> Marked(Model.Count(), 0);
	for (const uint32_t Triangle : Flips)
	{
		for (const int32_t Vertex : Model.Triangles[Triangle])
		{
			Marked[static_cast<size_t>(Vertex)] = 1;
		}
	}
	Stretched = 0;
	for (size_t Edge = 0; Edge < Model.Edges.size(); ++Edge)
	{
		const size_t A = static_cast<size_t>(Model.Edges[Edge].A), B = static_cast<size_t>(Model.Edges[Edge].B);
		const double Factor =
			(AsVector(Positions[A]) - AsVector(Positions[B])).norm() / (std::max)(1e-9, Model.EdgeLengths[Edge]);
		if (Factor > StretchLimit || Factor < 1.0 / StretchLimit)
		{
			++Stretched;
			Marked[A] = Marked[B] = 1;
		}
	}
	for (int Ring = 0; Ring < Rings; ++Ring)
	{
		std::vector<uint8_t> Wider = Marked;
		for (const FMeshEdge& Edge : Model.Edges)
		{
			const size_t A = static_cast<size_t>(Edge.A), B = static_cast<size_t>(Edge.B);
			Wider[A] |= Marked[B];
			Wider[B] |= Marked[A];
		}
		Marked = std::move(Wider);
	}
	return Marked;
}

} // namespace DetailFitDetail

std::vector<Eigen::Matrix3d> StarRotations(const FTemplateModel& Model, std::span<const FDouble3> Positions)
{
	std::vector<Eigen::Matrix3d> Moments(Model.Count(), Eigen::Matrix3d::Zero());
	for (size_t Edge = 0; Edge < Model.Edges.size(); ++Edge)
	{
		const size_t A = static_cast<size_t>(Model.Edges[Edge].A), B = static_cast<size_t>(Model.Edges[Edge].B);
		const Eigen::Matrix3d Own = Model.EdgeWeights[Edge] * (AsVector(Positions[A]) - AsVector(Positions[B])) *
			(AsVector(Model.Positions[A]) - AsVector(Model.Positions[B])).transpose();
		Moments[A] += Own;
		Moments[B] += Own;
	}
	for (Eigen::Matrix3d& Moment : Moments)
	{
		Moment = NearestRotation(Moment);
	}
	return Moments;
}

std::vector<uint32_t> FindFlips(const FTemplateModel& Model, std::span<const FDouble3> Positions)
{
	const std::vector<Eigen::Matrix3d> Rotations = StarRotations(Model, Positions);
	const std::vector<FDouble3> Rest = TriangleNormals(Model.Positions, Model.Triangles);
	const std::vector<FDouble3> Posed = TriangleNormals(Positions, Model.Triangles);
	std::vector<uint32_t> Flips;
	for (uint32_t Triangle = 0; Triangle < Model.Triangles.size(); ++Triangle)
	{
		Eigen::Vector3d Expected = Eigen::Vector3d::Zero();
		for (const int32_t Vertex : Model.Triangles[Triangle])
		{
			Expected += Rotations[static_cast<size_t>(Vertex)] * AsVector(Rest[Triangle]);
		}
		if (Expected.dot(AsVector(Posed[Triangle])) < 0.0)
		{
			Flips.push_back(Triangle);
		}
	}
	return Flips;
}

FDetailResult FitDetail(const FTemplateModel& Model, const FCleanScan& Scan, std::span<const FDouble3> Start,
	const FDetailOptions& Options, IExecutor& Executor)
{
	using namespace DetailFitDetail;
	FDetailResult Out;
	Out.Positions.assign(Start.begin(), Start.end());
	std::vector<double> Stiffness(Model.Edges.size(), Options.Stiffness);
	std::vector<FSurfaceCoordinate> Places(Model.Count());
	FShapeSystem System(Model);
	const auto Iterate = [&](int Iterations, double From, double To)
	{
		for (int Iteration = 0; Iteration < Iterations; ++Iteration)
		{
			const double Share = Iterations > 1 ? static_cast<double>(Iteration) / (Iterations - 1) : 1.0;
			const std::vector<FPull> Pulls =
				FindPulls(Model, Scan, Out.Positions, From * std::pow(To / From, Share), Options, Places, Executor);
			if (!System.Solve(Pulls, Stiffness, StarRotations(Model, Out.Positions), Out.Positions))
			{
				break;
			}
		}
	};
	Iterate(Options.Iterations, Options.NuFrom, Options.NuTo);
	std::vector<uint32_t> Flips = FindFlips(Model, Out.Positions);
	std::vector<uint8_t> Marked = MarkBad(Model, Out.Positions, Flips, Out.Stretched, 2);
	if (!Flips.empty() || Out.Stretched > 0)
	{
		for (size_t Edge = 0; Edge < Model.Edges.size(); ++Edge)
		{
			if (Marked[static_cast<size_t>(Model.Edges[Edge].A)] && Marked[static_cast<size_t>(Model.Edges[Edge].B)])
			{
				Stiffness[Edge] *= RepairStiffness;
			}
		}
		Iterate(RepairIterations, Options.NuTo, Options.NuTo);
		Flips = FindFlips(Model, Out.Positions);
		Marked = MarkBad(Model, Out.Positions, Flips, Out.Stretched, 1);
		for (size_t Vertex = 0; Vertex < Model.Count(); ++Vertex)
		{
			if (Marked[Vertex])
			{
				Out.Positions[Vertex] = Start[Vertex];
			}
		}
		Flips = FindFlips(Model, Out.Positions);
		MarkBad(Model, Out.Positions, Flips, Out.Stretched, 0);
	}
	Out.Flips = Flips.size();
	return Out;
}

} // namespace Exemplar

// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Geometry/GeodesicDistance.h"

#include "Geometry/EigenLibrary.h"
#include "Geometry/EigenMap.h"
#include "Geometry/Laplacian.h"
#include "Geometry/Topology.h"

#include <cmath>
#include <limits>

namespace Exemplar
{

namespace GeodesicDistanceDetail
{

using FCholesky = Eigen::SimplicialLDLT<FSparseMatrix>;

/** Half-edge vectors and cotangents of a triangle, all that gradient and divergence need. */
struct FElement
{
	Eigen::Vector3d Normal;   // unit
	Eigen::Vector3d Sides[3]; // opposite to each corner, counter-clockwise
	double Cotangents[3];
	double DoubleArea;
};

/** The matrix with the rows and columns of the marked vertices replaced by those of the identity. */
FSparseMatrix Pin(const FSparseMatrix& Matrix, const std::vector<bool>& IsPinned)
{
	std::vector<Eigen::Triplet<double>> Entries;
	for (Eigen::Index Column = 0; Column < Matrix.outerSize(); ++Column)
	{
		for (FSparseMatrix::InnerIterator It(Matrix, Column); It; ++It)
		{
			if (!IsPinned[static_cast<size_t>(It.row())] && !IsPinned[static_cast<size_t>(It.col())])
			{
				Entries.emplace_back(static_cast<int>(It.row()), static_cast<int>(It.col()), It.value());
			}
		}
		if (IsPinned[static_cast<size_t>(Column)])
		{
			Entries.emplace_back(static_cast<int>(Column), static_cast<int>(Column), 1.0);
		}
	}
	FSparseMatrix Out(Matrix.rows(), Matrix.cols());
	Out.setFromTriplets(Entries.begin(), Entries.end());
	return Out;
}

FStatus CheckTriangles(std::span<const FDouble3> Positions, std::span<const FTriangle> Triangles)
{
	for (size_t Triangle = 0; Triangle < Triangles.size(); ++Triangle)
	{
		for (const int32_t Vertex : Triangles[Triangle])
		{
			if (Vertex < 0 || static_cast<size_t>(Vertex) >= Positions.size())
			{
				return FError{EErrorCode::InvalidArgument,
					"Triangle " + std::to_string(Triangle) + " names vertex " + std::to_string(Vertex) +
						" of a mesh with " + std::to_string(Positions.size()) + " vertices. Repair the mesh."};
			}
			if (!AsVector(Positions[static_cast<size_t>(Vertex)]).allFinite())
			{
				return FError{EErrorCode::Degenerate,
					"Vertex " + std::to_string(Vertex) + " has a coordinate that is not a number. Repair the mesh."};
			}
		}
	}
	return FOk{};
}

FElement MakeElement(std::span<const FDouble3> Positions, const FTriangle& Triangle)
{
	FElement Element;
	Eigen::Vector3d P[3];
	for (int Corner = 0; Corner < 3; ++Corner)
	{
		P[Corner] = AsVector(Positions[static_cast<size_t>(Triangle[static_cast<size_t>(Corner)])]);
	}
	const Eigen::Vector3d AreaNormal = (P[1] - P[0]).cross(P[2] - P[0]);
	Element.DoubleArea = AreaNormal.norm();
	Element.Normal = AreaNormal / Element.DoubleArea;
	for (int Corner = 0; Corner < 3; ++Corner)
	{
		Element.Sides[Corner] = P[(Corner + 2) % 3] - P[(Corner + 1) % 3];
		Element.Cotangents[Corner] =
			(P[(Corner + 1) % 3] - P[Corner]).dot(P[(Corner + 2) % 3] - P[Corner]) / Element.DoubleArea;
	}
	return Element;
}

} // namespace GeodesicDistanceDetail

struct FGeodesicSolver::FFactors
{
	std::vector<FTriangle> Triangles;
	std::vector<GeodesicDistanceDetail::FElement> Elements;
	FMeshComponents Components;
	std::vector<bool> OnBoundary;
	std::vector<bool> IsPinned; // one vertex per component, and vertices without triangles
	bool bHasBoundary = false;
	GeodesicDistanceDetail::FCholesky Heat, HeatHeldAtBoundary, Poisson;

	bool IsUnused(size_t Vertex) const { return Components.OfVertex[Vertex] < 0; }

	void FindBoundary(const FMeshAdjacency& Adjacency)
	{
		OnBoundary.assign(Adjacency.VertexCount(), false);
		for (size_t Edge = 0; Edge < Adjacency.Edges.size(); ++Edge)
		{
			if (Adjacency.EdgeTriangles[Edge].size() == 1)
			{
				bHasBoundary = true;
				OnBoundary[static_cast<size_t>(Adjacency.Edges[Edge].A)] = true;
				OnBoundary[static_cast<size_t>(Adjacency.Edges[Edge].B)] = true;
			}
		}
	}

	void ChoosePins()
	{
		std::vector<bool> ComponentHasPin(Components.Count, false);
		IsPinned.assign(OnBoundary.size(), false);
		for (size_t Vertex = 0; Vertex < IsPinned.size(); ++Vertex)
		{
			const int32_t Component = Components.OfVertex[Vertex];
			if (Component < 0 || !ComponentHasPin[static_cast<size_t>(Component)])
			{
				IsPinned[Vertex] = true;
				if (Component >= 0)
				{
					ComponentHasPin[static_cast<size_t>(Component)] = true;
				}
			}
		}
	}

	/** The squared mean side of each vertex's component, times Scale: how long heat flows. Components do not share
	 * entries. */
	Eigen::VectorXd FlowTimes(double Scale) const
	{
		std::vector<double> SideSum(Components.Count, 0.0), SideCount(Components.Count, 0.0);
		for (size_t Index = 0; Index < Triangles.size(); ++Index)
		{
			const size_t Component = static_cast<size_t>(Components.OfTriangle[Index]);
			for (const Eigen::Vector3d& Side : Elements[Index].Sides)
			{
				SideSum[Component] += Side.norm();
				SideCount[Component] += 1.0;
			}
		}
		Eigen::VectorXd Time = Eigen::VectorXd::Zero(static_cast<Eigen::Index>(OnBoundary.size()));
		for (size_t Vertex = 0; Vertex < OnBoundary.size(); ++Vertex)
		{
			if (!IsUnused(Vertex))
			{
				const size_t Component = static_cast<size_t>(Components.OfVertex[Vertex]);
				const double Side = SideSum[Component] / SideCount[Component];
				Time[static_cast<Eigen::Index>(Vertex)] = Scale * Side * Side;
			}
		}
		return Time;
	}

	/** False if a matrix is not positive definite. */
	bool Factorize(std::span<const FDouble3> Positions, double TimeScale)
	{
		using namespace GeodesicDistanceDetail;
		const FSparseMatrix Stiffness = CotangentLaplacian(Positions, Triangles);
		const Eigen::VectorXd Time = FlowTimes(TimeScale);
		const FSparseMatrix Flow = LumpedMass(Positions, Triangles) + FSparseMatrix(Time.asDiagonal() * Stiffness);
		std::vector<bool> Unused(Positions.size()), Held(Positions.size());
		for (size_t Vertex = 0; Vertex < Positions.size(); ++Vertex)
		{
			Unused[Vertex] = IsUnused(Vertex);
			Held[Vertex] = OnBoundary[Vertex] || Unused[Vertex];
		}
		Heat.compute(Pin(Flow, Unused));
		bool bOk = Heat.info() == Eigen::Success;
		if (bHasBoundary)
		{
			HeatHeldAtBoundary.compute(Pin(Flow, Held));
			bOk = bOk && HeatHeldAtBoundary.info() == Eigen::Success;
		}
		Poisson.compute(Pin(Stiffness, IsPinned));
		return bOk && Poisson.info() == Eigen::Success;
	}

	/** Step I: let heat flow. With a boundary, the mean of an insulated and a cold one behaves best (section 3.4). */
	Eigen::VectorXd FlowFrom(const Eigen::VectorXd& Hot) const
	{
		const Eigen::VectorXd Insulated = Heat.solve(Hot);
		if (!bHasBoundary)
		{
			return Insulated;
		}
		Eigen::VectorXd HotInside = Hot;
		for (size_t Vertex = 0; Vertex < OnBoundary.size(); ++Vertex)
		{
			if (OnBoundary[Vertex])
			{
				HotInside[static_cast<Eigen::Index>(Vertex)] = 0.0;
			}
		}
		return 0.5 * (Insulated + HeatHeldAtBoundary.solve(HotInside));
	}

	/** Step II: the divergence of the unit gradient of the heat, turned around. */
	Eigen::VectorXd DivergenceOf(const Eigen::VectorXd& Warmth) const
	{
		Eigen::VectorXd Divergence = Eigen::VectorXd::Zero(static_cast<Eigen::Index>(OnBoundary.size()));
		for (size_t Index = 0; Index < Triangles.size(); ++Index)
		{
			const FTriangle& Triangle = Triangles[Index];
			const GeodesicDistanceDetail::FElement& Element = Elements[Index];
			// Far away, heat is tiny: scaled by the triangle's own largest value, its gradient keeps its precision.
			double Largest = 0.0;
			for (const int32_t Vertex : Triangle)
			{
				Largest = (std::max)(Largest, std::abs(Warmth[Vertex]));
			}
			if (!(Largest > 0.0))
			{
				continue;
			}
			Eigen::Vector3d Gradient(0.0, 0.0, 0.0);
			for (int Corner = 0; Corner < 3; ++Corner)
			{
				Gradient += Warmth[Triangle[static_cast<size_t>(Corner)]] / Largest *
					Element.Normal.cross(Element.Sides[Corner]);
			}
			const double Length = Gradient.norm();
			if (!(Length > 0.0))
			{
				continue;
			}
			const Eigen::Vector3d Direction = Gradient / -Length;
			for (int Corner = 0; Corner < 3; ++Corner)
			{
				// The sides that leave this corner, each with the cotangent of the angle across from it.
				const int Next = (Corner + 1) % 3, Last = (Corner + 2) % 3;
				Divergence[Triangle[static_cast<size_t>(Corner)]] += 0.5 *
					(Element.Cotangents[Last] * Element.Sides[Last].dot(Direction) -
						Element.Cotangents[Next] * Element.Sides[Next].dot(Direction));
			}
		}
		return Divergence;
	}

	/** Step III: the function whose gradient is closest to that direction; known up to a constant per component. */
	Eigen::VectorXd PotentialOf(const Eigen::VectorXd& Divergence) const
	{
		Eigen::VectorXd Right = -Divergence;
		for (size_t Vertex = 0; Vertex < IsPinned.size(); ++Vertex)
		{
			if (IsPinned[Vertex])
			{
				Right[static_cast<Eigen::Index>(Vertex)] = 0.0;
			}
		}
		return Poisson.solve(Right);
	}

	/** The sources of each component are at zero on average, and no distance is negative. */
	std::vector<double> DistancesOf(const Eigen::VectorXd& Potential, const Eigen::VectorXd& Hot) const
	{
		std::vector<double> Shift(Components.Count, 0.0), Count(Components.Count, 0.0);
		for (size_t Vertex = 0; Vertex < OnBoundary.size(); ++Vertex)
		{
			if (Hot[static_cast<Eigen::Index>(Vertex)] > 0.0 && Components.OfVertex[Vertex] >= 0)
			{
				Shift[static_cast<size_t>(Components.OfVertex[Vertex])] += Potential[static_cast<Eigen::Index>(Vertex)];
				Count[static_cast<size_t>(Components.OfVertex[Vertex])] += 1.0;
			}
		}
		std::vector<double> Out(OnBoundary.size(), std::numeric_limits<double>::infinity());
		for (size_t Vertex = 0; Vertex < Out.size(); ++Vertex)
		{
			const int32_t Component = Components.OfVertex[Vertex];
			if (Hot[static_cast<Eigen::Index>(Vertex)] > 0.0)
			{
				Out[Vertex] = 0.0;
			}
			else if (Component >= 0 && Count[static_cast<size_t>(Component)] > 0.0)
			{
				const size_t C = static_cast<size_t>(Component);
				Out[Vertex] = (std::max)(0.0, Potential[static_cast<Eigen::Index>(Vertex)] - Shift[C] / Count[C]);
			}
		}
		return Out;
	}
};

FGeodesicSolver::FGeodesicSolver(std::unique_ptr<FFactors> InFactors)
	: Factors(std::move(InFactors))
{
}
FGeodesicSolver::~FGeodesicSolver() = default;
FGeodesicSolver::FGeodesicSolver(FGeodesicSolver&&) noexcept = default;
FGeodesicSolver& FGeodesicSolver::operator=(FGeodesicSolver&&) noexcept = default;

TResult<FGeodesicSolver> FGeodesicSolver::Make(
	std::span<const FDouble3> Positions, std::span<const FTriangle> Triangles, const FGeodesicOptions& Options)
{
	using namespace GeodesicDistanceDetail;
	if (!(Options.TimeScale > 0.0) || !std::isfinite(Options.TimeScale))
	{
		return FError{EErrorCode::InvalidArgument, "The time scale of geodesic distances must be above zero."};
	}
	if (const FStatus Status = CheckTriangles(Positions, Triangles); !Status)
	{
		return Status.GetError();
	}
	std::unique_ptr<FFactors> F = std::make_unique<FFactors>();
	F->Triangles = TrianglesWithArea(Positions, Triangles);
	if (F->Triangles.empty())
	{
		return FError{EErrorCode::Degenerate, "No triangle of the mesh has an area, so it has no geodesic distances."};
	}
	for (const FTriangle& Triangle : F->Triangles)
	{
		F->Elements.push_back(MakeElement(Positions, Triangle));
	}
	const FMeshAdjacency Adjacency = BuildAdjacency(Positions.size(), F->Triangles);
	F->Components = FindComponents(Adjacency, F->Triangles);
	F->FindBoundary(Adjacency);
	F->ChoosePins();
	if (!F->Factorize(Positions, Options.TimeScale))
	{
		return FError{EErrorCode::Degenerate,
			"The mesh's Laplacian cannot be factorized. Look for extremely thin triangles and remesh them."};
	}
	return FGeodesicSolver(std::move(F));
}

TResult<std::vector<double>> FGeodesicSolver::Distance(std::span<const int32_t> Sources) const
{
	const size_t VertexCount = Factors->OnBoundary.size();
	Eigen::VectorXd Hot = Eigen::VectorXd::Zero(static_cast<Eigen::Index>(VertexCount));
	for (const int32_t Source : Sources)
	{
		if (Source < 0 || static_cast<size_t>(Source) >= VertexCount)
		{
			return FError{EErrorCode::InvalidArgument,
				"Vertex " + std::to_string(Source) + " cannot be a source: the mesh has " +
					std::to_string(VertexCount) + " vertices."};
		}
		Hot[Source] = 1.0;
	}
	if (Sources.empty())
	{
		return FError{EErrorCode::InvalidArgument, "Geodesic distance needs at least one source vertex."};
	}
	const Eigen::VectorXd Divergence = Factors->DivergenceOf(Factors->FlowFrom(Hot));
	return Factors->DistancesOf(Factors->PotentialOf(Divergence), Hot);
}

TResult<std::vector<double>> GeodesicDistance(std::span<const FDouble3> Positions, std::span<const FTriangle> Triangles,
	std::span<const int32_t> Sources, const FGeodesicOptions& Options)
{
	const TResult<FGeodesicSolver> Solver = FGeodesicSolver::Make(Positions, Triangles, Options);
	return Solver ? Solver->Distance(Sources) : TResult<std::vector<double>>(Solver.GetError());
}

} // namespace Exemplar

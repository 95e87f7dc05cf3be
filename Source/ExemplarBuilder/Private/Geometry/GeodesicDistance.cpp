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
namespace GeodesicDetail
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
static FSparseMatrix Pin(const FSparseMatrix& Matrix, const std::vector<bool>& IsPinned)
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

} // namespace GeodesicDetail

struct FGeodesicSolver::FFactors
{
	std::vector<FTriangle> Triangles;
	std::vector<GeodesicDetail::FElement> Elements;
	FMeshComponents Components;
	std::vector<bool> OnBoundary;
	std::vector<bool> IsPinned; // one a component, and what no triangle uses
	bool bHasBoundary = false;
	GeodesicDetail::FCholesky Heat, HeatHeldAtBoundary, Poisson;
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
	using namespace GeodesicDetail;
	if (!(Options.TimeScale > 0.0) || !std::isfinite(Options.TimeScale))
	{
		return FError{EErrorCode::InvalidArgument, "The time scale of geodesic distances must be above zero."};
	}
	for (size_t Triangle = 0; Triangle < Triangles.size(); ++Triangle)
	{
		for (const int32_t Vertex : Triangles[Triangle])
		{
			if (Vertex < 0 || static_cast<size_t>(Vertex) >= Positions.size())
			{
				return FError{EErrorCode::InvalidArgument,
					"Triangle " + std::to_string(Triangle) + " names vertex " + std::to_string(Vertex) +
						" of a mesh with " + std::to_string(Positions.size()) + "; repair the mesh."};
			}
			if (!AsVector(Positions[static_cast<size_t>(Vertex)]).allFinite())
			{
				return FError{EErrorCode::Degenerate,
					"Vertex " + std::to_string(Vertex) + " has a coordinate that is not a number; repair the mesh."};
			}
		}
	}
	std::unique_ptr<FFactors> F = std::make_unique<FFactors>();
	F->Triangles = TrianglesWithArea(Positions, Triangles);
	if (F->Triangles.empty())
	{
		return FError{EErrorCode::Degenerate, "No triangle of the mesh has an area, so it has no geodesic distances."};
	}
	for (const FTriangle& Triangle : F->Triangles)
	{
		FElement& Element = F->Elements.emplace_back();
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
	}

	const FMeshAdjacency Adjacency = BuildAdjacency(Positions.size(), F->Triangles);
	F->Components = FindComponents(Adjacency, F->Triangles);
	F->OnBoundary.assign(Positions.size(), false);
	for (size_t Edge = 0; Edge < Adjacency.Edges.size(); ++Edge)
	{
		if (Adjacency.EdgeTriangles[Edge].size() == 1)
		{
			F->bHasBoundary = true;
			F->OnBoundary[static_cast<size_t>(Adjacency.Edges[Edge].A)] = true;
			F->OnBoundary[static_cast<size_t>(Adjacency.Edges[Edge].B)] = true;
		}
	}
	std::vector<bool> IsUnused(Positions.size()), ComponentHasPin(F->Components.Count, false);
	F->IsPinned.assign(Positions.size(), false);
	for (size_t Vertex = 0; Vertex < Positions.size(); ++Vertex)
	{
		const int32_t Component = F->Components.OfVertex[Vertex];
		IsUnused[Vertex] = Component < 0;
		if (Component < 0 || !ComponentHasPin[static_cast<size_t>(Component)])
		{
			F->IsPinned[Vertex] = true;
			if (Component >= 0)
			{
				ComponentHasPin[static_cast<size_t>(Component)] = true;
			}
		}
	}

	// Heat flows as long as each component's own sides ask for; components do not share entries.
	std::vector<double> SideSum(F->Components.Count, 0.0), SideCount(F->Components.Count, 0.0);
	for (size_t Index = 0; Index < F->Triangles.size(); ++Index)
	{
		const size_t Component = static_cast<size_t>(F->Components.OfTriangle[Index]);
		for (const Eigen::Vector3d& Side : F->Elements[Index].Sides)
		{
			SideSum[Component] += Side.norm();
			SideCount[Component] += 1.0;
		}
	}
	Eigen::VectorXd Time = Eigen::VectorXd::Zero(static_cast<Eigen::Index>(Positions.size()));
	for (size_t Vertex = 0; Vertex < Positions.size(); ++Vertex)
	{
		if (!IsUnused[Vertex])
		{
			const size_t Component = static_cast<size_t>(F->Components.OfVertex[Vertex]);
			const double Side = SideSum[Component] / SideCount[Component];
			Time[static_cast<Eigen::Index>(Vertex)] = Options.TimeScale * Side * Side;
		}
	}
	const FSparseMatrix Stiffness = CotangentLaplacian(Positions, F->Triangles);
	const FSparseMatrix Flow = LumpedMass(Positions, F->Triangles) + FSparseMatrix(Time.asDiagonal() * Stiffness);
	F->Heat.compute(Pin(Flow, IsUnused));
	bool bOk = F->Heat.info() == Eigen::Success;
	if (F->bHasBoundary)
	{
		std::vector<bool> IsHeld = F->OnBoundary;
		for (size_t Vertex = 0; Vertex < IsHeld.size(); ++Vertex)
		{
			IsHeld[Vertex] = IsHeld[Vertex] || IsUnused[Vertex];
		}
		F->HeatHeldAtBoundary.compute(Pin(Flow, IsHeld));
		bOk = bOk && F->HeatHeldAtBoundary.info() == Eigen::Success;
	}
	F->Poisson.compute(Pin(Stiffness, F->IsPinned));
	if (!bOk || F->Poisson.info() != Eigen::Success)
	{
		return FError{EErrorCode::Degenerate,
			"The mesh's Laplacian cannot be factorized; look for extremely thin triangles and remesh them."};
	}
	return FGeodesicSolver(std::move(F));
}

TResult<std::vector<double>> FGeodesicSolver::Distance(std::span<const int32_t> Sources) const
{
	const FFactors& F = *Factors;
	const size_t VertexCount = F.OnBoundary.size();
	Eigen::VectorXd Hot = Eigen::VectorXd::Zero(static_cast<Eigen::Index>(VertexCount));
	std::vector<bool> HasSource(F.Components.Count, false);
	for (const int32_t Source : Sources)
	{
		if (Source < 0 || static_cast<size_t>(Source) >= VertexCount)
		{
			return FError{EErrorCode::InvalidArgument,
				"Vertex " + std::to_string(Source) + " cannot be a source: the mesh has " +
					std::to_string(VertexCount) + " vertices."};
		}
		Hot[Source] = 1.0;
		if (F.Components.OfVertex[static_cast<size_t>(Source)] >= 0)
		{
			HasSource[static_cast<size_t>(F.Components.OfVertex[static_cast<size_t>(Source)])] = true;
		}
	}
	if (Sources.empty())
	{
		return FError{EErrorCode::InvalidArgument, "Geodesic distance needs at least one source vertex."};
	}

	// Step I: let heat flow. With a boundary the mean of an insulated and a cold one behaves best (section 3.4).
	Eigen::VectorXd Heat = F.Heat.solve(Hot);
	if (F.bHasBoundary)
	{
		Eigen::VectorXd HotInside = Hot;
		for (size_t Vertex = 0; Vertex < VertexCount; ++Vertex)
		{
			if (F.OnBoundary[Vertex])
			{
				HotInside[static_cast<Eigen::Index>(Vertex)] = 0.0;
			}
		}
		Heat = 0.5 * (Heat + F.HeatHeldAtBoundary.solve(HotInside));
	}

	// Step II: its unit gradient, turned around. Step III: the function whose gradient comes closest to it.
	Eigen::VectorXd Divergence = Eigen::VectorXd::Zero(static_cast<Eigen::Index>(VertexCount));
	for (size_t Index = 0; Index < F.Triangles.size(); ++Index)
	{
		const FTriangle& Triangle = F.Triangles[Index];
		const GeodesicDetail::FElement& Element = F.Elements[Index];
		// Far away heat is tiny: scaled by the triangle's own largest value its gradient keeps its digits.
		double Largest = 0.0;
		for (const int32_t Vertex : Triangle)
		{
			Largest = (std::max)(Largest, std::abs(Heat[Vertex]));
		}
		if (!(Largest > 0.0))
		{
			continue;
		}
		Eigen::Vector3d Gradient(0.0, 0.0, 0.0);
		for (int Corner = 0; Corner < 3; ++Corner)
		{
			Gradient +=
				Heat[Triangle[static_cast<size_t>(Corner)]] / Largest * Element.Normal.cross(Element.Sides[Corner]);
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
	Eigen::VectorXd Right = -Divergence;
	for (size_t Vertex = 0; Vertex < VertexCount; ++Vertex)
	{
		if (F.IsPinned[Vertex])
		{
			Right[static_cast<Eigen::Index>(Vertex)] = 0.0;
		}
	}
	const Eigen::VectorXd Potential = F.Poisson.solve(Right);

	// Distances are known up to a constant a component: the sources are at zero on average, and nothing is nearer.
	std::vector<double> Shift(F.Components.Count, 0.0), Count(F.Components.Count, 0.0);
	for (size_t Vertex = 0; Vertex < VertexCount; ++Vertex)
	{
		if (Hot[static_cast<Eigen::Index>(Vertex)] > 0.0 && F.Components.OfVertex[Vertex] >= 0)
		{
			Shift[static_cast<size_t>(F.Components.OfVertex[Vertex])] += Potential[static_cast<Eigen::Index>(Vertex)];
			Count[static_cast<size_t>(F.Components.OfVertex[Vertex])] += 1.0;
		}
	}
	std::vector<double> Out(VertexCount, std::numeric_limits<double>::infinity());
	for (size_t Vertex = 0; Vertex < VertexCount; ++Vertex)
	{
		const int32_t Component = F.Components.OfVertex[Vertex];
		if (Hot[static_cast<Eigen::Index>(Vertex)] > 0.0)
		{
			Out[Vertex] = 0.0;
		}
		else if (Component >= 0 && HasSource[static_cast<size_t>(Component)])
		{
			const size_t C = static_cast<size_t>(Component);
			Out[Vertex] = (std::max)(0.0, Potential[static_cast<Eigen::Index>(Vertex)] - Shift[C] / Count[C]);
		}
	}
	return Out;
}

TResult<std::vector<double>> GeodesicDistance(std::span<const FDouble3> Positions, std::span<const FTriangle> Triangles,
	std::span<const int32_t> Sources, const FGeodesicOptions& Options)
{
	const TResult<FGeodesicSolver> Solver = FGeodesicSolver::Make(Positions, Triangles, Options);
	return Solver ? Solver->Distance(Sources) : TResult<std::vector<double>>(Solver.GetError());
}

} // namespace Exemplar

// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Sample/FlattenChart.h"

#include "Geometry/Adjacency.h"
#include "Geometry/EigenLibrary.h"
#include "Geometry/EigenMap.h"
#include "Geometry/Laplacian.h"

#include <algorithm>
#include <cmath>

namespace Exemplar
{
namespace FlattenDetail
{

using FPlane = Eigen::Matrix<double, Eigen::Dynamic, 2>;
using FCholesky = Eigen::SimplicialLDLT<FSparseMatrix>;

static double SignedDoubleArea(const FPlane& UV, const FTriangle& T)
{
	const Eigen::RowVector2d A = UV.row(T[1]) - UV.row(T[0]), B = UV.row(T[2]) - UV.row(T[0]);
	return A.x() * B.y() - A.y() * B.x();
}

static bool HasTurnedTriangles(const FPlane& UV, std::span<const FTriangle> Triangles)
{
	return std::any_of(
		Triangles.begin(), Triangles.end(), [&](const FTriangle& T) { return !(SignedDoubleArea(UV, T) > 0.0); });
}

/**
 * The least conformal energy E_C = E_D - A: the Dirichlet energy of u and v less the area, which the boundary edges
 * give. Two far vertices are held.
 */
static FPlane FlattenConformally(std::span<const FDouble3> Positions, std::span<const FTriangle> Triangles,
	const FSparseMatrix& Stiffness, int HeldLow, int HeldHigh)
{
	const int Count = static_cast<int>(Positions.size());
	std::vector<Eigen::Triplet<double>> Entries;
	for (int Column = 0; Column < Stiffness.outerSize(); ++Column)
	{
		for (FSparseMatrix::InnerIterator It(Stiffness, Column); It; ++It)
		{
			Entries.emplace_back(static_cast<int>(It.row()), Column, It.value());
			Entries.emplace_back(static_cast<int>(It.row()) + Count, Column + Count, It.value());
		}
	}
	const FMeshAdjacency Adjacency = BuildAdjacency(Positions.size(), Triangles);
	for (const FBoundaryLoop& Loop : FindBoundaryLoops(Adjacency, Triangles))
	{
		for (size_t Step = 0; Step < Loop.Vertices.size(); ++Step)
		{
			const int A = Loop.Vertices[Step], B = Loop.Vertices[(Step + 1) % Loop.Vertices.size()];
			Entries.emplace_back(A, B + Count, -0.5);
			Entries.emplace_back(B + Count, A, -0.5);
			Entries.emplace_back(B, A + Count, 0.5);
			Entries.emplace_back(A + Count, B, 0.5);
		}
	}
	FSparseMatrix Energy(2 * Count, 2 * Count);
	Energy.setFromTriplets(Entries.begin(), Entries.end());

	Eigen::VectorXd Solution = Eigen::VectorXd::Zero(2 * Count);
	Solution[HeldHigh + Count] =
		(AsVector(Positions[static_cast<size_t>(HeldHigh)]) - AsVector(Positions[static_cast<size_t>(HeldLow)])).norm();
	std::vector<int> FreeOf(static_cast<size_t>(2 * Count), -1);
	int Free = 0;
	for (int Row = 0; Row < 2 * Count; ++Row)
	{
		if (Row % Count != HeldLow && Row % Count != HeldHigh)
		{
			FreeOf[static_cast<size_t>(Row)] = Free++;
		}
	}
	const Eigen::VectorXd Pull = Energy * Solution;
	Eigen::VectorXd Right(Free);
	std::vector<Eigen::Triplet<double>> FreeEntries;
	for (int Column = 0; Column < 2 * Count; ++Column)
	{
		if (FreeOf[static_cast<size_t>(Column)] < 0)
		{
			continue;
		}
		Right[FreeOf[static_cast<size_t>(Column)]] = -Pull[Column];
		for (FSparseMatrix::InnerIterator It(Energy, Column); It; ++It)
		{
			if (FreeOf[static_cast<size_t>(It.row())] >= 0)
			{
				FreeEntries.emplace_back(
					FreeOf[static_cast<size_t>(It.row())], FreeOf[static_cast<size_t>(Column)], It.value());
			}
		}
	}
	FSparseMatrix Inner(Free, Free);
	Inner.setFromTriplets(FreeEntries.begin(), FreeEntries.end());
	const Eigen::VectorXd Inside = FCholesky(Inner).solve(Right);
	for (int Row = 0; Row < 2 * Count; ++Row)
	{
		if (FreeOf[static_cast<size_t>(Row)] >= 0)
		{
			Solution[Row] = Inside[FreeOf[static_cast<size_t>(Row)]];
		}
	}
	FPlane UV(Count, 2);
	UV.col(0) = Solution.head(Count);
	UV.col(1) = Solution.tail(Count);
	return UV;
}

/** Local and global steps: the rotation that fits each triangle best, then the map that fits all rotations best. */
static FPlane FlattenRigidly(std::span<const FDouble3> Positions, std::span<const FTriangle> Triangles,
	const FSparseMatrix& Stiffness, const FPlane& Start, int Iterations)
{
	FSparseMatrix Held = Stiffness;
	Held.coeffRef(0, 0) += 1.0; // fixes the position without changing the shape, since only differences have energy
	const FCholesky Factors(Held);
	struct FFlat
	{
		Eigen::Vector2d Corners[3];
		double Cotangents[3];
	};
	std::vector<FFlat> Flats;
	for (const FTriangle& T : Triangles)
	{
		const Eigen::Vector3d A = AsVector(Positions[static_cast<size_t>(T[0])]);
		const Eigen::Vector3d U = AsVector(Positions[static_cast<size_t>(T[1])]) - A;
		const Eigen::Vector3d V = AsVector(Positions[static_cast<size_t>(T[2])]) - A;
		const Eigen::Vector3d X = U.normalized(), Y = U.cross(V).cross(U).normalized();
		FFlat& Flat = Flats.emplace_back();
		Flat.Corners[0] = Eigen::Vector2d(0.0, 0.0);
		Flat.Corners[1] = Eigen::Vector2d(U.norm(), 0.0);
		Flat.Corners[2] = Eigen::Vector2d(V.dot(X), V.dot(Y));
		const double DoubleArea = U.cross(V).norm();
		for (int Corner = 0; Corner < 3; ++Corner)
		{
			const Eigen::Vector2d P = Flat.Corners[(Corner + 1) % 3] - Flat.Corners[Corner];
			const Eigen::Vector2d Q = Flat.Corners[(Corner + 2) % 3] - Flat.Corners[Corner];
			Flat.Cotangents[Corner] = P.dot(Q) / DoubleArea;
		}
	}
	FPlane UV = Start;
	for (int Iteration = 0; Iteration < Iterations; ++Iteration)
	{
		FPlane Right = FPlane::Zero(UV.rows(), 2);
		for (size_t Index = 0; Index < Triangles.size(); ++Index)
		{
			const FTriangle& T = Triangles[Index];
			const FFlat& Flat = Flats[Index];
			// The rotation (c, s) that maximizes sum cot <UV side, R flat side>.
			double C = 0.0, S = 0.0;
			for (int Corner = 0; Corner < 3; ++Corner)
			{
				const int I = (Corner + 1) % 3, J = (Corner + 2) % 3;
				const Eigen::Vector2d Now =
					(UV.row(T[static_cast<size_t>(I)]) - UV.row(T[static_cast<size_t>(J)])).transpose();
				const Eigen::Vector2d Was = Flat.Corners[I] - Flat.Corners[J];
				C += Flat.Cotangents[Corner] * Now.dot(Was);
				S += Flat.Cotangents[Corner] * (Now.y() * Was.x() - Now.x() * Was.y());
			}
			const double Length = (std::max)(std::hypot(C, S), 1e-300);
			C /= Length;
			S /= Length;
			for (int Corner = 0; Corner < 3; ++Corner)
			{
				const int I = (Corner + 1) % 3, J = (Corner + 2) % 3;
				const Eigen::Vector2d Was = Flat.Corners[I] - Flat.Corners[J];
				const Eigen::RowVector2d Turned(C * Was.x() - S * Was.y(), S * Was.x() + C * Was.y());
				Right.row(T[static_cast<size_t>(I)]) += 0.5 * Flat.Cotangents[Corner] * Turned;
				Right.row(T[static_cast<size_t>(J)]) -= 0.5 * Flat.Cotangents[Corner] * Turned;
			}
		}
		UV = FPlane(Factors.solve(Right));
	}
	return UV;
}

} // namespace FlattenDetail

std::vector<FDouble2> FlattenChart(
	std::span<const FDouble3> Positions, std::span<const FTriangle> Triangles, const FDouble3& Upward)
{
	using namespace FlattenDetail;
	const Eigen::Vector3d Up = AsVector(Upward);
	const auto Height = [&](const FDouble3& P) { return Up.dot(AsVector(P)); };
	const auto [Low, High] = std::minmax_element(Positions.begin(), Positions.end(),
		[&](const FDouble3& A, const FDouble3& B) { return Height(A) < Height(B); });
	const FSparseMatrix Stiffness = CotangentLaplacian(Positions, Triangles);
	FPlane UV = FlattenConformally(Positions, Triangles, Stiffness, static_cast<int>(Low - Positions.begin()),
		static_cast<int>(High - Positions.begin()));
	double Area = 0.0, FlatArea = 0.0;
	for (const FTriangle& T : Triangles)
	{
		const Eigen::Vector3d A = AsVector(Positions[static_cast<size_t>(T[0])]);
		Area += (AsVector(Positions[static_cast<size_t>(T[1])]) - A)
					.cross(AsVector(Positions[static_cast<size_t>(T[2])]) - A)
					.norm();
		FlatArea += SignedDoubleArea(UV, T);
	}
	UV *= std::sqrt(Area / (std::max)(FlatArea, 1e-12 * Area));
	// Where the conformal map is far off, as in fingers, triangles flip temporarily.
	FPlane Rigid = UV;
	for (int Round = 0; Round < 6; ++Round)
	{
		Rigid = FlattenRigidly(Positions, Triangles, Stiffness, Rigid, 12);
		if (!HasTurnedTriangles(Rigid, Triangles))
		{
			UV = Rigid;
			break;
		}
	}

	// Turn it so that heights grow with v: their slope over the plane, by least squares.
	const Eigen::RowVector2d Middle = UV.colwise().mean();
	Eigen::Vector2d Slope(0.0, 0.0);
	double MeanHeight = 0.0;
	for (const FDouble3& P : Positions)
	{
		MeanHeight += Height(P) / static_cast<double>(Positions.size());
	}
	for (size_t Vertex = 0; Vertex < Positions.size(); ++Vertex)
	{
		Slope +=
			(Height(Positions[Vertex]) - MeanHeight) * (UV.row(static_cast<Eigen::Index>(Vertex)) - Middle).transpose();
	}
	Slope.normalize();
	std::vector<FDouble2> Out;
	for (Eigen::Index Vertex = 0; Vertex < UV.rows(); ++Vertex)
	{
		const Eigen::Vector2d P = (UV.row(Vertex) - Middle).transpose();
		Out.push_back({Slope.y() * P.x() - Slope.x() * P.y(), Slope.dot(P)});
	}
	return Out;
}

} // namespace Exemplar

// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Registration/ScanCleaning.h"

#include "Examples/MeshFiles.h"
#include "Examples/Triangulate.h"
#include "Geometry/Measures.h"
#include "Geometry/Topology.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace Exemplar
{
namespace ScanCleaningDetail
{

constexpr size_t SmallPiece = 60;             // triangles
constexpr double FarPiece = 0.15;             // of the diagonal of the largest piece
constexpr double FloorCosine = 0.9;           // of a floor triangle's normal and up
constexpr double FloorFacing = 0.35;          // of a triangle in the floor's layers that goes with it: noise tilts some
constexpr double FloorHeight = 0.08;          // a floor lies in the lowest part of the scan, of its diagonal
constexpr double FloorBin = 0.004;            // of the diagonal
constexpr double FloorShare = 0.06;           // of the area
constexpr double FloorAbove = 0.95;           // of the other area lies above it
constexpr double BiLaplacianDeviation = 1.36; // of the second difference of unit noise on a regular mesh

double At(const FDouble3& P, size_t Axis)
{
	return Axis == 0 ? P.X : Axis == 1 ? P.Y : P.Z;
}

bool IsFinitePoint(const FDouble3& P)
{
	return std::isfinite(P.X) && std::isfinite(P.Y) && std::isfinite(P.Z);
}

/** Triangles without the ones that have no area, name a bad vertex, or repeat another. */
std::vector<FTriangle> UsableTriangles(
	std::span<const FDouble3> Positions, std::vector<FTriangle> Triangles, FScanFindings& Findings)
{
	std::vector<uint8_t> bBad(Positions.size(), 0);
	for (size_t Vertex = 0; Vertex < Positions.size(); ++Vertex)
	{
		bBad[Vertex] = !IsFinitePoint(Positions[Vertex]);
		Findings.NotFinite += bBad[Vertex];
	}
	std::erase_if(Triangles,
		[&](const FTriangle& T)
		{
			if (bBad[static_cast<size_t>(T[0])] || bBad[static_cast<size_t>(T[1])] || bBad[static_cast<size_t>(T[2])])
			{
				return true; // counted by its vertex
			}
			const Eigen::Vector3d A = AsVector(Positions[static_cast<size_t>(T[0])]);
			const Eigen::Vector3d U = AsVector(Positions[static_cast<size_t>(T[1])]) - A;
			const Eigen::Vector3d V = AsVector(Positions[static_cast<size_t>(T[2])]) - A;
			const double Longest = (std::max)({U.squaredNorm(), V.squaredNorm(), (U - V).squaredNorm()});
			const bool bFlat = !(U.cross(V).norm() > 1e-9 * Longest);
			Findings.Degenerate += bFlat;
			return bFlat;
		});
	const auto Key = [&](uint32_t Index)
	{
		FTriangle T = Triangles[Index];
		std::sort(T.begin(), T.end());
		return T;
	};
	std::vector<uint32_t> Order(Triangles.size());
	for (uint32_t Index = 0; Index < Order.size(); ++Index)
	{
		Order[Index] = Index;
	}
	std::sort(Order.begin(), Order.end(),
		[&](uint32_t A, uint32_t B)
		{
			const FTriangle KeyA = Key(A), KeyB = Key(B);
			return KeyA != KeyB ? KeyA < KeyB : A < B;
		});
	std::vector<uint8_t> bRepeated(Triangles.size(), 0);
	for (size_t Index = 1; Index < Order.size(); ++Index)
	{
		bRepeated[Order[Index]] = Key(Order[Index]) == Key(Order[Index - 1]);
		Findings.Duplicate += bRepeated[Order[Index]];
	}
	size_t Next = 0;
	std::erase_if(Triangles, [&](const FTriangle&) { return bRepeated[Next++] != 0; });
	return Triangles;
}

/** The height of a floor along an axis, if there is one: the two adjacent bins that hold most of the upward area. */
std::optional<double> FindFloor(std::span<const FDouble3> Centers, std::span<const FDouble3> Normals,
	std::span<const double> Areas, size_t Axis, double Diagonal, bool bAnySign)
{
	double Low = std::numeric_limits<double>::infinity(), Total = 0.0;
	for (size_t Index = 0; Index < Centers.size(); ++Index)
	{
		Low = (std::min)(Low, At(Centers[Index], Axis));
		Total += Areas[Index];
	}
	const double Bin = FloorBin * Diagonal;
	std::vector<double> Bins(static_cast<size_t>(FloorHeight / FloorBin) + 2, 0.0);
	for (size_t Index = 0; Index < Centers.size(); ++Index)
	{
		const double Cosine = At(Normals[Index], Axis);
		const double Height = (At(Centers[Index], Axis) - Low) / Bin;
		if ((bAnySign ? std::abs(Cosine) : Cosine) > FloorCosine && Height < static_cast<double>(Bins.size() - 1))
		{
			Bins[static_cast<size_t>(Height)] += Areas[Index];
		}
	}
	size_t Best = 0;
	for (size_t Index = 0; Index + 1 < Bins.size(); ++Index)
	{
		Best = Bins[Index] + Bins[Index + 1] > Bins[Best] + Bins[Best + 1] ? Index : Best;
	}
	if (!(Bins[Best] + Bins[Best + 1] > FloorShare * Total))
	{
		return std::nullopt;
	}
	const double Height = Low + static_cast<double>(Best) * Bin;
	double Above = 0.0, Below = 0.0;
	for (size_t Index = 0; Index < Centers.size(); ++Index)
	{
		Above += At(Centers[Index], Axis) > Height + 2.3 * Bin ? Areas[Index] : 0.0;
		Below += At(Centers[Index], Axis) < Height - 0.5 * Bin ? Areas[Index] : 0.0;
	}
	if (Below > (1.0 - FloorAbove) * (Above + Below))
	{
		return std::nullopt;
	}
	return Height;
}

/** Removes a floor, along y or z. */
void RemoveFloor(FCleanScan& Scan)
{
	std::vector<FDouble3> Centers;
	std::vector<double> Areas = TriangleAreas(Scan.Positions, Scan.Triangles);
	for (const FTriangle& T : Scan.Triangles)
	{
		Centers.push_back(PointAt(Scan.Positions, Scan.Triangles,
			{static_cast<int32_t>(&T - Scan.Triangles.data()), {1.0 / 3.0, 1.0 / 3.0, 1.0 / 3.0}}));
	}
	if (Scan.bPoints)
	{
		std::fill(Areas.begin(), Areas.end(), 1.0);
	}
	const double Diagonal = BoxDiagonal(Centers);
	for (const size_t Axis : {size_t{1}, size_t{2}})
	{
		const std::optional<double> Height =
			FindFloor(Centers, Scan.TriangleNormals, Areas, Axis, Diagonal, Scan.bPoints);
		if (!Height)
		{
			continue;
		}
		const double Low = *Height - 0.5 * FloorBin * Diagonal, High = *Height + 2.3 * FloorBin * Diagonal;
		// Soles face down and the sides of feet to the side: only what faces up is floor. Points have no sure side.
		const auto IsFloor = [&](const FTriangle& T, const FDouble3& Normal)
		{
			return (Scan.bPoints || At(Normal, Axis) > FloorFacing) &&
				std::all_of(T.begin(), T.end(),
					[&](int32_t Vertex)
					{
						const double Y = At(Scan.Positions[static_cast<size_t>(Vertex)], Axis);
						return Y >= Low && Y <= High;
					});
		};
		std::vector<FTriangle> Kept;
		for (size_t Triangle = 0; Triangle < Scan.Triangles.size(); ++Triangle)
		{
			if (!IsFloor(Scan.Triangles[Triangle], Scan.TriangleNormals[Triangle]))
			{
				Kept.push_back(Scan.Triangles[Triangle]);
			}
		}
		Scan.Findings.FloorTriangles = Scan.Triangles.size() - Kept.size();
		Scan.Triangles = std::move(Kept);
		const double Place = *Height + FloorBin * Diagonal;
		Scan.Floor = Axis == 1 ? FDouble4{0.0, 1.0, 0.0, Place} : FDouble4{0.0, 0.0, 1.0, Place};
		return;
	}
}

/** What FindPieces keeps of a connected piece. */
struct FPiece
{
	size_t Triangles = 0;
	double Area = 0.0;
	double Outward = 0.0, Reach = 0.0; // sums of area times distance from the centroid, along the normal and in all
	Eigen::Vector3d Centroid{0.0, 0.0, 0.0};
	Eigen::Vector3d Low{1e300, 1e300, 1e300}, High{-1e300, -1e300, -1e300};
	bool bDrop = false, bFlip = false;
};

/** Drops small and far pieces, and turns those that are inside out. */
void CleanPieces(FCleanScan& Scan)
{
	const FMeshAdjacency Adjacency = BuildAdjacency(Scan.Positions.size(), Scan.Triangles);
	const FMeshComponents Components = FindComponents(Adjacency, Scan.Triangles);
	const std::vector<double> Areas = TriangleAreas(Scan.Positions, Scan.Triangles);
	const std::vector<FDouble3> Normals = TriangleNormals(Scan.Positions, Scan.Triangles);
	std::vector<FPiece> Pieces(Components.Count);
	const auto PieceOf = [&](size_t Triangle) -> FPiece&
	{ return Pieces[static_cast<size_t>(Components.OfTriangle[Triangle])]; };
	const auto Center = [&](size_t Triangle) -> Eigen::Vector3d
	{
		const FTriangle& T = Scan.Triangles[Triangle];
		return (AsVector(Scan.Positions[static_cast<size_t>(T[0])]) +
				   AsVector(Scan.Positions[static_cast<size_t>(T[1])]) +
				   AsVector(Scan.Positions[static_cast<size_t>(T[2])])) /
			3.0;
	};
	for (size_t Triangle = 0; Triangle < Scan.Triangles.size(); ++Triangle)
	{
		FPiece& Piece = PieceOf(Triangle);
		++Piece.Triangles;
		Piece.Area += Areas[Triangle];
		Piece.Centroid += Areas[Triangle] * Center(Triangle);
		Piece.Low = Piece.Low.cwiseMin(Center(Triangle));
		Piece.High = Piece.High.cwiseMax(Center(Triangle));
	}
	size_t Largest = 0;
	for (size_t Index = 0; Index < Pieces.size(); ++Index)
	{
		Pieces[Index].Centroid /= (std::max)(Pieces[Index].Area, 1e-300);
		Largest = Pieces[Index].Area > Pieces[Largest].Area ? Index : Largest;
	}
	for (size_t Triangle = 0; Triangle < Scan.Triangles.size(); ++Triangle)
	{
		FPiece& Piece = PieceOf(Triangle);
		const Eigen::Vector3d Arm = Center(Triangle) - Piece.Centroid;
		Piece.Outward += Areas[Triangle] * Arm.dot(AsVector(Normals[Triangle]));
		Piece.Reach += Areas[Triangle] * Arm.norm();
	}
	const size_t Limit = (std::min)(SmallPiece, Scan.Triangles.size() / 50);
	const double Far = FarPiece * (Pieces[Largest].High - Pieces[Largest].Low).norm();
	for (size_t Index = 0; Index < Pieces.size(); ++Index)
	{
		FPiece& Piece = Pieces[Index];
		const Eigen::Vector3d Gap =
			(Pieces[Largest].Low - Piece.High).cwiseMax(Piece.Low - Pieces[Largest].High).cwiseMax(0.0);
		const bool bSmall = Index != Largest && Piece.Triangles < Limit;
		const bool bFar = Index != Largest && !bSmall && Gap.norm() > Far;
		Scan.Findings.SmallPieces += bSmall;
		Scan.Findings.FarPieces += bFar;
		Piece.bDrop = bSmall || bFar;
		Piece.bFlip = Piece.Outward < -0.05 * Piece.Reach;
		Scan.Findings.Flipped += Piece.bFlip && !Piece.bDrop;
	}
	std::vector<FTriangle> Kept;
	for (size_t Triangle = 0; Triangle < Scan.Triangles.size(); ++Triangle)
	{
		FTriangle T = Scan.Triangles[Triangle];
		if (!PieceOf(Triangle).bDrop)
		{
			if (PieceOf(Triangle).bFlip)
			{
				std::swap(T[1], T[2]);
			}
			Kept.push_back(T);
		}
	}
	Scan.Triangles = std::move(Kept);
}

/** Drops vertices that no triangle uses. */
void DropUnused(FCleanScan& Scan)
{
	std::vector<int32_t> New(Scan.Positions.size(), -1);
	std::vector<FDouble3> Positions;
	std::vector<FFloat4> Colors;
	std::vector<FDouble3> Normals;
	for (FTriangle& T : Scan.Triangles)
	{
		for (int32_t& Vertex : T)
		{
			const size_t Old = static_cast<size_t>(Vertex);
			if (New[Old] < 0)
			{
				New[Old] = static_cast<int32_t>(Positions.size());
				Positions.push_back(Scan.Positions[Old]);
				if (!Scan.Colors.empty())
				{
					Colors.push_back(Scan.Colors[Old]);
				}
				if (!Scan.VertexNormals.empty())
				{
					Normals.push_back(Scan.VertexNormals[Old]);
				}
			}
			Vertex = New[Old];
		}
	}
	Scan.Positions = std::move(Positions);
	Scan.Colors = std::move(Colors);
	Scan.VertexNormals = std::move(Normals);
}

void MarkBorders(FCleanScan& Scan)
{
	const FMeshAdjacency Adjacency = BuildAdjacency(Scan.Positions.size(), Scan.Triangles);
	Scan.BorderVertices.assign(Scan.Positions.size(), 0);
	Scan.BorderEdges.assign(Scan.Triangles.size(), 0);
	for (size_t Triangle = 0; Triangle < Scan.Triangles.size(); ++Triangle)
	{
		for (size_t Corner = 0; Corner < 3; ++Corner)
		{
			const int32_t Edge = Adjacency.TriangleEdges[Triangle][Corner];
			if (Edge >= 0 && Adjacency.EdgeTriangles[static_cast<size_t>(Edge)].size() == 1)
			{
				Scan.BorderEdges[Triangle] |= static_cast<uint8_t>(1u << Corner);
				Scan.BorderVertices[static_cast<size_t>(Scan.Triangles[Triangle][Corner])] = 1;
				Scan.BorderVertices[static_cast<size_t>(Scan.Triangles[Triangle][(Corner + 1) % 3])] = 1;
			}
		}
	}
	for (size_t Edge = 0; Edge < Adjacency.Edges.size(); ++Edge)
	{
		Scan.Findings.NonManifold += Adjacency.EdgeTriangles[Edge].size() > 2;
	}
}

/** Points without faces as triangles without area. */
void UsePoints(FCleanScan& Scan)
{
	Scan.bPoints = true;
	std::vector<FDouble3> Kept;
	std::vector<FFloat4> Colors;
	for (size_t Vertex = 0; Vertex < Scan.Positions.size(); ++Vertex)
	{
		if (IsFinitePoint(Scan.Positions[Vertex]))
		{
			Kept.push_back(Scan.Positions[Vertex]);
			if (!Scan.Colors.empty())
			{
				Colors.push_back(Scan.Colors[Vertex]);
			}
		}
	}
	Scan.Findings.NotFinite = Scan.Positions.size() - Kept.size();
	Scan.Positions = std::move(Kept);
	Scan.Colors = std::move(Colors);
	EstimatePointNormals(Scan.Positions, Scan.VertexNormals, Scan.BorderVertices);
	for (int32_t Vertex = 0; Vertex < static_cast<int32_t>(Scan.Positions.size()); ++Vertex)
	{
		Scan.Triangles.push_back({Vertex, Vertex, Vertex});
	}
	Scan.TriangleNormals = Scan.VertexNormals;
	RemoveFloor(Scan);
	DropUnused(Scan);
	EstimatePointNormals(Scan.Positions, Scan.VertexNormals, Scan.BorderVertices); // its edge has moved
	Scan.TriangleNormals = Scan.VertexNormals;
	Scan.BorderEdges.assign(Scan.Triangles.size(), 0);
}

} // namespace ScanCleaningDetail

bool FCleanScan::IsBorder(const FSurfaceCoordinate& Where) const
{
	constexpr double OnEdge = 1e-9;
	const size_t Triangle = static_cast<size_t>(Where.Triangle);
	for (size_t Corner = 0; Corner < 3; ++Corner)
	{
		const bool bEdge = Where.Weights[(Corner + 2) % 3] < OnEdge;
		if (bEdge && (BorderEdges[Triangle] >> Corner & 1) != 0)
		{
			return true;
		}
		if (Where.Weights[Corner] > 1.0 - OnEdge)
		{
			return BorderVertices[static_cast<size_t>(Triangles[Triangle][Corner])] != 0;
		}
	}
	return false;
}

double EstimateNoise(std::span<const FDouble3> Positions, std::span<const FTriangle> Triangles,
	std::span<const FDouble3> Normals, std::span<const uint8_t> Border)
{
	const FMeshAdjacency Adjacency = BuildAdjacency(Positions.size(), Triangles);
	std::vector<double> First(Positions.size(), 0.0), Second;
	for (size_t Vertex = 0; Vertex < Positions.size(); ++Vertex)
	{
		const std::span<const int32_t> Ring = Adjacency.VertexVertices[Vertex];
		Eigen::Vector3d Mean = Eigen::Vector3d::Zero();
		for (const int32_t Neighbor : Ring)
		{
			Mean += AsVector(Positions[static_cast<size_t>(Neighbor)]) / static_cast<double>(Ring.size());
		}
		First[Vertex] = Ring.empty() ? 0.0 : AsVector(Normals[Vertex]).dot(AsVector(Positions[Vertex]) - Mean);
	}
	for (size_t Vertex = 0; Vertex < Positions.size(); ++Vertex)
	{
		const std::span<const int32_t> Ring = Adjacency.VertexVertices[Vertex];
		bool bInside = !Ring.empty() && !Border[Vertex];
		double Mean = 0.0;
		for (const int32_t Neighbor : Ring)
		{
			bInside = bInside && !Border[static_cast<size_t>(Neighbor)];
			Mean += First[static_cast<size_t>(Neighbor)] / static_cast<double>(Ring.size());
		}
		if (bInside)
		{
			Second.push_back(std::abs(First[Vertex] - Mean));
		}
	}
	if (Second.empty())
	{
		return 0.0;
	}
	const auto Middle = Second.begin() + static_cast<std::ptrdiff_t>(Second.size() / 2);
	std::nth_element(Second.begin(), Middle, Second.end());
	return 1.4826 * *Middle / ScanCleaningDetail::BiLaplacianDeviation;
}

TResult<FCleanScan> CleanScan(const FScan& Source, double Scale, const FBuildContext&)
{
	using namespace ScanCleaningDetail;
	FCleanScan Scan;
	Scan.Name = Source.Name;
	Scan.Positions = Source.Mesh.Positions;
	for (FDouble3& P : Scan.Positions)
	{
		P = {P.X * Scale, P.Y * Scale, P.Z * Scale};
	}
	if (const std::vector<uint32_t> Colors = ColorOfVertices(Source.Mesh); !Colors.empty())
	{
		for (const uint32_t Color : Colors)
		{
			Scan.Colors.push_back(
				Color == NoIndex ? FFloat4{1.0f, 1.0f, 1.0f, 1.0f} : Source.Mesh.Colors.front().Values[Color]);
		}
	}
	if (Source.Mesh.PolygonCount() == 0)
	{
		if (Scan.Positions.size() < 100)
		{
			return FError{EErrorCode::Degenerate,
				Source.Name + ": the scan has no faces and only " + std::to_string(Scan.Positions.size()) +
					" points. Give a mesh, or a point cloud with some thousand points."};
		}
		UsePoints(Scan);
		Scan.VertexAreas.assign(Scan.Positions.size(), 1.0 / static_cast<double>(Scan.Positions.size()));
	}
	else
	{
		std::vector<FTriangle> Triangles;
		for (const std::array<uint32_t, 3>& Corners : TriangulatePolygons(Source.Mesh).Corners)
		{
			Triangles.push_back({static_cast<int32_t>(Source.Mesh.CornerVertices[Corners[0]]),
				static_cast<int32_t>(Source.Mesh.CornerVertices[Corners[1]]),
				static_cast<int32_t>(Source.Mesh.CornerVertices[Corners[2]])});
		}
		Scan.Triangles = UsableTriangles(Scan.Positions, std::move(Triangles), Scan.Findings);
		Scan.TriangleNormals = TriangleNormals(Scan.Positions, Scan.Triangles);
		if (!Scan.Triangles.empty())
		{
			RemoveFloor(Scan);
		}
		if (!Scan.Triangles.empty())
		{
			CleanPieces(Scan);
		}
		DropUnused(Scan);
		Scan.TriangleNormals = TriangleNormals(Scan.Positions, Scan.Triangles);
		Scan.VertexNormals = VertexNormals(Scan.Positions, Scan.Triangles);
		Scan.VertexAreas = VertexAreas(Scan.Positions, Scan.Triangles);
		Scan.Area = SurfaceArea(Scan.Positions, Scan.Triangles);
		MarkBorders(Scan);
		Scan.Noise = EstimateNoise(Scan.Positions, Scan.Triangles, Scan.VertexNormals, Scan.BorderVertices);
	}
	if (Scan.Triangles.size() < 50)
	{
		const std::string Left = std::to_string(Scan.Triangles.size());
		return FError{EErrorCode::Degenerate,
			Source.Name +
				(Scan.Findings.FloorTriangles > 0
						? ": the scan is only a floor: " + Left + " triangles stand above it. Scan the character."
						: ": the scan has " + Left +
							" usable triangles; a character needs thousands. Check the file.")};
	}
	Scan.Tree = std::make_unique<FSurfaceTree>(Scan.Positions, Scan.Triangles);
	return Scan;
}

} // namespace Exemplar

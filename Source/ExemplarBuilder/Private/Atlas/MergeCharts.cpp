// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Atlas/MergeCharts.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <queue>

namespace Exemplar
{

bool IsInnerEdge(const FPosedFaces& Faces, size_t Edge)
{
	const std::span<const int32_t> Sides = Faces.Adjacency.EdgeTriangles[Edge];
	if (Sides.size() != 2)
	{
		return false;
	}
	const FMeshEdge& E = Faces.Adjacency.Edges[Edge];
	const auto Runs = [&](int32_t Face)
	{
		const FTriangle& T = Faces.Triangles[static_cast<size_t>(Face)];
		return (T[0] == E.A && T[1] == E.B) || (T[1] == E.A && T[2] == E.B) || (T[2] == E.A && T[0] == E.B);
	};
	return Runs(Sides[0]) != Runs(Sides[1]);
}

namespace MergeChartsDetail
{

double LengthOf(const FDouble3& V)
{
	return std::sqrt(V.X * V.X + V.Y * V.Y + V.Z * V.Z);
}

double ProductOf(const FDouble3& A, const FDouble3& B)
{
	return A.X * B.X + A.Y * B.Y + A.Z * B.Z;
}

FDouble3 Minus(const FDouble3& A, const FDouble3& B)
{
	return {A.X - B.X, A.Y - B.Y, A.Z - B.Z};
}

double EdgeLength(const FPosedFaces& Faces, const FMeshEdge& Edge)
{
	double Sum = 0.0;
	for (const std::vector<FDouble3>& Shape : Faces.Shapes)
	{
		Sum += LengthOf(Minus(Shape[static_cast<size_t>(Edge.A)], Shape[static_cast<size_t>(Edge.B)]));
	}
	return Sum / static_cast<double>(Faces.Shapes.size());
}

FPieceShape MeasureFace(const FPosedFaces& Faces, size_t Face)
{
	FPieceShape Out;
	for (const std::vector<FDouble3>& Shape : Faces.Shapes)
	{
		const FDouble3 Normal = FaceNormal(Shape, Faces.Triangles[Face]);
		Out.Normals[Out.ShapeCount++] = Normal;
		Out.Area += LengthOf(Normal) / static_cast<double>(Faces.Shapes.size());
	}
	for (const int32_t Edge : Faces.Adjacency.TriangleEdges[Face])
	{
		Out.Perimeter += Edge < 0 ? 0.0 : EdgeLength(Faces, Faces.Adjacency.Edges[static_cast<size_t>(Edge)]);
	}
	return Out;
}

FPieceShape Join(const FPieceShape& A, const FPieceShape& B, double Shared)
{
	FPieceShape Out = A;
	Out.Area += B.Area;
	Out.Perimeter += B.Perimeter - 2.0 * Shared;
	for (size_t Shape = 0; Shape < Out.ShapeCount; ++Shape)
	{
		FDouble3& N = Out.Normals[Shape];
		N = {N.X + B.Normals[Shape].X, N.Y + B.Normals[Shape].Y, N.Z + B.Normals[Shape].Z};
	}
	return Out;
}

struct FNeighbor
{
	int32_t Piece = 0;
	double Shared = 0.0; // length of the common border
	size_t Edges = 0;
};

struct FPiece
{
	FPieceShape Shape;
	std::vector<int32_t> Faces;
	std::vector<int32_t> Border; // vertices with a border edge, sorted; a vertex that touches twice counts once
	std::vector<FNeighbor> Neighbors;
	uint32_t Version = 0;
	bool bAlive = true;
};

struct FCandidate
{
	double Cost = 0.0;
	int32_t A = 0, B = 0;
	uint32_t VersionA = 0, VersionB = 0;

	bool operator<(const FCandidate& Other) const // the cheapest is on top; ties by number
	{
		return Cost != Other.Cost ? Cost > Other.Cost : A != Other.A ? A > Other.A : B > Other.B;
	}
};

class FMerging
{
public:
	FMerging(const FPosedFaces& InFaces, const FMergeOptions& InOptions)
		: Faces(InFaces)
		, Options(InOptions)
	{
		Pieces.resize(Faces.Triangles.size());
		for (size_t Face = 0; Face < Pieces.size(); ++Face)
		{
			FPiece& Piece = Pieces[Face];
			const FTriangle& T = Faces.Triangles[Face];
			Piece.Shape = MeasureFace(Faces, Face);
			Piece.Faces = {static_cast<int32_t>(Face)};
			Piece.Border.assign(T.begin(), T.end());
			std::sort(Piece.Border.begin(), Piece.Border.end());
			Piece.bAlive = Faces.Adjacency.TriangleEdges[Face][0] >= 0;
			Alive += Piece.bAlive;
			PieceOfFace.push_back(static_cast<int32_t>(Face));
		}
		for (size_t Edge = 0; Edge < Faces.Adjacency.Edges.size(); ++Edge)
		{
			if (IsInnerEdge(Faces, Edge))
			{
				const std::span<const int32_t> Sides = Faces.Adjacency.EdgeTriangles[Edge];
				const double Length = EdgeLength(Faces, Faces.Adjacency.Edges[Edge]);
				AddNeighbor(Sides[0], {Sides[1], Length, 1});
				AddNeighbor(Sides[1], {Sides[0], Length, 1});
			}
		}
		for (size_t Piece = 0; Piece < Pieces.size(); ++Piece)
		{
			for (const FNeighbor& Other : Pieces[Piece].Neighbors)
			{
				if (Other.Piece > static_cast<int32_t>(Piece))
				{
					Push(static_cast<int32_t>(Piece), Other);
				}
			}
		}
	}

	FStatus Run(const FBuildContext& Context)
	{
		const size_t First = Alive;
		for (size_t Turn = 0; !Queue.empty() && Alive > Options.MinPieces; ++Turn)
		{
			const FCandidate Best = Queue.top();
			Queue.pop();
			if (Turn % 4096 == 0 &&
				!Context.Progress.Report(1.0 - static_cast<double>(Alive) / static_cast<double>(First)))
			{
				return Context.Progress.CanceledError();
			}
			if (At(Best.A).bAlive && At(Best.B).bAlive && At(Best.A).Version == Best.VersionA &&
				At(Best.B).Version == Best.VersionB && IsLegal(Best.A, Best.B))
			{
				Merge(Best.A, Best.B);
			}
		}
		return FOk{};
	}

	/** The piece of every triangle, numbered by their first triangles. */
	std::vector<int32_t> Labels() const
	{
		std::vector<int32_t> Out(PieceOfFace.size(), -1), NumberOf(PieceOfFace.size(), -1);
		int32_t Next = 0;
		for (size_t Face = 0; Face < Out.size(); ++Face)
		{
			if (Faces.Adjacency.TriangleEdges[Face][0] >= 0)
			{
				int32_t& Number = NumberOf[static_cast<size_t>(PieceOfFace[Face])];
				Number = Number < 0 ? Next++ : Number;
				Out[Face] = Number;
			}
		}
		return Out;
	}

private:
	FPiece& At(int32_t Piece) { return Pieces[static_cast<size_t>(Piece)]; }

	void AddNeighbor(int32_t Piece, const FNeighbor& Neighbor)
	{
		for (FNeighbor& Known : At(Piece).Neighbors)
		{
			if (Known.Piece == Neighbor.Piece)
			{
				Known.Shared += Neighbor.Shared;
				Known.Edges += Neighbor.Edges;
				return;
			}
		}
		At(Piece).Neighbors.push_back(Neighbor);
	}

	double CostOf(const FPieceShape& Shape) const { return Shape.Area * Shape.Error(Options.Compactness); }

	void Push(int32_t Piece, const FNeighbor& Other)
	{
		const FPieceShape &A = At(Piece).Shape, &B = At(Other.Piece).Shape;
		const FPieceShape Both = Join(A, B, Other.Shared);
		if (Both.AreaRatio() <= Options.MaxAreaRatio || Both.Area == 0.0)
		{
			Queue.push(
				{CostOf(Both) - CostOf(A) - CostOf(B), Piece, Other.Piece, At(Piece).Version, At(Other.Piece).Version});
		}
	}

	/** The part of a piece that faces away from a direction, in the shape where it is largest. */
	double AwayPart(const FPiece& Piece, const FPieceShape& Whole) const
	{
		double Most = 0.0;
		for (size_t Shape = 0; Shape < Whole.ShapeCount; ++Shape)
		{
			double Away = 0.0, All = 0.0;
			for (const int32_t Face : Piece.Faces)
			{
				const FDouble3 N = FaceNormal(Faces.Shapes[Shape], Faces.Triangles[static_cast<size_t>(Face)]);
				const double Length = LengthOf(N);
				All += Length;
				Away +=
					ProductOf(N, Whole.Normals[Shape]) < -0.1 * Length * LengthOf(Whole.Normals[Shape]) ? Length : 0.0;
			}
			Most = (std::max)(Most, All > 0.0 ? Away / All : 0.0);
		}
		return Most;
	}

	bool IsLegal(int32_t A, int32_t B)
	{
		const FPiece &First = At(A), &Second = At(B);
		const auto Found = std::find_if(First.Neighbors.begin(), First.Neighbors.end(),
			[B](const FNeighbor& Neighbor) { return Neighbor.Piece == B; });
		// Common vertices less common edges: 1 for one path and nothing else (the Euler characteristic of what the two
		// discs share).
		size_t Common = 0;
		for (auto X = First.Border.begin(), Y = Second.Border.begin();
			 X != First.Border.end() && Y != Second.Border.end();)
		{
			Common += *X == *Y;
			const bool bFirst = *X <= *Y, bSecond = *Y <= *X;
			X += bFirst;
			Y += bSecond;
		}
		if (Common != Found->Edges + 1)
		{
			return false;
		}
		const FPieceShape Both = Join(First.Shape, Second.Shape, Found->Shared);
		return AwayPart(First, Both) <= Options.MaxAway && AwayPart(Second, Both) <= Options.MaxAway;
	}

	/** Vertices on the border of the union: those of both, less the inner vertices of the shared path. */
	std::vector<int32_t> JoinBorders(int32_t A, int32_t B) const
	{
		std::vector<int32_t> Out;
		const std::vector<int32_t>&X = Pieces[static_cast<size_t>(A)].Border,
			  &Y = Pieces[static_cast<size_t>(B)].Border;
		std::set_union(X.begin(), X.end(), Y.begin(), Y.end(), std::back_inserter(Out));
		std::vector<int32_t> Common;
		std::set_intersection(X.begin(), X.end(), Y.begin(), Y.end(), std::back_inserter(Common));
		// A common vertex is inside if all its triangles are in the union and its fan is closed.
		const auto IsInside = [&](int32_t Vertex)
		{
			const std::span<const int32_t> Around = Faces.Adjacency.VertexTriangles[static_cast<size_t>(Vertex)];
			for (const int32_t Face : Around)
			{
				if (PieceOfFace[static_cast<size_t>(Face)] != A && PieceOfFace[static_cast<size_t>(Face)] != B)
				{
					return false;
				}
			}
			for (const int32_t Face : Around)
			{
				for (const int32_t Edge : Faces.Adjacency.TriangleEdges[static_cast<size_t>(Face)])
				{
					const FMeshEdge& E = Faces.Adjacency.Edges[static_cast<size_t>(Edge)];
					if ((E.A == Vertex || E.B == Vertex) && !IsInnerEdge(Faces, static_cast<size_t>(Edge)))
					{
						return false;
					}
				}
			}
			return true;
		};
		std::vector<int32_t> Inside;
		std::copy_if(Common.begin(), Common.end(), std::back_inserter(Inside), IsInside);
		std::vector<int32_t> Left;
		std::set_difference(Out.begin(), Out.end(), Inside.begin(), Inside.end(), std::back_inserter(Left));
		return Left;
	}

	void Merge(int32_t A, int32_t B)
	{
		FPiece &To = At(A), &From = At(B);
		const auto Shared = std::find_if(
			To.Neighbors.begin(), To.Neighbors.end(), [B](const FNeighbor& Neighbor) { return Neighbor.Piece == B; });
		To.Shape = Join(To.Shape, From.Shape, Shared->Shared);
		To.Border = JoinBorders(A, B);
		for (const int32_t Face : From.Faces)
		{
			PieceOfFace[static_cast<size_t>(Face)] = A;
		}
		To.Faces.insert(To.Faces.end(), From.Faces.begin(), From.Faces.end());
		To.Neighbors.erase(Shared);
		for (const FNeighbor& Neighbor : From.Neighbors)
		{
			if (Neighbor.Piece == A)
			{
				continue;
			}
			std::vector<FNeighbor>& Theirs = At(Neighbor.Piece).Neighbors;
			Theirs.erase(
				std::find_if(Theirs.begin(), Theirs.end(), [B](const FNeighbor& Other) { return Other.Piece == B; }));
			AddNeighbor(Neighbor.Piece, {A, Neighbor.Shared, Neighbor.Edges});
			AddNeighbor(A, Neighbor);
		}
		From = {};
		From.bAlive = false;
		--Alive;
		++To.Version;
		for (const FNeighbor& Neighbor : To.Neighbors)
		{
			Push(A, Neighbor);
		}
	}

	const FPosedFaces& Faces;
	const FMergeOptions& Options;
	std::vector<FPiece> Pieces;
	std::vector<int32_t> PieceOfFace;
	std::priority_queue<FCandidate> Queue;
	size_t Alive = 0;
};

} // namespace MergeChartsDetail

FDouble3 FaceNormal(std::span<const FDouble3> Shape, const FTriangle& T)
{
	const FDouble3& O = Shape[static_cast<size_t>(T[0])];
	const FDouble3 U = MergeChartsDetail::Minus(Shape[static_cast<size_t>(T[1])], O),
				   V = MergeChartsDetail::Minus(Shape[static_cast<size_t>(T[2])], O);
	return {0.5 * (U.Y * V.Z - U.Z * V.Y), 0.5 * (U.Z * V.X - U.X * V.Z), 0.5 * (U.X * V.Y - U.Y * V.X)};
}

double FPieceShape::Projected() const
{
	double Sum = 0.0;
	for (size_t Shape = 0; Shape < ShapeCount; ++Shape)
	{
		Sum += MergeChartsDetail::LengthOf(Normals[Shape]) / static_cast<double>(ShapeCount);
	}
	return Sum;
}

double FPieceShape::Error(double Compactness) const
{
	const double Circle = Perimeter * Perimeter / (4.0 * std::numbers::pi);
	const double Seen = (std::max)(Projected(), 1e-12 * (Area + Circle));
	return Seen > 0.0 ? (Area + Compactness * Circle) / Seen : 1.0 + Compactness;
}

FPieceShape MeasurePiece(const FPosedFaces& Faces, std::span<const int32_t> Piece)
{
	using namespace MergeChartsDetail;
	FPieceShape Out;
	Out.ShapeCount = Faces.Shapes.size();
	std::vector<int32_t> Edges;
	for (const int32_t Face : Piece)
	{
		Out = Join(Out, MeasureFace(Faces, static_cast<size_t>(Face)), 0.0);
		for (const int32_t Edge : Faces.Adjacency.TriangleEdges[static_cast<size_t>(Face)])
		{
			Edges.push_back(Edge);
		}
	}
	std::sort(Edges.begin(), Edges.end());
	for (size_t Place = 1; Place < Edges.size(); ++Place)
	{
		if (Edges[Place] == Edges[Place - 1] && Edges[Place] >= 0)
		{
			Out.Perimeter -= 2.0 * EdgeLength(Faces, Faces.Adjacency.Edges[static_cast<size_t>(Edges[Place])]);
		}
	}
	return Out;
}

TResult<std::vector<int32_t>> MergeCharts(
	const FPosedFaces& Faces, const FMergeOptions& Options, const FBuildContext& Context)
{
	MergeChartsDetail::FMerging Merging(Faces, Options);
	if (FStatus Status = Merging.Run(Context); !Status)
	{
		return Status.GetError();
	}
	return Merging.Labels();
}

} // namespace Exemplar

// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Geometry/SurfaceRemesh.h"

#include "Geometry/EigenLibrary.h"
#include "Geometry/EigenMap.h"

#include <algorithm>

namespace Exemplar
{
namespace RemeshDetail
{

using FPoint = Eigen::Vector3d;

/**
 * Half-edges by index: half-edge h belongs to triangle h / 3 and runs from Start[h] to Start[Next(h)]. Opposite is -1
 * on the boundary. Leaving[v] is any half-edge from v, -1 for a vertex that was collapsed away. Start[3 t] is -1 for a
 * triangle that is gone.
 */
class FEditMesh
{
public:
	FEditMesh(const FTriangleMesh& Mesh);
	FTriangleMesh ToMesh() const;

	static int Next(int H) { return H % 3 == 2 ? H - 2 : H + 1; }
	static int Previous(int H) { return H % 3 == 0 ? H + 2 : H - 1; }
	int End(int H) const { return Start[Idx(Next(H))]; }
	int Apex(int H) const { return Start[Idx(Previous(H))]; }
	bool IsGone(int H) const { return Start[Idx(H)] < 0; }
	const FPoint& StartPoint(int H) const { return Points[Idx(Start[Idx(H)])]; }
	const FPoint& EndPoint(int H) const { return Points[Idx(End(H))]; }
	static size_t Idx(int Index) { return static_cast<size_t>(Index); }
	int HalfEdgeCount() const { return static_cast<int>(Start.size()); }

	/** Half-edges that leave V, counter-clockwise; on the boundary from its first triangle to its last. */
	void GatherLeaving(int V, std::vector<int>& Out) const;
	/** The neighbors of V in the same order; on the boundary one more than there are triangles. */
	void GatherRing(int V, std::vector<int>& Out) const;

	void Split(int H, const FPoint& Middle);
	void Flip(int H);
	/** Merges End(H) into Start(H), which moves to Place. The caller has checked that the topology allows it. */
	void Collapse(int H, const FPoint& Place);

	std::vector<FPoint> Points;
	std::vector<bool> OnBoundary;
	std::vector<int> Leaving;
	std::vector<int> Start;
	std::vector<int> Opposite;

private:
	void Link(int A, int B)
	{
		if (A >= 0)
		{
			Opposite[Idx(A)] = B;
		}
		if (B >= 0)
		{
			Opposite[Idx(B)] = A;
		}
	}
	int AddTriangle(int A, int B, int C)
	{
		const int First = HalfEdgeCount();
		Start.insert(Start.end(), {A, B, C});
		Opposite.insert(Opposite.end(), {-1, -1, -1});
		return First;
	}
	mutable std::vector<int> Scratch;
};

FEditMesh::FEditMesh(const FTriangleMesh& Mesh)
{
	for (const FDouble3& P : Mesh.Positions)
	{
		Points.push_back(AsVector(P));
	}
	struct FSide
	{
		int64_t Key;
		int HalfEdge;
	};
	std::vector<FSide> Sides;
	Leaving.assign(Points.size(), -1);
	for (const FTriangle& Triangle : Mesh.Triangles)
	{
		const int First = AddTriangle(Triangle[0], Triangle[1], Triangle[2]);
		for (int Corner = 0; Corner < 3; ++Corner)
		{
			const int64_t A = Triangle[Corner], B = Triangle[(Corner + 1) % 3];
			Sides.push_back({((std::min)(A, B) << 32) | (std::max)(A, B), First + Corner});
			Leaving[Idx(Triangle[Corner])] = First + Corner;
		}
	}
	std::sort(Sides.begin(), Sides.end(),
		[](const FSide& A, const FSide& B) { return A.Key != B.Key ? A.Key < B.Key : A.HalfEdge < B.HalfEdge; });
	for (size_t Index = 0; Index + 1 < Sides.size(); ++Index)
	{
		if (Sides[Index].Key == Sides[Index + 1].Key)
		{
			Link(Sides[Index].HalfEdge, Sides[Index + 1].HalfEdge);
			++Index;
		}
	}
	OnBoundary.assign(Points.size(), false);
	for (int H = 0; H < HalfEdgeCount(); ++H)
	{
		if (Opposite[Idx(H)] < 0)
		{
			OnBoundary[Idx(Start[Idx(H)])] = true;
			OnBoundary[Idx(End(H))] = true;
		}
	}
}

FTriangleMesh FEditMesh::ToMesh() const
{
	FTriangleMesh Mesh;
	std::vector<int32_t> NewIndex(Points.size(), -1);
	for (size_t V = 0; V < Points.size(); ++V)
	{
		if (Leaving[V] >= 0)
		{
			NewIndex[V] = static_cast<int32_t>(Mesh.Positions.size());
			Mesh.Positions.push_back(ToDouble3(Points[V]));
		}
	}
	for (size_t H = 0; H < Start.size(); H += 3)
	{
		if (Start[H] >= 0)
		{
			Mesh.Triangles.push_back(
				{NewIndex[Idx(Start[H])], NewIndex[Idx(Start[H + 1])], NewIndex[Idx(Start[H + 2])]});
		}
	}
	return Mesh;
}

void FEditMesh::GatherLeaving(int V, std::vector<int>& Out) const
{
	Out.clear();
	int First = Leaving[Idx(V)];
	for (int H = Opposite[Idx(First)]; H >= 0; H = Opposite[Idx(First)])
	{
		First = Next(H);
		if (First == Leaving[Idx(V)])
		{
			break;
		}
	}
	int H = First;
	do
	{
		Out.push_back(H);
		H = Opposite[Idx(Previous(H))];
	} while (H >= 0 && H != First);
}

void FEditMesh::GatherRing(int V, std::vector<int>& Out) const
{
	GatherLeaving(V, Scratch);
	Out.clear();
	for (const int H : Scratch)
	{
		Out.push_back(End(H));
	}
	if (Opposite[Idx(Previous(Scratch.back()))] < 0)
	{
		Out.push_back(Apex(Scratch.back()));
	}
}

void FEditMesh::Split(int H, const FPoint& Middle)
{
	const int M = static_cast<int>(Points.size());
	const int O = Opposite[Idx(H)];
	Points.push_back(Middle);
	OnBoundary.push_back(O < 0);
	Leaving.push_back(-1);
	// (a, b, c) becomes (a, m, c) and (m, b, c); the other side likewise.
	const auto Halve = [&](int Edge)
	{
		const int B = End(Edge), C = Apex(Edge);
		const int Upper = Next(Edge), UpperOpposite = Opposite[Idx(Upper)];
		const int First = AddTriangle(M, B, C);
		Start[Idx(Upper)] = M;
		Link(First + 1, UpperOpposite);
		Link(First + 2, Upper);
		Leaving[Idx(B)] = First + 1;
		Leaving[Idx(M)] = First;
		return First;
	};
	const int A = Start[Idx(H)];
	const int Far = Halve(H);
	Leaving[Idx(A)] = H;
	if (O >= 0)
	{
		const int OtherFar = Halve(O);
		Link(H, OtherFar);
		Link(O, Far);
	}
}

void FEditMesh::Flip(int H)
{
	// Triangles (a, b, c) and (b, a, d) become (c, a, d) and (d, b, c), written over the same six half-edges.
	const int O = Opposite[Idx(H)];
	const int Corners[4] = {Start[Idx(H)], End(H), Apex(H), Apex(O)};
	const int BC = Opposite[Idx(Next(H))], CA = Opposite[Idx(Previous(H))];
	const int AD = Opposite[Idx(Next(O))], DB = Opposite[Idx(Previous(O))];
	const int T = H / 3 * 3, U = O / 3 * 3;
	const int NewStarts[6] = {Corners[2], Corners[0], Corners[3], Corners[3], Corners[1], Corners[2]};
	for (int Corner = 0; Corner < 6; ++Corner)
	{
		const int Edge = Corner < 3 ? T + Corner : U + Corner - 3;
		Start[Idx(Edge)] = NewStarts[Corner];
		Leaving[Idx(NewStarts[Corner])] = Edge;
	}
	Link(T, CA);
	Link(T + 1, AD);
	Link(U, DB);
	Link(U + 1, BC);
	Link(T + 2, U + 2);
}

void FEditMesh::Collapse(int H, const FPoint& Place)
{
	const int A = Start[Idx(H)], B = End(H), O = Opposite[Idx(H)];
	GatherLeaving(B, Scratch);
	for (const int Leave : Scratch)
	{
		Start[Idx(Leave)] = A;
	}
	for (const int Edge : {H, O})
	{
		if (Edge < 0)
		{
			continue;
		}
		// The two other sides of the triangle fall together: X runs from its tip to A, Y from A to its tip.
		const int X = Opposite[Idx(Next(Edge))], Y = Opposite[Idx(Previous(Edge))];
		const int Tip = Apex(Edge);
		Link(X, Y);
		Leaving[Idx(Tip)] = X >= 0 ? X : Next(Y);
		Leaving[Idx(A)] = Y >= 0 ? Y : Next(X);
		for (int Corner = 0; Corner < 3; ++Corner)
		{
			Start[Idx(Edge / 3 * 3 + Corner)] = -1;
		}
	}
	Leaving[Idx(B)] = -1;
	Points[Idx(A)] = Place;
	OnBoundary[Idx(A)] = OnBoundary[Idx(A)] || OnBoundary[Idx(B)];
}

static FPoint AreaNormal(const FPoint& A, const FPoint& B, const FPoint& C)
{
	return (B - A).cross(C - A);
}

static void SplitLongSides(FEditMesh& Mesh, const FRemeshSurface& Surface)
{
	const int Count = Mesh.HalfEdgeCount();
	for (int H = 0; H < Count; ++H)
	{
		const int O = Mesh.Opposite[Mesh.Idx(H)];
		if (Mesh.IsGone(H) || (O >= 0 && O < H))
		{
			continue;
		}
		const FPoint Middle = 0.5 * (Mesh.StartPoint(H) + Mesh.EndPoint(H));
		if ((Mesh.EndPoint(H) - Mesh.StartPoint(H)).norm() > 4.0 / 3.0 * Surface.EdgeLength(Middle))
		{
			Mesh.Split(H, Middle);
		}
	}
}

/** Whether the triangles around V, moved to Place, keep short sides and do not flip. */
static bool MayMove(
	const FEditMesh& Mesh, int V, int Other, const FPoint& Place, double Longest, std::vector<int>& Around)
{
	Mesh.GatherLeaving(V, Around);
	for (const int H : Around)
	{
		const int B = Mesh.End(H), C = Mesh.Apex(H);
		if ((B != Other && (Mesh.Points[Mesh.Idx(B)] - Place).norm() > Longest) ||
			(C != Other && (Mesh.Points[Mesh.Idx(C)] - Place).norm() > Longest))
		{
			return false;
		}
		if (B != Other && C != Other)
		{
			const FPoint Before =
				AreaNormal(Mesh.Points[Mesh.Idx(V)], Mesh.Points[Mesh.Idx(B)], Mesh.Points[Mesh.Idx(C)]);
			const FPoint After = AreaNormal(Place, Mesh.Points[Mesh.Idx(B)], Mesh.Points[Mesh.Idx(C)]);
			if (Before.dot(After) <= 0.4 * Before.norm() * After.norm())
			{
				return false;
			}
		}
	}
	return true;
}

static void CollapseShortSides(FEditMesh& Mesh, const FRemeshSurface& Surface)
{
	std::vector<int> RingA, RingB, Around;
	for (int H = 0; H < Mesh.HalfEdgeCount(); ++H)
	{
		const int O = Mesh.Opposite[Mesh.Idx(H)];
		if (Mesh.IsGone(H) || (O >= 0 && O < H))
		{
			continue;
		}
		const int A = Mesh.Start[Mesh.Idx(H)], B = Mesh.End(H);
		const bool bA = Mesh.OnBoundary[Mesh.Idx(A)], bB = Mesh.OnBoundary[Mesh.Idx(B)];
		const FPoint Middle = 0.5 * (Mesh.StartPoint(H) + Mesh.EndPoint(H));
		const double Wanted = Surface.EdgeLength(Middle);
		if ((Mesh.EndPoint(H) - Mesh.StartPoint(H)).norm() >= 0.8 * Wanted || (bA && bB && O >= 0))
		{
			continue;
		}
		// The link condition: two vertices merge without pinching the surface if only the sides' apexes see both.
		Mesh.GatherRing(A, RingA);
		Mesh.GatherRing(B, RingB);
		int Common = 0;
		for (const int V : RingA)
		{
			Common += std::find(RingB.begin(), RingB.end(), V) != RingB.end();
		}
		const auto IsEar = [&](int Edge)
		{ return Mesh.Opposite[Mesh.Idx(Mesh.Next(Edge))] < 0 && Mesh.Opposite[Mesh.Idx(Mesh.Previous(Edge))] < 0; };
		if (Common != (O >= 0 ? 2 : 1) || IsEar(H) || (O >= 0 && IsEar(O)))
		{
			continue;
		}
		const FPoint Place = bA == bB ? Middle : bA ? Mesh.StartPoint(H) : Mesh.EndPoint(H);
		if (MayMove(Mesh, A, B, Place, 4.0 / 3.0 * Wanted, Around) &&
			MayMove(Mesh, B, A, Place, 4.0 / 3.0 * Wanted, Around))
		{
			Mesh.Collapse(H, Place);
		}
	}
}

static void FlipTowardValenceSix(FEditMesh& Mesh)
{
	std::vector<int> Ring;
	std::vector<int> Excess(Mesh.Points.size(), 0); // valence above the best: six inside, four on the boundary
	for (size_t V = 0; V < Mesh.Points.size(); ++V)
	{
		if (Mesh.Leaving[V] >= 0)
		{
			Mesh.GatherRing(static_cast<int>(V), Ring);
			Excess[V] = static_cast<int>(Ring.size()) - (Mesh.OnBoundary[V] ? 4 : 6);
		}
	}
	for (int H = 0; H < Mesh.HalfEdgeCount(); ++H)
	{
		const int O = Mesh.Opposite[Mesh.Idx(H)];
		if (Mesh.IsGone(H) || O < H)
		{
			continue;
		}
		const int V[4] = {Mesh.Start[Mesh.Idx(H)], Mesh.End(H), Mesh.Apex(H), Mesh.Apex(O)};
		int Change = 0;
		for (int Corner = 0; Corner < 4; ++Corner)
		{
			const int Now = Excess[Mesh.Idx(V[Corner])], Then = Now + (Corner < 2 ? -1 : 1);
			Change += Then * Then - Now * Now;
		}
		if (Change >= 0)
		{
			continue;
		}
		const FPoint &A = Mesh.Points[Mesh.Idx(V[0])], &B = Mesh.Points[Mesh.Idx(V[1])];
		const FPoint &C = Mesh.Points[Mesh.Idx(V[2])], &D = Mesh.Points[Mesh.Idx(V[3])];
		const FPoint Before = (AreaNormal(A, B, C) + AreaNormal(B, A, D)).normalized();
		const FPoint First = AreaNormal(C, A, D), Second = AreaNormal(D, B, C);
		Mesh.GatherRing(V[2], Ring);
		if (First.dot(Before) <= 0.6 * First.norm() || Second.dot(Before) <= 0.6 * Second.norm() ||
			std::find(Ring.begin(), Ring.end(), V[3]) != Ring.end())
		{
			continue;
		}
		Mesh.Flip(H);
		for (int Corner = 0; Corner < 4; ++Corner)
		{
			Excess[Mesh.Idx(V[Corner])] += Corner < 2 ? -1 : 1;
		}
	}
}

/** Moves vertices along the surface to the center of their triangles, weighted by the desired sizes. */
static void RelaxAndProject(FEditMesh& Mesh, const FRemeshSurface& Surface, IExecutor& Executor)
{
	std::vector<FPoint> Moved = Mesh.Points;
	ParallelFor(Executor, Mesh.Points.size(), 256,
		[&](size_t Begin, size_t End)
		{
			std::vector<int> Around;
			for (size_t V = Begin; V < End; ++V)
			{
				if (Mesh.Leaving[V] < 0)
				{
					continue;
				}
				const FPoint& Here = Mesh.Points[V];
				Mesh.GatherLeaving(static_cast<int>(V), Around);
				FPoint Target = Here;
				if (Mesh.OnBoundary[V])
				{
					const FPoint &A = Mesh.EndPoint(Around.front()),
								 &B = Mesh.StartPoint(FEditMesh::Previous(Around.back()));
					Target = 0.5 * Here + 0.25 * (A + B);
				}
				else
				{
					FPoint Sum(0.0, 0.0, 0.0), Normal(0.0, 0.0, 0.0);
					double Weights = 0.0;
					for (const int H : Around)
					{
						const FPoint &B = Mesh.EndPoint(H), &C = Mesh.StartPoint(FEditMesh::Previous(H));
						const FPoint Center = (Here + B + C) / 3.0, N = AreaNormal(Here, B, C);
						const double Wanted = Surface.EdgeLength(Center);
						const double Weight = N.norm() / (Wanted * Wanted);
						Sum += Weight * Center;
						Weights += Weight;
						Normal += N;
					}
					if (Weights > 0.0 && Normal.norm() > 0.0)
					{
						Normal.normalize();
						const FPoint Step = Sum / Weights - Here;
						Target = Here + Step - Normal * Normal.dot(Step);
					}
				}
				Target = Surface.Project(Target);
				if (Mesh.OnBoundary[V])
				{
					Target.x() = 0.0;
				}
				Moved[V] = Target;
			}
		});
	Mesh.Points = std::move(Moved);
}

} // namespace RemeshDetail

FTriangleMesh RemeshSurface(
	const FTriangleMesh& Mesh, const FRemeshSurface& Surface, int Iterations, IExecutor& Executor)
{
	RemeshDetail::FEditMesh Edit(Mesh);
	for (int Iteration = 0; Iteration < Iterations; ++Iteration)
	{
		RemeshDetail::SplitLongSides(Edit, Surface);
		RemeshDetail::CollapseShortSides(Edit, Surface);
		RemeshDetail::FlipTowardValenceSix(Edit);
		RemeshDetail::RelaxAndProject(Edit, Surface, Executor);
	}
	return Edit.ToMesh();
}
} // namespace Exemplar

// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Examples/Triangulate.h"

#include <algorithm>
#include <cmath>

namespace Exemplar
{
namespace
{

/** Clips the ears of one polygon after another, reusing its arrays. */
class FEarClipper
{
public:
	FEarClipper(const FSourceMesh& InMesh, FPolygonTriangles& InOut)
		: Mesh(InMesh)
		, Out(InOut)
	{
	}

	void Clip(uint32_t Polygon)
	{
		Begin = Mesh.PolygonOffsets[Polygon];
		const uint32_t Count = Mesh.PolygonOffsets[Polygon + 1] - Begin;
		if (Count == 3)
		{
			Emit(Polygon, 0, 1, 2);
			return;
		}
		Project(Count);
		Ring.resize(Count);
		for (uint32_t Corner = 0; Corner < Count; ++Corner)
		{
			Ring[Corner] = {(Corner + Count - 1) % Count, (Corner + 1) % Count, 0.0, EEar::No};
		}
		for (uint32_t Corner = 0; Corner < Count; ++Corner)
		{
			Judge(Corner);
		}
		uint32_t First = 0;
		for (uint32_t Left = Count; Left > 3; --Left)
		{
			const uint32_t Ear = ChooseEar(First, Left);
			const uint32_t Previous = Ring[Ear].Previous;
			const uint32_t Next = Ring[Ear].Next;
			Emit(Polygon, Previous, Ear, Next);
			Ring[Previous].Next = Next;
			Ring[Next].Previous = Previous;
			First = First == Ear ? Next : First;
			Judge(Previous);
			Judge(Next);
		}
		Emit(Polygon, Ring[First].Previous, First, Ring[First].Next);
	}

private:
	enum class EEar
	{
		No,     // reflex or flat
		Convex, // but its triangle contains another corner
		Yes
	};

	struct FCorner
	{
		uint32_t Previous;
		uint32_t Next;
		double Diagonal; // squared length of the edge that cutting it off would add
		EEar Kind;
	};

	const FDouble3& At(uint32_t Corner) const { return Mesh.Positions[Mesh.CornerVertices[Begin + Corner]]; }

	/** Drops the axis closest to the polygon's (Newell) normal: exact, and preserves sides and order. */
	void Project(uint32_t Count)
	{
		FDouble3 Normal;
		const FDouble3 Origin = At(0);
		for (uint32_t Corner = 0; Corner < Count; ++Corner)
		{
			const FDouble3 &A = At(Corner), &B = At((Corner + 1) % Count);
			Normal.X += (A.Y - B.Y) * (A.Z + B.Z - 2.0 * Origin.Z);
			Normal.Y += (A.Z - B.Z) * (A.X + B.X - 2.0 * Origin.X);
			Normal.Z += (A.X - B.X) * (A.Y + B.Y - 2.0 * Origin.Y);
		}
		const double X = std::abs(Normal.X), Y = std::abs(Normal.Y), Z = std::abs(Normal.Z);
		Flat.resize(Count);
		for (uint32_t Corner = 0; Corner < Count; ++Corner)
		{
			const FDouble3& P = At(Corner);
			if (Z >= X && Z >= Y)
			{
				Flat[Corner] = Normal.Z < 0.0 ? FDouble2{P.Y, P.X} : FDouble2{P.X, P.Y};
			}
			else if (Y >= X)
			{
				Flat[Corner] = Normal.Y < 0.0 ? FDouble2{P.X, P.Z} : FDouble2{P.Z, P.X};
			}
			else
			{
				Flat[Corner] = Normal.X < 0.0 ? FDouble2{P.Z, P.Y} : FDouble2{P.Y, P.Z};
			}
		}
	}

	/** Twice the signed area: positive where C is to the left of A -> B. */
	static double Side(const FDouble2& A, const FDouble2& B, const FDouble2& C)
	{
		return (B.X - A.X) * (C.Y - A.Y) - (B.Y - A.Y) * (C.X - A.X);
	}

	void Judge(uint32_t Corner)
	{
		FCorner& Item = Ring[Corner];
		const FDouble3 &P = At(Item.Previous), &N = At(Item.Next);
		Item.Diagonal = (P.X - N.X) * (P.X - N.X) + (P.Y - N.Y) * (P.Y - N.Y) + (P.Z - N.Z) * (P.Z - N.Z);
		const FDouble2 &A = Flat[Item.Previous], &B = Flat[Corner], &C = Flat[Item.Next];
		if (!(Side(A, B, C) > 0.0))
		{
			Item.Kind = EEar::No;
			return;
		}
		Item.Kind = EEar::Yes;
		for (uint32_t Other = Ring[Item.Next].Next; Other != Item.Previous; Other = Ring[Other].Next)
		{
			const FDouble2& Q = Flat[Other];
			// Corners coincide where a polygon touches itself (a hole joined by a bridge); these do not block an ear.
			const bool bCoincides = Q == A || Q == B || Q == C;
			if (!bCoincides && Side(A, B, Q) >= 0.0 && Side(B, C, Q) >= 0.0 && Side(C, A, Q) >= 0.0)
			{
				Item.Kind = EEar::Convex;
				return;
			}
		}
	}

	/** Picks the best kind, then the shortest diagonal; among diagonals equal up to rounding, the first. */
	uint32_t ChooseEar(uint32_t First, uint32_t Left) const
	{
		uint32_t Best = Ring[First].Next;
		uint32_t Corner = Best;
		for (uint32_t Step = 1; Step < Left; ++Step)
		{
			Corner = Ring[Corner].Next;
			const FCorner &A = Ring[Corner], &B = Ring[Best];
			if (A.Kind > B.Kind || (A.Kind == B.Kind && A.Diagonal < B.Diagonal * (1.0 - 1e-9)))
			{
				Best = Corner;
			}
		}
		return Best;
	}

	void Emit(uint32_t Polygon, uint32_t A, uint32_t B, uint32_t C)
	{
		std::array<uint32_t, 3> Corners{Begin + A, Begin + B, Begin + C};
		std::rotate(Corners.begin(), std::min_element(Corners.begin(), Corners.end()), Corners.end());
		Out.Corners.push_back(Corners);
		Out.Polygons.push_back(Polygon);
	}

	const FSourceMesh& Mesh;
	FPolygonTriangles& Out;
	uint32_t Begin = 0;
	std::vector<FDouble2> Flat;
	std::vector<FCorner> Ring;
};

} // namespace

FPolygonTriangles TriangulatePolygons(const FSourceMesh& Mesh)
{
	FPolygonTriangles Out;
	const size_t Count = Mesh.CornerVertices.size() - 2 * Mesh.PolygonCount();
	Out.Corners.reserve(Count);
	Out.Polygons.reserve(Count);
	FEarClipper Clipper(Mesh, Out);
	for (size_t Polygon = 0; Polygon < Mesh.PolygonCount(); ++Polygon)
	{
		Clipper.Clip(static_cast<uint32_t>(Polygon));
	}
	return Out;
}

} // namespace Exemplar

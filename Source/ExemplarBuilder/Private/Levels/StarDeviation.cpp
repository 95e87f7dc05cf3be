// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Levels/StarDeviation.h"

#include "Levels/PoseEmbedding.h"

#include <algorithm>
#include <cmath>

namespace Exemplar
{
namespace StarDeviationDetail
{

static double Cross(const FDouble2& A, const FDouble2& B, const FDouble2& C)
{
	return (B.X - A.X) * (C.Y - A.Y) - (B.Y - A.Y) * (C.X - A.X);
}

/** The point of a triangle nearest to P in the plane; returns the squared distance. */
static double ClosestInPlane(
	const FDouble2& P, const FDouble2& A, const FDouble2& B, const FDouble2& C, std::array<double, 3>& Weights)
{
	const double Area = Cross(A, B, C);
	Weights = {Cross(P, B, C) / Area, Cross(A, P, C) / Area, Cross(A, B, P) / Area};
	if (Weights[0] >= 0.0 && Weights[1] >= 0.0 && Weights[2] >= 0.0)
	{
		return 0.0;
	}
	const FDouble2 Corners[3] = {A, B, C};
	double Best = INFINITY;
	for (size_t Side = 0; Side < 3; ++Side)
	{
		const size_t Next = (Side + 1) % 3;
		const double DX = Corners[Next].X - Corners[Side].X, DY = Corners[Next].Y - Corners[Side].Y;
		const double Length = DX * DX + DY * DY;
		const double Along = (P.X - Corners[Side].X) * DX + (P.Y - Corners[Side].Y) * DY;
		const double T = Length > 0.0 ? std::clamp(Along / Length, 0.0, 1.0) : 0.0;
		const double EX = P.X - Corners[Side].X - T * DX, EY = P.Y - Corners[Side].Y - T * DY;
		if (const double Distance = EX * EX + EY * EY; Distance < Best)
		{
			Best = Distance;
			Weights = {0.0, 0.0, 0.0};
			Weights[Side] = 1.0 - T;
			Weights[Next] = T;
		}
	}
	return Best;
}

} // namespace StarDeviationDetail

double SquaredDistanceByProducts(double UU, double UV, double VV, double WU, double WV, double WW)
{
	const double Area = UU * VV - UV * UV;
	const double S = VV * WU - UV * WV, T = UU * WV - UV * WU;
	if (S >= 0.0 && T >= 0.0 && S + T <= Area && Area > 1e-12 * UU * VV)
	{
		return WW - (S * WU + T * WV) / Area;
	}
	const auto ToSide = [](double Square, double Along, double Length) {
		return Along <= 0.0 ? Square
							: (Along >= Length ? Square - 2.0 * Along + Length : Square - Along * Along / Length);
	};
	const double FromU = WW - 2.0 * WU + UU; // from the end of U, from where V - U leads to the end of V
	return (std::min)({ToSide(WW, WU, UU), ToSide(WW, WV, VV), ToSide(FromU, WV - WU - UV + UU, UU - 2.0 * UV + VV)});
}

FStarDeviation::FStarDeviation(
	const FCollapseMesh& InMesh, std::span<const float> InRows, size_t InDimensions, std::span<const FDouble2> InUVs)
	: Mesh(InMesh)
	, Rows(InRows)
	, Dimensions(InDimensions)
	, UVs(InUVs)
{
}

size_t FStarDeviation::FindInRing(int32_t Vertex) const
{
	return static_cast<size_t>(std::lower_bound(Ring.begin(), Ring.end(), Vertex) - Ring.begin());
}

void FStarDeviation::SetCenter(int32_t Vertex)
{
	Center = Vertex;
	Mesh.FindNeighbors(Vertex, Ring);
	Sectors.clear();
	for (const int32_t Triangle : Mesh.TrianglesOf(Vertex))
	{
		const FTriangle& T = Mesh.Corners(Triangle);
		const FTriangle& W = Mesh.WedgesOf(Triangle);
		const size_t At = static_cast<size_t>(FindCorner(T, Vertex));
		const size_t Next = (At + 1) % 3, Last = (At + 2) % 3;
		FSector& Sector = Sectors.emplace_back();
		Sector.Wedge = W[At];
		Sector.A = FindInRing(T[Next]);
		Sector.B = FindInRing(T[Last]);
		if (!UVs.empty())
		{
			Sector.UV = {
				UVs[static_cast<size_t>(W[At])], UVs[static_cast<size_t>(W[Next])], UVs[static_cast<size_t>(W[Last])]};
		}
	}
	const float* const Own = Rows.data() + static_cast<size_t>(Vertex) * Dimensions;
	Vectors.resize(Ring.size() * Dimensions);
	Products.resize(Ring.size() * Ring.size());
	for (size_t I = 0; I < Ring.size(); ++I)
	{
		const float* const Other = Rows.data() + static_cast<size_t>(Ring[I]) * Dimensions;
		float* const Vector = Vectors.data() + I * Dimensions;
		for (size_t K = 0; K < Dimensions; ++K)
		{
			Vector[K] = Other[K] - Own[K];
		}
		for (size_t J = 0; J <= I; ++J)
		{
			const double Product = DotRows(Vector, Vectors.data() + J * Dimensions, Dimensions);
			Products[I * Ring.size() + J] = Product;
			Products[J * Ring.size() + I] = Product;
		}
	}
}

double FStarDeviation::SquaredLength(const FCombination& C) const
{
	double Sum = 0.0;
	for (size_t I = 0; I < C.Count; ++I)
	{
		for (size_t J = 0; J < C.Count; ++J)
		{
			Sum += C.Weights[I] * C.Weights[J] * Gram(C.Index[I], C.Index[J]);
		}
	}
	return (std::max)(0.0, Sum);
}

/** One chart of the star. Not usable where the old UV triangles are degenerate or turned over themselves. */
double FStarDeviation::MeasureByUV(size_t Target, int32_t Wedge, bool& bUsable)
{
	using namespace StarDeviationDetail;
	FDouble2 TargetUV, CenterUV;
	double Sign = 0.0;
	OldSpokes.clear();
	NewSpokes.clear();
	for (const FSector& Sector : Sectors)
	{
		if (Sector.Wedge != Wedge)
		{
			continue;
		}
		const double Area = Cross(Sector.UV[0], Sector.UV[1], Sector.UV[2]);
		if (!(std::abs(Area) > 1e-14) || Sign * Area < 0.0)
		{
			bUsable = false;
			return 0.0;
		}
		Sign = Area > 0.0 ? 1.0 : -1.0;
		CenterUV = Sector.UV[0];
		TargetUV = Sector.A == Target ? Sector.UV[1] : (Sector.B == Target ? Sector.UV[2] : TargetUV);
	}
	double Nearest = INFINITY;
	FCombination AtCenter;
	for (const FSector& Sector : Sectors)
	{
		if (Sector.Wedge != Wedge)
		{
			continue;
		}
		for (const auto& [Index, UV] : {std::pair{Sector.A, Sector.UV[1]}, std::pair{Sector.B, Sector.UV[2]}})
		{
			if (Index != Target)
			{
				OldSpokes.emplace_back(Index, UV);
			}
		}
		if (Sector.A == Target || Sector.B == Target)
		{
			continue;
		}
		if (!(Sign * Cross(TargetUV, Sector.UV[1], Sector.UV[2]) > 1e-14))
		{
			return INFINITY;
		}
		NewSpokes.emplace_back(Sector.A, Sector.UV[1]);
		NewSpokes.emplace_back(Sector.B, Sector.UV[2]);
		std::array<double, 3> Weights;
		const double Distance = ClosestInPlane(CenterUV, TargetUV, Sector.UV[1], Sector.UV[2], Weights);
		if (Distance < Nearest)
		{
			Nearest = Distance;
			AtCenter = {};
			AtCenter.Add(Target, Weights[0]);
			AtCenter.Add(Sector.A, Weights[1]);
			AtCenter.Add(Sector.B, Weights[2]);
		}
	}
	if (NewSpokes.empty())
	{
		return std::sqrt((std::max)(0.0, Gram(Target, Target))); // the star is gone with the edge
	}
	double Largest = SquaredLength(AtCenter);
	for (const auto& [Old, OldUV] : OldSpokes)
	{
		for (const auto& [New, NewUV] : NewSpokes)
		{
			if (Old == New)
			{
				continue;
			}
			const double DX = OldUV.X - CenterUV.X, DY = OldUV.Y - CenterUV.Y;
			const double EX = NewUV.X - TargetUV.X, EY = NewUV.Y - TargetUV.Y;
			const double Area = DX * EY - DY * EX;
			const double SX = TargetUV.X - CenterUV.X, SY = TargetUV.Y - CenterUV.Y;
			const double Alpha = (SX * EY - SY * EX) / Area, Beta = (SX * DY - SY * DX) / Area;
			if (Alpha > 0.0 && Alpha < 1.0 && Beta > 0.0 && Beta < 1.0)
			{
				FCombination Crossing;
				Crossing.Add(Old, Alpha);
				Crossing.Add(Target, Beta - 1.0);
				Crossing.Add(New, -Beta);
				Largest = (std::max)(Largest, SquaredLength(Crossing));
			}
		}
	}
	return std::sqrt(Largest);
}

double FStarDeviation::CenterToTriangle(size_t A, size_t B, size_t C) const
{
	const double AA = Gram(A, A), AB = Gram(A, B), AC = Gram(A, C);
	return SquaredDistanceByProducts(
		Gram(B, B) - 2.0 * AB + AA, Gram(B, C) - AB - AC + AA, Gram(C, C) - 2.0 * AC + AA, AA - AB, AA - AC, AA);
}

/** The squared distance of the center from the new triangles; infinite where there are none. */
double FStarDeviation::DistanceToNew(size_t Target) const
{
	double ToNew = INFINITY;
	for (const FSector& Sector : Sectors)
	{
		if (Sector.A != Target && Sector.B != Target)
		{
			ToNew = (std::min)(ToNew, CenterToTriangle(Target, Sector.A, Sector.B));
		}
	}
	return ToNew == INFINITY ? Gram(Target, Target) : ToNew; // the star is gone with the edge
}

/** The center to the new triangles, and the middles of the new edges to the old ones. */
double FStarDeviation::MeasureByDistance(size_t Target) const
{
	double Largest = (std::max)(0.0, DistanceToNew(Target));
	for (const FSector& Sector : Sectors)
	{
		if (Sector.A == Target || Sector.B == Target)
		{
			continue;
		}
		// The middle of the new edge to Sector.A; each inner edge is the A of one new triangle and the B of another.
		const double Square = 0.25 * (Gram(Target, Target) + 2.0 * Gram(Target, Sector.A) + Gram(Sector.A, Sector.A));
		double ToOld = INFINITY;
		for (size_t Index = 0; Index < Sectors.size() && ToOld > Largest; ++Index) // below, it changes nothing
		{
			const size_t U = Sectors[Index].A, V = Sectors[Index].B;
			ToOld = (std::min)(ToOld,
				SquaredDistanceByProducts(Gram(U, U), Gram(U, V), Gram(V, V),
					0.5 * (Gram(Target, U) + Gram(Sector.A, U)), 0.5 * (Gram(Target, V) + Gram(Sector.A, V)), Square));
		}
		Largest = (std::max)(Largest, ToOld);
	}
	return std::sqrt(Largest);
}

double FStarDeviation::Bound(int32_t Target)
{
	return UVs.empty() ? std::sqrt((std::max)(0.0, DistanceToNew(FindInRing(Target)))) : Measure(Target);
}

double FStarDeviation::Measure(int32_t TargetVertex)
{
	const size_t Target = FindInRing(TargetVertex);
	if (UVs.empty())
	{
		return MeasureByDistance(Target);
	}
	double Largest = 0.0;
	bool bUsable = true;
	for (size_t Index = 0; Index < Sectors.size(); ++Index)
	{
		const int32_t Wedge = Sectors[Index].Wedge;
		const bool bSeen = std::any_of(Sectors.begin(), Sectors.begin() + static_cast<std::ptrdiff_t>(Index),
			[Wedge](const FSector& Sector) { return Sector.Wedge == Wedge; });
		if (!bSeen)
		{
			Largest = (std::max)(Largest, MeasureByUV(Target, Wedge, bUsable));
			if (!bUsable)
			{
				return MeasureByDistance(Target);
			}
		}
	}
	return Largest;
}

} // namespace Exemplar

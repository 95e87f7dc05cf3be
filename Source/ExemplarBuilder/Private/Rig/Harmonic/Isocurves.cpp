// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Rig/Harmonic/Isocurves.h"

#include "Geometry/EigenMap.h"

#include <algorithm>
#include <cmath>

namespace Exemplar
{

namespace IsocurvesDetail
{

/** Follows the curves of one level from triangle to triangle. A triangle that a level crosses has one side on which the
 * field rises above the level and one on which it falls below, so every curve has a direction. */
class FTracer
{
public:
	FTracer(const FHarmonicMesh& InMesh, std::span<const double> InField, std::span<const double> InCurvatures,
		const FLevelPieces& InPieces)
		: Mesh(InMesh)
		, Field(InField)
		, Curvatures(InCurvatures)
		, Pieces(InPieces)
	{
		Gradients.reserve(Mesh.Mesh.Triangles.size());
		for (const FTriangle& Triangle : Mesh.Mesh.Triangles)
		{
			Gradients.push_back(GradientOf(Triangle));
		}
	}

	/** The curve from a triangle onward, until it returns or meets the boundary or a triangle that has a curve. */
	FIsocurve Trace(int32_t Start, int32_t Level, int32_t Number, std::vector<int32_t>& CurveOfPiece) const
	{
		FIsocurve Curve;
		Curve.Value = Pieces.Levels[static_cast<size_t>(Level)];
		std::vector<double> Flux;
		int32_t Triangle = Start;
		for (;;)
		{
			CurveOfPiece[PieceBelow(Triangle, Level)] = Number;
			AddPoint(Triangle, RisingSide(Triangle, Level), Curve);
			Flux.push_back(Gradients[static_cast<size_t>(Triangle)]);
			const size_t Falling = FallingSide(Triangle, Level);
			const int32_t Next = Mesh.Across[static_cast<size_t>(Triangle)][Falling];
			if (Next == Start)
			{
				break;
			}
			if (Next < 0 || CurveOfPiece[PieceBelow(Next, Level)] >= 0)
			{
				AddPoint(Triangle, Falling, Curve);
				Curve.bClosed = false;
				break;
			}
			Triangle = Next;
		}
		Finish(Flux, Curve);
		return Curve;
	}

	/** The triangle before this one on its curve; -1 where the curve begins. */
	int32_t Previous(int32_t Triangle, int32_t Level) const
	{
		return Mesh.Across[static_cast<size_t>(Triangle)][RisingSide(Triangle, Level)];
	}

	uint32_t PieceBelow(int32_t Triangle, int32_t Level) const
	{
		return Pieces.Offsets[static_cast<size_t>(Triangle)] +
			static_cast<uint32_t>(Level - Pieces.LowClass(Mesh.Mesh.Triangles[static_cast<size_t>(Triangle)]));
	}

private:
	bool IsAbove(int32_t Vertex, int32_t Level) const { return Pieces.Classes[static_cast<size_t>(Vertex)] > Level; }

	size_t RisingSide(int32_t Triangle, int32_t Level) const { return SideWhere(Triangle, Level, false); }
	size_t FallingSide(int32_t Triangle, int32_t Level) const { return SideWhere(Triangle, Level, true); }

	size_t SideWhere(int32_t Triangle, int32_t Level, bool bFromAbove) const
	{
		const FTriangle& Corners = Mesh.Mesh.Triangles[static_cast<size_t>(Triangle)];
		for (size_t Side = 0; Side < 2; ++Side)
		{
			if (IsAbove(Corners[Side], Level) == bFromAbove && IsAbove(Corners[Side + 1], Level) != bFromAbove)
			{
				return Side;
			}
		}
		return 2;
	}

	double GradientOf(const FTriangle& Triangle) const
	{
		const Eigen::Vector3d A = AsVector(Mesh.Mesh.Positions[static_cast<size_t>(Triangle[0])]);
		const Eigen::Vector3d U = AsVector(Mesh.Mesh.Positions[static_cast<size_t>(Triangle[1])]) - A;
		const Eigen::Vector3d V = AsVector(Mesh.Mesh.Positions[static_cast<size_t>(Triangle[2])]) - A;
		const double F = Field[static_cast<size_t>(Triangle[0])];
		const double FU = Field[static_cast<size_t>(Triangle[1])] - F, FV = Field[static_cast<size_t>(Triangle[2])] - F;
		const double UU = U.squaredNorm(), UV = U.dot(V), VV = V.squaredNorm();
		const double Determinant = UU * VV - UV * UV;
		const double X = (VV * FU - UV * FV) / Determinant, Y = (UU * FV - UV * FU) / Determinant;
		return std::sqrt((std::max)(0.0, FU * X + FV * Y));
	}

	void AddPoint(int32_t Triangle, size_t Side, FIsocurve& Curve) const
	{
		const FTriangle& Corners = Mesh.Mesh.Triangles[static_cast<size_t>(Triangle)];
		const auto A = static_cast<size_t>(Corners[Side]), B = static_cast<size_t>(Corners[(Side + 1) % 3]);
		const double T = std::clamp((Curve.Value - Field[A]) / (Field[B] - Field[A]), 0.0, 1.0);
		const auto PA = AsVector(Mesh.Mesh.Positions[A]), PB = AsVector(Mesh.Mesh.Positions[B]);
		Curve.Points.push_back(ToDouble3(PA + T * (PB - PA)));
		Curve.Curvatures.push_back(Curvatures[A] + T * (Curvatures[B] - Curvatures[A]));
	}

	/** Lengths, means and phases. Where no flux passes, the length stands in for it. */
	static void Finish(std::span<const double> Gradients, FIsocurve& Curve)
	{
		const size_t Count = Curve.Points.size();
		std::vector<double> Lengths(Count, 0.0);
		Eigen::Vector3d Center = Eigen::Vector3d::Zero();
		double Flux = 0.0;
		for (size_t Segment = 0; Segment < Curve.SegmentCount(); ++Segment)
		{
			const size_t End = (Segment + 1) % Count;
			const auto A = AsVector(Curve.Points[Segment]), B = AsVector(Curve.Points[End]);
			Lengths[Segment] = (B - A).norm();
			Center += 0.5 * Lengths[Segment] * (A + B);
			Curve.MeanCurvature += 0.5 * Lengths[Segment] * (Curve.Curvatures[Segment] + Curve.Curvatures[End]);
			Curve.Length += Lengths[Segment];
			Flux += Lengths[Segment] * Gradients[Segment];
		}
		Curve.Center = Curve.Length > 0.0 ? ToDouble3(Center / Curve.Length) : Curve.Points.front();
		Curve.MeanCurvature = Curve.Length > 0.0 ? Curve.MeanCurvature / Curve.Length : Curve.Curvatures.front();
		const bool bFlux = Flux > 0.0;
		const double Whole = bFlux ? Flux : Curve.Length;
		double Sum = 0.0;
		for (size_t Segment = 0; Segment < Count; ++Segment)
		{
			const double Gradient = Gradients[(std::min)(Segment, Gradients.size() - 1)];
			Curve.Phases.push_back(Whole > 0.0 ? (std::min)(1.0, Sum / Whole) : 0.0);
			Curve.Slopes.push_back(std::log((std::max)(Gradient, 1e-12)));
			Sum += Lengths[Segment] * (bFlux ? Gradient : 1.0);
		}
		Curve.Phases.push_back(1.0);
	}

	const FHarmonicMesh& Mesh;
	std::span<const double> Field, Curvatures;
	const FLevelPieces& Pieces;
	std::vector<double> Gradients; // lengths of the field's gradient on the triangles
};

} // namespace IsocurvesDetail

FCurvePlace PlaceAtPhase(const FIsocurve& Curve, double Phase)
{
	const double Wrapped = Phase - std::floor(Phase);
	const auto Above = std::upper_bound(Curve.Phases.begin(), Curve.Phases.end() - 1, Wrapped);
	const size_t Count = Curve.Points.size();
	size_t Segment = static_cast<size_t>((std::max)(Above - Curve.Phases.begin() - 1, std::ptrdiff_t{0}));
	Segment = (std::min)(Segment, (std::max)(Curve.SegmentCount(), size_t{1}) - 1);
	const size_t End = (Segment + 1) % Count;
	const double Width = Curve.Phases[Segment + 1] - Curve.Phases[Segment];
	const double T = Width > 0.0 ? std::clamp((Wrapped - Curve.Phases[Segment]) / Width, 0.0, 1.0) : 0.0;
	const auto A = AsVector(Curve.Points[Segment]), B = AsVector(Curve.Points[End]);
	return {ToDouble3(A + T * (B - A)),
		Curve.Curvatures[Segment] + T * (Curve.Curvatures[End] - Curve.Curvatures[Segment]), Curve.Slopes[Segment]};
}

double ClosestPhase(const FIsocurve& Curve, const FDouble3& Point)
{
	const Eigen::Vector3d P = AsVector(Point);
	double Best = INFINITY, Phase = 0.0;
	for (size_t Segment = 0; Segment < Curve.SegmentCount(); ++Segment)
	{
		const Eigen::Vector3d A = AsVector(Curve.Points[Segment]);
		const Eigen::Vector3d Side = AsVector(Curve.Points[(Segment + 1) % Curve.Points.size()]) - A;
		const double Square = Side.squaredNorm();
		const double T = Square > 0.0 ? std::clamp((P - A).dot(Side) / Square, 0.0, 1.0) : 0.0;
		const double Distance = (A + T * Side - P).squaredNorm();
		if (Distance < Best)
		{
			Best = Distance;
			Phase = Curve.Phases[Segment] + T * (Curve.Phases[Segment + 1] - Curve.Phases[Segment]);
		}
	}
	return Phase;
}

int32_t FLevelPieces::LowClass(const FTriangle& Triangle) const
{
	return (std::min)({Classes[static_cast<size_t>(Triangle[0])], Classes[static_cast<size_t>(Triangle[1])],
		Classes[static_cast<size_t>(Triangle[2])]});
}

int32_t FLevelPieces::HighClass(const FTriangle& Triangle) const
{
	return (std::max)({Classes[static_cast<size_t>(Triangle[0])], Classes[static_cast<size_t>(Triangle[1])],
		Classes[static_cast<size_t>(Triangle[2])]});
}

FLevelPieces CutByLevels(const FHarmonicMesh& Mesh, std::span<const double> Field, std::vector<double> Levels)
{
	FLevelPieces Out;
	Out.Levels = std::move(Levels);
	for (const double Value : Field)
	{
		Out.Classes.push_back(
			static_cast<int32_t>(std::upper_bound(Out.Levels.begin(), Out.Levels.end(), Value) - Out.Levels.begin()));
	}
	Out.Offsets.push_back(0);
	for (const FTriangle& Triangle : Mesh.Mesh.Triangles)
	{
		Out.Offsets.push_back(
			Out.Offsets.back() + static_cast<uint32_t>(Out.HighClass(Triangle) - Out.LowClass(Triangle) + 1));
	}
	return Out;
}

FIsocurves TraceIsocurves(const FHarmonicMesh& Mesh, std::span<const double> Field,
	std::span<const double> VertexCurvatures, const FLevelPieces& Pieces)
{
	const IsocurvesDetail::FTracer Tracer(Mesh, Field, VertexCurvatures, Pieces);
	std::vector<std::vector<int32_t>> Crossing(Pieces.Levels.size());
	for (size_t Triangle = 0; Triangle < Mesh.Mesh.Triangles.size(); ++Triangle)
	{
		const FTriangle& Corners = Mesh.Mesh.Triangles[Triangle];
		for (int32_t Level = Pieces.LowClass(Corners); Level < Pieces.HighClass(Corners); ++Level)
		{
			Crossing[static_cast<size_t>(Level)].push_back(static_cast<int32_t>(Triangle));
		}
	}
	FIsocurves Out;
	Out.CurveOfPiece.assign(Pieces.Offsets.back(), -1);
	for (size_t Index = 0; Index < Crossing.size(); ++Index)
	{
		const auto Level = static_cast<int32_t>(Index);
		for (const bool bOpen : {true, false}) // open curves from where they begin, then closed ones from anywhere
		{
			for (const int32_t Triangle : Crossing[Index])
			{
				if (Out.CurveOfPiece[Tracer.PieceBelow(Triangle, Level)] < 0 &&
					(!bOpen || Tracer.Previous(Triangle, Level) < 0))
				{
					const auto Number = static_cast<int32_t>(Out.Curves.size());
					Out.Curves.push_back(Tracer.Trace(Triangle, Level, Number, Out.CurveOfPiece));
				}
			}
		}
	}
	return Out;
}

} // namespace Exemplar

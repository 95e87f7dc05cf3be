// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Atlas/MakeAtlas.h"
#include "Model/SurfaceTriangles.h"

#include <algorithm>
#include <tuple>

namespace Exemplar
{
namespace MeasureUVsDetail
{

/** Corners with one point and one UV are one vertex of the plane. */
std::vector<FTriangle> PlaneTriangles(const FSurface& Surface, size_t& VertexCount)
{
	std::vector<uint32_t> Order(Surface.CornerCount());
	for (uint32_t Corner = 0; Corner < Order.size(); ++Corner)
	{
		Order[Corner] = Corner;
	}
	const auto KeyOf = [&](uint32_t Corner)
	{ return std::tuple(Surface.PointOfCorner[Corner], Surface.UVs[Corner].X, Surface.UVs[Corner].Y); };
	std::stable_sort(Order.begin(), Order.end(), [&](uint32_t A, uint32_t B) { return KeyOf(A) < KeyOf(B); });
	std::vector<int32_t> VertexOf(Order.size(), 0);
	int32_t Count = 0;
	for (size_t Place = 0; Place < Order.size(); ++Place)
	{
		Count += Place == 0 || KeyOf(Order[Place]) != KeyOf(Order[Place - 1]);
		VertexOf[Order[Place]] = Count - 1;
	}
	std::vector<FTriangle> Out;
	for (size_t Index = 0; Index + 2 < Surface.Indices.size(); Index += 3)
	{
		Out.push_back({VertexOf[Surface.Indices[Index]], VertexOf[Surface.Indices[Index + 1]],
			VertexOf[Surface.Indices[Index + 2]]});
	}
	VertexCount = static_cast<size_t>(Count);
	return Out;
}

/** The part of covered texels, by their centers, that several triangles cover. UVs outside the unit square are left
 * out.
 */
double FindOverlap(std::span<const FDouble2> Corners)
{
	constexpr int Side = 1021; // odd, so that few centers lie on sides that triangles share
	std::vector<uint8_t> Counts(Side * Side, 0);
	for (size_t First = 0; First + 2 < Corners.size(); First += 3)
	{
		const FDouble2* const P = &Corners[First];
		const double Turn = (P[1].X - P[0].X) * (P[2].Y - P[0].Y) - (P[1].Y - P[0].Y) * (P[2].X - P[0].X);
		const double Sign = Turn < 0.0 ? -1.0 : 1.0;
		const auto Cell = [](double Value) { return static_cast<int>(std::clamp(Value, 0.0, 1.0) * Side); };
		const int Left = Cell((std::min)({P[0].X, P[1].X, P[2].X})), Right = Cell((std::max)({P[0].X, P[1].X, P[2].X}));
		const int Low = Cell((std::min)({P[0].Y, P[1].Y, P[2].Y})), High = Cell((std::max)({P[0].Y, P[1].Y, P[2].Y}));
		for (int Y = Low; Y <= (std::min)(High, Side - 1); ++Y)
		{
			for (int X = Left; X <= (std::min)(Right, Side - 1); ++X)
			{
				const FDouble2 At{(X + 0.5) / Side, (Y + 0.5) / Side};
				bool bInside = Turn != 0.0;
				for (size_t Corner = 0; Corner < 3; ++Corner)
				{
					const FDouble2 &A = P[Corner], &B = P[(Corner + 1) % 3];
					bInside = bInside && Sign * ((B.X - A.X) * (At.Y - A.Y) - (B.Y - A.Y) * (At.X - A.X)) > 1e-9;
				}
				uint8_t& Count = Counts[static_cast<size_t>(Y * Side + X)];
				Count = static_cast<uint8_t>((std::min)(Count + (bInside ? 1 : 0), 2));
			}
		}
	}
	const auto Twice = std::count(Counts.begin(), Counts.end(), 2), Once = std::count(Counts.begin(), Counts.end(), 1);
	return Once + Twice == 0 ? 0.0 : static_cast<double>(Twice) / static_cast<double>(Once + Twice);
}

} // namespace MeasureUVsDetail

TResult<FUVMeasure> MeasureUVs(const FSurface& Surface, const FSkin& Skin, const FAnimation& Animation)
{
	using namespace MeasureUVsDetail;
	if (Surface.UVs.empty() || Surface.TriangleCount() == 0)
	{
		return FError{EErrorCode::Degenerate, "The character has no UVs. Make them with exemplar atlas."};
	}
	const std::vector<FTriangle> Triangles = SurfaceTriangles(Surface);
	const TResult<std::vector<FSideProducts>> Sides =
		MeasureSkinSides(Skin, Animation, Skin.Points.size() == Skin.PointCount(), Triangles);
	if (!Sides)
	{
		return Sides.GetError();
	}
	FUVMeasure Out;
	size_t VertexCount = 0;
	const std::vector<FTriangle> Plane = PlaneTriangles(Surface, VertexCount);
	Out.ChartOfTriangle = LabelConnected(BuildAdjacency(VertexCount, Plane));
	for (const int32_t Chart : Out.ChartOfTriangle)
	{
		Out.ChartCount = (std::max)(Out.ChartCount, static_cast<size_t>(Chart + 1));
	}
	std::vector<FDouble2> Corners; // v up
	for (const uint32_t Corner : Surface.Indices)
	{
		Corners.push_back({Surface.UVs[Corner].X, 1.0 - Surface.UVs[Corner].Y});
	}
	const FStretch Whole = MeasureStretch(*Sides, Corners);
	Out.Stretch = Whole.L2;
	Out.Largest = Whole.Max;
	Out.Efficiency = Whole.FlatArea;
	Out.Flipped = Whole.Flipped;
	Out.Overlap = FindOverlap(Corners);
	for (size_t Face = 0; Face < Triangles.size(); ++Face)
	{
		const FStretch One =
			MeasureStretch(std::span(*Sides).subspan(Face, 1), std::span<const FDouble2>(Corners).subspan(3 * Face, 3));
		// That of one triangle is relative to its own area; here to the area of the whole.
		const double Scale = One.FlatArea > 0.0 && Whole.FlatArea > 0.0
			? std::sqrt(One.Area / One.FlatArea * Whole.FlatArea / Whole.Area)
			: 0.0;
		Out.Stretches.push_back(static_cast<float>(One.L2 * Scale));
	}
	return Out;
}

} // namespace Exemplar

// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Atlas/MakeAtlas.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace Exemplar
{
namespace CutChartsDetail
{

constexpr size_t LineOffsets = 32;
constexpr int LineAngles = 36;

/** What a cut must save, as a part of the chart's box: gutters and seams have a cost too. */
constexpr double LeastGain = 0.08;

/** A straight line across a chart: faces whose middle lies behind it go to the other part. */
struct FCutLine
{
	double Angle = 0.0, Offset = 0.0;
	double Cost = 1e300; // the area of the boxes of both sides, along the line
};

struct FRange
{
	double Low = 1e300, High = -1e300;

	void Add(double Value)
	{
		Low = (std::min)(Low, Value);
		High = (std::max)(High, Value);
	}
	void Add(const FRange& Other)
	{
		Low = (std::min)(Low, Other.Low);
		High = (std::max)(High, Other.High);
	}
	double Length() const { return (std::max)(High - Low, 0.0); }
};

FDouble2 MiddleOf(const FChart& Chart, const FTriangle& T)
{
	const FDouble2 &A = Chart.UVs[static_cast<size_t>(T[0])], &B = Chart.UVs[static_cast<size_t>(T[1])],
				   &C = Chart.UVs[static_cast<size_t>(T[2])];
	return {(A.X + B.X + C.X) / 3.0, (A.Y + B.Y + C.Y) / 3.0};
}

/** The line of one direction whose two boxes are smallest: extents of the faces in strips, summed from both ends. */
FCutLine FindLine(const FChart& Chart, double Angle)
{
	const double Cos = std::cos(Angle), Sin = std::sin(Angle);
	FRange Whole;
	for (const FDouble2& UV : Chart.UVs)
	{
		Whole.Add(Cos * UV.X + Sin * UV.Y);
	}
	struct FStrip
	{
		FRange Across, Along;
	};
	FStrip Strips[LineOffsets];
	for (const FTriangle& T : Chart.Triangles)
	{
		const FDouble2 Middle = MiddleOf(Chart, T);
		const double Place = (Cos * Middle.X + Sin * Middle.Y - Whole.Low) / (std::max)(Whole.Length(), 1e-300);
		FStrip& Strip = Strips[(std::min)(static_cast<size_t>(Place * LineOffsets), LineOffsets - 1)];
		for (const int32_t Vertex : T)
		{
			const FDouble2& UV = Chart.UVs[static_cast<size_t>(Vertex)];
			Strip.Across.Add(Cos * UV.X + Sin * UV.Y);
			Strip.Along.Add(Cos * UV.Y - Sin * UV.X);
		}
	}
	FStrip Behind[LineOffsets + 1]; // the strips from here on
	for (size_t Strip = LineOffsets; Strip-- > 0;)
	{
		Behind[Strip] = Strips[Strip];
		Behind[Strip].Across.Add(Behind[Strip + 1].Across);
		Behind[Strip].Along.Add(Behind[Strip + 1].Along);
	}
	FCutLine Best;
	FStrip Before;
	for (size_t Cut = 1; Cut < LineOffsets; ++Cut)
	{
		Before.Across.Add(Strips[Cut - 1].Across);
		Before.Along.Add(Strips[Cut - 1].Along);
		const double Share = static_cast<double>(Cut) / static_cast<double>(LineOffsets);
		const double Balance =
			1.0 + 0.1 * (2.0 * Share - 1.0) * (2.0 * Share - 1.0); // of equal cuts, one in the middle
		const double Cost = Balance *
			(Before.Across.Length() * Before.Along.Length() + Behind[Cut].Across.Length() * Behind[Cut].Along.Length());
		if (Cost < Best.Cost)
		{
			Best = {Angle, Whole.Low + Share * Whole.Length(), Cost};
		}
	}
	return Best;
}

/** Connected parts of the faces on both sides of a line. */
std::vector<std::vector<int32_t>> PartsOf(const FChart& Chart, const FCutLine& Line)
{
	const double Cos = std::cos(Line.Angle), Sin = std::sin(Line.Angle);
	std::vector<std::vector<int32_t>> Out;
	for (const bool bBehind : {false, true})
	{
		std::vector<FTriangle> Triangles;
		std::vector<int32_t> Faces;
		for (size_t Face = 0; Face < Chart.Triangles.size(); ++Face)
		{
			const FDouble2 Middle = MiddleOf(Chart, Chart.Triangles[Face]);
			if ((Cos * Middle.X + Sin * Middle.Y >= Line.Offset) == bBehind)
			{
				Triangles.push_back(Chart.Triangles[Face]);
				Faces.push_back(Chart.Faces[Face]);
			}
		}
		const std::vector<int32_t> Labels = LabelConnected(BuildAdjacency(Chart.Vertices.size(), Triangles));
		const size_t First = Out.size();
		for (size_t Face = 0; Face < Faces.size(); ++Face)
		{
			const size_t Part = First + static_cast<size_t>(Labels[Face]);
			Out.resize((std::max)(Out.size(), Part + 1));
			Out[Part].push_back(Faces[Face]);
		}
	}
	return Out;
}

FChartBox BoxOf(const FChart& Chart, std::span<const int32_t> Faces)
{
	std::vector<FDouble2> UVs;
	for (const int32_t Face : Faces)
	{
		const size_t Local =
			static_cast<size_t>(std::lower_bound(Chart.Faces.begin(), Chart.Faces.end(), Face) - Chart.Faces.begin());
		for (const int32_t Vertex : Chart.Triangles[Local])
		{
			UVs.push_back(Chart.UVs[static_cast<size_t>(Vertex)]);
		}
	}
	return FindBox(UVs);
}

} // namespace CutChartsDetail

std::vector<std::vector<int32_t>> CutChart(const FChart& Chart, double MaxLength)
{
	using namespace CutChartsDetail;
	const FChartBox Whole = FindBox(Chart.UVs);
	const bool bLong = Whole.Length > MaxLength;
	if (Chart.Faces.size() < 2)
	{
		return {};
	}
	FCutLine Best;
	for (int Step = 0; Step < LineAngles; ++Step)
	{
		const double Angle = Step * std::numbers::pi / LineAngles;
		const FCutLine Line = FindLine(Chart, Angle);
		Best = Line.Cost < Best.Cost ? Line : Best;
	}
	const std::vector<std::vector<int32_t>> Parts = PartsOf(Chart, Best);
	double Sum = 0.0, Longest = 0.0;
	for (const std::vector<int32_t>& Part : Parts)
	{
		const FChartBox Box = BoxOf(Chart, Part);
		Sum += Box.Area;
		Longest = (std::max)(Longest, Box.Length);
	}
	const bool bSaves = Sum <= (1.0 - LeastGain * static_cast<double>(Parts.size() - 1)) * Whole.Area;
	const bool bShortens = bLong && Longest < 0.9 * Whole.Length;
	return Parts.size() > 1 && (bSaves || bShortens) ? Parts : std::vector<std::vector<int32_t>>();
}

} // namespace Exemplar

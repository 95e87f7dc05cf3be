// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Atlas/MakeAtlas.h"

#include "Atlas/FlattenChart.h"

#include <algorithm>
#include <cmath>

namespace Exemplar
{
namespace MakeAtlasDetail
{

/** The face of a chart that has a side of the border. */
int32_t FaceAtBorder(const FChart& Chart, std::span<const int32_t> Border, size_t Side)
{
	const int32_t A = Border[Side], B = Border[(Side + 1) % Border.size()];
	for (size_t Face = 0; Face < Chart.Triangles.size(); ++Face)
	{
		const FTriangle& T = Chart.Triangles[Face];
		if ((T[0] == A && T[1] == B) || (T[1] == A && T[2] == B) || (T[2] == A && T[0] == B))
		{
			return Chart.Faces[Face];
		}
	}
	return Chart.Faces[0];
}

/** The pieces to begin with: given, merged, or one per connected part of the surface. */
TResult<std::vector<int32_t>> FirstLabels(
	const FAtlasInput& Input, const FPosedFaces& Faces, const FAtlasOptions& Options, const FBuildContext& Context)
{
	if (!Input.GivenCharts.empty())
	{
		return std::vector<int32_t>(Input.GivenCharts.begin(), Input.GivenCharts.end());
	}
	if (Options.Charts == EChartMethod::Merge)
	{
		FMergeOptions Merge;
		Merge.Compactness = Options.Compactness;
		return MergeCharts(Faces, Merge, Context);
	}
	return LabelConnected(Faces.Adjacency);
}

std::vector<std::vector<int32_t>> PiecesOf(std::span<const int32_t> Labels)
{
	std::vector<std::vector<int32_t>> Out;
	for (size_t Face = 0; Face < Labels.size(); ++Face)
	{
		if (Labels[Face] >= 0)
		{
			Out.resize((std::max)(Out.size(), static_cast<size_t>(Labels[Face]) + 1));
			Out[static_cast<size_t>(Labels[Face])].push_back(static_cast<int32_t>(Face));
		}
	}
	std::erase_if(Out, [](const std::vector<int32_t>& Piece) { return Piece.empty(); });
	return Out;
}

/** Flattens pieces, and the parts of those that have to be divided, until all are good. */
TResult<std::vector<FFlattened>> FlattenAll(const FAtlasInput& Input, const FPosedFaces& Faces, double MaxStretch,
	std::vector<std::vector<int32_t>> Pieces, const FBuildContext& Context)
{
	constexpr size_t Batch = 16; // between reports of progress
	std::vector<FFlattened> Out, Made;
	size_t Done = 0;
	for (size_t First = 0; First < Pieces.size(); First += Made.size()) // parts of pieces come behind all pieces
	{
		if (!Context.Progress.Report(static_cast<double>(Done) / static_cast<double>(Input.Triangles.size())))
		{
			return Context.Progress.CanceledError();
		}
		Made = std::vector<FFlattened>((std::min)(Batch, Pieces.size() - First));
		ParallelFor(*Context.Executor, Made.size(), 1,
			[&](size_t Begin, size_t End)
			{
				for (size_t Index = Begin; Index < End; ++Index)
				{
					Made[Index] = FlattenPiece(Input, Faces, Pieces[First + Index], MaxStretch);
				}
			});
		for (FFlattened& Flat : Made)
		{
			if (Flat.Parts.empty())
			{
				Done += Flat.Chart.Faces.size();
				Out.push_back(std::move(Flat));
			}
			else
			{
				Pieces.insert(Pieces.end(), Flat.Parts.begin(), Flat.Parts.end());
			}
		}
	}
	return Out;
}

/**
 * Takes teeth off borders: a triangle with two sides on the border to another chart joins it. Both charts stay discs,
 * and the border becomes shorter.
 */
void SmoothBorders(const FPosedFaces& Faces, std::vector<int32_t>& Labels)
{
	constexpr int Passes = 8;
	bool bMoved = true;
	for (int Pass = 0; Pass < Passes && bMoved; ++Pass)
	{
		bMoved = false;
		for (size_t Face = 0; Face < Labels.size(); ++Face)
		{
			int32_t Across[3] = {-1, -1, -1};
			for (size_t Corner = 0; Corner < 3 && Labels[Face] >= 0; ++Corner)
			{
				const int32_t Edge = Faces.Adjacency.TriangleEdges[Face][Corner];
				if (IsInnerEdge(Faces, static_cast<size_t>(Edge)))
				{
					const std::span<const int32_t> Sides = Faces.Adjacency.EdgeTriangles[static_cast<size_t>(Edge)];
					const int32_t Other = Sides[0] == static_cast<int32_t>(Face) ? Sides[1] : Sides[0];
					Across[Corner] = Labels[static_cast<size_t>(Other)];
				}
			}
			for (size_t Corner = 0; Corner < 3; ++Corner)
			{
				const int32_t A = Across[Corner], B = Across[(Corner + 1) % 3], C = Across[(Corner + 2) % 3];
				if (A >= 0 && A == B && A != Labels[Face] && C == Labels[Face])
				{
					Labels[Face] = A;
					bMoved = true;
					break;
				}
			}
		}
	}
}

/** Charts with smooth borders, flattened again. */
FStatus SmoothAll(const FAtlasInput& Input, const FPosedFaces& Faces, double MaxStretch,
	std::vector<FFlattened>& Charts, const FBuildContext& Context)
{
	std::vector<int32_t> Labels(Input.Triangles.size(), -1);
	for (size_t Chart = 0; Chart < Charts.size(); ++Chart)
	{
		for (const int32_t Face : Charts[Chart].Chart.Faces)
		{
			Labels[static_cast<size_t>(Face)] = static_cast<int32_t>(Chart);
		}
	}
	SmoothBorders(Faces, Labels);
	TResult<std::vector<FFlattened>> Flat = FlattenAll(Input, Faces, MaxStretch, PiecesOf(Labels), Context);
	if (!Flat)
	{
		return Flat.GetError();
	}
	Charts = std::move(*Flat);
	return FOk{};
}

/** Cuts charts that leave much of their boxes empty, and flattens the parts, until no cut is worth its seam. */
FStatus CutAll(const FAtlasInput& Input, const FPosedFaces& Faces, double MaxStretch, std::vector<FFlattened>& Charts,
	const FBuildContext& Context)
{
	const double MaxLength = FindMaxLength(Input);
	std::vector<FFlattened> Done;
	while (!Charts.empty())
	{
		std::vector<std::vector<std::vector<int32_t>>> Cuts(Charts.size());
		ParallelFor(*Context.Executor, Charts.size(), 1,
			[&](size_t Begin, size_t End)
			{
				for (size_t Index = Begin; Index < End; ++Index)
				{
					Cuts[Index] = CutChart(Charts[Index].Chart, MaxLength);
				}
			});
		std::vector<std::vector<int32_t>> Pieces;
		for (size_t Index = 0; Index < Charts.size(); ++Index)
		{
			if (Cuts[Index].empty())
			{
				Done.push_back(std::move(Charts[Index]));
			}
			Pieces.insert(Pieces.end(), Cuts[Index].begin(), Cuts[Index].end());
		}
		TResult<std::vector<FFlattened>> Flat = FlattenAll(Input, Faces, MaxStretch, std::move(Pieces), Context);
		if (!Flat)
		{
			return Flat.GetError();
		}
		Charts = std::move(*Flat);
	}
	Charts = std::move(Done);
	return FOk{};
}

/** The last step of flattening: the least stretch over the whole atlas. A chart that would cover itself stays. */
void Polish(const FAtlasInput& Input, std::vector<FFlattened>& Charts, IExecutor& Executor)
{
	ParallelFor(Executor, Charts.size(), 1,
		[&](size_t Begin, size_t End)
		{
			for (size_t Index = Begin; Index < End; ++Index)
			{
				FChart& Chart = Charts[Index].Chart;
				const std::vector<FDouble2> Before = Chart.UVs;
				RelaxChart({EFlatEnergy::Stretch, 60, 1e-6}, SidesOf(Input.Sides, Chart), Chart);
				FBorderCrossing Crossing;
				if (FindCrossing(Chart, FindBorder(Chart), Crossing))
				{
					Chart.UVs = Before;
				}
			}
		});
}

FAtlas CollectAtlas(const FAtlasInput& Input, const std::vector<FChart>& Charts)
{
	FAtlas Out;
	Out.ChartCount = Charts.size();
	Out.ChartOfTriangle.assign(Input.Triangles.size(), -1);
	Out.CornerUVs.assign(3 * Input.Triangles.size(), 0);
	for (size_t Index = 0; Index < Charts.size(); ++Index)
	{
		const FChart& Chart = Charts[Index];
		const uint32_t First = static_cast<uint32_t>(Out.UVs.size());
		for (const FDouble2& UV : Chart.UVs)
		{
			Out.UVs.push_back({static_cast<float>(UV.X), static_cast<float>(UV.Y)});
		}
		for (size_t Local = 0; Local < Chart.Faces.size(); ++Local)
		{
			const size_t Face = static_cast<size_t>(Chart.Faces[Local]);
			Out.ChartOfTriangle[Face] = static_cast<int32_t>(Index);
			for (size_t Corner = 0; Corner < 3; ++Corner)
			{
				Out.CornerUVs[3 * Face + Corner] = First + static_cast<uint32_t>(Chart.Triangles[Local][Corner]);
			}
		}
	}
	if (Out.UVs.empty())
	{
		Out.UVs.push_back({});
	}
	return Out;
}

/** Of the UVs as they are stored: in float. */
void MeasureAtlas(const FAtlasInput& Input, FAtlas& Atlas)
{
	std::vector<FDouble2> Corners;
	std::vector<FSideProducts> Sides;
	for (size_t Face = 0; Face < Input.Triangles.size(); ++Face)
	{
		if (Atlas.ChartOfTriangle[Face] >= 0)
		{
			Sides.push_back(Input.Sides[Face]);
			for (size_t Corner = 0; Corner < 3; ++Corner)
			{
				const FFloat2& UV = Atlas.UVs[Atlas.CornerUVs[3 * Face + Corner]];
				Corners.push_back({UV.X, UV.Y});
			}
		}
	}
	const FStretch Stretch = MeasureStretch(Sides, Corners);
	Atlas.Stretch = Stretch.L2;
	Atlas.MaxStretch = Stretch.Max;
	Atlas.Flipped = Stretch.Flipped;
	Atlas.Efficiency = Stretch.FlatArea;
}

} // namespace MakeAtlasDetail

double FindMaxLength(const FAtlasInput& Input)
{
	double Area = 0.0;
	for (const FSideProducts& Side : Input.Sides)
	{
		Area += Side.Area();
	}
	return 0.6 * std::sqrt(Area);
}

FFlattened FlattenPiece(
	const FAtlasInput& Input, const FPosedFaces& Faces, std::span<const int32_t> Piece, double MaxStretch)
{
	using namespace MakeAtlasDetail;
	FFlattened Out;
	Out.Chart = GatherChart(Input.Triangles, {Piece.begin(), Piece.end()});
	FChart& Chart = Out.Chart;
	const std::vector<int32_t> Border = IsDisc(Chart) ? FindBorder(Chart) : std::vector<int32_t>();
	const bool bWhole = Piece.size() == 1;
	if (Border.empty() && !bWhole)
	{
		Out.Parts = DividePiece(Faces, Piece);
		return Out;
	}
	const std::vector<FSideProducts> Sides = SidesOf(Input.Sides, Chart);
	Chart.UVs = FlattenConformally(Chart, Sides, Border);
	if (!KeepsOrientation(Chart))
	{
		Chart.UVs = FlattenToCircle(Chart, Sides, Border);
	}
	const bool bRelaxed = RelaxChart({EFlatEnergy::SymmetricDirichlet, 40, 1e-4}, Sides, Chart);
	const FStretch Stretch = MeasureStretch(Sides, CornerUVsOf(Chart));
	Out.Stretch = Stretch.L2;
	Out.Box = FindBox(Chart.UVs);
	Out.Area = Stretch.FlatArea;
	FBorderCrossing Crossing;
	if (bWhole)
	{
		return Out;
	}
	if (!bRelaxed || !(Stretch.L2 <= MaxStretch))
	{
		Out.Parts = DividePiece(Faces, Piece);
	}
	else if (FindCrossing(Chart, Border, Crossing))
	{
		Out.Parts = DividePieceBetween(
			Faces, Piece, FaceAtBorder(Chart, Border, Crossing.First), FaceAtBorder(Chart, Border, Crossing.Second));
	}
	return Out;
}

TResult<FAtlas> MakeAtlas(const FAtlasInput& Input, const FAtlasOptions& Options, const FBuildContext& Context)
{
	using namespace MakeAtlasDetail;
	const size_t PointCount = Input.Shapes[0].size();
	const FMeshAdjacency Adjacency = BuildAdjacency(PointCount, Input.Triangles);
	const FPosedFaces Faces{Input.Triangles, Input.Shapes, Adjacency};
	const bool bGiven = !Input.GivenCharts.empty();
	const double MaxStretch = bGiven ? 1e300 : Options.MaxStretch;

	const TResult<std::vector<int32_t>> Labels = FirstLabels(Input, Faces, Options, Context.Part(0.0, 0.3));
	if (!Labels)
	{
		return Labels.GetError();
	}
	TResult<std::vector<FFlattened>> Flat =
		FlattenAll(Input, Faces, MaxStretch, PiecesOf(*Labels), Context.Part(0.3, 0.5));
	if (!Flat)
	{
		return Flat.GetError();
	}
	if (!bGiven)
	{
		for (const auto& Step : {JoinCharts, SmoothAll, CutAll, JoinCharts, SmoothAll})
		{
			if (FStatus Status = Step(Input, Faces, MaxStretch, *Flat, Context.Part(0.5, 0.7)); !Status)
			{
				return Status.GetError();
			}
		}
	}
	Polish(Input, *Flat, *Context.Executor);
	std::vector<FChart> Charts;
	for (FFlattened& One : *Flat)
	{
		Charts.push_back(std::move(One.Chart));
	}
	const TResult<FPackingResult> Packed = PackCharts({Options.Size, Options.Gutter}, Charts, Context.Part(0.8, 1.0));
	if (!Packed)
	{
		return Packed.GetError();
	}
	FAtlas Atlas = CollectAtlas(Input, Charts);
	MeasureAtlas(Input, Atlas);
	return Atlas;
}

} // namespace Exemplar

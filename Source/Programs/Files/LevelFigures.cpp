// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Files/LevelFigures.h"

#include <cstdio>

namespace Exemplar
{

namespace
{

/** The rest diagonal, which errors are given in percent of. */
double DiagonalOf(const FBuiltCharacter& Built)
{
	return static_cast<double>(Built.Character->RestBox.Diagonal());
}

} // namespace

FJson DescribeLevels(const FBuiltCharacter& Built)
{
	const double Diagonal = DiagonalOf(Built);
	FJson Out;
	Out["levels"] = FJson::array();
	for (const FLevelFigures& Level : ListLevels(Built.Character.View()))
	{
		FJson Entry;
		Entry["triangles"] = Level.Triangles;
		Entry["vertices"] = Level.Vertices;
		Entry["influences"] = Level.Influences;
		Entry["bones"] = Level.Bones;
		Entry["surfaceError"] = Level.SurfaceError;
		Entry["surfaceRms"] = Level.SurfaceRms;
		Entry["meanError"] = Level.MeanError;
		Entry["errorBound"] = Level.ErrorBound;
		Entry["surfaceErrorPercent"] = 100.0 * Level.SurfaceError / Diagonal;
		Entry["surfaceRmsPercent"] = 100.0 * Level.SurfaceRms / Diagonal;
		Entry["meanErrorPercent"] = 100.0 * Level.MeanError / Diagonal;
		Entry["errorBoundPercent"] = 100.0 * Level.ErrorBound / Diagonal;
		Out["levels"].push_back(Entry);
	}
	FJson& Figures = Out["figures"];
	Figures["seconds"] = Built.Parts.Levels.Figures.Seconds;
	Figures["operations"] = Built.Parts.Levels.Curve.size();
	return Out;
}

std::string FormatLevels(const FBuiltCharacter& Built)
{
	const double Diagonal = DiagonalOf(Built);
	const std::vector<FLevelFigures> Levels = ListLevels(Built.Character.View());
	std::string Out =
		"level  triangles  vertices  influences  bones  surface RMS %  surface worst %  texture %  bound %\n";
	for (size_t Level = 0; Level < Levels.size(); ++Level)
	{
		const FLevelFigures& L = Levels[Level];
		char Line[160];
		std::snprintf(Line, sizeof(Line), "%5zu  %9zu  %8zu  %10zu  %5zu  %13.4f  %15.4f  %9.4f  %7.3f\n", Level,
			L.Triangles, L.Vertices, L.Influences, L.Bones, 100.0 * L.SurfaceRms / Diagonal,
			100.0 * L.SurfaceError / Diagonal, 100.0 * L.MeanError / Diagonal, 100.0 * L.ErrorBound / Diagonal);
		Out += Line;
	}
	return Out;
}

FPlot PlotLevels(const FBuiltCharacter& Built)
{
	const double Diagonal = DiagonalOf(Built);
	FPlot Plot;
	Plot.Title = "Error of levels of detail over triangle count";
	Plot.X = {"triangles", true};
	Plot.Y = {"distance, % of the rest diagonal", true};
	FPlotSeries Stream{"stream, per step", {}, true}, Surface{"levels, surface", {}}, Mean{"levels, texture", {}},
		Bound{"levels, bound over all poses", {}};
	size_t Last = 0;
	for (const FLodCurvePoint& Point : Built.Parts.Levels.Curve)
	{
		// One point per two percent of triangles is all a plot can show.
		if (Last == 0 || static_cast<double>(Point.Triangles) < 0.98 * static_cast<double>(Last))
		{
			Stream.Points.push_back({static_cast<double>(Point.Triangles), 100.0 * Point.Error / Diagonal});
			Last = Point.Triangles;
		}
	}
	for (const FLevelFigures& Level : ListLevels(Built.Character.View()))
	{
		Surface.Points.push_back({static_cast<double>(Level.Triangles), 100.0 * Level.SurfaceError / Diagonal});
		Mean.Points.push_back({static_cast<double>(Level.Triangles), 100.0 * Level.MeanError / Diagonal});
		Bound.Points.push_back({static_cast<double>(Level.Triangles), 100.0 * Level.ErrorBound / Diagonal});
	}
	Plot.Series = {std::move(Surface), std::move(Mean), std::move(Bound), std::move(Stream)};
	return Plot;
}

FCharacterData PickLevel(const FCharacterData& Character, size_t Level)
{
	FCharacterData Out = Character;
	FMeshLevelData Kept = Character.Levels[Level];
	Kept.GeomorphTargets.clear();
	Kept.Skin.GeomorphDeltas.clear();
	Out.Levels = {std::move(Kept)};
	return Out;
}

} // namespace Exemplar

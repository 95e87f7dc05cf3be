// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Character/CharacterViews.h"

namespace Exemplar
{

FMeshLevelView ViewOf(const FMeshLevelData& Level)
{
	FMeshLevelView Out;
	Out.Sections = Level.Sections;
	Out.Indices = Level.Indices;
	Out.Positions = Level.Positions;
	Out.Normals = Level.Normals;
	Out.Tangents = Level.Tangents;
	Out.UVs = Level.UVs;
	Out.MoreUVs = Level.MoreUVs;
	Out.Colors = Level.Colors;
	Out.Weights = {Level.Weights.Offsets, Level.Weights.Bones, Level.Weights.Weights};
	Out.RotationCenters = Level.RotationCenters;
	Out.Skin = {Level.Skin.Offsets, Level.Skin.Bones, Level.Skin.Points, Level.Skin.GeomorphDeltas, Level.Skin.Tangents,
		Level.Skin.Bitangents};
	Out.BlendFactors = Level.BlendFactors;
	Out.Correctives = ViewOf(Level.Correctives);
	Out.Bones = Level.Bones;
	Out.PointOfCorner = Level.PointOfCorner;
	Out.SourceOfCorner = Level.SourceOfCorner;
	Out.GeomorphTargets = Level.GeomorphTargets;
	Out.SurfaceError = Level.SurfaceError;
	Out.SurfaceRms = Level.SurfaceRms;
	Out.MeanError = Level.MeanError;
	Out.ErrorBound = Level.ErrorBound;
	Out.SectionSpheres = Level.SectionSpheres;
	return Out;
}

FClipView ViewOf(const FClipData& Clip)
{
	return {Clip.Name, Clip.FramesPerSecond, Clip.FrameCount, Clip.bLoops,
		{Clip.Rotations.Offsets, Clip.Rotations.Frames, Clip.Rotations.Values},
		{Clip.Translations.Offsets, Clip.Translations.Frames, Clip.Translations.Values},
		{Clip.Scales.Offsets, Clip.Scales.Frames, Clip.Scales.Values},
		{Clip.Curves.NameOffsets, Clip.Curves.Letters, Clip.Curves.Offsets, Clip.Curves.Frames, Clip.Curves.Values}};
}

TCorrectiveDeltas<FViewed> ViewOf(const TCorrectiveDeltas<FOwned>& Deltas)
{
	return {Deltas.Offsets, Deltas.Blocks, Deltas.Deltas, Deltas.Normals, Deltas.AfterOffsets, Deltas.After};
}

FCorrectivesView::FCorrectivesView(const TCorrectives<FOwned>& Data)
{
	for (const TCorrectiveCurve<FOwned>& Curve : Data.Curves)
	{
		Curves.push_back({Curve.Name, Curve.Rest});
	}
	for (const TCorrective<FOwned>& Corrective : Data.Correctives)
	{
		Rows.push_back({Corrective, Corrective.Name, Corrective.Source});
	}
	View = {Curves, Data.Drivers, Data.Kernels, Data.Terms, Data.Runs, Data.Coefficients, Data.Shapes, Rows,
		Data.Helpers, Data.AfterJoints};
}

TCorrectives<FOwned> CopyOf(const TCorrectives<FViewed>& View)
{
	const auto Copy = [](const auto& Items) { return std::vector(Items.begin(), Items.end()); };
	TCorrectives<FOwned> Out;
	for (const TCorrectiveCurve<FViewed>& Curve : View.Curves)
	{
		Out.Curves.push_back({std::string(Curve.Name), Curve.Rest});
	}
	for (const TCorrective<FViewed>& Row : View.Correctives)
	{
		Out.Correctives.push_back({Row, std::string(Row.Name), std::string(Row.Source)});
	}
	Out.Drivers = Copy(View.Drivers);
	Out.Kernels = Copy(View.Kernels);
	Out.Terms = Copy(View.Terms);
	Out.Runs = Copy(View.Runs);
	Out.Coefficients = Copy(View.Coefficients);
	Out.Shapes = Copy(View.Shapes);
	Out.Helpers = Copy(View.Helpers);
	Out.AfterJoints = Copy(View.AfterJoints);
	return Out;
}

} // namespace Exemplar

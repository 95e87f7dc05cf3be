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
	Out.Weights = {Level.Weights.Offsets, Level.Weights.Bones, Level.Weights.Weights};
	Out.Skin = {Level.Skin.Offsets, Level.Skin.Bones, Level.Skin.Points, Level.Skin.GeomorphDeltas, Level.Skin.Tangents,
		Level.Skin.Bitangents};
	Out.Correctives = {Level.Correctives.Offsets, Level.Correctives.Vertices, Level.Correctives.Deltas};
	Out.Bones = Level.Bones;
	Out.PointOfCorner = Level.PointOfCorner;
	Out.SourceOfCorner = Level.SourceOfCorner;
	Out.GeomorphTargets = Level.GeomorphTargets;
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
		{Clip.Scales.Offsets, Clip.Scales.Frames, Clip.Scales.Values}};
}

TCorrectives<FViewed> ViewOf(const TCorrectives<FOwned>& Correctives)
{
	return {Correctives.JointOffsets, Correctives.Joints, Correctives.JointScales, Correctives.ExampleOffsets,
		Correctives.ExampleRotations, Correctives.ShapeOffsets, Correctives.Coefficients, Correctives.Kernels,
		Correctives.Radii};
}

} // namespace Exemplar

// Copyright (c) 2026 Exemplar contributors. MIT licence.

#pragma once

#include "Character/CharacterModel.h"

namespace Exemplar
{

/** A view of a level that stands in vectors. */
inline FMeshLevelView ViewOfLevel(const FMeshLevelData& L)
{
	FMeshLevelView Out;
	Out.Sections = L.Sections;
	Out.Indices = L.Indices;
	Out.Positions = L.Positions;
	Out.Normals = L.Normals;
	Out.Tangents = L.Tangents;
	Out.UVs = L.UVs;
	Out.Weights = {L.Weights.Offsets, L.Weights.Bones, L.Weights.Weights};
	Out.Skin = {L.Skin.Offsets, L.Skin.Bones, L.Skin.Points, L.Skin.GeomorphDeltas, L.Skin.Tangents, L.Skin.Bitangents};
	Out.Correctives = {L.Correctives.Offsets, L.Correctives.Vertices, L.Correctives.Deltas};
	Out.Bones = L.Bones;
	Out.MeanError = L.MeanError;
	Out.ErrorBound = L.ErrorBound;
	Out.SectionSpheres = L.SectionSpheres;
	return Out;
}

} // namespace Exemplar

// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Bake/Bake.h"
#include "Levels/BuildLevels.h"
#include "Levels/PoseSamples.h"
#include "Sample/SampleCharacter.h"

#include <gtest/gtest.h>

namespace Exemplar::BuildLevelsTests
{

/** The sample character that levels are tested on, and levels of it that several tests share. */
inline const FCharacterParts& SampleParts()
{
	static const FCharacterParts Parts = []
	{
		FSampleOptions Options;
		Options.VertexCount = 2000;
		TResult<FSampleCharacter> Sample = BuildSample(Options, {});
		// A second UV set and colors that are known from the first set.
		FSourceMesh& Mesh = Sample->Source.Rest;
		TCornerSet<FFloat2>& UVs = Mesh.MoreUVs.emplace_back();
		TCornerSet<FFloat4>& Colors = Mesh.Colors.emplace_back();
		UVs.Corners = Colors.Corners = Mesh.CornerUVs;
		for (const FFloat2& UV : Mesh.UVs)
		{
			UVs.Values.push_back({UV.Y, UV.X});
			Colors.Values.push_back({UV.X, UV.Y, 0.5f, 1.0f});
		}
		return *MakeSourceParts(*BuildExampleSet(Sample->Source, {}, {}));
	}();
	return Parts;
}

inline TResult<FLevels> MakeLevels(
	const FCharacterParts& Parts, const FLevelOptions& Options, const FBuildContext& Context = {})
{
	return BuildLevels(Parts.Surface, Parts.Skin, Parts.Animation, Options, Context);
}

/** The parts with levels, and the character that they bake to. */
struct FBuilt
{
	FCharacterParts Parts = SampleParts();
	FCharacterData Data;
	std::vector<FLevelFigures> Figures;
	FPoseSamples Poses;
};

inline FBuilt Build(
	const FLevelOptions& Options, const FBuildContext& Context = {}, const FCharacterParts& Parts = SampleParts())
{
	FBuilt Out;
	Out.Parts = Parts;
	TResult<FLevels> Levels = MakeLevels(Out.Parts, Options, Context);
	EXPECT_TRUE(Levels) << (Levels ? "" : Levels.GetError().Message);
	Out.Parts.Levels = Levels ? std::move(*Levels) : FLevels{};
	const TResult<FBakedCharacter> Baked = Bake(Out.Parts, {}, Context);
	EXPECT_TRUE(Baked) << (Baked ? "" : Baked.GetError().Message);
	if (Baked)
	{
		Out.Data = Baked->Character.ToData();
		Out.Figures = ListLevels(Baked->Character.View());
	}
	Out.Poses = *SamplePoses(Out.Parts.Animation, 8, 1);
	return Out;
}

inline const FBuilt& Placed()
{
	static const FBuilt Out = Build({});
	return Out;
}

inline const FBuilt& Shared()
{
	static const FBuilt Out = []
	{
		FLevelOptions Options;
		Options.Stream.Placement = ELodPlacement::HalfEdge;
		Options.Stream.bRemoveInfluences = false;
		Options.Fractions = {0.5, 0.2, 0.05};
		return Build(Options);
	}();
	return Out;
}

} // namespace Exemplar::BuildLevelsTests

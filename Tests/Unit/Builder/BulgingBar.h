// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Pipeline/BuildCharacter.h"

#include <algorithm>
#include <cmath>

#include <gtest/gtest.h>

namespace Exemplar::BulgingBar
{

/** A bar that bends at its middle and bulges there, as examples. */
inline FExampleSet MakeBulgingBar()
{
	FSourceExamples Source;
	const auto Pose = [](double Angle)
	{
		std::vector<FDouble3> Out;
		for (int Ring = 0; Ring < 17; ++Ring)
		{
			const double X = 0.125 * (Ring - 8), Share = std::clamp(0.5 + 2.0 * X, 0.0, 1.0);
			for (int Side = 0; Side < 8; ++Side)
			{
				const double Around = 3.14159265358979 / 4.0 * Side;
				const double Radius = 0.2 + 0.1 * Angle * Angle * std::exp(-20.0 * X * X);
				const double Y = Radius * std::cos(Around), Turn = Share * Angle;
				Out.push_back({X * std::cos(Turn) - Y * std::sin(Turn), X * std::sin(Turn) + Y * std::cos(Turn),
					Radius * std::sin(Around)});
			}
		}
		return Out;
	};
	Source.Name = "bar";
	Source.Rest.Positions = Pose(0.0);
	for (uint32_t Ring = 0; Ring + 1 < 17; ++Ring)
	{
		for (uint32_t Side = 0; Side < 8; ++Side)
		{
			const uint32_t A = 8 * Ring + Side, B = 8 * Ring + (Side + 1) % 8;
			for (const uint32_t Corner : {A, B, B + 8, A + 8})
			{
				Source.Rest.CornerVertices.push_back(Corner);
			}
			Source.Rest.PolygonOffsets.push_back(static_cast<uint32_t>(Source.Rest.CornerVertices.size()));
		}
	}
	for (int Index = 1; Index <= 6; ++Index)
	{
		Source.Poses.push_back({"pose" + std::to_string(Index), FSharedPositions(Pose(0.2 * Index))});
	}
	return *BuildExampleSet(std::move(Source), {}, {});
}

inline FBuiltCharacter BuildBar(const FExampleSet& Examples, ECorrectiveKind Kind)
{
	FBuildOptions Options;
	Options.Rig.Clusters.BoneCount = 2;
	Options.Rig.Refine.Effort = ERefineEffort::Fast;
	Options.bAnimationSpace = false;
	Options.Levels.LevelCount = 1;
	Options.Correctives.bMake = true;
	Options.Correctives.As = Kind;
	Options.Correctives.Helpers.Count = 2;
	TResult<FBuiltCharacter> Built = BuildCharacter(Examples, Options, {});
	EXPECT_TRUE(Built.IsOk()) << Built.GetError().Message;
	return std::move(*Built);
}

} // namespace Exemplar::BulgingBar

// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Bake/Bake.h"
#include "Geometry/Measures.h"
#include "Model/Posing.h"
#include "Skin/FitSkin.h"
#include "TubeExamples.h"

#include <gtest/gtest.h>

namespace Exemplar::TubeExamples
{

/** The parts that a rig makes of its examples, with linear blending; bones are sorted first. */
inline FCharacterParts MakeTubeParts(const FExampleSet& Set, const FRig& Rig)
{
	const FRig Sorted = SortBones(Rig, SortParentsFirst(Rig.Parents));
	TResult<FAnimation> Animation = MakeAnimation(Sorted, BoxDiagonal(Set.Rest.Positions));
	EXPECT_TRUE(Animation) << Animation.GetError().Message;
	FCharacterParts Out = MakeParts(Set, MakeBlendSkin(RestOf(Set, Sorted), Sorted.Weights));
	Out.Animation = Animation ? std::move(*Animation) : FAnimation{};
	return Out;
}

inline FCharacter BakeParts(const FCharacterParts& Parts, const FBakeOptions& Options = {})
{
	TResult<FBakedCharacter> Baked = Bake(Parts, Options, {});
	EXPECT_TRUE(Baked) << Baked.GetError().Message;
	return std::move(Baked->Character);
}

} // namespace Exemplar::TubeExamples

// Copyright (c) 2026 Exemplar contributors. MIT license.
// May change.

#pragma once

#include "Bake/Bake.h"
#include "Correctives/BuildCorrectives.h"
#include "Correctives/HelperBones.h"

namespace Exemplar
{

/** What correctives are made of. */
enum class ECorrectiveKind : uint8_t
{
	Shapes, // displacements before skinning
	Bones,  // helper joints that go wherever joints go
	Both    // helper joints, and shapes for what they leave
};

struct FCorrectCharacterOptions
{
	bool bMake = false;
	ECorrectiveKind As = ECorrectiveKind::Shapes;
	FCorrectiveOptions Stage; // the operator is the character's
	FHelperOptions Helpers;
};

/** What correctives gained on the examples, % of the rest diagonal. */
struct FCorrectedCharacter
{
	FCorrectiveInput Input;   // with the skin that shapes are added to
	FCorrectiveResult Shapes; // empty with Bones alone
	size_t HelperCount = 0;
	double RmsBefore = 0.0, MaxBefore = 0.0;
	double Rms = 0.0, Max = 0.0;
	std::vector<double> PoseRmsBefore, PoseRms; // by example
	FStageFigures Figures;
};

/**
 * Correctives of a character from all its examples, as the build adds them after the skin. The examples' poses are the
 * first frames of the clips. Helper joints need linear blending: the character is drawn with it from then on, and its
 * clips get keys for the helpers.
 */
EXEMPLARBUILDER_API TResult<FCorrectedCharacter> CorrectCharacter(const FExampleSet& Examples,
	const FCorrectCharacterOptions& Options, FCharacterParts& Parts, const FBuildContext& Context);

/** Fits the shapes to the coarser levels, where that is better than what their points took from the finest. */
EXEMPLARBUILDER_API FStatus CorrectLevels(const FCorrectedCharacter& Corrected, const FCorrectCharacterOptions& Options,
	FCharacterParts& Parts, const FBuildContext& Context);

} // namespace Exemplar

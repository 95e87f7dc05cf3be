// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Correctives/LearnedOptions.h"
#include "Correctives/MirroredExamples.h"
#include "Correctives/PreparedExamples.h"

#include <optional>

namespace Exemplar
{

/** The learned layer of a build, with the constants and examples that validation chose. */
struct FLearnedStage
{
	FLearnedExamples Examples; // mirror images included where they help
	FLearnedTrial Trial;       // Rms is 0 without validation
	FLearnedLayer Layer;
	std::optional<FCharacterMirror> Mirror; // where mirror images are used
};

struct FCorrectiveState
{
	FPreparedExamples Prepared;
	std::optional<FLearnedStage> Learned; // of the learned form
};

TResult<FLearnedStage> LearnExamples(const FCorrectiveInput& Input, const FCorrectiveOptions& Options,
	FPreparedExamples& Prepared, const FBuildContext& Context);

/** Adds the shapes of a learned layer to a model. A joint and what it does with its parent are one row of the list. */
void WriteLearned(const FCorrectiveInput& Input, const FLearnedLayer& Layer, std::vector<FTermShapes> Terms,
	FCorrectiveWriter& Writer);

} // namespace Exemplar

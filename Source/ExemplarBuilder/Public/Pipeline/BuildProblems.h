// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Examples/ExampleSet.h"
#include "Pipeline/BuildCharacter.h"

namespace Exemplar
{

/** Something worth knowing about the examples or about what a stage made of them. */
struct FBuildProblem
{
	std::string Stage; // "examples", "rig", "skin", "levels"
	std::string Name;  // "flipped-faces": the same for the same kind of problem, for programs
	size_t Count = 0;
	std::string Message; // one sentence for people: what, where, and what to do
};

/** "non-manifold-edge" and the like. */
EXEMPLARBUILDER_API std::string_view NameOfProblem(EExampleProblem Kind);

/**
 * What import found, and what is wrong with the whole: faces that run against their neighbors, a surface that is
 * inside out, poses that repeat others or the rest, poses in other units.
 */
EXEMPLARBUILDER_API std::vector<FBuildProblem> FindExampleProblems(const FExampleSet& Examples);

/** The same, and what the stages could not do well: tiny bones, points that no bone explains, joints that never bend.
 */
EXEMPLARBUILDER_API std::vector<FBuildProblem> FindBuildProblems(
	const FExampleSet& Examples, const FBuildOptions& Options, const FBuiltCharacter& Built);

} // namespace Exemplar

// Copyright (c) 2026 Exemplar contributors. MIT license.
// Stable.

#pragma once

#include "Examples/ExampleSet.h"
#include "Pipeline/BuildCharacter.h"

namespace Exemplar
{

/** A possible problem with the examples or with what a stage made of them. */
struct FBuildProblem
{
	std::string Stage; // "examples", "rig", "skin", "levels"
	std::string Name;  // "flipped-faces": identifies the kind of problem for programs
	size_t Count = 0;
	std::string Message; // for people: what is wrong, where, and what to do
};

/** "non-manifold-edge" and the like. */
EXEMPLARBUILDER_API std::string_view NameOfProblem(EExampleProblem Kind);

/** Problems found on import and with the set as a whole: faces with opposite winding, a surface that is inside out,
 * poses that repeat others or the rest, poses in other units.
 */
EXEMPLARBUILDER_API std::vector<FBuildProblem> FindExampleProblems(const FExampleSet& Examples);

/** The same, plus what the stages could not do well: tiny bones, points that no bone explains, joints that never bend.
 */
EXEMPLARBUILDER_API std::vector<FBuildProblem> FindBuildProblems(
	const FExampleSet& Examples, const FBuildOptions& Options, const FBuiltCharacter& Built);

} // namespace Exemplar

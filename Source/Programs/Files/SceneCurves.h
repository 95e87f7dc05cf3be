// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Files/Scene.h"

#include <set>
#include <span>
#include <string>
#include <vector>

namespace Exemplar
{

/** A name that is not taken yet, and takes it: Name, then "Owner.Name", then with a number. */
std::string TakeName(std::set<std::string>& Taken, const std::string& Name, const std::string& Owner);

/** Names of all numbers that animations of a scene can change: the scalars of its evaluator, or the weights of morph
 * targets. Unique. */
std::vector<std::string> NameScalars(const FScene& Scene);

/**
 * The numbers that an animation changes, as numbers of its poses and, if there is one, as curves of its clip. A number
 * that stays as the file has it at rest is left out.
 */
void AddSceneNumbers(const FScene& Scene, std::span<const std::string> Names, std::span<const FScenePose> Poses,
	std::span<FSourcePose> Out, FClipData* Clip);

} // namespace Exemplar

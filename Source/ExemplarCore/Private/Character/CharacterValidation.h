// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Base/Api.h"
#include "Character/CharacterModel.h"

#include <span>
#include <string>

namespace Exemplar
{

/**
 * One rule of the model. Check answers with a sentence about the first element that breaks it, or with nothing. Rules
 * do not depend on each other: each is safe on any views, whatever other rules they break, and looks only at what it
 * can reach, so that data with one fault breaks one rule.
 */
struct FCharacterRule
{
	const char* Name;
	std::string (*Check)(const FCharacterView& Character);
};

/** All rules, in the order in which they are checked. */
EXEMPLARCORE_API std::span<const FCharacterRule> GetCharacterRules();

/** The message of the first broken rule; empty if the character is valid. */
EXEMPLARCORE_API std::string FindBrokenRule(const FCharacterView& Character);

namespace CharacterRules
{

/** The rules by subject; GetCharacterRules puts them together. */
std::span<const FCharacterRule> GetSkeletonRules();
std::span<const FCharacterRule> GetMeshRules();
std::span<const FCharacterRule> GetSkinRules();
std::span<const FCharacterRule> GetClipRules();
std::span<const FCharacterRule> GetCorrectiveRules();
std::span<const FCharacterRule> GetBakedMapRules();

/** How far a length may be from one, and a sum from what it must be, after a calculation in float. */
constexpr float UnitTolerance = 1e-2f;
constexpr float SumTolerance = 1e-3f;

} // namespace CharacterRules

} // namespace Exemplar

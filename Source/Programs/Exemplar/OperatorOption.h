// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Character/Character.h"
#include "Session.h"
#include "Skinning/SkinOperator.h"

#include <CLI/CLI.hpp>

namespace Exemplar
{

/** Adds --operator, with the names of Skinning/SkinOperator.h. An empty Name leaves the character's own operator. */
CLI::Option* AddOperatorOption(CLI::App& Command, std::string& Name, const std::string& Help);

/**
 * The character with this operator as its preferred one; with an empty Name the character as it is. Fails, naming the
 * file, where a level lacks what the operator reads.
 */
TResult<FCharacter> WithOperator(const FCharacter& Character, const std::string& Name, const std::string& Path);

} // namespace Exemplar

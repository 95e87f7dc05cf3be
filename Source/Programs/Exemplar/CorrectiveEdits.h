// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Bake/Bake.h"
#include "Session.h"

#include <CLI/CLI.hpp>

namespace Exemplar
{

/** What all commands that edit correctives have: the character, and where the edited one goes. */
struct FCorrectiveEdit
{
	std::string Character;
	std::string Out; // empty: in place

	/** Adds CHARACTER and --out. */
	void AddOptions(CLI::App& Command);
};

/** Reads a character's parts. */
TResult<FCharacterParts> LoadParts(const std::string& Character);

/** Checks arguments before any work is done. */
FStatus CheckEdit(const FCorrectiveEdit& Edit);

/** Bakes the parts and writes the character. */
FStatus SaveEdit(const FCorrectiveEdit& Edit, const FCharacterParts& Parts, FSession& Session);

/** Adds the file's name to an error. */
FError Named(const std::string& File, const FError& Error);

/** Subcommands in files of their own. */
void AddSculptCommands(CLI::App& Corrective, FSession& Session);
void AddCorrectivePreview(CLI::App& Corrective, FSession& Session);

} // namespace Exemplar

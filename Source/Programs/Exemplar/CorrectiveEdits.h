// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Bake/Bake.h"
#include "CharacterEdit.h"
#include "Session.h"

#include <CLI/CLI.hpp>

namespace Exemplar
{

/** What all commands that edit correctives have: the character, and where the edited one goes; in place if not given.
 */
struct FCorrectiveEdit : FCharacterEdit
{
	/** Adds CHARACTER and --out. */
	void AddOptions(CLI::App& Command);

	/** Bakes the parts and writes the character. */
	FStatus Save(const FCharacterParts& Parts, FSession& Session) const;
};

/** Adds the file's name to an error. */
FError Named(const std::string& File, const FError& Error);

/** Subcommands in files of their own. */
void AddSculptCommands(CLI::App& Corrective, FSession& Session);
void AddCorrectivePreview(CLI::App& Corrective, FSession& Session);

} // namespace Exemplar

// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Character/Character.h"
#include "Files/Json.h"
#include "Outputs.h"

namespace CLI
{
class App;
}

namespace Exemplar
{

/** What commands share that read a character, change it and write it: limits, lod, simplify, subdivide. */
struct FCharacterEdit
{
	std::string In, Out, Json;
	bool bMayReplaceInput = true; // the output contains everything in the input

	/** CHARACTER and --out, which come first in the help. */
	void AddPaths(CLI::App& Command, const char* InHelp, const char* OutHelp);
	void AddJson(CLI::App& Command, const char* Help = "Write all figures to this JSON file");

	/** Checks the outputs, those of Others too, before it reads the character. */
	TResult<FCharacter> Load(std::span<const FOutputFile> Others = {}) const;

	/** Writes the character and, if requested, the figures. */
	FStatus Write(const FCharacter& Character, const FJson& Figures, FSession& Session) const;

	/** The error with the name of the input, unless the user canceled. */
	FError Locate(const FError& Error) const;
};

/** Reads a character (.exemplar). Fails with a remedy if the path names something else. */
TResult<FCharacter> LoadCharacter(const std::string& Path);

} // namespace Exemplar

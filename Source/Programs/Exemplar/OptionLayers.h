// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Pipeline/OptionTable.h"

#include <CLI/CLI.hpp>

namespace Exemplar
{

/** Where the options of a build come from besides its flags: a preset, an options file, single values. */
struct FOptionLayers
{
	std::string Preset;
	std::string File;
	std::vector<std::string> Values; // "rig.bones=30"

	void AddOptions(CLI::App& Command);

	/** What they amount to with the flags on top. PresetUsed gets the preset's name, which the file may have given. */
	TResult<FBuildOptions> Resolve(const std::vector<FOptionAssignment>& Flags, std::string& PresetUsed) const;
};

} // namespace Exemplar

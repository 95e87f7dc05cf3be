// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Pipeline/OptionTable.h"

#include <CLI/CLI.hpp>

namespace Exemplar
{

/** Sources of build options other than flags: a preset, an options file, individual values. */
struct FOptionLayers
{
	std::string Preset;
	std::string File;
	std::vector<std::string> Values; // "rig.bones=30"

	void AddOptions(CLI::App& Command);

	/** Resolves all layers, with the flags on top. PresetUsed receives the preset's name, which may come from the file.
	 */
	TResult<FBuildOptions> Resolve(const std::vector<FOptionAssignment>& Flags, std::string& PresetUsed) const;
};

} // namespace Exemplar

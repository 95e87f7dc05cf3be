// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Pipeline/OptionTable.h"

#include <CLI/CLI.hpp>
#include <memory>

namespace Exemplar
{

/**
 * Flags of a command that stand for options of the build (Pipeline/OptionTable.h): --bones for rig.bones. The table
 * checks their values; those that were given are a layer of options. Copies share what was given.
 */
class FOptionFlags
{
public:
	/** A flag with a value, or, for lists of texts, one that may be given again. Refusal is what is said of a value
	 * that the option does not take, behind "'value' is no ". */
	CLI::Option* Add(CLI::App& Command, const std::string& Flag, const std::string& Key, const std::string& Help,
		const std::string& Refusal = {});

	/** A flag without, which gives the option this value. */
	CLI::Option* AddSwitch(CLI::App& Command, const std::string& Flag, const std::string& Key, const std::string& Value,
		const std::string& Help);

	const std::vector<FOptionAssignment>& Given() const { return *Assignments; }

	/** The options that the flags make of others; two flags that contradict each other are refused. */
	TResult<FBuildOptions> Apply(FBuildOptions Options) const;

private:
	std::shared_ptr<std::vector<FOptionAssignment>> Assignments = std::make_shared<std::vector<FOptionAssignment>>();
};

/** What options have to keep among each other, in the words of flags; before any work is done. */
FStatus CheckOptions(const FBuildOptions& Options);

} // namespace Exemplar

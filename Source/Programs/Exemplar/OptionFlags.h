// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Pipeline/OptionTable.h"

#include <CLI/CLI.hpp>
#include <memory>

namespace Exemplar
{

/** Flags of a command that set options of the build (Pipeline/OptionTable.h): --bones sets rig.bones. The table
 * provides their help and checks their values; the flags given form a layer of options. Copies share that layer.
 */
class FOptionFlags
{
public:
	/**
	 * Adds a flag with a value; flags for lists of texts may be repeated. Help comes from the option table. Refusal
	 * replaces the default "is not a whole number from 1 to 64" after the quoted value in errors.
	 */
	CLI::Option* Add(
		CLI::App& Command, const std::string& Flag, const std::string& Key, const std::string& Refusal = {});

	/** Adds a flag without a value that sets the option to Value. Help defaults to the option table's. */
	CLI::Option* AddSwitch(CLI::App& Command, const std::string& Flag, const std::string& Key, const std::string& Value,
		const std::string& Help = {});

	const std::vector<FOptionAssignment>& Given() const { return *Assignments; }

	/** Applies the flags to Options; flags that contradict each other are an error. */
	TResult<FBuildOptions> Apply(FBuildOptions Options) const;

private:
	std::shared_ptr<std::vector<FOptionAssignment>> Assignments = std::make_shared<std::vector<FOptionAssignment>>();
};

/** Checks constraints between options before any work is done; errors name the flags. */
FStatus CheckOptions(const FBuildOptions& Options);

} // namespace Exemplar

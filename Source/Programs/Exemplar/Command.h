// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Session.h"

#include <CLI/CLI.hpp>

namespace Exemplar
{

/** A command is one file, Command<Name>.cpp, with an object of this type that registers it. Add declares its options
 * (AddCommand) and a callback that sets Session.Command. Help lists commands by Order.
 */
class FCommandRegistration
{
public:
	using FAdd = void (*)(CLI::App& App, FSession& Session);
	FCommandRegistration(int Order, FAdd Add);
};

/** Adds all commands to the program. */
void AddCommands(CLI::App& App, FSession& Session);

/** A subcommand with the settings common to all; Examples are command lines with comments. */
CLI::App* AddCommand(
	CLI::App& App, const std::string& Name, const std::string& Description, const std::string& Examples);

} // namespace Exemplar

// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Command.h"

#include <map>

namespace Exemplar
{
namespace
{

/** A function-local static, because registrations in other files run before main in any order. */
std::multimap<int, FCommandRegistration::FAdd>& Registered()
{
	static std::multimap<int, FCommandRegistration::FAdd> Commands;
	return Commands;
}

} // namespace

FCommandRegistration::FCommandRegistration(int Order, FAdd Add)
{
	Registered().emplace(Order, Add);
}

void AddCommands(CLI::App& App, FSession& Session)
{
	for (const auto& Entry : Registered())
	{
		Entry.second(App, Session);
	}
}

CLI::App* AddCommand(
	CLI::App& App, const std::string& Name, const std::string& Description, const std::string& Examples)
{
	CLI::App* Command = App.add_subcommand(Name, Description);
	Command->group("Commands");
	Command->fallthrough(); // global options may follow the command
	Command->footer("\nExamples:\n" + Examples);
	return Command;
}

} // namespace Exemplar

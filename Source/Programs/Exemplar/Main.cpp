// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Command.h"
#include "NumberRange.h"
#include "ParseErrors.h"

#include <cstdio>

int main(int ArgumentCount, char** Arguments)
{
	using namespace Exemplar;
	CLI::App App{"Exemplar turns example meshes of a character into a game-ready character."};
	FSession Session;
	App.name("exemplar");
	App.set_version_flag("--version", std::string("exemplar " EXEMPLAR_VERSION), "Print the version and exit");
	App.add_option(
		   "--threads", Session.ThreadCount, "Threads to work with; 0 is one per core. Results do not depend on it")
		->check(NumberRange(0, 1024));
	App.add_flag("--quiet", Session.bQuiet, "No progress bar and no remarks, only results and errors");
	App.require_subcommand(1);
	App.footer(
		"\nStart here:\n"
		"  exemplar sample examples          examples to play with, and the truth behind them\n"
		"  exemplar inspect examples         what is in them, and what is wrong with them\n"
		"  exemplar build examples -o hero   a character of them, and a page about it: hero/report.html\n"
		"\n'exemplar COMMAND --help' explains a command. Results go to standard output, remarks to standard error.\n"
		"Exit codes: 0 done, 2 wrong arguments, 3 not found, 4 not readable, 5 not writable, 6 not supported,\n"
		"7 malformed, 8 inputs that do not match, 9 no answer for this geometry, 130 canceled.");
	AddCommands(App, Session);
	App.get_formatter()->column_width(32);
	App.get_formatter()->label("SUBCOMMAND", "COMMAND");
	try
	{
		App.parse(ArgumentCount, Arguments);
	}
	catch (const CLI::ParseError& Error)
	{
		if (Error.get_exit_code() == 0)
		{
			return App.exit(Error); // --help and --version
		}
		std::fprintf(stderr, "exemplar: %s\n", DescribeParseError(App, Error).c_str());
		return ExitCodeOf(EErrorCode::InvalidArgument);
	}
	return Session.Finish();
}

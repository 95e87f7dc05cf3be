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
		   "--threads", Session.ThreadCount, "Number of threads; 0 uses one per core. Results do not depend on it")
		->check(NumberRange(0, 1024));
	App.add_flag("--quiet", Session.bQuiet, "Print only results and errors, no progress bar or notes");
	App.require_subcommand(1);
	App.footer(
		"\nGetting started:\n"
		"  exemplar sample examples          write sample examples and their ground truth\n"
		"  exemplar inspect examples         show their contents and problems\n"
		"  exemplar build examples -o hero   build a character and a report: hero/report.html\n"
		"\nSee 'exemplar COMMAND --help' for all options. Results go to standard output, notes to standard error.\n"
		"Exit codes: 0 success, 2 invalid arguments, 3 not found, 4 not readable, 5 not writable, 6 not supported,\n"
		"7 malformed, 8 mismatched inputs, 9 degenerate geometry, 130 canceled.");
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

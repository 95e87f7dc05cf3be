// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "ParseErrors.h"

#include "Pipeline/OptionTable.h"

#include <algorithm>

namespace Exemplar
{
namespace
{

/** The name that Word misspells by at most a third of its letters (two of five: biuld), or nothing. */
std::string FindIntended(const std::string& Word, const std::vector<std::string>& Names)
{
	std::string Best;
	size_t Least = (std::min)(size_t{3}, (Word.size() + 1) / 3) + 1;
	for (const std::string& Name : Names)
	{
		if (const size_t Distance = EditDistance(Word, Name); Distance < Least)
		{
			Least = Distance;
			Best = Name;
		}
	}
	return Best;
}

std::vector<std::string> ListOptions(const CLI::App& App)
{
	std::vector<std::string> Out;
	for (const CLI::Option* Option : App.get_options())
	{
		const std::vector<std::string>& Names = Option->get_lnames();
		Out.insert(Out.end(), Names.begin(), Names.end());
	}
	return Out;
}

} // namespace

std::string DescribeParseError(const CLI::App& App, const CLI::ParseError& Error)
{
	const auto Chosen = App.get_subcommands();
	const std::string Command = Chosen.empty() ? std::string() : Chosen.front()->get_name();
	const std::string Help = "See 'exemplar " + (Command.empty() ? "" : Command + " ") + "--help'.";
	const std::vector<std::string> Words = App.remaining(true);
	if (Words.empty())
	{
		return Command.empty() && dynamic_cast<const CLI::RequiredError*>(&Error) != nullptr
			? "no command given. Try 'exemplar build EXAMPLES -o FOLDER'. " + Help
			: Error.what() + (". " + Help);
	}
	const auto Dashed = std::find_if(
		Words.begin(), Words.end(), [](const std::string& Word) { return Word.size() > 1 && Word.front() == '-'; });
	if (Dashed != Words.end())
	{
		const std::string Option = Dashed->substr(0, Dashed->find('='));
		std::vector<std::string> Names = ListOptions(App);
		if (!Chosen.empty())
		{
			const std::vector<std::string> Own = ListOptions(*Chosen.front());
			Names.insert(Names.begin(), Own.begin(), Own.end());
		}
		const std::string Intended =
			FindIntended(Option.substr((std::min)(Option.find_first_not_of('-'), Option.size())), Names);
		return (Command.empty() ? "" : Command + ": ") + "unknown option '" + Option + "'. " +
			(Intended.empty() ? Help : "Did you mean --" + Intended + "?");
	}
	if (!Command.empty())
	{
		return Command + ": unexpected argument '" + Words.front() + "'. " + Help;
	}
	std::vector<std::string> Names;
	for (const CLI::App* Each : App.get_subcommands([](const CLI::App*) { return true; }))
	{
		Names.push_back(Each->get_name());
	}
	const std::string Intended = FindIntended(Words.front(), Names);
	return "unknown command '" + Words.front() + "'. " + (Intended.empty() ? Help : "Did you mean " + Intended + "?");
}

} // namespace Exemplar

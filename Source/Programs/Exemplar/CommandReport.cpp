// Copyright (c) 2026 Exemplar contributors. MIT license.
// exemplar report: writes a report on a character and the examples it was built from.

#include "Base/CharacterFile.h"
#include "Base/File.h"
#include "Command.h"
#include "Inputs.h"
#include "OperatorOption.h"
#include "Outputs.h"
#include "Report/HtmlReport.h"

namespace Exemplar
{
namespace
{

struct FReportCommand
{
	std::string Character;
	FExampleInputs Inputs;
	std::string Out;
	std::string Figures;
	std::string Pictures;
	std::string Json;
	std::string Operator;
	bool bNoPictures = false;
	bool bDraft = false;
	bool bSoftware = false;
};

TResult<FJson> ReadFigures(const std::string& Path)
{
	if (Path.empty())
	{
		return FJson();
	}
	const TResult<std::string> Text = ReadWholeTextFile(ToPath(Path));
	if (!Text)
	{
		return Text.GetError();
	}
	FJson Document = FJson::parse(*Text, nullptr, false);
	if (!Document.is_object())
	{
		return FError{
			EErrorCode::Malformed, Path + ": not a figures file. Give the figures.json or --json output of a build."};
	}
	return Document;
}

FStatus MakeReport(const FReportCommand& Arguments, FSession& Session)
{
	const FOutputFile Outputs[] = {{"--out", Arguments.Out, {".html"}}, {"--json", Arguments.Json, {}}};
	std::vector<std::string> Read = Arguments.Inputs.Paths;
	Read.push_back(Arguments.Character);
	if (!Arguments.Figures.empty())
	{
		Read.push_back(Arguments.Figures);
	}
	if (FStatus Status = CheckOutputs(Outputs, Read); !Status)
	{
		return Status;
	}
	if (!IsCharacterPath(Arguments.Character))
	{
		return FError{
			EErrorCode::Unsupported, Arguments.Character + ": not a character (.exemplar). Create one with build."};
	}
	const TResult<FJson> Figures = ReadFigures(Arguments.Figures);
	if (!Figures)
	{
		return Figures.GetError();
	}
	TResult<FCharacter> Character = LoadCharacter(ToPath(Arguments.Character));
	Character = Character ? WithOperator(*Character, Arguments.Operator, Arguments.Character) : Character;
	if (!Character)
	{
		return Character.GetError();
	}
	const TResult<FExampleSet> Examples = LoadExamples(Arguments.Inputs, Session);
	if (!Examples)
	{
		return Examples.GetError();
	}
	FHtmlReportOptions Options;
	Options.Pictures = ToPath(Arguments.Pictures);
	Options.bPictures = !Arguments.bNoPictures;
	Options.bDraft = Arguments.bDraft;
	Options.bSoftware = Arguments.bSoftware;
	const TResult<FWrittenHtmlReport> Written =
		WriteHtmlReport(ToPath(Arguments.Out), *Character, *Examples, *Figures, Options, Session.Context());
	if (!Written)
	{
		const FError& Error = Written.GetError();
		const bool bNamesFile = Error.Code == EErrorCode::Unwritable || Error.Code == EErrorCode::Canceled;
		return bNamesFile ? Error : FError{Error.Code, Arguments.Character + ": " + Error.Message};
	}
	if (!Written->Missing.empty())
	{
		Session.Say(Written->Missing);
	}
	Session.Say("Wrote " + Arguments.Out +
		(Written->PictureCount > 0
				? " with " + std::to_string(Written->PictureCount) + " pictures, rendered by " + Written->Device
				: std::string()));
	if (!Arguments.Json.empty())
	{
		if (FStatus Saved = WriteJson(ToPath(Arguments.Json), Written->Measures); !Saved)
		{
			return Saved;
		}
		Session.Say("Wrote " + Arguments.Json);
	}
	return FOk{};
}

const FCommandRegistration ReportRegistration(75,
	[](CLI::App& App, FSession& Session)
	{
		CLI::App* Command = AddCommand(App, "report", "Write an HTML report on a character: pictures, plots, tables",
			"  exemplar report hero.exemplar examples/ -o report.html                 errors, pictures, levels\n"
			"  exemplar report hero.exemplar examples/ --figures figures.json -o report.html\n"
			"                                                                         includes the figures of the "
			"build\n"
			"  exemplar report hero.exemplar examples/ -o report.html --pictures out/ pictures as separate files too\n"
			"  exemplar report hero.exemplar examples/ -o report.html --no-pictures   takes a second\n"
			"  exemplar report hero.exemplar examples/ --operator cor -o cor.html     with centers of rotation");
		auto Arguments = std::make_shared<FReportCommand>();
		Command->add_option("CHARACTER", Arguments->Character, "Input character (.exemplar)")->required();
		Command->add_option("EXAMPLES", Arguments->Inputs.Paths, ExampleInputsHelp)->required();
		Command->add_option("-o,--out", Arguments->Out, "Output report (.html), a single self-contained file")
			->required();
		Command->add_option("--figures", Arguments->Figures,
			"figures.json or --json output of the build, for times, error over bone count and options");
		Command->add_option("--json", Arguments->Json, "Write the errors of the character to this JSON file");
		AddOperatorOption(*Command, Arguments->Operator,
			"Skinning operator to draw and measure with; defaults to the character's own");
		Command->add_option("--pictures", Arguments->Pictures, "Also write the pictures to this folder");
		Command->add_flag("--no-pictures", Arguments->bNoPictures, "Write a report without pictures");
		Command->add_flag("--draft", Arguments->bDraft, "Render faster, with fewer samples and lights");
		Command->add_flag(
			"--software", Arguments->bSoftware, "Render on the CPU, for the same report on every machine");
		Arguments->Inputs.AddOptions(*Command);
		Command->callback([Arguments, &Session]
			{ Session.Command = [Arguments, &Session] { return MakeReport(*Arguments, Session); }; });
	});

} // namespace
} // namespace Exemplar

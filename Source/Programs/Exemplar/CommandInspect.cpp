// Copyright (c) 2026 Exemplar contributors. MIT license.
// exemplar inspect: shows the contents and problems of examples or a character.

#include "Base/CharacterFile.h"
#include "Character/Character.h"
#include "Command.h"
#include "Files/Describe.h"
#include "Inputs.h"

namespace Exemplar
{
namespace
{

struct FInspectArguments
{
	FExampleInputs Inputs;
	bool bJson = false;
};

/** Shortens long lists of names for the text output; --json has them all. */
FJson Abridge(FJson Found)
{
	for (const char* Key : {"poseNames", "jointNames", "materials"})
	{
		constexpr size_t Most = 12;
		if (Found.contains(Key) && Found[Key].size() > Most)
		{
			FJson Names = FJson::array();
			for (size_t I = 0; I < Most; ++I)
			{
				Names.push_back(Found[Key][I]);
			}
			Names.push_back("and " + std::to_string(Found[Key].size() - Most) + " more");
			Found[Key] = std::move(Names);
		}
	}
	return Found;
}

FStatus Inspect(const FInspectArguments& Arguments, FSession& Session)
{
	FJson Found;
	size_t Characters = 0;
	for (const std::string& Path : Arguments.Inputs.Paths)
	{
		Characters += IsCharacterPath(Path);
	}
	if (Characters == 0)
	{
		const TResult<FExampleSet> Examples = LoadExamples(Arguments.Inputs, Session);
		if (!Examples)
		{
			return Examples.GetError();
		}
		Found = DescribeExamples(*Examples);
	}
	else if (Arguments.Inputs.Paths.size() == 1)
	{
		const TResult<FCharacter> Character = LoadCharacter(ToPath(Arguments.Inputs.Paths.front()));
		if (!Character)
		{
			return Character.GetError();
		}
		Found = DescribeCharacter(Character->View());
		Found["bytes"] = Character->Bytes().size();
	}
	else
	{
		return FError{EErrorCode::InvalidArgument,
			"a character must be inspected on its own. Give one .exemplar file, or the files of one set of examples."};
	}
	Session.Print(Arguments.bJson ? FormatJson(Found) : FormatJsonForPeople(Abridge(std::move(Found))));
	return FOk{};
}

const FCommandRegistration InspectRegistration(10,
	[](CLI::App& App, FSession& Session)
	{
		CLI::App* Command = AddCommand(App, "inspect", "Show the contents and problems of examples or a character",
			"  exemplar inspect walk.glb                     a rigged animation: counts, bounds, rig, problems\n"
			"  exemplar inspect rest.obj frames.pc2          a rest mesh and its point cache\n"
			"  exemplar inspect 'poses/*.obj' --rest t.obj   numbered meshes in natural order\n"
			"  exemplar inspect hero.exemplar --json         a character, as JSON");
		auto Arguments = std::make_shared<FInspectArguments>();
		Command
			->add_option(
				"FILE", Arguments->Inputs.Paths, std::string(ExampleInputsHelp) + "; or one character (.exemplar)")
			->required();
		Command->add_flag("--json", Arguments->bJson, "Print JSON instead of text");
		Arguments->Inputs.AddOptions(*Command);
		Command->callback([Arguments, &Session]
			{ Session.Command = [Arguments, &Session] { return Inspect(*Arguments, Session); }; });
	});

} // namespace
} // namespace Exemplar

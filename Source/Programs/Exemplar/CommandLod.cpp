// Copyright (c) 2026 Exemplar contributors. MIT license.
// exemplar lod: builds levels of detail for an existing character.

#include "Command.h"
#include "Files/LevelFigures.h"
#include "Inputs.h"
#include "LevelArguments.h"
#include "Outputs.h"

namespace Exemplar
{
namespace
{

struct FLodCommand
{
	std::string In;
	std::string Out;
	std::string Json;
	FLevelArguments Levels;
};

FStatus MakeLevels(const FLodCommand& Arguments, FSession& Session)
{
	const FOutputFile Outputs[] = {{"--out", Arguments.Out, CharacterExtensions, true}, {"--json", Arguments.Json, {}},
		{"--level-plot", Arguments.Levels.Plot, {".svg"}}};
	if (FStatus Status = CheckOutputs(Outputs, {&Arguments.In, 1}); !Status)
	{
		return Status;
	}
	if (FStatus Status = Arguments.Levels.Check(); !Status)
	{
		return Status;
	}
	const TResult<FBuildOptions> Options = Arguments.Levels.Flags.Apply({});
	if (FStatus Status = Options ? CheckOptions(*Options) : FStatus(Options.GetError()); !Status)
	{
		return Status;
	}
	if (!IsCharacterPath(Arguments.In))
	{
		return FError{
			EErrorCode::Unsupported, Arguments.In + ": not a character (.exemplar). Create one with build or convert."};
	}
	const TResult<FCharacter> Character = FCharacter::Load(ToPath(Arguments.In));
	if (!Character)
	{
		return Character.GetError();
	}
	FCharacterParts Parts = Unbake(*Character);
	Parts.Levels = {};
	const TResult<FBuiltCharacter> Built = BuildFromParts(std::move(Parts), *Options, Session.Context());
	if (!Built)
	{
		return Built.GetError();
	}
	if (FStatus Written = WriteCharacter(ToPath(Arguments.Out), Built->Character, {}, Session); !Written)
	{
		return Written;
	}
	if (!Arguments.Json.empty())
	{
		if (FStatus Written = WriteJson(ToPath(Arguments.Json), DescribeLevels(*Built)); !Written)
		{
			return Written;
		}
		Session.Say("Wrote " + Arguments.Json);
	}
	return Arguments.Levels.WriteReports(*Built, Session);
}

const FCommandRegistration Registration(60,
	[](CLI::App& App, FSession& Session)
	{
		CLI::App* Command = AddCommand(App, "lod", "Build levels of detail for a character",
			"  exemplar lod hero.exemplar -o hero-lod.exemplar                  five levels, each half the influences\n"
			"  exemplar lod hero.exemplar -o hero.glb --fractions 0.5,0.2,0.05  by triangle count, as MSFT_lod\n"
			"  exemplar lod hero.exemplar -o out.exemplar --errors 0.1,0.5      by error, % of the diagonal\n"
			"  exemplar lod hero.exemplar -o out.exemplar --level-plot lod.svg --each lods/\n"
			"                                                                   plot error over triangles; one .glb "
			"per level");
		auto Arguments = std::make_shared<FLodCommand>();
		Command->add_option("CHARACTER", Arguments->In, "Input character: .exemplar")->required();
		Command->add_option("-o,--out", Arguments->Out, "Output character with levels: .exemplar or .glb")->required();
		Command->add_option("--json", Arguments->Json, "Write all figures to this JSON file");
		Arguments->Levels.AddOptions(*Command);
		Command->callback([Arguments, &Session]
			{ Session.Command = [Arguments, &Session] { return MakeLevels(*Arguments, Session); }; });
	});

} // namespace
} // namespace Exemplar

// Copyright (c) 2026 Exemplar contributors. MIT license.
// exemplar lod: builds levels of detail for an existing character.

#include "CharacterEdit.h"
#include "Command.h"
#include "Files/LevelFigures.h"
#include "LevelArguments.h"

namespace Exemplar
{
namespace
{

struct FLodCommand
{
	FCharacterEdit Edit;
	FLevelArguments Levels;
};

FStatus MakeLevels(const FLodCommand& Arguments, FSession& Session)
{
	if (FStatus Status = Arguments.Levels.Check(); !Status)
	{
		return Status;
	}
	const TResult<FBuildOptions> Options = Arguments.Levels.Flags.Apply({});
	if (FStatus Status = Options ? CheckOptions(*Options) : FStatus(Options.GetError()); !Status)
	{
		return Status;
	}
	const FOutputFile Plot{"--level-plot", Arguments.Levels.Plot, {".svg"}};
	const TResult<FCharacter> Character = Arguments.Edit.Load({&Plot, 1});
	if (!Character)
	{
		return Character.GetError();
	}
	FCharacterParts Parts = Unbake(*Character);
	Parts.Levels = {};
	Parts.Maps = {};
	const TResult<FBuiltCharacter> Built = BuildFromParts(std::move(Parts), *Options, Session.Context());
	if (!Built)
	{
		return Built.GetError();
	}
	if (FStatus Written = Arguments.Edit.Write(Built->Character, DescribeLevels(*Built), Session); !Written)
	{
		return Written;
	}
	return Arguments.Levels.WriteReports(*Built, Session);
}

const FCommandRegistration LodRegistration(60,
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
		Arguments->Edit.AddPaths(
			*Command, "Input character: .exemplar", "Output character with levels: .exemplar or .glb");
		Arguments->Edit.AddJson(*Command);
		Arguments->Levels.AddOptions(*Command);
		Command->callback([Arguments, &Session]
			{ Session.Command = [Arguments, &Session] { return MakeLevels(*Arguments, Session); }; });
	});

} // namespace
} // namespace Exemplar

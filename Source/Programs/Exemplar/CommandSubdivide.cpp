// Copyright (c) 2026 Exemplar contributors. MIT license.
// exemplar subdivide: a finer surface for a character.

#include "CharacterEdit.h"
#include "Command.h"
#include "NumberRange.h"
#include "Pipeline/BuildCharacter.h"
#include "Pipeline/SubdivideCharacter.h"

namespace Exemplar
{
namespace
{

struct FSubdivideCommand
{
	FCharacterEdit Edit;
	std::string Scheme = "loop";
	FSubdivideOptions Options;
};

FStatus SubdivideIt(FSubdivideCommand& Arguments, FSession& Session)
{
	const TResult<FCharacter> Character = Arguments.Edit.Load();
	if (!Character)
	{
		return Character.GetError();
	}
	Arguments.Options.Scheme = Arguments.Scheme == "catmull-clark" ? ESubdivision::CatmullClark
		: Arguments.Scheme == "loop"                               ? ESubdivision::Loop
																   : ESubdivision::Sqrt3;
	const TResult<FSubdividedCharacter> Finer =
		SubdivideCharacter(Unbake(*Character), Arguments.Options, Session.Context().Part(0.0, 0.8, "subdivide"));
	if (!Finer)
	{
		return Arguments.Edit.Locate(Finer.GetError());
	}
	const TResult<FBakedCharacter> Baked = Bake(Finer->Parts, FBakeOptions{}, Session.Context().Part(0.8, 1.0, "bake"));
	if (!Baked)
	{
		return Baked.GetError();
	}
	const double Percent = 100.0 / static_cast<double>((*Character)->RestBox.Diagonal());
	const FMeshLevelView& Before = (*Character)->Levels[0];
	const FMeshLevelView& After = Baked->Character->Levels[0];
	const FJson Figures = {{"trianglesBefore", Before.Indices.size() / 3}, {"triangles", After.Indices.size() / 3},
		{"verticesBefore", Before.VertexCount()}, {"vertices", After.VertexCount()},
		{"influenceLimitRmsPercent", Percent * Finer->LimitMeanError},
		{"influenceLimitLargestPercent", Percent * Finer->LimitLargestError}};
	if (FStatus Written = Arguments.Edit.Write(Baked->Character, Figures, Session); !Written)
	{
		return Written;
	}
	if ((*Character)->Levels.size() > 1)
	{
		Session.Say("Removed " + std::to_string((*Character)->Levels.size() - 1) +
			" coarser levels, which belonged to the old surface. Run exemplar lod on the output to build new ones.");
	}
	Session.Print(FormatJsonForPeople(Figures));
	return FOk{};
}

const FCommandRegistration SubdivideRegistration(64,
	[](CLI::App& App, FSession& Session)
	{
		CLI::App* Command = AddCommand(App, "subdivide", "Subdivide the surface of a character with its skin",
			"  exemplar subdivide hero.exemplar -o fine.exemplar                        Loop, four times the "
			"triangles\n"
			"  exemplar subdivide hero.exemplar -o fine.exemplar --scheme sqrt3 --steps 2 --limit\n"
			"                                                                           nine times, on the limit "
			"surface\n"
			"  exemplar subdivide hero.exemplar -o fine.glb --scheme catmull-clark --influences 4");
		auto Arguments = std::make_shared<FSubdivideCommand>();
		FSubdivideOptions& Options = Arguments->Options;
		Arguments->Edit.bMayReplaceInput = false; // coarser levels are lost
		Arguments->Edit.AddPaths(*Command, "Input character: .exemplar", "Output character: .exemplar or .glb");
		Command->add_option("--scheme", Arguments->Scheme, "loop, catmull-clark or sqrt3")
			->capture_default_str()
			->check(CLI::IsMember({"loop", "catmull-clark", "sqrt3"}));
		Command->add_option("--steps", Options.Steps, "Number of steps")
			->capture_default_str()
			->check(NumberRange(1, 6));
		Command->add_flag("--limit", Options.bLimit, "Move vertices to where infinitely many steps would take them");
		Command
			->add_option("--influences", Options.MaxInfluences,
				"Maximum bone influences per vertex afterward; defaults to the character's own")
			->check(NumberRange(1, 64));
		Arguments->Edit.AddJson(*Command);
		Command->callback([Arguments, &Session]
			{ Session.Command = [Arguments, &Session] { return SubdivideIt(*Arguments, Session); }; });
	});

} // namespace
} // namespace Exemplar

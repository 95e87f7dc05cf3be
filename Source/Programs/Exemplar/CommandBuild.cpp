// Copyright (c) 2026 Exemplar contributors. MIT licence.
// exemplar build: examples in, character out, all stages in a row.

#include "Command.h"
#include "RigArguments.h"

namespace Exemplar
{
namespace
{

struct FBuildCommand
{
	FExampleInputs Inputs;
	FRigArguments Rig;
	FCharacterTarget Target;
	FLevelArguments Levels;
	std::string Operator = "animation-space";
};

const FCommandRegistration Registration(50,
	[](CLI::App& App, FSession& Session)
	{
		CLI::App* Command = AddCommand(App, "build", "Make a character of examples",
			"  exemplar build rest.obj frames.pc2 -o hero.exemplar         everything chosen\n"
			"  exemplar build hero/ --bones 30 --connected -o hero.glb     a skeleton without loose bones\n"
			"  exemplar build hero/ -o hero.exemplar --json figures.json   with the figures of every stage");
		auto Arguments = std::make_shared<FBuildCommand>();
		Command->add_option("EXAMPLES", Arguments->Inputs.Paths, ExampleInputsHelp)->required();
		Command->add_option("-o,--out", Arguments->Target.Out, "The character: .exemplar or .glb")->required();
		Command
			->add_option("--operator", Arguments->Operator,
				"The skin: animation-space, beside linear blend weights, or lbs (linear blending) alone")
			->capture_default_str()
			->check(CLI::IsMember({"lbs", "animation-space"}));
		Arguments->Rig.AddOptions(*Command);
		Arguments->Levels.AddOptions(*Command);
		Arguments->Inputs.AddOptions(*Command);
		Command->callback(
			[Arguments, &Session]
			{
				Session.Command = [Arguments, &Session]
				{
					Arguments->Target.Levels = &Arguments->Levels;
					Arguments->Target.bAnimationSpace = Arguments->Operator == "animation-space";
					return BuildAndWrite(Arguments->Inputs, Arguments->Rig, Arguments->Target, Session);
				};
			});
	});

} // namespace
} // namespace Exemplar

// Copyright (c) 2026 Exemplar contributors. MIT licence.
// exemplar build: examples in, character out, all stages in a row.

#include "Command.h"
#include "Inputs.h"
#include "Outputs.h"
#include "RigArguments.h"

namespace Exemplar
{
namespace
{

struct FBuildCommand
{
	FExampleInputs Inputs;
	FRigArguments Rig;
	std::string Out;
};

FStatus Build(const FBuildCommand& Arguments, FSession& Session)
{
	const std::filesystem::path Out = ToPath(Arguments.Out);
	if (FStatus Status = CheckCharacterOutput(Out); !Status)
	{
		return Status;
	}
	const TResult<FExampleSet> Examples = LoadExamples(Arguments.Inputs, Session);
	if (!Examples)
	{
		return Examples.GetError();
	}
	const TResult<FBuiltCharacter> Built = BuildFromArguments(*Examples, Arguments.Rig, Session);
	if (!Built)
	{
		return Built.GetError();
	}
	FGltfExportOptions Gltf;
	Gltf.Influences = Arguments.Rig.Rig.Refine.MaxInfluences > 4 ? 8 : 4;
	if (FStatus Written = WriteCharacter(Out, Built->Character, Gltf, Session); !Written)
	{
		return Written;
	}
	return Arguments.Rig.WriteReports(*Examples, *Built, Session);
}

const FCommandRegistration Registration(50,
	[](CLI::App& App, FSession& Session)
	{
		CLI::App* Command = AddCommand(App, "build", "Make a character of examples",
			"  exemplar build rest.obj frames.pc2 -o hero.exemplar         everything chosen\n"
			"  exemplar build hero/ --bones 30 --connected -o hero.glb     a skeleton without loose bones\n"
			"  exemplar build hero/ -o hero.exemplar --json figures.json   with the figures of every stage");
		auto Arguments = std::make_shared<FBuildCommand>();
		Command->add_option("EXAMPLES", Arguments->Inputs.Paths, ExampleInputsHelp)->required();
		Command->add_option("-o,--out", Arguments->Out, "The character: .exemplar or .glb")->required();
		Arguments->Rig.AddOptions(*Command);
		Arguments->Inputs.AddOptions(*Command);
		Command->callback(
			[Arguments, &Session] { Session.Command = [Arguments, &Session] { return Build(*Arguments, Session); }; });
	});

} // namespace
} // namespace Exemplar

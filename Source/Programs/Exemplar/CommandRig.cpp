// Copyright (c) 2026 Exemplar contributors. MIT license.
// exemplar rig: finds bones, weights, tree and joints, to inspect and to measure; from motion, or from shape.

#include "Base/File.h"
#include "BuildRun.h"
#include "Command.h"
#include "HarmonicRun.h"
#include "Inputs.h"
#include "RigArguments.h"

namespace Exemplar
{
namespace
{

struct FRigCommand
{
	FExampleInputs Inputs;
	FRigArguments Rig;
	std::string Out;
	bool bPlain = false;
	int32_t Source = -1;
};

/**
 * The choice of the method, where it is left to the program: one mesh is rigged from its shape and poses of one mesh
 * from their motion (BuildRig), meshes that are neither poses nor can be made poses by harmonic functions.
 */
FStatus RigByAnyMethod(const FBuildRequest& Request, FHarmonicRequest Harmonic, FSession& Session)
{
	const FStatus Built = RunBuild(Request, Session);
	if (Built || !MayShareNoConnectivity(Request.Options, Built.GetError()))
	{
		return Built;
	}
	Harmonic.Refusal = Built.GetError();
	return RunHarmonicRig(Harmonic, Session);
}

FStatus MakeRig(FRigCommand& Arguments, FSession& Session)
{
	if (Arguments.Rig.Plot.empty())
	{
		Arguments.Rig.Plot = PathToText(ToPath(Arguments.Out).replace_extension(".svg"));
	}
	FBuildOptions Plain; // only the rig: no levels, linear blending
	Plain.Levels.LevelCount = 1;
	Plain.bAnimationSpace = false;
	TResult<FBuildOptions> Options = Arguments.Rig.Flags.Apply(Plain);
	Options = Options ? Arguments.Inputs.Flags.Apply(*Options) : Options;
	if (!Options)
	{
		return Options.GetError();
	}
	FHarmonicOptions Harmonics;
	Harmonics.Source = Arguments.Source;
	Harmonics.MaxInfluences = Options->Rig.Refine.MaxInfluences;
	FHarmonicRequest Harmonic{
		Arguments.Inputs.Paths, Harmonics, *Options, Arguments.Out, Arguments.Rig.Json, !Arguments.bPlain, {}};
	if (Options->Rig.Method == ERigMethod::Harmonic)
	{
		return RunHarmonicRig(Harmonic, Session);
	}
	FBuildRequest Request;
	Request.Paths = Arguments.Inputs.Paths;
	Request.Options = std::move(*Options);
	Request.Scans = Arguments.Inputs.Scans;
	Request.Out = Arguments.Out;
	Request.bColorByBone = !Arguments.bPlain;
	Request.Rig = &Arguments.Rig;
	return RigByAnyMethod(Request, std::move(Harmonic), Session);
}

const FCommandRegistration RigRegistration(40,
	[](CLI::App& App, FSession& Session)
	{
		CLI::App* Command = AddCommand(App, "rig", "Find bones, weights and joints from examples, or from one mesh",
			"  exemplar rig horse.obj -o horse.exemplar                     one mesh: joints from its shape\n"
			"  exemplar rig crab.obj --template none --weights gaussian -o crab.glb\n"
			"                                                               joints where the body branches or bends\n"
			"  exemplar rig man.obj --label head=812 --joint left_knee=0.1,0.5,0.02 -o man.glb\n"
			"                                                               some of it picked by hand\n"
			"  exemplar rig scans/ --method harmonic -o body.exemplar       meshes that share no vertices, one per "
			"pose;\n"
			"                                                               also taken where nothing else rigs them\n"
			"  exemplar rig rest.obj frames.pc2 --bones 20 -o horse.glb     colored by bone, plus horse.svg\n"
			"  exemplar rig walk/ -o walk.exemplar --fast                   automatic bone count\n"
			"  exemplar rig rest.obj run.pc2 jump.pc2 --bones 30 --connected -o hero.glb\n"
			"                                                               several clips, one connected rig\n"
			"  exemplar rig rest.obj run.pc2 --skeleton house.fbx --extra-bones 4 -o hero.glb\n"
			"                                                               your own skeleton, and four joints more\n"
			"  exemplar rig walk/ --bones 20 -o walk.glb --json figures.json --reconstruction walk.pc2\n"
			"                                                               all data needed to measure it yourself");
		auto Arguments = std::make_shared<FRigCommand>();
		Command->add_option("EXAMPLES", Arguments->Inputs.Paths, ExampleInputsHelp)->required();
		Command->add_option("-o,--out", Arguments->Out, "Output rig: .glb or .exemplar")->required();
		Command->add_flag("--plain", Arguments->bPlain, "Do not color the .glb by bone");
		Command
			->add_option("--source", Arguments->Source,
				"With --method harmonic: a vertex of the first mesh near the head; found automatically if not given")
			->check(CLI::NonNegativeNumber);
		Arguments->Inputs.AddScans(*Command);
		Arguments->Rig.AddOptions(*Command);
		Arguments->Inputs.AddName(*Command);
		Arguments->Inputs.AddOptions(*Command);
		Command->callback([Arguments, &Session]
			{ Session.Command = [Arguments, &Session] { return MakeRig(*Arguments, Session); }; });
	});

} // namespace
} // namespace Exemplar

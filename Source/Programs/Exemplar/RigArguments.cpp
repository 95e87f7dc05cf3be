// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "RigArguments.h"

#include "Base/File.h"
#include "Examples/ExampleFiles.h"
#include "Files/RigFigures.h"
#include "Model/Posing.h"

namespace Exemplar
{

void FRigArguments::AddOptions(CLI::App& Command)
{
	const std::string Refusal = "is not a valid bone count (1-4096). Omit --bones to choose automatically";
	CLI::Option* Bones = Flags.Add(Command, "--bones", "rig.bones", Refusal);
	Bones->default_str("");
	Bones->check([Refusal](const std::string& Text)
		{ return Text.find_first_not_of('0') == std::string::npos ? "'" + Text + "' " + Refusal : std::string(); });
	Flags.Add(Command, "--method", "rig.method");
	Flags.Add(Command, "--template", "rig.template");
	Flags.Add(Command, "--label", "rig.labels");
	Flags.Add(Command, "--joint", "rig.joints");
	Flags.Add(Command, "--voxels", "rig.voxels");
	Flags.Add(Command, "--segmentation", "rig.segmentation");
	Flags.Add(Command, "--weights", "rig.weights");
	Flags.Add(Command, "--skeleton", "rig.skeleton")->type_name("FILE");
	Flags.Add(Command, "--skeleton-scale", "rig.skeletonScale");
	Flags.Add(Command, "--extra-bones", "rig.extraBones");
	Flags.Add(Command, "--orientation", "rig.orientation");
	Flags.Add(Command, "--names", "rig.names");
	Flags.Add(Command, "--influences", "rig.influences");
	Flags.Add(Command, "--tolerance", "rig.tolerance")->excludes(Bones);
	Flags.Add(Command, "--max-error", "rig.maxError");
	Flags.Add(Command, "--min-bones", "rig.minBones");
	Flags.Add(Command, "--max-bones", "rig.maxBones");
	CLI::Option* Fast =
		Flags.AddSwitch(Command, "--fast", "rig.effort", "fast", "Search for seconds instead of up to half a minute");
	Flags.AddSwitch(Command, "--thorough", "rig.effort", "thorough", "Search about ten times as long as usual")
		->excludes(Fast);
	Flags.Add(Command, "--proxy", "rig.proxy");
	Flags.AddSwitch(Command, "--one-pass", "rig.refine", "false",
		"Run a single pass as in Schaefer & Yuksel 2007, without refinement");
	Flags.AddSwitch(Command, "--affine", "rig.affine", "true");
	Flags.AddSwitch(Command, "--connected", "rig.connected", "true");
	Flags.AddSwitch(Command, "--symmetric", "rig.symmetric", "true");
	Flags.AddSwitch(Command, "--not-local", "rig.candidateBones", "0",
		"Let points follow bones anywhere on the body: lower error, but new poses fall apart");
	Flags.Add(Command, "--smoothness", "rig.smoothness");
	Flags.Add(Command, "--drop-dependent", "rig.dropDependent");
	Flags.Add(Command, "--force-edge", "rig.forcedEdges");
	Flags.Add(Command, "--forbid-edge", "rig.forbiddenEdges");
	Flags.Add(Command, "--root", "rig.root");
	Flags.Add(Command, "--reduce-keys", "bake.keyTolerance");
	Command.add_option("--json", Json, "Write the rig's figures to this JSON file");
	Command.add_option("--plot", Plot, "Write a plot of error over bone count to this .svg file");
	Command.add_option("--reconstruction", Reconstruction,
		"Write every example as reproduced by the rig to this point cache, .pc2 or .mdd");
}

FStatus FRigArguments::WriteReports(const FExampleSet& Examples, const FBuiltCharacter& Built, FSession& Session) const
{
	const TResult<FJson> Figures = DescribeRig(Examples, Built);
	if (!Figures)
	{
		return Figures.GetError();
	}
	Session.Print(FormatRigSummary((*Figures)["summary"]));
	if (!Json.empty())
	{
		if (FStatus Written = WriteJson(ToPath(Json), *Figures); !Written)
		{
			return Written;
		}
		Session.Say("Wrote " + Json);
	}
	if (!Plot.empty() && !Built.Rig.ErrorCurve.empty()) // a given skeleton has no curve
	{
		const std::string Svg = FormatSvg(PlotErrorCurve(Built.Rig.ErrorCurve, Built.Rig.Rig.BoneCount));
		if (FStatus Written = WriteFileAtomically(ToPath(Plot), std::as_bytes(std::span(Svg))); !Written)
		{
			return Written;
		}
		Session.Say("Wrote " + Plot);
	}
	if (!Reconstruction.empty())
	{
		const FRig& Made = Built.Rig.Rig;
		const std::vector<FDouble3>& Rest = Made.RestPositions.empty() ? Examples.Rest.Positions : Made.RestPositions;
		std::vector<FSourcePose> Poses;
		for (size_t Pose = 0; Pose < Made.PoseCount; ++Pose)
		{
			Poses.push_back(
				{Examples.Source.Poses[Pose].Name, RestoreFilePositions(Examples, ReconstructPose(Made, Rest, Pose))});
		}
		if (FStatus Written = WritePointCacheFile(
				ToPath(Reconstruction), MakePointCache(Examples.Source.Rest.Positions.size(), Poses));
			!Written)
		{
			return Written;
		}
		Session.Say("Wrote " + Reconstruction);
	}
	return FOk{};
}

} // namespace Exemplar

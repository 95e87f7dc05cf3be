// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "RigArguments.h"

#include "Base/File.h"
#include "Examples/ExportExamples.h"
#include "Files/RigFigures.h"
#include "Model/Posing.h"

namespace Exemplar
{

void FRigArguments::AddOptions(CLI::App& Command)
{
	const std::string NoBones = "number of bones from 1 to 4096; leave --bones out to have it chosen";
	CLI::Option* Bones = Flags.Add(
		Command, "--bones", "rig.bones", "How many bones; exactly so many are made. Chosen where not given", NoBones);
	Bones->default_str("");
	Bones->check(
		[NoBones](const std::string& Text) {
			return Text.find_first_not_of('0') == std::string::npos ? "'" + Text + "' is no " + NoBones : std::string();
		});
	Flags.Add(Command, "--influences", "rig.influences", "Most bones a vertex follows");
	Flags
		.Add(Command, "--tolerance", "rig.tolerance",
			"Instead of --bones: as few as keep the error of rigid clusters below this, % of the diagonal")
		->excludes(Bones);
	Flags.Add(Command, "--min-bones", "rig.minBones", "Fewest bones that are chosen");
	Flags.Add(Command, "--max-bones", "rig.maxBones", "Most bones that are chosen");
	CLI::Option* Fast =
		Flags.AddSwitch(Command, "--fast", "rig.effort", "fast", "Seconds instead of up to half a minute");
	Flags.AddSwitch(Command, "--thorough", "rig.effort", "thorough", "Ten times the usual work")->excludes(Fast);
	Flags.AddSwitch(Command, "--one-pass", "rig.refine", "false",
		"Clusters, weights and locality only, as Schaefer & Yuksel 2007 do");
	Flags.AddSwitch(Command, "--affine", "rig.affine", "true",
		"Bones that stretch and shear, to compare with papers; no animation-space skin is made then");
	Flags.AddSwitch(Command, "--connected", "rig.connected", "true", "Bones meet at their joints in every example");
	Flags.AddSwitch(
		Command, "--symmetric", "rig.symmetric", "true", "Both sides alike; the rest mesh has to be symmetric");
	Flags.AddSwitch(Command, "--not-local", "rig.candidateBones", "0",
		"Let points follow bones anywhere on the body: a lower error, poses that fall apart");
	Flags.Add(Command, "--smoothness", "rig.smoothness", "Smooth weights: 0 is off, 0.05 gentle, 0.5 strong");
	Flags.Add(Command, "--drop-dependent", "rig.dropDependent",
		"Remove bones that their neighbors predict to within this, % of the diagonal; 0 removes none");
	Flags.Add(Command, "--force-edge", "rig.forcedEdges", "Join these two bones, as in 3-7 (may be given again)");
	Flags.Add(Command, "--forbid-edge", "rig.forbiddenEdges", "Do not join these two bones (may be given again)");
	Flags.Add(Command, "--root", "rig.root", "The bone that is the root; -1 where it is chosen");
	Flags.Add(Command, "--reduce-keys", "finish.keyTolerance",
		"Store the examples' clip with fewer keys: the skin stays within this, % of the diagonal; 0 keeps all");
	Command.add_option("--json", Json, "Write the rig's figures here");
	Command.add_option("--plot", Plot, "Write the error against the bone count here, as SVG");
	Command.add_option(
		"--reconstruction", Reconstruction, "Write every example as the rig reproduces it here, .pc2 or .mdd");
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
	if (!Plot.empty())
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
			Poses.push_back({Examples.Source.Poses[Pose].Name,
				RestoreSourcePositions(Examples, ReconstructPose(Made, Rest, Pose))});
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

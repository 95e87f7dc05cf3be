// Copyright (c) 2026 Exemplar contributors. MIT licence.

#include "RigArguments.h"

#include "Base/File.h"
#include "Examples/ExportExamples.h"
#include "Files/LevelReport.h"
#include "Files/RigReport.h"
#include "NumberRange.h"
#include "Outputs.h"
#include "Rig/Posing.h"

#include <charconv>

namespace Exemplar
{

namespace
{

TResult<std::vector<std::pair<int32_t, int32_t>>> ParseEdges(const std::vector<std::string>& Texts)
{
	std::vector<std::pair<int32_t, int32_t>> Edges;
	for (const std::string& Text : Texts)
	{
		int32_t A = 0, B = 0;
		const char* const End = Text.data() + Text.size();
		const std::from_chars_result First = std::from_chars(Text.data(), End, A);
		const bool bDash = First.ec == std::errc() && First.ptr != End && *First.ptr == '-';
		const std::from_chars_result Second = bDash ? std::from_chars(First.ptr + 1, End, B) : First;
		if (!bDash || Second.ec != std::errc() || Second.ptr != End)
		{
			return FError{EErrorCode::InvalidArgument,
				"'" + Text + "' is not an edge of the skeleton; write the numbers of two bones, as in 3-7."};
		}
		Edges.emplace_back(A, B);
	}
	return Edges;
}

} // namespace

void FRigArguments::AddOptions(CLI::App& Command)
{
	CLI::Option* Bones = Command.add_option(
		"--bones", Rig.Clusters.BoneCount, "How many bones; exactly so many are made. Chosen where not given");
	Bones->check(
		[](const std::string& Text)
		{
			int Count = 0;
			const std::from_chars_result Read = std::from_chars(Text.data(), Text.data() + Text.size(), Count);
			const bool bGood = Read.ec == std::errc() && Read.ptr == Text.data() + Text.size() && Count >= 1;
			return bGood && Count <= 4096
				? std::string()
				: "'" + Text + "' is no number of bones from 1 to 4096; leave --bones out to have it chosen";
		});
	Command.add_option("--influences", Rig.Refine.MaxInfluences, "Most bones a vertex follows")
		->capture_default_str()
		->check(NumberRange(1, 64));
	Command
		.add_option("--tolerance", Rig.Clusters.Tolerance,
			"Instead of --bones: as few as keep the error of rigid clusters below this, % of the diagonal")
		->check(NumberRange(0.0, 100.0))
		->excludes(Bones);
	Command.add_option("--min-bones", Rig.Clusters.MinBones, "Fewest bones that are chosen")->capture_default_str();
	Command.add_option("--max-bones", Rig.Clusters.MaxBones, "Most bones that are chosen")->capture_default_str();
	CLI::Option* Fast = Command.add_flag("--fast", bFast, "Seconds instead of up to half a minute");
	Command.add_flag("--thorough", bThorough, "Ten times the usual work")->excludes(Fast);
	Command.add_flag("--one-pass", bOnePass, "Clusters, weights and locality only, as Schaefer & Yuksel 2007 do");
	Command.add_flag("--affine", Rig.Refine.bAffineBones, "Bones that stretch and shear, to compare with papers");
	Command.add_flag("--connected", Rig.bConnected, "Bones meet at their joints in every example");
	Command.add_flag("--symmetric", Rig.bSymmetric, "Both sides alike; the rest mesh has to be symmetric");
	Command.add_flag(
		"--not-local", bNotLocal, "Let points follow bones anywhere on the body: a lower error, poses that fall apart");
	Command.add_option("--smoothness", Rig.Refine.Smoothness, "Smooth weights: 0 is off, 0.05 gentle, 0.5 strong")
		->check(NumberRange(0.0, 100.0));
	Command
		.add_option("--drop-dependent", Rig.DependentTolerance,
			"Remove bones that their neighbours predict to within this, % of the diagonal; 0 removes none")
		->check(NumberRange(0.0, 100.0));
	Command.add_option("--force-edge", ForcedEdges, "Join these two bones, as in 3-7 (may be given again)")
		->allow_extra_args(false);
	Command.add_option("--forbid-edge", ForbiddenEdges, "Do not join these two bones (may be given again)")
		->allow_extra_args(false);
	Command.add_option("--root", Rig.Tree.Root, "The bone that is the root; chosen where not given")
		->check(NumberRange(0, 0xfffe));
	Command
		.add_option("--reduce-keys", Finish.KeyTolerance,
			"Store the examples' clip with fewer keys: the skin stays within this, % of the diagonal; 0 keeps all")
		->check(NumberRange(0.0, 100.0));
	Command.add_option("--json", Json, "Write all figures here");
	Command.add_option("--plot", Plot, "Write the error against the bone count here, as SVG");
	Command.add_option(
		"--reconstruction", Reconstruction, "Write every example as the rig reproduces it here, .pc2 or .mdd");
}

TResult<FRigFromMotionOptions> FRigArguments::Resolve() const
{
	if (Rig.Clusters.MinBones < 1 || Rig.Clusters.MaxBones < Rig.Clusters.MinBones)
	{
		return FError{EErrorCode::InvalidArgument,
			"--min-bones " + std::to_string(Rig.Clusters.MinBones) + " and --max-bones " +
				std::to_string(Rig.Clusters.MaxBones) +
				" leave no number to choose; give a smallest from 1 on and a largest that is no smaller."};
	}
	FRigFromMotionOptions Out = Rig;
	Out.Refine.Effort = bFast ? ERefineEffort::Fast : (bThorough ? ERefineEffort::Thorough : ERefineEffort::Default);
	Out.bRefine = !bOnePass;
	Out.Refine.CandidateBones = bNotLocal ? 0 : Out.Refine.CandidateBones;
	for (const bool bForced : {true, false})
	{
		TResult<std::vector<std::pair<int32_t, int32_t>>> Edges = ParseEdges(bForced ? ForcedEdges : ForbiddenEdges);
		if (!Edges)
		{
			return Edges.GetError();
		}
		(bForced ? Out.Tree.ForcedEdges : Out.Tree.ForbiddenEdges) = std::move(*Edges);
	}
	return Out;
}

FStatus FRigArguments::WriteReports(const FExampleSet& Examples, const FBuiltCharacter& Built, FSession& Session) const
{
	const TResult<FReport> Report = DescribeRig(Examples, Built);
	if (!Report)
	{
		return Report.GetError();
	}
	Session.Print(FormatReportForPeople((*Report)["summary"]));
	if (!Json.empty())
	{
		if (FStatus Written = WriteReport(ToPath(Json), *Report); !Written)
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

FStatus BuildAndWrite(
	const FExampleInputs& Inputs, const FRigArguments& Arguments, const FCharacterTarget& Target, FSession& Session)
{
	const std::filesystem::path Out = ToPath(Target.Out);
	const FOutputFile Outputs[] = {{"--out", Target.Out, CharacterExtensions}, {"--json", Arguments.Json, {}},
		{"--plot", Arguments.Plot, {".svg"}}, {"--reconstruction", Arguments.Reconstruction, PointCacheExtensions},
		{"--level-plot", Target.Levels != nullptr ? Target.Levels->Plot : std::string(), {".svg"}}};
	if (FStatus Status = CheckOutputs(Outputs, Inputs.Paths); !Status)
	{
		return Status;
	}
	if (FStatus Status = Target.Levels != nullptr ? Target.Levels->Check() : FStatus(FOk{}); !Status)
	{
		return Status;
	}
	TResult<FRigFromMotionOptions> Rig = Arguments.Resolve();
	if (!Rig)
	{
		return Rig.GetError();
	}
	const TResult<FExampleSet> Examples = LoadExamples(Inputs, Session);
	if (!Examples)
	{
		return Examples.GetError();
	}
	FBuildOptions Options;
	Options.Rig = std::move(*Rig);
	Options.Finish = Arguments.Finish;
	Options.bAnimationSpace = Target.bAnimationSpace;
	if (Target.Levels != nullptr)
	{
		Options.Levels = Target.Levels->Resolve();
		Options.bLevels =
			Options.Levels.LevelCount > 1 || !Options.Levels.Fractions.empty() || !Options.Levels.Errors.empty();
	}
	const TResult<FBuiltCharacter> Built = BuildCharacter(*Examples, Options, Session.Context());
	if (!Built)
	{
		return Built.GetError();
	}
	FCharacterData Data = Built->Data;
	OptimiseTriangleOrder(Data);
	const TResult<FCharacter> Character = FCharacter::FromData(Data);
	if (!Character)
	{
		return Character.GetError();
	}
	FGltfExportOptions Gltf;
	Gltf.Influences = Options.Rig.Refine.MaxInfluences > 4 ? 8 : 4;
	Gltf.bColourByBone = Target.bColourByBone;
	if (FStatus Written = WriteCharacter(Out, *Character, Gltf, Session); !Written)
	{
		return Written;
	}
	if (FStatus Written = Arguments.WriteReports(*Examples, *Built, Session); !Written)
	{
		return Written;
	}
	return Built->Levels ? Target.Levels->WriteReports(Data, *Built->Levels, Session) : FStatus(FOk{});
}

} // namespace Exemplar

// Copyright (c) 2026 Exemplar contributors. MIT license.
// exemplar skin: fits the skin of a rig to examples and measures it on these and other poses.

#include "Base/CharacterFile.h"
#include "Command.h"
#include "Examples/ExampleFiles.h"
#include "Files/FrameList.h"
#include "Files/NumberFormat.h"
#include "Files/SkeletonFiles.h"
#include "Files/SkinFigures.h"
#include "Inputs.h"
#include "Model/Posing.h"
#include "NumberRange.h"
#include "OperatorOption.h"
#include "Outputs.h"
#include "Pipeline/BuildCharacter.h"
#include "Pipeline/BuildProblems.h"
#include "Report/CharacterMeasures.h"
#include "Rig/BuildRig.h"
#include "Skin/FitSkin.h"
#include "SkinMotions.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>

namespace Exemplar
{
namespace
{

struct FSkinCommand
{
	std::vector<std::string> Paths; // the rig, then the examples
	FExampleInputs Inputs;
	FOptionFlags Skeleton;
	std::string Kind = "animation-space";
	std::string Aim;
	int Influences = 4;
	std::string FitFrames, TestFrames;
	std::string Out, Json, Reconstruction;
	double Lambda = -1.0, Delta = -1.0; // below zero: chosen automatically
	std::string KeepWeights;            // "keep", or how strongly to pull new weights to the rig's; empty: fit anew
	std::string Operator;               // to store and measure; empty: the character's own
	bool bExactRest = false;

	bool KeepsWeights() const { return KeepWeights == "keep"; }
	double WeightPull() const { return KeepWeights.empty() || KeepsWeights() ? 0.0 : std::stod(KeepWeights); }
	bool IsAnimationSpace() const { return Kind == "animation-space"; }
};

TResult<FSkinFrames> ChooseFrames(const FSkinCommand& Arguments, size_t Count)
{
	TResult<std::vector<size_t>> Fit = ParseFrames(Arguments.FitFrames, Count, "--fit-frames");
	TResult<std::vector<size_t>> Test = ParseFrames(Arguments.TestFrames, Count, "--test-frames");
	if (!Fit || !Test)
	{
		return Fit ? Test.GetError() : Fit.GetError();
	}
	if (Count == 0)
	{
		return FError{EErrorCode::Degenerate,
			"The examples contain a rest mesh but no poses. Add poses to fit, such as frames.pc2."};
	}
	FSkinFrames Out;
	for (size_t Frame = 0; Frame < Count; ++Frame)
	{
		const bool bTest = std::binary_search(Test->begin(), Test->end(), Frame);
		const bool bFit = Arguments.FitFrames.empty() ? !bTest : std::binary_search(Fit->begin(), Fit->end(), Frame);
		if (bTest && bFit)
		{
			return FError{EErrorCode::InvalidArgument,
				"Frame " + std::to_string(Frame) +
					" is in both --fit-frames and --test-frames. Remove it from one of them."};
		}
		(bFit ? Out.Fit : (bTest ? Out.Test : Out.Others)).push_back(Frame);
	}
	if (Out.Fit.empty())
	{
		return FError{EErrorCode::InvalidArgument,
			"No frames are left to fit. The examples have " + std::to_string(Count) + " frames, numbered from 0."};
	}
	return Out;
}

/** Errors over some of the frames; only those of linear blending if the skin is lbs. */
TResult<FJson> MeasureFrames(const FSkinCommand& Arguments, const FExampleSet& Examples, const FRig& Rig,
	const std::vector<FAnimationVector>& Points, const std::vector<size_t>& Frames)
{
	const FExampleSet Part = SelectFrames(Examples, Frames);
	const TResult<FSkinComparison> Comparison = CompareSkins(Part, SelectMotions(Rig, Frames), Points);
	if (!Comparison)
	{
		return Comparison.GetError();
	}
	FJson Figures = DescribeComparison(Part, *Comparison);
	for (size_t Index = 0; Index < Frames.size(); ++Index)
	{
		Figures["poses"][Index]["frame"] = Frames[Index];
		if (!Arguments.IsAnimationSpace())
		{
			Figures["poses"][Index].erase("animationSpace");
		}
	}
	if (!Arguments.IsAnimationSpace())
	{
		Figures.erase("animationSpace");
	}
	return Figures;
}

/** What of the character belonged to its old skin and is not written. */
std::string DescribeRemoved(const FCharacterParts& Parts)
{
	const size_t Levels = Parts.Levels.Coarser.size(), Correctives = Parts.Correctives.Model.Count();
	if (Levels == 0 && Correctives == 0)
	{
		return {};
	}
	const std::string LevelText =
		Levels == 0 ? "" : std::to_string(Levels) + (Levels == 1 ? " coarser level" : " coarser levels");
	const std::string CorrectiveText =
		Correctives == 0 ? "" : std::to_string(Correctives) + (Correctives == 1 ? " corrective" : " correctives");
	return "Removed " + LevelText + (Levels > 0 && Correctives > 0 ? " and " : "") + CorrectiveText +
		", which belonged to the old skin." +
		(Levels > 0 ? " Run exemplar lod on the output to build new levels." : "");
}

/** What the file does to the examples when it is drawn with its operator. */
FStatus SayOperatorError(const FCharacter& Character, const FExampleSet& Examples, FSession& Session)
{
	const TResult<FCharacterMeasures> Measures = MeasureCharacter(Character, Examples, {});
	if (!Measures)
	{
		return Measures.GetError();
	}
	if (Measures->Error)
	{
		Session.Say(std::string("With ") + DescribeOperator(Measures->Operator) + ", the file is off by " +
			FormatPercent(Measures->Error->VertexRms) + " RMS and " + FormatPercent(Measures->Error->VertexMax) +
			" at worst.");
	}
	return FOk{};
}

/** The same character with another skin and the motions that it was fitted with. */
FStatus WriteSkin(const FSkinCommand& Arguments, FCharacterParts Parts, const FExampleSet& Examples,
	const FSkinMotions& Motions, const FSkin& Skin, FSession& Session)
{
	const TResult<std::vector<uint32_t>> Rows = MatchPoints(Parts, Examples);
	if (!Rows)
	{
		return Rows.GetError();
	}
	const std::string Removed = DescribeRemoved(Parts);
	Parts.Levels = {};
	Parts.Maps = {}; // of the levels and of the skin as it was
	Parts.Correctives = {};
	Parts.Skin = GatherSkin(Skin, *Rows);
	Parts.Animation = Motions.Animation;
	std::erase_if(Parts.Provenance, [](const auto& Entry) { return Entry.Key == "options.skin.kind"; });
	Parts.Provenance.push_back({"options.skin.kind", Arguments.Kind});
	Parts.PreferredOperator = Arguments.Operator.empty()
		? Parts.PreferredOperator
		: static_cast<uint32_t>(*FindSkinOperator(Arguments.Operator)) + 1;
	FBuildOptions Options;
	Options.Levels.LevelCount = 1;
	const TResult<FBuiltCharacter> Built = BuildFromParts(std::move(Parts), Options, {});
	FStatus Written =
		Built ? WriteCharacter(ToPath(Arguments.Out), Built->Character, {}, Session) : FStatus(Built.GetError());
	if (!Written)
	{
		return Written;
	}
	std::string Names;
	for (const size_t Clip : Motions.Clips)
	{
		Names += (Names.empty() ? "'" : ", '") + Motions.Animation.Clips[Clip].Name + "'";
	}
	Session.Say("The motions of the " + std::to_string(Examples.PoseCount()) + " frames are in " +
		(Motions.Clips.size() == 1 ? "clip " : "clips ") + Names + "; bones " +
		(Motions.bConnected ? "turn about their joints." : "move freely, as in the clips of the input."));
	if (!Removed.empty())
	{
		Session.Say(Removed);
	}
	return Arguments.Operator.empty() ? Written : SayOperatorError(Built->Character, Examples, Session);
}

FStatus WriteReconstruction(
	const FSkinCommand& Arguments, const FExampleSet& Examples, const FRig& Rig, const FSkin& Skin, FSession& Session)
{
	std::vector<FSourcePose> Poses;
	for (const std::vector<FDouble3>& Pose : ReconstructPoses(Skin.Points, Rig))
	{
		Poses.push_back({Examples.Source.Poses[Poses.size()].Name, RestoreFilePositions(Examples, Pose)});
	}
	FStatus Written = WritePointCacheFile(
		ToPath(Arguments.Reconstruction), MakePointCache(Examples.Source.Rest.Positions.size(), Poses));
	if (Written)
	{
		Session.Say("Wrote " + Arguments.Reconstruction);
	}
	return Written;
}

/** What is wrong with the command before anything is read. */
FStatus CheckArguments(const FSkinCommand& Arguments)
{
	if (!Arguments.Skeleton.Given().empty())
	{
		const FOutputFile Written[] = {{"--out", Arguments.Out, CharacterExtensions, true},
			{"--reconstruction", Arguments.Reconstruction, PointCacheExtensions}, {"--json", Arguments.Json, {}}};
		return CheckOutputs(Written, Arguments.Paths);
	}
	if (Arguments.Paths.size() < 2)
	{
		return FError{EErrorCode::InvalidArgument,
			"A rig and examples are required, as in: exemplar skin hero.exemplar rest.obj frames.pc2."};
	}
	const FOutputFile Outputs[] = {{"--out", Arguments.Out, CharacterExtensions, true},
		{"--reconstruction", Arguments.Reconstruction, PointCacheExtensions}, {"--json", Arguments.Json, {}}};
	if (FStatus Status = CheckOutputs(Outputs, Arguments.Paths); !Status)
	{
		return Status;
	}
	char* End = nullptr;
	if (!Arguments.KeepWeights.empty() && !Arguments.KeepsWeights() &&
		(!(std::strtod(Arguments.KeepWeights.c_str(), &End) >= 0.0) || *End != '\0'))
	{
		return FError{EErrorCode::InvalidArgument,
			"--keep-weights: '" + Arguments.KeepWeights + "' is not a percentage of the diagonal, such as 0.05."};
	}
	if (!Arguments.Operator.empty() && Arguments.Out.empty())
	{
		return FError{EErrorCode::InvalidArgument,
			"--operator is stored in the output. Name it, as in: -o hero.exemplar --operator " + Arguments.Operator +
				"."};
	}
	if (!IsCharacterPath(Arguments.Paths[0]))
	{
		return FError{EErrorCode::Unsupported,
			Arguments.Paths[0] +
				": not a rig. The first argument must be a character (.exemplar); create one with rig or build."};
	}
	return FOk{};
}

bool AimsAtExamples(const FSkinCommand& Arguments)
{
	return Arguments.Aim.empty() ? Arguments.TestFrames.empty() : Arguments.Aim == "examples";
}

TResult<FSkinResult> FitFrames(const FSkinCommand& Arguments, const FExampleSet& Examples, const FRig& Rig,
	const std::vector<size_t>& Frames, FSession& Session)
{
	FSkinResult Blend;
	Blend.Skin = MakeBlendSkin(RestOf(Examples, Rig), Rig.Weights);
	if (!Arguments.IsAnimationSpace())
	{
		return Blend;
	}
	FSkinFitOptions Options;
	Options.MaxInfluences = Arguments.Influences;
	Options.Aim = AimsAtExamples(Arguments) ? ESkinAim::Examples : ESkinAim::NewPoses;
	Options.bExactRest = Arguments.bExactRest;
	Options.bMotions = false; // the motions are those of the clips, which FitSkinMotions wrote
	Options.Lambda = Arguments.Lambda >= 0.0 ? std::optional(Arguments.Lambda) : std::nullopt;
	Options.Delta = Arguments.Delta >= 0.0 ? std::optional(Arguments.Delta) : std::nullopt;
	return FitSkin(SelectFrames(Examples, Frames), SelectMotions(Rig, Frames), Options,
		Session.Context().Part(0.6, 1.0, "animation space"));
}

/** The error of the skin where it is bound: every bone stands still. */
TResult<FErrorMeasures> MeasureRest(
	const FExampleSet& Examples, std::span<const FAnimationVector> Points, size_t BoneCount)
{
	FRig Still;
	Still.BoneCount = BoneCount;
	Still.PoseCount = 1;
	Still.Transforms.assign(BoneCount, {});
	const std::vector<FDouble3> Poses[] = {Examples.Rest.Positions};
	return MeasureError(Examples.Rest, Poses, ReconstructPoses(Points, Still));
}

/** Summary, errors of fitted and held-out frames and of the rest pose, and what was chosen. */
TResult<FJson> DescribeFit(const FSkinCommand& Arguments, const FExampleSet& Examples, const FSkinFrames& Frames,
	const FRig& Rig, const FSkinResult& Fit)
{
	FJson Figures;
	FJson& Summary = Figures["summary"];
	Summary["skin"] = Arguments.Kind;
	Summary["bones"] = Rig.BoneCount;
	size_t Largest = 0;
	for (const FAnimationVector& Point : Fit.Skin.Points)
	{
		Largest = std::max(Largest, Point.InfluenceCount());
	}
	Summary["influences"] = Largest;
	const char* const Key = Arguments.IsAnimationSpace() ? "animationSpace" : "linearBlend";
	for (const bool bTest : {false, true})
	{
		const std::vector<size_t>& Which = bTest ? Frames.Test : Frames.Fit;
		if (Which.empty())
		{
			continue;
		}
		const TResult<FJson> Part = MeasureFrames(Arguments, Examples, Rig, Fit.Skin.Points, Which);
		if (!Part)
		{
			return Part.GetError();
		}
		Figures[bTest ? "test" : "fit"] = *Part;
		FJson& Short = Figures["summary"][bTest ? "test" : "fit"];
		Short["frames"] = Which.size();
		Short["vertexRmsPercent"] = (*Part)[Key]["vertexRmsPercent"];
		Short["vertexMaxPercent"] = (*Part)[Key]["vertexMaxPercent"];
		Short["normalRms"] = (*Part)[Key]["normalRms"];
		if (Arguments.IsAnimationSpace())
		{
			Short["linearBlendRmsPercent"] = (*Part)["linearBlend"]["vertexRmsPercent"];
		}
	}
	if (const TResult<FErrorMeasures> Rest = MeasureRest(Examples, Fit.Skin.Points, Rig.BoneCount))
	{
		Figures["summary"]["rest"]["vertexRmsPercent"] = Rest->VertexRms;
		Figures["summary"]["rest"]["vertexMaxPercent"] = Rest->VertexMax;
	}
	if (Arguments.IsAnimationSpace())
	{
		Figures["choice"] = DescribeSkinChoice(Fit);
		Figures["choice"]["aim"] = AimsAtExamples(Arguments) ? "examples" : "new-poses";
		Figures["summary"]["chosen"] = Figures["choice"]["chosen"];
	}
	return Figures;
}

/** With --skeleton: a rig on it, from the frames to fit. */
TResult<FCharacter> RigSkeleton(const FSkinCommand& Arguments, const FExampleSet& Examples, FSession& Session)
{
	FBuildOptions Plain;
	Plain.Levels.LevelCount = 1;
	Plain.bAnimationSpace = false;
	Plain.Rig.Refine.MaxInfluences = Arguments.Influences;
	TResult<FBuildOptions> Options = Arguments.Skeleton.Apply(Plain);
	FStatus Status = Options ? CheckOptions(*Options) : FStatus(Options.GetError());
	Status = Status ? LoadGivenSkeleton(Options->Rig.Skeleton, Examples, Session.Context()) : Status;
	const TResult<FSkinFrames> Frames = ChooseFrames(Arguments, Examples.PoseCount());
	if (!Status || !Frames)
	{
		return Status ? Frames.GetError() : Status.GetError();
	}
	const FExampleSet Fitted = SelectFrames(Examples, Frames->Fit);
	TResult<FBuiltCharacter> Built = BuildCharacter(Fitted, *Options, Session.Context().Part(0.0, 0.3));
	if (!Built)
	{
		return Built.GetError();
	}
	for (const FBuildProblem& Problem : FindBuildProblems(Fitted, *Options, *Built))
	{
		Session.Say("Note (" + Problem.Stage + "): " + Problem.Message);
	}
	return std::move(Built->Character);
}

FStatus FitAndMeasure(FSkinCommand& Arguments, FSession& Session)
{
	if (FStatus Status = CheckArguments(Arguments); !Status)
	{
		return Status;
	}
	const bool bSkeleton = !Arguments.Skeleton.Given().empty();
	Arguments.Inputs.Paths.assign(Arguments.Paths.begin() + (bSkeleton ? 0 : 1), Arguments.Paths.end());
	const TResult<FExampleSet> Examples = LoadExamples(Arguments.Inputs, Session);
	if (!Examples)
	{
		return Examples.GetError();
	}
	const TResult<FCharacter> Character =
		bSkeleton ? RigSkeleton(Arguments, *Examples, Session) : LoadCharacter(ToPath(Arguments.Paths[0]));
	if (!Character)
	{
		return Character.GetError();
	}
	const FCharacterParts Parts = Unbake(*Character);
	const TResult<FSkinFrames> Frames = ChooseFrames(Arguments, Examples->PoseCount());
	if (!Frames)
	{
		return Frames.GetError();
	}
	const TResult<FSkinMotions> Motions = FitSkinMotions(Parts, *Examples, *Frames,
		{Arguments.Influences, Arguments.KeepsWeights(), Arguments.WeightPull()}, Session.Context().Part(0.0, 0.6));
	if (!Motions)
	{
		const FError& Error = Motions.GetError();
		return Error.Code == EErrorCode::Canceled ? Error
												  : FError{Error.Code, Arguments.Paths[0] + ": " + Error.Message};
	}
	const FRig& Rig = Motions->Rig;
	const TResult<FSkinResult> Fit = FitFrames(Arguments, *Examples, Rig, Frames->Fit, Session);
	if (!Fit)
	{
		return Fit.GetError();
	}
	const TResult<FJson> Figures = DescribeFit(Arguments, *Examples, *Frames, Rig, *Fit);
	if (Motions->ShapeRms)
	{
		char Line[160];
		std::snprintf(Line, sizeof(Line),
			"Rig from shape: RMS %.4f %% as it was; joints moved by up to %.2f %% of the diagonal.", *Motions->ShapeRms,
			Motions->JointsMoved);
		Session.Say(Line);
	}
	FStatus Written = Figures ? FStatus(FOk{}) : FStatus(Figures.GetError());
	if (Written && !Arguments.Out.empty())
	{
		Written = WriteSkin(Arguments, Parts, *Examples, *Motions, Fit->Skin, Session);
	}
	if (Written && !Arguments.Reconstruction.empty())
	{
		Written = WriteReconstruction(Arguments, *Examples, Rig, Fit->Skin, Session);
	}
	if (!Written)
	{
		return Written;
	}
	Session.Print(FormatJsonForPeople((*Figures)["summary"]));
	if (!Arguments.Json.empty())
	{
		if (Written = WriteJson(ToPath(Arguments.Json), *Figures); !Written)
		{
			return Written;
		}
		Session.Say("Wrote " + Arguments.Json);
	}
	return FOk{};
}

const FCommandRegistration SkinRegistration(45,
	[](CLI::App& App, FSession& Session)
	{
		CLI::App* Command = AddCommand(App, "skin", "Fit the skin of a rig to examples and measure it",
			"  exemplar skin horse.exemplar rest.obj frames.pc2                 measure an animation-space skin\n"
			"  exemplar skin horse.exemplar rest.obj frames.pc2 --skin lbs --influences 2\n"
			"                                                                   linear blending, two bones per vertex\n"
			"  exemplar skin horse.exemplar rest.obj poses.pc2 gallop.pc2 --fit-frames 0-9 --test-frames 10-33\n"
			"                                                                   fit some frames, measure others\n"
			"  exemplar skin horse.exemplar rest.obj frames.pc2 --aim new-poses -o hero.exemplar --json figures.json\n"
			"                                                                   save the rig with its new skin\n"
			"  exemplar skin rest.obj frames.pc2 --skeleton house.glb --operator lbs --test-frames 20-39\n"
			"                                                                   no rig: a skeleton of your own");
		auto Arguments = std::make_shared<FSkinCommand>();
		Command
			->add_option("RIG EXAMPLES", Arguments->Paths,
				std::string("A character with weights (.exemplar), followed by the examples. ") + ExampleInputsHelp)
			->required();
		Command
			->add_option("--skin", Arguments->Kind,
				"The skin to fit: animation-space (with blend weights alongside), or lbs for blend weights only")
			->capture_default_str()
			->check(CLI::IsMember({"lbs", "animation-space"}));
		Arguments->Skeleton.Add(*Command, "--skeleton", "rig.skeleton")->type_name("FILE");
		Arguments->Skeleton.Add(*Command, "--skeleton-scale", "rig.skeletonScale");
		Arguments->Skeleton.Add(*Command, "--extra-bones", "rig.extraBones");
		Command->add_option("--influences", Arguments->Influences, "Maximum bone influences per vertex")
			->capture_default_str()
			->check(NumberRange(1, 64));
		Command->add_option("--fit-frames", Arguments->FitFrames,
			"Frames to fit, counting from 0, as in 0-9,12,20-; defaults to all frames that are not test frames");
		Command->add_option("--test-frames", Arguments->TestFrames,
			"Frames to hold out: only the bones are fitted to them, using the linear blend skin");
		Command
			->add_option("--aim", Arguments->Aim,
				"new-poses: choose regularization by cross-validation; examples: reproduce the examples as closely as "
				"possible. Defaults to new-poses with --test-frames, otherwise to examples")
			->check(CLI::IsMember({"examples", "new-poses"}));
		Command
			->add_option("--lambda", Arguments->Lambda, "Regularization of vertices; chosen automatically if not given")
			->check(NumberRange(0.0, 1e9));
		Command->add_option("--delta", Arguments->Delta, "Regularization of edges; chosen automatically if not given")
			->check(NumberRange(0.0, 1e9));
		Command->add_flag("--exact-rest", Arguments->bExactRest,
			"Reproduce the rest pose exactly; without it, the rest pose counts as one more example");
		Command->add_flag("--keep-weights{keep}", Arguments->KeepWeights,
			"Keep the rig's linear blend weights instead of fitting them; --keep-weights=0.05 improves them, where "
			"moving "
			"a weight to another bone costs as much as an error of 0.05 % of the diagonal");
		AddOperatorOption(*Command, Arguments->Operator,
			"With -o: the operator that the character prefers from now on; its error is printed");
		Command->add_option("--reconstruction", Arguments->Reconstruction,
			"Write every frame as reproduced by the skin to this point cache, .pc2 or .mdd");
		Command->add_option("--json", Arguments->Json, "Write all figures to this JSON file");
		Command->add_option("-o,--out", Arguments->Out, "Output character with this skin: .exemplar or .glb");
		Arguments->Inputs.AddOptions(*Command);
		Command->callback([Arguments, &Session]
			{ Session.Command = [Arguments, &Session] { return FitAndMeasure(*Arguments, Session); }; });
	});

} // namespace
} // namespace Exemplar

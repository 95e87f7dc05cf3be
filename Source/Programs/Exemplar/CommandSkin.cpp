// Copyright (c) 2026 Exemplar contributors. MIT license.
// exemplar skin: fits the skin of a rig to examples and measures it on these and other poses.

#include "Command.h"
#include "Examples/ExampleFiles.h"
#include "Files/SkinFigures.h"
#include "FrameList.h"
#include "Inputs.h"
#include "Model/Posing.h"
#include "NumberRange.h"
#include "Outputs.h"
#include "Pipeline/BuildCharacter.h"
#include "Rig/BuildRig.h"
#include "Skin/FitSkin.h"

#include <algorithm>

namespace Exemplar
{
namespace
{

struct FSkinCommand
{
	std::vector<std::string> Paths; // the rig, then the examples
	FExampleInputs Inputs;
	std::string Operator = "animation-space";
	std::string Aim;
	int Influences = 4;
	std::string FitFrames, TestFrames;
	std::string Out, Json, Reconstruction;
	double Lambda = -1.0, Delta = -1.0; // below zero: chosen automatically
	bool bKeepWeights = false;

	bool IsAnimationSpace() const { return Operator == "animation-space"; }
};

FExampleSet SelectFrames(const FExampleSet& Examples, const std::vector<size_t>& Frames)
{
	FExampleSet Out = Examples;
	Out.Poses.clear();
	Out.Source.Poses.clear();
	for (const size_t Frame : Frames)
	{
		Out.Poses.push_back(Examples.Poses[Frame]);
		Out.Source.Poses.push_back(Examples.Source.Poses[Frame]);
	}
	return Out;
}

/** The frames to fit and the frames only to measure. */
struct FFrames
{
	std::vector<size_t> Fit, Test, Others; // Others: only reconstructed
};

TResult<FFrames> ChooseFrames(const FSkinCommand& Arguments, size_t Count)
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
	FFrames Out;
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

/** Copies the motions of some frames into the rig that holds all frames. */
void StoreMotions(const FRig& Part, const std::vector<size_t>& Frames, FRig& Whole)
{
	for (size_t Bone = 0; Bone < Whole.BoneCount; ++Bone)
	{
		for (size_t Index = 0; Index < Frames.size(); ++Index)
		{
			Whole.Transform(Bone, Frames[Index]) = Part.Transform(Bone, Index);
		}
	}
}

FRig SelectMotions(const FRig& Whole, const std::vector<size_t>& Frames)
{
	FRig Out = Whole;
	Out.PoseCount = Frames.size();
	Out.Transforms.resize(Out.BoneCount * Out.PoseCount);
	for (size_t Bone = 0; Bone < Whole.BoneCount; ++Bone)
	{
		for (size_t Index = 0; Index < Frames.size(); ++Index)
		{
			Out.Transform(Bone, Index) = Whole.Transform(Bone, Frames[Index]);
		}
	}
	return Out;
}

/** Fits linear blend weights to the fit frames, then the motions of all frames to those weights. */
TResult<FRig> FitLinearBlend(
	const FSkinCommand& Arguments, const FExampleSet& Examples, const FFrames& Frames, FRig Rig, FSession& Session)
{
	if (Arguments.bKeepWeights && Rig.PoseCount == Examples.PoseCount())
	{
		return Rig; // the character's clip has a frame for every example: it was made from them
	}
	const FExampleSet Fitted = SelectFrames(Examples, Frames.Fit);
	TResult<FRig> Moved = FitMotions(Fitted, std::move(Rig), Session.Context().Part(0.0, 0.1, "motions"));
	if (!Moved)
	{
		return Moved;
	}
	FRig Refined = std::move(*Moved);
	if (!Arguments.bKeepWeights)
	{
		FRefineOptions Options;
		Options.bKeepBones = true;
		Options.MaxInfluences = Arguments.Influences;
		TResult<FRig> Result =
			RefineRig(Fitted, std::move(Refined), Options, Session.Context().Part(0.1, 0.5, "linear blending"));
		if (!Result)
		{
			return Result.GetError();
		}
		Refined = std::move(*Result);
	}
	FRig Whole = Refined;
	Whole.PoseCount = Examples.PoseCount();
	Whole.Transforms.assign(Whole.BoneCount * Whole.PoseCount, {});
	StoreMotions(Refined, Frames.Fit, Whole);
	std::vector<size_t> Unseen = Frames.Test;
	Unseen.insert(Unseen.end(), Frames.Others.begin(), Frames.Others.end());
	if (!Unseen.empty())
	{
		const TResult<FRig> Part =
			FitMotions(SelectFrames(Examples, Unseen), Whole, Session.Context().Part(0.5, 0.6, "held-out motions"));
		if (!Part)
		{
			return Part.GetError();
		}
		StoreMotions(*Part, Unseen, Whole);
	}
	return Whole;
}

/** Errors over some of the frames; only those of linear blending if the operator is lbs. */
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

/** The same character with another skin. Coarser levels had skins of another fit. */
FStatus WriteSkin(const FSkinCommand& Arguments, FCharacterParts Parts, const FExampleSet& Examples, const FSkin& Skin,
	FSession& Session)
{
	const TResult<std::vector<uint32_t>> Rows = MatchPoints(Parts, Examples);
	if (!Rows)
	{
		return Rows.GetError();
	}
	Parts.Levels = {};
	Parts.Skin = GatherSkin(Skin, *Rows);
	std::erase_if(Parts.Provenance, [](const auto& Entry) { return Entry.Key == "options.skin.operator"; });
	Parts.Provenance.push_back({"options.skin.operator", Arguments.Operator});
	FBuildOptions Options;
	Options.Levels.LevelCount = 1;
	const TResult<FBuiltCharacter> Built = BuildFromParts(std::move(Parts), Options, {});
	return Built ? WriteCharacter(ToPath(Arguments.Out), Built->Character, {}, Session) : FStatus(Built.GetError());
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
	Options.Lambda = Arguments.Lambda >= 0.0 ? std::optional(Arguments.Lambda) : std::nullopt;
	Options.Delta = Arguments.Delta >= 0.0 ? std::optional(Arguments.Delta) : std::nullopt;
	return FitSkin(SelectFrames(Examples, Frames), SelectMotions(Rig, Frames), Options,
		Session.Context().Part(0.6, 1.0, "animation space"));
}

/** Summary, errors of fitted and held-out frames, and what was chosen. */
TResult<FJson> DescribeFit(const FSkinCommand& Arguments, const FExampleSet& Examples, const FFrames& Frames,
	const FRig& Rig, const FSkinResult& Fit)
{
	FJson Figures;
	FJson& Summary = Figures["summary"];
	Summary["operator"] = Arguments.Operator;
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
	if (Arguments.IsAnimationSpace())
	{
		Figures["choice"] = DescribeSkinChoice(Fit);
		Figures["choice"]["aim"] = AimsAtExamples(Arguments) ? "examples" : "new-poses";
		Figures["summary"]["chosen"] = Figures["choice"]["chosen"];
	}
	return Figures;
}

FStatus FitAndMeasure(FSkinCommand& Arguments, FSession& Session)
{
	if (FStatus Status = CheckArguments(Arguments); !Status)
	{
		return Status;
	}
	const TResult<FCharacter> Character = FCharacter::Load(ToPath(Arguments.Paths[0]));
	if (!Character)
	{
		return Character.GetError();
	}
	Arguments.Inputs.Paths.assign(Arguments.Paths.begin() + 1, Arguments.Paths.end());
	const TResult<FExampleSet> Examples = LoadExamples(Arguments.Inputs, Session);
	if (!Examples)
	{
		return Examples.GetError();
	}
	const FCharacterParts Parts = Unbake(*Character);
	TResult<FRig> Start = ReadRig(Parts, *Examples);
	if (!Start)
	{
		return FError{Start.GetError().Code, Arguments.Paths[0] + ": " + Start.GetError().Message};
	}
	const TResult<FFrames> Frames = ChooseFrames(Arguments, Examples->PoseCount());
	if (!Frames)
	{
		return Frames.GetError();
	}
	const TResult<FRig> Rig = FitLinearBlend(Arguments, *Examples, *Frames, std::move(*Start), Session);
	if (!Rig)
	{
		return Rig.GetError();
	}
	const TResult<FSkinResult> Fit = FitFrames(Arguments, *Examples, *Rig, Frames->Fit, Session);
	if (!Fit)
	{
		return Fit.GetError();
	}
	const TResult<FJson> Figures = DescribeFit(Arguments, *Examples, *Frames, *Rig, *Fit);
	FStatus Written = Figures ? FStatus(FOk{}) : FStatus(Figures.GetError());
	if (Written && !Arguments.Out.empty())
	{
		Written = WriteSkin(Arguments, Parts, *Examples, Fit->Skin, Session);
	}
	if (Written && !Arguments.Reconstruction.empty())
	{
		Written = WriteReconstruction(Arguments, *Examples, *Rig, Fit->Skin, Session);
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

const FCommandRegistration Registration(45,
	[](CLI::App& App, FSession& Session)
	{
		CLI::App* Command = AddCommand(App, "skin", "Fit the skin of a rig to examples and measure it",
			"  exemplar skin horse.exemplar rest.obj frames.pc2                 measure an animation-space skin\n"
			"  exemplar skin horse.exemplar rest.obj frames.pc2 --operator lbs --influences 2\n"
			"                                                                   linear blending, two bones per vertex\n"
			"  exemplar skin horse.exemplar rest.obj poses.pc2 gallop.pc2 --fit-frames 0-9 --test-frames 10-33\n"
			"                                                                   fit some frames, measure others\n"
			"  exemplar skin horse.exemplar rest.obj frames.pc2 --aim new-poses -o hero.exemplar --json figures.json\n"
			"                                                                   save the rig with its new skin");
		auto Arguments = std::make_shared<FSkinCommand>();
		Command
			->add_option("RIG EXAMPLES", Arguments->Paths,
				std::string("A character with weights (.exemplar), followed by the examples. ") + ExampleInputsHelp)
			->required();
		Command
			->add_option("--operator", Arguments->Operator, "Skinning method: lbs (linear blending) or animation-space")
			->capture_default_str()
			->check(CLI::IsMember({"lbs", "animation-space"}));
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
		Command->add_flag(
			"--keep-weights", Arguments->bKeepWeights, "Keep the rig's linear blend weights instead of fitting them");
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

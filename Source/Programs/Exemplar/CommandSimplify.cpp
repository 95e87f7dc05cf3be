// Copyright (c) 2026 Exemplar contributors. MIT license.
// exemplar simplify: fewer influences and bones, each removal the one that moves the skin least.

#include "CharacterEdit.h"
#include "Command.h"
#include "NumberRange.h"
#include "Pipeline/BuildCharacter.h"
#include "Pipeline/SimplifyCharacter.h"

namespace Exemplar
{
namespace
{

struct FSimplifyCommand
{
	FCharacterEdit Edit;
	FSimplifyOptions Options;
};

/** What each level has and lost. */
FJson DescribeSimplified(const FSimplifiedCharacter& Simplified, double Diagonal)
{
	FJson Out;
	for (const FSimplifiedLevel& Level : Simplified.Levels)
	{
		const auto Percent = [Diagonal](double Length) { return Diagonal > 0.0 ? 100.0 * Length / Diagonal : 0.0; };
		Out["levels"].push_back({{"influencesBefore", Level.InfluencesBefore}, {"influences", Level.Influences},
			{"bonesBefore", Level.BonesBefore}, {"bones", Level.Bones}, {"rmsPercent", Percent(Level.MeanError)},
			{"largestPercent", Percent(Level.LargestError)}, {"blendRmsPercent", Percent(Level.BlendMeanError)},
			{"blendLargestPercent", Percent(Level.BlendLargestError)}});
	}
	Out["removedJoints"] = Simplified.RemovedJoints;
	Out["emptiedJoints"] = Simplified.EmptiedJoints;
	return Out;
}

FStatus Simplify(const FSimplifyCommand& Arguments, FSession& Session)
{
	const FSimplifyOptions& Options = Arguments.Options;
	if (Options.MaxInfluences == 0 && !(Options.Error > 0.0) && Options.RemoveBones.empty() &&
		Options.BonesPerLevel.empty())
	{
		return FError{EErrorCode::InvalidArgument,
			"Nothing to simplify. Give --influences, --error, --remove-bones or --bones-per-level."};
	}
	const TResult<FCharacter> Character = Arguments.Edit.Load();
	if (!Character)
	{
		return Character.GetError();
	}
	TResult<FSimplifiedCharacter> Simplified =
		SimplifyCharacter(Unbake(*Character), Options, Session.Context().Part(0.0, 0.8, "simplify"));
	if (!Simplified)
	{
		return Arguments.Edit.Locate(Simplified.GetError());
	}
	const TResult<FBakedCharacter> Baked =
		Bake(Simplified->Parts, FBakeOptions{}, Session.Context().Part(0.8, 1.0, "bake"));
	if (!Baked)
	{
		return Baked.GetError();
	}
	const FJson Figures = DescribeSimplified(*Simplified, static_cast<double>((*Character)->RestBox.Diagonal()));
	if (FStatus Written = Arguments.Edit.Write(Baked->Character, Figures, Session); !Written)
	{
		return Written;
	}
	Session.Print(FormatJsonForPeople(Figures));
	return FOk{};
}

const FCommandRegistration SimplifyRegistration(62,
	[](CLI::App& App, FSession& Session)
	{
		CLI::App* Command = AddCommand(App, "simplify", "Remove influences and bones from a character",
			"  exemplar simplify hero.exemplar -o light.exemplar --influences 4         at most four per vertex\n"
			"  exemplar simplify hero.exemplar -o light.exemplar --error 0.02           as few as 0.02 % allows\n"
			"  exemplar simplify hero.exemplar -o light.exemplar --remove-bones 'twist_*' --remove-bones 'ik_*'\n"
			"                                                                           without helper bones\n"
			"  exemplar simplify hero.exemplar -o light.exemplar --bones-per-level 60,30,15\n"
			"                                                                           fewer bones at a distance");
		auto Arguments = std::make_shared<FSimplifyCommand>();
		FSimplifyOptions& Options = Arguments->Options;
		Arguments->Edit.AddPaths(*Command, "Input character: .exemplar", "Output character: .exemplar or .glb");
		Command->add_option("--influences", Options.MaxInfluences, "Maximum bone influences per vertex")
			->check(NumberRange(1, 64));
		Command
			->add_option("--error", Options.Error,
				"Remove influences while each vertex stays within this of where it was, RMS over the clips, % of the "
				"diagonal")
			->check(NumberRange(0.0, 100.0));
		Command
			->add_option("--remove-bones", Options.RemoveBones,
				"Joints to take the skin off, by name, with * and ? (repeatable). Those without children leave the "
				"skeleton")
			->allow_extra_args(false);
		Command
			->add_option("--bones-per-level", Options.BonesPerLevel,
				"Bones that each level may use, finest first, as in 60,30,15; the last number holds for all further "
				"levels")
			->delimiter(',')
			->check(NumberRange(1, 65535));
		Arguments->Edit.AddJson(*Command);
		Command->callback([Arguments, &Session]
			{ Session.Command = [Arguments, &Session] { return Simplify(*Arguments, Session); }; });
	});

} // namespace
} // namespace Exemplar

// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "OptionFlags.h"

#include <algorithm>

namespace Exemplar
{

CLI::Option* FOptionFlags::Add(
	CLI::App& Command, const std::string& Flag, const std::string& Key, const std::string& Refusal)
{
	const FBuildOption& Option = *FindOption(Key);
	const bool bRepeatable = Option.Kind == EOptionKind::Texts || Option.Kind == EOptionKind::Edges;
	const std::string Help = Option.Help + (bRepeatable ? " (repeatable)" : "");
	const std::shared_ptr<std::vector<FOptionAssignment>> To = Assignments;
	const auto Store = [To, &Option](const std::vector<std::string>& Texts)
	{
		if (Option.Kind == EOptionKind::Texts || Option.Kind == EOptionKind::Edges)
		{
			To->push_back({Option.Key, Texts});
		}
		else if (const TResult<FOptionValue> Value = ParseOptionValue(Option, Texts.back()))
		{
			To->push_back({Option.Key, *Value});
		}
	};
	CLI::Option* Out = bRepeatable
		? Command.add_option_function<std::vector<std::string>>(Flag, Store, Help)->allow_extra_args(false)
		: Command.add_option_function<std::string>(
			  Flag, [Store](const std::string& Text) { Store({Text}); }, Help);
	const std::string Kind = DescribeOptionKind(Option);
	const bool bNumber = Option.Kind == EOptionKind::Integer || Option.Kind == EOptionKind::Number;
	if (bNumber)
	{
		Out->type_name(Option.Kind == EOptionKind::Integer ? "INT" : "FLOAT");
		Out->default_str(FormatOptionValue(Option.Get({})));
	}
	else if (Option.Kind == EOptionKind::Choice)
	{
		Out->type_name("NAME");
		Out->default_str(FormatOptionValue(Option.Get({})));
	}
	const std::string Wrong = !Refusal.empty() ? Refusal : "is not " + Kind;
	return Out->check(CLI::Validator([&Option, Wrong](std::string& Text)
		{ return ParseOptionValue(Option, Text) ? std::string() : "'" + Text + "' " + Wrong; },
		bNumber ? Kind.substr(Kind.find("from ") + 5) : std::string()));
}

CLI::Option* FOptionFlags::AddSwitch(CLI::App& Command, const std::string& Flag, const std::string& Key,
	const std::string& Value, const std::string& Help)
{
	const FBuildOption& Option = *FindOption(Key);
	return Command.add_flag_function(
		Flag,
		[To = Assignments, &Option, Value](int64_t)
		{
			if (const TResult<FOptionValue> Parsed = ParseOptionValue(Option, Value))
			{
				To->push_back({Option.Key, *Parsed});
			}
		},
		Help.empty() ? Option.Help : Help);
}

TResult<FBuildOptions> FOptionFlags::Apply(FBuildOptions Options) const
{
	const FStatus Status = AssignOptions(*Assignments, "the command line", Options);
	return Status ? TResult<FBuildOptions>(std::move(Options)) : Status.GetError();
}

FStatus CheckOptions(const FBuildOptions& Options)
{
	const FFaceClusteringOptions& Clusters = Options.Rig.Clusters;
	if (Clusters.BoneCount == 0 && Clusters.MaxBones < Clusters.MinBones)
	{
		return FError{EErrorCode::InvalidArgument,
			"--min-bones must not exceed --max-bones (rig.minBones " + std::to_string(Clusters.MinBones) +
				" > rig.maxBones " + std::to_string(Clusters.MaxBones) + ")."};
	}
	if (Options.RigProxy > 0.0 && Options.Rig.bSymmetric)
	{
		return FError{EErrorCode::InvalidArgument,
			"--proxy and --symmetric exclude each other (rig.proxy, rig.symmetric): decimated examples are not "
			"symmetric."};
	}
	if (Options.Rig.Skeleton.File.empty() && Options.Rig.Skeleton.ExtraBones > 0)
	{
		return FError{EErrorCode::InvalidArgument,
			"--extra-bones (rig.extraBones) adds joints to a given skeleton. Give one with --skeleton, or use "
			"--bones."};
	}
	if (!Options.Rig.Skeleton.File.empty() && Clusters.BoneCount > 0)
	{
		return FError{EErrorCode::InvalidArgument,
			"--skeleton and --bones exclude each other (rig.skeleton, rig.bones): the skeleton says how many bones "
			"there are. Use --extra-bones to add some."};
	}
	if (!Options.Rig.Skeleton.File.empty() && (Options.Rig.bSymmetric || Options.Rig.Refine.bAffineBones))
	{
		return FError{EErrorCode::InvalidArgument,
			"--skeleton (rig.skeleton) keeps the joints as they are; --symmetric and --affine do not apply. Omit "
			"them."};
	}
	double Last = 1.0;
	for (const double Fraction : Options.Levels.Fractions)
	{
		if (!(Fraction > 0.0 && Fraction < Last))
		{
			return FError{EErrorCode::InvalidArgument,
				"--fractions (levels.fractions) must be decreasing fractions between 1 and 0, as in 0.5,0.2,0.05."};
		}
		Last = Fraction;
	}
	Last = 0.0;
	for (const double Error : Options.Levels.Errors)
	{
		if (!(Error > Last))
		{
			return FError{EErrorCode::InvalidArgument,
				"--errors (levels.errors) must be increasing percentages above 0, as in 0.05,0.2,0.5."};
		}
		Last = Error;
	}
	if (Options.Levels.Fractions.size() > 15 || Options.Levels.Errors.size() > 15)
	{
		return FError{EErrorCode::InvalidArgument,
			"--fractions and --errors (levels.fractions, levels.errors) accept at most 15 values."};
	}
	for (const std::vector<double>* Terms : {&Options.Skin.Validation.Lambdas, &Options.Skin.Validation.Deltas})
	{
		if (Terms->empty() || !std::is_sorted(Terms->begin(), Terms->end()))
		{
			return FError{EErrorCode::InvalidArgument,
				"skin.lambdas and skin.deltas must each have at least one value, in increasing order."};
		}
	}
	return FOk{};
}

} // namespace Exemplar

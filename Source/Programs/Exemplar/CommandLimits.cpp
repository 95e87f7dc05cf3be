// Copyright (c) 2026 Exemplar contributors. MIT license.
// exemplar limits: limits the joints of a character to what its clips show.

#include "CharacterEdit.h"
#include "Clips/JointLimits.h"
#include "Command.h"
#include "NumberRange.h"
#include "Pipeline/BuildCharacter.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <numbers>

namespace Exemplar
{
namespace
{

constexpr double Degree = std::numbers::pi / 180.0;

struct FLimitsCommand
{
	FCharacterEdit Edit;
	double Margin = 10.0;
	bool bRemove = false;
};

FJson DescribeLimits(const FSkeletonData& Skeleton)
{
	FJson Out = FJson::array();
	for (size_t Joint = 0; Joint < Skeleton.Limits.size(); ++Joint)
	{
		const FJointLimit& Limit = Skeleton.Limits[Joint];
		FJson Entry;
		Entry["joint"] = Skeleton.Names[Joint];
		Entry["twistAxis"] = {Limit.TwistAxis.X, Limit.TwistAxis.Y, Limit.TwistAxis.Z};
		Entry["minTwistDegrees"] = static_cast<double>(Limit.MinTwist) / Degree;
		Entry["maxTwistDegrees"] = static_cast<double>(Limit.MaxTwist) / Degree;
		Entry["maxSwingDegrees"] = static_cast<double>(Limit.MaxSwing) / Degree;
		Out.push_back(std::move(Entry));
	}
	return Out;
}

std::string FormatLimits(const FSkeletonData& Skeleton)
{
	size_t Width = 5;
	for (const std::string& Name : Skeleton.Names)
	{
		Width = std::max(Width, std::min(Name.size(), size_t{40}));
	}
	char Line[200];
	std::snprintf(
		Line, sizeof(Line), "%-*s  twist from      to  swing up to   twist axis\n", static_cast<int>(Width), "joint");
	std::string Out = Line;
	for (size_t Joint = 0; Joint < Skeleton.Limits.size(); ++Joint)
	{
		const FJointLimit& Limit = Skeleton.Limits[Joint];
		std::snprintf(Line, sizeof(Line), "%-*.40s  %10.1f  %6.1f  %11.1f   %5.2f %5.2f %5.2f\n",
			static_cast<int>(Width), Skeleton.Names[Joint].c_str(), static_cast<double>(Limit.MinTwist) / Degree,
			static_cast<double>(Limit.MaxTwist) / Degree, static_cast<double>(Limit.MaxSwing) / Degree,
			static_cast<double>(Limit.TwistAxis.X), static_cast<double>(Limit.TwistAxis.Y),
			static_cast<double>(Limit.TwistAxis.Z));
		Out += Line;
	}
	return Out;
}

TResult<std::vector<FJointLimit>> NewLimits(const FLimitsCommand& Arguments, const FAnimation& Animation)
{
	if (Arguments.bRemove)
	{
		return std::vector<FJointLimit>{};
	}
	if (Animation.FrameCount() == 0)
	{
		return FError{EErrorCode::Degenerate,
			Arguments.Edit.In + ": the character has no clips to fit limits to. Give a character with clips."};
	}
	return FitJointLimits(Animation, Arguments.Margin * Degree);
}

FStatus LimitJoints(const FLimitsCommand& Arguments, FSession& Session)
{
	const TResult<FCharacter> Character = Arguments.Edit.Load();
	if (!Character)
	{
		return Character.GetError();
	}
	FCharacterParts Parts = Unbake(*Character);
	TResult<std::vector<FJointLimit>> Limits = NewLimits(Arguments, Parts.Animation);
	if (!Limits)
	{
		return Limits.GetError();
	}
	Parts.Animation.Skeleton.Limits = std::move(*Limits);
	const bool bLevels = !Parts.Levels.Coarser.empty();
	FBuildOptions Options;
	Options.Levels.LevelCount = 1;
	const TResult<FBuiltCharacter> Built = BuildFromParts(std::move(Parts), Options, Session.Context());
	if (!Built)
	{
		return Built.GetError();
	}
	const FSkeletonData& Skeleton = Built->Parts.Animation.Skeleton;
	const FJson Figures = {{"limits", DescribeLimits(Skeleton)}, {"sphereRadius", Built->Character->Sphere.Radius},
		{"sphereRadiusBefore", (*Character)->Sphere.Radius}};
	if (FStatus Written = Arguments.Edit.Write(Built->Character, Figures, Session); !Written)
	{
		return Written;
	}
	Session.Print(FormatLimits(Skeleton));
	char Line[160];
	std::snprintf(Line, sizeof(Line), "The culling sphere has a radius of %.4g m (%.4g m before).",
		static_cast<double>(Built->Character->Sphere.Radius), static_cast<double>((*Character)->Sphere.Radius));
	Session.Say(Line);
	if (bLevels)
	{
		Session.Say("Levels keep the error bounds of the old limits. Run exemplar lod on the output to measure them "
					"with the new ones.");
	}
	return FOk{};
}

const FCommandRegistration LimitsRegistration(55,
	[](CLI::App& App, FSession& Session)
	{
		CLI::App* Command = AddCommand(App, "limits", "Limit the joints of a character to what its clips show",
			"  exemplar limits hero.exemplar -o hero.exemplar               what the clips show, and 10 degrees more\n"
			"  exemplar limits hero.exemplar -o out.exemplar --margin 25    more room for poses that no clip shows\n"
			"  exemplar limits hero.exemplar -o out.exemplar --remove       every pose is legal");
		auto Arguments = std::make_shared<FLimitsCommand>();
		Arguments->Edit.AddPaths(
			*Command, "Input character with clips: .exemplar", "Output character with limits: .exemplar or .glb");
		Command
			->add_option(
				"--margin", Arguments->Margin, "How much more than the clips show a joint may twist and swing, degrees")
			->capture_default_str()
			->check(NumberRange(0.0, 180.0));
		Command->add_flag("--remove", Arguments->bRemove, "Remove all limits instead");
		Arguments->Edit.AddJson(*Command, "Write the limits to this JSON file");
		Command->callback([Arguments, &Session]
			{ Session.Command = [Arguments, &Session] { return LimitJoints(*Arguments, Session); }; });
	});

} // namespace
} // namespace Exemplar

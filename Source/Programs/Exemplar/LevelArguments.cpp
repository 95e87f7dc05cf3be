// Copyright (c) 2026 Exemplar contributors. MIT licence.

#include "LevelArguments.h"

#include "Base/File.h"
#include "Character/Character.h"
#include "Files/LevelReport.h"
#include "NumberRange.h"
#include "Outputs.h"

#include <cmath>

namespace Exemplar
{

void FLevelArguments::AddOptions(CLI::App& Command)
{
	Command
		.add_option("--levels", Levels.LevelCount,
			"Levels of detail in all, each with half the influences of the one before; 1 makes none")
		->capture_default_str()
		->check(NumberRange(1, 16));
	CLI::Option* Fractions = Command.add_option(
		"--fractions", Levels.Fractions, "Coarser levels by triangles instead, as parts of the finest: 0.5,0.25,0.1");
	Fractions->delimiter(',')->allow_extra_args(false);
	Command
		.add_option("--errors", Levels.Errors,
			"Coarser levels by the stream's error instead, in % of the diagonal: 0.05,0.2,0.5")
		->delimiter(',')
		->allow_extra_args(false)
		->excludes(Fractions);
	Command.add_option("--min-triangles", Levels.MinTriangles, "No level has fewer")
		->capture_default_str()
		->check(NumberRange(0, 1000000000));
	Command.add_option("--level-poses", Levels.MaxPoses, "Frames of the clips that levels are fitted to")
		->capture_default_str()
		->check(NumberRange(1, 1000));
	Command.add_flag("--half-edge", bHalfEdge, "Levels use the finest one's vertices: one vertex buffer for all");
	Command.add_flag("--keep-influences", bKeepInfluences, "Take vertices away only, not their influences");
	Command.add_flag("--rank-by-error", bRankByError, "Smallest error first, whatever an operation saves");
	Command.add_flag("--no-geomorph", bNoGeomorph, "Leave out what levels need to morph into the next");
	Command.add_flag("--no-refinement", bNoRefinement, "Leave points where the stream put them");
	Command.add_option("--level-plot", Plot, "Write the error against the triangles here, as SVG");
	Command.add_option("--each", Each, "Write every level as a .glb of its own into this folder");
}

FStatus FLevelArguments::Check() const
{
	const auto IsFolder = [](const std::filesystem::path& Path)
	{
		std::error_code Ignored;
		return !std::filesystem::exists(Path, Ignored) || std::filesystem::is_directory(Path, Ignored);
	};
	double Last = 1.0;
	for (const double Fraction : Levels.Fractions)
	{
		if (!(Fraction > 0.0 && Fraction < Last))
		{
			return FError{EErrorCode::InvalidArgument,
				"--fractions: every level is a smaller part of the finest than the one before, between 1 and 0; write "
				"falling fractions, as in 0.5,0.2,0.05."};
		}
		Last = Fraction;
	}
	Last = 0.0;
	for (const double Error : Levels.Errors)
	{
		if (!(Error > Last && std::isfinite(Error)))
		{
			return FError{EErrorCode::InvalidArgument,
				"--errors: every level has a larger error than the one before, above 0; write rising percentages, as "
				"in 0.05,0.2,0.5."};
		}
		Last = Error;
	}
	if (!Each.empty() && !IsFolder(ToPath(Each)))
	{
		return FError{EErrorCode::Unwritable,
			"--each: '" + Each +
				"' is a file; name a folder to write the levels into, which is made if it is not there."};
	}
	return FOk{};
}

FLevelOptions FLevelArguments::Resolve() const
{
	FLevelOptions Out = Levels;
	Out.Stream.Placement = bHalfEdge ? ELodPlacement::HalfEdge : ELodPlacement::Optimised;
	Out.Stream.Ranking = bRankByError ? ELodRanking::Error : ELodRanking::ErrorPerInfluence;
	Out.Stream.bRemoveInfluences = !bKeepInfluences;
	Out.bGeomorph = !bNoGeomorph;
	Out.bRefine = !bNoRefinement;
	return Out;
}

FStatus FLevelArguments::WriteReports(
	const FCharacterData& Character, const FBuiltLevels& Built, FSession& Session) const
{
	const double Diagonal = static_cast<double>(Character.RestBox.Diagonal());
	Session.Print(FormatLevels(Built, Diagonal));
	if (!Plot.empty())
	{
		const std::string Svg = FormatSvg(PlotLevels(Built, Diagonal));
		if (FStatus Written = WriteFileAtomically(ToPath(Plot), std::as_bytes(std::span(Svg))); !Written)
		{
			return Written;
		}
		Session.Say("Wrote " + Plot);
	}
	if (!Each.empty())
	{
		std::error_code Error;
		std::filesystem::create_directories(ToPath(Each), Error);
		for (size_t Level = 0; Level < Character.Levels.size(); ++Level)
		{
			const TResult<FCharacter> One = FCharacter::FromData(PickLevel(Character, Level));
			if (!One)
			{
				return One.GetError();
			}
			const std::filesystem::path File = ToPath(Each) / ("lod" + std::to_string(Level) + ".glb");
			if (FStatus Written = WriteCharacter(File, *One, {}, Session); !Written)
			{
				return Written;
			}
		}
	}
	return FOk{};
}

} // namespace Exemplar

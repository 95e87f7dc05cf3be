// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "LevelArguments.h"

#include "Base/File.h"
#include "Character/Character.h"
#include "Files/LevelFigures.h"
#include "Outputs.h"

namespace Exemplar
{

void FLevelArguments::AddOptions(CLI::App& Command)
{
	Flags.Add(Command, "--levels", "levels.count",
		"Levels of detail in all, each with half the influences of the one before; 1 makes none");
	CLI::Option* Fractions = Flags.Add(Command, "--fractions", "levels.fractions",
		"Coarser levels by triangles instead, as parts of the finest: 0.5,0.25,0.1");
	Flags
		.Add(Command, "--errors", "levels.errors",
			"Coarser levels by the stream's error instead, in % of the diagonal: 0.05,0.2,0.5")
		->excludes(Fractions);
	Flags.Add(Command, "--min-triangles", "levels.minTriangles", "No level has fewer");
	Flags.Add(Command, "--level-poses", "levels.poses", "Frames of the clips that levels are fitted to");
	Flags.AddSwitch(Command, "--half-edge", "levels.placement", "half-edge",
		"Levels use the finest one's vertices: one vertex buffer for all");
	Flags.AddSwitch(Command, "--keep-influences", "levels.removeInfluences", "false",
		"Take vertices away only, not their influences");
	Flags.AddSwitch(
		Command, "--rank-by-error", "levels.ranking", "error", "Smallest error first, whatever an operation saves");
	Flags.AddSwitch(
		Command, "--no-geomorph", "levels.geomorph", "false", "Leave out what levels need to morph into the next");
	Flags.AddSwitch(Command, "--no-refinement", "levels.refine", "false", "Leave points where the stream put them");
	Command.add_option("--level-plot", Plot, "Write the error against the triangles here, as SVG");
	Command.add_option("--each", Each, "Write every level as a .glb of its own into this folder");
}

FStatus FLevelArguments::Check() const
{
	std::error_code Ignored;
	const std::filesystem::path Folder = ToPath(Each);
	if (!Each.empty() && std::filesystem::exists(Folder, Ignored) && !std::filesystem::is_directory(Folder, Ignored))
	{
		return FError{EErrorCode::Unwritable,
			"--each: '" + Each +
				"' is a file; name a folder to write the levels into, which is made if it is not there."};
	}
	return FOk{};
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

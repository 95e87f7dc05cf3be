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
	Flags.Add(Command, "--levels", "levels.count");
	CLI::Option* Fractions = Flags.Add(Command, "--fractions", "levels.fractions");
	Flags.Add(Command, "--errors", "levels.errors")->excludes(Fractions);
	Flags.Add(Command, "--min-triangles", "levels.minTriangles");
	Flags.Add(Command, "--level-poses", "levels.poses");
	Flags.AddSwitch(Command, "--half-edge", "levels.placement", "half-edge",
		"Reuse the finest level's vertices, so that all levels share one vertex buffer");
	Flags.AddSwitch(
		Command, "--keep-influences", "levels.removeInfluences", "false", "Remove only vertices, not influences");
	Flags.AddSwitch(Command, "--rank-by-error", "levels.ranking", "error",
		"Remove by smallest error, regardless of what an operation saves");
	Flags.AddSwitch(Command, "--no-geomorph", "levels.geomorph", "false", "Do not store geomorph data");
	Flags.AddSwitch(Command, "--no-refinement", "levels.refine", "false", "Do not refine vertex positions of levels");
	Command.add_option("--level-plot", Plot, "Write a plot of error over triangle count to this .svg file");
	Command.add_option("--each", Each, "Write each level as a separate .glb to this folder");
}

FStatus FLevelArguments::Check() const
{
	std::error_code Ignored;
	const std::filesystem::path Folder = ToPath(Each);
	if (!Each.empty() && std::filesystem::exists(Folder, Ignored) && !std::filesystem::is_directory(Folder, Ignored))
	{
		return FError{EErrorCode::Unwritable,
			"--each: '" + Each + "' is a file. Name a folder for the levels; it is created if needed."};
	}
	return FOk{};
}

FStatus FLevelArguments::WriteReports(const FBuiltCharacter& Built, FSession& Session) const
{
	Session.Print(FormatLevels(Built));
	if (!Plot.empty())
	{
		const std::string Svg = FormatSvg(PlotLevels(Built));
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
		const FCharacterData Character = Built.Character.ToData();
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

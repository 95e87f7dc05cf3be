// Copyright (c) 2026 Exemplar contributors. MIT license.
// exemplar atlas: charts, UVs and maps for an existing character.

#include "Base/File.h"
#include "CharacterEdit.h"
#include "Command.h"
#include "Files/AtlasPicture.h"
#include "Files/MapFiles.h"
#include "OptionFlags.h"
#include "Outputs.h"
#include "Pipeline/BuildCharacter.h"
#include "Session.h"

namespace Exemplar
{
namespace
{

struct FAtlasCommand
{
	FCharacterEdit Edit;
	FOptionFlags Flags;
	std::string Layout;
	std::string Images;
	bool bKeepUVs = false;
	bool bExr = false;
};

/** The options that make levels with as many triangles as the character's own. */
void KeepLevels(const FCharacterView& Character, FBuildOptions& Options)
{
	Options.Levels.LevelCount = 1;
	const double Finest = static_cast<double>(Character.Levels.empty() ? 0 : Character.Levels[0].Indices.size());
	for (size_t Level = 1; Level < Character.Levels.size(); ++Level)
	{
		Options.Levels.Fractions.push_back(static_cast<double>(Character.Levels[Level].Indices.size()) / Finest);
	}
}

FStatus WriteImages(const FAtlasCommand& Arguments, const FCharacter& Character, FSession& Session)
{
	if (Arguments.Images.empty())
	{
		return FOk{};
	}
	const TResult<std::vector<std::string>> Names =
		WriteMaps(ToPath(Arguments.Images), Character->Maps, Arguments.bExr);
	if (!Names)
	{
		return Names.GetError();
	}
	for (const std::string& Name : *Names)
	{
		Session.Say("Wrote " + Arguments.Images + "/" + Name);
	}
	return FOk{};
}

FStatus MakeIt(const FAtlasCommand& Arguments, FSession& Session)
{
	TResult<FBuildOptions> Options = Arguments.Flags.Apply({});
	if (FStatus Status = Options ? CheckOptions(*Options) : FStatus(Options.GetError()); !Status)
	{
		return Status;
	}
	const FOutputFile Layout{"--layout", Arguments.Layout, {".svg"}};
	const TResult<FCharacter> Character = Arguments.Edit.Load({&Layout, 1});
	if (!Character)
	{
		return Character.GetError();
	}
	FCharacterParts Parts = Unbake(*Character);
	const bool bKeep = Arguments.bKeepUVs && !Parts.Surface.UVs.empty();
	Options->Atlas.Use = bKeep ? EAtlasUse::Never : EAtlasUse::Always;
	Options->Levels.Fractions.clear();
	KeepLevels(Character->View(), *Options);
	if (bKeep)
	{
		Options->Levels.Fractions.clear(); // the levels are those of the file
	}
	const TResult<FBuiltCharacter> Built = BuildFromParts(std::move(Parts), *Options, Session.Context());
	if (!Built)
	{
		return Arguments.Edit.Locate(Built.GetError());
	}
	const TResult<FUVMeasure> Measure = MeasureUVs(Built->Parts.Surface, Built->Parts.Skin, Built->Parts.Animation);
	if (!Measure)
	{
		return Arguments.Edit.Locate(Measure.GetError());
	}
	FJson Json = DescribeUVs(*Measure);
	Json["maps"] = DescribeMaps(Built->Character->Maps);
	for (const FStageFigures& Stage : Built->Figures)
	{
		for (size_t Index = 0; Index < (Stage.Stage == "maps" ? Stage.Figures.size() : 0); ++Index)
		{
			Json["mapFigures"][Stage.Figures[Index].Name] = Stage.Figures[Index].Value;
		}
	}
	if (FStatus Written = Arguments.Edit.Write(Built->Character, Json, Session); !Written)
	{
		return Written;
	}
	if (!Arguments.Layout.empty())
	{
		const std::string Svg = DrawUVs(Built->Parts.Surface, *Measure);
		if (FStatus Written = WriteFileAtomically(ToPath(Arguments.Layout), std::as_bytes(std::span(Svg))); !Written)
		{
			return Written;
		}
		Session.Say("Wrote " + Arguments.Layout);
	}
	if (FStatus Written = WriteImages(Arguments, Built->Character, Session); !Written)
	{
		return Written;
	}
	Session.Print(FormatJsonForPeople(Json));
	return FOk{};
}

const FCommandRegistration AtlasRegistration(59,
	[](CLI::App& App, FSession& Session)
	{
		CLI::App* Command = AddCommand(App, "atlas", "Cut the surface of a character into charts, make UVs and maps",
			"  exemplar atlas hero.exemplar -o out.exemplar                      charts and UVs for all poses\n"
			"  exemplar atlas hero.exemplar -o out.exemplar --layout uv.svg      and a picture of the charts and their "
			"stretch\n"
			"  exemplar atlas hero.exemplar -o out.exemplar --max-stretch 1.02 --size 2048 --gutter 8\n"
			"                                                                    more charts, less stretch\n"
			"  exemplar atlas hero.exemplar -o out.exemplar --keep --layout uv.svg\n"
			"                                                                    measure and draw the UVs that it has\n"
			"  exemplar atlas hero.exemplar -o out.exemplar --normals mean --occlusion --images maps/\n"
			"                                                                    normal maps of the coarser levels, as "
			"16-bit PNG too");
		auto Arguments = std::make_shared<FAtlasCommand>();
		Arguments->Edit.AddPaths(*Command, "Input character: .exemplar", "Output character: .exemplar or .glb");
		Arguments->Flags.Add(*Command, "--max-stretch", "atlas.maxStretch");
		Arguments->Flags.Add(*Command, "--charts", "atlas.charts");
		Arguments->Flags.Add(*Command, "--compactness", "atlas.compactness");
		Arguments->Flags.Add(*Command, "--size", "atlas.size");
		Arguments->Flags.Add(*Command, "--gutter", "atlas.gutter");
		Arguments->Flags.AddSwitch(*Command, "--rest-only", "atlas.allPoses", "false",
			"Flatten the rest pose only, not all poses of the clips");
		Command->add_flag("--keep", Arguments->bKeepUVs, "Keep the UVs of the character where it has any");
		Arguments->Flags.Add(*Command, "--normals", "maps.normals");
		Arguments->Flags.AddSwitch(*Command, "--occlusion", "maps.occlusion", "true");
		Arguments->Flags.AddSwitch(*Command, "--curvature", "maps.curvature", "true");
		Arguments->Flags.AddSwitch(*Command, "--wrinkles", "maps.wrinkles", "true");
		Arguments->Flags.AddSwitch(*Command, "--colors", "maps.colors", "true");
		Arguments->Flags.Add(*Command, "--map-size", "maps.size");
		Arguments->Flags.Add(*Command, "--map-poses", "maps.poses");
		Command->add_option("--images", Arguments->Images, "Write the maps to this folder, as 16-bit or 8-bit PNG");
		Command->add_flag("--exr", Arguments->bExr, "Write the maps as OpenEXR instead")->needs("--images");
		Command->add_option(
			"--layout", Arguments->Layout, "Write a picture of the charts and their stretch to this .svg file");
		Arguments->Edit.AddJson(*Command);
		Command->callback(
			[Arguments, &Session] { Session.Command = [Arguments, &Session] { return MakeIt(*Arguments, Session); }; });
	});

} // namespace
} // namespace Exemplar

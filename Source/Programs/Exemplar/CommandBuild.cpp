// Copyright (c) 2026 Exemplar contributors. MIT license.
// exemplar build: runs all stages, from examples to character.

#include "Base/File.h"
#include "BuildRun.h"
#include "Command.h"
#include "Files/OptionsJson.h"
#include "Inputs.h"
#include "NumberRange.h"
#include "OptionLayers.h"
#include "OutputFolder.h"

namespace Exemplar
{
namespace
{

struct FBuildCommand
{
	FExampleInputs Inputs;
	std::string Out;
	FOptionLayers Layers;
	FRigArguments Rig;
	FLevelArguments Levels;
	FOptionFlags Skin;
	std::string Cache;
	int CacheMegabytes = 1024;
	bool bNoCache = false;
	bool bNoReport = false;
	bool bNoPictures = false;
	bool bDraft = false;
	bool bPrintOptions = false;
	bool bPrintSchema = false;
};

FStatus Build(const FBuildCommand& Arguments, FSession& Session)
{
	if (Arguments.bPrintSchema)
	{
		Session.Print(FormatJson(MakeOptionsSchema()));
		return FOk{};
	}
	std::vector<FOptionAssignment> Flags;
	for (const FOptionFlags* Each :
		{&Arguments.Inputs.Flags, &Arguments.Rig.Flags, &Arguments.Skin, &Arguments.Levels.Flags})
	{
		Flags.insert(Flags.end(), Each->Given().begin(), Each->Given().end());
	}
	FBuildRequest Request;
	TResult<FBuildOptions> Options = Arguments.Layers.Resolve(Flags, Request.Preset);
	if (!Options)
	{
		return Options.GetError();
	}
	if (Arguments.bPrintOptions)
	{
		if (FStatus Status = CheckOptions(*Options); !Status)
		{
			return Status;
		}
		Session.Print(FormatJson(DescribeOptions(*Options)));
		return FOk{};
	}
	const std::vector<std::string>& Paths = Arguments.Inputs.Paths;
	if (Paths.empty())
	{
		return FError{EErrorCode::InvalidArgument,
			"EXAMPLES is required: give meshes, point caches or scenes, or the folder that holds them. See 'exemplar "
			"build --help'."};
	}
	if (Arguments.Out.empty())
	{
		std::error_code Ignored;
		const bool bOutLeftOut = Paths.size() > 1 && !std::filesystem::exists(ToPath(Paths.back()), Ignored);
		return FError{EErrorCode::InvalidArgument,
			"--out is required: name the output folder or file, as in '-o " +
				(bOutLeftOut ? Paths.back() : std::string("hero")) + "'. See 'exemplar build --help'."};
	}
	Request.Paths = Arguments.Inputs.Paths;
	Request.Options = std::move(*Options);
	Request.Scans = Arguments.Inputs.Scans;
	Request.Out = Arguments.Out;
	Request.bFolder = IsOutputFolder(Arguments.Out);
	if (!Arguments.bNoCache)
	{
		Request.Cache =
			Arguments.Cache.empty() && Request.bFolder ? PathToText(ToPath(Request.Out) / ".cache") : Arguments.Cache;
		Request.CacheBytes = static_cast<uint64_t>(Arguments.CacheMegabytes) << 20;
	}
	Request.bReport = !Arguments.bNoReport;
	Request.bPictures = !Arguments.bNoPictures;
	Request.bDraft = Arguments.bDraft;
	Request.Rig = &Arguments.Rig;
	Request.Levels = &Arguments.Levels;
	return RunBuild(Request, Session);
}

const FCommandRegistration BuildRegistration(5, // listed first
	[](CLI::App& App, FSession& Session)
	{
		CLI::App* Command = AddCommand(App, "build", "Build a character from examples",
			"  exemplar build rest.obj frames.pc2 -o hero               output folder, automatic settings\n"
			"  exemplar build 'scans/*.ply' -o hero                     scans: registered first, as 'exemplar "
			"register' does\n"
			"  exemplar build hero/ -o out --preset creature            settings for animals\n"
			"  exemplar build hero/ -o out --preset hero --set levels.count=4 --options hero.json\n"
			"                                                           --set overrides the file, the file the preset\n"
			"  exemplar build hero/ -o out --levels 3                   rebuild: rig and skin come from the cache\n"
			"  exemplar build hero/ -o out --correctives                learn correctives from the examples, too\n"
			"  exemplar build hero/ -o out --correctives --as bones     as helper bones, for every engine\n"
			"  exemplar build hero/ --bones 30 --connected -o hero.glb  a single file\n"
			"  exemplar build --preset crowd --print-options            show the options of a preset");
		auto Arguments = std::make_shared<FBuildCommand>();
		Command->add_option("EXAMPLES", Arguments->Inputs.Paths, std::string(ExampleInputsHelp) + " REQUIRED");
		Command->add_option("-o,--out", Arguments->Out,
			"Output folder (character.exemplar, character.glb, report.html, pictures and figures.json), or a single "
			".exemplar or .glb file. REQUIRED");
		Arguments->Layers.AddOptions(*Command);
		Command->add_flag("--print-options", Arguments->bPrintOptions, "Print the resulting options as JSON and exit");
		Command->add_flag("--print-schema", Arguments->bPrintSchema, "Print the JSON schema of options files and exit");
		Command->add_flag("--no-report", Arguments->bNoReport, "Do not write report.html and pictures");
		Command->add_flag("--no-pictures", Arguments->bNoPictures, "Write a report without pictures");
		Command->add_flag("--draft", Arguments->bDraft, "Render pictures faster, with fewer samples and lights");
		CLI::Option* Cache = Command->add_option("--cache", Arguments->Cache,
			"Folder for stage results to reuse in the next build; defaults to .cache in the output folder");
		Command->add_option("--cache-size", Arguments->CacheMegabytes, "Maximum cache size in megabytes")
			->capture_default_str()
			->check(NumberRange(1, 1000000));
		Command->add_flag("--no-cache", Arguments->bNoCache, "Neither read nor write cached stages")->excludes(Cache);
		Arguments->Skin.Add(*Command, "--skin", "skin.kind");
		Arguments->Skin.Add(*Command, "--operator", "skin.operator");
		Arguments->Skin.Add(*Command, "--aim", "skin.aim");
		Arguments->Skin.AddSwitch(*Command, "--correctives", "correctives.make", "true");
		Arguments->Skin.Add(*Command, "--as", "correctives.as");
		Arguments->Skin.Add(*Command, "--helpers", "correctives.helpers");
		Arguments->Inputs.AddScans(*Command);
		Arguments->Rig.AddOptions(*Command);
		Arguments->Levels.AddOptions(*Command);
		Arguments->Inputs.AddName(*Command);
		Arguments->Inputs.AddOptions(*Command);
		Command->callback(
			[Arguments, &Session] { Session.Command = [Arguments, &Session] { return Build(*Arguments, Session); }; });
	});

} // namespace
} // namespace Exemplar

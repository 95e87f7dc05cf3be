// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "OptionLayers.h"

#include "Files/OptionsJson.h"
#include "Session.h"

#include <algorithm>

namespace Exemplar
{
namespace
{

const FBuildPreset* FindPreset(const std::string& Name)
{
	const std::span<const FBuildPreset> Presets = GetBuildPresets();
	const auto Found =
		std::find_if(Presets.begin(), Presets.end(), [&](const FBuildPreset& Preset) { return Preset.Name == Name; });
	return Found != Presets.end() ? &*Found : nullptr;
}

std::string NameOfPresets()
{
	std::string Out;
	for (const FBuildPreset& Preset : GetBuildPresets())
	{
		Out += Out.empty() ? "" : ", ";
		Out += Preset.Name;
	}
	return Out;
}

TResult<std::vector<FOptionAssignment>> ParseValues(const std::vector<std::string>& Texts)
{
	std::vector<FOptionAssignment> Out;
	for (const std::string& Text : Texts)
	{
		const size_t Equals = Text.find('=');
		if (Equals == std::string::npos)
		{
			return FError{EErrorCode::InvalidArgument,
				"--set: '" + Text + "' has no value. Write OPTION=VALUE, as in rig.bones=30."};
		}
		const std::string Key = Text.substr(0, Equals);
		const FBuildOption* Option = FindOption(Key);
		if (Option == nullptr)
		{
			return FError{EErrorCode::InvalidArgument,
				"--set: unknown option " + Key + ". Did you mean " + FindNearestOption(Key) + "?"};
		}
		TResult<FOptionValue> Value = ParseOptionValue(*Option, std::string_view(Text).substr(Equals + 1));
		if (!Value)
		{
			return FError{EErrorCode::InvalidArgument, "--set: " + Value.GetError().Message};
		}
		Out.push_back({Key, std::move(*Value)});
	}
	return Out;
}

} // namespace

void FOptionLayers::AddOptions(CLI::App& Command)
{
	Command.add_option("--preset", Preset, "Preset to start from: " + NameOfPresets() + " (see Docs/Building.md)");
	Command.add_option("--options", File,
		"JSON file with options that override the preset: {\"rig\": {\"bones\": 30}}; schema in "
		"Docs/BuildOptions.schema.json");
	Command.add_option("--set", Values, "Set one option by name, overriding the file: rig.bones=30 (repeatable)")
		->allow_extra_args(false)
		->type_name("KEY=VALUE");
}

TResult<FBuildOptions> FOptionLayers::Resolve(
	const std::vector<FOptionAssignment>& Flags, std::string& PresetUsed) const
{
	FOptionsFile Read;
	if (!File.empty())
	{
		TResult<FOptionsFile> Result = ReadOptionsFile(ToPath(File));
		if (!Result)
		{
			return Result.GetError();
		}
		Read = std::move(*Result);
	}
	const TResult<std::vector<FOptionAssignment>> Single = ParseValues(Values);
	if (!Single)
	{
		return Single.GetError();
	}
	FBuildOptions Options;
	PresetUsed = Preset.empty() ? Read.Preset : Preset;
	if (!PresetUsed.empty())
	{
		const FBuildPreset* Found = FindPreset(PresetUsed);
		if (Found == nullptr)
		{
			return FError{EErrorCode::InvalidArgument,
				(Preset.empty() ? File : std::string("--preset")) + ": unknown preset '" + PresetUsed +
					"'. Available presets: " + NameOfPresets() + "."};
		}
		if (FStatus Status = AssignOptions(Found->Options, "preset " + Found->Name, Options); !Status)
		{
			return Status.GetError();
		}
	}
	const std::pair<std::string, const std::vector<FOptionAssignment>*> Layers[] = {
		{File, &Read.Options}, {"--set", &*Single}, {"the command line", &Flags}};
	for (const auto& [Source, Layer] : Layers)
	{
		if (FStatus Status = AssignOptions(*Layer, Source, Options); !Status)
		{
			return Status.GetError();
		}
	}
	return Options;
}

} // namespace Exemplar

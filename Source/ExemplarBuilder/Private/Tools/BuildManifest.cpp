// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Tools/BuildManifest.h"

#include <algorithm>
#include <cstdio>

namespace Exemplar
{

namespace BuildManifestDetail
{

std::string_view Trim(std::string_view Text)
{
	const size_t First = Text.find_first_not_of(" \t\r");
	return First == std::string_view::npos ? std::string_view()
										   : Text.substr(First, Text.find_last_not_of(" \t\r") + 1 - First);
}

/** The lines of one section, or of the beginning. */
struct FSection
{
	std::string Asset;
	size_t Line = 0;
	std::string Preset;
	std::vector<std::filesystem::path> Sources;
	std::vector<FOptionAssignment> Options;
};

FError LineError(std::string_view Name, size_t Line, const std::string& Text)
{
	return {EErrorCode::InvalidArgument, std::string(Name) + ":" + std::to_string(Line) + ": " + Text};
}

/** One `key = value`; the error has no place yet. */
FStatus ReadLine(std::string_view Key, std::string_view Value, const std::filesystem::path& Folder, FSection& Section)
{
	if (Value.empty())
	{
		return FError{EErrorCode::InvalidArgument, "'" + std::string(Key) + "' has no value. Write `key = value`."};
	}
	if (Key == "examples")
	{
		const std::filesystem::path Path(std::u8string(Value.begin(), Value.end()));
		Section.Sources.push_back((Path.is_absolute() ? Path : Folder / Path).lexically_normal());
		return FOk{};
	}
	if (Key == "preset")
	{
		const std::span<const FBuildPreset> Presets = GetBuildPresets();
		std::string Names;
		for (const FBuildPreset& Preset : Presets)
		{
			Names += (Names.empty() ? "" : ", ") + Preset.Name;
			if (Preset.Name == Value)
			{
				Section.Preset = Value;
				return FOk{};
			}
		}
		return FError{
			EErrorCode::NotFound, "There is no preset '" + std::string(Value) + "'. Presets are " + Names + "."};
	}
	const FBuildOption* Option = FindOption(Key);
	if (!Option)
	{
		return FError{EErrorCode::NotFound,
			"There is no option '" + std::string(Key) + "'. Did you mean '" + FindNearestOption(Key) + "'?"};
	}
	TResult<FOptionValue> Parsed = ParseOptionValue(*Option, Value);
	if (!Parsed)
	{
		return Parsed.GetError();
	}
	Section.Options.push_back({Option->Key, std::move(*Parsed)});
	return FOk{};
}

/** The preset and the options of a section on top of what Options has. */
FStatus Apply(const FSection& Section, std::string_view Name, FBuildOptions& Options)
{
	for (const FBuildPreset& Preset : GetBuildPresets())
	{
		if (Preset.Name == Section.Preset)
		{
			if (FStatus Status = AssignOptions(Preset.Options, "preset " + Preset.Name, Options); !Status)
			{
				return Status;
			}
		}
	}
	return AssignOptions(Section.Options, Name, Options);
}

/** Text between quotes, as JSON has it. */
std::string Quote(std::string_view Text)
{
	std::string Out = "\"";
	for (const char Letter : Text)
	{
		if (Letter == '"' || Letter == '\\')
		{
			Out += '\\';
			Out += Letter;
		}
		else if (static_cast<unsigned char>(Letter) < 0x20)
		{
			char Code[8];
			std::snprintf(Code, sizeof(Code), "\\u%04x", static_cast<unsigned>(Letter));
			Out += Code;
		}
		else
		{
			Out += Letter;
		}
	}
	return Out + '"';
}

std::string Number(double Value)
{
	return FormatOptionValue(FOptionValue(Value));
}

} // namespace BuildManifestDetail

TResult<std::vector<FManifestEntry>> ParseBuildManifest(
	std::string_view Text, std::string_view Name, const std::filesystem::path& Folder)
{
	using namespace BuildManifestDetail;
	FSection Common;
	std::vector<FSection> Sections;
	size_t Number = 0;
	for (size_t At = 0; At < Text.size();)
	{
		const size_t End = (std::min)(Text.find('\n', At), Text.size());
		const std::string_view Line = Trim(Text.substr(At, End - At));
		At = End + 1;
		++Number;
		if (Line.empty() || Line.front() == '#')
		{
			continue;
		}
		if (Line.front() == '[')
		{
			const std::string Asset(Trim(Line.substr(1, (std::min)(Line.find(']'), Line.size()) - 1)));
			const bool bTwice = std::any_of(
				Sections.begin(), Sections.end(), [&](const FSection& Other) { return Other.Asset == Asset; });
			if (Line.back() != ']' || Asset.size() < 2 || Asset.front() != '/' || Asset.back() == '/' || bTwice)
			{
				return LineError(Name, Number,
					bTwice ? Asset + " stands there twice. Give every character an asset of its own."
						   : "A section names an asset, as in [/Game/Heroes/Hero].");
			}
			Sections.push_back({Asset, Number, {}, {}, {}});
			continue;
		}
		const size_t Equals = Line.find('=');
		if (Equals == std::string_view::npos)
		{
			return LineError(Name, Number, "'" + std::string(Line) + "' is neither a section nor `key = value`.");
		}
		FSection& Section = Sections.empty() ? Common : Sections.back();
		if (FStatus Read = ReadLine(Trim(Line.substr(0, Equals)), Trim(Line.substr(Equals + 1)), Folder, Section);
			!Read)
		{
			return LineError(Name, Number, Read.GetError().Message);
		}
	}
	FBuildOptions Base;
	if (FStatus Status = Apply(Common, Name, Base); !Status)
	{
		return Status.GetError();
	}
	if (Sections.empty())
	{
		Sections.push_back({});
	}
	std::vector<FManifestEntry> Out;
	for (FSection& Section : Sections)
	{
		FManifestEntry& Entry = Out.emplace_back(FManifestEntry{Section.Asset, Section.Sources, Base});
		if (FStatus Status = Apply(Section, Name, Entry.Options); !Status)
		{
			return LineError(Name, Section.Line, Status.GetError().Message);
		}
		if (Entry.Sources.empty())
		{
			Entry.Sources = Common.Sources.empty() ? std::vector{Folder} : Common.Sources;
		}
	}
	return Out;
}

std::string FormatManifestResults(std::span<const FManifestResult> Results)
{
	using namespace BuildManifestDetail;
	std::string Out = "{\n  \"characters\": [";
	size_t Failed = 0;
	for (const FManifestResult& Result : Results)
	{
		const bool bFailed = !Result.Error.empty();
		Failed += bFailed ? 1 : 0;
		Out += &Result == Results.data() ? "\n" : ",\n";
		Out += "    {\"asset\": " + Quote(Result.Asset) + ", \"state\": " +
			(bFailed                ? "\"failed\""
					: Result.bBuilt ? "\"built\""
									: "\"unchanged\"");
		if (bFailed)
		{
			Out += ", \"error\": " + Quote(Result.Error);
		}
		else
		{
			Out += ", \"key\": " + Quote(Result.Key) + ", \"bones\": " + std::to_string(Result.Bones) +
				", \"vertices\": " + std::to_string(Result.Vertices) +
				", \"triangles\": " + std::to_string(Result.Triangles) +
				", \"levels\": " + std::to_string(Result.Levels) +
				", \"rmsErrorPercent\": " + Number(Result.Measured.Rms) +
				", \"worstErrorPercent\": " + Number(Result.Measured.Max) +
				", \"worstPose\": " + Quote(Result.Measured.WorstPose);
		}
		Out += ", \"seconds\": " + Number(Result.Seconds) + ", \"warnings\": [";
		for (const std::string& Warning : Result.Warnings)
		{
			Out += (&Warning == Result.Warnings.data() ? "" : ", ") + Quote(Warning);
		}
		Out += "]}";
	}
	return Out + "\n  ],\n  \"failed\": " + std::to_string(Failed) + "\n}\n";
}

} // namespace Exemplar

// Copyright (c) 2026 Exemplar contributors. MIT license.
// exemplar corrective: lists and edits the correctives of a character.

#include "Command.h"
#include "CorrectiveEdits.h"
#include "Files/Json.h"
#include "Inputs.h"
#include "NumberRange.h"
#include "Outputs.h"
#include "Pipeline/Sculpts.h"
#include "Pose/ClipSampling.h"
#include "Posing/CharacterPoser.h"

#include <algorithm>
#include <charconv>
#include <cmath>

namespace Exemplar
{

void FCorrectiveEdit::AddOptions(CLI::App& Command)
{
	Command.add_option("CHARACTER", In, "Character to edit (.exemplar)")->required();
	Command.add_option("-o,--out", Out, "Output character (.exemplar, .glb); CHARACTER itself if not given");
}

FStatus FCorrectiveEdit::Save(const FCharacterParts& Parts, FSession& Session) const
{
	const TResult<FBakedCharacter> Baked = Bake(Parts, {}, Session.Context().Part(0.6, 1.0, "bake"));
	if (!Baked)
	{
		return Locate(Baked.GetError());
	}
	return WriteCharacter(ToPath(Out.empty() ? In : Out), Baked->Character, {}, Session);
}

FError Named(const std::string& File, const FError& Error)
{
	return FCharacterEdit{File, {}, {}}.Locate(Error);
}

namespace
{

/** Smallest and largest weight of every corrective over all frames of all clips; of several shapes the sizes count. */
TResult<std::vector<std::pair<float, float>>> WeightRanges(const FCharacter& Character)
{
	const TResult<FCharacterPoser> Poser = FCharacterPoser::Make(Character);
	if (!Poser)
	{
		return Poser.GetError();
	}
	const auto& Rows = Character->Correctives.Correctives;
	std::vector<std::pair<float, float>> Out(Rows.size(), {0.0f, 0.0f});
	FCharacterPose Posed;
	Poser->Reset(Posed);
	for (const FClipView& Clip : Character->Clips)
	{
		for (uint32_t Frame = 0; Frame < Clip.FrameCount; ++Frame)
		{
			Posed.Local = SampleFrame(Character->Skeleton, Clip, static_cast<float>(Frame));
			if (!Poser->Pose(Posed))
			{
				return FError{EErrorCode::Mismatch, "a clip cannot be posed. Build the character again."};
			}
			for (size_t Row = 0; Row < Rows.size(); ++Row)
			{
				for (uint32_t Shape = 0; Shape < Rows[Row].ShapeCount; ++Shape)
				{
					const float Weight = Posed.ShapeWeights[Rows[Row].FirstShape + Shape];
					Out[Row].first = (std::min)(Out[Row].first, Weight);
					Out[Row].second = (std::max)(Out[Row].second, Weight);
				}
			}
		}
	}
	return Out;
}

FJson DescribeCorrective(const FCorrectiveInfo& Info, const std::pair<float, float>& Range)
{
	FJson Out;
	Out["name"] = Info.Name;
	Out["kind"] = Info.bLearned ? "learned" : "sculpt";
	Out["enabled"] = Info.bEnabled;
	Out["strength"] = Info.Strength;
	Out["joints"] = Info.Joints;
	if (!Info.Curves.empty())
	{
		Out["curves"] = Info.Curves;
	}
	if (!Info.bLearned)
	{
		Out["width"] = Info.Width;
	}
	if (!Info.Mirror.empty())
	{
		Out["mirror"] = Info.Mirror;
	}
	if (!Info.Source.empty())
	{
		Out["source"] = Info.Source;
	}
	Out["shapes"] = Info.ShapeCount;
	Out["points"] = Info.Points;
	Out["largestMillimeters"] = 1000.0 * Info.LargestOffset;
	Out["clipWeights"] = {Range.first, Range.second};
	return Out;
}

std::string FormatCorrectives(
	const std::vector<FCorrectiveInfo>& List, const std::vector<std::pair<float, float>>& Ranges)
{
	size_t Width = 4;
	for (const FCorrectiveInfo& Info : List)
	{
		Width = (std::max)(Width, (std::min)(Info.Name.size(), size_t{32}));
	}
	char Line[320];
	std::snprintf(Line, sizeof(Line),
		"%-*s  kind     on   strength  shapes  points  largest mm  weight in clips  driven by\n",
		static_cast<int>(Width), "name");
	std::string Out = Line;
	for (size_t Row = 0; Row < List.size(); ++Row)
	{
		const FCorrectiveInfo& Info = List[Row];
		std::string Drivers;
		for (const std::vector<std::string>* Names : {&Info.Joints, &Info.Curves})
		{
			for (const std::string& Name : *Names)
			{
				Drivers += (Drivers.empty() ? "" : ", ") + Name;
			}
		}
		std::snprintf(Line, sizeof(Line), "%-*.32s  %-7s  %-3s  %7.0f%%  %6zu  %6zu  %10.3f  %6.2f to %5.2f  %.80s\n",
			static_cast<int>(Width), Info.Name.c_str(), Info.bLearned ? "learned" : "sculpt",
			Info.bEnabled ? "yes" : "no", 100.0 * static_cast<double>(Info.Strength), Info.ShapeCount, Info.Points,
			1000.0 * Info.LargestOffset, static_cast<double>(Ranges[Row].first),
			static_cast<double>(Ranges[Row].second), Drivers.c_str());
		Out += Line;
	}
	return Out;
}

FStatus List(const std::string& Path, bool bJson, FSession& Session)
{
	const TResult<FCharacter> Character = LoadCharacter(Path);
	if (!Character)
	{
		return Character.GetError();
	}
	const std::vector<FCorrectiveInfo> Correctives = ListCorrectives(Unbake(*Character));
	const TResult<std::vector<std::pair<float, float>>> Ranges = WeightRanges(*Character);
	if (!Ranges)
	{
		return Named(Path, Ranges.GetError());
	}
	if (bJson)
	{
		FJson Out = FJson::array();
		for (size_t Row = 0; Row < Correctives.size(); ++Row)
		{
			Out.push_back(DescribeCorrective(Correctives[Row], (*Ranges)[Row]));
		}
		Session.Print(FormatJson({{"correctives", std::move(Out)}}));
		return FOk{};
	}
	if (Correctives.empty())
	{
		Session.Say(
			Path + " has no correctives. Sculpt one with exemplar corrective add, or build with --correctives.");
		return FOk{};
	}
	Session.Print(FormatCorrectives(Correctives, *Ranges));
	for (size_t Row = 0; Row < Correctives.size(); ++Row)
	{
		if (!(*Character)->Clips.empty() && (*Ranges)[Row].first == 0.0f && (*Ranges)[Row].second == 0.0f &&
			Correctives[Row].bEnabled)
		{
			Session.Say("Note: no clip activates '" + Correctives[Row].Name +
				"'. Check its driver joints, or widen it (exemplar corrective driver --width).");
		}
	}
	return FOk{};
}

struct FNamesArguments
{
	FCorrectiveEdit Edit;
	std::vector<std::string> Names;
	std::string Name, NewName;
	float Strength = 100.0f;
	bool bOff = false;
	bool bDryRun = false;
	double Tolerance = 1.0;
	FDriverChange Drivers;
	std::string Curve;
};

using FEditFunction = std::function<FStatus(FCharacterParts& Parts)>;

FStatus RunEdit(const FCorrectiveEdit& Edit, const FEditFunction& Function, FSession& Session)
{
	const TResult<FCharacter> Character = Edit.Load();
	if (!Character)
	{
		return Character.GetError();
	}
	FCharacterParts Parts = Unbake(*Character);
	const FStatus Edited = Function(Parts);
	return Edited ? Edit.Save(Parts, Session) : Edit.Locate(Edited.GetError());
}

/** A subcommand that changes the parts of a character: Function(Arguments, Parts). */
template <typename FunctionType>
std::pair<CLI::App*, std::shared_ptr<FNamesArguments>> AddEdit(
	CLI::App& App, FSession& Session, const char* Name, const char* What, const char* Examples, FunctionType Function)
{
	CLI::App* Command = AddCommand(App, Name, What, Examples);
	auto Arguments = std::make_shared<FNamesArguments>();
	Arguments->Edit.AddOptions(*Command);
	Command->callback(
		[Arguments, Function, &Session]
		{
			Session.Command = [Arguments, Function, &Session]
			{
				return RunEdit(
					Arguments->Edit, [&](FCharacterParts& Parts) { return Function(*Arguments, Parts); }, Session);
			};
		});
	return {Command, Arguments};
}

/** The same for every named corrective, until one fails. */
template <typename FunctionType>
FStatus EditEach(const std::vector<std::string>& Names, const FunctionType& Function)
{
	FStatus Status = FOk{};
	for (const std::string& Name : Names)
	{
		Status = Status ? Function(Name) : Status;
	}
	return Status;
}

void AddRemove(CLI::App& App, FSession& Session)
{
	const auto [Command, Arguments] = AddEdit(App, Session, "remove", "Remove correctives",
		"  exemplar corrective remove hero.exemplar elbow_l_90     others stay exact in their poses",
		[](const FNamesArguments& Given, FCharacterParts& Parts)
		{ return EditEach(Given.Names, [&](const std::string& Name) { return RemoveCorrective(Parts, Name); }); });
	Command->add_option("NAMES", Arguments->Names, "Correctives to remove")->required();
}

void AddRename(CLI::App& App, FSession& Session)
{
	const auto [Command, Arguments] = AddEdit(App, Session, "rename", "Rename a corrective",
		"  exemplar corrective rename hero.exemplar pose_3 elbow_l_90",
		[](const FNamesArguments& Given, FCharacterParts& Parts)
		{ return RenameCorrective(Parts, Given.Name, Given.NewName); });
	Command->add_option("NAME", Arguments->Name, "Corrective")->required();
	Command->add_option("NEW", Arguments->NewName, "Its new name")->required();
}

void AddEnable(CLI::App& App, FSession& Session)
{
	const auto [Command, Arguments] = AddEdit(App, Session, "enable", "Enable or disable correctives",
		"  exemplar corrective enable hero.exemplar elbow_l_90 --off   it stays in the file, and does nothing\n"
		"  exemplar corrective enable hero.exemplar elbow_l_90         on again",
		[](const FNamesArguments& Given, FCharacterParts& Parts) {
			return EditEach(
				Given.Names, [&](const std::string& Name) { return EnableCorrective(Parts, Name, !Given.bOff); });
		});
	Command->add_option("NAMES", Arguments->Names, "Correctives")->required();
	Command->add_flag("--off", Arguments->bOff, "Disable them");
}

void AddStrength(CLI::App& App, FSession& Session)
{
	const auto [Command, Arguments] = AddEdit(App, Session, "strength", "Set how strong a corrective is",
		"  exemplar corrective strength hero.exemplar elbow_l_90 60    60 % of what was sculpted",
		[](const FNamesArguments& Given, FCharacterParts& Parts)
		{ return SetCorrectiveStrength(Parts, Given.Name, 0.01f * Given.Strength); });
	Command->add_option("NAME", Arguments->Name, "Corrective")->required();
	Command->add_option("PERCENT", Arguments->Strength, "Strength, % of what was sculpted or learned")
		->required()
		->check(NumberRange(0.0, 200.0));
}

FStatus Mirror(const FNamesArguments& Arguments, FSession& Session)
{
	const TResult<FCharacter> Character = Arguments.Edit.Load();
	if (!Character)
	{
		return Character.GetError();
	}
	FCharacterParts Parts = Unbake(*Character);
	const TResult<FMirrorFigures> Figures = MirrorCorrective(
		Parts, Arguments.Name, Arguments.NewName, Arguments.Tolerance, Session.Context().Part(0.0, 0.6, "mirroring"));
	if (!Figures)
	{
		return Arguments.Edit.Locate(Figures.GetError());
	}
	if (!Arguments.bDryRun)
	{
		if (FStatus Saved = Arguments.Edit.Save(Parts, Session); !Saved)
		{
			return Saved;
		}
	}
	Session.Print(FormatJsonForPeople({{"name", Figures->Name}, {"driven by", Figures->Joints},
		{"moved points", Figures->MovedPoints}, {"asymmetry of the mesh, RMS %", Figures->MeshAsymmetry},
		{"largest asymmetry where it acts, %", Figures->WorstAsymmetry}, {"written", !Arguments.bDryRun}}));
	return FOk{};
}

void AddMirror(CLI::App& App, FSession& Session)
{
	CLI::App* Command = AddCommand(App, "mirror", "Give the other side the mirror image of a sculpt",
		"  exemplar corrective mirror hero.exemplar elbow_l_90              elbow_r_90\n"
		"  exemplar corrective mirror hero.exemplar elbow_l_90 --dry-run    only say what asymmetry there is");
	auto Arguments = std::make_shared<FNamesArguments>();
	Arguments->Edit.AddOptions(*Command);
	Command->add_option("NAME", Arguments->Name, "Sculpt")->required();
	Command->add_option(
		"--as", Arguments->NewName, "Name of the mirror image; defaults to NAME with left and right exchanged");
	Command->add_option("--tolerance", Arguments->Tolerance, "Asymmetry of the mesh to accept, RMS, % of the diagonal")
		->capture_default_str()
		->check(NumberRange(0.0, 100.0));
	Command->add_flag("--dry-run", Arguments->bDryRun, "Write nothing");
	Command->callback(
		[Arguments, &Session] { Session.Command = [Arguments, &Session] { return Mirror(*Arguments, Session); }; });
}

FStatus Drive(FNamesArguments& Arguments, FSession& Session)
{
	if (!Arguments.Curve.empty())
	{
		const size_t Equals = Arguments.Curve.find('=');
		const std::string Value = Equals == std::string::npos ? "1" : Arguments.Curve.substr(Equals + 1);
		float& Number = Arguments.Drivers.CurveValue;
		const std::from_chars_result Read = std::from_chars(Value.data(), Value.data() + Value.size(), Number);
		if (Equals == 0 || Read.ec != std::errc() || Read.ptr != Value.data() + Value.size() || !std::isfinite(Number))
		{
			return FError{EErrorCode::InvalidArgument,
				"--curve " + Arguments.Curve + " is not a name with a value. Use one such as age=1."};
		}
		Arguments.Drivers.Curve = Arguments.Curve.substr(0, Equals);
	}
	if (Arguments.Drivers.Joints.empty() && Arguments.Drivers.Width == 0.0 && Arguments.Drivers.Curve.empty())
	{
		return FError{EErrorCode::InvalidArgument, "Name what to change: --joints, --width or --curve."};
	}
	return RunEdit(
		Arguments.Edit, [&](FCharacterParts& Parts) { return ChangeDrivers(Parts, Arguments.Name, Arguments.Drivers); },
		Session);
}

void AddDriver(CLI::App& App, FSession& Session)
{
	CLI::App* Command = AddCommand(App, "driver", "Change what drives a sculpt",
		"  exemplar corrective driver hero.exemplar elbow_l_90 --joints elbow_l    the elbow alone\n"
		"  exemplar corrective driver hero.exemplar elbow_l_90 --width 0.5         nearer to its pose\n"
		"  exemplar corrective driver hero.exemplar frown --curve age=1            only where the curve is 1");
	auto Arguments = std::make_shared<FNamesArguments>();
	Arguments->Edit.AddOptions(*Command);
	Command->add_option("NAME", Arguments->Name, "Sculpt")->required();
	Command->add_option("--joints", Arguments->Drivers.Joints, "Joints that drive it (comma-separated)")
		->delimiter(',');
	Command->add_option("--width", Arguments->Drivers.Width, "How far around its pose it acts, radians")
		->check(NumberRange(0.01, 100.0));
	Command->add_option(
		"--curve", Arguments->Curve, "A curve to add to its drivers, with its value in the pose: age=1");
	Command->callback(
		[Arguments, &Session] { Session.Command = [Arguments, &Session] { return Drive(*Arguments, Session); }; });
}

void AddList(CLI::App& App, FSession& Session)
{
	CLI::App* Command = AddCommand(App, "list", "List the correctives of a character",
		"  exemplar corrective list hero.exemplar           names, drivers, sizes, weights over the clips\n"
		"  exemplar corrective list hero.exemplar --json    for programs");
	auto Path = std::make_shared<std::string>();
	auto bJson = std::make_shared<bool>(false);
	Command->add_option("CHARACTER", *Path, "Character (.exemplar)")->required();
	Command->add_flag("--json", *bJson, "Print JSON");
	Command->callback([Path, bJson, &Session]
		{ Session.Command = [Path, bJson, &Session] { return List(*Path, *bJson, Session); }; });
}

const FCommandRegistration CorrectiveRegistration(48,
	[](CLI::App& App, FSession& Session)
	{
		CLI::App* Command = AddCommand(App, "corrective", "Sculpt, list and edit the correctives of a character",
			"  exemplar corrective pose hero.exemplar --pose walk:12 -o bend.obj        a mesh to sculpt\n"
			"  exemplar corrective add hero.exemplar --pose walk:12 --sculpt bend.obj   the sculpt as a corrective\n"
			"  exemplar corrective list hero.exemplar\n"
			"  exemplar corrective preview hero.exemplar --pose walk:12 -o bend.png     before, after, difference");
		Command->require_subcommand(1);
		AddSculptCommands(*Command, Session);
		AddList(*Command, Session);
		AddRemove(*Command, Session);
		AddRename(*Command, Session);
		AddEnable(*Command, Session);
		AddStrength(*Command, Session);
		AddMirror(*Command, Session);
		AddDriver(*Command, Session);
		AddCorrectivePreview(*Command, Session);
	});

} // namespace
} // namespace Exemplar

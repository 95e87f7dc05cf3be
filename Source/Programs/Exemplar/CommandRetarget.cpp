// Copyright (c) 2026 Exemplar contributors. MIT license.
// exemplar retarget and exemplar animate: clips of one skeleton on another.

#include "Base/CharacterFile.h"
#include "Base/File.h"
#include "Clips/BvhExport.h"
#include "Clips/JointLimits.h"
#include "Clips/Retarget.h"
#include "Command.h"
#include "Files/Json.h"
#include "Files/MotionFiles.h"
#include "Inputs.h"
#include "NumberRange.h"
#include "Outputs.h"
#include "Pipeline/BuildCharacter.h"

#include <algorithm>
#include <cstdio>

namespace Exemplar
{
namespace
{

struct FRetargetCommand
{
	std::vector<std::string> Sources; // files or folders
	std::string Target, Out, Json;
	std::vector<std::string> Clips; // names; all if empty
	FRetargetOptions Options;
	std::string Up = "y";
	double Turn = 0.0, Rate = 0.0;
	bool bBlend = false, bDirections = false, bFreeFeet = false;
	bool bOwnClips = false; // keep the clips that the target has
};

struct FResults
{
	std::vector<FClipData> Clips;
	FJson Figures = FJson::array();
	std::string Text; // a line per clip
};

std::string UniqueClipName(const std::vector<FClipData>& Clips, const std::string& File, const std::string& Name)
{
	const auto IsTaken = [&](const std::string& Candidate)
	{ return std::any_of(Clips.begin(), Clips.end(), [&](const FClipData& Clip) { return Clip.Name == Candidate; }); };
	std::string Candidate = Name.empty() ? File : Name;
	if (IsTaken(Candidate) && Candidate != File)
	{
		Candidate = File + " " + Name;
	}
	const std::string Start = Candidate;
	for (size_t Number = 2; IsTaken(Candidate); ++Number)
	{
		Candidate = Start + " " + std::to_string(Number);
	}
	return Candidate;
}

std::string Describe(const std::string& Name, const FRetargetMap& Map, const FRetargeted& Made)
{
	char Line[200];
	std::snprintf(Line, sizeof(Line), ": %zu of %zu joints led, translations times %.4g", Map.PairCount(),
		Map.SourceOf.size(), Made.Scale);
	std::string Out = Name + Line;
	if (Made.Ground.Contacts > 0)
	{
		std::snprintf(Line, sizeof(Line), ", feet slide %.3g leg lengths per second (source: %.3g)",
			Made.Ground.TargetSlide, Made.Ground.SourceSlide);
		Out += Line;
	}
	return Out + "\n";
}

FStatus RetargetFile(
	const FMotionFile& Motion, const FSkeletonData& Target, const FRetargetCommand& Arguments, FResults& Results)
{
	const FAnimation Source = TurnAnimation(Motion.Animation, Arguments.Up == "z" && !Motion.bYUp, Arguments.Turn);
	const TResult<FRetargetMap> Map = MatchSkeletons(Source.Skeleton, Target, Arguments.Options);
	if (!Map)
	{
		return FError{Map.GetError().Code, Motion.Name + ": " + Map.GetError().Message + " See --up and --turn."};
	}
	for (size_t Index = 0; Index < Source.Clips.size(); ++Index)
	{
		const std::string& Name = Source.Clips[Index].Name;
		if (!Arguments.Clips.empty() &&
			std::find(Arguments.Clips.begin(), Arguments.Clips.end(), Name) == Arguments.Clips.end())
		{
			continue;
		}
		TResult<FRetargeted> Made = RetargetClip(Source, Index, Target, *Map, Arguments.Options);
		if (!Made)
		{
			return FError{Made.GetError().Code, Motion.Name + ": " + Made.GetError().Message};
		}
		Made->Clip.Name = UniqueClipName(Results.Clips, Motion.Name, Name);
		Results.Text += Describe(Made->Clip.Name, *Map, *Made);
		FJson Pairs = FJson::object();
		for (size_t Joint = 0; Joint < Map->SourceOf.size(); ++Joint)
		{
			Pairs[Target.Names[Joint]] = Map->SourceOf[Joint] == NoParent
				? FJson()
				: FJson(Source.Skeleton.Names[static_cast<size_t>(Map->SourceOf[Joint])]);
		}
		Results.Figures.push_back({{"clip", Made->Clip.Name}, {"frames", Made->Clip.FrameCount}, {"scale", Made->Scale},
			{"joints", Pairs}, {"contactFrames", Made->Ground.Contacts}, {"sourceSlide", Made->Ground.SourceSlide},
			{"slide", Made->Ground.TargetSlide}, {"sourceSink", Made->Ground.SourceSink},
			{"sink", Made->Ground.TargetSink}});
		Results.Clips.push_back(std::move(Made->Clip));
	}
	return FOk{};
}

FStatus WriteText(const std::filesystem::path& Out, const std::string& Text, FSession& Session)
{
	FStatus Written = WriteFileAtomically(Out, std::as_bytes(std::span(Text)));
	if (Written)
	{
		Session.Say("Wrote " + PathToText(Out));
	}
	return Written;
}

/** Every clip as a BVH file of its own; a name becomes that of a file. */
FStatus WriteMotions(const std::filesystem::path& Folder, const FSkeletonData& Skeleton,
	std::span<const FClipData> Clips, FSession& Session)
{
	std::error_code Error;
	std::filesystem::create_directories(Folder, Error);
	for (const FClipData& Clip : Clips)
	{
		std::string Name = Clip.Name;
		std::replace_if(
			Name.begin(), Name.end(),
			[](char Letter) { return std::string_view("/\\:*?\"<>|").find(Letter) != std::string_view::npos; }, '_');
		const TResult<std::string> Text = FormatBvh({Skeleton, {Clip}}, 0);
		if (!Text)
		{
			return Text.GetError();
		}
		if (FStatus Written = WriteText(Folder / ToPath(Name + ".bvh"), *Text, Session); !Written)
		{
			return Written;
		}
	}
	return FOk{};
}

FStatus WriteResults(
	const FRetargetCommand& Arguments, const FSkeletonData& Skeleton, FResults& Results, FSession& Session)
{
	const std::filesystem::path Out = ToPath(Arguments.Out);
	const std::string Extension = ExtensionOf(Out);
	if (Extension.empty())
	{
		return WriteMotions(Out, Skeleton, Results.Clips, Session);
	}
	if (Extension == ".bvh")
	{
		if (Results.Clips.size() != 1)
		{
			return FError{EErrorCode::InvalidArgument,
				Arguments.Out + ": a BVH file holds one clip, but there are " + std::to_string(Results.Clips.size()) +
					". Name one, or give a folder."};
		}
		const TResult<std::string> Text = FormatBvh({Skeleton, Results.Clips}, 0);
		return Text ? WriteText(Out, *Text, Session) : FStatus(Text.GetError());
	}
	TResult<FCharacter> Character = LoadCharacter(ToPath(Arguments.Target));
	if (!Character)
	{
		return Character.GetError();
	}
	FCharacterParts Parts = Unbake(*Character);
	std::vector<FClipData>& Clips = Parts.Animation.Clips;
	std::erase_if(Clips,
		[&](const FClipData& Own)
		{
			return !Arguments.bOwnClips ||
				std::any_of(Results.Clips.begin(), Results.Clips.end(),
					[&](const FClipData& Made) { return Made.Name == Own.Name; });
		});
	std::move(Results.Clips.begin(), Results.Clips.end(), std::back_inserter(Clips));
	if (!Parts.Animation.Skeleton.Limits.empty())
	{
		TResult<std::vector<FJointLimit>> Limits = WidenJointLimits(Parts.Animation);
		if (!Limits)
		{
			return Limits.GetError();
		}
		Parts.Animation.Skeleton.Limits = std::move(*Limits);
	}
	const TResult<FBakedCharacter> Baked = Bake(Parts, {}, Session.Context());
	return Baked ? WriteCharacter(Out, Baked->Character, {}, Session) : FStatus(Baked.GetError());
}

FStatus Retarget(FRetargetCommand& Arguments, FSession& Session)
{
	Arguments.Options.Fold = Arguments.bBlend ? ERetargetFold::Blend : ERetargetFold::Compose;
	Arguments.Options.bNames = !Arguments.bDirections;
	Arguments.Options.bGround = !Arguments.bFreeFeet;
	std::vector<std::string> Inputs = Arguments.Sources;
	Inputs.push_back(Arguments.Target);
	std::vector<std::string> Extensions{"", ".bvh"};
	if (IsCharacterPath(Arguments.Target))
	{
		Extensions = {".exemplar", ".glb", ".bvh", ""};
	}
	const bool bKeeps = Arguments.bOwnClips && IsCharacterPath(Arguments.Target);
	const FOutputFile Files[] = {
		{"-o", Arguments.Out, Extensions, bKeeps}, {"--json", Arguments.Json, {".json"}, false}};
	if (FStatus Checked = CheckOutputs(Files, Inputs); !Checked)
	{
		return Checked;
	}
	const TResult<FMotionFile> Target = ReadMotionFile(ToPath(Arguments.Target), 0.0, Session.Context());
	if (!Target)
	{
		return Target.GetError();
	}
	FResults Results;
	std::string Known;
	for (const std::string& Path : Arguments.Sources)
	{
		const TResult<std::vector<FMotionFile>> Motions = ReadMotions(ToPath(Path), Arguments.Rate, Session.Context());
		if (!Motions)
		{
			return Motions.GetError();
		}
		for (const FMotionFile& Motion : *Motions)
		{
			for (const FClipData& Clip : Motion.Animation.Clips)
			{
				Known += (Known.empty() ? "" : ", ") + Clip.Name;
			}
			if (FStatus Made = RetargetFile(Motion, Target->Animation.Skeleton, Arguments, Results); !Made)
			{
				return Made;
			}
		}
	}
	if (Results.Clips.empty())
	{
		return FError{EErrorCode::NotFound,
			"there is no clip to retarget. The source has: " + (Known.empty() ? "none" : Known) + "."};
	}
	if (!Arguments.Json.empty())
	{
		if (FStatus Written = WriteText(ToPath(Arguments.Json), Results.Figures.dump(1, '\t') + "\n", Session);
			!Written)
		{
			return Written;
		}
	}
	FStatus Written = WriteResults(Arguments, Target->Animation.Skeleton, Results, Session);
	if (Written)
	{
		Session.Print(Results.Text);
	}
	return Written;
}

void AddOptions(CLI::App& Command, FRetargetCommand& Arguments)
{
	Command.add_option("--up", Arguments.Up, "The axis of BVH sources that points up: y or z")
		->capture_default_str()
		->check(CLI::IsMember({"y", "z"}));
	Command.add_option("--turn", Arguments.Turn, "Turn sources about the up axis, in degrees")
		->capture_default_str()
		->check(NumberRange(-360.0, 360.0));
	Command.add_option("--rate", Arguments.Rate, "Frames per second at which scenes are sampled; 0 for their own rate")
		->capture_default_str()
		->check(NumberRange(0.0, 1000.0));
	Command.add_flag("--blend", Arguments.bBlend,
		"Blend the rotations of joints that the target does not have, by bone length, instead of adding them up");
	Command.add_flag("--directions", Arguments.bDirections, "Pair joints by direction even if their names agree");
	Command.add_flag("--free-feet", Arguments.bFreeFeet, "Do not hold feet to the ground");
	Command.add_option("--json", Arguments.Json, "Write the pairs of joints and the figures of every clip");
}

const FCommandRegistration RetargetRegistration(49,
	[](CLI::App& App, FSession& Session)
	{
		CLI::App* Command = AddCommand(App, "retarget", "Transfer clips from one skeleton to another",
			"  exemplar retarget walk.bvh hero.exemplar -o hero2.exemplar      one more clip\n"
			"  exemplar retarget fox.glb wolf.exemplar Run -o run.bvh          one clip, as a motion\n"
			"  exemplar retarget motions/ house.json -o out                    every motion of a folder\n");
		auto Arguments = std::make_shared<FRetargetCommand>();
		Arguments->bOwnClips = true;
		Command
			->add_option_function<std::string>(
				"SOURCE", [Arguments](const std::string& Path) { Arguments->Sources = {Path}; },
				"The skeleton with its clips: .bvh, .glb, .gltf, .fbx or .exemplar; or a folder of these")
			->required();
		Command
			->add_option("TARGET", Arguments->Target,
				"The skeleton to move: a character (.exemplar), or .bvh, .glb, .gltf, .fbx or .json")
			->required();
		Command->add_option("CLIP", Arguments->Clips, "Names of the clips to take; all if not given");
		Command
			->add_option("-o,--output", Arguments->Out,
				"Of a character: .exemplar with the clips added, or .glb. Of any target: .bvh for one clip, or a "
				"folder of .bvh files")
			->required();
		AddOptions(*Command, *Arguments);
		Command->callback([Arguments, &Session]
			{ Session.Command = [Arguments, &Session] { return Retarget(*Arguments, Session); }; });
	});

const FCommandRegistration AnimateRegistration(50,
	[](CLI::App& App, FSession& Session)
	{
		CLI::App* Command = AddCommand(App, "animate", "Play motions on a character",
			"  exemplar animate hero.exemplar walk.bvh -o walk.glb\n"
			"  exemplar animate hero.exemplar motions/ -o all.glb              every motion of a folder\n"
			"\nMotions of other skeletons are retargeted. The result has these clips alone; `exemplar retarget` adds "
			"them.");
		auto Arguments = std::make_shared<FRetargetCommand>();
		Command->add_option("CHARACTER", Arguments->Target, "The character (.exemplar)")->required();
		Command
			->add_option("MOTIONS", Arguments->Sources,
				"Motions: .bvh, .glb, .gltf, .fbx or .exemplar files, or folders of these")
			->required();
		Command->add_option("-o,--output", Arguments->Out, "The character with the clips (.glb or .exemplar)")
			->required();
		Command->add_option("--clip", Arguments->Clips, "Names of the clips to take; all if not given");
		AddOptions(*Command, *Arguments);
		Command->callback(
			[Arguments, &Session]
			{
				Session.Command = [Arguments, &Session]() -> FStatus
				{
					if (!IsCharacterPath(Arguments->Target))
					{
						return FError{EErrorCode::InvalidArgument,
							Arguments->Target +
								": not a character. Give an .exemplar file; `exemplar retarget` moves "
								"other skeletons."};
					}
					return Retarget(*Arguments, Session);
				};
			});
	});

} // namespace
} // namespace Exemplar

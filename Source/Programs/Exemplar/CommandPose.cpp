// Copyright (c) 2026 Exemplar contributors. MIT license.
// exemplar pose: examples of a character's mesh as poses of its skeleton.

#include "CharacterEdit.h"
#include "Command.h"
#include "Files/Json.h"
#include "Inputs.h"
#include "Outputs.h"
#include "Pipeline/BuildCharacter.h"
#include "Pipeline/PoseExamples.h"
#include "Report/CharacterMeasures.h"

#include <cmath>
#include <numbers>

namespace Exemplar
{
namespace
{

struct FPoseCommand
{
	std::vector<std::string> Paths; // the character, then the examples
	FExampleInputs Inputs;
	std::string Out;
	std::string Euler = "xyz";
	FPoseExamplesOptions Options;
	bool bNoTwist = false, bNoScale = false;
};

FJson DescribePoses(const FPosedExamples& Posed, const FSkeletonView& Skeleton, const FExampleSet& Examples)
{
	constexpr double Degrees = 180.0 / std::numbers::pi;
	FJson Out = FJson::array();
	for (size_t Pose = 0; Pose < Posed.Poses.size(); ++Pose)
	{
		FJson Joints = FJson::array();
		for (size_t Joint = 0; Joint < Posed.Poses[Pose].size(); ++Joint)
		{
			const FJointPose& P = Posed.Poses[Pose][Joint];
			Joints.push_back({{"name", Skeleton.Names[Joint]},
				{"angles", {P.Angles.X * Degrees, P.Angles.Y * Degrees, P.Angles.Z * Degrees}},
				{"twist", P.Twist * Degrees}, {"twistSeen", P.bTwistSeen}, {"scale", P.Scale},
				{"position", {P.Position.X, P.Position.Y, P.Position.Z}}, {"fromSkin", P.bFromSkin},
				{"residual", P.Residual}});
		}
		const FDouble3& Root = Posed.RootTranslations[Pose];
		Out.push_back({{"name", Examples.Source.Poses[Pose].Name}, {"rootTranslation", {Root.X, Root.Y, Root.Z}},
			{"joints", std::move(Joints)}});
	}
	return Out;
}

/** The character with the poses as its last clip; for interchange as its only clip. */
TResult<FCharacter> AddClip(const FCharacter& Character, const FClipData& Clip, bool bOnly)
{
	FCharacterData Data = Character.ToData();
	if (bOnly)
	{
		Data.Clips.clear();
	}
	FClipData Named = Clip;
	const auto IsTaken = [&](const std::string& Name)
	{
		return std::any_of(
			Data.Clips.begin(), Data.Clips.end(), [&](const FClipData& Other) { return Other.Name == Name; });
	};
	for (int Number = 2; IsTaken(Named.Name); ++Number)
	{
		Named.Name = Clip.Name + std::to_string(Number);
	}
	Data.Clips.push_back(std::move(Named));
	return FCharacter::FromData(Data);
}

FStatus CheckArguments(const FPoseCommand& Arguments)
{
	if (Arguments.Paths.size() < 2)
	{
		return FError{EErrorCode::InvalidArgument,
			"A character and examples are required, as in: exemplar pose hero.exemplar rest.obj poses.pc2 -o "
			"poses.glb."};
	}
	const FOutputFile Output{"--out", Arguments.Out, {".exemplar", ".glb", ".bvh", ".json"}};
	if (FStatus Status = CheckOutputs({&Output, 1}, Arguments.Paths); !Status)
	{
		return Status;
	}
	return FOk{};
}

FStatus Pose(FPoseCommand& Arguments, FSession& Session)
{
	if (FStatus Status = CheckArguments(Arguments); !Status)
	{
		return Status;
	}
	const TResult<FCharacter> Character = LoadCharacter(Arguments.Paths[0]);
	if (!Character)
	{
		return Character.GetError();
	}
	Arguments.Inputs.Paths.assign(Arguments.Paths.begin() + 1, Arguments.Paths.end());
	const TResult<FExampleSet> Examples = LoadExamples(Arguments.Inputs, Session);
	if (!Examples)
	{
		return Examples.GetError();
	}
	Arguments.Options.bTwist = !Arguments.bNoTwist;
	const std::string Extension = ExtensionOf(ToPath(Arguments.Out));
	Arguments.Options.bScale = !Arguments.bNoScale && Extension != ".bvh"; // BVH has no scale
	Arguments.Options.bZyx = Arguments.Euler == "zyx";
	const TResult<FPosedExamples> Posed =
		PoseExamples(Unbake(*Character), *Examples, Arguments.Options, Session.Context().Part(0.0, 0.8, "poses"));
	if (!Posed)
	{
		const FError& Error = Posed.GetError();
		return Error.Code == EErrorCode::Canceled ? Error
												  : FError{Error.Code, Arguments.Paths[0] + ": " + Error.Message};
	}
	const TResult<FCharacter> Played = AddClip(*Character, Posed->Clip, !IsCharacterPath(Arguments.Out));
	const TResult<FCharacterMeasures> Measures = Played
		? MeasureCharacter(*Played, *Examples, Session.Context().Part(0.8, 1.0, "measuring"))
		: TResult<FCharacterMeasures>(Played.GetError());
	if (!Measures)
	{
		return Measures.GetError();
	}
	FJson Figures = {{"poses", Examples->PoseCount()}, {"joints", (*Character)->Skeleton.JointCount()}};
	if (Measures->Error)
	{
		Figures["operator"] = ToString(Measures->Operator);
		Figures["vertexRmsPercent"] = Measures->Error->VertexRms;
		Figures["vertexMaxPercent"] = Measures->Error->VertexMax;
	}
	FStatus Written = FOk{};
	if (Extension == ".json")
	{
		FJson Document = {{"summary", Figures}, {"euler", Arguments.Euler}, {"unit", "degrees"}};
		Document["poses"] = DescribePoses(*Posed, (*Character)->Skeleton, *Examples);
		Written = WriteJson(ToPath(Arguments.Out), Document);
		if (Written)
		{
			Session.Say("Wrote " + Arguments.Out);
		}
	}
	else if (Extension == ".bvh")
	{
		const FCharacterData Data = Played->ToData();
		Written = WriteMotion(ToPath(Arguments.Out), {Data.Skeleton, Data.Clips}, 0, Session);
	}
	else
	{
		Written = WriteCharacter(ToPath(Arguments.Out), *Played, {}, Session);
	}
	if (!Written)
	{
		return Written;
	}
	for (const std::string& Warning : Posed->Warnings)
	{
		Session.Say("Note: " + Warning);
	}
	Session.Print(FormatJsonForPeople(Figures));
	return FOk{};
}

const FCommandRegistration PoseRegistration(46,
	[](CLI::App& App, FSession& Session)
	{
		CLI::App* Command = AddCommand(App, "pose", "Turn examples into poses of a character's skeleton",
			"  exemplar pose hero.exemplar rest.obj poses.pc2 -o poses.glb       an animation, one frame per example\n"
			"  exemplar pose hero.exemplar rest.obj poses.pc2 -o poses.json      angles, twists and bone lengths\n"
			"  exemplar pose hero.exemplar rest.obj poses.pc2 -o poses.bvh       a motion, without scale\n"
			"  exemplar pose hero.exemplar rest.obj poses.pc2 -o hero2.exemplar  the character with one more clip");
		auto Arguments = std::make_shared<FPoseCommand>();
		Command
			->add_option("CHARACTER EXAMPLES", Arguments->Paths,
				std::string("A character with weights (.exemplar), followed by examples of its mesh. ") +
					ExampleInputsHelp)
			->required();
		Command
			->add_option("-o,--out", Arguments->Out,
				"Output: the character with the poses as a clip (.exemplar, .glb), a motion without scale (.bvh), or "
				"angles (.json)")
			->required();
		Command->add_option("--euler", Arguments->Euler, "Order of the angles in .json: xyz (R = Rx Ry Rz) or zyx")
			->capture_default_str()
			->check(CLI::IsMember({"xyz", "zyx"}));
		Command->add_option("--clip", Arguments->Options.ClipName, "Name of the clip")->capture_default_str();
		Command->add_flag(
			"--no-twist", Arguments->bNoTwist, "Leave out the twist about bones, which only the skin shows");
		Command->add_flag(
			"--no-scale", Arguments->bNoScale, "Leave out the scale of bones; joints still go where the skin has them");
		Arguments->Inputs.AddOptions(*Command);
		Command->callback(
			[Arguments, &Session] { Session.Command = [Arguments, &Session] { return Pose(*Arguments, Session); }; });
	});

} // namespace
} // namespace Exemplar

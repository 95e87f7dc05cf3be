// Copyright (c) 2026 Exemplar contributors. MIT license.
// exemplar deform: the vertices of a character in every frame of a clip or motion, as meshes or a point cache.

#include "Base/CharacterFile.h"
#include "Base/File.h"
#include "Character/CharacterViews.h"
#include "Command.h"
#include "Examples/ExampleFiles.h"
#include "Files/FrameList.h"
#include "Files/Json.h"
#include "Files/LevelMesh.h"
#include "Inputs.h"
#include "NumberRange.h"
#include "OperatorOption.h"
#include "Outputs.h"
#include "Pose/ClipSampling.h"
#include "PoseArguments.h"
#include "Preview/PosedLevel.h"

namespace Exemplar
{
namespace
{

struct FDeformCommand
{
	std::string Character, Clip, Frames, Operator, Out;
	double MotionScale = 1.0;
	uint32_t Level = 0;
	bool bNoCorrectives = false;
};

FStatus CheckArguments(const FDeformCommand& Arguments)
{
	if (!IsCharacterPath(Arguments.Character))
	{
		return FError{EErrorCode::Unsupported,
			Arguments.Character + ": not a character (.exemplar). Create one with build or convert."};
	}
	const std::string Extension = ExtensionOf(ToPath(Arguments.Out));
	const EFileKind Kind = KindOfFile(ToPath(Arguments.Out));
	if (!Extension.empty() && Extension != ".glb" && Kind != EFileKind::Mesh && Kind != EFileKind::PointCache)
	{
		return FError{EErrorCode::Unsupported,
			Arguments.Out + ": deformed vertices cannot be written as '" + Extension +
				"'. Use .pc2, .mdd, .obj, .ply, .off, .stl, .glb, or a folder."};
	}
	const std::string Inputs[] = {Arguments.Character, Arguments.Clip};
	const FOutputFile Output{"--out", Extension.empty() ? "" : Arguments.Out, {}};
	return CheckOutputs({&Output, 1}, std::span(Inputs).first(Arguments.Clip.empty() ? 1 : 2));
}

struct FPlayedFrame
{
	std::string Name;
	std::vector<FBoneTransform> Local;
};

/** The frames of the clip or motion that was asked for; without one, those of all clips in sequence. */
TResult<std::vector<FPlayedFrame>> PlayFrames(const FDeformCommand& Arguments, const FCharacter& Character)
{
	std::vector<FClipData> Clips;
	if (Arguments.Clip.empty())
	{
		Clips = Character.ToData().Clips;
	}
	else
	{
		TResult<FClipData> Clip = ReadClip(Character, Arguments.Clip, Arguments.MotionScale, "--clip");
		if (!Clip)
		{
			return Clip.GetError();
		}
		Clips.push_back(std::move(*Clip));
	}
	std::vector<FPlayedFrame> All;
	for (const FClipData& Clip : Clips)
	{
		const FClipView View = ViewOf(Clip);
		for (uint32_t Frame = 0; Frame < Clip.FrameCount; ++Frame)
		{
			All.push_back({Clip.Name + " " + std::to_string(Frame),
				SampleFrame(Character->Skeleton, View, static_cast<float>(Frame))});
		}
	}
	if (All.empty())
	{
		return FError{EErrorCode::NotFound,
			Arguments.Character + ": the character has no clips. Name a motion, as in --clip walk.bvh."};
	}
	if (Arguments.Frames.empty())
	{
		return All;
	}
	const TResult<std::vector<size_t>> Chosen = ParseFrames(Arguments.Frames, All.size(), "--frames", "clip has");
	if (!Chosen)
	{
		return Chosen.GetError();
	}
	std::vector<FPlayedFrame> Out;
	for (const size_t Frame : *Chosen)
	{
		Out.push_back(std::move(All[Frame]));
	}
	return Out;
}

FStatus WriteFrames(const FDeformCommand& Arguments, FSourceExamples Source, FSession& Session)
{
	const std::filesystem::path Out = ToPath(Arguments.Out);
	const FBuildContext Context = Session.Context().Part(0.8, 1.0, "writing");
	if (ExtensionOf(Out) == ".glb")
	{
		const TResult<FExampleSet> Set = BuildExampleSet(std::move(Source), {}, Context);
		const TResult<std::vector<std::byte>> Bytes =
			Set ? ExportExamplesGltf(*Set) : TResult<std::vector<std::byte>>(Set.GetError());
		if (!Bytes)
		{
			return FError{Bytes.GetError().Code, Arguments.Out + ": " + Bytes.GetError().Message};
		}
		const FStatus Written = WriteFileAtomically(Out, *Bytes);
		if (Written)
		{
			Session.Say("Wrote " + Arguments.Out);
		}
		return Written;
	}
	const TResult<std::vector<std::filesystem::path>> Files = ExportExamples(Out, Source, Context);
	if (!Files)
	{
		return Files.GetError();
	}
	Session.Say("Wrote " + PathToText(Files->front()) +
		(Files->size() == 2 ? " and " + PathToText(Files->back())
							: " and " + std::to_string(Files->size() - 1) + " files beside it"));
	return FOk{};
}

FStatus Deform(const FDeformCommand& Arguments, FSession& Session)
{
	if (FStatus Status = CheckArguments(Arguments); !Status)
	{
		return Status;
	}
	TResult<FCharacter> Character = LoadCharacter(ToPath(Arguments.Character));
	Character = Character ? WithOperator(*Character, Arguments.Operator, Arguments.Character) : Character;
	if (!Character)
	{
		return Character.GetError();
	}
	const ESkinOperator Operator = FindPreferredOperator(Character->View());
	TResult<FPosedLevel> Level = FPosedLevel::Make(*Character, Operator, Arguments.Level);
	if (!Level)
	{
		return FError{Level.GetError().Code, Arguments.Character + ": " + Level.GetError().Message};
	}
	const TResult<std::vector<FPlayedFrame>> Frames = PlayFrames(Arguments, *Character);
	if (!Frames)
	{
		return Frames.GetError();
	}
	FLevelMesh Mesh = MakeLevelMesh(Character->View(), Arguments.Level);
	FSourceExamples Source;
	Source.Name = std::string((*Character)->Name);
	FPoseOptions Options;
	Options.bCorrectives = !Arguments.bNoCorrectives;
	const FBuildContext Context = Session.Context().Part(0.0, 0.8, "posing");
	for (const FPlayedFrame& Frame : *Frames)
	{
		const std::span<const FFloat3> Corners = Level->Pose(Frame.Local, *Context.Executor, Options);
		if (Corners.empty())
		{
			return FError{EErrorCode::Mismatch,
				Arguments.Character + ": frame '" + Frame.Name + "' cannot be posed. Build the character again."};
		}
		Source.Poses.push_back({Frame.Name, Mesh.PositionsOf(Corners)});
		if (!Context.Progress.Report(static_cast<double>(Source.Poses.size()) / static_cast<double>(Frames->size())))
		{
			return Context.Progress.CanceledError();
		}
	}
	FJson Figures = {{"frames", Frames->size()}, {"vertices", Mesh.Mesh.Positions.size()}, {"level", Arguments.Level},
		{"operator", ToString(Operator)},
		{"correctives", Options.bCorrectives && (*Character)->Correctives.ShapeCount() > 0}};
	Source.Rest = std::move(Mesh.Mesh);
	const FStatus Written = WriteFrames(Arguments, std::move(Source), Session);
	if (Written)
	{
		Session.Print(FormatJsonForPeople(Figures));
	}
	return Written;
}

const FCommandRegistration DeformRegistration(57,
	[](CLI::App& App, FSession& Session)
	{
		CLI::App* Command = AddCommand(App, "deform", "Write the vertices of a character in every frame of a clip",
			"  exemplar deform hero.exemplar --clip walk -o walk.pc2             walk.pc2, and walk.obj at rest\n"
			"  exemplar deform hero.exemplar --clip run.bvh -o run.mdd           a motion that the character does not "
			"have\n"
			"  exemplar deform hero.exemplar --clip walk -o plain.pc2 --no-correctives --operator lbs\n"
			"                                                                    linear blending alone\n"
			"  exemplar deform hero.exemplar --clip walk --frames 0,10,20- --level 2 -o far.obj\n"
			"                                                                    far.obj, far_0001.obj, ...");
		auto Arguments = std::make_shared<FDeformCommand>();
		Command->add_option("CHARACTER", Arguments->Character, "Input character (.exemplar)")->required();
		Command
			->add_option("-o,--out", Arguments->Out,
				"Output, in meters with y up and in the vertex order of the mesh that the character was made from: "
				".pc2 or .mdd with the rest mesh as .obj beside it, .obj .ply .off .stl (one file per frame), .glb "
				"(one morph target per frame), or a folder")
			->required();
		Command->add_option(
			"--clip", Arguments->Clip, "Clip by name, or a motion (.bvh); all clips in sequence if not given");
		Command->add_option("--frames", Arguments->Frames, "Frames to write, counting from 0, as in 0-9,12,20-");
		Command->add_option("--level", Arguments->Level, "Level of detail, 0 being the finest")
			->capture_default_str()
			->check(NumberRange(0, 1000));
		AddOperatorOption(*Command, Arguments->Operator,
			"Skinning operator; defaults to the character's own, which build and skin store");
		Command->add_flag("--no-correctives", Arguments->bNoCorrectives, "Leave correctives out");
		Command->add_option("--motion-scale", Arguments->MotionScale, "Meters per unit of a motion (.bvh)")
			->capture_default_str()
			->check(NumberRange(1e-9, 1e9));
		Command->callback(
			[Arguments, &Session] { Session.Command = [Arguments, &Session] { return Deform(*Arguments, Session); }; });
	});

} // namespace
} // namespace Exemplar

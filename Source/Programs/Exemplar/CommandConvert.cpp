// Copyright (c) 2026 Exemplar contributors. MIT license.
// exemplar convert: converts examples between formats, and characters to glTF.

#include "Base/CharacterFile.h"
#include "Base/File.h"
#include "Clips/BvhExport.h"
#include "Command.h"
#include "Examples/ExampleFiles.h"
#include "Files/GltfExport.h"
#include "Files/TruthCharacter.h"
#include "Inputs.h"
#include "NumberRange.h"
#include "Outputs.h"
#include "PoseArguments.h"

#include <algorithm>

namespace Exemplar
{
namespace
{

struct FConvertArguments
{
	std::vector<std::string> Paths; // the last is the output; CLI11 has no list that leaves one argument for the next
	FExampleInputs Inputs;
	FGltfExportOptions Gltf;
	bool bFinestOnly = false;
	bool bNoCorrectives = false;
	std::string Clip;         // for .bvh; empty: the first
	double MotionScale = 1.0; // of .bvh files that are added
};

/** Shows "IN... OUT" in the usage line, where CLI11 would append dots to everything. */
class FConvertFormatter : public CLI::Formatter
{
	std::string make_usage(const CLI::App*, std::string) const override
	{
		return "Usage: exemplar convert [OPTIONS] IN... OUT\n\n";
	}
};

FStatus WriteBytes(const std::filesystem::path& Out, const TResult<std::vector<std::byte>>& Bytes, FSession& Session)
{
	if (!Bytes)
	{
		return FError{Bytes.GetError().Code, PathToText(Out) + ": " + Bytes.GetError().Message};
	}
	FStatus Written = WriteFileAtomically(Out, *Bytes);
	if (Written)
	{
		Session.Say("Wrote " + PathToText(Out));
	}
	return Written;
}

bool IsMotionPath(const std::string& Path)
{
	return ExtensionOf(ToPath(Path)) == ".bvh";
}

/** The character with one clip more, after the file's name. */
TResult<FCharacter> AddMotion(const FCharacter& Character, const std::string& Path, const FConvertArguments& Arguments)
{
	FCharacterParts Parts = Unbake(Character);
	TResult<FClipData> Clip = ReadMotion(Parts.Animation.Skeleton, Path, Arguments.MotionScale);
	if (!Clip)
	{
		return Clip.GetError();
	}
	std::erase_if(Parts.Animation.Clips, [&](const FClipData& Own) { return Own.Name == Clip->Name; });
	Parts.Animation.Clips.push_back(std::move(*Clip));
	TResult<FBakedCharacter> Baked = Bake(Parts, {}, {});
	return Baked ? TResult<FCharacter>(std::move(Baked->Character)) : TResult<FCharacter>(Baked.GetError());
}

FStatus WriteClip(const FCharacter& Character, const FConvertArguments& Arguments, const std::filesystem::path& Out,
	FSession& Session)
{
	const FCharacterData Data = Character.ToData();
	size_t Clip = 0;
	if (!Arguments.Clip.empty())
	{
		const auto Found = std::find_if(
			Data.Clips.begin(), Data.Clips.end(), [&](const FClipData& Each) { return Each.Name == Arguments.Clip; });
		if (Found == Data.Clips.end())
		{
			std::string Names;
			for (const FClipData& Each : Data.Clips)
			{
				Names += (Names.empty() ? "" : ", ") + Each.Name;
			}
			return FError{EErrorCode::NotFound,
				"--clip " + Arguments.Clip +
					": the character has no such clip. It has: " + (Names.empty() ? "none" : Names) + "."};
		}
		Clip = static_cast<size_t>(Found - Data.Clips.begin());
	}
	return WriteMotion(Out, {Data.Skeleton, Data.Clips}, Clip, Session);
}

FStatus ConvertCharacter(const FConvertArguments& Arguments, const std::filesystem::path& Out, FSession& Session)
{
	const std::vector<std::string>& Paths = Arguments.Inputs.Paths;
	if (!IsCharacterPath(Paths.front()) || !std::all_of(Paths.begin() + 1, Paths.end(), IsMotionPath))
	{
		return FError{EErrorCode::InvalidArgument,
			"a character must be converted on its own, or with motions (.bvh) that become clips of it. Give the "
			".exemplar file first."};
	}
	const std::string Extension = ExtensionOf(Out);
	if (Extension != ".glb" && Extension != ".bvh" && !(Paths.size() > 1 && Extension == ".exemplar"))
	{
		return FError{EErrorCode::Unsupported,
			PathToText(Out) +
				": a character can only be converted to binary glTF (.glb) or to a motion (.bvh), or, with motions to "
				"add, to another .exemplar file."};
	}
	TResult<FCharacter> Character = LoadCharacter(ToPath(Paths.front()));
	for (size_t Index = 1; Index < Paths.size() && Character; ++Index)
	{
		Character = AddMotion(*Character, Paths[Index], Arguments);
	}
	if (!Character)
	{
		return Character.GetError();
	}
	if (Extension == ".bvh")
	{
		return WriteClip(*Character, Arguments, Out, Session);
	}
	if (Extension == ".exemplar")
	{
		return WriteCharacter(Out, *Character, {}, Session);
	}
	FGltfExportOptions Options = Arguments.Gltf;
	Options.bLevels = !Arguments.bFinestOnly;
	Options.bCorrectives = !Arguments.bNoCorrectives;
	return WriteCharacter(Out, *Character, Options, Session);
}

FStatus ConvertExamples(const FConvertArguments& Arguments, const std::filesystem::path& Out, FSession& Session)
{
	const std::string Extension = ExtensionOf(Out);
	const EFileKind Kind = KindOfFile(Out);
	if (!Extension.empty() && Extension != ".glb" && Kind != EFileKind::Mesh && Kind != EFileKind::PointCache &&
		Kind != EFileKind::Character)
	{
		return FError{EErrorCode::Unsupported,
			PathToText(Out) + ": unsupported output format '" + Extension +
				"'. Use .obj, .ply, .off, .stl, .pc2, .mdd, .glb, .exemplar, or a folder."};
	}
	const TResult<FExampleSet> Examples = LoadExamples(Arguments.Inputs, Session);
	if (!Examples)
	{
		return Examples.GetError();
	}
	if (Extension == ".glb")
	{
		return WriteBytes(Out, ExportExamplesGltf(*Examples), Session);
	}
	if (Kind == EFileKind::Character)
	{
		const std::string Source = PathToText(ToPath(Arguments.Inputs.Paths.front()).filename());
		const TResult<FCharacter> Character = BuildTruthCharacter(*Examples, Source);
		if (!Character)
		{
			return Character.GetError();
		}
		FStatus Written = SaveCharacter(*Character, Out);
		if (Written)
		{
			Session.Say("Wrote " + PathToText(Out));
		}
		return Written;
	}
	const TResult<std::vector<std::filesystem::path>> Files =
		ExportExamples(Out, RestoreSource(*Examples), Session.Context());
	if (!Files)
	{
		return Files.GetError();
	}
	const std::string Rest = Files->size() > 1 ? " and " + std::to_string(Files->size() - 1) + " more" : "";
	Session.Say("Wrote " + (Files->empty() ? PathToText(Out) : PathToText(Files->front())) + Rest);
	return FOk{};
}

FStatus Convert(FConvertArguments& Arguments, FSession& Session)
{
	if (Arguments.Paths.size() < 2)
	{
		return FError{EErrorCode::InvalidArgument,
			"convert requires input files followed by an output. See 'exemplar convert --help'."};
	}
	const std::filesystem::path Out = ToPath(Arguments.Paths.back());
	Arguments.Inputs.Paths.assign(Arguments.Paths.begin(), Arguments.Paths.end() - 1);
	const bool bCharacter = std::any_of(Arguments.Inputs.Paths.begin(), Arguments.Inputs.Paths.end(), IsCharacterPath);
	return bCharacter ? ConvertCharacter(Arguments, Out, Session) : ConvertExamples(Arguments, Out, Session);
}

const FCommandRegistration ConvertRegistration(20,
	[](CLI::App& App, FSession& Session)
	{
		CLI::App* Command = AddCommand(App, "convert",
			"Convert examples to another format, or a character to glTF or BVH",
			"  exemplar convert hero.exemplar hero.glb                 for viewers and other engines\n"
			"  exemplar convert hero.exemplar rig.glb --color-by-bone   to view the rig\n"
			"  exemplar convert hero.exemplar walk.bvh --clip walk      one clip as a motion\n"
			"  exemplar convert hero.exemplar run.bvh more.exemplar     a motion as one more clip\n"
			"  exemplar convert walk.glb walk --rate 15                walk/rest.obj and walk/frames.pc2\n"
			"  exemplar convert rest.obj frames.pc2 poses.ply          poses.ply, poses_0001.ply, ...\n"
			"  exemplar convert rest.obj frames.pc2 poses.glb          one morph target per pose, animated\n"
			"  exemplar convert fox.glb fox.exemplar                   a rigged file as a character, without fitting\n"
			"\nThe vertex order is preserved in all formats except .stl, which has no shared vertices.");
		auto Arguments = std::make_shared<FConvertArguments>();
		Command->formatter(std::make_shared<FConvertFormatter>());
		Command
			->add_option("IN... OUT", Arguments->Paths,
				std::string(ExampleInputsHelp) +
					"; or one character (.exemplar), with or without motions (.bvh) to add. The format of OUT, the "
					"last argument, follows from its extension: "
					".obj .ply .off .stl (one file per pose), .pc2 .mdd (plus the rest mesh), .glb, .exemplar, or none "
					"for a folder with rest.obj and frames.pc2")
			->required();
		Command
			->add_option("--influences", Arguments->Gltf.Influences,
				"Maximum bone influences per vertex in a character's glTF: 4 or 8")
			->capture_default_str()
			->check(CLI::IsMember({4, 8}));
		Command->add_flag("--color-by-bone", Arguments->Gltf.bColorByBone,
			"Color each vertex of a character's glTF by its dominant bone");
		Command->add_option("--clip", Arguments->Clip, "The clip to write as a motion (.bvh); the first if not given");
		Command
			->add_option("--motion-scale", Arguments->MotionScale, "Meters per unit of motions (.bvh) that are added")
			->capture_default_str()
			->check(NumberRange(1e-9, 1e9));
		Command->add_flag("--no-correctives", Arguments->bNoCorrectives,
			"Leave correctives out of a character's glTF; otherwise they are morph targets with animated weights");
		Command->add_flag("--finest", Arguments->bFinestOnly, "Write only the finest level of a character");
		Arguments->Inputs.AddOptions(*Command);
		Command->callback([Arguments, &Session]
			{ Session.Command = [Arguments, &Session] { return Convert(*Arguments, Session); }; });
	});

} // namespace
} // namespace Exemplar

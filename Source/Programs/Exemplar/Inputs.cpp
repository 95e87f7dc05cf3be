// Copyright (c) 2026 Exemplar contributors. MIT licence.

#include "Inputs.h"

#include "Files/Readers.h"
#include "NumberRange.h"

#include <algorithm>

namespace Exemplar
{

const char* const ExampleInputsHelp =
	"The examples: meshes (.obj .ply .off .stl), point caches (.pc2 .mdd), scenes (.gltf .glb .fbx .dae), a folder, or "
	"a pattern in quotes ('frame*.obj'). One mesh is the rest: the one called rest, else the first";

void FExampleInputs::AddOptions(CLI::App& Command)
{
	Command.add_option(
		"--rest", Rest, "The mesh that is the rest pose, where it is not the one called rest or the first");
	Command
		.add_option("--rate", Scene.FramesPerSecond,
			"Poses a second that animations of glTF, FBX and DAE are sampled at; what the file says, else 30")
		->check(NumberRange(0.001, 100000.0));
	Command.add_option("--animation", Scene.Animations, "Sample only the animation of this name (may be given again)")
		->allow_extra_args(false);
	Command
		.add_option("--weld", Examples.WeldTolerance,
			"Join vertices that stay closer than this fraction of the diagonal in every pose; 0 joins equal ones")
		->capture_default_str()
		->check(NumberRange(0.0, 0.1));
}

TResult<FExampleSet> LoadExamples(const FExampleInputs& Inputs, FSession& Session)
{
	std::vector<std::filesystem::path> Paths;
	for (const std::string& Path : Inputs.Paths)
	{
		if (IsCharacterPath(Path))
		{
			return FError{EErrorCode::Unsupported,
				Path + ": it is a character, not examples; give the meshes that it was made from."};
		}
		Paths.push_back(ToPath(Path));
	}
	const auto MayBeScene = [](const std::filesystem::path& Path)
	{
		const std::string Extension = ExtensionOf(Path);
		const bool bPoints = Extension == ".pc2" || Extension == ".mdd";
		const bool bMesh = Extension == ".obj" || Extension == ".ply" || Extension == ".off" || Extension == ".stl";
		std::error_code Ignored;
		return !(bPoints || bMesh) || std::filesystem::is_directory(Path, Ignored);
	};
	if (!Inputs.Scene.Animations.empty() && std::none_of(Paths.begin(), Paths.end(), MayBeScene))
	{
		return FError{EErrorCode::NotFound,
			"--animation " + Inputs.Scene.Animations.front() + ": " + Inputs.Paths.front() +
				" has no animations, only scenes do (.gltf .glb .fbx .dae); give one, or leave --animation out."};
	}
	FImportOptions Options;
	Options.Readers = MakeSceneReaders(Inputs.Scene);
	Options.Rest = ToPath(Inputs.Rest);
	const FBuildContext& Context = Session.Context();
	TResult<FSourceExamples> Source = ImportExamples(Paths, Options, Context.Part(0.0, 0.7, "reading"));
	if (!Source)
	{
		return Source.GetError();
	}
	TResult<FExampleSet> Set = BuildExampleSet(std::move(*Source), Inputs.Examples, Context.Part(0.7, 1.0, "checking"));
	const EErrorCode Code = Set ? EErrorCode::Cancelled : Set.GetError().Code;
	if (Code == EErrorCode::Degenerate || Code == EErrorCode::Malformed || Code == EErrorCode::Unsupported)
	{
		// What is wrong with the whole set is told of the rest mesh, by the path that stands for it.
		const auto IsRest = [](const std::string& Path) { return ToPath(Path).stem() == "rest"; };
		const auto Found = std::find_if(Inputs.Paths.begin(), Inputs.Paths.end(), IsRest);
		const std::string& Name = !Inputs.Rest.empty() ? Inputs.Rest
			: Found != Inputs.Paths.end()              ? *Found
													   : Inputs.Paths.front();
		return FError{Set.GetError().Code, Name + ": " + Set.GetError().Message};
	}
	return Set;
}

bool IsCharacterPath(const std::string& Path)
{
	return ExtensionOf(ToPath(Path)) == ".exemplar";
}

} // namespace Exemplar

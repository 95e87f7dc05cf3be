// Copyright (c) 2026 Exemplar contributors. MIT licence.

#include "Inputs.h"

#include "Files/Readers.h"

#include <algorithm>

namespace Exemplar
{

const char* const ExampleInputsHelp =
	"The examples: meshes (.obj .ply .off .stl), point caches (.pc2 .mdd), scenes (.gltf .glb .fbx .dae), a folder, or "
	"a pattern in quotes ('frame*.obj'). One mesh is the rest: the one called rest, else the first";

void FExampleInputs::AddOptions(CLI::App& Command)
{
	Flags.Add(Command, "--rest", "examples.rest",
		"The mesh that is the rest pose, where it is not the one called rest or the first");
	Flags.Add(Command, "--rate", "examples.rate",
		"Poses a second that animations of glTF, FBX and DAE are sampled at; 0: what the file says, else 30");
	Flags.Add(
		Command, "--animation", "examples.animations", "Sample only the animation of this name (may be given again)");
	Flags.Add(Command, "--weld", "examples.weld",
		"Join vertices that stay closer than this fraction of the diagonal in every pose; 0 joins equal ones");
	Flags.Add(Command, "--scale", "examples.scale", "Metres a unit of the files: 0.01 for centimetres");
}

TResult<FExampleSet> LoadExamples(const FExampleInputs& Inputs, FSession& Session)
{
	const TResult<FBuildOptions> Options = Inputs.Flags.Apply({});
	return Options ? LoadExamples(Inputs.Paths, Options->Read, Session) : Options.GetError();
}

TResult<FExampleSet> LoadExamples(const std::vector<std::string>& Inputs, const FReadOptions& Read, FSession& Session)
{
	std::vector<std::filesystem::path> Paths;
	for (const std::string& Path : Inputs)
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
	if (!Read.Animations.empty() && std::none_of(Paths.begin(), Paths.end(), MayBeScene))
	{
		return FError{EErrorCode::NotFound,
			"--animation " + Read.Animations.front() + ": " + Inputs.front() +
				" has no animations, only scenes do (.gltf .glb .fbx .dae); give one, or leave --animation out."};
	}
	FImportOptions Options;
	FSceneOptions Scene;
	Scene.FramesPerSecond = Read.FramesPerSecond;
	Scene.Animations = Read.Animations;
	Options.Readers = MakeSceneReaders(Scene);
	Options.Rest = ToPath(Read.Rest);
	const FBuildContext& Context = Session.Context();
	TResult<FSourceExamples> Source = ImportExamples(Paths, Options, Context.Part(0.0, 0.7, "reading"));
	if (!Source)
	{
		return Source.GetError();
	}
	TResult<FExampleSet> Set = BuildExampleSet(std::move(*Source), Read.Examples, Context.Part(0.7, 1.0, "checking"));
	const EErrorCode Code = Set ? EErrorCode::Cancelled : Set.GetError().Code;
	if (Code == EErrorCode::Degenerate || Code == EErrorCode::Malformed || Code == EErrorCode::Unsupported)
	{
		// What is wrong with the whole set is told of the rest mesh, by the path that stands for it.
		const auto IsRest = [](const std::string& Path) { return ToPath(Path).stem() == "rest"; };
		const auto Found = std::find_if(Inputs.begin(), Inputs.end(), IsRest);
		const std::string& Name = !Read.Rest.empty() ? Read.Rest : Found != Inputs.end() ? *Found : Inputs.front();
		return FError{Set.GetError().Code, Name + ": " + Set.GetError().Message};
	}
	return Set;
}

bool IsCharacterPath(const std::string& Path)
{
	return ExtensionOf(ToPath(Path)) == ".exemplar";
}

} // namespace Exemplar

// Copyright (c) 2026 Exemplar contributors. MIT license.

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
	Flags.Add(Command, "--scale", "examples.scale", "Meters a unit of the files: 0.01 for centimeters");
	Flags.Add(Command, "--up", "examples.up", "The axis of meshes and caches that points up: y or z");
}

void FExampleInputs::AddName(CLI::App& Command)
{
	Flags.Add(Command, "--name", "examples.name",
		"The character's name, in reports and in Unreal; that of the examples' folder or file if not given");
}

TResult<FExampleSet> LoadExamples(const FExampleInputs& Inputs, FSession& Session)
{
	const TResult<FBuildOptions> Options = Inputs.Flags.Apply({});
	return Options ? LoadExamples(Inputs.Paths, Options->Read, Session) : Options.GetError();
}

namespace
{

/** Files that people have and that are not read, by what they call them. */
std::string NameForeignFile(const std::string& Extension)
{
	static const std::pair<const char*, const char*> Known[] = {{".blend", "Blender's own files"},
		{".max", "3ds Max' own files"}, {".ma", "Maya's own files"}, {".mb", "Maya's own files"},
		{".c4d", "Cinema 4D's own files"}, {".hip", "Houdini's own files"}, {".bgeo", "Houdini's own files"},
		{".ztl", "ZBrush's own files"}, {".zpr", "ZBrush's own files"}, {".uasset", "Unreal's assets"},
		{".abc", "Alembic caches"}, {".usd", "USD files"}, {".usda", "USD files"}, {".usdc", "USD files"},
		{".usdz", "USD files"}, {".bvh", "motions without a mesh"}, {".zip", "archives"}};
	for (const auto& [Ending, Name] : Known)
	{
		if (Extension == Ending)
		{
			return Name;
		}
	}
	return {};
}

/** Files whose z axis points up, turned about x so that y does. */
void TurnUpright(FSourceExamples& Source)
{
	const auto Turn = [](auto& P) { P = {P.X, P.Z, -P.Y}; };
	std::for_each(Source.Rest.Positions.begin(), Source.Rest.Positions.end(), Turn);
	std::for_each(Source.Rest.Normals.begin(), Source.Rest.Normals.end(), Turn);
	for (FSourcePose& Pose : Source.Poses)
	{
		std::for_each(Pose.Positions.begin(), Pose.Positions.end(), Turn);
	}
}

} // namespace

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
		const std::string Extension = ExtensionOf(ToPath(Path));
		if (const std::string Foreign = NameForeignFile(Extension); !Foreign.empty())
		{
			return FError{EErrorCode::Unsupported,
				Path + ": " + Foreign +
					" are not read; export glTF or FBX with the animation, a mesh with a PC2 or MDD cache, or an OBJ "
					"or PLY file a pose."};
		}
		// What a shell makes of poses/*: materials and buffers are read with the mesh or scene that names them.
		if (Inputs.size() == 1 || (Extension != ".mtl" && Extension != ".bin"))
		{
			Paths.push_back(ToPath(Path));
		}
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
	Options.Name = Read.Name;
	Options.Rest = ToPath(Read.Rest);
	const FBuildContext& Context = Session.Context();
	TResult<FSourceExamples> Source = ImportExamples(Paths, Options, Context.Part(0.0, 0.7, "reading"));
	if (!Source)
	{
		return Source.GetError();
	}
	if (Read.bZUp && Source->Rig)
	{
		return FError{EErrorCode::InvalidArgument,
			"--up z: " + Inputs.front() + " is a scene with a rig, which says itself where up is; leave --up out."};
	}
	if (Read.bZUp)
	{
		TurnUpright(*Source);
	}
	TResult<FExampleSet> Set = BuildExampleSet(std::move(*Source), Read.Examples, Context.Part(0.7, 1.0, "checking"));
	const EErrorCode Code = Set ? EErrorCode::Canceled : Set.GetError().Code;
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

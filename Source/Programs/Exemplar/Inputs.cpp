// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Inputs.h"

#include "Files/Readers.h"
#include "NumberRange.h"

#include <algorithm>

namespace Exemplar
{

const char* const ExampleInputsHelp =
	"Examples: meshes (.obj .ply .off .stl), point caches (.pc2 .mdd), scenes (.gltf .glb .fbx .abc), a folder, or a "
	"quoted pattern ('frame*.obj'). The rest mesh is the one named rest, or else the first";

void FExampleInputs::AddOptions(CLI::App& Command)
{
	Flags.Add(Command, "--rest", "examples.rest");
	Flags.Add(Command, "--rate", "examples.rate");
	Flags.Add(Command, "--animation", "examples.animations");
	if (!Command.get_option_no_throw("--frames")) // of render, it counts frames of the clip
	{
		Flags.Add(Command, "--frames", "examples.frames");
	}
	Flags.Add(Command, "--object", "examples.objects");
	Flags.Add(Command, "--weld", "examples.weld");
	Flags.Add(Command, "--scale", "examples.scale");
	Flags.Add(Command, "--up", "examples.up");
}

void FExampleInputs::AddName(CLI::App& Command)
{
	Flags.Add(Command, "--name", "examples.name");
}

void FExampleInputs::AddScans(CLI::App& Command)
{
	Command.add_flag_callback(
		"--no-registration", [this] { Scans.bRegister = false; },
		"Refuse meshes that share no vertices instead of registering them as scans");
	AddScanOptions(Command, Scans);
}

void AddScanOptions(CLI::App& Command, FScanOptions& Scans)
{
	Command.add_option(
		"--landmarks", Scans.LandmarkFile, "JSON file with places that were marked on scans and template");
	Command.add_flag(
		"--ordered", Scans.bOrdered, "The scans are frames of a motion, in order: each one resembles the one before");
	Command
		.add_option("--scan-scale", Scans.Register.ScanScale,
			"Units of the template per unit of the scans: 0.001 for scans in millimeters of a template in meters")
		->capture_default_str()
		->check(NumberRange(1e-9, 1e9));
	Command
		.add_option("--scan-rounds", Scans.Register.RigRounds,
			"Rounds in which all scans are searched again with a rig of the good ones; 0 turns this off")
		->capture_default_str()
		->check(NumberRange(0, 8));
}

TResult<FExampleSet> LoadExamples(const FExampleInputs& Inputs, FSession& Session)
{
	const TResult<FBuildOptions> Options = Inputs.Flags.Apply({});
	return Options ? LoadExamples(Inputs.Paths, Options->Read, Session) : Options.GetError();
}

namespace
{

/** Common file types that are not supported, and what to call them in messages. */
std::string NameForeignFile(const std::string& Extension)
{
	static const std::pair<const char*, const char*> Known[] = {{".blend", "Blender files"}, {".max", "3ds Max files"},
		{".ma", "Maya files"}, {".mb", "Maya files"}, {".c4d", "Cinema 4D files"}, {".hip", "Houdini files"},
		{".bgeo", "Houdini files"}, {".ztl", "ZBrush files"}, {".zpr", "ZBrush files"}, {".uasset", "Unreal assets"},
		{".dae", "COLLADA files"}, {".usd", "USD files"}, {".usda", "USD files"}, {".usdc", "USD files"},
		{".usdz", "USD files"}, {".bvh", "motion files without a mesh"}, {".zip", "archives"}};
	for (const auto& [Ending, Name] : Known)
	{
		if (Extension == Ending)
		{
			return Name;
		}
	}
	return {};
}

} // namespace

TResult<FExampleFiles> CollectExampleFiles(const std::vector<std::string>& Inputs, const FReadOptions& Read)
{
	std::vector<std::filesystem::path> Paths;
	for (const std::string& Path : Inputs)
	{
		if (IsCharacterPath(Path))
		{
			return FError{EErrorCode::Unsupported,
				Path + ": this is a character, not examples. Give the meshes it was built from."};
		}
		const std::string Extension = ExtensionOf(ToPath(Path));
		if (const std::string Foreign = NameForeignFile(Extension); !Foreign.empty())
		{
			return FError{EErrorCode::Unsupported,
				Path + ": " + Foreign +
					" are not supported. Export glTF, FBX or Alembic with the animation, a mesh with a PC2 or MDD "
					"cache, or one OBJ or PLY file per pose."};
		}
		// A shell expands poses/* to materials and buffers too; they are read with the mesh or scene that names them.
		if (Inputs.size() == 1 || KindOfFile(ToPath(Path)) != EFileKind::Companion)
		{
			Paths.push_back(ToPath(Path));
		}
	}
	const auto MayBeScene = [](const std::filesystem::path& Path)
	{
		const EFileKind Kind = KindOfFile(Path);
		std::error_code Ignored;
		return (Kind != EFileKind::PointCache && Kind != EFileKind::Mesh) ||
			std::filesystem::is_directory(Path, Ignored);
	};
	if (!Read.Animations.empty() && std::none_of(Paths.begin(), Paths.end(), MayBeScene))
	{
		return FError{EErrorCode::NotFound,
			"--animation " + Read.Animations.front() + ": " + Inputs.front() +
				" has no animations. Give a scene (.gltf .glb .fbx), or omit --animation."};
	}
	const auto MayBeAlembic = [](const std::filesystem::path& Path)
	{
		std::error_code Ignored;
		return ExtensionOf(Path) == ".abc" || std::filesystem::is_directory(Path, Ignored);
	};
	if ((!Read.Frames.empty() || !Read.Objects.empty()) && std::none_of(Paths.begin(), Paths.end(), MayBeAlembic))
	{
		return FError{EErrorCode::InvalidArgument,
			std::string(Read.Frames.empty() ? "--object" : "--frames") +
				" chooses from an Alembic cache (.abc), and there is none. Give one, or omit the option."};
	}
	FImportOptions Options;
	FSceneOptions Scene;
	Scene.FramesPerSecond = Read.FramesPerSecond;
	Scene.Animations = Read.Animations;
	Scene.Frames = Read.Frames;
	Scene.Objects = Read.Objects;
	Options.Readers = MakeSceneReaders(Scene);
	Options.Name = Read.Name;
	Options.Rest = ToPath(Read.Rest);
	return FExampleFiles{std::move(Paths), std::move(Options)};
}

TResult<FExampleSet> LoadExamples(const std::vector<std::string>& Inputs, const FReadOptions& Read, FSession& Session)
{
	const TResult<FExampleFiles> Files = CollectExampleFiles(Inputs, Read);
	if (!Files)
	{
		return Files.GetError();
	}
	const FBuildContext& Context = Session.Context();
	TResult<FSourceExamples> Source = ImportExamples(Files->Paths, Files->Import, Context.Part(0.0, 0.7, "reading"));
	if (!Source)
	{
		return Source.GetError();
	}
	TResult<FExampleSet> Set = BuildExampleSet(std::move(*Source), Read.Examples, Context.Part(0.7, 1.0, "checking"));
	const EErrorCode Code = Set ? EErrorCode::Canceled : Set.GetError().Code;
	if (Code == EErrorCode::Degenerate || Code == EErrorCode::Malformed || Code == EErrorCode::Unsupported)
	{
		// Problems with the whole set are reported for the rest mesh, under the path the user gave for it.
		const auto IsRest = [](const std::string& Path) { return ToPath(Path).stem() == "rest"; };
		const auto Found = std::find_if(Inputs.begin(), Inputs.end(), IsRest);
		const std::string& Name = !Read.Rest.empty() ? Read.Rest : Found != Inputs.end() ? *Found : Inputs.front();
		return FError{Set.GetError().Code, Name + ": " + Set.GetError().Message};
	}
	return Set;
}

bool IsCharacterPath(const std::string& Path)
{
	return KindOfFile(ToPath(Path)) == EFileKind::Character;
}

} // namespace Exemplar

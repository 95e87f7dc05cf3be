// Copyright (c) 2026 Exemplar contributors. MIT license.
// exemplar corrective preview: what correctives do, in pictures and numbers.

#include "Base/File.h"
#include "Command.h"
#include "CorrectiveEdits.h"
#include "Files/Json.h"
#include "Files/LevelMesh.h"
#include "NumberRange.h"
#include "OperatorOption.h"
#include "Outputs.h"
#include "Pipeline/Sculpts.h"
#include "PoseArguments.h"
#include "Preview/CorrectivePreview.h"
#include "RenderRequest.h"

#include <algorithm>
#include <cmath>

namespace Exemplar
{
namespace
{

struct FPreviewArguments
{
	std::string Character, Json, Solo;
	std::vector<std::string> Poses;
	std::vector<float> Between;
	FExampleInputs Against;
	FRenderRequest Render;
};

/** The poses to show: those of the options, or else those of all sculpts. */
TResult<std::vector<FPoseArgument>> ChoosePoses(
	const FPreviewArguments& Arguments, const FCharacter& Character, FCorrectivePreview& Preview)
{
	std::vector<FPoseArgument> Out;
	for (const std::string& Text : Arguments.Poses)
	{
		TResult<FPoseArgument> Pose = ReadPose(Character.View(), Text, "--pose");
		if (!Pose)
		{
			return Pose.GetError();
		}
		Out.push_back(std::move(*Pose));
	}
	for (const FCorrectiveInfo& Info :
		Arguments.Poses.empty() ? ListCorrectives(Unbake(Character)) : std::vector<FCorrectiveInfo>{})
	{
		if (!Info.Pose.empty() && (Arguments.Solo.empty() || Arguments.Solo == Info.Name))
		{
			Out.push_back({Info.Name, Info.Pose, 0.0f, false});
		}
	}
	if (Out.empty())
	{
		return FError{EErrorCode::NotFound,
			Arguments.Character + ": there is no sculpt whose pose could be shown. Name poses, as in --pose walk:12."};
	}
	if (Arguments.Between.empty())
	{
		return Out;
	}
	if (Out.size() != 2)
	{
		return FError{EErrorCode::InvalidArgument, "--between needs two poses, as in --pose rest --pose walk:12."};
	}
	std::vector<FPoseArgument> Steps;
	for (const float Percent : Arguments.Between)
	{
		Preview.SetBetween(Out[0].Local, Out[1].Local, 0.01f * Percent);
		const std::span<const FBoneTransform> Local = Preview.GetPose();
		Steps.push_back({std::to_string(std::lround(Percent)) + " %", {Local.begin(), Local.end()}, 0.0f, false});
	}
	return Steps;
}

FStatus SoloByName(const std::string& Name, FCorrectivePreview& Preview)
{
	for (uint32_t Row = 0; Row < Preview.GetRows().size(); ++Row)
	{
		if (Preview.GetRows()[Row].Name == Name)
		{
			Preview.SetSolo(Row);
			return FOk{};
		}
	}
	return Name.empty() ? FStatus(FOk{})
						: FStatus(FError{EErrorCode::NotFound, "--solo " + Name + ": there is no such corrective."});
}

/** The character with one corrective alone. */
TResult<FCharacter> KeepAlone(const FCharacter& Character, const std::string& Name)
{
	FCharacterData Data = Character.ToData();
	for (TCorrective<FOwned>& Row : Data.Correctives.Correctives)
	{
		Row.Flags = Name.empty() || Row.Name == Name ? Row.Flags : Row.Flags & ~CorrectiveEnabled;
	}
	return FCharacter::FromData(Data);
}

/** An example's vertices in the order of the level's; empty where the examples are of another mesh. */
std::vector<FFloat3> ExampleVertices(const FCharacter& Character, const FExampleSet& Examples, size_t Pose)
{
	const TResult<std::vector<uint32_t>> PointOf = MatchVertices(Character.View(), Examples);
	std::vector<FFloat3> Out;
	for (size_t Vertex = 0; PointOf && Vertex < PointOf->size(); ++Vertex)
	{
		const FDouble3& P = Examples.Poses[Pose][(*PointOf)[Vertex]];
		Out.push_back({static_cast<float>(P.X), static_cast<float>(P.Y), static_cast<float>(P.Z)});
	}
	return Out;
}

/** Figures of one pose, and its skin without correctives as an example to compare with. */
TResult<FJson> MeasurePose(const FPoseArgument& Pose, const FLevelMesh& Mesh, std::span<const FFloat3> Example,
	FCorrectivePreview& Preview, FSourceExamples& Base, FSession& Session)
{
	Preview.SetPose(Pose.Local);
	if (FStatus Updated = Preview.Update(*Session.Context().Executor); !Updated)
	{
		return Updated.GetError();
	}
	Base.Poses.push_back({Pose.Caption, Mesh.PositionsOf(Preview.GetBase())});
	const std::vector<float> Moved = Preview.MeasureDisplacements();
	FJson Out = {
		{"pose", Pose.Caption}, {"largestMillimeters", 1000.0f * *std::max_element(Moved.begin(), Moved.end())}};
	FJson Weights = FJson::object();
	for (const FPreviewRow& Row : Preview.GetRows())
	{
		if (std::abs(Row.Weight) > 1e-3f)
		{
			Weights[Row.Name] = Row.Weight;
		}
	}
	Out["weights"] = std::move(Weights);
	if (!Example.empty())
	{
		const FPreviewError Before = Preview.MeasureError(Example, false), After = Preview.MeasureError(Example);
		Out["errorMillimeters"] = {{"before", {{"rms", 1000.0 * Before.Rms}, {"max", 1000.0 * Before.Max}}},
			{"after", {{"rms", 1000.0 * After.Rms}, {"max", 1000.0 * After.Max}}}};
	}
	return Out;
}

/** Pictures of before, after and the difference; with examples, of the errors of both as well. */
FStatus DrawPreview(const FPreviewArguments& Arguments, const FCharacter& Character, const FExampleSet& Base,
	const std::vector<FPoseArgument>& Poses, FSession& Session)
{
	FRenderRequest Request = Arguments.Render;
	Request.Character = Arguments.Character;
	Request.Given = &Base;
	Request.GivenPoses = Poses;
	Request.PanelNames = {"without correctives", "with correctives", "difference"};
	if (FStatus Drawn = RenderCharacter(Character, Request, Session); !Drawn || Arguments.Against.Paths.empty())
	{
		return Drawn;
	}
	FCharacterData Plain = Character.ToData();
	for (TCorrective<FOwned>& Row : Plain.Correctives.Correctives)
	{
		Row.Flags &= ~CorrectiveEnabled;
	}
	const TResult<FCharacter> Bare = FCharacter::FromData(Plain);
	if (!Bare)
	{
		return Bare.GetError();
	}
	const std::filesystem::path Out = ToPath(Arguments.Render.Out);
	for (const auto& [Shown, Suffix] : {std::pair(&*Bare, "-before"), std::pair(&Character, "-after")})
	{
		FRenderRequest Errors = Arguments.Render;
		Errors.Character = Arguments.Character;
		Errors.Examples = Arguments.Against;
		Errors.Poses = Arguments.Poses;
		Errors.Out = PathToText(Out.parent_path() / (PathToText(Out.stem()) + Suffix + PathToText(Out.extension())));
		if (FStatus Drawn = RenderCharacter(*Shown, Errors, Session); !Drawn)
		{
			return Drawn;
		}
	}
	return FOk{};
}

FStatus CheckArguments(const FPreviewArguments& Arguments)
{
	if (!Arguments.Against.Paths.empty() && Arguments.Poses.empty())
	{
		return FError{EErrorCode::InvalidArgument,
			"--against needs frames of the clip with the examples' poses, as in --pose 3."};
	}
	const FOutputFile Outputs[] = {{"--out", Arguments.Render.Out, {".png", ".jpg"}}, {"--json", Arguments.Json, {}}};
	return CheckOutputs(Outputs, {&Arguments.Character, 1});
}

FStatus RunPreview(FPreviewArguments& Arguments, FSession& Session)
{
	if (FStatus Status = CheckArguments(Arguments); !Status)
	{
		return Status;
	}
	TResult<FCharacter> Character = LoadCharacter(Arguments.Character);
	Character = Character ? WithOperator(*Character, Arguments.Render.Operator, Arguments.Character) : Character;
	TResult<FCorrectivePreview> Preview =
		Character ? FCorrectivePreview::Make(*Character) : TResult<FCorrectivePreview>(Character.GetError());
	if (!Preview)
	{
		return Preview.GetError();
	}
	if (FStatus Solo = SoloByName(Arguments.Solo, *Preview); !Solo)
	{
		return Named(Arguments.Character, Solo.GetError());
	}
	const TResult<std::vector<FPoseArgument>> Poses = ChoosePoses(Arguments, *Character, *Preview);
	if (!Poses)
	{
		return Poses.GetError();
	}
	std::optional<FExampleSet> Examples;
	if (!Arguments.Against.Paths.empty())
	{
		TResult<FExampleSet> Loaded = LoadExamples(Arguments.Against, Session);
		if (!Loaded)
		{
			return Loaded.GetError();
		}
		Examples = std::move(*Loaded);
	}
	const FLevelMesh Mesh = MakeLevelMesh(Character->View(), 0);
	FSourceExamples Base;
	Base.Rest = Mesh.Mesh;
	FJson List = FJson::array();
	for (const FPoseArgument& Pose : *Poses)
	{
		const auto Frame = static_cast<size_t>(Pose.Frame + 0.5f);
		const bool bExample = Examples && Pose.bClip && Frame < Examples->PoseCount();
		TResult<FJson> Figures = MeasurePose(Pose, Mesh,
			bExample ? ExampleVertices(*Character, *Examples, Frame) : std::vector<FFloat3>{}, *Preview, Base, Session);
		if (!Figures)
		{
			return Named(Arguments.Character, Figures.GetError());
		}
		List.push_back(std::move(*Figures));
	}
	const FJson Figures = {{"poses", std::move(List)}};
	if (!Arguments.Render.Out.empty())
	{
		const TResult<FExampleSet> Set = BuildExampleSet(std::move(Base), {}, Session.Context());
		const TResult<FCharacter> Shown = KeepAlone(*Character, Arguments.Solo);
		if (!Set || !Shown)
		{
			return Set ? Shown.GetError() : Set.GetError();
		}
		if (FStatus Drawn = DrawPreview(Arguments, *Shown, *Set, *Poses, Session); !Drawn)
		{
			return Drawn;
		}
	}
	if (!Arguments.Json.empty())
	{
		if (FStatus Written = WriteJson(ToPath(Arguments.Json), Figures); !Written)
		{
			return Written;
		}
	}
	Session.Print(FormatJsonForPeople(Figures));
	return FOk{};
}

} // namespace

void AddCorrectivePreview(CLI::App& Corrective, FSession& Session)
{
	CLI::App* Command = AddCommand(Corrective, "preview", "Show what correctives do: before, after, difference",
		"  exemplar corrective preview hero.exemplar -o sculpts.png               in the poses of all sculpts\n"
		"  exemplar corrective preview hero.exemplar --pose walk:12 -o bend.png   before, after, heat map\n"
		"  exemplar corrective preview hero.exemplar --pose rest --pose walk:12 --between 0,50,100,120 -o slide.png\n"
		"  exemplar corrective preview hero.exemplar --pose 3 --against examples/ -o bend.png\n"
		"                                       and bend-before.png, bend-after.png: errors against the example\n"
		"  exemplar corrective preview hero.exemplar --solo elbow_l_90            figures alone, without pictures");
	auto Arguments = std::make_shared<FPreviewArguments>();
	FRenderRequest& Render = Arguments->Render;
	Command->add_option("CHARACTER", Arguments->Character, "Character (.exemplar)")->required();
	Command->add_option("-o,--out", Render.Out, "Output picture (.png, .jpg); figures alone if not given");
	Command
		->add_option("--pose", Arguments->Poses,
			std::string("Pose: ") + PoseHelp + "; the poses of all sculpts if not given (repeatable)")
		->allow_extra_args(false);
	Command
		->add_option("--between", Arguments->Between,
			"Poses between the two poses instead, % of the way; below 0 and above 100 it goes on (comma-separated)")
		->delimiter(',')
		->check(NumberRange(-100.0f, 200.0f));
	Command->add_option("--solo", Arguments->Solo, "Show this corrective alone");
	Command
		->add_option("--against", Arguments->Against.Paths,
			"Examples to compare with; poses are frames of the clip that has their poses")
		->allow_extra_args(false);
	AddOperatorOption(*Command, Render.Operator, "Skinning operator; defaults to the character's own");
	Command->add_option("--view", Render.Views, "Camera, as in exemplar render (repeatable)")->allow_extra_args(false);
	Command->add_option("--ramp-end", Render.RampEnd, "Largest distance on the color bar in millimeters")
		->check(NumberRange(1e-6, 1e6));
	Command->add_option("--size", Render.Size, "Size of each picture in pixels, such as 640x480");
	Command->add_flag("--draft", Render.bDraft, "Render faster, with fewer samples and lights");
	Command->add_flag("--software", Render.bSoftware, "Render on the CPU, for the same picture on every machine");
	Command->add_option("--json", Arguments->Json, "Write all figures to this JSON file");
	Arguments->Against.AddOptions(*Command);
	Command->callback(
		[Arguments, &Session] { Session.Command = [Arguments, &Session] { return RunPreview(*Arguments, Session); }; });
}

} // namespace Exemplar

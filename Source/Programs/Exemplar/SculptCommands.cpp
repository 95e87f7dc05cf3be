// Copyright (c) 2026 Exemplar contributors. MIT license.
// exemplar corrective pose, add and suggest: meshes to sculpt, sculpts as correctives, and what to sculpt next.

#include "Base/File.h"
#include "Command.h"
#include "CorrectiveEdits.h"
#include "Examples/ExampleFiles.h"
#include "Files/Json.h"
#include "Files/LevelMesh.h"
#include "Files/PoseJson.h"
#include "Inputs.h"
#include "NumberRange.h"
#include "OperatorOption.h"
#include "Outputs.h"
#include "Pipeline/Sculpts.h"
#include "Pose/ClipSampling.h"
#include "PoseArguments.h"
#include "Preview/PosedLevel.h"
#include "Report/CharacterMeasures.h"

#include <algorithm>
#include <cmath>

namespace Exemplar
{
namespace
{

struct FPoseMeshArguments
{
	std::string Character, Pose, Operator, Out;
	bool bNoCorrectives = false;
};

FStatus WritePoseMesh(const FPoseMeshArguments& Arguments, FSession& Session)
{
	const FOutputFile Output{"--out", Arguments.Out, {".obj", ".ply", ".off"}};
	if (FStatus Status = CheckOutputs({&Output, 1}, {&Arguments.Character, 1}); !Status)
	{
		return Status;
	}
	TResult<FCharacter> Character = LoadCharacter(Arguments.Character);
	Character = Character ? WithOperator(*Character, Arguments.Operator, Arguments.Character) : Character;
	const TResult<FPoseArgument> Pose = Character ? ReadPose(Character->View(), Arguments.Pose, "--pose")
												  : TResult<FPoseArgument>(Character.GetError());
	if (!Pose)
	{
		return Pose.GetError();
	}
	TResult<FPosedLevel> Level = FPosedLevel::Make(*Character, FindPreferredOperator(Character->View()));
	if (!Level)
	{
		return Named(Arguments.Character, Level.GetError());
	}
	FPoseOptions Options;
	Options.bCorrectives = !Arguments.bNoCorrectives;
	const std::span<const FFloat3> Corners = Level->Pose(Pose->Local, *Session.Context().Executor, Options);
	FLevelMesh Mesh = MakeLevelMesh(Character->View(), 0);
	Mesh.Mesh.Positions = Mesh.PositionsOf(Corners);
	if (FStatus Written = WriteMeshFile(ToPath(Arguments.Out), Mesh.Mesh); !Written)
	{
		return Written;
	}
	std::filesystem::path PoseFile = ToPath(Arguments.Out);
	PoseFile.replace_extension(".pose.json");
	const FStatus Written = WriteJson(PoseFile, DescribePose((*Character)->Skeleton, Pose->Local));
	if (Written)
	{
		Session.Say("Wrote " + Arguments.Out + " and its pose, " + PathToText(PoseFile));
	}
	return Written;
}

struct FAddArguments
{
	FCorrectiveEdit Edit;
	FExampleInputs Inputs;
	std::string Pose, Mesh, Operator, Json;
	FSculpt Sculpt;
};

/** Whether every triangle of the character lies in a polygon of the mesh; another mesh may have as many vertices. */
bool HasTriangles(const FCharacterParts& Parts, const FExampleSet& Mesh, std::span<const uint32_t> PointOf)
{
	const FSourceMesh& Source = Mesh.Source.Rest;
	std::vector<std::vector<uint32_t>> Polygons(Mesh.PointCount());
	for (uint32_t Polygon = 0; Polygon < Source.PolygonCount(); ++Polygon)
	{
		for (uint32_t At = Source.PolygonOffsets[Polygon]; At < Source.PolygonOffsets[Polygon + 1]; ++At)
		{
			Polygons[Mesh.PointOfSource[Source.CornerVertices[At]]].push_back(Polygon);
		}
	}
	for (size_t Index = 0; Index + 2 < Parts.Surface.Indices.size(); Index += 3)
	{
		const auto PolygonsAt = [&](size_t Corner) -> const std::vector<uint32_t>&
		{ return Polygons[PointOf[Parts.Surface.PointOfCorner[Parts.Surface.Indices[Index + Corner]]]]; };
		const auto Has = [&](size_t Corner, uint32_t Polygon) {
			return std::find(PolygonsAt(Corner).begin(), PolygonsAt(Corner).end(), Polygon) != PolygonsAt(Corner).end();
		};
		if (std::none_of(PolygonsAt(0).begin(), PolygonsAt(0).end(),
				[&](uint32_t Polygon) { return Has(1, Polygon) && Has(2, Polygon); }))
		{
			return false;
		}
	}
	return true;
}

/** The sculpted mesh over the points of the character. */
TResult<std::vector<FDouble3>> ReadSculpt(FAddArguments& Arguments, const FCharacterParts& Parts, FSession& Session)
{
	Arguments.Inputs.Paths = {Arguments.Mesh};
	const TResult<FExampleSet> Mesh = LoadExamples(Arguments.Inputs, Session);
	if (!Mesh)
	{
		return Mesh.GetError();
	}
	if (Mesh->PoseCount() > 0)
	{
		return FError{EErrorCode::InvalidArgument,
			Arguments.Mesh + ": a sculpt is one mesh, and this has " + std::to_string(Mesh->PoseCount()) +
				" more poses. Give one mesh (.obj .ply .off)."};
	}
	const TResult<std::vector<uint32_t>> PointOf = MatchPoints(Parts, *Mesh);
	if (!PointOf)
	{
		const size_t Own = Parts.PointOfSource.empty() ? Parts.Skin.PointCount() : Parts.PointOfSource.size();
		return FError{EErrorCode::Mismatch,
			Arguments.Mesh + ": a sculpt of another mesh: it has " + std::to_string(Mesh->PointOfSource.size()) +
				" vertices, and the character was made from " + std::to_string(Own) +
				". Sculpt what exemplar corrective pose writes, and keep the vertex order."};
	}
	if (!HasTriangles(Parts, *Mesh, *PointOf))
	{
		return FError{EErrorCode::Mismatch,
			Arguments.Mesh +
				": a sculpt of another mesh: it has as many vertices as the character, but joins them in other "
				"polygons. Sculpt what exemplar corrective pose writes, and keep the vertex order."};
	}
	std::vector<FDouble3> Out;
	for (const uint32_t Point : *PointOf)
	{
		Out.push_back(Mesh->Rest.Positions[Point]);
	}
	return Out;
}

FJson DescribeSculpt(const FSculpt& Sculpt, const FSculptFigures& Figures, double Diagonal)
{
	const auto Percent = [Diagonal](double Length) { return 100.0 * Length / Diagonal; };
	FJson Out;
	Out["name"] = Sculpt.Name;
	Out["drivenBy"] = Figures.Joints;
	Out["sculptedOver"] = Figures.bOverBase ? "the skin without correctives" : "what the character shows";
	Out["movedPoints"] = Figures.MovedPoints;
	Out["largestMillimeters"] = 1000.0 * Figures.LargestOffset;
	Out["largestGain"] = Figures.LargestGain;
	Out["pointsAfterSkinning"] = Figures.SingularPoints;
	Out["before"] = {{"rmsPercent", Percent(Figures.RmsBefore)}, {"maxPercent", Percent(Figures.MaxBefore)}};
	Out["after"] = {{"rmsPercent", Percent(Figures.Rms)}, {"maxPercent", Percent(Figures.Max)}};
	return Out;
}

FStatus Add(FAddArguments& Arguments, FSession& Session)
{
	const TResult<FCharacter> Character = Arguments.Edit.Load();
	TResult<FPoseArgument> Pose = Character ? ReadPose(Character->View(), Arguments.Pose, "--pose")
											: TResult<FPoseArgument>(Character.GetError());
	if (!Pose)
	{
		return Pose.GetError();
	}
	const FCharacterParts Parts = Unbake(*Character);
	TResult<std::vector<FDouble3>> Positions = ReadSculpt(Arguments, Parts, Session);
	if (!Positions)
	{
		return Positions.GetError();
	}
	FSculpt& Sculpt = Arguments.Sculpt;
	Sculpt.Pose = std::move(Pose->Local);
	Sculpt.Positions = std::move(*Positions);
	Sculpt.Source = PathToText(ToPath(Arguments.Mesh).filename());
	if (Sculpt.Name.empty())
	{
		Sculpt.Name = PathToText(ToPath(Arguments.Mesh).stem());
	}
	if (!Arguments.Operator.empty())
	{
		Sculpt.Operator = FindSkinOperator(Arguments.Operator);
	}
	const TResult<FSculptedCharacter> Sculpted = AddSculpt(Parts, Sculpt);
	if (!Sculpted)
	{
		return Named(Arguments.Mesh, Sculpted.GetError());
	}
	if (FStatus Saved = Arguments.Edit.Save(Sculpted->Parts, Session); !Saved)
	{
		return Saved;
	}
	const FJson Figures =
		DescribeSculpt(Sculpt, Sculpted->Figures, static_cast<double>((*Character)->RestBox.Diagonal()));
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

struct FSuggestArguments
{
	std::string Character, Clip;
	FExampleInputs Examples;
	size_t Count = 5;
	bool bJson = false;
};

/** A frame of a clip that may be worth sculpting. */
struct FCandidates
{
	std::vector<std::string> Names;
	std::vector<std::vector<FBoneTransform>> Poses;
	std::vector<double> Errors; // % of the diagonal; empty without examples
};

TResult<FCandidates> FindCandidates(const FSuggestArguments& Arguments, const FCharacter& Character, FSession& Session)
{
	FCandidates Out;
	if (!Arguments.Examples.Paths.empty())
	{
		const TResult<FExampleSet> Examples = LoadExamples(Arguments.Examples, Session);
		const TResult<FCharacterMeasures> Measures = Examples
			? MeasureCharacter(Character, *Examples, Session.Context())
			: TResult<FCharacterMeasures>(Examples.GetError());
		if (!Measures)
		{
			return Measures.GetError();
		}
		if (!Measures->Error)
		{
			return FError{EErrorCode::Mismatch,
				Arguments.Character + ": no clip has the poses of these examples. Run exemplar pose on them first."};
		}
		Out.Poses = Measures->Poses;
		for (size_t Pose = 0; Pose < Out.Poses.size(); ++Pose)
		{
			Out.Names.push_back(Examples->Source.Poses[Pose].Name);
			Out.Errors.push_back(Measures->Error->Poses[Pose].VertexRms);
		}
		return Out;
	}
	for (const FClipView& Clip : Character->Clips)
	{
		for (uint32_t Frame = 0; (Arguments.Clip.empty() || Clip.Name == Arguments.Clip) && Frame < Clip.FrameCount;
			 ++Frame)
		{
			Out.Names.push_back(std::string(Clip.Name) + ":" + std::to_string(Frame));
			Out.Poses.push_back(SampleFrame(Character->Skeleton, Clip, static_cast<float>(Frame)));
		}
	}
	if (Out.Poses.empty())
	{
		const TResult<const FClipView*> None = FindClip(Character.View(), Arguments.Clip);
		return FError{EErrorCode::NotFound,
			Arguments.Character + ": " + (None ? "the clip has no frames." : None.GetError().Message)};
	}
	return Out;
}

FStatus Suggest(FSuggestArguments& Arguments, FSession& Session)
{
	const TResult<FCharacter> Character = LoadCharacter(Arguments.Character);
	const TResult<FCandidates> Candidates =
		Character ? FindCandidates(Arguments, *Character, Session) : TResult<FCandidates>(Character.GetError());
	if (!Candidates)
	{
		return Candidates.GetError();
	}
	const TResult<std::vector<FSculptSuggestion>> Found =
		SuggestSculpts(Unbake(*Character), Candidates->Poses, Candidates->Errors, Arguments.Count);
	if (!Found)
	{
		return Named(Arguments.Character, Found.GetError());
	}
	FJson List = FJson::array();
	std::string Text;
	for (const FSculptSuggestion& Each : *Found)
	{
		FJson Entry = {{"pose", Candidates->Names[Each.Candidate]}, {"uncertainty", Each.Uncertainty}};
		char Line[160];
		std::snprintf(Line, sizeof(Line), "%-24.60s  uncertainty %.2f", Candidates->Names[Each.Candidate].c_str(),
			Each.Uncertainty);
		Text += Line;
		if (Each.Expected > 0.0)
		{
			Entry["expectedMillimeters"] = 1000.0 * Each.Expected;
			std::snprintf(Line, sizeof(Line), "  expected %.3f mm", 1000.0 * Each.Expected);
			Text += Line;
		}
		if (!Candidates->Errors.empty())
		{
			Entry["vertexRmsPercent"] = Each.Error;
			std::snprintf(Line, sizeof(Line), "  error %.4f %%", Each.Error);
			Text += Line;
		}
		Text += "\n";
		List.push_back(std::move(Entry));
	}
	Session.Print(Arguments.bJson ? FormatJson({{"suggestions", std::move(List)}}) : Text);
	if (Found->empty())
	{
		Session.Say("Nothing is left to sculpt: every pose is near a sculpt or has no error.");
	}
	return FOk{};
}

void AddPoseMesh(CLI::App& App, FSession& Session)
{
	CLI::App* Command = AddCommand(App, "pose", "Write the mesh of a pose to sculpt",
		"  exemplar corrective pose hero.exemplar --pose walk:12 -o bend.obj    bend.obj and bend.pose.json\n"
		"  exemplar corrective pose hero.exemplar --pose bend.json -o bend.obj  a pose of one's own");
	auto Arguments = std::make_shared<FPoseMeshArguments>();
	Command->add_option("CHARACTER", Arguments->Character, "Character (.exemplar)")->required();
	Command->add_option("--pose", Arguments->Pose, std::string("Pose: ") + PoseHelp)->required();
	Command
		->add_option("-o,--out", Arguments->Out,
			"Output mesh (.obj .ply .off), in meters with y up and in the vertex order of the mesh that the character "
			"was made from. The pose is written beside it (.pose.json)")
		->required();
	AddOperatorOption(*Command, Arguments->Operator, "Skinning operator; defaults to the character's own");
	Command->add_flag("--no-correctives", Arguments->bNoCorrectives, "Leave correctives out");
	Command->callback([Arguments, &Session]
		{ Session.Command = [Arguments, &Session] { return WritePoseMesh(*Arguments, Session); }; });
}

void AddAdd(CLI::App& App, FSession& Session)
{
	CLI::App* Command = AddCommand(App, "add", "Add a sculpted mesh as a corrective",
		"  exemplar corrective add hero.exemplar --pose walk:12 --sculpt elbow_l_90.obj\n"
		"  exemplar corrective add hero.exemplar --pose bend.pose.json --sculpt bend.obj --joints elbow_l,shoulder_l\n"
		"  exemplar corrective add hero.exemplar --pose bend.bvh --sculpt bend.obj --sculpted-on lbs\n"
		"                                        sculpted in a program that blends linearly\n"
		"  exemplar corrective add hero.exemplar --pose walk:12 --sculpt bend.obj --replace");
	auto Arguments = std::make_shared<FAddArguments>();
	FSculpt& Sculpt = Arguments->Sculpt;
	Arguments->Edit.AddOptions(*Command);
	Command->add_option("--pose", Arguments->Pose, std::string("Pose that was sculpted: ") + PoseHelp)->required();
	Command->add_option("--sculpt", Arguments->Mesh, "The sculpted mesh, with the vertices of the character's mesh")
		->required();
	Command->add_option("--name", Sculpt.Name, "Name of the corrective; defaults to the file's");
	Command
		->add_option("--joints", Sculpt.Joints,
			"Joints that drive it (comma-separated); defaults to those that the pose turns and that bend what was "
			"sculpted")
		->delimiter(',');
	Command
		->add_option("--width", Sculpt.Width,
			"How far around its pose it acts, radians; defaults to 1, or to 0.4 where correctives were learned")
		->check(NumberRange(0.01, 100.0));
	std::vector<std::string> Names;
	for (int32_t Operator = 0; Operator < SkinOperatorCount; ++Operator)
	{
		Names.emplace_back(ToString(static_cast<ESkinOperator>(Operator)));
	}
	Command
		->add_option("--sculpted-on", Arguments->Operator,
			"Skinning operator that posed the mesh before it was sculpted; defaults to the character's own")
		->check(CLI::IsMember(Names));
	Command->add_flag("--replace", Sculpt.bReplace, "Sculpt an existing corrective again; the others stay");
	Command->add_flag("--ignore-limits", Sculpt.bIgnoreLimits, "Allow a pose outside of the joint limits");
	Command->add_option("--json", Arguments->Json, "Write all figures to this JSON file");
	Arguments->Inputs.Flags.Add(*Command, "--scale", "examples.scale");
	Arguments->Inputs.Flags.Add(*Command, "--up", "examples.up");
	Command->callback(
		[Arguments, &Session] { Session.Command = [Arguments, &Session] { return Add(*Arguments, Session); }; });
}

void AddSuggest(CLI::App& App, FSession& Session)
{
	CLI::App* Command = AddCommand(App, "suggest", "Suggest the poses that are worth sculpting next",
		"  exemplar corrective suggest hero.exemplar                        frames far from rest and from all sculpts\n"
		"  exemplar corrective suggest hero.exemplar --against examples/    those with large errors, too");
	auto Arguments = std::make_shared<FSuggestArguments>();
	Command->add_option("CHARACTER", Arguments->Character, "Character (.exemplar)")->required();
	Command->add_option("--clip", Arguments->Clip, "Frames of this clip; of all if not given");
	Command
		->add_option("--against", Arguments->Examples.Paths,
			"Examples whose poses a clip has: candidates are these, and their errors count")
		->allow_extra_args(false);
	Command->add_option("--count", Arguments->Count, "How many poses")
		->capture_default_str()
		->check(NumberRange(1, 1000));
	Command->add_flag("--json", Arguments->bJson, "Print JSON");
	Arguments->Examples.AddOptions(*Command);
	Command->callback(
		[Arguments, &Session] { Session.Command = [Arguments, &Session] { return Suggest(*Arguments, Session); }; });
}

} // namespace

void AddSculptCommands(CLI::App& Corrective, FSession& Session)
{
	AddPoseMesh(Corrective, Session);
	AddAdd(Corrective, Session);
	AddSuggest(Corrective, Session);
}

} // namespace Exemplar

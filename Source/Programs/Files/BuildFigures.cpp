// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Files/BuildFigures.h"

#include "Files/Describe.h"
#include "Files/LevelFigures.h"
#include "Files/OptionsJson.h"
#include "Files/RigFigures.h"

namespace Exemplar
{
namespace
{

/** The stream's error over triangle count; one point per two percent of triangles is all a plot can show. */
FJson DescribeCurve(const FLevels& Levels, double Diagonal)
{
	FJson Out = FJson::array();
	size_t Last = 0;
	for (const FLodCurvePoint& Point : Levels.Curve)
	{
		if (Last == 0 || static_cast<double>(Point.Triangles) < 0.98 * static_cast<double>(Last))
		{
			FJson Entry;
			Entry["triangles"] = Point.Triangles;
			Entry["influences"] = Point.Influences;
			Entry["errorPercent"] = 100.0 * Point.Error / Diagonal;
			Out.push_back(std::move(Entry));
			Last = Point.Triangles;
		}
	}
	return Out;
}

/** The figures of every step, with the stage it belongs to and without its time. */
FJson DescribeStages(const FBuiltCharacter& Built, const FJson& Stages)
{
	FJson Out = FJson::array();
	for (size_t Index = 0; Index < Stages.size(); ++Index)
	{
		const std::string Name = Stages[Index]["stage"];
		const bool bRig = Index >= 1 && Index <= Built.Rig.Rig.Figures.size(); // after the examples
		FJson Entry;
		Entry["stage"] = Name;
		Entry["part"] = bRig ? "rig" : Name == "animation space" ? "skin" : Name == "character" ? "bake" : Name;
		Entry["figures"] = Stages[Index].contains("figures") ? Stages[Index]["figures"] : FJson::object();
		Out.push_back(std::move(Entry));
	}
	return Out;
}

FJson DescribeRun(const FBuildRecord& Record)
{
	FJson Seconds, Cached = FJson::array();
	Seconds["examples"] = Record.ReadSeconds;
	for (const FStageRun& Run : Record.Built.Runs)
	{
		Seconds[Run.Stage] = Run.Seconds;
		if (Run.bCached)
		{
			Cached.push_back(Run.Stage);
		}
	}
	FJson Out;
	Out["threads"] = Record.Threads;
	Out["cached"] = std::move(Cached);
	Out["seconds"] = std::move(Seconds);
	Out["steps"] = FJson::object();
	for (const FStageFigures& Stage : Record.Built.Figures)
	{
		if (Stage.Seconds > 0.0)
		{
			Out["steps"][Stage.Stage] = Stage.Seconds;
		}
	}
	return Out;
}

} // namespace

FJson DescribeProblems(const std::vector<FBuildProblem>& Problems)
{
	FJson Out = FJson::array();
	for (const FBuildProblem& Problem : Problems)
	{
		FJson Entry;
		Entry["stage"] = Problem.Stage;
		Entry["name"] = Problem.Name;
		Entry["count"] = Problem.Count;
		Entry["message"] = Problem.Message;
		Out.push_back(std::move(Entry));
	}
	return Out;
}

TResult<FJson> DescribeBuild(const FBuildRecord& Record)
{
	TResult<FJson> Rig = DescribeRig(Record.Examples, Record.Built);
	if (!Rig)
	{
		return Rig.GetError();
	}
	FJson Out;
	Out["format"] = 1;
	Out["generator"] = "exemplar " EXEMPLAR_VERSION;
	Out["inputs"]["paths"] = Record.Inputs;
	// The same set gives the same key, whatever files it came from.
	Out["inputs"]["content"] = FormatStageKey(MakeExamplesKey(Record.Examples, 0, {}));
	const FJson Examples = DescribeExamples(Record.Examples);
	for (const auto& [Key, Value] : Examples.items())
	{
		if (Key != "kind" && Key != "problems")
		{
			Out["inputs"][Key] = Value;
		}
	}
	Out["preset"] = Record.Preset.empty() ? FJson(nullptr) : FJson(Record.Preset);
	Out["options"] = DescribeOptions(Record.Options);
	Out["summary"] = (*Rig)["summary"];
	Out["summary"].erase("seconds");
	Out["problems"] = DescribeProblems(FindBuildProblems(Record.Examples, Record.Options, Record.Built));
	for (const char* Key : {"error", "poses", "bones", "edgesWithoutEvidence", "removedBones", "unexplained", "curve"})
	{
		Out["rig"][Key] = (*Rig)[Key];
	}
	Out["skin"] = Rig->contains("skins") ? (*Rig)["skins"] : FJson(nullptr);
	Out["correctives"] = nullptr;
	if (const std::optional<FCorrectedCharacter>& Corrected = Record.Built.Corrected)
	{
		Out["correctives"] = {{"vertexRmsPercentBefore", Corrected->RmsBefore}, {"vertexRmsPercent", Corrected->Rms},
			{"vertexMaxPercentBefore", Corrected->MaxBefore}, {"vertexMaxPercent", Corrected->Max},
			{"posesBefore", Corrected->PoseRmsBefore}, {"poses", Corrected->PoseRms},
			{"shapes", Corrected->Shapes.Correctives.Model.ShapeCount()}, {"helperBones", Corrected->HelperCount},
			{"mirrored", Corrected->Shapes.bMirrored}};
	}
	Out["levels"] = FJson::array();
	Out["levelCurve"] = FJson::array();
	const FCharacter& Character = Record.Built.Character;
	if (Record.Built.bLevels)
	{
		Out["levels"] = DescribeLevels(Record.Built)["levels"];
		Out["levelCurve"] =
			DescribeCurve(Record.Built.Parts.Levels, static_cast<double>(Character->RestBox.Diagonal()));
	}
	Out["character"] = DescribeCharacter(Character.View());
	Out["character"].erase("provenance"); // duplicates the options
	Out["stages"] = DescribeStages(Record.Built, (*Rig)["stages"]);
	Out["files"] = FJson::array();
	Out["run"] = DescribeRun(Record);
	return Out;
}

} // namespace Exemplar

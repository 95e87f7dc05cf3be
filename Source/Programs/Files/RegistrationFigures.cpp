// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Files/RegistrationFigures.h"

namespace Exemplar
{

const char* NameOfVerdict(EVerdict Verdict)
{
	return Verdict == EVerdict::Good ? "good" : Verdict == EVerdict::Doubtful ? "doubtful" : "failed";
}

FJson DescribeRegistration(const FScanInput& Input, const FRegisteredExamples& Result)
{
	FJson Out;
	Out["template"] = Input.Template.Name;
	Out["vertices"] = Result.Examples.Rest.Positions.size();
	Out["ordered"] = Input.Scans.bOrdered;
	Out["notes"] = FJson::array();
	for (const std::vector<std::string>* Notes : {&Input.Notes, &Result.Notes})
	{
		for (const std::string& Note : *Notes)
		{
			Out["notes"].push_back(Note);
		}
	}
	for (const FStageFigures& Stage : Result.Figures)
	{
		for (const FFigure& Figure : Stage.Figures)
		{
			Out["figures"][Figure.Name] = Figure.Value;
		}
	}
	Out["poses"] = FJson::array();
	for (const FRegisteredPose& Pose : Result.Poses)
	{
		FJson Each;
		Each["scan"] = Pose.Name;
		Each["verdict"] = NameOfVerdict(Pose.Verdict);
		Each["used"] = Pose.bUsed;
		if (!Pose.Sentence.empty())
		{
			Each["sentence"] = Pose.Sentence;
		}
		Each["notes"] = Pose.Notes;
		if (!Pose.Positions.empty())
		{
			Each["score"] = Pose.Score;
			Each["templateToScan"] = Pose.TemplateDistance;
			Each["scanToTemplate"] = Pose.ScanDistance;
			Each["scanExplained"] = Pose.Coverage;
			Each["observed"] = Pose.Observed;
			Each["invented"] = Pose.Invented;
			Each["normals"] = Pose.NormalAgreement;
			Each["stretch"] = Pose.Stretch;
			Each["worstStretch"] = Pose.WorstStretch;
			Each["flips"] = Pose.Flips;
			Each["selfIntersections"] = Pose.SelfIntersections;
			Each["rigAgreement"] = Pose.RigAgreement;
			Each["round"] = Pose.Round;
		}
		Out["poses"].push_back(std::move(Each));
	}
	return Out;
}

} // namespace Exemplar

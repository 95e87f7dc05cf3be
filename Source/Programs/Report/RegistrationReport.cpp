// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Report/RegistrationReport.h"

#include "Base/File.h"
#include "Files/NumberFormat.h"
#include "Files/RegistrationFigures.h"
#include "Report/Html.h"
#include "Report/ReportStyle.h"

#include <cstdio>

namespace Exemplar
{
namespace RegistrationReportDetail
{

std::string Fixed(double Value, int Digits)
{
	char Text[64];
	std::snprintf(Text, sizeof(Text), "%.*f", Digits, Value);
	return Text;
}

void AddTable(FHtml& Out, const FRegisteredExamples& Result)
{
	Out.Add("<div class=\"table\"><table><thead><tr><th>Scan</th><th>Verdict</th><th class=\"n\">Score</th>"
			"<th class=\"n\">Template to scan</th><th class=\"n\">Scan to template</th>"
			"<th class=\"n\">Scan explained</th><th class=\"n\">Observed</th><th class=\"n\">Invented</th>"
			"<th class=\"n\">Normals</th><th class=\"n\">Stretch</th><th class=\"n\">From the rig</th></tr></thead>"
			"<tbody>\n");
	for (const FRegisteredPose& Pose : Result.Poses)
	{
		Out.Add("<tr{}><th><bdi>{}</bdi></th><td>{}</td>",
			Pose.Verdict == EVerdict::Failed ? FMarkup{" class=\"worst\""} : FMarkup(), Pose.Name,
			NameOfVerdict(Pose.Verdict));
		if (Pose.Positions.empty())
		{
			Out.Add("<td colspan=\"9\">not registered</td></tr>\n");
			continue;
		}
		const std::string Values[] = {Fixed(Pose.Score, 2), Fixed(Pose.TemplateDistance, 3) + " %",
			Fixed(Pose.ScanDistance, 3) + " %", Fixed(100.0 * Pose.Coverage, 1) + " %",
			Fixed(100.0 * Pose.Observed, 0) + " %", Fixed(100.0 * Pose.Invented, 0) + " %",
			Fixed(Pose.NormalAgreement, 3), Fixed(100.0 * Pose.Stretch, 1) + " %",
			Pose.RigAgreement > 0.0 ? Fixed(Pose.RigAgreement, 2) + " %" : std::string("-")};
		for (const std::string& Value : Values)
		{
			Out.Add("<td class=\"n\">{}</td>", Value);
		}
		Out.Add("</tr>\n");
	}
	Out.Add(
		"</tbody></table></div>\n<p class=\"means\">Distances and lengths are % of the template's diagonal. Score: "
		"0 is perfect. Scan explained: the share of the scan that the template covers. Observed and invented: shares "
		"of the template's area. Normals: mean cosine between template and scan. Stretch: mean change of edge "
		"lengths. From the rig: RMS distance from what the rig of all poses gives.</p>\n");
}

void AddProblems(FHtml& Out, const FRegisteredExamples& Result)
{
	bool bAny = false;
	for (const FRegisteredPose& Pose : Result.Poses)
	{
		if (!Pose.Sentence.empty())
		{
			if (!bAny)
			{
				Out.Add("<ul class=\"problems\">\n");
			}
			Out.Add("<li><p>{}</p><p>{}</p></li>\n", Pose.Sentence,
				Pose.bUsed ? "The pose is used." : "The pose is left out of the examples.");
			bAny = true;
		}
	}
	if (bAny)
	{
		Out.Add("</ul>\n");
	}
}

void AddPicture(FHtml& Out, const FReportPicture& Picture, const char* What, const std::string& Pose)
{
	Out.Add(
		"<figure><img src=\"{}\" width=\"{}\" height=\"{}\" alt=\"{} of {}\"><figcaption>{}</figcaption></figure>\n",
		MakeDataUri("image/jpeg", Picture.Jpeg), std::to_string(Picture.Width), std::to_string(Picture.Height), What,
		Pose, What);
}

void AddPictures(FHtml& Out, const FRegisteredExamples& Result, const FRegistrationPictures& Pictures)
{
	if (Pictures.Poses.empty())
	{
		Out.Add("<p class=\"note\">Pictures are not available. {}</p>\n", Pictures.Missing);
		return;
	}
	Out.Add("<ul class=\"swatches\"><li><i style=\"background:#3a9d5d\"></i>observed</li>"
			"<li><i style=\"background:#e8b83a\"></i>bridged</li><li><i style=\"background:#c8442e\"></i>invented</li>"
			"</ul>\n");
	for (const FScanPictures& Each : Pictures.Poses)
	{
		const FRegisteredPose& Pose = Result.Poses[Each.Pose];
		Out.Add("<div class=\"card\"><h3><bdi>{}</bdi>: {}</h3>\n", Pose.Name, NameOfVerdict(Pose.Verdict));
		for (const std::string& Note : Pose.Notes)
		{
			Out.Add("<p class=\"means\">{}</p>\n", Note);
		}
		Out.Add("<div class=\"three\">\n");
		AddPicture(Out, Each.Scan, "Scan", Pose.Name);
		AddPicture(Out, Each.Registered, "Registered template", Pose.Name);
		AddPicture(Out, Each.Confidence, "Confidence", Pose.Name);
		Out.Add("</div></div>\n");
	}
}

} // namespace RegistrationReportDetail

std::string FormatRegistrationPage(
	const FScanInput& Input, const FRegisteredExamples& Result, const FRegistrationPictures& Pictures)
{
	using namespace RegistrationReportDetail;
	FHtml Out;
	// The page is self-contained: nothing may be fetched or run.
	Out.Add("<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\n"
			"<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; img-src data:; style-src "
			"'unsafe-inline'\">\n<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
			"<meta name=\"color-scheme\" content=\"light dark\">\n<title>Registration with {}</title>\n"
			"<link rel=\"icon\" href=\"data:,\">\n<style>{}</style></head><body>\n",
		Input.Template.Name, FMarkup{ReportStyleSheet});
	Out.Add("<header><p class=\"kind\">Registration</p><h1>{}</h1>\n<p class=\"lead\"><b>{}</b> of <b>{}</b> were "
			"brought into correspondence with {}.</p>\n<ul class=\"facts\">\n",
		Input.Template.Name, std::to_string(Result.Examples.Poses.size()),
		FormatCountOf(Result.Poses.size(), "scan", "scans"),
		FormatCountOf(Result.Examples.Rest.Positions.size(), "vertex", "vertices"));
	for (const std::vector<std::string>* Notes : {&Input.Notes, &Result.Notes})
	{
		for (const std::string& Note : *Notes)
		{
			Out.Add("<li>{}</li>\n", Note);
		}
	}
	Out.Add("</ul></header>\n<main>\n<section><h2>Scans</h2>\n");
	AddProblems(Out, Result);
	AddTable(Out, Result);
	Out.Add("</section>\n<section><h2>Pictures</h2>\n");
	AddPictures(Out, Result, Pictures);
	Out.Add("</section>\n</main>\n</body>\n</html>\n");
	return Out.Take().Text;
}

TResult<std::string> WriteRegistrationReport(const std::filesystem::path& Out, const std::filesystem::path& Pictures,
	const FScanInput& Input, const FRegisteredExamples& Result, double ScanScale, const FBuildContext& Context)
{
	TResult<FRegistrationPictures> Drawn = FRegistrationPictures{"Pictures were not requested.", {}};
	if (!Pictures.empty())
	{
		Drawn = DrawRegistration(Input, Result, ScanScale, Context);
	}
	if (!Drawn)
	{
		return Drawn.GetError();
	}
	if (!Drawn->Poses.empty())
	{
		std::error_code Failure;
		std::filesystem::create_directories(Pictures, Failure);
		if (Failure)
		{
			return FError{EErrorCode::Unwritable,
				PathToText(Pictures) + ": the folder cannot be created (" + Failure.message() +
					"). Choose another one."};
		}
	}
	for (const FScanPictures& Pose : Drawn->Poses)
	{
		for (const FReportPicture* Picture : {&Pose.Scan, &Pose.Registered, &Pose.Confidence})
		{
			if (FStatus Written = WriteFileAtomically(Pictures / (Picture->Name + ".jpg"), Picture->Jpeg); !Written)
			{
				return Written.GetError();
			}
		}
	}
	if (FStatus Written = WriteFileAtomically(Out, FormatRegistrationPage(Input, Result, *Drawn)); !Written)
	{
		return Written.GetError();
	}
	return Pictures.empty() ? std::string() : Drawn->Missing;
}

} // namespace Exemplar

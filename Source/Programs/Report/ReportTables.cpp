// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Files/NumberFormat.h"
#include "Report/ReportPage.h"

#include <algorithm>
#include <cmath>

namespace Exemplar
{
namespace ReportTables
{

enum class EBetter
{
	Smaller,
	Larger,
	Neither
};

/** A row of the table of all figures: name, value, meaning, and which direction is better. */
void AddRow(FHtml& Out, const char* Figure, const std::string& Value, const FMarkup& Meaning, EBetter Better)
{
	Out.Add("<tr><th scope=\"row\">{}</th><td class=\"n\">{}</td><td>{}</td><td>{}</td></tr>\n", Figure, Value, Meaning,
		Better == EBetter::Smaller      ? "smaller"
			: Better == EBetter::Larger ? "larger"
										: "\u2013");
}

void AddGroup(FHtml& Out, const char* Heading)
{
	Out.Add("<tr class=\"group\"><th colspan=\"4\" scope=\"rowgroup\">{}</th></tr>\n", Heading);
}

void AddErrors(FHtml& Out, const FReportContent& Content)
{
	const FErrorMeasures& Error = *Content.Measures.Error;
	const double Diagonal = Content.Measures.Diagonal;
	AddGroup(Out, "Accuracy");
	AddRow(Out, "RMS distance", FormatPercent(Error.VertexRms),
		{"Root mean square distance between corresponding points of character and example, over all points and poses, "
		 "in percent of the rest pose\u2019s diagonal (Schaefer &amp; Yuksel 2007)."},
		EBetter::Smaller);
	AddRow(Out, "RMS distance, as a length", FormatLength(0.01 * Error.VertexRms * Diagonal),
		{"In meters, if the files are in meters or were scaled to meters."}, EBetter::Smaller);
	AddRow(Out, "Largest distance", FormatPercent(Error.VertexMax),
		FHtml()
			.Add("The largest of these distances, at point {} in <bdi>{}</bdi>.", FormatCount(Error.WorstPoint),
				Error.WorstPose < Content.PoseNames.size() ? Content.PoseNames[Error.WorstPose] : std::string())
			.Take(),
		EBetter::Smaller);
	AddRow(Out, "Normals, RMS", FormatNumber(Error.NormalRms),
		{"The same for unit normals of triangles: the distance between their tips, from 0 to 2. 0.1 is about "
		 "6\u00b0."},
		EBetter::Smaller);
	AddRow(Out, "Distortion", FormatPercent(Error.Distortion),
		{"Distance relative to the spread of coordinates about each pose\u2019s center; independent of size (Karni "
		 "&amp; Gotsman 2004)."},
		EBetter::Smaller);
	AddRow(Out, "ERMS", FormatNumber(Error.ErmsUnit),
		{"100 times the RMS over coordinates of examples scaled to a unit diagonal (Kavan, Sloan &amp; O\u2019Sullivan "
		 "2010)."},
		EBetter::Smaller);
	if (!Content.Measures.VolumePercents.empty())
	{
		const auto Least =
			std::min_element(Content.Measures.VolumePercents.begin(), Content.Measures.VolumePercents.end());
		AddRow(Out, "Smallest volume", FormatPercent(*Least),
			{"Volume of the character relative to the example, in the pose where it is smallest. 100 % is exact; less "
			 "is the volume loss typical of linear blending."},
			EBetter::Larger);
	}
}

void AddSkins(FHtml& Out, const FReportContent& Content)
{
	const FReportFigures& Figures = Content.Figures;
	const bool bLeftOut = Figures.LeftOutRms > 0.0 && Figures.BlendLeftOutRms > 0.0;
	if (!Content.Measures.BlendError && !bLeftOut)
	{
		return;
	}
	AddGroup(Out, "Operators");
	AddRow(Out, "Skinning operator", ToString(Content.Measures.Operator),
		FHtml().Add("The character is drawn and measured with {}.", DescribeOperator(Content.Measures.Operator)).Take(),
		EBetter::Neither);
	if (Content.Measures.BlendError)
	{
		AddRow(Out, "RMS distance of linear blending", FormatPercent(Content.Measures.BlendError->VertexRms),
			{"The same bones with the linear blend weights stored in the file."}, EBetter::Smaller);
		AddRow(Out, "Largest distance of linear blending", FormatPercent(Content.Measures.BlendError->VertexMax),
			{"As above."}, EBetter::Smaller);
	}
	if (bLeftOut)
	{
		AddRow(Out, "RMS distance on held-out poses", FormatPercent(Figures.LeftOutRms),
			FHtml()
				.Add("Cross-validation in {}: each is held out in turn, the skin is fitted to the others and measured "
					 "on the held-out poses. Estimates the error on new poses.",
					FormatCountOf(Figures.Folds, "fold", "folds"))
				.Take(),
			EBetter::Smaller);
		AddRow(Out, "RMS distance of linear blending on held-out poses", FormatPercent(Figures.BlendLeftOutRms),
			{"As above."}, EBetter::Smaller);
	}
}

void AddSizes(FHtml& Out, const FReportContent& Content)
{
	const FCharacterView& Character = Content.Character.View();
	const FMeshLevelView& Finest = Character.Levels[0];
	AddGroup(Out, "Size");
	AddRow(Out, "Bones", FormatCount(Character.Skeleton.JointCount()), {"Joints of the skeleton, including the root."},
		EBetter::Smaller);
	AddRow(Out, "Influences per vertex", FormatNumber(Content.Measures.MeanInfluences),
		{"Mean number of bones per vertex of the finest level; determines the cost of skinning."}, EBetter::Smaller);
	AddRow(Out, "Vertices", FormatCount(Finest.VertexCount()),
		FHtml()
			.Add("Rendered vertices of the finest level: {} of the examples, split where UVs or normals differ.",
				FormatCountOf(Content.Examples.PointCount(), "point", "points"))
			.Take(),
		EBetter::Neither);
	AddRow(Out, "Triangles", FormatCount(Finest.Indices.size() / 3), {"Of the finest level."}, EBetter::Neither);
	AddRow(Out, "Diagonal", FormatLength(Content.Measures.Diagonal), {"Of the bounding box of the rest pose."},
		EBetter::Neither);
	AddRow(Out, "Character file", FormatBytes(Content.Character.Bytes().size()),
		{"All levels, skins, clips and bounds; read in place at run time."}, EBetter::Smaller);
	if (Content.Figures.Seconds > 0.0)
	{
		AddRow(Out, "Time", FormatSeconds(Content.Figures.Seconds),
			{"Wall-clock time of all stages; depends on the machine."}, EBetter::Smaller);
	}
}

void AddPoseTable(FHtml& Out, const FReportContent& Content)
{
	constexpr size_t MaxRows = 400;
	const FErrorMeasures& Error = *Content.Measures.Error;
	const FErrorMeasures* Blend = Content.Measures.BlendError ? &*Content.Measures.BlendError : nullptr;
	const std::vector<double>& Volumes = Content.Measures.VolumePercents;
	Out.Add("<h3>Poses</h3><p class=\"means\">RMS and largest distance, and normals, as above but for one pose. "
			"{}{}Smaller is better.</p>\n",
		Volumes.empty() ? "" : "Volume is relative to the example: 100 % is exact. ",
		Error.Poses.size() > MaxRows ? "The worst " + std::to_string(MaxRows) + " are listed. " : std::string());
	Out.Add(
		"<div class=\"table tall\" tabindex=\"0\"><table><thead><tr><th class=\"n\">#</th><th>pose</th><th "
		"class=\"n\">RMS</th><th class=\"n\">RMS length</th><th class=\"n\">largest</th><th class=\"n\">normals</th>");
	Out.Add("{}{}</tr></thead><tbody>\n", Volumes.empty() ? FMarkup() : FMarkup{"<th class=\"n\">volume</th>"},
		Blend == nullptr ? FMarkup() : FMarkup{"<th class=\"n\">linear blend RMS</th>"});
	std::vector<size_t> Rows;
	for (size_t Pose = 0; Pose < Error.Poses.size(); ++Pose)
	{
		Rows.push_back(Pose);
	}
	const auto IsWorse = [&Error](size_t A, size_t B) { return Error.Poses[A].VertexRms > Error.Poses[B].VertexRms; };
	const size_t Worst = Rows.empty() ? 0 : *std::min_element(Rows.begin(), Rows.end(), IsWorse);
	if (Rows.size() > MaxRows)
	{
		std::stable_sort(Rows.begin(), Rows.end(), IsWorse);
		Rows.resize(MaxRows);
	}
	for (const size_t Pose : Rows)
	{
		const FPoseError& E = Error.Poses[Pose];
		Out.Add("<tr{}><td class=\"n\">{}</td><th scope=\"row\"><bdi>{}</bdi></th><td class=\"n\">{}</td><td "
				"class=\"n\">{}</td><td class=\"n\">{}</td><td class=\"n\">{}</td>",
			Pose == Worst ? FMarkup{" class=\"worst\""} : FMarkup(), std::to_string(Pose), Content.PoseNames[Pose],
			FormatPercent(E.VertexRms), FormatLength(0.01 * E.VertexRms * Content.Measures.Diagonal),
			FormatPercent(E.VertexMax), FormatNumber(E.NormalRms));
		if (!Volumes.empty())
		{
			Out.Add("<td class=\"n\">{}</td>", FormatPercent(Volumes[Pose]));
		}
		if (Blend != nullptr)
		{
			Out.Add("<td class=\"n\">{}</td>", FormatPercent(Blend->Poses[Pose].VertexRms));
		}
		Out.Add("</tr>\n");
	}
	Out.Add("</tbody></table></div>\n");
}

void AddLevelTable(FHtml& Out, const FReportContent& Content)
{
	const FCharacterView& Character = Content.Character.View();
	Out.Add("<h3>Levels</h3><p class=\"means\">Surface: RMS distance over the poses between the surfaces of this level "
			"and of the finest one, at the worst place. Texture: the same between places with equal texture "
			"coordinates. Bound: largest distance of any vertex in any pose within the joint limits, a conservative "
			"estimate. All are lengths; smaller is better. Used up to: height of the character on screen, in pixels, "
			"at which the surface is off by one pixel and textures by at most four; in parentheses, the same for the "
			"bound. Influences: of all rendered "
			"vertices; the build prints the count before UVs and normals split them.</p>\n");
	Out.Add("<div class=\"table\"><table><thead><tr><th>level</th><th class=\"n\">triangles</th><th "
			"class=\"n\">vertices</th>"
			"<th class=\"n\">influences</th><th class=\"n\">bones</th><th class=\"n\">surface</th><th "
			"class=\"n\">texture</th><th class=\"n\">bound</th><th class=\"n\">used up to</th></tr></thead><tbody>\n");
	for (size_t Level = 0; Level < Character.Levels.size(); ++Level)
	{
		const FMeshLevelView& Mesh = Character.Levels[Level];
		const std::span<const uint32_t> Offsets = Mesh.Skin.Offsets.empty() ? Mesh.Weights.Offsets : Mesh.Skin.Offsets;
		const double Bound = static_cast<double>(Mesh.ErrorBound);
		const std::string Chosen = Level == 0
			? "any size"
			: FormatCount(static_cast<size_t>((std::min)(Content.PixelSizes[Level], 1e6) + 0.5)) + " px (" +
				(Bound > 0.0
						? FormatCount(static_cast<size_t>((std::min)(Content.Measures.Height / Bound, 1e6) + 0.5)) +
							" px)"
						: "any)");
		Out.Add(
			"<tr><th scope=\"row\">LOD {}</th><td class=\"n\">{}</td><td class=\"n\">{}</td><td class=\"n\">{}</td><td "
			"class=\"n\">{}</td><td class=\"n\">{}</td><td class=\"n\">{}</td><td class=\"n\">{}</td><td "
			"class=\"n\">{}</td></tr>\n",
			std::to_string(Level), FormatCount(Mesh.Indices.size() / 3), FormatCount(Mesh.VertexCount()),
			FormatCount(Offsets.empty() ? 0 : Offsets.back()),
			FormatCount(Mesh.Bones.empty() ? Character.Skeleton.JointCount() : Mesh.Bones.size()),
			FormatLength(static_cast<double>(Mesh.SurfaceError)), FormatLength(static_cast<double>(Mesh.MeanError)),
			FormatLength(Bound), Chosen);
	}
	Out.Add("</tbody></table></div>\n");
}

void AddBoneTable(FHtml& Out, const FReportContent& Content)
{
	const FSkeletonView& Skeleton = Content.Character->Skeleton;
	const bool bKinds = Content.Figures.Bones.size() == Skeleton.JointCount();
	const bool bErrors = Content.Measures.HeldRms.size() == Skeleton.JointCount();
	Out.Add("<h3>Bones</h3><p class=\"means\">Vertices: those of the finest level for which this bone is dominant. "
			"{}{}</p>\n",
		bErrors ? "RMS: distance of these vertices over all poses; smaller is better. " : "",
		bKinds ? "Joint: in the examples, a ball rotates about all axes and a hinge about one. Gap: RMS distance over "
				 "the poses between the two bones\u2019 positions of their common joint; smaller is better."
			   : "");
	Out.Add(
		"<div class=\"table tall\" tabindex=\"0\"><table><thead><tr><th class=\"n\">#</th><th>bone</th><th>parent</th>"
		"<th class=\"n\">vertices</th>{}{}</tr></thead><tbody>\n",
		bErrors ? FMarkup{"<th class=\"n\">RMS</th>"} : FMarkup(),
		bKinds ? FMarkup{"<th>joint</th><th class=\"n\">gap</th>"} : FMarkup());
	for (size_t Joint = 0; Joint < Skeleton.JointCount(); ++Joint)
	{
		const int32_t Parent = Skeleton.Parents[Joint];
		const std::string_view ParentName = Parent == NoParent ? "\u2013" : Skeleton.Names[static_cast<size_t>(Parent)];
		Out.Add("<tr><td class=\"n\">{}</td><th scope=\"row\"><bdi>{}</bdi></th><td><bdi>{}</bdi></td><td "
				"class=\"n\">{}</td>",
			std::to_string(Joint), Skeleton.Names[Joint], ParentName,
			FormatCount(Content.Measures.HeldVertices[Joint]));
		if (bErrors)
		{
			Out.Add("<td class=\"n\">{}</td>",
				Content.Measures.HeldVertices[Joint] > 0 ? FormatPercent(Content.Measures.HeldRms[Joint]) : "\u2013");
		}
		if (bKinds)
		{
			Out.Add("<td>{}</td><td class=\"n\">{}</td>", Content.Figures.Bones[Joint].Kind,
				Parent == NoParent ? "\u2013" : FormatLength(Content.Figures.Bones[Joint].Gap));
		}
		Out.Add("</tr>\n");
	}
	Out.Add("</tbody></table></div>\n");
}

void AddStageTable(FHtml& Out, const FReportContent& Content)
{
	Out.Add("<h3>Stages</h3><p class=\"means\">Figures reported by each stage of the build.</p>\n<div "
			"class=\"table\"><table class=\"stages\"><thead><tr><th>stage</th><th "
			"class=\"n\">time</th><th>figures</th></tr></thead><tbody>\n");
	for (const FReportStage& Stage : Content.Figures.Stages)
	{
		std::string Figures;
		for (const auto& [Name, Value] : Stage.Figures)
		{
			Figures += (Figures.empty() ? "" : "; ") + Name + " " + Value;
		}
		Out.Add("<tr><th scope=\"row\"><bdi>{}</bdi></th><td class=\"n\">{}</td><td><bdi>{}</bdi></td></tr>\n",
			Stage.Name, FormatSeconds(Stage.Seconds) + (Stage.bCached ? ", cached" : ""), Figures);
	}
	Out.Add("</tbody></table></div>\n");
}

void AddPairs(FHtml& Out, const char* Heading, const std::vector<std::pair<std::string, std::string>>& Pairs)
{
	Out.Add("<h3>{}</h3><dl class=\"pairs card\">\n", Heading);
	for (const auto& [Key, Value] : Pairs)
	{
		Out.Add("<div><dt><bdi>{}</bdi></dt><dd><bdi>{}</bdi></dd></div>\n", Key, Value);
	}
	Out.Add("</dl>\n");
}

} // namespace ReportTables

FMarkup FormatNumbers(const FReportContent& Content)
{
	using namespace ReportTables;
	FHtml Out;
	Out.Add("<section id=\"numbers\"><h2>Numbers</h2>\n<p>Measured on the character as stored in its file, skinned as "
			"at run time.</p>\n<div class=\"table\"><table class=\"wide\"><thead><tr><th>figure</th><th "
			"class=\"n\">value</th><th>meaning</th><th>better</th></tr></thead><tbody>\n");
	if (Content.Measures.Error)
	{
		AddErrors(Out, Content);
		AddSkins(Out, Content);
	}
	AddSizes(Out, Content);
	Out.Add("</tbody></table></div>\n");
	if (Content.Measures.Error && !Content.Measures.Error->Poses.empty())
	{
		AddPoseTable(Out, Content);
	}
	AddLevelTable(Out, Content);
	AddBoneTable(Out, Content);
	if (!Content.Figures.Stages.empty())
	{
		AddStageTable(Out, Content);
	}
	return Out.Add("</section>\n").Take();
}

std::vector<FReportProblem> ListProblems(const FReportContent& Content)
{
	std::vector<FReportProblem> Out;
	for (const FExampleProblem& Problem : Content.Examples.Problems)
	{
		Out.push_back({Problem.Message, ""});
	}
	for (const FReportProblem& Problem : Content.Figures.Problems)
	{
		const bool bKnown = std::any_of(
			Out.begin(), Out.end(), [&Problem](const FReportProblem& Other) { return Other.What == Problem.What; });
		if (!bKnown)
		{
			Out.push_back(Problem);
		}
	}
	if (!Content.Measures.HasPoses())
	{
		Out.push_back({"The character has no clip with one frame per example, so errors could not be measured.",
			"Give all the examples it was built from, in the same order."});
	}
	return Out;
}

FMarkup FormatProblems(const FReportContent& Content)
{
	FHtml Out;
	Out.Add("<section id=\"problems\"><h2>Problems and remedies</h2>\n");
	const std::vector<FReportProblem> Problems = ListProblems(Content);
	if (Problems.empty())
	{
		Out.Add("<p>None were found in {} of {} and {}.</p>\n",
			FormatCountOf(Content.Examples.PoseCount(), "pose", "poses"),
			FormatCountOf(Content.Examples.PointCount(), "point", "points"),
			FormatCountOf(Content.Examples.Rest.Triangles.size(), "triangle", "triangles"));
		return Out.Add("</section>\n").Take();
	}
	Out.Add("<p>None of these stopped the build. Each entry says what was done or what to do.</p>\n<ul "
			"class=\"problems\">\n");
	for (const FReportProblem& Problem : Problems)
	{
		Out.Add("<li><p><bdi>{}</bdi></p>", Problem.What);
		if (!Problem.Remedy.empty())
		{
			Out.Add("<p>Remedy: <bdi>{}</bdi></p>", Problem.Remedy);
		}
		Out.Add("</li>\n");
	}
	return Out.Add("</ul></section>\n").Take();
}

FMarkup FormatProvenance(const FReportContent& Content)
{
	using namespace ReportTables;
	FHtml Out;
	Out.Add("<section id=\"made\"><h2>Provenance</h2>\n<p>Everything needed to rebuild this character from its "
			"examples.</p>\n");
	if (!Content.Figures.Options.empty())
	{
		AddPairs(Out, "Options", Content.Figures.Options);
	}
	std::vector<std::pair<std::string, std::string>> Entries;
	for (const auto& Entry : Content.Character->Provenance)
	{
		// The figures have more detail on options.
		if (Content.Figures.Options.empty() || !Entry.Key.starts_with("options."))
		{
			Entries.emplace_back(Entry.Key, Entry.Value);
		}
	}
	Entries.emplace_back("report", "Exemplar " EXEMPLAR_VERSION);
	if (!Content.Pictures.Device.empty())
	{
		Entries.emplace_back("pictures rendered by", Content.Pictures.Device);
	}
	AddPairs(Out, "Source", Entries);
	return Out.Add("</section>\n").Take();
}

} // namespace Exemplar

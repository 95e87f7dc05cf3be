// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Report/ReportPage.h"

#include "Files/NumberFormat.h"
#include "Gpu/DebugColors.h"
#include "Report/ReportPlots.h"
#include "Report/ReportStyle.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

namespace Exemplar
{
namespace ReportPages
{

/** Percent of the diagonal: smaller errors are rounding. */
constexpr double Nothing = 1e-4;

/** Percent of the diagonal: smaller errors are invisible and not worth a bone. */
constexpr double VisibleError = 0.05;

std::string ColorOf(const FFloat3& Color)
{
	const auto Byte = [](float X) { return static_cast<unsigned>(std::clamp(X, 0.0f, 1.0f) * 255.0f + 0.5f); };
	char Text[16];
	std::snprintf(Text, sizeof(Text), "#%02x%02x%02x", Byte(Color.X), Byte(Color.Y), Byte(Color.Z));
	return Text;
}

/** A name from a file, isolated so that right-to-left text does not affect its surroundings. */
FMarkup Name(std::string_view Text)
{
	return FHtml().Add("<bdi>{}</bdi>", Text).Take();
}

void AddImage(FHtml& Out, const FReportPicture& Picture, const std::string& Alt)
{
	Out.Add("<img src=\"{}\" width=\"{}\" height=\"{}\" alt=\"{}\">", MakeDataUri("image/jpeg", Picture.Jpeg),
		std::to_string(Picture.Width), std::to_string(Picture.Height), Alt);
}

void AddFigure(FHtml& Out, const FReportPicture& Picture, const std::string& Alt, const FMarkup& Caption)
{
	Out.Add("<figure>");
	AddImage(Out, Picture, Alt);
	Out.Add("<figcaption>{}</figcaption></figure>\n", Caption);
}

/** A note in place of missing pictures. */
void AddMissing(FHtml& Out, const FReportContent& Content, const char* What)
{
	Out.Add("<p class=\"note\">{} not available. {}</p>\n", What, Content.Pictures.Missing);
}

std::string PercentAndLength(const FReportContent& Content, double Percent)
{
	return FormatPercent(Percent) + " (" + FormatLength(0.01 * Percent * Content.Measures.Diagonal) + ")";
}

size_t WorstOnAverage(const FErrorMeasures& Error)
{
	return static_cast<size_t>(std::max_element(Error.Poses.begin(), Error.Poses.end(),
								   [](const FPoseError& A, const FPoseError& B) { return A.VertexRms < B.VertexRms; }) -
		Error.Poses.begin());
}

/** The summary that the rest of the page explains. */
void AddLead(FHtml& Out, const FReportContent& Content)
{
	const FCharacterMeasures& Measures = Content.Measures;
	const std::string Bones = FormatCountOf(Content.Character->Skeleton.JointCount(), "bone", "bones");
	if (!Measures.Error || Measures.Error->Poses.empty())
	{
		Out.Add("<p class=\"lead\"><b>{}</b> move {}. The character has no clip with one frame per example, so it "
				"could not be compared with them.</p>\n",
			Bones, FormatCountOf(Content.Character->Levels[0].VertexCount(), "vertex", "vertices"));
		return;
	}
	const FErrorMeasures& Error = *Measures.Error;
	const size_t Worst = WorstOnAverage(Error);
	const char* Reproduce = Content.Character->Skeleton.JointCount() == 1 ? "reproduces" : "reproduce";
	if (Error.VertexMax < Nothing)
	{
		Out.Add("<p class=\"lead\"><b>{}</b> {} <b>{}</b> exactly, up to rounding.</p>\n", Bones, Reproduce,
			FormatCountOf(Error.Poses.size(), "pose", "poses"));
		return;
	}
	Out.Add("<p class=\"lead\"><b>{}</b> {} <b>{}</b> with an RMS error of <b>{}</b> of the diagonal ({} of {}). ",
		Bones, Reproduce, FormatCountOf(Error.Poses.size(), "pose", "poses"), FormatPercent(Error.VertexRms),
		FormatLength(0.01 * Error.VertexRms * Measures.Diagonal), FormatLength(Measures.Diagonal));
	if (Error.Poses.size() > 1)
	{
		Out.Add("The worst pose is <b>{}</b> with {}. ", Name(Content.PoseNames[Worst]),
			FormatPercent(Error.Poses[Worst].VertexRms));
	}
	Out.Add("The largest error of a single vertex is <b>{}</b>{}.</p>\n", PercentAndLength(Content, Error.VertexMax),
		Error.Poses.size() > 1 && Error.WorstPose != Worst
			? FHtml().Add(", in {}", Name(Content.PoseNames[Error.WorstPose])).Take()
			: FMarkup());
}

void AddTile(FHtml& Out, const std::string& Label, const std::string& Value, const std::string& Remark)
{
	Out.Add("<div><dt>{}</dt><dd>{}<small>{}</small></dd></div>\n", Label, Value, Remark);
}

void AddTiles(FHtml& Out, const FReportContent& Content)
{
	const FCharacterView& Character = Content.Character.View();
	const FCharacterMeasures& Measures = Content.Measures;
	Out.Add("<dl class=\"tiles\">\n");
	if (Measures.Error)
	{
		AddTile(Out, "RMS error",
			Measures.Error->VertexRms < Nothing ? "none" : FormatPercent(Measures.Error->VertexRms),
			FormatLength(0.01 * Measures.Error->VertexRms * Measures.Diagonal));
		AddTile(Out, "Largest distance",
			Measures.Error->VertexMax < Nothing ? "none" : FormatPercent(Measures.Error->VertexMax),
			FormatLength(0.01 * Measures.Error->VertexMax * Measures.Diagonal));
	}
	AddTile(Out, "Bones", FormatCount(Character.Skeleton.JointCount()),
		"up to " + FormatCount(Measures.InfluenceCounts.empty() ? 0 : Measures.InfluenceCounts.size() - 1) +
			" influences per vertex");
	AddTile(Out, "Examples", FormatCount(Content.Examples.PoseCount()),
		FormatCountOf(Content.Examples.PointCount(), "point", "points"));
	const size_t Finest = Character.Levels.front().Indices.size() / 3,
				 Coarsest = Character.Levels.back().Indices.size() / 3;
	AddTile(Out, Character.Levels.size() == 1 ? "Level of detail" : "Levels of detail",
		FormatCount(Character.Levels.size()),
		Character.Levels.size() == 1 ? FormatCountOf(Finest, "triangle", "triangles")
									 : FormatCount(Finest) + " to " + FormatCount(Coarsest) + " triangles");
	AddTile(Out, "Character file", FormatBytes(Content.Character.Bytes().size()), "skins, levels, clips");
	if (Content.Figures.Seconds > 0.0)
	{
		AddTile(Out, "Built in", FormatSeconds(Content.Figures.Seconds),
			FormatCountOf(Content.Figures.Times.size(), "stage", "stages"));
	}
	Out.Add("</dl>\n");
}

void AddFacts(FHtml& Out, const FReportContent& Content)
{
	const FCharacterMeasures& Measures = Content.Measures;
	const FReportFigures& Figures = Content.Figures;
	Out.Add("<ul class=\"facts\">\n");
	if (Measures.Error && Measures.BlendError)
	{
		const double Own = Measures.Error->VertexRms, Blend = Measures.BlendError->VertexRms;
		const bool bSame = std::abs(Own - Blend) <= (std::max)(1e-3 * Blend, Nothing);
		const bool bLeftOut = Measures.Operator == ESkinOperator::AnimationSpace && Figures.LeftOutRms > 0.0 &&
			Figures.BlendLeftOutRms > 0.0; // held-out poses are measured on the skin that was fitted
		if (!bSame)
		{
			Out.Add("<li>With {}, the character is {} the examples than linear blending: {} instead of {}",
				DescribeOperator(Measures.Operator), Own < Blend ? "closer to" : "farther from", FormatPercent(Own),
				FormatPercent(Blend));
			if (bLeftOut)
			{
				Out.Add("; on held-out poses, {} instead of {}", FormatPercent(Figures.LeftOutRms),
					FormatPercent(Figures.BlendLeftOutRms));
			}
			Out.Add(".</li>\n");
		}
		else if (bLeftOut) // otherwise no skin was fitted and there is only linear blending
		{
			Out.Add("<li>With {}, the character is as close to the examples as linear blending: {}; on held-out poses, "
					"{}.</li>\n",
				DescribeOperator(Measures.Operator), FormatPercent(Own), FormatPercent(Figures.LeftOutRms));
		}
	}
	const FCharacterView& Character = Content.Character.View();
	const auto Farthest = std::max_element(Measures.HeldRms.begin(), Measures.HeldRms.end());
	if (Measures.HeldRms.size() > 1 && *Farthest > Nothing)
	{
		const size_t Worst = static_cast<size_t>(Farthest - Measures.HeldRms.begin());
		Out.Add("<li>Largest error: vertices of {}, {} on average.{}</li>\n", Name(Character.Skeleton.Names[Worst]),
			PercentAndLength(Content, Measures.HeldRms[Worst]),
			*Farthest > VisibleError ? " More bones would help most there." : "");
	}
	if (Character.Levels.size() > 1)
	{
		Out.Add("<li>{}, down to {}; the coarsest suits a character about {} pixels tall.</li>\n",
			FormatCountOf(Character.Levels.size(), "level", "levels") + " of detail",
			FormatCountOf(Character.Levels.back().Indices.size() / 3, "triangle", "triangles"),
			FormatCount(static_cast<size_t>((std::min)(Content.PixelSizes.back(), 1e6) + 0.5)));
	}
	const size_t Problems = ListProblems(Content).size();
	if (Problems == 0)
	{
		Out.Add("<li>No problems were found.</li>\n");
	}
	else
	{
		Out.Add("<li><a href=\"#problems\">{}</a>; remedies are listed with {}.</li>\n",
			FormatCountOf(Problems, "problem was found", "problems were found"), Problems == 1 ? "it" : "them");
	}
	Out.Add("</ul>\n");
}

/** The color bar of distances, with its numbers in both units. */
void AddErrorScale(FHtml& Out, const FReportContent& Content)
{
	std::string Stops;
	for (int I = 0; I <= 16; ++I)
	{
		Stops += I == 0 ? "" : ",";
		Stops += ColorOf(DebugRamp(static_cast<float>(I) / 16.0f));
	}
	Out.Add("<div class=\"scale\"><i style=\"background:linear-gradient(90deg,{})\"></i><ol>", Stops);
	for (int I = 0; I <= 4; ++I)
	{
		const double Meters = 0.25 * I * Content.RampEnd;
		Out.Add("<li>{}{}</li>", I == 4 ? "\u2265\u202f" : "", I == 0 ? std::string("0") : FormatLength(Meters));
	}
	Out.Add("</ol><p>Distance of each vertex from its position in the example. Red is {} of the diagonal or more{}. "
			"The largest distance is {}.</p></div>\n",
		FormatPercent(100.0 * Content.RampEnd / Content.Measures.Diagonal),
		Content.Measures.TypicalLargest > 0.5 * Content.RampEnd
			? ", reached by about one in 200 vertices over all poses"
			: ", reached by fewer than one in 200 vertices",
		FormatLength(0.01 * Content.Measures.Error->VertexMax * Content.Measures.Diagonal));
}

void AddPoses(FHtml& Out, const FReportContent& Content)
{
	Out.Add("<section id=\"poses\"><h2>Examples and character</h2>\n");
	if (!Content.Measures.Error || Content.Measures.Error->Poses.empty())
	{
		Out.Add(
			"<p>The character has no clip with one frame per example, so there is nothing to compare.</p></section>\n");
		return;
	}
	Out.Add("<p>Each row shows one pose: the example as imported, the character posed by its bones, and the character "
			"colored by its distance from the example. Blue = accurate. Clusters of warm colors show where bones or "
			"influences are missing.</p>\n");
	if (Content.Pictures.Poses.empty())
	{
		AddMissing(Out, Content, "Comparison with the examples");
		Out.Add("</section>\n");
		return;
	}
	AddErrorScale(Out, Content);
	for (const FPosePictures& Pose : Content.Pictures.Poses)
	{
		const std::string& PoseName = Content.PoseNames[Pose.Chosen.Pose];
		const FPoseError& Error = Content.Measures.Error->Poses[Pose.Chosen.Pose];
		Out.Add("<div class=\"card\"><h3>{}: {}</h3><div class=\"three\">\n", Name(PoseName), Pose.Chosen.Why);
		AddFigure(Out, Pose.Example, "Example of pose " + PoseName, {"Example"});
		AddFigure(Out, Pose.Character, "Character in pose " + PoseName, {"Character"});
		AddFigure(Out, Pose.Error, "Distance between the two in pose " + PoseName,
			FHtml()
				.Add("Distance: <b>{}</b> RMS, <b>{}</b> maximum", PercentAndLength(Content, Error.VertexRms),
					PercentAndLength(Content, Error.VertexMax))
				.Take());
		Out.Add("</div></div>\n");
	}
	if (!Content.Pictures.Film.empty())
	{
		const size_t Worst = WorstOnAverage(*Content.Measures.Error);
		const size_t Shown = Content.Pictures.Film.size(), All = Content.Measures.Error->Poses.size();
		Out.Add("<div class=\"card\"><h3>{}</h3><div class=\"film\">\n",
			Shown == All ? "All poses, on the same scale"
						 : FormatCount(Shown) + " of " + FormatCount(All) + " poses, on the same scale");
		for (const auto& [Pose, Picture] : Content.Pictures.Film)
		{
			Out.Add("<figure{}>", Pose == Worst ? FMarkup{" class=\"worst\""} : FMarkup());
			AddImage(Out, Picture, "Distance from the example in pose " + Content.PoseNames[Pose]);
			Out.Add("<figcaption>{} <b>{}</b></figcaption></figure>\n", Name(Content.PoseNames[Pose]),
				FormatPercent(Content.Measures.Error->Poses[Pose].VertexRms));
		}
		Out.Add("</div></div>\n");
	}
	Out.Add("</section>\n");
}

void AddSkeleton(FHtml& Out, const FReportContent& Content)
{
	const auto CountOf = [&Content](const char* Kind)
	{
		return static_cast<size_t>(std::count_if(Content.Figures.Bones.begin(), Content.Figures.Bones.end(),
			[Kind](const FReportBone& Bone) { return Bone.Kind == Kind; }));
	};
	Out.Add("<section id=\"skeleton\"><h2>Skeleton</h2>\n<p>Found from the motion of the surface: {}",
		FormatCountOf(Content.Character->Skeleton.JointCount(), "bone", "bones"));
	if (CountOf("ball") > 0)
	{
		Out.Add(", {}", FormatCountOf(CountOf("ball"), "ball joint", "ball joints"));
	}
	if (CountOf("hinge") > 0)
	{
		Out.Add(", {}", FormatCountOf(CountOf("hinge"), "hinge", "hinges"));
	}
	Out.Add(". Bones should lie inside the parts they move, and joints should be where the body bends.</p>\n");
	if (Content.Pictures.Skeleton.empty())
	{
		AddMissing(Out, Content, "Pictures of the skeleton");
	}
	else
	{
		Out.Add("<div class=\"card two\">\n");
		for (size_t I = 0; I < Content.Pictures.Skeleton.size(); ++I)
		{
			AddFigure(Out, Content.Pictures.Skeleton[I], I == 0 ? "Bones at rest" : "Bones in a pose",
				{I == 0 ? "At rest" : "In the most extreme pose"});
		}
		Out.Add("</div>\n");
	}
	Out.Add("</section>\n");
}

void AddWeights(FHtml& Out, const FReportContent& Content)
{
	const FReportPictures& Pictures = Content.Pictures;
	Out.Add("<section id=\"weights\"><h2>Weights</h2>\n<p>Regions of one color should be connected and end where the "
			"body bends. Vertices should have few influences where the body is stiff, and more around joints.</p>\n");
	if (Pictures.Bones.empty())
	{
		AddMissing(Out, Content, "Pictures of the weights");
		Out.Add("</section>\n");
		return;
	}
	Out.Add("<div class=\"halves\"><div class=\"card\"><h3>Dominant bone</h3><div "
			"class=\"two\">\n");
	for (size_t I = 0; I < Pictures.Bones.size(); ++I)
	{
		AddFigure(Out, Pictures.Bones[I], "Vertices colored by dominant bone", {I == 0 ? "Front" : "Back"});
	}
	Out.Add("</div><ul class=\"swatches\">");
	const FSkeletonView& Skeleton = Content.Character->Skeleton;
	constexpr size_t MaxSwatches = 80;
	for (uint32_t Joint = 0; Joint < (std::min)(Skeleton.JointCount(), MaxSwatches); ++Joint)
	{
		Out.Add(
			"<li><i style=\"background:{}\"></i>{}</li>", ColorOf(DebugCategory(Joint)), Name(Skeleton.Names[Joint]));
	}
	if (Skeleton.JointCount() > MaxSwatches)
	{
		Out.Add("<li>and {} more</li>", FormatCount(Skeleton.JointCount() - MaxSwatches));
	}
	Out.Add("</ul></div>\n<div class=\"card\"><h3>Influences per vertex</h3><div class=\"two\">\n");
	for (size_t I = 0; I < Pictures.Influences.size(); ++I)
	{
		AddFigure(Out, Pictures.Influences[I], "Vertices colored by number of influences", {I == 0 ? "Front" : "Back"});
	}
	Out.Add("</div><ol class=\"steps\">");
	const uint32_t Steps = (std::max)(Pictures.MaxInfluences, 2u);
	for (uint32_t Count = 1; Count <= Steps; ++Count)
	{
		Out.Add("<li><i style=\"background:{}\"></i>{}</li>",
			ColorOf(DebugRamp(static_cast<float>(Count - 1) / static_cast<float>(Steps - 1))), std::to_string(Count));
	}
	Out.Add("</ol></div></div></section>\n");
}

FMarkup CaptionOfLevel(const FReportContent& Content, size_t Level)
{
	const FMeshLevelView& Mesh = Content.Character->Levels[Level];
	FHtml Out;
	Out.Add("<b>LOD {}</b> \u00b7 {}", std::to_string(Level),
		FormatCountOf(Mesh.Indices.size() / 3, "triangle", "triangles"));
	if (Level > 0)
	{
		Out.Add("<br>error {}", FormatLength(static_cast<double>(ChoiceError(Mesh))));
	}
	return Out.Take();
}

void AddLevels(FHtml& Out, const FReportContent& Content)
{
	const std::vector<FLevelPictures>& Levels = Content.Pictures.Levels;
	if (Content.Character->Levels.size() == 1)
	{
		Out.Add("<section id=\"levels\"><h2>Levels of detail</h2>\n<p>The character has one level, {}.</p></section>\n",
			FormatCountOf(Content.Character->Levels[0].Indices.size() / 3, "triangle", "triangles"));
		return;
	}
	Out.Add("<section id=\"levels\"><h2>Levels of detail</h2>\n<p>Each level is skinned and posed like the finest one. "
			"At run time the coarsest level with an error below one pixel is used; the sizes below follow from "
			"that.</p>\n");
	if (Levels.empty())
	{
		AddMissing(Out, Content, "Pictures of the levels");
		Out.Add("</section>\n");
		return;
	}
	Out.Add("<div class=\"card\"><h3>Triangles</h3><div class=\"strip\">\n");
	for (size_t Level = 0; Level < Levels.size(); ++Level)
	{
		AddFigure(Out, Levels[Level].Wireframe, "Level " + std::to_string(Level) + " with its triangles",
			CaptionOfLevel(Content, Level));
	}
	Out.Add("</div></div>\n<div class=\"card\"><h3>At the size where each level is used</h3><p class=\"means\">In each "
			"pair, the finest level is on the left and the coarser one on the right, at actual size. They should look "
			"the same.</p><div "
			"class=\"sizes\">\n");
	for (size_t Level = 1; Level < Levels.size(); ++Level)
	{
		if (!Levels[Level].Finest || !Levels[Level].Shown)
		{
			continue;
		}
		const double Chosen = Content.PixelSizes[Level];
		Out.Add("<figure><div class=\"pair\">");
		AddImage(Out, *Levels[Level].Finest, "The finest level at the same size");
		AddImage(Out, *Levels[Level].Shown, "Level " + std::to_string(Level) + " at the size where it is used");
		Out.Add("</div><figcaption><b>LOD {}</b> \u00b7 up to {} pixels tall", std::to_string(Level),
			Chosen < 1e6 ? FormatCount(static_cast<size_t>(Chosen + 0.5)) : std::string("any number of"));
		if (Chosen > double{MaxPreviewPixels})
		{
			Out.Add(", shown at {}", std::to_string(MaxPreviewPixels));
		}
		Out.Add("</figcaption></figure>\n");
	}
	Out.Add("</div></div></section>\n");
}

void AddPlot(FHtml& Out, const char* Heading, const FMarkup& Plot, const FMarkup& Caption)
{
	Out.Add("<figure><h3>{}</h3>{}<figcaption>{}</figcaption></figure>\n", Heading, Plot, Caption);
}

void AddPlots(FHtml& Out, const FReportContent& Content)
{
	const FCharacterMeasures& Measures = Content.Measures;
	const FCharacterView& Character = Content.Character.View();
	Out.Add("<section id=\"plots\"><h2>Plots</h2>\n<p>Distances are in percent of the diagonal of the rest pose\u2019s "
			"bounding box, {}. Hover over a mark to see its values.</p>\n<div class=\"plots\">\n",
		FormatLength(Measures.Diagonal));
	if (Measures.Error && !Measures.Error->Poses.empty())
	{
		AddPlot(Out, "Error by pose", PlotErrorByPose(Measures, Content.PoseNames),
			FHtml()
				.Add("RMS over all points; smaller is better. <i class=\"key bad\"></i>worst pose{}",
					Measures.BlendError ? FMarkup{" <i class=\"key mark\"></i>linear blending with the same bones"}
										: FMarkup())
				.Take());
	}
	if (!Content.Figures.BoneCurve.empty())
	{
		const double Reached = Measures.Error ? Measures.Error->VertexRms : NAN;
		AddPlot(Out, "Error by bone count",
			PlotErrorByBones(Content.Figures.BoneCurve, Character.Skeleton.JointCount(), Reached),
			FHtml()
				.Add("<i class=\"key c1\"></i>rigid clusters, before blending: where the curve flattens, more bones "
					 "gain little. <i class=\"key mark\"></i>{} chosen <i class=\"key c3\"></i>finished character",
					FormatCount(Character.Skeleton.JointCount()))
				.Take());
	}
	if (Character.Levels.size() > 1)
	{
		AddPlot(Out, "Error by triangle count",
			PlotErrorByTriangles(Character, Measures.Diagonal, Content.Figures.TriangleCurve),
			FHtml()
				.Add("Numbers are levels. <i class=\"key c1\"></i>RMS over poses at the worst vertex <i class=\"key "
					 "c2\"></i>bound for all valid poses{}",
					Content.Figures.TriangleCurve.empty()
						? FMarkup()
						: FMarkup{" <i class=\"key pale\"></i>error of each simplification step"})
				.Take());
	}
	if (!Measures.Quantiles.empty())
	{
		AddPlot(Out, "Distances", PlotDistances(Measures),
			FHtml()
				.Add("Fraction of all points in all poses within each distance. The curve ends at {}, which one in 200 "
					 "points exceeds; the largest is {}.",
					FormatLength(Measures.TypicalLargest), FormatLength(Measures.Quantiles.back()))
				.Take());
	}
	if (Measures.InfluenceCounts.size() > 1)
	{
		AddPlot(Out, "Influences", PlotInfluences(Measures.InfluenceCounts),
			FHtml()
				.Add("Vertices of the finest level by number of influences; {} on average. Fewer are faster.{}",
					FormatNumber(Measures.MeanInfluences),
					Character.Levels[0].GeomorphTargets.empty()
						? ""
						: " These include the influences of the next level, which a vertex morphs into.")
				.Take());
	}
	if (Content.Figures.Seconds > 0.0)
	{
		AddPlot(Out, "Time by stage", PlotStages(Content.Figures.Times),
			FHtml().Add("Wall-clock seconds; {} in total.", FormatSeconds(Content.Figures.Seconds)).Take());
	}
	Out.Add("</div></section>\n");
}

} // namespace ReportPages

std::string FormatReportPage(const FReportContent& Content)
{
	using namespace ReportPages;
	const std::string_view Title = Content.Character->Name;
	FHtml Out;
	// The page is self-contained: nothing may be fetched or run.
	Out.Add("<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\n"
			"<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; img-src data:; style-src "
			"'unsafe-inline'\">\n<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
			"<meta name=\"color-scheme\" content=\"light dark\">\n<title>{} \u2013 character report</title>\n"
			"<link rel=\"icon\" href=\"data:,\">\n<style>{}</style></head><body>\n",
		Title, FMarkup{ReportStyleSheet});
	Out.Add("<header>\n<p class=\"kind\">Character report</p><h1>{}</h1>\n", Name(Title));
	AddLead(Out, Content);
	if (Content.Pictures.Hero)
	{
		Out.Add("<figure class=\"hero\">");
		AddImage(Out, *Content.Pictures.Hero, "The character in poses from its examples");
		Out.Add("<figcaption>The character in the most varied poses of its examples.</figcaption></figure>\n");
	}
	else
	{
		AddMissing(Out, Content, "Picture of the character");
	}
	AddTiles(Out, Content);
	AddFacts(Out, Content);
	Out.Add("</header>\n<nav aria-label=\"Sections\"><ul><li><a href=\"#poses\">Examples</a></li><li><a "
			"href=\"#skeleton\">Skeleton</a></li><li><a href=\"#weights\">Weights</a></li><li><a "
			"href=\"#levels\">Levels</a></li><li><a href=\"#correctives\">Correctives</a></li><li><a "
			"href=\"#plots\">Plots</a></li><li><a href=\"#numbers\">Numbers</a></li><li><a "
			"href=\"#problems\">Problems</a></li><li><a href=\"#made\">Provenance</a></li></ul></nav>\n<main>\n");
	AddPoses(Out, Content);
	AddSkeleton(Out, Content);
	AddWeights(Out, Content);
	AddLevels(Out, Content);
	Out.Add("{}", FormatCorrectives(Content));
	AddPlots(Out, Content);
	Out.Add("{}{}{}</main>\n", FormatNumbers(Content), FormatProblems(Content), FormatProvenance(Content));
	Out.Add(
		"<footer>Exemplar turns example meshes of a character into a game-ready character.</footer>\n</body></html>\n");
	return Out.Take().Text;
}

} // namespace Exemplar

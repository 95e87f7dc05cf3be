// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Character/CorrectiveDeltas.h"
#include "Files/NumberFormat.h"
#include "Pose/ClipSampling.h"
#include "Posing/CharacterPoser.h"
#include "Report/ReportPage.h"

#include <algorithm>
#include <cmath>

namespace Exemplar
{
namespace CorrectiveReports
{

constexpr size_t MostRows = 100;

std::string Place(double Value)
{
	char Text[24];
	std::snprintf(Text, sizeof(Text), "%.1f", Value);
	return Text;
}

/** The weight of every corrective in every frame of all clips; of several shapes the one that is largest there. */
std::vector<std::vector<float>> PlayWeights(const FCharacter& Character)
{
	const auto& Rows = Character->Correctives.Correctives;
	std::vector<std::vector<float>> Out(Rows.size());
	const TResult<FCharacterPoser> Poser = FCharacterPoser::Make(Character);
	FCharacterPose Posed;
	if (!Poser)
	{
		return Out;
	}
	Poser->Reset(Posed);
	for (const FClipView& Clip : Character->Clips)
	{
		for (uint32_t Frame = 0; Frame < Clip.FrameCount; ++Frame)
		{
			Posed.Local = SampleFrame(Character->Skeleton, Clip, static_cast<float>(Frame));
			if (!Poser->Pose(Posed))
			{
				return std::vector<std::vector<float>>(Rows.size());
			}
			for (size_t Row = 0; Row < Rows.size(); ++Row)
			{
				float Largest = 0.0f;
				for (uint32_t Shape = Rows[Row].FirstShape; Shape < Rows[Row].FirstShape + Rows[Row].ShapeCount;
					 ++Shape)
				{
					const float Weight = Posed.ShapeWeights[Shape];
					Largest = std::abs(Weight) > std::abs(Largest) ? Weight : Largest;
				}
				Out[Row].push_back(Largest);
			}
		}
	}
	return Out;
}

/** A small curve of the weights. */
FMarkup PlotWeights(std::span<const float> Weights)
{
	if (Weights.empty())
	{
		return {"\u2013"};
	}
	const auto [Low, High] = std::minmax_element(Weights.begin(), Weights.end());
	const double Bottom = (std::min)(0.0, static_cast<double>(*Low)),
				 Top = (std::max)(1e-6, static_cast<double>(*High));
	const size_t Step = (std::max)(Weights.size() / 200, size_t{1});
	std::string Points;
	for (size_t Frame = 0; Frame < Weights.size(); Frame += Step)
	{
		const double Share =
			static_cast<double>(Frame) / static_cast<double>((std::max)(Weights.size() - 1, size_t{1}));
		Points += (Points.empty() ? "" : " ") + Place(160.0 * Share) + "," +
			Place(28.0 - 26.0 * (static_cast<double>(Weights[Frame]) - Bottom) / (Top - Bottom));
	}
	return FHtml()
		.Add("<svg viewBox=\"0 0 160 30\" width=\"160\" height=\"30\" role=\"img\" aria-label=\"weight over the clips, "
			 "from "
			 "{} to {}\"><polyline points=\"{}\" fill=\"none\" stroke=\"currentColor\"/></svg>",
			FormatNumber(static_cast<double>(*Low)), FormatNumber(static_cast<double>(*High)), Points)
		.Take();
}

struct FActs
{
	std::vector<uint32_t> Vertices;
	double Largest = 0.0; // meters
};

/** What correctives move on the finest level. */
std::vector<FActs> FindActs(const FCharacterView& Character)
{
	const TCorrectives<FViewed>& Model = Character.Correctives;
	std::vector<FActs> Out(Model.Correctives.size());
	std::vector<size_t> RowOf(Model.ShapeCount());
	for (size_t Row = 0; Row < Out.size(); ++Row)
	{
		std::fill_n(RowOf.begin() + Model.Correctives[Row].FirstShape, Model.Correctives[Row].ShapeCount, Row);
	}
	const TCorrectiveDeltas<FViewed>& Deltas = Character.Levels[0].Correctives;
	ForEachDelta(Deltas,
		[&](size_t Shape, uint32_t Vertex, size_t Index)
		{
			FActs& Acts = Out[RowOf[Shape]];
			Acts.Vertices.push_back(Vertex);
			Acts.Largest = (std::max)(Acts.Largest,
				static_cast<double>(Length(DecodeDelta(Deltas.Deltas[Index], Model.Shapes[Shape].DeltaScale))));
		});
	for (FActs& Acts : Out)
	{
		std::sort(Acts.Vertices.begin(), Acts.Vertices.end());
		Acts.Vertices.erase(std::unique(Acts.Vertices.begin(), Acts.Vertices.end()), Acts.Vertices.end());
	}
	return Out;
}

/** The character from the front as dots; those that a corrective moves are marked. */
FMarkup PlotActs(const FCharacterView& Character, const FActs& Acts)
{
	const FBox& Box = Character.RestBox;
	const double Scale =
		60.0 / (std::max)(1e-6, static_cast<double>((std::max)(Box.Max.Y - Box.Min.Y, Box.Max.X - Box.Min.X)));
	const auto Dot = [&](uint32_t Vertex)
	{
		const FFloat3& P = Character.Levels[0].Positions[Vertex];
		return "M" + Place(2.0 + Scale * static_cast<double>(P.X - Box.Min.X)) + " " +
			Place(2.0 + Scale * static_cast<double>(Box.Max.Y - P.Y)) + "h1";
	};
	const auto Few = [&Dot](size_t Count, size_t Most, const auto& Vertex)
	{
		std::string Out;
		const size_t Step = (std::max)(Count / Most, size_t{1});
		for (size_t Index = 0; Index < Count; Index += Step)
		{
			Out += Dot(Vertex(Index));
		}
		return Out;
	};
	return FHtml()
		.Add(
			"<svg viewBox=\"0 0 64 64\" width=\"64\" height=\"64\" role=\"img\" aria-label=\"where it acts\"><path "
			"d=\"{}\" "
			"stroke=\"#8888\" fill=\"none\"/><path d=\"{}\" stroke=\"#d40\" stroke-width=\"1.5\" fill=\"none\"/></svg>",
			Few(Character.Levels[0].VertexCount(), 400, [](size_t Index) { return static_cast<uint32_t>(Index); }),
			Few(Acts.Vertices.size(), 150, [&Acts](size_t Index) { return Acts.Vertices[Index]; }))
		.Take();
}

void AddGain(FHtml& Out, const FReportContent& Content)
{
	const FCharacterMeasures& Measures = Content.Measures;
	if (!Measures.Error || !Measures.PlainError)
	{
		return;
	}
	Out.Add("<div class=\"table\" tabindex=\"0\"><table><thead><tr><th></th><th class=\"n\">without</th><th "
			"class=\"n\">with</th></tr></thead><tbody>\n"
			"<tr><th scope=\"row\">RMS distance</th><td class=\"n\">{}</td><td class=\"n\">{}</td></tr>\n"
			"<tr><th scope=\"row\">largest distance</th><td class=\"n\">{}</td><td class=\"n\">{}</td></tr>\n"
			"<tr><th scope=\"row\">normals, RMS</th><td class=\"n\">{}</td><td class=\"n\">{}</td></tr>\n"
			"</tbody></table></div>\n",
		FormatPercent(Measures.PlainError->VertexRms), FormatPercent(Measures.Error->VertexRms),
		FormatPercent(Measures.PlainError->VertexMax), FormatPercent(Measures.Error->VertexMax),
		FormatNumber(Measures.PlainError->NormalRms), FormatNumber(Measures.Error->NormalRms));
}

/** Distances from the example without and with correctives, side by side. */
void AddPictures(FHtml& Out, const FReportContent& Content)
{
	for (const FCorrectedPictures& Pose : Content.Pictures.Corrected)
	{
		Out.Add("<div class=\"card\"><div class=\"three\">");
		for (const bool bAfter : {false, true})
		{
			const FReportPicture& Picture = bAfter ? Pose.After : Pose.Before;
			const FErrorMeasures& Error = bAfter ? *Content.Measures.Error : *Content.Measures.PlainError;
			const char* What = bAfter ? "with correctives" : "without correctives";
			Out.Add(
				"<figure><img src=\"{}\" width=\"{}\" height=\"{}\" alt=\"Distance from the example {} in pose {}\">"
				"<figcaption><bdi>{}</bdi>, {}: {} RMS</figcaption></figure>\n",
				MakeDataUri("image/jpeg", Picture.Jpeg), std::to_string(Picture.Width), std::to_string(Picture.Height),
				What, Content.PoseNames[Pose.Pose], Content.PoseNames[Pose.Pose], What,
				FormatPercent(Error.Poses[Pose.Pose].VertexRms));
		}
		Out.Add("</div></div>\n");
	}
}

} // namespace CorrectiveReports

FMarkup FormatCorrectives(const FReportContent& Content)
{
	using namespace CorrectiveReports;
	const FCharacterView& Character = Content.Character.View();
	const auto& Rows = Character.Correctives.Correctives;
	FHtml Out;
	Out.Add("<section id=\"correctives\"><h2>Correctives</h2>\n");
	if (Rows.empty() || Character.Levels.empty())
	{
		Out.Add("<p>The character has none. <code>build --correctives</code> learns them from the examples, "
				"<code>exemplar corrective add</code> takes sculpts.</p></section>\n");
		return Out.Take();
	}
	Out.Add("<p>What moves the surface before skinning, so that it meets sculpts and examples. Errors are those of the "
			"drawn skin on the examples, without and with correctives.</p>\n");
	AddGain(Out, Content);
	AddPictures(Out, Content);
	const std::vector<std::vector<float>> Weights = PlayWeights(Content.Character);
	const std::vector<FActs> Acts = FindActs(Character);
	Out.Add("<div class=\"table tall\" tabindex=\"0\"><table><thead><tr><th>corrective</th><th>kind</th><th "
			"class=\"n\">strength</th><th class=\"n\">shapes</th><th class=\"n\">vertices</th><th "
			"class=\"n\">largest</th><th>where</th><th>weight over the clips</th></tr></thead><tbody>\n");
	for (size_t Row = 0; Row < (std::min)(Rows.size(), MostRows); ++Row)
	{
		const bool bLearned = (Rows[Row].Flags & CorrectiveLearned) != 0;
		const bool bOn = (Rows[Row].Flags & CorrectiveEnabled) != 0;
		Out.Add("<tr><th scope=\"row\"><bdi>{}</bdi></th><td>{}</td><td class=\"n\">{}</td><td class=\"n\">{}</td><td "
				"class=\"n\">{}</td><td class=\"n\">{}</td><td>{}</td><td>{}</td></tr>\n",
			Rows[Row].Name, bLearned ? "learned" : "sculpt",
			bOn ? FormatPercent(100.0 * static_cast<double>(Rows[Row].Strength)) : std::string("off"),
			FormatCount(Rows[Row].ShapeCount), FormatCount(Acts[Row].Vertices.size()), FormatLength(Acts[Row].Largest),
			PlotActs(Character, Acts[Row]), PlotWeights(Weights[Row]));
	}
	Out.Add("</tbody></table></div>\n");
	if (Rows.size() > MostRows)
	{
		Out.Add("<p>{} more are not listed.</p>\n", FormatCount(Rows.size() - MostRows));
	}
	Out.Add("</section>\n");
	return Out.Take();
}

} // namespace Exemplar

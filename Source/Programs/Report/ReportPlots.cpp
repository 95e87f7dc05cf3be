// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Report/ReportPlots.h"

#include "Files/NumberFormat.h"
#include "Files/PlotScale.h"

#include <algorithm>
#include <cmath>

namespace Exemplar
{
namespace ReportPlotting
{

constexpr double Width = 560.0, Height = 310.0, Left = 84.0, Right = 534.0, Top = 24.0, Bottom = 264.0;

std::string Px(double Value)
{
	return PlotPixels(Value);
}

/** Opens an SVG with an accessible label. */
void Open(FHtml& Out, const std::string& Label, double Tall = Height)
{
	Out.Add("<svg class=\"plot\" viewBox=\"0 0 {} {}\" role=\"img\" aria-label=\"{}\">", Px(Width), Px(Tall), Label);
}

void AddLine(FHtml& Out, const std::string& Class, double X1, double Y1, double X2, double Y2)
{
	Out.Add("<line class=\"{}\" x1=\"{}\" y1=\"{}\" x2=\"{}\" y2=\"{}\"/>", Class, Px(X1), Px(Y1), Px(X2), Px(Y2));
}

void AddText(FHtml& Out, const std::string& Anchor, double X, double Y, const std::string& Text)
{
	Out.Add("<text text-anchor=\"{}\" x=\"{}\" y=\"{}\">{}</text>", Anchor, Px(X), Px(Y), Text);
}

void AddYAxis(FHtml& Out, const FPlotScale& Y, const std::string& Label)
{
	for (const double Value : Y.Minors)
	{
		AddLine(Out, "minor", Left, Y.Place(Value), Right, Y.Place(Value));
	}
	for (const double Value : Y.Ticks)
	{
		AddLine(Out, "grid", Left, Y.Place(Value), Right, Y.Place(Value));
		AddText(Out, "end", Left - 8.0, Y.Place(Value) + 4.0, PlotTickText(Value));
	}
	Out.Add("<text class=\"label\" text-anchor=\"middle\" transform=\"translate(15 {}) rotate(-90)\">{}</text>",
		Px(0.5 * (Top + Bottom)), Label);
}

void AddXAxis(FHtml& Out, const FPlotScale& X, const std::string& Label)
{
	for (const double Value : X.Ticks)
	{
		AddLine(Out, "grid", X.Place(Value), Bottom, X.Place(Value), Bottom + 4.0);
		AddText(Out, "middle", X.Place(Value), Bottom + 19.0, PlotTickText(Value));
	}
	AddText(Out, "middle", 0.5 * (Left + Right), Bottom + 40.0, Label);
	AddLine(Out, "axis", Left, Bottom, Right, Bottom);
}

/** A bar with a tooltip. */
void AddBar(FHtml& Out, const std::string& Class, double X, double Y, double W, double H, const std::string& Title)
{
	Out.Add("<rect class=\"{}\" x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" rx=\"{}\"><title>{}</title></rect>", Class,
		Px(X), Px(Y), Px((std::max)(W, 0.5)), Px((std::max)(H, 0.0)), Px((std::min)(2.0, 0.25 * W)), Title);
}

void AddPath(FHtml& Out, const std::string& Class, const FPlotScale& X, const FPlotScale& Y,
	std::span<const std::pair<double, double>> Points)
{
	std::string Path;
	bool bPenDown = false;
	for (const auto& [A, B] : Points)
	{
		if (!X.Shows(A) || !Y.Shows(B))
		{
			bPenDown = false;
			continue;
		}
		Path += bPenDown ? 'L' : 'M';
		Path += Px(X.Place(A)) + " " + Px(Y.Place(B));
		bPenDown = true;
	}
	Out.Add("<path class=\"{}\" d=\"{}\"/>", Class, Path);
}

void AddDot(FHtml& Out, const std::string& Class, double X, double Y, const std::string& Title)
{
	Out.Add(
		"<circle class=\"{}\" cx=\"{}\" cy=\"{}\" r=\"4.5\"><title>{}</title></circle>", Class, Px(X), Px(Y), Title);
}

/** Truncates a text to the available room, counting UTF-8 characters. */
std::string Shorten(const std::string& Text, size_t Most)
{
	size_t Count = 0;
	for (size_t At = 0; At < Text.size(); ++At)
	{
		Count += (static_cast<unsigned char>(Text[At]) & 0xc0u) != 0x80u ? 1 : 0;
		if (Count > Most)
		{
			return Text.substr(0, At) + "\u2026";
		}
	}
	return Text;
}

/** The stride of labels so that Count of them fit. */
size_t LabelStride(size_t Count, size_t Most)
{
	size_t Stride = 1;
	for (size_t Step = 0; Count / Stride > Most; ++Step)
	{
		Stride = Step % 3 == 1 ? Stride / 2 * 5 : Stride * 2; // 1 2 5 10 20 50
	}
	return Stride;
}

} // namespace ReportPlotting

FMarkup PlotErrorByPose(const FCharacterMeasures& Measures, std::span<const std::string> Names)
{
	using namespace ReportPlotting;
	const std::vector<FPoseError>& Poses = Measures.Error->Poses;
	std::vector<double> Values = {0.0};
	for (size_t Pose = 0; Pose < Poses.size(); ++Pose)
	{
		Values.push_back(Poses[Pose].VertexRms);
		Values.push_back(Measures.BlendError ? Measures.BlendError->Poses[Pose].VertexRms : 0.0);
	}
	const double Most = *std::max_element(Values.begin(), Values.end());
	FHtml Out;
	Open(Out, "Error by pose");
	const FPlotScale Y = MakePlotScale(Values, false, 5.0, Bottom, Top);
	AddYAxis(Out, Y, "RMS distance, % of diagonal");
	const double Step = (Right - Left) / static_cast<double>((std::max)(Poses.size(), size_t{1}));
	const double Bar = Step * (Poses.size() > 80 ? 1.0 : 0.72);
	const size_t Stride = LabelStride(Poses.size(), Poses.size() > 1000 ? 8 : 14); // longer numbers
	FHtml OnTop;
	double Worst = 0.0;
	for (const FPoseError& Pose : Poses)
	{
		Worst = (std::max)(Worst, Pose.VertexRms);
	}
	for (size_t Pose = 0; Pose < Poses.size() && Most > 0.0; ++Pose)
	{
		const double X = Left + Step * (static_cast<double>(Pose) + 0.5);
		const double Tall = Bottom - Y.Place(Poses[Pose].VertexRms);
		std::string Title = Names[Pose] + ": RMS " + FormatPercent(Poses[Pose].VertexRms) + ", largest " +
			FormatPercent(Poses[Pose].VertexMax);
		if (Measures.BlendError)
		{
			Title += "; linear blending " + FormatPercent(Measures.BlendError->Poses[Pose].VertexRms);
		}
		const bool bWorst = Poses[Pose].VertexRms == Worst;
		const double Wide = bWorst ? (std::max)(Bar, 3.0) : Bar; // visible among thousands
		FHtml& To = bWorst ? OnTop : Out;
		AddBar(To, bWorst ? "bad" : "c1", X - 0.5 * Wide, Bottom - Tall, Wide, Tall, Title);
		if (Measures.BlendError)
		{
			const double At = Y.Place(Measures.BlendError->Poses[Pose].VertexRms);
			AddLine(To, "mark", X - 0.5 * Wide, At, X + 0.5 * Wide, At);
		}
		if (Pose % Stride == 0)
		{
			AddText(Out, "middle", X, Bottom + 19.0, std::to_string(Pose));
		}
	}
	Out.Add("{}", OnTop.Take());
	AddText(Out, "middle", 0.5 * (Left + Right), Bottom + 40.0, "pose (from 0)");
	AddLine(Out, "axis", Left, Bottom, Right, Bottom);
	return Out.Add("</svg>").Take();
}

FMarkup PlotErrorByBones(std::span<const double> Curve, size_t Chosen, double Reached)
{
	using namespace ReportPlotting;
	const size_t Last = (std::min)(Curve.size(), (std::max)(size_t{40}, 2 * Chosen));
	std::vector<std::pair<double, double>> Points;
	std::vector<double> Values = {Reached}, Counts = {static_cast<double>(Chosen)};
	for (size_t Count = 1; Count <= Last; ++Count)
	{
		Points.emplace_back(static_cast<double>(Count), Curve[Count - 1]);
		Values.push_back(Curve[Count - 1]);
		Counts.push_back(static_cast<double>(Count));
	}
	FHtml Out;
	Open(Out, "Error by bone count");
	const FPlotScale X = MakePlotScale(Counts, false, 6.0, Left, Right);
	const FPlotScale Y = MakePlotScale(Values, true, 5.0, Bottom, Top);
	AddYAxis(Out, Y, "RMS distance, % of diagonal");
	AddXAxis(Out, X, "bones");
	const double At = X.Place(static_cast<double>(Chosen));
	AddLine(Out, "mark", At, Top, At, Bottom);
	AddPath(Out, "line c1", X, Y, Points);
	if (Chosen >= 1 && Chosen <= Last && Y.Shows(Curve[Chosen - 1]))
	{
		AddDot(Out, "c1", At, Y.Place(Curve[Chosen - 1]),
			FormatCountOf(Chosen, "rigid cluster", "rigid clusters") + ": " + FormatPercent(Curve[Chosen - 1]));
	}
	if (Y.Shows(Reached))
	{
		AddDot(Out, "c3", At, Y.Place(Reached), "finished character: " + FormatPercent(Reached));
	}
	return Out.Add("</svg>").Take();
}

FMarkup PlotErrorByTriangles(
	const FCharacterView& Character, double Diagonal, std::span<const std::pair<double, double>> Stream)
{
	using namespace ReportPlotting;
	std::vector<std::pair<double, double>> Means, Bounds;
	std::vector<double> Counts, Values;
	for (const FMeshLevelView& Level : Character.Levels)
	{
		const double Triangles = static_cast<double>(Level.Indices.size() / 3);
		const float Error = ChoiceError(Level);
		Means.emplace_back(Triangles, 100.0 * static_cast<double>(Error) / Diagonal);
		Bounds.emplace_back(Triangles, 100.0 * static_cast<double>(Level.ErrorBound) / Diagonal);
		Counts.push_back(Triangles);
		Values.insert(Values.end(), {Means.back().second, Bounds.back().second});
	}
	// The stream's error starts far below that of the levels; one decade of it is shown.
	const double Least = Means.size() > 1 ? 0.1 * Means[1].second : 0.0;
	for (const auto& Point : Stream)
	{
		Values.push_back(Point.second >= Least && Point.first >= Counts.back() ? Point.second : NAN);
	}
	FHtml Out;
	Open(Out, "Error by triangle count");
	const FPlotScale X = MakePlotScale(Counts, true, 6.0, Left, Right);
	const FPlotScale Y = MakePlotScale(Values, true, 5.0, Bottom, Top);
	AddYAxis(Out, Y, "distance, % of diagonal");
	AddXAxis(Out, X, "triangles");
	std::vector<std::pair<double, double>> Inside;
	for (const auto& Point : Stream)
	{
		// Points outside the levels' range would be drawn outside the plot.
		if (X.Shows(Point.first) && Y.Shows(Point.second) && Y.Measure(Point.second) >= Y.Begin &&
			Y.Measure(Point.second) <= Y.End && X.Measure(Point.first) >= X.Begin && X.Measure(Point.first) <= X.End)
		{
			Inside.push_back(Point);
		}
	}
	AddPath(Out, "line thin", X, Y, Inside);
	for (const bool bMean : {false, true})
	{
		const auto& Points = bMean ? Means : Bounds;
		AddPath(Out, bMean ? "line c1" : "line c2", X, Y, Points);
		for (size_t Level = 0; Level < Points.size(); ++Level)
		{
			if (X.Shows(Points[Level].first) && Y.Shows(Points[Level].second))
			{
				const double Across = X.Place(Points[Level].first), Up = Y.Place(Points[Level].second);
				AddDot(Out, bMean ? "c1" : "c2", Across, Up,
					"level " + std::to_string(Level) + ": " +
						FormatCountOf(static_cast<size_t>(Points[Level].first), "triangle", "triangles") + ", " +
						(bMean ? "error " : "bound ") + FormatPercent(Points[Level].second));
				AddText(Out, "middle", Across, Up - 10.0, std::to_string(Level));
			}
		}
	}
	return Out.Add("</svg>").Take();
}

FMarkup PlotDistances(const FCharacterMeasures& Measures)
{
	using namespace ReportPlotting;
	// Up to the end of the color scale; one in 200 points is beyond.
	const double Most = (std::max)(Measures.TypicalLargest, 1e-9 * Measures.Diagonal);
	std::vector<std::pair<double, double>> Points;
	for (size_t Percent = 0; Percent < Measures.Quantiles.size(); ++Percent)
	{
		Points.emplace_back(
			100.0 * (std::min)(Measures.Quantiles[Percent], Most) / Measures.Diagonal, static_cast<double>(Percent));
	}
	FHtml Out;
	Open(Out, "Distribution of distances");
	const FPlotScale X = MakePlotScale({0.0, 100.0 * Most / Measures.Diagonal}, false, 6.0, Left, Right);
	const FPlotScale Y = MakePlotScale({0.0, 100.0}, false, 5.0, Bottom, Top);
	AddYAxis(Out, Y, "points, %");
	AddXAxis(Out, X, "distance, % of diagonal");
	AddPath(Out, "line c1", X, Y, Points);
	for (const size_t Percent : {size_t{50}, size_t{90}})
	{
		if (Percent < Points.size())
		{
			const double Across = X.Place(Points[Percent].first), Up = Y.Place(Points[Percent].second);
			const std::string Text = std::to_string(Percent) + " % within " + FormatLength(Measures.Quantiles[Percent]);
			AddDot(Out, "c1", Across, Up, Text);
			AddText(Out, "start", Across + 12.0, Up + 14.0, Text);
		}
	}
	return Out.Add("</svg>").Take();
}

FMarkup PlotInfluences(std::span<const size_t> Counts)
{
	using namespace ReportPlotting;
	double Total = 0.0;
	for (const size_t Count : Counts)
	{
		Total += static_cast<double>(Count);
	}
	std::vector<double> Shares = {0.0};
	for (const size_t Count : Counts)
	{
		Shares.push_back(Total > 0.0 ? 100.0 * static_cast<double>(Count) / Total : 0.0);
	}
	FHtml Out;
	Open(Out, "Vertices by number of influences");
	const FPlotScale Y = MakePlotScale(Shares, false, 5.0, Bottom, Top);
	AddYAxis(Out, Y, "vertices, %");
	const size_t Bars = Counts.size() > 1 ? Counts.size() - 1 : 1;
	const double Step = (Right - Left) / static_cast<double>(Bars), Bar = (std::min)(0.7 * Step, 80.0);
	for (size_t Count = 1; Count < Counts.size(); ++Count)
	{
		const double X = Left + Step * (static_cast<double>(Count) - 0.5), Up = Y.Place(Shares[Count + 1]);
		AddBar(Out, "c1", X - 0.5 * Bar, Up, Bar, Bottom - Up,
			FormatCountOf(Counts[Count], "vertex", "vertices") + " with " +
				FormatCountOf(Count, "influence", "influences"));
		AddText(Out, "middle", X, Bottom + 19.0, std::to_string(Count));
		if (Bars <= 12)
		{
			AddText(Out, "middle", X, Up - 6.0, FormatPercent(Shares[Count + 1]));
		}
	}
	AddText(Out, "middle", 0.5 * (Left + Right), Bottom + 40.0, "influences per vertex");
	AddLine(Out, "axis", Left, Bottom, Right, Bottom);
	return Out.Add("</svg>").Take();
}

FMarkup PlotStages(std::span<const FReportStage> Stages)
{
	using namespace ReportPlotting;
	constexpr double Row = 26.0;
	constexpr size_t MaxLetters = 24;
	double Longest = 0.0, Names = Left, Words = 60.0; // room for names on the left, for seconds on the right
	for (const FReportStage& Stage : Stages)
	{
		Longest = (std::max)(Longest, Stage.Seconds);
		Names = (std::max)(Names, 14.0 + 8.0 * static_cast<double>((std::min)(Stage.Name.size(), MaxLetters)));
		Words = Stage.bCached ? 170.0 : Words;
	}
	FHtml Out;
	Open(Out, "Time by stage", Row * static_cast<double>(Stages.size()) + 12.0);
	for (size_t I = 0; I < Stages.size(); ++I)
	{
		const FReportStage& Stage = Stages[I];
		const double Y = 6.0 + Row * static_cast<double>(I);
		const double Length = Longest > 0.0 ? (Right - Names - Words) * Stage.Seconds / Longest : 0.0;
		AddText(Out, "end", Names - 8.0, Y + 17.0, Shorten(Stage.Name, MaxLetters));
		AddBar(Out, Stage.bCached ? "pale" : "c1", Names, Y + 4.0, Length, Row - 8.0,
			Stage.Name + ": " + FormatSeconds(Stage.Seconds));
		AddText(Out, "start", Names + (std::max)(Length, 0.5) + 8.0, Y + 17.0,
			FormatSeconds(Stage.Seconds) + (Stage.bCached ? ", cached" : ""));
	}
	AddLine(Out, "axis", Names, 4.0, Names, Row * static_cast<double>(Stages.size()) + 8.0);
	return Out.Add("</svg>").Take();
}

} // namespace Exemplar

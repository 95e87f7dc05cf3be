// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Files/Svg.h"

#include "Files/Markup.h"
#include "Files/PlotScale.h"

#include <algorithm>
#include <array>

namespace Exemplar
{
namespace
{

// Okabe and Ito's palette, distinguishable with any color vision, without the yellow.
constexpr std::array<const char*, 7> LineColors{
	"#0072b2", "#d55e00", "#009e73", "#cc79a7", "#56b4e9", "#e69f00", "#4d4d4d"};

/** The scale of all points of a plot. */
FPlotScale ScaleOf(const FPlot& Plot, bool bX, double From, double To)
{
	std::vector<double> Values;
	for (const FPlotSeries& Series : Plot.Series)
	{
		for (const FDouble2& Point : Series.Points)
		{
			Values.push_back(bX ? Point.X : Point.Y);
		}
	}
	return MakePlotScale(Values, bX ? Plot.X.bLogarithmic : Plot.Y.bLogarithmic, bX ? 8.0 : 6.0, From, To);
}

void AppendText(std::string& Out, double X, double Y, const std::string& Attributes, const std::string& Text)
{
	Out += "<text x=\"" + PlotPixels(X) + "\" y=\"" + PlotPixels(Y) + "\" " + Attributes + ">" + EscapeMarkup(Text) +
		"</text>\n";
}

void AppendLine(std::string& Out, double X1, double Y1, double X2, double Y2, const char* Class)
{
	Out += "<line x1=\"" + PlotPixels(X1) + "\" y1=\"" + PlotPixels(Y1) + "\" x2=\"" + PlotPixels(X2) + "\" y2=\"" +
		PlotPixels(Y2);
	Out += std::string("\" class=\"") + Class + "\"/>\n";
}

void AppendAxes(std::string& Out, const FPlot& Plot, const FPlotScale& X, const FPlotScale& Y)
{
	for (const double Value : X.Minors)
	{
		AppendLine(Out, X.Place(Value), Y.From, X.Place(Value), Y.To, "minor");
	}
	for (const double Value : Y.Minors)
	{
		AppendLine(Out, X.From, Y.Place(Value), X.To, Y.Place(Value), "minor");
	}
	for (const double Value : X.Ticks)
	{
		AppendLine(Out, X.Place(Value), Y.From, X.Place(Value), Y.To, "grid");
		AppendText(Out, X.Place(Value), Y.From + 18.0, "text-anchor=\"middle\"", PlotTickText(Value));
	}
	for (const double Value : Y.Ticks)
	{
		AppendLine(Out, X.From, Y.Place(Value), X.To, Y.Place(Value), "grid");
		AppendText(Out, X.From - 8.0, Y.Place(Value) + 4.0, "text-anchor=\"end\"", PlotTickText(Value));
	}
	AppendLine(Out, X.From, Y.From, X.To, Y.From, "axis");
	AppendLine(Out, X.From, Y.From, X.From, Y.To, "axis");
	const double MiddleX = 0.5 * (X.From + X.To), MiddleY = 0.5 * (Y.From + Y.To);
	AppendText(Out, MiddleX, Y.From + 40.0, "text-anchor=\"middle\" class=\"label\"", Plot.X.Label);
	AppendText(Out, 18.0, MiddleY,
		"text-anchor=\"middle\" class=\"label\" transform=\"rotate(-90 18.0 " + PlotPixels(MiddleY) + ")\"",
		Plot.Y.Label);
}

void AppendSeries(
	std::string& Out, const FPlotSeries& Series, const char* Color, const FPlotScale& X, const FPlotScale& Y)
{
	std::string Path, Marks;
	bool bPenDown = false;
	for (const FDouble2& Point : Series.Points)
	{
		if (!X.Shows(Point.X) || !Y.Shows(Point.Y))
		{
			bPenDown = false;
			continue;
		}
		const std::string At = PlotPixels(X.Place(Point.X)) + " " + PlotPixels(Y.Place(Point.Y));
		Path += (bPenDown ? " L" : Path.empty() ? "M" : " M") + At;
		Marks +=
			"<circle cx=\"" + PlotPixels(X.Place(Point.X)) + "\" cy=\"" + PlotPixels(Y.Place(Point.Y)) + "\" r=\"3\"/>";
		bPenDown = true;
	}
	Out += std::string("<g stroke=\"") + Color + "\" fill=\"" + Color + "\">";
	Out += "<path d=\"" + Path + "\" class=\"line\"" + (Series.bDashed ? " stroke-dasharray=\"6 4\"" : "") + "/>";
	// Marks show measured points; on a dense curve they would hide the line.
	Out += (Series.bDashed || Series.Points.size() > 60 ? "" : Marks) + "</g>\n";
}

} // namespace

std::string FormatSvg(const FPlot& Plot)
{
	const double Left = 72.0, Top = Plot.Title.empty() ? 20.0 : 44.0, Bottom = 56.0;
	size_t LongestName = 0;
	for (const FPlotSeries& Series : Plot.Series)
	{
		LongestName = (std::max)(LongestName, Series.Name.size());
	}
	const double Right = LongestName == 0 ? 24.0 : 56.0 + 6.6 * static_cast<double>(LongestName);
	const FPlotScale X = ScaleOf(Plot, true, Left, (std::max)(Left + 80.0, Plot.Width - Right));
	const FPlotScale Y = ScaleOf(Plot, false, (std::max)(Top + 80.0, Plot.Height - Bottom), Top);

	const std::string Size = std::to_string(Plot.Width) + " " + std::to_string(Plot.Height);
	std::string Out = "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 " + Size + "\" width=\"" +
		std::to_string(Plot.Width) + "\" height=\"" + std::to_string(Plot.Height) + "\">\n";
	Out += "<style>text{font:12px system-ui,'Segoe UI',Helvetica,Arial,sans-serif;fill:#444}"
		   ".title{font-size:15px;font-weight:600;fill:#111}.label{font-size:13px;fill:#222}"
		   ".grid{stroke:#d9d9d9}.minor{stroke:#efefef}.axis{stroke:#555}"
		   ".line{fill:none;stroke-width:2;stroke-linejoin:round;stroke-linecap:round}</style>\n";
	Out += "<rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n";
	if (!Plot.Title.empty())
	{
		AppendText(Out, Left, 26.0, "class=\"title\"", Plot.Title);
	}
	AppendAxes(Out, Plot, X, Y);
	double LegendY = Top + 10.0;
	for (size_t Index = 0; Index < Plot.Series.size(); ++Index)
	{
		const FPlotSeries& Series = Plot.Series[Index];
		const char* Color = LineColors[Index % LineColors.size()];
		AppendSeries(Out, Series, Color, X, Y);
		if (!Series.Name.empty())
		{
			Out += std::string("<g stroke=\"") + Color + "\"><path class=\"line\" d=\"M" + PlotPixels(X.To + 14.0) +
				" " + PlotPixels(LegendY) + " h22\"" + (Series.bDashed ? " stroke-dasharray=\"6 4\"" : "") + "/></g>\n";
			AppendText(Out, X.To + 42.0, LegendY + 4.0, "class=\"legend\"", Series.Name);
			LegendY += 20.0;
		}
	}
	return Out + "</svg>\n";
}

} // namespace Exemplar

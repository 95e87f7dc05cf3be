// Copyright (c) 2026 Exemplar contributors. MIT licence.

#include "Files/Svg.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>

namespace Exemplar
{
namespace
{

// Okabe and Ito's palette: eight colours that people with any colour vision can tell apart, the yellow left out.
constexpr std::array<const char*, 7> LineColours{
	"#0072b2", "#d55e00", "#009e73", "#cc79a7", "#56b4e9", "#e69f00", "#4d4d4d"};

std::string EscapeXml(const std::string& Text)
{
	std::string Out;
	for (const char C : Text)
	{
		switch (C)
		{
		case '&':
			Out += "&amp;";
			break;
		case '<':
			Out += "&lt;";
			break;
		case '>':
			Out += "&gt;";
			break;
		case '"':
			Out += "&quot;";
			break;
		default:
			Out += C;
		}
	}
	return Out;
}

/** Tenths of a pixel are enough, and keep files small and stable. */
std::string Pixels(double Value)
{
	char Text[32];
	std::snprintf(Text, sizeof(Text), "%.1f", Value);
	return Text;
}

std::string TickText(double Value)
{
	char Text[32];
	std::snprintf(Text, sizeof(Text), "%.10g", std::abs(Value) < 1e-12 ? 0.0 : Value);
	return Text;
}

/** An axis that knows its range, its ticks, and where a value stands on the page. */
struct FScale
{
	bool bLogarithmic = false;
	double Begin = 0.0, End = 1.0;     // of values; decades where logarithmic
	double From = 0.0, To = 1.0;       // of pixels
	std::vector<double> Ticks, Minors; // values

	double Measure(double Value) const { return bLogarithmic ? std::log10(Value) : Value; }
	bool Shows(double Value) const { return std::isfinite(Value) && (!bLogarithmic || Value > 0.0); }
	double Place(double Value) const { return From + (Measure(Value) - Begin) / (End - Begin) * (To - From); }
};

/** The step of 1, 2 or 5 times a power of ten that makes about Count steps. */
double NiceStep(double Range, double Count)
{
	const double Raw = Range / Count, Power = std::pow(10.0, std::floor(std::log10(Raw)));
	const double Digit = Raw / Power;
	return Power * (Digit < 1.5 ? 1.0 : Digit < 3.5 ? 2.0 : Digit < 7.5 ? 5.0 : 10.0);
}

FScale MakeScale(const FPlot& Plot, bool bX, double From, double To)
{
	FScale Scale;
	Scale.bLogarithmic = bX ? Plot.X.bLogarithmic : Plot.Y.bLogarithmic;
	Scale.From = From;
	Scale.To = To;
	double Least = INFINITY, Most = -INFINITY;
	for (const FPlotSeries& Series : Plot.Series)
	{
		for (const FDouble2& Point : Series.Points)
		{
			const double Value = bX ? Point.X : Point.Y;
			if (Scale.Shows(Value))
			{
				Least = (std::min)(Least, Scale.Measure(Value));
				Most = (std::max)(Most, Scale.Measure(Value));
			}
		}
	}
	if (!(Least <= Most))
	{
		Least = 0.0;
		Most = 1.0;
	}
	if (Scale.bLogarithmic)
	{
		// At least a decade; otherwise what the data needs, to a tenth of a decade, so that no half of the page is
		// empty.
		Scale.Begin = std::floor(Least * 10.0 - 0.3) / 10.0;
		Scale.End = std::ceil(Most * 10.0 + 0.3) / 10.0;
		if (Scale.End - Scale.Begin < 1.0)
		{
			const double Middle = 0.5 * (Scale.Begin + Scale.End);
			Scale.Begin = Middle - 0.5;
			Scale.End = Middle + 0.5;
		}
		const bool bFewDecades = Scale.End - Scale.Begin < 2.5;
		const double Stride = (std::max)(1.0, std::ceil((Scale.End - Scale.Begin) / 8.0));
		for (double Decade = std::floor(Scale.Begin); Decade <= Scale.End; Decade += 1.0)
		{
			for (int Digit = 1; Digit < 10; ++Digit)
			{
				const double Value = Digit * std::pow(10.0, Decade), At = std::log10(Value);
				if (At < Scale.Begin - 1e-9 || At > Scale.End + 1e-9)
				{
					continue;
				}
				const bool bMajor = (Digit == 1 && std::fmod(std::abs(Decade), Stride) < 0.5) ||
					(bFewDecades && (Digit == 2 || Digit == 5));
				(bMajor ? Scale.Ticks : Scale.Minors).push_back(Value);
			}
		}
		return Scale;
	}
	// From zero where that wastes no more than a third of the page: lengths then compare honestly.
	if (Least > 0.0 && Least < 0.5 * Most)
	{
		Least = 0.0;
	}
	if (Most - Least < 1e-12 * (std::max)(1.0, std::abs(Most)))
	{
		Least -= 0.5 * (std::max)(1.0, std::abs(Most));
		Most += 0.5 * (std::max)(1.0, std::abs(Most));
	}
	const double Step = NiceStep(Most - Least, bX ? 8.0 : 6.0);
	Scale.Begin = std::floor(Least / Step + 1e-9) * Step;
	Scale.End = std::ceil(Most / Step - 1e-9) * Step;
	const int Count = static_cast<int>(std::lround((Scale.End - Scale.Begin) / Step));
	for (int Tick = 0; Tick <= Count; ++Tick)
	{
		Scale.Ticks.push_back(Scale.Begin + Tick * Step);
	}
	return Scale;
}

void AppendText(std::string& Out, double X, double Y, const std::string& Attributes, const std::string& Text)
{
	Out += "<text x=\"" + Pixels(X) + "\" y=\"" + Pixels(Y) + "\" " + Attributes + ">" + EscapeXml(Text) + "</text>\n";
}

void AppendLine(std::string& Out, double X1, double Y1, double X2, double Y2, const char* Class)
{
	Out += "<line x1=\"" + Pixels(X1) + "\" y1=\"" + Pixels(Y1) + "\" x2=\"" + Pixels(X2) + "\" y2=\"" + Pixels(Y2);
	Out += std::string("\" class=\"") + Class + "\"/>\n";
}

void AppendAxes(std::string& Out, const FPlot& Plot, const FScale& X, const FScale& Y)
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
		AppendText(Out, X.Place(Value), Y.From + 18.0, "text-anchor=\"middle\"", TickText(Value));
	}
	for (const double Value : Y.Ticks)
	{
		AppendLine(Out, X.From, Y.Place(Value), X.To, Y.Place(Value), "grid");
		AppendText(Out, X.From - 8.0, Y.Place(Value) + 4.0, "text-anchor=\"end\"", TickText(Value));
	}
	AppendLine(Out, X.From, Y.From, X.To, Y.From, "axis");
	AppendLine(Out, X.From, Y.From, X.From, Y.To, "axis");
	const double MiddleX = 0.5 * (X.From + X.To), MiddleY = 0.5 * (Y.From + Y.To);
	AppendText(Out, MiddleX, Y.From + 40.0, "text-anchor=\"middle\" class=\"label\"", Plot.X.Label);
	AppendText(Out, 18.0, MiddleY,
		"text-anchor=\"middle\" class=\"label\" transform=\"rotate(-90 18.0 " + Pixels(MiddleY) + ")\"", Plot.Y.Label);
}

void AppendSeries(std::string& Out, const FPlotSeries& Series, const char* Colour, const FScale& X, const FScale& Y)
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
		const std::string At = Pixels(X.Place(Point.X)) + " " + Pixels(Y.Place(Point.Y));
		Path += (bPenDown ? " L" : Path.empty() ? "M" : " M") + At;
		Marks += "<circle cx=\"" + Pixels(X.Place(Point.X)) + "\" cy=\"" + Pixels(Y.Place(Point.Y)) + "\" r=\"3\"/>";
		bPenDown = true;
	}
	Out += std::string("<g stroke=\"") + Colour + "\" fill=\"" + Colour + "\">";
	Out += "<path d=\"" + Path + "\" class=\"line\"" + (Series.bDashed ? " stroke-dasharray=\"6 4\"" : "") + "/>";
	// Marks show what was measured; on a dense curve they only hide it.
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
	const FScale X = MakeScale(Plot, true, Left, (std::max)(Left + 80.0, Plot.Width - Right));
	const FScale Y = MakeScale(Plot, false, (std::max)(Top + 80.0, Plot.Height - Bottom), Top);

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
		const char* Colour = LineColours[Index % LineColours.size()];
		AppendSeries(Out, Series, Colour, X, Y);
		if (!Series.Name.empty())
		{
			Out += std::string("<g stroke=\"") + Colour + "\"><path class=\"line\" d=\"M" + Pixels(X.To + 14.0) + " " +
				Pixels(LegendY) + " h22\"" + (Series.bDashed ? " stroke-dasharray=\"6 4\"" : "") + "/></g>\n";
			AppendText(Out, X.To + 42.0, LegendY + 4.0, "class=\"legend\"", Series.Name);
			LegendY += 20.0;
		}
	}
	return Out + "</svg>\n";
}

} // namespace Exemplar

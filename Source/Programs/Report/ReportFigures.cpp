// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Report/ReportFigures.h"

#include "Files/NumberFormat.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

namespace Exemplar
{
namespace FigureReading
{

/** A member, or null if there is none or Value is not an object. */
const FJson& Find(const FJson& Value, const char* Key)
{
	static const FJson Null;
	if (!Value.is_object())
	{
		return Null;
	}
	const auto Found = Value.find(Key);
	return Found == Value.end() ? Null : *Found;
}

double NumberOr(const FJson& Value, double Default)
{
	const double Number = Value.is_number() ? Value.get<double>() : Default;
	return std::isfinite(Number) ? Number : Default;
}

std::string TextOr(const FJson& Value, const std::string& Default)
{
	return Value.is_string() ? Value.get<std::string>() : Default;
}

/** A scalar as text; a list of scalars as one line. */
std::string Describe(const FJson& Value)
{
	if (Value.is_string())
	{
		return Value.get<std::string>().empty() ? "none" : Value.get<std::string>();
	}
	if (Value.is_boolean())
	{
		return Value.get<bool>() ? "yes" : "no";
	}
	if (Value.is_number())
	{
		char Text[32];
		std::snprintf(Text, sizeof(Text), "%.6g", Value.get<double>());
		return Text;
	}
	std::string Out;
	for (const FJson& Item : Value.is_array() ? Value : FJson::array())
	{
		Out += (Out.empty() ? "" : ", ") + Describe(Item);
	}
	return Out.empty() ? "none" : Out;
}

/** Every leaf with its path: "rig.influences". */
void Flatten(const FJson& Value, const std::string& Path, std::vector<std::pair<std::string, std::string>>& Out)
{
	const bool bList = Value.is_array() && !Value.empty() && Value.front().is_object();
	if (!Value.is_object() && !bList)
	{
		Out.emplace_back(Path, Describe(Value));
		return;
	}
	for (const auto& [Key, Item] : Value.items())
	{
		Flatten(Item, Path.empty() ? Key : Path + "." + Key, Out);
	}
}

FReportStage ReadStage(const FJson& Entry)
{
	FReportStage Out;
	Out.Name = TextOr(Find(Entry, "name"), TextOr(Find(Entry, "stage"), "unnamed"));
	Out.Seconds = (std::max)(NumberOr(Find(Entry, "seconds"), 0.0), 0.0);
	const FJson& Cached = Find(Entry, "cached");
	Out.bCached = Cached.is_boolean() && Cached.get<bool>();
	const FJson& Figures = Find(Entry, "figures");
	if (Figures.is_object())
	{
		for (const auto& [Name, Figure] : Figures.items())
		{
			const FJson& Value = Figure.is_object() ? Find(Figure, "value") : Figure;
			const std::string Unit = TextOr(Find(Figure, "unit"), "");
			const bool bBytes = Unit == "bytes" && Value.is_number();
			Out.Figures.emplace_back(Name,
				bBytes ? FormatBytes(static_cast<size_t>((std::max)(NumberOr(Value, 0.0), 0.0)))
					   : (Value.is_number() ? FormatNumber(Value.get<double>()) : Describe(Value)) +
						(Unit.empty() ? "" : " " + Unit));
		}
	}
	return Out;
}

/** Bones are numbered as the character's joints are. */
std::vector<FReportBone> ReadBones(const FJson& Entries)
{
	std::vector<FReportBone> Out;
	for (const FJson& Entry : Entries)
	{
		Out.push_back({TextOr(Find(Entry, "kind"), ""), NumberOr(Find(Entry, "gap"), 0.0)});
	}
	return Out;
}

void ReadProblems(const FJson& Document, FReportFigures& Out)
{
	const FJson& Problems = Find(Document, "problems");
	const FJson& Rig = Find(Document, "rig").is_object() ? Find(Document, "rig") : Document;
	for (const FJson& Entry : Problems.is_array() ? Problems : FJson::array())
	{
		const std::string What = Entry.is_string() ? Entry.get<std::string>()
												   : TextOr(Find(Entry, "message"), TextOr(Find(Entry, "what"), ""));
		if (!What.empty())
		{
			Out.Problems.push_back({What, TextOr(Find(Entry, "remedy"), "")});
		}
	}
	if (!Problems.is_null())
	{
		return; // the build has already checked everything
	}
	if (const FJson& Points = Find(Rig, "unexplained"); Points.is_array() && !Points.empty())
	{
		Out.Problems.push_back({FormatCountOf(Points.size(), "vertex moves", "vertices move") +
				" in ways no blend of the bones can reproduce (cloth, hair, or a pose that does not belong).",
			"Use more bones, or remove what moves independently from the examples."});
	}
	if (const double Edges = NumberOr(Find(Rig, "edgesWithoutEvidence"), 0.0); Edges >= 1.0)
	{
		Out.Problems.push_back({FormatCountOf(static_cast<size_t>(Edges), "joint lacks", "joints lack") +
				" evidence in the examples: the bones never bend relative to each other.",
			"Add a pose that bends it, or specify which bones to join (--force-edge, --forbid-edge)."});
	}
}

/** Times come from the "run" part of the document, if any, otherwise from the stages. */
void ReadTimes(const FJson& Document, FReportFigures& Out)
{
	const FJson& Run = Find(Document, "run");
	for (FReportStage& Stage : Out.Stages)
	{
		Stage.Seconds = NumberOr(Find(Find(Run, "steps"), Stage.Name.c_str()), Stage.Seconds);
	}
	Out.Times = Out.Stages;
	if (const FJson& Seconds = Find(Run, "seconds"); Seconds.is_object())
	{
		Out.Times.clear();
		const FJson& Cached = Find(Run, "cached");
		for (const auto& [Name, Value] : Seconds.items())
		{
			if (Name == "total")
			{
				continue;
			}
			const bool bCached = Cached.is_array() && std::find(Cached.begin(), Cached.end(), Name) != Cached.end();
			Out.Times.push_back({Name, (std::max)(NumberOr(Value, 0.0), 0.0), bCached, {}});
		}
	}
	for (const FReportStage& Time : Out.Times)
	{
		Out.Seconds += Time.Seconds;
	}
	Out.Seconds = NumberOr(Find(Find(Document, "summary"), "seconds"), Out.Seconds);
	Out.Seconds = NumberOr(Find(Find(Run, "seconds"), "total"), Out.Seconds);
}

void ReadOptions(const FJson& Document, FReportFigures& Out)
{
	if (const FJson& Preset = Find(Document, "preset"); Preset.is_string())
	{
		Out.Options.emplace_back("preset", Preset.get<std::string>());
	}
	if (const FJson& Options = Find(Document, "options"); Options.is_object())
	{
		Flatten(Options, "", Out.Options);
	}
	if (const FJson& Paths = Find(Find(Document, "inputs"), "paths"); Paths.is_array())
	{
		Out.Options.emplace_back("inputs", Describe(Paths));
	}
}

} // namespace FigureReading

FReportFigures ReadReportFigures(const FJson& Document)
{
	using namespace FigureReading;
	FReportFigures Out;
	const auto List = [](const FJson& Value) -> FJson { return Value.is_array() ? Value : FJson::array(); };
	const FJson& Rig = Find(Document, "rig").is_object() ? Find(Document, "rig") : Document;
	for (const FJson& Entry : List(Find(Document, "stages")))
	{
		Out.Stages.push_back(ReadStage(Entry));
	}
	ReadTimes(Document, Out);
	for (const FJson& Error : List(Find(Rig, "curve")))
	{
		Out.BoneCurve.push_back(NumberOr(Error, NAN));
	}
	for (const FJson& Point : List(Find(Document, "levelCurve")))
	{
		Out.TriangleCurve.emplace_back(
			NumberOr(Find(Point, "triangles"), NAN), NumberOr(Find(Point, "errorPercent"), NAN));
	}
	Out.Bones = ReadBones(List(Find(Rig, "bones")));
	const FJson& Skin = Find(Document, "skin").is_object() ? Find(Document, "skin") : Find(Document, "skins");
	const FJson& Choice = Find(Skin, "choice");
	Out.Folds = static_cast<size_t>((std::max)(NumberOr(Find(Choice, "folds"), 0.0), 0.0));
	Out.LeftOutRms = NumberOr(Find(Choice, "leftOutRmsPercent"), 0.0);
	Out.BlendLeftOutRms = NumberOr(Find(Choice, "linearBlendLeftOutRmsPercent"), 0.0);
	ReadProblems(Document, Out);
	ReadOptions(Document, Out);
	return Out;
}

} // namespace Exemplar

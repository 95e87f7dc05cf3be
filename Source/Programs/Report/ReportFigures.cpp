// Copyright (c) 2026 Exemplar contributors. MIT licence.

#include "Report/ReportFigures.h"

#include "Report/Wording.h"
#include "Rig/BoneTree.h"

#include <cmath>

namespace Exemplar
{
namespace FigureReading
{

/** A member, or null where there is none or Value is no object. */
const FReport& Find(const FReport& Value, const char* Key)
{
	static const FReport Null;
	if (!Value.is_object())
	{
		return Null;
	}
	const auto Found = Value.find(Key);
	return Found == Value.end() ? Null : *Found;
}

double NumberOr(const FReport& Value, double Default)
{
	const double Number = Value.is_number() ? Value.get<double>() : Default;
	return std::isfinite(Number) ? Number : Default;
}

std::string TextOr(const FReport& Value, const std::string& Default)
{
	return Value.is_string() ? Value.get<std::string>() : Default;
}

/** A scalar for people; a list of scalars in a row. */
std::string Describe(const FReport& Value)
{
	if (Value.is_string())
	{
		return Value.get<std::string>();
	}
	if (Value.is_boolean())
	{
		return Value.get<bool>() ? "yes" : "no";
	}
	if (Value.is_number())
	{
		return WordNumber(Value.get<double>());
	}
	std::string Out;
	for (const FReport& Item : Value.is_array() ? Value : FReport::array())
	{
		Out += (Out.empty() ? "" : ", ") + Describe(Item);
	}
	return Out.empty() ? "none" : Out;
}

/** Every leaf with its path: "rig.influences". */
void Flatten(const FReport& Value, const std::string& Path, std::vector<std::pair<std::string, std::string>>& Out)
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

FStageOfReport ReadStage(const FReport& Entry)
{
	FStageOfReport Out;
	Out.Name = TextOr(Find(Entry, "name"), TextOr(Find(Entry, "stage"), "unnamed"));
	Out.Seconds = (std::max)(NumberOr(Find(Entry, "seconds"), 0.0), 0.0);
	const FReport& Cached = Find(Entry, "cached");
	Out.bCached = Cached.is_boolean() && Cached.get<bool>();
	const FReport& Figures = Find(Entry, "figures");
	if (Figures.is_object())
	{
		for (const auto& [Name, Figure] : Figures.items())
		{
			const FReport& Value = Figure.is_object() ? Find(Figure, "value") : Figure;
			const std::string Unit = TextOr(Find(Figure, "unit"), "");
			const bool bBytes = Unit == "bytes" && Value.is_number();
			Out.Figures.emplace_back(Name,
				bBytes ? WordBytes(static_cast<size_t>((std::max)(NumberOr(Value, 0.0), 0.0)))
					   : Describe(Value) + (Unit.empty() ? "" : " " + Unit));
		}
	}
	return Out;
}

/** Joints are bones sorted so that parents come first, as BuildRigCharacter sorts them. */
std::vector<FBoneOfReport> ReadBones(const FReport& Entries)
{
	std::vector<int32_t> Parents;
	for (const FReport& Entry : Entries)
	{
		const double Parent = NumberOr(Find(Entry, "parent"), -1.0);
		const double Count = static_cast<double>(Entries.size());
		Parents.push_back(Parent >= 0.0 && Parent < Count ? static_cast<int32_t>(Parent) : NoParent);
	}
	std::vector<FBoneOfReport> Out;
	for (const int32_t Bone : SortParentsFirst(Parents))
	{
		const FReport& Entry = Entries[static_cast<size_t>(Bone)];
		Out.push_back({TextOr(Find(Entry, "kind"), ""), NumberOr(Find(Entry, "gap"), 0.0)});
	}
	return Out;
}

void ReadProblems(const FReport& Document, FReportFigures& Out)
{
	const FReport& Problems = Find(Document, "problems");
	for (const FReport& Entry : Problems.is_array() ? Problems : FReport::array())
	{
		const std::string What = Entry.is_string() ? Entry.get<std::string>()
												   : TextOr(Find(Entry, "message"), TextOr(Find(Entry, "what"), ""));
		if (!What.empty())
		{
			Out.Problems.push_back({What, TextOr(Find(Entry, "remedy"), "")});
		}
	}
	if (const FReport& Points = Find(Document, "unexplained"); Points.is_array() && !Points.empty())
	{
		Out.Problems.push_back({WordCountOf(Points.size(), "vertex moves", "vertices move") +
				" as no blend of the bones does (cloth, hair, "
				"or a pose that does not belong).",
			"More bones, or examples without what moves on its own."});
	}
	if (const double Edges = NumberOr(Find(Document, "edgesWithoutEvidence"), 0.0); Edges >= 1.0)
	{
		Out.Problems.push_back({WordCountOf(static_cast<size_t>(Edges), "joint stands", "joints stand") +
				" where the examples give no evidence: its bones never bend against each other.",
			"Add a pose that bends it, or say which bones belong together (--force-edge, --forbid-edge)."});
	}
}

} // namespace FigureReading

FReportFigures ReadReportFigures(const FReport& Document)
{
	using namespace FigureReading;
	FReportFigures Out;
	const auto List = [](const FReport& Value) -> FReport { return Value.is_array() ? Value : FReport::array(); };
	for (const FReport& Entry : List(Find(Document, "stages")))
	{
		Out.Stages.push_back(ReadStage(Entry));
		Out.Seconds += Out.Stages.back().Seconds;
	}
	Out.Seconds =
		NumberOr(Find(Document, "seconds"), NumberOr(Find(Find(Document, "summary"), "seconds"), Out.Seconds));
	for (const FReport& Error : List(Find(Document, "curve")))
	{
		Out.BoneCurve.push_back(NumberOr(Error, NAN));
	}
	const FReport& Levels = Find(Document, "levels");
	for (const FReport& Point : List(Find(Levels, "curve")))
	{
		Out.TriangleCurve.emplace_back(
			NumberOr(Find(Point, "triangles"), NAN), NumberOr(Find(Point, "errorPercent"), NAN));
	}
	Out.Bones = ReadBones(List(Find(Document, "bones")));
	const FReport& Choice = Find(Find(Document, "skins"), "choice");
	Out.Folds = static_cast<size_t>((std::max)(NumberOr(Find(Choice, "folds"), 0.0), 0.0));
	Out.LeftOutRms = NumberOr(Find(Choice, "leftOutRmsPercent"), 0.0);
	Out.BlendLeftOutRms = NumberOr(Find(Choice, "linearBlendLeftOutRmsPercent"), 0.0);
	ReadProblems(Document, Out);
	if (const FReport& Options = Find(Document, "options"); Options.is_object())
	{
		Flatten(Options, "", Out.Options);
	}
	return Out;
}

} // namespace Exemplar

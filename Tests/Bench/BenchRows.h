// Copyright (c) 2026 Exemplar contributors. MIT license.
#pragma once

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

// What every benchmark program shares: rows in, a table on the terminal and a JSON array in a file out. Standard
// library only, so that any program can use it. A benchmark is a main():
//
//     int main(int argc, char** argv)
//     {
//         Exemplar::Bench::FRows Rows("character-file", argc, argv);
//         const double Copy = Exemplar::Bench::BestSeconds(20, [&] { CopyBytes(); });
//         const double Read = Exemplar::Bench::BestSeconds(20, [&] { ReadCharacter(); });
//         Rows.Lower("read", 1e3 * Read, "ms").Baseline("memcpy", 1e3 * Copy).ReachRatio(3.0);
//         return Rows.Finish();
//     }
namespace Exemplar::Bench
{

// One figure. Reach is what the value has to come to, in the value's own unit; Ratio is value / baseline.
struct FRow
{
	std::string Name;
	double Value = 0.0;
	std::string Unit;
	bool bLowerIsBetter = true;
	std::optional<double> Reach;
	std::string BaselineName;
	std::optional<double> BaselineValue;

	std::optional<double> Ratio() const
	{
		if (!BaselineValue || *BaselineValue == 0.0)
		{
			return std::nullopt;
		}
		return Value / *BaselineValue;
	}

	bool IsReached() const { return !Reach || (bLowerIsBetter ? Value <= *Reach : Value >= *Reach); }
};

// Adds what is optional to the row that was just added.
class FRowEditor
{
public:
	explicit FRowEditor(FRow& InRow)
		: Row(InRow)
	{
	}

	FRowEditor& Reach(double InReach)
	{
		Row.Reach = InReach;
		return *this;
	}

	FRowEditor& Baseline(std::string InName, double InValue)
	{
		Row.BaselineName = std::move(InName);
		Row.BaselineValue = InValue;
		return *this;
	}

	// The reach as a multiple of the baseline, which has to be given first.
	FRowEditor& ReachRatio(double InRatio)
	{
		Row.Reach = InRatio * Row.BaselineValue.value_or(std::numeric_limits<double>::quiet_NaN());
		return *this;
	}

private:
	FRow& Row;
};

// The rows of one program. Rows that are not reached stay: a benchmark reports, it does not fail.
class FRows
{
public:
	// Takes `--json FILE` from the arguments.
	FRows(std::string InTitle, int Argc, char** Argv)
		: Title(std::move(InTitle))
	{
		for (int Index = 1; Index + 1 < Argc; ++Index)
		{
			if (std::string_view(Argv[Index]) == "--json")
			{
				JsonFile = Argv[Index + 1];
			}
		}
	}

	FRowEditor Lower(std::string Name, double Value, std::string Unit)
	{
		return Add(std::move(Name), Value, std::move(Unit), true);
	}

	FRowEditor Higher(std::string Name, double Value, std::string Unit)
	{
		return Add(std::move(Name), Value, std::move(Unit), false);
	}

	// Prints the table and writes the file. The program's exit code: 0, or 2 when the file cannot be written.
	int Finish() const
	{
		PrintTable(std::cout);
		if (JsonFile.empty())
		{
			return 0;
		}
		std::error_code Error;
		if (JsonFile.has_parent_path())
		{
			std::filesystem::create_directories(JsonFile.parent_path(), Error);
		}
		std::ofstream Stream(JsonFile, std::ios::binary);
		WriteJson(Stream);
		Stream.close();
		if (!Stream)
		{
			std::cerr << "Cannot write " << JsonFile.string() << ": is its folder writable and the disk not full?\n";
			return 2;
		}
		return 0;
	}

	void PrintTable(std::ostream& Stream) const
	{
		std::vector<std::vector<std::string>> Cells{
			{"figure", "value", "unit", "better", "reach", "", "baseline", "", "ratio"}};
		for (const FRow& Row : Rows)
		{
			Cells.push_back({Row.Name, Number(Row.Value), Row.Unit, Row.bLowerIsBetter ? "lower" : "higher",
				Number(Row.Reach), !Row.Reach ? "" : (Row.IsReached() ? "reached" : "NOT REACHED"), Row.BaselineName,
				Number(Row.BaselineValue), Number(Row.Ratio())});
		}
		std::vector<size_t> Widths(Cells.front().size(), 0);
		for (const std::vector<std::string>& Line : Cells)
		{
			for (size_t Column = 0; Column < Line.size(); ++Column)
			{
				Widths[Column] = std::max(Widths[Column], Line[Column].size());
			}
		}
		Stream << Title << "\n";
		for (const std::vector<std::string>& Line : Cells)
		{
			std::string Text;
			for (size_t Column = 0; Column < Line.size(); ++Column)
			{
				const bool bNumber = Column == 1 || Column == 4 || Column == 7 || Column == 8;
				const std::string Padding(Widths[Column] - Line[Column].size(), ' ');
				Text += "  " + (bNumber ? Padding + Line[Column] : Line[Column] + Padding);
			}
			Text.erase(Text.find_last_not_of(' ') + 1);
			Stream << Text << "\n";
		}
		Stream.flush();
	}

	void WriteJson(std::ostream& Stream) const
	{
		Stream << "[";
		for (size_t Index = 0; Index < Rows.size(); ++Index)
		{
			const FRow& Row = Rows[Index];
			Stream << (Index == 0 ? "\n  " : ",\n  ") << "{\"name\": " << Quoted(Row.Name)
				   << ", \"value\": " << JsonNumber(Row.Value) << ", \"unit\": " << Quoted(Row.Unit)
				   << ", \"better\": " << (Row.bLowerIsBetter ? "\"lower\"" : "\"higher\"")
				   << ", \"reach\": " << JsonNumber(Row.Reach)
				   << ", \"baselineName\": " << (Row.BaselineName.empty() ? "null" : Quoted(Row.BaselineName))
				   << ", \"baseline\": " << JsonNumber(Row.BaselineValue) << ", \"ratio\": " << JsonNumber(Row.Ratio())
				   << "}";
		}
		Stream << "\n]\n";
	}

private:
	FRowEditor Add(std::string Name, double Value, std::string Unit, bool bLowerIsBetter)
	{
		FRow& Row = Rows.emplace_back();
		Row.Name = std::move(Name);
		Row.Value = Value;
		Row.Unit = std::move(Unit);
		Row.bLowerIsBetter = bLowerIsBetter;
		return FRowEditor(Row);
	}

	static std::string Print(const char* Format, double Value)
	{
		char Text[64];
		std::snprintf(Text, sizeof(Text), Format, Value);
		return Text;
	}

	static std::string Number(std::optional<double> Value) { return Value ? Print("%.5g", *Value) : std::string(); }

	// JSON knows neither NaN nor infinity.
	static std::string JsonNumber(std::optional<double> Value)
	{
		return Value && std::isfinite(*Value) ? Print("%.9g", *Value) : std::string("null");
	}

	static std::string Quoted(const std::string& Text)
	{
		std::string Result = "\"";
		for (const char Character : Text)
		{
			if (Character == '"' || Character == '\\')
			{
				Result += '\\';
			}
			Result += static_cast<unsigned char>(Character) < 0x20 ? ' ' : Character;
		}
		return Result + "\"";
	}

	std::string Title;
	std::filesystem::path JsonFile;
	std::vector<FRow> Rows;
};

// Seconds of the fastest of Repeats calls: on a shared machine the minimum is the figure that repeats.
template <typename TFunction>
double BestSeconds(int Repeats, TFunction&& Function)
{
	double Best = std::numeric_limits<double>::infinity();
	for (int Repeat = 0; Repeat < Repeats; ++Repeat)
	{
		const auto Start = std::chrono::steady_clock::now();
		Function();
		Best = std::min(Best, std::chrono::duration<double>(std::chrono::steady_clock::now() - Start).count());
	}
	return Best;
}

// Keeps the compiler from dropping a computation whose result is not used.
template <typename T>
void Keep(const T& Value)
{
	asm volatile("" : : "g"(&Value) : "memory");
}

// The folder of measured data sets: EXEMPLAR_DATA, else shared/data beside the repository. Nothing when absent: the
// program then says so and goes on without those rows.
inline std::optional<std::filesystem::path> FindData(const std::string& Name = {})
{
	const char* Variable = std::getenv("EXEMPLAR_DATA");
	const std::filesystem::path Root = Variable != nullptr && *Variable != '\0'
		? std::filesystem::path(Variable)
		: std::filesystem::path(EXEMPLAR_SOURCE_DIR).parent_path() / "shared" / "data";
	const std::filesystem::path Folder = Name.empty() ? Root : Root / Name;
	std::error_code Error;
	if (!std::filesystem::exists(Folder, Error))
	{
		std::cerr << "No data at " << Folder.string() << " (set EXEMPLAR_DATA): its rows are left out.\n";
		return std::nullopt;
	}
	return Folder;
}

} // namespace Exemplar::Bench

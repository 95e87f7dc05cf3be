// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Pipeline/EdgeText.h"
#include "Pipeline/OptionTable.h"

#include <algorithm>
#include <charconv>
#include <cmath>

namespace Exemplar
{

namespace OptionValuesDetail
{

/** std::from_chars over the whole text; NaN and infinities are rejected. */
template <typename NumberType>
std::optional<NumberType> ParseNumber(std::string_view Text)
{
	NumberType Out{};
	const std::from_chars_result Read = std::from_chars(Text.data(), Text.data() + Text.size(), Out);
	const bool bWhole = Read.ec == std::errc() && Read.ptr == Text.data() + Text.size();
	return bWhole && std::isfinite(static_cast<double>(Out)) ? std::optional<NumberType>(Out) : std::nullopt;
}

/** The shortest text that reads back as the same number. */
std::string FormatNumber(double Value)
{
	char Text[64];
	const std::to_chars_result End = std::to_chars(Text, Text + sizeof(Text), Value);
	return std::string(Text, End.ptr);
}

std::vector<std::string> Split(std::string_view Text)
{
	std::vector<std::string> Out;
	while (!Text.empty())
	{
		const size_t Comma = (std::min)(Text.find(','), Text.size());
		Out.emplace_back(Text.substr(0, Comma));
		Text.remove_prefix((std::min)(Comma + 1, Text.size()));
	}
	return Out;
}

bool IsGiven(const FOptionValue& Value)
{
	const int64_t* Integer = std::get_if<int64_t>(&Value);
	const double* Number = std::get_if<double>(&Value);
	const std::vector<double>* Numbers = std::get_if<std::vector<double>>(&Value);
	return (Integer != nullptr && *Integer != 0) || (Number != nullptr && *Number != 0.0) ||
		(Numbers != nullptr && !Numbers->empty());
}

/** A layer may set one of each pair of alternatives; it replaces what lower layers set for the other. */
FStatus ReplaceAlternatives(std::span<const FOptionAssignment> Layer, std::string_view Source, FBuildOptions& Options)
{
	const auto Find = [&](std::string_view Key) -> const FOptionAssignment*
	{
		const auto Found = std::find_if(
			Layer.begin(), Layer.end(), [&](const FOptionAssignment& Assignment) { return Assignment.Key == Key; });
		return Found != Layer.end() && IsGiven(Found->Value) ? &*Found : nullptr;
	};
	for (const auto& [A, B] : {std::pair("rig.bones", "rig.tolerance"), std::pair("levels.fractions", "levels.errors")})
	{
		if (Find(A) != nullptr && Find(B) != nullptr)
		{
			return FError{EErrorCode::InvalidArgument,
				std::string(Source) + ": " + A + " and " + B + " are alternatives. Give only one of them."};
		}
	}
	if (Find("rig.bones") != nullptr || Find("rig.tolerance") != nullptr)
	{
		Options.Rig.Clusters.BoneCount = 0;
		Options.Rig.Clusters.Tolerance = 0.0;
	}
	if (Find("levels.count") != nullptr || Find("levels.fractions") != nullptr || Find("levels.errors") != nullptr)
	{
		Options.Levels.Fractions.clear();
		Options.Levels.Errors.clear();
	}
	return FOk{};
}

} // namespace OptionValuesDetail

std::optional<std::pair<int32_t, int32_t>> ParseEdgeText(std::string_view Text)
{
	const size_t Dash = (std::min)(Text.find('-'), Text.size());
	const auto A = OptionValuesDetail::ParseNumber<int32_t>(Text.substr(0, Dash));
	const auto B = OptionValuesDetail::ParseNumber<int32_t>(Text.substr((std::min)(Dash + 1, Text.size())));
	return A && B && *A >= 0 && *B >= 0 ? std::optional(std::pair(*A, *B)) : std::nullopt;
}

const FBuildOption* FindOption(std::string_view Key)
{
	for (const FBuildOption& Option : GetOptionTable())
	{
		if (Option.Key == Key)
		{
			return &Option;
		}
	}
	return nullptr;
}

size_t EditDistance(std::string_view A, std::string_view B)
{
	const auto Lower = [](char C) { return C >= 'A' && C <= 'Z' ? static_cast<char>(C - 'A' + 'a') : C; };
	std::vector<size_t> Row(B.size() + 1);
	for (size_t J = 0; J <= B.size(); ++J)
	{
		Row[J] = J;
	}
	for (size_t I = 1; I <= A.size(); ++I)
	{
		size_t Diagonal = Row[0];
		Row[0] = I;
		for (size_t J = 1; J <= B.size(); ++J)
		{
			const size_t Above = Row[J];
			Row[J] = (std::min)({Above + 1, Row[J - 1] + 1, Diagonal + (Lower(A[I - 1]) != Lower(B[J - 1]) ? 1 : 0)});
			Diagonal = Above;
		}
	}
	return Row[B.size()];
}

const std::string& FindNearestOption(std::string_view Key)
{
	const std::span<const FBuildOption> Table = GetOptionTable();
	const size_t Dot = Key.find('.');
	const std::string_view Given = Dot == std::string_view::npos ? Key : Key.substr(Dot + 1);
	const std::string* Best = &Table.front().Key;
	size_t Least = SIZE_MAX;
	for (const FBuildOption& Option : Table)
	{
		// The stage may be missing or wrong.
		const std::string_view Name = std::string_view(Option.Key).substr(Option.Stage().size() + 1);
		const size_t Distance = (std::min)(
			EditDistance(Key, Option.Key), EditDistance(Given, Name) + (Key.starts_with(Option.Stage()) ? 0 : 1));
		if (Distance < Least)
		{
			Least = Distance;
			Best = &Option.Key;
		}
	}
	return *Best;
}

std::string DescribeOptionKind(const FBuildOption& Option)
{
	using OptionValuesDetail::FormatNumber;
	const std::string Range = " from " + FormatNumber(Option.Low) + " to " + FormatNumber(Option.High);
	std::string Names;
	for (size_t Index = 0; Index < Option.Choices.size(); ++Index)
	{
		Names += Index == 0 ? "" : Index + 1 < Option.Choices.size() ? ", " : " or ";
		Names += Option.Choices[Index];
	}
	switch (Option.Kind)
	{
	case EOptionKind::Flag:
		return "true or false";
	case EOptionKind::Integer:
		return "a whole number" + Range;
	case EOptionKind::Number:
		return "a number" + Range;
	case EOptionKind::Choice:
		return Names;
	case EOptionKind::Text:
		return "a text";
	case EOptionKind::Numbers:
		return "a list of numbers" + Range;
	case EOptionKind::Texts:
		return "a list of texts";
	case EOptionKind::Edges:
		return "a list of bone pairs such as 3-7";
	}
	return {};
}

std::string FormatOptionValue(const FOptionValue& Value)
{
	const auto Join = [](const auto& Items, const auto& Format)
	{
		std::string Out;
		for (const auto& Item : Items)
		{
			if (!Out.empty())
			{
				Out += ',';
			}
			Out += Format(Item);
		}
		return Out;
	};
	if (const bool* Flag = std::get_if<bool>(&Value))
	{
		return *Flag ? "true" : "false";
	}
	if (const int64_t* Integer = std::get_if<int64_t>(&Value))
	{
		return std::to_string(*Integer);
	}
	if (const double* Number = std::get_if<double>(&Value))
	{
		return OptionValuesDetail::FormatNumber(*Number);
	}
	if (const std::vector<double>* Numbers = std::get_if<std::vector<double>>(&Value))
	{
		return Join(*Numbers, OptionValuesDetail::FormatNumber);
	}
	if (const std::vector<std::string>* Texts = std::get_if<std::vector<std::string>>(&Value))
	{
		return Join(*Texts, [](const std::string& Text) { return Text; });
	}
	return *std::get_if<std::string>(&Value);
}

TResult<FOptionValue> ParseOptionValue(const FBuildOption& Option, std::string_view Text)
{
	using namespace OptionValuesDetail;
	std::optional<FOptionValue> Out;
	switch (Option.Kind)
	{
	case EOptionKind::Flag:
		if (Text == "true" || Text == "false")
		{
			Out = Text == "true";
		}
		break;
	case EOptionKind::Integer:
		if (const std::optional<int64_t> Value = ParseNumber<int64_t>(Text))
		{
			Out = *Value;
		}
		break;
	case EOptionKind::Number:
		if (const std::optional<double> Value = ParseNumber<double>(Text))
		{
			Out = *Value;
		}
		break;
	case EOptionKind::Choice:
	case EOptionKind::Text:
		Out = std::string(Text);
		break;
	case EOptionKind::Texts:
	case EOptionKind::Edges:
		Out = Split(Text);
		break;
	case EOptionKind::Numbers:
	{
		std::vector<double> Numbers;
		for (const std::string& Part : Split(Text))
		{
			Numbers.push_back(ParseNumber<double>(Part).value_or(NAN)); // rejected by the check below
		}
		Out = std::move(Numbers);
		break;
	}
	}
	if (!Out || !CheckOptionValue(Option, *Out))
	{
		return FError{EErrorCode::InvalidArgument,
			Option.Key + " must be " + DescribeOptionKind(Option) + ", not '" + std::string(Text) + "'."};
	}
	return *Out;
}

FStatus CheckOptionValue(const FBuildOption& Option, const FOptionValue& Value)
{
	const auto IsInside = [&](double Number) { return Number >= Option.Low && Number <= Option.High; };
	bool bGood = false;
	switch (Option.Kind)
	{
	case EOptionKind::Flag:
		bGood = std::holds_alternative<bool>(Value);
		break;
	case EOptionKind::Integer:
		bGood = std::holds_alternative<int64_t>(Value) && IsInside(static_cast<double>(*std::get_if<int64_t>(&Value)));
		break;
	case EOptionKind::Number:
		bGood = std::holds_alternative<double>(Value) && IsInside(*std::get_if<double>(&Value));
		break;
	case EOptionKind::Choice:
		bGood = std::holds_alternative<std::string>(Value) &&
			std::find(Option.Choices.begin(), Option.Choices.end(), *std::get_if<std::string>(&Value)) !=
				Option.Choices.end();
		break;
	case EOptionKind::Text:
		bGood = std::holds_alternative<std::string>(Value);
		break;
	case EOptionKind::Numbers:
		if (const std::vector<double>* Numbers = std::get_if<std::vector<double>>(&Value))
		{
			bGood = std::all_of(Numbers->begin(), Numbers->end(), IsInside);
		}
		break;
	case EOptionKind::Texts:
		bGood = std::holds_alternative<std::vector<std::string>>(Value);
		break;
	case EOptionKind::Edges:
		if (const std::vector<std::string>* Texts = std::get_if<std::vector<std::string>>(&Value))
		{
			bGood = std::all_of(
				Texts->begin(), Texts->end(), [](const std::string& Text) { return ParseEdgeText(Text).has_value(); });
		}
		break;
	}
	if (!bGood)
	{
		return FError{EErrorCode::InvalidArgument,
			Option.Key + " must be " + DescribeOptionKind(Option) + ", not '" + FormatOptionValue(Value) + "'."};
	}
	return FOk{};
}

FStatus AssignOptions(std::span<const FOptionAssignment> Layer, std::string_view Source, FBuildOptions& Options)
{
	for (const FOptionAssignment& Assignment : Layer)
	{
		const FBuildOption* Option = FindOption(Assignment.Key);
		if (Option == nullptr)
		{
			return FError{EErrorCode::InvalidArgument,
				std::string(Source) + ": unknown option " + Assignment.Key + ". Did you mean " +
					FindNearestOption(Assignment.Key) + "?"};
		}
		if (FStatus Status = CheckOptionValue(*Option, Assignment.Value); !Status)
		{
			return FError{EErrorCode::InvalidArgument, std::string(Source) + ": " + Status.GetError().Message};
		}
	}
	FBuildOptions Changed = Options;
	if (FStatus Status = OptionValuesDetail::ReplaceAlternatives(Layer, Source, Changed); !Status)
	{
		return Status;
	}
	for (const FOptionAssignment& Assignment : Layer)
	{
		FindOption(Assignment.Key)->Set(Changed, Assignment.Value);
	}
	Options = std::move(Changed);
	return FOk{};
}

std::span<const FBuildPreset> GetBuildPresets()
{
	using std::string;
	static const std::vector<FBuildPreset> Presets{
		{"prop", "props with moving parts: few bones, linear blending, quick to build",
			{{"rig.maxBones", int64_t{16}}, {"rig.minBones", int64_t{1}}, {"rig.influences", int64_t{2}},
				{"rig.effort", string("fast")}, {"skin.kind", string("lbs")}, {"levels.count", int64_t{3}},
				{"levels.influences", int64_t{2}}, {"bake.keyTolerance", 0.05}}},
		{"creature", "animals and monsters to be animated further: a connected skeleton, animation space",
			{{"rig.maxBones", int64_t{80}}, {"rig.connected", true}, {"bake.keyTolerance", 0.02}}},
		{"hero", "main characters seen up close: eight influences, the longest search, fine levels",
			{{"rig.maxBones", int64_t{128}}, {"rig.influences", int64_t{8}}, {"rig.effort", string("thorough")},
				{"rig.connected", true}, {"levels.count", int64_t{6}}, {"levels.influences", int64_t{8}},
				{"levels.minTriangles", int64_t{500}}, {"bake.keyTolerance", 0.01}}},
		{"crowd", "crowds of hundreds: a small skeleton, two influences, many coarse levels, few keys",
			{{"rig.influences", int64_t{2}}, {"rig.connected", true}, {"levels.count", int64_t{7}},
				{"levels.influences", int64_t{2}}, {"levels.minTriangles", int64_t{64}}, {"bake.keyTolerance", 0.1}}},
	};
	return Presets;
}

} // namespace Exemplar

// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Examples/TextScanner.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>

namespace Exemplar
{
namespace
{

/** from_chars leaves the value unchanged when it does not fit: tiny values become zero, huge ones infinite. */
template <typename T>
T OutOfRangeNumber(std::string_view Token)
{
	const bool bNegative = Token.front() == '-';
	const size_t FirstDigit = Token.find_first_not_of("+-0.");
	const size_t Point = Token.find('.');
	const size_t Exponent = Token.find_first_of("eE");
	const bool bTiny = Exponent != std::string_view::npos ? Token.substr(Exponent + 1).starts_with('-')
														  : Point != std::string_view::npos && FirstDigit > Point;
	const T Value = bTiny ? T(0) : std::numeric_limits<T>::infinity();
	return bNegative ? -Value : Value;
}

template <typename T>
bool ReadFloatingPoint(const char*& Current, const char* End, T& Out)
{
	const char* Begin = Current;
	if (Begin != End && *Begin == '+')
	{
		++Begin; // from_chars does not take a plus sign
		if (Begin != End && *Begin == '-')
		{
			return false;
		}
	}
	const std::from_chars_result Result = std::from_chars(Begin, End, Out);
	if (Result.ec == std::errc::invalid_argument)
	{
		return false;
	}
	if (Result.ec == std::errc::result_out_of_range)
	{
		Out = OutOfRangeNumber<T>({Begin, static_cast<size_t>(Result.ptr - Begin)});
	}
	Current = Result.ptr;
	return true;
}

template <typename T>
void AppendWithToChars(std::string& Out, T Value)
{
	char Buffer[40];
	const std::to_chars_result Result = std::to_chars(Buffer, Buffer + sizeof(Buffer), Value);
	Out.append(Buffer, Result.ptr);
}

} // namespace

void FTextScanner::SkipLineEnd()
{
	if (*Current == '\r' && End - Current > 1 && Current[1] == '\n')
	{
		++Current;
	}
	++Current;
	++Line;
}

// An ignored statement may be continued; its next line is then ignored as well. A comment that ends in a backslash (a
// Windows path) must not swallow the next line.
void FTextScanner::SkipLine()
{
	while (Current != End)
	{
		if (*Current == '\n' || *Current == '\r')
		{
			SkipLineEnd();
			return;
		}
		++Current;
	}
}

std::string_view FTextScanner::ReadWord()
{
	if (!SkipBlanks())
	{
		return {};
	}
	const char* Begin = Current;
	while (Current != End && *Current != ' ' && *Current != '\t' && *Current != '\n' && *Current != '\r')
	{
		++Current;
	}
	return {Begin, static_cast<size_t>(Current - Begin)};
}

std::string_view FTextScanner::ReadRestOfLine()
{
	if (!SkipBlanks())
	{
		return {};
	}
	const char* Begin = Current;
	const char* Last = Current;
	while (Current != End && *Current != '\n' && *Current != '\r')
	{
		Last = *Current == ' ' || *Current == '\t' ? Last : Current;
		++Current;
	}
	return {Begin, static_cast<size_t>(Last + 1 - Begin)};
}

bool FTextScanner::ReadNumber(double& Out)
{
	return SkipBlanks() && ReadFloatingPoint(Current, End, Out);
}

bool FTextScanner::ReadNumber(float& Out)
{
	return SkipBlanks() && ReadFloatingPoint(Current, End, Out);
}

bool FTextScanner::ReadNumber(int64_t& Out)
{
	if (!SkipBlanks())
	{
		return false;
	}
	const char* Begin = *Current == '+' ? Current + 1 : Current;
	const std::from_chars_result Result = std::from_chars(Begin, End, Out);
	if (Result.ec != std::errc())
	{
		return false;
	}
	Current = Result.ptr;
	return true;
}

/** Questions already end with a question mark. */
static const char* EndOf(std::string_view Sentence)
{
	return !Sentence.empty() && Sentence.back() == '?' ? "" : ".";
}

bool HasZeroBytes(std::span<const std::byte> Bytes)
{
	const std::span<const std::byte> Head = Bytes.first((std::min)(Bytes.size(), size_t{1024}));
	return std::find(Head.begin(), Head.end(), std::byte{0}) != Head.end();
}

FError MalformedLine(std::string_view Name, size_t Line, std::string_view What)
{
	std::string Message(Name);
	Message.append(", line ").append(std::to_string(Line)).append(": ").append(What).append(EndOf(What));
	return {EErrorCode::Malformed, std::move(Message)};
}

FError MalformedByte(std::string_view Name, size_t Byte, std::string_view What)
{
	std::string Message(Name);
	Message.append(", byte ").append(std::to_string(Byte)).append(": ").append(What).append(EndOf(What));
	return {EErrorCode::Malformed, std::move(Message)};
}

FError FileError(EErrorCode Code, std::string_view Name, std::string_view What)
{
	std::string Message(Name);
	Message.append(": ").append(What).append(EndOf(What));
	return {Code, std::move(Message)};
}

void AppendNumber(std::string& Out, double Value)
{
	AppendWithToChars(Out, Value);
}

void AppendNumber(std::string& Out, float Value)
{
	AppendWithToChars(Out, Value);
}

void AppendNumber(std::string& Out, uint64_t Value)
{
	AppendWithToChars(Out, Value);
}

} // namespace Exemplar

// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Base/Result.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace Exemplar
{

/**
 * Walks over the bytes of a text file line by line. Numbers go through std::from_chars: fast, and the same in every
 * locale. LF, CRLF and CR end lines; a backslash before the end of a line continues it.
 */
class FTextScanner
{
public:
	explicit FTextScanner(std::span<const std::byte> Bytes)
		: Current(reinterpret_cast<const char*>(Bytes.data()))
		, End(Current + Bytes.size())
	{
		// The mark that some editors on Windows put before UTF-8.
		if (std::string_view(Current, Bytes.size()).starts_with("\xef\xbb\xbf"))
		{
			Current += 3;
		}
	}

	bool AtEnd() const { return Current == End; }
	size_t GetLine() const { return Line; }
	size_t BytesLeft() const { return static_cast<size_t>(End - Current); }
	const char* GetCurrent() const { return Current; }

	/** Skips blanks and continued line ends; false where the line or the file ends. */
	bool SkipBlanks()
	{
		while (Current != End)
		{
			const char C = *Current;
			if (C == ' ' || C == '\t')
			{
				++Current;
			}
			else if (C == '\\' && End - Current > 1 && (Current[1] == '\n' || Current[1] == '\r'))
			{
				++Current;
				SkipLineEnd();
			}
			else
			{
				return C != '\n' && C != '\r';
			}
		}
		return false;
	}

	/** Skips blanks and line ends; false where the file ends. */
	bool SkipSpace()
	{
		while (!SkipBlanks())
		{
			if (Current == End)
			{
				return false;
			}
			SkipLineEnd();
		}
		return true;
	}

	/** Goes to the start of the next line. */
	void SkipLine();

	/** Up to the next blank or line end. Empty at the end of a line. */
	std::string_view ReadWord();

	/** What is left of the line without blanks at either end; does not pass the line end. */
	std::string_view ReadRestOfLine();

	/** Numbers that do not fit become infinite or zero; "nan" and "inf" are numbers. False leaves the place unchanged.
	 */
	bool ReadNumber(double& Out);
	bool ReadNumber(float& Out);
	bool ReadNumber(int64_t& Out);

	/** Passes over the character if it comes next, without skipping blanks before it. */
	bool Accept(char C)
	{
		if (Current != End && *Current == C)
		{
			++Current;
			return true;
		}
		return false;
	}

private:
	void SkipLineEnd();

	const char* Current;
	const char* End;
	size_t Line = 1;
};

/** Whether text of a mesh file is UTF-16 or binary: half the bytes of UTF-16 digits, or a part of binary, are zero. */
bool HasZeroBytes(std::span<const std::byte> Bytes);

/** `body.obj, line 12: <What>.` */
FError MalformedLine(std::string_view Name, size_t Line, std::string_view What);

/** `body.stl, byte 84: <What>.` */
FError MalformedByte(std::string_view Name, size_t Byte, std::string_view What);

/** `body.stl: <What>.` */
FError FileError(EErrorCode Code, std::string_view Name, std::string_view What);

/** Appends a number with as many digits as reading it back exactly needs. */
void AppendNumber(std::string& Out, double Value);
void AppendNumber(std::string& Out, float Value);
void AppendNumber(std::string& Out, uint64_t Value);

} // namespace Exemplar

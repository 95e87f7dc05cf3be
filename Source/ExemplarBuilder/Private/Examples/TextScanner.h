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
		// Skip the byte order mark that some Windows editors write before UTF-8.
		if (std::string_view(Current, Bytes.size()).starts_with("\xef\xbb\xbf"))
		{
			Current += 3;
		}
	}

	bool AtEnd() const { return Current == End; }
	size_t GetLine() const { return Line; }
	size_t BytesLeft() const { return static_cast<size_t>(End - Current); }
	const char* GetCurrent() const { return Current; }

	/** Skips blanks and continued line ends; false at the end of the line or file. */
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

	/** Skips blanks and line ends; false at the end of the file. */
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

	/** The rest of the line without surrounding blanks; stays before the line end. */
	std::string_view ReadRestOfLine();

	/** Numbers that do not fit become infinite or zero; "nan" and "inf" are accepted. On false the position is
	 * unchanged. */
	bool ReadNumber(double& Out);
	bool ReadNumber(float& Out);
	bool ReadNumber(int64_t& Out);

	/** Consumes the character if it comes next, without skipping blanks first. */
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

/** Whether a text mesh file is actually UTF-16 or binary, judged by its zero bytes. */
bool HasZeroBytes(std::span<const std::byte> Bytes);

/** `body.obj, line 12: <What>.` */
FError MalformedLine(std::string_view Name, size_t Line, std::string_view What);

/** `body.stl, byte 84: <What>.` */
FError MalformedByte(std::string_view Name, size_t Byte, std::string_view What);

/** `body.stl: <What>.` */
FError FileError(EErrorCode Code, std::string_view Name, std::string_view What);

/** Appends a number with as many digits as needed to read it back exactly. */
void AppendNumber(std::string& Out, double Value);
void AppendNumber(std::string& Out, float Value);
void AppendNumber(std::string& Out, uint64_t Value);

} // namespace Exemplar

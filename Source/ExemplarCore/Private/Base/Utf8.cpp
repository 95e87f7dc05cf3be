// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Base/Utf8.h"

namespace Exemplar
{

namespace
{

/** The length of the character that begins at Index, or zero where none does (RFC 3629; overlong forms are none). */
size_t Utf8LengthAt(std::string_view Text, size_t Index)
{
	const auto ByteAt = [&](size_t At) { return At < Text.size() ? static_cast<unsigned char>(Text[At]) : 0u; };
	const auto IsTail = [&](size_t At) { return (ByteAt(At) & 0xc0u) == 0x80u; };
	const unsigned First = ByteAt(Index), Second = ByteAt(Index + 1);
	if (First < 0x80)
	{
		return First == 0 ? 0 : 1;
	}
	if (First >= 0xc2 && First <= 0xdf)
	{
		return IsTail(Index + 1) ? 2 : 0;
	}
	if (First >= 0xe0 && First <= 0xef)
	{
		const bool bOverlong = First == 0xe0 && Second < 0xa0;
		const bool bSurrogate = First == 0xed && Second > 0x9f;
		return !bOverlong && !bSurrogate && IsTail(Index + 1) && IsTail(Index + 2) ? 3 : 0;
	}
	if (First >= 0xf0 && First <= 0xf4)
	{
		const bool bOverlong = First == 0xf0 && Second < 0x90;
		const bool bBeyond = First == 0xf4 && Second > 0x8f;
		return !bOverlong && !bBeyond && IsTail(Index + 1) && IsTail(Index + 2) && IsTail(Index + 3) ? 4 : 0;
	}
	return 0;
}

} // namespace

bool IsValidUtf8(std::string_view Text)
{
	for (size_t Index = 0; Index < Text.size();)
	{
		const size_t Length = Utf8LengthAt(Text, Index);
		if (Length == 0)
		{
			return false;
		}
		Index += Length;
	}
	return true;
}

std::string MakeValidUtf8(std::string_view Text)
{
	std::string Out;
	for (size_t Index = 0; Index < Text.size();)
	{
		const size_t Length = Utf8LengthAt(Text, Index);
		if (Length == 0)
		{
			AppendUtf8(Out, 0xfffd);
			++Index;
		}
		else
		{
			Out.append(Text, Index, Length);
			Index += Length;
		}
	}
	return Out;
}

void AppendUtf8(std::string& Out, uint32_t CodePoint)
{
	if (CodePoint < 0x80)
	{
		Out += static_cast<char>(CodePoint);
	}
	else if (CodePoint < 0x800)
	{
		Out += static_cast<char>(0xc0 | (CodePoint >> 6));
		Out += static_cast<char>(0x80 | (CodePoint & 0x3f));
	}
	else if (CodePoint < 0x10000)
	{
		Out += static_cast<char>(0xe0 | (CodePoint >> 12));
		Out += static_cast<char>(0x80 | ((CodePoint >> 6) & 0x3f));
		Out += static_cast<char>(0x80 | (CodePoint & 0x3f));
	}
	else
	{
		Out += static_cast<char>(0xf0 | (CodePoint >> 18));
		Out += static_cast<char>(0x80 | ((CodePoint >> 12) & 0x3f));
		Out += static_cast<char>(0x80 | ((CodePoint >> 6) & 0x3f));
		Out += static_cast<char>(0x80 | (CodePoint & 0x3f));
	}
}

} // namespace Exemplar

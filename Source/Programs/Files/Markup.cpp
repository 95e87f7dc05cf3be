// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Files/Markup.h"

#include "Base/Utf8.h"

namespace Exemplar
{

std::string EscapeMarkup(std::string_view Text)
{
	std::string Out;
	for (const char C : MakeValidUtf8(Text))
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
		case '\'':
			Out += "&#39;";
			break;
		default:
			// HTML and XML allow no control characters except white space.
			Out += static_cast<unsigned char>(C) < 0x20 || C == 0x7f ? ' ' : C;
		}
	}
	return Out;
}

} // namespace Exemplar

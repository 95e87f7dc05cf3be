// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Report/Html.h"

#include <cstdint>

namespace Exemplar
{

std::string MakeDataUri(std::string_view MimeType, std::string_view Bytes)
{
	static constexpr char Digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
	std::string Out = "data:" + std::string(MimeType) + ";base64,";
	Out.reserve(Out.size() + (Bytes.size() + 2) / 3 * 4);
	for (size_t At = 0; At < Bytes.size(); At += 3)
	{
		const size_t Count = Bytes.size() - At < 3 ? Bytes.size() - At : 3;
		uint32_t Word = 0;
		for (size_t I = 0; I < 3; ++I)
		{
			Word = Word << 8 | (I < Count ? static_cast<unsigned char>(Bytes[At + I]) : 0u);
		}
		for (size_t I = 0; I < 4; ++I)
		{
			Out += I <= Count ? Digits[Word >> (18 - 6 * I) & 63u] : '=';
		}
	}
	return Out;
}

void FHtml::Fill(std::string_view Template, std::span<const FHtmlArgument> Arguments)
{
	size_t Next = 0;
	for (size_t At = Template.find("{}"); At != std::string_view::npos && Next < Arguments.size();
		 At = Template.find("{}"))
	{
		Out += Template.substr(0, At);
		Out += Arguments[Next++].Get();
		Template.remove_prefix(At + 2);
	}
	Out += Template;
}

} // namespace Exemplar

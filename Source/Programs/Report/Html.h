// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Files/Markup.h"

#include <initializer_list>
#include <span>
#include <string>
#include <string_view>

namespace Exemplar
{

/** Bytes as a data URI. */
std::string MakeDataUri(std::string_view MimeType, std::string_view Bytes);

/** Text that is already markup. */
struct FMarkup
{
	std::string Text;
};

/** The replacement of a placeholder of FHtml::Add: markup unchanged, everything else escaped. */
class FHtmlArgument
{
public:
	FHtmlArgument(const FMarkup& Markup)
		: Text(Markup.Text)
	{
	}
	template <typename TextType>
	FHtmlArgument(const TextType& InText)
		: Text(EscapeMarkup(InText))
	{
	}
	const std::string& Get() const { return Text; }

private:
	std::string Text;
};

/** Writes a page from top to bottom. Templates are literals and contain the markup; other values fill their
 * placeholders, {}, and are escaped, so that a name from a file cannot become markup by accident.
 */
class FHtml
{
public:
	template <size_t Size, typename... ArgumentTypes>
	FHtml& Add(const char (&Template)[Size], const ArgumentTypes&... Arguments)
	{
		const std::initializer_list<FHtmlArgument> List = {FHtmlArgument(Arguments)...};
		Fill(std::string_view(Template, Size - 1), std::span(List.begin(), List.size()));
		return *this;
	}

	FMarkup Take() { return {std::move(Out)}; }
	bool IsEmpty() const { return Out.empty(); }

private:
	void Fill(std::string_view Template, std::span<const FHtmlArgument> Arguments);

	std::string Out;
};

} // namespace Exemplar

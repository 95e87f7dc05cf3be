// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Files/Markup.h"

#include <initializer_list>
#include <span>
#include <string>
#include <string_view>

namespace Exemplar
{

/** Bytes as an address that holds them itself: nothing is fetched. */
std::string MakeDataUri(std::string_view MimeType, std::string_view Bytes);

/** A piece of a page that is markup already. */
struct FMarkup
{
	std::string Text;
};

/** What a placeholder of FHtml::Add becomes: markup as it is, everything else escaped. */
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

/**
 * A page that is written from its top to its end. Markup is what stands in templates, which are literals; what comes
 * from elsewhere fills their placeholders, {}, and is escaped: a name from a file cannot become markup by oversight.
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

// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Base/BuildContext.h"
#include "Character/Character.h"
#include "Examples/ExampleSet.h"
#include "Files/Json.h"

#include <filesystem>
#include <string>

namespace Exemplar
{

struct FHtmlReportOptions
{
	std::filesystem::path
		Pictures;           // a folder that gets the pictures as files too; made where it is missing; empty: none
	bool bPictures = true;  // off: text and plots alone, in a second
	bool bSoftware = false; // draw on the processor: the same bytes on every machine
	bool bDraft = false;    // fewer samples and lights: faster
};

struct FWrittenHtmlReport
{
	size_t Bytes = 0;
	size_t PictureCount = 0;
	std::string Device;  // that drew the pictures
	std::string Missing; // why there are none, where there are none and some were asked for
};

/**
 * Writes a report that people want to look at: one page that opens offline, with pictures of the character beside its
 * examples, plots, numbers, problems and provenance (Docs/Building.md). Errors are measured on the character itself;
 * Figures is what `exemplar build --json` writes, any part of which may be missing. Without Vulkan the page comes
 * without pictures, and says so. Nothing is written before everything is made: when canceled, nothing stays behind.
 * The same input gives the same bytes, as long as pictures are drawn by the same device.
 */
TResult<FWrittenHtmlReport> WriteHtmlReport(const std::filesystem::path& Out, const FCharacter& Character,
	const FExampleSet& Examples, const FJson& Figures, const FHtmlReportOptions& Options, const FBuildContext& Context);

} // namespace Exemplar

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
	std::filesystem::path Pictures; // also write the pictures to this folder, created if needed; empty for none
	bool bPictures = true;          // if false, only text and plots
	bool bSoftware = false;         // render on the CPU: the same bytes on every machine
	bool bDraft = false;            // fewer samples and lights, faster
};

struct FWrittenHtmlReport
{
	size_t Bytes = 0;
	size_t PictureCount = 0;
	std::string Device;  // that rendered the pictures
	std::string Missing; // why requested pictures are missing
	FJson Measures;      // errors, as DescribeMeasures has them
};

/** Writes a report: one self-contained page with pictures of the character and its examples, plots, tables, problems
 * and provenance (Docs/Building.md). Errors are measured on the character itself; Figures is the output of `exemplar
 * build --json`, any part of which may be missing. Without Vulkan the page has no pictures and says so. Nothing is
 * written until everything is ready; canceling leaves no output. The same input gives the same bytes if pictures are
 * rendered by the same device.
 */
TResult<FWrittenHtmlReport> WriteHtmlReport(const std::filesystem::path& Out, const FCharacter& Character,
	const FExampleSet& Examples, const FJson& Figures, const FHtmlReportOptions& Options, const FBuildContext& Context);

} // namespace Exemplar

// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Base/BuildContext.h"
#include "Registration/ScanFiles.h"
#include "Report/ReportPictures.h"

#include <filesystem>

namespace Exemplar
{

/** A scan, the template where it was brought, and the template colored by confidence. */
struct FScanPictures
{
	size_t Pose = 0;
	FReportPicture Scan, Registered, Confidence;
};

struct FRegistrationPictures
{
	std::string Missing; // why there are no pictures
	std::vector<FScanPictures> Poses;
};

/** Draws the poses, those that failed or are doubtful first if there are many. Without Vulkan there are none, and a
 * reason. ScanScale is that of the registration. Fails only when canceled.
 */
TResult<FRegistrationPictures> DrawRegistration(
	const FScanInput& Input, const FRegisteredExamples& Result, double ScanScale, const FBuildContext& Context);

/** The page: verdict and figures of every scan, with its pictures. */
std::string FormatRegistrationPage(
	const FScanInput& Input, const FRegisteredExamples& Result, const FRegistrationPictures& Pictures);

/** Writes the page to Out and the pictures, one file each, to the folder Pictures. Returns why pictures are missing. */
TResult<std::string> WriteRegistrationReport(const std::filesystem::path& Out, const std::filesystem::path& Pictures,
	const FScanInput& Input, const FRegisteredExamples& Result, double ScanScale, const FBuildContext& Context);

} // namespace Exemplar

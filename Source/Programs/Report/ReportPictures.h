// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Base/BuildContext.h"
#include "Character/Character.h"
#include "Examples/ExampleSet.h"
#include "Report/CharacterMeasures.h"
#include "Report/ReportPoses.h"

#include <optional>
#include <string>

namespace Exemplar
{

struct FReportPicture
{
	std::string Name; // of its file, without extension
	uint32_t Width = 0, Height = 0;
	std::string Jpeg;
};

/** An example, the character in its pose, and the character colored by the distance between the two. */
struct FPosePictures
{
	FChosenPose Chosen;
	FReportPicture Example, Character, Error;
};

/** A pose colored by its distance from the example, without and with correctives. */
struct FCorrectedPictures
{
	size_t Pose = 0;
	FReportPicture Before, After;
};

/** A level with its triangles, and at the size where it is used, next to the finest level at the same size. */
struct FLevelPictures
{
	FReportPicture Wireframe;
	uint32_t PixelHeight = 0; // of the character in the two below; 0 for the finest level
	std::optional<FReportPicture> Finest, Shown;
};

struct FReportPictures
{
	std::string Device;  // that rendered them; empty if there are none
	std::string Missing; // why there are no pictures
	std::optional<FReportPicture> Hero;
	std::vector<FPosePictures> Poses;
	std::vector<std::pair<size_t, FReportPicture>> Film; // errors of many poses, small
	std::vector<FCorrectedPictures> Corrected;           // what correctives do, in the poses that gain most
	std::vector<FReportPicture> Skeleton;                // at rest and in a pose
	std::vector<FReportPicture> Bones, Influences;       // front and back, colored
	uint32_t MaxInfluences = 0;                          // the last step of their colors
	std::vector<FLevelPictures> Levels;

	/** All of them, in the order of the page. */
	std::vector<const FReportPicture*> List() const;
};

/** What to render. */
struct FReportPictureOptions
{
	std::vector<size_t> Varied;       // poses that show how much the character moves
	std::vector<FChosenPose> Telling; // poses that are compared with their examples
	std::vector<size_t> Film;
	std::vector<size_t> Corrected;  // poses that are shown without and with correctives
	double RampEnd = 0.0;           // meters at the end of the color scale
	std::vector<double> PixelSizes; // by level: height of the character in pixels where it is used; 0 if never
	bool bSoftware = false;         // render on the CPU: the same bytes on every machine
	bool bDraft = false;            // fewer samples and lights
};

/** The tallest preview of a level in pixels; levels used above it are shown at this size. */
constexpr uint32_t MaxPreviewPixels = 320;

/** Renders the pictures. If Vulkan is missing or fails, the result has no pictures and a reason. Fails only when
 * canceled.
 */
TResult<FReportPictures> DrawReportPictures(const FCharacter& Character, const FExampleSet& Examples,
	const FCharacterMeasures& Measures, const FReportPictureOptions& Options, const FBuildContext& Context);

} // namespace Exemplar

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
struct FPicturesOfPose
{
	FChosenPose Chosen;
	FReportPicture Example, Character, Error;
};

/** A level with its triangles, and as it is seen where it is chosen, beside the finest level at the same size. */
struct FPicturesOfLevel
{
	FReportPicture Wireframe;
	uint32_t PixelHeight = 0; // of the character in the two below; 0: the finest level, which needs none
	std::optional<FReportPicture> Finest, Shown;
};

struct FReportPictures
{
	std::string Device;  // that drew them; empty: nothing is drawn
	std::string Missing; // why nothing is drawn
	std::optional<FReportPicture> Hero;
	std::vector<FPicturesOfPose> Poses;
	std::vector<std::pair<size_t, FReportPicture>> Film; // errors of many poses, small
	std::vector<FReportPicture> Skeleton;                // at rest and in a pose
	std::vector<FReportPicture> Bones, Influences;       // front and back, colored
	uint32_t MostInfluences = 0;                         // the last step of their colors
	std::vector<FPicturesOfLevel> Levels;

	/** All of them, in the order of the page. */
	std::vector<const FReportPicture*> List() const;
};

/** What is to be drawn. */
struct FReportPictureOptions
{
	std::vector<size_t> Varied;       // poses that show how much the character moves
	std::vector<FChosenPose> Telling; // poses that are compared with their examples
	std::vector<size_t> Film;
	double RampEnd = 0.0;           // meters at the end of the colors of distances
	std::vector<double> PixelSizes; // by level: how tall the character is, in pixels, where it is chosen; 0: never
	bool bSoftware = false;         // on the processor: the same bytes on every machine
	bool bDraft = false;            // fewer samples and lights
};

/** The tallest preview of a level, in pixels: what is chosen above is shown at this size. */
constexpr uint32_t MostPreviewPixels = 320;

/**
 * Draws. Where there is no Vulkan, or it gives up, the answer has no pictures and a sentence that says why. Fails only
 * when canceled.
 */
TResult<FReportPictures> DrawReportPictures(const FCharacter& Character, const FExampleSet& Examples,
	const FCharacterMeasures& Measures, const FReportPictureOptions& Options, const FBuildContext& Context);

} // namespace Exemplar

// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Base/BuildContext.h"
#include "Character/Character.h"
#include "Examples/ExampleSet.h"
#include "Gpu/DebugColors.h"
#include "Render/Sheet.h"
#include "Render/Studio.h"

#include <array>
#include <functional>
#include <optional>

namespace Exemplar
{

/** A pose to show. */
struct FPictureOfPose
{
	std::string Caption;
	std::vector<FBoneTransform> Local;
	size_t Example = 0;  // the example pose to compare with
	bool bNamed = false; // the caption is the caller's, not generated
};

struct FPictureOptions
{
	std::vector<FPictureOfPose> Poses;
	std::vector<uint32_t> Levels = {0};
	std::vector<FView> Views = {FView()};
	EDebugView Debug = EDebugView::None;
	bool bWireframe = false;
	bool bSkeleton = false;
	bool bCommonFloor = false; // one floor for all poses, for frames of a clip; otherwise one floor per pose
	uint32_t Width = 960;      // of a panel
	uint32_t Height = 960;
	bool bFitShape = false;      // keep the panels' area, but change their aspect ratio to fit the content
	bool bErrorAlone = false;    // with examples: only the last of the three panels of a pose
	bool bCameraPerPose = false; // every pose fills its panels; otherwise one camera per view, so that sizes compare
	uint32_t Footer = 0;         // pixels at a panel's bottom for its caption
	std::array<std::string, 3> PanelNames{"example", "character", "error"}; // with examples
	float RampEnd = 0.0f; // millimeters at the end of the color ramp of errors and correctives; 0: automatic
};

/** The panels of poses, levels and views, in this order, and their legend. */
struct FPictures
{
	std::vector<FSheetPanel> Panels;
	FLegend Legend;
	uint32_t PanelsAPose = 1;
};

/** Receives the panels of a pose as soon as they are drawn. */
using FPictureSink = std::function<FStatus(size_t Pose, FPictures&& Pictures)>;

/**
 * Draws pictures. With a sink, the panels go there and the result has none, so that a long clip does not fill the
 * memory. With examples, each pose has three panels: the example, the character, and the character colored by its
 * distance from the example: per vertex if the level's vertices come from the examples, otherwise to the nearest point
 * of the surface.
 */
TResult<FPictures> DrawPictures(const FStudio& Studio, const FCharacter& Character, const FExampleSet* Examples,
	const FPictureOptions& Options, const FBuildContext& Context, const FPictureSink& Sink = {});

} // namespace Exemplar

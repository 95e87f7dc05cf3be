// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Base/BuildContext.h"
#include "Character/Character.h"
#include "Examples/ExampleSet.h"
#include "Gpu/DebugColors.h"
#include "Render/Sheet.h"
#include "Render/Studio.h"

#include <functional>
#include <optional>

namespace Exemplar
{

/** A pose to show. */
struct FPictureOfPose
{
	std::string Caption;
	std::vector<FBoneTransform> Local;
	size_t Example = 0;  // the pose of the examples that it is compared with
	bool bNamed = false; // the caption was given, not made
};

struct FPictureOptions
{
	std::vector<FPictureOfPose> Poses;
	std::vector<uint32_t> Levels = {0};
	std::vector<FView> Views = {FView()};
	EDebugView Debug = EDebugView::None;
	bool bWireframe = false;
	bool bSkeleton = false;
	bool bCommonFloor = false; // one floor for all poses: frames of a clip; else each pose stands on its own
	uint32_t Width = 960;      // of a panel
	uint32_t Height = 960;
	bool bFitShape = false;    // keep the panels' area, but give them the shape of what they show
	bool bErrorAlone = false;  // with examples: of the three panels of a pose only the last
	bool bCameraAPose = false; // every pose fills its panels; else one camera a view, so that sizes compare
	uint32_t Footer = 0;       // pixels at a panel's bottom that its caption needs
	float RampEnd = 0.0f;      // millimeters at the end of the ramp of errors and correctives; 0: what is needed
};

/** The panels of poses, levels and views, in this order, and what their colors mean. */
struct FPictures
{
	std::vector<FSheetPanel> Panels;
	FLegend Legend;
	uint32_t PanelsAPose = 1;
};

/** Takes the panels of a pose as soon as they are drawn. */
using FPictureSink = std::function<FStatus(size_t Pose, FPictures&& Pictures)>;

/**
 * Draws. With a sink every pose's panels go there, and the answer has none: a long clip does not fill the memory. With
 * examples each pose is three panels: the example, the character, and the character colored by its distance from the
 * example, vertex by vertex where the level's vertices come from the examples', else to the nearest point of the
 * surface.
 */
TResult<FPictures> DrawPictures(const FStudio& Studio, const FCharacter& Character, const FExampleSet* Examples,
	const FPictureOptions& Options, const FBuildContext& Context, const FPictureSink& Sink = {});

} // namespace Exemplar

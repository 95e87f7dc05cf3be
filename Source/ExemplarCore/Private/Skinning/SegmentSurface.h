// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Skinning/PackedSkin.h"

#include <vector>

namespace Exemplar
{

/** A rigid frame whose y axis is the segment's link and whose origin is the link's end. */
FAffine MakeSegmentFrame(const FRestPose& Rest, const FTwistSegment& Segment);

/** A level's points and frames, each in the frame of its vertex's segment. */
struct FSegmentSurface
{
	std::vector<FFloat3> Positions, Normals;
	std::vector<FFloat4> Tangents;
};
FSegmentSurface MoveToSegments(const FMeshLevelView& Level, const FTwistSegments& Twist, const FPackedSkin& Skin);

} // namespace Exemplar

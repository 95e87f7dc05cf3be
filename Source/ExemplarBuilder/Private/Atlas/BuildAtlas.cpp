// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Atlas/BuildAtlas.h"

#include "AnimationSpace/ClipMetric.h"
#include "Atlas/MakeAtlas.h"
#include "Model/Stopwatch.h"
#include "Model/SurfaceTriangles.h"

#include <algorithm>

namespace Exemplar
{
namespace BuildAtlasDetail
{

/** The rest, and frames spread over the clips. */
TResult<std::vector<std::vector<FDouble3>>> ChartShapes(const FSkin& Skin, const FAnimation& Animation, bool bAllPoses)
{
	std::vector<std::vector<FDouble3>> Out{Skin.Rest};
	const size_t FrameCount = bAllPoses ? Animation.FrameCount() : 0;
	if (FrameCount == 0)
	{
		return Out;
	}
	const TResult<std::vector<FAffine3d>> Motions = PlayMotions(Animation);
	if (!Motions)
	{
		return Motions.GetError();
	}
	const size_t Count = (std::min)(FrameCount, MaxChartShapes - 1);
	std::vector<FAffine3d> Palette(Animation.Skeleton.JointCount());
	for (size_t Pose = 0; Pose < Count; ++Pose)
	{
		const size_t Frame = (2 * Pose + 1) * FrameCount / (2 * Count);
		for (size_t Bone = 0; Bone < Palette.size(); ++Bone)
		{
			Palette[Bone] = (*Motions)[Bone * FrameCount + Frame];
		}
		std::vector<FDouble3>& Shape = Out.emplace_back();
		Shape.reserve(Skin.PointCount());
		for (const FAnimationVector& Point : Skin.Points)
		{
			Shape.push_back(Project(Point, Palette));
		}
	}
	return Out;
}

FStatus CheckInput(const FSurface& Surface, const FSkin& Skin, const FAtlasOptions& Options)
{
	if (Surface.TriangleCount() == 0 || Skin.Points.size() != Skin.PointCount() || Skin.PointCount() == 0)
	{
		return FError{EErrorCode::Degenerate,
			"The character has no skinned triangles, so there is nothing to cut into charts. Give a character with a "
			"mesh "
			"and a skin."};
	}
	if (!(Options.MaxStretch > 1.0))
	{
		return FError{EErrorCode::InvalidArgument, "atlas.maxStretch must be above 1, which is no stretch at all."};
	}
	return FOk{};
}

} // namespace BuildAtlasDetail

TResult<std::vector<FSideProducts>> MeasureSkinSides(
	const FSkin& Skin, const FAnimation& Animation, bool bAllPoses, std::span<const FTriangle> Triangles)
{
	if (!bAllPoses || Animation.FrameCount() == 0)
	{
		return MeasureSides(Skin.Rest, Triangles);
	}
	// Whole frames know how joints move together; a tenth covers what no clip shows.
	const TResult<FPoseMetric> Metric = BuildClipMetric(Animation, {1.0, 0.1, 0.5});
	if (!Metric)
	{
		return Metric.GetError();
	}
	return MeasureSides(*Metric, Skin.Points, Triangles);
}

TResult<FAtlas> BuildAtlas(const FSurface& Surface, const FSkin& Skin, const FAnimation& Animation,
	const FAtlasOptions& Options, const FBuildContext& Context)
{
	using namespace BuildAtlasDetail;
	const FStopwatch Watch;
	if (FStatus Valid = CheckInput(Surface, Skin, Options); !Valid)
	{
		return Valid.GetError();
	}
	const TResult<std::vector<std::vector<FDouble3>>> Shapes = ChartShapes(Skin, Animation, Options.bAllPoses);
	if (!Shapes)
	{
		return Shapes.GetError();
	}
	const std::vector<FTriangle> Triangles = SurfaceTriangles(Surface);
	const TResult<std::vector<FSideProducts>> Sides = MeasureSkinSides(Skin, Animation, Options.bAllPoses, Triangles);
	if (!Sides)
	{
		return Sides.GetError();
	}
	TResult<FAtlas> Atlas = MakeAtlas({Triangles, *Sides, *Shapes, {}}, Options, Context);
	if (Atlas)
	{
		Atlas->Figures = {"atlas", Watch.Seconds(),
			{{"charts", static_cast<double>(Atlas->ChartCount), ""}, {"stretch", Atlas->Stretch, ""},
				{"largest stretch", Atlas->MaxStretch, ""}, {"packing", 100.0 * Atlas->Efficiency, "%"},
				{"texture efficiency", 100.0 * Atlas->Efficiency / (Atlas->Stretch * Atlas->Stretch), "%"},
				{"flipped triangles", static_cast<double>(Atlas->Flipped), ""}}};
	}
	return Atlas;
}

} // namespace Exemplar

// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Examples/ExampleSet.h"

#include "Examples/CheckExamples.h"
#include "Examples/Triangulate.h"
#include "Examples/Weld.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace Exemplar
{
namespace
{

struct FExampleBox
{
	FDouble3 Center;
	double Diagonal = 0.0;
};

FExampleBox BoxOfVertices(const std::vector<FDouble3>& Positions)
{
	FDouble3 Low = Positions.front(), High = Positions.front();
	for (const FDouble3& P : Positions)
	{
		Low = {(std::min)(Low.X, P.X), (std::min)(Low.Y, P.Y), (std::min)(Low.Z, P.Z)};
		High = {(std::max)(High.X, P.X), (std::max)(High.Y, P.Y), (std::max)(High.Z, P.Z)};
	}
	const FDouble3 Size{High.X - Low.X, High.Y - Low.Y, High.Z - Low.Z};
	return {{Low.X + 0.5 * Size.X, Low.Y + 0.5 * Size.Y, Low.Z + 0.5 * Size.Z},
		std::sqrt(Size.X * Size.X + Size.Y * Size.Y + Size.Z * Size.Z)};
}

std::vector<FDouble3> TakePoints(
	std::span<const FDouble3> Source, const std::vector<uint32_t>& SourceOfPoint, const FNormalization& N)
{
	std::vector<FDouble3> Points(SourceOfPoint.size());
	for (size_t Point = 0; Point < Points.size(); ++Point)
	{
		const FDouble3& P = Source[SourceOfPoint[Point]];
		Points[Point] = {(P.X - N.Center.X) * N.Scale, (P.Y - N.Center.Y) * N.Scale, (P.Z - N.Center.Z) * N.Scale};
	}
	return Points;
}

/** Files whose z axis points up, turned about x so that y does. */
void TurnUpright(FSourceExamples& Source)
{
	const auto Turn = [](auto& P) { P = {P.X, P.Z, -P.Y}; };
	std::for_each(Source.Rest.Positions.begin(), Source.Rest.Positions.end(), Turn);
	std::for_each(Source.Rest.Normals.begin(), Source.Rest.Normals.end(), Turn);
	for (FSourcePose& Pose : Source.Poses)
	{
		std::vector<FDouble3> Positions = Pose.Positions.ToVector();
		std::for_each(Positions.begin(), Positions.end(), Turn);
		Pose.Positions = std::move(Positions);
	}
}

FStatus CheckExampleOptions(const FSourceExamples& Source, const FExampleOptions& Options)
{
	if (!(Options.WeldTolerance >= 0.0 && Options.WeldTolerance < 0.1))
	{
		return FError{EErrorCode::InvalidArgument,
			"The weld tolerance must be a fraction of the mesh's diagonal, at least 0 and less than 0.1."};
	}
	if (!(Options.Scale > 0.0 && std::isfinite(Options.Scale)))
	{
		return FError{EErrorCode::InvalidArgument,
			"The scale (meters per file unit) must be greater than zero. Use 0.01 for centimeters."};
	}
	if (Options.bZUp && Source.Rig)
	{
		return FError{EErrorCode::InvalidArgument,
			"The source has a rig, and its file already states which axis points up. Leave out the option for z up."};
	}
	return FOk{};
}

} // namespace

TResult<FExampleSet> BuildExampleSet(
	FSourceExamples Source, const FExampleOptions& Options, const FBuildContext& Context)
{
	if (FStatus Status = CheckExampleOptions(Source, Options); !Status)
	{
		return Status.GetError();
	}
	if (Options.bZUp)
	{
		TurnUpright(Source);
	}
	if (FStatus Status = CheckSourceMesh(Source.Rest); !Status)
	{
		return Status.GetError();
	}
	if (FStatus Status = CheckSourcePoses(Source); !Status)
	{
		return Status.GetError();
	}
	if (!Context.Progress.Report(0.2))
	{
		return Context.Progress.CanceledError();
	}

	FExampleSet Set;
	const FExampleBox Box = BoxOfVertices(Source.Rest.Positions);
	FWeld Weld = WeldVertices(Source, Options.WeldTolerance * Box.Diagonal);
	if (!Context.Progress.Report(0.5))
	{
		return Context.Progress.CanceledError();
	}

	Set.Normalization = Options.bNormalize ? FNormalization{Box.Center, 1.0 / Box.Diagonal, Options.bZUp}
										   : FNormalization{{}, Options.Scale, Options.bZUp};
	Set.Rest.Positions = TakePoints(Source.Rest.Positions, Weld.SourceOfPoint, Set.Normalization);
	Set.Poses.resize(Source.Poses.size());
	ParallelFor(*Context.Executor, Set.Poses.size(), 1,
		[&](size_t Begin, size_t End)
		{
			for (size_t Pose = Begin; Pose < End; ++Pose)
			{
				const FSharedPositions Positions = std::exchange(Source.Poses[Pose].Positions, {});
				Set.Poses[Pose] = TakePoints(Positions, Weld.SourceOfPoint, Set.Normalization);
			}
		});
	Set.PointOfSource = std::move(Weld.PointOfSource);
	if (!Context.Progress.Report(0.7))
	{
		return Context.Progress.CanceledError();
	}

	FPolygonTriangles Triangles = TriangulatePolygons(Source.Rest);
	Set.Rest.Triangles.reserve(Triangles.Corners.size());
	for (const std::array<uint32_t, 3>& Corners : Triangles.Corners)
	{
		FTriangle& Triangle = Set.Rest.Triangles.emplace_back();
		for (int Corner = 0; Corner < 3; ++Corner)
		{
			Triangle[Corner] = static_cast<int32_t>(Set.PointOfSource[Source.Rest.CornerVertices[Corners[Corner]]]);
		}
	}
	Set.TriangleCorners = std::move(Triangles.Corners);
	Set.TrianglePolygons = std::move(Triangles.Polygons);
	Set.Source = std::move(Source);

	RemoveBadTriangles(Set);
	if (Set.Rest.Triangles.empty())
	{
		return FError{EErrorCode::Degenerate,
			"Every face of the rest mesh has two corners at one point. Export a mesh with a surface, or lower the weld "
			"tolerance."};
	}
	FindBadSurface(Set);
	FindBadAttributes(Set.Source.Rest, Set.Problems);
	FindUnreferencedVertices(Set.Source.Rest, Set.Problems);
	GuessUnits(Set, Options, Set.Problems);
	if (!Context.Progress.Report(1.0))
	{
		return Context.Progress.CanceledError();
	}
	return Set;
}

std::vector<FDouble3> RestoreSourcePositions(const FExampleSet& Examples, const std::vector<FDouble3>& PointPositions)
{
	const FNormalization& N = Examples.Normalization;
	std::vector<FDouble3> Out(Examples.PointOfSource.size());
	for (size_t Vertex = 0; Vertex < Out.size(); ++Vertex)
	{
		const FDouble3& P = PointPositions[Examples.PointOfSource[Vertex]];
		Out[Vertex] = {P.X / N.Scale + N.Center.X, P.Y / N.Scale + N.Center.Y, P.Z / N.Scale + N.Center.Z};
	}
	return Out;
}

std::vector<FDouble3> RestoreFilePositions(const FExampleSet& Examples, const std::vector<FDouble3>& PointPositions)
{
	std::vector<FDouble3> Out = RestoreSourcePositions(Examples, PointPositions);
	if (Examples.Normalization.bZUp)
	{
		std::for_each(Out.begin(), Out.end(), [](FDouble3& P) { P = {P.X, -P.Z, P.Y}; });
	}
	return Out;
}

FSourceExamples RestoreSource(const FExampleSet& Examples)
{
	FSourceExamples Out = Examples.Source;
	for (size_t Pose = 0; Pose < Examples.PoseCount(); ++Pose)
	{
		Out.Poses[Pose].Positions = RestoreSourcePositions(Examples, Examples.Poses[Pose]);
	}
	return Out;
}

} // namespace Exemplar

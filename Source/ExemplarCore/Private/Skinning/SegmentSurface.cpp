// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Skinning/SegmentSurface.h"

namespace Exemplar
{

FAffine MakeSegmentFrame(const FRestPose& Rest, const FTwistSegment& Segment)
{
	const bool bLink = Segment.End != FTwistSegment::NoEnd && !(Rest.LinkAxes[Segment.End] == FFloat3{});
	const FFloat3 Y = bLink ? Rest.LinkAxes[Segment.End] : FFloat3{0.0f, 1.0f, 0.0f};
	const FFloat3& Origin = Rest.Centers[bLink ? Segment.End : Segment.Base];
	const FFloat3 Side = std::abs(Y.X) < 0.7f ? FFloat3{1.0f, 0.0f, 0.0f} : FFloat3{0.0f, 0.0f, 1.0f};
	const FFloat3 Z = Normalize(Cross(Side, Y)), X = Cross(Y, Z);
	FAffine Out;
	Out.Rows[0] = {X.X, X.Y, X.Z, -Dot(X, Origin)};
	Out.Rows[1] = {Y.X, Y.Y, Y.Z, -Dot(Y, Origin)};
	Out.Rows[2] = {Z.X, Z.Y, Z.Z, -Dot(Z, Origin)};
	return Out;
}

FSegmentSurface MoveToSegments(const FMeshLevelView& Level, const FTwistSegments& Twist, const FPackedSkin& Skin)
{
	FSegmentSurface Out;
	for (size_t Vertex = 0; Vertex < Level.VertexCount(); ++Vertex)
	{
		const FAffine& Frame = Skin.SegmentFrames[Twist.SegmentOfVertex[Vertex]];
		Out.Positions.push_back(TransformPoint(Frame, Level.Positions[Vertex]));
		if (!Level.Normals.empty())
		{
			Out.Normals.push_back(TransformVector(Frame, Level.Normals[Vertex]));
		}
		if (!Level.Tangents.empty())
		{
			const FFloat4& T = Level.Tangents[Vertex];
			const FFloat3 Turned = TransformVector(Frame, {T.X, T.Y, T.Z});
			Out.Tangents.push_back({Turned.X, Turned.Y, Turned.Z, T.W});
		}
	}
	return Out;
}

} // namespace Exemplar

// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Skinning/ReferenceSkinning.h"

#include "Skinning/LeastSquaresPoint.h"

namespace Exemplar
{
namespace ReferenceSkinning
{

FAffine ZeroMatrix()
{
	FAffine Out;
	Out.Rows[0] = Out.Rows[1] = Out.Rows[2] = {};
	return Out;
}

void AddScaled(FAffine& Sum, const FAffine& M, float Weight)
{
	for (int Row = 0; Row < 3; ++Row)
	{
		Sum.Rows[Row] = Sum.Rows[Row] + M.Rows[Row] * Weight;
	}
}

FAffine Blend(std::span<const FAffine> Palette, std::span<const uint16_t> Bones, std::span<const float> Weights)
{
	FAffine Sum = ZeroMatrix();
	for (size_t Index = 0; Index < Bones.size(); ++Index)
	{
		AddScaled(Sum, Palette[Bones[Index]], Weights[Index]);
	}
	return Sum;
}

FRotation AddScaled(const FRotation& Sum, const FRotation& Q, float Weight)
{
	return {Sum.X + Q.X * Weight, Sum.Y + Q.Y * Weight, Sum.Z + Q.Z * Weight, Sum.W + Q.W * Weight};
}

/** The matrix of dual quaternion skinning. */
FAffine BlendRigid(std::span<const FDualQuaternion> Rigid, std::span<const FAffine> Stretches,
	std::span<const uint16_t> Bones, std::span<const float> Weights)
{
	FDualQuaternion Sum{{0.0f, 0.0f, 0.0f, 0.0f}, {0.0f, 0.0f, 0.0f, 0.0f}};
	for (size_t Index = 0; Index < Bones.size(); ++Index)
	{
		const FDualQuaternion& Q = Rigid[Bones[Index]];
		Sum.Real = AddScaled(Sum.Real, Q.Real, Weights[Index]);
		Sum.Dual = AddScaled(Sum.Dual, Q.Dual, Weights[Index]);
	}
	const FAffine M = ToAffine(Sum);
	return Stretches.empty() ? M : Compose(M, Blend(Stretches, Bones, Weights));
}

} // namespace ReferenceSkinning

FSurfacePoint SkinLinearBlend(std::span<const FAffine> Palette, std::span<const uint16_t> Bones,
	std::span<const float> Weights, const FSurfacePoint& Rest)
{
	using namespace ReferenceSkinning;
	return TransformSurface(Blend(Palette, Bones, Weights), Rest);
}

FSurfacePoint SkinAnimationSpace(std::span<const FAffine> Palette, std::span<const uint16_t> Bones,
	const FAnimationSpacePoint& Vertex, float GeomorphFactor, const FSurfacePoint& Rest)
{
	using namespace ReferenceSkinning;
	FFloat3 Position, Tangent, Bitangent;
	FAffine Blended = ZeroMatrix();
	for (size_t Index = 0; Index < Bones.size(); ++Index)
	{
		const FAffine& T = Palette[Bones[Index]];
		FFloat4 Point = Vertex.Points[Index];
		if (!Vertex.Deltas.empty())
		{
			Point = Point + Vertex.Deltas[Index] * GeomorphFactor;
		}
		Position += Transform(T, Point);
		AddScaled(Blended, T, Point.W);
		if (!Vertex.Tangents.empty())
		{
			Tangent += Transform(T, Vertex.Tangents[Index]);
			Bitangent += Transform(T, Vertex.Bitangents[Index]);
		}
	}
	FSurfacePoint Out = TransformSurface(Blended, Rest);
	Out.Position = Position;
	if (!Vertex.Tangents.empty())
	{
		Out.Normal = Normalize(Cross(Tangent, Bitangent));
		const FFloat3 Unit = Normalize(Tangent);
		Out.Tangent = {Unit.X, Unit.Y, Unit.Z, Rest.Tangent.W};
	}
	return Out;
}

FSurfacePoint SkinDualQuaternion(std::span<const FDualQuaternion> Rigid, std::span<const FAffine> Stretches,
	std::span<const uint16_t> Bones, std::span<const float> Weights, const FSurfacePoint& Rest)
{
	return TransformSurface(ReferenceSkinning::BlendRigid(Rigid, Stretches, Bones, Weights), Rest);
}

FSurfacePoint SkinBlended(std::span<const FAffine> Palette, std::span<const FDualQuaternion> Rigid,
	std::span<const FAffine> Stretches, std::span<const uint16_t> Bones, std::span<const float> Weights, float Factor,
	const FSurfacePoint& Rest)
{
	const FAffine Linear = ReferenceSkinning::Blend(Palette, Bones, Weights);
	FAffine Mixed = ReferenceSkinning::BlendRigid(Rigid, Stretches, Bones, Weights);
	for (int Row = 0; Row < 3; ++Row)
	{
		Mixed.Rows[Row] = Linear.Rows[Row] + (Mixed.Rows[Row] - Linear.Rows[Row]) * Factor;
	}
	return TransformSurface(Mixed, Rest);
}

FFloat3 FindRotationCenter(std::span<const FAffine> Palette, std::span<const uint16_t> Bones, const FFloat3& Guess)
{
	FLeastSquaresPoint Solver;
	for (size_t First = 0; First < Bones.size(); ++First)
	{
		for (size_t Second = First + 1; Second < Bones.size(); ++Second)
		{
			const FAffine &A = Palette[Bones[First]], &B = Palette[Bones[Second]];
			for (int Row = 0; Row < 3; ++Row)
			{
				const FFloat4 D = A.Rows[Row] - B.Rows[Row];
				Solver.AddEquation({D.X, D.Y, D.Z}, -D.W);
			}
		}
	}
	return Solver.Solve(Guess, 1e-3);
}

FSurfacePoint SkinSphericalBlend(std::span<const FAffine> Palette, std::span<const FDualQuaternion> Rigid,
	std::span<const uint16_t> Bones, std::span<const float> Weights, const FFloat3& Center, const FSurfacePoint& Rest)
{
	using namespace ReferenceSkinning;
	FRotation Sum{0.0f, 0.0f, 0.0f, 0.0f};
	FFloat3 CenterImage;
	float Scale = 0.0f;
	for (size_t Index = 0; Index < Bones.size(); ++Index)
	{
		const FAffine& T = Palette[Bones[Index]];
		Sum = AddScaled(Sum, Rigid[Bones[Index]].Real, Weights[Index]);
		CenterImage += TransformPoint(T, Center) * Weights[Index];
		Scale += std::cbrt(Determinant(T)) * Weights[Index];
	}
	const FRotation Q = Normalize(Sum);
	const FAffine M = ToAffine(Q, CenterImage, {Scale, Scale, Scale});
	FSurfacePoint AboutCenter = Rest;
	AboutCenter.Position = Rest.Position - Center;
	return TransformSurface(M, AboutCenter);
}

namespace ReferenceSkinning
{

size_t DepthOf(const FRestPose& Rest, int32_t Joint)
{
	size_t Depth = 0;
	for (; Joint != NoParent; Joint = Rest.Parents[Joint])
	{
		++Depth;
	}
	return Depth;
}

/** Turns everything about the incoming link of a joint, in rest space; Tangent and Normal as vectors. */
FAffine LinkRotation(const FRestPose& Rest, int32_t Joint, float Angle)
{
	return LineRotation(Rest.Centers[Joint], Rest.LinkAxes[Joint], Angle);
}

/** C_{s,m}: what gives influence m the twists of base joint k: undo those down to m, after adding those up to k. */
FAffine Compensation(const FRestPose& Rest, std::span<const float> Twists, int32_t Base, int32_t Influence)
{
	int32_t Up = Base, Down = Influence;
	size_t UpDepth = DepthOf(Rest, Up), DownDepth = DepthOf(Rest, Down);
	FAffine Added, Undone;
	while (Up != Down)
	{
		if (UpDepth >= DownDepth)
		{
			Added = Compose(LinkRotation(Rest, Up, Twists[Up]), Added);
			Up = Rest.Parents[Up];
			--UpDepth;
		}
		else
		{
			Undone = Compose(Undone, LinkRotation(Rest, Down, -Twists[Down]));
			Down = Rest.Parents[Down];
			--DownDepth;
		}
	}
	return Compose(Undone, Added);
}

} // namespace ReferenceSkinning

FSurfacePoint SkinTwistSegment(const FRestPose& Rest, std::span<const FAffine> Palette, std::span<const float> Twists,
	const FTwistSegment& Segment, float TwistFraction, std::span<const uint16_t> Bones, std::span<const float> Weights,
	const FSurfacePoint& Point)
{
	using namespace ReferenceSkinning;
	FAffine Blended = ZeroMatrix();
	for (size_t Index = 0; Index < Bones.size(); ++Index)
	{
		const FAffine C = Compensation(Rest, Twists, Segment.Base, Bones[Index]);
		AddScaled(Blended, Compose(Palette[Bones[Index]], C), Weights[Index]);
	}
	if (Segment.End != FTwistSegment::NoEnd)
	{
		Blended = Compose(Blended, LinkRotation(Rest, Segment.End, TwistFraction * Twists[Segment.End]));
	}
	return TransformSurface(Blended, Point);
}

} // namespace Exemplar

// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Skinning/TwistSegments.h"

namespace Exemplar
{

FAffine LineRotation(const FFloat3& Center, const FFloat3& Axis, float Angle)
{
	if (Axis == FFloat3{} || Angle == 0.0f)
	{
		return {};
	}
	const FRotation Q = RotationAboutAxis(Axis, Angle);
	return ToAffine(Q, Center - Rotate(Q, Center));
}

namespace TwistSegmentation
{

struct FNearestOnLink
{
	float Distance = 0.0f;
	float Fraction = 0.0f; // of the way from base to end, in [0, 1]
};

/** A link is named by its end joint. */
FNearestOnLink MeasureLink(const FRestPose& Rest, size_t End, const FFloat3& P)
{
	const FFloat3& A = Rest.Centers[Rest.Parents[End]];
	const FFloat3 Along = Rest.Centers[End] - A;
	const float Squared = Dot(Along, Along);
	FNearestOnLink Out;
	Out.Fraction = Squared > 0.0f ? Dot(P - A, Along) / Squared : 0.0f;
	Out.Fraction = (std::min)(1.0f, (std::max)(0.0f, Out.Fraction));
	Out.Distance = Length(P - A - Along * Out.Fraction);
	return Out;
}

float SmoothStep(float X)
{
	const float C = (std::min)(1.0f, (std::max)(0.0f, X));
	return C * C * (3.0f - 2.0f * C);
}

/** Zero where another link is as near as the own one, one where it is far: what makes borders continuous. */
float AwayFromBorder(float Own, float Other)
{
	const float Sum = Own + Other;
	return Sum > 0.0f ? SmoothStep(4.0f * (Other - Own) / Sum) : 0.0f;
}

float SmoothFraction(
	const FRestPose& Rest, const std::vector<std::vector<uint16_t>>& Children, size_t End, const FFloat3& P)
{
	const FNearestOnLink Own = MeasureLink(Rest, End, P);
	const size_t Base = Rest.Parents[End];
	float Fraction = SmoothStep(Own.Fraction);
	if (Rest.Parents[Base] != NoParent)
	{
		Fraction *= AwayFromBorder(Own.Distance, MeasureLink(Rest, Base, P).Distance);
	}
	for (const uint16_t Sibling : Children[Base])
	{
		if (Sibling != End)
		{
			Fraction *= AwayFromBorder(Own.Distance, MeasureLink(Rest, Sibling, P).Distance);
		}
	}
	float Missing = 1.0f - Fraction;
	for (const uint16_t Next : Children[End])
	{
		Missing *= AwayFromBorder(Own.Distance, MeasureLink(Rest, Next, P).Distance);
	}
	return 1.0f - Missing;
}

} // namespace TwistSegmentation

FTwistSegments MakeTwistSegments(const FRestPose& Rest, std::span<const FFloat3> Positions,
	const TBlendWeights<FViewed>& Weights, ETwistProfile Profile)
{
	using namespace TwistSegmentation;
	const size_t JointCount = Rest.JointCount();
	std::vector<std::vector<uint16_t>> Children(JointCount);
	for (size_t Joint = 0; Joint < JointCount; ++Joint)
	{
		if (Rest.Parents[Joint] != NoParent)
		{
			Children[Rest.Parents[Joint]].push_back(static_cast<uint16_t>(Joint));
		}
	}

	FTwistSegments Out;
	Out.SegmentOfVertex.resize(Positions.size());
	Out.TwistFractions.resize(Positions.size(), 0.0f);
	// Segment j is the link that enters joint j; for a root it is the point itself.
	for (size_t Joint = 0; Joint < JointCount; ++Joint)
	{
		const bool bRoot = Rest.Parents[Joint] == NoParent;
		Out.Segments.push_back(bRoot
				? FTwistSegment{static_cast<uint16_t>(Joint), FTwistSegment::NoEnd}
				: FTwistSegment{static_cast<uint16_t>(Rest.Parents[Joint]), static_cast<uint16_t>(Joint)});
	}
	for (size_t Vertex = 0; Vertex < Positions.size(); ++Vertex)
	{
		const FFloat3& P = Positions[Vertex];
		int32_t Best = NoParent;
		float BestDistance = INFINITY;
		const auto Offer = [&](int32_t End)
		{
			if (Rest.Parents[End] == NoParent)
			{
				return;
			}
			const float Distance = MeasureLink(Rest, End, P).Distance;
			if (Distance < BestDistance || (Distance == BestDistance && End < Best))
			{
				Best = End;
				BestDistance = Distance;
			}
		};
		for (uint32_t Index = Weights.Offsets[Vertex]; Index < Weights.Offsets[Vertex + 1]; ++Index)
		{
			Offer(Weights.Bones[Index]);
			for (const uint16_t Child : Children[Weights.Bones[Index]])
			{
				Offer(Child);
			}
		}
		if (Best == NoParent)
		{
			const uint32_t First = Weights.Offsets[Vertex];
			Out.SegmentOfVertex[Vertex] = First < Weights.Offsets[Vertex + 1] ? Weights.Bones[First] : uint16_t{0};
			continue;
		}
		Out.SegmentOfVertex[Vertex] = static_cast<uint16_t>(Best);
		Out.TwistFractions[Vertex] = Profile == ETwistProfile::Linear ? MeasureLink(Rest, Best, P).Fraction
																	  : SmoothFraction(Rest, Children, Best, P);
	}
	return Out;
}

} // namespace Exemplar

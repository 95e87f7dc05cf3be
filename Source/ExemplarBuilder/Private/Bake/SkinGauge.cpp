// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Bake/SkinGauge.h"

#include "AnimationSpace/Embedding.h"
#include "AnimationSpace/Gauge.h"

#include <algorithm>
#include <cmath>

namespace Exemplar
{

namespace SkinGaugeDetail
{

/** Blocks that move less than this, as the gauge measures them, stay: the rest is rounding, and fixing twice would
 * round twice. */
constexpr double LeastMove = 1e-5;

FGaugeMeasure MeasureOf(const FSkin& Skin)
{
	FDouble3 Low = Skin.Rest[0], High = Low;
	for (const FDouble3& P : Skin.Rest)
	{
		Low = {(std::min)(Low.X, P.X), (std::min)(Low.Y, P.Y), (std::min)(Low.Z, P.Z)};
		High = {(std::max)(High.X, P.X), (std::max)(High.Y, P.Y), (std::max)(High.Z, P.Z)};
	}
	const double Length = (std::max)({High.X - Low.X, High.Y - Low.Y, High.Z - Low.Z});
	return {{0.5 * (Low.X + High.X), 0.5 * (Low.Y + High.Y), 0.5 * (Low.Z + High.Z)}, Length > 0.0 ? Length : 1.0};
}

double LargestMove(const FAnimationVector& A, const FAnimationVector& B, const FGaugeMeasure& Measure)
{
	double Out = 0.0;
	for (size_t Index = 0; Index < A.Blocks.size(); ++Index)
	{
		const FDouble4 &P = A.Blocks[Index], &Q = B.Blocks[Index];
		const double W = Q.W - P.W;
		Out = (std::max)({Out, std::abs(W), std::abs(Q.X - P.X - W * Measure.Center.X) / Measure.Length,
			std::abs(Q.Y - P.Y - W * Measure.Center.Y) / Measure.Length,
			std::abs(Q.Z - P.Z - W * Measure.Center.Z) / Measure.Length});
	}
	return Out;
}

/** True if a point changed. */
bool FixSkin(std::span<const FJointGauge> Joints, FSkin& Skin, IExecutor& Executor)
{
	if (!Skin.bAnimationSpace || Skin.Rest.empty() || Skin.Points.size() != Skin.PointCount() ||
		Skin.Weights.PointCount() != Skin.PointCount())
	{
		return false;
	}
	const FGaugeMeasure Measure = MeasureOf(Skin);
	const std::vector<FAnimationVector> References = EmbedLinearBlend(Skin.Rest, Skin.Weights);
	std::vector<FAnimationVector> Fixed = Skin.Points;
	ParallelFor(Executor, Fixed.size(), 256,
		[&](size_t Begin, size_t End)
		{
			for (size_t Point = Begin; Point < End; ++Point)
			{
				Fixed[Point] = FixGauge(Skin.Points[Point], Joints, References[Point], Measure);
			}
		});
	const std::vector<FAnimationVector> Rounded = RoundPoints(Fixed);
	bool bChanged = false;
	for (size_t Point = 0; Point < Fixed.size(); ++Point)
	{
		if (LargestMove(Skin.Points[Point], Rounded[Point], Measure) > LeastMove)
		{
			Skin.Points[Point] = Rounded[Point];
			bChanged = true;
		}
	}
	return bChanged;
}

} // namespace SkinGaugeDetail

double LargestBlockWeight(const FSkin& Skin)
{
	double Out = 0.0;
	for (const FAnimationVector& Point : Skin.Points)
	{
		for (const FDouble4& Block : Point.Blocks)
		{
			Out = (std::max)(Out, std::abs(Block.W));
		}
	}
	return Out;
}

TResult<std::optional<FCharacterParts>> FixSkinGauge(const FCharacterParts& Parts, IExecutor& Executor)
{
	using namespace SkinGaugeDetail;
	const bool bSkin = Parts.Skin.bAnimationSpace ||
		std::any_of(Parts.Levels.Coarser.begin(), Parts.Levels.Coarser.end(),
			[](const FLevel& Level) { return Level.Skin.bAnimationSpace; });
	if (!bSkin || Parts.Animation.Clips.empty())
	{
		return std::optional<FCharacterParts>();
	}
	const TResult<std::vector<FJointGauge>> Joints = FindGauge(Parts.Animation.Skeleton, Parts.Animation.Clips);
	if (!Joints)
	{
		return Joints.GetError();
	}
	if (std::none_of(Joints->begin(), Joints->end(),
			[](const FJointGauge& Joint) { return Joint.Parent >= 0 && Joint.Freedom != EJointFreedom::Translates; }))
	{
		return std::optional<FCharacterParts>();
	}
	FCharacterParts Out = Parts;
	bool bChanged = FixSkin(*Joints, Out.Skin, Executor);
	for (FLevel& Level : Out.Levels.Coarser)
	{
		bChanged = FixSkin(*Joints, Level.Skin, Executor) || bChanged;
	}
	return bChanged ? std::optional(std::move(Out)) : std::optional<FCharacterParts>();
}

} // namespace Exemplar

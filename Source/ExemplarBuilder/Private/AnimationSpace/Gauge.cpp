// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "AnimationSpace/Gauge.h"

#include "AnimationSpace/EigenBlocks.h"
#include "Geometry/EigenLibrary.h"
#include "Pose/RestPose.h"

#include <algorithm>
#include <cmath>

namespace Exemplar
{

namespace GaugeDetail
{

/** Index of a bone in a point's list; the size of the list if it is not there. */
size_t SlotOf(const FAnimationVector& Point, int32_t Bone)
{
	const auto Found = std::lower_bound(Point.Bones.begin(), Point.Bones.end(), Bone,
		[](uint16_t A, int32_t B) { return static_cast<int32_t>(A) < B; });
	return Found != Point.Bones.end() && static_cast<int32_t>(*Found) == Bone
		? static_cast<size_t>(Found - Point.Bones.begin())
		: Point.Bones.size();
}

Eigen::Vector4d Measured(const FDouble4& Block, const FGaugeMeasure& Measure)
{
	const double Scale = 1.0 / Measure.Length;
	return {Scale * (Block.X - Block.W * Measure.Center.X), Scale * (Block.Y - Block.W * Measure.Center.Y),
		Scale * (Block.Z - Block.W * Measure.Center.Z), Block.W};
}

} // namespace GaugeDetail

std::vector<FAnimationVector> NullVectors(std::span<const FJointGauge> Joints, size_t Bone)
{
	const FJointGauge& Joint = Joints[Bone];
	std::vector<FAnimationVector> Out;
	if (Joint.Parent < 0 || Joint.Freedom == EJointFreedom::Translates)
	{
		return Out;
	}
	const auto Add = [&](const FDouble4& Block)
	{
		const FAnimationVector Own{{static_cast<uint16_t>(Bone)}, {Block}};
		Out.push_back(AddScaled(Own, {{static_cast<uint16_t>(Joint.Parent)}, {Block}}, -1.0));
	};
	Add({Joint.Position.X, Joint.Position.Y, Joint.Position.Z, 1.0});
	if (Joint.Freedom == EJointFreedom::Hinge)
	{
		Add({Joint.Axis.X, Joint.Axis.Y, Joint.Axis.Z, 0.0});
	}
	if (Joint.Freedom == EJointFreedom::Rigid)
	{
		Add({1.0, 0.0, 0.0, 0.0});
		Add({0.0, 1.0, 0.0, 0.0});
		Add({0.0, 0.0, 1.0, 0.0});
	}
	return Out;
}

TResult<std::vector<FJointGauge>> FindGauge(const FSkeletonData& Skeleton, std::span<const FClipData> Clips)
{
	const TResult<FRestPose> Rest = MakeRestPose(Skeleton);
	if (!Rest)
	{
		return Rest.GetError();
	}
	std::vector<FJointGauge> Out;
	for (size_t Joint = 0; Joint < Skeleton.JointCount(); ++Joint)
	{
		const FFloat3& X = Rest->Centers[Joint];
		const FFloat3& AtRest = Skeleton.RestLocal[Joint].Translation;
		FJointGauge Gauge{Skeleton.Parents[Joint], {X.X, X.Y, X.Z}, EJointFreedom::Turns, {}};
		for (const FClipData& Clip : Clips)
		{
			const TClipChannel<FOwned, FFloat3>& Keys = Clip.Translations;
			for (uint32_t Key = Keys.Offsets.empty() ? 0 : Keys.Offsets[Joint];
				 !Keys.Offsets.empty() && Key < Keys.Offsets[Joint + 1]; ++Key)
			{
				const float Moved = Length(Keys.Values[Key] - AtRest);
				Gauge.Freedom = Moved > 1e-6f * (1.0f + Length(AtRest)) ? EJointFreedom::Translates : Gauge.Freedom;
			}
		}
		Out.push_back(Gauge);
	}
	return Out;
}

FAnimationVector FixGauge(const FAnimationVector& Point, std::span<const FJointGauge> Joints,
	const FAnimationVector& Reference, const FGaugeMeasure& Measure)
{
	using namespace GaugeDetail;
	std::vector<FAnimationVector> Nulls;
	for (const uint16_t Bone : Point.Bones)
	{
		// Only a bone and its own parent have null vectors that bring no third bone in.
		if (SlotOf(Point, Joints[Bone].Parent) < Point.Bones.size())
		{
			const std::vector<FAnimationVector> OfBone = NullVectors(Joints, Bone);
			Nulls.insert(Nulls.end(), OfBone.begin(), OfBone.end());
		}
	}
	if (Nulls.empty())
	{
		return Point;
	}
	const Eigen::Index Rows = 4 * static_cast<Eigen::Index>(Point.Bones.size());
	Eigen::MatrixXd Directions = Eigen::MatrixXd::Zero(Rows, static_cast<Eigen::Index>(Nulls.size()));
	Eigen::VectorXd Target(Rows);
	for (size_t Slot = 0; Slot < Point.Bones.size(); ++Slot)
	{
		const size_t Other = SlotOf(Reference, Point.Bones[Slot]);
		const FDouble4 Wanted = Other < Reference.Bones.size() ? Reference.Blocks[Other] : FDouble4{};
		Target.segment<4>(4 * static_cast<Eigen::Index>(Slot)) =
			Measured(Wanted, Measure) - Measured(Point.Blocks[Slot], Measure);
	}
	for (size_t Null = 0; Null < Nulls.size(); ++Null)
	{
		for (size_t Index = 0; Index < 2; ++Index)
		{
			const Eigen::Index Slot = static_cast<Eigen::Index>(SlotOf(Point, Nulls[Null].Bones[Index]));
			Directions.block<4, 1>(4 * Slot, static_cast<Eigen::Index>(Null)) =
				Measured(Nulls[Null].Blocks[Index], Measure);
		}
	}
	const Eigen::VectorXd Shares = Directions.completeOrthogonalDecomposition().solve(Target);
	FAnimationVector Out = Point;
	for (size_t Null = 0; Null < Nulls.size(); ++Null)
	{
		Out = AddScaled(Out, Nulls[Null], Shares[static_cast<Eigen::Index>(Null)]);
	}
	return Out;
}

} // namespace Exemplar

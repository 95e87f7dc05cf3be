// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Skin/PointFit.h"
#include "TubeExamples.h"

#include <array>

namespace Exemplar::PointFitScene
{

/** A tube of three bones with smooth weights, a few hundred points, whose poses may be made by anything. */
struct FScene
{
	FExampleSet Set;
	FRig Rig;

	std::vector<FAffine3d> MotionsOf(size_t Pose) const
	{
		std::vector<FAffine3d> Motions;
		for (size_t Bone = 0; Bone < Rig.BoneCount; ++Bone)
		{
			Motions.push_back(Rig.Transform(Bone, Pose));
		}
		return Motions;
	}
};

/** A pose that bends every joint about an axis of its own: nothing about the skeleton stays unseen. */
inline std::vector<FAffine3d> RandomMotions(FRandomNumbers& Random)
{
	using namespace TubeExamples;
	std::vector<FAffine3d> Motions{Compose(Translation(Random.Point()), AxisRotation(Random.Point(), Random.Signed()))};
	for (const double Joint : {3.0, 6.0})
	{
		Motions.push_back(
			Compose(Motions.back(), RotationAbout({Joint, 0.0, 0.0}, Random.Point(), 1.2 * Random.Signed())));
	}
	return Motions;
}

inline double ShareAt(double X, double Hinge)
{
	const double T = std::fmin(1.0, std::fmax(0.0, 0.5 + (X - Hinge) / 3.0));
	return T * T * (3.0 - 2.0 * T);
}

/** Poses are what linear blending makes of them, with noise. */
inline FScene MakeScene(size_t PoseCount, double Noise, uint64_t Seed = 3)
{
	FScene Scene;
	Scene.Set = TubeExamples::MakeTube(3, {}, 0.6, 0.0, 1, 6, 2).Set;
	FRandomNumbers Random(Seed);
	FRig& Rig = Scene.Rig;
	Rig.BoneCount = 3;
	Rig.PoseCount = PoseCount;
	Rig.Transforms.resize(3 * PoseCount);
	for (const FDouble3& P : Scene.Set.Rest.Positions)
	{
		const double Weights[3] = {1.0 - ShareAt(P.X, 3.0), ShareAt(P.X, 3.0) - ShareAt(P.X, 6.0), ShareAt(P.X, 6.0)};
		for (uint16_t Bone = 0; Bone < 3; ++Bone)
		{
			if (Weights[Bone] > 0.0)
			{
				Rig.Weights.Bones.push_back(Bone);
				Rig.Weights.Weights.push_back(Weights[Bone]);
			}
		}
		Rig.Weights.Offsets.push_back(static_cast<uint32_t>(Rig.Weights.Bones.size()));
	}
	for (size_t Pose = 0; Pose < PoseCount; ++Pose)
	{
		const std::vector<FAffine3d> Motions = RandomMotions(Random);
		for (size_t Bone = 0; Bone < 3; ++Bone)
		{
			Rig.Transform(Bone, Pose) = Motions[Bone];
		}
		std::vector<FDouble3>& Points = Scene.Set.Poses.emplace_back();
		for (size_t Point = 0; Point < Scene.Set.PointCount(); ++Point)
		{
			FDouble3 Sum;
			for (uint32_t Entry = Rig.Weights.Offsets[Point]; Entry < Rig.Weights.Offsets[Point + 1]; ++Entry)
			{
				const FDouble3 P = TransformPoint(Motions[Rig.Weights.Bones[Entry]], Scene.Set.Rest.Positions[Point]);
				const double W = Rig.Weights.Weights[Entry];
				Sum = {Sum.X + W * P.X, Sum.Y + W * P.Y, Sum.Z + W * P.Z};
			}
			const FDouble3 N = Random.Point();
			Points.push_back({Sum.X + Noise * N.X, Sum.Y + Noise * N.Y, Sum.Z + Noise * N.Z});
		}
	}
	return Scene;
}

inline std::vector<FAnimationVector> BlendPointsOf(const FScene& Scene)
{
	std::vector<FAnimationVector> Points(Scene.Set.PointCount());
	for (size_t Point = 0; Point < Points.size(); ++Point)
	{
		const FDouble3& P = Scene.Set.Rest.Positions[Point];
		for (uint32_t Entry = Scene.Rig.Weights.Offsets[Point]; Entry < Scene.Rig.Weights.Offsets[Point + 1]; ++Entry)
		{
			const double W = Scene.Rig.Weights.Weights[Entry];
			Points[Point].Bones.push_back(Scene.Rig.Weights.Bones[Entry]);
			Points[Point].Blocks.push_back({W * P.X, W * P.Y, W * P.Z, W});
		}
	}
	return Points;
}

/** Examples made by points that are no linear blend. */
inline FScene MakeFreeScene(size_t PoseCount, std::vector<FAnimationVector>& Truth, double Size = 1.0)
{
	FScene Scene = MakeScene(PoseCount, 0.0);
	FRandomNumbers Random(11);
	Truth = BlendPointsOf(Scene);
	for (FAnimationVector& Point : Truth)
	{
		double Sum = 0.0;
		for (FDouble4& Block : Point.Blocks)
		{
			const double Change = 0.1 * Size * Random.Signed();
			Block = {Block.X + Size * Random.Signed(), Block.Y + Size * Random.Signed(),
				Block.Z + Size * Random.Signed(), Block.W + Change};
			Sum += Block.W;
		}
		Point.Blocks.front().W += 1.0 - Sum;
	}
	for (size_t Pose = 0; Pose < PoseCount; ++Pose)
	{
		Scene.Set.Poses[Pose] = ProjectPoints(Truth, Scene.MotionsOf(Pose));
	}
	return Scene;
}

inline double LargestDifference(const std::vector<FDouble3>& A, const std::vector<FDouble3>& B)
{
	double Largest = A.size() == B.size() ? 0.0 : 1e300;
	for (size_t Point = 0; Point < A.size() && Point < B.size(); ++Point)
	{
		Largest =
			std::fmax(Largest, std::hypot(A[Point].X - B[Point].X, A[Point].Y - B[Point].Y, A[Point].Z - B[Point].Z));
	}
	return Largest;
}

} // namespace Exemplar::PointFitScene

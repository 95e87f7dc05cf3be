// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Examples/ExampleSet.h"
#include "Geometry/Affine3d.h"
#include "Model/Rig.h"
#include "RandomNumbers.h"

#include <cmath>
#include <numbers>
#include <random>

namespace Exemplar::TubeExamples
{

inline FAffine3d AxisRotation(FDouble3 Axis, double Angle)
{
	const double Length = std::sqrt(Axis.X * Axis.X + Axis.Y * Axis.Y + Axis.Z * Axis.Z);
	const double X = Axis.X / Length, Y = Axis.Y / Length, Z = Axis.Z / Length;
	const double C = std::cos(Angle), S = std::sin(Angle), D = 1.0 - C;
	return {{C + X * X * D, X * Y * D - Z * S, X * Z * D + Y * S, 0.0, Y * X * D + Z * S, C + Y * Y * D,
		Y * Z * D - X * S, 0.0, Z * X * D - Y * S, Z * Y * D + X * S, C + Z * Z * D, 0.0}};
}

inline FAffine3d Translation(const FDouble3& T)
{
	return {{1.0, 0.0, 0.0, T.X, 0.0, 1.0, 0.0, T.Y, 0.0, 0.0, 1.0, T.Z}};
}

/** Turns by Angle about an axis through a point. */
inline FAffine3d RotationAbout(const FDouble3& Point, const FDouble3& Axis, double Angle)
{
	return Compose(Translation(Point), Compose(AxisRotation(Axis, Angle), Translation({-Point.X, -Point.Y, -Point.Z})));
}

struct FTube
{
	FExampleSet Set;
	std::vector<double> Joints;                  // x of the hinges, which run along z
	std::vector<std::vector<FAffine3d>> Motions; // true motion of bone b in pose k at [b][k]
};

/**
 * A closed tube along x, radius 0.5, 16 sides, rings every sixth, bones of length three with hinges along z between
 * them; in each pose every hinge bends by the angle given (degrees, alternating in sign) and the whole moves as well.
 * BlendWidth 0 makes hard weights, else they change smoothly within that distance of a hinge.
 */
inline FTube MakeTube(size_t BoneCount, const std::vector<double>& Angles, double BlendWidth, double Noise = 0.0,
	uint64_t Seed = 1, size_t Sides = 16, size_t RingsPerUnit = 6)
{
	FTube Tube;
	FExampleSet& Set = Tube.Set;
	FRandomNumbers Random(Seed);
	const size_t Rings = 3 * BoneCount * RingsPerUnit + 1;
	for (size_t Ring = 0; Ring < Rings; ++Ring)
	{
		for (size_t Side = 0; Side < Sides; ++Side)
		{
			const double Around = 2.0 * std::numbers::pi * static_cast<double>(Side) / static_cast<double>(Sides);
			Set.Rest.Positions.push_back({static_cast<double>(Ring) / static_cast<double>(RingsPerUnit),
				0.5 * std::cos(Around), 0.5 * std::sin(Around)});
		}
	}
	Set.Rest.Positions.push_back({0.0, 0.0, 0.0});
	Set.Rest.Positions.push_back({3.0 * static_cast<double>(BoneCount), 0.0, 0.0});
	const auto Index = [&](size_t Ring, size_t Side) { return static_cast<int32_t>(Ring * Sides + Side % Sides); };
	const int32_t Cap = static_cast<int32_t>(Rings * Sides);
	for (size_t Side = 0; Side < Sides; ++Side)
	{
		for (size_t Ring = 0; Ring + 1 < Rings; ++Ring)
		{
			Set.Rest.Triangles.push_back({Index(Ring, Side), Index(Ring, Side + 1), Index(Ring + 1, Side)});
			Set.Rest.Triangles.push_back({Index(Ring + 1, Side), Index(Ring, Side + 1), Index(Ring + 1, Side + 1)});
		}
		Set.Rest.Triangles.push_back({Index(0, Side + 1), Index(0, Side), Cap});
		Set.Rest.Triangles.push_back({Index(Rings - 1, Side), Index(Rings - 1, Side + 1), Cap + 1});
	}
	Tube.Motions.resize(BoneCount);
	for (size_t Bone = 1; Bone < BoneCount; ++Bone)
	{
		Tube.Joints.push_back(3.0 * static_cast<double>(Bone));
	}
	for (size_t Pose = 0; Pose < Angles.size(); ++Pose)
	{
		const double At = static_cast<double>(Pose + 1);
		Tube.Motions[0].push_back(
			Compose(Translation({0.3 * At, -0.2 * At, 0.1 * At}), AxisRotation({1.0, 2.0, 3.0}, 0.15 * At)));
		for (size_t Bone = 1; Bone < BoneCount; ++Bone)
		{
			const double Angle = Angles[Pose] * std::numbers::pi / 180.0 * (Bone % 2 == 1 ? 1.0 : -0.7);
			Tube.Motions[Bone].push_back(Compose(Tube.Motions[Bone - 1][Pose],
				RotationAbout({Tube.Joints[Bone - 1], 0.0, 0.0}, {0.0, 0.0, 1.0}, Angle)));
		}
		std::vector<FDouble3> Points;
		for (const FDouble3& P : Set.Rest.Positions)
		{
			// Bones meet pairwise: the share of the next one rises from 0 to 1 around the hinge (smoothstep).
			size_t Bone = 0;
			double Share = 0.0;
			for (size_t Hinge = 0; Hinge < Tube.Joints.size(); ++Hinge)
			{
				const double Offset = P.X - Tube.Joints[Hinge];
				const double T = BlendWidth > 0.0 ? std::fmin(1.0, std::fmax(0.0, 0.5 + 0.5 * Offset / BlendWidth))
												  : (Offset > 1e-9 ? 1.0 : 0.0);
				if (T > 0.0)
				{
					Bone = Hinge;
					Share = T * T * (3.0 - 2.0 * T);
				}
			}
			const FDouble3 A = TransformPoint(Tube.Motions[Bone][Pose], P);
			const FDouble3 B = Share > 0.0 ? TransformPoint(Tube.Motions[Bone + 1][Pose], P) : A;
			const FDouble3 N = Noise > 0.0 ? Random.Point() : FDouble3{};
			Points.push_back({A.X + Share * (B.X - A.X) + Noise * N.X, A.Y + Share * (B.Y - A.Y) + Noise * N.Y,
				A.Z + Share * (B.Z - A.Z) + Noise * N.Z});
		}
		Set.Poses.push_back(std::move(Points));
	}
	return Tube;
}

/** A tube with its true bones: three, the middle one the root, smooth weights. */
struct FTruth
{
	static constexpr size_t PoseCount = 5;
	static std::vector<double> Angles() { return {20.0, 40.0, 60.0, 80.0, -50.0}; }

	FTube Tube = MakeTube(3, Angles(), 0.6);
	FRig Rig;

	FTruth()
	{
		Rig.BoneCount = 3;
		Rig.PoseCount = PoseCount;
		for (const std::vector<FAffine3d>& Bone : Tube.Motions)
		{
			Rig.Transforms.insert(Rig.Transforms.end(), Bone.begin(), Bone.end());
		}
		Rig.Parents = {1, NoParent, 1};
		Rig.Root = 1;
		Rig.Joints = {{3.0, 0.0, 0.0}, {4.5, 0.0, 0.0}, {6.0, 0.0, 0.0}};
		for (const FDouble3& P : Tube.Set.Rest.Positions)
		{
			const auto Share = [&](double Hinge)
			{
				const double T = std::fmin(1.0, std::fmax(0.0, 0.5 + (P.X - Hinge) / 1.2));
				return T * T * (3.0 - 2.0 * T);
			};
			const double Weights[3] = {1.0 - Share(3.0), Share(3.0) - Share(6.0), Share(6.0)};
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
	}
};

/** The same as if it had been imported: with a source, corners and all. */
inline FExampleSet AsImported(const FExampleSet& Set)
{
	FSourceExamples Source;
	Source.Name = "tube";
	Source.Rest.Positions = Set.Rest.Positions;
	for (const FTriangle& Triangle : Set.Rest.Triangles)
	{
		for (const int32_t Point : Triangle)
		{
			Source.Rest.CornerVertices.push_back(static_cast<uint32_t>(Point));
		}
		Source.Rest.PolygonOffsets.push_back(static_cast<uint32_t>(Source.Rest.CornerVertices.size()));
	}
	for (const std::vector<FDouble3>& Pose : Set.Poses)
	{
		Source.Poses.push_back({"pose " + std::to_string(Source.Poses.size()), Pose});
	}
	TResult<FExampleSet> Imported = BuildExampleSet(std::move(Source), {}, {});
	return Imported ? std::move(*Imported) : FExampleSet{};
}

} // namespace Exemplar::TubeExamples

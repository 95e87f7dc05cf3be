// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Bake/RotationCenters.h"

#include "Pose/PoseJobs.h"
#include "Skinning/ReferenceSkinning.h"

#include <cmath>
#include <gtest/gtest.h>

namespace Exemplar
{
namespace RotationCentersTest
{

constexpr size_t Rings = 33, Sides = 12;

/** A tube of radius 0.5 along x, from -2 to 2, whose weight goes from bone 0 to bone 1 between -1 and 1. */
FMeshLevelData MakeTube()
{
	FMeshLevelData Out;
	Out.Weights.Offsets.push_back(0);
	for (size_t Ring = 0; Ring < Rings; ++Ring)
	{
		const float X = -2.0f + 4.0f * static_cast<float>(Ring) / (Rings - 1);
		const float Second = std::min(1.0f, std::max(0.0f, 0.5f + 0.5f * X));
		for (size_t Side = 0; Side < Sides; ++Side)
		{
			const float Angle = 2.0f * PiF * static_cast<float>(Side) / Sides;
			Out.Positions.push_back({X, 0.5f * std::cos(Angle), 0.5f * std::sin(Angle)});
			for (const uint16_t Bone : {uint16_t{0}, uint16_t{1}})
			{
				Out.Weights.Bones.push_back(Bone);
				Out.Weights.Weights.push_back(Bone == 0 ? 1.0f - Second : Second);
			}
			Out.Weights.Offsets.push_back(static_cast<uint32_t>(Out.Weights.Bones.size()));
		}
	}
	for (uint32_t Ring = 0; Ring + 1 < Rings; ++Ring)
	{
		for (uint32_t Side = 0; Side < Sides; ++Side)
		{
			const uint32_t Row = static_cast<uint32_t>(Sides), A = Ring * Row + Side, B = Ring * Row + (Side + 1) % Row;
			Out.Indices.insert(Out.Indices.end(), {A, B, B + Row, A, B + Row, A + Row});
		}
	}
	return Out;
}

TEST(RotationCenters, LieOnTheAxisOfATubeNextToTheirVertices)
{
	FMeshLevelData Tube = MakeTube();
	ASSERT_TRUE(FindRotationCenters(Tube, {}));
	ASSERT_EQ(Tube.RotationCenters.size(), Tube.Positions.size());
	for (size_t Vertex = 0; Vertex < Tube.Positions.size(); ++Vertex)
	{
		const FFloat3 &P = Tube.Positions[Vertex], &C = Tube.RotationCenters[Vertex];
		if (std::abs(P.X) > 0.99f)
		{
			EXPECT_EQ(C, P) << "a vertex of one bone is its own center";
			continue;
		}
		EXPECT_NEAR(C.Y, 0.0f, 1e-3f);
		EXPECT_NEAR(C.Z, 0.0f, 1e-3f);
		EXPECT_LT(std::abs(C.X - P.X), 0.25f) << P.X;
	}
}

TEST(RotationCenters, AreThePapersWeightedMeanOfTheTriangles)
{
	FMeshLevelData Tube = MakeTube();
	ASSERT_TRUE(FindRotationCenters(Tube, {}));
	const size_t Vertex = Sides * (Rings / 2 + 2); // weights of 1/4 steps are divided no further: one sample a triangle
	const auto RowOf = [&](size_t V) { return std::span(Tube.Weights.Weights).subspan(2 * V, 2); };
	const uint16_t Bones[2] = {0, 1};
	double Sum = 0.0;
	FFloat3 Moment;
	for (size_t Index = 0; Index < Tube.Indices.size(); Index += 3)
	{
		const uint32_t* T = Tube.Indices.data() + Index;
		float Mean[2] = {};
		for (size_t Bone = 0; Bone < 2; ++Bone)
		{
			Mean[Bone] = (RowOf(T[0])[Bone] + RowOf(T[1])[Bone] + RowOf(T[2])[Bone]) / 3.0f;
		}
		const FFloat3 &A = Tube.Positions[T[0]], &B = Tube.Positions[T[1]], &C = Tube.Positions[T[2]];
		const double Weight = WeightSimilarity(Bones, RowOf(Vertex), Bones, Mean) * 0.5 *
			static_cast<double>(Length(Cross(B - A, C - A)));
		Sum += Weight;
		Moment += (A + B + C) * static_cast<float>(Weight / 3.0);
	}
	EXPECT_LT(Length(Moment * static_cast<float>(1.0 / Sum) - Tube.RotationCenters[Vertex]), 0.01f);
}

TEST(RotationCenters, KeepATwistedTubeThickWhereLinearBlendingCollapses)
{
	FMeshLevelData Tube = MakeTube();
	ASSERT_TRUE(FindRotationCenters(Tube, {}));
	const std::vector<FAffine> Palette{
		FAffine(), ToAffine(RotationAboutAxis({1.0f, 0.0f, 0.0f}, 0.97f * PiF), {}, {1.0f, 1.0f, 1.0f})};
	std::vector<FDualQuaternion> Rigid(2);
	const std::vector<int32_t> Parents{NoParent, 0};
	const std::vector<FFloat3> Centers(2);
	ASSERT_TRUE((FDualQuaternionPaletteJob{Palette, Parents, Centers, Rigid, {}}.Run()));
	const size_t Vertex = Sides * (Rings / 2);
	const uint16_t Bones[2] = {0, 1};
	const auto Weights = std::span(Tube.Weights.Weights).subspan(2 * Vertex, 2);
	const FSurfacePoint Rest{Tube.Positions[Vertex], {}, {}};
	const auto Radius = [](const FFloat3& P) { return std::hypot(P.Y, P.Z); };
	EXPECT_LT(Radius(SkinLinearBlend(Palette, Bones, Weights, Rest).Position), 0.05f);
	EXPECT_NEAR(Radius(SkinSphericalBlend(Palette, Rigid, Bones, Weights, Tube.RotationCenters[Vertex], Rest).Position),
		0.5f, 1e-3f);
}

} // namespace RotationCentersTest
} // namespace Exemplar

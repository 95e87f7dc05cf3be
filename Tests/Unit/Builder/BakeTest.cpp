// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Bake/Bake.h"

#include "Bake/BakeLevel.h"
#include "Pose/ClipSampling.h"
#include "Pose/PoseJobs.h"
#include "TubeCharacter.h"

#include <algorithm>
#include <gtest/gtest.h>

namespace Exemplar
{
namespace BakeTest
{

using namespace TubeExamples;

/** A tube that bends back and forth slowly: most keys lie between their neighbors. */
FCharacterParts MakeBendingTube()
{
	FTruth Truth;
	std::vector<double> Angles;
	for (int Frame = 0; Frame < 41; ++Frame)
	{
		Angles.push_back(Frame < 20 ? 3.0 * Frame : 60.0 - 3.0 * (Frame - 20));
	}
	Truth.Tube = MakeTube(3, Angles, 0.6, 0.0, 1, 6, 2);
	Truth.Rig.PoseCount = Angles.size();
	Truth.Rig.Transforms.clear();
	for (const std::vector<FAffine3d>& Bone : Truth.Tube.Motions)
	{
		Truth.Rig.Transforms.insert(Truth.Rig.Transforms.end(), Bone.begin(), Bone.end());
	}
	Truth.Rig.Weights = {};
	for (const FDouble3& P : Truth.Tube.Set.Rest.Positions)
	{
		Truth.Rig.Weights.Bones.push_back(P.X < 3.0 ? 0 : (P.X < 6.0 ? 1 : 2));
		Truth.Rig.Weights.Weights.push_back(1.0);
		Truth.Rig.Weights.Offsets.push_back(static_cast<uint32_t>(Truth.Rig.Weights.Bones.size()));
	}
	return MakeTubeParts(AsImported(Truth.Tube.Set), Truth.Rig);
}

std::vector<FFloat3> Play(const FCharacterView& View, uint32_t Frame)
{
	std::vector<FBoneTransform> Local(View.Skeleton.JointCount());
	std::vector<FAffine> Rest(Local.size()), Model(Local.size());
	EXPECT_TRUE((FLocalToModelJob{View.Skeleton.Parents, View.Skeleton.RestLocal, Rest}.Run()));
	EXPECT_TRUE((FSampleClipJob{
		&View.Clips[0], static_cast<float>(Frame) / View.Clips[0].FramesPerSecond, View.Skeleton.RestLocal, Local}
					 .Run()));
	EXPECT_TRUE((FLocalToModelJob{View.Skeleton.Parents, Local, Model}.Run()));
	std::vector<FFloat3> Out;
	for (size_t Vertex = 0; Vertex < View.Levels[0].VertexCount(); ++Vertex)
	{
		const uint16_t Bone = View.Levels[0].Weights.Bones[Vertex];
		Out.push_back(TransformPoint(Compose(Model[Bone], Inverse(Rest[Bone])), View.Levels[0].Positions[Vertex]));
	}
	return Out;
}

TEST(Bake, KeysGoOnlyWhereThatIsAskedForAndTheSkinStaysWithinTheTolerance)
{
	const FCharacterParts Parts = MakeBendingTube();
	const FCharacter Dense = BakeParts(Parts);
	EXPECT_EQ(Dense.ToData().Clips, Parts.Animation.Clips);
	FBakeOptions Options;
	Options.KeyTolerance = 0.1;
	const FCharacter Reduced = BakeParts(Parts, Options);
	EXPECT_LT(2 * Reduced->Clips[0].Rotations.Values.size(), Dense->Clips[0].Rotations.Values.size());
	float Largest = 0.0f;
	for (uint32_t Frame = 0; Frame < 41; ++Frame)
	{
		const std::vector<FFloat3> A = Play(Dense.View(), Frame), B = Play(Reduced.View(), Frame);
		for (size_t Vertex = 0; Vertex < A.size(); ++Vertex)
		{
			Largest = (std::max)(Largest, Length(A[Vertex] - B[Vertex]));
		}
	}
	EXPECT_LE(Largest, 1e-3f * Dense->RestBox.Diagonal());
	EXPECT_GT(Largest, 0.0f);
}

TEST(Bake, SpheresAreThoseOfTheSkin)
{
	FCharacterParts Parts = MakeBendingTube();
	const float Before = BakeParts(Parts)->Sphere.Radius;
	for (FDouble3& P : Parts.Skin.Rest)
	{
		P = {P.X, 6.0 * P.Y, 6.0 * P.Z};
	}
	const FCharacter Wide = BakeParts(Parts);
	EXPECT_GT(Wide->Sphere.Radius, 1.2f * Before);
	EXPECT_EQ(Wide->Levels[0].SectionSpheres.size(), Wide->Levels[0].Sections.size());
}

TEST(Bake, AnimationSpaceSkinsGetTangentsUnlessThoseAreNotWanted)
{
	FCharacterParts Parts = MakeBendingTube();
	EXPECT_TRUE(BakeParts(Parts)->Levels[0].Skin.Offsets.empty()) << "blend weights say it all";
	Parts.Skin.bAnimationSpace = true;
	FBakeOptions Options;
	Options.bSkinTangents = false;
	EXPECT_TRUE(BakeParts(Parts, Options)->Levels[0].Skin.Tangents.empty());
	const FCharacter Baked = BakeParts(Parts);
	EXPECT_EQ(Baked->Levels[0].Skin.Tangents.size(), Baked->Levels[0].Skin.Points.size());
}

TEST(Bake, SurfaceAndSkinMustBelongTogether)
{
	FCharacterParts Parts = MakeBendingTube();
	Parts.Skin.Rest.pop_back();
	EXPECT_FALSE(Bake(Parts, {}, {}));
	EXPECT_TRUE(Bake({}, {}, {})) << "an empty character is legal";
}

/** Vertices that a first-in, first-out cache of 16 fetches, per triangle. */
double CountMisses(std::span<const uint32_t> Indices)
{
	std::vector<uint32_t> Cache;
	size_t Misses = 0;
	for (const uint32_t Vertex : Indices)
	{
		if (std::find(Cache.begin(), Cache.end(), Vertex) == Cache.end())
		{
			++Misses;
			Cache.insert(Cache.begin(), Vertex);
			Cache.resize((std::min)(Cache.size(), size_t{16}));
		}
	}
	return 3.0 * static_cast<double>(Misses) / static_cast<double>(Indices.size());
}

TEST(Bake, TrianglesAreOrderedForVertexCaches)
{
	constexpr uint32_t Side = 64;
	std::vector<std::array<uint32_t, 3>> Triangles;
	for (uint32_t Row = 0; Row + 1 < Side; ++Row)
	{
		for (uint32_t Column = 0; Column + 1 < Side; ++Column)
		{
			const uint32_t A = Row * Side + Column, B = A + 1, C = A + Side, D = C + 1;
			Triangles.push_back({A, B, C});
			Triangles.push_back({B, D, C});
		}
	}
	FRandomNumbers Numbers(5);
	for (size_t Index = Triangles.size(); Index > 1; --Index)
	{
		std::swap(Triangles[Index - 1], Triangles[Numbers.Bits() % Index]);
	}
	std::vector<uint32_t> Indices;
	for (const auto& T : Triangles)
	{
		Indices.insert(Indices.end(), T.begin(), T.end());
	}
	const std::vector<uint32_t> Ordered = OrderForVertexCache(Indices, Side * Side);
	EXPECT_GT(CountMisses(Indices), 2.5);
	EXPECT_LT(CountMisses(Ordered), 0.75) << "0.5 is what no order can beat";
	const auto Sorted = [](std::span<const uint32_t> List)
	{
		std::vector<std::array<uint32_t, 3>> Out;
		for (size_t Index = 0; Index < List.size(); Index += 3)
		{
			Out.push_back({List[Index], List[Index + 1], List[Index + 2]});
		}
		std::sort(Out.begin(), Out.end());
		return Out;
	};
	EXPECT_EQ(Sorted(Ordered), Sorted(Indices)) << "the same triangles, each from the same corner on";
	EXPECT_TRUE(OrderForVertexCache({}, 0).empty());
}

} // namespace BakeTest
} // namespace Exemplar

// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "ReferenceRasterizer.h"

#include "Base/Result.h"
#include "Character/CharacterViews.h"
#include "Pose/PoseJobs.h"
#include "Pose/RestPose.h"
#include "Skinning/PackedSkin.h"
#include "Skinning/SkinningJobs.h"

#include <gtest/gtest.h>

namespace Exemplar
{
namespace RasterizerTests
{

const FClipMatrix Identity = {
	{{1.0f, 0.0f, 0.0f, 0.0f}, {0.0f, 1.0f, 0.0f, 0.0f}, {0.0f, 0.0f, 1.0f, 0.0f}, {0.0f, 0.0f, 0.0f, 1.0f}}};

/** Looks from (0, 1, Distance) along -z with a field of view of 2 atan(1/2). */
FClipMatrix LookAlongZ(float Distance)
{
	constexpr float Near = 0.1f, Far = 20.0f, Focal = 2.0f, Scale = Far / (Near - Far);
	return {{{Focal, 0.0f, 0.0f, 0.0f}, {0.0f, Focal, 0.0f, -Focal},
		{0.0f, 0.0f, Scale, -Scale * Distance + Scale * Near}, {0.0f, 0.0f, -1.0f, Distance}}};
}

FReferenceMesh MakeMesh(std::vector<FFloat3> Positions, std::vector<uint32_t> Indices)
{
	FReferenceMesh Mesh;
	Mesh.Normals.assign(Positions.size(), {0.0f, 0.0f, 1.0f});
	Mesh.PreviousPositions = Positions;
	Mesh.Positions = std::move(Positions);
	Mesh.Indices = std::move(Indices);
	return Mesh;
}

/** A tube of two meters on three joints that bends: what every skinning error shows on. */
struct FTube
{
	FSkeletonData Skeleton;
	FMeshLevelData Level;
	FRestPose Rest;
	std::vector<FAffine> Palette, Previous;

	explicit FTube(bool bAnimationSpace)
	{
		Skeleton.Names = {"Root", "Middle", "Tip"};
		Skeleton.Parents = {NoParent, 0, 1};
		Skeleton.RestLocal.resize(3);
		Skeleton.RestLocal[1].Translation = Skeleton.RestLocal[2].Translation = {0.0f, 0.7f, 0.0f};
		constexpr uint32_t Rings = 24, Sides = 20;
		for (uint32_t Ring = 0; Ring <= Rings; ++Ring)
		{
			for (uint32_t Side = 0; Side < Sides; ++Side)
			{
				const float Angle = 2.0f * PiF * static_cast<float>(Side) / static_cast<float>(Sides);
				const float Y = 2.0f * static_cast<float>(Ring) / static_cast<float>(Rings);
				const FFloat3 Normal{std::cos(Angle), 0.0f, -std::sin(Angle)};
				Level.Positions.push_back(Normal * 0.2f + FFloat3{0.0f, Y, 0.0f});
				Level.Normals.push_back(Normal);
				AddInfluences(Y, Level.Positions.back(), bAnimationSpace);
				if (Ring < Rings)
				{
					const uint32_t A = Ring * Sides + Side, B = Ring * Sides + (Side + 1) % Sides;
					Level.Indices.insert(Level.Indices.end(), {A, B, B + Sides, A, B + Sides, A + Sides});
				}
			}
		}
		TResult<FRestPose> Made = MakeRestPose(Skeleton);
		EXPECT_TRUE(Made);
		Rest = *Made;
		Palette = Pose(0.9f);
		Previous = Pose(0.8f);
	}

	void AddInfluences(float Y, const FFloat3& P, bool bAnimationSpace)
	{
		const float Second = std::clamp((Y - 0.4f) / 0.6f, 0.0f, 1.0f);
		const float Third = std::clamp((Y - 1.1f) / 0.6f, 0.0f, 1.0f);
		const float Weights[3] = {1.0f - Second, Second - Third, Third};
		TBlendWeights<FOwned>& Blend = Level.Weights;
		TAnimationSpaceSkin<FOwned>& Skin = Level.Skin;
		Blend.Offsets.resize(Level.Positions.size());
		for (uint16_t Bone = 0; Bone < 3; ++Bone)
		{
			if (Weights[Bone] > 0.0f)
			{
				Blend.Bones.push_back(Bone);
				Blend.Weights.push_back(Weights[Bone]);
				if (bAnimationSpace)
				{
					Skin.Bones.push_back(Bone);
					Skin.Points.push_back(FFloat4{P.X, P.Y, P.Z, 1.0f} * Weights[Bone]);
				}
			}
		}
		Blend.Offsets.push_back(static_cast<uint32_t>(Blend.Bones.size()));
		Skin.Offsets = bAnimationSpace ? Blend.Offsets : Skin.Offsets;
	}

	std::vector<FAffine> Pose(float Bend) const
	{
		std::vector<FBoneTransform> Local = Skeleton.RestLocal;
		Local[0].Rotation = RotationAboutAxis({0.0f, 1.0f, 0.0f}, 0.5f * Bend);
		Local[1].Rotation = RotationAboutAxis(Normalize(FFloat3{0.3f, 0.0f, 1.0f}), Bend);
		Local[2].Rotation = RotationAboutAxis(Normalize(FFloat3{1.0f, 0.4f, 0.0f}), Bend);
		std::vector<FAffine> Model(3), Out(3);
		EXPECT_TRUE((FLocalToModelJob{Skeleton.Parents, Local, Model}.Run()));
		EXPECT_TRUE((FPaletteJob{Model, Rest.InverseModel, {}, Out}.Run()));
		return Out;
	}

	FReferenceMesh Reference(std::span<const FAffine> Now, std::span<const FAffine> Before) const
	{
		return PoseReferenceMesh(ViewOf(Level), {Now, {}, 0.0f}, {Before, {}, 0.0f});
	}

	/** By the fast path: packed, in slots, a whole job; what a shader does too. */
	FReferenceMesh Fast(const std::vector<FAffine>& Now, const std::vector<FAffine>& Before) const
	{
		const TResult<FPackedSkin> Packed = PackSkin(ViewOf(Level), Rest, FPackOptions{});
		EXPECT_TRUE(Packed);
		std::vector<FFloat3> Positions(Packed->SlotCount), Normals(Packed->SlotCount), Earlier(Packed->SlotCount);
		FLinearBlendJob Job;
		Job.Skin = &*Packed;
		Job.Output = {Positions, Normals, {}};
		Job.Palette = Now;
		EXPECT_TRUE(Job.Run());
		Job.Output = {Earlier, {}, {}};
		Job.Palette = Before;
		EXPECT_TRUE(Job.Run());
		FReferenceMesh Out;
		Out.Positions = Positions;
		Out.Normals = Normals;
		Out.PreviousPositions = Earlier;
		for (const uint32_t Index : Level.Indices)
		{
			Out.Indices.push_back(Packed->SlotOfVertex[Index]);
		}
		return Out;
	}
};

constexpr uint32_t Width = 240, Height = 200;

FPictureDifference Judge(const FTube& Tube, const FReferenceMesh& Shown)
{
	const FClipMatrix View = LookAlongZ(4.0f);
	return ComparePictures(Rasterize(Tube.Reference(Tube.Palette, Tube.Previous), View, Width, Height),
		Rasterize(Shown, View, Width, Height));
}

size_t CountShown(const FReferencePicture& Picture)
{
	return Picture.PixelCount() -
		static_cast<size_t>(std::count(Picture.Triangles.begin(), Picture.Triangles.end(), NoIndex));
}

} // namespace RasterizerTests

using namespace RasterizerTests;

TEST(ReferenceRasterizer, NeighborsShareNoPixelAndLeaveNoGap)
{
	// A fan about a center that stands exactly on a pixel's: every side passes through pixel centers.
	const FFloat3 Corners[4] = {{-1.0f, -1.0f, 0.5f}, {1.0f, -1.0f, 0.5f}, {1.0f, 1.0f, 0.5f}, {-1.0f, 1.0f, 0.5f}};
	size_t Sum = 0;
	FReferenceMesh All = MakeMesh(
		{{0.0f, 0.0f, 0.5f}, Corners[0], Corners[1], Corners[2], Corners[3]}, {0, 1, 2, 0, 2, 3, 0, 3, 4, 0, 4, 1});
	for (size_t I = 0; I < 4; ++I)
	{
		FReferenceMesh One = All;
		One.Indices.assign(
			All.Indices.begin() + 3 * static_cast<long>(I), All.Indices.begin() + 3 * static_cast<long>(I) + 3);
		Sum += CountShown(Rasterize(One, Identity, 31, 31));
	}
	EXPECT_EQ(CountShown(Rasterize(All, Identity, 31, 31)), size_t{31} * 31);
	EXPECT_EQ(Sum, size_t{31} * 31);
}

TEST(ReferenceRasterizer, TheTopRowIsTheTop)
{
	const FReferencePicture Picture =
		Rasterize(MakeMesh({{-1.0f, 0.5f, 0.5f}, {1.0f, 0.5f, 0.5f}, {0.0f, 1.0f, 0.5f}}, {0, 1, 2}), Identity, 8, 8);
	EXPECT_EQ(Picture.Triangles[8 + 4], 0u);
	EXPECT_EQ(Picture.Triangles[6 * 8 + 4], NoIndex);
}

TEST(ReferenceRasterizer, TheNearestIsSeenWhateverTheOrder)
{
	const std::vector<FFloat3> Positions = {{-1.0f, -1.0f, 0.7f}, {3.0f, -1.0f, 0.7f}, {-1.0f, 3.0f, 0.7f},
		{-1.0f, -1.0f, 0.2f}, {3.0f, -1.0f, 0.2f}, {-1.0f, 3.0f, 0.2f}};
	const FReferencePicture FarFirst = Rasterize(MakeMesh(Positions, {0, 1, 2, 3, 4, 5}), Identity, 4, 4);
	const FReferencePicture NearFirst = Rasterize(MakeMesh(Positions, {3, 4, 5, 0, 1, 2}), Identity, 4, 4);
	for (size_t Pixel = 0; Pixel < 16; ++Pixel)
	{
		EXPECT_EQ(FarFirst.Triangles[Pixel], 1u);
		EXPECT_EQ(NearFirst.Triangles[Pixel], 0u);
		EXPECT_FLOAT_EQ(FarFirst.Depths[Pixel], 0.2f);
	}
}

TEST(ReferenceRasterizer, AttributesAreCorrectedForPerspective)
{
	// A floor that runs away from the viewer: its previous position moved by what each corner's depth is.
	FReferenceMesh Floor = MakeMesh({{-9.0f, 0.0f, 3.0f}, {9.0f, 0.0f, 3.0f}, {0.0f, 0.0f, -9.0f}}, {0, 1, 2});
	for (FFloat3& P : Floor.PreviousPositions)
	{
		P.X -= P.Z;
	}
	const float Distance = 4.0f;
	const FReferencePicture Picture = Rasterize(Floor, LookAlongZ(Distance), 64, 64);
	size_t Seen = 0;
	for (size_t Pixel = 0; Pixel < Picture.PixelCount(); ++Pixel)
	{
		if (Picture.Triangles[Pixel] == 0)
		{
			// The ray through the pixel meets the floor at a known depth.
			const float Down = (static_cast<float>(Pixel / 64) + 0.5f) / 32.0f - 1.0f;
			EXPECT_NEAR(Picture.Motions[Pixel].X, Distance - 2.0f / Down, 0.02f);
			++Seen;
		}
	}
	EXPECT_GT(Seen, 500u);
}

TEST(ReferenceRasterizer, WhatPassesBehindTheViewerIsClipped)
{
	const FReferenceMesh Floor =
		MakeMesh({{-50.0f, 0.0f, 50.0f}, {50.0f, 0.0f, 50.0f}, {0.0f, 0.0f, -9.0f}}, {0, 1, 2});
	const FReferencePicture Picture = Rasterize(Floor, LookAlongZ(4.0f), 64, 64);
	EXPECT_EQ(Picture.Triangles[63 * 64 + 32], 0u);
	EXPECT_EQ(Picture.Triangles[8 * 64 + 32], NoIndex);
	EXPECT_GT(CountShown(Picture), 64u * 16u);
}

TEST(ReferenceRasterizer, TheFastPathShowsTheSamePicture)
{
	for (const bool bAnimationSpace : {false, true})
	{
		const FTube Tube(bAnimationSpace);
		const FPictureDifference Found = Judge(Tube, Tube.Fast(Tube.Palette, Tube.Previous));
		EXPECT_TRUE(Found.bSame) << Found.Sentence;
		EXPECT_GT(Found.ComparedPixels, 1500u);
	}
}

TEST(ReferenceRasterizer, CorrectivesMoveTheRestShape)
{
	for (const bool bAnimationSpace : {false, true})
	{
		const FTube Tube(bAnimationSpace);
		std::vector<FFloat3> Offsets;
		FTube Moved(false);
		for (size_t Vertex = 0; Vertex < Tube.Level.Positions.size(); ++Vertex)
		{
			Offsets.push_back(Tube.Level.Normals[Vertex] * 0.03f);
			Moved.Level.Positions[Vertex] += Offsets.back();
		}
		const FReferenceMesh Shown =
			PoseReferenceMesh(ViewOf(Tube.Level), {Tube.Palette, Offsets, 0.0f}, {Tube.Previous, Offsets, 0.0f});
		const FPictureDifference Found = Judge(Moved, Shown);
		EXPECT_TRUE(Found.bSame) << Found.Sentence;
		EXPECT_FALSE(Judge(Tube, Shown).bSame);
	}
}

TEST(ReferenceRasterizer, AFlippedWindingFails)
{
	const FTube Tube(false);
	FReferenceMesh Shown = Tube.Fast(Tube.Palette, Tube.Previous);
	for (size_t Corner = 0; Corner < Shown.Indices.size(); Corner += 3)
	{
		std::swap(Shown.Indices[Corner], Shown.Indices[Corner + 1]);
	}
	const FPictureDifference Found = Judge(Tube, Shown);
	EXPECT_FALSE(Found.bSame);
	EXPECT_LT(Found.EqualTriangles, 0.5) << Found.Sentence;
}

TEST(ReferenceRasterizer, ATransposedPaletteFails)
{
	const FTube Tube(false);
	std::vector<FAffine> Transposed = Tube.Palette;
	for (FAffine& M : Transposed)
	{
		std::swap(M.Rows[0].Y, M.Rows[1].X);
		std::swap(M.Rows[0].Z, M.Rows[2].X);
		std::swap(M.Rows[1].Z, M.Rows[2].Y);
	}
	const FPictureDifference Found = Judge(Tube, Tube.Fast(Transposed, Tube.Previous));
	EXPECT_FALSE(Found.bSame);
	EXPECT_LT(Found.EqualTriangles, 0.9) << Found.Sentence;
}

TEST(ReferenceRasterizer, AStalePreviousPositionFails)
{
	const FTube Tube(false);
	// Neither this frame's own palette nor one from two frames ago will do.
	for (const std::vector<FAffine>& Stale : {Tube.Palette, Tube.Pose(0.7f)})
	{
		const FPictureDifference Found = Judge(Tube, Tube.Fast(Tube.Palette, Stale));
		EXPECT_FALSE(Found.bSame);
		EXPECT_TRUE(Found.EqualTriangles >= 0.995 && Found.Depth <= 1e-3f) << Found.Sentence;
		EXPECT_GT(Found.Motion, 1e-2f) << Found.Sentence;
	}
}

TEST(ReferenceRasterizer, NothingIsNotTheSameAsNothing)
{
	EXPECT_FALSE(ComparePictures(FReferencePicture(4, 4), FReferencePicture(4, 4)).bSame);
	EXPECT_FALSE(ComparePictures(FReferencePicture(4, 4), FReferencePicture(4, 5)).bSame);
}

} // namespace Exemplar

// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Pipeline/TransferSkin.h"

#include "Geometry/Measures.h"
#include "SampleParts.h"

#include <algorithm>
#include <cmath>

namespace Exemplar
{
namespace TransferSkinTest
{

/** A garment made from the body: a patch of its triangles with the truth of every point, a point of the body. */
struct FGarment
{
	FExampleSet Set;
	std::vector<uint32_t> BodyPoints;
};

/** The trunk of the body. Points inside the pocket stand 2 % of the diagonal off it. */
FGarment MakeGarment(bool bPocket)
{
	const FCharacterParts& Body = SampleParts();
	const double Diagonal = BoxDiagonal(Body.Skin.Rest);
	double Low = 1e9, High = -1e9;
	for (const FDouble3& P : Body.Skin.Rest)
	{
		Low = (std::min)(Low, P.Y);
		High = (std::max)(High, P.Y);
	}
	const auto IsTrunk = [&](const FDouble3& P)
	{ return P.Y > Low + 0.45 * (High - Low) && P.Y < Low + 0.8 * (High - Low); };
	FGarment Out;
	FSourceExamples Source;
	std::vector<int32_t> NewOf(Body.Skin.PointCount(), -1);
	for (size_t Index = 0; Index < Body.Surface.Indices.size(); Index += 3)
	{
		uint32_t Points[3];
		bool bAll = true;
		for (size_t Corner = 0; Corner < 3; ++Corner)
		{
			Points[Corner] = Body.Surface.PointOfCorner[Body.Surface.Indices[Index + Corner]];
			bAll = bAll && IsTrunk(Body.Skin.Rest[Points[Corner]]);
		}
		for (size_t Corner = 0; Corner < 3 && bAll; ++Corner)
		{
			int32_t& New = NewOf[Points[Corner]];
			if (New < 0)
			{
				New = static_cast<int32_t>(Out.BodyPoints.size());
				Out.BodyPoints.push_back(Points[Corner]);
				FDouble3 P = Body.Skin.Rest[Points[Corner]];
				const bool bInside = bPocket && P.Z > 0.0 && std::abs(P.X) < 0.05 * Diagonal &&
					std::abs(P.Y - (Low + 0.6 * (High - Low))) < 0.03 * Diagonal;
				P.Z += bInside ? 0.02 * Diagonal : 0.0;
				Source.Rest.Positions.push_back(P);
			}
			Source.Rest.CornerVertices.push_back(static_cast<uint32_t>(New));
		}
		if (bAll)
		{
			Source.Rest.PolygonOffsets.push_back(static_cast<uint32_t>(Source.Rest.CornerVertices.size()));
		}
	}
	Out.Set = *BuildExampleSet(std::move(Source), {}, {});
	return Out;
}

/** The largest distance over all frames between the garment and where the body's own skin takes its points. */
double LargestError(const FGarment& Garment, const FSkin& Skin)
{
	const FCharacterParts& Body = SampleParts();
	const std::vector<FAffine3d> Motions = *PlayMotions(Body.Animation);
	const size_t Joints = Body.Animation.Skeleton.JointCount(), Frames = Body.Animation.FrameCount();
	double Out = 0.0;
	std::vector<FAffine3d> Palette(Joints);
	for (size_t Frame = 0; Frame < Frames; ++Frame)
	{
		for (size_t Joint = 0; Joint < Joints; ++Joint)
		{
			Palette[Joint] = Motions[Joint * Frames + Frame];
		}
		for (size_t Point = 0; Point < Garment.BodyPoints.size(); ++Point)
		{
			// A point that stands off the body turns with it: the truth is the body's own weights at the same place.
			FAnimationVector Truth = Body.Skin.Points[Garment.BodyPoints[Point]];
			const FDouble3 &From = Body.Skin.Rest[Garment.BodyPoints[Point]], &To = Skin.Rest[Point];
			for (FDouble4& Block : Truth.Blocks)
			{
				Block = {Block.X + Block.W * (To.X - From.X), Block.Y + Block.W * (To.Y - From.Y),
					Block.Z + Block.W * (To.Z - From.Z), Block.W};
			}
			const FDouble3 A = Project(Truth, Palette), B = Project(Skin.Points[Point], Palette);
			Out = (std::max)(Out, std::hypot(A.X - B.X, A.Y - B.Y, A.Z - B.Z));
		}
	}
	return 100.0 * Out / BoxDiagonal(Body.Skin.Rest);
}

TEST(TransferSkin, AGarmentOfTheBodysOwnTrianglesMovesAsTheBody)
{
	const FGarment Garment = MakeGarment(false);
	ASSERT_GT(Garment.BodyPoints.size(), 200u);
	const TResult<FTransferredSkin> Out = TransferSkin(SampleParts(), Garment.Set, {}, {});
	ASSERT_TRUE(Out) << Out.GetError().Message;
	EXPECT_GT(Out->MatchedCount, Garment.BodyPoints.size() * 9 / 10);
	EXPECT_LT(LargestError(Garment, Out->Parts.Skin), 0.1) << "percent of the diagonal over the sample's poses";
}

TEST(TransferSkin, WhatStandsOffTheBodyIsInpaintedSmoothly)
{
	const FGarment Garment = MakeGarment(true);
	FTransferOptions Options;
	Options.MaxDistance = 1.0;
	const TResult<FTransferredSkin> Out = TransferSkin(SampleParts(), Garment.Set, Options, {});
	ASSERT_TRUE(Out) << Out.GetError().Message;
	EXPECT_GT(Out->InpaintedCount, 5u);
	EXPECT_EQ(Out->MatchedCount + Out->InpaintedCount, Garment.BodyPoints.size());
	// The pocket spans 10 % of the diagonal, over which the spine's weights change: a continuation cannot know them.
	EXPECT_LT(LargestError(Garment, Out->Parts.Skin), 1.5);
	const FRigWeights& Weights = Out->Parts.Skin.Weights;
	for (size_t Point = 0; Point < Weights.PointCount(); ++Point)
	{
		double Sum = 0.0;
		for (uint32_t Entry = Weights.Offsets[Point]; Entry < Weights.Offsets[Point + 1]; ++Entry)
		{
			EXPECT_GT(Weights.Weights[Entry], 0.0);
			Sum += Weights.Weights[Entry];
		}
		EXPECT_NEAR(Sum, 1.0, 1e-6);
	}
	EXPECT_TRUE(Bake(Out->Parts, {}, {}));
}

TEST(TransferSkin, CorrectivesComeAlongWithWhatIsAddedAfterSkinning)
{
	FCharacterParts Body = SampleParts();
	FCorrectives& Correctives = Body.Correctives;
	Correctives.Model.Drivers.push_back({0, 1});
	Correctives.Model.Kernels.push_back({0, 0, 0, 1.0f, 0, 1});
	Correctives.Model.Terms.push_back({0, 1.0f, RotationAboutAxis({1.0f, 0.0f, 0.0f}, 1.0f)});
	Correctives.Model.Coefficients.push_back(1.0);
	Correctives.Model.Runs.push_back({0, 1, 0});
	Correctives.Model.Shapes.push_back({0, 1, -0.5f, 1.5f, NoIndex, 0.0f, 0.0f});
	Correctives.Model.AfterJoints = {1, 2};
	TCorrective<FOwned> Row;
	Row.Name = "bump";
	Row.ShapeCount = 1;
	Row.Flags = CorrectiveEnabled;
	Correctives.Model.Correctives.push_back(Row);
	FShapeDeltas& Finest = Correctives.Levels.emplace_back();
	Finest.Offsets = Finest.AfterOffsets = {0};
	const double Size = 1e-3 * BoxDiagonal(Body.Skin.Rest);
	for (uint32_t Point = 0; Point < Body.Skin.PointCount(); ++Point)
	{
		Finest.Points.push_back(Point);
		Finest.Deltas.push_back({Size * (2.0 + std::sin(0.01 * Point)), 0.0, 0.0});
		Finest.AfterPoints.push_back(Point);
		Finest.AfterJoints.push_back(Body.Skin.Rest[Point].X > 0.0 ? 0 : 1);
		Finest.AfterDeltas.push_back({0.0, Size * (2.0 + std::cos(0.01 * Point)), 0.0});
	}
	Finest.Offsets.push_back(static_cast<uint32_t>(Finest.Points.size()));
	Finest.AfterOffsets.push_back(static_cast<uint32_t>(Finest.AfterPoints.size()));
	const FGarment Garment = MakeGarment(false);
	const TResult<FTransferredSkin> Out = TransferSkin(Body, Garment.Set, {}, {});
	ASSERT_TRUE(Out) << Out.GetError().Message;
	const FShapeDeltas& Got = Out->Parts.Correctives.Levels[0];
	ASSERT_EQ(Got.Points.size(), Garment.BodyPoints.size());
	std::vector<FDouble3> After(Garment.BodyPoints.size());
	for (size_t Entry = 0; Entry < Got.AfterPoints.size(); ++Entry)
	{
		After[Got.AfterPoints[Entry]].Y += Got.AfterDeltas[Entry].Y;
	}
	for (size_t Point = 0; Point < Garment.BodyPoints.size(); ++Point)
	{
		if (Out->Matched[Point])
		{
			const uint32_t OfBody = Garment.BodyPoints[Point];
			EXPECT_NEAR(Got.Deltas[Point].X, Finest.Deltas[OfBody].X, 1e-6 * Size);
			EXPECT_NEAR(After[Point].Y, Finest.AfterDeltas[OfBody].Y, 1e-6 * Size);
		}
	}
	EXPECT_TRUE(Bake(Out->Parts, {}, {}));
}

TEST(TransferSkin, RefusesAGarmentThatIsNowhereNearTheBody)
{
	FGarment Garment = MakeGarment(false);
	for (FDouble3& P : Garment.Set.Rest.Positions)
	{
		P.X += 100.0;
	}
	const TResult<FTransferredSkin> Out = TransferSkin(SampleParts(), Garment.Set, {}, {});
	ASSERT_FALSE(Out);
	EXPECT_EQ(Out.GetError().Code, EErrorCode::Mismatch);
}

} // namespace TransferSkinTest
} // namespace Exemplar

// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Bake/BakeCorrectives.h"

#include "Character/CharacterViews.h"
#include "Character/CorrectiveDeltas.h"
#include "Correctives/CorrectiveJobs.h"
#include "Pose/ClipSampling.h"
#include "Posing/CharacterPoser.h"
#include "SampleParts.h"

#include <cmath>

namespace Exemplar
{
namespace BakeCorrectivesTest
{

FRotation RelativeTo(const FBoneTransform& Rest, const FBoneTransform& Posed)
{
	return Compose(Inverse(Rest.Rotation), Posed.Rotation);
}

/** A corrective that swells what hangs on a joint where its skin blends, learned at two frames of the first clip. */
FCorrectives Swelling(const FCharacterParts& Parts)
{
	FCorrectives Out;
	TCorrectives<FOwned>& Model = Out.Model;
	const FSkeletonData& Skeleton = Parts.Animation.Skeleton;
	const FClipView Clip = ViewOf(Parts.Animation.Clips[0]);
	FSkeletonView View;
	View.Parents = Skeleton.Parents;
	View.RestLocal = Skeleton.RestLocal;
	const std::vector<FBoneTransform> First = SampleFrame(View, Clip, static_cast<float>(Clip.FrameCount / 3));
	const std::vector<FBoneTransform> Second = SampleFrame(View, Clip, static_cast<float>(Clip.FrameCount * 2 / 3));
	uint32_t DrivingJoint = 1; // the one that turns most in both
	const auto Cosine = [&](uint32_t Joint)
	{
		const FBoneTransform& Rest = Skeleton.RestLocal[Joint];
		return (std::max)(std::abs(RelativeTo(Rest, First[Joint]).W), std::abs(RelativeTo(Rest, Second[Joint]).W));
	};
	for (uint32_t Joint = 2; Joint < Skeleton.JointCount(); ++Joint)
	{
		DrivingJoint = Cosine(Joint) < Cosine(DrivingJoint) ? Joint : DrivingJoint;
	}
	Model.Drivers = {{0, DrivingJoint}};
	for (uint32_t Kernel = 0; Kernel < 2; ++Kernel)
	{
		const FBoneTransform Posed = (Kernel == 0 ? First : Second)[DrivingJoint];
		Model.Kernels.push_back({0, 0, 1, 3.0f, Kernel, 1});
		const FRotation Center = RelativeTo(Skeleton.RestLocal[DrivingJoint], Posed);
		Model.Terms.push_back({0, 1.0f, Center});
		Model.Runs.push_back({Kernel, 1, Kernel});
		// One where it is learned: the kernel counts from rest.
		const double W = static_cast<double>(Center.W);
		Model.Coefficients.push_back(1.0 / (2.0 - 2.0 * std::exp(-4.0 * (1.0 - W * W) / 9.0)));
		Model.Shapes.push_back({Kernel, 1, -1.0f, 1.0f, NoIndex, 0.0f, 0.0f});
	}
	Model.Correctives.resize(1);
	Model.Correctives[0].ShapeCount = 2;
	Model.Correctives[0].Flags = CorrectiveEnabled | CorrectiveLearned;
	Model.Correctives[0].Joint = DrivingJoint;
	Model.Correctives[0].Name = "joint";
	FShapeDeltas& Deltas = Out.Levels.emplace_back();
	Deltas.Offsets = {0};
	for (uint32_t Shape = 0; Shape < 2; ++Shape)
	{
		for (uint32_t Point = 0; Point < Parts.Skin.PointCount(); ++Point)
		{
			double Weight = 0.0;
			for (uint32_t At = Parts.Skin.Weights.Offsets[Point]; At < Parts.Skin.Weights.Offsets[Point + 1]; ++At)
			{
				Weight += Parts.Skin.Weights.Bones[At] == DrivingJoint ? Parts.Skin.Weights.Weights[At] : 0.0;
			}
			if (Weight > 0.02)
			{
				const double Wave = std::sin(20.0 * Parts.Skin.Rest[Point].Y + Shape) * 0.03 * Weight;
				Deltas.Points.push_back(Point);
				Deltas.Deltas.push_back({Wave, 0.02 * Weight, -Wave});
			}
		}
		Deltas.Offsets.push_back(static_cast<uint32_t>(Deltas.Points.size()));
	}
	return Out;
}

FCharacterParts SwollenParts()
{
	FCharacterParts Out = SampleParts();
	Out.Correctives = Swelling(Out);
	return Out;
}

FCharacter BakeWith(const FCharacterParts& Parts, bool bNormals)
{
	FBakeOptions Options;
	Options.bCorrectiveNormals = bNormals;
	TResult<FBakedCharacter> Baked = Bake(Parts, Options, {});
	EXPECT_TRUE(Baked.IsOk()) << Baked.GetError().Message;
	return Baked->Character;
}

TEST(BakeCorrectives, UnbakeReturnsWhatIsDrawnAndBakingItAgainChangesNothing)
{
	const FCharacterParts Parts = SwollenParts();
	const FCharacter Character = BakeWith(Parts, true);
	const FCharacterParts Back = Unbake(Character);
	FCorrectives Scaled = Parts.Correctives;
	ChooseScales(Scaled);
	ASSERT_EQ(Back.Correctives.Levels.size(), 1u);
	EXPECT_EQ(Back.Correctives.Levels[0], Decode(Scaled.Model, Scaled.Levels[0]));
	EXPECT_GT(Back.Correctives.Levels[0].Points.size(), 50u);
	const FCharacter Again = BakeWith(Back, true);
	EXPECT_EQ(Again.ToData().Correctives, Character.ToData().Correctives);
	EXPECT_EQ(Again.ToData().Levels[0].Correctives, Character.ToData().Levels[0].Correctives);
}

/** Root mean square of the angles between skinned normals and those of the posed surface, where shapes move it. */
double NormalError(const FCharacter& Character, float Frame)
{
	const FCharacterPoser Poser = *FCharacterPoser::Make(Character);
	FCharacterPose Pose;
	Poser.Reset(Pose);
	Pose.Local = SampleFrame(Character->Skeleton, Character->Clips[0], Frame);
	EXPECT_TRUE(Poser.Pose(Pose));
	const ESkinOperator Operator = FindPreferredOperator(Character.View());
	const FMeshLevelView& Level = Character->Levels[0];
	FPackOptions Options;
	Options.Kind = PackedKindOf(Operator);
	const FPackedSkin Skin = *PackSkin(Level, Poser.GetRest(), Options);
	FSkinPalette Palette;
	EXPECT_TRUE(Poser.MakePalette(Pose, Skin, Operator, Palette));
	const FPackedCorrectives Shapes = PackCorrectives(Character->Correctives, Level.Correctives, Skin);
	std::vector<uint32_t> Places(Shapes.BlockCount);
	std::vector<float> Values(CountOffsetValues(Shapes));
	std::vector<FFloat3> Positions(Skin.SlotCount), Normals(Skin.SlotCount);
	FSkinningJob Job;
	Job.Skin = &Skin;
	Job.Output.Positions = Positions;
	Job.Output.Normals = Normals;
	Job.RestOffsets = FCorrectiveOffsetsJob{&Shapes, Pose.ShapeWeights, Places, Values}.Run();
	EXPECT_TRUE(RunSkinning(Job, Palette));
	std::vector<FFloat3> Sums(Character->PointCount);
	for (size_t At = 0; At < Level.Indices.size(); At += 3)
	{
		const auto P = [&](size_t Corner) { return Positions[Skin.SlotOfVertex[Level.Indices[At + Corner]]]; };
		const FFloat3 Normal = Cross(P(1) - P(0), P(2) - P(0));
		for (size_t Corner = 0; Corner < 3; ++Corner)
		{
			Sums[Level.PointOfCorner[Level.Indices[At + Corner]]] += Normal;
		}
	}
	std::vector<bool> bMoved(Level.VertexCount());
	ForEachDelta(Level.Correctives, [&](size_t, uint32_t Vertex, size_t) { bMoved[Vertex] = true; });
	double Sum = 0.0, Count = 0.0;
	for (size_t Vertex = 0; Vertex < Level.VertexCount(); ++Vertex)
	{
		if (bMoved[Vertex])
		{
			const FFloat3 True = Normalize(Sums[Level.PointOfCorner[Vertex]]);
			const double Cosine = static_cast<double>(Dot(True, Normals[Skin.SlotOfVertex[Vertex]]));
			const double Angle = std::acos((std::min)(1.0, Cosine));
			Sum += Angle * Angle;
			Count += 1.0;
		}
	}
	return std::sqrt(Sum / Count);
}

TEST(BakeCorrectives, NormalsFollowTheCorrectedSurface)
{
	const FCharacterParts Parts = SwollenParts();
	const FCharacter With = BakeWith(Parts, true), Without = BakeWith(Parts, false);
	EXPECT_TRUE(Without->Levels[0].Correctives.Normals.empty());
	for (const float Frame : {3.5f, 9.5f})
	{
		const double Before = NormalError(Without, Frame), After = NormalError(With, Frame);
		EXPECT_LT(After, 0.7 * Before) << Frame;
	}
}

TEST(BakeCorrectives, SpheresGrowByWhatShapesCanReachAndNoMore)
{
	const FCharacter With = BakeWith(SwollenParts(), false), Without = BakeWith(SampleParts(), false);
	EXPECT_GE(With->Sphere.Radius, Without->Sphere.Radius);
	EXPECT_LT(With->Sphere.Radius, 1.1f * Without->Sphere.Radius);
	FCharacterParts Huge = SwollenParts();
	for (FDouble3& Delta : Huge.Correctives.Levels[0].Deltas)
	{
		Delta = {40.0 * Delta.X, 40.0 * Delta.Y, 40.0 * Delta.Z};
	}
	EXPECT_GT(BakeWith(Huge, false)->Sphere.Radius, 1.1f * Without->Sphere.Radius);
}

TEST(BakeCorrectives, ShapesOfAnotherSkinAreRefused)
{
	FCharacterParts Parts = SwollenParts();
	Parts.Correctives.Levels[0].Points.back() = static_cast<uint32_t>(Parts.Skin.PointCount());
	const TResult<FBakedCharacter> Baked = Bake(Parts, {}, {});
	ASSERT_FALSE(Baked.IsOk());
	EXPECT_NE(Baked.GetError().Message.find("level 0"), std::string::npos);
}

TEST(BakeCorrectives, BlendFactorsComeThrough)
{
	FCharacterParts Parts = SampleParts();
	for (size_t Point = 0; Point < Parts.Skin.PointCount(); ++Point)
	{
		Parts.Skin.BlendFactors.push_back(static_cast<double>(static_cast<float>(Point % 7) / 7.0f));
	}
	const FCharacter Character = BakeWith(Parts, false);
	EXPECT_TRUE(SupportsOperator(Character.View(), ESkinOperator::Blended));
	EXPECT_FALSE(SupportsOperator(BakeWith(SampleParts(), false).View(), ESkinOperator::Blended));
	EXPECT_EQ(Unbake(Character).Skin.BlendFactors, Parts.Skin.BlendFactors);
}

} // namespace BakeCorrectivesTest
} // namespace Exemplar

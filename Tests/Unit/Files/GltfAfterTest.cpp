// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Files/GltfAfter.h"

#include "Files/GltfMorphs.h"
#include "GltfTube.h"
#include "GltfValidator.h"
#include "TemporaryFolder.h"

#include <algorithm>
#include <cmath>

namespace Exemplar
{
namespace GltfAfterTest
{

using namespace GltfTube;

/** The largest distance, over the frames, of what the file does to a vertex from a displacement after skinning. */
double MissedAfter(const FCharacterData& Data, uint32_t Vertex)
{
	const TResult<FCharacter> Character = FCharacter::FromData(Data);
	EXPECT_TRUE(Character) << (Character ? "" : Character.GetError().Message);
	FCharacterData Plain = Data;
	Plain.Levels[0].Correctives.AfterOffsets.clear();
	Plain.Levels[0].Correctives.After.clear();
	const FSourceExamples With = ImportWell(ExportWell(Data)), Without = ImportWell(ExportWell(Plain));
	double Out = 0.0;
	size_t Frame = 0;
	PlayGltfClip(Character->View(), Character->View().Clips[0],
		[&](const FCharacterPose& Pose)
		{
			const FFloat3 Wanted =
				TransformVector(Pose.Palette[1], Data.Levels[0].Correctives.After[0].Delta) * Pose.ShapeWeights[0];
			const FDouble3 &A = With.Poses[Frame].Positions[Vertex], &B = Without.Poses[Frame].Positions[Vertex];
			Out = (std::max)(Out,
				std::hypot(A.X - B.X - static_cast<double>(Wanted.X), A.Y - B.Y - static_cast<double>(Wanted.Y),
					A.Z - B.Z - static_cast<double>(Wanted.Z)));
			++Frame;
		});
	EXPECT_EQ(Frame, With.Poses.size());
	return Out;
}

TEST(GltfAfter, DisplacementsAfterSkinningAreFoldedIntoMorphTargetsAndWhatTheyMissIsSaid)
{
	FCharacterData Data = MakeTube(4, 2, 2);
	AddBulge(Data, 0.25);
	Data.Clips = {MakeTurning(2, 8)};
	Data.Correctives.AfterJoints = {1};
	const auto MissOf = [&](uint32_t Vertex)
	{
		Data.Levels[0].Correctives.AfterOffsets = {0, 1};
		Data.Levels[0].Correctives.After = {{Vertex, 0, {0.0f, 0.02f, 0.05f}}};
		const TResult<FCharacter> Character = FCharacter::FromData(Data);
		EXPECT_TRUE(Character) << (Character ? "" : Character.GetError().Message);
		const FFoldedAfter After = FoldAfter(Character->View(), 0, CollectInfluences(Character->View(), 0, 4));
		EXPECT_NEAR(After.Missing, MissedAfter(Data, Vertex), 1e-5) << "the file does what was announced";
		EXPECT_GT(After.Largest, 0.05);
		const TResult<std::string> Loss = DescribeGltfLoss(Character->View(), {});
		EXPECT_TRUE(Loss && Loss->find("after skinning") != std::string::npos);
		return After.Missing / After.Largest;
	};
	const double Blended = MissOf(5);
	EXPECT_LT(Blended, 0.9);
	Data.Levels[0].Weights.Weights[10] = 0.0f; // vertex 5 follows joint 1 alone: every offset is within reach
	Data.Levels[0].Weights.Weights[11] = 1.0f;
	EXPECT_LT(MissOf(5), 0.004) << "damping leaves a quarter of a percent";
	EXPECT_GT(Blended, 0.01);
	ExpectValidGltf(FTemporaryFolder() / "after.glb", ExportWell(Data));
}

} // namespace GltfAfterTest
} // namespace Exemplar

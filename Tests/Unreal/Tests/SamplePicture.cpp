// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "SamplePicture.h"

#include "CrowdFixture.h"
#include "SceneFixture.h"

#include <fstream>

namespace
{

Exemplar::TResult<Exemplar::FCharacter> ReadCharacterFile(const std::string& File)
{
	std::ifstream Stream(File, std::ios::binary | std::ios::ate);
	Exemplar::TAlignedArray<std::byte> Bytes(Stream ? static_cast<size_t>(Stream.tellg()) : 0);
	Stream.seekg(0).read(reinterpret_cast<char*>(Bytes.data()), static_cast<std::streamsize>(Bytes.size()));
	return Exemplar::FCharacter::FromBytes(std::move(Bytes));
}

} // namespace

bool Host::DrawsAsTheReference(const std::string& File)
{
	const Exemplar::TResult<Exemplar::FCharacter> Character = ReadCharacterFile(File);
	if (!Character || (*Character)->Clips.empty())
	{
		std::printf("FAILED  %s\n", Character ? "the character has no clip" : Character.GetError().Message.c_str());
		return false;
	}
	bool bGood = true;
	for (const EExemplarOperator Operator : {EExemplarOperator::AnimationSpace, EExemplarOperator::LinearBlend,
			 EExemplarOperator::DualQuaternion, EExemplarOperator::Twist})
	{
		FSceneFixture Fixture(*Character);
		Fixture.Component->SetOperator(Operator);
		Fixture.Camera.Location = FVector(420.0, 90.0, 130.0);
		Fixture.Camera.Target = FVector(0.0, 0.0, 95.0);
		Fixture.Camera.TanHalfWidth = 0.4;
		Fixture.Camera.Width = 640;
		Fixture.Camera.Height = 480;
		const float Frame = 1.0f / (*Character)->Clips[0].FramesPerSecond;
		const FReferenceState Before{Fixture.ClipPose(0, 2.0f * Frame), FTransform(FVector(-4.0, 2.0, 0.0))};
		const FReferenceState Now{Fixture.ClipPose(0, 2.3f * Frame), FTransform()};
		Fixture.Show(Before);
		const Exemplar::FPictureDifference Difference =
			Fixture.Judge(Fixture.Show(Now), Now, Before, Operator, 0, false);
		std::printf("%s operator %d: %zu pixels, %.4f of the triangles are the reference's, depth %g, normal %g, "
					"motion %g cm\n",
			Difference.bSame ? "ok     " : "FAILED ", static_cast<int>(Operator), Difference.ComparedPixels,
			Difference.EqualTriangles, static_cast<double>(Difference.Depth), static_cast<double>(Difference.Normal),
			static_cast<double>(Difference.Motion));
		bGood = bGood && Difference.bSame && Difference.ComparedPixels > 3000;
	}
	return bGood;
}

bool Host::CrowdDrawsAsTheReference(const std::string& File)
{
	const Exemplar::TResult<Exemplar::FCharacter> Character = ReadCharacterFile(File);
	if (!Character)
	{
		std::printf("FAILED  %s\n", Character.GetError().Message.c_str());
		return false;
	}
	FCrowdFixture Fixture(*Character);
	Fixture.AddField(50, 9000.0);
	Fixture.Camera.Width = 960;
	Fixture.Camera.Height = 540;
	Fixture.World->HostTick(0.0f);
	DrawWorld(*Fixture.World, Fixture.Camera);
	const FCrowdReference Before = Fixture.ReadMembers();
	const FCrowdChoices ChosenBefore = Fixture.Choose(Before, Fixture.Camera);
	Fixture.World->HostTick(1.0f / 60.0f);
	const FPicture Picture = DrawWorld(*Fixture.World, Fixture.Camera);
	const FCrowdReference Now = Fixture.ReadMembers();
	const FCrowdChoices Chosen = Fixture.Choose(Now, Fixture.Camera, ChosenBefore);
	const Exemplar::FPictureDifference Difference =
		Fixture.Judge(Picture, Fixture.Camera, Now, Chosen, Before, ChosenBefore);
	std::vector<int> Levels((*Character)->Levels.size());
	for (const std::optional<Exemplar::FLevelChoice>& Choice : Chosen.Levels)
	{
		if (Choice)
		{
			++Levels[Choice->Level];
		}
	}
	std::printf(
		"%s crowd of 50: %zu pixels, %.4f of the triangles are the reference's, depth %g, normal %g, motion %g cm; "
		"members by level:",
		Difference.bSame ? "ok     " : "FAILED ", Difference.ComparedPixels, Difference.EqualTriangles,
		static_cast<double>(Difference.Depth), static_cast<double>(Difference.Normal),
		static_cast<double>(Difference.Motion));
	for (const int Count : Levels)
	{
		std::printf(" %d", Count);
	}
	std::printf("\n");
	const bool bMixed = Levels.size() < 2 || Levels[0] < static_cast<int>(Chosen.Visible);
	return Difference.bSame && Difference.ComparedPixels > 10000 && bMixed;
}

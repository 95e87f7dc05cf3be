// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "ExemplarCharacter.h"
#include "ExemplarCrowdComponent.h"
#include "Lod/LevelChoice.h"
#include "Posing/CharacterPoser.h"
#include "ReferenceRasterizer.h"
#include "SceneFixture.h"
#include "View.h"

#include <optional>

namespace Host
{

/** A member as a test knows it at the end of a frame. */
struct FCrowdMemberState
{
	FTransform Transform;
	int32 Clip = -1; // rests
	float Seconds = 0.0f;
	int32 OtherClip = -1;
	float OtherSeconds = 0.0f;
	float OtherWeight = 0.0f;
	float Significance = 1.0f;
	bool bExists = false;
};
/** Members by the order in which they were added, and where the component stood. */
struct FCrowdReference
{
	std::vector<FCrowdMemberState> Members;
	FTransform Place;
};
/** What a view has chosen, by member; the next frame's choice depends on it. */
struct FCrowdChoices
{
	std::vector<std::optional<Exemplar::FLevelChoice>> Levels; // none where it was not seen
	uint32 Visible = 0;
};

/** A world with a crowd of one character, cameras, and the reference's picture of the same. */
class FCrowdFixture
{
public:
	explicit FCrowdFixture(const Exemplar::FCharacter& InCharacter);
	~FCrowdFixture();

	/** Rows of members that get smaller with their distance, in all clips, at different times. */
	void AddField(int32 Count, double Depth);
	void Add(const FExemplarCrowdInstance& Instance) { Handles.Add(Component->AddInstance(Instance)); }

	/** What the component says of its members. */
	FCrowdReference ReadMembers() const;

	/** By the core's own choice, from where the camera is. Shadows are cast by everybody. */
	FCrowdChoices Choose(const FCrowdReference& Now, const FCamera& Seen, const FCrowdChoices& Before = {},
		int32 ForcedLevel = -1, bool bShadow = false) const;

	/** What the scalar operators and the plain rasterizer say that the picture is. */
	Exemplar::FPictureDifference Judge(const FPicture& Picture, const FCamera& Seen, const FCrowdReference& Now,
		const FCrowdChoices& Chosen, const FCrowdReference& Before, const FCrowdChoices& ChosenBefore) const;

	Exemplar::FCharacter Character;
	UWorld* World;
	UExemplarCharacter* Asset;
	UExemplarCrowdComponent* Component;
	TArray<FExemplarCrowdHandle> Handles;
	FCamera Camera;

private:
	std::vector<Exemplar::FAffine> PaletteOf(const FCrowdMemberState& Member) const;
	Exemplar::FCharacterPoser Poser;
	TArray<FName> ClipNames;
};

inline FString WordsOf(const Exemplar::FPictureDifference& Difference)
{
	return HostFromUtf8(Difference.Sentence.c_str());
}

/** Two frames of a crowd that plays and walks while its component moves; what the second one is to look like. */
struct FTwoCrowdFrames
{
	FCrowdReference Before, Now;
	FCrowdChoices ChosenBefore, Chosen;
	FPicture Picture;

	explicit FTwoCrowdFrames(FCrowdFixture& Fixture, int32 ForcedLevel = -1)
	{
		Fixture.Component->ForcedLevel = ForcedLevel;
		Fixture.Component->SetWorldTransform(FTransform(FQuat(FVector(0.0, 0.0, 1.0), 0.1), FVector(-20.0, 10.0, 0.0)));
		Fixture.World->HostTick(0.0f);
		DrawWorld(*Fixture.World, Fixture.Camera);
		Before = Fixture.ReadMembers();
		ChosenBefore = Fixture.Choose(Before, Fixture.Camera, {}, ForcedLevel);
		Fixture.Component->SetWorldTransform(FTransform(FQuat(FVector(0.0, 0.0, 1.0), 0.1), FVector(-16.0, 12.0, 1.0)));
		for (int32 Index = 0; Index < Fixture.Handles.Num(); Index += 2)
		{
			const FTransform Was = Before.Members[static_cast<size_t>(Index)].Transform;
			Fixture.Component->SetInstanceTransform(Fixture.Handles[Index],
				FTransform(Was.GetRotation(), Was.GetTranslation() + FVector(3.0, -2.0, 0.0), Was.GetScale3D()));
		}
		Fixture.World->HostTick(1.0f / 30.0f);
		Picture = DrawWorld(*Fixture.World, Fixture.Camera);
		Now = Fixture.ReadMembers();
		Chosen = Fixture.Choose(Now, Fixture.Camera, ChosenBefore, ForcedLevel);
	}
	Exemplar::FPictureDifference Judge(const FCrowdFixture& Fixture) const
	{
		return Fixture.Judge(Picture, Fixture.Camera, Now, Chosen, Before, ChosenBefore);
	}
};

} // namespace Host

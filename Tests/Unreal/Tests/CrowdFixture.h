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

} // namespace Host

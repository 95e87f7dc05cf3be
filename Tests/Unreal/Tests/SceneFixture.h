// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "ExemplarCharacter.h"
#include "ExemplarMeshComponent.h"
#include "Misc/AutomationTest.h"
#include "ReferenceRasterizer.h"
#include "View.h"

namespace Host
{

constexpr EAutomationTestFlags TestFlags =
	EAutomationTestFlags_ApplicationContextMask | EAutomationTestFlags::ProductFilter;
constexpr EAutomationTestFlags GpuTestFlags = TestFlags | EAutomationTestFlags::NonNullRHI;

/** World to clip as the reference rasterizer wants it: rows of column vectors, depth zero at the near plane. */
Exemplar::FClipMatrix ClipMatrixOf(const FCamera& Camera);
/** A picture of the host's as one of the reference's. */
Exemplar::FReferencePicture ToReferencePicture(const FPicture& Picture);

/** A pose of the character that the reference draws: local transforms in its space, and where the component stands. */
struct FReferenceState
{
	std::vector<Exemplar::FBoneTransform> Local;
	FTransform Place;
};

struct FSkinnedVertices
{
	// In the order of the level's vertices, in the character's space.
	std::vector<Exemplar::FFloat3> Positions, Normals;
	std::vector<Exemplar::FFloat4> Tangents;
};
/** By the core's jobs, in the character's own space: nothing there knows of Unreal's axes. */
FSkinnedVertices SkinByCore(const Exemplar::FCharacter& Character, const Exemplar::FMeshLevelView& Level,
	std::span<const Exemplar::FBoneTransform> Local, EExemplarOperator Operator, bool bCorrectives);

/** What the core's own jobs and the plain rasterizer say the picture of a level is. */
Exemplar::FPictureDifference JudgePicture(const Exemplar::FCharacter& Character, const FCamera& Camera,
	const FPicture& Picture, const FReferenceState& Now, const FReferenceState& Before, EExemplarOperator Operator,
	int32 Level, bool bCorrectives);

/** A world with one component that shows a character, a camera, and the reference's picture of the same. */
class FSceneFixture
{
public:
	explicit FSceneFixture(const Exemplar::FCharacter& InCharacter);
	~FSceneFixture();

	/** The frame of a clip in the character's space. */
	std::vector<Exemplar::FBoneTransform> ClipPose(size_t Clip, float Seconds) const;
	/** Sends a pose by SetPose, moves the component, and ends the frame. */
	FPicture Show(const FReferenceState& State);

	Exemplar::FPictureDifference Judge(const FPicture& Picture, const FReferenceState& Now,
		const FReferenceState& Before, EExemplarOperator Operator, int32 Level, bool bCorrectives) const;

	Exemplar::FCharacter Character;
	UWorld* World;
	UExemplarCharacter* Asset;
	UExemplarMeshComponent* Component;
	FCamera Camera;
};

} // namespace Host

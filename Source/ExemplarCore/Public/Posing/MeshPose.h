// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Base/Api.h"
#include "Lod/LevelChoice.h"
#include "Posing/BonePose.h"
#include "Posing/CorrectiveScales.h"
#include "Posing/SkinFrame.h"

#include <memory>
#include <optional>

namespace Exemplar
{

/** How a component wants its level chosen. */
struct FLevelWish
{
	std::optional<float> Allowed; // the smallest error that a view allows; none: nobody has looked, the level stays
	int32_t Forced = -1;          // this level, or the last one; negative: by the error
	int32_t Bias = 0;             // added to the chosen level
	float Significance = 1.0f;    // half of it allows twice the error
};

/**
 * Whether levels would help that are finer than those whose errors are given. ForcedLevel is the wished one's place
 * among these: negative before the first.
 */
EXEMPLARCORE_API bool WantsFiner(std::span<const float> LevelErrors, const FLevelWish& Wish, int32_t ForcedLevel);

/**
 * One drawn character from frame to frame: where its pose comes from (the bones of another skeleton, a pose that was
 * set, a clip, or rest, in this order), and what was sent of it before, for motion vectors. All in the axes of its
 * FPosableCharacter. After the first frames nothing is allocated. One thread at a time.
 */
class EXEMPLARCORE_API FMeshPose
{
public:
	/**
	 * Takes another character, or the same anew; null for none. What does not fit it is dropped: a pose with another
	 * number of joints, last frame's pose, the level. The clip is found by its name; none where there is no such clip.
	 */
	void SetCharacter(std::shared_ptr<const FPosableCharacter> NewCharacter, std::string_view ClipName);
	const FPosableCharacter* GetCharacter() const { return Character.get(); }
	/** Whether there is a skeleton to pose. */
	bool CanPose() const { return Character && Character->Poser; }

	/** False, with nothing changed, if the character has no clip of that name. */
	bool SetClip(std::string_view ClipName);
	const FClipView* GetClip() const;
	/** The duration of the clip, which a looping one has with the way back to its first frame. */
	float GetClipSeconds() const;

	/** Sets transforms relative to parents until it is given none. False if there is not one per joint. */
	bool SetLocal(std::span<const FBoneTransform> Local);
	bool HasLocal() const { return !Local.empty(); }

	/** Another skeleton, whose bones it follows where Bones are given. */
	FBonePose Leader;

	/** Poses. Bones are those of the leader, where there is one. False without a skeleton. */
	bool Update(std::span<const FAffine> Bones, bool bCorrectives);
	/** Moves the root alone: for what nobody sees. */
	void UpdateRoot(std::span<const FAffine> Bones);
	bool IsPosed() const { return bPosed; }
	bool HasPosedCorrectives() const { return bPosedCorrectives; }
	const FCharacterPose& GetPose() const { return Pose; }
	/** The joint in the current pose, or at rest. */
	const FAffine& GetJoint(size_t Joint) const;
	/** From its place at rest. */
	const FAffine& GetRoot() const { return Root; }
	/** Contains every legal pose of the character with its root where it is now. */
	FSphere GetSphere() const;

	/** A new drawing of it: there is no last frame and no level. */
	void Restart();
	/** The level to draw, of as many as there are errors. */
	uint32_t ChooseLevel(std::span<const float> LevelErrors, const FLevelWish& Wish);
	/** Of the last choice; none before. */
	std::optional<uint32_t> GetDrawnLevel() const { return DrawnLevel; }
	/** Writes both frames for the chosen level, of which Skin is. The pose becomes the one that was sent. */
	void Write(const FPackedSkin& Skin, ESkinOperator Operator, FSkinFrame& Out);

	float Seconds = 0.0f; // in the clip
	FCorrectiveScales CorrectiveScales;

private:
	std::shared_ptr<const FPosableCharacter> Character;
	std::optional<size_t> Clip;
	std::vector<FBoneTransform> Local; // that was set; empty: none

	FCharacterPose Pose, SentPose; // the current one, and the next frame's previous one
	FAffine Root;
	bool bPosed = false, bSent = false, bPosedCorrectives = true;
	FSkinPalette Palette, LastPalette; // of the pose sent last, and of the one before it

	FLevelChoice Choice; // by the size on screen
	std::optional<uint32_t> DrawnLevel;
	float Geomorph = 0.0f, PreviousGeomorph = 0.0f; // of the drawn level
	bool bSameLevel = false;                        // as in the last frame
};

} // namespace Exemplar

// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Crowd/CrowdCharacter.h"
#include "Gpu/GpuLayout.h"

#include <optional>
#include <span>

namespace Exemplar
{

/** Identifies a member as long as it exists: its slot, and the generation of that slot. */
struct FCrowdHandle
{
	uint32_t Slot = 0;
	uint32_t Generation = 0; // zero: no member
	bool operator==(const FCrowdHandle&) const = default;
};

/** A second clip of a member, which is blended into the first. */
struct FCrowdBlend
{
	uint32_t Clip = 0;
	float Seconds = 0.0f; // as for the first clip
	float Rate = 1.0f;
	float Phase = 0.0f;
	float Weight = 0.0f;     // the share of this clip, up to one
	float WeightRate = 0.0f; // by which the weight changes per second of the game, until it is zero or one
	bool operator==(const FCrowdBlend&) const = default;
};

/** A member as the game sets it. */
struct FCrowdMember
{
	FAffine World;        // in the space of the crowd
	float Seconds = 0.0f; // into its clip
	float Rate = 1.0f;    // seconds of the clip per second of the game; may be negative
	float Phase = 0.0f;   // fraction of the clip's duration that is added to its time
	uint32_t Clip = 0;
	FFloat4 Custom{1.0f, 1.0f, 1.0f, 1.0f}; // for shaders
	float Significance = 1.0f; // above zero: divides the error that it may have; under a budget it is posed first by it
	FCrowdBlend Other;

	/** The member when it plays another clip from its start, into which what it plays now fades in seconds of the game.
	 */
	EXEMPLARCORE_API FCrowdMember FadedTo(uint32_t NewClip, float NewRate, float NewPhase, float FadeSeconds) const;
	bool operator==(const FCrowdMember&) const = default;
};

/** The properties of a clip that members depend on. */
struct FCrowdClipFacts
{
	float Seconds = 0.0f; // duration
	bool bLoops = false;
	FSphere Sphere;   // contains the character during the whole clip, in its own space
	float Arm = 0.0f; // from the root to the middle of the character's sphere
	float FramesPerSecond = 30.0f;
	FFloat3 RootCenter;          // where the root is at rest
	std::vector<FCrowdKey> Root; // of every frame
};
EXEMPLARCORE_API std::vector<FCrowdClipFacts> MakeClipFacts(const FCrowdCharacter& Character);

/**
 * The members of a crowd of one character. A member keeps its slot, because the state on the GPU is stored by slot. A
 * free slot is reused for the next new member with a new generation, so that handles of the former member are rejected.
 * The lowest free slot is used first. Adding allocates; a frame does not. One thread at a time.
 */
class EXEMPLARCORE_API FCrowdMembers
{
public:
	/**
	 * Sets the character. Without a map it removes all members; their handles are stale. The map has the new clip for
	 * each of the former ones: members stay, at the same time of that clip.
	 */
	void SetCharacter(
		std::vector<FCrowdClipFacts> NewClips, size_t NewJointCount, std::span<const uint32_t> ClipMap = {});

	/**
	 * Adds nothing if a number is not finite, a weight is not between zero and one, a significance is not above zero,
	 * or the character does not have the clip.
	 */
	std::optional<FCrowdHandle> Add(const FCrowdMember& Member);
	/** False if the handle is stale, or for the reasons of Add. */
	bool Set(FCrowdHandle Handle, const FCrowdMember& Member);
	bool Remove(FCrowdHandle Handle);
	/** Removes all members; their handles are stale. */
	void Clear();

	/** Null if the handle is stale. */
	const FCrowdMember* Find(FCrowdHandle Handle) const;
	/** The handle of the member in a slot, if there is one. */
	std::optional<FCrowdHandle> At(uint32_t Slot) const;
	size_t Count() const { return MemberCount; }
	/** One more than the highest used slot. */
	uint32_t SlotCount() const { return static_cast<uint32_t>(Members.size()); }

	/**
	 * Advances all members, whose times stay within their clips. Returns whether any time changed. GameSeconds is how
	 * long it took; where it is not given, clips run as fast as the game.
	 */
	bool Advance(float DeltaSeconds, std::optional<float> GameSeconds = std::nullopt);

	/** The records of all slots as the device reads them, with consecutive palettes: SlotCount() of each. */
	void Pack(std::span<FGpuCrowdInstance> Records) const;
	void PackCustom(std::span<FFloat4> Custom) const;

	/** Whether a member has had custom data other than white since there was none. */
	bool HasCustom() const { return bHasCustom; }

	/** Contains all members during their whole clips. Empty if there are none. */
	FBox Bounds() const;
	/** Contains them too, without a look at all of them: too large until Tighten. */
	const FBox& LooseBounds() const { return Loose; }
	/** Makes loose bounds tight. False where nothing was moved or removed since the last time. */
	bool Tighten();
	/** Contains one member. Empty if the handle is stale. */
	FBox BoundsOf(FCrowdHandle Handle) const;
	/** From the root joint's rest space to the crowd: where its clip has carried the member now. */
	FAffine RootOf(FCrowdHandle Handle) const;
	/** Of the root joint, per second of the game: by its clip, and as the game moved it in the last Advance. */
	FFloat3 VelocityOf(FCrowdHandle Handle) const;

private:
	bool IsSound(const FCrowdMember& Member) const;
	bool IsHere(FCrowdHandle Handle) const;
	void Write(uint32_t Slot, const FCrowdMember& Member);
	void AddBounds(uint32_t Slot, FBox& Box) const;

	struct FPlace
	{
		FCrowdMember Member;
		float Stretch = 1.0f;
		bool bTaken = false;
		FFloat3 LastPosition; // of World, at the last Advance
		FFloat3 Carried;      // by World in the last Advance, per second
	};
	std::vector<FCrowdClipFacts> Clips;
	uint32_t JointCount = 0;
	std::vector<FPlace> Members;       // by slot, up to the last used one
	std::vector<uint32_t> Generations; // of all slots ever used: of the current or the next member
	std::vector<uint32_t> FreeSlots;   // a heap, the lowest first
	size_t MemberCount = 0;
	float ClipRate = 1.0f; // seconds of clips per second of the game, in the last Advance
	FBox Loose;
	bool bIsLoose = true;
	bool bHasCustom = false;
};

} // namespace Exemplar

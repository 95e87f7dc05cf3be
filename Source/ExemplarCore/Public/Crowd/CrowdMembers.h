// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Crowd/CrowdCharacter.h"
#include "Gpu/GpuLayout.h"

#include <optional>

namespace Exemplar
{

/** Names a member as long as it is there: its slot, and which of the slot's owners it is. */
struct FCrowdHandle
{
	uint32_t Slot = 0;
	uint32_t Generation = 0; // zero names nobody
	bool operator==(const FCrowdHandle&) const = default;
};

/** A member as a game knows it. */
struct FCrowdMember
{
	FAffine World;        // in the space of the crowd
	float Seconds = 0.0f; // into its clip
	float Rate = 1.0f;    // seconds of the clip in a second of the game; may be negative
	float Phase = 0.0f;   // a share of the clip's length that is added to its time
	uint32_t Clip = 0;
	FFloat4 Custom{1.0f, 1.0f, 1.0f, 1.0f}; // for shaders
	bool operator==(const FCrowdMember&) const = default;
};

/** What the members of a character need to know of a clip. */
struct FCrowdClipFacts
{
	float Seconds = 0.0f; // how long it is
	bool bLoops = false;
	FSphere Sphere; // holds the character throughout, in its own space
};
EXEMPLARCORE_API std::vector<FCrowdClipFacts> MakeClipFacts(const FCrowdCharacter& Character);

/**
 * The members of a crowd of one character, in slots that stay theirs: what a device remembers of a member stands at its
 * slot. A slot that was left is given to the next who comes, under another generation, so that a handle of its former
 * owner is refused. Slots are filled from the lowest. Adding allocates; a frame does not. One thread at a time.
 */
class EXEMPLARCORE_API FCrowdMembers
{
public:
	/** Of whom members are. Whoever is here goes, and their handles stay stale. */
	void SetCharacter(std::vector<FCrowdClipFacts> NewClips, size_t NewJointCount);

	/** Nothing where a number is not finite or the character has no such clip. */
	std::optional<FCrowdHandle> Add(const FCrowdMember& Member);
	/** False where the handle is stale, and as Add. */
	bool Set(FCrowdHandle Handle, const FCrowdMember& Member);
	bool Remove(FCrowdHandle Handle);
	/** Everybody goes; their handles are stale. */
	void Clear();

	/** Null where the handle is stale. */
	const FCrowdMember* Find(FCrowdHandle Handle) const;
	/** The handle of whoever has a slot, if anybody has. */
	std::optional<FCrowdHandle> At(uint32_t Slot) const;
	size_t Count() const { return MemberCount; }
	/** One more than the highest slot that is taken. */
	uint32_t SlotCount() const { return static_cast<uint32_t>(Members.size()); }

	/** Time goes on for everybody; answers whether it did for anybody. Times stay within their clips. */
	bool Advance(float DeltaSeconds);

	/** Records of all slots as the device reads them, palettes one behind another: SlotCount() of each. */
	void Pack(std::span<FGpuCrowdInstance> Records) const;
	void PackCustom(std::span<FFloat4> Custom) const;

	/** Holds all members whatever their clips do; empty where there is none. */
	FBox Bounds() const;
	/** Holds one; empty where the handle is stale. */
	FBox BoundsOf(FCrowdHandle Handle) const;

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
	};
	std::vector<FCrowdClipFacts> Clips;
	uint32_t JointCount = 0;
	std::vector<FPlace> Members;       // by slot, up to the last that is taken
	std::vector<uint32_t> Generations; // of all slots that ever were: the owner's, or the next one's
	std::vector<uint32_t> FreeSlots;   // a heap, the lowest first
	size_t MemberCount = 0;
};

} // namespace Exemplar

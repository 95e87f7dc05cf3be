// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Crowd/CrowdMembers.h"

#include "Crowd/GpuCrowd.h"
#include "Culling/Frustum.h"

#include <algorithm>
#include <functional>

namespace Exemplar
{

namespace
{

/** Holds the character's sphere at every time of a clip: it goes with the root, between frames along an arc. */
FSphere MakeClipSphere(const FCrowdCharacter& Character, const FCrowdClip& Clip)
{
	const size_t Root = static_cast<size_t>(Character.Root);
	const FFloat3 Arm = Character.Sphere.Center - Character.Rest.Centers[Root];
	FBox Path;
	float Bulge = 0.0f;
	for (uint32_t Frame = 0; Frame < Clip.FrameCount; ++Frame)
	{
		const FCrowdKey& Key = Clip.Keys[Frame * Character.JointCount() + Root];
		Path.Add(Rotate(Key.Rotation, Arm) + Key.Position);
		if (Frame > 0)
		{
			// The arc of an angle rises above its chord by r (1 - cos(angle / 2)); the quaternions' product is that
			// cosine.
			const FCrowdKey& Before = Clip.Keys[(Frame - 1) * Character.JointCount() + Root];
			Bulge = (std::max)(Bulge, Length(Arm) * (1.0f - std::abs(Dot(Before.Rotation, Key.Rotation))));
		}
	}
	return {Path.Center(), Character.Sphere.Radius + 0.5f * Path.Diagonal() + Bulge};
}

/** The device's generations are one to 255. */
uint32_t DeviceGeneration(uint32_t Generation)
{
	return Generation % 255 + 1;
}

} // namespace

std::vector<FCrowdClipFacts> MakeClipFacts(const FCrowdCharacter& Character)
{
	std::vector<FCrowdClipFacts> Out;
	for (const FCrowdClip& Clip : Character.Clips)
	{
		const float Frames = Clip.FrameCount > 0 ? static_cast<float>(Clip.FrameCount - 1) : 0.0f;
		Out.push_back({Clip.FramesPerSecond > 0.0f ? Frames / Clip.FramesPerSecond : 0.0f, Clip.bLoops,
			MakeClipSphere(Character, Clip)});
	}
	return Out;
}

void FCrowdMembers::SetCharacter(std::vector<FCrowdClipFacts> NewClips, size_t NewJointCount)
{
	Clear();
	Clips = std::move(NewClips);
	JointCount = static_cast<uint32_t>(NewJointCount);
}

bool FCrowdMembers::IsSound(const FCrowdMember& Member) const
{
	bool bFinite = std::isfinite(Member.Seconds) && std::isfinite(Member.Rate) && std::isfinite(Member.Phase);
	for (const FFloat4& Row : {Member.World.Rows[0], Member.World.Rows[1], Member.World.Rows[2], Member.Custom})
	{
		bFinite =
			bFinite && std::isfinite(Row.X) && std::isfinite(Row.Y) && std::isfinite(Row.Z) && std::isfinite(Row.W);
	}
	return bFinite && Member.Clip < Clips.size();
}

bool FCrowdMembers::IsHere(FCrowdHandle Handle) const
{
	return Handle.Slot < Members.size() && Members[Handle.Slot].bTaken && Generations[Handle.Slot] == Handle.Generation;
}

void FCrowdMembers::Write(uint32_t Slot, const FCrowdMember& Member)
{
	Members[Slot] = {Member, LargestStretch(Member.World), true};
}

std::optional<FCrowdHandle> FCrowdMembers::Add(const FCrowdMember& Member)
{
	if (!IsSound(Member))
	{
		return std::nullopt;
	}
	uint32_t Slot = static_cast<uint32_t>(Generations.size());
	if (FreeSlots.empty())
	{
		Generations.push_back(1);
	}
	else
	{
		std::pop_heap(FreeSlots.begin(), FreeSlots.end(), std::greater<>());
		Slot = FreeSlots.back();
		FreeSlots.pop_back();
	}
	Members.resize((std::max)(Members.size(), size_t{Slot} + 1));
	Write(Slot, Member);
	++MemberCount;
	return FCrowdHandle{Slot, Generations[Slot]};
}

bool FCrowdMembers::Set(FCrowdHandle Handle, const FCrowdMember& Member)
{
	if (!IsHere(Handle) || !IsSound(Member))
	{
		return false;
	}
	Write(Handle.Slot, Member);
	return true;
}

bool FCrowdMembers::Remove(FCrowdHandle Handle)
{
	if (!IsHere(Handle))
	{
		return false;
	}
	Members[Handle.Slot].bTaken = false;
	++Generations[Handle.Slot];
	Generations[Handle.Slot] += Generations[Handle.Slot] == 0 ? 1 : 0; // zero: no member
	FreeSlots.push_back(Handle.Slot);
	std::push_heap(FreeSlots.begin(), FreeSlots.end(), std::greater<>());
	while (!Members.empty() && !Members.back().bTaken)
	{
		Members.pop_back();
	}
	--MemberCount;
	return true;
}

void FCrowdMembers::Clear()
{
	for (uint32_t Slot = SlotCount(); Slot-- > 0;)
	{
		if (const std::optional<FCrowdHandle> Handle = At(Slot))
		{
			Remove(*Handle);
		}
	}
}

const FCrowdMember* FCrowdMembers::Find(FCrowdHandle Handle) const
{
	return IsHere(Handle) ? &Members[Handle.Slot].Member : nullptr;
}

std::optional<FCrowdHandle> FCrowdMembers::At(uint32_t Slot) const
{
	const FCrowdHandle Handle{Slot, Slot < Generations.size() ? Generations[Slot] : 0};
	return IsHere(Handle) ? std::optional(Handle) : std::nullopt;
}

bool FCrowdMembers::Advance(float DeltaSeconds)
{
	bool bAny = false;
	for (FPlace& Place : Members)
	{
		FCrowdMember& Member = Place.Member;
		const FCrowdClipFacts& Clip = Clips[Member.Clip];
		if (!Place.bTaken || Member.Rate == 0.0f || Clip.Seconds <= 0.0f)
		{
			continue;
		}
		const float Before = Member.Seconds, Shift = Member.Phase * Clip.Seconds;
		Member.Seconds += DeltaSeconds * Member.Rate;
		// Small times keep their precision however long the game runs.
		Member.Seconds = Clip.bLoops ? Member.Seconds - Clip.Seconds * std::floor(Member.Seconds / Clip.Seconds)
									 : (std::clamp)(Member.Seconds, -Shift, Clip.Seconds - Shift);
		bAny = bAny || Member.Seconds != Before;
	}
	return bAny;
}

void FCrowdMembers::Pack(std::span<FGpuCrowdInstance> Records) const
{
	for (uint32_t Slot = 0; Slot < Members.size() && Slot < Records.size(); ++Slot)
	{
		const FPlace& Place = Members[Slot];
		if (!Place.bTaken)
		{
			Records[Slot] = {};
			continue;
		}
		const FCrowdMember& Member = Place.Member;
		FGpuCrowdInstance& Out = Records[Slot];
		Out.World = Member.World;
		Out.Seconds = Member.Seconds + Member.Phase * Clips[Member.Clip].Seconds;
		Out.Stretch = Place.Stretch;
		Out.Identity = MakeGpuCrowdIdentity(0, Member.Clip, DeviceGeneration(Generations[Slot]));
		Out.PaletteOffset = Slot * JointCount;
	}
}

void FCrowdMembers::PackCustom(std::span<FFloat4> Custom) const
{
	for (size_t Slot = 0; Slot < Members.size() && Slot < Custom.size(); ++Slot)
	{
		Custom[Slot] = Members[Slot].bTaken ? Members[Slot].Member.Custom : FFloat4{};
	}
}

void FCrowdMembers::AddBounds(uint32_t Slot, FBox& Box) const
{
	const FPlace& Place = Members[Slot];
	const FSphere& Sphere = Clips[Place.Member.Clip].Sphere;
	const FFloat3 Center = TransformPoint(Place.Member.World, Sphere.Center);
	const float Radius = Sphere.Radius * Place.Stretch;
	Box.Add(Center - FFloat3{Radius, Radius, Radius});
	Box.Add(Center + FFloat3{Radius, Radius, Radius});
}

FBox FCrowdMembers::Bounds() const
{
	FBox Out;
	for (uint32_t Slot = 0; Slot < SlotCount(); ++Slot)
	{
		if (Members[Slot].bTaken)
		{
			AddBounds(Slot, Out);
		}
	}
	return Out;
}

FBox FCrowdMembers::BoundsOf(FCrowdHandle Handle) const
{
	FBox Out;
	if (IsHere(Handle))
	{
		AddBounds(Handle.Slot, Out);
	}
	return Out;
}

} // namespace Exemplar

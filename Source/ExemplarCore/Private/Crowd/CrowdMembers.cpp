// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Crowd/CrowdMembers.h"

#include "Crowd/CrowdPalettes.h"
#include "Crowd/GpuCrowd.h"
#include "Culling/Frustum.h"

#include <algorithm>
#include <cmath>
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

FFloat3 TranslationOf(const FAffine& M)
{
	return {M.Rows[0].W, M.Rows[1].W, M.Rows[2].W};
}

/** The root's motion at a time of a clip, in rest space. */
FCrowdKey SampleRoot(const FCrowdClipFacts& Clip, float Seconds)
{
	if (Clip.Root.empty())
	{
		return {FRotation(), Clip.RootCenter, 0.0f};
	}
	const FCrowdFrame Frame =
		FindCrowdFrame(static_cast<uint32_t>(Clip.Root.size()), Clip.FramesPerSecond, Clip.bLoops, Seconds);
	return MixCrowdFrames(Clip.Root[Frame.Index], Clip.Root[Frame.Next], Frame.Fraction);
}

/** Small times keep their precision however long the game runs. */
float Wrapped(const FCrowdClipFacts& Clip, float Seconds, float Phase)
{
	const float Shift = Phase * Clip.Seconds;
	return Clip.bLoops ? Seconds - Clip.Seconds * std::floor(Seconds / Clip.Seconds)
					   : (std::clamp)(Seconds, -Shift, Clip.Seconds - Shift);
}

/** Of the root joint in a clip, per second of the game. */
FFloat3 RootVelocity(const FCrowdClipFacts& Clip, float Now, float Rate)
{
	// A clip that does not loop stands still at its ends.
	const bool bEnded = !Clip.bLoops && (Rate > 0.0f ? Now >= Clip.Seconds : Now <= 0.0f);
	if (Clip.Seconds <= 0.0f || Rate == 0.0f || bEnded)
	{
		return FFloat3();
	}
	// Keys are mixed linearly: within a frame the velocity is constant.
	const float Step = 0.05f / Clip.FramesPerSecond;
	const float To = Rate > 0.0f ? Now + Step : Now - Step;
	const bool bWraps = Clip.bLoops && std::floor(To / Clip.Seconds) != std::floor(Now / Clip.Seconds);
	const float From = bWraps ? Now - (To - Now) : To; // from the other side where the clip begins anew
	return (SampleRoot(Clip, From).Position - SampleRoot(Clip, Now).Position) * (Rate / (From - Now));
}

/** The device's generations are one to 255. */
uint32_t DeviceGeneration(uint32_t Generation)
{
	return Generation % 255 + 1;
}

} // namespace

FCrowdMember FCrowdMember::FadedTo(uint32_t NewClip, float NewRate, float NewPhase, float FadeSeconds) const
{
	FCrowdMember Out = *this;
	if (Other.Weight < 0.5f) // what is seen most of fades out
	{
		Out.Other = {Clip, Seconds, Rate, Phase, 0.0f, 0.0f};
	}
	Out.Other.Weight = FadeSeconds > 0.0f ? 1.0f : 0.0f;
	Out.Other.WeightRate = FadeSeconds > 0.0f ? -1.0f / FadeSeconds : 0.0f;
	Out.Clip = NewClip;
	Out.Seconds = 0.0f;
	Out.Rate = NewRate;
	Out.Phase = NewPhase;
	return Out;
}

std::vector<FCrowdClipFacts> MakeClipFacts(const FCrowdCharacter& Character)
{
	std::vector<FCrowdClipFacts> Out;
	for (const FCrowdClip& Clip : Character.Clips)
	{
		const float Frames = Clip.FrameCount > 0 ? static_cast<float>(Clip.FrameCount - 1) : 0.0f;
		FCrowdClipFacts& Facts = Out.emplace_back();
		Facts.Seconds = Clip.FramesPerSecond > 0.0f ? Frames / Clip.FramesPerSecond : 0.0f;
		Facts.bLoops = Clip.bLoops;
		Facts.Sphere = MakeClipSphere(Character, Clip);
		Facts.Arm = Length(Character.Sphere.Center - Character.Rest.Centers[static_cast<size_t>(Character.Root)]);
		Facts.FramesPerSecond = Clip.FramesPerSecond;
		Facts.RootCenter = Character.Rest.Centers[static_cast<size_t>(Character.Root)];
		for (uint32_t Frame = 0; Frame < Clip.FrameCount; ++Frame)
		{
			Facts.Root.push_back(Clip.Keys[Frame * Character.JointCount() + static_cast<size_t>(Character.Root)]);
		}
	}
	return Out;
}

void FCrowdMembers::SetCharacter(
	std::vector<FCrowdClipFacts> NewClips, size_t NewJointCount, std::span<const uint32_t> ClipMap)
{
	const bool bFits = !ClipMap.empty() && ClipMap.size() == Clips.size() &&
		std::all_of(ClipMap.begin(), ClipMap.end(), [&](uint32_t Clip) { return Clip < NewClips.size(); });
	if (!bFits)
	{
		Clear();
	}
	for (FPlace& Place : Members)
	{
		Place.Member.Clip = Place.bTaken ? ClipMap[Place.Member.Clip] : 0;
		Place.Member.Other.Clip = Place.bTaken ? ClipMap[Place.Member.Other.Clip] : 0;
	}
	Clips = std::move(NewClips);
	JointCount = static_cast<uint32_t>(NewJointCount);
	bIsLoose = true;
	Tighten();
}

bool FCrowdMembers::IsSound(const FCrowdMember& Member) const
{
	const FCrowdBlend& Other = Member.Other;
	bool bFinite = Other.Weight >= 0.0f && Other.Weight <= 1.0f && Member.Significance > 0.0f;
	for (const float Number : {Member.Seconds, Member.Rate, Member.Phase, Member.Significance, Other.Seconds,
			 Other.Rate, Other.Phase, Other.WeightRate})
	{
		bFinite = bFinite && std::isfinite(Number);
	}
	for (const FFloat4& Row : {Member.World.Rows[0], Member.World.Rows[1], Member.World.Rows[2], Member.Custom})
	{
		bFinite =
			bFinite && std::isfinite(Row.X) && std::isfinite(Row.Y) && std::isfinite(Row.Z) && std::isfinite(Row.W);
	}
	return bFinite && Member.Clip < Clips.size() && Other.Clip < Clips.size();
}

bool FCrowdMembers::IsHere(FCrowdHandle Handle) const
{
	return Handle.Slot < Members.size() && Members[Handle.Slot].bTaken && Generations[Handle.Slot] == Handle.Generation;
}

void FCrowdMembers::Write(uint32_t Slot, const FCrowdMember& Member)
{
	FPlace& Place = Members[Slot];
	Place.LastPosition = Place.bTaken ? Place.LastPosition : TranslationOf(Member.World);
	Place.Carried = Place.bTaken ? Place.Carried : FFloat3();
	Place.Member = Member;
	Place.Stretch = LargestStretch(Member.World);
	Place.bTaken = true;
	AddBounds(Slot, Loose);
	bIsLoose = true;
	bHasCustom = bHasCustom || !(Member.Custom == FFloat4{1.0f, 1.0f, 1.0f, 1.0f});
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
	bIsLoose = true;
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
	Loose = FBox();
	bHasCustom = false;
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

bool FCrowdMembers::Advance(float DeltaSeconds, std::optional<float> GameSeconds)
{
	bool bAny = false;
	const float Passed = GameSeconds.value_or(DeltaSeconds);
	ClipRate = Passed > 0.0f ? DeltaSeconds / Passed : 0.0f;
	for (FPlace& Place : Members)
	{
		FCrowdMember& Member = Place.Member;
		const FFloat3 Position = TranslationOf(Member.World);
		Place.Carried = Passed > 0.0f ? (Position - Place.LastPosition) * (1.0f / Passed) : FFloat3();
		Place.LastPosition = Position;
		if (!Place.bTaken)
		{
			continue;
		}
		const auto Play = [&](uint32_t ClipIndex, float& Seconds, float Rate, float Phase)
		{
			const FCrowdClipFacts& Clip = Clips[ClipIndex];
			if (Rate != 0.0f && Clip.Seconds > 0.0f)
			{
				const float Before = Seconds;
				Seconds = Wrapped(Clip, Seconds + DeltaSeconds * Rate, Phase);
				bAny = bAny || Seconds != Before;
			}
		};
		Play(Member.Clip, Member.Seconds, Member.Rate, Member.Phase);
		FCrowdBlend& Other = Member.Other;
		if (Other.Weight > 0.0f || Other.WeightRate > 0.0f)
		{
			Play(Other.Clip, Other.Seconds, Other.Rate, Other.Phase);
			const float Before = Other.Weight;
			Other.Weight = (std::clamp)(Other.Weight + Passed * Other.WeightRate, 0.0f, 1.0f);
			bAny = bAny || Other.Weight != Before;
			bIsLoose = bIsLoose || (Before > 0.0f && Other.Weight == 0.0f);
		}
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
		Out.OtherSeconds = Member.Other.Seconds + Member.Other.Phase * Clips[Member.Other.Clip].Seconds;
		Out.OtherWeight = Member.Other.Weight;
		Out.OtherClip = Member.Other.Clip;
		Out.Significance = Member.Significance;
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
	const FCrowdBlend& Other = Place.Member.Other;
	const bool bBlends = Other.Weight > 0.0f || Other.WeightRate > 0.0f;
	const auto Add = [&](const FCrowdClipFacts& Clip)
	{
		// Between two clips the root turns the shorter way: the sphere's middle leaves the line between both by at most
		// its distance from the root.
		const float Radius = (Clip.Sphere.Radius + (bBlends ? Clip.Arm : 0.0f)) * Place.Stretch;
		const FFloat3 Center = TransformPoint(Place.Member.World, Clip.Sphere.Center);
		Box.Add(Center - FFloat3{Radius, Radius, Radius});
		Box.Add(Center + FFloat3{Radius, Radius, Radius});
	};
	Add(Clips[Place.Member.Clip]);
	if (bBlends)
	{
		Add(Clips[Other.Clip]);
	}
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

bool FCrowdMembers::Tighten()
{
	const bool bWasLoose = bIsLoose;
	if (bIsLoose)
	{
		Loose = Bounds();
		bIsLoose = false;
	}
	return bWasLoose;
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

FAffine FCrowdMembers::RootOf(FCrowdHandle Handle) const
{
	const FCrowdMember* Member = Find(Handle);
	if (!Member)
	{
		return FAffine();
	}
	const FCrowdClipFacts& Clip = Clips[Member->Clip];
	FCrowdKey Key = SampleRoot(Clip, Member->Seconds + Member->Phase * Clip.Seconds);
	if (const FCrowdBlend& Other = Member->Other; Other.Weight > 0.0f)
	{
		const FCrowdClipFacts& OtherClip = Clips[Other.Clip];
		Key = BlendCrowdKeys(Key, SampleRoot(OtherClip, Other.Seconds + Other.Phase * OtherClip.Seconds), Other.Weight);
	}
	return Compose(Member->World, CrowdKeyMatrix(Key, Clip.RootCenter));
}

FFloat3 FCrowdMembers::VelocityOf(FCrowdHandle Handle) const
{
	const FCrowdMember* Member = Find(Handle);
	if (!Member)
	{
		return FFloat3();
	}
	const FCrowdClipFacts& Clip = Clips[Member->Clip];
	const float Now = Member->Seconds + Member->Phase * Clip.Seconds;
	FFloat3 InClip = RootVelocity(Clip, Now, Member->Rate * ClipRate);
	if (const FCrowdBlend& Other = Member->Other; Other.Weight > 0.0f)
	{
		const FCrowdClipFacts& OtherClip = Clips[Other.Clip];
		const float Then = Other.Seconds + Other.Phase * OtherClip.Seconds;
		const FFloat3 There = RootVelocity(OtherClip, Then, Other.Rate * ClipRate);
		const bool bFades = Other.WeightRate > 0.0f ? Other.Weight < 1.0f : true;
		InClip = InClip + (There - InClip) * Other.Weight +
			(SampleRoot(OtherClip, Then).Position - SampleRoot(Clip, Now).Position) *
				(bFades ? Other.WeightRate : 0.0f);
	}
	return TransformVector(Member->World, InClip) + Members[Handle.Slot].Carried;
}

} // namespace Exemplar

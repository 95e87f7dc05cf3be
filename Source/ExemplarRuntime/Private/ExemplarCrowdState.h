// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "ExemplarCrowdComponent.h"
#include "Posing/CorrectiveScales.h"
#include "Render/ExemplarCrowdSceneProxy.h"
#include "Render/ExemplarRelease.h"
#include "UObject/WeakObjectPtr.h"

#include <map>

/** Who is in a component's crowd, and what it is drawn with. */
struct FExemplarCrowdState
{
	Exemplar::FCrowdMembers Members;
	int32 SentForcedLevel = -1;
	int32 SentLevelBias = 0;
	TWeakObjectPtr<UExemplarCharacter> Watched;
	TArray<FName> ClipNames;
	Exemplar::FCorrectiveScales CorrectiveScales;
	std::map<uint64, FExemplarCrowdHandle> Entities; // that a simulation shows
	TArray<int32> InstanceOfSlot;                    // in the component's list
	FVector LastLocation;                            // of the component, at the last tick
	FVector Velocity = FVector::ZeroVector;
	TSharedPtr<FExemplarCrowdData> Data;
	TSharedPtr<FExemplarSceneExtension> Extension;

	~FExemplarCrowdState() { ExemplarReleaseOnRenderThread(MoveTemp(Data)); }

	/** Members keep their clips by name; without one they rest. Removes all of them where there is no data. */
	void SetData(const TSharedPtr<FExemplarCrowdData>& New, TArray<FName>&& NewClipNames);

	/** Adds a member for an instance of the component's list. */
	std::optional<FExemplarCrowdHandle> Add(const FExemplarCrowdInstance& Instance, int32 Index, FString& OutWhyNot);
	/** Removes the member and its instance from the list. */
	bool Remove(const FExemplarCrowdHandle& Handle, TArray<FExemplarCrowdInstance>& Instances);
	void Clear();
	FExemplarCrowdInstanceState StateOf(const FExemplarCrowdHandle& Handle, const FTransform& ToWorld) const;

	/** An instance as the core has it; nothing, with the reason, where it is not sound. */
	std::optional<Exemplar::FCrowdMember> ToMember(const FExemplarCrowdInstance& Instance, FString& OutWhyNot) const;
	FExemplarCrowdInstance ToInstance(const Exemplar::FCrowdMember& Member) const;

	/** Writes an existing member. */
	bool Set(const FExemplarCrowdHandle& Handle, const Exemplar::FCrowdMember& Member)
	{
		return Members.Set(FromUnreal(Handle), Member);
	}
	const Exemplar::FCrowdMember* Find(const FExemplarCrowdHandle& Handle) const
	{
		return Members.Find(FromUnreal(Handle));
	}

	FExemplarCrowdFrame MakeFrame() const;

	static Exemplar::FCrowdHandle FromUnreal(const FExemplarCrowdHandle& Handle)
	{
		return {static_cast<uint32_t>(Handle.Slot), static_cast<uint32_t>(Handle.Generation)};
	}
	static FExemplarCrowdHandle ToUnreal(const Exemplar::FCrowdHandle& Handle)
	{
		FExemplarCrowdHandle Out;
		Out.Slot = static_cast<int32>(Handle.Slot);
		Out.Generation = static_cast<int32>(Handle.Generation);
		return Out;
	}
};

// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "ExemplarCrowdState.h"

#include "ExemplarConversions.h"

void FExemplarCrowdState::SetData(const TSharedPtr<FExemplarCrowdData>& New, TArray<FName>&& NewClipNames)
{
	if (Data == New)
	{
		return;
	}
	std::vector<uint32_t> ClipMap;
	for (const FName& Clip : ClipNames)
	{
		const int32 Found = NewClipNames.Find(Clip);
		ClipMap.push_back(static_cast<uint32_t>(Found == INDEX_NONE ? NewClipNames.Num() : Found));
	}
	ClipMap.push_back(static_cast<uint32_t>(NewClipNames.Num())); // the last is the rest pose
	ExemplarReleaseOnRenderThread(MoveTemp(Data));
	Data = New;
	ClipNames = MoveTemp(NewClipNames);
	if (!New.IsValid())
	{
		Members.SetCharacter({}, 0);
		Clear();
		return;
	}
	Members.SetCharacter(New->Crowd.ClipFacts, New->Crowd.JointCount, ClipMap);
}

void FExemplarCrowdState::Clear()
{
	Members.Clear();
	InstanceOfSlot.Reset();
	Entities.clear();
}

std::optional<FExemplarCrowdHandle> FExemplarCrowdState::Add(
	const FExemplarCrowdInstance& Instance, int32 Index, FString& OutWhyNot)
{
	const std::optional<Exemplar::FCrowdMember> Member = ToMember(Instance, OutWhyNot);
	const std::optional<Exemplar::FCrowdHandle> Handle = Member ? Members.Add(*Member) : std::nullopt;
	if (!Handle)
	{
		return std::nullopt;
	}
	const int32 Slot = static_cast<int32>(Handle->Slot);
	if (InstanceOfSlot.Num() <= Slot)
	{
		InstanceOfSlot.SetNum(Slot + 1);
	}
	InstanceOfSlot[Slot] = Index;
	return ToUnreal(*Handle);
}

bool FExemplarCrowdState::Remove(const FExemplarCrowdHandle& Handle, TArray<FExemplarCrowdInstance>& Instances)
{
	if (!Members.Remove(FromUnreal(Handle)))
	{
		return false;
	}
	// The last takes its place in the list.
	const int32 Index = InstanceOfSlot[Handle.Slot], Last = Instances.Num() - 1;
	const int32 Moved = InstanceOfSlot.Find(Last); // also an instance that has no member may be the last
	if (Moved != INDEX_NONE)
	{
		InstanceOfSlot[Moved] = Index;
	}
	InstanceOfSlot[Handle.Slot] = INDEX_NONE;
	Instances[Index] = Instances[Last];
	Instances.RemoveAt(Last);
	return true;
}

FExemplarCrowdInstanceState FExemplarCrowdState::StateOf(
	const FExemplarCrowdHandle& Handle, const FTransform& ToWorld) const
{
	const Exemplar::FCrowdHandle Core = FromUnreal(Handle);
	const auto Vector = [](const Exemplar::FFloat3& V) { return FVector(V.X, V.Y, V.Z); };
	const Exemplar::FBox Own = Members.BoundsOf(Core);
	FExemplarCrowdInstanceState Out;
	Out.Location = ToWorld.TransformPosition(
		Vector(Exemplar::TransformPoint(Members.RootOf(Core), Data->Crowd.ClipFacts[0].RootCenter)));
	Out.Velocity = ToWorld.TransformVector(Vector(Members.VelocityOf(Core))) + Velocity;
	Out.BoundsCenter = ToWorld.TransformPosition(Vector(Own.Center()));
	Out.BoundsRadius = 0.5f * (Own.Max.X - Own.Min.X) * static_cast<float>(ToWorld.GetMaximumAxisScale());
	return Out;
}

std::optional<Exemplar::FCrowdMember> FExemplarCrowdState::ToMember(
	const FExemplarCrowdInstance& Instance, FString& OutWhyNot) const
{
	Exemplar::FCrowdMember Out;
	const auto FindClip = [&](FName Name) { return Name.IsNone() ? ClipNames.Num() : ClipNames.Find(Name); };
	const int32 Clip = FindClip(Instance.Clip), Other = FindClip(Instance.BlendClip);
	if (!Data.IsValid())
	{
		OutWhyNot = TEXT("there is no character");
		return std::nullopt;
	}
	if (Clip == INDEX_NONE || Other == INDEX_NONE)
	{
		const FName Unknown = Clip == INDEX_NONE ? Instance.Clip : Instance.BlendClip;
		OutWhyNot = FString::Printf(TEXT("the character has no clip named %s"), *Unknown.ToString());
		return std::nullopt;
	}
	const FMatrix Matrix = Instance.Transform.ToMatrixWithScale();
	if (Matrix.RotDeterminant() < 0.0)
	{
		OutWhyNot = TEXT("its transform mirrors it, which a crowd does not support");
		return std::nullopt;
	}
	Out.World = Exemplar::TransposeMatrix(Matrix);
	Out.Seconds = Instance.Seconds;
	Out.Rate = Instance.Rate;
	Out.Phase = Instance.Phase;
	Out.Clip = static_cast<uint32_t>(Clip);
	Out.Custom = {Instance.CustomData.R, Instance.CustomData.G, Instance.CustomData.B, Instance.CustomData.A};
	Out.Significance = Instance.Significance;
	Out.Other = {static_cast<uint32_t>(Other), Instance.BlendSeconds, Instance.BlendRate, Instance.BlendPhase,
		Instance.BlendWeight, Instance.BlendWeightRate};
	// The only other reasons of the core.
	OutWhyNot =
		TEXT("one of its numbers is not finite, its blend weight is not between 0 and 1, or its significance is "
			 "not above 0");
	return Out;
}

FExemplarCrowdInstance FExemplarCrowdState::ToInstance(const Exemplar::FCrowdMember& Member) const
{
	FExemplarCrowdInstance Out;
	Out.Transform = Exemplar::FromCoreTransform(Member.World);
	const auto NameOf = [&](uint32_t Clip)
	{ return ClipNames.IsValidIndex(static_cast<int32>(Clip)) ? ClipNames[static_cast<int32>(Clip)] : FName(); };
	Out.Clip = NameOf(Member.Clip);
	Out.BlendClip = NameOf(Member.Other.Clip);
	Out.BlendSeconds = Member.Other.Seconds;
	Out.BlendRate = Member.Other.Rate;
	Out.BlendPhase = Member.Other.Phase;
	Out.BlendWeight = Member.Other.Weight;
	Out.BlendWeightRate = Member.Other.WeightRate;
	Out.Significance = Member.Significance;
	Out.Seconds = Member.Seconds;
	Out.Rate = Member.Rate;
	Out.Phase = Member.Phase;
	Out.CustomData = FLinearColor(Member.Custom.X, Member.Custom.Y, Member.Custom.Z, Member.Custom.W);
	return Out;
}

FExemplarCrowdFrame FExemplarCrowdState::MakeFrame() const
{
	FExemplarCrowdFrame Out;
	Out.MemberCount = static_cast<int32>(Members.Count());
	Out.Records.resize(Members.SlotCount());
	Members.Pack(Out.Records);
	Out.Custom.resize(Members.HasCustom() ? Members.SlotCount() : 0);
	Members.PackCustom(Out.Custom);
	return Out;
}

// Copyright (c) 2026 Exemplar contributors. MIT license.

// What a game does with the instances of a crowd, one by one or as arrays.
#include "ExemplarCrowdComponent.h"
#include "ExemplarCrowdState.h"
#include "ExemplarLog.h"

FExemplarCrowdHandle UExemplarCrowdComponent::AddInstance(const FExemplarCrowdInstance& Instance)
{
	return AddInstances({Instance})[0];
}

TArray<FExemplarCrowdHandle> UExemplarCrowdComponent::AddInstances(const TArray<FExemplarCrowdInstance>& NewInstances)
{
	TArray<FExemplarCrowdHandle> Out;
	RememberInstances();
	for (const FExemplarCrowdInstance& Instance : NewInstances)
	{
		FString WhyNot;
		const std::optional<FExemplarCrowdHandle> Handle = State->Add(Instance, Instances.Num(), WhyNot);
		if (Handle)
		{
			Instances.Add(Instance);
			Out.Add(*Handle);
		}
		else
		{
			UE_LOG(LogExemplar, Warning, TEXT("%s: An instance was not added: %s."), *GetPathName(), *WhyNot);
			Out.Add(FExemplarCrowdHandle());
		}
	}
	MembersChanged();
	return Out;
}

bool UExemplarCrowdComponent::RemoveInstance(FExemplarCrowdHandle Handle)
{
	return RemoveInstances({Handle}) == 1;
}

int32 UExemplarCrowdComponent::RemoveInstances(const TArray<FExemplarCrowdHandle>& Handles)
{
	int32 Count = 0;
	RememberInstances();
	for (const FExemplarCrowdHandle& Handle : Handles)
	{
		Count += State->Remove(Handle, Instances) ? 1 : 0;
	}
	MembersChanged();
	return Count;
}

void UExemplarCrowdComponent::ClearInstances()
{
	RememberInstances();
	Instances.Empty();
	State->Clear();
	MembersChanged();
}

bool UExemplarCrowdComponent::UpdateInstance(FExemplarCrowdHandle Handle, const FExemplarCrowdInstance& Instance)
{
	return UpdateInstances({Handle}, {Instance}) == 1;
}

template <typename EditType>
int32 UExemplarCrowdComponent::ChangeInstances(const TArray<FExemplarCrowdHandle>& Handles, const EditType& Edit)
{
	int32 Count = 0;
	RememberInstances();
	for (int32 Index = 0; Index < Handles.Num(); ++Index)
	{
		const FExemplarCrowdHandle& Handle = Handles[Index];
		const Exemplar::FCrowdMember* Before = State->Find(Handle);
		if (!Before)
		{
			continue;
		}
		FString WhyNot;
		FExemplarCrowdInstance Saved = Instances[State->InstanceOfSlot[Handle.Slot]];
		const std::optional<Exemplar::FCrowdMember> Member = Edit(Index, *Before, Saved, WhyNot);
		if (Member && State->Set(Handle, *Member))
		{
			Instances[State->InstanceOfSlot[Handle.Slot]] = Saved;
			++Count;
		}
		else
		{
			UE_LOG(LogExemplar, Warning, TEXT("%s: An instance was not changed: %s."), *GetPathName(), *WhyNot);
		}
	}
	MembersChanged();
	return Count;
}

int32 UExemplarCrowdComponent::UpdateInstances(
	const TArray<FExemplarCrowdHandle>& Handles, const TArray<FExemplarCrowdInstance>& NewInstances)
{
	if (Handles.Num() != NewInstances.Num())
	{
		return 0;
	}
	return ChangeInstances(Handles,
		[&](int32 Index, const Exemplar::FCrowdMember&, FExemplarCrowdInstance& Saved, FString& WhyNot)
		{
			Saved = NewInstances[Index];
			return State->ToMember(Saved, WhyNot);
		});
}

bool UExemplarCrowdComponent::SetInstanceTransform(FExemplarCrowdHandle Handle, const FTransform& Transform)
{
	return SetInstanceTransforms({Handle}, {Transform}) == 1;
}

int32 UExemplarCrowdComponent::SetInstanceTransforms(
	const TArray<FExemplarCrowdHandle>& Handles, const TArray<FTransform>& Transforms)
{
	if (Handles.Num() != Transforms.Num())
	{
		return 0;
	}
	return ChangeInstances(Handles,
		[&](int32 Index, const Exemplar::FCrowdMember& Before, FExemplarCrowdInstance& Saved, FString& WhyNot)
		{
			Saved.Transform = Transforms[Index];
			std::optional<Exemplar::FCrowdMember> Member = State->ToMember(Saved, WhyNot);
			if (Member)
			{
				const Exemplar::FAffine Place = Member->World;
				*Member = Before;
				Member->World = Place;
			}
			return Member;
		});
}

bool UExemplarCrowdComponent::SetInstanceClip(
	FExemplarCrowdHandle Handle, FName Clip, float Rate, float Phase, float FadeSeconds)
{
	return ChangeInstances({Handle},
			   [&](int32, const Exemplar::FCrowdMember& Before, FExemplarCrowdInstance& Saved, FString& WhyNot)
			   {
				   Saved.Clip = Clip;
				   Saved.Seconds = Saved.BlendWeight = Saved.BlendWeightRate = 0.0f; // a fade is not saved
				   Saved.Rate = Rate;
				   Saved.Phase = Phase;
				   std::optional<Exemplar::FCrowdMember> Member = State->ToMember(Saved, WhyNot);
				   return Member ? std::optional(Before.FadedTo(Member->Clip, Rate, Phase, FadeSeconds)) : Member;
			   }) == 1;
}

int32 UExemplarCrowdComponent::SetInstanceSignificance(
	const TArray<FExemplarCrowdHandle>& Handles, const TArray<float>& Significance)
{
	if (Handles.Num() != Significance.Num())
	{
		return 0;
	}
	return ChangeInstances(Handles,
		[&](int32 Index, const Exemplar::FCrowdMember& Before, FExemplarCrowdInstance& Saved, FString& WhyNot)
		{
			WhyNot = TEXT("a significance must be above zero");
			Exemplar::FCrowdMember Member = Before;
			Member.Significance = Saved.Significance = Significance[Index];
			return std::optional(Member);
		});
}

int32 UExemplarCrowdComponent::ShowEntities(
	TConstArrayView<uint64> Entities, TConstArrayView<FExemplarCrowdInstance> Shown, float FadeSeconds)
{
	if (Entities.Num() != Shown.Num())
	{
		return -1;
	}
	std::map<uint64, FExemplarCrowdHandle> Now;
	TArray<FExemplarCrowdHandle> Known, Gone;
	TArray<int32> KnownAt;
	for (int32 Index = 0; Index < Entities.Num(); ++Index)
	{
		const FExemplarCrowdHandle Handle = GetEntityInstance(Entities[Index]);
		if (!IsValidInstance(Handle))
		{
			const bool bNew = !Now.contains(Entities[Index]);
			const FExemplarCrowdHandle Added = bNew ? AddInstance(Shown[Index]) : FExemplarCrowdHandle();
			if (IsValidInstance(Added))
			{
				Now.emplace(Entities[Index], Added);
			}
		}
		else if (Now.emplace(Entities[Index], Handle).second)
		{
			Known.Add(Handle);
			KnownAt.Add(Index);
		}
	}
	ChangeInstances(Known,
		[&](int32 Place, const Exemplar::FCrowdMember& Before, FExemplarCrowdInstance& Saved, FString& WhyNot)
		{
			Saved = Shown[KnownAt[Place]];
			std::optional<Exemplar::FCrowdMember> Member = State->ToMember(Saved, WhyNot);
			if (Member && Member->Clip == Before.Clip)
			{
				Member->Seconds = Before.Seconds;
				Member->Other = Before.Other;
			}
			else if (Member)
			{
				Exemplar::FCrowdMember Faded = Before.FadedTo(Member->Clip, Member->Rate, Member->Phase, FadeSeconds);
				Member->Seconds = Faded.Seconds;
				Member->Other = Faded.Other;
			}
			return Member;
		});
	for (const auto& [Entity, Handle] : State->Entities)
	{
		if (!Now.contains(Entity))
		{
			Gone.Add(Handle);
		}
	}
	State->Entities = std::move(Now);
	RemoveInstances(Gone);
	return static_cast<int32>(State->Entities.size());
}

FExemplarCrowdHandle UExemplarCrowdComponent::GetEntityInstance(uint64 Entity) const
{
	const auto Found = State->Entities.find(Entity);
	return Found != State->Entities.end() ? Found->second : FExemplarCrowdHandle();
}

bool UExemplarCrowdComponent::SetInstanceCustomData(FExemplarCrowdHandle Handle, FLinearColor CustomData)
{
	return ChangeInstances({Handle},
			   [&](int32, const Exemplar::FCrowdMember& Before, FExemplarCrowdInstance& Saved, FString&)
			   {
				   Exemplar::FCrowdMember Member = Before;
				   Member.Custom = {CustomData.R, CustomData.G, CustomData.B, CustomData.A};
				   Saved.CustomData = CustomData;
				   return std::optional(Member);
			   }) == 1;
}

bool UExemplarCrowdComponent::IsValidInstance(FExemplarCrowdHandle Handle) const
{
	return State->Find(Handle) != nullptr;
}

bool UExemplarCrowdComponent::GetInstance(FExemplarCrowdHandle Handle, FExemplarCrowdInstance& OutInstance) const
{
	const Exemplar::FCrowdMember* Member = State->Find(Handle);
	if (Member)
	{
		OutInstance = State->ToInstance(*Member);
	}
	return Member != nullptr;
}

int32 UExemplarCrowdComponent::GetNumInstances() const
{
	return static_cast<int32>(State->Members.Count());
}

TArray<FExemplarCrowdHandle> UExemplarCrowdComponent::GetInstanceHandles() const
{
	TArray<FExemplarCrowdHandle> Out;
	for (uint32 Slot = 0; Slot < State->Members.SlotCount(); ++Slot)
	{
		if (const std::optional<Exemplar::FCrowdHandle> Handle = State->Members.At(Slot))
		{
			Out.Add(FExemplarCrowdState::ToUnreal(*Handle));
		}
	}
	return Out;
}

bool UExemplarCrowdComponent::GetInstanceState(FExemplarCrowdHandle Handle, FExemplarCrowdInstanceState& OutState) const
{
	if (!State->Find(Handle))
	{
		return false;
	}
	OutState = State->StateOf(Handle, GetComponentTransform());
	return true;
}

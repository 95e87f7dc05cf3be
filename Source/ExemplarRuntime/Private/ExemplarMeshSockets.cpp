// Copyright (c) 2026 Exemplar contributors. MIT license.

// What others see of a posed component: sockets at joints and on the surface, and the notifies of clips.
#include "Character/CharacterViews.h"
#include "ExemplarCharacter.h"
#include "ExemplarConversions.h"
#include "ExemplarMeshComponent.h"
#include "ExemplarMeshPose.h"
#include "GameFramework/Actor.h"
#include "Pose/ClipEvents.h"

namespace
{

/** The joint of this name, or none. */
int32 ExemplarFindJoint(const FExemplarMeshPose& State, FName Name)
{
	const size_t Count = State.Data.IsValid() && State.Data->Poser ? State.Data->View().Skeleton.JointCount() : 0;
	for (size_t Joint = 0; Joint < Count; ++Joint)
	{
		if (Exemplar::ToUnrealName(State.Data->View().Skeleton.Names[Joint]) == Name)
		{
			return static_cast<int32>(Joint);
		}
	}
	return INDEX_NONE;
}

/** In the component's space. */
FTransform ExemplarJointTransform(const FExemplarMeshPose& State, int32 Joint)
{
	const size_t Index = static_cast<size_t>(Joint);
	return Exemplar::ToUnrealTransform(
		State.bPosed ? State.Pose.Model[Index] : State.Data->Poser->GetRest().Model[Index]);
}

} // namespace

void UExemplarMeshComponent::SetSurfaceSockets(const TArray<FExemplarSurfaceSocket>& NewSockets)
{
	SurfaceSockets = NewSockets;
	TakeSurfaceSockets();
	UpdatePose();
}

void UExemplarMeshComponent::TakeSurfaceSockets()
{
	State->Surface.reset();
	if (SurfaceSockets.IsEmpty() || !State->Data.IsValid() || !State->Data->Poser || State->Data->View().Levels.empty())
	{
		return;
	}
	std::vector<Exemplar::FFloat3> Points;
	for (const FExemplarSurfaceSocket& Socket : SurfaceSockets)
	{
		Points.push_back({static_cast<float>(Socket.RestLocation.X), static_cast<float>(Socket.RestLocation.Y),
			static_cast<float>(Socket.RestLocation.Z)});
	}
	const Exemplar::FMeshLevelData Level = Exemplar::ToUnrealAxes(State->Data->View().Levels[0], State->Data->Basis);
	const Exemplar::TCorrectives<Exemplar::FOwned> Correctives =
		Exemplar::ToUnrealAxes(State->Data->View().Correctives, State->Data->Basis);
	Exemplar::TResult<Exemplar::FSurfacePoints> Made = Exemplar::FSurfacePoints::Make(Exemplar::ViewOf(Level),
		*Exemplar::FCorrectivesView(Correctives), State->Data->Poser->GetRest(),
		FExemplarMeshPose::ChooseOperator(State->Data->Character, static_cast<uint8>(Operator)), Points);
	if (!Made)
	{
		Character->Report(Made.GetError().Message);
		return;
	}
	State->Surface = MoveTemp(*Made);
	State->SurfaceFrames.assign(Points.size(), Exemplar::FAffine());
}

bool UExemplarMeshComponent::HasAnySockets() const
{
	return State->Data.IsValid() && State->Data->Poser != nullptr;
}

bool UExemplarMeshComponent::DoesSocketExist(FName InSocketName) const
{
	for (const FExemplarSurfaceSocket& Socket : SurfaceSockets)
	{
		if (Socket.Name == InSocketName && State->Surface)
		{
			return true;
		}
	}
	return ExemplarFindJoint(*State, InSocketName) != INDEX_NONE;
}

void UExemplarMeshComponent::QuerySupportedSockets(TArray<FComponentSocketDescription>& OutSockets) const
{
	for (int32 Index = 0; Index < SurfaceSockets.Num() && State->Surface; ++Index)
	{
		OutSockets.Add(FComponentSocketDescription(SurfaceSockets[Index].Name, EComponentSocketType::Socket));
	}
	for (size_t Joint = 0; HasAnySockets() && Joint < State->Data->View().Skeleton.JointCount(); ++Joint)
	{
		OutSockets.Add(FComponentSocketDescription(
			Exemplar::ToUnrealName(State->Data->View().Skeleton.Names[Joint]), EComponentSocketType::Bone));
	}
}

FTransform UExemplarMeshComponent::GetSocketTransform(FName InSocketName, ERelativeTransformSpace TransformSpace) const
{
	FTransform Local; // without such a socket, the component itself
	const int32 Joint = ExemplarFindJoint(*State, InSocketName);
	if (Joint != INDEX_NONE)
	{
		Local = ExemplarJointTransform(*State, Joint);
		const int32 Parent = State->Data->View().Skeleton.Parents[static_cast<size_t>(Joint)];
		if (TransformSpace == RTS_ParentBoneSpace && Parent >= 0)
		{
			return Local.GetRelativeTransform(ExemplarJointTransform(*State, Parent));
		}
	}
	for (int32 Index = 0; Index < SurfaceSockets.Num() && State->Surface; ++Index)
	{
		if (SurfaceSockets[Index].Name == InSocketName)
		{
			Local = Exemplar::ToUnrealTransform(State->SurfaceFrames[static_cast<size_t>(Index)]);
		}
	}
	if (TransformSpace == RTS_Component || TransformSpace == RTS_ParentBoneSpace)
	{
		return Local;
	}
	const FTransform Placed = Local * GetComponentTransform();
	return TransformSpace == RTS_Actor && GetOwner() ? Placed.GetRelativeTransform(GetOwner()->GetActorTransform())
													 : Placed;
}

void UExemplarMeshComponent::NotifyBetween(float From, float To)
{
	if (Character->Notifies.IsEmpty())
	{
		return;
	}
	std::vector<float> Times;
	TArray<FName> Names;
	for (const FExemplarClipNotify& Notify : Character->Notifies)
	{
		if (Notify.Clip == Clip)
		{
			Times.push_back(Notify.Seconds);
			Names.Add(Notify.Notify);
		}
	}
	const Exemplar::FClipView& Playing = State->Data->View().Clips[static_cast<size_t>(State->Clip)];
	const uint32 Intervals = Playing.bLoops ? Playing.FrameCount : Playing.FrameCount - 1;
	std::vector<size_t> Passed;
	Exemplar::FindClipEvents(
		Times, From, To, static_cast<float>(Intervals) / Playing.FramesPerSecond, Playing.bLoops != 0, Passed);
	for (const size_t Event : Passed)
	{
		OnClipNotify.Broadcast(Names[static_cast<int32>(Event)]);
	}
}

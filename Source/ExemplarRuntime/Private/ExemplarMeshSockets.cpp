// Copyright (c) 2026 Exemplar contributors. MIT license.

// What others see of a posed component: sockets at joints and on the surface, and the notifies of clips.
#include "Base/Names.h"
#include "Character/AxisChange.h"
#include "Character/CharacterViews.h"
#include "ExemplarCharacter.h"
#include "ExemplarConversions.h"
#include "ExemplarLog.h"
#include "ExemplarMeshComponent.h"
#include "ExemplarMeshState.h"
#include "ExemplarOperators.h"
#include "GameFramework/Actor.h"
#include "Pose/ClipEvents.h"

namespace
{

/** The joint of this name, or none. */
int32 ExemplarFindJoint(const FExemplarMeshState& State, FName Name)
{
	const std::string Wanted = Exemplar::ToCoreName(Name);
	for (size_t Joint = 0; State.Pose.CanPose() && Joint < State.Data->View().Skeleton.JointCount(); ++Joint)
	{
		if (Exemplar::IsSameName(State.Data->View().Skeleton.Names[Joint], Wanted))
		{
			return static_cast<int32>(Joint);
		}
	}
	return INDEX_NONE;
}

/** In the component's space. */
FTransform ExemplarJointTransform(const FExemplarMeshState& State, int32 Joint)
{
	return Exemplar::FromCoreTransform(State.Pose.GetJoint(static_cast<size_t>(Joint)));
}

/** What the core makes a surface of, in Unreal's axes. */
struct FExemplarSurfaceInput
{
	FExemplarSurfaceInput(const FExemplarCharacterData& Data, EExemplarOperator Setting)
		: Rest(Data.Model->Poser->GetRest())
		, Level(Exemplar::ChangeAxes(Data.View().Levels[0], Data.Model->Basis))
		, Correctives(Exemplar::ChangeAxes(Data.View().Correctives, Data.Model->Basis))
		, Operator(ExemplarOperatorOf(Setting, Data))
	{
	}
	template <typename MakeType>
	auto Make(const MakeType& MakeOf) const
	{
		return MakeOf(Exemplar::ViewOf(Level), *Exemplar::FCorrectivesView(Correctives), Rest, Operator);
	}

	const Exemplar::FRestPose& Rest;
	Exemplar::FMeshLevelData Level;
	Exemplar::TCorrectives<Exemplar::FOwned> Correctives;
	Exemplar::ESkinOperator Operator;
};

} // namespace

void UExemplarMeshComponent::SetSurfaceSockets(const TArray<FExemplarSurfaceSocket>& NewSockets)
{
	SurfaceSockets = NewSockets;
	TakeSurfaceSockets();
	UpdatePose();
}

bool UExemplarMeshComponent::HasSurface(const TCHAR* What) const
{
	if (!State->Pose.CanPose() || State->Data->GetNumLevels() == 0)
	{
		return false;
	}
	if (!State->Data->HasMeshes())
	{
		UE_LOG(LogExemplar, Error, TEXT("%s: %s need the meshes of the levels. Set bKeepMeshes, and cook again."),
			*Character->GetPathName(), What);
	}
	return State->Data->HasMeshes();
}

bool UExemplarMeshComponent::FindClosestPointOnSurface(const FVector& Location, FVector& OutPoint, FVector& OutNormal)
{
	if (!State->Pose.IsPosed() || !HasSurface(TEXT("Queries of the surface")))
	{
		return false;
	}
	if (!State->Whole)
	{
		Exemplar::TResult<Exemplar::FPosedSurface> Made =
			FExemplarSurfaceInput(*State->Data, Operator)
				.Make([](const auto&... Parts) { return Exemplar::FPosedSurface::Make(Parts...); });
		if (!Made)
		{
			Character->Report(Made.GetError().Message);
			return false;
		}
		State->Whole = MoveTemp(*Made);
	}
	const FTransform& ToWorld = GetComponentTransform();
	const FVector Local = FTransform(Location).GetRelativeTransform(ToWorld).GetTranslation();
	if (!State->Whole->Update(*State->Data->Model->Poser, State->Pose.GetPose()))
	{
		return false;
	}
	const Exemplar::FSurfaceHit Hit = State->Whole->FindClosest(
		{static_cast<float>(Local.X), static_cast<float>(Local.Y), static_cast<float>(Local.Z)});
	OutPoint = ToWorld.TransformPosition(FVector(Hit.Position.X, Hit.Position.Y, Hit.Position.Z));
	OutNormal = ToWorld.GetRotation().RotateVector(FVector(Hit.Normal.X, Hit.Normal.Y, Hit.Normal.Z));
	return true;
}

void UExemplarMeshComponent::TakeSurfaceSockets()
{
	State->Surface.reset();
	State->Whole.reset();
	if (SurfaceSockets.IsEmpty() || !HasSurface(TEXT("Surface sockets")))
	{
		return;
	}
	std::vector<Exemplar::FFloat3> Points;
	for (const FExemplarSurfaceSocket& Socket : SurfaceSockets)
	{
		Points.push_back({static_cast<float>(Socket.RestLocation.X), static_cast<float>(Socket.RestLocation.Y),
			static_cast<float>(Socket.RestLocation.Z)});
	}
	Exemplar::TResult<Exemplar::FSurfacePoints> Made =
		FExemplarSurfaceInput(*State->Data, Operator)
			.Make([&](const auto&... Parts) { return Exemplar::FSurfacePoints::Make(Parts..., Points); });
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
	return State->Pose.CanPose();
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
			Local = Exemplar::FromCoreTransform(State->SurfaceFrames[static_cast<size_t>(Index)]);
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
	std::vector<size_t> Passed;
	Exemplar::FindClipEvents(Times, From, To, State->Pose.GetClipSeconds(), State->Pose.GetClip()->bLoops != 0, Passed);
	for (const size_t Event : Passed)
	{
		OnClipNotify.Broadcast(Names[static_cast<int32>(Event)]);
	}
}

// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Pipeline/RemoveJoints.h"

namespace Exemplar
{

namespace RemoveJointsDetail
{

template <typename T>
void KeepItems(const std::vector<bool>& Removed, std::vector<T>& Items)
{
	std::vector<T> Out;
	for (size_t Index = 0; Index < Items.size(); ++Index)
	{
		if (!Removed[Index])
		{
			Out.push_back(std::move(Items[Index]));
		}
	}
	Items = std::move(Out);
}

template <typename T>
void KeepKeys(const std::vector<bool>& Removed, TClipChannel<FOwned, T>& Channel)
{
	if (Channel.Offsets.empty())
	{
		return;
	}
	TClipChannel<FOwned, T> Out;
	Out.Offsets.push_back(0);
	for (size_t Joint = 0; Joint < Removed.size(); ++Joint)
	{
		if (Removed[Joint])
		{
			continue;
		}
		for (uint32_t Key = Channel.Offsets[Joint]; Key < Channel.Offsets[Joint + 1]; ++Key)
		{
			Out.Frames.push_back(Channel.Frames[Key]);
			Out.Values.push_back(Channel.Values[Key]);
		}
		Out.Offsets.push_back(static_cast<uint32_t>(Out.Values.size()));
	}
	Channel = Out.Values.empty() ? TClipChannel<FOwned, T>() : std::move(Out);
}

void Renumber(const std::vector<uint16_t>& NewOf, FSkin& Skin)
{
	for (uint16_t& Bone : Skin.Weights.Bones)
	{
		Bone = NewOf[Bone];
	}
	for (FAnimationVector& Point : Skin.Points)
	{
		for (uint16_t& Bone : Point.Bones)
		{
			Bone = NewOf[Bone];
		}
	}
}

/** Every joint that correctives name. */
template <typename VisitType>
void ForEachJoint(TCorrectives<FOwned>& Correctives, const VisitType& Visit)
{
	for (FCorrectiveDriver& Driver : Correctives.Drivers)
	{
		if (Driver.Kind == static_cast<uint32_t>(ECorrectiveDriver::Rotation))
		{
			Visit(Driver.Index);
		}
	}
	for (TCorrective<FOwned>& Corrective : Correctives.Correctives)
	{
		if (Corrective.Joint != NoIndex)
		{
			Visit(Corrective.Joint);
		}
	}
	for (FCorrectiveHelper& Helper : Correctives.Helpers)
	{
		Visit(Helper.Joint);
	}
	for (uint16_t& Joint : Correctives.AfterJoints)
	{
		Visit(Joint);
	}
}

} // namespace RemoveJointsDetail

std::vector<bool> RemoveJoints(FCharacterParts& Parts, std::vector<bool> Removed)
{
	using namespace RemoveJointsDetail;
	FSkeletonData& Skeleton = Parts.Animation.Skeleton;
	ForEachJoint(Parts.Correctives.Model, [&Removed](auto& Joint) { Removed[Joint] = false; });
	for (size_t Joint = Skeleton.JointCount(); Joint-- > 0;)
	{
		if (!Removed[Joint] && Skeleton.Parents[Joint] != NoParent)
		{
			Removed[static_cast<size_t>(Skeleton.Parents[Joint])] = false;
		}
	}
	std::vector<uint16_t> NewOf(Removed.size(), 0);
	uint16_t Count = 0;
	for (size_t Joint = 0; Joint < Removed.size(); ++Joint)
	{
		NewOf[Joint] = Count;
		Count = static_cast<uint16_t>(Count + (Removed[Joint] ? 0 : 1));
	}
	for (int32_t& Parent : Skeleton.Parents)
	{
		Parent = Parent == NoParent ? NoParent : NewOf[static_cast<size_t>(Parent)];
	}
	KeepItems(Removed, Skeleton.Names);
	KeepItems(Removed, Skeleton.Parents);
	KeepItems(Removed, Skeleton.RestLocal);
	KeepItems(Removed, Skeleton.Limits);
	for (FClipData& Clip : Parts.Animation.Clips)
	{
		KeepKeys(Removed, Clip.Rotations);
		KeepKeys(Removed, Clip.Translations);
		KeepKeys(Removed, Clip.Scales);
	}
	Renumber(NewOf, Parts.Skin);
	for (FLevel& Level : Parts.Levels.Coarser)
	{
		Renumber(NewOf, Level.Skin);
	}
	ForEachJoint(Parts.Correctives.Model, [&NewOf](auto& Joint) { Joint = NewOf[Joint]; });
	return Removed;
}

} // namespace Exemplar

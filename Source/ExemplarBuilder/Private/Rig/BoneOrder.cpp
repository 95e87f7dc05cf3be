// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Rig/BoneOrder.h"

#include "Model/Posing.h"

namespace Exemplar
{

FRigResult SortBones(FRigResult Rig)
{
	const std::vector<int32_t> Order = SortParentsFirst(Rig.Rig.Parents);
	const std::vector<FJointFit> Joints = Rig.Joints;
	const std::vector<uint16_t> Mirror = Rig.MirrorImages;
	std::vector<uint16_t> NewOf(Order.size());
	Rig.Rig = SortBones(Rig.Rig, Order);
	for (size_t Bone = 0; Bone < Order.size(); ++Bone)
	{
		const size_t Old = static_cast<size_t>(Order[Bone]);
		NewOf[Old] = static_cast<uint16_t>(Bone);
		Rig.Joints[Bone] = Joints[Old];
	}
	for (size_t Bone = 0; Bone < Mirror.size(); ++Bone)
	{
		Rig.MirrorImages[NewOf[Bone]] = NewOf[Mirror[Bone]];
	}
	return Rig;
}

} // namespace Exemplar

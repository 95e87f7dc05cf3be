// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Model/Posing.h"

#include <algorithm>
#include <numeric>

namespace Exemplar
{

std::vector<int32_t> SortParentsFirst(const std::vector<int32_t>& Parents)
{
	std::vector<size_t> Depths(Parents.size(), 0);
	for (size_t Bone = 0; Bone < Parents.size(); ++Bone)
	{
		for (int32_t Up = Parents[Bone]; Up != NoParent && Depths[Bone] <= Parents.size();
			 Up = Parents[static_cast<size_t>(Up)])
		{
			++Depths[Bone];
		}
	}
	std::vector<int32_t> Order(Parents.size());
	std::iota(Order.begin(), Order.end(), 0);
	std::stable_sort(Order.begin(), Order.end(),
		[&](int32_t A, int32_t B) { return Depths[static_cast<size_t>(A)] < Depths[static_cast<size_t>(B)]; });
	return Order;
}

FRig SortBones(const FRig& Rig, std::span<const int32_t> Order)
{
	std::vector<uint16_t> NewOf(Rig.BoneCount);
	for (size_t Bone = 0; Bone < Order.size(); ++Bone)
	{
		NewOf[static_cast<size_t>(Order[Bone])] = static_cast<uint16_t>(Bone);
	}
	FRig Out = Rig;
	Out.Numbers.resize(Rig.BoneCount);
	for (size_t Bone = 0; Bone < Order.size(); ++Bone)
	{
		const size_t Old = static_cast<size_t>(Order[Bone]);
		const int32_t Parent = Rig.Parents[Old];
		Out.Parents[Bone] = Parent == NoParent ? NoParent : NewOf[static_cast<size_t>(Parent)];
		Out.Joints[Bone] = Rig.Joints[Old];
		Out.Numbers[Bone] = static_cast<uint16_t>(Rig.NumberOf(Old));
		for (size_t Pose = 0; Pose < Rig.PoseCount; ++Pose)
		{
			Out.Transform(Bone, Pose) = Rig.Transform(Old, Pose);
		}
	}
	Out.Root = Rig.Root == NoParent ? NoParent : NewOf[static_cast<size_t>(Rig.Root)];
	for (uint16_t& Label : Out.FaceLabels)
	{
		Label = NewOf[Label];
	}
	std::vector<std::pair<uint16_t, double>> Row;
	for (size_t Point = 0; Point < Rig.Weights.PointCount(); ++Point)
	{
		const uint32_t First = Rig.Weights.Offsets[Point];
		Row.clear();
		for (uint32_t Entry = First; Entry < Rig.Weights.Offsets[Point + 1]; ++Entry)
		{
			Row.emplace_back(NewOf[Rig.Weights.Bones[Entry]], Rig.Weights.Weights[Entry]);
		}
		std::sort(Row.begin(), Row.end());
		for (size_t Entry = 0; Entry < Row.size(); ++Entry)
		{
			Out.Weights.Bones[First + Entry] = Row[Entry].first;
			Out.Weights.Weights[First + Entry] = Row[Entry].second;
		}
	}
	return Out;
}

FAffine3d WithFixedPoint(const FAffine3d& Motion, const FDouble3& Point, const FDouble3& Image)
{
	FAffine3d Out = Motion;
	const FDouble3 Turned = TransformVector(Motion, Point);
	Out.M[3] = Image.X - Turned.X;
	Out.M[7] = Image.Y - Turned.Y;
	Out.M[11] = Image.Z - Turned.Z;
	return Out;
}

std::vector<FAffine3d> PoseBones(const FRig& Rig, const FRigPose& Pose)
{
	std::vector<FAffine3d> Motions(Rig.BoneCount);
	for (const int32_t Bone : SortParentsFirst(Rig.Parents))
	{
		const size_t Index = static_cast<size_t>(Bone);
		const FDouble3& Joint = Rig.Joints[Index];
		if (Rig.Parents[Index] == NoParent)
		{
			const FDouble3& T = Pose.RootTranslation;
			Motions[Index] =
				WithFixedPoint(Pose.Rotations[Index], Joint, {Joint.X + T.X, Joint.Y + T.Y, Joint.Z + T.Z});
		}
		else
		{
			const FAffine3d& Parent = Motions[static_cast<size_t>(Rig.Parents[Index])];
			Motions[Index] =
				WithFixedPoint(Compose(Parent, Pose.Rotations[Index]), Joint, TransformPoint(Parent, Joint));
		}
	}
	return Motions;
}

FRigPose ReadRigPose(const FRig& Rig, size_t Pose)
{
	FRigPose Out;
	Out.Rotations.resize(Rig.BoneCount);
	for (size_t Bone = 0; Bone < Rig.BoneCount; ++Bone)
	{
		const FAffine3d& Own = Rig.Transform(Bone, Pose);
		const FDouble3& Joint = Rig.Joints[Bone];
		if (Rig.Parents[Bone] == NoParent)
		{
			const FDouble3 Image = TransformPoint(Own, Joint);
			Out.RootTranslation = {Image.X - Joint.X, Image.Y - Joint.Y, Image.Z - Joint.Z};
			Out.Rotations[Bone] = WithFixedPoint(Own, {}, {});
		}
		else
		{
			const FAffine3d& Parent = Rig.Transform(static_cast<size_t>(Rig.Parents[Bone]), Pose);
			Out.Rotations[Bone] = WithFixedPoint(Compose(InverseRigid(Parent), Own), {}, {});
		}
	}
	return Out;
}

FRig SnapToJoints(FRig Rig)
{
	const std::vector<int32_t> Order = SortParentsFirst(Rig.Parents);
	for (size_t Pose = 0; Pose < Rig.PoseCount; ++Pose)
	{
		for (const int32_t Bone : Order)
		{
			const size_t Index = static_cast<size_t>(Bone);
			if (Rig.Parents[Index] != NoParent)
			{
				const FAffine3d& Parent = Rig.Transform(static_cast<size_t>(Rig.Parents[Index]), Pose);
				FAffine3d& Own = Rig.Transform(Index, Pose);
				Own = WithFixedPoint(Own, Rig.Joints[Index], TransformPoint(Parent, Rig.Joints[Index]));
			}
		}
	}
	return Rig;
}

std::vector<FDouble3> BlendPoints(
	std::span<const FDouble3> Rest, const FRigWeights& Weights, std::span<const FAffine3d> Motions)
{
	std::vector<FDouble3> Out(Rest.size());
	for (size_t Point = 0; Point < Rest.size(); ++Point)
	{
		FDouble3 Sum;
		for (uint32_t Index = Weights.Offsets[Point]; Index < Weights.Offsets[Point + 1]; ++Index)
		{
			const FDouble3 Moved = TransformPoint(Motions[Weights.Bones[Index]], Rest[Point]);
			const double Weight = Weights.Weights[Index];
			Sum = {Sum.X + Weight * Moved.X, Sum.Y + Weight * Moved.Y, Sum.Z + Weight * Moved.Z};
		}
		Out[Point] = Sum;
	}
	return Out;
}

std::vector<FDouble3> ReconstructPose(const FRig& Rig, std::span<const FDouble3> Rest, size_t Pose)
{
	std::vector<FAffine3d> Motions(Rig.BoneCount);
	for (size_t Bone = 0; Bone < Rig.BoneCount; ++Bone)
	{
		Motions[Bone] = Rig.Transform(Bone, Pose);
	}
	return BlendPoints(Rest, Rig.Weights, Motions);
}

} // namespace Exemplar

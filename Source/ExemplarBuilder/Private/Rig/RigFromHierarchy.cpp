// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Rig/RigFromHierarchy.h"

#include "Fit/RigidMotion.h"
#include "Geometry/EigenLibrary.h"
#include "Geometry/Measures.h"
#include "Model/Posing.h"
#include "Rig/BoneTree.h"

#include <cmath>

namespace Exemplar
{

namespace RigFromHierarchyDetail
{

using FRows34 = Eigen::Matrix<double, 3, 4, Eigen::RowMajor>;

FAffine3d ToAffine(const FRigidMotion& Motion)
{
	FAffine3d Out;
	Eigen::Map<FRows34> Rows(Out.M.data());
	Rows.leftCols<3>() = Motion.Rotation;
	Rows.col(3) = Motion.Translation;
	return Out;
}

FStatus CheckHierarchy(const FExampleSet& Examples, const FUserHierarchy& Hierarchy)
{
	const size_t BoneCount = Hierarchy.Parents.size();
	if (BoneCount == 0 || Hierarchy.Joints.size() != BoneCount || Hierarchy.Core.size() != BoneCount ||
		Examples.PoseCount() == 0)
	{
		return FError{EErrorCode::Mismatch,
			"A hierarchy of " + std::to_string(BoneCount) + " bones has " + std::to_string(Hierarchy.Joints.size()) +
				" joints and " + std::to_string(Hierarchy.Core.size()) + " cores, and there are " +
				std::to_string(Examples.PoseCount()) +
				" examples. Every bone needs a joint and a core, and there must be poses."};
	}
	size_t Roots = 0;
	for (size_t Bone = 0; Bone < BoneCount; ++Bone)
	{
		size_t Steps = 0;
		int32_t Up = static_cast<int32_t>(Bone);
		while (Up >= 0 && static_cast<size_t>(Up) < BoneCount && Steps <= BoneCount)
		{
			Up = Hierarchy.Parents[static_cast<size_t>(Up)];
			++Steps;
		}
		if (Up != NoParent || Steps > BoneCount)
		{
			return FError{EErrorCode::InvalidArgument,
				"Bone " + std::to_string(Bone) + " is not a descendant of a root. Correct its chain of parents."};
		}
		Roots += Hierarchy.Parents[Bone] == NoParent ? 1 : 0;
		for (const uint32_t Point : Hierarchy.Core[Bone])
		{
			if (Point >= Examples.PointCount())
			{
				return FError{EErrorCode::InvalidArgument,
					"The core of bone " + std::to_string(Bone) + " names point " + std::to_string(Point) +
						", but there are " + std::to_string(Examples.PointCount()) + "; name points of the mesh."};
			}
		}
	}
	return Roots == 1 ? FStatus(FOk{})
					  : FStatus(FError{EErrorCode::InvalidArgument,
							"The hierarchy has " + std::to_string(Roots) + " roots. Give them a common parent."});
}

} // namespace RigFromHierarchyDetail

FDouble3 FindSteadyJoint(std::span<const FAffine3d> Bone, std::span<const FAffine3d> Parent, const FDouble3& Drawn,
	double Pull, double* Spread)
{
	using namespace RigFromHierarchyDetail;
	// K = Parent^-1 Bone takes the joint h to D h + t in the parent's frame; minimize its variance over the poses, with
	// the rest (D = I, t = 0) as one of them.
	std::vector<FRows34> Relative{FRows34::Identity()};
	for (size_t Pose = 0; Pose < Bone.size(); ++Pose)
	{
		Relative.push_back(Eigen::Map<const FRows34>(Compose(InverseRigid(Parent[Pose]), Bone[Pose]).M.data()));
	}
	FRows34 Mean = FRows34::Zero();
	for (const FRows34& K : Relative)
	{
		Mean += K / static_cast<double>(Relative.size());
	}
	const Eigen::Vector3d U = AsVector(Drawn);
	Eigen::Matrix3d Normal = Pull * Pull * Eigen::Matrix3d::Identity();
	Eigen::Vector3d Right = Pull * Pull * U;
	for (const FRows34& K : Relative)
	{
		const FRows34 Off = K - Mean;
		Normal += Off.leftCols<3>().transpose() * Off.leftCols<3>();
		Right -= Off.leftCols<3>().transpose() * Off.col(3);
	}
	const Eigen::LDLT<Eigen::Matrix3d> Factors(Normal);
	// Without a pull and without any turn there is nothing to solve.
	const Eigen::Vector3d H = Normal.trace() > 1e-20 ? Eigen::Vector3d(Factors.solve(Right)) : U;
	if (Spread != nullptr)
	{
		double Sum = 0.0;
		for (const FRows34& K : Relative)
		{
			Sum += ((K - Mean) * H.homogeneous()).squaredNorm();
		}
		*Spread = std::sqrt(Sum / static_cast<double>(Relative.size()));
	}
	return ToDouble3(H.allFinite() ? H : U);
}

TResult<FRigFromHierarchy> BuildRigFromHierarchy(const FExampleSet& Examples, const FUserHierarchy& Hierarchy,
	const FRigFromHierarchyOptions& Options, const FBuildContext& Context)
{
	using namespace RigFromHierarchyDetail;
	if (FStatus Status = CheckHierarchy(Examples, Hierarchy); !Status)
	{
		return Status.GetError();
	}
	if (!Context.Progress.Report(0.0))
	{
		return Context.Progress.CanceledError();
	}
	FRigFromHierarchy Out;
	FRig& Rig = Out.Rig;
	Rig.BoneCount = Hierarchy.Parents.size();
	Rig.PoseCount = Examples.PoseCount();
	Rig.Parents = Hierarchy.Parents;
	Rig.Joints = Hierarchy.Joints;
	Rig.Transforms.resize(Rig.BoneCount * Rig.PoseCount);
	Out.CoreErrors.assign(Rig.BoneCount, 0.0);
	Out.JointSpread.assign(Rig.BoneCount, 0.0);
	const double ToPercent = 100.0 / BoxDiagonal(Examples.Rest.Positions);
	for (const int32_t Sorted : SortParentsFirst(Rig.Parents))
	{
		const size_t Bone = static_cast<size_t>(Sorted);
		const std::vector<uint32_t>& Core = Hierarchy.Core[Bone];
		const int32_t Parent = Rig.Parents[Bone];
		bool bTold = true;
		double Sum = 0.0;
		for (size_t Pose = 0; Pose < Rig.PoseCount; ++Pose)
		{
			const std::optional<FRigidMotion> Motion =
				FitRigidMotion(Core, Examples.Rest.Positions, Examples.Poses[Pose]);
			bTold = bTold && Motion.has_value();
			Rig.Transform(Bone, Pose) = Motion ? ToAffine(*Motion)
				: Parent == NoParent           ? FAffine3d{}
											   : Rig.Transform(static_cast<size_t>(Parent), Pose);
			for (const uint32_t Point : Core)
			{
				const FDouble3 Moved = TransformPoint(Rig.Transform(Bone, Pose), Examples.Rest.Positions[Point]);
				Sum += (AsVector(Moved) - AsVector(Examples.Poses[Pose][Point])).squaredNorm();
			}
		}
		const double Count = static_cast<double>(Core.size() * Rig.PoseCount);
		Out.CoreErrors[Bone] = Count > 0.0 ? ToPercent * std::sqrt(Sum / Count) : 0.0;
		if (!bTold)
		{
			Out.Warnings.push_back("The core of bone " + std::to_string(Bone) +
				" has fewer than three points, or its points are on a line: the bone moves with its parent.");
		}
		if (Parent == NoParent)
		{
			Rig.Root = Sorted;
			continue;
		}
		Rig.Joints[Bone] = FindSteadyJoint({&Rig.Transform(Bone, 0), Rig.PoseCount},
			{&Rig.Transform(static_cast<size_t>(Parent), 0), Rig.PoseCount}, Hierarchy.Joints[Bone], Options.JointPull,
			&Out.JointSpread[Bone]);
		Out.JointSpread[Bone] *= ToPercent;
	}
	if (Options.bConnected)
	{
		Rig = SnapToJoints(std::move(Rig));
	}
	TResult<FWeightFit> Weights = FitWeights(Examples, Rig, Options.Weights, Context.Part(0.2, 1.0));
	if (!Weights)
	{
		return Weights.GetError();
	}
	Rig.Weights = std::move(Weights->Weights);
	return Out;
}

} // namespace Exemplar

// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Rig/SkeletonStart.h"

#include "Geometry/EigenMap.h"
#include "Geometry/Measures.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

namespace Exemplar
{

namespace SkeletonStartDetail
{

struct FSegment
{
	uint16_t Bone = 0;
	Eigen::Vector3d From, To;
};

double DistanceToSegment(const Eigen::Vector3d& P, const FSegment& Segment)
{
	const Eigen::Vector3d Along = Segment.To - Segment.From;
	const double Square = Along.squaredNorm();
	const double T = Square > 0.0 ? std::clamp((P - Segment.From).dot(Along) / Square, 0.0, 1.0) : 0.0;
	return (P - Segment.From - T * Along).norm();
}

std::vector<FSegment> MakeSegments(const FSkeletonPlan& Plan)
{
	const size_t Count = Plan.Joints.size();
	std::vector<std::vector<size_t>> Children(Count);
	for (size_t Joint = 0; Joint < Count; ++Joint)
	{
		if (Plan.Parents[Joint] != NoParent && !Plan.bPassive[Joint])
		{
			Children[static_cast<size_t>(Plan.Parents[Joint])].push_back(Joint);
		}
	}
	std::vector<FSegment> Out;
	for (size_t Joint = 0; Joint < Count; ++Joint)
	{
		if (Plan.bPassive[Joint])
		{
			continue;
		}
		const Eigen::Vector3d From = AsVector(Plan.Joints[Joint]);
		for (const size_t Child : Children[Joint])
		{
			Out.push_back({static_cast<uint16_t>(Joint), From, AsVector(Plan.Joints[Child])});
		}
		if (Children[Joint].empty())
		{
			// A last joint goes on as its parent's bone did, so that a head is not the neck's.
			const int32_t Parent = Plan.Parents[Joint];
			const Eigen::Vector3d Before =
				Parent == NoParent ? From : AsVector(Plan.Joints[static_cast<size_t>(Parent)]);
			Out.push_back({static_cast<uint16_t>(Joint), From, From + (From - Before)});
		}
	}
	return Out;
}

} // namespace SkeletonStartDetail

double WindingNumber(const FTriangleMesh& Mesh, const FDouble3& Point)
{
	// The solid angle of each triangle (Van Oosterom and Strackee 1983).
	double Sum = 0.0;
	const Eigen::Vector3d P = AsVector(Point);
	for (const FTriangle& T : Mesh.Triangles)
	{
		const Eigen::Vector3d A = AsVector(Mesh.Positions[static_cast<size_t>(T[0])]) - P,
							  B = AsVector(Mesh.Positions[static_cast<size_t>(T[1])]) - P,
							  C = AsVector(Mesh.Positions[static_cast<size_t>(T[2])]) - P;
		const double La = A.norm(), Lb = B.norm(), Lc = C.norm();
		Sum += std::atan2(A.dot(B.cross(C)), La * Lb * Lc + A.dot(B) * Lc + B.dot(C) * La + C.dot(A) * Lb);
	}
	return Sum / (2.0 * std::numbers::pi);
}

FSkeletonPlan PlanSkeleton(const FTriangleMesh& Rest, std::vector<FDouble3> Joints, std::vector<int32_t> Parents)
{
	const size_t Count = Joints.size();
	const double Diagonal = BoxDiagonal(Rest.Positions);
	FSkeletonPlan Out{std::move(Joints), std::move(Parents), std::vector<bool>(Count, false), 0};
	std::vector<bool> bInside(Count), bCopy(Count, false);
	for (size_t Joint = 0; Joint < Count; ++Joint)
	{
		bInside[Joint] = std::abs(WindingNumber(Rest, Out.Joints[Joint])) > 0.3; // half at the end of an open tube
		for (size_t Other = 0; Other < Joint && !bCopy[Joint]; ++Other)
		{
			const double Distance = (AsVector(Out.Joints[Joint]) - AsVector(Out.Joints[Other])).norm();
			bCopy[Joint] = Distance < 1e-5 * Diagonal && static_cast<int32_t>(Other) != Out.Parents[Joint];
		}
	}
	// A branch is passive if no joint of it is inside the mesh and in a place of its own.
	std::vector<size_t> Active(Count, 0); // active joints in the subtree
	for (size_t Joint = Count; Joint-- > 0;)
	{
		Active[Joint] += bInside[Joint] && !bCopy[Joint] ? 1 : 0;
		if (Out.Parents[Joint] != NoParent)
		{
			Active[static_cast<size_t>(Out.Parents[Joint])] += Active[Joint];
		}
	}
	for (size_t Joint = 0; Joint < Count; ++Joint)
	{
		Out.bPassive[Joint] = Active[Joint] == 0 || bCopy[Joint];
	}
	if (Active[0] == 0) // a skeleton beside its mesh, or a mesh that is only a sheet: every joint may lead
	{
		Out.bPassive.assign(Count, false);
		return Out;
	}
	// Handles: joints outside the body, from the root down, as long as only one branch below them is active.
	for (bool bHandle = true; bHandle;)
	{
		size_t Next = 0, Branches = 0;
		for (size_t Joint = 0; Joint < Count; ++Joint)
		{
			if (Out.Parents[Joint] == static_cast<int32_t>(Out.Body) && !Out.bPassive[Joint])
			{
				Next = Joint;
				++Branches;
			}
		}
		bHandle = !bInside[Out.Body] && Branches == 1;
		if (bHandle)
		{
			Out.bPassive[Out.Body] = true;
			Out.Body = Next;
		}
	}
	return Out;
}

FRigWeights WeightsByNearestBone(const FSkeletonPlan& Plan, const FTriangleMesh& Rest)
{
	using namespace SkeletonStartDetail;
	const std::vector<FSegment> Segments = MakeSegments(Plan);
	FRigWeights Out;
	for (const FDouble3& Position : Rest.Positions)
	{
		uint16_t Nearest = static_cast<uint16_t>(Plan.Body);
		double Best = std::numeric_limits<double>::infinity();
		for (const FSegment& Segment : Segments)
		{
			const double Distance = DistanceToSegment(AsVector(Position), Segment);
			if (Distance < Best)
			{
				Best = Distance;
				Nearest = Segment.Bone;
			}
		}
		Out.Bones.push_back(Nearest);
		Out.Weights.push_back(1.0);
		Out.Offsets.push_back(static_cast<uint32_t>(Out.Bones.size()));
	}
	return Out;
}

} // namespace Exemplar

// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Registration/Articulation.h"

#include "Registration/GraphFit.h"

#include <algorithm>
#include <cmath>

namespace Exemplar
{
namespace ArticulationDetail
{

constexpr double RotationGap = 0.25; // radians between rotations that are worth trying both
constexpr size_t LeastVertices = 10; // of a part
constexpr size_t FewVertices = 40;   // that a small part takes from its neighbors

Eigen::Matrix3d LinearPart(const FAffine3d& A)
{
	Eigen::Matrix3d M;
	M << A.M[0], A.M[1], A.M[2], A.M[4], A.M[5], A.M[6], A.M[8], A.M[9], A.M[10];
	return M;
}

double AngleBetween(const Eigen::Matrix3d& A, const Eigen::Matrix3d& B)
{
	return std::acos(std::clamp(0.5 * ((A.transpose() * B).trace() - 1.0), -1.0, 1.0));
}

/** The rig's tree with another root: parents, and the joint with the parent. Order lists parents first. */
struct FRootedTree
{
	std::vector<int32_t> Parents;
	std::vector<FDouble3> Joints;
	std::vector<int32_t> Order;
};

FRootedTree RootTree(const FRig& Rig, int32_t Root)
{
	FRootedTree Out;
	Out.Parents.assign(Rig.BoneCount, -1);
	Out.Joints = Rig.Joints;
	std::vector<std::vector<std::pair<int32_t, FDouble3>>> Neighbors(Rig.BoneCount);
	for (size_t Bone = 0; Bone < Rig.BoneCount; ++Bone)
	{
		if (Rig.Parents[Bone] >= 0)
		{
			Neighbors[Bone].emplace_back(Rig.Parents[Bone], Rig.Joints[Bone]);
			Neighbors[static_cast<size_t>(Rig.Parents[Bone])].emplace_back(
				static_cast<int32_t>(Bone), Rig.Joints[Bone]);
		}
	}
	std::vector<uint8_t> bSeen(Rig.BoneCount, 0);
	Out.Order.push_back(Root);
	bSeen[static_cast<size_t>(Root)] = 1;
	for (size_t Index = 0; Index < Out.Order.size(); ++Index)
	{
		for (const auto& [Other, Joint] : Neighbors[static_cast<size_t>(Out.Order[Index])])
		{
			if (!bSeen[static_cast<size_t>(Other)])
			{
				bSeen[static_cast<size_t>(Other)] = 1;
				Out.Parents[static_cast<size_t>(Other)] = Out.Order[Index];
				Out.Joints[static_cast<size_t>(Other)] = Joint;
				Out.Order.push_back(Other);
			}
		}
	}
	return Out;
}

/** The bone of largest weight at every point; a bone that leads almost none takes its strongest points. */
std::vector<int32_t> StrongestBones(const FRig& Rig)
{
	std::vector<int32_t> Out(Rig.Weights.PointCount(), 0);
	std::vector<size_t> Counts(Rig.BoneCount, 0);
	for (size_t Point = 0; Point < Out.size(); ++Point)
	{
		double Most = -1.0;
		for (size_t Entry = Rig.Weights.Offsets[Point]; Entry < Rig.Weights.Offsets[Point + 1]; ++Entry)
		{
			if (Rig.Weights.Weights[Entry] > Most)
			{
				Most = Rig.Weights.Weights[Entry];
				Out[Point] = Rig.Weights.Bones[Entry];
			}
		}
		++Counts[static_cast<size_t>(Out[Point])];
	}
	for (size_t Bone = 0; Bone < Rig.BoneCount; ++Bone)
	{
		if (Counts[Bone] >= LeastVertices)
		{
			continue;
		}
		std::vector<std::pair<double, uint32_t>> Own;
		for (uint32_t Point = 0; Point < Out.size(); ++Point)
		{
			for (size_t Entry = Rig.Weights.Offsets[Point]; Entry < Rig.Weights.Offsets[Point + 1]; ++Entry)
			{
				if (Rig.Weights.Bones[Entry] == Bone)
				{
					Own.emplace_back(-Rig.Weights.Weights[Entry], Point);
				}
			}
		}
		std::sort(Own.begin(), Own.end());
		for (size_t Index = 0; Index < (std::min)(Own.size(), FewVertices); ++Index)
		{
			Out[Own[Index].second] = static_cast<int32_t>(Bone);
		}
	}
	return Out;
}

} // namespace ArticulationDetail

void FinishParts(const FTemplateModel& Model, FArticulation& Articulation)
{
	std::vector<std::vector<double>> Areas(Articulation.Parts.size());
	std::vector<std::vector<int32_t>> Vertices(Articulation.Parts.size());
	for (size_t Vertex = 0; Vertex < Model.Count(); ++Vertex)
	{
		const size_t Part = static_cast<size_t>(Articulation.PartOf[Vertex]);
		if (!Model.Hidden[Vertex])
		{
			Vertices[Part].push_back(static_cast<int32_t>(Vertex));
			Areas[Part].push_back(Model.Areas[Vertex] + 1e-12);
		}
	}
	for (size_t Index = 0; Index < Articulation.Parts.size(); ++Index)
	{
		FBodyPart& Part = Articulation.Parts[Index];
		Part.Children.clear();
		for (size_t Entry = 0; Entry < Vertices[Index].size(); ++Entry)
		{
			Part.Area += Areas[Index][Entry];
			Part.Centroid +=
				Areas[Index][Entry] * AsVector(Model.Positions[static_cast<size_t>(Vertices[Index][Entry])]);
		}
		Part.Centroid = Part.Area > 0.0 ? Eigen::Vector3d(Part.Centroid / Part.Area) : Part.Joint;
		if (Part.Parent >= 0)
		{
			Articulation.Parts[static_cast<size_t>(Part.Parent)].Children.push_back(static_cast<int32_t>(Index));
			Part.Depth = Articulation.Parts[static_cast<size_t>(Part.Parent)].Depth + 1;
		}
		const Eigen::Vector3d Along = Part.Centroid - Part.Joint;
		Part.Axis = Along.norm() > 1e-9 ? Eigen::Vector3d(Along.normalized()) : Eigen::Vector3d::UnitY();
		const size_t Count = Index == 0 ? 60 : static_cast<size_t>(std::clamp(900.0 * Part.Area, 8.0, 40.0));
		if (Areas[Index].empty())
		{
			continue;
		}
		for (const int32_t Entry : SampleVertices(Areas[Index], Count))
		{
			const size_t Vertex = static_cast<size_t>(Vertices[Index][static_cast<size_t>(Entry)]);
			Part.Samples.push_back(AsVector(Model.Positions[Vertex]));
			Part.Normals.push_back(AsVector(Model.Normals[Vertex]));
		}
	}
}

FArticulation ArticulateRig(const FTemplateModel& Model, const FRig& Rig, std::span<const uint32_t> Good)
{
	using namespace ArticulationDetail;
	const std::vector<int32_t> BoneOf = StrongestBones(Rig);
	std::vector<double> Areas(Rig.BoneCount, 0.0);
	for (size_t Vertex = 0; Vertex < Model.Count(); ++Vertex)
	{
		Areas[static_cast<size_t>(BoneOf[Vertex])] += Model.Areas[Vertex];
	}
	const int32_t Root = static_cast<int32_t>(std::max_element(Areas.begin(), Areas.end()) - Areas.begin());
	const FRootedTree Tree = RootTree(Rig, Root);
	FArticulation Out;
	Out.bRig = true;
	Out.TrunkArea = 0.06;
	Out.TrunkDepth = 1;
	std::vector<int32_t> New(Rig.BoneCount, 0);
	for (size_t Index = 0; Index < Tree.Order.size(); ++Index)
	{
		const size_t Bone = static_cast<size_t>(Tree.Order[Index]);
		New[Bone] = static_cast<int32_t>(Index);
		FBodyPart& Part = Out.Parts.emplace_back();
		Part.Parent = Tree.Parents[Bone] < 0 ? -1 : New[static_cast<size_t>(Tree.Parents[Bone])];
		Part.Joint = AsVector(Tree.Joints[Bone]);
		Part.Rotations.push_back(Eigen::Matrix3d::Identity());
		for (const uint32_t Pose : Good)
		{
			if (Tree.Parents[Bone] < 0)
			{
				break;
			}
			const Eigen::Matrix3d Turn =
				LinearPart(Rig.Transform(static_cast<size_t>(Tree.Parents[Bone]), Pose)).transpose() *
				LinearPart(Rig.Transform(Bone, Pose));
			if (std::all_of(Part.Rotations.begin(), Part.Rotations.end(),
					[&](const Eigen::Matrix3d& Other) { return AngleBetween(Turn, Other) > RotationGap; }))
			{
				Part.Rotations.push_back(Turn);
			}
		}
	}
	for (const int32_t Bone : BoneOf)
	{
		Out.PartOf.push_back(New[static_cast<size_t>(Bone)]);
	}
	FinishParts(Model, Out);
	Out.Weights = Rig.Weights;
	for (uint16_t& Bone : Out.Weights.Bones)
	{
		Bone = static_cast<uint16_t>(New[Bone]);
	}
	return Out;
}

std::vector<FDouble3> PoseArticulation(
	const FTemplateModel& Model, const FArticulation& Articulation, std::span<const FRigidMotion> Motions)
{
	std::vector<FDouble3> Out(Model.Count());
	const FRigWeights& Weights = Articulation.Weights;
	for (size_t Vertex = 0; Vertex < Model.Count(); ++Vertex)
	{
		Eigen::Vector3d Sum = Eigen::Vector3d::Zero();
		for (size_t Entry = Weights.Offsets[Vertex]; Entry < Weights.Offsets[Vertex + 1]; ++Entry)
		{
			Sum += Weights.Weights[Entry] * Motions[Weights.Bones[Entry]](AsVector(Model.Positions[Vertex]));
		}
		Out[Vertex] = ToDouble3(Sum);
	}
	return Out;
}

} // namespace Exemplar

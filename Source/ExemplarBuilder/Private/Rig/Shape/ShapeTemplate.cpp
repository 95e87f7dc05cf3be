// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Rig/Shape/ShapeTemplate.h"

#include "Clips/Animation.h"
#include "Geometry/VectorMath.h"

#include <algorithm>
#include <cctype>

namespace Exemplar
{

namespace ShapeTemplateDetail
{

using namespace VectorMath;

/** Writes a template down: each joint names its parent; "left_" joints bring their mirror images along. */
class FTemplateWriter
{
public:
	explicit FTemplateWriter(const char* Name) { Out.Name = Name; }

	FTemplateWriter& Joint(const std::string& Name, const std::string& Parent, FDouble3 Position, bool bEnd = false,
		bool bOptional = false)
	{
		if (!Name.starts_with("left_"))
		{
			Add(Name, Parent, Position, bEnd, bOptional);
			return *this;
		}
		const bool bPaired = Parent.starts_with("left_");
		Add(Name, Parent, Position, bEnd, bOptional);
		Add("right_" + Name.substr(5), bPaired ? "right_" + Parent.substr(5) : Parent,
			{-Position.X, Position.Y, Position.Z}, bEnd, bOptional);
		return *this;
	}
	FTemplateWriter& End(const std::string& Name, const std::string& Parent, FDouble3 Position, bool bOptional = false)
	{
		return Joint(Name, Parent, Position, true, bOptional);
	}
	FShapeTemplate Out;

private:
	void Add(const std::string& Name, const std::string& Parent, FDouble3 Position, bool bEnd, bool bOptional)
	{
		int32_t Index = NoParent;
		for (size_t Joint = 0; Joint < Out.Joints.size(); ++Joint)
		{
			Index = Out.Joints[Joint].Name == Parent ? static_cast<int32_t>(Joint) : Index;
		}
		Out.Joints.push_back({Name, Index, Position, bEnd, bOptional});
	}
};

/** 21 joints; segment lengths as shares of the height after Drillis and Contini 1966. */
FShapeTemplate MakeHumanoid()
{
	return FTemplateWriter("humanoid")
		.Joint("hips", "", {0.0, 0.545, 0.0})
		.Joint("spine", "hips", {0.0, 0.62, 0.0})
		.Joint("chest", "spine", {0.0, 0.75, 0.0})
		.Joint("neck", "chest", {0.0, 0.845, -0.01})
		.Joint("head", "neck", {0.0, 0.905, 0.0})
		.End("head_top", "head", {0.0, 1.0, 0.005})
		.Joint("left_collar", "chest", {0.02, 0.80, 0.0})
		.Joint("left_shoulder", "left_collar", {0.10, 0.808, 0.0})
		.Joint("left_elbow", "left_shoulder", {0.265, 0.808, -0.006})
		.Joint("left_wrist", "left_elbow", {0.41, 0.808, 0.0})
		.End("left_hand_end", "left_wrist", {0.52, 0.80, 0.0})
		.Joint("left_hip", "hips", {0.056, 0.525, 0.0})
		.Joint("left_knee", "left_hip", {0.056, 0.28, 0.006})
		.Joint("left_ankle", "left_knee", {0.056, 0.043, -0.012})
		.Joint("left_toe", "left_ankle", {0.06, 0.01, 0.062})
		.End("left_foot_end", "left_toe", {0.065, 0.01, 0.105})
		.Out;
}

FShapeTemplate MakeQuadruped()
{
	return FTemplateWriter("quadruped")
		.Joint("hips", "", {0.0, 0.60, -0.35})
		.Joint("spine", "hips", {0.0, 0.62, -0.12})
		.Joint("chest", "spine", {0.0, 0.60, 0.15})
		.Joint("neck", "chest", {0.0, 0.72, 0.30})
		.Joint("head", "neck", {0.0, 0.88, 0.42})
		.End("nose", "head", {0.0, 0.82, 0.66})
		.Joint("left_shoulder", "chest", {0.09, 0.50, 0.17})
		.Joint("left_elbow", "left_shoulder", {0.10, 0.36, 0.12})
		.Joint("left_front_wrist", "left_elbow", {0.10, 0.17, 0.13})
		.Joint("left_front_foot", "left_front_wrist", {0.10, 0.05, 0.13})
		.End("left_front_end", "left_front_foot", {0.10, 0.0, 0.18})
		.Joint("left_hip", "hips", {0.09, 0.52, -0.36})
		.Joint("left_knee", "left_hip", {0.10, 0.36, -0.30})
		.Joint("left_hock", "left_knee", {0.10, 0.20, -0.42})
		.Joint("left_hind_foot", "left_hock", {0.10, 0.05, -0.39})
		.End("left_hind_end", "left_hind_foot", {0.10, 0.0, -0.34})
		.Joint("tail_1", "hips", {0.0, 0.62, -0.45}, false, true)
		.Joint("tail_2", "tail_1", {0.0, 0.57, -0.57}, false, true)
		.Joint("tail_3", "tail_2", {0.0, 0.50, -0.68}, false, true)
		.End("tail_end", "tail_3", {0.0, 0.43, -0.78}, true)
		.Out;
}

FShapeTemplate MakeBird()
{
	return FTemplateWriter("bird")
		.Joint("hips", "", {0.0, 0.50, -0.08})
		.Joint("chest", "hips", {0.0, 0.56, 0.10})
		.Joint("neck", "chest", {0.0, 0.68, 0.20})
		.Joint("head", "neck", {0.0, 0.82, 0.26})
		.End("beak", "head", {0.0, 0.80, 0.42})
		.Joint("left_wing", "chest", {0.09, 0.60, 0.08})
		.Joint("left_wing_elbow", "left_wing", {0.30, 0.62, 0.02})
		.Joint("left_wing_wrist", "left_wing_elbow", {0.52, 0.62, 0.08})
		.End("left_wing_end", "left_wing_wrist", {0.90, 0.60, 0.0})
		.Joint("left_hip", "hips", {0.07, 0.44, -0.06})
		.Joint("left_knee", "left_hip", {0.08, 0.28, 0.0})
		.Joint("left_ankle", "left_knee", {0.08, 0.12, -0.06})
		.End("left_foot_end", "left_ankle", {0.08, 0.0, 0.04})
		.Joint("tail", "hips", {0.0, 0.48, -0.22}, false, true)
		.End("tail_end", "tail", {0.0, 0.44, -0.45}, true)
		.Out;
}

/** A body without limbs: so many joints from the head back. */
FShapeTemplate MakeChain(const char* Name, int Count)
{
	FTemplateWriter Writer(Name);
	Writer.Joint("root", "", {0.0, 0.0, 0.0});
	std::string Before = "root";
	const int Front = Count / 2;
	for (int Index = 1; Index < Front; ++Index)
	{
		const std::string Own = Index + 1 == Front ? "head" : "spine_" + std::to_string(Index);
		Writer.Joint(Own, Before, {0.0, 0.0, 1.0 * Index});
		Before = Own;
	}
	Writer.End("nose", Before, {0.0, 0.0, 1.0 * Front});
	Before = "root";
	for (int Index = 1; Index < Count - Front; ++Index)
	{
		const std::string Own = "tail_" + std::to_string(Index);
		Writer.Joint(Own, Before, {0.0, 0.0, -1.0 * Index});
		Before = Own;
	}
	Writer.End("tail_end", Before, {0.0, 0.0, -1.0 * (Count - Front)});
	return Writer.Out;
}

FShapeTemplate MakeInsect()
{
	FTemplateWriter Writer("insect");
	Writer.Joint("thorax", "", {0.0, 0.30, 0.0})
		.Joint("head", "thorax", {0.0, 0.30, 0.22})
		.End("head_end", "head", {0.0, 0.30, 0.40})
		.Joint("abdomen", "thorax", {0.0, 0.30, -0.20})
		.Joint("abdomen_2", "abdomen", {0.0, 0.30, -0.42})
		.End("abdomen_end", "abdomen_2", {0.0, 0.28, -0.70});
	const char* Names[3] = {"front", "middle", "hind"};
	for (int Leg = 0; Leg < 3; ++Leg)
	{
		const std::string Own = std::string("left_") + Names[Leg];
		const double Lean = 0.35 * (1 - Leg);
		Writer.Joint(Own + "_hip", "thorax", {0.10, 0.28, 0.10 * (1 - Leg)})
			.Joint(Own + "_knee", Own + "_hip", {0.34, 0.40, 0.10 * (1 - Leg) + 0.4 * Lean})
			.Joint(Own + "_ankle", Own + "_knee", {0.52, 0.12, 0.10 * (1 - Leg) + 0.8 * Lean})
			.End(Own + "_end", Own + "_ankle", {0.62, 0.0, 0.10 * (1 - Leg) + Lean});
	}
	return Writer.Out;
}

/** A name without its side, and the side: 1 left, 2 right, 0 neither. */
std::pair<std::string, int> SplitSide(const std::string& Name)
{
	std::string Low = Name;
	std::transform(
		Low.begin(), Low.end(), Low.begin(), [](unsigned char C) { return static_cast<char>(std::tolower(C)); });
	for (const auto& [Word, Side] : {std::pair{"left", 1}, std::pair{"right", 2}})
	{
		if (const size_t At = Low.find(Word); At != std::string::npos)
		{
			return {Low.erase(At, std::string(Word).size()), Side};
		}
	}
	for (const char Mark : {'_', '.', '-'})
	{
		for (const auto& [Letter, Side] : {std::pair{'l', 1}, std::pair{'r', 2}})
		{
			const std::string Tail{Mark, Letter};
			if (Low.ends_with(Tail))
			{
				return {Low.substr(0, Low.size() - 2), Side};
			}
			if (const size_t At = Low.find(Tail + Mark); At != std::string::npos)
			{
				return {Low.erase(At, 2), Side};
			}
			if (Low.size() > 2 && Low[0] == Letter && Low[1] == Mark)
			{
				return {Low.substr(2), Side};
			}
		}
	}
	return {Low, 0};
}

} // namespace ShapeTemplateDetail

std::vector<std::vector<size_t>> FShapeTemplate::Children() const
{
	std::vector<std::vector<size_t>> Out(Joints.size());
	for (size_t Joint = 0; Joint < Joints.size(); ++Joint)
	{
		if (Joints[Joint].Parent != NoParent)
		{
			Out[static_cast<size_t>(Joints[Joint].Parent)].push_back(Joint);
		}
	}
	return Out;
}

std::vector<size_t> FShapeTemplate::Leaves() const
{
	const std::vector<std::vector<size_t>> Below = Children();
	std::vector<size_t> Out;
	for (size_t Joint = 0; Joint < Joints.size(); ++Joint)
	{
		if (Below[Joint].empty())
		{
			Out.push_back(Joint);
		}
	}
	return Out;
}

std::vector<size_t> FShapeTemplate::Mirror() const
{
	std::vector<size_t> Out(Joints.size());
	for (size_t Joint = 0; Joint < Joints.size(); ++Joint)
	{
		Out[Joint] = Joint;
		const auto [Plain, Side] = ShapeTemplateDetail::SplitSide(Joints[Joint].Name);
		for (size_t Other = 0; Other < Joints.size() && Side != 0; ++Other)
		{
			const auto [OtherPlain, OtherSide] = ShapeTemplateDetail::SplitSide(Joints[Other].Name);
			if (OtherPlain == Plain && OtherSide + Side == 3)
			{
				Out[Joint] = Other;
			}
		}
	}
	return Out;
}

const std::vector<FShapeTemplate>& GetShapeTemplates()
{
	using namespace ShapeTemplateDetail;
	static const std::vector<FShapeTemplate> Out{
		MakeHumanoid(), MakeQuadruped(), MakeBird(), MakeInsect(), MakeChain("fish", 8), MakeChain("snake", 16)};
	return Out;
}

TResult<FShapeTemplate> FindShapeTemplate(std::string_view Name)
{
	const bool bFingers = Name == "humanoid-fingers";
	std::string Names = "humanoid-fingers";
	for (const FShapeTemplate& Each : GetShapeTemplates())
	{
		if (Each.Name == (bFingers ? "humanoid" : Name))
		{
			FShapeTemplate Out = Each;
			Out.bFingers = bFingers;
			return Out;
		}
		Names += ", " + Each.Name;
	}
	return FError{EErrorCode::InvalidArgument,
		"There is no template named '" + std::string(Name) + "'. Choose one of " + Names +
			", none, automatic, or a file with a skeleton (.json .bvh .glb .gltf .fbx .exemplar)."};
}

TResult<FShapeTemplate> MakeShapeTemplate(const FSkeletonData& Skeleton, const std::string& Name)
{
	using namespace ShapeTemplateDetail;
	if (Skeleton.JointCount() < 2)
	{
		return FError{EErrorCode::Unsupported,
			Name + ": the skeleton has fewer than two joints. Give a template with a hierarchy."};
	}
	FShapeTemplate Out;
	Out.Name = Name;
	const std::vector<FAffine3d> Model = RestModel(Skeleton);
	for (size_t Joint = 0; Joint < Model.size(); ++Joint)
	{
		Out.Joints.push_back({Joint < Skeleton.Names.size() ? Skeleton.Names[Joint] : "joint_" + std::to_string(Joint),
			Skeleton.Parents[Joint], {Model[Joint].M[3], Model[Joint].M[7], Model[Joint].M[11]}, false, false});
	}
	const std::vector<size_t> Last = Out.Leaves();
	for (const size_t Leaf : Last)
	{
		const FTemplateJoint Own = Out.Joints[Leaf];
		if (Own.Parent == NoParent)
		{
			continue;
		}
		const FDouble3 Bone = Own.Position - Out.Joints[static_cast<size_t>(Own.Parent)].Position;
		Out.Joints.push_back({Own.Name + "_end", static_cast<int32_t>(Leaf), Own.Position + Bone * 0.5, true, false});
	}
	return Out;
}

} // namespace Exemplar

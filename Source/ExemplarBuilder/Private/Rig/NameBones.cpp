// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Rig/NameBones.h"

#include "Geometry/EigenMap.h"
#include "Geometry/Measures.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <span>
#include <string_view>

namespace Exemplar
{

namespace NameBonesDetail
{

/** A name of a map; Content/Names has the maps. */
struct FNameRow
{
	const char* Map;
	const char* Slot;
	const char* Name;
};

constexpr FNameRow NameRows[] = {
#include "Rig/BoneNameMaps.inl"
};

/** The names of a skeleton: chains from the body outward. In limbs, '#' is the side; in fingers, '@' is the number of
 * the joint. */
class FNameMap
{
public:
	explicit FNameMap(std::string_view InMap)
		: Map(InMap)
	{
	}

	std::vector<std::string> List(std::string_view Slot) const
	{
		std::vector<std::string> Out;
		for (const FNameRow& Row : NameRows)
		{
			if (Row.Map == Map && Row.Slot == Slot)
			{
				Out.push_back(Row.Name);
			}
		}
		return Out;
	}

	std::string_view Map;
	std::vector<std::string> Sides = List("sides"); // left, right
	std::string Pelvis = List("pelvis").front();
	std::vector<std::string> Spine = List("spine");
	std::vector<std::string> Neck = List("neck");
	std::string Head = List("head").front();
	std::vector<std::string> Arm = List("arm"); // clavicle, upper arm, lower arm, hand
	std::vector<std::string> Leg = List("leg");
	std::vector<std::string> Fingers = List("fingers"); // thumb first
	std::vector<std::string> FingerJoints = List("fingerJoints");
};

std::string Fill(std::string Text, const std::string& Side, const std::string& Number = "")
{
	if (const size_t At = Text.find('@'); At != std::string::npos)
	{
		Text.replace(At, 1, Number);
	}
	if (const size_t At = Text.find('#'); At != std::string::npos)
	{
		Text.replace(At, 1, Side);
	}
	return Text;
}

class FNamer
{
public:
	FNamer(const FNameMap& InMap, const FRig& InRig)
		: Map(InMap)
		, Rig(InRig)
		, Children(InRig.BoneCount)
	{
		for (size_t Bone = 0; Bone < Rig.BoneCount; ++Bone)
		{
			if (Rig.Parents[Bone] != NoParent)
			{
				Children[static_cast<size_t>(Rig.Parents[Bone])].push_back(Bone);
			}
		}
		for (size_t Bone = 0; Bone < Rig.BoneCount; ++Bone)
		{
			Sides.push_back(SideOf(Bone));
		}
		Out.Names.resize(Rig.BoneCount);
	}

	FBoneNaming Run()
	{
		std::vector<FLimbs> Limbs;
		for (const int Side : {1, -1})
		{
			const size_t Leg = FindLimb(Side, None, [&](size_t Bone) { return -LowestOf(Bone); });
			const size_t Arm = FindLimb(Side, Leg, [&](size_t Bone) { return ReachOf(Bone, Side); });
			Limbs.push_back({Side, Leg, Arm});
		}
		if (IsUpright(Limbs))
		{
			NameBody(Limbs);
		}
		for (size_t Bone = 0; Bone < Rig.BoneCount; ++Bone)
		{
			if (Out.Names[Bone].empty())
			{
				const std::string Number = std::to_string(Rig.NumberOf(Bone));
				Out.Names[Bone] = "bone_" + std::string(Number.size() < 2 ? 1 : 0, '0') + Number;
			}
		}
		return std::move(Out);
	}

private:
	static constexpr size_t None = std::numeric_limits<size_t>::max();

	/** Where the limbs of a side begin. */
	struct FLimbs
	{
		int Side;
		size_t Leg, Arm;
	};

	/** The side of a bone's middle: a collarbone begins in the plane of symmetry. A bone that branches to both sides is
	 * in the middle, wherever it lies: a chest from motion may lie nearer to the arm that moves more. */
	int SideOf(size_t Bone) const
	{
		const double Middle = 0.02 * BoxDiagonal(Rig.Joints);
		double X = Rig.Joints[Bone].X;
		for (const size_t Child : Children[Bone])
		{
			X += Rig.Joints[Child].X / static_cast<double>(Children[Bone].size());
		}
		X *= Children[Bone].empty() ? 1.0 : 0.5;
		const int Side = X > Middle ? 1 : (X < -Middle ? -1 : 0);
		return ReachOf(Bone, -Side) > Middle ? 0 : Side;
	}

	/** Whether the shoulders are above the hips rather than in front of them, as on four legs. */
	bool IsUpright(std::span<const FLimbs> Limbs) const
	{
		Eigen::Vector3d Hips = Eigen::Vector3d::Zero(), Shoulders = Eigen::Vector3d::Zero();
		double Legs = 0.0, Arms = 0.0;
		for (const FLimbs& Each : Limbs)
		{
			if (Each.Leg != None)
			{
				Hips += AsVector(Rig.Joints[Each.Leg]);
				Legs += 1.0;
			}
			if (Each.Arm != None)
			{
				Shoulders += AsVector(Rig.Joints[Each.Arm]);
				Arms += 1.0;
			}
		}
		if (Legs == 0.0 || Arms == 0.0)
		{
			return true;
		}
		const Eigen::Vector3d Trunk = Shoulders / Arms - Hips / Legs;
		return Trunk.y() > std::hypot(Trunk.x(), Trunk.z());
	}

	void NameBody(std::span<const FLimbs> Limbs)
	{
		size_t Pelvis = None, Chest = None;
		for (const auto& [Side, Leg, Arm] : Limbs)
		{
			const std::string& Text = Map.Sides[Side > 0 ? 0 : 1];
			NameLimb(PathToLeaf(Leg, [&](size_t Bone) { return -Rig.Joints[Bone].Y; }), Map.Leg, 0, Text);
			Pelvis = Leg != None && Pelvis == None ? ParentOf(Leg) : Pelvis;
			const std::vector<size_t> Path = PathToHand(Arm, Side);
			NameLimb(Path, Map.Arm, Path.size() < 4 ? 1 : 0, Text);
			if (Path.size() >= 3)
			{
				NameFingers(Path[(std::min)(Path.size(), size_t{4}) - 1], Text);
			}
			Chest = Arm != None && Chest == None ? ParentOf(Arm) : Chest;
		}
		NameTrunk(Pelvis, Chest);
	}

	size_t ParentOf(size_t Bone) const
	{
		return Rig.Parents[Bone] == NoParent ? None : static_cast<size_t>(Rig.Parents[Bone]);
	}

	void Give(size_t Bone, std::string Name)
	{
		if (Out.Names[Bone].empty() && std::find(Out.Names.begin(), Out.Names.end(), Name) == Out.Names.end())
		{
			Out.Names[Bone] = std::move(Name);
			++Out.Matched;
		}
	}

	double LowestOf(size_t Bone) const
	{
		double Low = Rig.Joints[Bone].Y;
		for (const size_t Child : Children[Bone])
		{
			Low = (std::min)(Low, LowestOf(Child));
		}
		return Low;
	}

	double ReachOf(size_t Bone, int Side) const
	{
		double Far = Side * Rig.Joints[Bone].X;
		for (const size_t Child : Children[Bone])
		{
			Far = (std::max)(Far, ReachOf(Child, Side));
		}
		return Far;
	}

	/** The branch of a side with the largest score, of at least two bones. */
	template <typename ScoreType>
	size_t FindLimb(int Side, size_t Taken, const ScoreType& Score) const
	{
		size_t Best = None;
		for (size_t Bone = 0; Bone < Rig.BoneCount; ++Bone)
		{
			const size_t Parent = ParentOf(Bone);
			const bool bRoot = Sides[Bone] == Side && Parent != None && Sides[Parent] == 0;
			if (bRoot && Bone != Taken && !Children[Bone].empty() && (Best == None || Score(Bone) > Score(Best)))
			{
				Best = Bone;
			}
		}
		return Best;
	}

	template <typename ScoreType>
	std::vector<size_t> PathToLeaf(size_t Bone, const ScoreType& Score) const
	{
		std::vector<size_t> Path;
		while (Bone != None)
		{
			Path.push_back(Bone);
			size_t Next = None;
			for (const size_t Child : Children[Bone])
			{
				Next = Next == None || Score(Child) > Score(Next) ? Child : Next;
			}
			Bone = Next;
		}
		return Path;
	}

	/** Up to the bone that fingers hang from, or to the last. */
	std::vector<size_t> PathToHand(size_t Bone, int Side) const
	{
		std::vector<size_t> Path = PathToLeaf(Bone, [&](size_t Each) { return ReachOf(Each, Side); });
		for (size_t Index = 0; Index < Path.size(); ++Index)
		{
			if (Children[Path[Index]].size() >= 3)
			{
				Path.resize(Index + 1);
			}
		}
		return Path;
	}

	void NameLimb(std::vector<size_t> Path, std::span<const std::string> Names, size_t First, const std::string& Side)
	{
		// A joint at the place of the one above it turns nothing of its own: some skeletons begin a leg with one.
		const double Same = 0.005 * BoxDiagonal(Rig.Joints);
		if (Path.size() > Names.size() - First && ParentOf(Path[0]) != None &&
			(AsVector(Rig.Joints[Path[0]]) - AsVector(Rig.Joints[ParentOf(Path[0])])).norm() < Same)
		{
			Path.erase(Path.begin());
		}
		for (size_t Index = 0; Index < Path.size() && First + Index < Names.size(); ++Index)
		{
			Give(Path[Index], Fill(Names[First + Index], Side));
		}
	}

	/** The fingers from the thumb on. A thumb begins nearer to the wrist than the others, and they follow by their
	 * distance from it across the hand; where all begin alike, it is in front. */
	std::vector<size_t> SortFingers(size_t Hand) const
	{
		std::vector<size_t> Roots = Children[Hand];
		const Eigen::Vector3d Wrist = AsVector(Rig.Joints[Hand]);
		Eigen::Vector3d Ahead = Eigen::Vector3d::Zero();
		for (const size_t Root : Roots)
		{
			Ahead += (AsVector(Rig.Joints[Root]) - Wrist) / static_cast<double>(Roots.size());
		}
		const auto Along = [&](size_t Root)
		{ return (AsVector(Rig.Joints[Root]) - Wrist).dot(Ahead) / (std::max)(Ahead.squaredNorm(), 1e-30); };
		std::stable_sort(Roots.begin(), Roots.end(), [&](size_t A, size_t B) { return Along(A) < Along(B); });
		if (Roots.size() > 1 && Along(Roots[0]) < 0.8 * Along(Roots[1]))
		{
			const Eigen::Vector3d Thumb = AsVector(Rig.Joints[Roots[0]]);
			const auto Away = [&](size_t Root) // across the hand
			{ return (AsVector(Rig.Joints[Root]) - Thumb).cross(Ahead).norm(); };
			std::stable_sort(Roots.begin(), Roots.end(), [&](size_t A, size_t B) { return Away(A) < Away(B); });
			return Roots;
		}
		Roots = Children[Hand];
		std::stable_sort(
			Roots.begin(), Roots.end(), [&](size_t A, size_t B) { return Rig.Joints[A].Z > Rig.Joints[B].Z; });
		return Roots;
	}

	/** Five fingers; with fewer it is not known which are missing. */
	void NameFingers(size_t Hand, const std::string& Side)
	{
		const std::vector<size_t> Roots = SortFingers(Hand);
		if (Roots.size() != Map.Fingers.size())
		{
			return;
		}
		for (size_t Finger = 0; Finger < Roots.size(); ++Finger)
		{
			const std::vector<size_t> Path = PathToLeaf(Roots[Finger], [](size_t) { return 0.0; });
			for (size_t Index = 0; Index < (std::min)(Path.size(), Map.FingerJoints.size()); ++Index)
			{
				Give(Path[Index], Fill(Map.Fingers[Finger], Side, Map.FingerJoints[Index]));
			}
		}
	}

	/** From one bone to another through the tree, both included. */
	std::vector<size_t> PathBetween(size_t From, size_t To) const
	{
		std::vector<size_t> Up, Down;
		for (size_t Bone = From; Bone != None; Bone = ParentOf(Bone))
		{
			Up.push_back(Bone);
		}
		for (size_t Bone = To; Bone != None; Bone = ParentOf(Bone))
		{
			const auto Found = std::find(Up.begin(), Up.end(), Bone);
			if (Found != Up.end())
			{
				Up.erase(Found + 1, Up.end());
				Up.insert(Up.end(), Down.rbegin(), Down.rend());
				return Up;
			}
			Down.push_back(Bone);
		}
		return Up;
	}

	void NameTrunk(size_t Pelvis, size_t Chest)
	{
		if (Pelvis == None)
		{
			return;
		}
		Give(Pelvis, Map.Pelvis);
		if (Chest == None)
		{
			return;
		}
		const std::vector<size_t> Spine = PathBetween(Pelvis, Chest);
		for (size_t Index = 1; Index < Spine.size() && Index - 1 < Map.Spine.size(); ++Index)
		{
			Give(Spine[Index], Map.Spine[Index - 1]);
		}
		// Neck and head: the branch in the middle that begins at the chest and rises highest.
		std::vector<size_t> Best;
		for (size_t Bone = 0; Bone < Rig.BoneCount; ++Bone)
		{
			if (Sides[Bone] == 0 && Children[Bone].empty() && Rig.Joints[Bone].Y > Rig.Joints[Chest].Y &&
				(Best.empty() || Rig.Joints[Bone].Y > Rig.Joints[Best.back()].Y))
			{
				const std::vector<size_t> Path = PathBetween(Chest, Bone);
				if (std::find(Path.begin(), Path.end(), Pelvis) == Path.end() || Pelvis == Chest)
				{
					Best.assign(Path.begin() + 1, Path.end());
				}
			}
		}
		for (size_t Index = 0; Index + 1 < Best.size() && Index < Map.Neck.size(); ++Index)
		{
			Give(Best[Index], Map.Neck[Index]);
		}
		if (!Best.empty())
		{
			Give(Best.back(), Map.Head);
		}
	}

	const FNameMap& Map;
	const FRig& Rig;
	std::vector<std::vector<size_t>> Children;
	std::vector<int> Sides; // 1 left, -1 right, 0 in the middle
	FBoneNaming Out;
};

} // namespace NameBonesDetail

FBoneNaming NameBones(EBoneNames Scheme, const FRig& Rig)
{
	using namespace NameBonesDetail;
	const FNameMap Map(Scheme == EBoneNames::Mixamo ? "mixamo"
			: Scheme == EBoneNames::MetaHuman       ? "metahuman"
													: "manny");
	return FNamer(Map, Rig).Run();
}

} // namespace Exemplar

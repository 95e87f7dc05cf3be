// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Rig/Harmonic/LimbSkeleton.h"

#include "Geometry/EigenMap.h"
#include "Geometry/Measures.h"
#include "Rig/ConnectedFit.h"
#include "Rig/Joints.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <numbers>
#include <numeric>

namespace Exemplar
{

namespace LimbSkeletonDetail
{

/** Two parts that meet: at a ring inside a limb, or where limbs branch. */
struct FMeet
{
	size_t A = 0, B = 0; // parts
	size_t Limb = 0;     // where they meet: before ring Ring of this limb
	size_t Ring = 0;
	bool bBranch = false;
};

/** The steps from limbs to a skeleton, in order. */
class FSkeletonSteps
{
public:
	FSkeletonSteps(const FLimbs& InLimbs, std::span<const FDouble3> InTips, const FLimbSkeletonOptions& InOptions)
		: Limbs(InLimbs.Limbs)
		, AllLimbs(InLimbs)
		, TipPositions(InTips)
		, Options(InOptions)
		, PoseCount(InLimbs.Limbs.front().Rings.size() - 1)
	{
		std::vector<FDouble3> Points;
		for (const FLimb& Limb : Limbs)
		{
			for (const FRing& Ring : Limb.Rings[0])
			{
				Points.insert(Points.end(), Ring.Points.begin(), Ring.Points.end());
			}
		}
		Diagonal = BoxDiagonal(Points);
	}

	TResult<FLimbSkeleton> Run(const FBuildContext& Context)
	{
		CutLimbs();
		FindMeets();
		JoinAtBranches();
		MakeBones();
		MakeExamples();
		Out.SkinChangeBefore = SkinChange();
		FConnectedFitOptions Fit;
		Fit.Rounds = 10;
		Fit.JointHold = 0.2;
		Fit.Anchors = Out.Rig.Joints;
		const TResult<FConnectedFit> Fitted = FitConnectedMotions(Examples, Fit, Out.Rig, Context);
		if (!Fitted)
		{
			return Fitted.GetError();
		}
		Out.RingRms = Fitted->VertexRms;
		Out.SkinChange = SkinChange();
		AddTips();
		Out.Rig.Weights = {};
		return std::move(Out);
	}

private:
	void CutLimbs()
	{
		const double Cost = std::pow(Options.JointCost * Diagonal, 2);
		for (size_t Limb = 0; Limb < Limbs.size(); ++Limb)
		{
			FirstPart.push_back(Parts.size());
			for (FLimbPart& Part : CutLimb(AllLimbs, Limb, Cost))
			{
				Parts.push_back(std::move(Part));
			}
		}
		FirstPart.push_back(Parts.size());
	}

	bool HasParts(size_t Limb) const { return FirstPart[Limb + 1] > FirstPart[Limb]; }

	/** Pelvis before chest: the outer end of the largest limb between two branches; without one the largest limb's. */
	size_t ChooseRoot() const
	{
		size_t Best = 0;
		double BestArea = -1.0;
		for (const bool bBetween : {true, false})
		{
			for (size_t Limb = 0; Limb < Limbs.size() && (bBetween || BestArea < 0.0); ++Limb)
			{
				double Area = 0.0;
				for (size_t Part = FirstPart[Limb]; Part < FirstPart[Limb + 1]; ++Part)
				{
					Area += Parts[Part].Area();
				}
				const bool bIsBetween = Limbs[Limb].Parent >= 0 && std::popcount(Limbs[Limb].Tips) > 1;
				if (HasParts(Limb) && (bIsBetween || !bBetween) && Area > BestArea)
				{
					BestArea = Area;
					Best = FirstPart[Limb + 1] - 1;
				}
			}
		}
		return Best;
	}

	/** Parts that follow each other in a limb meet; at a branch all meet the one on the root's side. */
	void FindMeets()
	{
		RootPart = ChooseRoot();
		const uint64_t RootTips = Limbs[static_cast<size_t>(Parts[RootPart].Limb)].Tips;
		for (size_t Limb = 0; Limb < Limbs.size(); ++Limb)
		{
			for (size_t Part = FirstPart[Limb]; Part + 1 < FirstPart[Limb + 1]; ++Part)
			{
				Meets.push_back({Part, Part + 1, Limb, Parts[Part].End, false});
			}
			std::vector<size_t> Around; // parts at the outer end of this limb
			if (HasParts(Limb))
			{
				Around.push_back(FirstPart[Limb + 1] - 1);
			}
			size_t Hub = Around.empty() ? Parts.size() : Around[0];
			for (size_t Child = 0; Child < Limbs.size(); ++Child)
			{
				if (Limbs[Child].Parent == static_cast<int32_t>(Limb) && HasParts(Child))
				{
					Around.push_back(FirstPart[Child]);
					if ((Limbs[Child].Tips & RootTips) == RootTips || Hub == Parts.size())
					{
						Hub = FirstPart[Child];
					}
				}
			}
			for (const size_t Part : Around)
			{
				if (Part != Hub)
				{
					const FLimbPart& Met = Parts[Part];
					Meets.push_back({Hub, Part, static_cast<size_t>(Met.Limb),
						Met.Limb == static_cast<int32_t>(Limb) ? Met.End - 1 : size_t{0}, true});
				}
			}
		}
	}

	size_t BoneOf(size_t Part) const
	{
		while (Joined[Part] != Part)
		{
			Part = Joined[Part];
		}
		return Part;
	}

	/** Parts that meet at a branch and move alike are one bone: the shoulders' end of the trunk and of the neck. */
	void JoinAtBranches()
	{
		Joined.resize(Parts.size());
		std::iota(Joined.begin(), Joined.end(), size_t{0});
		for (const FLimbPart& Part : Parts)
		{
			Motions.push_back(Part.Errors);
		}
		const double Cost = std::pow(Options.JointCost * Diagonal, 2);
		for (const FMeet& Meet : Meets)
		{
			const size_t A = BoneOf(Meet.A), B = BoneOf(Meet.B);
			if (!Meet.bBranch || A == B)
			{
				continue;
			}
			const std::vector<FRigidError> Both = MergeParts(Motions[A], Motions[B]);
			const double Loss = SumOfErrors(Both) - SumOfErrors(Motions[A]) - SumOfErrors(Motions[B]);
			const double Area = (std::min)(Parts[Meet.A].Area(), Parts[Meet.B].Area());
			if (Loss < Cost * Area)
			{
				Joined[(std::max)(A, B)] = (std::min)(A, B);
				Motions[(std::min)(A, B)] = Both;
			}
		}
	}

	/** The center of the ring between two parts. A limb's first ring lies outside the body that it grows from, its
	 * joint inside: there the line of centers is followed inward by a radius. */
	FDouble3 EstimateJoint(const FMeet& Meet) const
	{
		const std::vector<FRing>& Rings = Limbs[Meet.Limb].Rings[0];
		const Eigen::Vector3d Center = AsVector(Rings[Meet.Ring].Center);
		const double Radius = Rings[Meet.Ring].Length / (2.0 * std::numbers::pi);
		if (!Meet.bBranch)
		{
			return ToDouble3(Center);
		}
		const bool bFirst = Meet.Ring == 0;
		size_t Far = Meet.Ring;
		while ((AsVector(Rings[Far].Center) - Center).norm() < Radius && (bFirst ? Far + 1 < Rings.size() : Far > 0))
		{
			bFirst ? ++Far : --Far;
		}
		const Eigen::Vector3d Inward = Center - AsVector(Rings[Far].Center);
		return ToDouble3(Center + Radius * Inward / (std::max)(Inward.norm(), 1e-12));
	}

	/** Bones from the root outward, each with its joint. */
	void MakeBones()
	{
		FRig& Rig = Out.Rig;
		Rig.PoseCount = PoseCount;
		Rig.Root = 0;
		BoneNumber.assign(Parts.size(), -1);
		const auto AddBone = [&](size_t Part, int32_t Parent, const FDouble3& Joint, int32_t Limb)
		{
			BoneNumber[Part] = static_cast<int32_t>(Rig.BoneCount++);
			Rig.Parents.push_back(Parent);
			Rig.Joints.push_back(Joint);
			Out.LimbOfBone.push_back(Limb);
			Out.TipOfBone.push_back(-1);
			for (size_t Pose = 0; Pose < PoseCount; ++Pose)
			{
				Rig.Transforms.push_back(BestRigidMotion(Motions[Part][Pose]));
			}
		};
		const FLimbPart& Root = Parts[RootPart];
		AddBone(
			BoneOf(RootPart), NoParent, Limbs[static_cast<size_t>(Root.Limb)].Rings[0][Root.End - 1].Center, Root.Limb);
		for (bool bAdded = true; bAdded;)
		{
			bAdded = false;
			for (const FMeet& Meet : Meets)
			{
				const size_t A = BoneOf(Meet.A), B = BoneOf(Meet.B);
				if ((BoneNumber[A] < 0) == (BoneNumber[B] < 0))
				{
					continue;
				}
				const size_t Inner = BoneNumber[A] < 0 ? B : A, Outer = BoneNumber[A] < 0 ? A : B;
				AddBone(Outer, BoneNumber[Inner], {}, static_cast<int32_t>(Meet.Limb));
				const double Shift = Limbs[Meet.Limb].Rings[0][Meet.Ring].Length / std::numbers::pi;
				const auto MotionsOf = [&](size_t Bone)
				{
					return std::span<const FAffine3d>(Rig.Transforms)
						.subspan(static_cast<size_t>(BoneNumber[Bone]) * PoseCount, PoseCount);
				};
				Rig.Joints.back() = FitJoint(MotionsOf(Inner), MotionsOf(Outer), EstimateJoint(Meet), Shift).Position;
				bAdded = true;
			}
		}
	}

	/** The rings as examples of one mesh, with weights that change from bone to bone over a radius at the joints. */
	void MakeExamples()
	{
		Examples.Poses.resize(PoseCount);
		FRigWeights& Weights = Out.Rig.Weights;
		for (size_t Limb = 0; Limb < Limbs.size(); ++Limb)
		{
			const std::vector<FRing>& Rest = Limbs[Limb].Rings[0];
			std::vector<double> Places(Rest.size(), 0.0);
			for (size_t Ring = 1; Ring < Rest.size(); ++Ring)
			{
				Places[Ring] =
					Places[Ring - 1] + (AsVector(Rest[Ring].Center) - AsVector(Rest[Ring - 1].Center)).norm();
			}
			Out.RingBlends.emplace_back();
			for (size_t Ring = 0; Ring < Rest.size(); ++Ring)
			{
				const FRingBlend Blend = BlendAt(Limb, Ring, Places);
				Out.RingBlends.back().push_back(Blend);
				for (size_t Sample = 0; Sample < RingSamples; ++Sample)
				{
					Examples.Rest.Positions.push_back(Rest[Ring].Points[Sample]);
					for (size_t Pose = 0; Pose < PoseCount; ++Pose)
					{
						Examples.Poses[Pose].push_back(Limbs[Limb].Rings[Pose + 1][Ring].Points[Sample]);
					}
					for (const auto& [Bone, Weight] : Blend)
					{
						if (Weight > 0.0)
						{
							Weights.Bones.push_back(static_cast<uint16_t>(Bone));
							Weights.Weights.push_back(Weight);
						}
					}
					Weights.Offsets.push_back(static_cast<uint32_t>(Weights.Bones.size()));
				}
			}
		}
	}

	/** The bones of a ring, ascending: its own and, near a joint, the one across it. */
	FRingBlend BlendAt(size_t Limb, size_t Ring, const std::vector<double>& Places) const
	{
		int32_t Own = -1, Other = -1;
		double Share = 0.0; // of the other
		for (size_t Part = FirstPart[Limb]; Part < FirstPart[Limb + 1]; ++Part)
		{
			if (Ring >= Parts[Part].First && Ring < Parts[Part].End)
			{
				Own = BoneNumber[BoneOf(Part)];
			}
		}
		for (const FMeet& Meet : Meets)
		{
			if (Meet.Limb != Limb)
			{
				continue;
			}
			const int32_t A = BoneNumber[BoneOf(Meet.A)], B = BoneNumber[BoneOf(Meet.B)];
			const double Radius = Limbs[Limb].Rings[0][Meet.Ring].Length / (2.0 * std::numbers::pi);
			const double Here = 0.5 - 0.5 * std::abs(Places[Ring] - Places[Meet.Ring]) / Radius;
			if (A != B && (Own == A || Own == B) && Here > Share)
			{
				Share = Here;
				Other = Own == A ? B : A;
			}
		}
		FRingBlend Blend{{{Own, 1.0 - Share}, {Other, Share}}};
		if (Other >= 0 && Other < Own)
		{
			std::swap(Blend[0], Blend[1]);
		}
		return Blend;
	}

	/** The mean change of the distance of rings to the bones they belong to, % of the diagonal: what the refinement of
	 * the dissertation minimizes (eq. 3.7). */
	double SkinChange() const
	{
		const FRig& Rig = Out.Rig;
		double Sum = 0.0, Count = 0.0;
		for (size_t Part = 0; Part < Parts.size(); ++Part)
		{
			const int32_t Bone = BoneNumber[BoneOf(Part)];
			const std::vector<std::vector<FRing>>& Rings = Limbs[static_cast<size_t>(Parts[Part].Limb)].Rings;
			for (size_t Child = 0; Child < Rig.BoneCount; ++Child)
			{
				if (Rig.Parents[Child] != Bone)
				{
					continue;
				}
				const FDouble3 A = Rig.Joints[static_cast<size_t>(Bone)], B = Rig.Joints[Child];
				for (size_t Pose = 0; Pose < PoseCount; ++Pose)
				{
					const FAffine3d& Motion = Rig.Transform(static_cast<size_t>(Bone), Pose);
					const FDouble3 PosedA = TransformPoint(Motion, A), PosedB = TransformPoint(Motion, B);
					for (size_t Ring = Parts[Part].First; Ring < Parts[Part].End; ++Ring)
					{
						Sum += std::pow(
							SkinDistance(Rings[Pose + 1][Ring], PosedA, PosedB) - SkinDistance(Rings[0][Ring], A, B),
							2);
						Count += 1.0;
					}
				}
			}
		}
		return Count > 0.0 ? 100.0 * std::sqrt(Sum / Count) / Diagonal : 0.0;
	}

	void AddTips()
	{
		FRig& Rig = Out.Rig;
		for (size_t Tip = 0; Tip < TipPositions.size(); ++Tip)
		{
			for (size_t Limb = 0; Limb < Limbs.size(); ++Limb)
			{
				const bool bSource = Tip == 0 && Limbs[Limb].Parent < 0;
				if (!HasParts(Limb) || (!bSource && Limbs[Limb].Tips != uint64_t{1} << Tip))
				{
					continue;
				}
				const auto Bone =
					static_cast<size_t>(BoneNumber[BoneOf(bSource ? FirstPart[Limb] : FirstPart[Limb + 1] - 1)]);
				Rig.Parents.push_back(static_cast<int32_t>(Bone));
				Rig.Joints.push_back(TipPositions[Tip]);
				Out.LimbOfBone.push_back(static_cast<int32_t>(Limb));
				Out.TipOfBone.push_back(static_cast<int32_t>(Tip));
				for (size_t Pose = 0; Pose < PoseCount; ++Pose)
				{
					const FAffine3d Motion = Rig.Transform(Bone, Pose);
					Rig.Transforms.push_back(Motion);
				}
				++Rig.BoneCount;
				break;
			}
		}
	}

	const std::vector<FLimb>& Limbs;
	const FLimbs& AllLimbs;
	std::span<const FDouble3> TipPositions;
	const FLimbSkeletonOptions& Options;
	size_t PoseCount;
	double Diagonal = 0.0;
	std::vector<FLimbPart> Parts;
	std::vector<size_t> FirstPart; // per limb, and the end
	size_t RootPart = 0;
	std::vector<FMeet> Meets;
	std::vector<size_t> Joined;                    // parts that are one bone form a tree
	std::vector<std::vector<FRigidError>> Motions; // of the parts that name bones
	std::vector<int32_t> BoneNumber;
	FExampleSet Examples;
	FLimbSkeleton Out;
};

} // namespace LimbSkeletonDetail

double SkinDistance(const FRing& Ring, const FDouble3& A, const FDouble3& B)
{
	const Eigen::Vector3d Start = AsVector(A), Bone = AsVector(B) - Start;
	const double Square = Bone.squaredNorm();
	double Sum = 0.0;
	for (const FDouble3& Point : Ring.Points)
	{
		const Eigen::Vector3d P = AsVector(Point) - Start;
		const double T = Square > 0.0 ? std::clamp(P.dot(Bone) / Square, 0.0, 1.0) : 0.0;
		Sum += (P - T * Bone).norm();
	}
	return Sum / RingSamples;
}

TResult<FLimbSkeleton> BuildLimbSkeleton(const FLimbs& Limbs, std::span<const FDouble3> TipPositions,
	const FLimbSkeletonOptions& Options, const FBuildContext& Context)
{
	return LimbSkeletonDetail::FSkeletonSteps(Limbs, TipPositions, Options).Run(Context);
}

} // namespace Exemplar

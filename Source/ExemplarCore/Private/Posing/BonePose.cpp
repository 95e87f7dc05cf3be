// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Posing/BonePose.h"

#include <algorithm>
#include <cmath>

namespace Exemplar
{
namespace BonePoseDetail
{

FFloat3 MeanOf(std::span<const FFloat3> Points)
{
	FFloat3 Sum;
	for (const FFloat3& P : Points)
	{
		Sum = Sum + P;
	}
	return Points.empty() ? Sum : Sum * (1.0f / static_cast<float>(Points.size()));
}

/** The root of the mean square of distances from the mean. */
float SpreadOf(std::span<const FFloat3> Points)
{
	const FFloat3 Mean = MeanOf(Points);
	float Sum = 0.0f;
	for (const FFloat3& P : Points)
	{
		Sum += Dot(P - Mean, P - Mean);
	}
	return Points.empty() ? 0.0f : std::sqrt(Sum / static_cast<float>(Points.size()));
}

float ErrorOf(const FBasis& Basis, std::span<const FFloat3> Joints, std::span<const FFloat3> Bones)
{
	// Both spaces have the origin in common.
	float Sum = 0.0f;
	for (size_t Joint = 0; Joint < Joints.size(); ++Joint)
	{
		const FFloat3 Apart = Basis.Position(Joints[Joint]) - Bones[Joint];
		Sum += Dot(Apart, Apart);
	}
	return std::sqrt(Sum / static_cast<float>(Joints.size()));
}

FAffine ToAffineOf(const FBasis& Basis)
{
	FAffine Out;
	const FFloat3 X = Basis.Position({1.0f, 0.0f, 0.0f}), Y = Basis.Position({0.0f, 1.0f, 0.0f}),
				  Z = Basis.Position({0.0f, 0.0f, 1.0f});
	Out.Rows[0] = {X.X, Y.X, Z.X, 0.0f};
	Out.Rows[1] = {X.Y, Y.Y, Z.Y, 0.0f};
	Out.Rows[2] = {X.Z, Y.Z, Z.Z, 0.0f};
	return Out;
}

} // namespace BonePoseDetail

FBoneTransform ToBoneTransform(const FAffine& M)
{
	FBoneTransform Out;
	const auto Column = [&](float FFloat4::*Item)
	{
		const float A = M.Rows[0].*Item, B = M.Rows[1].*Item, C = M.Rows[2].*Item;
		return std::sqrt(A * A + B * B + C * C);
	};
	Out.Scale = {Column(&FFloat4::X), Column(&FFloat4::Y), Column(&FFloat4::Z)};
	FAffine Turn = M;
	for (FFloat4& Row : Turn.Rows)
	{
		Row = {Row.X / (std::max)(Out.Scale.X, 1e-12f), Row.Y / (std::max)(Out.Scale.Y, 1e-12f),
			Row.Z / (std::max)(Out.Scale.Z, 1e-12f), 0.0f};
	}
	Out.Rotation = ToRotation(Turn);
	Out.Translation = {M.Rows[0].W, M.Rows[1].W, M.Rows[2].W};
	return Out;
}

std::span<const FBasis> GetAxisTurns()
{
	static const std::vector<FBasis> Turns = []
	{
		std::vector<FBasis> Out;
		constexpr uint8_t Orders[6][3] = {{0, 1, 2}, {1, 2, 0}, {2, 0, 1}, {0, 2, 1}, {2, 1, 0}, {1, 0, 2}};
		for (const auto& Order : Orders)
		{
			for (uint32_t Signs = 0; Signs < 8; ++Signs)
			{
				FBasis Turn;
				for (uint32_t Axis = 0; Axis < 3; ++Axis)
				{
					Turn.Axes[Axis] = Order[Axis];
					Turn.Signs[Axis] = (Signs >> Axis) & 1u ? -1.0f : 1.0f;
				}
				if (Turn.Determinant() > 0.0f && !(Turn == FBasis()))
				{
					Out.push_back(Turn);
				}
			}
		}
		return Out;
	}();
	return Turns;
}

FBasis FindBoneBasis(std::span<const FFloat3> Joints, std::span<const FFloat3> Bones)
{
	using namespace BonePoseDetail;
	const float From = SpreadOf(Joints), To = SpreadOf(Bones);
	FBasis Best;
	if (Joints.empty() || Joints.size() != Bones.size() || !(From > 0.0f) || !(To > 0.0f))
	{
		return Best;
	}
	// A scale near one is one: skeletons differ a little in what they leave out.
	const float Ratio = To / From;
	const float Scale = std::abs(Ratio - 1.0f) < 0.02f ? 1.0f : Ratio;
	Best.Scale = Scale;
	float BestError = ErrorOf(Best, Joints, Bones);
	for (const FBasis& Turn : GetAxisTurns())
	{
		FBasis Next = Turn;
		Next.Scale = Scale;
		const float Error = ErrorOf(Next, Joints, Bones);
		if (Error < BestError - 0.02f * To)
		{
			BestError = Error;
			Best = Next;
		}
	}
	return Best;
}

void FBonePose::Match(const FRestPose& Rest, std::span<const int32_t> InBoneOfJoint, std::span<const FAffine> BoneRest)
{
	BoneOfJoint.assign(InBoneOfJoint.begin(), InBoneOfJoint.end());
	BoneOfJoint.resize(Rest.JointCount(), NoBone);
	Parents = Rest.Parents;
	Placed.resize(Rest.JointCount());
	std::vector<FFloat3> Joints, Bones;
	for (size_t Joint = 0; Joint < BoneOfJoint.size(); ++Joint)
	{
		int32_t& Bone = BoneOfJoint[Joint];
		if (Bone < 0 || static_cast<size_t>(Bone) >= BoneRest.size())
		{
			Bone = NoBone;
			continue;
		}
		const FAffine &J = Rest.Model[Joint], &B = BoneRest[static_cast<size_t>(Bone)];
		Joints.push_back({J.Rows[0].W, J.Rows[1].W, J.Rows[2].W});
		Bones.push_back({B.Rows[0].W, B.Rows[1].W, B.Rows[2].W});
	}
	Basis = FindBoneBasis(Joints, Bones);
	const FAffine ToBones = BonePoseDetail::ToAffineOf(Basis);
	FromBones = BonePoseDetail::ToAffineOf(Basis.Inverse());
	Offsets.assign(BoneOfJoint.size(), FAffine());
	for (size_t Joint = 0; Joint < BoneOfJoint.size(); ++Joint)
	{
		if (BoneOfJoint[Joint] != NoBone)
		{
			Offsets[Joint] = Compose(
				Inverse(BoneRest[static_cast<size_t>(BoneOfJoint[Joint])]), Compose(ToBones, Rest.Model[Joint]));
		}
	}
}

void FBonePose::Run(std::span<const FAffine> Bones, std::span<FBoneTransform> Local)
{
	for (size_t Joint = 0; Joint < (std::min)(BoneOfJoint.size(), Local.size()); ++Joint)
	{
		const int32_t Bone = BoneOfJoint[Joint], Parent = Parents[Joint];
		if (Bone != NoBone && static_cast<size_t>(Bone) < Bones.size())
		{
			Placed[Joint] = Compose(FromBones, Compose(Bones[static_cast<size_t>(Bone)], Offsets[Joint]));
			Local[Joint] = ToBoneTransform(
				Parent < 0 ? Placed[Joint] : Compose(Inverse(Placed[static_cast<size_t>(Parent)]), Placed[Joint]));
		}
		else
		{
			const FAffine Own = ToAffine(Local[Joint]);
			Placed[Joint] = Parent < 0 ? Own : Compose(Placed[static_cast<size_t>(Parent)], Own);
		}
	}
}

} // namespace Exemplar

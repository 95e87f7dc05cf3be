// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Bake/RigCharacter.h"

#include "Bake/CharacterRig.h"
#include "Bake/CullingSphere.h"
#include "Bake/MeshLevel.h"
#include "Fit/RigidError.h"
#include "Geometry/EigenLibrary.h"
#include "Geometry/EigenMap.h"
#include "Model/Posing.h"
#include "Rig/BoneTree.h"

#include <algorithm>
#include <cmath>

namespace Exemplar
{

namespace RigCharacterDetail
{

/** A bone's translation counts as fixed below this part of the rest diagonal: float precision of what is written. */
constexpr double FixedTranslation = 1e-6;

/** The rigid motion nearest to a bone's: the same about its joint where it is rigid already. */
FAffine3d RigidAbout(const FAffine3d& Motion, const FDouble3& Joint)
{
	const std::array<double, 12>& M = Motion.M;
	const FMatrix3x3 R = BestRotation({M[0], M[1], M[2], M[4], M[5], M[6], M[8], M[9], M[10]});
	const FAffine3d Linear{{R[0], R[1], R[2], 0.0, R[3], R[4], R[5], 0.0, R[6], R[7], R[8], 0.0}};
	return WithFixedPoint(Linear, Joint, TransformPoint(Motion, Joint));
}

FRotation ToFloatRotation(const FAffine3d& Motion, const FRotation& Last)
{
	const Eigen::Matrix<double, 3, 4, Eigen::RowMajor> M =
		Eigen::Map<const Eigen::Matrix<double, 3, 4, Eigen::RowMajor>>(Motion.M.data());
	const Eigen::Quaterniond Q = Eigen::Quaterniond(Eigen::Matrix3d(M.leftCols<3>())).normalized();
	const FRotation Out{
		static_cast<float>(Q.x()), static_cast<float>(Q.y()), static_cast<float>(Q.z()), static_cast<float>(Q.w())};
	// Of the two quaternions of a rotation the one nearer to the frame before, so that curves do not jump.
	return Dot(Out, Last) < 0.0f ? FRotation{-Out.X, -Out.Y, -Out.Z, -Out.W} : Out;
}

FFloat3 Between(const FDouble3& From, const FDouble3& To)
{
	return ToFloat3({To.X - From.X, To.Y - From.Y, To.Z - From.Z});
}

FClipData MakeClip(
	const FRig& Rig, const std::vector<int32_t>& Order, const FRigCharacterOptions& Options, double Fixed)
{
	FClipData Clip;
	Clip.Name = Options.ClipName;
	Clip.FramesPerSecond = Options.FramesPerSecond;
	Clip.FrameCount = static_cast<uint32_t>(Rig.PoseCount);
	Clip.Rotations.Offsets.push_back(0);
	Clip.Translations.Offsets.push_back(0);
	for (const int32_t Bone : Order)
	{
		const size_t Index = static_cast<size_t>(Bone);
		const int32_t Parent = Rig.Parents[Index];
		const FDouble3& Joint = Rig.Joints[Index];
		const FDouble3 Origin = Parent == NoParent ? FDouble3{} : Rig.Joints[static_cast<size_t>(Parent)];
		std::vector<FFloat3> Translations;
		bool bFixed = true;
		FRotation Last;
		for (size_t Pose = 0; Pose < Rig.PoseCount; ++Pose)
		{
			const FAffine3d Own = RigidAbout(Rig.Transform(Index, Pose), Joint);
			const FAffine3d Relative = Parent == NoParent
				? Own
				: Compose(InverseRigid(RigidAbout(Rig.Transform(static_cast<size_t>(Parent), Pose), Origin)), Own);
			Last = ToFloatRotation(Relative, Last);
			Clip.Rotations.Frames.push_back(static_cast<uint16_t>(Pose));
			Clip.Rotations.Values.push_back(Last);
			const FDouble3 Image = TransformPoint(Relative, Joint);
			Translations.push_back(Between(Origin, Image));
			bFixed = bFixed && std::hypot(Image.X - Joint.X, Image.Y - Joint.Y, Image.Z - Joint.Z) <= Fixed;
		}
		if (!bFixed)
		{
			for (size_t Pose = 0; Pose < Rig.PoseCount; ++Pose)
			{
				Clip.Translations.Frames.push_back(static_cast<uint16_t>(Pose));
				Clip.Translations.Values.push_back(Translations[Pose]);
			}
		}
		Clip.Rotations.Offsets.push_back(static_cast<uint32_t>(Clip.Rotations.Values.size()));
		Clip.Translations.Offsets.push_back(static_cast<uint32_t>(Clip.Translations.Values.size()));
	}
	if (Clip.Translations.Values.empty())
	{
		Clip.Translations.Offsets.clear();
	}
	return Clip;
}

} // namespace RigCharacterDetail

TResult<FCharacterData> BuildRigCharacter(
	const FExampleSet& Examples, const FRig& Rig, const FRigCharacterOptions& Options)
{
	using namespace RigCharacterDetail;
	if (Rig.BoneCount == 0 || Rig.Parents.size() != Rig.BoneCount || Rig.Joints.size() != Rig.BoneCount ||
		Rig.Root == NoParent || Rig.Weights.PointCount() != Examples.PointCount() ||
		Rig.Transforms.size() != Rig.BoneCount * Rig.PoseCount)
	{
		return FError{EErrorCode::Mismatch,
			"A character requires a complete rig for these examples: motions, weights, a tree and joints."};
	}
	if (!Options.BoneNames.empty() && Options.BoneNames.size() != Rig.BoneCount)
	{
		return FError{EErrorCode::InvalidArgument,
			std::to_string(Options.BoneNames.size()) + " names are given for " + std::to_string(Rig.BoneCount) +
				" bones. Give one per bone, or none."};
	}
	const std::vector<int32_t> Order = SortParentsFirst(Rig.Parents);
	std::vector<uint16_t> JointOfBone(Rig.BoneCount);
	FCharacterData Character;
	Character.Name = Examples.Source.Name.empty() ? "character" : Examples.Source.Name;
	for (size_t Joint = 0; Joint < Order.size(); ++Joint)
	{
		const size_t Bone = static_cast<size_t>(Order[Joint]);
		const int32_t Parent = Rig.Parents[Bone];
		JointOfBone[Bone] = static_cast<uint16_t>(Joint);
		const std::string Number = std::to_string(Joint);
		Character.Skeleton.Names.push_back(Options.BoneNames.empty()
				? "bone_" + std::string(Number.size() < 2 ? 1 : 0, '0') + Number
				: Options.BoneNames[Bone]);
		Character.Skeleton.Parents.push_back(
			Parent == NoParent ? NoParent : static_cast<int32_t>(JointOfBone[static_cast<size_t>(Parent)]));
		FBoneTransform Rest;
		Rest.Translation =
			Between(Parent == NoParent ? FDouble3{} : Rig.Joints[static_cast<size_t>(Parent)], Rig.Joints[Bone]);
		Character.Skeleton.RestLocal.push_back(Rest);
	}
	FMeshLevelData Level = BuildMeshLevel(Examples, {.bTangents = true});
	if (!Rig.RestPositions.empty())
	{
		Level.Positions = GatherPositions(Rig.RestPositions, Level.PointOfCorner);
	}
	Level.Weights = BlendWeightsOf(Rig.Weights, Level.PointOfCorner);
	for (uint16_t& Bone : Level.Weights.Bones)
	{
		Bone = JointOfBone[Bone];
	}
	Character.Materials = MaterialsOf(Examples);
	for (const FFloat3& P : Level.Positions)
	{
		Character.RestBox.Add(P);
	}
	Character.Levels.push_back(std::move(Level));
	if (Rig.PoseCount > 0)
	{
		const double Fixed = FixedTranslation * static_cast<double>(Character.RestBox.Diagonal());
		Character.Clips.push_back(MakeClip(Rig, Order, Options, Fixed));
	}
	Character.PointOfSource = Examples.PointOfSource;
	Character.PointCount = static_cast<uint32_t>(Examples.PointCount());
	if (FStatus Bounded = ComputeCullingSpheres(Character); !Bounded)
	{
		return Bounded.GetError();
	}
	return Character;
}

} // namespace Exemplar

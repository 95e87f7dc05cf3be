// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Pose/Twist.h"
#include "RandomSkin.h"
#include "Skinning/ReferenceSkinning.h"
#include "Skinning/SkinningJobs.h"

#include <cmath>

namespace Exemplar
{

enum class ECase
{
	LinearBlend,
	AnimationSpace,
	AnimationSpaceTangents,
	DualQuaternion,
	DualQuaternionStretched,
	Spherical,
	Twist,
	CenterOfRotation,
	Blended,
	BlendedStretched
};
constexpr ECase AllCases[] = {ECase::LinearBlend, ECase::AnimationSpace, ECase::AnimationSpaceTangents,
	ECase::DualQuaternion, ECase::DualQuaternionStretched, ECase::Spherical, ECase::Twist, ECase::CenterOfRotation,
	ECase::Blended, ECase::BlendedStretched};

inline EPackedKind KindOf(ECase Case)
{
	switch (Case)
	{
	case ECase::AnimationSpace:
	case ECase::AnimationSpaceTangents:
		return EPackedKind::AnimationSpace;
	case ECase::Spherical:
		return EPackedKind::Spherical;
	case ECase::Twist:
		return EPackedKind::Twist;
	case ECase::CenterOfRotation:
		return EPackedKind::CenterOfRotation;
	case ECase::Blended:
	case ECase::BlendedStretched:
		return EPackedKind::Blended;
	default:
		return EPackedKind::LinearBlend;
	}
}

struct FSkinned
{
	std::vector<FFloat3> Positions, Normals;
	std::vector<FFloat4> Tangents;
};

/** A random character, posed: skinned by the reference vertex by vertex, and by a job. */
struct FSkinningCase
{
	ECase Case;
	FRestPose Rest;
	FMeshLevelData Level;
	std::vector<FAffine> JointPalette; // of all joints
	std::vector<FDualQuaternion> JointRigid;
	std::vector<FAffine> JointStretches;
	std::vector<float> Twists;
	float GeomorphFactor = 0.3f;

	FSkinningCase(
		ECase InCase, uint64_t Seed, size_t VertexCount, size_t JointCount, size_t MinInfluences, size_t MaxInfluences)
		: Case(InCase)
	{
		FTestRandom Random(Seed);
		Rest = *MakeRestPose(MakeRandomSkeleton(Random, JointCount));
		Level = MakeRandomLevel(Random, VertexCount, JointCount, MinInfluences, MaxInfluences);
		if (KindOf(Case) == EPackedKind::AnimationSpace)
		{
			AddRandomAnimationSpace(Random, Level, true, Case == ECase::AnimationSpaceTangents);
		}
		const std::vector<FBoneTransform> Pose = MakeRandomPose(Random, Rest.Local, 0.3f,
			Case == ECase::Spherical || Case == ECase::CenterOfRotation,
			Case == ECase::DualQuaternionStretched || Case == ECase::BlendedStretched || Case == ECase::LinearBlend);
		JointPalette = MakePalette(Rest, Pose);
		JointRigid.resize(JointCount);
		JointStretches.resize(JointCount);
		FDualQuaternionPaletteJob{JointPalette, Rest.Parents, Rest.Centers, JointRigid, JointStretches}.Run();
		Twists.resize(JointCount);
		FTwistJob{Pose, Rest.Local, Rest.LocalLinkAxes, Twists}.Run();
		for (float& Twist : Twists)
		{
			Twist *= 1.0f + 4.0f * Random.Uniform(0.0f, 1.0f); // more than the pose has: the kernel must not care
		}
	}

	FSkinned SkinByReference() const
	{
		FSkinned Out;
		const FTwistSegments Segments =
			MakeTwistSegments(Rest, Level.Positions, ViewOf(Level).Weights, ETwistProfile::Smooth);
		for (size_t Vertex = 0; Vertex < Level.VertexCount(); ++Vertex)
		{
			const auto Bones = BonesOf(Level.Weights, Vertex);
			const auto Weights = WeightsOf(Level.Weights, Vertex);
			const auto Row = [&](const std::vector<FFloat4>& Points)
			{
				return Points.empty()
					? std::span<const FFloat4>{}
					: std::span<const FFloat4>(Points).subspan(Level.Skin.Offsets[Vertex], Bones.size());
			};
			const FSurfacePoint P = SurfaceOf(Level, Vertex);
			FSurfacePoint S;
			switch (Case)
			{
			case ECase::LinearBlend:
				S = SkinLinearBlend(JointPalette, Bones, Weights, P);
				break;
			case ECase::AnimationSpace:
			case ECase::AnimationSpaceTangents:
				S = SkinAnimationSpace(JointPalette, Bones,
					{Row(Level.Skin.Points), Row(Level.Skin.GeomorphDeltas), Row(Level.Skin.Tangents),
						Row(Level.Skin.Bitangents)},
					GeomorphFactor, P);
				break;
			case ECase::DualQuaternion:
				S = SkinDualQuaternion(JointRigid, {}, Bones, Weights, P);
				break;
			case ECase::DualQuaternionStretched:
				S = SkinDualQuaternion(JointRigid, JointStretches, Bones, Weights, P);
				break;
			case ECase::Spherical:
			{
				FFloat3 Guess;
				for (const uint16_t Bone : Bones)
				{
					Guess += Rest.Centers[Bone] * (1.0f / static_cast<float>(Bones.size()));
				}
				S = SkinSphericalBlend(
					JointPalette, JointRigid, Bones, Weights, FindRotationCenter(JointPalette, Bones, Guess), P);
				break;
			}
			case ECase::Twist:
				S = SkinTwistSegment(Rest, JointPalette, Twists, Segments.Segments[Segments.SegmentOfVertex[Vertex]],
					Segments.TwistFractions[Vertex], Bones, Weights, P);
				break;
			case ECase::CenterOfRotation:
				S = SkinSphericalBlend(JointPalette, JointRigid, Bones, Weights, Level.RotationCenters[Vertex], P);
				break;
			case ECase::Blended:
			case ECase::BlendedStretched:
				S = SkinBlended(JointPalette, JointRigid,
					Case == ECase::Blended ? std::span<const FAffine>() : std::span<const FAffine>(JointStretches),
					Bones, Weights, Level.BlendFactors[Vertex], P);
				break;
			}
			Out.Positions.push_back(S.Position);
			Out.Normals.push_back(S.Normal);
			Out.Tangents.push_back(S.Tangent);
		}
		return Out;
	}

	TResult<FPackedSkin> Pack(FPackOptions Options = {}) const
	{
		Options.Kind = KindOf(Case);
		return PackSkin(ViewOf(Level), Rest, Options);
	}

	/** In the order of slots. */
	bool SkinByJob(const FPackedSkin& Skin, ESimdLevel Simd, IExecutor& Executor, FSkinningOutput Output,
		const FRestOffsets& Offsets = {}, EStoreMode Stores = EStoreMode::Automatic) const
	{
		std::vector<FAffine> Palette, Stretches;
		std::vector<FDualQuaternion> Rigid;
		for (const uint16_t Bone : Skin.PaletteBones)
		{
			Palette.push_back(JointPalette[Bone]);
			Rigid.push_back(JointRigid[Bone]);
			Stretches.push_back(JointStretches[Bone]);
		}
		const auto Share = [&](FSkinningJob& Job)
		{
			Job.Skin = &Skin;
			Job.Output = Output;
			Job.RestOffsets = Offsets;
			Job.Executor = &Executor;
			Job.SimdLevel = Simd;
			Job.StoreMode = Stores;
		};
		switch (KindOf(Case))
		{
		case EPackedKind::AnimationSpace:
		{
			FAnimationSpaceJob Job;
			Share(Job);
			Job.Palette = Palette;
			Job.GeomorphFactor = GeomorphFactor;
			return Job.Run();
		}
		case EPackedKind::Spherical:
		{
			std::vector<FSphericalEntry> Entries(Skin.EntryCount());
			FSphericalBlendJob Job;
			Share(Job);
			Job.Entries = Entries;
			return FSphericalPaletteJob{&Skin, Palette, Rigid, Entries}.Run() && Job.Run();
		}
		case EPackedKind::CenterOfRotation:
		{
			std::vector<FCenterEntry> Entries;
			for (size_t Bone = 0; Bone < Palette.size(); ++Bone)
			{
				Entries.push_back({Rigid[Bone].Real, {std::cbrt(Determinant(Palette[Bone])), 0.0f, 0.0f, 0.0f}});
			}
			FCenterOfRotationJob Job;
			Share(Job);
			Job.Entries = Entries;
			Job.Palette = Palette;
			return Job.Run();
		}
		case EPackedKind::Blended:
		{
			std::vector<FBlendedEntry> Entries;
			for (size_t Bone = 0; Bone < Palette.size(); ++Bone)
			{
				Entries.push_back({Rigid[Bone], Palette[Bone]});
			}
			FBlendedJob Job;
			Share(Job);
			Job.Entries = Entries;
			Job.Stretches = Case == ECase::Blended ? std::span<const FAffine>() : std::span<const FAffine>(Stretches);
			return Job.Run();
		}
		case EPackedKind::Twist:
		{
			std::vector<FAffine> Entries(Skin.EntryCount());
			std::vector<float> Angles(Skin.SegmentTable.size());
			FTwistSkinningJob Job;
			Share(Job);
			Job.Entries = Entries;
			Job.SegmentAngles = Angles;
			return FTwistPaletteJob{&Skin, &Rest, Palette, Twists, Entries, Angles}.Run() && Job.Run();
		}
		default:
			if (Case == ECase::LinearBlend)
			{
				FLinearBlendJob Job;
				Share(Job);
				Job.Palette = Palette;
				return Job.Run();
			}
			FDualQuaternionJob Job;
			Share(Job);
			Job.Rigid = Rigid;
			Job.Stretches = Case == ECase::DualQuaternionStretched ? std::span<const FAffine>(Stretches)
																   : std::span<const FAffine>();
			return Job.Run();
		}
	}
};

} // namespace Exemplar

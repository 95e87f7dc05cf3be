// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Character/CharacterViews.h"
#include "Pose/PoseJobs.h"
#include "Pose/RestPose.h"
#include "Skinning/SurfacePoint.h"

#include <cstdint>
#include <vector>

namespace Exemplar
{

/** The same numbers on every machine (SplitMix64). */
class FTestRandom
{
public:
	explicit FTestRandom(uint64_t Seed)
		: State(Seed)
	{
	}
	uint64_t Next()
	{
		uint64_t Z = (State += 0x9e3779b97f4a7c15ull);
		Z = (Z ^ (Z >> 30)) * 0xbf58476d1ce4e5b9ull;
		Z = (Z ^ (Z >> 27)) * 0x94d049bb133111ebull;
		return Z ^ (Z >> 31);
	}
	float Uniform(float From, float To)
	{
		return From + (To - From) * static_cast<float>(Next() >> 40) * (1.0f / 16777216.0f);
	}
	size_t Below(size_t Count) { return static_cast<size_t>(Next() % Count); }
	FFloat3 InBox(float HalfSize)
	{
		return {Uniform(-HalfSize, HalfSize), Uniform(-HalfSize, HalfSize), Uniform(-HalfSize, HalfSize)};
	}
	FFloat3 Direction()
	{
		FFloat3 D;
		do
		{
			D = InBox(1.0f);
		} while (Dot(D, D) > 1.0f || Dot(D, D) < 0.01f);
		return Normalize(D);
	}
	FRotation Rotation(float MaxAngle) { return RotationAboutAxis(Direction(), Uniform(-MaxAngle, MaxAngle)); }

private:
	uint64_t State;
};

inline FSkeletonData MakeRandomSkeleton(FTestRandom& Random, size_t JointCount, bool bChain = false)
{
	FSkeletonData Out;
	for (size_t Joint = 0; Joint < JointCount; ++Joint)
	{
		const size_t Reach = bChain ? 1 : (Joint < 4 ? Joint : 4);
		Out.Names.push_back("joint" + std::to_string(Joint));
		Out.Parents.push_back(Joint == 0 ? NoParent : static_cast<int32_t>(Joint - 1 - Random.Below(Reach)));
		FBoneTransform Rest;
		Rest.Rotation = Random.Rotation(PiF);
		Rest.Translation = Random.Direction() * Random.Uniform(0.1f, 0.4f);
		Out.RestLocal.push_back(Rest);
	}
	return Out;
}

/** Turns every joint by up to MaxAngle from rest; with scale, each is also stretched by up to a quarter. */
inline std::vector<FBoneTransform> MakeRandomPose(FTestRandom& Random, const std::vector<FBoneTransform>& Rest,
	float MaxAngle, bool bUniformScale = false, bool bScale = false)
{
	std::vector<FBoneTransform> Out = Rest;
	for (FBoneTransform& Joint : Out)
	{
		Joint.Rotation = Compose(Joint.Rotation, Random.Rotation(MaxAngle));
		if (bUniformScale)
		{
			Joint.Scale = Joint.Scale * Random.Uniform(0.8f, 1.25f);
		}
		if (bScale)
		{
			Joint.Scale = Joint.Scale *
				FFloat3{Random.Uniform(0.8f, 1.25f), Random.Uniform(0.8f, 1.25f), Random.Uniform(0.8f, 1.25f)};
		}
	}
	return Out;
}

inline std::vector<FAffine> MakePalette(const FRestPose& Rest, const std::vector<FBoneTransform>& Pose)
{
	std::vector<FAffine> Model(Pose.size()), Palette(Pose.size());
	FLocalToModelJob{Rest.Parents, Pose, Model}.Run();
	FPaletteJob{Model, Rest.InverseModel, {}, Palette}.Run();
	return Palette;
}

/** Distinct bones, most of them near each other in the skeleton, and weights that sum to one. */
inline void AddRandomInfluences(
	FTestRandom& Random, TBlendWeights<FOwned>& Weights, size_t JointCount, size_t InfluenceCount)
{
	if (Weights.Offsets.empty())
	{
		Weights.Offsets.push_back(0);
	}
	const size_t First = Random.Below(JointCount);
	float Sum = 0.0f;
	std::vector<float> Values(InfluenceCount);
	for (float& Value : Values)
	{
		Sum += Value = Random.Uniform(0.05f, 1.0f);
	}
	for (size_t Index = 0; Index < InfluenceCount; ++Index)
	{
		Weights.Bones.push_back(static_cast<uint16_t>((First + Index) % JointCount));
		Weights.Weights.push_back(Values[Index] / Sum);
	}
	Weights.Offsets.push_back(static_cast<uint32_t>(Weights.Bones.size()));
}

/** A cloud of surface points with LeastInfluences to MostInfluences each; with Skin, animation-space points as well. */
inline FMeshLevelData MakeRandomLevel(
	FTestRandom& Random, size_t VertexCount, size_t JointCount, size_t LeastInfluences, size_t MostInfluences)
{
	FMeshLevelData Out;
	for (size_t Vertex = 0; Vertex < VertexCount; ++Vertex)
	{
		Out.Positions.push_back(Random.InBox(1.0f));
		const FFloat3 Normal = Random.Direction();
		const FFloat3 Tangent = Normalize(Cross(Normal, Random.Direction()), FFloat3{1.0f, 0.0f, 0.0f});
		Out.Normals.push_back(Normal);
		Out.Tangents.push_back({Tangent.X, Tangent.Y, Tangent.Z, Random.Below(2) == 0 ? 1.0f : -1.0f});
		Out.RotationCenters.push_back(Out.Positions.back() * 0.4f + FFloat3{0.1f, -0.2f, 0.05f});
		Out.BlendFactors.push_back(0.5f + 0.5f * Out.Positions.back().X / (1.0f + std::abs(Out.Positions.back().X)));
		AddRandomInfluences(
			Random, Out.Weights, JointCount, LeastInfluences + Random.Below(MostInfluences - LeastInfluences + 1));
	}
	return Out;
}

/** Points that no linear blend gives: w_j (v, 1) plus offsets whose W cancel; deltas and tangent pairs on request. */
inline void AddRandomAnimationSpace(FTestRandom& Random, FMeshLevelData& Level, bool bGeomorph, bool bTangents)
{
	TAnimationSpaceSkin<FOwned>& Skin = Level.Skin;
	Skin.Offsets = Level.Weights.Offsets;
	Skin.Bones = Level.Weights.Bones;
	for (size_t Vertex = 0; Vertex < Level.Positions.size(); ++Vertex)
	{
		const FFloat3& P = Level.Positions[Vertex];
		const FFloat3 T{Level.Tangents[Vertex].X, Level.Tangents[Vertex].Y, Level.Tangents[Vertex].Z};
		const FFloat3 B = Cross(Level.Normals[Vertex], T);
		const uint32_t First = Skin.Offsets[Vertex], End = Skin.Offsets[Vertex + 1];
		for (uint32_t Index = First; Index < End; ++Index)
		{
			const float W = Level.Weights.Weights[Index];
			const float Shift = End - First == 1 ? 0.0f : (Index == First ? 0.1f : (Index == First + 1 ? -0.1f : 0.0f));
			const FFloat3 Off = Random.InBox(0.05f);
			Skin.Points.push_back({W * P.X + Off.X, W * P.Y + Off.Y, W * P.Z + Off.Z, W + Shift});
			if (bGeomorph)
			{
				const FFloat3 D = Random.InBox(0.1f);
				Skin.GeomorphDeltas.push_back({D.X, D.Y, D.Z, -0.5f * Shift});
			}
			if (bTangents)
			{
				Skin.Tangents.push_back({W * T.X, W * T.Y, W * T.Z, 0.2f * Shift});
				Skin.Bitangents.push_back({W * B.X, W * B.Y, W * B.Z, -0.3f * Shift});
			}
		}
	}
}

inline std::span<const uint16_t> BonesOf(const TBlendWeights<FOwned>& Weights, size_t Vertex)
{
	return std::span<const uint16_t>(Weights.Bones)
		.subspan(Weights.Offsets[Vertex], Weights.Offsets[Vertex + 1] - Weights.Offsets[Vertex]);
}
inline std::span<const float> WeightsOf(const TBlendWeights<FOwned>& Weights, size_t Vertex)
{
	return std::span<const float>(Weights.Weights)
		.subspan(Weights.Offsets[Vertex], Weights.Offsets[Vertex + 1] - Weights.Offsets[Vertex]);
}
inline FSurfacePoint SurfaceOf(const FMeshLevelData& Level, size_t Vertex)
{
	return {Level.Positions[Vertex], Level.Normals.empty() ? FFloat3{} : Level.Normals[Vertex],
		Level.Tangents.empty() ? FFloat4{} : Level.Tangents[Vertex]};
}

inline float Distance(const FFloat3& A, const FFloat3& B)
{
	return Length(A - B);
}

} // namespace Exemplar

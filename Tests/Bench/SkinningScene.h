// Copyright (c) 2026 Exemplar contributors. MIT license.
#pragma once

#include "Character/CharacterViews.h"
#include "Pose/DualQuaternion.h"
#include "Pose/PoseJobs.h"
#include "Pose/Twist.h"
#include "Skinning/SkinningJobs.h"

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <stdexcept>
#include <vector>

// What bench-skinning skins: a character of sixty bones with exactly K influences a vertex, as the plain loop has it
// and packed for every operator, tiled to any size.
namespace Exemplar::Bench
{

constexpr size_t BoneCount = 60;

// The vertex of the usual loop: an array of structs.
template <int K>
struct TPlainVertex
{
	FFloat3 Position;
	uint16_t Bones[K];
	float Weights[K];
};
template <int K>
struct TPlainFrameVertex
{
	FFloat3 Position;
	FFloat3 Normal;
	FFloat4 Tangent;
	uint16_t Bones[K];
	float Weights[K];
};
struct FPlainFrame
{
	FFloat3 Position;
	FFloat3 Normal;
	FFloat4 Tangent;
};

template <int K, typename TVertex>
inline FAffine BlendPlain(const FAffine* Palette, const TVertex& Vertex)
{
	FAffine Sum = {{{0, 0, 0, 0}, {0, 0, 0, 0}, {0, 0, 0, 0}}};
	for (int Index = 0; Index < K; ++Index)
	{
		const FAffine& M = Palette[Vertex.Bones[Index]];
		const float W = Vertex.Weights[Index];
		for (int Row = 0; Row < 3; ++Row)
		{
			Sum.Rows[Row] = Sum.Rows[Row] + M.Rows[Row] * W;
		}
	}
	return Sum;
}

// The loop that a programmer writes first: sum w (M v), the matrices one after the other.
template <int K>
[[gnu::noinline]] void SkinPlain(const FAffine* Palette, const TPlainVertex<K>* Vertices, size_t Count, FFloat3* Out)
{
	for (size_t Vertex = 0; Vertex < Count; ++Vertex)
	{
		const TPlainVertex<K>& V = Vertices[Vertex];
		FFloat3 Sum;
		for (int Index = 0; Index < K; ++Index)
		{
			Sum += TransformPoint(Palette[V.Bones[Index]], V.Position) * V.Weights[Index];
		}
		Out[Vertex] = Sum;
	}
}

// The other usual one: blend the matrices first.
template <int K>
[[gnu::noinline]] void SkinPlainBlended(
	const FAffine* Palette, const TPlainVertex<K>* Vertices, size_t Count, FFloat3* Out)
{
	for (size_t Vertex = 0; Vertex < Count; ++Vertex)
	{
		Out[Vertex] = TransformPoint(BlendPlain<K>(Palette, Vertices[Vertex]), Vertices[Vertex].Position);
	}
}

template <int K>
[[gnu::noinline]] void SkinPlainFrames(
	const FAffine* Palette, const TPlainFrameVertex<K>* Vertices, size_t Count, FPlainFrame* Out)
{
	for (size_t Vertex = 0; Vertex < Count; ++Vertex)
	{
		const TPlainFrameVertex<K>& V = Vertices[Vertex];
		const FAffine M = BlendPlain<K>(Palette, V);
		Out[Vertex].Position = TransformPoint(M, V.Position);
		Out[Vertex].Normal = Normalize(TransformVector(M, V.Normal));
		const FFloat3 T = Normalize(TransformVector(M, {V.Tangent.X, V.Tangent.Y, V.Tangent.Z}));
		Out[Vertex].Tangent = {T.X, T.Y, T.Z, V.Tangent.W};
	}
}

class FSceneRandom
{
public:
	uint64_t Next()
	{
		State = State * 6364136223846793005ull + 1442695040888963407ull;
		return State >> 33;
	}
	float Uniform(float From, float To)
	{
		return From + (To - From) * static_cast<float>(Next() & 0xffffff) / 16777216.0f;
	}

private:
	uint64_t State = 42;
};

// A body of limbs: chains of six bones, vertices in rings around them, each with the K bones nearest along its chain.
struct FScene
{
	FRestPose Rest;
	FMeshLevelData Level;
	std::vector<FAffine> Palette;
	std::vector<FDualQuaternion> Rigid;
	std::vector<float> Twists;

	// Only every Cluster-th bone has vertices of its own: few vertices still share their bones. Scattered: any bones.
	// Bent: the share of each bone's vertices, those at its far end, that are no linear blends in animation space.
	FScene(size_t VertexCount, int K, size_t Cluster = 1, bool bScattered = false, float Bent = 0.0f)
	{
		constexpr float LinkLength = 0.3f;
		std::vector<float> Heights;
		FSceneRandom Random;
		std::vector<int32_t> Parents;
		std::vector<FBoneTransform> Local(BoneCount);
		for (size_t Bone = 0; Bone < BoneCount; ++Bone)
		{
			const bool bNewLimb = Bone % 6 == 0;
			Parents.push_back(Bone == 0 ? NoParent : (bNewLimb ? 0 : static_cast<int32_t>(Bone) - 1));
			Local[Bone].Translation = {bNewLimb ? 0.1f * static_cast<float>(Bone) : 0.0f, 0.3f, 0.02f};
		}
		Rest = *MakeRestPose(Parents, Local);
		Level.Weights.Offsets.push_back(0);
		for (size_t Vertex = 0; Vertex < VertexCount; ++Vertex)
		{
			const size_t Bone = Vertex * BoneCount / VertexCount / Cluster * Cluster;
			const FFloat3 N = Normalize(FFloat3{Random.Uniform(-1, 1), 0.1f, Random.Uniform(-1, 1)}, {1, 0, 0});
			const FFloat3 T = Normalize(Cross(N, {0, 1, 0}), {0, 0, 1});
			Heights.push_back(Random.Uniform(0.0f, LinkLength));
			Level.Positions.push_back(Rest.Centers[Bone] + N * 0.1f + FFloat3{0, Heights.back(), 0});
			Level.RotationCenters.push_back(Rest.Centers[Bone]);
			Level.BlendFactors.push_back(0.5f);
			Level.Normals.push_back(N);
			Level.Tangents.push_back({T.X, T.Y, T.Z, 1.0f});
			const size_t Last = BoneCount - static_cast<size_t>(K);
			const size_t First = (std::min)(Bone, Last);
			const size_t Shift = First > 0 ? Random.Next() % 2 : 0; // neighbors do not all share one bone set
			float Values[64], Sum = 0.0f;
			for (int Index = 0; Index < K; ++Index)
			{
				Sum += Values[Index] = Random.Uniform(0.1f, 1.0f);
			}
			for (int Index = 0; Index < K; ++Index)
			{
				const size_t Spread = static_cast<size_t>(Index) * (BoneCount / static_cast<size_t>(K));
				const size_t Anywhere = Spread + Random.Next() % (BoneCount / static_cast<size_t>(K));
				Level.Weights.Bones.push_back(
					static_cast<uint16_t>(bScattered ? Anywhere : First - Shift + static_cast<size_t>(Index)));
				Level.Weights.Weights.push_back(Values[Index] / Sum);
			}
			Level.Weights.Offsets.push_back(static_cast<uint32_t>(Level.Weights.Bones.size()));
		}
		Level.Skin.Offsets = Level.Weights.Offsets;
		Level.Skin.Bones = Level.Weights.Bones;
		for (size_t Vertex = 0; Vertex < VertexCount; ++Vertex)
		{
			for (uint32_t Index = Level.Weights.Offsets[Vertex]; Index < Level.Weights.Offsets[Vertex + 1]; ++Index)
			{
				const float W = Level.Weights.Weights[Index];
				const FFloat3 P = Level.Positions[Vertex] * W;
				const uint32_t Place = Index - Level.Weights.Offsets[Vertex];
				const bool bBent = Heights[Vertex] > (1.0f - Bent) * LinkLength && Place < 2;
				const float Offset = bBent ? (Place == 0 ? 0.02f : -0.02f) : 0.0f;
				Level.Skin.Points.push_back({P.X + Offset, P.Y, P.Z, W});
			}
		}
		std::vector<FBoneTransform> Pose = Local;
		for (FBoneTransform& Joint : Pose)
		{
			Joint.Rotation = RotationAboutAxis({0.0f, 1.0f, 0.0f}, Random.Uniform(-1.0f, 1.0f));
		}
		std::vector<FAffine> Model(BoneCount);
		Palette.resize(BoneCount);
		Rigid.resize(BoneCount);
		Twists.resize(BoneCount);
		FLocalToModelJob{Parents, Pose, Model}.Run();
		FPaletteJob{Model, Rest.InverseModel, {}, Palette}.Run();
		FDualQuaternionPaletteJob{Palette, Parents, Rest.Centers, Rigid, {}}.Run();
		FTwistJob{Pose, Local, Rest.LocalLinkAxes, Twists}.Run();
		for (uint16_t Bone = 0; Bone < BoneCount; ++Bone)
		{
			Level.Bones.push_back(Bone); // the palette is the skeleton's, whatever the vertices use
		}
	}

	FPackedSkin Pack(const FPackOptions& Options) const
	{
		TResult<FPackedSkin> Skin = PackSkin(ViewOf(Level), Rest, Options);
		if (!Skin)
		{
			throw std::runtime_error(Skin.GetError().Message);
		}
		return std::move(*Skin);
	}
	template <typename TVertex>
	TVertex PlainVertex(size_t Vertex) const
	{
		TVertex Out;
		Out.Position = Level.Positions[Vertex];
		for (uint32_t Index = 0; Index < std::size(Out.Bones); ++Index)
		{
			Out.Bones[Index] = Level.Weights.Bones[Level.Weights.Offsets[Vertex] + Index];
			Out.Weights[Index] = Level.Weights.Weights[Level.Weights.Offsets[Vertex] + Index];
		}
		if constexpr (requires { Out.Normal; })
		{
			Out.Normal = Level.Normals[Vertex];
			Out.Tangent = Level.Tangents[Vertex];
		}
		return Out;
	}
};

// Repeats a packed skin of one influence count: the same vertices Times times, as if the mesh were that large.
inline void Tile(FPackedSkin& Skin, size_t Times)
{
	const auto Repeat = [&](auto& Stream, size_t Padding)
	{
		if (Stream.empty())
		{
			return;
		}
		const size_t Size = Stream.size() - Padding;
		Stream.resize(Size * Times + Padding);
		for (size_t Time = 1; Time < Times; ++Time)
		{
			std::memcpy(Stream.data() + Size * Time, Stream.data(), Size * sizeof(Stream[0]));
		}
	};
	for (TAlignedArray<uint8_t>* Stream :
		{&Skin.IndexStream, &Skin.WeightStream, &Skin.PointStream, &Skin.PositionStream, &Skin.FrameStream})
	{
		Repeat(*Stream, 64);
	}
	Repeat(Skin.TwistFractions, 0);
	Repeat(Skin.Centers, 0);
	Repeat(Skin.BlendFactors, 0);
	Repeat(Skin.SegmentStream, 0);
	// Linear groups stay in front, so that the streams of both kinds stay whole.
	const std::vector<FSkinGroup> Groups = std::move(Skin.Groups);
	const uint32_t Slots = Skin.SlotCount, Influences = Skin.InfluenceCount, Indices = Skin.IndexCount;
	const uint32_t LinearSlots = Skin.LinearSlotCount, LinearInfluences = Skin.LinearInfluenceCount;
	const uint32_t Count = static_cast<uint32_t>(Times);
	Skin.Groups.clear();
	for (const uint32_t bLinear : {1u, 0u})
	{
		for (uint32_t Time = 0; Time < Count; ++Time)
		{
			for (FSkinGroup Group : Groups)
			{
				if (Group.bLinear != bLinear)
				{
					continue;
				}
				// Streams of all influences repeat as a whole, in the order of the copies, whatever the groups' order.
				Group.FirstSlot +=
					bLinear ? Time * LinearSlots : (Count - 1) * LinearSlots + Time * (Slots - LinearSlots);
				Group.FirstInfluence += bLinear
					? Time * LinearInfluences
					: (Count - 1) * LinearInfluences + Time * (Influences - LinearInfluences);
				Group.FirstIndex += Time * Indices;
				Skin.Groups.push_back(Group);
			}
		}
	}
	Skin.LinearSlotCount *= Count;
	Skin.LinearInfluenceCount *= Count;
	Skin.SlotCount *= static_cast<uint32_t>(Times);
	Skin.InfluenceCount *= static_cast<uint32_t>(Times);
	Skin.IndexCount *= static_cast<uint32_t>(Times);
}

} // namespace Exemplar::Bench

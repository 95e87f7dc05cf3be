// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Character/Character.h"
#include "Character/CharacterModel.h"
#include "Character/CorrectiveDeltas.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numeric>
#include <random>
#include <string>
#include <vector>

namespace Exemplar
{

/** Seeded numbers that are the same on every platform: the standard's distributions are not, its engines are. */
class FRandom
{
public:
	explicit FRandom(uint64_t Seed)
		: Engine(Seed)
	{
	}

	/** In [0, Count). */
	uint32_t Below(uint32_t Count) { return static_cast<uint32_t>((Engine() >> 32) * Count >> 32); }

	/** In [Low, High). */
	float Between(float Low, float High)
	{
		return Low + (High - Low) * (static_cast<float>(Engine() >> 40) * (1.0f / 16777216.0f));
	}

	bool Chance(float Probability) { return Between(0.0f, 1.0f) < Probability; }

	FFloat3 Vector(float Size) { return {Between(-Size, Size), Between(-Size, Size), Between(-Size, Size)}; }
	FFloat3 Direction() { return Normalize(Vector(1.0f), {0.0f, 1.0f, 0.0f}); }

	/** By at most MaxAngle radians, about any axis. */
	FRotation Rotation(float MaxAngle = PiF)
	{
		return Normalize(RotationAboutAxis(Direction(), Between(-MaxAngle, MaxAngle)));
	}

private:
	std::mt19937_64 Engine;
};

/** What a random character has. Every combination gives a character that keeps all rules of the model. */
struct FRandomCharacterOptions
{
	uint64_t Seed = 1;
	uint32_t JointCount = 12;
	uint32_t VertexCount = 200; // of the finest level; each further level has about half of the one before
	uint32_t LevelCount = 2;
	uint32_t MaxInfluences = 4; // a vertex has 1 to this many, of different bones
	uint32_t ClipCount = 2;
	uint32_t FrameCount = 20;
	bool bLimits = true;
	bool bScales = true;        // rest scales other than one, and scale keys
	bool bStreams = true;       // normals, tangents and UVs
	bool bWeights = true;       // linear blend weights
	bool bSkin = true;          // animation-space points
	bool bLinearSkin = false;   // the points are exactly w (v, 1) of the weights; otherwise they are disturbed
	bool bSkinTangents = true;  // animation-space tangents and bitangents
	bool bGeomorph = true;      // geomorph targets and deltas on all levels but the last
	bool bIdentity = true;      // the maps between source vertices, points and corners
	bool bReducedBones = false; // each level lists the bones that it needs
	bool bCorrectives = true;
};

namespace RandomCharacter
{

inline FSkeletonData MakeSkeleton(const FRandomCharacterOptions& Options, FRandom& Random)
{
	FSkeletonData Skeleton;
	for (uint32_t Joint = 0; Joint < Options.JointCount; ++Joint)
	{
		Skeleton.Names.push_back("joint " + std::to_string(Joint) + (Random.Chance(0.1f) ? " \xc3\xa4" : ""));
		// A second root now and then.
		const bool bRoot = Joint == 0 || Random.Chance(0.05f);
		Skeleton.Parents.push_back(bRoot ? NoParent : static_cast<int32_t>(Random.Below(Joint)));
		FBoneTransform Rest{Random.Rotation(), Random.Vector(0.3f), {1.0f, 1.0f, 1.0f}};
		if (Options.bScales)
		{
			Rest.Scale = {Random.Between(0.8f, 1.25f), Random.Between(0.8f, 1.25f), Random.Between(0.8f, 1.25f)};
		}
		Skeleton.RestLocal.push_back(Rest);
		if (Options.bLimits)
		{
			Skeleton.Limits.push_back(
				{Random.Direction(), Random.Between(0.0f, PiF), Random.Between(-PiF, 0.0f), Random.Between(0.0f, PiF)});
		}
	}
	return Skeleton;
}

/** Distinct bones and weights that sum to one, in both skins or in either. */
inline void AddInfluences(
	const FRandomCharacterOptions& Options, FRandom& Random, std::vector<uint16_t>& AllBones, FMeshLevelData& Level)
{
	const uint32_t Count = 1 + Random.Below((std::min)(Options.MaxInfluences, Options.JointCount));
	std::vector<float> Weights(Count);
	for (uint32_t Index = 0; Index < Count; ++Index)
	{
		std::swap(AllBones[Index], AllBones[Index + Random.Below(Options.JointCount - Index)]);
		Weights[Index] = Random.Between(0.05f, 1.0f);
	}
	const float Sum = std::accumulate(Weights.begin(), Weights.end(), 0.0f);
	const FFloat3 V = Level.Positions[Level.Weights.Offsets.empty() ? Level.Skin.Offsets.size() - 1
																	: Level.Weights.Offsets.size() - 1];
	float Disturbance = 0.0f, TangentSum = 0.0f, BitangentSum = 0.0f;
	for (uint32_t Index = 0; Index < Count; ++Index)
	{
		const bool bLast = Index + 1 == Count;
		const float Weight = Weights[Index] / Sum;
		if (Options.bWeights)
		{
			Level.Weights.Bones.push_back(AllBones[Index]);
			Level.Weights.Weights.push_back(Weight);
		}
		if (!Options.bSkin)
		{
			continue;
		}
		FFloat4 Point{V.X * Weight, V.Y * Weight, V.Z * Weight, Weight};
		if (!Options.bLinearSkin)
		{
			const FFloat3 Offset = Random.Vector(0.05f);
			const float W = bLast ? -Disturbance : Random.Between(-0.1f, 0.1f);
			Disturbance += W;
			Point = Point + FFloat4{Offset.X, Offset.Y, Offset.Z, W};
		}
		Level.Skin.Bones.push_back(AllBones[Index]);
		Level.Skin.Points.push_back(Point);
		if (Options.bSkinTangents)
		{
			const FFloat3 T = Random.Vector(1.0f), B = Random.Vector(1.0f);
			const float TangentW = bLast ? -TangentSum : Random.Between(-1.0f, 1.0f);
			const float BitangentW = bLast ? -BitangentSum : Random.Between(-1.0f, 1.0f);
			TangentSum += TangentW;
			BitangentSum += BitangentW;
			Level.Skin.Tangents.push_back({T.X, T.Y, T.Z, TangentW});
			Level.Skin.Bitangents.push_back({B.X, B.Y, B.Z, BitangentW});
		}
	}
	if (Options.bWeights)
	{
		Level.Weights.Offsets.push_back(static_cast<uint32_t>(Level.Weights.Bones.size()));
	}
	if (Options.bSkin)
	{
		Level.Skin.Offsets.push_back(static_cast<uint32_t>(Level.Skin.Bones.size()));
	}
}

inline void AddSkins(const FRandomCharacterOptions& Options, FRandom& Random, FMeshLevelData& Level)
{
	if (Options.JointCount == 0 || !(Options.bWeights || Options.bSkin))
	{
		return;
	}
	std::vector<uint16_t> AllBones(Options.JointCount);
	std::iota(AllBones.begin(), AllBones.end(), uint16_t{0});
	Level.Weights.Offsets.assign(Options.bWeights ? 1 : 0, 0);
	Level.Skin.Offsets.assign(Options.bSkin ? 1 : 0, 0);
	for (size_t Vertex = 0; Vertex < Level.VertexCount(); ++Vertex)
	{
		AddInfluences(Options, Random, AllBones, Level);
	}
	if (Options.bReducedBones)
	{
		Level.Bones = Options.bSkin ? Level.Skin.Bones : Level.Weights.Bones;
		std::sort(Level.Bones.begin(), Level.Bones.end());
		Level.Bones.erase(std::unique(Level.Bones.begin(), Level.Bones.end()), Level.Bones.end());
	}
}

inline FMeshLevelData MakeLevel(
	const FRandomCharacterOptions& Options, FRandom& Random, uint32_t Index, const FCharacterData& Character)
{
	FMeshLevelData Level;
	const uint32_t Count = (std::max)(Options.VertexCount >> Index, 3u);
	for (uint32_t Vertex = 0; Vertex < Count; ++Vertex)
	{
		Level.Positions.push_back(Random.Vector(1.0f));
		if (Options.bWeights)
		{
			Level.RotationCenters.push_back(Level.Positions.back() * 0.5f);
			Level.BlendFactors.push_back(
				0.5f + 0.5f * Level.Positions.back().Y / (1.0f + std::abs(Level.Positions.back().Y)));
		}
		if (Options.bStreams)
		{
			const FFloat3 Normal = Random.Direction();
			const FFloat3 Tangent = Normalize(Cross(Normal, Random.Direction()), {1.0f, 0.0f, 0.0f});
			Level.Normals.push_back(Normal);
			Level.Tangents.push_back({Tangent.X, Tangent.Y, Tangent.Z, Random.Chance(0.5f) ? 1.0f : -1.0f});
			Level.UVs.push_back({Random.Between(0.0f, 1.0f), Random.Between(0.0f, 1.0f)});
		}
		if (Options.bIdentity)
		{
			const bool bOfSource = Random.Chance(0.9f);
			const uint32_t Source = Random.Below(static_cast<uint32_t>(Character.PointOfSource.size()));
			Level.SourceOfCorner.push_back(bOfSource ? Source : NoIndex);
			Level.PointOfCorner.push_back(
				bOfSource ? Character.PointOfSource[Source] : Random.Below(Character.PointCount));
		}
	}
	for (size_t Vertex = 0; Vertex < Level.UVs.size(); ++Vertex)
	{
		Level.MoreUVs.push_back({Level.UVs[Vertex].Y, 1.0f - Level.UVs[Vertex].X});
		Level.Colors.push_back({Level.UVs[Vertex].X, Level.UVs[Vertex].Y, 0.5f, 1.0f});
	}
	for (uint32_t Slot = 0; Slot < Character.Materials.size(); ++Slot)
	{
		const uint32_t First = static_cast<uint32_t>(Level.Indices.size());
		const uint32_t TriangleCount = 1 + Random.Below(Count);
		for (uint32_t Triangle = 0; Triangle < TriangleCount; ++Triangle)
		{
			const uint32_t A = Random.Below(Count), B = (A + 1 + Random.Below(Count - 2)) % Count;
			uint32_t C = Random.Below(Count);
			while (C == A || C == B)
			{
				C = (C + 1) % Count;
			}
			Level.Indices.insert(Level.Indices.end(), {A, B, C});
		}
		Level.Sections.push_back({Slot, First, static_cast<uint32_t>(Level.Indices.size()) - First});
		Level.SectionSpheres.push_back({Random.Vector(0.1f), Random.Between(2.0f, 3.0f)});
	}
	AddSkins(Options, Random, Level);
	if (Options.bGeomorph && Index + 1 < Options.LevelCount)
	{
		for (uint32_t Vertex = 0; Vertex < Count; ++Vertex)
		{
			Level.GeomorphTargets.push_back(Random.Below((std::max)(Options.VertexCount >> (Index + 1), 3u)));
		}
		for (size_t Influence = 0; Influence < Level.Skin.Points.size(); ++Influence)
		{
			const FFloat3 Delta = Random.Vector(0.02f);
			Level.Skin.GeomorphDeltas.push_back({Delta.X, Delta.Y, Delta.Z, 0.0f});
		}
	}
	Level.SurfaceError = 0.0005f * static_cast<float>(Index);
	Level.SurfaceRms = 0.0002f * static_cast<float>(Index);
	Level.MeanError = 0.001f * static_cast<float>(Index);
	Level.ErrorBound = 0.004f * static_cast<float>(Index);
	return Level;
}

template <typename ValueType, typename MakeType>
void FillChannel(TClipChannel<FOwned, ValueType>& Channel, const FRandomCharacterOptions& Options, FRandom& Random,
	const MakeType& Make)
{
	Channel.Offsets.push_back(0);
	for (uint32_t Joint = 0; Joint < Options.JointCount; ++Joint)
	{
		// Some joints have a key at every frame, some a few, some none.
		const float Density = Random.Chance(0.3f) ? 1.0f : (Random.Chance(0.3f) ? 0.0f : 0.3f);
		for (uint32_t Frame = 0; Frame < Options.FrameCount; ++Frame)
		{
			if (Random.Chance(Density))
			{
				Channel.Frames.push_back(static_cast<uint16_t>(Frame));
				Channel.Values.push_back(Make(Joint));
			}
		}
		Channel.Offsets.push_back(static_cast<uint32_t>(Channel.Frames.size()));
	}
}

inline FClipData MakeClip(
	const FRandomCharacterOptions& Options, FRandom& Random, uint32_t Index, const FSkeletonData& Skeleton)
{
	FClipData Clip;
	Clip.Name = "clip " + std::to_string(Index);
	Clip.FramesPerSecond = Random.Chance(0.5f) ? 30.0f : 60.0f;
	Clip.FrameCount = Options.FrameCount;
	Clip.bLoops = Random.Below(2);
	FillChannel(Clip.Rotations, Options, Random,
		[&](uint32_t Joint) { return Normalize(Compose(Skeleton.RestLocal[Joint].Rotation, Random.Rotation(1.5f))); });
	if (Random.Chance(0.7f))
	{
		FillChannel(Clip.Translations, Options, Random,
			[&](uint32_t Joint) { return Skeleton.RestLocal[Joint].Translation + Random.Vector(0.1f); });
	}
	if (Options.bScales && Random.Chance(0.5f))
	{
		FillChannel(Clip.Scales, Options, Random,
			[&](uint32_t) {
				return FFloat3{1.0f, 1.0f, 1.0f} + Random.Vector(0.2f);
			});
	}
	const uint16_t Last = static_cast<uint16_t>(Options.FrameCount - 1);
	Clip.Curves = {{0, 5}, {'s', 'm', 'i', 'l', 'e'}, {0, Last > 0 ? 2u : 1u}, {0}, {0.25f}};
	if (Last > 0)
	{
		Clip.Curves.Frames.push_back(Last);
		Clip.Curves.Values.push_back(0.75f);
	}
	return Clip;
}

/** Kernels of every kind, a few correctives with one to three shapes, a tenth of the vertices in each shape. */
inline void AddCorrectiveModel(FRandom& Random, FCharacterData& Character)
{
	TCorrectives<FOwned>& Model = Character.Correctives;
	const uint32_t JointCount = static_cast<uint32_t>(Character.Skeleton.JointCount());
	Model.Curves = {{"age", 0.25f}, {"tension", 0.0f}};
	for (uint32_t Driver = 0; Driver < 6; ++Driver)
	{
		Model.Drivers.push_back({Driver < 4 ? 0u : 1u, Driver < 4 ? Random.Below(JointCount) : Driver - 4});
	}
	for (uint32_t Kernel = 0; Kernel < 24; ++Kernel)
	{
		FCorrectiveKernel Made{Kernel < 10 ? 0 : Random.Below(CorrectiveFunctionCount),
			Kernel < 10 ? 0 : Random.Below(3), Random.Below(2), Random.Between(0.5f, 3.0f),
			static_cast<uint32_t>(Model.Terms.size()), 0};
		if (Made.Function <= static_cast<uint32_t>(ECorrectiveFunction::Linear))
		{
			Made.Count = Kernel < 8 ? 1 : 1 + Random.Below(3);
			for (uint32_t Term = 0; Term < Made.Count; ++Term)
			{
				const uint32_t Driver = Random.Below(Kernel < 8 ? 4 : 6);
				const FRotation Value{Random.Between(-1.0f, 1.0f), 0.0f, 0.0f, 1.0f};
				Model.Terms.push_back({Driver, Random.Between(0.0f, 2.0f), Driver < 4 ? Random.Rotation(1.0f) : Value});
			}
		}
		else if (Made.Function == static_cast<uint32_t>(ECorrectiveFunction::Product))
		{
			Made.First = Random.Below(Kernel);
			Made.Count = Random.Below(Kernel);
		}
		else
		{
			Made.First = Random.Below(6);
			Made.Count = Made.First < 4 ? Random.Below(3) : 0;
		}
		Model.Kernels.push_back(Made);
	}
	for (uint32_t Corrective = 0; Corrective < 4; ++Corrective)
	{
		TCorrective<FOwned> Row;
		Row.FirstShape = static_cast<uint32_t>(Model.Shapes.size());
		Row.ShapeCount = 1 + Random.Below(3);
		Row.Name = "corrective " + std::to_string(Corrective);
		Row.Source = Corrective == 0 ? "sculpt.obj" : "";
		Row.Strength = Random.Between(0.5f, 1.5f);
		Row.Flags = Corrective == 0 ? CorrectiveEnabled : CorrectiveEnabled | CorrectiveLearned;
		for (uint32_t Shape = 0; Shape < Row.ShapeCount; ++Shape)
		{
			FCorrectiveShape Made{static_cast<uint32_t>(Model.Runs.size()), 1 + Random.Below(2), -2.0f, 3.0f,
				Corrective == 3 ? 0u : NoIndex, 0.05f / 32767.0f, 0.5f / 127.0f};
			for (uint32_t Run = 0; Run < Made.RunCount; ++Run)
			{
				const uint32_t First = Random.Below(20), Count = 1 + Random.Below(4);
				Model.Runs.push_back({First, Count, static_cast<uint32_t>(Model.Coefficients.size())});
				for (uint32_t Index = 0; Index < Count; ++Index)
				{
					Model.Coefficients.push_back(static_cast<double>(Random.Between(-1.0f, 1.0f)));
				}
			}
			Model.Shapes.push_back(Made);
		}
		Model.Correctives.push_back(Row);
	}
	Model.AfterJoints = {static_cast<uint16_t>(Random.Below(JointCount))};
}

inline void AddCorrectives(FRandom& Random, FCharacterData& Character)
{
	AddCorrectiveModel(Random, Character);
	for (FMeshLevelData& Level : Character.Levels)
	{
		FDeltaWriter Writer(Level.Correctives);
		Level.Correctives.AfterOffsets = {0};
		const auto Code = [&](float Largest) { return Random.Between(-Largest, Largest); };
		for (size_t Shape = 0; Shape < Character.Correctives.ShapeCount(); ++Shape)
		{
			for (uint32_t Vertex = 0; Vertex < Level.VertexCount(); ++Vertex)
			{
				if (Random.Chance(0.1f))
				{
					Writer.Add(Vertex,
						{static_cast<int16_t>(Code(32767.0f)), static_cast<int16_t>(Code(32767.0f)),
							static_cast<int16_t>(Code(32767.0f))});
					Level.Correctives.Normals.push_back({static_cast<int8_t>(Code(127.0f)),
						static_cast<int8_t>(Code(127.0f)), static_cast<int8_t>(Code(127.0f))});
				}
				if (Random.Chance(0.02f))
				{
					Level.Correctives.After.push_back({Vertex, 0, Random.Vector(0.05f)});
				}
			}
			Writer.EndShape();
			Level.Correctives.AfterOffsets.push_back(static_cast<uint32_t>(Level.Correctives.After.size()));
		}
	}
}

} // namespace RandomCharacter

/** A character without sense but with everything the options ask for; the same for the same options everywhere. */
inline FCharacterData MakeRandomCharacterData(const FRandomCharacterOptions& Options = {})
{
	FRandom Random(Options.Seed);
	FCharacterData Character;
	Character.Name = "random " + std::to_string(Options.Seed);
	Character.Skeleton = RandomCharacter::MakeSkeleton(Options, Random);
	if (Options.LevelCount > 0)
	{
		for (uint32_t Slot = 0; Slot < 1 + Random.Below(3); ++Slot)
		{
			Character.Materials.push_back({"material " + std::to_string(Slot),
				{Random.Between(0.0f, 1.0f), Random.Between(0.0f, 1.0f), Random.Between(0.0f, 1.0f), 1.0f}});
		}
		if (Options.bIdentity)
		{
			Character.PointCount = (std::max)(Options.VertexCount * 3 / 4, 1u);
			for (uint32_t Source = 0; Source < (std::max)(Options.VertexCount, 1u); ++Source)
			{
				Character.PointOfSource.push_back(Random.Below(Character.PointCount));
			}
		}
	}
	for (uint32_t Index = 0; Index < Options.LevelCount; ++Index)
	{
		Character.Levels.push_back(RandomCharacter::MakeLevel(Options, Random, Index, Character));
		for (const FFloat3& Position : Character.Levels.back().Positions)
		{
			Character.RestBox.Add(Position);
		}
	}
	for (uint32_t Index = 0; Index < Options.ClipCount; ++Index)
	{
		Character.Clips.push_back(RandomCharacter::MakeClip(Options, Random, Index, Character.Skeleton));
	}
	if (Options.bCorrectives && Options.JointCount > 0)
	{
		RandomCharacter::AddCorrectives(Random, Character);
	}
	Character.Sphere = {{0.0f, 0.0f, 0.0f}, Options.LevelCount > 0 ? 3.0f : 0.0f};
	Character.Provenance = {{"generator", "RandomCharacter"}, {"seed", std::to_string(Options.Seed)}};
	return Character;
}

} // namespace Exemplar

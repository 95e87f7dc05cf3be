// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Character/CorrectiveDeltas.h"
#include "Files/GltfExport.h"
#include "Files/GltfImport.h"

#include <cmath>
#include <gtest/gtest.h>

namespace Exemplar
{
namespace GltfTube
{

/**
 * A tube of Rings x 12 vertices around the y axis over a chain of joints. Every vertex has Influences of them; the
 * weights fall with distance, so that which are the largest is plain.
 */
inline FCharacterData MakeTube(size_t Rings, size_t Joints, size_t Influences)
{
	FCharacterData Data;
	Data.Name = "tube";
	for (size_t Joint = 0; Joint < Joints; ++Joint)
	{
		Data.Skeleton.Names.push_back("joint " + std::to_string(Joint));
		Data.Skeleton.Parents.push_back(static_cast<int32_t>(Joint) - 1);
		FBoneTransform Local;
		Local.Translation = {0.0f, Joint == 0 ? 0.0f : 0.3f, 0.0f};
		Local.Rotation = RotationAboutAxis({0.0f, 0.0f, 1.0f}, 0.1f);
		Data.Skeleton.RestLocal.push_back(Local);
	}
	Data.Materials = {{"skin", {0.8f, 0.6f, 0.5f, 1.0f}}, {"glass", {0.5f, 0.5f, 1.0f, 0.5f}}};
	FMeshLevelData& Level = Data.Levels.emplace_back();
	Level.Weights.Offsets.push_back(0);
	for (size_t Ring = 0; Ring < Rings; ++Ring)
	{
		for (size_t Side = 0; Side < 12; ++Side)
		{
			const float Angle = static_cast<float>(Side) * PiF / 6.0f, Height = static_cast<float>(Ring) * 0.1f;
			Level.Positions.push_back({0.2f * std::cos(Angle), Height, 0.2f * std::sin(Angle)});
			Level.Normals.push_back({std::cos(Angle), 0.0f, std::sin(Angle)});
			Level.Tangents.push_back({-std::sin(Angle), 0.0f, std::cos(Angle), Side % 2 == 0 ? 1.0f : -1.0f});
			Level.UVs.push_back({static_cast<float>(Side) / 12.0f, Height});
			float Sum = 0.0f;
			for (size_t I = 0; I < Influences; ++I)
			{
				Sum += 1.0f / static_cast<float>(1 + I);
			}
			for (size_t I = 0; I < Influences; ++I)
			{
				Level.Weights.Bones.push_back(static_cast<uint16_t>((Ring + I) % Joints));
				Level.Weights.Weights.push_back(1.0f / static_cast<float>(1 + I) / Sum);
			}
			Level.Weights.Offsets.push_back(static_cast<uint32_t>(Level.Weights.Bones.size()));
		}
	}
	for (uint32_t Ring = 0; Ring + 1 < Rings; ++Ring)
	{
		for (uint32_t Side = 0; Side < 12; ++Side)
		{
			const uint32_t A = Ring * 12 + Side, B = Ring * 12 + (Side + 1) % 12;
			for (const uint32_t Corner : {A, A + 12, B, B, A + 12, B + 12})
			{
				Level.Indices.push_back(Corner);
			}
		}
	}
	const auto Half = static_cast<uint32_t>(Level.Indices.size() / 2 / 3 * 3);
	Level.Sections = {{0, 0, Half}, {1, Half, static_cast<uint32_t>(Level.Indices.size()) - Half}};
	for (const FFloat3& P : Level.Positions)
	{
		Data.RestBox.Add(P);
	}
	Data.Sphere = {Data.RestBox.Center(), Data.RestBox.Diagonal()};
	Data.Provenance = {{"generator", "a test"}, {"options.rig", "none \"at\" all"}};
	return Data;
}

/** Every joint turns a little more each frame; the last joint also moves and grows, by few keys. */
inline FClipData MakeTurning(size_t Joints, uint32_t Frames)
{
	FClipData Clip;
	Clip.Name = "turning";
	Clip.FramesPerSecond = 24.0f;
	Clip.FrameCount = Frames;
	Clip.Rotations.Offsets.push_back(0);
	for (size_t Joint = 0; Joint < Joints; ++Joint)
	{
		for (uint32_t Frame = 0; Frame < Frames; ++Frame)
		{
			Clip.Rotations.Frames.push_back(static_cast<uint16_t>(Frame));
			const float Angle = 0.4f * static_cast<float>(Frame);
			Clip.Rotations.Values.push_back(RotationAboutAxis({1.0f, 0.0f, 0.0f}, Angle));
		}
		Clip.Rotations.Offsets.push_back(static_cast<uint32_t>(Clip.Rotations.Values.size()));
	}
	Clip.Translations.Offsets.assign(Joints + 1, 0);
	Clip.Translations.Offsets.back() = 2;
	Clip.Translations.Frames = {0, static_cast<uint16_t>(Frames - 1)};
	Clip.Translations.Values = {{0.0f, 0.3f, 0.0f}, {0.0f, 0.6f, 0.0f}};
	Clip.Scales.Offsets.assign(Joints + 1, 0);
	Clip.Scales.Offsets.back() = 1;
	Clip.Scales.Frames = {0};
	Clip.Scales.Values = {{1.0f, 2.0f, 1.0f}};
	return Clip;
}

inline std::vector<std::byte> ExportWell(const FCharacterData& Data, const FGltfExportOptions& Options = {})
{
	const TResult<FCharacter> Character = FCharacter::FromData(Data);
	EXPECT_TRUE(Character) << (Character ? "" : Character.GetError().Message);
	TResult<std::vector<std::byte>> Bytes = ExportCharacterGltf(Character->View(), Options);
	EXPECT_TRUE(Bytes) << (Bytes ? "" : Bytes.GetError().Message);
	return Bytes ? std::move(*Bytes) : std::vector<std::byte>{};
}

inline FSourceExamples ImportWell(const std::vector<std::byte>& Bytes, const FSceneOptions& Options = {})
{
	TResult<FSourceExamples> Examples = ImportGltfBytes(Bytes, "test.glb", {}, Options, {});
	EXPECT_TRUE(Examples) << (Examples ? "" : Examples.GetError().Message);
	return Examples ? std::move(*Examples) : FSourceExamples{};
}

/** Gives every vertex of the finest level a corrective that moves it along z, and has weight one at rest. */
inline void AddBulge(FCharacterData& Data, double Height)
{
	TCorrectives<FOwned>& Model = Data.Correctives;
	Model.Drivers = {{static_cast<uint32_t>(ECorrectiveDriver::Rotation), 1}};
	Model.Kernels = {{}};
	Model.Kernels[0].Count = 1;
	Model.Terms = {{}};
	Model.Runs = {{0, 1, 0}};
	Model.Coefficients = {1.0};
	Model.Shapes = {{}};
	Model.Shapes[0].RunCount = 1;
	Model.Shapes[0].DeltaScale = DeltaScaleFor(Height);
	Model.Correctives = {{}};
	Model.Correctives[0].Name = "bulge";
	Model.Correctives[0].ShapeCount = 1;
	FDeltaWriter Deltas(Data.Levels[0].Correctives);
	for (uint32_t Vertex = 0; Vertex < Data.Levels[0].VertexCount(); ++Vertex)
	{
		Deltas.Add(Vertex, EncodeDelta(0.0, 0.0, Height, Model.Shapes[0].DeltaScale));
	}
	Deltas.EndShape();
}

} // namespace GltfTube
} // namespace Exemplar

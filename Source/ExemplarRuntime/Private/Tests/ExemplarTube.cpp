// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Tests/ExemplarTube.h"

#include "Character/CorrectiveDeltas.h"
#include "CoreMinimal.h"

#if WITH_DEV_AUTOMATION_TESTS

namespace Exemplar
{
namespace
{

FMeshLevelData MakeTubeLevel(uint32_t Rings, uint32_t Sides)
{
	FMeshLevelData Level;
	Level.Weights.Offsets.push_back(0);
	for (uint32_t Ring = 0; Ring < Rings; ++Ring)
	{
		const float Y = 2.0f * static_cast<float>(Ring) / static_cast<float>(Rings - 1);
		const float Along = (std::min)(Y / 0.5f, 2.999f);
		const uint16_t First = static_cast<uint16_t>(Along);
		const float Fraction = Along - static_cast<float>(First);
		for (uint32_t Side = 0; Side < Sides; ++Side)
		{
			const float Angle = 2.0f * PiF * static_cast<float>(Side) / static_cast<float>(Sides);
			const float Radius = 0.22f + 0.05f * std::sin(7.0f * Y);
			const FFloat3 P{Radius * std::cos(Angle), Y, -Radius * std::sin(Angle)};
			Level.Positions.push_back(P);
			Level.Normals.push_back({std::cos(Angle), 0.0f, -std::sin(Angle)});
			Level.RotationCenters.push_back({0.0f, P.Y, 0.0f});
			Level.Tangents.push_back({-std::sin(Angle), 0.0f, -std::cos(Angle), 1.0f});
			Level.UVs.push_back({static_cast<float>(Side) / static_cast<float>(Sides), 0.5f * Y});
			Level.Weights.Bones.insert(Level.Weights.Bones.end(), {First, static_cast<uint16_t>(First + 1)});
			Level.Weights.Weights.insert(Level.Weights.Weights.end(), {1.0f - Fraction, Fraction});
			Level.Weights.Offsets.push_back(static_cast<uint32_t>(Level.Weights.Bones.size()));
			for (const float W : {1.0f - Fraction, Fraction})
			{
				Level.Skin.Points.push_back({W * P.X, W * P.Y, W * P.Z, W});
			}
			if (Ring + 1 < Rings)
			{
				const uint32_t A = Ring * Sides + Side, B = Ring * Sides + (Side + 1) % Sides;
				Level.Indices.insert(Level.Indices.end(), {A, B, B + Sides, A, B + Sides, A + Sides});
			}
		}
	}
	Level.Skin.Offsets = Level.Weights.Offsets;
	Level.Skin.Bones = Level.Weights.Bones;
	const uint32_t Half = 6 * Sides * ((Rings - 1) / 2);
	Level.Sections = {{0, 0, Half}, {1, Half, static_cast<uint32_t>(Level.Indices.size()) - Half}};
	// The shape pulls the tube's upper end to one side.
	FDeltaWriter Writer(Level.Correctives);
	for (uint32_t Vertex = Sides * (Rings - 3); Vertex < Sides * Rings; ++Vertex)
	{
		Writer.Add(Vertex, {1000, 200, -500});
		Level.Correctives.Normals.push_back({10, -20, 5});
		Level.BlendFactors.resize(Sides * Rings, 0.3f);
	}
	Writer.EndShape();
	return Level;
}

} // namespace

FCharacterData MakeTubeData()
{
	FCharacterData Data;
	Data.Name = "tube";
	Data.Materials = {{"Lower", {0.8f, 0.2f, 0.2f, 1.0f}}, {"Upper", {0.2f, 0.2f, 0.8f, 1.0f}}};
	FClipData Clip;
	Clip.Name = "bend";
	Clip.FramesPerSecond = 10.0f;
	Clip.FrameCount = 11;
	Clip.Rotations.Offsets.push_back(0);
	for (int32_t Joint = 0; Joint < 4; ++Joint)
	{
		Data.Skeleton.Names.push_back("joint" + std::to_string(Joint));
		Data.Skeleton.Parents.push_back(Joint - 1);
		Data.Skeleton.RestLocal.push_back({{}, {0.0f, Joint == 0 ? 0.0f : 0.5f, 0.0f}, {1.0f, 1.0f, 1.0f}});
		Clip.Rotations.Frames.insert(Clip.Rotations.Frames.end(), {0, 10});
		const FFloat3 Axis = Normalize(FFloat3{0.3f, 0.2f, 1.0f});
		Clip.Rotations.Values.insert(Clip.Rotations.Values.end(),
			{FRotation{}, RotationAboutAxis(Axis, 0.15f + 0.1f * static_cast<float>(Joint))});
		Clip.Rotations.Offsets.push_back(static_cast<uint32_t>(Clip.Rotations.Frames.size()));
	}
	Data.Clips.push_back(Clip);
	TCorrectives<FOwned>& Shapes = Data.Correctives;
	Shapes.Drivers = {{static_cast<uint32_t>(ECorrectiveDriver::Rotation), 3}};
	Shapes.Kernels = {{static_cast<uint32_t>(ECorrectiveFunction::Gaussian),
		static_cast<uint32_t>(ECorrectiveMetric::Chordal), 0, 0.3f, 0, 1}};
	Shapes.Terms = {{0, 1.0f, RotationAboutAxis(Normalize(FFloat3{0.3f, 0.2f, 1.0f}), 0.45f)}};
	Shapes.Runs = {{0, 1, 0}};
	Shapes.Coefficients = {1.0};
	Shapes.Shapes = {{0, 1, 0.0f, 1.0f, NoIndex, 1e-4f, 1e-2f}};
	TCorrective<FOwned> Corrective;
	Corrective.ShapeCount = 1;
	Corrective.Name = "pull";
	Shapes.Correctives = {Corrective};
	Data.Levels.push_back(MakeTubeLevel(25, 24));
	Data.Levels.push_back(MakeTubeLevel(9, 8));
	Data.Levels[1].MeanError = 0.02f;
	Data.Levels[1].ErrorBound = 0.02f;
	for (const FFloat3& P : Data.Levels[0].Positions)
	{
		Data.RestBox.Add(P);
	}
	Data.Sphere = {{0.0f, 0.0f, 0.0f}, 2.6f};
	return Data;
}

FCharacter MakeTube()
{
	TResult<FCharacter> Made = FCharacter::FromData(MakeTubeData());
	checkf(Made.IsOk(), TEXT("%s"), UTF8_TO_TCHAR(Made.GetError().Message.c_str()));
	return *Made;
}

} // namespace Exemplar

#endif

// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Base/AlignedArray.h"
#include "Character/CharacterFormat.h"
#include "Character/CharacterModel.h"
#include "Character/CharacterWriter.h"

#include <cmath>
#include <cstring>
#include <string>
#include <vector>

namespace Exemplar
{

/** A small character that has everything: three joints, two levels, both skins, identity, geomorph links, a clip. */
inline FCharacterData MakeSmallCharacterData()
{
	FCharacterData Character;
	Character.Name = "small";
	Character.Skeleton.Names = {"hip", "knee", "foot"};
	Character.Skeleton.Parents = {NoParent, 0, 1};
	Character.Skeleton.RestLocal = {{{}, {0.0f, 1.0f, 0.0f}}, {{0.6f, 0.0f, 0.0f, 0.8f}, {0.0f, -0.5f, 0.0f}},
		{{}, {0.0f, -0.5f, 0.0f}, {1.0f, 2.0f, 1.0f}}};
	Character.Skeleton.Limits = {{}, {{1.0f, 0.0f, 0.0f}, 0.0f, 0.0f, 2.5f}, {}};
	Character.Materials = {{"skin", {0.8f, 0.6f, 0.5f, 1.0f}}, {"cloth"}};
	Character.PointOfSource = {0, 1, 2, 2};
	Character.PointCount = 3;
	Character.PreferredOperator = 3;
	for (uint32_t Count : {4u, 3u})
	{
		FMeshLevelData Level;
		const FFloat3 Corners[] = {{0.0f, 0.0f, 0.0f}, {1.0f, 0.0f, 0.0f}, {1.0f, 1.0f, 0.0f}, {0.0f, 1.0f, 0.0f}};
		const uint32_t Triangles[] = {0, 1, 2, 0, 2, 3};
		Level.Indices.assign(Triangles, Triangles + 3 * (Count - 2));
		Level.Weights.Offsets = {0};
		Level.Skin.Offsets = {0};
		for (uint32_t Vertex = 0; Vertex < Count; ++Vertex)
		{
			const FFloat3& V = Corners[Vertex];
			Level.Positions.push_back(V);
			Level.Normals.push_back({0.0f, 0.0f, 1.0f});
			Level.Tangents.push_back({1.0f, 0.0f, 0.0f, -1.0f});
			Level.UVs.push_back({V.X, V.Y});
			Level.MoreUVs.insert(Level.MoreUVs.end(), {{V.Y, V.X}, {0.5f * V.X, V.Y}}); // two sets
			Level.Colors.push_back({V.X, V.Y, 0.25f, 1.0f});
			Level.RotationCenters.push_back({V.X * 0.5f, 0.5f, 0.0f});
			Level.BlendFactors.push_back(V.Y);
			Level.PointOfCorner.push_back(Vertex < 3 ? Vertex : 2);
			Level.SourceOfCorner.push_back(Vertex == 1 ? NoIndex : Vertex);
			for (const uint16_t Bone : {uint16_t{0}, uint16_t{2}})
			{
				Level.Weights.Bones.push_back(Bone);
				Level.Weights.Weights.push_back(0.5f);
				Level.Skin.Bones.push_back(Bone);
				Level.Skin.Points.push_back({V.X * 0.5f, V.Y * 0.5f, V.Z * 0.5f, 0.5f});
				Level.Skin.GeomorphDeltas.push_back({0.1f, 0.0f, 0.0f, 0.0f});
				Level.Skin.Tangents.push_back({1.0f, 0.0f, 0.0f, Bone == 0 ? 0.25f : -0.25f});
				Level.Skin.Bitangents.push_back({0.0f, -1.0f, 0.0f, 0.0f});
			}
			Level.Weights.Offsets.push_back(2 * (Vertex + 1));
			Level.Skin.Offsets.push_back(2 * (Vertex + 1));
			if (Count == 4)
			{
				Level.GeomorphTargets.push_back(Vertex % 3);
			}
			Character.RestBox.Add(V);
		}
		for (uint32_t Section = 0; 3 * Section < Level.Indices.size(); ++Section)
		{
			Level.Sections.push_back({Section, 3 * Section, 3});
			Level.SectionSpheres.push_back({{0.5f, 0.5f, 0.0f}, 2.0f});
		}
		Level.Correctives = {{0, 1, 1, 2}, {0x05, 0x02}, {{0, 0, 10}, {0, 0, 20}, {10, 0, 0}},
			{{1, 2, 3}, {-4, 5, 6}, {7, 8, -9}}, {0, 0, 1, 1}, {{1, 0, {0.0f, 0.1f, 0.0f}}}};
		Level.Bones = {0, 2};
		Level.MeanError = Count == 4 ? 0.0f : 0.01f;
		Level.ErrorBound = Count == 4 ? 0.0f : 0.05f;
		Character.Levels.push_back(Level);
	}
	FClipData Clip;
	Clip.Name = "walk";
	Clip.FrameCount = 3;
	Clip.bLoops = 1;
	Clip.Rotations = {{0, 2, 2, 3}, {0, 2, 1}, {{}, {0.6f, 0.0f, 0.0f, 0.8f}, {0.0f, 0.0f, 1.0f, 0.0f}}};
	Clip.Translations = {{0, 2, 2, 2}, {0, 1}, {{0.0f, 1.0f, 0.0f}, {0.0f, 1.1f, 0.0f}}};
	Clip.Scales = {{0, 0, 0, 1}, {0}, {{1.0f, 2.0f, 1.0f}}};
	Clip.Curves = {
		{0, 3, 10}, {'a', 'g', 'e', 't', 'e', 'n', 's', 'i', 'o', 'n'}, {0, 1, 3}, {0, 0, 2}, {30.0f, 0.0f, 1.0f}};
	Character.Clips = {Clip};
	// A learned corrective with two shapes and a sculpt with one; a kernel of each kind of parts; a helper joint.
	TCorrectives<FOwned>& Model = Character.Correctives;
	Model.Curves = {{"age", 0.5f}};
	Model.Drivers = {{0, 1}, {1, 0}};
	Model.Kernels = {{0, 0, 1, 3.0f, 0, 1}, {1, 1, 0, 0.7f, 1, 2}, {4, 0, 0, 1.0f, 0, 1}, {6, 0, 0, 1.0f, 0, 2},
		{5, 0, 0, 1.0f, 0, 0}};
	Model.Terms = {
		{0, 1.0f, {0.6f, 0.0f, 0.0f, 0.8f}}, {0, 0.5f, {0.0f, 0.6f, 0.0f, 0.8f}}, {1, 1.0f, {0.25f, 0.0f, 0.0f, 1.0f}}};
	Model.Runs = {{0, 2, 0}, {2, 1, 2}, {3, 2, 3}};
	Model.Coefficients = {-0.2, 1.0, 1.0, 0.5, 0.25};
	Model.Shapes = {{0, 1, -1.0f, 1.0f, NoIndex, 1e-3f, 1e-2f}, {1, 1, 0.0f, 1.0f, 0, 1e-3f, 1e-2f},
		{2, 1, 0.0f, 2.0f, 0, 1e-3f, 1e-2f}};
	TCorrective<FOwned> Learned, Sculpt;
	Learned.ShapeCount = 2;
	Learned.Flags = CorrectiveEnabled | CorrectiveLearned;
	Learned.Joint = 1;
	Learned.Name = "knee";
	Sculpt.FirstShape = 2;
	Sculpt.ShapeCount = 1;
	Sculpt.Mirror = 1;
	Sculpt.Kernel = 1;
	Sculpt.Name = "squat";
	Sculpt.Source = "squat.obj";
	Model.Correctives = {Learned, Sculpt};
	Model.Helpers = {{2, 0, {0.01f, 0.0f, 0.0f}, {0.0f, 0.1f, 0.0f}}, {2, 2, {}, {0.1f, 0.0f, 0.0f}}};
	Model.AfterJoints = {2};
	Character.Sphere = {{0.5f, 0.5f, 0.0f}, 3.0f};
	// A normal map of the coarser level, and a map of all levels that begins after a gap.
	Character.Maps.Maps = {
		{{0, 1, 2, 1, 2, 16, 0, 1.0f}, "normal_1"}, {{1, NoIndex, 1, 2, 1, 8, 1, 1.0f}, "occlusion"}};
	Character.Maps.Texels.assign(16 + 2, 0x80);
	Character.Provenance = {{"generator", "test"}, {"options", "{}"}};
	return Character;
}

/** A file with one fault, and the check or rule that finds it. */
struct FFaultyCharacter
{
	std::string Name;
	TAlignedArray<std::byte> Bytes;
};

namespace FaultyCharacters
{

using namespace CharacterFormat;

/** Edits the frame of a file; everything but the fault stays as a writer would have made it. */
class FFileEditor
{
public:
	explicit FFileEditor(const FCharacterData& Data = MakeSmallCharacterData())
		: Bytes(WriteCharacter(Data))
	{
	}

	template <typename T>
	T Get(size_t Offset) const
	{
		T Item;
		std::memcpy(&Item, Bytes.data() + Offset, sizeof(T));
		return Item;
	}

	template <typename T>
	void Set(size_t Offset, const T& Item)
	{
		std::memcpy(Bytes.data() + Offset, &Item, sizeof(T));
	}

	/** Where the head of a chunk stands. */
	size_t Find(const FChunkKind& Kind, uint32_t Element = 0) const
	{
		size_t Offset = sizeof(FFileHead);
		for (FChunkHead Head = Get<FChunkHead>(Offset); Head.Tag != Kind.Tag || Head.Element != Element;
			 Head = Get<FChunkHead>(Offset))
		{
			Offset += sizeof(FChunkHead) + AlignUp(Head.Size);
		}
		return Offset;
	}

	/** Where the reference of a chunk's array stands, counted from its first one. */
	size_t FindReference(const FChunkKind& Kind, size_t Array) const
	{
		return Find(Kind) + sizeof(FChunkHead) + Array * sizeof(FArrayReference);
	}

	/** Adds a chunk at the end, and counts it. */
	void Append(uint32_t Tag, uint32_t Element, uint64_t Size, size_t RoomForPayload, std::byte Padding = std::byte{0})
	{
		const FChunkHead Head{Tag, 1, Element, 0, Size, 0};
		const size_t Offset = Bytes.size();
		Bytes.resize(Offset + sizeof(Head) + RoomForPayload, Padding);
		Set(Offset, Head);
		Set(offsetof(FFileHead, FileSize), uint64_t{Bytes.size()});
		Set(offsetof(FFileHead, ChunkCount), Get<uint32_t>(offsetof(FFileHead, ChunkCount)) + 1);
	}

	TAlignedArray<std::byte> Seal()
	{
		SealCharacter(Bytes);
		return std::move(Bytes);
	}

	TAlignedArray<std::byte> Bytes;
};

constexpr uint32_t UnknownTag = MakeTag("NEWS");

/** One file for each check of the reader (EFileCheck). */
inline std::vector<FFaultyCharacter> MakeForChecks()
{
	std::vector<FFaultyCharacter> Files;
	const auto Add = [&](const char* Name, const auto& Edit)
	{
		FFileEditor File;
		Edit(File);
		Files.push_back({Name, File.Seal()});
	};
	const auto AddUnsealed = [&](const char* Name, const auto& Edit)
	{
		FFileEditor File;
		File.Append(UnknownTag, 0, 16, 16);
		File.Bytes = File.Seal();
		Edit(File);
		Files.push_back({Name, File.Bytes});
	};

	Add("HeadIsWhole", [](FFileEditor& File) { File.Bytes.resize(20); });
	Add("HasMagic", [](FFileEditor& File) { File.Set(0, 'X'); });
	Add("MajorVersionIsKnown", [](FFileEditor& File) { File.Set(offsetof(FFileHead, MajorVersion), uint16_t{2}); });
	AddUnsealed("HeadIsUndamaged", [](FFileEditor& File) { File.Set(offsetof(FFileHead, MinorVersion), uint16_t{7}); });
	Add("SizeIsAsWritten", [](FFileEditor& File) { File.Bytes.resize(File.Bytes.size() + 16, std::byte{0}); });
	Add("ChunksLieInside", [](FFileEditor& File) { File.Append(UnknownTag, 0, ~uint64_t{0} - 7, 16); });
	Add("ChunksFillTheFile",
		[](FFileEditor& File)
		{
			File.Append(UnknownTag, 0, 16, 16);
			File.Set(offsetof(FFileHead, ChunkCount), File.Get<uint32_t>(offsetof(FFileHead, ChunkCount)) - 1);
		});
	Add("PaddingIsZero", [](FFileEditor& File) { File.Append(UnknownTag, 0, 9, 16, std::byte{1}); });
	AddUnsealed("ChunksAreUndamaged", [](FFileEditor& File) { File.Bytes.back() = std::byte{1}; });
	Add("ChunkVersionsAreKnown",
		[](FFileEditor& File) { File.Set(File.Find(ProvenanceChunk) + offsetof(FChunkHead, Version), 2u); });
	Add("ElementsExist", [](FFileEditor& File) { File.Append(WeightsChunk.Tag, 2, 48, 48); });
	Add("ChunksAreUnique", [](FFileEditor& File) { File.Append(ProvenanceChunk.Tag, 0, 64, 64); });
	Add("InfoIsPresent", [](FFileEditor& File) { File.Set(File.Find(InfoChunk), UnknownTag); });
	Add("RecordsAreWhole",
		[](FFileEditor& File)
		{
			File.Set(File.Find(ProvenanceChunk), UnknownTag);
			File.Append(ProvenanceChunk.Tag, 0, 16, 16);
		});
	Add("ArraysAreAligned",
		[](FFileEditor& File)
		{
			const size_t UVs = File.FindReference(MeshChunk, 5);
			File.Set(UVs, File.Get<uint64_t>(UVs) + 8);
		});
	Add("ArraysLieInside",
		[](FFileEditor& File) { File.Set(File.FindReference(MeshChunk, 5) + 8, uint64_t{1} << 61); });
	Add("TextsAreOrdered",
		[](FFileEditor& File)
		{
			const size_t Values = File.FindReference(ProvenanceChunk, 2);
			File.Set(File.Find(ProvenanceChunk) + sizeof(FChunkHead) + File.Get<uint64_t>(Values) + 8, uint64_t{1000});
		});
	Add("ListsAgree",
		[](FFileEditor& File)
		{
			const size_t Values = File.FindReference(ProvenanceChunk, 2);
			File.Set(Values + 8, File.Get<uint64_t>(Values + 8) - 1);
		});
	return Files;
}

inline FCharacterData MakeManyJoints()
{
	FCharacterData Character;
	for (uint32_t Joint = 0; Joint < 65536; ++Joint)
	{
		Character.Skeleton.Names.push_back(std::to_string(Joint));
		Character.Skeleton.Parents.push_back(NoParent);
		Character.Skeleton.RestLocal.push_back({});
	}
	return Character;
}

/** One file for each rule of the model (GetCharacterRules). */
inline std::vector<FFaultyCharacter> MakeForRules()
{
	std::vector<FFaultyCharacter> Files;
	const auto Add = [&](const char* Name, const auto& Edit)
	{
		FCharacterData Data = MakeSmallCharacterData();
		Edit(Data);
		Files.push_back({Name, WriteCharacter(Data)});
	};
	const auto AddToLevel = [&](const char* Name, const auto& Edit)
	{ Add(Name, [&](FCharacterData& Data) { Edit(Data.Levels[0]); }); };
	const auto AddToClip = [&](const char* Name, const auto& Edit)
	{ Add(Name, [&](FCharacterData& Data) { Edit(Data.Clips[0]); }); };
	using FData = FCharacterData;
	using FLevel = FMeshLevelData;
	using FClip = FClipData;

	Add("TextsAreUtf8", [](FData& Data) { Data.Materials[1].Name = "Stoff \xe4"; });
	Add("BaseColorsAreInRange", [](FData& Data) { Data.Materials[0].BaseColor.Y = 1.5f; });
	Add("RestBoxIsSound", [](FData& Data) { Data.RestBox.Min.X = 5.0f; });
	Add("SphereIsSound", [](FData& Data) { Data.Sphere.Radius = -1.0f; });

	Files.push_back({"JointsCanBeNumbered", WriteCharacter(MakeManyJoints())});
	Add("JointArraysAgree", [](FData& Data) { Data.Skeleton.Limits.pop_back(); });
	Add("JointsHaveNames", [](FData& Data) { Data.Skeleton.Names[1].clear(); });
	Add("JointNamesAreUnique", [](FData& Data) { Data.Skeleton.Names[2] = "hip"; });
	Add("ParentsComeFirst", [](FData& Data) { Data.Skeleton.Parents = {NoParent, 2, 1}; });
	Add("RestTransformsAreFinite", [](FData& Data) { Data.Skeleton.RestLocal[1].Translation.Y = NAN; });
	Add("RestRotationsAreUnit", [](FData& Data) { Data.Skeleton.RestLocal[1].Rotation.W = 1.8f; });
	Add("RestScalesAreNotZero", [](FData& Data) { Data.Skeleton.RestLocal[2].Scale.Z = 0.0f; });
	Add("LimitAxesAreUnit", [](FData& Data) { Data.Skeleton.Limits[1].TwistAxis.X = 0.0f; });
	Add("LimitRangesAreOrdered", [](FData& Data) { Data.Skeleton.Limits[1].MaxTwist = -1.0f; });

	Add("LevelsHaveVertices", [](FData& Data) { Data.Levels.emplace_back(); });
	AddToLevel("StreamLengthsAgree", [](FLevel& Level) { Level.UVs.pop_back(); });
	AddToLevel("PositionsAreFinite", [](FLevel& Level) { Level.Positions[2].Z = -INFINITY; });
	AddToLevel("RotationCentersAreFinite", [](FLevel& Level) { Level.RotationCenters[1].Y = NAN; });
	AddToLevel("NormalsAreUnit", [](FLevel& Level) { Level.Normals[3].X = NAN; });
	AddToLevel("TangentsAreUnit", [](FLevel& Level) { Level.Tangents[1].W = 0.5f; });
	AddToLevel("UVsAreFinite", [](FLevel& Level) { Level.UVs[0].Y = NAN; });
	AddToLevel("SetsAreWhole", [](FLevel& Level) { Level.MoreUVs.pop_back(); });
	AddToLevel("SetsAreFinite", [](FLevel& Level) { Level.Colors[2].W = INFINITY; });
	AddToLevel("IndicesAreInRange", [](FLevel& Level) { Level.Indices[5] = 4; });
	AddToLevel("SectionsTileTheTriangles", [](FLevel& Level) { Level.Sections[1].FirstIndex = 0; });
	AddToLevel("SectionMaterialsExist", [](FLevel& Level) { Level.Sections[1].MaterialSlot = 2; });
	AddToLevel("SectionSpheresAreSound", [](FLevel& Level) { Level.SectionSpheres[0].Radius = NAN; });
	AddToLevel("LevelErrorsAreSound", [](FLevel& Level) { Level.ErrorBound = -1.0f; });
	AddToLevel("GeomorphTargetsExist", [](FLevel& Level) { Level.GeomorphTargets[3] = 3; });
	AddToLevel("PointsOfCornersExist", [](FLevel& Level) { Level.PointOfCorner[1] = 3; });
	AddToLevel("SourcesOfCornersExist", [](FLevel& Level) { Level.SourceOfCorner[0] = 4; });
	Add("PointsOfSourcesExist", [](FData& Data) { Data.PointOfSource[1] = 3; });
	AddToLevel("IdentityMapsAgree", [](FLevel& Level) { Level.PointOfCorner[0] = 1; });

	AddToLevel("WeightRowsAreSound",
		[](FLevel& Level)
		{
			Level.Weights.Bones.push_back(0);
			Level.Weights.Weights.push_back(1.0f);
		});
	AddToLevel("WeightBonesExist", [](FLevel& Level) { Level.Weights.Bones[3] = 3; });
	AddToLevel("WeightBonesAreUnique", [](FLevel& Level) { Level.Weights.Bones[3] = 0; });
	AddToLevel("WeightsAreNotNegative",
		[](FLevel& Level)
		{
			Level.Weights.Weights[2] = -0.5f;
			Level.Weights.Weights[3] = 1.5f;
		});
	AddToLevel("WeightsSumToOne", [](FLevel& Level) { Level.Weights.Weights[4] = 0.4f; });
	AddToLevel("SkinRowsAreSound", [](FLevel& Level) { Level.Skin.Offsets.pop_back(); });
	AddToLevel("SkinBonesExist", [](FLevel& Level) { Level.Skin.Bones[7] = 65535; });
	AddToLevel("SkinBonesAreUnique", [](FLevel& Level) { Level.Skin.Bones[0] = 2; });
	AddToLevel("SkinLengthsAgree", [](FLevel& Level) { Level.Skin.Bitangents.clear(); });
	AddToLevel("SkinIsFinite", [](FLevel& Level) { Level.Skin.GeomorphDeltas[1].X = INFINITY; });
	AddToLevel("SkinPointsSumToOne", [](FLevel& Level) { Level.Skin.Points[6].W = 1.0f; });
	AddToLevel("SkinTangentsSumToZero", [](FLevel& Level) { Level.Skin.Tangents[0].W = 0.0f; });
	AddToLevel("LevelBonesAscend", [](FLevel& Level) { Level.Bones = {2, 0}; });
	AddToLevel("LevelBonesSuffice", [](FLevel& Level) { Level.Bones = {0, 1}; });

	Add("ClipNamesAreUnique", [](FData& Data) { Data.Clips.push_back(Data.Clips[0]); });
	AddToClip("FrameRatesArePositive", [](FClip& Clip) { Clip.FramesPerSecond = 0.0f; });
	AddToClip("FrameCountsAreInRange", [](FClip& Clip) { Clip.FrameCount = 65537; });
	AddToClip("LoopFlagsAreFlags", [](FClip& Clip) { Clip.bLoops = 2; });
	AddToClip("ChannelRowsAreSound", [](FClip& Clip) { Clip.Scales.Offsets = {0, 0, 2, 1}; });
	AddToClip("KeysAreInRange", [](FClip& Clip) { Clip.Rotations.Frames[1] = 3; });
	AddToClip("KeysAreInOrder", [](FClip& Clip) { Clip.Translations.Frames = {1, 1}; });
	AddToClip("ClipRotationsAreUnit", [](FClip& Clip) { Clip.Rotations.Values[2].Z = 0.9f; });
	AddToClip("ClipValuesAreFinite", [](FClip& Clip) { Clip.Translations.Values[1].X = NAN; });

	AddToClip("CurveRowsAreSound",
		[](FClip& Clip)
		{
			Clip.Curves.Offsets = {0, 0, 3};
			Clip.Curves.Frames = {0, 1, 2};
		});
	AddToClip("CurveNamesAreUnique",
		[](FClip& Clip)
		{
			Clip.Curves.NameOffsets = {0, 3, 6};
			Clip.Curves.Letters = {'a', 'g', 'e', 'a', 'g', 'e'};
		});
	AddToClip("CurveKeysAreInOrder", [](FClip& Clip) { Clip.Curves.Frames[2] = 3; });
	AddToClip("CurveValuesAreFinite", [](FClip& Clip) { Clip.Curves.Values[1] = NAN; });

	AddToLevel("BlendFactorsAreSound", [](FLevel& Level) { Level.BlendFactors[1] = 1.5f; });
	Add("CorrectivesHaveTheShapes", [](FData& Data) { Data.Correctives.Correctives[1].FirstShape = 1; });
	Add("CorrectiveNamesAreUnique", [](FData& Data) { Data.Correctives.Correctives[1].Name = "knee"; });
	Add("CorrectiveFieldsAreSound", [](FData& Data) { Data.Correctives.Correctives[1].Mirror = 2; });
	Add("CorrectiveDriversExist", [](FData& Data) { Data.Correctives.Drivers[1].Index = 1; });
	Add("CorrectiveKernelsAreSound", [](FData& Data) { Data.Correctives.Kernels[2].First = 2; });
	Add("CorrectiveTermsAreSound", [](FData& Data) { Data.Correctives.Terms[1].Center.W = NAN; });
	Add("CorrectiveNumbersAreSound", [](FData& Data) { Data.Correctives.Kernels[4].Width = 0.0f; });
	Add("CorrectiveRunsExist", [](FData& Data) { Data.Correctives.Coefficients.pop_back(); });
	Add("CorrectiveShapesAreSound", [](FData& Data) { Data.Correctives.Shapes[1].Low = 1.5f; });
	Add("CorrectiveHelpersAreSound", [](FData& Data) { Data.Correctives.Helpers[0].Joint = 1; });
	Add("CorrectiveAfterJointsExist", [](FData& Data) { Data.Correctives.AfterJoints[0] = 3; });
	AddToLevel("CorrectiveDeltaRowsAreSound", [](FLevel& Level) { Level.Correctives.Offsets.pop_back(); });
	AddToLevel("CorrectiveDeltaBlocksAscend", [](FLevel& Level) { Level.Correctives.Blocks[1] = 0x102; });
	Add("MapNamesAreUnique", [](FData& Data) { Data.Maps.Maps[1].Name = ""; });
	Add("MapFieldsAreSound", [](FData& Data) { Data.Maps.Maps[0].Width = 3; });
	Add("MapTexelsAreWhole", [](FData& Data) { Data.Maps.Maps[1].First = 7; });
	AddToLevel("CorrectiveAfterIsSound", [](FLevel& Level) { Level.Correctives.After[0].Delta.Y = INFINITY; });
	return Files;
}

} // namespace FaultyCharacters

} // namespace Exemplar

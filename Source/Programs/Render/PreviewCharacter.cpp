// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Render/PreviewCharacter.h"

#include "Correctives/CorrectiveJobs.h"
#include "Vulkan/ShaderCompiler.h"

#include <algorithm>
#include <cmath>

namespace Exemplar
{
namespace PreviewCharacters
{

/** Clay, for materials without a color. */
constexpr FPixel Clay{190, 172, 154, 255};

FPixel ColorOf(const TMaterialSlot<FViewed>& Material)
{
	const FFloat4& C = Material.BaseColor;
	// A textured material is white, and previews have no textures.
	const bool bWhite = C.X == 1.0f && C.Y == 1.0f && C.Z == 1.0f, bUnset = C.X == 0.8f && C.Y == 0.8f && C.Z == 0.8f;
	if (bWhite || bUnset)
	{
		return Clay;
	}
	const auto ToDisplay = [](float X)
	{ return X <= 0.0031308f ? 12.92f * X : 1.055f * std::pow(X, 1.0f / 2.4f) - 0.055f; };
	return ToPixel({ToDisplay(C.X), ToDisplay(C.Y), ToDisplay(C.Z)});
}

} // namespace PreviewCharacters

FPixel ToPixel(const FFloat3& Display)
{
	const auto Byte = [](float X) { return static_cast<uint8_t>(std::clamp(X, 0.0f, 1.0f) * 255.0f + 0.5f); };
	return {Byte(Display.X), Byte(Display.Y), Byte(Display.Z), 255};
}

TResult<FPreviewCharacter> FPreviewCharacter::Create(const FStudio& Studio, const FCharacter& Character, uint32_t Level)
{
	if (Level >= Character->Levels.size())
	{
		return FError{EErrorCode::NotFound,
			"Level " + std::to_string(Level) + " does not exist. The character has levels 0 (finest) to " +
				std::to_string(Character->Levels.size() - 1) + "."};
	}
	FPreviewCharacter Out(Studio, Character, Level);
	const FMeshLevelView& Mesh = Out.GetLevel();
	TResult<FCharacterPoser> Poser = FCharacterPoser::Make(Character);
	if (!Poser)
	{
		return Poser.GetError();
	}
	Out.Poser = std::move(*Poser);
	Out.Pipelines = std::make_shared<std::map<std::pair<std::string, EDebugView>, FGpuPipeline>>();
	FPackOptions Options;
	Out.Operator = FindPreferredOperator(Character.View());
	Options.Kind = PackedKindOf(Out.Operator);
	TResult<FPackedSkin> Skin = PackSkin(Mesh, Out.Poser.GetRest(), Options);
	if (!Skin)
	{
		return Skin.GetError();
	}
	Out.Skin = std::move(*Skin);
	TResult<FGpuSkinBuffers> Buffers =
		FGpuSkinBuffers::Make(Studio.GetDevice(), Out.Skin, Character->Correctives, Mesh.Correctives);
	std::vector<uint32_t> Indices;
	std::vector<FPixel> Colors(Out.Skin.SlotCount, PreviewCharacters::Clay);
	for (const FMeshSection& Section : Mesh.Sections)
	{
		for (const uint32_t Vertex : Mesh.Indices.subspan(Section.FirstIndex, Section.IndexCount))
		{
			const uint32_t Slot = Out.Skin.SlotOfVertex[Vertex];
			Indices.push_back(Slot);
			Colors[Slot] = PreviewCharacters::ColorOf(Character->Materials[Section.MaterialSlot]);
		}
	}
	TResult<FGpuBuffer> IndexBuffer = Studio.GetDevice().MakeBufferOf(Indices);
	TResult<FGpuBuffer> ColorBuffer = Studio.GetDevice().MakeBufferOf(Colors);
	if (!Buffers || !IndexBuffer || !ColorBuffer)
	{
		return !Buffers ? Buffers.GetError() : !IndexBuffer ? IndexBuffer.GetError() : ColorBuffer.GetError();
	}
	Out.Buffers = *Buffers;
	Out.Indices = *IndexBuffer;
	Out.MaterialColors = *ColorBuffer;
	return Out;
}

TResult<FGpuPipeline> FPreviewCharacter::GetPipeline(const char* File, const char* Entry, EDebugView View) const
{
	const std::pair<std::string, EDebugView> Key(Entry, View);
	if (const auto Found = Pipelines->find(Key); Found != Pipelines->end())
	{
		return Found->second;
	}
	FShaderSource Source{File, Entry, EShaderStage::Compute, {}};
	Source.Defines["SKIN_OPERATOR"] = static_cast<int>(Operator);
	Source.Defines["SKIN_CORRECTIVES"] = GetLevel().Correctives.IsEmpty() ? 0 : 1;
	Source.Defines["EXEMPLAR_DEBUG_VIEW"] = static_cast<int>(View);
	const TResult<FGpuShader> Shader = FShaderCompiler().Compile(Source);
	if (!Shader)
	{
		return Shader.GetError();
	}
	TResult<FGpuPipeline> Made = Studio.GetDevice().MakeComputePipeline(*Shader);
	if (Made)
	{
		Pipelines->emplace(Key, *Made);
	}
	return Made;
}

TResult<FPreviewPose> FPreviewCharacter::Pose(std::span<const FBoneTransform> Local, const FPreviewColors& Colors) const
{
	FCharacterPose Posed;
	Poser.Reset(Posed);
	Posed.Local.assign(Local.begin(), Local.end());
	FSkinPalette Palette;
	if (!Poser.Pose(Posed) || !Poser.MakePalette(Posed, Skin, Operator, Palette))
	{
		return FError{EErrorCode::Mismatch,
			"The pose has " + std::to_string(Local.size()) + " joints; the character has " +
				std::to_string(Poser.JointCount()) + "."};
	}
	FPreviewPose Out;
	Out.Joints = Posed.Model;
	Out.LargestCorrective = MeasureLargestCorrective(Posed.ShapeWeights);
	FStatus Status = SkinOnDevice(Posed, Palette, Colors, Out.Mesh);
	if (!Status)
	{
		return Status.GetError();
	}
	const std::vector<FFloat3> Slots = Out.Mesh.Positions.Read<FFloat3>();
	for (const uint32_t Slot : Skin.SlotOfVertex)
	{
		Out.Positions.push_back(Slots[Slot]);
	}
	if (GetLevel().Normals.empty())
	{
		// The kernel writes no frames for a level without normals: use smooth normals of the posed surface.
		std::vector<FFloat3> Normals = SmoothNormals(Slots, Out.Mesh.Indices.Read<uint32_t>());
		TResult<FStudioMesh> Framed = Studio.Upload(Slots, Normals, {}, {});
		if (!Framed)
		{
			return Framed.GetError();
		}
		Out.Mesh.Frames = Framed->Frames;
	}
	return Out;
}

float FPreviewCharacter::MeasureLargestCorrective(std::span<const float> ShapeWeights) const
{
	const FPackedCorrectives Shapes = PackCorrectives(Character->Correctives, GetLevel().Correctives, Skin);
	std::vector<uint32_t> Places(Shapes.BlockCount);
	std::vector<float> Values(CountOffsetValues(Shapes));
	float Largest = 0.0f;
	if (!ShapeWeights.empty())
	{
		const FRestOffsets Offsets = FCorrectiveOffsetsJob{&Shapes, ShapeWeights, Places, Values}.Run();
		for (size_t At = 0; At + 24 <= Offsets.Values.size(); At += 24)
		{
			for (size_t Lane = At; Lane < At + 8; ++Lane)
			{
				Largest = (std::max)(
					Largest, Length({Offsets.Values[Lane], Offsets.Values[Lane + 8], Offsets.Values[Lane + 16]}));
			}
		}
	}
	return Largest;
}

FStatus FPreviewCharacter::SkinOnDevice(
	const FCharacterPose& Posed, const FSkinPalette& Palette, const FPreviewColors& Colors, FStudioMesh& Out) const
{
	const FGpuDevice& Device = Studio.GetDevice();
	std::vector<float> SlotErrors(Skin.SlotCount);
	for (size_t Slot = 0; Slot < SlotErrors.size() && !Colors.Errors.empty(); ++Slot)
	{
		SlotErrors[Slot] = Colors.Errors[Skin.VertexOfSlot[Slot]];
	}
	FGpuSkinInstance Instance;
	Instance.Level = Level;
	FGpuSkinParameters Parameters = Buffers.Parameters;
	Parameters.SkinInstanceCount = 1;
	Parameters.SkinDebugScale = Colors.Scale;
	Parameters.SkinHasStretches = Palette.GetStretches().empty() ? 0 : 1;
	FGpuBindings Bindings;
	Buffers.Bind(Bindings);
	Bindings.SetParameters(Parameters);
	FStatus Status = FOk{};
	const auto Keep = [&Status](TResult<FGpuBuffer> Made) -> FGpuBuffer
	{
		Status = Status && !Made ? FStatus(Made.GetError()) : Status;
		return Made ? *Made : FGpuBuffer();
	};
	Out.Positions = Keep(Device.MakeBuffer(size_t{12} * Skin.SlotCount));
	Out.Frames = Keep(Device.MakeBuffer(size_t{8} * Skin.SlotCount));
	Out.Colors = Colors.View == EDebugView::None ? MaterialColors : Keep(Device.MakeBuffer(size_t{4} * Skin.SlotCount));
	Out.Indices = Indices;
	Out.IndexCount = static_cast<uint32_t>(Indices.ByteCount() / 4);
	Bindings.Set("SkinInstances", Keep(Device.MakeBufferOf(std::span<const FGpuSkinInstance>(&Instance, 1))))
		.Set("SkinPalette", Keep(Device.MakeBufferOf(Palette.GetEntryBytes())))
		.Set("SkinStretches", Keep(Device.MakeBufferOf(Palette.GetStretches())))
		.Set("SkinSegmentAngles", Keep(Device.MakeBufferOf(Palette.SegmentAngles)))
		.Set("SkinShapeWeights", Keep(Device.MakeBufferOf(Posed.ShapeFrames)))
		.Set("SkinErrors", Keep(Device.MakeBufferOf(SlotErrors)))
		.Set("OutPositions", Out.Positions)
		.Set("OutFrames", Out.Frames)
		.Set("OutColors", Out.Colors);
	const TResult<FGpuPipeline> Skinning =
		GetPipeline("/Plugin/Exemplar/ExemplarSkinning.usf", "SkinCS", EDebugView::None);
	const TResult<FGpuPipeline> Coloring =
		GetPipeline("/Plugin/Exemplar/ExemplarDebug.usf", "DebugColorsCS", Colors.View);
	TResult<FGpuCommands> Commands = FGpuCommands::Begin(Device);
	if (!Status || !Skinning || !Coloring || !Commands)
	{
		return !Status  ? Status.GetError()
			: !Skinning ? Skinning.GetError()
			: !Coloring ? Coloring.GetError()
						: Commands.GetError();
	}
	const uint32_t Groups = (Skin.SlotCount + GpuGroupSize - 1) / GpuGroupSize;
	Status = Commands->Dispatch(*Skinning, Bindings, Groups);
	if (Status && Colors.View != EDebugView::None)
	{
		Status = Commands->Dispatch(*Coloring, Bindings, Groups);
	}
	return Status ? Commands->Submit() : Status;
}

uint32_t FPreviewCharacter::GetLargestInfluenceCount() const
{
	uint32_t Largest = 1;
	for (const FSkinGroup& Group : Skin.Groups)
	{
		Largest = (std::max)(Largest, Group.InfluenceCount);
	}
	return Largest;
}

} // namespace Exemplar

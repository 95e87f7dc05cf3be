// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Render/ShownCharacter.h"

#include "Correctives/CorrectiveJobs.h"
#include "Pose/ClipSampling.h"
#include "Pose/PoseJobs.h"
#include "Vulkan/ShaderCompiler.h"

#include <algorithm>
#include <cmath>

namespace Exemplar
{
namespace ShownCharacters
{

/** Clay: what a material without a color of its own is made of. */
constexpr FPixel Clay{190, 172, 154, 255};

FPixel ColorOf(const TMaterialSlot<FViewed>& Material)
{
	const FFloat4& C = Material.BaseColor;
	// White is what a material with a texture has: we draw none.
	const bool bWhite = C.X == 1.0f && C.Y == 1.0f && C.Z == 1.0f, bUnset = C.X == 0.8f && C.Y == 0.8f && C.Z == 0.8f;
	if (bWhite || bUnset)
	{
		return Clay;
	}
	const auto ToDisplay = [](float X)
	{ return X <= 0.0031308f ? 12.92f * X : 1.055f * std::pow(X, 1.0f / 2.4f) - 0.055f; };
	return ToPixel({ToDisplay(C.X), ToDisplay(C.Y), ToDisplay(C.Z)});
}

} // namespace ShownCharacters

FPixel ToPixel(const FFloat3& Display)
{
	const auto Byte = [](float X) { return static_cast<uint8_t>(std::clamp(X, 0.0f, 1.0f) * 255.0f + 0.5f); };
	return {Byte(Display.X), Byte(Display.Y), Byte(Display.Z), 255};
}

TResult<FShownCharacter> FShownCharacter::Create(const FStudio& Studio, const FCharacter& Character, uint32_t Level)
{
	if (Level >= Character->Levels.size())
	{
		return FError{EErrorCode::NotFound,
			"there is no level " + std::to_string(Level) + "; the character has " +
				std::to_string(Character->Levels.size()) + " (the finest is 0)."};
	}
	FShownCharacter Out(Studio, Character, Level);
	const FMeshLevelView& Mesh = Out.GetLevel();
	TResult<FRestPose> Rest = MakeRestPose(Character->Skeleton);
	if (!Rest)
	{
		return Rest.GetError();
	}
	Out.Rest = std::move(*Rest);
	Out.Pipelines = std::make_shared<std::map<std::pair<std::string, EDebugView>, FGpuPipeline>>();
	FPackOptions Options;
	Options.Kind = Mesh.Skin.Offsets.empty() ? EPackedKind::LinearBlend : EPackedKind::AnimationSpace;
	TResult<FPackedSkin> Skin = PackSkin(Mesh, Out.Rest, Options);
	if (!Skin)
	{
		return Skin.GetError();
	}
	Out.Skin = std::move(*Skin);
	TResult<FGpuSkinBuffers> Buffers = FGpuSkinBuffers::Make(Studio.GetDevice(), Out.Skin, Mesh.Correctives);
	std::vector<uint32_t> Indices;
	std::vector<FPixel> Colors(Out.Skin.SlotCount, ShownCharacters::Clay);
	for (const FMeshSection& Section : Mesh.Sections)
	{
		for (const uint32_t Vertex : Mesh.Indices.subspan(Section.FirstIndex, Section.IndexCount))
		{
			const uint32_t Slot = Out.Skin.SlotOfVertex[Vertex];
			Indices.push_back(Slot);
			Colors[Slot] = ShownCharacters::ColorOf(Character->Materials[Section.MaterialSlot]);
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

TResult<FGpuPipeline> FShownCharacter::GetPipeline(const char* File, const char* Entry, EDebugView View) const
{
	const std::pair<std::string, EDebugView> Key(Entry, View);
	if (const auto Found = Pipelines->find(Key); Found != Pipelines->end())
	{
		return Found->second;
	}
	FShaderSource Source{File, Entry, EShaderStage::Compute, {}};
	Source.Defines["SKIN_OPERATOR"] =
		static_cast<int>(Skin.Format.Kind == EPackedKind::AnimationSpace ? EGpuSkinOperator::AnimationSpace
																		 : EGpuSkinOperator::LinearBlend);
	Source.Defines["SKIN_CORRECTIVES"] = GetLevel().Correctives.Offsets.empty() ? 0 : 1;
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

TResult<FShownPose> FShownCharacter::Pose(std::span<const FBoneTransform> Local, const FShownColors& Colors) const
{
	const FGpuDevice& Device = Studio.GetDevice();
	FShownPose Out;
	Out.Joints.resize(Rest.JointCount());
	std::vector<FAffine> Palette(Skin.PaletteBones.size());
	const bool bPosed = FLocalToModelJob{Rest.Parents, Local, Out.Joints}.Run() &&
		FPaletteJob{Out.Joints, Rest.InverseModel, Skin.PaletteBones, Palette}.Run();
	if (!bPosed)
	{
		return FError{EErrorCode::Mismatch, "the pose has not as many joints as the character."};
	}
	std::vector<float> ShapeWeights(Character->Correctives.ShapeCount());
	if (!ShapeWeights.empty())
	{
		std::vector<float> Kernels(CountCorrectiveKernels(Character->Correctives));
		FCorrectiveWeightsJob{&Character->Correctives, Local, Rest.Local, Kernels, ShapeWeights}.Run();
		const FPackedCorrectives Shapes = PackCorrectives(GetLevel().Correctives, Skin);
		std::vector<uint32_t> Places(Shapes.BlockCount);
		std::vector<float> Values(size_t{24} * Shapes.MovedBlockCount);
		const FRestOffsets Offsets = FCorrectiveOffsetsJob{&Shapes, ShapeWeights, Places, Values}.Run();
		for (size_t At = 0; At + 24 <= Offsets.Values.size(); At += 24)
		{
			for (size_t Lane = At; Lane < At + 8; ++Lane)
			{
				Out.LargestCorrective = (std::max)(Out.LargestCorrective,
					Length({Offsets.Values[Lane], Offsets.Values[Lane + 8], Offsets.Values[Lane + 16]}));
			}
		}
	}
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
	FGpuBindings Bindings;
	Buffers.Bind(Bindings);
	Bindings.SetParameters(Parameters);
	FStatus Status = FOk{};
	const auto Keep = [&Status](TResult<FGpuBuffer> Made) -> FGpuBuffer
	{
		Status = Status && !Made ? FStatus(Made.GetError()) : Status;
		return Made ? *Made : FGpuBuffer();
	};
	Out.Mesh.Positions = Keep(Device.MakeBuffer(size_t{12} * Skin.SlotCount));
	Out.Mesh.Frames = Keep(Device.MakeBuffer(size_t{8} * Skin.SlotCount));
	Out.Mesh.Colors =
		Colors.View == EDebugView::None ? MaterialColors : Keep(Device.MakeBuffer(size_t{4} * Skin.SlotCount));
	Out.Mesh.Indices = Indices;
	Out.Mesh.IndexCount = static_cast<uint32_t>(Indices.ByteCount() / 4);
	Bindings.Set("SkinInstances", Keep(Device.MakeBufferOf(std::span<const FGpuSkinInstance>(&Instance, 1))))
		.Set("SkinPalette", Keep(Device.MakeBufferOf(Palette)))
		.Set("SkinShapeWeights", Keep(Device.MakeBufferOf(ShapeWeights)))
		.Set("SkinErrors", Keep(Device.MakeBufferOf(SlotErrors)))
		.Set("OutPositions", Out.Mesh.Positions)
		.Set("OutFrames", Out.Mesh.Frames)
		.Set("OutColors", Out.Mesh.Colors);
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
	Status = Status ? Commands->Submit() : Status;
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
		// A level without normals leaves the frames as they are: the surface's own stand in.
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

uint32_t FShownCharacter::GetLargestInfluenceCount() const
{
	uint32_t Largest = 1;
	for (const FSkinGroup& Group : Skin.Groups)
	{
		Largest = (std::max)(Largest, Group.InfluenceCount);
	}
	return Largest;
}

std::vector<FBoneTransform> SampleFrame(const FCharacterView& Character, const FClipView& Clip, float Frame)
{
	const auto& Rest = Character.Skeleton.RestLocal;
	std::vector<FBoneTransform> Local(Rest.begin(), Rest.end());
	FSampleClipJob{&Clip, Frame / Clip.FramesPerSecond, Rest, Local}.Run();
	return Local;
}

} // namespace Exemplar

// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "DrawTargets.h"
#include "GpuTestDevice.h"
#include "RandomSkin.h"
#include "ReferenceRasterizer.h"

#include "Vulkan/GpuSkinBuffers.h"

namespace Exemplar
{
namespace
{

constexpr uint32_t Width = 320, Height = 240;

/** A tube along a chain of joints, bent, with a pose before: a character as simple as can be drawn. */
struct FTube
{
	FSkeletonData Skeleton;
	FRestPose Rest;
	FMeshLevelData Level;
	std::vector<FAffine> Now, Before; // palettes of all joints

	FTube()
	{
		constexpr uint32_t Joints = 4, Rings = 25, Sides = 24;
		for (uint32_t Joint = 0; Joint < Joints; ++Joint)
		{
			Skeleton.Names.push_back("joint" + std::to_string(Joint));
			Skeleton.Parents.push_back(static_cast<int32_t>(Joint) - 1);
			Skeleton.RestLocal.push_back({{}, {0.0f, Joint == 0 ? 0.0f : 0.5f, 0.0f}, {1.0f, 1.0f, 1.0f}});
		}
		Rest = *MakeRestPose(Skeleton);
		Level.Weights.Offsets.push_back(0);
		for (uint32_t Ring = 0; Ring < Rings; ++Ring)
		{
			const float Y = 2.0f * static_cast<float>(Ring) / (Rings - 1);
			const float Joint = (std::min)(Y / 0.5f, 2.999f);
			for (uint32_t Side = 0; Side < Sides; ++Side)
			{
				const float Angle = 2.0f * PiF * static_cast<float>(Side) / Sides;
				const float Radius = 0.22f + 0.05f * std::sin(7.0f * Y);
				Level.Positions.push_back({Radius * std::cos(Angle), Y, -Radius * std::sin(Angle)});
				Level.Normals.push_back({std::cos(Angle), 0.0f, -std::sin(Angle)});
				Level.Tangents.push_back({-std::sin(Angle), 0.0f, -std::cos(Angle), 1.0f});
				Level.UVs.push_back({static_cast<float>(Side) / Sides, 0.5f * Y});
				const uint16_t First = static_cast<uint16_t>(Joint);
				const float Fraction = Joint - static_cast<float>(First);
				Level.Weights.Bones.insert(Level.Weights.Bones.end(), {First, static_cast<uint16_t>(First + 1)});
				Level.Weights.Weights.insert(Level.Weights.Weights.end(), {1.0f - Fraction, Fraction});
				Level.Weights.Offsets.push_back(static_cast<uint32_t>(Level.Weights.Bones.size()));
				if (Ring + 1 < Rings)
				{
					const uint32_t A = Ring * Sides + Side, B = Ring * Sides + (Side + 1) % Sides;
					Level.Indices.insert(Level.Indices.end(), {A, B, B + Sides, A, B + Sides, A + Sides});
				}
			}
		}
		Level.Sections.push_back({0, 0, static_cast<uint32_t>(Level.Indices.size())});
		Level.Skin.Offsets = Level.Weights.Offsets;
		Level.Skin.Bones = Level.Weights.Bones;
		for (size_t Vertex = 0; Vertex < Level.Positions.size(); ++Vertex)
		{
			const FFloat3& P = Level.Positions[Vertex];
			for (uint32_t Index = Level.Skin.Offsets[Vertex]; Index < Level.Skin.Offsets[Vertex + 1]; ++Index)
			{
				const float W = Level.Weights.Weights[Index];
				Level.Skin.Points.push_back({W * P.X, W * P.Y, W * P.Z, W});
			}
		}
		Now = Bend(0.5f);
		Before = Bend(0.35f);
	}

	std::vector<FAffine> Bend(float Angle) const
	{
		std::vector<FBoneTransform> Pose = Skeleton.RestLocal;
		for (FBoneTransform& Joint : Pose)
		{
			Joint.Rotation = RotationAboutAxis(Normalize(FFloat3{0.3f, 0.2f, 1.0f}), Angle);
		}
		return MakePalette(Rest, Pose);
	}
};

/** A camera at Distance that looks at the tube's middle, in Direct3D's clip space. */
FClipMatrix MakeView(float Distance)
{
	constexpr float Near = 0.1f, Far = 20.0f, Tan = 0.45f;
	const FAffine ToCamera = ToAffine(FRotation{}, {0.3f, -0.8f, -Distance});
	const FFloat4 &X = ToCamera.Rows[0], &Y = ToCamera.Rows[1], &Z = ToCamera.Rows[2];
	const float A = Far / (Near - Far);
	return {X * (static_cast<float>(Height) / Width / Tan), Y * (1.0f / Tan),
		Z * A + FFloat4{0.0f, 0.0f, 0.0f, A * Near}, Z * -1.0f};
}

class VertexFactory : public FGpuTest
{
protected:
	FTube Tube;
	FClipMatrix View = MakeView(3.0f);

	struct FMode
	{
		ESkinOperator Operator = ESkinOperator::LinearBlend;
		bool bSkin = false;
		bool bInstanced = false;
		EGpuCull Cull = EGpuCull::Back;
		bool bStalePrevious = false;
		bool bTransposed = false;
	};

	/** By how much everything stood elsewhere in the frame before. */
	static constexpr FFloat3 Step{0.05f, 0.02f, -0.01f};

	/** Where the members of an instanced draw stand, now and before: the second where the reference looks for it. */
	static std::vector<FAffine> Transforms()
	{
		const FAffine Away = ToAffine(FRotation{}, {0.0f, 0.0f, 90.0f});
		return {Away, Away, FAffine{}, ToAffine(FRotation{}, Step)};
	}

	/** Palettes of this frame and the last one. */
	std::vector<FAffine> MakePalette(const FMode& Mode, const FPackedSkin& Skin) const
	{
		std::vector<FAffine> Palette;
		for (const std::vector<FAffine>* Joints : {&Tube.Now, &Tube.Before})
		{
			for (const uint16_t Bone : Skin.PaletteBones)
			{
				Palette.push_back((*Joints)[Bone]);
				if (Mode.bTransposed)
				{
					FAffine& M = Palette.back();
					std::swap(M.Rows[0].Y, M.Rows[1].X);
					std::swap(M.Rows[0].Z, M.Rows[2].X);
					std::swap(M.Rows[1].Z, M.Rows[2].Y);
				}
			}
		}
		return Palette;
	}

	FGpuDrawParameters MakeParameters(const FMode& Mode, const FGpuSkinBuffers& Buffers) const
	{
		FGpuDrawParameters Parameters;
		Parameters.DrawPreviousLocalToWorld = Mode.bInstanced ? FAffine{} : ToAffine(FRotation{}, Step);
		Parameters.Skin = Buffers.Parameters;
		Parameters.Skin.SkinInstanceCount = 1;
		Parameters.Skin.SkinFirstInstance = 1;
		std::copy(View.begin(), View.end(), Parameters.DrawViewProjection);
		std::copy(View.begin(), View.end(), Parameters.DrawPreviousViewProjection);
		return Parameters;
	}

	/** Binds everything but the parameters. */
	FGpuBindings Bind(const FMode& Mode, const FPackedSkin& Skin, const FGpuSkinBuffers& Buffers) const
	{
		std::vector<FGpuSkinInstance> Instances(2);
		for (FGpuSkinInstance& Instance : Instances)
		{
			Instance.PreviousPalette = Mode.bStalePrevious ? 0 : static_cast<uint32_t>(Skin.PaletteBones.size());
		}
		Instances[1].Transform = 1;
		const FGpuBuffer Positions = Reserve(12 * Skin.SlotCount), Previous = Reserve(12 * Skin.SlotCount),
						 Frames = Reserve(8 * Skin.SlotCount);
		std::vector<FFloat2> UVs;
		for (const uint32_t Vertex : Skin.VertexOfSlot)
		{
			UVs.push_back(Tube.Level.UVs[Vertex]);
		}
		// For an instanced draw, SkinFirstInstance is the index into this list; otherwise it is the instance itself.
		const std::vector<uint32_t> Firsts = {77, 0};
		FGpuBindings Bindings;
		Buffers.Bind(Bindings);
		Bindings.Set("SkinInstances", Upload(Instances))
			.Set("SkinPalette", Upload(MakePalette(Mode, Skin)))
			.Set("OutPositions", Positions)
			.Set("OutPreviousPositions", Previous)
			.Set("OutFrames", Frames)
			.Set("SkinnedPositions", Positions)
			.Set("SkinnedPreviousPositions", Previous)
			.Set("SkinnedFrames", Frames)
			.Set("SlotUVs", Upload(UVs))
			.Set("InstanceFirsts", Upload(Firsts))
			.Set("InstanceTransforms", Upload(Transforms()))
			.Set("InstanceCustomData", Upload(std::vector<FFloat4>(2, {1.0f, 1.0f, 1.0f, 1.0f})));
		return Bindings;
	}

	FReferencePicture Draw(const FMode& Mode)
	{
		FPackOptions Pack;
		Pack.Kind = PackedKindOf(Mode.Operator);
		const TResult<FPackedSkin> Skin = PackSkin(ViewOf(Tube.Level), Tube.Rest, Pack);
		EXPECT_TRUE(Skin);
		const TResult<FGpuSkinBuffers> Buffers = FGpuSkinBuffers::Make(Device(), *Skin);
		EXPECT_TRUE(Buffers);
		const FGpuDrawParameters Parameters = MakeParameters(Mode, *Buffers);
		FGpuBindings Bindings = Bind(Mode, *Skin, *Buffers);
		const int Operator = static_cast<int>(Mode.Operator);
		if (!Mode.bSkin)
		{
			Bindings.SetParameters(Parameters.Skin);
			Run(ComputePipeline({"/Plugin/Exemplar/ExemplarSkinning.usf", "SkinCS", EShaderStage::Compute,
					{{"SKIN_OPERATOR", Operator}, {"SKIN_PREVIOUS", 1}}}),
				Bindings, (Skin->SlotCount + 63) / 64);
		}
		Bindings.SetParameters(Parameters);
		const std::map<std::string, int> Defines = {{"SKIN_OPERATOR", Operator}, {"SKIN_PREVIOUS", 1},
			{"EXEMPLAR_VF_SKIN", Mode.bSkin ? 1 : 0}, {"EXEMPLAR_VF_INSTANCED", Mode.bInstanced ? 1 : 0}};
		FGraphicsPipelineOptions Options;
		Options.VertexShader = Shader({"/Harness/ExemplarDraw.usf", "DrawVS", EShaderStage::Vertex, Defines});
		Options.PixelShader = Shader({"/Harness/ExemplarDraw.usf", "DrawPS", EShaderStage::Pixel, {}});
		Options.ColorFormats = FDrawTargets::GetFormats();
		Options.DepthFormat = EGpuFormat::Depth32;
		Options.Cull = Mode.Cull;
		const TResult<FGpuPipeline> Pipeline = Device().MakeGraphicsPipeline(Options);
		EXPECT_TRUE(Pipeline) << Pipeline.GetError().Message;
		std::vector<uint32_t> Indices;
		for (const uint32_t Vertex : Tube.Level.Indices)
		{
			Indices.push_back(Skin->SlotOfVertex[Vertex]);
		}
		const FDrawTargets Targets = FDrawTargets::Make(Device(), Width, Height);
		TResult<FGpuCommands> Commands = FGpuCommands::Begin(Device());
		EXPECT_TRUE(Commands);
		EXPECT_TRUE(Commands->BeginPass(Targets.Pass));
		FGpuDraw Draw;
		Draw.Indices = Upload(Indices);
		Draw.Count = static_cast<uint32_t>(Indices.size());
		Draw.InstanceCount = Mode.bInstanced ? 2 : 1;
		const FStatus Drawn = Commands->Draw(*Pipeline, Bindings, Draw);
		EXPECT_TRUE(Drawn) << Drawn.GetError().Message;
		Draw.Count = 0; // a section without triangles, and a draw without instances
		EXPECT_TRUE(Commands->Draw(*Pipeline, Bindings, Draw));
		Draw.Count = static_cast<uint32_t>(Indices.size());
		Draw.InstanceCount = 0;
		EXPECT_TRUE(Commands->Draw(*Pipeline, Bindings, Draw));
		EXPECT_TRUE(Commands->EndPass());
		EXPECT_TRUE(Commands->Submit());
		return Targets.Read();
	}

	FPictureDifference Judge(const FReferencePicture& Picture) const
	{
		const FMeshLevelView Level = ViewOf(Tube.Level);
		FReferenceMesh Mesh = PoseReferenceMesh(Level, {Tube.Now, {}, 0.0f}, {Tube.Before, {}, 0.0f});
		for (FFloat3& Position : Mesh.PreviousPositions)
		{
			Position += Step;
		}
		return ComparePictures(Rasterize(Mesh, View, Width, Height), Picture);
	}
};

TEST_F(VertexFactory, ComputeSkinnedAndVertexSkinnedAndInstancedDrawsAreTheReferencesPicture)
{
	for (const ESkinOperator Operator : {ESkinOperator::LinearBlend, ESkinOperator::AnimationSpace})
	{
		for (int Bits = 0; Bits < 4; ++Bits)
		{
			FMode Mode;
			Mode.Operator = Operator;
			Mode.bSkin = (Bits & 1) != 0;
			Mode.bInstanced = (Bits & 2) != 0;
			const FPictureDifference Difference = Judge(Draw(Mode));
			EXPECT_TRUE(Difference.bSame) << "mode " << Bits << ": " << Difference.Sentence;
			EXPECT_GT(Difference.ComparedPixels, 5000u);
		}
	}
}

TEST_F(VertexFactory, AFlippedWindingATransposedPaletteAndAStalePositionAreSeen)
{
	FMode Flipped, Transposed, Stale;
	Flipped.Cull = EGpuCull::Front;
	Transposed.bTransposed = true;
	Stale.bStalePrevious = true;
	for (FMode Mode : {Flipped, Transposed, Stale})
	{
		for (const bool bSkin : {false, true})
		{
			Mode.bSkin = bSkin;
			EXPECT_FALSE(Judge(Draw(Mode)).bSame);
		}
	}
}

} // namespace
} // namespace Exemplar

// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "GpuTestDevice.h"
#include "ReferenceRasterizer.h"
#include "SkinScene.h"

#include "Gpu/DebugColors.h"

namespace Exemplar
{
namespace
{

constexpr uint32_t Size = 160;
constexpr float ViewNear = 0.5f, ViewFar = 30.0f, ViewTan = 0.5f, ViewDistance = 5.0f;
constexpr float ViewScale = ViewFar / (ViewNear - ViewFar);

/** Random triangles of a random character's slots: what compute skinning wrote against what the vertex shader skins. */
class VertexFactoryModes : public FGpuTest
{
protected:
	static FClipMatrix View()
	{
		return {FFloat4{1.0f / ViewTan, 0.0f, 0.0f, 0.0f}, FFloat4{0.0f, 1.0f / ViewTan, 0.0f, 0.0f},
			FFloat4{0.0f, 0.0f, ViewScale, ViewScale * (ViewNear - ViewDistance)},
			FFloat4{0.0f, 0.0f, -1.0f, ViewDistance}};
	}

	struct FDrawnScene
	{
		const FSkinScene* Scene = nullptr;
		FGpuBindings Bindings;
		std::map<std::string, int> Defines;
		FGpuDraw Draw;
	};

	static FDrawnScene Prepare(const FSkinScene& Scene)
	{
		FDrawnScene Out;
		Out.Scene = &Scene;
		const TResult<FGpuSkinBuffers> Buffers =
			FGpuSkinBuffers::Make(Device(), Scene.Skin, *FCorrectivesView(Scene.Correctives), Scene.Shapes());
		EXPECT_TRUE(Buffers);
		FGpuDrawParameters Parameters;
		Parameters.Skin = Buffers->Parameters;
		Parameters.Skin.SkinInstanceCount = static_cast<uint32_t>(Scene.Instances.size());
		Parameters.Skin.SkinHasStretches = Scene.Options.bScale ? 1 : 0;
		Parameters.Skin.SkinDebugScale = 8.0f;
		const FClipMatrix ToClip = View();
		std::copy(ToClip.begin(), ToClip.end(), Parameters.DrawViewProjection);
		std::copy(ToClip.begin(), ToClip.end(), Parameters.DrawPreviousViewProjection);
		const size_t Slots = Scene.Skin.SlotCount * Scene.Instances.size();
		const FGpuBuffer Positions = Reserve(12 * Slots), Previous = Reserve(12 * Slots), Frames = Reserve(8 * Slots);
		Buffers->Bind(Out.Bindings);
		Out.Bindings.SetParameters(Parameters.Skin)
			.Set("SkinInstances", Upload(Scene.Instances))
			.Set("SkinPalette", Upload(Scene.PaletteRows))
			.Set("SkinStretches", Upload(Scene.StretchRows))
			.Set("SkinSegmentAngles", Upload(Scene.SegmentAngles))
			.Set("SkinShapeWeights", Upload(Scene.ShapeWeights))
			.Set("OutPositions", Positions)
			.Set("OutPreviousPositions", Previous)
			.Set("OutFrames", Frames)
			.Set("SkinnedPositions", Positions)
			.Set("SkinnedPreviousPositions", Previous)
			.Set("SkinnedFrames", Frames)
			.Set("SlotUVs", Reserve(8 * Scene.Skin.SlotCount));
		Out.Defines = {{"SKIN_OPERATOR", static_cast<int>(Scene.Options.Operator)},
			{"SKIN_POINTS_16", Scene.Options.Points == EPointFormat::Fixed16 ? 1 : 0},
			{"SKIN_CORRECTIVES", Scene.Options.bCorrectives ? 1 : 0}, {"SKIN_PREVIOUS", 1}};
		Run(ComputePipeline({"/Plugin/Exemplar/ExemplarSkinning.usf", "SkinCS", EShaderStage::Compute, Out.Defines}),
			Out.Bindings, (Scene.Skin.SlotCount + 63) / 64, Parameters.Skin.SkinInstanceCount);
		Out.Bindings.SetParameters(Parameters);
		FTestRandom Random(9);
		std::vector<uint32_t> Indices;
		for (int Corner = 0; Corner < 120; ++Corner)
		{
			Indices.push_back(static_cast<uint32_t>(Random.Below(Scene.Skin.SlotCount)));
		}
		Out.Draw.Indices = Upload(Indices);
		Out.Draw.Count = static_cast<uint32_t>(Indices.size());
		return Out;
	}

	/** Draws with one pair of shaders into images of these formats and depth. */
	static FGpuPass Render(const FDrawnScene& Drawn, std::map<std::string, int> Defines, const char* Vertex,
		const char* Pixel, const std::vector<EGpuFormat>& Formats)
	{
		const std::string File = "/Harness/ExemplarDraw.usf";
		FGraphicsPipelineOptions Options;
		Options.VertexShader = Shader({File, Vertex, EShaderStage::Vertex, Defines});
		Options.PixelShader = Pixel == nullptr ? nullptr : Shader({File, Pixel, EShaderStage::Pixel, {}});
		Options.ColorFormats = Formats;
		Options.DepthFormat = EGpuFormat::Depth32;
		Options.Cull = EGpuCull::None;
		const TResult<FGpuPipeline> Pipeline = Device().MakeGraphicsPipeline(Options);
		EXPECT_TRUE(Pipeline) << Pipeline.GetError().Message;
		FGpuPass Pass;
		for (const EGpuFormat Format : Formats)
		{
			Pass.Colors.push_back({*Device().MakeImage(Size, Size, Format)});
		}
		Pass.Depth = FGpuAttachment{*Device().MakeImage(Size, Size, EGpuFormat::Depth32), true, {1.0f}};
		TResult<FGpuCommands> Commands = FGpuCommands::Begin(Device());
		EXPECT_TRUE(Commands->BeginPass(Pass));
		const FStatus Status = Commands->Draw(*Pipeline, Drawn.Bindings, Drawn.Draw);
		EXPECT_TRUE(Status) << Status.GetError().Message;
		EXPECT_TRUE(Commands->EndPass());
		EXPECT_TRUE(Commands->Submit());
		return Pass;
	}

	static std::map<std::string, int> With(std::map<std::string, int> Defines, const char* Name, int Value)
	{
		Defines[Name] = Value;
		return Defines;
	}

	static FReferencePicture Picture(const FDrawnScene& Drawn, bool bSkin)
	{
		const FGpuPass Pass = Render(Drawn, With(Drawn.Defines, "EXEMPLAR_VF_SKIN", bSkin ? 1 : 0), "DrawVS", "DrawPS",
			{EGpuFormat::Rgba8Unorm, EGpuFormat::R32Uint, EGpuFormat::Rgba32Float, EGpuFormat::Rgba32Float});
		FReferencePicture Out(Size, Size);
		const std::vector<uint32_t> Ids = *Pass.Colors[1].Image.ReadAs<uint32_t>();
		const std::vector<FFloat4> Normals = *Pass.Colors[2].Image.ReadAs<FFloat4>();
		const std::vector<FFloat4> Motions = *Pass.Colors[3].Image.ReadAs<FFloat4>();
		Out.Depths = *Pass.Depth->Image.ReadAs<float>();
		for (size_t Place = 0; Place < Out.PixelCount(); ++Place)
		{
			Out.Triangles[Place] = Ids[Place] == 0 ? NoIndex : Ids[Place] - 1;
			Out.Normals[Place] = {Normals[Place].X, Normals[Place].Y, Normals[Place].Z};
			Out.Motions[Place] = {Motions[Place].X, Motions[Place].Y, Motions[Place].Z};
		}
		return Out;
	}
};

TEST_F(VertexFactoryModes, SkinningInTheVertexShaderIsComputeSkinningForEveryOperator)
{
	for (int Operator = 0; Operator < SkinOperatorCount; ++Operator)
	{
		for (const bool bMore : {false, true})
		{
			FSkinSceneOptions Options;
			Options.Operator = static_cast<ESkinOperator>(Operator);
			Options.Seed = 700 + static_cast<uint64_t>(Operator);
			Options.InstanceCount = 1;
			Options.bGeomorph = Options.bCorrectives = bMore;
			Options.bScale = bMore && Options.Operator == ESkinOperator::DualQuaternion;
			Options.Points = bMore ? EPointFormat::Fixed16 : EPointFormat::Float32;
			const TResult<FSkinScene> Scene = MakeSkinScene(Options);
			ASSERT_TRUE(Scene) << Scene.GetError().Message;
			const FDrawnScene Drawn = Prepare(*Scene);
			const FPictureDifference Difference = ComparePictures(Picture(Drawn, false), Picture(Drawn, true));
			EXPECT_TRUE(Difference.bSame) << "operator " << Operator << ": " << Difference.Sentence;
			EXPECT_GT(Difference.ComparedPixels, 2000u);
		}
	}
}

TEST_F(VertexFactoryModes, DepthNormalAndVelocityPassesShowTheSameSurface)
{
	FSkinSceneOptions Options;
	Options.Seed = 720;
	Options.InstanceCount = 1;
	const TResult<FSkinScene> Scene = MakeSkinScene(Options);
	ASSERT_TRUE(Scene);
	const FDrawnScene Drawn = Prepare(*Scene);
	for (const int Skin : {0, 1})
	{
		const std::map<std::string, int> Defines = With(Drawn.Defines, "EXEMPLAR_VF_SKIN", Skin);
		const FReferencePicture Whole = Picture(Drawn, Skin != 0);
		const std::vector<float> Depths =
			*Render(Drawn, Defines, "DrawDepthVS", nullptr, {}).Depth->Image.ReadAs<float>();
		const FGpuPass NormalPass = Render(Drawn, Defines, "DrawNormalVS", "DrawNormalPS", {EGpuFormat::Rgba32Float});
		const std::vector<FFloat4> Normals = *NormalPass.Colors[0].Image.ReadAs<FFloat4>();
		const FGpuPass VelocityPass = Render(Drawn, Defines, "DrawVS", "DrawVelocityPS", {EGpuFormat::Rgba32Float});
		const std::vector<FFloat4> Velocities = *VelocityPass.Colors[0].Image.ReadAs<FFloat4>();
		float WorstDepth = 0.0f, WorstNormal = 0.0f, WorstVelocity = 0.0f, Fastest = 0.0f;
		for (size_t Place = 0; Place < Whole.PixelCount(); ++Place)
		{
			WorstDepth = (std::max)(WorstDepth, std::abs(Depths[Place] - Whole.Depths[Place]));
			if (Whole.Triangles[Place] == NoIndex)
			{
				continue;
			}
			WorstNormal = (std::max)(WorstNormal,
				Length(FFloat3{Normals[Place].X, Normals[Place].Y, Normals[Place].Z} - Whole.Normals[Place]));
			// Where the pixel is in the world, where it was, and where that is on the screen.
			const float X = (static_cast<float>(Place % Size) + 0.5f) / Size * 2.0f - 1.0f;
			const float Y = 1.0f - (static_cast<float>(Place / Size) + 0.5f) / Size * 2.0f;
			const float W = ViewScale * ViewNear / (Whole.Depths[Place] + ViewScale);
			const FFloat3& M = Whole.Motions[Place];
			const float PreviousW = W + M.Z;
			const FFloat2 Before{(X * W - M.X / ViewTan) / PreviousW, (Y * W - M.Y / ViewTan) / PreviousW};
			if (PreviousW < 1.0f)
			{
				continue; // behind the viewer, or nearly
			}
			const FFloat4& V = Velocities[Place];
			const float Speed = (std::max)(std::abs(V.X), std::abs(V.Y));
			Fastest = (std::max)(Fastest, Speed);
			WorstVelocity = (std::max)(WorstVelocity,
				(std::max)(std::abs(V.X - (X - Before.X)), std::abs(V.Y - (Y - Before.Y))) / (1.0f + Speed));
		}
		EXPECT_LE(WorstDepth, 1e-6f);
		EXPECT_LE(WorstNormal, 1e-5f);
		// Velocity is a quotient of what is interpolated, motion is interpolated itself.
		EXPECT_LE(WorstVelocity, 2e-3f);
		EXPECT_GT(Fastest, 0.1f);
	}
}

TEST_F(VertexFactoryModes, DebugViewsColorTheSurface)
{
	FSkinSceneOptions Options;
	Options.Seed = 730;
	Options.InstanceCount = 1;
	Options.MinInfluences = Options.MaxInfluences = 3;
	const TResult<FSkinScene> Scene = MakeSkinScene(Options);
	ASSERT_TRUE(Scene);
	const FDrawnScene Drawn = Prepare(*Scene);
	// Three influences everywhere: one color, times the light.
	const FFloat3 Expected = DebugRamp(2.0f / 7.0f);
	for (const int Skin : {0, 1})
	{
		const std::map<std::string, int> Defines =
			With(With(Drawn.Defines, "EXEMPLAR_VF_SKIN", Skin), "EXEMPLAR_DEBUG_VIEW", 1);
		const FGpuPass Pass = Render(Drawn, Defines, "DrawVS", "DrawPS",
			{EGpuFormat::Rgba32Float, EGpuFormat::R32Uint, EGpuFormat::Rgba32Float, EGpuFormat::Rgba32Float});
		const std::vector<FFloat4> Colors = *Pass.Colors[0].Image.ReadAs<FFloat4>();
		size_t Covered = 0;
		for (const FFloat4& Color : Colors)
		{
			if (Color.W == 0.0f)
			{
				continue;
			}
			++Covered;
			ASSERT_NEAR(Color.X * Expected.Z, Color.Z * Expected.X, 1e-4f);
			ASSERT_NEAR(Color.Y * Expected.Z, Color.Z * Expected.Y, 1e-4f);
		}
		EXPECT_GT(Covered, 2000u);
	}
}

} // namespace
} // namespace Exemplar

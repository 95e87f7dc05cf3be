// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "CrowdGpuTest.h"
#include "DrawTargets.h"
#include "RandomSkin.h"
#include "ReferenceRasterizer.h"

#include "Vulkan/GpuSkinBuffers.h"

namespace Exemplar
{
namespace
{

constexpr uint32_t Width = 400, Height = 225;

/** A member of the crowd: a wagging post, round close by and with three sides and fewer bones far away. */
struct FPost
{
	FSkeletonData Skeleton;
	FRestPose Rest;
	std::vector<FMeshLevelData> Levels;
	FCrowdCharacter Crowd;

	FPost()
	{
		for (int Joint = 0; Joint < 3; ++Joint)
		{
			Skeleton.Names.push_back("joint" + std::to_string(Joint));
			Skeleton.Parents.push_back(Joint - 1);
			Skeleton.RestLocal.push_back({{}, {0.0f, Joint == 0 ? 0.0f : 0.6f, 0.0f}, {1.0f, 1.0f, 1.0f}});
		}
		Rest = *MakeRestPose(Skeleton);
		Levels = {MakeLevel(16, 10, {0, 1, 2}), MakeLevel(3, 4, {0, 2})};
		Crowd.Rest = Rest;
		Crowd.Sphere = {{0.0f, 0.9f, 0.0f}, 2.0f};
		Crowd.Levels = {{0.0f, {0, 1, 2}}, {0.02f, {0, 2}}};
		FCrowdClip Clip;
		Clip.FrameCount = 9;
		Clip.bLoops = true;
		for (int Frame = 0; Frame < 9; ++Frame)
		{
			const float Swing = 0.5f * std::sin(2.0f * PiF * static_cast<float>(Frame % 8) / 8.0f);
			for (size_t Joint = 0; Joint < 3; ++Joint)
			{
				const FFloat3& C = Rest.Centers[Joint];
				Clip.Keys.push_back({RotationAboutAxis({0.0f, 0.0f, 1.0f}, Swing), C, 0.0f});
			}
		}
		Crowd.Clips.push_back(std::move(Clip));
	}

	static FMeshLevelData MakeLevel(uint32_t Sides, uint32_t Rings, const std::vector<uint16_t>& Bones)
	{
		FMeshLevelData Out;
		Out.Weights.Offsets.push_back(0);
		for (uint32_t Ring = 0; Ring < Rings; ++Ring)
		{
			const float T = static_cast<float>(Ring) / static_cast<float>(Rings - 1);
			const float At =
				(std::min)(T * static_cast<float>(Bones.size() - 1), static_cast<float>(Bones.size() - 1) - 1e-3f);
			const size_t First = static_cast<size_t>(At);
			for (uint32_t Side = 0; Side < Sides; ++Side)
			{
				const float Angle = 2.0f * PiF * (static_cast<float>(Side) + 0.3f) / static_cast<float>(Sides);
				Out.Positions.push_back({0.3f * std::cos(Angle), 1.8f * T, -0.3f * std::sin(Angle)});
				Out.Normals.push_back({std::cos(Angle), 0.0f, -std::sin(Angle)});
				Out.Tangents.push_back({-std::sin(Angle), 0.0f, -std::cos(Angle), 1.0f});
				Out.Weights.Bones.insert(Out.Weights.Bones.end(), {Bones[First], Bones[First + 1]});
				const float Fraction = At - static_cast<float>(First);
				Out.Weights.Weights.insert(Out.Weights.Weights.end(), {1.0f - Fraction, Fraction});
				Out.Weights.Offsets.push_back(static_cast<uint32_t>(Out.Weights.Bones.size()));
				if (Ring + 1 < Rings)
				{
					const uint32_t A = Ring * Sides + Side, B = Ring * Sides + (Side + 1) % Sides;
					Out.Indices.insert(Out.Indices.end(), {A, B, B + Sides, A, B + Sides, A + Sides});
				}
			}
		}
		return Out;
	}
};

class CrowdDraw : public FCrowdGpuTest
{
protected:
	/** A frame of the job on the processor, which the reference is drawn from. */
	struct FFrame
	{
		std::vector<FCrowdInstance> Instances;
		std::vector<FCrowdState> States;
		std::vector<FAffine> Palettes;
	};

	const FPost Post;
	std::vector<FPackedSkin> Skins;

	void Populate()
	{
		Field.Characters = {Post.Crowd};
		FCamera& Camera = Field.Job.Camera;
		Camera.World = ToAffine(RotationAboutAxis({1.0f, 0.0f, 0.0f}, -0.15f), {0.0f, 3.0f, 6.0f});
		Camera.TanHalfWidth = 0.6f;
		Camera.TanHalfHeight = 0.6f * Height / Width;
		Camera.Far = 60.0f;
		FScreen& Screen = Field.Job.Screen;
		Screen.WidthPixels = Width;
		Screen.TanHalfWidth = Camera.TanHalfWidth;
		Screen.TanHalfHeight = Camera.TanHalfHeight;
		FTestRandom Random(3);
		for (uint32_t Index = 0; Index < 90; ++Index)
		{
			FCrowdInstance Instance;
			Instance.World = ToAffine(RotationAboutAxis({0.0f, 1.0f, 0.0f}, Random.Uniform(-3.0f, 3.0f)),
				{Random.Uniform(-14.0f, 14.0f), 0.0f, Random.Uniform(-25.0f, 8.0f)});
			Instance.Seconds = Random.Uniform(0.0f, 1.0f);
			Field.Instances.push_back(Instance);
		}
		Field.Prepare();
		for (uint32_t Level = 0; Level < Post.Levels.size(); ++Level)
		{
			Draws.push_back({Level, static_cast<uint32_t>(Post.Levels[Level].Indices.size()), 0, 0});
			TResult<FPackedSkin> Skin = PackSkin(ViewOf(Post.Levels[Level]), Post.Rest, {});
			ASSERT_TRUE(Skin);
			ASSERT_EQ(Skin->PaletteBones, Post.Crowd.Levels[Level].Bones) << "a crowd's palette has the skin's bones";
			Skins.push_back(std::move(*Skin));
		}
		MakeDeviceCrowd();
	}

	FClipMatrix GetView() const
	{
		const FCamera& Camera = Field.Job.Camera;
		const FAffine ToCamera = Inverse(Camera.World);
		const FFloat4 &X = ToCamera.Rows[0], &Y = ToCamera.Rows[1], &Z = ToCamera.Rows[2];
		const float A = Camera.Far / (Camera.Near - Camera.Far);
		return {X * (1.0f / Camera.TanHalfWidth), Y * (1.0f / Camera.TanHalfHeight),
			Z * A + FFloat4{0.0f, 0.0f, 0.0f, A * Camera.Near}, Z * -1.0f};
	}

	/** Draws each level with the arguments that the device has written. */
	void Draw(const FClipMatrix& View, const FDrawTargets& Targets)
	{
		const std::map<std::string, int> Defines = {
			{"SKIN_OPERATOR", 0}, {"SKIN_PREVIOUS", 1}, {"EXEMPLAR_VF_SKIN", 1}, {"EXEMPLAR_VF_INSTANCED", 1}};
		FGraphicsPipelineOptions Options;
		Options.VertexShader = Shader({"/Harness/ExemplarDraw.usf", "DrawVS", EShaderStage::Vertex, Defines});
		Options.PixelShader = Shader({"/Harness/ExemplarDraw.usf", "DrawPS", EShaderStage::Pixel, {}});
		Options.ColorFormats = FDrawTargets::GetFormats();
		Options.DepthFormat = EGpuFormat::Depth32;
		const TResult<FGpuPipeline> Pipeline = Device().MakeGraphicsPipeline(Options);
		ASSERT_TRUE(Pipeline) << Pipeline.GetError().Message;
		TResult<FGpuCommands> Commands = FGpuCommands::Begin(Device());
		ASSERT_TRUE(Commands);
		ASSERT_TRUE(Commands->BeginPass(Targets.Pass));
		for (uint32_t Level = 0; Level < Draws.size(); ++Level)
		{
			const TResult<FGpuSkinBuffers> Buffers = FGpuSkinBuffers::Make(Device(), Skins[Level]);
			ASSERT_TRUE(Buffers);
			FGpuDrawParameters Parameters;
			Parameters.Skin = Buffers->Parameters;
			Parameters.Skin.SkinFirstInstance = Level;
			std::copy(View.begin(), View.end(), Parameters.DrawViewProjection);
			std::copy(View.begin(), View.end(), Parameters.DrawPreviousViewProjection);
			std::vector<uint32_t> Indices;
			for (const uint32_t Vertex : Post.Levels[Level].Indices)
			{
				Indices.push_back(Skins[Level].SlotOfVertex[Vertex]);
			}
			FGpuBindings DrawBindings;
			Buffers->Bind(DrawBindings);
			DrawBindings.SetParameters(Parameters)
				.Set("SkinInstances", SkinInstances)
				.Set("SkinPalette", DevicePalettes)
				.Set("InstanceFirsts", LevelFirsts)
				.Set("InstanceTransforms", Transforms)
				.Set("InstanceCustomData", OutCustomData)
				.Set("SlotUVs", Reserve(8 * Skins[Level].SlotCount));
			const FStatus Drawn =
				Commands->DrawIndirect(*Pipeline, DrawBindings, Upload(Indices), DrawArguments, 20 * Level);
			ASSERT_TRUE(Drawn) << Drawn.GetError().Message;
		}
		ASSERT_TRUE(Commands->EndPass());
		ASSERT_TRUE(Commands->Submit());
	}

	/** The palette of a member of the current frame, one matrix per joint. */
	std::vector<FAffine> PaletteOf(uint32_t Index, const std::vector<FAffine>& Palettes) const
	{
		std::vector<FAffine> Out(3);
		const std::vector<uint16_t>& Bones = Post.Crowd.Levels[Field.States[Index].Choice.Level].Bones;
		for (size_t Bone = 0; Bone < Bones.size(); ++Bone)
		{
			Out[Bones[Bone]] = Palettes[3 * Index + Bone];
		}
		return Out;
	}

	/** The scalar operators and the plain rasterizer with the processor's palettes. Triangles are counted per member.
	 */
	FReferencePicture DrawReference(uint32_t VisibleCount, const FFrame& Before, const FClipMatrix& View) const
	{
		FReferenceMesh All;
		std::vector<uint32_t> TriangleOfMember;
		for (uint32_t Rank = 0; Rank < VisibleCount; ++Rank)
		{
			const uint32_t Index = Field.Visible[Rank], Level = Field.States[Index].Choice.Level;
			const bool bSame = Before.States[Index].bVisible && Before.States[Index].Choice.Level == Level;
			const std::vector<FAffine> Current = PaletteOf(Index, Field.Palettes),
									   Last = PaletteOf(Index, bSame ? Before.Palettes : Field.Palettes);
			const FReferenceMesh One =
				PoseReferenceMesh(ViewOf(Post.Levels[Level]), {Current, {}, 0.0f}, {Last, {}, 0.0f});
			const uint32_t First = static_cast<uint32_t>(All.Positions.size());
			for (size_t Vertex = 0; Vertex < One.Positions.size(); ++Vertex)
			{
				All.Positions.push_back(TransformPoint(Field.Instances[Index].World, One.Positions[Vertex]));
				All.Normals.push_back(TransformVector(Field.Instances[Index].World, One.Normals[Vertex]));
				All.PreviousPositions.push_back(
					TransformPoint(Before.Instances[Index].World, One.PreviousPositions[Vertex]));
			}
			for (size_t Corner = 0; Corner < One.Indices.size(); ++Corner)
			{
				All.Indices.push_back(First + One.Indices[Corner]);
				if (Corner % 3 == 0)
				{
					TriangleOfMember.push_back(static_cast<uint32_t>(Corner / 3));
				}
			}
		}
		FReferencePicture Reference = Rasterize(All, View, Width, Height);
		for (uint32_t& Triangle : Reference.Triangles)
		{
			Triangle = Triangle == NoIndex ? NoIndex : TriangleOfMember[Triangle];
		}
		return Reference;
	}
};

/** The device selects levels, compacts, poses, and draws with the arguments that it wrote itself. */
TEST_F(CrowdDraw, ACrowdThatTheDeviceChoosesPosesAndDrawsIsTheReferencesPicture)
{
	ASSERT_NO_FATAL_FAILURE(Populate());
	FCrowdStatistics Statistics = RunBoth();
	const FFrame Before{Field.Instances, Field.States, Field.Palettes};
	for (FCrowdInstance& Instance : Field.Instances)
	{
		Instance.Seconds += 0.02f;
		Instance.World.Rows[0].W += 0.04f;
	}
	Statistics = RunBoth();
	ASSERT_GT(Statistics.PerLevel[0], 3u);
	ASSERT_GT(Statistics.PerLevel[1], 10u);
	ASSERT_GT(Statistics.Culled, 5u);

	const FClipMatrix View = GetView();
	const FDrawTargets Targets = FDrawTargets::Make(Device(), Width, Height);
	ASSERT_NO_FATAL_FAILURE(Draw(View, Targets));
	// A pixel far away is centimeters wide: a corner's rounding moves more there. Members moved by 4 cm since the last
	// frame.
	FPictureTolerance Tolerance;
	Tolerance.Motion = 1e-3f;
	const FPictureDifference Difference =
		ComparePictures(DrawReference(Statistics.Visible, Before, View), Targets.Read(), Tolerance);
	EXPECT_TRUE(Difference.bSame) << Difference.Sentence;
	EXPECT_GT(Difference.ComparedPixels, 5000u);
}

} // namespace
} // namespace Exemplar

// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Character/CorrectiveDeltas.h"
#include "GpuTestDevice.h"
#include "ReferenceRasterizer.h"

#include "Pose/ClipSampling.h"
#include "Pose/PoseJobs.h"
#include "Render/BoneShapes.h"
#include "Render/Pictures.h"
#include "Render/PreviewCharacter.h"
#include "Sample/SampleCharacter.h"

namespace Exemplar
{
namespace
{

float HalfToFloat(uint16_t Half)
{
	const int Exponent = (Half >> 10) & 31;
	const float Fraction = static_cast<float>(Half & 1023) / 1024.0f;
	const float Size = Exponent == 0 ? std::ldexp(Fraction, -14) : std::ldexp(1.0f + Fraction, Exponent - 15);
	return (Half & 0x8000) != 0 ? -Size : Size;
}

float Brightness(const FPixel& Pixel)
{
	return (static_cast<float>(Pixel.R) + static_cast<float>(Pixel.G) + static_cast<float>(Pixel.B)) / 765.0f;
}

class Studio : public FGpuTest
{
protected:
	static constexpr uint32_t Side = 256;

	static const FCharacter& Sample()
	{
		static const FCharacter Character = []
		{
			FSampleOptions Options;
			Options.VertexCount = 2500;
			const TResult<FSampleCharacter> Made = BuildSample(Options, {});
			return *BakeSample(*Made, {});
		}();
		return Character;
	}

	static const FStudio& TheStudio()
	{
		static const TResult<FStudio> Made = FStudio::Create(Device(), FStudioQuality::Draft());
		EXPECT_TRUE(Made) << Made.GetError().Message;
		return *Made;
	}

	/** The pose that bends everything. */
	static std::vector<FBoneTransform> Crouch() { return SampleFrame(Sample()->Skeleton, Sample()->Clips[0], 10.0f); }

	static FStudioScene MakeScene(const FPreviewPose& Pose, const FView& View = FView())
	{
		FBox Box;
		for (const FFloat3& P : Pose.Positions)
		{
			Box.Add(P);
		}
		FStudioScene Scene;
		Scene.Surfaces.push_back(Pose.Mesh);
		Scene.Camera = FrameCamera(View, Pose.Positions, 1.0f);
		Scene.Caster = {Box.Center(), 0.5f * Box.Diagonal()};
		Scene.FloorHeight = Box.Min.Y;
		return Scene;
	}

	static FPreviewPose Shown(const FPreviewColors& Colors = {})
	{
		TResult<FPreviewCharacter> Character = FPreviewCharacter::Create(TheStudio(), Sample(), 0);
		EXPECT_TRUE(Character);
		TResult<FPreviewPose> Pose = Character->Pose(Crouch(), Colors);
		EXPECT_TRUE(Pose) << Pose.GetError().Message;
		return *Pose;
	}

	static FCanvas Draw(const FStudioScene& Scene)
	{
		TResult<FCanvas> Canvas = TheStudio().Draw(Scene, Side, Side);
		EXPECT_TRUE(Canvas) << Canvas.GetError().Message;
		return *Canvas;
	}

	/** The sample with a second level of half its triangles and a corrective that swells it in a crouch. */
	static FCharacter Extended()
	{
		FCharacterData Data = Sample().ToData();
		FMeshLevelData& Level = Data.Levels[0];
		Data.Levels.push_back(Level);
		FMeshLevelData& Coarse = Data.Levels[1];
		Coarse.Sections.resize(1);
		Coarse.Sections[0].IndexCount = Coarse.Sections[0].IndexCount / 6 * 3;
		Coarse.Indices.resize(Coarse.Sections[0].IndexCount);
		Coarse.SectionSpheres.resize((std::min)(Coarse.SectionSpheres.size(), size_t{1}));
		Coarse.ErrorBound = 0.004f;
		TCorrectives<FOwned>& Shapes = Data.Correctives;
		Shapes.Drivers = {{0, 1}};
		Shapes.Kernels = {{static_cast<uint32_t>(ECorrectiveFunction::Gaussian),
			static_cast<uint32_t>(ECorrectiveMetric::Chordal), 0, 0.3f, 0, 1}};
		Shapes.Terms = {{0, 1.0f, Compose(Inverse(Data.Skeleton.RestLocal[1].Rotation), Crouch()[1].Rotation)}};
		Shapes.Runs = {{0, 1, 0}};
		Shapes.Coefficients = {1.0};
		Shapes.Shapes = {{0, 1, 0.0f, 1.0f, NoIndex, DeltaScaleFor(0.02), 0.0f}};
		Shapes.Correctives.resize(1);
		Shapes.Correctives[0].ShapeCount = 1;
		Shapes.Correctives[0].Name = "swell";
		for (FMeshLevelData& Each : Data.Levels)
		{
			FDeltaWriter Writer(Each.Correctives);
			for (uint32_t Vertex = 0; Vertex < Each.Positions.size(); ++Vertex)
			{
				const FFloat3 D = Each.Normals[Vertex] * 0.02f;
				Writer.Add(Vertex, EncodeDelta(double{D.X}, double{D.Y}, double{D.Z}, Shapes.Shapes[0].DeltaScale));
			}
			Writer.EndShape();
		}
		const TResult<FCharacter> Made = FCharacter::FromData(Data);
		EXPECT_TRUE(Made) << Made.GetError().Message;
		return *Made;
	}

	/** What the surface pass shows, in the reference's words, against the scalar operators. */
	static FPictureDifference Judge(const FStudioScene& Scene, std::span<const FFloat3> RestOffsets = {})
	{
		const TResult<FStudioSamples> Samples = TheStudio().DrawSamples(Scene, Side, Side);
		EXPECT_TRUE(Samples);
		const TResult<FRestPose> Rest = MakeRestPose(Sample()->Skeleton);
		std::vector<FAffine> Model(Rest->JointCount()), Palette(Rest->JointCount());
		EXPECT_TRUE((FLocalToModelJob{Rest->Parents, Crouch(), Model}.Run()));
		EXPECT_TRUE((FPaletteJob{Model, Rest->InverseModel, {}, Palette}.Run()));
		const FReferencePose Pose{Palette, RestOffsets, 0.0f};
		const FReferencePicture Reference =
			Rasterize(PoseReferenceMesh(Sample()->Levels[0], Pose, Pose), Scene.Camera.ToClip(), Side, Side);
		FReferencePicture Picture(Side, Side);
		for (size_t Pixel = 0; Pixel < Picture.PixelCount(); ++Pixel)
		{
			const uint32_t Triangle = Samples->Triangles[Pixel];
			Picture.Triangles[Pixel] = Triangle == 0 ? NoIndex : Triangle - 1;
			Picture.Depths[Pixel] = Samples->Depths[Pixel];
			const uint16_t* Half = &Samples->HalfNormals[4 * Pixel];
			Picture.Normals[Pixel] = {HalfToFloat(Half[0]), HalfToFloat(Half[1]), HalfToFloat(Half[2])};
		}
		return ComparePictures(Reference, Picture); // a picture stands still: no motion in either
	}
};

TEST_F(Studio, TheSurfaceIsThatOfTheReference)
{
	for (const FView& View : {FView{32.0f, 9.0f, "a"}, FView{200.0f, 60.0f, "b"}})
	{
		const FPictureDifference Found = Judge(MakeScene(Shown(), View));
		EXPECT_TRUE(Found.bSame) << Found.Sentence;
		EXPECT_GT(Found.ComparedPixels, Side * Side / 12);
	}
}

TEST_F(Studio, AFlippedSurfaceIsNotThatOfTheReference)
{
	FPreviewPose Pose = Shown();
	std::vector<uint32_t> Indices = Pose.Mesh.Indices.Read<uint32_t>();
	for (size_t Corner = 0; Corner < Indices.size(); Corner += 3)
	{
		std::swap(Indices[Corner], Indices[Corner + 1]);
	}
	Pose.Mesh.Indices = Upload(Indices);
	const FPictureDifference Found = Judge(MakeScene(Pose));
	EXPECT_LT(Found.EqualTriangles, 0.1) << Found.Sentence;
}

TEST_F(Studio, CorrectivesAreInThePicture)
{
	const FCharacter Character = Extended();
	const TResult<FPreviewCharacter> Level = FPreviewCharacter::Create(TheStudio(), Character, 0);
	ASSERT_TRUE(Level) << Level.GetError().Message;
	const TResult<FPreviewPose> Pose = Level->Pose(Crouch(), {EDebugView::CorrectiveStrength, 0.02f, {}});
	ASSERT_TRUE(Pose) << Pose.GetError().Message;
	EXPECT_NEAR(Pose->LargestCorrective, 0.02f, 1e-5f);
	std::vector<FFloat3> Offsets;
	for (const FFloat3& Normal : Character->Levels[0].Normals)
	{
		Offsets.push_back(Normal * 0.02f);
	}
	const FStudioScene Scene = MakeScene(*Pose);
	const FPictureDifference Found = Judge(Scene, Offsets);
	EXPECT_TRUE(Found.bSame) << Found.Sentence;
	EXPECT_FALSE(Judge(Scene).bSame);
	for (const uint32_t Color : Pose->Mesh.Colors.Read<uint32_t>())
	{
		ASSERT_NEAR(static_cast<int>(Color & 255u), static_cast<int>(ToPixel(DebugRamp(1.0f)).R), 2);
	}
}

TEST_F(Studio, LevelsStandSideBySide)
{
	const FCharacter Character = Extended();
	FPictureOptions Options;
	Options.Poses.push_back({"Crouch", Crouch(), 0, true});
	Options.Levels = {0, 1};
	Options.Debug = EDebugView::Level;
	Options.Width = Options.Height = 96;
	TResult<FPictures> Pictures = DrawPictures(TheStudio(), Character, nullptr, Options, {});
	ASSERT_TRUE(Pictures) << Pictures.GetError().Message;
	ASSERT_EQ(Pictures->Panels.size(), 2u);
	EXPECT_EQ(Pictures->Panels[1].Caption, "Crouch, LOD 1");
	EXPECT_NE(Pictures->Panels[0].Picture.GetPixels(), Pictures->Panels[1].Picture.GetPixels());
	ASSERT_EQ(Pictures->Legend.Swatches.size(), 2u);
	EXPECT_NE(Pictures->Legend.Swatches[1].second.find("error up to 4\u202fmm"), std::string::npos);
	// Its vertices are those of the finest level: nothing is away from that.
	Options.Debug = EDebugView::Error;
	Pictures = DrawPictures(TheStudio(), Character, nullptr, Options, {});
	ASSERT_TRUE(Pictures) << Pictures.GetError().Message;
	EXPECT_NE(Pictures->Panels[1].Remark.find("max 0\u202fmm"), std::string::npos) << Pictures->Panels[1].Remark;
}

TEST_F(Studio, TheSameSceneGivesTheSameBytes)
{
	const FStudioScene Scene = MakeScene(Shown());
	EXPECT_EQ(Draw(Scene).GetPixels(), Draw(Scene).GetPixels());
}

TEST_F(Studio, ShadowsFallOnTheFloorAndNowhereElse)
{
	FStudioScene Scene = MakeScene(Shown());
	const FCanvas With = Draw(Scene);
	const TResult<FStudioSamples> Samples = TheStudio().DrawSamples(Scene, Side, Side);
	Scene.Surfaces.clear();
	const FCanvas Without = Draw(Scene);
	size_t Darker = 0, Brighter = 0, SkyChanged = 0;
	for (size_t Pixel = 0; Pixel < Side * Side; ++Pixel)
	{
		// Away from the outline, where a pixel is partly character.
		const bool bAway = Pixel > 2 * Side && Pixel + 2 * Side < Side * Side && Samples->Triangles[Pixel - 2] == 0 &&
			Samples->Triangles[Pixel + 2] == 0 && Samples->Triangles[Pixel - 2 * Side] == 0 &&
			Samples->Triangles[Pixel + 2 * Side] == 0 && Samples->Triangles[Pixel] == 0;
		if (bAway)
		{
			const float Change = Brightness(With.GetPixels()[Pixel]) - Brightness(Without.GetPixels()[Pixel]);
			Darker += Change < -0.05f;
			Brighter += Change > 0.01f;
			SkyChanged += Pixel < Side * Side / 8 && Change < -0.01f;
		}
	}
	EXPECT_GT(Darker, Side * Side / 100);
	EXPECT_EQ(Brighter, 0u);
	EXPECT_EQ(SkyChanged, 0u);
}

TEST_F(Studio, ColorsOfDebugViewsReachThePicture)
{
	std::vector<float> Errors(Sample()->Levels[0].VertexCount(), 0.002f);
	for (const float Scale : {0.002f, 1.0f})
	{
		const FPreviewPose Pose = Shown({EDebugView::Error, Scale, Errors});
		const FPixel Wanted = ToPixel(DebugRamp(0.002f / Scale));
		for (const uint32_t Color : Pose.Mesh.Colors.Read<uint32_t>())
		{
			ASSERT_NEAR(static_cast<int>(Color & 255u), static_cast<int>(Wanted.R), 1);
			ASSERT_NEAR(static_cast<int>((Color >> 16) & 255u), static_cast<int>(Wanted.B), 1);
		}
		FStudioScene Scene = MakeScene(Pose);
		Scene.Flatness = 1.0f;
		const FCanvas Canvas = Draw(Scene);
		const TResult<FStudioSamples> Samples = TheStudio().DrawSamples(Scene, Side, Side);
		size_t Same = 0, All = 0;
		for (size_t Pixel = 0; Pixel < Side * Side; ++Pixel)
		{
			if (Samples->Triangles[Pixel] != 0)
			{
				const FPixel& P = Canvas.GetPixels()[Pixel];
				Same += Scale == 1.0f ? P.B > P.R : P.R > 2 * P.B;
				++All;
			}
		}
		EXPECT_GT(Same, All * 9 / 10);
	}
}

TEST_F(Studio, BonesAreSeenThroughTheSurface)
{
	const FPreviewPose Pose = Shown();
	const FBoneShapes Bones = MakeBoneShapes(Sample()->Skeleton.Parents, Pose.Joints, 1.8f);
	const TResult<FStudioMesh> Mesh = TheStudio().Upload(Bones.Positions, Bones.Normals, Bones.Indices, Bones.Colors);
	ASSERT_TRUE(Mesh);
	FStudioScene Scene = MakeScene(Pose);
	const FCanvas Without = Draw(Scene);
	Scene.Overlays.push_back(*Mesh);
	const FCanvas With = Draw(Scene);
	size_t Changed = 0;
	for (size_t Pixel = 0; Pixel < Side * Side; ++Pixel)
	{
		Changed += With.GetPixels()[Pixel] != Without.GetPixels()[Pixel];
	}
	EXPECT_GT(Changed, 300u);
	EXPECT_LT(Changed, Side * Side / 8);
}

TEST_F(Studio, WiresDarkenTheSurface)
{
	FStudioScene Scene = MakeScene(Shown());
	const FCanvas Without = Draw(Scene);
	Scene.WireWidth = 1.0f;
	const FCanvas With = Draw(Scene);
	double Darker = 0.0;
	for (size_t Pixel = 0; Pixel < Side * Side; ++Pixel)
	{
		Darker += static_cast<double>(Brightness(Without.GetPixels()[Pixel]) - Brightness(With.GetPixels()[Pixel]));
	}
	EXPECT_GT(Darker, 100.0);
}

TEST_F(Studio, ExamplesGiveThreePanelsAndTheirDistance)
{
	FSampleOptions SampleOptions;
	SampleOptions.VertexCount = 2500;
	SampleOptions.bBulges = true; // the same surface, moved by what the character cannot make
	TResult<FSampleCharacter> Made = BuildSample(SampleOptions, {});
	ASSERT_TRUE(Made);
	const TResult<FExampleSet> Examples = BuildExampleSet(std::move(Made->Source), {}, {});
	ASSERT_TRUE(Examples);
	FPictureOptions Options;
	Options.Poses.push_back({"Crouch", Crouch(), 10, true});
	Options.Width = Options.Height = 96;
	const TResult<FPictures> Pictures = DrawPictures(TheStudio(), Sample(), &*Examples, Options, {});
	ASSERT_TRUE(Pictures) << Pictures.GetError().Message;
	ASSERT_EQ(Pictures->Panels.size(), 3u);
	EXPECT_EQ(Pictures->PanelsAPose, 3u);
	EXPECT_EQ(Pictures->Panels[0].Caption, "Crouch, example");
	EXPECT_EQ(Pictures->Panels[1].Caption, "Crouch, character");
	EXPECT_NE(Pictures->Panels[2].Remark.find("max"), std::string::npos);
	EXPECT_EQ(Pictures->Legend.Bar.size(), 33u);
	Options.Poses[0].Example = 1000;
	EXPECT_FALSE(DrawPictures(TheStudio(), Sample(), &*Examples, Options, {}));
	Options.Levels = {7};
	EXPECT_FALSE(DrawPictures(TheStudio(), Sample(), nullptr, Options, {}));
}

} // namespace
} // namespace Exemplar

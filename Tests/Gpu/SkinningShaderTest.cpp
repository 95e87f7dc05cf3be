// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "GpuTestDevice.h"
#include "SkinScene.h"

namespace Exemplar
{
namespace
{

struct FSkinned
{
	std::vector<FFloat3> Positions, Previous;
	std::vector<uint32_t> Frames;
	std::vector<uint32_t> OutputVertices; // of the mesh that is deformed
	std::vector<FFloat3> DeformerPositions;
	std::vector<int16_t> DeformerTangents;
};

/** A mesh as an engine makes it of the level: in another order, and every third vertex split into two. */
std::vector<uint32_t> SplitAndPermute(size_t VertexCount)
{
	std::vector<uint32_t> Out;
	for (size_t Index = 0; Index < VertexCount; ++Index)
	{
		Out.insert(Out.end(), Index % 3 == 0 ? 2 : 1, static_cast<uint32_t>(VertexCount - 1 - Index));
	}
	return Out;
}

FFloat3 DecodeWord(uint32_t Word)
{
	const float X = static_cast<float>(Word & 0xffff) - 32767.0f, Y = static_cast<float>(Word >> 16) - 32767.0f;
	const float Z = 32767.0f - std::abs(X) - std::abs(Y), Fold = Z < 0.0f ? Z : 0.0f;
	return Normalize(FFloat3{X + (X < 0.0f ? -Fold : Fold), Y + (Y < 0.0f ? -Fold : Fold), Z});
}

class SkinningShader : public FGpuTest
{
protected:
	static FShaderSource Source(const FSkinScene& Scene, bool bPrevious, bool bDeformer)
	{
		FShaderSource Out{"/Plugin/Exemplar/ExemplarSkinning.usf", "SkinCS", EShaderStage::Compute, {}};
		Out.Defines["SKIN_OPERATOR"] = static_cast<int>(Scene.Options.Operator);
		Out.Defines["SKIN_POINTS_16"] = Scene.Options.Points == EPointFormat::Fixed16 ? 1 : 0;
		Out.Defines["SKIN_CORRECTIVES"] = Scene.Options.bCorrectives ? 1 : 0;
		Out.Defines["SKIN_PREVIOUS"] = bPrevious ? 1 : 0;
		Out.Defines["SKIN_OUTPUT"] = bDeformer ? 1 : 0;
		return Out;
	}

	/** Runs both outputs. */
	static FSkinned Skin(const FSkinScene& Scene)
	{
		TResult<FGpuSkinBuffers> Buffers =
			FGpuSkinBuffers::Make(Device(), Scene.Skin, *FCorrectivesView(Scene.Correctives), Scene.Shapes());
		EXPECT_TRUE(Buffers);
		FGpuSkinParameters Parameters = Buffers->Parameters;
		Parameters.SkinInstanceCount = static_cast<uint32_t>(Scene.Instances.size());
		Parameters.SkinHasStretches = Scene.Options.bScale ? 1 : 0;
		const size_t Slots = size_t{Scene.Skin.SlotCount} * Scene.Instances.size();
		const std::vector<uint32_t> Vertices = SplitAndPermute(Scene.Skin.SlotOfVertex.size());
		std::vector<uint32_t> OutputSlots;
		for (const uint32_t Vertex : Vertices)
		{
			OutputSlots.push_back(Scene.Skin.SlotOfVertex[Vertex]);
		}
		std::vector<FGpuSkinInstance> OutputInstances = Scene.Instances;
		for (size_t Index = 0; Index < OutputInstances.size(); ++Index)
		{
			OutputInstances[Index].OutputCount = static_cast<uint32_t>(Vertices.size());
			OutputInstances[Index].FirstOutput = static_cast<uint32_t>(Index * Vertices.size());
		}
		const size_t Outputs = Vertices.size() * OutputInstances.size();
		const FGpuBuffer Positions = Reserve(12 * Slots), Previous = Reserve(12 * Slots), Frames = Reserve(8 * Slots),
						 DeformerPositions = Reserve(12 * Outputs), DeformerTangents = Reserve(16 * Outputs);
		FGpuBindings Bindings;
		Buffers->Bind(Bindings);
		Bindings.SetParameters(Parameters)
			.Set("SkinInstances", Upload(Scene.Instances))
			.Set("SkinPalette", Upload(Scene.PaletteRows))
			.Set("SkinStretches", Upload(Scene.StretchRows))
			.Set("SkinSegmentAngles", Upload(Scene.SegmentAngles))
			.Set("SkinShapeWeights", Upload(Scene.ShapeWeights))
			.Set("OutPositions", Positions)
			.Set("OutPreviousPositions", Previous)
			.Set("OutFrames", Frames)
			.Set("OutDeformerPositions", DeformerPositions, EGpuFormat::R32Float)
			.Set("OutDeformerTangents", DeformerTangents, EGpuFormat::Rgba16Snorm);
		const uint32_t Groups = (Scene.Skin.SlotCount + GpuGroupSize - 1) / GpuGroupSize;
		Run(ComputePipeline(Source(Scene, false, false)), Bindings, Groups, Parameters.SkinInstanceCount);
		const std::vector<FFloat3> Alone = Positions.Read<FFloat3>();
		const std::vector<uint32_t> FramesAlone = Frames.Read<uint32_t>();
		Run(ComputePipeline(Source(Scene, true, false)), Bindings, Groups, Parameters.SkinInstanceCount);
		// Asking for last frame's positions does not change this frame's.
		float Worst = 0.0f;
		const std::vector<FFloat3> Together = Positions.Read<FFloat3>();
		for (size_t At = 0; At < Alone.size(); ++At)
		{
			Worst = (std::max)(Worst, Distance(Alone[At], Together[At]));
		}
		EXPECT_LE(Worst, 1e-6f);
		EXPECT_EQ(FramesAlone.size(), Frames.Read<uint32_t>().size());
		Bindings.Set("SkinInstances", Upload(OutputInstances)).Set("SkinOutputSlots", Upload(OutputSlots));
		Run(ComputePipeline(Source(Scene, false, true)), Bindings,
			static_cast<uint32_t>((Vertices.size() + GpuGroupSize - 1) / GpuGroupSize), Parameters.SkinInstanceCount);
		return {Positions.Read<FFloat3>(), Previous.Read<FFloat3>(), Frames.Read<uint32_t>(), Vertices,
			DeformerPositions.Read<FFloat3>(), DeformerTangents.Read<int16_t>()};
	}

	/** Every output of every slot of every instance against the scalar operators. */
	static void Compare(const FSkinSceneOptions& Options)
	{
		SCOPED_TRACE(testing::Message() << "operator " << static_cast<int>(Options.Operator) << ", "
										<< Options.VertexCount << " vertices, influences " << Options.MinInfluences
										<< " to " << Options.MaxInfluences << ", seed " << Options.Seed);
		const TResult<FSkinScene> Made = MakeSkinScene(Options);
		ASSERT_TRUE(Made) << Made.GetError().Message;
		const FSkinScene& Scene = *Made;
		const FSkinned Out = Skin(Scene);
		const size_t Slots = Scene.Skin.SlotCount;
		ASSERT_EQ(Out.Positions.size(), Slots * Scene.Instances.size());
		std::vector<FSurfacePoint> Expected, ExpectedPrevious;
		FBox Box;
		for (const auto& States : Scene.States)
		{
			for (uint32_t Slot = 0; Slot < Slots; ++Slot)
			{
				Expected.push_back(Scene.Reference(Slot, States[0]));
				ExpectedPrevious.push_back(Scene.Reference(Slot, States[1]));
				Box.Add(Expected.back().Position);
				Box.Add(ExpectedPrevious.back().Position);
			}
		}
		const float Tolerance = 1e-5f * (std::max)(Box.Diagonal(), 1.0f), UnitTolerance = 1e-4f;
		const bool bFrames = Scene.Skin.Format.Frames != EFrameFormat::None;
		float WorstPosition = 0.0f, WorstPrevious = 0.0f, WorstNormal = 0.0f, WorstTangent = 0.0f, WorstDeformer = 0.0f,
			  WorstDeformerUnit = 0.0f;
		for (size_t At = 0; At < Expected.size(); ++At)
		{
			const uint32_t Slot = static_cast<uint32_t>(At % Slots);
			const FSurfacePoint& E = Expected[At];
			const FFloat3 T{E.Tangent.X, E.Tangent.Y, E.Tangent.Z};
			WorstPosition = (std::max)(WorstPosition, Distance(Out.Positions[At], E.Position));
			WorstPrevious = (std::max)(WorstPrevious, Distance(Out.Previous[At], ExpectedPrevious[At].Position));
			if (bFrames)
			{
				WorstNormal = (std::max)(WorstNormal, Distance(DecodeWord(Out.Frames[2 * At]), E.Normal));
				if (Scene.Skin.bHasTangents)
				{
					WorstTangent = (std::max)(WorstTangent, Distance(DecodeWord(Out.Frames[2 * At + 1]), T));
					ASSERT_EQ((Out.Frames[2 * At + 1] >> 16 & 1) != 0, E.Tangent.W < 0.0f) << "slot " << Slot;
				}
			}
		}
		ASSERT_EQ(Out.DeformerPositions.size(), Out.OutputVertices.size() * Scene.Instances.size());
		for (size_t Place = 0; Place < Out.DeformerPositions.size(); ++Place)
		{
			const size_t Instance = Place / Out.OutputVertices.size();
			const uint32_t Vertex = Out.OutputVertices[Place % Out.OutputVertices.size()];
			const FSurfacePoint& E = Expected[Instance * Slots + Scene.Skin.SlotOfVertex[Vertex]];
			const FFloat3 T{E.Tangent.X, E.Tangent.Y, E.Tangent.Z};
			WorstDeformer = (std::max)(WorstDeformer, Distance(Out.DeformerPositions[Place], E.Position));
			if (bFrames)
			{
				const auto Item = [&](size_t Index)
				{ return static_cast<float>(Out.DeformerTangents[8 * Place + Index]) / 32767.0f; };
				WorstDeformerUnit = (std::max)(WorstDeformerUnit, Distance({Item(4), Item(5), Item(6)}, E.Normal));
				const FFloat3 Tangent{Item(0), Item(1), Item(2)};
				if (Scene.Skin.bHasTangents)
				{
					WorstDeformerUnit = (std::max)(WorstDeformerUnit, Distance(Tangent, T));
					ASSERT_EQ(Item(7) < 0.0f, E.Tangent.W < 0.0f);
				}
				else
				{
					ASSERT_NEAR(Length(Tangent), 1.0f, 1e-3f); // some tangent: the mesh has one
					ASSERT_NEAR(Dot(Tangent, E.Normal), 0.0f, 1e-3f);
				}
			}
		}
		EXPECT_LE(WorstPosition, Tolerance);
		EXPECT_LE(WorstPrevious, Tolerance);
		EXPECT_LE(WorstDeformer, Tolerance);
		EXPECT_LE(WorstNormal, UnitTolerance);
		EXPECT_LE(WorstTangent, UnitTolerance);
		EXPECT_LE(WorstDeformerUnit, UnitTolerance);
	}
};

constexpr ESkinOperator AllOperators[] = {ESkinOperator::LinearBlend, ESkinOperator::AnimationSpace,
	ESkinOperator::DualQuaternion, ESkinOperator::Spherical, ESkinOperator::Twist, ESkinOperator::CenterOfRotation,
	ESkinOperator::Blended};

TEST_F(SkinningShader, EveryOperatorAgreesWithTheScalarReferenceForOneToThirtyTwoInfluences)
{
	constexpr size_t Ranges[][2] = {{1, 1}, {1, 4}, {4, 4}, {5, 12}, {32, 32}, {1, 32}};
	uint64_t Seed = 10;
	for (const ESkinOperator Operator : AllOperators)
	{
		for (const auto& Range : Ranges)
		{
			FSkinSceneOptions Options;
			Options.Operator = Operator;
			Options.Seed = Seed++;
			Options.MinInfluences = Range[0];
			Options.MaxInfluences = Range[1];
			Options.bGeomorph = Range[1] != 4;
			Options.bPairs = Range[1] == 12;
			Options.bScale = Operator == ESkinOperator::DualQuaternion && Range[0] == 5;
			Compare(Options);
		}
	}
}

TEST_F(SkinningShader, EveryFormatAgreesWithTheReferenceOnTheUnpackedFloats)
{
	struct FFormats
	{
		EPointFormat Points;
		EWeightFormat Weights;
		EFrameFormat Frames;
		bool bSmall, bTangents;
	};
	constexpr FFormats All[] = {{EPointFormat::Float32, EWeightFormat::Float32, EFrameFormat::None, false, true},
		{EPointFormat::Float32, EWeightFormat::Float32, EFrameFormat::Float32, true, false},
		{EPointFormat::Fixed16, EWeightFormat::Unorm16, EFrameFormat::Octahedral16, false, true},
		{EPointFormat::Fixed16, EWeightFormat::Unorm16, EFrameFormat::Octahedral16, true, false},
		{EPointFormat::Float32, EWeightFormat::Unorm8, EFrameFormat::Octahedral8, true, true},
		{EPointFormat::Fixed16, EWeightFormat::Unorm8, EFrameFormat::Octahedral8, true, true}};
	uint64_t Seed = 100;
	for (const ESkinOperator Operator : AllOperators)
	{
		for (const FFormats& Formats : All)
		{
			FSkinSceneOptions Options;
			Options.Operator = Operator;
			Options.Seed = Seed++;
			Options.Points = Formats.Points;
			Options.Weights = Formats.Weights;
			Options.Frames = Formats.Frames;
			Options.bSmallIndices = Formats.bSmall;
			Options.bWideIndices = Formats.Frames == EFrameFormat::None;
			Options.bTangents = Formats.bTangents;
			Options.bGeomorph = true;
			Options.bPairs = false;
			Compare(Options);
		}
	}
}

TEST_F(SkinningShader, CorrectivesAreAddedInRestSpaceByTheirWeights)
{
	uint64_t Seed = 200;
	for (const ESkinOperator Operator : AllOperators)
	{
		for (const EPointFormat Points : {EPointFormat::Float32, EPointFormat::Fixed16})
		{
			FSkinSceneOptions Options;
			Options.Operator = Operator;
			Options.Seed = Seed++;
			Options.Points = Points;
			Options.bCorrectives = true;
			Options.bGeomorph = true;
			Compare(Options);
		}
	}
}

TEST_F(SkinningShader, SizesThatFillNoGroupNoBlockOrNothingAtAllAreRight)
{
	uint64_t Seed = 300;
	for (const ESkinOperator Operator : AllOperators)
	{
		for (const size_t VertexCount : {0u, 1u, 7u, 63u, 65u, 517u})
		{
			for (const size_t InstanceCount : {0u, 1u, 3u})
			{
				FSkinSceneOptions Options;
				Options.Operator = Operator;
				Options.Seed = Seed++;
				Options.VertexCount = VertexCount;
				Options.InstanceCount = InstanceCount;
				Options.MaxInfluences = 3;
				Compare(Options);
			}
		}
	}
}

TEST_F(SkinningShader, ManyVerticesOfTheSameBonesGoInSharedBlocks)
{
	for (const ESkinOperator Operator : AllOperators)
	{
		FSkinSceneOptions Options;
		Options.Operator = Operator;
		Options.Seed = 400;
		Options.VertexCount = 600;
		Options.JointCount = 4;
		Options.MaxInfluences = 4;
		Options.bCorrectives = true;
		Options.bGeomorph = true;
		Options.bPairs = true;
		Compare(Options);
		const TResult<FSkinScene> Scene = MakeSkinScene(Options);
		ASSERT_TRUE(Scene);
		EXPECT_TRUE(std::any_of(Scene->Skin.Groups.begin(), Scene->Skin.Groups.end(),
			[](const FSkinGroup& Group) { return Group.bShared != 0; }));
	}
}

TEST_F(SkinningShader, TheValidationLayerIsListenedTo)
{
	// More groups than any device has to take: the harness passes them on, the layer complains.
	const TResult<FSkinScene> Scene = MakeSkinScene({});
	ASSERT_TRUE(Scene);
	const TResult<FGpuSkinBuffers> Buffers = FGpuSkinBuffers::Make(Device(), Scene->Skin);
	ASSERT_TRUE(Buffers);
	FGpuBindings Bindings;
	Buffers->Bind(Bindings);
	Bindings
		.SetParameters(Buffers->Parameters) // of no instance: threads end at once
		.Set("SkinInstances", Reserve(48))
		.Set("SkinPalette", Reserve(48))
		.Set("OutPositions", Reserve(12))
		.Set("OutFrames", Reserve(8));
	const FGpuPipeline* Pipeline = ComputePipeline(Source(*Scene, false, false));
	ASSERT_NE(Pipeline, nullptr);
	TResult<FGpuCommands> Commands = FGpuCommands::Begin(Device());
	ASSERT_TRUE(Commands);
	ASSERT_TRUE(Commands->Dispatch(*Pipeline, Bindings, 0x7fffffff));
	EXPECT_FALSE(Device().TakeValidationMessages().empty()); // and not submitted
}

TEST_F(SkinningShader, AResourceThatIsNotBoundIsNamed)
{
	const TResult<FSkinScene> Scene = MakeSkinScene({});
	ASSERT_TRUE(Scene);
	TResult<FGpuCommands> Commands = FGpuCommands::Begin(Device());
	ASSERT_TRUE(Commands);
	const FStatus Status = Commands->Dispatch(*ComputePipeline(Source(*Scene, false, false)), {}, 1);
	ASSERT_FALSE(Status);
	EXPECT_NE(Status.GetError().Message.find("Skin"), std::string::npos) << Status.GetError().Message;
}

} // namespace
} // namespace Exemplar

// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "GpuTestDevice.h"
#include "SkinScene.h"

#include "Gpu/DebugColors.h"

namespace Exemplar
{
namespace
{

class DebugShader : public FGpuTest
{
protected:
	static FFloat3 Expected(const FSkinScene& Scene, const FGpuSkinTables& Tables, EDebugView View, uint32_t Slot,
		uint32_t Instance, float Scale)
	{
		const FUnpackedVertex Vertex = UnpackVertex(Scene.Skin, Slot);
		switch (View)
		{
		case EDebugView::InfluenceCount:
			return DebugRamp((static_cast<float>(Vertex.Entries.size()) - 1.0f) / (Scale - 1.0f));
		case EDebugView::DominantBone:
		{
			size_t Largest = 0;
			const auto WeightOf = [&](size_t Index)
			{ return Vertex.Weights.empty() ? Vertex.Points[Index].W : Vertex.Weights[Index]; };
			for (size_t Index = 1; Index < Vertex.Entries.size(); ++Index)
			{
				Largest = WeightOf(Index) > WeightOf(Largest) ? Index : Largest;
			}
			return DebugCategory(Tables.EntryBones[Vertex.Entries[Largest]]);
		}
		case EDebugView::CorrectiveStrength:
			return DebugRamp(
				Length(Scene.Displacement(Scene.Skin.VertexOfSlot[Slot], Scene.States[Instance][0])) / Scale);
		case EDebugView::Level:
			return DebugCategory(Scene.Instances[Instance].Level);
		case EDebugView::Error:
			return DebugRamp(0.01f * static_cast<float>(Slot) / Scale);
		case EDebugView::None:
			break;
		}
		return {1.0f, 1.0f, 1.0f};
	}
};

TEST_F(DebugShader, EveryViewOfEveryOperatorHasTheLegendsColors)
{
	for (int Operator = 0; Operator < SkinOperatorCount; ++Operator)
	{
		for (uint32_t View = 1; View < 6; ++View)
		{
			SCOPED_TRACE(testing::Message() << "operator " << Operator << ", view " << View);
			FSkinSceneOptions Options;
			Options.Operator = static_cast<ESkinOperator>(Operator);
			Options.Seed = 500 + View;
			Options.bCorrectives = true;
			Options.Points = (View & 1) != 0 ? EPointFormat::Fixed16 : EPointFormat::Float32;
			const TResult<FSkinScene> Scene = MakeSkinScene(Options);
			ASSERT_TRUE(Scene) << Scene.GetError().Message;
			const TResult<FGpuSkinBuffers> Buffers =
				FGpuSkinBuffers::Make(Device(), Scene->Skin, *FCorrectivesView(Scene->Correctives), Scene->Shapes());
			ASSERT_TRUE(Buffers);
			const EDebugView Kind = static_cast<EDebugView>(View);
			const float Scale = Kind == EDebugView::InfluenceCount ? 6.0f
				: Kind == EDebugView::CorrectiveStrength           ? 0.08f
																   : 0.5f;
			FGpuSkinParameters Parameters = Buffers->Parameters;
			Parameters.SkinInstanceCount = static_cast<uint32_t>(Scene->Instances.size());
			Parameters.SkinDebugScale = Scale;
			std::vector<float> Errors;
			for (uint32_t Slot = 0; Slot < Scene->Skin.SlotCount; ++Slot)
			{
				Errors.push_back(0.01f * static_cast<float>(Slot));
			}
			const FGpuBuffer Colors = Reserve(4 * Scene->Skin.SlotCount * Scene->Instances.size());
			FGpuBindings Bindings;
			Buffers->Bind(Bindings);
			Bindings.SetParameters(Parameters)
				.Set("SkinInstances", Upload(Scene->Instances))
				.Set("SkinShapeWeights", Upload(Scene->ShapeWeights))
				.Set("SkinErrors", Upload(Errors))
				.Set("OutColors", Colors);
			Run(ComputePipeline({"/Plugin/Exemplar/ExemplarDebug.usf", "DebugColorsCS", EShaderStage::Compute,
					{{"SKIN_OPERATOR", Operator}, {"SKIN_POINTS_16", static_cast<int>(View & 1)},
						{"SKIN_CORRECTIVES", 1}, {"EXEMPLAR_DEBUG_VIEW", static_cast<int>(View)}}}),
				Bindings, (Scene->Skin.SlotCount + 63) / 64, Parameters.SkinInstanceCount);
			const FGpuSkinTables Tables =
				MakeGpuSkinTables(Scene->Skin, *FCorrectivesView(Scene->Correctives), Scene->Shapes());
			const std::vector<uint32_t> Words = Colors.Read<uint32_t>();
			float Worst = 0.0f;
			std::vector<uint32_t> Distinct = Words;
			std::sort(Distinct.begin(), Distinct.end());
			for (uint32_t At = 0; At < Words.size(); ++At)
			{
				const FFloat3 E =
					Expected(*Scene, Tables, Kind, At % Scene->Skin.SlotCount, At / Scene->Skin.SlotCount, Scale);
				const FFloat3 Seen{static_cast<float>(Words[At] & 0xff), static_cast<float>(Words[At] >> 8 & 0xff),
					static_cast<float>(Words[At] >> 16 & 0xff)};
				const FFloat3 D = Seen * (1.0f / 255.0f) - E;
				Worst = (std::max)({Worst, std::abs(D.X), std::abs(D.Y), std::abs(D.Z)});
			}
			EXPECT_LE(Worst, 1.01f / 255.0f);
			EXPECT_GE(std::unique(Distinct.begin(), Distinct.end()) - Distinct.begin(), 2) << "one color everywhere";
		}
	}
}

} // namespace
} // namespace Exemplar

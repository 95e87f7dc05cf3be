// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "ExemplarMeshPose.h"

#include "ExemplarMeshComponent.h"

namespace
{

template <typename T, typename RangeType>
void ExemplarAppendAs(TArray<T>& Out, const RangeType& Items)
{
	static_assert(sizeof(T) == sizeof(Items[0]));
	Out.Append(reinterpret_cast<const T*>(Items.data()), static_cast<int32>(Items.size()));
}

bool ExemplarAnyWeight(const std::vector<float>& Weights)
{
	return std::ranges::any_of(Weights, [](float Weight) { return Weight != 0.0f; });
}

} // namespace

Exemplar::EOperator FExemplarMeshPose::ChooseOperator(const Exemplar::FCharacter& Character, uint8 Wanted)
{
	switch (static_cast<EExemplarOperator>(Wanted))
	{
	case EExemplarOperator::AnimationSpace:
		return Exemplar::EOperator::AnimationSpace;
	case EExemplarOperator::LinearBlend:
		return Exemplar::EOperator::LinearBlend;
	case EExemplarOperator::DualQuaternion:
		return Exemplar::EOperator::DualQuaternion;
	case EExemplarOperator::Spherical:
		return Exemplar::EOperator::Spherical;
	case EExemplarOperator::Twist:
		return Exemplar::EOperator::Twist;
	case EExemplarOperator::Automatic:
		break;
	}
	for (const Exemplar::FMeshLevelView& Level : Character.View().Levels)
	{
		if (Level.Skin.Points.empty())
		{
			return Exemplar::EOperator::LinearBlend;
		}
	}
	return Exemplar::EOperator::AnimationSpace;
}

FExemplarDynamicData FExemplarMeshPose::MakeDynamicData(
	const Exemplar::FPoser& Poser, int32 ForcedLevel, int32 LevelBias)
{
	const int32 LastLevel = SkinData->Levels.Num() - 1;
	float Allowed;
	if (Request->Take(Allowed))
	{
		Choice = Exemplar::ChooseLevelSteadily(SkinData->LevelErrors, Allowed, Choice);
	}
	FExemplarDynamicData Out;
	Out.Operator = Operator;
	const bool bForced = ForcedLevel >= 0;
	Out.Level = FMath::Clamp(bForced ? ForcedLevel : static_cast<int32>(Choice.Level) + LevelBias, 0, LastLevel);
	Out.Geomorph = !bForced && LevelBias == 0 ? Choice.Geomorph : 0.0f;
	// Another level has other vertices, whose last frame is where this factor would have put them.
	Out.PreviousGeomorph = Out.Level == DrawnLevel ? DrawnGeomorph : Out.Geomorph;
	DrawnLevel = Out.Level;
	DrawnGeomorph = Out.Geomorph;

	const Exemplar::FPackedSkin& Skin = SkinData->Levels[Out.Level]->Skin;
	const Exemplar::FPose& Last = SentPose && SentPose->Palette.size() == Pose->Palette.size() ? *SentPose : *Pose;
	const bool bStretches = Poser.HasStretch(*Pose) || Poser.HasStretch(Last);
	const bool bShapes = ExemplarAnyWeight(Pose->ShapeWeights) || ExemplarAnyWeight(Last.ShapeWeights);
	const size_t Shapes = FMath::Max(Pose->ShapeWeights.size(), Last.ShapeWeights.size());
	for (const Exemplar::FPose* One : {static_cast<const Exemplar::FPose*>(&*Pose), &Last})
	{
		const Exemplar::FPoseRows Rows = Poser.MakeRows(*One, Skin, Operator, bStretches);
		ExemplarAppendAs(Out.Palette, Rows.Palette);
		ExemplarAppendAs(Out.Stretches, Rows.Stretches);
		ExemplarAppendAs(Out.SegmentAngles, Rows.SegmentAngles);
		if (bShapes)
		{
			std::vector<float> Weights = One->ShapeWeights;
			Weights.resize(Shapes);
			ExemplarAppendAs(Out.ShapeWeights, Weights);
		}
	}
	SentPose = *Pose;
	return Out;
}

// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Skin/Skin.h"

#include "AnimationSpace/Embedding.h"
#include "Geometry/EigenMap.h"
#include "Model/WeightRows.h"

namespace Exemplar
{

namespace SkinDetail
{

FSkin RoundRest(std::span<const FDouble3> Rest, const FRigWeights& Weights)
{
	FSkin Out;
	for (const FDouble3& P : Rest)
	{
		const FFloat3 Stored = ToFloat3(P);
		Out.Rest.push_back({Stored.X, Stored.Y, Stored.Z});
	}
	Out.Weights = RoundWeights(Weights);
	return Out;
}

} // namespace SkinDetail

FSkin MakeBlendSkin(std::span<const FDouble3> Rest, const FRigWeights& Weights)
{
	FSkin Out = SkinDetail::RoundRest(Rest, Weights);
	Out.Points = RoundPoints(EmbedLinearBlend(Out.Rest, Out.Weights));
	return Out;
}

FSkin MakeSkin(std::span<const FDouble3> Rest, const FRigWeights& Weights, std::span<const FAnimationVector> Points)
{
	FSkin Out = SkinDetail::RoundRest(Rest, Weights);
	Out.Points = RoundPoints(Points);
	Out.bAnimationSpace = true;
	return Out;
}

FSkin GatherSkin(const FSkin& Skin, std::span<const uint32_t> Rows)
{
	FSkin Out;
	Out.bAnimationSpace = Skin.bAnimationSpace;
	for (const uint32_t Row : Rows)
	{
		Out.Rest.push_back(Skin.Rest[Row]);
		Out.Points.push_back(Skin.Points[Row]);
		if (!Skin.BlendFactors.empty())
		{
			Out.BlendFactors.push_back(Skin.BlendFactors[Row]);
		}
		if (Skin.Weights.PointCount() > 0)
		{
			AppendRow(Skin.Weights, Row, Out.Weights);
		}
	}
	return Out;
}

} // namespace Exemplar

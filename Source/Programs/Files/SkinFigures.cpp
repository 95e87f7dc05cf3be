// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Files/SkinFigures.h"

namespace Exemplar
{

namespace
{

template <typename ErrorType>
FJson DescribeError(const ErrorType& Error)
{
	FJson Out;
	Out["vertexRmsPercent"] = Error.VertexRms;
	Out["vertexMaxPercent"] = Error.VertexMax;
	Out["normalRms"] = Error.NormalRms;
	return Out;
}

} // namespace

FJson DescribeComparison(const FExampleSet& Examples, const FSkinComparison& Comparison)
{
	FJson Out;
	Out["linearBlend"] = DescribeError(Comparison.Blend);
	Out["animationSpace"] = DescribeError(Comparison.Skin);
	Out["poses"] = FJson::array();
	for (size_t Pose = 0; Pose < Comparison.Volumes.size(); ++Pose)
	{
		const auto Share = [&](const std::vector<double>& Volumes)
		{ return Comparison.Volumes[Pose] != 0.0 ? 100.0 * Volumes[Pose] / Comparison.Volumes[Pose] : 0.0; };
		FJson Entry;
		Entry["name"] = Pose < Examples.Source.Poses.size() ? Examples.Source.Poses[Pose].Name : std::to_string(Pose);
		Entry["volume"] = Comparison.Volumes[Pose];
		Entry["linearBlend"] = DescribeError(Comparison.Blend.Poses[Pose]);
		Entry["linearBlend"]["volumePercent"] = Share(Comparison.BlendVolumes);
		Entry["animationSpace"] = DescribeError(Comparison.Skin.Poses[Pose]);
		Entry["animationSpace"]["volumePercent"] = Share(Comparison.SkinVolumes);
		Out["poses"].push_back(Entry);
	}
	return Out;
}

FJson DescribeSkinChoice(const FSkinResult& Skin)
{
	FJson Out;
	Out["chosen"] = Skin.bBlend ? "linear blending" : "animation space";
	if (!Skin.bBlend)
	{
		Out["lambda"] = Skin.Lambda;
		Out["delta"] = Skin.Delta;
	}
	if (Skin.Validation.Folds > 0)
	{
		Out["folds"] = Skin.Validation.Folds;
		Out["linearBlendLeftOutRmsPercent"] = Skin.Validation.BlendRms;
		Out["leftOutRmsPercent"] = Skin.Validation.Rms;
		Out["lambdaOfBones"] = Skin.Validation.BoneLambdas;
		Out["candidates"] = FJson::array();
		for (const FPointCandidate& Candidate : Skin.Validation.Candidates)
		{
			FJson Entry;
			Entry["lambda"] = Candidate.Lambda;
			Entry["delta"] = Candidate.Delta;
			Entry["leftOutRmsPercent"] = Candidate.Rms;
			Entry["leftOutShare"] = Candidate.Share;
			Out["candidates"].push_back(Entry);
		}
	}
	return Out;
}

} // namespace Exemplar

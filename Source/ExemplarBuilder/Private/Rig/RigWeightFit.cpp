// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Rig/RigWeightFit.h"

#include "Fit/Locality.h"
#include "Fit/WeightFit.h"
#include "Model/Stopwatch.h"

#include <algorithm>

namespace Exemplar
{

FStatus RefitWeights(const FExampleSet& Examples, const FRefineOptions& Refine, FRig& Rig, const FBuildContext& Context)
{
	FWeightFitOptions Options;
	Options.MaxInfluences = Refine.MaxInfluences;
	Options.CandidateBones =
		Refine.CandidateBones < 0 ? (std::max)(8, 2 * Refine.MaxInfluences) : Refine.CandidateBones;
	Options.Smoothness = Refine.Smoothness;
	Options.MinWeight = Refine.MinWeight;
	TResult<FWeightFit> Fit = FitWeights(Examples, Rig, Options, Context);
	if (!Fit)
	{
		return Fit.GetError();
	}
	Rig.Weights = std::move(Fit->Weights);
	return FOk{};
}

FStatus FitWeightsInOnePass(
	const FExampleSet& Examples, const FRefineOptions& Refine, FRig& Rig, const FBuildContext& Context)
{
	const FStopwatch Watch;
	FWeightFitOptions Options;
	Options.MaxInfluences = Refine.MaxInfluences;
	Options.MinWeight = Refine.MinWeight;
	TResult<FWeightFit> Fit = FitWeights(Examples, Rig, Options, Context);
	if (!Fit)
	{
		return Fit.GetError();
	}
	const double Free = Fit->VertexRms;
	const bool bLocal = Refine.CandidateBones != 0;
	size_t CutCount = 0;
	if (bLocal)
	{
		FInfluenceMaps Maps = BuildInfluenceMaps(
			Fit->Weights, Rig.BoneCount, BuildPointNeighbors(Examples.Rest), (std::max)(Refine.MinWeight, 1e-9));
		CutCount = Maps.CutCount;
		Options.Allowed = std::move(Maps.Allowed);
		Fit = FitWeights(Examples, Rig, Options, Context);
		if (!Fit)
		{
			return Fit.GetError();
		}
	}
	Rig.Weights = std::move(Fit->Weights);
	Rig.Figures.push_back({"weights", Watch.Seconds(),
		{{"vertex RMS before locality", Free, "%"}, {"vertex RMS", Fit->VertexRms, "%"},
			{"influences cut", static_cast<double>(CutCount), ""}}});
	return FOk{};
}

} // namespace Exemplar

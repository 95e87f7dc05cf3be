// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Skin/FitSkin.h"

#include "Skin/InfluenceSearch.h"
#include "Skin/PointFit.h"
#include "Skin/PointMotions.h"
#include "Skin/PointValidation.h"

#include <algorithm>
#include <chrono>
#include <limits>

namespace Exemplar
{

namespace FitSkinDetail
{

/** The vertex term of a skin that is to reproduce its examples: keeps apart only what the examples do not tell. */
constexpr double ExamplesLambda = 1e-4;

bool HasRowsAbove(const FRigWeights& Weights, size_t Count)
{
	for (size_t Point = 0; Point < Weights.PointCount(); ++Point)
	{
		if (Weights.Offsets[Point + 1] - Weights.Offsets[Point] > Count)
		{
			return true;
		}
	}
	return false;
}

/** Decides Fit's regularization and sets. */
FStatus Choose(const FExampleSet& Examples, const FRig& Rig, const FSkinFitOptions& Options, FPointFitOptions& Fit,
	FSkinResult& Out, const FBuildContext& Context)
{
	if (Options.Aim == ESkinAim::Examples)
	{
		FInfluenceSearchOptions Search = Options.Search;
		Search.MaxInfluences = Options.MaxInfluences;
		Search.Lambda = (std::max)(1e-9, Options.Lambda.value_or(ExamplesLambda));
		if (Options.bMotions)
		{
			FPointMotionOptions Motions;
			Motions.Search = Search;
			Motions.Exchanges = Options.Exchanges;
			TResult<FPointMotions> Moved = FitPointMotions(Examples, Rig, Motions, Context);
			if (!Moved)
			{
				return Moved.GetError();
			}
			Fit.Sets = std::move(Moved->Sets);
			Out.Motions = std::move(Moved->Rig.Transforms);
			Out.Skin.Weights = std::move(Moved->Rig.Weights);
		}
		else
		{
			TResult<FInfluenceSets> Sets = SearchInfluences(Examples, Rig, Search, Context);
			if (!Sets)
			{
				return Sets.GetError();
			}
			Fit.Sets = std::move(*Sets);
		}
		Fit.Lambda = Options.Lambda.value_or(ExamplesLambda);
		Fit.Delta = Options.Delta.value_or(0.0);
		return FOk{};
	}
	if (HasRowsAbove(Rig.Weights, static_cast<size_t>(Options.MaxInfluences)))
	{
		Fit.Sets = LargestInfluences(Rig.Weights, static_cast<size_t>(Options.MaxInfluences));
	}
	if (Options.Lambda)
	{
		Fit.Lambda = *Options.Lambda;
		Fit.Delta = Options.Delta.value_or(0.0);
		return FOk{};
	}
	FPointValidationOptions Validation = Options.Validation;
	Validation.Fit = Fit;
	if (Options.Delta)
	{
		Validation.Deltas = {*Options.Delta};
	}
	TResult<FPointValidation> Validated = ValidatePoints(Examples, Rig, Validation, Context);
	if (!Validated)
	{
		return Validated.GetError();
	}
	Out.Validation = std::move(*Validated);
	Out.bBlend = Out.Validation.bBlend;
	Fit.Lambda = Out.bBlend ? (std::numeric_limits<double>::infinity)() : Out.Validation.Lambda;
	Fit.Delta = Out.bBlend ? 0.0 : Out.Validation.Delta;
	Fit.PointWeights = Out.bBlend ? std::vector<double>{} : Out.Validation.PointWeights;
	return FOk{};
}

} // namespace FitSkinDetail

TResult<FSkinResult> FitSkin(
	const FExampleSet& Examples, const FRig& Rig, const FSkinFitOptions& Options, const FBuildContext& Context)
{
	if (Options.MaxInfluences < 1 || Options.MaxInfluences > 64)
	{
		return FError{EErrorCode::InvalidArgument,
			"Influences per point must be from 1 to 64, not " + std::to_string(Options.MaxInfluences) + "."};
	}
	const auto Start = std::chrono::steady_clock::now();
	FSkinResult Out;
	FPointFitOptions Fit = Options.Validation.Fit;
	Fit.bExactRest = Fit.bExactRest || Options.bExactRest;
	// What the fit cannot start from, it says before anything is searched or validated.
	FPointFitOptions Trial = Fit;
	Trial.Lambda = 1.0;
	Trial.Delta = 0.0;
	if (TResult<FPointFit> Tried = FitPoints(Examples, Rig, Trial, Context.Part(0.0, 0.05)); !Tried)
	{
		return Tried.GetError();
	}
	if (FStatus Chosen = FitSkinDetail::Choose(Examples, Rig, Options, Fit, Out, Context.Part(0.05, 0.8)); !Chosen)
	{
		return Chosen.GetError();
	}
	const FRig Moved = MovedRig(Rig, Out);
	TResult<FPointFit> Fitted = FitPoints(Examples, Moved, Fit, Context.Part(0.8, 1.0));
	if (!Fitted)
	{
		return Fitted.GetError();
	}
	Out.Skin = MakeSkin(RestOf(Examples, Moved), Moved.Weights, Fitted->Points);
	Out.Lambda = Fit.Lambda;
	Out.Delta = Fit.Delta;
	double Influences = 0.0;
	for (const FAnimationVector& Point : Out.Skin.Points)
	{
		Influences += static_cast<double>(Point.InfluenceCount());
	}
	Out.Figures.Stage = "animation space";
	Out.Figures.Seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - Start).count();
	Out.Figures.Figures = {{"vertex RMS", Fitted->VertexRms, "% of diagonal"},
		{"vertex RMS of linear blending", Fitted->BlendRms, "% of diagonal"},
		{"influences per point", Influences / static_cast<double>(Out.Skin.Points.size()), ""},
		{"influence sets", static_cast<double>(Fitted->SetCount), ""}, {"edge term", Out.Delta, ""}};
	if (!Out.bBlend)
	{
		Out.Figures.Figures.push_back({"vertex term", Out.Lambda, ""});
	}
	if (Out.Validation.Folds > 0)
	{
		Out.Figures.Figures.push_back({"vertex RMS on poses left out", Out.Validation.Rms, "% of diagonal"});
		Out.Figures.Figures.push_back(
			{"vertex RMS of linear blending on poses left out", Out.Validation.BlendRms, "% of diagonal"});
	}
	return Out;
}

FRig MovedRig(const FRig& Rig, const FSkinResult& Skin)
{
	FRig Out = Rig;
	if (!Skin.Motions.empty())
	{
		Out.Transforms = Skin.Motions;
		Out.Weights = Skin.Skin.Weights;
	}
	return Out;
}

const std::vector<FDouble3>& RestOf(const FExampleSet& Examples, const FRig& Rig)
{
	return Rig.RestPositions.empty() ? Examples.Rest.Positions : Rig.RestPositions;
}

} // namespace Exemplar

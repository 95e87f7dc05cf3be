// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Fit/Segmentation.h"
#include "Model/Rig.h"

namespace Exemplar
{

struct FShapeWeightOptions
{
	EShapeWeights Method = EShapeWeights::Heat;
	int MaxInfluences = 4;

	/** Of Gaussian: exp(-(x - Center)^2 / (2 Width^2)) of the place x along a link; generations that share a point. */
	double Center = 0.5;
	double Width = 0.25;
	int Generations = 1;

	/** Of Gaussian, instead: the place of a point along a link, and the logarithm of the weight there. */
	std::function<double(size_t Point, const FBoneLink& Link)> Place;
	std::function<double(double Place)> LogFalloff;

	/** Of Heat: how fast the skin takes the bones' temperature, per squared distance. Less is smoother. */
	double Conduction = 6.0;

	/** Rounds of averaging with neighbors, which removes ridges where bones meet at an angle. */
	int SmoothRounds = 4;
};

/** The weights of a segmented skin. JointCount joints with these parents; every row sums to one. */
TResult<FRigWeights> MakeShapeWeights(const FTriangleMesh& Mesh, const FSegmentation& Segments,
	std::span<const int32_t> Parents, const FShapeWeightOptions& Options, const FBuildContext& Context);

/** Averages rows with those of neighbors, Rounds times, and keeps the largest. */
FRigWeights SmoothWeights(
	const FTriangleMesh& Mesh, const FRigWeights& Weights, size_t JointCount, int Rounds, size_t Cap);

} // namespace Exemplar

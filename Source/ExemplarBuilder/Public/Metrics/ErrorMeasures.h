// Copyright (c) 2026 Exemplar contributors. MIT license.
// Stable: the definitions of all reported errors.

#pragma once

#include "Base/Result.h"
#include "BuilderApi.h"
#include "Examples/ExampleSet.h"
#include "Model/Rig.h"

#include <span>

namespace Exemplar
{

/** The error of one pose, in the terms of FErrorMeasures. */
struct FPoseError
{
	double VertexRms = 0.0;
	double VertexMax = 0.0;
	double NormalRms = 0.0;
};

/**
 * Errors of reconstructed poses. Every report and benchmark takes its figures from here.
 *
 * With N points, F poses, x_ik the true and y_ik the reconstructed position of point i in pose k, D the diagonal of the
 * rest's bounding box, and A, A' the 3F x N matrices of all true and reconstructed coordinates:
 */
struct FErrorMeasures
{
	/** 100 / D * sqrt( sum_k sum_i |x_ik - y_ik|^2 / (N F) ), % (Schaefer & Yuksel 2007). */
	double VertexRms = 0.0;

	/** 100 / D * max |x_ik - y_ik|, %, and where it is. */
	double VertexMax = 0.0;
	uint32_t WorstPoint = 0;
	uint32_t WorstPose = 0;

	/** sqrt( sum_k sum_f |n_fk - m_fk|^2 / (triangles * F) ) over unit triangle normals: a chord length, 0 to 2
	 * (Schaefer & Yuksel 2007). Triangles without area in either mesh are left out. */
	double NormalRms = 0.0;

	/** E_RMS = 100 ||A - A'||_F / sqrt(3 N F), in the coordinates as given (Kavan, Sloan & O'Sullivan 2010). Papers
	 * scale their models differently and some print 1000 instead of 100 (Le & Deng 2012): compare with care. */
	double Erms = 0.0;

	/** E_RMS of the examples moved and scaled so that the rest's bounding box has a diagonal of one. */
	double ErmsUnit = 0.0;

	/** Distortion, 100 ||A - A'||_F / ||A - E(A)||_F, %; each row of E(A), a coordinate in one pose, is that row's mean
	 * over the points (Karni & Gotsman 2004). Does not depend on units. */
	double Distortion = 0.0;

	std::vector<FPoseError> Poses;
};

/** Poses and Reconstructions have one array of points per pose. Fails with Mismatch if counts differ. */
EXEMPLARBUILDER_API TResult<FErrorMeasures> MeasureError(const FTriangleMesh& Rest,
	std::span<const std::vector<FDouble3>> Poses, std::span<const std::vector<FDouble3>> Reconstructions);

/** The error of a rig on the examples that it was built from: its motions, its weights and, if set, its rest
 * positions. */
EXEMPLARBUILDER_API TResult<FErrorMeasures> MeasureRig(const FExampleSet& Examples, const FRig& Rig);

} // namespace Exemplar

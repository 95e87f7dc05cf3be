// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Base/Result.h"
#include "Geometry/EigenLibrary.h"

#include <span>
#include <string>
#include <vector>

namespace Exemplar
{

/** Radial functions of the distance r between two poses, with the radius R. */
enum class ERadialKernel : uint8_t
{
	Gaussian,  // exp(-(r / R)^2)
	Compact,   // (1 - r / R)^4 (4 r / R + 1) up to R, zero beyond
	ThinPlate, // (r / R)^2 log(r / R)
	Linear     // r / R
};

/** What is reproduced exactly beside the examples. Thin plates and linear functions need at least a constant. */
enum class ERadialTail : uint8_t
{
	None,     // corrections fade far from all examples
	Constant, // the weights sum to one everywhere
	Linear    // weights follow linear functions of the pose: shape by example
};

struct FRadialOptions
{
	ERadialKernel Kernel = ERadialKernel::Gaussian;
	ERadialTail Tail = ERadialTail::None;
	double Radius = 0.0;                   // 0: one and a half times the mean distance to the nearest other example
	bool bNormalize = false;               // divide the weights by their sum
	double Lowest = -0.25, Highest = 1.25; // limits of a weight between examples; at examples it is zero or one
};

/**
 * The classic interpolation of pose-space deformation (Lewis et al. 2000): a weight per example that is one at the
 * example's pose and zero at all others. A pose is a vector of coordinates: angles, rotation vectors, scalar curves.
 */
class FRadialWeights
{
public:
	/** Names are those of the examples, for messages. Two examples in one pose are refused by name. */
	static TResult<FRadialWeights> Make(
		const Eigen::MatrixXd& Poses, std::span<const std::string> Names, const FRadialOptions& Options = {});

	/** One weight per example. */
	Eigen::VectorXd Evaluate(const Eigen::VectorXd& Pose) const;
	double GetRadius() const { return Options.Radius; }
	/** Column i has the coefficients of example i: of the kernels at all examples, then of the tail's terms. */
	const Eigen::MatrixXd& GetCardinal() const { return Cardinal; }

private:
	Eigen::VectorXd Terms(const Eigen::VectorXd& Pose) const;

	FRadialOptions Options;
	Eigen::MatrixXd Poses;    // one example per row
	Eigen::MatrixXd Cardinal; // the inverse of the system: rows are examples, then the tail's terms
};

} // namespace Exemplar

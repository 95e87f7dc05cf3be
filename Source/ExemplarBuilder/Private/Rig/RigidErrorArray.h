// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Base/Executor.h"
#include "Fit/RigidError.h"

#include <span>
#include <vector>

namespace Exemplar
{

/**
 * The rigid error functions of many sets over all poses, 4 + 13 n numbers per set: the rest part once, the pose part as
 * thirteen runs of n numbers, so that the eigenvalues of several poses are found at once in SIMD registers.
 * Sets are slots; merging writes one slot and invalidates the other.
 */
class FRigidErrorArray
{
public:
	/** One set per triangle. Poses must have as many positions as the rest. */
	FRigidErrorArray(const FTriangleMesh& Rest, std::span<const std::vector<FDouble3>> Poses, IExecutor& Executor);

	size_t PoseCount() const { return Poses; }
	double Area(size_t Set) const { return RestPart[Set].Area; }
	const FDouble3& RestMean(size_t Set) const { return RestPart[Set].Mean; }

	/** The least error of one rigid motion per pose for two sets together, summed over the poses. Thread-safe. */
	double MergedError(size_t A, size_t B) const;

	/** Of one set alone. */
	double Error(size_t Set) const;

	/** Into becomes the union of both; From must not be used afterward. */
	void Merge(size_t Into, size_t From);

	FRigidError Get(size_t Set, size_t Pose) const;
	void Put(size_t Set, size_t Pose, const FRigidError& Value);

	/** Errors below this are round-off of the examples and count as zero; derived from their extent. */
	void SetNoiseFloor(double Error) { NoiseFloor = Error; }

	size_t ByteCount() const { return RestPart.size() * sizeof(FRestPart) + PosePart.size() * sizeof(double); }

private:
	struct FRestPart
	{
		double Area = 0.0;
		FDouble3 Mean;
	};

	template <int Width>
	double BlockError(const double* A, const double* B, const FRestPart& Pa, const FRestPart& Pb, size_t Count) const;
	double SumError(const double* A, const double* B, const FRestPart& Pa, const FRestPart& Pb) const;
	const double* Row(size_t Set) const { return PosePart.data() + Set * 13 * Poses; }
	double* Row(size_t Set) { return PosePart.data() + Set * 13 * Poses; }

	size_t Poses = 0;
	double NoiseFloor = 0.0;
	std::vector<FRestPart> RestPart;
	std::vector<double> PosePart; // of a set: mean x, y, z, the nine of M in rows, G; each a run over the poses
	std::vector<double> Nothing;  // the pose part of an empty set
};

} // namespace Exemplar

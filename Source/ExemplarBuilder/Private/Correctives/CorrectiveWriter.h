// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Correctives/BuildCorrectives.h"
#include "Correctives/CompressedLayer.h"

#include <map>

namespace Exemplar
{

/** Ranges that make curves comparable with rotations: a scalar is (value - rest) / range. */
struct FCurveRange
{
	double Rest = 0.0;
	double Range = 1.0;
};

/**
 * Writes layers as the model that a character stores. Rotations of FDriverPoses are in character space; the model has
 * them in the rest frames of the joints.
 */
class FCorrectiveWriter
{
public:
	FCorrectiveWriter(const FSkeletonData& InSkeleton, std::span<const TCorrectiveCurve<FOwned>> Curves,
		std::vector<FCurveRange> InRanges);

	/** Kernels of a learned term at examples, side by side; the number of the first. */
	uint32_t AddTermKernels(
		const FLearnedTerm& Term, std::span<const uint32_t> Centers, const FDriverPoses& Poses, double Width);

	/** A kernel of the joints and all scalars at once. Scales say how much each joint counts; empty: one. */
	uint32_t AddPoseKernel(ECorrectiveFunction Function, ECorrectiveMetric Metric, std::span<const uint32_t> Joints,
		const FDriverPoses& Poses, size_t Pose, double Width, std::span<const double> Scales = {});
	/** The rest frame of a joint, in which its rotations are stored. */
	const Eigen::Quaterniond& FrameOf(size_t Joint) const { return Frames[Joint]; }
	/** The constant, or coordinate Axis of a joint's rotation vector (a scalar: Joint counts from the last joint). */
	uint32_t AddConstantKernel();
	uint32_t AddCoordinateKernel(size_t Joint, uint32_t Axis);

	/** Takes back the kernels from First on, which no shape uses. */
	void DropKernels(uint32_t First);

	/** A shape of the corrective that is being written. Coefficients belong to kernels side by side from FirstKernel.
	 */
	void AddShape(uint32_t FirstKernel, std::span<const double> Coefficients, double Low, double High,
		uint32_t Normalization, std::span<const uint32_t> Points, std::span<const FDouble3> Deltas);
	/** Ends a corrective: the shapes since the last one are its own. */
	void EndCorrective(std::string Name, std::string Source, const FCorrectiveFields& Fields);

	/** Displacements after skinning of the last shape. */
	void AddAfter(uint32_t Point, uint16_t Joint, const FDouble3& Delta);

	FCorrectives Out;

private:
	uint32_t Driver(ECorrectiveDriver Kind, size_t Index);
	FRotation CenterOf(const FDriverPoses& Poses, size_t Pose, size_t Joint) const;
	uint32_t AddKernel(const FCorrectiveKernel& Kernel);
	uint32_t AddRotationKernel(const FDriverPoses& Poses, size_t Pose, size_t Joint, double Width);

	size_t JointCount;
	std::vector<Eigen::Quaterniond> Frames; // of the joints at rest
	std::vector<FCurveRange> Ranges;
	std::map<std::pair<uint32_t, uint32_t>, uint32_t> OfDriver;
	std::map<std::pair<size_t, size_t>, uint32_t> OfRotation; // kernels by joint and example
};

/** Values of all kernels of a model in a pose. */
std::vector<double> EvaluateKernels(const TCorrectives<FOwned>& Model, const FSkeletonData& Skeleton,
	std::span<const FAffine3d> Palette, std::span<const double> Curves);

/** Weights of shapes from the values of kernels. */
std::vector<double> WeightsOfKernels(const TCorrectives<FOwned>& Model, std::span<const double> Kernels);

/** The corrected points in a pose through an operator that is there already. */
std::vector<FDouble3> PoseCorrected(const FCorrectiveInput& Input, const FCorrectives& Correctives,
	const FAffineDeformation& Deformation, std::span<const FAffine3d> Palette, std::span<const double> Curves);

/** Rest offsets of the points: weight times displacement. */
std::vector<FDouble3> SumShapes(const FShapeDeltas& Deltas, std::span<const double> Weights, size_t PointCount);

} // namespace Exemplar

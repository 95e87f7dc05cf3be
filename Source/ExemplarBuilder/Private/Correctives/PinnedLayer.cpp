// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Correctives/PinnedLayer.h"

#include <cmath>

namespace Exemplar
{

namespace PinnedLayerDetail
{

/** The product over joints of their chordal Gaussians: a Gaussian of the whole pose. The root does not count. */
double PoseKernel(const FDriverPoses& A, size_t PoseA, const FDriverPoses& B, size_t PoseB, double Width)
{
	double Sum = 0.0;
	for (size_t Joint = 1; Joint < A.JointCount; ++Joint)
	{
		const double Dot = A.Rotation(PoseA, Joint).dot(B.Rotation(PoseB, Joint));
		Sum += 1.0 - (std::min)(1.0, Dot * Dot);
	}
	return std::exp(-4.0 * Sum / (Width * Width));
}

} // namespace PinnedLayerDetail

TResult<FPinnedLayer> FitPinnedLayer(
	const FDriverPoses& Poses, std::span<const std::string> Names, std::vector<FDouble3> Residuals, double Width)
{
	using namespace PinnedLayerDetail;
	FPinnedLayer Out{Poses, Width, {}, std::move(Residuals)};
	Out.Poses.Rotations.resize(Out.Poses.Rotations.size() + Poses.JointCount, Eigen::Vector4d::UnitW());
	const size_t Count = Out.Poses.PoseCount();
	Eigen::MatrixXd Kernels{Eigen::Index(Count), Eigen::Index(Count)};
	for (size_t A = 0; A < Count; ++A)
	{
		for (size_t B = 0; B < Count; ++B)
		{
			const double Value = PoseKernel(Out.Poses, A, Out.Poses, B, Width);
			Kernels(Eigen::Index(A), Eigen::Index(B)) = Value;
			if (A < B && Value > 1.0 - 1e-6)
			{
				const std::string Second = B + 1 == Count ? "the rest pose" : "sculpt \"" + Names[B] + "\"";
				return FError{EErrorCode::Degenerate,
					"Sculpt \"" + Names[A] + "\" has the pose of " + Second +
						". Keep one sculpt per pose; change the rest shape on the mesh itself."};
			}
		}
	}
	Out.Cardinal = Kernels.llt().solve(Eigen::MatrixXd::Identity(Kernels.rows(), Kernels.cols()));
	return Out;
}

Eigen::VectorXd PinnedWeights(const FPinnedLayer& Layer, const FDriverPoses& Poses, size_t Pose)
{
	using namespace PinnedLayerDetail;
	const Eigen::Index Count = Layer.Cardinal.rows();
	Eigen::VectorXd Kernels(Count);
	for (Eigen::Index Index = 0; Index < Count; ++Index)
	{
		Kernels[Index] = PoseKernel(Layer.Poses, size_t(Index), Poses, Pose, Layer.Width);
	}
	return (Layer.Cardinal * Kernels).head(Count - 1);
}

} // namespace Exemplar

// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Metrics/ErrorMeasures.h"

#include "Geometry/EigenMap.h"
#include "Geometry/Measures.h"
#include "Model/Posing.h"

#include <cmath>

namespace Exemplar
{

namespace ErrorMeasuresDetail
{

/** Sum of squared chords between unit normals, and how many triangles have one in both meshes. */
std::pair<double, size_t> NormalSquares(
	const std::vector<FDouble3>& A, const std::vector<FDouble3>& B, std::span<const FTriangle> Triangles)
{
	const std::vector<FDouble3> NormalsA = TriangleNormals(A, Triangles), NormalsB = TriangleNormals(B, Triangles);
	double Sum = 0.0;
	size_t Count = 0;
	for (size_t Triangle = 0; Triangle < Triangles.size(); ++Triangle)
	{
		const Eigen::Vector3d Na = AsVector(NormalsA[Triangle]), Nb = AsVector(NormalsB[Triangle]);
		if (Na.squaredNorm() > 0.5 && Nb.squaredNorm() > 0.5)
		{
			Sum += (Na - Nb).squaredNorm();
			++Count;
		}
	}
	return {Sum, Count};
}

} // namespace ErrorMeasuresDetail

TResult<FErrorMeasures> MeasureError(const FTriangleMesh& Rest, std::span<const std::vector<FDouble3>> Poses,
	std::span<const std::vector<FDouble3>> Reconstructions)
{
	using namespace ErrorMeasuresDetail;
	const size_t Points = Rest.Positions.size();
	if (Points == 0 || Poses.empty())
	{
		return FError{EErrorCode::Degenerate, "There is nothing to measure: no points or no poses."};
	}
	if (Poses.size() != Reconstructions.size())
	{
		return FError{EErrorCode::Mismatch,
			"There are " + std::to_string(Poses.size()) + " poses but " + std::to_string(Reconstructions.size()) +
				" reconstructions."};
	}
	for (size_t Pose = 0; Pose < Poses.size(); ++Pose)
	{
		if (Poses[Pose].size() != Points || Reconstructions[Pose].size() != Points)
		{
			return FError{EErrorCode::Mismatch,
				"Pose " + std::to_string(Pose) + " has " + std::to_string(Poses[Pose].size()) +
					" points and its reconstruction " + std::to_string(Reconstructions[Pose].size()) +
					"; the rest mesh has " + std::to_string(Points) + "."};
		}
	}
	const double Diagonal = BoxDiagonal(Rest.Positions);
	if (!(Diagonal > 0.0))
	{
		return FError{EErrorCode::Degenerate, "The rest mesh has no size: errors cannot be related to it."};
	}
	FErrorMeasures Measures;
	double Total = 0.0, Spread = 0.0, Worst = -1.0, NormalTotal = 0.0;
	size_t NormalCount = 0;
	for (size_t Pose = 0; Pose < Poses.size(); ++Pose)
	{
		const auto A = AsMatrix(std::span<const FDouble3>(Poses[Pose]));
		const auto B = AsMatrix(std::span<const FDouble3>(Reconstructions[Pose]));
		const Eigen::VectorXd Squares = (A - B).rowwise().squaredNorm();
		Eigen::Index At = 0;
		const double Largest = Squares.maxCoeff(&At);
		const double Sum = Squares.sum();
		if (Largest > Worst)
		{
			Worst = Largest;
			Measures.WorstPoint = static_cast<uint32_t>(At);
			Measures.WorstPose = static_cast<uint32_t>(Pose);
		}
		const auto [Normals, Count] = NormalSquares(Poses[Pose], Reconstructions[Pose], Rest.Triangles);
		FPoseError& Error = Measures.Poses.emplace_back();
		Error.VertexRms = 100.0 / Diagonal * std::sqrt(Sum / static_cast<double>(Points));
		Error.VertexMax = 100.0 / Diagonal * std::sqrt(Largest);
		Error.NormalRms = Count > 0 ? std::sqrt(Normals / static_cast<double>(Count)) : 0.0;
		Total += Sum;
		NormalTotal += Normals;
		NormalCount += Count;
		Spread += (A.rowwise() - A.colwise().mean()).squaredNorm();
	}
	const double Samples = static_cast<double>(Points * Poses.size());
	Measures.VertexRms = 100.0 / Diagonal * std::sqrt(Total / Samples);
	Measures.VertexMax = 100.0 / Diagonal * std::sqrt(Worst);
	Measures.NormalRms = NormalCount > 0 ? std::sqrt(NormalTotal / static_cast<double>(NormalCount)) : 0.0;
	Measures.Erms = 100.0 * std::sqrt(Total / (3.0 * Samples));
	Measures.ErmsUnit = Measures.Erms / Diagonal;
	Measures.Distortion = Spread > 0.0 ? 100.0 * std::sqrt(Total / Spread) : 0.0;
	return Measures;
}

TResult<FErrorMeasures> MeasureRig(const FExampleSet& Examples, const FRig& Rig)
{
	if (Rig.PoseCount != Examples.PoseCount() || Rig.Weights.PointCount() != Examples.PointCount())
	{
		return FError{EErrorCode::Mismatch,
			"The rig is of " + std::to_string(Rig.Weights.PointCount()) + " points and " +
				std::to_string(Rig.PoseCount) + " poses, the examples are of " + std::to_string(Examples.PointCount()) +
				" and " + std::to_string(Examples.PoseCount()) + "."};
	}
	const std::vector<FDouble3>& Rest = Rig.RestPositions.empty() ? Examples.Rest.Positions : Rig.RestPositions;
	std::vector<std::vector<FDouble3>> Reconstructions;
	for (size_t Pose = 0; Pose < Rig.PoseCount; ++Pose)
	{
		Reconstructions.push_back(ReconstructPose(Rig, Rest, Pose));
	}
	return MeasureError(Examples.Rest, Examples.Poses, Reconstructions);
}

} // namespace Exemplar
